//! What stands in each row of the board, updated stone by stone and taken back.
//!
//! A row is *open* to a side while the side may still complete it: no stone of the opponent is in it and, where too long
//! does not count, no own stone touches either end. Everything the solver asks about rows (who threatens where, how
//! close a side is, how much hope is left to it) is a sum over open rows, and a stone changes only those of its point.

use kinrow_game::{Bits, Board, MAX_SIZE, Side};

use super::lines::{Lines, MOST_NUMBERED};

/// The rows of a position.
#[derive(Clone, Debug)]
pub(super) struct Rows<const W: usize> {
    lines: Lines,
    rows: Vec<Row>,
    /// Open rows by the number of stones in them.
    open: [[u16; MAX_SIZE as usize + 1]; 2],
    /// The sum over open rows of 2^stones.
    potential: [u64; 2],
    /// Points where a side completes a row, and how many rows it completes there.
    completing: [Bits<W>; 2],
    completed: [Vec<u8>; 2],
    /// The points of each row as a set.
    sets: Vec<Bits<W>>,
    /// The rows open to a side, as sets of their numbers: of the first [`MOST_NUMBERED`].
    open_lines: [u128; 2],
}

/// The numbers in a set of them.
#[inline]
pub(super) fn numbers(set: u128) -> impl Iterator<Item = usize> {
    let mut left = set;
    std::iter::from_fn(move || {
        let number = left.trailing_zeros() as usize;
        left &= left.wrapping_sub(1);
        (number < MOST_NUMBERED).then_some(number)
    })
}

/// What stands in a row.
#[derive(Clone, Copy, Default, Debug)]
struct Row {
    stones: [u8; 2],
    /// Stones that close the row to a side: it is open at 0.
    closing: [u8; 2],
    /// The exclusive or of its empty points: the last of them when one is left.
    gap: u16,
}

impl<const W: usize> Rows<W> {
    /// The rows of a position.
    pub(super) fn new(board: &Board<W>) -> Rows<W> {
        let lines = Lines::new(board);
        let gap = |line| lines.points(line).iter().fold(0, |gap, point| gap ^ point);
        let mut rows = Rows {
            rows: (0..lines.count()).map(|line| Row { gap: gap(line), ..Row::default() }).collect(),
            open: [[0; MAX_SIZE as usize + 1]; 2],
            potential: [0; 2],
            completing: [Bits::EMPTY; 2],
            completed: [vec![0; 64 * W], vec![0; 64 * W]],
            sets: (0..lines.count())
                .map(|line| lines.points(line).iter().map(|&point| usize::from(point)).collect())
                .collect(),
            open_lines: [0; 2],
            lines,
        };
        for side in Side::BOTH {
            for line in 0..rows.rows.len() {
                rows.count(line, side, true);
            }
        }
        for side in Side::BOTH {
            for index in board.stones(side) {
                rows.place(side, index);
            }
        }
        rows
    }

    /// Counts an open row in for a side, or out again.
    #[inline]
    fn count(&mut self, line: usize, side: Side, is_in: bool) {
        let row = self.rows[line];
        let side = side.index();
        let stones = row.stones[side];
        let (open, potential) = (&mut self.open[side][usize::from(stones)], &mut self.potential[side]);
        if line < MOST_NUMBERED {
            self.open_lines[side] ^= 1 << line;
        }
        if is_in {
            *open += 1;
            *potential += 1 << stones;
        } else {
            *open -= 1;
            *potential -= 1 << stones;
        }
        if stones + 1 == self.lines.k {
            let gap = usize::from(row.gap);
            let completed = &mut self.completed[side][gap];
            if is_in {
                *completed += 1;
                self.completing[side].insert(gap);
            } else {
                *completed -= 1;
                if *completed == 0 {
                    self.completing[side].remove(gap);
                }
            }
        }
    }

