//! What every depth-first search carries along: its budget, its statistics, the best line, and who listens.

use kinrow_agent::{Budget, Event, Limits, Report, Statistics, Stopped, Thinking, Value, Window};

use crate::score::{Distance, Gaps, Score};
use crate::teller::Teller;

/// The bookkeeping of one search, so that the algorithm itself stays as the textbook has it.
pub(crate) struct Probe<'a, 't, M> {
    budget: Budget,
    statistics: Statistics,
    thinking: &'a mut Thinking<'t, M>,
    teller: Teller,
    pub(crate) gaps: Gaps,
    pub(crate) distance: Distance,
    pub(crate) lines: Lines<M>,
}

impl<'a, 't, M: Copy> Probe<'a, 't, M> {
    /// For a search of at most `depth` plies.
    pub(crate) fn new(
        limits: &Limits,
        depth: u32,
        distance: Distance,
        thinking: &'a mut Thinking<'t, M>,
    ) -> Self {
        Probe {
            budget: Budget::of_nodes(limits, &thinking.stop),
            statistics: Statistics::default(),
            teller: Teller::new(thinking.observer.tree()),
            thinking,
            gaps: Gaps::default(),
            distance,
            lines: Lines::new(depth),
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
        self.teller.restart();
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
        self.teller.wants(ply)
    }

    /// Whether a listener wants to hear of any node.
    pub(crate) fn is_watched(&self) -> bool {
        self.teller.is_watched()
    }

    pub(crate) fn enter(&mut self, mv: Option<M>, window: Option<(Score, Score)>) {
        self.teller.count();
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

/// The best line below each ply of the path that is being searched: a triangular array, laid out row by row so that the
/// search's inner loop allocates nothing.
#[derive(Debug)]
pub(crate) struct Lines<M> {
    moves: Vec<Option<M>>,
    /// How long the line at each ply is; one entry more than there are plies.
    lengths: Vec<usize>,
}

impl<M: Copy> Lines<M> {
    /// For a search of at most `depth` plies.
    pub(crate) fn new(depth: u32) -> Self {
        let depth = depth as usize;
        Lines { moves: vec![None; (depth + 1) * depth], lengths: vec![0; depth + 2] }
    }

    fn depth(&self) -> usize {
        self.lengths.len() - 2
    }

    /// The node at `ply` has no line yet.
    #[inline]
    pub(crate) fn clear(&mut self, ply: u32) {
        self.lengths[ply as usize] = 0;
    }

    /// The best line at `ply` is now `mv`, then the best line below it.
    #[inline]
    pub(crate) fn extend(&mut self, ply: u32, mv: M) {
        let (ply, depth) = (ply as usize, self.depth());
        let (here, below) = (ply * depth, (ply + 1) * depth);
        let length = self.lengths[ply + 1];
        self.moves[here] = Some(mv);
        // By hand: the lines are short, and most of them empty.
        for i in 0..length {
            self.moves[here + 1 + i] = self.moves[below + i];
        }
        self.lengths[ply] = length + 1;
    }

    /// The best line at `ply`.
    pub(crate) fn at(&self, ply: u32) -> Vec<M> {
        let start = ply as usize * self.depth();
        self.moves[start..start + self.lengths[ply as usize]].iter().flatten().copied().collect()
    }
}
