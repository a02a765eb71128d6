//! MCTS-Solver (Winands, Björnsson and Saito 2008): ends of games met in the tree are certain, and certainty climbs.
//!
//! A position is won when one move leads to a position lost for the opponent; it is lost when all moves lead to won
//! ones, and drawn when all are proven and the best is a draw. A proven child teaches nothing and is not visited again. A
//! side that has a proven draw at hand will not take less, so playouts that come back through such a position score
//! at least a draw for it (the bounds of Cazenave and Saffidine 2010; the paper of 2008 has no draws).
//!
//! A proof of a win need not be the shortest, so a proof carries the least and the most plies it can take; the
//! distance is claimed only where both agree.

use kinrow_agent::{Proven, Value};
use kinrow_game::Outcome;

use super::node::HalfPoints;
use super::tree::Tree;

/// A certain result, for the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Proof {
    pub(super) outcome: Outcome,
    /// The winner cannot force the end in fewer plies than this.
    pub(super) least: u16,
    /// The winner can force it in this many.
    pub(super) most: u16,
}

impl Proof {
    /// The end of a game.
    pub(super) fn end(outcome: Outcome) -> Proof {
        Proof { outcome, least: 0, most: 0 }
    }

    /// The bound by which the side that moves here selects: at once if that wins, else never.
    pub(super) fn bound(self) -> f32 {
        if self.outcome == Outcome::Loss { f32::INFINITY } else { f32::NEG_INFINITY }
    }

    /// The score of the side that moved here.
    pub(super) fn score_of_mover(self) -> HalfPoints {
        HalfPoints::of(self.outcome).for_opponent()
    }

    /// As others are told, counted from `later` plies before.
    pub(super) fn value(self, later: u32) -> Value {
        let is_exact = self.least == self.most && self.outcome != Outcome::Draw;
        let plies = is_exact.then(|| u32::from(self.most) + later);
        Value::Proven(Proven { outcome: self.outcome, plies })
    }
}

impl<M: Copy> Tree<M> {
    /// What the solver knows of a node; nothing when it is off.
    #[inline]
    pub(super) fn proof(&self, node: u32) -> Option<Proof> {
        if self.solves { self.nodes[node as usize].certain() } else { None }
    }

    /// What a playout that came up from a child scores for the side that moved to its parent: its `score` for that side, or
    /// what is proven now.
    #[inline]
    pub(super) fn settle_parent(&mut self, parent: u32, child: u32, score: HalfPoints) -> HalfPoints {
        if !self.solves {
            return score;
        }
        if let Some(child) = self.proof(child) {
            let proof = self.prove(parent);
            let parent = &mut self.nodes[parent as usize];
            parent.has_draw |= child.outcome == Outcome::Draw;
            if let Some(proof) = proof {
                parent.settle(proof);
            }
        }
        let parent = &self.nodes[parent as usize];
        match parent.certain() {
            Some(proof) => proof.score_of_mover(),
            None if parent.has_draw => score.min(HalfPoints::of(Outcome::Draw)),
            None => score,
        }
    }

    #[cold]
    fn prove(&self, node: u32) -> Option<Proof> {
        self.prove_win(node).or_else(|| self.prove_by_all(node))
    }

    fn proofs(&self, node: u32) -> impl Iterator<Item = Option<Proof>> {
        self.edges(node).map(|edge| self.proof(edge.node))
    }

    /// The proof of a node, if it has a child that is lost for the opponent.
    fn prove_win(&self, node: u32) -> Option<Proof> {
        let lost = self.proofs(node).flatten().filter(|proof| proof.outcome == Outcome::Loss);
        let most = 1 + lost.map(|proof| proof.most).min()?;
        let least = if self.untried(node) > 0 {
            1
        } else {
            1 + self.edges(node).filter_map(|edge| self.soonest_loss(edge.node)).min().unwrap_or(0)
        };
        Some(Proof { outcome: Outcome::Win, least, most })
    }

    /// The proof of a node with no such child, if all its moves lead to proven ones.
    fn prove_by_all(&self, node: u32) -> Option<Proof> {
        if self.untried(node) > 0 {
            return None;
        }
        let mut proof = Proof { outcome: Outcome::Loss, least: 0, most: 0 };
        for child in self.proofs(node) {
            let child = child?;
            proof.outcome = proof.outcome.max(child.outcome.for_opponent());
            proof.least = proof.least.max(child.least + 1);
            proof.most = proof.most.max(child.most + 1);
        }
        Some(proof)
    }

    /// The least plies in which the side to move can have lost; `None` when it has not.
    fn soonest_loss(&self, node: u32) -> Option<u16> {
        match self.proof(node) {
            Some(proof) => (proof.outcome == Outcome::Loss).then_some(proof.least),
            // Not over: one ply at least, and two when every reply was tried and none ends the game.
            None if self.untried(node) > 0 || self.edges(node).len() == 0 => Some(1),
            None => {
                let ends = self.proofs(node).flatten().any(|proof| proof.most == 0);
                Some(if ends { 1 } else { 2 })
            }
        }
    }
}
