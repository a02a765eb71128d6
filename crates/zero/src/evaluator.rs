//! What a search asks about a position it has not seen: which moves look good, and what the position is worth.

use std::sync::Arc;

use kinrow_agent::Seed;
use kinrow_game::{Board, Game, Geometry, Rules};

use crate::features::{self, PLANES};
use crate::net::{Network, Pass, Shape, softmax};

/// An opinion of a position.
#[derive(Clone, PartialEq, Debug)]
pub struct Evaluation {
    /// For each legal move, in the game's order: the more the better it looks. A softmax over them gives shares.
    pub logits: Vec<f32>,
    /// Expected points of the side to move, from 0 to 1.
    pub value: f32,
}

/// Whoever has opinions of positions. What it says of one must not depend on the others it is asked about.
pub trait Evaluator<const W: usize>: Send {
    /// One opinion for each position, none of which is over.
    fn evaluate(&mut self, boards: &[Board<W>]) -> Vec<Evaluation>;
}

/// A network with its numbers, for one board.
#[derive(Clone, PartialEq, Debug)]
pub struct Weights {
    pub(crate) rules: Rules,
    pub(crate) network: Network,
    pub(crate) numbers: Vec<f32>,
}

impl Weights {
    /// A network that has learned nothing: every move looks as good as another.
    #[must_use]
    pub fn new(rules: Rules, channels: usize, blocks: usize, seed: Seed) -> Weights {
        let (width, height) = (rules.width().into(), rules.height().into());
        let network = Network::new(Shape { width, height, planes: PLANES, channels, blocks });
        let numbers = network.draw(&mut seed.derive("weights", 0).rng());
        Weights { rules, network, numbers }
    }

    /// How many numbers there are to learn.
    #[must_use]
    pub fn parameters(&self) -> usize {
        self.numbers.len()
    }
}

/// So many positions go through a network together: enough to keep its kernel busy, few enough to stay in the cache.
const TOGETHER: usize = 8;

/// A network as an evaluator, with room of its own to compute in.
#[derive(Clone, Debug)]
pub struct NetworkEvaluator {
    weights: Arc<Weights>,
    pass: Pass,
}

impl NetworkEvaluator {
    /// An evaluator by these weights.
    #[must_use]
    pub fn new(weights: Arc<Weights>) -> NetworkEvaluator {
        NetworkEvaluator { weights, pass: Pass::default() }
    }

    /// The game that it knows.
    #[must_use]
    pub fn rules(&self) -> Rules {
        self.weights.rules
    }
}

impl<const W: usize> Evaluator<W> for NetworkEvaluator {
    fn evaluate(&mut self, boards: &[Board<W>]) -> Vec<Evaluation> {
        let geometry = Geometry::of(self.weights.rules);
        let cells = usize::from(self.weights.rules.cells());
        let mut found = Vec::with_capacity(boards.len());
        for boards in boards.chunks(TOGETHER) {
            self.pass.input.clear();
            boards.iter().for_each(|board| features::append(board, &mut self.pass.input));
            self.weights.network.forward(&self.weights.numbers, &mut self.pass);
            let outputs = self.pass.logits.chunks_exact(cells).zip(self.pass.outcomes.chunks_exact(3));
            found.extend(boards.iter().zip(outputs).map(|(board, (logits, outcomes))| {
                let mut shares = [outcomes[0], outcomes[1], outcomes[2]];
                softmax(&mut shares);
                Evaluation {
                    logits: board.moves().map(|point| logits[features::cell(geometry, point)]).collect(),
                    value: shares[2] + 0.5 * shares[1],
                }
            }));
        }
        found
    }
}
