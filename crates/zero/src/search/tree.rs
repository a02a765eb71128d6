//! The tree: positions that were evaluated, and the moves from them. A position whose result is certain has no node of its own: its move
//! says so.

use kinrow_game::{Board, Game, Outcome, Point};
use kinrow_search::Proof;

use super::forced::Forced;
use crate::evaluator::Evaluation;
use crate::net::softmax;

/// A move.
#[derive(Clone, Copy, Debug)]
pub(super) struct Edge {
    pub(super) mv: Point,
    pub(super) logit: f32,
    /// Its share of the evaluator's policy.
    pub(super) prior: f32,
    pub(super) visits: u32,
    /// Points of the side that makes it, summed over the visits.
    pub(super) total: f32,
    pub(super) child: u32,
    /// Its certain result, for the side that makes it.
    pub(super) proof: Option<Proof>,
}

/// No node.
pub(super) const NOWHERE: u32 = u32::MAX;

impl Edge {
    /// The mean score of the side that makes it, or its certain one; `None` before the first visit.
    pub(super) fn mean(&self) -> Option<f32> {
        match self.proof {
            Some(proof) => Some(points(proof.outcome)),
            None => (self.visits > 0).then(|| self.total / self.visits as f32),
        }
    }

    pub(super) fn is_won(&self) -> bool {
        self.proof.is_some_and(|proof| proof.outcome == Outcome::Win)
    }

    pub(super) fn is_lost(&self) -> bool {
        self.proof.is_some_and(|proof| proof.outcome == Outcome::Loss)
    }
}

/// A position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    first: u32,
    count: u32,
    /// What the evaluator said of it, for the side to move.
    pub(super) value: f32,
    /// What is certain, for the side to move.
    pub(super) proof: Option<Proof>,
    /// Whether a move certainly draws.
    has_draw: bool,
}

#[derive(Clone, Default, Debug)]
pub(super) struct Tree {
    nodes: Vec<Node>,
    edges: Vec<Edge>,
}

/// A result as points.
pub(super) fn points(outcome: Outcome) -> f32 {
    f32::from(outcome as u8) / 2.0
}

impl Tree {
    /// The node the search begins from, once there is one.
    pub(super) const ROOT: u32 = 0;

    pub(super) fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    pub(super) fn len(&self) -> usize {
        self.nodes.len()
    }

    pub(super) fn clear(&mut self) {
        self.nodes.clear();
        self.edges.clear();
    }

    pub(super) fn node(&self, node: u32) -> &Node {
        &self.nodes[node as usize]
    }

    pub(super) fn edges(&self, node: u32) -> &[Edge] {
        let node = &self.nodes[node as usize];
        &self.edges[node.first as usize..][..node.count as usize]
    }

    pub(super) fn edges_mut(&mut self, node: u32) -> &mut [Edge] {
        let node = &self.nodes[node as usize];
        &mut self.edges[node.first as usize..][..node.count as usize]
    }

    /// Adds a position that is not over.
    pub(super) fn add<const W: usize>(
        &mut self,
        board: &Board<W>,
        forced: &Forced,
        opinion: &Evaluation,
    ) -> u32 {
        let first = self.edges.len() as u32;
        self.edges.extend(board.moves().zip(&opinion.logits).map(|(mv, &logit)| Edge {
            mv,
            logit,
            prior: 0.0,
            visits: 0,
            total: 0.0,
            child: NOWHERE,
            proof: forced.of_move(mv),
        }));
        let edges = &mut self.edges[first as usize..];
        let mut shares: Vec<f32> = edges.iter().map(|edge| edge.logit).collect();
        softmax(&mut shares);
        edges.iter_mut().zip(shares).for_each(|(edge, share)| edge.prior = share);
        let count = edges.len() as u32;
        self.nodes.push(Node { first, count, value: opinion.value, proof: forced.proof(), has_draw: false });
        self.nodes.len() as u32 - 1
    }

    /// Counts a visit of the last move of a path, and of all before it. `score` is for the side that made the last move. A side that
    /// has a certain draw will not take less.
    pub(super) fn count(&mut self, path: &[(u32, usize)], mut score: f32) {
        for &(node, edge) in path.iter().rev() {
            let has_draw = self.node(node).has_draw;
            let edge = &mut self.edges_mut(node)[edge];
            edge.visits += 1;
            edge.total += score;
            score = 1.0 - if has_draw { score.max(0.5) } else { score };
        }
    }

    /// Notes what is certain of the last move of a path, and what follows of the positions before it. No move of theirs that is open wins in
    /// fewer than `soonest` plies.
    pub(super) fn prove(&mut self, path: &[(u32, usize)], mut proof: Proof, soonest: u16) {
        for &(node, edge) in path.iter().rev() {
            self.edges_mut(node)[edge].proof = Some(proof);
            self.nodes[node as usize].has_draw |= proof.outcome == Outcome::Draw;
            let edges = self.edges(node);
            let least = || {
                let wins = |edge: &Edge| match edge.proof {
                    Some(proof) => (proof.outcome == Outcome::Win).then_some(proof.least),
                    None => Some(soonest),
                };
                edges.iter().filter_map(wins).min().unwrap_or(soonest)
            };
            let Some(best) = Proof::of_moves(edges.iter().map(|edge| edge.proof), least) else { return };
            self.nodes[node as usize].proof = Some(best);
            proof = best.for_parent();
        }
    }

    /// Keeps nothing but what lies below a node, which becomes the root.
    pub(super) fn keep(&mut self, root: u32) {
        let old = std::mem::take(self);
        let mut wanted = vec![root];
        while self.nodes.len() < wanted.len() {
            let node = wanted[self.nodes.len()];
            let first = self.edges.len() as u32;
            for &edge in old.edges(node) {
                let child = if edge.child == NOWHERE { NOWHERE } else { wanted.len() as u32 };
                if edge.child != NOWHERE {
                    wanted.push(edge.child);
                }
                self.edges.push(Edge { child, ..edge });
            }
            self.nodes.push(Node { first, ..*old.node(node) });
        }
    }
}
