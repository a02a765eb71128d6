//! An experiment as plain data: from its plan alone, any program on any machine can do any of its tasks. Only models that it names
//! are not part of it.

use std::sync::Arc;
use std::time::Instant;

use kinrow_agent::{Seed, Stop};
use kinrow_arena::Units;
use serde::{Deserialize, Serialize};

use super::file::{Experiment, Mode};
use super::folder;
use super::journal::{Done, Header};
use super::kinds::{self, Contests, Surroundings};
use super::mistake::LineError;
use super::participant::Models;
use super::plan::{Task, about, tasks};

/// Everything that decides the tasks of an experiment and what comes out of them.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Plan {
    /// What its file is called: mistakes are told by it.
    pub file: String,
    /// What stands in the file.
    pub text: String,
    /// How much of it.
    pub mode: Mode,
    /// In place of the file's own seed.
    pub seed: Option<u64>,
}

/// An experiment whose tasks can be done.
#[derive(Debug)]
pub struct Prepared {
    /// What the file says.
    pub experiment: Experiment,
    pub(super) text: String,
    pub(super) seed: u64,
    pub(super) tasks: Vec<Task>,
    models: Arc<Models>,
    contests: Contests,
}

impl Plan {
    /// With the file's own seed.
    #[must_use]
    pub fn new(file: &str, text: &str, mode: Mode) -> Plan {
        Plan { file: file.into(), text: text.into(), mode, seed: None }
    }

    /// The experiment, ready to be run.
    ///
    /// # Errors
    /// When there is a mistake in its file.
    pub fn prepare(&self) -> Result<Prepared, LineError> {
        let experiment = Experiment::parse(&self.file, &self.text, self.mode)?;
        let seed = self.seed.unwrap_or(experiment.seed);
        let tasks = experiment
            .measures
            .iter()
            .enumerate()
            .flat_map(|(number, measure)| tasks(number, measure, seed))
            .collect();
        let (models, contests) = (Arc::default(), Contests::default());
        Ok(Prepared { experiment, text: self.text.clone(), seed, tasks, models, contests })
    }
}

impl Prepared {
    /// How many tasks there are, which are its units.
    #[must_use]
    pub fn len(&self) -> usize {
        self.tasks.len()
    }

    /// Whether there is nothing to do.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.tasks.is_empty()
    }

    /// A task in a few words.
    pub(super) fn about(&self, number: usize) -> String {
        let task = &self.tasks[number];
        about(&self.experiment.measures[task.measure], task)
    }

    /// Whether a journal is of this experiment.
    pub(super) fn is_of(&self, header: &Header) -> bool {
        folder::checksum(self.text.as_bytes()) == header.experiment && self.tasks.len() == header.tasks
    }
}

impl Units for Prepared {
    type Unit = usize;
    type Found = Result<Done, String>;

    fn compute(&self, &number: &usize, stop: &Stop) -> Option<Result<Done, String>> {
        let task = &self.tasks[number];
        let (seed, models, contests) = (Seed(self.seed), &self.models, &self.contests);
        let started = Instant::now();
        let around = Surroundings { seed, models, contests, stop };
        let found = kinds::run(&self.experiment.measures[task.measure], task, &around);
        let ms = started.elapsed().as_micros() as f64 / 1000.0;
        // What a stopped task gives is not what it would have given.
        (!stop.is_stopped()).then(|| found.map(|found| Done { task: number, ms, found }))
    }
}
