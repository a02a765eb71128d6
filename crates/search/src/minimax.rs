//! Minimax: the value of a position when both sides play their best.
//!
//! The textbook's recursion (Russell and Norvig, ch. 6; Shannon 1950) in negamax form: a score is always for the side to
//! move, so one function serves both sides. Scores carry their distance, so that among wins the fastest and among
//! losses the slowest is chosen; with `distance=off` all wins are equal, as in the bare textbook.

use kinrow_agent::{Agent, AgentError, Decision, Limits, Stopped, Thinking};

use crate::evaluate::Evaluation;
use crate::feasible::{refuse_too_large, tree_nodes};
use crate::knowledge::Knowledge;
use crate::probe::Probe;
use crate::root::{DepthFirst, Root, decide};
use crate::score::{Distance, Score};

/// How minimax searches.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct MinimaxOptions {
    /// Moves to look ahead; `None` is to the end of the game.
    pub depth: Option<u32>,
    /// What positions at that depth are worth.
    pub evaluation: Evaluation,
    /// Whether a faster win is better.
    pub distance: Distance,
}

impl Default for MinimaxOptions {
    fn default() -> Self {
        MinimaxOptions { depth: None, evaluation: Evaluation::None, distance: Distance::Counted }
    }
}

/// An agent that plays by minimax.
#[derive(Clone, Debug)]
pub struct Minimax {
    options: MinimaxOptions,
    spec: String,
}

impl Minimax {
    /// With options, and the spec that names them.
    #[must_use]
    pub fn new(options: MinimaxOptions, spec: String) -> Minimax {
        Minimax { options, spec }
    }

    /// The value of `position` for the side to move, looking `depth` moves ahead.
    ///
    /// Nearly half of all nodes are ends of games: inlined, they cost no call.
    #[inline(always)]
    fn value<G: Knowledge>(
        &self,
        position: &G,
        depth: u32,
        ply: u32,
        probe: &mut Probe<'_, '_, G::Move>,
    ) -> Result<Score, Stopped> {
        probe.visit(ply)?;
        probe.lines.clear(ply);
        if let Some(outcome) = position.outcome() {
            return Ok(probe.leaf(Score::of(outcome)));
        }
        if depth == 0 {
            return Ok(probe.horizon(position.evaluate(self.options.evaluation)));
        }
        self.best(position, depth, ply, probe)
    }

    /// The value of the best move.
    fn best<G: Knowledge>(
        &self,
        position: &G,
        depth: u32,
        ply: u32,
        probe: &mut Probe<'_, '_, G::Move>,
    ) -> Result<Score, Stopped> {
        let mut best = Score::LOWEST;
        for mv in position.moves() {
            let score = self.child(position, mv, depth, ply, probe)?;
            if score > best {
                best = score;
                probe.lines.extend(ply, mv);
            }
        }
        Ok(best)
    }

    /// The value of a move for the side that makes it.
    #[inline(always)]
    fn child<G: Knowledge>(
        &self,
        position: &G,
        mv: G::Move,
        depth: u32,
        ply: u32,
        probe: &mut Probe<'_, '_, G::Move>,
    ) -> Result<Score, Stopped> {
        let next = position.play(mv);
        let is_told = probe.is_told(ply + 1);
        if is_told {
            probe.enter(Some(mv), None);
        }
        let score = self.value(&next, depth - 1, ply + 1, probe)?;
        if is_told {
            probe.leave(score, false, Vec::new());
        }
        Ok(score.for_parent(probe.distance))
    }
}

impl<G: Knowledge> DepthFirst<G> for Minimax {
    /// The root is a node like any other, but it remembers what each move is worth.
    fn search_root(
        &mut self,
        position: &G,
        depth: u32,
        root: &mut Root<G::Move>,
        probe: &mut Probe<'_, '_, G::Move>,
    ) -> Result<(), Stopped> {
        probe.visit(0)?;
        probe.lines.clear(0);
        for mv in position.moves() {
            let score = self.child(position, mv, depth, 0, probe)?;
            root.rated.push((mv, score));
            if root.best.is_none_or(|(_, best)| score > best) {
                root.set_best(mv, score, probe);
            }
        }
        Ok(())
    }
}

impl<G: Knowledge> Agent<G> for Minimax
where
    G::Move: Send,
{
    fn spec(&self) -> String {
        self.spec.clone()
    }

    fn choose(
        &mut self,
        position: &G,
        limits: &Limits,
        thinking: &mut Thinking<'_, G::Move>,
    ) -> Result<Decision<G::Move>, AgentError> {
        let limits = Limits { depth: self.options.depth, ..Limits::NONE }.stricter(*limits);
        Agent::<G>::accepts(self, position, &limits)?;
        Ok(decide(self, position, &limits, self.options.distance, thinking))
    }

    fn accepts(&self, position: &G, limits: &Limits) -> Result<(), AgentError> {
        let limits = Limits { depth: self.options.depth, ..Limits::NONE }.stricter(*limits);
        let nodes = tree_nodes(position, limits.depth);
        refuse_too_large(nodes, &self.spec, Some("depth=3"), &limits)
    }
}
