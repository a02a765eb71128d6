//! What the tree is made of: positions, and the moves tried in them.

use kinrow_game::Outcome;

use super::solver::Proof;
use super::ucb::spread;

/// A score of one game in half points, so that sums are exact: 2 won, 1 drawn, 0 lost.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct HalfPoints(pub(super) u32);

impl HalfPoints {
    pub(super) fn of(outcome: Outcome) -> HalfPoints {
        HalfPoints(outcome as u32)
    }

    pub(super) fn for_opponent(self) -> HalfPoints {
        HalfPoints(2 - self.0)
    }
}

/// A position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    pub(super) visits: u32,
    /// For the side that moved here, summed over the visits.
    pub(super) half_points: u32,
    pub(super) first_edge: u32,
    pub(super) first_move: u32,
    /// Legal moves, 0 until they are listed; the first `tried` of them have edges.
    pub(super) legal: u16,
    pub(super) tried: u16,
    /// Edges there is room for.
    pub(super) room: u16,
    /// The end of the game, or what the solver proved, for the side to move here.
    pub(super) certain: Option<Proof>,
    /// Whether the solver knows a move here that draws.
    pub(super) has_draw: bool,
}

/// A move that was tried.
#[derive(Clone, Copy, Debug)]
pub(super) struct Edge {
    /// Mean score for the side that makes the move; infinite when it surely wins or loses.
    pub(super) mean: f32,
    /// `1 / sqrt(visits)`; 0 when nothing is left to explore.
    pub(super) spread: f32,
    pub(super) visits: u32,
    pub(super) node: u32,
}

/// One step down the tree.
#[derive(Clone, Copy, Debug)]
pub(super) struct Step {
    pub(super) parent: u32,
    pub(super) edge: u32,
    pub(super) node: u32,
}

impl Node {
    /// Mean score of the side that moved here, from 0 to 1.
    pub(super) fn mean(&self) -> f64 {
        f64::from(self.half_points) / (2.0 * f64::from(self.visits.max(1)))
    }
}

impl Edge {
    /// Works out again what the bound is made of.
    #[inline]
    pub(super) fn weigh(&mut self, node: &Node, solves: bool) {
        if solves && let Some(proof) = node.certain {
            (self.mean, self.spread) = (proof.bound(), 0.0);
        } else {
            self.mean = 0.5 * node.half_points as f32 / node.visits as f32;
            self.spread = spread(self.visits);
        }
    }
}
