//! Turns experience into players: temporal-difference learning, self-play with two tables, Q-learning and Sarsa, the genetic
//! algorithm, n-tuple networks; and the audit that tells what was really learned.

mod agent;
mod audit;
mod breeding;
mod exact;
pub mod genetic;
mod graph;
mod learner;
mod lesson;
mod methods;
mod mistakes;
mod model;
mod ntuple;
mod pace;
mod playing;
mod qlearning;
mod rivals;
mod selfplay;
mod td0;
mod train;
mod values;
mod width;

pub use agent::Learned;
pub use audit::{Audit, AuditError, AuditLimits, audit};
pub use exact::Exact;
pub use graph::{Graph, GraphError, Id, places_within};
pub use learner::Rates;
pub use lesson::{FirstMoves, Lesson, Update, lesson};
pub use methods::{Experience, Keeps, Method, MethodError, Preset};
pub use mistakes::{Mistakes, MistakesError, Question, Questions, Sample, mistakes};
pub use model::{Model, ModelError, ModelHeader, ReadError};
pub use ntuple::NTupleError;
pub use pace::{Pace, pace};
pub use playing::LearnedOptions;
pub use rivals::Rivals;
pub use train::{Checkpoint, TrainError, TrainEvent, Training, begin, resume};
pub use width::OfWidth;
