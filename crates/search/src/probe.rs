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
pub(crate) struct Lines<M> {
    moves: Vec<Option<M>>,
    plies: Vec<Line>,
}

/// Where the line at a ply begins, and how long it is. The two differ in size, lest the compiler reads in one piece what it
/// has just written in two, which makes the processor wait.
#[derive(Clone, Copy, Debug)]
struct Line {
    row: u32,
    length: u16,
}

impl<M: Copy> Lines<M> {
    /// For a search of at most `depth` plies.
    pub(crate) fn new(depth: u32) -> Self {
        // The last ply has no moves; its row is there to be exchanged.
        let plies = (0..=depth).map(|ply| Line { row: ply * depth, length: 0 }).collect();
        Lines { moves: vec![None; ((depth + 1) * depth) as usize], plies }
    }

    /// The node at `ply` has no line yet.
    #[inline]
    pub(crate) fn clear(&mut self, ply: u32) {
        self.plies[ply as usize].length = 0;
    }

    /// The best line at `ply` is now `mv`, then the best line below it.
    #[inline]
    pub(crate) fn extend(&mut self, ply: u32, mv: M) {
        let [here, below] = &mut self.plies[ply as usize..][..2] else { unreachable!("a slice of two") };
        self.moves[below.row as usize + usize::from(below.length)] = Some(mv);
        (here.row, below.row) = (below.row, here.row);
        here.length = below.length + 1;
    }

    /// The best line at `ply`.
    pub(crate) fn at(&self, ply: u32) -> Vec<M> {
        let Line { row, length } = self.plies[ply as usize];
        self.moves[row as usize..][..length.into()].iter().rev().flatten().copied().collect()
    }
}
