//! Many games side by side, as numbers: what a learner outside Kinrow sees and does.
//!
//! A position is two planes of bytes ([`planes`]): the stones of whoever looks, then those of the other side, row by row from the top. A move is
//! a number ([`actions`]): the point in the same order, or where stones fall the column. A [`Batch`] plays one move in each of its
//! games at a time, and writes what comes of it into memory that its caller lends ([`Sheet`]).

pub mod actions;
mod batch;
mod error;
mod games;
mod opponent;
pub mod planes;

pub use actions::Sizes;
pub use batch::{Autoreset, Batch, Sheet};
pub use error::{BatchError, EnvError};
pub use opponent::{OpponentChoice, Plays};

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
