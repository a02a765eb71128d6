//! One side of a line, seen from a cell.

/// A colour's stones on one side of a cell, up to whatever blocks them: a stone of the other colour or the edge. The number has a bit for each
/// cell, the nearest lowest, and one more bit, above them, that marks where the blocker is. What lies beyond a reach counts as blocked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Half(u32);

impl Half {
    /// The half that begins with these cells, nearest first: `true` is an own stone, `false` an empty cell. Of more than `reach` cells the
    /// nearest are taken.
    pub fn of(cells: impl IntoIterator<Item = bool>, reach: u32) -> Half {
        let mut half = Half(1);
        for (distance, is_own) in cells.into_iter().take(reach as usize).enumerate() {
            // The mark moves one cell further, and a stone takes the place it had.
            half.0 += if is_own { 2 << distance } else { 1 << distance };
        }
        half
    }

    /// The half at the low end of two words: own stones, and whatever blocks them.
    #[inline]
    #[must_use]
    pub(crate) const fn in_words(stones: u32, blockers: u32, reach: u32) -> Half {
        let ends = blockers | 1 << reach;
        // All bits up to the first end, which is the mark.
        Half((stones | ends) & (ends ^ (ends - 1)))
    }

    /// The half as it is with an own stone on an empty cell at this distance, the nearest being 0.
    #[inline]
    #[must_use]
    pub(crate) const fn with_own(self, distance: u32) -> Half {
        Half(self.0 | 1 << distance)
    }

    /// The half as it is with a blocker on a cell at this distance.
    #[inline]
    #[must_use]
    pub(crate) const fn cut(self, distance: u32) -> Half {
        Half(self.0 & ((1 << distance) - 1) | 1 << distance)
    }

    /// What is left beyond the nearest cell.
    #[must_use]
    pub(crate) const fn rest(self) -> Half {
        Half(self.0 >> 1)
    }

    /// The half one cell further on, which has this one and the cell between behind it.
    #[must_use]
    pub(crate) const fn after(self, is_own: bool) -> Half {
        Half(self.0 << 1 | is_own as u32)
    }

    /// No more than so many of its cells.
    #[must_use]
    pub(crate) const fn within(self, reach: u32) -> Half {
        if self.cells() > reach { self.cut(reach) } else { self }
    }

    /// How many cells there are up to the blocker.
    #[must_use]
    pub const fn cells(self) -> u32 {
        self.0.ilog2()
    }

    /// A bit for each cell with an own stone, the nearest lowest.
    #[must_use]
    pub const fn stones(self) -> u32 {
        self.0 ^ (1 << self.cells())
    }

    /// The half as an index.
    #[must_use]
    pub(crate) const fn code(self) -> usize {
        self.0 as usize
    }

    /// The half with this code, which is at least 1.
    pub(crate) const fn from_code(code: u32) -> Half {
        Half(code)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_half_keeps_its_cells() {
        for reach in [3, 5, 8] {
            for cells in 0..=9usize {
                for stones in 0..1u32 << cells {
                    let half = Half::of((0..cells).map(|cell| stones >> cell & 1 != 0), reach);
                    let seen = (cells as u32).min(reach);
                    assert_eq!(half.cells(), seen);
                    assert_eq!(half.stones(), stones & ((1 << seen) - 1));
                }
            }
        }
    }
}
