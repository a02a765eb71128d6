//! How long a run will take: what its author measured, corrected by the speed of this machine, and by what has been seen so far.

use std::time::{Duration, Instant};

use kinrow_agent::{Limits, Seed, ask};
use kinrow_game::Position;

use super::file::Experiment;
use super::plan::Task;
use kinrow_players::catalogue;

/// What walking the 549,946 nodes of 3x3x3 took, in seconds, on the machine that the built-in experiments were measured on.
const REFERENCE: f64 = 0.0055;

/// How fast this machine is compared with that one: 2 is twice as fast. The best of a few tries, since a machine is at times busy
/// with something else.
#[must_use]
pub fn speed() -> f64 {
    let spec = "minimax".parse().expect("minimax is in the catalogue");
    let position = Position::new("3x3x3".parse().expect("a board"));
    let Ok(mut agent) = catalogue::build(&spec, Seed(0)) else { return 1.0 };
    let mut once = || {
        let started = Instant::now();
        let decision = ask(&mut *agent, &position, &Limits::NONE);
        decision.map(|_| started.elapsed().as_secs_f64()).unwrap_or(REFERENCE)
    };
    let best = (0..5).map(|_| once()).fold(f64::INFINITY, f64::min);
    REFERENCE / best.max(1e-6)
}

/// Time as it is expected, task by task.
#[derive(Clone, Debug)]
pub(super) struct Estimate {
    /// Seconds of work of each task; without what the author measured, only ratios mean something.
    expected: Vec<f64>,
    is_known: bool,
    is_done: Vec<bool>,
    workers: f64,
    /// Of the tasks that were timed: what was expected, and what it was.
    seen: [f64; 2],
}

impl Estimate {
    pub fn new(experiment: &Experiment, tasks: &[Task], workers: usize, speed: f64) -> Estimate {
        let efforts: Vec<f64> = (0..experiment.measures.len())
            .map(|number| tasks.iter().filter(|task| task.measure == number).map(|task| task.effort).sum())
            .collect();
        let is_known = experiment.seconds().is_some();
        let expected = tasks
            .iter()
            .map(|task| {
                let share = task.effort / efforts[task.measure].max(1e-9);
                match experiment.measures[task.measure].seconds {
                    Some(seconds) if is_known => share * seconds / speed,
                    _ => task.effort,
                }
            })
            .collect();
        let is_done = vec![false; tasks.len()];
        // More threads than the machine runs at once do not make it faster.
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        Estimate { expected, is_known, is_done, workers: workers.clamp(1, cores) as f64, seen: [0.0; 2] }
    }

    /// A task is done, and took so long.
    pub fn finish(&mut self, task: usize, time: Option<Duration>) {
        self.is_done[task] = true;
        if let Some(time) = time {
            self.seen[0] += self.expected[task];
            self.seen[1] += time.as_secs_f64();
        }
    }

    fn sum(&self, is_done: bool) -> f64 {
        self.expected
            .iter()
            .zip(&self.is_done)
            .filter(|(_, done)| **done == is_done)
            .map(|(time, _)| time)
            .sum()
    }

    /// The part of the work that is done.
    pub fn part(&self) -> f64 {
        let (done, open) = (self.sum(true), self.sum(false));
        if done + open > 0.0 { done / (done + open) } else { 1.0 }
    }

    /// How long the rest takes. What was expected counts like ten seconds of what was seen.
    pub fn left(&self) -> Option<Duration> {
        let open = self.sum(false);
        let [expected, took] = self.seen;
        let correction = match self.is_known {
            true => (took + 10.0) / (expected + 10.0),
            false if took > 0.0 => took / expected.max(1e-9),
            false => return None,
        };
        Some(Duration::from_secs_f64((open * correction / self.workers).min(1e9)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn estimate(is_known: bool) -> Estimate {
        Estimate {
            expected: vec![10.0, 30.0, 60.0],
            is_known,
            is_done: vec![false; 3],
            workers: 2.0,
            seen: [0.0; 2],
        }
    }

    #[test]
    fn what_is_seen_corrects_what_was_expected() {
        let mut known = estimate(true);
        assert_eq!(known.left(), Some(Duration::from_secs(50)));
        known.finish(1, Some(Duration::from_secs(70)));
        assert_eq!(known.left(), Some(Duration::from_secs(70)), "twice as slow as expected");
        assert!((known.part() - 0.3).abs() < 1e-9);
        known.finish(0, None);
        known.finish(2, None);
        assert_eq!((known.left(), known.part()), (Some(Duration::ZERO), 1.0));
    }

    #[test]
    fn nothing_is_promised_before_anything_is_known() {
        let mut unknown = estimate(false);
        assert_eq!(unknown.left(), None);
        unknown.finish(0, Some(Duration::from_secs(1)));
        assert_eq!(unknown.left(), Some(Duration::from_secs_f64(4.5)));
    }
}
