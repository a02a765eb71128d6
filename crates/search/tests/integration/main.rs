//! The searches against each other, the naive tree and known values.

#![allow(clippy::unwrap_used)]

mod drop;
mod every_position;
mod mcts;
mod saving;
mod solve;
mod solve_everywhere;
mod stopping;
mod textbook;
