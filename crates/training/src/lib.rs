//! A training from its first episode to its files. [`Course::begin`] checks everything and locks the files, before hours are spent;
//! [`Course::run`] trains, and saves what was learned whatever ended it.

mod course;
pub mod curves;
mod files;

pub use course::{Course, CourseError, Settings, Start, Trained, TrainingError};
