//! What the tree is made of: positions, and the moves tried in them.

use kinrow_game::Outcome;

use super::solver::bound_of_mover;
use super::ucb::Bound;
use crate::proof::Proof;

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
    /// The child that the next visit goes on to; [`NOWHERE`] unless every move has been tried and the outcome is open.
    pub(super) next: u32,
    /// The edge that leads there, or that the last visit took.
    pub(super) way: u16,
    /// Legal moves, 0 until they are listed; the first `tried` of them have edges.
    pub(super) legal: u16,
    pub(super) tried: u16,
    /// Plies of the proof, if there is one.
    least: u16,
    most: u16,
    /// The end of the game, or what the solver proved, for the side to move here.
    outcome: Option<Outcome>,
    /// Whether the solver knows a move here that draws.
    pub(super) has_draw: bool,
}

/// No node.
pub(super) const NOWHERE: u32 = u32::MAX;

/// A move that was tried.
#[derive(Clone, Copy, Debug)]
pub(super) struct Edge {
    pub(super) visits: u32,
    pub(super) node: u32,
}

/// Edges whose bounds are computed together.
pub(super) const LANES: usize = 4;

/// Edges of one node, side by side in four registers and one line of the cache.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
pub(super) struct Block {
    /// Mean score for the side that makes the move; infinite when it surely wins or loses.
    pub(super) mean: [f32; LANES],
    /// `1 / sqrt(visits)`; 0 when nothing is left to explore.
    pub(super) spread: [f32; LANES],
    pub(super) visits: [u32; LANES],
    pub(super) node: [u32; LANES],
}

impl Node {
    pub(super) const NEW: Node = Node {
        visits: 0,
        half_points: 0,
        first_edge: 0,
        first_move: 0,
        next: NOWHERE,
        way: 0,
        legal: 0,
        tried: 0,
        least: 0,
        most: 0,
        outcome: None,
        has_draw: false,
    };

    /// What is certain here.
    #[inline]
    pub(super) fn certain(&self) -> Option<Proof> {
        self.outcome.map(|outcome| Proof { outcome, least: self.least, most: self.most })
    }

    /// Notes what is certain. Nobody needs to go on from here.
    pub(super) fn settle(&mut self, proof: Proof) {
        (self.outcome, self.least, self.most) = (Some(proof.outcome), proof.least, proof.most);
        self.next = NOWHERE;
    }

    /// Counts a playout that came through here.
    #[inline]
    pub(super) fn count(&mut self, score: HalfPoints) {
        self.visits += 1;
        self.half_points += score.0;
    }

    /// Blocks that hold so many edges of this node: the room doubles as it fills, up to what all moves need.
    #[inline]
    pub(super) fn blocks_for(&self, edges: u16) -> usize {
        let (needed, most) = (usize::from(edges).div_ceil(LANES), usize::from(self.legal).div_ceil(LANES));
        if needed < 2 { needed } else { needed.next_power_of_two().min(most) }
    }

    /// Mean score of the side that moved here, from 0 to 1.
    pub(super) fn mean(&self) -> f64 {
        f64::from(self.half_points) / (2.0 * f64::from(self.visits.max(1)))
    }
}

impl Block {
    /// Room for edges, none of which is ever the best.
    pub(super) const EMPTY: Block = Block {
        mean: [f32::NEG_INFINITY; LANES],
        spread: [0.0; LANES],
        visits: [0; LANES],
        node: [0; LANES],
    };

    pub(super) fn edge(&self, lane: usize) -> Edge {
        Edge { visits: self.visits[lane], node: self.node[lane] }
    }

    /// The upper confidence bound of each edge.
    #[inline]
    pub(super) fn bounds(&self, exploration: f32) -> [f32; LANES] {
        std::array::from_fn(|lane| self.mean[lane] + exploration * self.spread[lane])
    }

    /// The lanes in which this bound stands, one bit each.
    #[inline]
    pub(super) fn lanes_at(&self, bound: f32, exploration: f32) -> u32 {
        let bounds = self.bounds(exploration);
        (0..LANES).fold(0, |mask, lane| mask | u32::from(bounds[lane] == bound) << lane)
    }

    /// Works out again what the bound of an edge, which leads to `node`, is made of.
    #[inline]
    pub(super) fn weigh(&mut self, lane: usize, node: &Node, solves: bool, bound: &Bound) {
        (self.mean[lane], self.spread[lane]) = match node.certain() {
            Some(proof) if solves => (bound_of_mover(proof), 0.0),
            _ => (0.5 * node.half_points as f32 / node.visits as f32, bound.spread(self.visits[lane])),
        };
    }
}
