//! MCTS-Solver (Winands, Björnsson and Saito 2008): ends of games met in the tree are certain, and certainty climbs.
//!
//! A position is won when one move leads to a position lost for the opponent; it is lost when all moves lead to won
//! ones, and drawn when all are proven and the best is a draw. A proven child teaches nothing and is not visited again. A
//! side that has a proven draw at hand will not take less, so playouts that come back through such a position score
//! at least a draw for it (the bounds of Cazenave and Saffidine 2010; the paper of 2008 has no draws).

use kinrow_game::Outcome;

use super::node::HalfPoints;
use super::tree::Tree;
use crate::proof::Proof;

/// The bound by which the side that moves to a proven position selects it: at once if that wins, else never.
pub(super) fn bound_of_mover(proof: Proof) -> f32 {
    if proof.outcome == Outcome::Loss { f32::INFINITY } else { f32::NEG_INFINITY }
}

/// The score of the side that moved there.
pub(super) fn score_of_mover(proof: Proof) -> HalfPoints {
    HalfPoints::of(proof.outcome).for_opponent()
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
            Some(proof) => score_of_mover(proof),
            None if parent.has_draw => score.min(HalfPoints::of(Outcome::Draw)),
            None => score,
        }
    }

    #[cold]
    fn prove(&self, node: u32) -> Option<Proof> {
        let is_untried = self.untried(node) > 0;
        let tried = self.proofs(node).map(|proof| proof.map(Proof::for_parent));
        Proof::of_moves(tried.chain(is_untried.then_some(None)), || {
            let losses = || self.edges(node).filter_map(|edge| self.soonest_loss(edge.node));
            if is_untried { 1 } else { 1 + losses().min().unwrap_or(0) }
        })
    }

    fn proofs(&self, node: u32) -> impl Iterator<Item = Option<Proof>> + Clone {
        self.edges(node).map(|edge| self.proof(edge.node))
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
