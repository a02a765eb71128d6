//! What has been proven about positions already met, shared by everyone who searches the same game.
//!
//! An entry says between which bounds a position's score lies. That is a fact about the position alone, so an entry never
//! becomes wrong. Four entries fill a bucket, which is a line of the processor's cache; a full bucket gives up the one
//! that took the least work (replacement by subtree size, as Breuker, Uiterwijk and van den Herik found best in 1994).
//!
//! There are no locks. An entry's first word is the lower part of its key, exclusive-or its second word: when two threads
//! write the same entry at once and their words get mixed, the parts do not fit each other, and the entry is that of no
//! position (Hyatt and Mann 2002).

use std::sync::atomic::{AtomicU64, Ordering};

use super::key::{KEY_BITS, Key};

/// Entries of a bucket.
const WAYS: usize = 4;
/// Buckets of a table in which nothing was stored yet.
const FIRST_BUCKETS: usize = 1 << 10;
/// Bits for the work that an entry took, and for a bound.
const WORK_BITS: u32 = 5;
const BOUND_BITS: u32 = 7;
const KEY_SHIFT: u32 = WORK_BITS + 2 * BOUND_BITS;
/// What is added to a bound so that it is not negative.
const OFFSET: i32 = 1 << (BOUND_BITS - 1);

// The second word has room for the upper part of a key.
const _: () = assert!(KEY_BITS - 64 + KEY_SHIFT == 64);

/// Between which scores a position lies.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Bounds {
    pub(super) least: i32,
    pub(super) most: i32,
}

#[repr(align(64))]
#[derive(Default, Debug)]
struct Bucket([AtomicU64; 2 * WAYS]);

impl Bucket {
    #[inline]
    fn word(&self, way: usize, word: usize) -> u64 {
        self.0[2 * way + word].load(Ordering::Relaxed)
    }

    /// The second word of an entry, if it is that of `key`.
    #[inline]
    fn find(&self, key: Key) -> Option<(usize, u64)> {
        let found = (0..WAYS).find(|&way| {
            let data = self.word(way, 1);
            data >> KEY_SHIFT == key.high() && self.word(way, 0) ^ data == key.low() && work(data) > 0
        });
        found.map(|way| (way, self.word(way, 1)))
    }

    #[inline]
    fn set(&self, way: usize, key: Key, data: u64) {
        self.0[2 * way].store(key.low() ^ data, Ordering::Relaxed);
        self.0[2 * way + 1].store(data, Ordering::Relaxed);
    }
}

#[inline]
fn work(data: u64) -> u64 {
    data & ((1 << WORK_BITS) - 1)
}

#[inline]
fn bounds(data: u64) -> Bounds {
    let bound = |shift: u32| (data >> shift & ((1 << BOUND_BITS) - 1)) as i32 - OFFSET;
    Bounds { least: bound(WORK_BITS), most: bound(WORK_BITS + BOUND_BITS) }
}

/// The table. It begins small and is doubled when it is half full, up to the size it was given, so that a solve takes
/// memory only as it needs it.
#[derive(Debug)]
pub(super) struct BoundTable {
    buckets: Box<[Bucket]>,
    used: usize,
    most: usize,
}

impl BoundTable {
    /// A table that never takes more than `megabytes`, but always one bucket.
    pub(super) fn new(megabytes: u64) -> BoundTable {
        let buckets = megabytes.saturating_mul(1 << 20) / size_of::<Bucket>() as u64;
        let most = usize::try_from(buckets.max(1)).unwrap_or(usize::MAX);
        BoundTable { buckets: empty(FIRST_BUCKETS.min(most)), used: 0, most }
    }

    /// How much memory it takes.
    pub(super) fn bytes(&self) -> u64 {
        size_of_val(&*self.buckets) as u64
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        if self.used > 0 {
            self.buckets = empty(FIRST_BUCKETS.min(self.most));
            self.used = 0;
        }
    }

    #[inline]
    fn bucket(&self, key: Key) -> &Bucket {
        let place = (u128::from(key.spread()) * self.buckets.len() as u128) >> 64;
        &self.buckets[place as usize]
    }

    /// What is known of a position.
    #[inline]
    pub(super) fn get(&self, key: Key) -> Option<Bounds> {
        self.bucket(key).find(key).map(|(_, data)| bounds(data))
    }

