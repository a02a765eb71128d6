//! The jobs of the program: who waits, who runs, and what becomes of those that are told to stop. Whatever changes is on disk before
//! anybody is told of it, so that a program that ends, however it ends, goes on where it was.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::path::Path;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use kinrow_agent::{Stop, catch_panic};
use kinrow_game::Rules;
use kinrow_players::AgentSpec;
use kinrow_text::Text;

use crate::bounds::JobBounds;
use crate::calm::be_calm;
use crate::charts;
use crate::error::JobError;
use crate::label::Label;
use crate::learning::{self, Curve, MODEL, News};
use crate::models::Models;
use crate::saved::{FORMAT, Progress, Saved, State, Told, told};
use crate::store::{Store, StoreError};
use crate::view::{JobView, ModelView};
use crate::wanted::{Refusal, Wanted, refuse};

/// A job tells of itself no more often than this.
const NEWS_EVERY: Duration = Duration::from_millis(100);
/// How often a running job's disk is looked at.
const WEIGH_EVERY: Duration = Duration::from_secs(5);
/// Searches of a look go deep.
const STACK_BYTES: usize = 64 << 20;

/// All jobs, with the threads that do them.
pub struct Jobs {
    shared: Arc<Shared>,
    threads: Mutex<Vec<JoinHandle<()>>>,
}

struct Shared {
    store: Store,
    bounds: JobBounds,
    models: Models,
    table: Mutex<Table>,
    changed: Condvar,
}

struct Table {
    jobs: BTreeMap<u64, Job>,
    next: u64,
    /// Jobs that have changed since it was last told.
    news: BTreeSet<u64>,
    is_closed: bool,
}

struct Job {
    saved: Saved,
    curve: Option<Curve>,
    /// While it runs.
    run: Option<Run>,
}

