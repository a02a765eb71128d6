//! How long a task takes: processor time, which other programs hardly change, and wall time, which they do.

use std::time::{Duration, Instant};

use super::cell::Cell;
use super::table::Row;

/// What this thread has spent on the processor; `None` where the system does not tell.
pub(super) fn processor_time() -> Option<Duration> {
    #[cfg(unix)]
    {
        let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
        let (seconds, nanoseconds) = (u64::try_from(time.tv_sec).ok()?, u32::try_from(time.tv_nsec).ok()?);
        Some(Duration::new(seconds, nanoseconds))
    }
    #[cfg(not(unix))]
    None
}

/// A clock that was started.
pub(super) struct Clock {
    wall: Instant,
    processor: Option<Duration>,
}

/// What a clock says.
#[derive(Clone, Copy, Debug)]
pub(super) struct Spent {
    /// Wall time.
    pub wall: Duration,
    /// Processor time of the thread that was asked.
    pub processor: Option<Duration>,
}

impl Clock {
    pub fn start() -> Clock {
        Clock { wall: Instant::now(), processor: processor_time() }
    }

    /// On the thread that started it.
    pub fn read(&self) -> Spent {
        let processor = self.processor.zip(processor_time()).map(|(from, to)| to.saturating_sub(from));
        Spent { wall: self.wall.elapsed(), processor }
    }
}

impl Spent {
    /// As cells of a row.
    pub fn cells(self) -> Row {
        let processor = self.processor.map_or(Cell::Missing, milliseconds);
        vec![("cpu_ms".into(), processor), ("time_ms".into(), milliseconds(self.wall))]
    }
}

/// Milliseconds, to the microsecond.
pub(super) fn milliseconds(time: Duration) -> Cell {
    Cell::real(time.as_micros() as f64 / 1000.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Sleeping passes on the wall and not on the processor.
    #[test]
    fn processor_time_is_not_wall_time() {
        let clock = Clock::start();
        std::thread::sleep(Duration::from_millis(50));
        let spent = clock.read();
        assert!(spent.wall >= Duration::from_millis(50));
        if let Some(processor) = spent.processor {
            assert!(processor < Duration::from_millis(40), "{processor:?}");
        }
    }
}
