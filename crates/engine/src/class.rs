//! What a stone makes of a line.

/// What a line is worth to one colour once it has a stone on a given cell. Only rows through that cell count.
///
/// Whoever knows five in a row knows `Free(1)` as an open four or two fours in one line, `Blocked(1)` as a four, `Free(2)` as an open three and
/// `Blocked(2)` as a three with one end closed. A wide class is the same with more ways to go on, which makes it harder to stop.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Class {
    /// No row through the cell is possible, or it needs more stones than anybody counts.
    Dead,
    /// The row is longer than it may be.
    Over,
    /// So many more stones win, and one answer at the right moment stops it.
    Blocked(u8),
    /// The same, and at least three cells lead on.
    WideBlocked(u8),
    /// So many more stones win, and of the last there is a choice of two: a single answer comes too late.
    Free(u8),
    /// The same, and as many cells lead on as stones are needed, or more.
    WideFree(u8),
    /// The row is complete.
    Win,
}

/// Every class, the better the later. Sixteen, so that four of them are one small number.
const ORDER: [Class; Class::RANKS] = [
    Class::Dead,
    Class::Over,
    Class::Blocked(5),
    Class::Free(5),
    Class::Blocked(4),
    Class::Free(4),
    Class::Blocked(3),
    Class::Free(3),
    Class::WideFree(3),
    Class::Blocked(2),
    Class::WideBlocked(2),
    Class::Free(2),
    Class::WideFree(2),
    Class::Blocked(1),
    Class::Free(1),
    Class::Win,
];

impl Class {
    /// Stones that are still needed are counted up to this; beyond, a line is as good as dead.
    pub const FARTHEST: u8 = 5;

    /// How many ranks there are.
    pub const RANKS: usize = 16;

    /// The better the class, the higher: what needs fewer stones is better, and of the same number what is free.
    #[must_use]
    pub const fn rank(self) -> u8 {
        match self {
            Class::Dead => 0,
            Class::Over => 1,
            Class::Blocked(5) => 2,
            Class::Free(5) => 3,
            Class::Blocked(4) => 4,
            Class::Free(4) => 5,
            Class::Blocked(3) => 6,
            Class::Free(3) => 7,
            Class::WideFree(3) => 8,
            Class::Blocked(2) => 9,
            Class::WideBlocked(2) => 10,
            Class::Free(2) => 11,
            Class::WideFree(2) => 12,
            Class::Blocked(1) => 13,
            Class::Free(1) => 14,
            Class::Win => 15,
            Class::Blocked(_) | Class::WideBlocked(_) | Class::Free(_) | Class::WideFree(_) => 0,
        }
    }

    /// The class of a rank, which is below [`Class::RANKS`].
    #[must_use]
    pub const fn of_rank(rank: u8) -> Class {
        ORDER[rank as usize]
    }

    /// The same class, however many cells lead on.
    #[must_use]
    pub const fn narrow(self) -> Class {
        match self {
            Class::WideBlocked(stones) => Class::Blocked(stones),
            Class::WideFree(stones) => Class::Free(stones),
            class => class,
        }
    }

    /// The wide class where enough cells lead on and there is one.
    #[must_use]
    pub(crate) const fn with_ways(self, ways: u32) -> Class {
        match self {
            Class::Blocked(2) if ways >= 3 => Class::WideBlocked(2),
            Class::Free(stones @ (2 | 3)) if ways >= stones as u32 => Class::WideFree(stones),
            class => class,
        }
    }

    /// What a line is, however wide, that becomes this by one stone.
    #[must_use]
    pub const fn one_stone_before(self) -> Class {
        match self.narrow() {
            Class::Blocked(stones) if stones < Self::FARTHEST => Class::Blocked(stones + 1),
            Class::Free(stones) if stones < Self::FARTHEST => Class::Free(stones + 1),
            Class::Win => Class::Blocked(1),
            _ => Class::Dead,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_class_has_its_rank() {
        for rank in 0..Class::RANKS as u8 {
            assert_eq!(Class::of_rank(rank).rank(), rank);
        }
        assert!(Class::Win.rank() > Class::Free(1).rank());
        assert!(Class::WideFree(2).rank() > Class::WideFree(2).narrow().rank());
    }
}
