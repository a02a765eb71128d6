//! What has been proven about positions already met.
//!
//! An entry says, for each side, within how many plies it cannot force a win and within how many it can. Both are facts
//! about the position alone, whatever question they were found for, so an entry never becomes wrong and one question
//! may use what another has found. Four entries share a bucket; a full bucket gives up the one that took the least
//! work (replacement by subtree size, the best of the schemes that Breuker, Uiterwijk and van den Herik compared in
//! 1994).

use kinrow_game::{Side, scramble};

use super::answer::{Answer, EVER};
use super::keys::KEY_BITS;

/// Entries of a bucket.
const WAYS: usize = 4;
/// Entries of a table in which nothing was stored yet.
const FIRST_ENTRIES: usize = 1 << 12;
/// Bits for the work that an entry took.
const WORK_BITS: u32 = 6;
/// Bits for a number of plies.
const PLIES_BITS: u32 = (EVER + 1).ilog2();

/// The highest bits of a key stand above all this.
const HIGH_SHIFT: u32 = 4 * PLIES_BITS + WORK_BITS;
const _: () = assert!(KEY_BITS - 64 <= 64 - HIGH_SHIFT);

/// Bytes of an entry in a file.
pub(super) const ENTRY_BYTES: usize = 16;

/// What is known of a position, for X and for O.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Known {
    /// The side cannot force a win within this many plies.
    fails: [u32; 2],
    /// The side can force a win within this many plies; [`EVER`] when no win is known.
    wins: [u32; 2],
}

impl Known {
    const NOTHING: Known = Known { fails: [0; 2], wins: [EVER; 2] };

    /// Whether `attacker` forces a win within `plies`, if that is known.
    #[inline]
    pub(super) fn answer(&self, attacker: Side, plies: u32) -> Option<Answer> {
        let side = attacker.index();
        if self.wins[side] <= plies {
            Some(Answer::Wins(self.wins[side]))
        } else if self.fails[side] >= plies {
            Some(Answer::Fails(self.fails[side]))
        } else {
            None
        }
    }

    /// Whether `attacker` is known to force a win.
    pub(super) fn is_won(&self, attacker: Side) -> bool {
        self.wins[attacker.index()] < EVER
    }

    fn learn(&mut self, attacker: Side, answer: Answer) {
        let side = attacker.index();
        match answer {
            Answer::Wins(plies) => self.wins[side] = self.wins[side].min(plies),
            Answer::Fails(plies) => self.fails[side] = self.fails[side].max(plies),
        }
    }

    fn packed(self) -> u64 {
        [self.fails[0], self.fails[1], self.wins[0], self.wins[1]]
            .iter()
            .fold(0, |packed, &plies| packed << PLIES_BITS | u64::from(plies))
    }

    fn unpacked(packed: u64) -> Known {
        let field = |i: u32| (packed >> (PLIES_BITS * i)) as u32 & EVER;
        Known { fails: [field(3), field(2)], wins: [field(1), field(0)] }
    }
}

/// The lowest 64 bits of a key; and in `data`, from the top, its other bits, what is known, and the work that took.
/// No work marks a free entry.
#[derive(Clone, Copy, Default, Debug)]
struct Entry {
    key: u64,
    data: u64,
}

impl Entry {
    fn new(key: u128, known: Known, work: u64) -> Entry {
        let high = (key >> 64) as u64;
        Entry { key: key as u64, data: high << HIGH_SHIFT | known.packed() << WORK_BITS | work }
    }

    #[inline]
    fn work(self) -> u64 {
        self.data & ((1 << WORK_BITS) - 1)
    }

    #[inline]
    fn full_key(self) -> u128 {
        u128::from(self.data >> HIGH_SHIFT) << 64 | u128::from(self.key)
    }

    #[inline]
    fn is_of(self, key: u128) -> bool {
        self.full_key() == key && self.work() > 0
    }

    /// Whether it holds something that can be true: nobody wins within plies within which he does not, and not both win.
    fn is_consistent(self) -> bool {
        let Known { fails, wins } = self.known();
        let are_apart =
            (0..2).all(|side| fails[side] < wins[side] || fails[side] == EVER && wins[side] == EVER);
        self.work() > 0 && are_apart && (wins[0] == EVER || wins[1] == EVER)
    }

