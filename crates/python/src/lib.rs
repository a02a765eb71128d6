//! Kinrow for Python: translates between Python and the libraries. No rule, no algorithm and no statistic lives here.
//!
//! What is short or must be quick is a class of its own (`Board`, `Batch`); whatever is a report comes as JSON, in the shape that
//! docs/output.md describes, and the Python package beside this crate (`python/kinrow`) makes objects of it. Long work runs in threads of its own while the
//! caller's waits without the interpreter lock and listens for Ctrl-C (`work`); agents written in Python are asked on the caller's thread (`foreign`).

#![allow(clippy::needless_pass_by_value, reason = "Python's arguments come by value")]

mod ask;
mod batch;
mod board;
mod contest;
mod foreign;
mod keywords;
mod lab;
mod limits;
mod player;
mod puzzles;
mod record;
mod speech;
mod training;
mod work;

use pyo3::prelude::*;

/// The compiled part of kinrow; see the package around it.
#[pymodule]
mod _kinrow {
    #[pymodule_export]
    use super::ask::{count, review, solve, steps};
    #[pymodule_export]
    use super::batch::Batch;
    #[pymodule_export]
    use super::board::Board;
    #[pymodule_export]
    use super::contest::contest;
    #[pymodule_export]
    use super::foreign::{Foreign, audit};
    #[pymodule_export]
    use super::keywords::with_keywords;
    #[pymodule_export]
    use super::lab::{experiment_text, experiments, open_run, run_experiment};
    #[pymodule_export]
    use super::limits::{Limits, Stop};
    #[pymodule_export]
    use super::player::{Player, agents, default_agent};
    #[pymodule_export]
    use super::puzzles::{Attempt, PuzzleSet, make_puzzles};
    #[pymodule_export]
    use super::record::{Record, read_games, write_games};
    #[pymodule_export]
    use super::speech::{lang, sentence, version};
    #[pymodule_export]
    use super::training::{Model, read_model, train};
}
