//! Machine against machine: matches and tournaments, what they say, and how they are run.
//!
//! A [`Contest`] says who plays what; a [`Schedule`] says which game has which number. Game number i is a function of these two
//! alone (its seeds are derived from the contest's seed and i), so it does not matter which worker plays it when, or whether
//! the contest was interrupted in between. [`run`] plays what is missing and hands out every finished game at once;
//! [`Scoreboard`] adds up [`Results`] in the order of their numbers, and [`statistics`] says what they mean.

mod contest;
mod entrants;
mod openings;
mod results;
mod runner;
mod schedule;
mod scoreboard;
pub mod statistics;

pub use contest::Remembering;
pub use contest::{Contest, ContestError, RefusedError};
pub use entrants::{Entrant, EntrantsError, ListError, NamedError, read_entrants};
pub use openings::{FileOpenings, LineError, OpeningChoice, OpeningError, Openings, OpeningsError};
pub use results::{Cost, Forfeit, Results, Summary};
pub use runner::{End, Ended, Plan, run};
pub use schedule::{Fixture, Format, Next, Schedule};
pub use scoreboard::{Forfeits, Line, Scoreboard};
