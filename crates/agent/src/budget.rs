//! Counts what a search spends, and tells it when to stop: the one place where limits, clock and stop flag are polled.

use std::time::Duration;

use crate::{Limits, Moment, Stop};

/// The search must end now and answer with what it has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stopped;

/// What one decision may spend, and has spent.
#[derive(Debug)]
pub struct Budget {
    most: u64,
    /// Nothing but a counter is looked at until this many are spent, of which so many are left.
    next_poll: u64,
    left: u64,
    poll_every: u64,
    started: Moment,
    time: Option<Duration>,
    stop: Stop,
}

impl Budget {
    /// For a search that counts nodes. The clock and the flag are polled every 256 of them: microseconds apart.
    #[must_use]
    pub fn of_nodes(limits: &Limits, stop: &Stop) -> Budget {
        Budget::new(limits.nodes, 256, limits, stop)
    }

    /// For a search that counts playouts, which take longer.
    #[must_use]
    pub fn of_playouts(limits: &Limits, stop: &Stop) -> Budget {
        Budget::new(limits.playouts, 8, limits, stop)
    }

    /// For work that nobody limits or stops.
    #[must_use]
    pub fn unlimited() -> Budget {
        Budget::of_nodes(&Limits::NONE, &Stop::new())
    }

    fn new(most: Option<u64>, poll_every: u64, limits: &Limits, stop: &Stop) -> Budget {
        let most = most.unwrap_or(u64::MAX);
        Budget {
            most,
            next_poll: 1,
            left: 1,
            poll_every,
            started: Moment::now(),
            time: limits.time,
            stop: stop.clone(),
        }
    }

    /// Spends one node or playout.
    ///
    /// # Errors
    /// [`Stopped`] when none is left, the time is over, or someone said stop.
    #[inline]
    pub fn spend(&mut self) -> Result<(), Stopped> {
        self.left -= 1;
        if self.left > 0 {
            return Ok(());
        }
        self.left = 1;
        self.poll(1)
    }

    /// Spends many at once, or none.
    ///
    /// # Errors
    /// As [`Budget::spend`], when not all of them are left.
    pub fn spend_many(&mut self, count: u64) -> Result<(), Stopped> {
        if count < self.left {
            self.left -= count;
            return Ok(());
        }
        self.poll(count)
    }

    /// Spends `count` unless it is time to stop.
    #[cold]
    fn poll(&mut self, count: u64) -> Result<(), Stopped> {
        let is_late = self.time.is_some_and(|time| self.started.elapsed() >= time);
        let spent = self.spent().saturating_add(count);
        if spent > self.most || is_late || self.stop.is_stopped() {
            return Err(Stopped);
        }
        self.next_poll = spent.saturating_add(self.poll_every).min(self.most.saturating_add(1));
        self.left = self.next_poll - spent;
        Ok(())
    }

    /// Nodes or playouts spent.
    #[must_use]
    pub fn spent(&self) -> u64 {
        self.next_poll - self.left
    }

    /// Time since the search began.
    #[must_use]
    pub fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_count_is_kept_to_the_last_one() {
        for most in [1, 2, 255, 256, 257, 1000] {
            let limits = Limits { nodes: Some(most), ..Limits::NONE };
            let mut budget = Budget::of_nodes(&limits, &Stop::new());
            let spent = std::iter::repeat_with(|| budget.spend()).take_while(Result::is_ok).count() as u64;
            assert_eq!((spent, budget.spent()), (most, most));
            assert_eq!(budget.spend(), Err(Stopped), "and stays kept");
            let mut budget = Budget::of_nodes(&limits, &Stop::new());
            let spent =
                std::iter::repeat_with(|| budget.spend_many(7)).take_while(Result::is_ok).count() as u64;
            assert_eq!((spent, budget.spent()), (most / 7, most / 7 * 7));
        }
    }

    #[test]
    fn a_stop_and_a_clock_are_seen_within_one_poll() {
        let stop = Stop::new();
        let mut budget = Budget::of_nodes(&Limits::NONE, &stop.child());
        assert_eq!(budget.spend(), Ok(()));
        stop.stop();
        assert!((0..256).any(|_| budget.spend().is_err()));
        let limits = Limits { time: Some(Duration::ZERO), ..Limits::NONE };
        assert_eq!(Budget::of_nodes(&limits, &Stop::new()).spend(), Err(Stopped));
    }
}
