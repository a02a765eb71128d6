//! Which move to try first.
//!
//! A point weighs as much as the open rows through it. The attacker counts 4^stones for his own and a quarter of that
//! for those he blocks, which brings forcing moves to the front; the defender counts twice 2^stones, the weights of Erdős
//! and Selfridge, for those he blocks, and 4^stones for his own: four in a row is mostly held by threats against threats. (All of
//! this was chosen by counting nodes on a dozen boards; killer moves and histories made it worse.) In misère whoever builds least goes first. The order depends on
//! the position alone, and so does every move that is chosen by it.

use kinrow_game::{Bits, Side};

use super::bounds;
use super::state::State;

/// A move behind its place in the order, least first.
pub(super) type Candidate = (u64, u16);

/// The weights of a position's points. Kept from position to position for its memory alone.
#[derive(Debug)]
pub(super) struct Order {
    weights: Vec<u64>,
}

impl Order {
    /// For boards of up to `points` bits.
    pub(super) fn new(points: usize) -> Order {
        Order { weights: vec![0; points] }
    }

    /// Puts `moves` behind what is in `list`, the most promising first.
    pub(super) fn list<const W: usize>(
        &mut self,
        state: &State<W>,
        attacker: Side,
        moves: Bits<W>,
        list: &mut Vec<Candidate>,
    ) {
        let start = list.len();
        if moves.len() > 1 {
            self.weigh(state, attacker);
        }
        let is_misere = state.rules().is_misere();
        list.extend(moves.iter().map(|index| {
            let weight = self.weights[index];
            (if is_misere { weight } else { u64::MAX - weight }, index as u16)
        }));
        list[start..].sort_unstable();
    }

    fn weigh<const W: usize>(&mut self, state: &State<W>, attacker: Side) {
        self.weights.fill(0);
        let builder = bounds::builder(state.rules(), attacker);
        // Of the attacker's rows and of the defender's: the factor, and the bits for each stone.
        let factors = if state.to_move() == attacker { [(4, 2), (1, 2)] } else { [(2, 1), (1, 2)] };
        for (side, (factor, bits)) in [builder, builder.opponent()].into_iter().zip(factors) {
            for (line, stones) in state.rows().open_to(side) {
                for &point in state.rows().points(line) {
                    self.weights[usize::from(point)] += factor << (bits * stones);
                }
            }
        }
    }
}
