//! Experiments as files and their runs as folders; and the tables that trainings and counts write.

pub mod curves;
pub mod experiment;
mod namer;
pub mod states;

pub use namer::Namer;
