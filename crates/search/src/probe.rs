//! What every depth-first search carries along: its budget, its statistics, the best line, and who listens.

use kinrow_agent::{Budget, Event, Limits, Report, Statistics, Stopped, Thinking, TreeLimits, Value, Window};

use crate::score::{Distance, Gaps, Score};

/// The bookkeeping of one search, so that the algorithm itself stays as the textbook has it.
pub(crate) struct Probe<'a, 't, M> {
    budget: Budget,
    statistics: Statistics,
    thinking: &'a mut Thinking<'t, M>,
    tree: Option<TreeLimits>,
    told: u32,
    pub(crate) gaps: Gaps,
    pub(crate) distance: Distance,
    pub(crate) lines: Lines<M>,
}

impl<'a, 't, M: Copy> Probe<'a, 't, M> {
    pub(crate) fn new(limits: &Limits, distance: Distance, thinking: &'a mut Thinking<'t, M>) -> Self {
        Probe {
            budget: Budget::of_nodes(limits, &thinking.stop),
            statistics: Statistics::default(),
            tree: thinking.observer.tree(),
            thinking,
            told: 0,
            gaps: Gaps::default(),
            distance,
            lines: Lines::default(),
        }
    }

    /// Counts a node, and asks whether there is time for it.
    #[inline]
    pub(crate) fn visit(&mut self, ply: u32) -> Result<(), Stopped> {
        self.budget.spend()?;
        self.statistics.depth = self.statistics.depth.max(ply);
        Ok(())
    }

    /// Counts a node without a search below.
    #[inline]
    pub(crate) fn leaf(&mut self, score: Score) -> Score {
        self.statistics.leaves += 1;
        score
    }

    /// Counts a node that was evaluated, not searched.
    #[inline]
    pub(crate) fn horizon(&mut self, points: i32) -> Score {
        self.gaps.horizon = true;
        self.leaf(Score::points(points))
    }

    pub(crate) fn cutoff(&mut self) {
        self.statistics.cutoffs += 1;
    }

    pub(crate) fn table_hit(&mut self) {
        self.statistics.table_hits += 1;
    }

    /// Begins another iteration: what it leaves out is its own.
    pub(crate) fn restart(&mut self) {
        self.gaps = Gaps::default();
        self.told = 0;
    }

    pub(crate) fn value(&self, score: Score) -> Value {
        score.to_value(self.distance, self.gaps)
    }

    pub(crate) fn statistics(&self) -> Statistics {
        Statistics { nodes: self.budget.spent(), time: self.budget.elapsed(), ..self.statistics }
    }

    /// Tells of a finished iteration.
    pub(crate) fn report(&mut self, value: Value, line: &[M]) {
        let statistics = self.statistics();
        self.thinking.observer.event(Event::Report(Report { value, line, statistics }));
    }

    /// Whether a listener wants to hear of a node at this ply.
    #[inline]
    pub(crate) fn is_told(&self, ply: u32) -> bool {
        self.tree.is_some_and(|tree| ply <= tree.depth && self.told < tree.nodes)
    }

    /// Whether a listener wants to hear of any node.
    pub(crate) fn is_watched(&self) -> bool {
        self.tree.is_some()
    }

    pub(crate) fn enter(&mut self, mv: Option<M>, window: Option<(Score, Score)>) {
        self.told += 1;
        let distance = self.distance;
        let window = window
            .map(|(alpha, beta)| Window { alpha: alpha.to_bound(distance), beta: beta.to_bound(distance) });
        self.thinking.observer.event(Event::Enter { mv, window });
    }

    pub(crate) fn leave(&mut self, score: Score, is_cut: bool, skipped: Vec<M>) {
        let value = self.value(score);
        self.thinking.observer.event(Event::Leave { value, is_cut, skipped, visits: None });
    }
}

/// The best line below each ply of the path that is being searched (a triangular array).
#[derive(Debug)]
pub(crate) struct Lines<M> {
    by_ply: Vec<Vec<M>>,
}

impl<M> Default for Lines<M> {
    fn default() -> Self {
        Lines { by_ply: Vec::new() }
    }
}

impl<M: Copy> Lines<M> {
    /// The node at `ply` has no line yet.
    #[inline]
    pub(crate) fn clear(&mut self, ply: u32) {
        let ply = ply as usize;
        while self.by_ply.len() < ply + 2 {
            self.by_ply.push(Vec::new());
        }
        self.by_ply[ply].clear();
    }

    /// The best line at `ply` is now `mv`, then the best line below it.
    #[inline]
    pub(crate) fn extend(&mut self, ply: u32, mv: M) {
        let (above, below) = self.by_ply.split_at_mut(ply as usize + 1);
        if let (Some(line), Some(rest)) = (above.last_mut(), below.first()) {
            line.clear();
            line.push(mv);
            line.extend_from_slice(rest);
        }
    }

    pub(crate) fn at(&self, ply: u32) -> &[M] {
        self.by_ply.get(ply as usize).map_or(&[], Vec::as_slice)
    }
}
