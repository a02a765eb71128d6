//! Alpha-beta: minimax's answer without looking at what cannot change it.
//!
//! Knuth and Moore (1975), in negamax form, fail-soft. `alpha` is what the side to move is sure of elsewhere, `beta` what
//! its opponent is sure of: a position worth beta or more will be avoided, so its other moves need no look. What comes
//! back from a cut node is a bound, not a value; a bound never breaks a tie and never enters a line.

mod options;

use kinrow_agent::{Agent, AgentError, Decision, Limits, RatedMoves, Stopped, Thinking};

pub use self::options::AlphaBetaOptions;
use crate::feasible::{near_nodes, refuse_too_large, tree_nodes};
use crate::knowledge::Knowledge;
use crate::order::Sorter;
use crate::probe::Probe;
use crate::root::{DepthFirst, Root, decide};
use crate::score::Score;
use crate::transposition::{Bound, Entry, TranspositionTable};

/// An agent that plays by alpha-beta.
#[derive(Debug)]
pub struct AlphaBeta<M> {
    options: AlphaBetaOptions,
    spec: String,
    table: Option<TranspositionTable<M>>,
    sorter: Sorter,
    /// The moves of all nodes on the path, end to end: no allocation in a node.
    moves: Vec<M>,
    /// The moves that the node left last was spared by a cut; kept only when somebody listens.
    skipped: Option<Vec<M>>,
}

/// The window of a node, with how far to look and how deep it lies.
#[derive(Clone, Copy)]
struct Node {
    depth: u32,
    ply: usize,
    alpha: Score,
    beta: Score,
}

impl<M: Copy + PartialEq> AlphaBeta<M> {
    /// With options, and the spec that names them.
    #[must_use]
    pub fn new(options: AlphaBetaOptions, spec: String) -> AlphaBeta<M> {
        let table = options.table.then(TranspositionTable::default);
        AlphaBeta {
            options,
            spec,
            table,
            sorter: Sorter::new(options.order),
            moves: Vec::new(),
            skipped: None,
        }
    }

    /// The value of `position` for the side to move if it lies between alpha and beta; else a bound beyond the nearer one.
    fn value<G: Knowledge<Move = M>>(
        &mut self,
        position: &G,
        node: Node,
        probe: &mut Probe<'_, '_, M>,
    ) -> Result<Score, Stopped> {
        debug_assert!(node.alpha < node.beta, "an empty window would cut before the first move is known");
        probe.visit(node.ply)?;
        probe.lines.clear(node.ply);
        if let Some(outcome) = position.outcome() {
            return Ok(probe.leaf(node.ply, position.score(outcome)));
        }
        if node.depth == 0 {
            return Ok(probe.horizon(node.ply, position.evaluate(self.options.evaluation)));
        }
        let known = self.table.as_ref().and_then(|table| table.get(position.key(), node.depth));
        if let Some(score) = known.and_then(|entry| entry.within(node.alpha, node.beta)) {
            probe.table_hit(node.ply);
            return Ok(score);
        }

        let mut skipped = None;
        let first = self.push_moves(position, known.and_then(|entry| entry.best), probe);
        let mut best = Score::LOWEST;
        let mut best_move = None;
        let mut alpha = node.alpha;
        for i in first..self.moves.len() {
            let mv = self.moves[i];
            let score = self.child(position, mv, Node { alpha, ..node }, probe)?;
            if score > best {
                best = score;
                best_move = Some(mv);
            }
            if best > alpha {
                alpha = best;
                probe.lines.extend(node.ply, mv);
            }
            if best >= node.beta {
                probe.cutoff();
                self.sorter.reward(position.slot(mv), node.depth);
                skipped = probe.is_watched().then(|| self.moves[i + 1..].to_vec());
                break;
            }
        }
        self.moves.truncate(first);
        self.skipped = skipped;
        if let Some(table) = &mut self.table {
            let bound = Bound::of(best, node.alpha, node.beta);
            table.put(position.key(), Entry { depth: node.depth, score: best, bound, best: best_move });
        }
        Ok(best)
    }

    /// The value of a move for the side that makes it, within its window.
    #[inline]
    fn child<G: Knowledge<Move = M>>(
        &mut self,
        position: &G,
        mv: M,
        parent: Node,
        probe: &mut Probe<'_, '_, M>,
    ) -> Result<Score, Stopped> {
        let node = Node {
            depth: parent.depth - 1,
            ply: parent.ply + 1,
            alpha: parent.beta.for_child(probe.distance),
            beta: parent.alpha.for_child(probe.distance),
        };
        let next = position.play(mv);
        let is_told = probe.is_told(node.ply);
        if is_told {
            probe.enter(Some(mv), Some((node.alpha, node.beta)));
            self.skipped = None;
        }
        let score = self.value(&next, node, probe)?;
        if is_told {
            let skipped = self.skipped.take();
            probe.leave(score, skipped.is_some(), skipped.unwrap_or_default());
        }
        Ok(score.for_parent(probe.distance))
    }

    /// Puts the moves worth a look on the stack, best guesses first; returns where they begin.
    fn push_moves<G: Knowledge<Move = M>>(
        &mut self,
        position: &G,
        remembered: Option<M>,
        probe: &mut Probe<'_, '_, M>,
    ) -> usize {
        let first = self.moves.len();
        match self.options.near {
            None => self.moves.extend(position.moves()),
            Some(distance) => {
                self.moves.extend(position.near(distance));
                probe.gaps.moves |= self.moves.len() - first < position.moves().count();
            }
        }
        self.sorter.sort(position, &mut self.moves[first..], remembered);
        first
    }
}

