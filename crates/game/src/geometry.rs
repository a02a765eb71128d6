//! How a board lies in bits, worked out once for each set of rules.
//!
//! Rows follow each other from the top, each with one guard bit that never holds a stone. On a 3×3 board:
//!
//! ```text
//!      a  b  c  guard
//!  3   0  1  2   3
//!  2   4  5  6   7
//!  1   8  9 10  11
//! ```
//!
//! A step to the right is +1, down +4, down-right +5, down-left +3: a step that leaves the board sideways lands on
//! a guard bit, so a row of stones never continues on the other side. All distances are run-time numbers, so four
//! widths (1, 2, 4 and 7 words) serve every board from 1×1 to 20×20.

use std::collections::HashMap;
use std::sync::{Mutex, OnceLock, PoisonError};

use crate::bits::MAX_WORDS;
use crate::line::has_run_in_word;
use crate::symmetry::Symmetries;
use crate::zobrist::scramble;
use crate::{LineRule, Point, Rules};

/// A place in a row, column or diagonal: all of them numbered through, and the bit in it.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Place {
    pub(crate) lane: u8,
    pub(crate) bit: u8,
}

/// Rows, columns and diagonals both ways of the largest board: 20 + 20 + 39 + 39, rounded up.
pub(crate) const MOST_LANES: usize = 128;

/// The lay-out of one board.
#[derive(Debug)]
pub struct Geometry {
    rules: Rules,
    stride: u16,
    /// Bits that hold stones.
    pub(crate) cells: [u64; MAX_WORDS],
    /// How many they are.
    pub(crate) cell_count: u16,
    /// Points of the lowest row.
    pub(crate) bottom: [u64; MAX_WORDS],
    /// Distances of one step: right, down, down-right, down-left.
    pub(crate) directions: [u32; 4],
    /// How far to shift, step by step, until runs of k are found: 1, 1 for three; 1, 2, 1 for five.
    pub(crate) doublings: Vec<u32>,
    /// The same in each direction, for a board of one word. Its last bit never holds a stone, so 63 stands for more.
    pub(crate) word_shifts: Vec<[u8; 4]>,
    /// For each point its place in its row, column and diagonals.
    lanes: OnceLock<Vec<[Place; 4]>>,
    /// For a board of at most 16 bits, a bit for every set of stones: whether it holds k in a row. Empty for larger boards.
    pub(crate) has_run: Vec<u64>,
    /// The same for a board of at most 12 bits by the plain rules: there one look-up is the whole win test.
    pub(crate) plain_runs: Vec<bool>,
    /// Whether the rules are the plain ones (stones are placed freely, k or more win): the common case takes one test.
    pub(crate) is_plain: bool,
    /// The key of the empty board.
    pub(crate) start_key: u64,
    symmetries: OnceLock<Symmetries>,
}

