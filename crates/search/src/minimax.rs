//! Minimax: the value of a position when both sides play their best.
//!
//! The textbook's recursion (Russell and Norvig, ch. 6; Shannon 1950) in negamax form: a score is always for the side to
//! move, so one function serves both sides. Scores carry their distance, so that among wins the fastest and among
//! losses the slowest is chosen; with `distance=off` all wins are equal, as in the bare textbook.

use kinrow_agent::{Agent, AgentError, Decision, Limits, OptionSpec, Options, Stopped, Thinking};

use crate::evaluate::Evaluation;
use crate::feasible::{refuse_too_large, tree_nodes};
use crate::knowledge::Knowledge;
use crate::options;
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

impl MinimaxOptions {
    const DEFAULT: MinimaxOptions =
        MinimaxOptions { depth: None, evaluation: Evaluation::None, distance: Distance::Counted };

    /// The options by name.
    pub const DECLARED: &'static [OptionSpec] = &[
        options::DEPTH,
        options::evaluation(Self::DEFAULT.evaluation),
        options::distance(Self::DEFAULT.distance),
    ];
}

impl Default for MinimaxOptions {
    fn default() -> Self {
        Self::DEFAULT
    }
}

impl From<&Options> for MinimaxOptions {
    /// From options by name.
    fn from(given: &Options) -> Self {
        MinimaxOptions {
            depth: given.whole("depth"),
            evaluation: given.choice("eval"),
            distance: options::given_distance(given),
        }
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

    /// The value of `position` for the side to move, `ply` moves below the root.
    ///
    /// Nearly half of all nodes are ends of games: inlined, they cost no call.
    #[inline(always)]
    fn value<G: Knowledge, const QUIET: bool>(
        &self,
        position: G,
        ply: usize,
        probe: &mut Probe<'_, '_, G::Move, QUIET>,
    ) -> Result<Score, Stopped> {
        if let Some(outcome) = position.outcome() {
            return probe.visit_leaf(ply, position.score(outcome));
        }
        if probe.is_cutoff(ply) {
            return probe.visit_horizon(ply, self.evaluate(position));
        }
        self.best(position, ply, probe)
    }

    /// The value of the best move.
    #[expect(clippy::needless_pass_by_value, reason = "by value a small board stays in registers")]
    fn best<G: Knowledge, const QUIET: bool>(
        &self,
        position: G,
        ply: usize,
        probe: &mut Probe<'_, '_, G::Move, QUIET>,
    ) -> Result<Score, Stopped> {
        probe.visit(ply)?;
        let mut best = Score::LOWEST;
        for mv in position.moves() {
            let score = self.child(&position, mv, ply, probe)?;
            if score > best {
                best = score;
                probe.lines.extend(ply, mv);
            }
        }
        Ok(best)
    }

    #[inline(never)]
    #[expect(clippy::needless_pass_by_value, reason = "by value a small board stays in registers")]
    fn evaluate<G: Knowledge>(&self, position: G) -> i32 {
        position.evaluate(self.options.evaluation)
    }

    /// The value of a move for the side that makes it.
    #[inline(always)]
    fn child<G: Knowledge, const QUIET: bool>(
        &self,
        position: &G,
        mv: G::Move,
        ply: usize,
        probe: &mut Probe<'_, '_, G::Move, QUIET>,
    ) -> Result<Score, Stopped> {
        let next = position.play(mv);
        let is_told = probe.is_told(ply + 1);
        if is_told {
            probe.enter(Some(mv), None);
        }
        let score = self.value(next, ply + 1, probe)?;
        if is_told {
            probe.leave(score, false, Vec::new());
        }
        Ok(probe.for_parent(score))
    }
}

impl<G: Knowledge, const QUIET: bool> DepthFirst<G, QUIET> for Minimax {
    /// The root is a node like any other, but it remembers what each move is worth.
    fn search_root(
        &mut self,
        position: &G,
        _: u32,
        root: &mut Root<G::Move>,
        probe: &mut Probe<'_, '_, G::Move, QUIET>,
    ) -> Result<(), Stopped> {
        probe.visit(0)?;
        probe.lines.clear(0);
        for mv in position.moves() {
            let score = self.child(position, mv, 0, probe)?;
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
    fn choose(
        &mut self,
        position: &G,
        limits: &Limits,
        thinking: &mut Thinking<'_, G::Move>,
    ) -> Result<Decision<G::Move>, AgentError> {
        let limits = Limits { depth: self.options.depth, ..Limits::NONE }.stricter(*limits);
        Agent::<G>::accepts(self, position, &limits)?;
        let distance = self.options.distance;
        let is_quiet =
            thinking.observer.tree().is_none() && distance == Distance::Counted && limits.nodes.is_none();
        Ok(if is_quiet {
            decide::<G, true>(self, position, &limits, distance, thinking)
        } else {
            decide::<G, false>(self, position, &limits, distance, thinking)
        })
    }

    fn accepts(&self, position: &G, limits: &Limits) -> Result<(), AgentError> {
        let limits = Limits { depth: self.options.depth, ..Limits::NONE }.stricter(*limits);
        let nodes = tree_nodes(position, limits.depth);
        refuse_too_large(nodes, &self.spec, Some("depth=3"), &limits)
    }
}
