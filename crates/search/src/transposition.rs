//! A transposition table: what is known of positions that several orders of moves lead to.
//!
//! Bounded in memory: a newer entry takes the place of an older one with the same slot. Entries belong to one decision: the
//! next one starts with a clean table, so that a search costs the same whenever it is run.

use crate::score::Score;

/// What a stored score says of the true one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bound {
    /// It is the score.
    Exact,
    /// The score is this or higher: the node was cut.
    Lower,
    /// The score is this or lower: no move reached alpha.
    Upper,
}

impl Bound {
    /// What a score found with this window says.
    #[must_use]
    pub fn of(score: Score, alpha: Score, beta: Score) -> Bound {
        if score >= beta {
            Bound::Lower
        } else if score <= alpha {
            Bound::Upper
        } else {
            Bound::Exact
        }
    }
}

/// What is known of a position.
#[derive(Clone, Copy, Debug)]
pub struct Entry<M> {
    /// How far ahead the search looked. A score of another depth is another question's answer.
    pub depth: u32,
    /// The score, for the side to move.
    pub score: Score,
    /// What the score says.
    pub bound: Bound,
    /// The move that was best.
    pub best: Option<M>,
}

impl<M> Entry<M> {
    /// The stored score, if it settles a search with this window.
    #[must_use]
    pub fn within(&self, alpha: Score, beta: Score) -> Option<Score> {
        let settles = match self.bound {
            Bound::Exact => true,
            Bound::Lower => self.score >= beta,
            Bound::Upper => self.score <= alpha,
        };
        settles.then_some(self.score)
    }
}

#[derive(Clone, Copy, Debug)]
struct Slot<M> {
    key: u64,
    entry: Entry<M>,
}

/// The table. It begins small and grows with what it holds, up to a bound.
#[derive(Clone, Debug)]
pub struct TranspositionTable<M> {
    slots: Vec<Option<Slot<M>>>,
    used: usize,
}

const LEAST_SLOTS: usize = 1 << 12;
/// Some 50 MB.
const MOST_SLOTS: usize = 1 << 20;

impl<M> Default for TranspositionTable<M> {
    fn default() -> Self {
        TranspositionTable { slots: Vec::new(), used: 0 }
    }
}

impl<M: Copy> TranspositionTable<M> {
    /// Forgets everything.
    pub fn clear(&mut self) {
        self.slots.clear();
        self.used = 0;
    }

    /// What is known of a position at exactly this depth.
    #[must_use]
    pub fn get(&self, key: u64, depth: u32) -> Option<Entry<M>> {
        let slot = self.slots.get(self.place(key)).copied().flatten()?;
        (slot.key == key && slot.entry.depth == depth).then_some(slot.entry)
    }

    /// Stores what was found.
    pub fn put(&mut self, key: u64, entry: Entry<M>) {
        if 2 * self.used >= self.slots.len() && self.slots.len() < MOST_SLOTS {
            self.grow();
        }
        let place = self.place(key);
        self.used += usize::from(self.slots[place].is_none());
        self.slots[place] = Some(Slot { key, entry });
    }

    fn place(&self, key: u64) -> usize {
        // The number of slots is a power of two, or none.
        key as usize & self.slots.len().saturating_sub(1)
    }

    fn grow(&mut self) {
        let size = (4 * self.slots.len()).clamp(LEAST_SLOTS, MOST_SLOTS);
        let old = std::mem::replace(&mut self.slots, vec![None; size]);
        self.used = 0;
        for slot in old.into_iter().flatten() {
            self.put(slot.key, slot.entry);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kinrow_game::{Outcome, scramble};

    #[test]
    fn what_is_put_is_found_until_its_slot_is_taken() {
        let mut table = TranspositionTable::<u16>::default();
        let entry =
            |depth| Entry { depth, score: Score::of(Outcome::Draw), bound: Bound::Exact, best: Some(1) };
        assert!(table.get(7, 1).is_none());
        for i in 0..10_000 {
            table.put(scramble(i), entry(3));
        }
        let found = (0..10_000).filter(|&i| table.get(scramble(i), 3).is_some()).count();
        assert!(found > 7_000, "{found}");
        assert!(table.get(scramble(1), 4).is_none(), "another depth is another question");
        table.clear();
        assert!((0..10_000).all(|i| table.get(scramble(i), 3).is_none()));
    }

    #[test]
    fn memory_is_bounded() {
        let mut table = TranspositionTable::<u16>::default();
        for i in 0..3 * MOST_SLOTS as u64 {
            table.put(
                scramble(i),
                Entry { depth: 1, score: Score::points(0), bound: Bound::Lower, best: None },
            );
        }
        assert_eq!(table.slots.len(), MOST_SLOTS);
    }

    #[test]
    fn bounds_settle_only_what_they_bound() {
        let (low, high) = (Score::points(-5), Score::points(5));
        let entry =
            |bound, points| Entry::<u16> { depth: 1, score: Score::points(points), bound, best: None };
        assert_eq!(entry(Bound::Exact, 0).within(low, high), Some(Score::points(0)));
        assert_eq!(entry(Bound::Lower, 0).within(low, high), None);
        assert_eq!(entry(Bound::Lower, 5).within(low, high), Some(high));
        assert_eq!(entry(Bound::Upper, 0).within(low, high), None);
        assert_eq!(entry(Bound::Upper, -5).within(low, high), Some(low));
        assert_eq!(Bound::of(high, low, high), Bound::Lower);
        assert_eq!(Bound::of(low, low, high), Bound::Upper);
        assert_eq!(Bound::of(Score::points(0), low, high), Bound::Exact);
    }
}
