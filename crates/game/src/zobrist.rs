//! Position keys after Zobrist (1970): a random number for each side and point; a position's key is the XOR of
//! those of its stones, so that a move updates the key with one XOR.

use crate::Side;
use crate::bits::MAX_WORDS;

const POINTS: usize = 64 * MAX_WORDS;

static KEYS: [[u64; POINTS]; 2] = {
    let mut keys = [[0; POINTS]; 2];
    let mut i = 0;
    while i < 2 * POINTS {
        keys[i / POINTS][i % POINTS] = scramble(i as u64 + 1);
        i += 1;
    }
    keys
};

/// The number of a stone of `side` on the point with this bit index.
#[inline]
pub(crate) fn stone(side: Side, index: usize) -> u64 {
    KEYS[side.index()][index]
}

/// The `SplitMix64` generator's output for a state (Steele, Lea, Flood 2014): a good mixer of a small number.
#[must_use]
pub const fn scramble(state: u64) -> u64 {
    let mut z = state.wrapping_mul(0x9E37_79B9_7F4A_7C15);
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}