impl<M: Copy + PartialEq> AlphaBeta<M> {
    /// A value from the table ends the line that led to it; the table knows how it goes on.
    fn remembered_line<G: Knowledge<Move = M>>(&self, position: &G, depth: u32, line: &mut Vec<M>) {
        let Some(table) = &self.table else { return };
        let mut at = line.iter().fold(position.clone(), |at, &mv| at.play(mv));
        while (line.len() as u32) < depth && at.outcome().is_none() {
            let known =
                table.get(at.key(), depth - line.len() as u32).filter(|entry| entry.bound == Bound::Exact);
            let Some(mv) = known.and_then(|entry| entry.best).filter(|&mv| at.is_legal(mv)) else { break };
            at = at.play(mv);
            line.push(mv);
        }
    }
}

impl<M: Copy + PartialEq, G: Knowledge<Move = M>> DepthFirst<G> for AlphaBeta<M> {
    /// The root's window is open. Moves are tried in the chosen order, but among equals the first in the game's own order
    /// wins, as in minimax: a move that stands earlier than the best so far is asked whether it is as good, not better.
    fn search_root(
        &mut self,
        position: &G,
        depth: u32,
        root: &mut Root<M>,
        probe: &mut Probe<'_, '_, M>,
    ) -> Result<(), Stopped> {
        probe.visit(0)?;
        probe.lines.clear(0);
        self.moves.clear();
        let natural: Vec<M> = position.moves().collect();
        let place = |mv: M| natural.iter().position(|&other| other == mv);
        self.push_moves(position, None, probe);
        for i in 0..self.moves.len() {
            let mv = self.moves[i];
            let (alpha, is_earlier) = match root.best {
                None => (Score::LOWEST, false),
                Some((best, score)) if place(mv) < place(best) => (score.just_below(), true),
                Some((_, score)) => (score, false),
            };
            let node = Node { depth, ply: 0, alpha, beta: Score::HIGHEST };
            let score = self.child(position, mv, node, probe)?;
            if root.best.is_none_or(|(_, best)| score > best || (is_earlier && score == best)) {
                root.set_best(mv, score, probe);
                self.remembered_line(position, depth, &mut root.line);
            }
        }
        Ok(())
    }
}

/// The same search with an open window for every root move, for those who want to know what each is worth.
struct RateAll<'a, M>(&'a mut AlphaBeta<M>);

impl<M: Copy + PartialEq, G: Knowledge<Move = M>> DepthFirst<G> for RateAll<'_, M> {
    fn search_root(
        &mut self,
        position: &G,
        depth: u32,
        root: &mut Root<M>,
        probe: &mut Probe<'_, '_, M>,
    ) -> Result<(), Stopped> {
        probe.visit(0)?;
        self.0.moves.clear();
        self.0.push_moves(position, None, probe);
        for i in 0..self.0.moves.len() {
            let mv = self.0.moves[i];
            let open = Node { depth, ply: 0, alpha: Score::LOWEST, beta: Score::HIGHEST };
            let score = self.0.child(position, mv, open, probe)?;
            root.rated.push((mv, score));
            if root.best.is_none_or(|(_, best)| score > best) {
                root.set_best(mv, score, probe);
            }
        }
        Ok(())
    }
}

impl<M: Copy + PartialEq + Send, G: Knowledge<Move = M>> Agent<G> for AlphaBeta<M> {
    fn choose(
        &mut self,
        position: &G,
        limits: &Limits,
        thinking: &mut Thinking<'_, M>,
    ) -> Result<Decision<M>, AgentError> {
        let limits = self.prepare(position, limits)?;
        Ok(decide(self, position, &limits, self.options.distance, thinking))
    }

    fn rate(
        &mut self,
        position: &G,
        limits: &Limits,
        thinking: &mut Thinking<'_, M>,
    ) -> Result<RatedMoves<M>, AgentError> {
        let limits = self.prepare(position, limits)?;
        let distance = self.options.distance;
        let Decision { rated, statistics, .. } =
            decide(&mut RateAll(self), position, &limits, distance, thinking);
        Ok(RatedMoves { rated, statistics })
    }

    fn rates_apart(&self) -> bool {
        true
    }

    fn accepts(&self, position: &G, limits: &Limits) -> Result<(), AgentError> {
        let limits = self.limits(limits);
        // With moves in no particular order alpha-beta looks at about the 3/4th power of the tree (Pearl 1980).
        let tree = match self.options.near {
            None => tree_nodes(position, limits.depth),
            Some(distance) => near_nodes(position, distance, limits.depth),
        };
        let mut nodes = 0.75 * tree;
        if self.options.table {
            // Each point is empty, X or O: there are no more positions than that.
            nodes = nodes.min(f64::from(position.moves_left()) * 3f64.log10());
        }
        refuse_too_large(nodes, &self.spec, Some("depth=4"), &limits)
    }
}

impl<M: Copy + PartialEq> AlphaBeta<M> {
    fn limits(&self, limits: &Limits) -> Limits {
        Limits { depth: self.options.depth, ..Limits::NONE }.stricter(*limits)
    }

    /// Checks that the job can end, and clears what belongs to the last one.
    fn prepare<G: Knowledge<Move = M>>(&mut self, position: &G, limits: &Limits) -> Result<Limits, AgentError>
    where
        M: Send,
    {
        Agent::<G>::accepts(self, position, limits)?;
        if let Some(table) = &mut self.table {
            table.clear();
        }
        self.sorter.prepare(position);
        Ok(self.limits(limits))
    }
}
