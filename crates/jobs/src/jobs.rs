//! The jobs of the program, for a front end. Whatever changes is on disk before anybody is told of it, so that a program that ends, however it ends,
//! goes on where it was.

use std::collections::BTreeSet;
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::{SystemTime, UNIX_EPOCH};

use kinrow_game::Rules;
use kinrow_players::AgentSpec;
use kinrow_text::Text;
use serde_json::{Map, Value as Json};

use crate::bounds::JobBounds;
use crate::charts;
use crate::error::JobError;
use crate::label::Label;
use crate::learning::{Curve, MODEL};
use crate::measuring::{self, PARTS};
use crate::models::Models;
use crate::playing;
use crate::saved::{FORMAT, Progress, Saved, State};
use crate::store::{Store, StoreError};
use crate::table::{Job, Shared, Table};
use crate::view::{GameLine, JobView, ModelView, PlayedGame};
use crate::wanted::{Refusal, Wanted, refuse};
use crate::work::STACK_BYTES;

/// All jobs, with the threads that do them.
pub struct Jobs {
    shared: Arc<Shared>,
    threads: Mutex<Vec<JoinHandle<()>>>,
}

impl fmt::Debug for Jobs {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Jobs").field("store", &self.shared.store).finish_non_exhaustive()
    }
}

impl Jobs {
    /// Opens the store in a folder. What was running when the program ended goes on.
    ///
    /// # Errors
    /// When the store cannot be used.
    pub fn open(folder: &Path, bounds: JobBounds) -> Result<Jobs, StoreError> {
        let (store, saved) = Store::open(folder)?;
        let next = saved.last().map_or(1, |job| job.number + 1);
        let jobs = saved.into_iter().map(|mut saved| {
            if saved.state == State::Running {
                saved.state = State::Queued;
            }
            let curve = Curve::read(&store.folder_of(saved.number));
            (saved.number, Job { saved, curve, standing: None, run: None })
        });
        let table = Table { jobs: jobs.collect(), next, news: BTreeSet::new(), is_closed: false };
        let at_once = bounds.at_once.max(1);
        let shared = Arc::new(Shared {
            store,
            bounds,
            models: Models::default(),
            table: Mutex::new(table),
            changed: Condvar::new(),
        });
        let threads = (0..at_once).filter_map(|_| {
            let shared = shared.clone();
            let named = std::thread::Builder::new().name("job".into()).stack_size(STACK_BYTES);
            // Without a thread jobs wait for ever, and can still be looked at.
            named.spawn(move || shared.work()).ok()
        });
        let threads = Mutex::new(threads.collect());
        Ok(Jobs { shared, threads })
    }

    /// Has changes of jobs told by their numbers, on a thread of its own: each job at most ten times a second, and its last state in any
    /// case.
    pub fn listen(&self, listener: impl Fn(u64) + Send + 'static) {
        let shared = self.shared.clone();
        let told =
            std::thread::Builder::new().name("job-news".into()).spawn(move || shared.announce(&listener));
        // Without the thread pages have to ask.
        if let Ok(thread) = told {
            self.threads.lock().unwrap_or_else(PoisonError::into_inner).push(thread);
        }
    }

    /// What jobs may use up.
    #[must_use]
    pub fn bounds(&self) -> &JobBounds {
        &self.shared.bounds
    }

