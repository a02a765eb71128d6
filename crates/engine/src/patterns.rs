//! The tables: what a stone on a cell makes of its line, for every pair of halves.

use crate::{Class, Half};

/// What a stone makes of a line, for one length of a row and one rule about longer ones.
#[derive(Debug)]
pub struct Patterns {
    reach: u32,
    /// The rank of each class. It is asked for so often that it has a small table of its own.
    ranks: Vec<u8>,
    entries: Vec<Entry>,
}

#[derive(Clone, Copy, Debug)]
struct Entry {
    /// Cells where the next stone wins; the cell itself is bit `reach`, its left neighbour the bit below.
    wins: u32,
    /// Empty cells where a stone of the other colour makes the class worse, not only narrower.
    defences: u32,
    /// Whether there is one win, and when that is blocked another stone threatens to win again.
    leads_on: bool,
}

impl Patterns {
    /// The rows that there are tables for: they grow fourfold with each stone.
    pub const K: std::ops::RangeInclusive<u32> = 2..=10;

    /// The tables for rows of `k` stones; where `is_exact`, a longer row counts nothing.
    ///
    /// # Panics
    /// When there are none for `k`.
    #[must_use]
    pub fn new(k: u32, is_exact: bool) -> Patterns {
        assert!(Self::K.contains(&k), "rows of {k} stones");
        // A row through the cell ends k - 1 cells away; whether it is longer is seen one cell further.
        let reach = if is_exact { k } else { k - 1 };
        let width = reach + 1;
        let (size, none) = (1 << (2 * width), Entry { wins: 0, defences: 0, leads_on: false });
        let mut patterns = Patterns { reach, ranks: vec![0; size], entries: vec![none; size] };
        for left in 0..=reach {
            for right in 0..=reach {
                patterns.fill(&Segment { left, right, k, is_exact });
            }
        }
        patterns
    }

    /// How many cells on each side decide.
    #[must_use]
    pub fn reach(&self) -> u32 {
        self.reach
    }

    /// What a stone between these halves makes of the line.
    #[must_use]
    pub fn class(&self, left: Half, right: Half) -> Class {
        Class::of_rank(self.rank(left, right))
    }

    /// The rank of that class.
    #[must_use]
    pub(crate) fn rank(&self, left: Half, right: Half) -> u8 {
        self.ranks[self.index(left, right)]
    }

    /// Where the next stone would win, after one between these halves: distances to the cell, negative at the left.
    pub fn wins(&self, left: Half, right: Half) -> impl Iterator<Item = i32> + use<> {
        offsets(self.entry(left, right).wins, self.reach)
    }

    /// Where an answer of the other colour makes the class worse, after a stone between these halves: distances as for wins.
    pub fn defences(&self, left: Half, right: Half) -> impl Iterator<Item = i32> + use<> {
        offsets(self.entry(left, right).defences, self.reach)
    }

    /// Whether a stone between these halves threatens to win, and when that is answered another stone of the same line does so again.
    #[must_use]
    pub(crate) fn leads_on(&self, left: Half, right: Half) -> bool {
        self.entry(left, right).leads_on
    }

    fn entry(&self, left: Half, right: Half) -> &Entry {
        &self.entries[self.index(left, right)]
    }

    fn index(&self, left: Half, right: Half) -> usize {
        left.code() << (self.reach + 1) | right.code()
    }

    /// All lines that are free for so many cells on each side. A line's class follows from those with one stone more, and where to
    /// defend from those with fewer cells, which are there already.
    fn fill(&mut self, segment: &Segment) {
        let Segment { left, right, .. } = *segment;
        let mut classes = vec![Class::Dead; 1 << (left + right + 1)];
        for stones in (0..classes.len() as u32).rev().filter(|stones| stones >> left & 1 != 0) {
            classes[stones as usize] = segment.class(stones, &classes);
            let index = self.index(segment.left_half(stones), segment.right_half(stones));
            // Here the cell is bit `left`, in the table bit `reach`.
            let wins = segment.wins(stones) << (self.reach - left);
            self.ranks[index] = classes[stones as usize].rank();
            let defences = self.defences_of(segment, stones) << (self.reach - left);
            let leads_on = self.leads_on_after(segment, stones);
            self.entries[index] = Entry { wins, defences, leads_on };
        }
    }

