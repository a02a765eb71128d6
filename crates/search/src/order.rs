//! Which moves to try first. Alpha-beta's answer does not depend on it; how soon it is found does.

use std::cmp::Reverse;

use crate::knowledge::Knowledge;

kinrow_agent::named! {
    /// An order of moves.
    pub enum Order {
        /// As the game lists them: row by row from the top left.
        Natural = "natural",
        /// From the centre outwards.
        Center = "center",
        /// Moves that caused cut-offs elsewhere first (Schaeffer 1983).
        History = "history",
    }
}

/// What an order knows of each move's slot.
#[derive(Clone, Debug)]
pub(crate) struct Sorter {
    order: Order,
    eccentricity: Vec<u32>,
    /// How often a move caused a cut-off, deep ones weighing more.
    history: Vec<u64>,
}

impl Sorter {
    pub(crate) fn new(order: Order) -> Sorter {
        Sorter { order, eccentricity: Vec::new(), history: Vec::new() }
    }

    /// Forgets the last decision, and looks at the board of the next.
    pub(crate) fn prepare<G: Knowledge>(&mut self, position: &G) {
        self.eccentricity = position.eccentricities();
        self.history = vec![0; self.eccentricity.len()];
    }

    /// Sorts moves in place; stable, so that equals stay in the game's order. A move that was best here before comes
    /// first, except in the natural order, which is left as it is.
    pub(crate) fn sort<G: Knowledge>(
        &self,
        position: &G,
        moves: &mut [G::Move],
        remembered: Option<G::Move>,
    ) {
        let eccentricity = |mv| self.eccentricity.get(position.slot(mv)).copied().unwrap_or(0);
        let history = |mv| self.history.get(position.slot(mv)).copied().unwrap_or(0);
        match self.order {
            Order::Natural => return,
            Order::Center => moves.sort_by_key(|&mv| eccentricity(mv)),
            Order::History => moves.sort_by_key(|&mv| (Reverse(history(mv)), eccentricity(mv))),
        }
        if let Some(at) = remembered.and_then(|best| moves.iter().position(|&mv| mv == best)) {
            moves[..=at].rotate_right(1);
        }
    }

    /// A move caused a cut-off at a node that looked `depth` moves ahead.
    pub(crate) fn reward(&mut self, slot: usize, depth: u32) {
        if let Some(count) = self.history.get_mut(slot) {
            *count += u64::from(depth) * u64::from(depth);
        }
    }
}
