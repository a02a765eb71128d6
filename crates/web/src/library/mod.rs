//! The library: the record of games as pages see it, puzzles, and models that come with the program.
//!
//! One thread reads and writes the record ([`archive`]); whatever a page asks of it comes back as an answer. Where the server is
//! shared each browser sees its own games ([`reach`]).

pub(crate) mod archive;
mod asking;
mod error;
mod keeping;
pub(crate) mod message;
mod models;
mod puzzles;
mod reach;
pub(crate) mod upload;

pub(crate) use keeping::Keeping;
pub(crate) use models::models;
pub(crate) use puzzles::shipped_puzzles;
pub(crate) use reach::Reach;
