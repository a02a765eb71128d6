//! What was found out about positions, shared by all threads of a search.
//!
//! Each entry is two words that are read and written without a lock: the key is stored mixed with the data, so that halves of two
//! different entries do not fit together and count as nothing (Hyatt and Mann, "A lockless transposition table implementation", 2002).

use std::sync::atomic::{AtomicU64, Ordering};

use crate::cells::Cell;
use crate::score::Score;

/// What a stored score means.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Bound {
    AtMost = 1,
    AtLeast = 2,
    Exact = 3,
}

/// What is known of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Known {
    pub(crate) score: Score,
    pub(crate) bound: Bound,
    pub(crate) depth: i32,
    /// The best move, or the one that was good enough.
    pub(crate) best: Option<Cell>,
    age: u8,
}

const NO_MOVE: u64 = 1023;
const AGES: u8 = 32;

impl Known {
    fn pack(self) -> u64 {
        let best = self.best.map_or(NO_MOVE, u64::from);
        (self.score as i16 as u16 as u64)
            | u64::from((self.depth + 64).clamp(0, 255) as u8) << 16
            | (self.bound as u64) << 24
            | best << 26
            | u64::from(self.age) << 36
    }

    fn unpack(data: u64) -> Option<Known> {
        let bound = match data >> 24 & 3 {
            1 => Bound::AtMost,
            2 => Bound::AtLeast,
            3 => Bound::Exact,
            _ => return None,
        };
        let best = data >> 26 & 1023;
        Some(Known {
            score: Score::from(data as u16 as i16),
            bound,
            depth: i32::from((data >> 16) as u8) - 64,
            best: (best != NO_MOVE).then_some(best as Cell),
            age: (data >> 36) as u8 % AGES,
        })
    }
}

/// Four entries that share a place: as much as the processor fetches at once.
#[derive(Default, Debug)]
#[repr(align(64))]
struct Bucket([(AtomicU64, AtomicU64); 4]);

/// The table.
#[derive(Debug)]
pub(crate) struct Table {
    buckets: Vec<Bucket>,
    age: u8,
}

impl Table {
    /// A table of at most so many bytes, and at least one bucket.
    pub(crate) fn new(bytes: u64) -> Table {
        let buckets = (bytes / size_of::<Bucket>() as u64).max(1);
        Table { buckets: (0..buckets).map(|_| Bucket::default()).collect(), age: 0 }
    }

    /// What was stored before counts for less from now on.
    pub(crate) fn next_age(&mut self) {
        self.age = (self.age + 1) % AGES;
    }

    #[inline]
    fn bucket(&self, key: u64) -> &Bucket {
        // The high half of a product: as even as a remainder, and much quicker.
        &self.buckets[((u128::from(key) * self.buckets.len() as u128) >> 64) as usize]
    }

    #[inline]
    pub(crate) fn find(&self, key: u64) -> Option<Known> {
        self.bucket(key).0.iter().find_map(|(stored, data)| {
            let data = data.load(Ordering::Relaxed);
            (stored.load(Ordering::Relaxed) ^ data == key).then(|| Known::unpack(data)).flatten()
        })
    }

    /// Stores what was found. Of other positions the one goes that is oldest and was searched least deeply; a known best move is kept.
    #[inline]
    pub(crate) fn store(&self, key: u64, score: Score, bound: Bound, depth: i32, best: Option<Cell>) {
        let mut known = Known { score, bound, depth, best, age: self.age };
        let bucket = self.bucket(key);
        let mut worst = (&bucket.0[0], i32::MAX);
        for entry in &bucket.0 {
            let data = entry.1.load(Ordering::Relaxed);
            let Some(old) = Known::unpack(data) else {
                worst = (entry, i32::MIN);
                continue;
            };
            if entry.0.load(Ordering::Relaxed) ^ data == key {
                // A shallow bound does not replace what took much longer to find, unless it is of an older search.
                if old.age == self.age && bound != Bound::Exact && depth < old.depth - 3 {
                    return;
                }
                known.best = best.or(old.best);
                worst = (entry, i32::MIN);
                break;
            }
            let age = i32::from((self.age + AGES - old.age) % AGES);
            let worth = old.depth - 8 * age;
            if worth < worst.1 {
                worst = (entry, worth);
            }
        }
        let data = known.pack();
        worst.0.0.store(key ^ data, Ordering::Relaxed);
        worst.0.1.store(data, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_stored_is_found() {
        let table = Table::new(1 << 16);
        for (index, score) in [-30_000, -7, 0, 29_995].into_iter().enumerate() {
            for (bound, best) in [(Bound::AtMost, None), (Bound::AtLeast, Some(511)), (Bound::Exact, Some(0))]
            {
                for depth in [-3, 0, 40] {
                    let key =
                        ((index as u64 + 1) * 0x1234_5678_9ABC_DEF1) ^ depth as u64 ^ ((bound as u64) << 40);
                    table.store(key, score, bound, depth, best);
                    let found = table.find(key).unwrap();
                    assert_eq!(
                        (found.score, found.bound, found.depth, found.best),
                        (score, bound, depth, best)
                    );
                }
            }
        }
        assert_eq!(table.find(77), None);
    }

    #[test]
    fn deep_and_new_entries_stay() {
        let mut table = Table::new(1);
        for key in 1..=4 {
            table.store(key, 0, Bound::Exact, key as i32, None);
        }
        table.store(5, 0, Bound::Exact, 1, None);
        assert!(table.find(1).is_none() && table.find(4).is_some(), "the shallowest goes");
        table.next_age();
        table.store(6, 0, Bound::Exact, 1, None);
        table.store(7, 0, Bound::Exact, 1, None);
        assert!(table.find(6).is_some() && table.find(7).is_some(), "the old go first");
        table.store(6, 0, Bound::AtMost, -3, None);
        assert_eq!(table.find(6).unwrap().depth, 1, "a shallow bound does not replace what took longer");
    }
}