impl Geometry {
    /// The lay-out for `rules`. There are finitely many rules and a lay-out is a few hundred bytes, so each is made
    /// once and kept for ever: that lets a board be a small value that is copied, not a thing with an owner.
    #[must_use]
    pub fn of(rules: Rules) -> &'static Geometry {
        static MADE: OnceLock<Mutex<HashMap<Rules, &'static Geometry>>> = OnceLock::new();
        let mut made = MADE.get_or_init(Mutex::default).lock().unwrap_or_else(PoisonError::into_inner);
        made.entry(rules).or_insert_with(|| Box::leak(Box::new(Geometry::new(rules))))
    }

    fn new(rules: Rules) -> Geometry {
        let stride = u16::from(rules.width()) + 1;
        let directions = [1, stride.into(), u32::from(stride) + 1, u32::from(stride) - 1];
        let doublings = doublings(rules.k());
        let mut geometry = Geometry {
            rules,
            stride,
            cells: [0; MAX_WORDS],
            cell_count: rules.cells(),
            bottom: [0; MAX_WORDS],
            directions,
            has_run: Vec::new(),
            plain_runs: Vec::new(),
            is_plain: match rules.line() {
                LineRule::Freestyle => !rules.is_drop() && !rules.is_misere(),
                LineRule::Exact | LineRule::Renju => false,
            },
            word_shifts: doublings.iter().map(|step| directions.map(|d| (step * d).min(63) as u8)).collect(),
            doublings,
            start_key: scramble(
                rules.to_string().bytes().fold(0, |key, byte| scramble(key ^ u64::from(byte))),
            ),
            symmetries: OnceLock::new(),
            lanes: OnceLock::new(),
        };
        for row in 0..rules.height() {
            for column in 0..rules.width() {
                let index = geometry.point(column, row).index();
                geometry.cells[index / 64] |= 1 << (index % 64);
                if row + 1 == rules.height() {
                    geometry.bottom[index / 64] |= 1 << (index % 64);
                }
            }
        }
        let bits = u32::from(stride) * u32::from(rules.height());
        if bits <= 16 {
            geometry.has_run = (0..(1u64 << bits).div_ceil(64))
                .map(|word| {
                    let has_run = |bit: u64| has_run_in_word(64 * word + bit, &geometry.word_shifts);
                    (0..64).fold(0, |runs, bit| runs | u64::from(has_run(bit)) << bit)
                })
                .collect();
        }
        if bits <= 12 && geometry.is_plain {
            geometry.plain_runs =
                (0..1 << bits).map(|stones| has_run_in_word(stones, &geometry.word_shifts)).collect();
        }
        geometry
    }

    /// The rules this lay-out serves.
    #[must_use]
    pub fn rules(&self) -> Rules {
        self.rules
    }

    /// Words needed for one side's stones: the width of [`crate::Board`] to use.
    #[must_use]
    pub fn words(&self) -> usize {
        let bits = usize::from(self.stride) * usize::from(self.rules.height());
        bits.div_ceil(64)
    }

    /// The point at a column counted from the left and a row counted from the top, both from 0 and on the board.
    #[inline]
    #[must_use]
    pub fn point(&self, column: u8, row: u8) -> Point {
        Point::from_index(u16::from(row) * self.stride + u16::from(column))
    }

    /// Column from the left and row from the top, both from 0; at least one is too large for a point that is not on the
    /// board.
    #[inline]
    #[must_use]
    pub fn column_row(&self, point: Point) -> (u8, u8) {
        let (stride, index) = (usize::from(self.stride), point.index());
        ((index % stride) as u8, u8::try_from(index / stride).unwrap_or(u8::MAX))
    }

    /// How far apart in bits neighbours lie: to the right, down, down-right, down-left.
    #[inline]
    #[must_use]
    pub fn directions(&self) -> [u32; 4] {
        self.directions
    }

    /// Every point, row by row from the top left.
    pub fn points(&self) -> impl Iterator<Item = Point> + '_ {
        (0..self.rules.height())
            .flat_map(move |row| (0..self.rules.width()).map(move |column| self.point(column, row)))
    }

    /// The symmetries of this board.
    #[must_use]
    pub fn symmetries(&self) -> &Symmetries {
        self.symmetries.get_or_init(|| Symmetries::new(self))
    }

    /// For each point, by its index, its places in its row, column and diagonals.
    pub(crate) fn lanes(&self) -> &[[Place; 4]] {
        self.lanes.get_or_init(|| {
            let (width, height) = (self.rules.width(), self.rules.height());
            let mut places = vec![[Place::default(); 4]; usize::from(self.stride) * usize::from(height)];
            for point in self.points() {
                let (column, row) = self.column_row(point);
                places[point.index()] = [
                    Place { lane: row, bit: column },
                    Place { lane: height + column, bit: row },
                    Place { lane: height + width + column + row, bit: row },
                    Place {
                        lane: height + width + (width + height - 1) + (height - 1 + column - row),
                        bit: row,
                    },
                ];
            }
            places
        })
    }

    /// Every set of k points in a row, each once.
    pub fn lines(&self) -> impl Iterator<Item = Vec<Point>> + '_ {
        const STEPS: [(i16, i16); 4] = [(1, 0), (0, 1), (1, 1), (-1, 1)];
        let length = i16::from(self.rules.k());
        let (width, height) = (i16::from(self.rules.width()), i16::from(self.rules.height()));
        // A single point has no direction.
        let directions = if length == 1 { 1 } else { 4 };
        self.points().flat_map(move |start| {
            let (column, row) = self.column_row(start);
            let (column, row) = (i16::from(column), i16::from(row));
            STEPS[..directions].iter().filter_map(move |&(right, down)| {
                let (last_column, last_row) = (column + (length - 1) * right, row + (length - 1) * down);
                ((0..width).contains(&last_column) && (0..height).contains(&last_row)).then(|| {
                    (0..length)
                        .map(|i| self.point((column + i * right) as u8, (row + i * down) as u8))
                        .collect()
                })
            })
        })
    }
}

/// Shift distances whose running sum doubles until it reaches k - 1.
fn doublings(k: u8) -> Vec<u32> {
    let mut steps = Vec::new();
    let (mut have, k) = (1, u32::from(k));
    while have < k {
        let step = have.min(k - have);
        steps.push(step);
        have += step;
    }
    steps
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_widest_board_fits_seven_words_and_fifteen_four() {
        for (rules, words) in [("3x3x3", 1), ("7x6x4", 1), ("8x8x5", 2), ("15x15x5", 4), ("20x20x5", 7)] {
            assert_eq!(Geometry::of(rules.parse().unwrap()).words(), words, "{rules}");
        }
    }

    #[test]
    fn lines_are_counted_as_by_formula() {
        // On m×n: rows (m-k+1)n, columns m(n-k+1), two diagonals (m-k+1)(n-k+1).
        for (rules, lines) in [
            ("3x3x3", 8),
            ("4x3x3", 14),
            ("5x5x4", 28),
            ("15x15x5", 572),
            ("7x6x4", 69),
            ("3x2x1", 6),
            ("2x2x3", 0),
        ] {
            assert_eq!(Geometry::of(rules.parse().unwrap()).lines().count(), lines, "{rules}");
        }
    }

    #[test]
    fn doublings_reach_k() {
        assert!(doublings(1).is_empty());
        assert_eq!(doublings(3), [1, 1]);
        assert_eq!(doublings(5), [1, 2, 1]);
        for k in 1..=20 {
            assert_eq!(1 + doublings(k).iter().sum::<u32>(), u32::from(k));
        }
    }
}
