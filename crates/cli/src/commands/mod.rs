//! One file a command.

pub(crate) mod agents;
pub(crate) mod analyze;
pub(crate) mod audit;
pub(crate) mod bench;
pub(crate) mod check;
pub(crate) mod contest;
pub(crate) mod count;
pub(crate) mod engine;
pub(crate) mod games;
pub(crate) mod lab;
pub(crate) mod match_;
pub(crate) mod merge;
pub(crate) mod mistakes;
pub(crate) mod model;
pub(crate) mod openings;
pub(crate) mod play;
pub(crate) mod puzzles;
pub(crate) mod review;
pub(crate) mod serve;
pub(crate) mod solve;
pub(crate) mod tournament;
pub(crate) mod train;
pub(crate) mod train_advice;
pub(crate) mod train_zero;
pub(crate) mod tune;

use crate::out::say;

/// Prints machine-readable output.
fn print_json(value: &serde_json::Value) {
    say!("{value:#}");
}
