//! What is certain of a position that a tree search came through, and how certainty climbs from moves to the position before them
//! (MCTS-Solver; Winands, Björnsson and Saito 2008).
//!
//! A proof of a win need not be the shortest, so a proof carries the least and the most plies it can take; the
//! distance is claimed only where both agree.

use kinrow_agent::{Proven, Value};
use kinrow_game::Outcome;

/// A certain result, for the side to move; of a move, for the side that makes it, the move counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Proof {
    /// The result.
    pub outcome: Outcome,
    /// The winner cannot force the end in fewer plies than this.
    pub least: u16,
    /// The winner can force it in this many.
    pub most: u16,
}

impl Proof {
    /// The end comes after exactly so many plies; 0 where the game is over.
    #[must_use]
    pub fn exact(outcome: Outcome, plies: u16) -> Proof {
        Proof { outcome, least: plies, most: plies }
    }

    /// The same, one ply earlier and for the other side.
    #[must_use]
    pub fn for_parent(self) -> Proof {
        Proof { outcome: self.outcome.for_opponent(), least: self.least + 1, most: self.most + 1 }
    }

    /// What follows from a position's moves: it is won if one of them wins; else, once all are certain, it is worth the best of them.
    /// A win cannot come sooner than in `soonest` plies.
    #[must_use]
    pub fn of_moves(
        moves: impl Iterator<Item = Option<Proof>> + Clone,
        soonest: impl FnOnce() -> u16,
    ) -> Option<Proof> {
        let wins = moves.clone().flatten().filter(|proof| proof.outcome == Outcome::Win);
        if let Some(most) = wins.map(|proof| proof.most).min() {
            return Some(Proof { outcome: Outcome::Win, least: soonest(), most });
        }
        let mut best = Proof::exact(Outcome::Loss, 0);
        for proof in moves {
            let proof = proof?;
            best.outcome = best.outcome.max(proof.outcome);
            best.least = best.least.max(proof.least);
            best.most = best.most.max(proof.most);
        }
        Some(best)
    }

    /// As others are told.
    #[must_use]
    pub fn value(self) -> Value {
        let is_exact = self.least == self.most && self.outcome != Outcome::Draw;
        Value::Proven(Proven { outcome: self.outcome, plies: is_exact.then(|| self.most.into()) })
    }
}
