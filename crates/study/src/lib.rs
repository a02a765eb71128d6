//! Learns from games: goes through them move by move and tells what each move cost.
//!
//! A [`Passage`] is the part of a game to look at, a [`Reviewer`] asks an agent about each of its positions, and the
//! [`Review`] says which moves were mistakes, what would have been better, and what of this is proven. [`puzzles`] are made
//! of the wins that were in games.

mod json;
mod mark;
mod passage;
pub mod puzzles;
mod review;
mod settle;
mod summary;

pub use mark::{BLUNDER, INACCURACY, MISTAKE, Mark};
pub use passage::Passage;
pub use review::{Better, Looked, Refused, Review, ReviewError, ReviewedMove, Reviewer, Walk};
pub use settle::chance;
pub use summary::Summary;

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
