//! What is known of all jobs, and how one of them is changed: on disk first, then here, then it is told.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use kinrow_agent::Stop;
use kinrow_players::{AgentSpec, MODEL_PREFIX};

use crate::bounds::JobBounds;
use crate::error::JobError;
use crate::learning::{self, Curve};
use crate::models::Models;
use crate::playing::Standing;
use crate::saved::{Saved, State, Told};
use crate::store::Store;
use crate::view::JobView;
use crate::wanted::{Refusal, Wanted, refuse};

/// What the face and the threads of all jobs share.
pub(crate) struct Shared {
    pub(crate) store: Store,
    pub(crate) bounds: JobBounds,
    pub(crate) models: Models,
    pub(crate) table: Mutex<Table>,
    pub(crate) changed: Condvar,
}

/// All jobs, and which of them have changed.
pub(crate) struct Table {
    pub(crate) jobs: BTreeMap<u64, Job>,
    pub(crate) next: u64,
    /// Jobs that have changed since it was last told.
    pub(crate) news: BTreeSet<u64>,
    pub(crate) is_closed: bool,
}

/// A job with what is known of it beside its file.
pub(crate) struct Job {
    pub(crate) saved: Saved,
    pub(crate) curve: Option<Curve>,
    pub(crate) standing: Option<Box<Standing>>,
    /// While it runs.
    pub(crate) run: Option<Run>,
}

/// A job that is being done.
pub(crate) struct Run {
    pub(crate) stop: Stop,
    /// How it shall stand when it has stopped; nothing: as it was, since the program ends.
    pub(crate) then: Option<(State, Option<Told>)>,
    pub(crate) since: Instant,
    /// How far it was when it began.
    pub(crate) from: u64,
    pub(crate) weighed: Instant,
    /// About how much longer it takes, where the job itself knows, and since when.
    pub(crate) left: Option<(Instant, Duration)>,
}

impl Shared {
    /// An agent that a page names.
    pub(crate) fn find(&self, text: &str) -> Result<AgentSpec, Refusal> {
        match text.trim().strip_prefix(MODEL_PREFIX) {
            Some(label) => self.models.spec(&self.store, &label.parse().map_err(refuse)?),
            None => self.bounds.search.spec(text),
        }
    }

    pub(crate) fn lock(&self) -> MutexGuard<'_, Table> {
        self.table.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A job has changed.
    pub(crate) fn tell(&self, job: u64) {
        self.lock().news.insert(job);
        self.changed.notify_all();
    }

    pub(crate) fn change(
        &self,
        number: u64,
        change: impl FnOnce(&Store, &mut Job) -> Result<(), Refusal>,
    ) -> Result<(), Refusal> {
        {
            let mut table = self.lock();
            let job = table.jobs.get_mut(&number).ok_or_else(|| refuse(JobError::None { given: number }))?;
            change(&self.store, job)?;
        }
        self.tell(number);
        Ok(())
    }

    /// Brings a job to rest.
    pub(crate) fn end(&self, number: u64, state: State) -> Result<(), Refusal> {
        self.change(number, |store, job| {
            let can =
                job.saved.state.is_active() || (job.saved.state, state) == (State::Paused, State::Stopped);
            if !can {
                return Err(refuse(JobError::NotNow { job: number }));
            }
            match &mut job.run {
                Some(run) => {
                    run.then = Some((state, None));
                    run.stop.stop();
                    Ok(())
                }
                None => {
                    job.saved.state = state;
                    store.keep(&job.saved).map_err(refuse)
                }
            }
        })
    }

    /// Reads how a contest stands that was played before the program was started.
    pub(crate) fn recall(&self, number: u64) -> Result<(), Refusal> {
        let (playing, is_over) = match self.lock().jobs.get(&number) {
            Some(Job { saved, standing: None, run: None, .. }) => match &saved.wanted {
                Wanted::Contest(playing) => (playing.clone(), saved.state == State::Done),
                Wanted::Train(_) | Wanted::Experiment(_) => return Ok(()),
            },
            _ => return Ok(()),
        };
        let prepared = playing.prepare(&|text| self.find(text), &self.bounds)?;
        let standing = prepared.recall(&self.store.folder_of(number), is_over)?;
        if let Some(job) = self.lock().jobs.get_mut(&number).filter(|job| job.standing.is_none()) {
            job.standing = standing.map(Box::new);
        }
        Ok(())
    }

    pub(crate) fn view(&self, job: &Job) -> JobView {
        let Saved { number, mut wanted, state, progress, asked, spent_ms, failure, label, .. } =
            job.saved.clone();
        // Whoever wrote a long text has it.
        if let Wanted::Experiment(measuring) = &mut wanted {
            measuring.text = None;
        }
        let now = job.run.as_ref().map(|run| (run.since.elapsed().as_millis() as u64, run.from));
        let known = job.run.as_ref().and_then(|run| run.left);
        let known = known.map(|(told, left)| left.saturating_sub(told.elapsed()).as_millis() as u64);
        let left_ms = known.or_else(|| {
            let (ran, from) = now?;
            let done = progress.done.saturating_sub(from);
            (done > 0).then(|| ran.saturating_mul(progress.of - progress.done) / done)
        });
        let last = |points: Vec<(f64, f64)>| points.last().map(|(_, value)| *value);
        JobView {
            number,
            wanted,
            state,
            progress,
            asked,
            spent_ms: spent_ms + now.map_or(0, |(ran, _)| ran),
            left_ms,
            failure,
            label,
            has_model: learning::has_model(&self.store.folder_of(number)),
            drawn: match (&job.curve, &job.standing) {
                (_, Some(standing)) => standing.games as usize,
                (Some(curve), None) => curve.looks(),
                // What was played before the program was started is read when somebody asks for it.
                (None, None) => match &job.saved.wanted {
                    Wanted::Contest(_) => progress.done as usize,
                    Wanted::Train(_) | Wanted::Experiment(_) => 0,
                },
            },
            strength: job.curve.as_ref().and_then(|curve| last(curve.strength())),
            lost: job.curve.as_ref().and_then(|curve| last(curve.lost())),
            audit: job.curve.as_ref().and_then(Curve::audit),
        }
    }
}
