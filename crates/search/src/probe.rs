//! What every depth-first search carries along: its budget, its statistics, the best line, and who listens.

use kinrow_agent::{Budget, Event, Limits, Report, Statistics, Stopped, Thinking, Value, Window};

use crate::score::{Distance, Gaps, Score};
use crate::teller::Teller;

/// The bookkeeping of one search, so that the algorithm itself stays as the textbook has it.
///
/// `QUIET` is the common case compiled apart: nobody wants to hear of nodes, distances count, and the number of nodes is not
/// limited. A node then asks for none of it, and leaves, which are many, are counted without a look at the budget.
pub(crate) struct Probe<'a, 't, M, const QUIET: bool = false> {
    budget: Budget,
    statistics: Statistics,
    thinking: &'a mut Thinking<'t, M>,
    teller: Teller,
    pub(crate) gaps: Gaps,
    pub(crate) distance: Distance,
    pub(crate) lines: BestLines<M>,
    /// How far this iteration looks ahead.
    depth: usize,
    /// Leaves at each ply: one counter tells how many there are and how deep they lie.
    leaves: [u64; MOST_PLIES + 2],
}

impl<'a, 't, M: Copy, const QUIET: bool> Probe<'a, 't, M, QUIET> {
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
            lines: BestLines::new(depth),
            depth: depth as usize,
            leaves: [0; MOST_PLIES + 2],
        }
    }

    /// Counts a node, and asks whether there is time for it.
    #[inline]
    pub(crate) fn visit(&mut self, ply: usize) -> Result<(), Stopped> {
        match self.budget.spend() {
            Ok(()) => Ok(()),
            Err(stopped) => Err(self.stop_above(ply, stopped)),
        }
    }

    /// The nodes above `ply` were visited, though perhaps no leaf below them.
    #[cold]
    #[inline(never)]
    fn stop_above(&mut self, ply: usize, stopped: Stopped) -> Stopped {
        self.reach(ply.saturating_sub(1));
        stopped
    }

    /// Notes that a node at `ply` was visited that is no leaf and has none below.
    fn reach(&mut self, ply: usize) {
        self.statistics.depth = self.statistics.depth.max(ply as u32);
    }

    /// Whether the search ends at this ply, if the game does not end before.
    #[inline]
    pub(crate) fn is_cutoff(&self, ply: usize) -> bool {
        ply == self.depth
    }

    /// Counts a node without a search below.
    #[inline]
    pub(crate) fn leaf(&mut self, ply: usize, score: Score) -> Score {
        self.leaves[ply] += 1;
        score
    }

    /// Counts a node that was evaluated, not searched.
    #[inline]
    pub(crate) fn horizon(&mut self, ply: usize, points: i32) -> Score {
        self.gaps.horizon = true;
        self.leaf(ply, Score::points(points))
    }

    /// Visits a node that is one for sure, and so has no line.
    #[inline]
    pub(crate) fn visit_leaf(&mut self, ply: usize, score: Score) -> Result<Score, Stopped> {
        if !QUIET {
            self.visit(ply)?;
        }
        self.lines.clear(ply);
        Ok(self.leaf(ply, score))
    }

    /// The same for a node that is evaluated.
    #[inline]
    pub(crate) fn visit_horizon(&mut self, ply: usize, points: i32) -> Result<Score, Stopped> {
        self.gaps.horizon = true;
        self.visit_leaf(ply, Score::points(points))
    }

    pub(crate) fn cutoff(&mut self) {
        self.statistics.cutoffs += 1;
    }

    pub(crate) fn table_hit(&mut self, ply: usize) {
        self.reach(ply);
        self.statistics.table_hits += 1;
    }

    /// Begins another iteration: what it leaves out is its own.
    pub(crate) fn restart(&mut self, depth: u32) {
        self.depth = depth as usize;
        self.gaps = Gaps::default();
        self.teller.restart();
    }

    pub(crate) fn value(&self, score: Score) -> Value {
        score.to_value(self.distance, self.gaps)
    }

    pub(crate) fn statistics(&self) -> Statistics {
        let deepest_leaf = self.leaves.iter().rposition(|&leaves| leaves > 0).unwrap_or(0);
        let leaves = self.leaves.iter().sum();
        Statistics {
            nodes: self.budget.spent() + if QUIET { leaves } else { 0 },
            leaves,
            depth: self.statistics.depth.max(deepest_leaf as u32),
            time: self.budget.elapsed(),
            ..self.statistics
        }
    }

    /// Tells of a finished iteration.
    pub(crate) fn report(&mut self, value: Value, line: &[M]) {
        let statistics = self.statistics();
        self.thinking.observer.event(Event::Report(Report { value, line, best: &[], statistics }));
    }

    /// Whether a listener wants to hear of a node at this ply.
    #[inline]
    pub(crate) fn is_told(&self, ply: usize) -> bool {
        !QUIET && self.teller.wants(ply as u32)
    }

    /// A score as the parent of its node sees it.
    #[inline]
    pub(crate) fn for_parent(&self, score: Score) -> Score {
        score.for_parent(if QUIET { Distance::Counted } else { self.distance })
    }

    /// Whether a listener wants to hear of any node.
    pub(crate) fn is_watched(&self) -> bool {
        self.teller.is_watched()
    }

    #[cold]
    pub(crate) fn enter(&mut self, mv: Option<M>, window: Option<(Score, Score)>) {
        self.teller.count();
        let distance = self.distance;
        let window = window
            .map(|(alpha, beta)| Window { alpha: alpha.to_bound(distance), beta: beta.to_bound(distance) });
        self.thinking.observer.event(Event::Enter { mv, window });
    }

    #[cold]
    pub(crate) fn leave(&mut self, score: Score, is_cut: bool, skipped: Vec<M>) {
        let value = self.value(score);
        self.thinking.observer.event(Event::Leave { value, is_cut, skipped, visits: None });
    }
}

