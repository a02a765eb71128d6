//! Has an executor do the tasks of an experiment, and writes each into the journal as soon as it is done.

use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use kinrow_agent::Stop;
use kinrow_arena::{Executor, Share};

use super::environment::{Environment, Machine, Spent, now};
use super::estimate::{Estimate, speed};
use super::file::Mode;
use super::folder;
use super::journal::{Done, Header, Journal};
use super::mistake::{ExperimentError, RunError};
use super::prepared::Prepared;

/// How an experiment is to be run.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Where to.
    pub folder: PathBuf,
    /// Of the tasks, only this share; [`super::merge`] joins it with the others.
    pub share: Option<Share>,
    /// The call, for the record.
    pub command: String,
}

/// What a listener hears.
#[derive(Clone, Debug)]
pub enum RunEvent<'a> {
    /// The run is about to begin, or to go on.
    Planned {
        /// Tasks in all.
        tasks: usize,
        /// Of these, done before.
        done: usize,
        /// How long the rest will take; `None` when the file does not say.
        left: Option<Duration>,
    },
    /// A task is done.
    Done {
        /// Tasks in all.
        tasks: usize,
        /// Of these, done.
        done: usize,
        /// The part of the work that is done, from 0 to 1.
        part: f64,
        /// How long the rest will take, as far as is known.
        left: Option<Duration>,
        /// What was done, in a few words.
        task: &'a str,
    },
}

/// Runs an experiment, from the beginning or from where it was stopped, and writes its data.
/// The report is another matter: see `kinrow-report`.
///
/// # Errors
/// When the folder holds something else, a file cannot be written, a task cannot be done, or someone says stop.
pub fn run(
    prepared: &Prepared,
    settings: &Settings,
    executor: &impl Executor,
    stop: &Stop,
    listen: &mut dyn FnMut(RunEvent<'_>),
) -> Result<(), ExperimentError> {
    let Prepared { experiment, text, seed, tasks, .. } = prepared;
    let header = Header {
        format: 1,
        experiment: folder::checksum(text.as_bytes()),
        name: experiment.name.clone(),
        quick: experiment.mode == Mode::Quick,
        seed: *seed,
        tasks: tasks.len(),
        kinrow: env!("CARGO_PKG_VERSION").into(),
        started: now(),
        share: settings.share,
    };
    if let Some(share) = settings.share {
        share.check_units(tasks.len() as u64)?;
    }
    let own_tasks = header.own_tasks();
    folder::prepare(&settings.folder, text)?;
    let (mut journal, mut done) = Journal::open(&settings.folder, header)?;
    let is_resumed = !done.is_empty();
    let mut estimate = Estimate::new(experiment, tasks, executor.width(), speed());
    let is_own = |task: usize| settings.share.is_none_or(|share| share.holds(task as u64));
    for task in
        done.iter().map(|finished| finished.task).chain((0..tasks.len()).filter(|&task| !is_own(task)))
    {
        estimate.finish(task, None);
    }
    listen(RunEvent::Planned { tasks: own_tasks, done: done.len(), left: estimate.left() });
    let known: HashSet<usize> = done.iter().map(|finished| finished.task).collect();
    let todo: Vec<usize> = (0..tasks.len()).filter(|&task| is_own(task) && !known.contains(&task)).collect();
    let result = work(prepared, &todo, executor, stop, &mut |finished| {
        journal.add(&finished)?;
        estimate.finish(finished.task, Some(Duration::from_secs_f64(finished.ms / 1000.0)));
        let about = prepared.about(finished.task);
        done.push(finished);
        listen(RunEvent::Done {
            tasks: own_tasks,
            done: done.len(),
            part: estimate.part(),
            left: estimate.left(),
            task: &about,
        });
        Ok(())
    });
    result?;
    if done.len() < own_tasks {
        let (folder, done) = (settings.folder.display().to_string(), done.len());
        return Err(RunError::Stopped { folder, done, tasks: own_tasks }.into());
    }
    if settings.share.is_some() || todo.is_empty() && folder::is_complete(&settings.folder) {
        return Ok(());
    }
    let how = How { workers: executor.width(), command: &settings.command, is_resumed };
    finish(&settings.folder, prepared, &done, &journal.header, &how)
}

/// How the tasks of a run were done.
pub(super) struct How<'a> {
    pub workers: usize,
    pub command: &'a str,
    pub is_resumed: bool,
}

/// Writes the data of a run whose tasks are all done.
pub(super) fn finish(
    folder: &Path,
    prepared: &Prepared,
    done: &[Done],
    header: &Header,
    how: &How<'_>,
) -> Result<(), ExperimentError> {
    let Prepared { experiment, tasks, .. } = prepared;
    let machine = Machine::look();
    let environment = Environment {
        kinrow: env!("CARGO_PKG_VERSION").into(),
        build: if cfg!(debug_assertions) { "debug" } else { "release" }.into(),
        system: machine.system,
        architecture: std::env::consts::ARCH.into(),
        processor: machine.processor,
        cores: machine.cores,
        memory_mb: machine.memory_mb,
        workers: how.workers,
        command: how.command.into(),
        seed: header.seed,
        mode: if experiment.mode == Mode::Quick { "quick" } else { "full" }.into(),
        started: header.started.clone(),
        ended: now(),
        work_seconds: seconds(&mut done.iter()),
        measures: experiment
            .measures
            .iter()
            .enumerate()
            .map(|(number, measure)| Spent {
                table: measure.table.clone(),
                seconds: seconds(&mut done.iter().filter(|done| tasks[done.task].measure == number)),
            })
            .collect(),
        resumed: how.is_resumed,
    };
    folder::write_data(folder, experiment, tasks, done, &environment)
}

/// What tasks took, to a hundredth.
fn seconds(done: &mut dyn Iterator<Item = &Done>) -> f64 {
    (done.map(|task| task.ms).sum::<f64>() / 10.0).round() / 100.0
}

/// Has an executor do tasks; `finish` is called on this thread, in the order in which they end.
fn work(
    prepared: &Prepared,
    todo: &[usize],
    executor: &impl Executor,
    stop: &Stop,
    finish: &mut dyn FnMut(Done) -> Result<(), ExperimentError>,
) -> Result<(), ExperimentError> {
    let next = AtomicUsize::new(0);
    // A failure ends the others too, but is not the user's own stop.
    let halt = stop.child();
    let take = || match halt.is_stopped() {
        true => None,
        false => todo.get(next.fetch_add(1, Ordering::Relaxed)).copied(),
    };
    let mut result = Ok(());
    executor.execute(prepared, &take, &halt, &mut |finished| {
        let Some((number, found)) = finished.filter(|_| result.is_ok()) else { return };
        result = found.map_or_else(
            |why| Err(RunError::Task { task: prepared.about(number), why }.into()),
            &mut *finish,
        );
        if result.is_err() {
            halt.stop();
        }
    });
    result
}
