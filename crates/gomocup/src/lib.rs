//! The Gomocup protocol, both sides: Kinrow as a brain, and any brain as an agent.
//!
//! - [`command`] and [`reply`] read what a manager and a brain say, [`line_reader`] cuts the pipe into lines;
//! - `settings`, `clock`, `stones` and `brain` are Kinrow's brain without threads or pipes, `thinkers`, `think` and
//!   `swap2` what it thinks with, and [`engine`] runs it, with lines `waiting` for their turn;
//! - [`external`] is any program that speaks the protocol, as an agent.

mod brain;
mod clock;
pub mod command;
pub mod engine;
#[cfg(feature = "programs")]
pub mod external;
pub mod line_reader;
pub mod reply;
mod settings;
mod stones;
pub mod swap2;
mod think;
mod thinkers;
mod waiting;

pub use thinkers::{Build, Thinkers};
