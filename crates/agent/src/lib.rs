//! The contract between whatever chooses moves and whatever asks for one.
//!
//! An [`Agent`] is asked for a [`Decision`] in a position, within [`Limits`], while someone may listen
//! ([`Observer`]) and may say stop ([`Stop`]). The [`Referee`] judges legality and time alike for people and programs,
//! and keeps the [`GameRecord`]; [`play`] asks two agents in turn.

mod agent;
mod balance;
mod boards;
mod budget;
mod clock;
#[cfg(feature = "serde")]
mod json;
mod limits;
mod most_visited;
mod named;
mod observer;
mod options;
mod play;
mod record;
mod referee;
mod seed;
mod stop;
mod tree_log;
mod value;

pub use agent::{
    Action, Agent, AgentError, AnyAgent, Candidate, Decision, Rated, RatedMoves, Statistics, Thinking, ask,
};
pub use balance::{Balance, Weighed, weigh};
pub use boards::Boards;
pub use budget::{Budget, Stopped};
pub use clock::Moment;
pub use limits::{Limits, LimitsError, parse_time, write_time};
pub use most_visited::{Visited, tell_most_visited};
pub use named::Named;
pub use observer::{Event, Guide, Guided, Ignore, Observer, Question, Report, TreeLimits, Window};
pub use options::{OptionError, OptionKind, OptionSpec, Options, SWITCH, switch};
pub use play::{Audience, Nobody, Panicked, catch_panic, play};
pub use record::{AgentRecord, GameRecord, HUMAN, MoveRecord, Reason, RecordError, RecordedResult};
pub use referee::{Referee, Seat, Verdict};
pub use seed::{Rng, Seed};
pub use stop::Stop;
pub use tree_log::{TREE_FORMAT, TreeLog, TreeNode};
pub use value::{Bound, Proven, Value};

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
