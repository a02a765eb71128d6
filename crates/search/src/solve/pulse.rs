//! What a search spends, and whom it tells: the budget, and a report now and then.

use std::time::Duration;

use kinrow_agent::{Budget, Event, Limits, Question, Report, Statistics, Stop, Stopped, Thinking, Value};
use kinrow_game::Point;

/// Nodes between two looks at the clock, and the time between two reports.
const REPORT_NODES: u64 = 4096;
const REPORT_TIME: Duration = Duration::from_millis(200);

/// The budget of one searcher, and its counts.
pub(super) struct Pulse<'a, 'o> {
    budget: Budget,
    /// Who hears of it: nobody, in a helper.
    thinking: Option<&'a mut Thinking<'o, Point>>,
    counted: Statistics,
    reported: Duration,
}

impl<'a, 'o> Pulse<'a, 'o> {
    /// For the search that somebody asked for.
    pub(super) fn new(limits: &Limits, thinking: &'a mut Thinking<'o, Point>) -> Self {
        Pulse {
            budget: Budget::of_nodes(limits, &thinking.stop),
            thinking: Some(thinking),
            counted: Statistics::default(),
            reported: Duration::ZERO,
        }
    }

    /// For a helper, who is stopped with `stop`.
    pub(super) fn quiet(limits: &Limits, stop: &Stop) -> Self {
        Pulse {
            budget: Budget::of_nodes(limits, stop),
            thinking: None,
            counted: Statistics::default(),
            reported: Duration::ZERO,
        }
    }

    /// Spends a node.
    ///
    /// # Errors
    /// [`Stopped`] when none is left, the time is over, or someone said stop.
    #[inline]
    pub(super) fn visit(&mut self) -> Result<(), Stopped> {
        self.budget.spend()?;
        if self.budget.spent().is_multiple_of(REPORT_NODES) {
            self.report();
        }
        Ok(())
    }

    /// Nodes spent.
    #[inline]
    pub(super) fn nodes(&self) -> u64 {
        self.budget.spent()
    }

    /// Counts a node that was settled without a search below.
    #[inline]
    pub(super) fn leaf(&mut self) {
        self.counted.leaves += 1;
    }

    /// Counts a node that the table settled.
    #[inline]
    pub(super) fn hit(&mut self) {
        self.counted.table_hits += 1;
    }

    /// Counts a node that was left with moves untried.
    #[inline]
    pub(super) fn cutoff(&mut self) {
        self.counted.cutoffs += 1;
    }

    /// Takes notice of a ply that was reached.
    #[inline]
    pub(super) fn reach(&mut self, ply: u32) {
        self.counted.depth = self.counted.depth.max(ply);
    }

    /// Tells which question comes next.
    pub(super) fn tell(&mut self, question: Question) {
        if let Some(thinking) = &mut self.thinking {
            thinking.observer.event(Event::Question(question));
        }
    }

    /// Adds what somebody else spent.
    pub(super) fn add(&mut self, other: &Statistics) {
        self.counted.nodes += other.nodes;
        self.counted.leaves += other.leaves;
        self.counted.table_hits += other.table_hits;
        self.counted.cutoffs += other.cutoffs;
        self.reach(other.depth);
    }

    /// What was spent so far.
    pub(super) fn statistics(&self) -> Statistics {
        let nodes = self.counted.nodes + self.budget.spent();
        Statistics { nodes, time: self.budget.elapsed(), ..self.counted }
    }

    #[cold]
    fn report(&mut self) {
        let time = self.budget.elapsed();
        if time < self.reported + REPORT_TIME {
            return;
        }
        self.reported = time;
        let statistics = self.statistics();
        if let Some(thinking) = &mut self.thinking {
            let report = Report { value: Value::Unknown, line: &[], best: &[], statistics };
            thinking.observer.event(Event::Report(report));
        }
    }
}
