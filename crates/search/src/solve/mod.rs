//! The exact value of a position: who wins when both sides play their best, with a move and a line that show it.
//!
//! Whether a side wins is decided by search to the end of the game, cut short by proofs: threats that leave no choice
//! ([`threats`](self)), potentials and pairs that leave no hope, and a table of what is known up to the symmetries
//! of the board. Nothing is looked up from outside. Allis (1994) and Uiterwijk and van den Herik (2000) solved boards of
//! this family in such ways.
//!
//! ```
//! use kinrow_agent::{Ignore, Limits, Stop, Thinking};
//! use kinrow_game::{Board, Outcome};
//! use kinrow_search::solve::{SolveOptions, Solver};
//!
//! let mut solver = Solver::new(SolveOptions { distance: true, ..SolveOptions::default() });
//! let board = Board::<1>::new("4x3x3".parse()?);
//! let mut ignore = Ignore;
//! let solution = solver.solve(&board, &Limits::NONE, &mut Thinking::new(Stop::new(), &mut ignore))?;
//! assert_eq!((solution.outcome, solution.plies), (Outcome::Win, Some(7)));
//! assert_eq!(solution.line.len(), 7);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod agent;
mod answer;
mod bounds;
mod deepen;
mod keys;
mod line;
mod lines;
mod order;
mod pairing;
mod search;
mod state;
mod table;
mod threats;

use kinrow_agent::{Event, Limits, Proven, Report, Statistics, Thinking, Value};
use kinrow_game::{Board, Game, Outcome, Point, Rules};

pub use agent::SolverAgent;

use deepen::{Progress, Worth};
use search::Search;
use table::Table;

/// What a solver is asked for, and what it may take.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct SolveOptions {
    /// Whether to find the exact number of plies: the shortest win, the longest resistance.
    pub distance: bool,
    /// The largest table, in megabytes. It is taken as it fills.
    pub megabytes: u64,
}

impl Default for SolveOptions {
    fn default() -> SolveOptions {
        SolveOptions { distance: false, megabytes: 256 }
    }
}

/// A solved position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Solution {
    /// How the game ends under best play, for the side to move.
    pub outcome: Outcome,
    /// Plies until then, when the distance was asked for; a draw has none.
    pub plies: Option<u32>,
    /// A move that keeps the outcome; `None` when the game is over.
    pub mv: Option<Point>,
    /// Best play to the end of the game, that move first.
    pub line: Vec<Point>,
    /// What it cost.
    pub statistics: Statistics,
}

impl Solution {
    /// The outcome as a value.
    #[must_use]
    pub fn value(&self) -> Value {
        Value::Proven(Proven { outcome: self.outcome, plies: self.plies })
    }
}

kinrow_game::sentences! {
    /// Why a position was not solved.
    pub enum SolveError {
        /// A limit was reached, or someone said stop.
        Stopped { nodes: u64, win: String, loss: String } = "solve-stopped" =>
            "not solved after {nodes} positions: the side to move has no forced win within {win} moves, its opponent none within {loss}",
    }
}
