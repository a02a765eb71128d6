//! What every learner can do: learn from an episode, say what it would play and why, and be saved.

use kinrow_agent::{OptionKind, OptionSpec, Options, Rng, SWITCH};
use kinrow_game::{Board, Ending, Point};

use crate::graph::{Graph, GraphError, Id};
use crate::model::ModelError;

/// A learner on boards of width `W`.
pub trait Learner<const W: usize>: Send + Sync {
    /// Learns from one episode, number `index` of its training, that starts at `start` (`None`: wherever the method starts).
    ///
    /// An episode is a game, or the rest of one, from its start to its end; it tells how that game ended. `None` is for a
    /// method whose episode is not a game.
    ///
    /// # Errors
    /// When there is no room for another position.
    fn episode(
        &mut self,
        index: u64,
        start: Option<&Board<W>>,
        rng: &mut Rng,
    ) -> Result<Option<Ending>, GraphError>;

    /// What each legal move is worth to the side that makes it, from 0 to 1; `None` for a move it knows nothing of.
    fn rate(&self, board: &Board<W>) -> Vec<(Point, Option<f32>)>;

    /// Every move it could play without exploring: one, or several that are equally good.
    fn choices(&self, board: &Board<W>) -> Vec<Point>;

    /// How many positions it has learned something of.
    fn positions(&self) -> usize;

    /// What it has learned, as bytes that do not depend on the order in which it was learned.
    fn save(&self) -> Vec<u8>;

    /// Takes over what [`Learner::save`] gave.
    ///
    /// # Errors
    /// When the bytes are something else.
    fn load(&mut self, bytes: &[u8]) -> Result<(), ModelError>;

    /// For an evolving population: the least, mean and largest fitness.
    fn fitness(&self) -> Option<[f64; 3]> {
        None
    }
}

/// A number that begins at `start` and is halved after `decay` episodes, a third after twice as many, and so on: the sum of
/// such steps has no bound and the sum of their squares has one, as convergence asks. Constant when `decay` is 0.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Schedule {
    start: f64,
    decay: f64,
}

impl Schedule {
    /// From the options `NAME` and `NAME-decay`.
    pub(crate) fn of(options: &Options, name: &str, decay: &str) -> Schedule {
        Schedule { start: options.real(name).unwrap_or(0.0), decay: options.real(decay).unwrap_or(0.0) }
    }

    pub(crate) fn at(&self, episode: u64) -> f64 {
        if self.decay == 0.0 { self.start } else { self.start / (1.0 + episode as f64 / self.decay) }
    }
}

pub(crate) const POSITIONS: OptionSpec =
    OptionSpec::new("positions", OptionKind::Whole { least: 1, most: 100_000_000 }, Some("10000000"));
pub(crate) const SYMMETRY: OptionSpec = OptionSpec::new("symmetry", SWITCH, Some("off"));
pub(crate) const STARTS: OptionSpec = OptionSpec::new("starts", SWITCH, Some("off"));
pub(crate) const EPSILON_DECAY: OptionSpec = OptionSpec::new("epsilon-decay", DECAY, Some("0"));
pub(crate) const ALPHA_DECAY: OptionSpec = OptionSpec::new("alpha-decay", DECAY, Some("0"));
pub(crate) const SHARE: OptionKind = OptionKind::Real { least: 0.0, most: 1.0 };
const DECAY: OptionKind = OptionKind::Real { least: 0.0, most: 1e12 };

/// Where an episode starts: at the given position, at the empty board, or, with exploring starts, after any number of random
/// moves, so that every position has its turn.
pub(crate) fn start<const W: usize>(
    graph: &mut Graph<W>,
    given: Option<&Board<W>>,
    is_exploring: bool,
    rng: &mut Rng,
) -> Result<Id, GraphError> {
    if let Some(board) = given {
        return graph.intern(board);
    }
    let mut at = Graph::<W>::START;
    if is_exploring {
        for _ in 0..rng.below(u32::from(graph.rules().cells())) {
            let successors = graph.successors(at)?;
            let next = *rng.pick(successors);
            if graph.ending(next).is_some() {
                break;
            }
            at = next;
        }
    }
    Ok(at)
}