/// A job that is being done.
struct Run {
    stop: Stop,
    /// How it shall stand when it has stopped; nothing: as it was, since the program ends.
    then: Option<(State, Option<Told>)>,
    since: Instant,
    /// How far it was when it began.
    from: u64,
    weighed: Instant,
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
            (saved.number, Job { saved, curve, run: None })
        });
        let table = Table { jobs: jobs.collect(), next, news: BTreeSet::new(), is_closed: false };
        let shared = Arc::new(Shared {
            store,
            bounds,
            models: Models::default(),
            table: Mutex::new(table),
            changed: Condvar::new(),
        });
        let threads = (0..bounds.at_once.max(1)).filter_map(|_| {
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
        let Wanted::Train(learning) = &wanted;
        learning.check(bounds)?;
        if store.bytes() > bounds.disk_megabytes.saturating_mul(1_000_000) {
            return Err(refuse(JobError::Disk { most: bounds.disk_megabytes }));
        }
        let progress = Progress { done: 0, of: learning.goal };
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
            table.jobs.insert(number, Job { saved, curve: None, run: None });
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
        {
            let table = self.shared.lock();
            for number in jobs {
                let job = table.jobs.get(number).ok_or_else(|| refuse(JobError::None { given: *number }))?;
                curves.extend(job.curve.clone().map(|curve| (job.saved.clone(), curve)));
            }
        }
        let first = jobs.first().copied().unwrap_or_default();
        charts::svg(&curves, width, text).ok_or_else(|| refuse(JobError::NotLearned { job: first }))
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

impl Shared {
    fn lock(&self) -> MutexGuard<'_, Table> {
        self.table.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A job has changed.
    fn tell(&self, job: u64) {
        self.lock().news.insert(job);
        self.changed.notify_all();
    }

    /// The life of the thread that tells.
    fn announce(&self, listener: &dyn Fn(u64)) {
        let mut table = self.lock();
        while !table.is_closed {
            if table.news.is_empty() {
                table = self.changed.wait(table).unwrap_or_else(PoisonError::into_inner);
                continue;
            }
            let news = std::mem::take(&mut table.news);
            drop(table);
            for job in news {
                listener(job);
            }
            std::thread::sleep(NEWS_EVERY);
            table = self.lock();
        }
    }

    fn change(
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
    fn end(&self, number: u64, state: State) -> Result<(), Refusal> {
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

    fn view(&self, job: &Job) -> JobView {
        let Saved { number, wanted, state, progress, asked, spent_ms, failure, label, .. } =
            job.saved.clone();
        let now = job.run.as_ref().map(|run| (run.since.elapsed().as_millis() as u64, run.from));
        let left_ms = now.and_then(|(ran, from)| {
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
            drawn: job.curve.as_ref().map_or(0, Curve::looks),
            strength: job.curve.as_ref().and_then(|curve| last(curve.strength())),
            lost: job.curve.as_ref().and_then(|curve| last(curve.lost())),
            audit: job.curve.as_ref().and_then(Curve::audit),
        }
    }

    /// One thread's life: a job, and the next.
    fn work(&self) {
        be_calm();
        // What a training computes side by side stays within its threads, and those are calm as well.
        let workers =
            rayon::ThreadPoolBuilder::new().num_threads(self.bounds.workers).stack_size(STACK_BYTES);
        let Ok(workers) = workers.build() else { return };
        let mut table = self.lock();
        while !table.is_closed {
            let next = table.jobs.values().find(|job| job.saved.state == State::Queued);
            let Some(number) = next.map(|job| job.saved.number) else {
                table = self.changed.wait(table).unwrap_or_else(PoisonError::into_inner);
                continue;
            };
            drop(table);
            self.perform(number, &workers);
            table = self.lock();
        }
    }

    /// Does one job until it ends or is stopped.
    fn perform(&self, number: u64, workers: &rayon::ThreadPool) {
        let stop = Stop::new();
        let begun = self.change(number, |store, job| {
            // Another thread may have taken it.
            if job.saved.state != State::Queued {
                return Err(refuse(JobError::NotNow { job: number }));
            }
            job.saved.state = State::Running;
            if let Err(error) = store.keep(&job.saved) {
                (job.saved.state, job.saved.failure) = (State::Failed, Some(told(&error)));
                return Err(refuse(error));
            }
            let (now, from) = (Instant::now(), job.saved.progress.done);
            let stop = stop.clone();
            job.run = Some(Run { stop, then: None, since: now, from, weighed: now });
            Ok(())
        });
        if begun.is_err() {
            return;
        }
        let wanted = self.lock().jobs.get(&number).map(|job| job.saved.wanted.clone());
        let Some(Wanted::Train(learning)) = wanted else { return };
        let folder = self.store.folder_of(number);
        let mut hear = |news: News| self.hear(number, news);
        let done = workers
            .install(|| catch_panic(|| learning::run(&learning, &folder, &self.bounds, &stop, &mut hear)));
        let done = done
            .unwrap_or_else(|panicked| Err(refuse(JobError::Failed { why: panicked.to_string() })))
            .map_err(|refusal| told(&*refusal));
        let _ = self.change(number, |store, job| {
            let run = job.run.take();
            job.saved.spent_ms += run.as_ref().map_or(0, |run| run.since.elapsed().as_millis() as u64);
            let (state, failure) = match (done, run.and_then(|run| run.then)) {
                (Ok(true), _) => (State::Done, None),
                (Ok(false), Some(then)) => then,
                // The program ends, and takes it up again when it comes back.
                (Ok(false), None) => (State::Queued, None),
                (Err(failure), _) => (State::Failed, Some(failure)),
            };
            (job.saved.state, job.saved.failure) = (state, failure);
            store.keep(&job.saved).map_err(refuse)
        });
    }

    /// Takes in what a running job tells, and ends it where it has used up what it may.
    fn hear(&self, number: u64, news: News) {
        let now = Instant::now();
        {
            let mut table = self.lock();
            let Some(job) = table.jobs.get_mut(&number) else { return };
            match news {
                News::Progress(progress) => job.saved.progress = progress,
                News::Curve(curve) => {
                    job.curve = Some(curve);
                    // It is written again at the end; what fails now is told then.
                    let _ = self.store.keep(&job.saved);
                }
            }
            let before = Duration::from_millis(job.saved.spent_ms);
            let Some(run) = &mut job.run else { return };
            let mut over = None;
            if before + run.since.elapsed() >= self.bounds.time {
                over = Some(JobError::Time { hours: self.bounds.time.as_secs() / 3600 });
            }
            if now.duration_since(run.weighed) >= WEIGH_EVERY {
                run.weighed = now;
                if self.store.bytes() > self.bounds.disk_megabytes.saturating_mul(1_000_000) {
                    over = Some(JobError::Disk { most: self.bounds.disk_megabytes });
                }
            }
            if let Some(error) = over.filter(|_| run.then.is_none()) {
                run.then = Some((State::Stopped, Some(told(&error))));
                run.stop.stop();
            }
        }
        self.tell(number);
    }
}
