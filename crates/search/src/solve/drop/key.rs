//! What two positions have in common when the rest of the game is the same.
//!
//! Only three things matter to the rest of a game: which cells are taken, and which rows each side may still complete. A
//! row is open to a side while every stone in it is the side's own. So a stone that lies in no row open to its owner can
//! be either side's, and the key leaves its colour out: with the taken cells and the stones that do lie in such a
//! row, each side's open rows are known again, for a row is open exactly if its taken cells all hold such stones.
//! (Where more than k do not count, a stone can also spoil a row of its own side, so there every colour is kept.)
//!
//! The key is the least of the position's and its mirror image's in the first third of the game, where that saves
//! searches; later it would cost more time than it saves.

use kinrow_game::scramble;

use super::layout::Layout;
use super::node::Node;
use super::word::Word;

/// The bits of a key.
pub(super) const KEY_BITS: u32 = 109;

/// A position's name. Boards of up to 54 bits have exact ones. On larger boards two positions share a name with a
/// chance of 2^-109: less than 10^-12 for ten billion positions.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) struct Key(u128);

impl Key {
    /// The key with these bits.
    pub(super) fn from_parts(high: u64, low: u64) -> Key {
        Key(u128::from(high) << 64 | u128::from(low))
    }

    /// The lowest 64 bits.
    #[inline]
    pub(super) fn low(self) -> u64 {
        self.0 as u64
    }

    /// The other bits.
    #[inline]
    pub(super) fn high(self) -> u64 {
        (self.0 >> 64) as u64
    }

    /// A number that is spread evenly over positions.
    #[inline]
    pub(super) fn spread(self) -> u64 {
        scramble(self.low().wrapping_add(self.high().wrapping_mul(0x9e37_79b9_7f4a_7c15)))
    }

    fn of<T: Word>(layout: &Layout<T>, stones: T, own: T, rival: T) -> Key {
        let heights = stones.plus(layout.bottom);
        // The highest bit of a column tells its height, those below it one side's stones.
        let (first, second) = ((heights | own).number(), rival.number());
        let bits = layout.width * (layout.height + 1);
        if 2 * bits <= KEY_BITS {
            return Key(first | second << bits);
        }
        let mixed = first.wrapping_mul(0x2360_ed05_1fc6_5da4_4385_df64_9fcc_f645)
            ^ second.wrapping_mul(0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c835).rotate_left(64);
        let mixed = (mixed ^ mixed >> 61).wrapping_mul(0xda94_2042_e4dd_58b5_2545_f491_4f6c_dd1d);
        Key((mixed ^ mixed >> 64) & ((1 << KEY_BITS) - 1))
    }
}

impl<T: Word> Node<T> {
    /// The name of the position.
    #[inline]
    pub(super) fn key(&self, layout: &Layout<T>) -> Key {
        let (mut own, mut rival) = (self.own, self.rival());
        if !layout.is_exact {
            (own, rival) = (own & self.own_open, rival & self.rival_open);
        }
        let key = Key::of(layout, self.stones, own, rival);
        if 3 * self.count > layout.cells {
            return key;
        }
        let [stones, own, rival] = [self.stones, own, rival].map(|set| layout.mirrored(set));
        key.min(Key::of(layout, stones, own, rival))
    }
}