    /// The rank of a line that was filled in before, however wide.
    fn narrow_rank(&self, segment: &Segment, stones: u32) -> u8 {
        self.class(segment.left_half(stones), segment.right_half(stones)).narrow().rank()
    }

    fn defences_of(&self, segment: &Segment, stones: u32) -> u32 {
        let whole = self.narrow_rank(segment, stones);
        let is_defence = |cell: &u32| {
            let (shorter, rest) = segment.blocked(*cell, stones);
            self.narrow_rank(&shorter, rest) < whole
        };
        segment.empty(stones).filter(is_defence).map(|cell| 1 << cell).sum()
    }

    fn leads_on_after(&self, segment: &Segment, stones: u32) -> bool {
        let wins = segment.wins(stones);
        wins.count_ones() == 1 && {
            let (shorter, rest) = segment.blocked(wins.trailing_zeros(), stones);
            self.narrow_rank(&shorter, rest) >= Class::Blocked(2).rank()
        }
    }
}

/// The distances of the cells in a mask.
fn offsets(mask: u32, reach: u32) -> impl Iterator<Item = i32> {
    (0..=2 * reach).filter(move |bit| mask >> bit & 1 != 0).map(move |bit| bit as i32 - reach as i32)
}

/// The free cells around a cell: `left` of them at its left, `right` at its right. Bit `left` of a set of stones is the cell itself.
struct Segment {
    left: u32,
    right: u32,
    k: u32,
    is_exact: bool,
}

impl Segment {
    /// The empty cells.
    fn empty(&self, stones: u32) -> impl Iterator<Item = u32> + use<> {
        (0..=self.left + self.right).filter(move |cell| stones >> cell & 1 == 0)
    }

    /// Whether the row through the cell is complete.
    fn is_won(&self, stones: u32) -> bool {
        let row = self.row(stones);
        if self.is_exact { row == self.k } else { row >= self.k }
    }

    /// Whether the row through the cell is longer than it may be.
    fn is_over(&self, stones: u32) -> bool {
        self.is_exact && self.row(stones) > self.k
    }

    /// How long the row through the cell is.
    fn row(&self, stones: u32) -> u32 {
        let right = (stones >> self.left).trailing_ones();
        let left = (stones << (31 - self.left)).leading_ones();
        left + right - 1
    }

    /// Where one more stone completes the row.
    fn wins(&self, stones: u32) -> u32 {
        if self.is_won(stones) {
            return 0;
        }
        self.empty(stones).map(|cell| 1 << cell).filter(|stone| self.is_won(stones | stone)).sum()
    }

    /// The class, by the classes of all lines with more stones.
    fn class(&self, stones: u32, classes: &[Class]) -> Class {
        if self.is_won(stones) {
            return Class::Win;
        }
        if self.is_over(stones) {
            return Class::Over;
        }
        if self.wins(stones).count_ones() >= 2 {
            return Class::Free(1);
        }
        let after =
            || self.empty(stones).map(|cell| classes[(stones | 1 << cell) as usize].one_stone_before());
        let class = after().max_by_key(|class| class.rank()).unwrap_or(Class::Dead);
        class.with_ways(after().filter(|other| *other == class).count() as u32)
    }

    /// What is left when the other colour takes a cell.
    fn blocked(&self, cell: u32, stones: u32) -> (Segment, u32) {
        let Segment { left, right, k, is_exact } = *self;
        if cell < left {
            let gone = cell + 1;
            (Segment { left: left - gone, right, k, is_exact }, stones >> gone)
        } else {
            let right = cell - left - 1;
            (Segment { left, right, k, is_exact }, stones & ((1 << cell) - 1))
        }
    }

    fn left_half(&self, stones: u32) -> Half {
        // The nearest cell is the highest bit here and the lowest of a half.
        let nearest_first = (0..self.left).rev().map(|cell| stones >> cell & 1 != 0);
        Half::of(nearest_first, self.left)
    }

    fn right_half(&self, stones: u32) -> Half {
        Half::from_code(stones >> (self.left + 1) | 1 << self.right)
    }
}

#[cfg(test)]
mod tests;
