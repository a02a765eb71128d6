//! A training from its first episode to its files. [`Course::begin`] checks everything and locks the files, before hours are spent;
//! [`Course::run`] trains, and saves what was learned whatever ended it. A [`Round`] is
//! a part of a training that can be computed anywhere; [`train`] has an executor compute all of them.

mod advice;
mod course;
pub mod curves;
mod files;
mod round;
mod zero;
mod zero_round;

pub use advice::{Reason, Suggestion, advise};
pub use course::{Course, CourseError, Settings, Start, Trained, TrainingError};
pub use round::{PreparedRound, Round, train};
pub use zero::{Goal, ZeroCourse, ZeroEvent, ZeroSettings, ZeroStart, ZeroTrained, network_chart};
pub use zero_round::{ZeroRound, train_zero};