    /// Remembers bounds that took `nodes` to find. Returns whether a free entry was taken.
    pub(super) fn learn(&self, key: Key, learned: Bounds, nodes: u64) -> bool {
        let bucket = self.bucket(key);
        let mut effort = u64::from(nodes.max(1).ilog2() + 1).min((1 << WORK_BITS) - 1);
        let mut known = learned;
        let way = if let Some((way, data)) = bucket.find(key) {
            let before = bounds(data);
            known = Bounds { least: known.least.max(before.least), most: known.most.min(before.most) };
            effort = effort.max(work(data));
            way
        } else {
            (1..WAYS).fold(0, |least, way| {
                if work(bucket.word(way, 1)) < work(bucket.word(least, 1)) { way } else { least }
            })
        };
        let is_new = work(bucket.word(way, 1)) == 0;
        let bits = |bound: i32| (bound + OFFSET) as u64;
        let bounds = bits(known.most) << (WORK_BITS + BOUND_BITS) | bits(known.least) << WORK_BITS;
        bucket.set(way, key, key.high() << KEY_SHIFT | bounds | effort);
        is_new
    }

    /// Whether it should be doubled, once `more` free entries were taken.
    #[inline]
    pub(super) fn is_crowded(&self, more: usize) -> bool {
        self.buckets.len() < self.most && self.used + more > self.buckets.len() * (WAYS / 2)
    }

    /// Counts free entries that were taken.
    pub(super) fn count(&mut self, taken: usize) {
        self.used += taken;
    }

    /// Doubles it.
    pub(super) fn grow(&mut self) {
        let larger = empty((2 * self.buckets.len()).min(self.most));
        let buckets = std::mem::replace(&mut self.buckets, larger);
        self.used = 0;
        for bucket in &buckets {
            for way in 0..WAYS {
                let (first, data) = (bucket.word(way, 0), bucket.word(way, 1));
                if work(data) > 0 {
                    let key = Key::from_parts(data >> KEY_SHIFT, first ^ data);
                    self.put_back(key, data);
                }
            }
        }
    }

    fn put_back(&mut self, key: Key, data: u64) {
        let bucket = self.bucket(key);
        if let Some(free) = (0..WAYS).find(|&way| work(bucket.word(way, 1)) == 0) {
            bucket.set(free, key, data);
            self.used += 1;
        }
    }
}

fn empty(buckets: usize) -> Box<[Bucket]> {
    std::iter::repeat_with(Bucket::default).take(buckets).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(number: u64) -> Key {
        Key::from_parts(number % 1000, number.wrapping_mul(0x1234_5678_9abc_def1))
    }

    #[test]
    fn it_keeps_what_it_learns_while_it_grows() {
        let mut table = BoundTable::new(64);
        let known = |number: u64| Bounds { least: -(number as i32 % 60), most: number as i32 % 63 };
        for number in 0..100_000 {
            let Bounds { least, most } = known(number);
            let mut taken = usize::from(table.learn(key(number), Bounds { least, most: 63 }, 1));
            taken += usize::from(table.learn(key(number), Bounds { least: -64, most }, 1));
            table.count(taken);
            if table.is_crowded(0) {
                table.grow();
            }
        }
        assert!(table.buckets.len() > FIRST_BUCKETS);
        let kept = (0..100_000).filter(|&number| table.get(key(number)) == Some(known(number)));
        // At half load a bucket of four seldom overflows.
        assert!(kept.count() > 90_000);
        assert_eq!(table.get(key(100_000)), None);
    }

    #[test]
    fn a_full_bucket_keeps_the_most_work() {
        let mut table = BoundTable::new(0);
        let draw = Bounds { least: 0, most: 0 };
        for number in 0..1000 {
            table.learn(key(number), draw, if number < 3 { 1 << 20 } else { 1 });
        }
        assert!(!table.is_crowded(1000));
        assert!([0, 1, 2, 999].iter().all(|&number| table.get(key(number)) == Some(draw)));
        table.count(4);
        table.clear();
        assert_eq!(table.get(key(0)), None);
    }

    /// Halves of two entries in one place are taken for neither.
    #[test]
    fn a_torn_entry_is_nobodys() {
        let table = BoundTable::new(0);
        table.learn(key(1), Bounds { least: 3, most: 5 }, 7);
        let (first, second) = (table.buckets[0].word(0, 0), table.buckets[0].word(0, 1));
        table.learn(key(1), Bounds { least: 4, most: 4 }, 7);
        assert_eq!(table.get(key(1)), Some(Bounds { least: 4, most: 4 }));
        assert_ne!(table.buckets[0].word(0, 1), second);
        table.buckets[0].0[0].store(first, Ordering::Relaxed);
        assert_eq!(table.get(key(1)), None);
    }
}
