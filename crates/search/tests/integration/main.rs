//! The searches against each other, the naive tree and known values.

#![allow(clippy::unwrap_used)]

mod every_position;
mod mcts;
mod solve;
mod stopping;
mod textbook;