    fn known(self) -> Known {
        Known::unpacked(self.data >> WORK_BITS)
    }
}

/// The entries that bytes stand for.
fn entries(bytes: &[u8]) -> impl Iterator<Item = Entry> {
    bytes.chunks_exact(ENTRY_BYTES).map(|entry| {
        let word = |half: &[u8]| half.iter().rev().fold(0, |word, &byte| word << 8 | u64::from(byte));
        Entry { key: word(&entry[..8]), data: word(&entry[8..]) }
    })
}

/// The table. It begins small and doubles when it is half full, up to the size it was given, so that a solve takes
/// memory only as it needs it.
#[derive(Debug)]
pub(super) struct ProofTable {
    entries: Vec<Entry>,
    used: usize,
    most: usize,
}

impl ProofTable {
    /// A table that never takes more than so many bytes, but always one bucket.
    pub(super) fn new(bytes: u64) -> ProofTable {
        let entries = bytes / size_of::<Entry>() as u64;
        let most = 1 << entries.max(WAYS as u64).ilog2();
        ProofTable { entries: vec![Entry::default(); FIRST_ENTRIES.min(most)], used: 0, most }
    }

    /// How much memory it takes.
    pub(super) fn bytes(&self) -> u64 {
        size_of_val(&*self.entries) as u64
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        self.entries = vec![Entry::default(); FIRST_ENTRIES.min(self.most)];
        self.used = 0;
    }

    /// The first entry of a key's bucket, by the highest bits of the scrambled key: when the table doubles, neighbours
    /// stay neighbours, and copying runs through both tables from front to back.
    #[inline]
    fn bucket(&self, key: u128) -> usize {
        let buckets = (self.entries.len() / WAYS) as u128;
        ((u128::from(scramble(key as u64 ^ scramble((key >> 64) as u64))) * buckets) >> 64) as usize * WAYS
    }

    /// What is known of a position.
    #[inline]
    pub(super) fn get(&self, key: u128) -> Known {
        let bucket = self.bucket(key);
        let mut ways = self.entries[bucket..bucket + WAYS].iter();
        ways.find(|entry| entry.is_of(key)).map_or(Known::NOTHING, |entry| entry.known())
    }

    /// Remembers an answer that took `nodes` to find.
    pub(super) fn learn(&mut self, key: u128, attacker: Side, answer: Answer, nodes: u64) {
        let bucket = self.bucket(key);
        let ways = &mut self.entries[bucket..bucket + WAYS];
        let least = (1..WAYS).fold(0, |least, i| if ways[i].work() < ways[least].work() { i } else { least });
        let place = ways.iter().position(|entry| entry.is_of(key)).unwrap_or(least);
        let old = ways[place];
        let mut work = u64::from(nodes.max(1).ilog2()) + 1;
        let mut known = Known::NOTHING;
        if old.is_of(key) {
            (known, work) = (old.known(), work.max(old.work()));
        }
        known.learn(attacker, answer);
        ways[place] = Entry::new(key, known, work);
        self.used += usize::from(old.work() == 0);
        if self.used > self.entries.len() / 2 && self.entries.len() < self.most {
            self.grow();
        }
    }

    /// The entries that took the most work, `most` of them at the most, as bytes.
    pub(super) fn to_bytes(&self, most: usize) -> Vec<u8> {
        let mut by_work = [0; 1 << WORK_BITS];
        for entry in &self.entries {
            by_work[entry.work() as usize] += 1;
        }
        // All entries of more work than this are kept, and of those of this work as many as there is room for.
        let mut room = most;
        let mut least = by_work.len() - 1;
        while least > 1 && by_work[least] <= room {
            room -= by_work[least];
            least -= 1;
        }
        let mut bytes = Vec::new();
        for entry in &self.entries {
            let work = entry.work() as usize;
            if work < least || work == 0 || work == least && room == 0 {
                continue;
            }
            room -= usize::from(work == least);
            bytes.extend_from_slice(&entry.key.to_le_bytes());
            bytes.extend_from_slice(&entry.data.to_le_bytes());
        }
        bytes
    }

