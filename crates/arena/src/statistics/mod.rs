//! The numbers of a match or a tournament, as pure functions of counts. docs/arena.md explains each with its formula.
//!
//! Two games from one opening with the sides swapped are not independent: what one side gains from a lopsided opening it
//! gives back in the other game. So whatever speaks of certainty counts pairs, not games (five outcomes: the
//! pentanomial of the engine testers).

mod compare;
mod elo;
mod estimate;
mod matrix;
mod normal;
mod outcomes;
mod ratings;
mod sprt;
mod student;

pub use compare::{Interval, holm};
pub use elo::{elo_of_score, score_of_elo};
pub use estimate::Estimate;
pub use normal::{QUANTILE_975, cumulative};
pub use outcomes::Outcomes;
pub use ratings::{Rating, Ratings, Weakness, rate};
pub use sprt::{Sprt, SprtError, SprtState, Verdict};
pub use student::student_975;
