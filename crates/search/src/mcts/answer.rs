//! From visits to a decision: which move, what it is worth, and how play may go on.

use kinrow_agent::{Action, Budget, Decision, Rated, Statistics, Value};
use kinrow_game::{Game, Outcome};

use super::node::Edge;
use super::{FinalChoice, Mcts};

/// What is known of a tried move, for the side that makes it. Ordered: the greater is played.
#[derive(Clone, Copy, PartialEq, PartialOrd, Debug)]
struct Merit {
    /// 1 proven won, -1 proven lost.
    certainty: i8,
    /// The sooner a win the better, the later a loss.
    haste: i32,
    first: f64,
    second: f64,
}

impl<M: Copy + PartialEq> Mcts<M> {
    /// The answer to the search. Without a single playout it is a legal move at random.
    pub(super) fn decide(&mut self, position: &impl Game<Move = M>, budget: &Budget) -> Decision<M> {
        self.tree.list_moves(self.tree.root, position);
        let (mut line, value) = (self.line(), self.value());
        if line.is_empty() {
            let drawn = self.rng.below(self.tree.untried(self.tree.root));
            line.push(self.tree.take_untried(self.tree.root, drawn));
        }
        Decision {
            action: Action::Play(line[0]),
            value,
            line,
            best: Vec::new(),
            rated: self.rate_all(position),
            statistics: self.statistics(budget),
        }
    }

    /// Every legal move in the game's order, with its value and visits; those of earlier searches count.
    fn rate_all(&self, position: &impl Game<Move = M>) -> Vec<Rated<M>> {
        let (moves, edges) = (self.tree.moves(self.tree.root), self.tree.edges(self.tree.root));
        let rate = |mv: M| {
            let edge = moves.iter().position(|&tried| tried == mv).and_then(|i| edges.clone().nth(i));
            let value = edge.map_or(Value::Unknown, |edge| self.value_of(edge));
            Rated { mv, value, visits: Some(edge.map_or(0, |edge| edge.visits.into())), guide: None }
        };
        position.moves().map(rate).collect()
    }
}

impl<M: Copy> Mcts<M> {
    /// What the search cost. Nodes are the positions it added to the tree, the root among them when it is new; leaves are
    /// those of them without a child.
    pub(super) fn statistics(&self, budget: &Budget) -> Statistics {
        Statistics {
            nodes: self.tree.added.nodes,
            leaves: self.tree.added.leaves,
            table_hits: self.tree.added.shared,
            depth: self.deepest as u32,
            playouts: budget.spent(),
            time: budget.elapsed(),
            cutoffs: 0,
        }
    }

    /// The value of the position: proven, or the mean of the move that would be played.
    pub(super) fn value(&self) -> Value {
        if let Some(proof) = self.tree.proof(self.tree.root) {
            return proof.value();
        }
        match self.choice(self.tree.root, self.options.final_choice) {
            // A sure draw, but there may be better.
            Some(edge) => Value::Chance(self.mean(self.tree.edge(self.tree.root, edge))),
            None => Value::Unknown,
        }
    }

    /// The value of a tried move for the side that makes it.
    pub(super) fn value_of(&self, edge: Edge) -> Value {
        match self.tree.proof(edge.node) {
            Some(proof) => proof.for_parent().value(),
            None => Value::Chance(self.mean(edge)),
        }
    }

    /// The expected continuation: the move to be played, then the most visited ones.
    pub(super) fn line(&self) -> Vec<M> {
        let mut line = Vec::new();
        let (mut node, mut by) = (self.tree.root, self.options.final_choice);
        while let Some(edge) = self.choice(node, by) {
            line.push(self.tree.moves(node)[edge]);
            (node, by) = (self.tree.edge(node, edge).node, FinalChoice::Visits);
        }
        line
    }

    /// The tried move to be played; `None` when an untried one is to be preferred, or there is none.
    fn choice(&self, node: u32, by: FinalChoice) -> Option<usize> {
        let edges = self.tree.edges(node);
        let merits = || edges.clone().map(|edge| self.merit(edge, by)).enumerate();
        // The first of equals: they are in the order in which the seed drew them.
        let best = merits().reduce(|best, next| if next.1 > best.1 { next } else { best })?;
        let is_draw = |edge: Edge| self.outcome(edge) == Some(Outcome::Draw);
        match best.1.certainty {
            // A sure half point beats a mean below it.
            0 if self.mean(self.tree.edge(node, best.0)) < 0.5 => {
                edges.clone().position(is_draw).or(Some(best.0))
            }
            -1 if self.tree.untried(node) > 0 => None,
            _ => Some(best.0),
        }
    }

    fn merit(&self, edge: Edge, by: FinalChoice) -> Merit {
        let (visits, mean) = (f64::from(edge.visits), self.mean(edge));
        let (first, second) = match by {
            FinalChoice::Visits => (visits, mean),
            FinalChoice::Value => (mean, visits),
        };
        let plies = self.tree.proof(edge.node).map_or(0, |proof| i32::from(proof.most));
        match self.outcome(edge) {
            Some(Outcome::Win) => Merit { certainty: 1, haste: -plies, first, second },
            Some(Outcome::Loss) => Merit { certainty: -1, haste: plies, first, second },
            _ => Merit { certainty: 0, haste: 0, first, second },
        }
    }

    /// The proven outcome of a move for the side that makes it.
    fn outcome(&self, edge: Edge) -> Option<Outcome> {
        self.tree.proof(edge.node).map(|proof| proof.outcome.for_opponent())
    }

    /// The mean score of a move for the side that makes it.
    fn mean(&self, edge: Edge) -> f64 {
        match self.outcome(edge) {
            Some(outcome) => f64::from(outcome as u8) / 2.0,
            None => self.tree.nodes[edge.node as usize].mean(),
        }
    }
}
