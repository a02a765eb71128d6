//! How fast work is done, by the clock of the thread that does it: other programs on the machine may take the processor
//! away in the middle, which is no fault of either side.

use std::time::Duration;

use anyhow::Result;
use rustix::time::{ClockId, clock_gettime};
use serde::Deserialize;

/// Work done, and the time it took.
#[derive(Clone, Copy, Debug, Deserialize)]
pub struct Measured {
    /// Pieces of work.
    pub count: u64,
    /// Processor time.
    pub seconds: f64,
}

impl Measured {
    /// Pieces of work a second.
    pub fn rate(self) -> f64 {
        self.count as f64 / self.seconds.max(1e-9)
    }
}

/// Does `work`, which returns how many pieces it did, until at least `time` has passed.
pub fn measure(time: Duration, mut work: impl FnMut() -> Result<u64>) -> Result<Measured> {
    let started = seconds();
    let mut count = 0;
    loop {
        count += work()?;
        let passed = seconds() - started;
        if passed >= time.as_secs_f64() {
            return Ok(Measured { count, seconds: passed });
        }
    }
}

fn seconds() -> f64 {
    let now = clock_gettime(ClockId::ThreadCPUTime);
    now.tv_sec as f64 + now.tv_nsec as f64 * 1e-9
}
