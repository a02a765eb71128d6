//! Fixed-width bit sets: a board's stones in a handful of machine words, copied like a number.

use std::ops::{BitAnd, BitAndAssign, BitOr, Not};

/// A set of bit indices below `64 * W`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Bits<const W: usize>([u64; W]);

impl<const W: usize> Bits<W> {
    /// The empty set.
    pub const EMPTY: Self = Bits([0; W]);

    /// The set held by the first `W` of `words`.
    #[inline]
    #[must_use]
    pub fn from_words(words: &[u64; MAX_WORDS]) -> Self {
        Bits(std::array::from_fn(|i| words[i]))
    }

    /// The words, lowest indices first.
    #[inline]
    #[must_use]
    pub fn words(&self) -> &[u64; W] {
        &self.0
    }

    /// The set of one index.
    #[inline]
    #[must_use]
    pub fn single(index: usize) -> Self {
        let mut bits = Self::EMPTY;
        bits.insert(index);
        bits
    }

    /// Whether `index` is in the set; an index past the end is not.
    #[inline]
    #[must_use]
    pub fn contains(&self, index: usize) -> bool {
        index < 64 * W && self.0[index / 64] >> (index % 64) & 1 == 1
    }

    /// How many indices of the set follow `index` without a gap, stepping by `step`: stones in a row end at a guard bit or
    /// past either end.
    #[inline]
    #[must_use]
    pub fn arm(&self, index: usize, step: isize) -> u32 {
        let mut length = 0;
        let mut at = index.wrapping_add_signed(step);
        // Stepping below 0 wraps to a huge index, which no set contains.
        while self.contains(at) {
            length += 1;
            at = at.wrapping_add_signed(step);
        }
        length
    }

    /// Adds `index`, which must be below `64 * W`.
    #[inline]
    pub fn insert(&mut self, index: usize) {
        self.0[index / 64] |= 1 << (index % 64);
    }

    /// Takes `index` out, which must be below `64 * W`.
    #[inline]
    pub fn remove(&mut self, index: usize) {
        self.0[index / 64] &= !(1 << (index % 64));
    }

    /// Whether nothing is in the set.
    #[inline]
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|&word| word == 0)
    }

    /// How many indices are in the set.
    #[inline]
    #[must_use]
    pub fn len(&self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    /// Every index moved down by `distance`; those that would fall below 0 are dropped.
    #[inline]
    #[must_use]
    pub fn shifted_down(&self, distance: u32) -> Self {
        if W == 1 {
            return Bits([self.0[0].checked_shr(distance).unwrap_or(0); W]);
        }
        let (whole, part) = ((distance / 64) as usize, distance % 64);
        Bits(std::array::from_fn(|i| {
            let word = |i: usize| if i < W { self.0[i] } else { 0 };
            let high = if part == 0 { 0 } else { word(i + whole + 1) << (64 - part) };
            word(i + whole) >> part | high
        }))
    }

    /// Every index moved up by `distance`; those that would pass the end are dropped.
    #[inline]
    #[must_use]
    pub fn shifted_up(&self, distance: u32) -> Self {
        if W == 1 {
            return Bits([self.0[0].checked_shl(distance).unwrap_or(0); W]);
        }
        let (whole, part) = ((distance / 64) as usize, distance % 64);
        Bits(std::array::from_fn(|i| {
            let word = |back: usize| if i >= back { self.0[i - back] } else { 0 };
            let low = if part == 0 { 0 } else { word(whole + 1) >> (64 - part) };
            word(whole) << part | low
        }))
    }

    /// The `n`-th index of the set, counted from 0 upwards; `None` when there are not that many.
    #[must_use]
    pub fn nth(&self, n: u32) -> Option<usize> {
        let mut n = n;
        for (i, &word) in self.0.iter().enumerate() {
            let ones = word.count_ones();
            if n < ones {
                let mut word = word;
                for _ in 0..n {
                    word &= word - 1;
                }
                return Some(64 * i + word.trailing_zeros() as usize);
            }
            n -= ones;
        }
        None
    }

    /// The indices in rising order.
    #[inline]
    #[must_use]
    pub fn iter(self) -> BitsIter<W> {
        BitsIter { bits: self, word: 0 }
    }
}

/// The words of the widest board: 20 rows of 20 columns and a guard column are 420 bits.
pub const MAX_WORDS: usize = 7;

impl<const W: usize> BitAnd for Bits<W> {
    type Output = Self;
    #[inline]
    fn bitand(self, other: Self) -> Self {
        Bits(std::array::from_fn(|i| self.0[i] & other.0[i]))
    }
}

impl<const W: usize> BitAndAssign for Bits<W> {
    #[inline]
    fn bitand_assign(&mut self, other: Self) {
        *self = *self & other;
    }
}

impl<const W: usize> BitOr for Bits<W> {
    type Output = Self;
    #[inline]
    fn bitor(self, other: Self) -> Self {
        Bits(std::array::from_fn(|i| self.0[i] | other.0[i]))
    }
}

impl<const W: usize> Not for Bits<W> {
    type Output = Self;
    #[inline]
    fn not(self) -> Self {
        Bits(self.0.map(|word| !word))
    }
}

impl<const W: usize> FromIterator<usize> for Bits<W> {
    fn from_iter<I: IntoIterator<Item = usize>>(indices: I) -> Self {
        let mut bits = Self::EMPTY;
        for index in indices {
            bits.insert(index);
        }
        bits
    }
}

impl<const W: usize> IntoIterator for Bits<W> {
    type Item = usize;
    type IntoIter = BitsIter<W>;
    fn into_iter(self) -> BitsIter<W> {
        self.iter()
    }
}

/// The indices of a [`Bits`], in rising order.
#[derive(Clone, Debug)]
pub struct BitsIter<const W: usize> {
    bits: Bits<W>,
    word: usize,
}

impl<const W: usize> Iterator for BitsIter<W> {
    type Item = usize;

    #[inline]
    fn next(&mut self) -> Option<usize> {
        while self.word < W {
            let word = &mut self.bits.0[self.word];
            if *word != 0 {
                let bit = word.trailing_zeros() as usize;
                *word &= *word - 1;
                return Some(64 * self.word + bit);
            }
            self.word += 1;
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    /// Moving a set number by number is the oracle of moving it word by word.
    fn check_shifts<const W: usize>(set: &BTreeSet<usize>, distance: u32) {
        let bits: Bits<W> = set.iter().copied().filter(|&i| i < 64 * W).collect();
        let moved_down: Vec<usize> = bits.iter().filter_map(|i| i.checked_sub(distance as usize)).collect();
        assert_eq!(bits.shifted_down(distance).iter().collect::<Vec<_>>(), moved_down);
        let moved_up: Vec<usize> =
            bits.iter().map(|i| i + distance as usize).filter(|&i| i < 64 * W).collect();
        assert_eq!(bits.shifted_up(distance).iter().collect::<Vec<_>>(), moved_up);
    }

    proptest! {
        #![proptest_config(kinrow_testing::cases!(256))]

        /// A set of numbers is the oracle of a set of bits.
        #[test]
        fn behaves_like_a_set(set in prop::collection::btree_set(0usize..256, 0..60), distance in 0u32..256, n in 0u32..70) {
            let bits: Bits<4> = set.iter().copied().collect();
            prop_assert_eq!(bits.iter().collect::<BTreeSet<_>>(), set.clone());
            prop_assert_eq!(bits.len() as usize, set.len());
            prop_assert_eq!(bits.nth(n), set.iter().copied().nth(n as usize));
            check_shifts::<1>(&set, distance);
            check_shifts::<4>(&set, distance);
        }
    }
}
