//! Puzzles: positions in which exactly one first move begins a win by threats, made from games, kept in files, and solved by
//! people and agents.
//!
//! A [`Finder`] looks for them in games, of which [`SelfPlay`] plays as many as are wanted; [`PuzzleSet`] is a file of them;
//! an [`Attempt`] judges the moves of whoever solves one, and [`solve`] asks an agent about a whole set.

mod attempt;
mod file;
mod find;
mod puzzle;
mod selfplay;
mod solve;

pub use attempt::{Attempt, Judged};
pub use file::{PuzzleError, PuzzleLineError, PuzzleSet, PuzzlesError, STARTER};
pub use find::{FindError, Finder, Wanted};
pub use kinrow_engine::Threats;
pub use puzzle::{Flaw, GRADES, Puzzle, grade};
pub use selfplay::{SelfPlay, SelfPlayError, look_at_own_games};
pub use solve::{Answer, Graded, Right, Solved, solve};
