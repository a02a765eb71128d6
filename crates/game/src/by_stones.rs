//! A map from positions to whatever is known of them, keyed by the stones themselves: nothing is hashed away.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use crate::{Bits, scramble};

/// Something for each position, by the stones of X and of O.
pub type ByStones<const W: usize, T> = HashMap<[Bits<W>; 2], T, BuildHasherDefault<WordHasher>>;

/// Mixes whole words: the keys are stones, not an attacker's strings, and a position is looked up in a few nanoseconds.
#[derive(Clone, Copy, Default, Debug)]
pub struct WordHasher(u64);

impl Hasher for WordHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for word in bytes.chunks(8) {
            let mut whole = [0; 8];
            whole[..word.len()].copy_from_slice(word);
            self.write_u64(u64::from_le_bytes(whole));
        }
    }

    fn write_u64(&mut self, word: u64) {
        self.0 = scramble(self.0.rotate_left(5) ^ word);
    }

    fn write_usize(&mut self, word: usize) {
        self.write_u64(word as u64);
    }
}
