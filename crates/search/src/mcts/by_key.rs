//! Where the node of a position is, for a tree in which those reached by different orders of moves share one.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

/// From a position's key to its node.
pub(super) type ByKey = HashMap<u64, u32, BuildHasherDefault<KeyHasher>>;

/// Keys are random already: they are taken as they are.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct KeyHasher(u64);

impl Hasher for KeyHasher {
    fn write(&mut self, _: &[u8]) {
        unreachable!("only keys are hashed");
    }

    fn write_u64(&mut self, key: u64) {
        self.0 = key;
    }

    fn finish(&self) -> u64 {
        self.0
    }
}
