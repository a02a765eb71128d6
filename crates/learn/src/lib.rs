//! Turns experience into players: temporal-difference learning, self-play with two tables, Q-learning and Sarsa, the genetic
//! algorithm; and the audit that tells what was really learned.

mod agent;
mod audit;
mod breeding;
mod exact;
pub mod genetic;
mod graph;
mod learner;
mod methods;
mod model;
mod playing;
mod qlearning;
mod selfplay;
mod td0;
mod train;
mod values;
mod width;

pub use agent::Learned;
pub use audit::{Audit, AuditError, AuditLimits, audit};
pub use exact::Exact;
pub use graph::{Graph, GraphError, Id};
pub use learner::Rates;
pub use methods::{Experience, Method, MethodError, Preset};
pub use model::{Model, ModelError, ModelHeader, ReadError};
pub use playing::LearnedOptions;
pub use train::{Checkpoint, TrainError, TrainEvent, Training, begin, resume};
pub use width::OfWidth;
