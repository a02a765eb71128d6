//! The threads of jobs: one takes a job after the other and does it, one tells what has changed.

use std::sync::PoisonError;
use std::time::{Duration, Instant};

use kinrow_agent::{Stop, catch_panic};

use crate::calm::be_calm;
use crate::error::JobError;
use crate::learning;
use crate::measuring;
use crate::news::News;
use crate::playing;
use crate::saved::{State, told};
use crate::table::{Run, Shared};
use crate::wanted::{Wanted, refuse};

/// A job tells of itself no more often than this.
const NEWS_EVERY: Duration = Duration::from_millis(100);
/// How often a running job's disk is looked at.
const WEIGH_EVERY: Duration = Duration::from_secs(5);
/// Searches of a look go deep.
pub(crate) const STACK_BYTES: usize = 64 << 20;

impl Shared {
    /// The life of the thread that tells.
    pub(crate) fn announce(&self, listener: &dyn Fn(u64)) {
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

    /// One thread's life: a job, and the next.
    pub(crate) fn work(&self) {
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
    pub(crate) fn perform(&self, number: u64, workers: &rayon::ThreadPool) {
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
            job.run = Some(Run { stop, then: None, since: now, from, weighed: now, left: None });
            Ok(())
        });
        if begun.is_err() {
            return;
        }
        let wanted = self.lock().jobs.get(&number).map(|job| job.saved.wanted.clone());
        let Some(wanted) = wanted else { return };
        let folder = self.store.folder_of(number);
        let mut hear = |news: News| self.hear(number, news);
        let done = workers.install(|| {
            catch_panic(|| match &wanted {
                Wanted::Train(learning) => learning::run(learning, &folder, &self.bounds, &stop, &mut hear),
                Wanted::Contest(playing) => {
                    let prepared = playing.prepare(&|text| self.find(text), &self.bounds)?;
                    playing::run(&prepared, &folder, self.bounds.workers, &stop, &mut hear)
                }
                Wanted::Experiment(measuring) => {
                    measuring::run(&measuring.prepare()?, &folder, self.bounds.workers, &stop, &mut hear)
                }
            })
        });
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
    pub(crate) fn hear(&self, number: u64, news: News) {
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
                News::Left(left) => {
                    if let Some(run) = &mut job.run {
                        run.left = left.map(|left| (now, left));
                    }
                }
                News::Standing(standing) => job.standing = Some(standing),
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
