//! Experiments as data: a file asks a question and says what to measure; a run is a folder with everything that came out.
//!
//! [`Experiment`] is a file, read and checked ([`BUILTIN`] ones come with the program, and are files like any other). [`run`] does its
//! tasks, several at once; each is a function of the file, the mode and the seed, so that data are the same bytes
//! whatever the number of workers and however often the run was stopped. [`open`] reads a finished run back for its report
//! (`kinrow-report`).

mod author;
mod builtin;
mod cell;
mod check;
mod clock;
pub mod columns;
mod effort;
mod environment;
mod estimate;
mod file;
pub mod finding;
mod folder;
mod journal;
mod kind;
mod kinds;
mod measure;
mod merge;
mod mistake;
mod network;
mod number;
mod participant;
mod plan;
mod prepared;
mod reader;
mod runner;
mod sharing;
mod shown;
mod table;
mod words;

pub use author::{AUTHOR, Author};
pub use builtin::{BUILTIN, Listed, find, listed};
pub use cell::Cell;
pub use environment::{Environment, Spent};
pub use estimate::speed;
pub use file::{Experiment, Mode, Reference};
pub use folder::write_manifest;
pub use folder::{DISCUSSION, ENVIRONMENT, EXPERIMENT, MANIFEST, Run, checksum, open};
pub use journal::Done;
pub use kind::Kind;
pub use measure::Measure;
pub use merge::merge;
pub use mistake::{ExperimentError, LineError, Mistake, RunError};
pub use network::NetworkSpec;
pub use participant::{LearnerSpec, Origin, Participant};
pub use plan::{Task, Work};
pub use prepared::{Plan, Prepared};
pub use runner::{RunEvent, Settings, run};
pub use shown::{ChartSpec, Form, Shown, Style};
pub use table::{Filter, Row, Table};
pub use words::Words;
