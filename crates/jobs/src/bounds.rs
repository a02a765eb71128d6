//! What jobs may use up.

use std::time::Duration;

use kinrow_session::Bounds;

/// What jobs may use up.
#[derive(Clone, Debug)]
pub struct JobBounds {
    /// Jobs that are kept, whatever their state.
    pub jobs: usize,
    /// Jobs that run at once; the others wait.
    pub at_once: usize,
    /// Threads of one job.
    pub workers: usize,
    /// Models that are kept by their labels.
    pub models: usize,
    /// Games of one contest.
    pub games: u64,
    /// What one move of a contest may cost.
    pub search: Bounds,
    /// How long a job may run, pauses left out.
    pub time: Duration,
    /// Memory of one job's learner, in megabytes.
    pub megabytes: u64,
    /// Disk for all jobs and models, in megabytes.
    pub disk_megabytes: u64,
}

impl Default for JobBounds {
    fn default() -> JobBounds {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        JobBounds {
            jobs: 100,
            at_once: 1,
            workers: cores.saturating_sub(1).max(1),
            models: 100,
            games: 100_000,
            search: Bounds::default(),
            time: Duration::from_secs(24 * 3600),
            megabytes: 1000,
            disk_megabytes: 5000,
        }
    }
}