    /// Takes a job on: its number.
    ///
    /// # Errors
    /// When it cannot be done, or there is no room for it.
    pub fn begin(&self, wanted: Wanted) -> Result<u64, Refusal> {
        let Shared { store, bounds, .. } = &*self.shared;
        let of = match &wanted {
            Wanted::Train(learning) => learning.check(bounds).map(|_| learning.goal)?,
            Wanted::Contest(playing) => {
                playing.prepare(&|text| self.shared.find(text), bounds)?.schedule.games()
            }
            Wanted::Experiment(measuring) => measuring.prepare().map(|_| PARTS)?,
        };
        if store.bytes() > bounds.disk_megabytes.saturating_mul(1_000_000) {
            return Err(refuse(JobError::Disk { most: bounds.disk_megabytes }));
        }
        let progress = Progress { done: 0, of };
        let number = {
            let mut table = self.shared.lock();
            if table.jobs.len() >= bounds.jobs {
                return Err(refuse(JobError::TooMany { most: bounds.jobs }));
            }
            let number = table.next;
            let asked = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs());
            let state = State::Queued;
            let (format, spent_ms, failure, label) = (FORMAT, 0, None, None);
            let saved = Saved { format, number, wanted, state, progress, asked, spent_ms, failure, label };
            store.keep(&saved).map_err(refuse)?;
            table.next += 1;
            table.jobs.insert(number, Job { saved, curve: None, standing: None, run: None });
            number
        };
        self.shared.tell(number);
        Ok(number)
    }

    /// Lets a job rest that runs or waits.
    ///
    /// # Errors
    /// When there is none, or it does neither.
    pub fn pause(&self, job: u64) -> Result<(), Refusal> {
        self.shared.end(job, State::Paused)
    }

    /// Ends a job that runs or waits, or rests.
    ///
    /// # Errors
    /// When there is none, or it has ended.
    pub fn stop(&self, job: u64) -> Result<(), Refusal> {
        self.shared.end(job, State::Stopped)
    }

    /// Lets a job go on that rests, was ended, or failed.
    ///
    /// # Errors
    /// When there is none, or it runs or is done.
    pub fn resume(&self, job: u64) -> Result<(), Refusal> {
        self.shared.change(job, |store, job| {
            if job.saved.state.is_active() || job.saved.state == State::Done {
                return Err(refuse(JobError::NotNow { job: job.saved.number }));
            }
            job.saved.state = State::Queued;
            job.saved.failure = None;
            store.keep(&job.saved).map_err(refuse)
        })
    }

    /// Removes a job that does not run or wait, with everything it has made. A model that was saved under a label stays.
    ///
    /// # Errors
    /// When there is none, it is not at rest, or the disk says no.
    pub fn remove(&self, job: u64) -> Result<(), Refusal> {
        {
            let mut table = self.shared.lock();
            let found = table.jobs.get(&job).ok_or_else(|| refuse(JobError::None { given: job }))?;
            if found.saved.state.is_active() || found.run.is_some() {
                return Err(refuse(JobError::NotNow { job }));
            }
            self.shared.store.remove(job).map_err(refuse)?;
            table.jobs.remove(&job);
        }
        self.shared.tell(job);
        Ok(())
    }

    /// Every job, the newest first.
    #[must_use]
    pub fn list(&self) -> Vec<JobView> {
        self.shared.lock().jobs.values().rev().map(|job| self.shared.view(job)).collect()
    }

    /// One job; nothing when there is none of this number.
    #[must_use]
    pub fn view(&self, job: u64) -> Option<JobView> {
        self.shared.lock().jobs.get(&job).map(|job| self.shared.view(job))
    }

    /// The chart of one training, or of several beside each other, as SVG of this width.
    ///
    /// # Errors
    /// When there is no such job, or none of them has anything to show yet.
    pub fn chart(&self, jobs: &[u64], width: Option<u32>, text: &Text) -> Result<String, Refusal> {
        let mut curves = Vec::new();
        for number in jobs {
            self.shared.recall(*number)?;
        }
        {
            let table = self.shared.lock();
            for number in jobs {
                let job = table.jobs.get(number).ok_or_else(|| refuse(JobError::None { given: *number }))?;
                if let Some(standing) = &job.standing {
                    return Ok(charts::contest(standing, width, text));
                }
                curves.extend(job.curve.clone().map(|curve| (job.saved.clone(), curve)));
            }
        }
        let first = jobs.first().copied().unwrap_or_default();
        charts::svg(&curves, width, text).ok_or_else(|| refuse(JobError::NotLearned { job: first }))
    }

    /// How a contest stands: who scored what against whom, with ratings and their intervals.
    ///
    /// # Errors
    /// When there is no such job, or no game of it is finished.
    pub fn table(&self, job: u64) -> Result<Map<String, Json>, Refusal> {
        self.shared.recall(job)?;
        let table = self.shared.lock();
        let found = table.jobs.get(&job).ok_or_else(|| refuse(JobError::None { given: job }))?;
        let standing = found.standing.as_ref().ok_or_else(|| refuse(JobError::NoGames {}))?;
        Ok(standing.table.clone())
    }

    /// Finished games of a contest, the newest first, from one on; and how many there are.
    ///
    /// # Errors
    /// When there is no such job, or its record cannot be read.
    pub fn games(&self, job: u64, from: u64) -> Result<(u64, Vec<GameLine>), Refusal> {
        playing::list(&self.folder_of(job)?, from)
    }

    /// One of these games.
    ///
    /// # Errors
    /// When there is no such job or game.
    pub fn game(&self, job: u64, id: i64) -> Result<PlayedGame, Refusal> {
        playing::game(&self.folder_of(job)?, id)
    }

    /// The report of a finished experiment as one page of HTML.
    ///
    /// # Errors
    /// When there is no such job, or it is not done.
    pub fn report(&self, job: u64, text: &Text) -> Result<String, Refusal> {
        let folder = self.folder_of(job)?;
        let view = self.view(job).filter(|job| job.state == State::Done);
        match view.map(|job| job.wanted) {
            Some(Wanted::Experiment(_)) => measuring::report(&folder, text),
            _ => Err(refuse(JobError::NoReport { job })),
        }
    }

    fn folder_of(&self, job: u64) -> Result<PathBuf, Refusal> {
        match self.view(job) {
            Some(_) => Ok(self.shared.store.folder_of(job)),
            None => Err(refuse(JobError::None { given: job })),
        }
    }

    /// Keeps the model of a job under a label.
    ///
    /// # Errors
    /// When there is no such job or model, another model has the label, or the disk says no.
    pub fn save_model(&self, job: u64, label: &Label) -> Result<(), Refusal> {
        let Shared { store, bounds, models, .. } = &*self.shared;
        let file = store.folder_of(job).join(MODEL);
        if self.view(job).ok_or_else(|| refuse(JobError::None { given: job }))?.has_model {
            models.keep(store, label, &file, bounds.models).map_err(refuse)?;
        } else {
            return Err(refuse(JobError::NotLearned { job }));
        }
        self.shared.change(job, |store, job| {
            job.saved.label = Some(label.clone());
            store.keep(&job.saved).map_err(refuse)
        })
    }

    /// The models that have a label.
    #[must_use]
    pub fn models(&self) -> Vec<ModelView> {
        self.shared.models.list(&self.shared.store)
    }

    /// The labels of those that play a board.
    #[must_use]
    pub fn models_for(&self, rules: Rules) -> Vec<String> {
        let rules = rules.to_string();
        let models = self.models().into_iter().filter(|model| model.rules == rules);
        models.map(|model| model.label.to_string()).collect()
    }

    /// Removes the model of a label.
    ///
    /// # Errors
    /// When there is none, or the disk says no.
    pub fn remove_model(&self, label: &Label) -> Result<(), Refusal> {
        self.shared.models.remove(&self.shared.store, label).map_err(refuse)
    }

    /// The agent that plays by the model of a label.
    ///
    /// # Errors
    /// When there is none.
    pub fn player(&self, label: &str) -> Result<AgentSpec, Refusal> {
        let label: Label = label.parse().map_err(refuse)?;
        self.shared.models.spec(&self.shared.store, &label)
    }

    /// Stops what runs, keeps what it has made, and waits until that is done. It goes on when the store is opened again.
    pub fn close(&self) {
        {
            let mut table = self.shared.lock();
            table.is_closed = true;
            for run in table.jobs.values().filter_map(|job| job.run.as_ref()) {
                run.stop.stop();
            }
        }
        self.shared.changed.notify_all();
        let threads = std::mem::take(&mut *self.threads.lock().unwrap_or_else(PoisonError::into_inner));
        for thread in threads {
            // A thread that panicked has told so already.
            let _ = thread.join();
        }
    }
}

impl Drop for Jobs {
    fn drop(&mut self) {
        self.close();
    }
}
