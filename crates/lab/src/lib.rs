//! Experiments as files and their runs as folders; and the table of every position of a small game.

pub mod experiment;
mod namer;
pub mod states;

pub use namer::Namer;