    /// Whether these bytes are entries that say nothing contradictory.
    pub(super) fn are_entries(bytes: &[u8]) -> bool {
        bytes.len().is_multiple_of(ENTRY_BYTES) && entries(bytes).all(Entry::is_consistent)
    }

    /// What entries of a file say: of which position, about whose attack, what, and how much work that took.
    pub(super) fn facts(bytes: &[u8]) -> impl Iterator<Item = (u128, Side, Answer, u64)> {
        entries(bytes).flat_map(|entry| {
            let Known { fails, wins } = entry.known();
            let nodes = 1 << (entry.work() - 1).min(63);
            Side::BOTH.into_iter().flat_map(move |side| {
                let (fails, wins) = (fails[side.index()], wins[side.index()]);
                let failed = (fails > 0).then_some(Answer::Fails(fails));
                let won = (wins < EVER).then_some(Answer::Wins(wins));
                [failed, won].into_iter().flatten().map(move |answer| (entry.full_key(), side, answer, nodes))
            })
        })
    }

    #[cold]
    fn grow(&mut self) {
        let larger = vec![Entry::default(); 2 * self.entries.len()];
        let entries = std::mem::replace(&mut self.entries, larger);
        for entry in entries.into_iter().filter(|entry| entry.work() > 0) {
            let bucket = self.bucket(entry.full_key());
            // A bucket's entries go to one of two, so each finds a free place.
            if let Some(free) = self.entries[bucket..bucket + WAYS].iter_mut().find(|way| way.work() == 0) {
                *free = entry;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_keeps_what_it_learns_while_it_grows() {
        let mut table = ProofTable::new(64 << 20);
        for key in 0..100_000 {
            table.learn(key, Side::X, Answer::Fails(7), 1);
            table.learn(key, Side::X, Answer::Wins(9 + key as u32 % 50), 1);
            table.learn(key, Side::O, Answer::Fails(EVER), 1);
        }
        let kept = (0..100_000).filter(|&key| {
            let known = table.get(key);
            known.answer(Side::X, 7) == Some(Answer::Fails(7))
                && known.answer(Side::X, 8).is_none()
                && known.answer(Side::X, 60) == Some(Answer::Wins(9 + key as u32 % 50))
                && known.answer(Side::O, 400) == Some(Answer::Fails(EVER))
        });
        // At half load a bucket of four seldom overflows.
        assert!(kept.count() > 90_000);
        assert!(!table.get(100_000).is_won(Side::X));
    }

    #[test]
    fn what_took_most_work_is_saved() {
        let mut table = ProofTable::new(1 << 20);
        for key in 0..1000 {
            table.learn(key, Side::X, Answer::Fails(3), 1 << (key % 10));
        }
        table.learn(5000, Side::O, Answer::Wins(3), 1 << 20);
        assert_eq!(table.to_bytes(1).len(), ENTRY_BYTES);
        let bytes = table.to_bytes(201);
        assert_eq!(bytes.len(), 201 * ENTRY_BYTES);
        assert!(ProofTable::are_entries(&bytes) && !ProofTable::are_entries(&bytes[1..]));
        let mut other = ProofTable::new(1 << 20);
        for (key, side, answer, nodes) in ProofTable::facts(&bytes) {
            other.learn(key, side, answer, nodes);
        }
        assert!(other.get(5000).is_won(Side::O));
        assert_eq!(other.get(9).answer(Side::X, 3), Some(Answer::Fails(3)));
        assert_eq!(other.get(7).answer(Side::X, 3), None);
    }

    #[test]
    fn a_full_bucket_keeps_the_most_work() {
        let mut table = ProofTable::new(0);
        for key in 0..1000 {
            table.learn(key, Side::O, Answer::Wins(3), if key < 3 { 1 << 20 } else { 1 });
        }
        assert_eq!(table.entries.len(), WAYS);
        assert!([0, 1, 2, 999].iter().all(|&key| table.get(key).is_won(Side::O)));
        table.clear();
        assert!(!table.get(0).is_won(Side::O));
    }
}
