//! Experiments as files and their runs as folders; contests in the record; and the tables that trainings and counts write.

pub mod curves;
pub mod experiment;
mod namer;
pub mod recorded;
mod shares;
pub mod states;

pub use namer::Namer;
pub use shares::MergeError;
