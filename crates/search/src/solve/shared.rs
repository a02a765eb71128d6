//! The table of proofs as several threads share it.
//!
//! It is cut into shelves, each behind a lock of its own. A node takes microseconds and a lookup a small part of one, so that two threads
//! seldom meet at a shelf. With one thread there is one shelf, and its lock is free.

use std::sync::{Mutex, MutexGuard, PoisonError};

use kinrow_game::{Side, scramble};

use super::answer::Answer;
use super::proofs::{Known, ProofTable};

/// Shelves when several threads search.
const SHELVES: u64 = 64;

/// What has been proven, for everyone who searches the same game.
#[derive(Debug)]
pub(super) struct SharedTable {
    shelves: Vec<Mutex<ProofTable>>,
}

impl SharedTable {
    /// A table of at most so many megabytes for so many threads.
    pub(super) fn new(megabytes: u64, threads: usize) -> SharedTable {
        let shelves = if threads > 1 { SHELVES } else { 1 };
        let bytes = megabytes.saturating_mul(1 << 20) / shelves;
        SharedTable { shelves: (0..shelves).map(|_| Mutex::new(ProofTable::new(bytes))).collect() }
    }

    /// A shelf is never left half written: a thread that panics harms nothing.
    fn locked(shelf: &Mutex<ProofTable>) -> MutexGuard<'_, ProofTable> {
        shelf.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn shelf(&self, key: u128) -> MutexGuard<'_, ProofTable> {
        // A shelf chooses a bucket by the highest bits of another number.
        let number = scramble((key >> 64) as u64 ^ scramble(key as u64));
        Self::locked(&self.shelves[number as usize % self.shelves.len()])
    }

    fn all(&self) -> impl Iterator<Item = MutexGuard<'_, ProofTable>> {
        self.shelves.iter().map(Self::locked)
    }

    /// What is known of a position.
    #[inline]
    pub(super) fn get(&self, key: u128) -> Known {
        self.shelf(key).get(key)
    }

    /// Remembers an answer that took `nodes` to find.
    pub(super) fn learn(&self, key: u128, attacker: Side, answer: Answer, nodes: u64) {
        self.shelf(key).learn(key, attacker, answer, nodes);
    }

    /// How much memory it takes.
    pub(super) fn bytes(&self) -> u64 {
        self.all().map(|shelf| shelf.bytes()).sum()
    }

    /// Forgets everything.
    pub(super) fn clear(&self) {
        self.all().for_each(|mut shelf| shelf.clear());
    }

    /// The entries that took the most work, about `most` of them at the most, as bytes.
    pub(super) fn to_bytes(&self, most: usize) -> Vec<u8> {
        self.all().flat_map(|shelf| shelf.to_bytes(most / self.shelves.len())).collect()
    }

    /// Remembers entries of a file.
    pub(super) fn restore(&self, bytes: &[u8]) {
        for (key, side, answer, nodes) in ProofTable::facts(bytes) {
            self.learn(key, side, answer, nodes);
        }
    }
}