/// The best line below each ply of the path that is being searched.
///
/// A line is kept back to front, so that the line below becomes the better part of the line here without a copy: the two
/// plies exchange their rows, and the move is put at the end.
#[derive(Debug)]
pub(crate) struct BestLines<M> {
    /// A row for each ply, made when the first move is put there.
    moves: Vec<M>,
    depth: u32,
    plies: [Line; MOST_PLIES + 2],
}

/// No game on a board is longer; of other games, no search looks further ahead.
pub(crate) const MOST_PLIES: usize = 400;

/// Where the line at a ply begins, and how long it is. The two differ in size, lest the compiler reads in one piece what it
/// has just written in two, which makes the processor wait.
#[derive(Clone, Copy, Debug)]
struct Line {
    row: u32,
    length: u16,
}

impl<M: Copy> BestLines<M> {
    /// For a search of at most `depth` plies.
    pub(crate) fn new(depth: u32) -> Self {
        let row = |ply| Line { row: ply as u32 * depth, length: 0 };
        BestLines { moves: Vec::new(), depth, plies: std::array::from_fn(row) }
    }

    /// The node at `ply` has no line yet.
    #[inline]
    pub(crate) fn clear(&mut self, ply: usize) {
        self.plies[ply].length = 0;
    }

    /// The best line at `ply` is now `mv`, then the best line below it.
    #[inline]
    pub(crate) fn extend(&mut self, ply: usize, mv: M) {
        assert!(ply <= MOST_PLIES, "no search goes deeper");
        let (here, below) = (ply, ply + 1);
        let Line { row, length } = self.plies[below];
        match self.moves.get_mut(row as usize + usize::from(length)) {
            Some(end) => *end = mv,
            None => self.make_rows(mv),
        }
        self.plies[below].row = self.plies[here].row;
        self.plies[here] = Line { row, length: length + 1 };
    }

    #[cold]
    #[inline(never)]
    fn make_rows(&mut self, first: M) {
        self.moves = vec![first; (self.depth * (self.depth + 1)) as usize];
    }

    /// The best line at `ply`.
    pub(crate) fn at(&self, ply: usize) -> Vec<M> {
        let Line { row, length } = self.plies[ply];
        self.moves[row as usize..][..length.into()].iter().rev().copied().collect()
    }
}
