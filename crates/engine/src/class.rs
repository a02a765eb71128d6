//! What a stone makes of a line.

/// What a line is worth to one colour once it has a stone on a given cell. Only rows through that cell count.
///
/// Whoever knows five in a row knows `Free(1)` as an open four or two fours in one line, `Blocked(1)` as a four, `Free(2)` as an open three and
/// `Blocked(2)` as a three with one end closed.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Class {
    /// No row through the cell is possible, or it needs more stones than anybody counts.
    Dead,
    /// So many more stones win, and one answer at the right moment stops it.
    Blocked(u8),
    /// So many more stones win, and of the last there is a choice of two: a single answer comes too late.
    Free(u8),
    /// The row is complete.
    Win,
}

impl Class {
    /// Stones that are still needed are counted up to this; beyond, a line is as good as dead.
    pub const FARTHEST: u8 = 6;

    /// How many ranks there are.
    pub const RANKS: usize = 2 * Self::FARTHEST as usize + 2;

    /// The better the class, the higher: what needs fewer stones is better, and of the same number what is free.
    #[must_use]
    pub const fn rank(self) -> u8 {
        match self {
            Class::Dead => 0,
            Class::Blocked(stones) => 2 * (Self::FARTHEST - stones) + 1,
            Class::Free(stones) => 2 * (Self::FARTHEST - stones) + 2,
            Class::Win => 2 * Self::FARTHEST + 1,
        }
    }

    /// The class of a rank.
    #[must_use]
    pub const fn of_rank(rank: u8) -> Class {
        match rank {
            0 => Class::Dead,
            rank if rank > 2 * Self::FARTHEST => Class::Win,
            rank if rank % 2 == 1 => Class::Blocked(Self::FARTHEST - rank / 2),
            rank => Class::Free(Self::FARTHEST + 1 - rank / 2),
        }
    }

    /// What a line is that becomes this by one stone.
    #[must_use]
    pub const fn one_stone_before(self) -> Class {
        match self {
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
        assert_eq!(Class::of_rank(1), Class::Blocked(Class::FARTHEST));
    }
}
