//! Rows that a pair of points answers, and what the attacker may hope for without them.
//!
//! When two empty points of a row lie in no other row that is still open to the attacker, the defender can leave that row
//! alone: if the attacker takes one of the two, he takes the other (the pairing strategy of Hales and Jewett 1963). A row
//! taken out may leave its neighbours with such points in turn. What remains, without the pairs, is weighed as in
//! [`super::bounds`]: the two strategies do not disturb each other, as no point of a pair lies in a row that remains.
//! This holds wherever the potential of Erdős and Selfridge does, except in misère.

use kinrow_game::{Rules, Side};

use super::bounds;
use super::state::State;

/// A weight that no bound undercuts.
const ALWAYS: u64 = u64::MAX / 2;

/// The attacker's open rows that no pair answers. Kept from position to position for its memory alone.
#[derive(Debug)]
pub(super) struct Hopes {
    /// Their lines, each with 2^stones.
    rows: Vec<(u16, u64)>,
    /// By point, how many of them pass through it.
    rows_through: Vec<u16>,
    /// By point, the sum of their 2^stones.
    weights: Vec<u64>,
    /// The sum of their 2^stones.
    potential: u64,
}

impl Hopes {
    /// For boards of up to `points` bits.
    pub(super) fn new(points: usize) -> Hopes {
        Hopes { rows: Vec::new(), rows_through: vec![0; points], weights: vec![0; points], potential: 0 }
    }

    /// Whether pairs prove anything in this game.
    #[inline]
    pub(super) fn are_sound(rules: Rules, attacker: Side) -> bool {
        bounds::is_potential_sound(rules, attacker) && !rules.is_misere()
    }

    /// Looks at a position: true when the attack is hopeless.
    pub(super) fn survey<const W: usize>(&mut self, state: &State<W>, attacker: Side) -> bool {
        self.rows.clear();
        self.rows_through.fill(0);
        self.weights.fill(0);
        self.potential = state.rows().potential(attacker);
        for (line, stones) in state.rows().open_to(attacker) {
            let weight = 1 << stones;
            self.rows.push((line as u16, weight));
            for &point in state.rows().points(line) {
                self.rows_through[usize::from(point)] += 1;
                self.weights[usize::from(point)] += weight;
            }
        }
        while self.take_out_paired(state) {}
        bounds::is_hopeless(state, attacker, self.potential)
    }

    /// Takes out the rows that have a pair now; false when there is none.
    fn take_out_paired<const W: usize>(&mut self, state: &State<W>) -> bool {
        let before = self.rows.len();
        let Hopes { rows, rows_through, weights, potential } = self;
        rows.retain(|&(line, weight)| {
            let points = state.rows().points(line.into());
            let mut own = points
                .iter()
                .map(|&point| usize::from(point))
                .filter(|&point| rows_through[point] == 1 && state.placeable().contains(point));
            let (Some(one), Some(other)) = (own.next(), own.next()) else { return true };
            *potential -= weight;
            for &point in points {
                rows_through[usize::from(point)] -= 1;
                weights[usize::from(point)] -= weight;
            }
            // Taking a point of the pair is answered on the other and proves nothing about the rest.
            (weights[one], weights[other]) = (ALWAYS, ALWAYS);
            false
        });
        rows.len() < before
    }

    /// Whether the attacker, to move, leaves himself no hope by placing a stone here.
    #[inline]
    pub(super) fn are_given_up_by(&self, rules: Rules, index: usize) -> bool {
        self.potential + self.weights[index] < 1 << rules.k()
    }
}
