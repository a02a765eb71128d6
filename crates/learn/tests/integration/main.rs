//! The learners, judged from outside: by audits, known numbers and replays.

#![allow(clippy::unwrap_used)]

mod genetic;
mod graph;
mod learning;
mod limits;
mod ntuple;
mod tally;