    /// Puts a stone into its rows.
    #[inline]
    pub(super) fn place(&mut self, side: Side, index: usize) {
        let opponent = side.opponent();
        for i in 0..self.lines.through(index).len() {
            let line = usize::from(self.lines.through(index)[i]);
            if self.rows[line].closing[opponent.index()] == 0 {
                self.count(line, opponent, false);
            }
            self.rows[line].closing[opponent.index()] += 1;
            self.move_in_row(line, side, index, |stones| stones + 1);
        }
        for i in 0..self.lines.spoiled_by(side, index).len() {
            let line = usize::from(self.lines.spoiled_by(side, index)[i]);
            if self.rows[line].closing[side.index()] == 0 {
                self.count(line, side, false);
            }
            self.rows[line].closing[side.index()] += 1;
        }
    }

    /// Takes a stone out of its rows: [`Rows::place`] backwards.
    #[inline]
    pub(super) fn lift(&mut self, side: Side, index: usize) {
        let opponent = side.opponent();
        for i in 0..self.lines.spoiled_by(side, index).len() {
            let line = usize::from(self.lines.spoiled_by(side, index)[i]);
            self.rows[line].closing[side.index()] -= 1;
            if self.rows[line].closing[side.index()] == 0 {
                self.count(line, side, true);
            }
        }
        for i in 0..self.lines.through(index).len() {
            let line = usize::from(self.lines.through(index)[i]);
            self.move_in_row(line, side, index, |stones| stones - 1);
            self.rows[line].closing[opponent.index()] -= 1;
            if self.rows[line].closing[opponent.index()] == 0 {
                self.count(line, opponent, true);
            }
        }
    }

    /// Changes the number of a side's stones in a row by the one on `index`.
    #[inline]
    fn move_in_row(&mut self, line: usize, side: Side, index: usize, change: impl Fn(u8) -> u8) {
        let is_open = self.rows[line].closing[side.index()] == 0;
        if is_open {
            self.count(line, side, false);
        }
        let row = &mut self.rows[line];
        row.stones[side.index()] = change(row.stones[side.index()]);
        row.gap ^= index as u16;
        if is_open {
            self.count(line, side, true);
        }
    }

    /// The sum of 2^stones over the rows open to a side: 2^k times its potential.
    #[inline]
    pub(super) fn potential(&self, side: Side) -> u64 {
        self.potential[side.index()]
    }

    /// Stones that a side still needs to complete a row; `None` when no row is open to it.
    #[inline]
    pub(super) fn stones_needed(&self, side: Side) -> Option<u32> {
        let open = &self.open[side.index()];
        let k = usize::from(self.lines.k);
        (0..k).rev().find(|&stones| open[stones] > 0).map(|stones| (k - stones) as u32)
    }

    /// Points where a side completes a row, whether or not a stone can be placed there now.
    #[inline]
    pub(super) fn completing(&self, side: Side) -> Bits<W> {
        self.completing[side.index()]
    }

    /// The lines still open to a side, each with the side's stones in it.
    #[inline]
    pub(super) fn open_to(&self, side: Side) -> impl Iterator<Item = (usize, u32)> {
        let side = side.index();
        let numbered = numbers(self.open_lines[side]);
        let others = (MOST_NUMBERED..self.rows.len()).filter(move |&line| self.rows[line].closing[side] == 0);
        numbered.chain(others).map(move |line| (line, self.rows[line].stones[side].into()))
    }

    /// A side's stones in a row.
    #[inline]
    pub(super) fn stones_in(&self, side: Side, line: usize) -> u32 {
        self.rows[line].stones[side.index()].into()
    }

    /// Whether every row has a number of its own in [`Rows::through`].
    #[inline]
    pub(super) fn are_numbered(&self) -> bool {
        self.rows.len() <= MOST_NUMBERED
    }

    /// The rows through a point that are open to X, and those that are open to O, as sets of their numbers.
    #[inline]
    pub(super) fn open_through(&self, index: usize) -> [u128; 2] {
        let through = self.lines.set_through(index);
        self.open_lines.map(|open| open & through)
    }

    /// The points of a line as a set.
    #[inline]
    pub(super) fn set(&self, line: usize) -> Bits<W> {
        self.sets[line]
    }

    /// The points of all rows still open to a side.
    #[inline]
    pub(super) fn reach(&self, side: Side) -> Bits<W> {
        self.open_to(side).fold(Bits::EMPTY, |all, (line, _)| all | self.sets[line])
    }

    /// The points of a line.
    #[inline]
    pub(super) fn points(&self, line: usize) -> &[u16] {
        self.lines.points(line)
    }
}
