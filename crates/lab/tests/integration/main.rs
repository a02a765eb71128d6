//! Experiments: their files, and their runs.

#![allow(clippy::unwrap_used)]

mod experiment;
mod experiment_files;
