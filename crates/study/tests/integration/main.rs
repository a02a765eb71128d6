//! What is learned from games, through the crate's public face.

#![allow(clippy::unwrap_used)]

mod puzzles;
mod review;
