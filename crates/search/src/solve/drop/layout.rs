//! How a drop board lies in a word, and what can be asked of sets of its cells.
//!
//! Columns follow each other, each from the bottom up, with one bit above that never holds a stone. For 7x6:
//!
//! ```text
//!   6 13 20 27 34 41 48     never a stone
//!   5 12 19 26 33 40 47
//!   4 11 18 25 32 39 46
//!   3 10 17 24 31 38 45
//!   2  9 16 23 30 37 44
//!   1  8 15 22 29 36 43
//!   0  7 14 21 28 35 42     where stones land first
//! ```
//!
//! A row therefore has a fixed step from bit to bit, and one that leaves the board meets a bit without a stone. Adding
//! the bottom cells to the stones carries through each column to the cell where the next stone lands.

use kinrow_game::{MAX_SIZE, Rules};

use super::word::Word;

/// A board of one size and k.
#[derive(Clone, Copy, Debug)]
pub(super) struct Layout<T> {
    pub(super) width: u32,
    pub(super) height: u32,
    k: u32,
    /// How many cells there are.
    pub(super) cells: u32,
    /// Every cell.
    pub(super) board: T,
    /// The lowest cell of every column.
    pub(super) bottom: T,
    /// The highest cell of every column.
    pub(super) top: T,
    /// Whether a row of more than k counts nothing.
    pub(super) is_exact: bool,
    /// Whether it is four or more in a row, on a board whose rows need no care with shifts.
    is_four: bool,
}

impl<T: Word> Layout<T> {
    /// The layout for these rules, if the board fits into the word.
    pub(super) fn new(rules: Rules) -> Option<Layout<T>> {
        let (width, height, k) = (u32::from(rules.width()), u32::from(rules.height()), u32::from(rules.k()));
        if width * (height + 1) > T::BITS {
            return None;
        }
        let is_exact = rules.line().is_exact(kinrow_game::Side::X);
        let cells = |is_in: &dyn Fn(u32) -> bool| {
            let mut set = T::EMPTY;
            for column in 0..width {
                for row in (0..height).filter(|&row| is_in(row)) {
                    set |= T::single(column * (height + 1) + row);
                }
            }
            set
        };
        Some(Layout {
            width,
            height,
            k,
            cells: width * height,
            board: cells(&|_| true),
            bottom: cells(&|row| row == 0),
            top: cells(&|row| row + 1 == height),
            is_exact,
            is_four: k == 4 && !is_exact && 3 * (height + 2) < T::BITS,
        })
    }

    /// The bit of a cell; rows are counted from the bottom.
    pub(super) fn cell(&self, column: u32, row: u32) -> T {
        T::single(column * (self.height + 1) + row)
    }

    /// The column of a single bit.
    #[inline]
    pub(super) fn column(&self, cell: T) -> u32 {
        cell.index() / (self.height + 1)
    }

    /// From a bit to the next in a row: up, falling to the right, to the right, rising to the right.
    #[inline]
    fn steps(&self) -> [u32; 4] {
        [1, self.height, self.height + 1, self.height + 2]
    }

    /// Where the next stones land.
    #[inline]
    pub(super) fn landings(&self, stones: T) -> T {
        stones.plus(self.bottom) & self.board
    }

    /// The columns of these cells of the highest row, whole.
    #[inline]
    pub(super) fn columns_of(&self, tops: T) -> T {
        tops.up(1).minus(tops.down(self.height - 1))
    }

    /// The empty cells where one more stone completes a row of `own`, whether or not a stone can land there yet.
    #[inline]
    pub(super) fn completing(&self, own: T, stones: T) -> T {
        let completing = if self.is_four { self.completing_four(own) } else { self.completing_any(own) };
        completing & self.board & !stones
    }

    #[inline]
    fn completing_four(&self, own: T) -> T {
        let mut found = own.up(1) & own.up(2) & own.up(3);
        for step in [self.height, self.height + 1, self.height + 2] {
            let (before, after) = (own.up(step), own.down(step));
            let (two_before, two_after) = (before & own.up(2 * step), after & own.down(2 * step));
            found |= two_before & (own.up(3 * step) | after) | two_after & (own.down(3 * step) | before);
        }
        found
    }

    /// For any k: so many stones directly before the cell, and the others directly after it.
    fn completing_any(&self, own: T) -> T {
        let mut found = T::EMPTY;
        for step in self.steps() {
            let mut before = [!T::EMPTY; MAX_SIZE as usize];
            for i in 1..self.k {
                before[i as usize] = before[i as usize - 1] & own.up(i * step);
            }
            let mut after = !T::EMPTY;
            for i in 0..self.k {
                if i > 0 {
                    after = after & own.down(i * step);
                }
                let others = self.k - 1 - i;
                let mut row = after & before[others as usize];
                if self.is_exact {
                    row = row & !own.down((i + 1) * step) & !own.up((others + 1) * step);
                }
                found |= row;
            }
        }
        found
    }

    /// The first cell of every k in a row, in one direction, that lie within `set`.
    #[inline]
    fn starts(&self, set: T, step: u32) -> T {
        if self.is_four {
            let pairs = set & set.down(step);
            return pairs & pairs.down(2 * step);
        }
        let (mut starts, mut length) = (set, 1);
        while length < self.k {
            let more = length.min(self.k - length);
            starts = starts & starts.down(more * step);
            length += more;
        }
        starts
    }

    /// Whether k in a row lie within `set`.
    #[inline]
    pub(super) fn has_row(&self, set: T) -> bool {
        let [up, falling, right, rising] = self.steps().map(|step| self.starts(set, step));
        !(up | falling | right | rising).is_empty()
    }

    /// The cells of all k in a row that lie within `set`.
    #[inline]
    pub(super) fn cells_in_rows(&self, set: T) -> T {
        let mut found = T::EMPTY;
        for step in self.steps() {
            let mut cells = self.starts(set, step);
            if self.is_four {
                cells |= cells.up(step);
                cells |= cells.up(2 * step);
            } else {
                let mut length = 1;
                while length < self.k {
                    let more = length.min(self.k - length);
                    cells |= cells.up(more * step);
                    length += more;
                }
            }
            found |= cells;
        }
        found
    }

    /// The set with left and right exchanged.
    #[inline]
    pub(super) fn mirrored(&self, set: T) -> T {
        let stride = self.height + 1;
        let first = T::single(0).up(stride).minus(T::single(0));
        let mut image = T::EMPTY;
        for column in 0..self.width {
            let cells = set.down(column * stride) & first;
            image |= cells.up((self.width - 1 - column) * stride);
        }
        image
    }
}
