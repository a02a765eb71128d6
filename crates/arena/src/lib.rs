//! Machine against machine: matches and tournaments, what they say, and how they are run.
//!
//! A [`Plan`] is plain data; prepared, it is a [`Contest`], which says who plays what, and a [`Schedule`], which says which game
//! has which number. Game number i is a function of the plan and i alone (its seeds are derived from the contest's seed and i), so
//! it does not matter who plays it where and when, or whether the contest was interrupted in between. [`run`] has an
//! [`Executor`] play what is missing, and hands out every finished game at once; [`Scoreboard`] adds up [`Results`] in the
//! order of their numbers, and [`statistics`] says what they mean. A contest in the record is one call ([`recorded`]).

mod contest;
mod entrants;
mod executor;
#[cfg(feature = "json")]
pub mod json;
pub mod merging;
mod openings;
mod plan;
#[cfg(feature = "record")]
pub mod recorded;
mod results;
mod runner;
mod schedule;
mod scoreboard;
mod share;
mod standings;
pub mod statistics;

pub use contest::Remembering;
pub use contest::{Contest, ContestError, RefusedError};
pub use entrants::{Entrant, EntrantsError, ListError, NamedError, read_entrants};
pub use executor::{Computed, Executor, Threads, Units};
pub use openings::{
    Balanced, BalancedError, EvenOpening, FileOpenings, LineError, OpeningChoice, OpeningError, Openings,
    OpeningsError, SiftError, Sifted, Wanted, find_balanced,
};
pub use plan::{FingerprintError, Plan, PlanError, PlannedAgent};
pub use results::{Cost, Forfeit, Results, Summary};
pub use runner::{End, Ended, Job, run};
pub use schedule::{Fixture, Format, Next, Schedule};
pub use scoreboard::{Forfeits, Line, Scoreboard};
pub use share::{Share, ShareError};
pub use standings::Standings;
