//! Sets of cells, and how the engine numbers the cells of a board.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use kinrow_game::{Geometry, Point, Rules};

/// Room for the cells of the largest board and the empty columns between its rows.
pub(crate) const MOST_CELLS: usize = 512;

/// Columns that belong to no board, between the end of one row and the beginning of the next: a step of so many cells sideways never arrives in
/// another row.
const GUARD: usize = 3;

/// A cell of a board, as the engine numbers them.
pub(crate) type Cell = u16;

/// A set of cells.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) struct Cells([u64; MOST_CELLS / 64]);

impl Cells {
    pub(crate) const NONE: Cells = Cells([0; MOST_CELLS / 64]);

    #[inline]
    pub(crate) fn insert(&mut self, cell: Cell) {
        self.0[usize::from(cell) / 64 % 8] |= 1 << (cell % 64);
    }

    #[inline]
    pub(crate) fn toggle(&mut self, cell: Cell) {
        self.0[usize::from(cell) / 64 % 8] ^= 1 << (cell % 64);
    }

    /// Toggles a cell or leaves it, without a branch.
    #[inline]
    pub(crate) fn toggle_if(&mut self, cell: Cell, is_changed: bool) {
        self.0[usize::from(cell) / 64 % 8] ^= u64::from(is_changed) << (cell % 64);
    }

    #[inline]
    pub(crate) fn contains(&self, cell: Cell) -> bool {
        self.0[usize::from(cell) / 64 % 8] >> (cell % 64) & 1 != 0
    }

    #[inline]
    pub(crate) fn is_empty(&self) -> bool {
        self.0.iter().fold(0, |all, word| all | word) == 0
    }

    /// How many cells there are, up to `most`: the sets that are counted have few, if any.
    #[inline]
    pub(crate) fn len_up_to(&self, most: usize) -> usize {
        self.iter().take(most).count()
    }

    /// The first cell; `None` when there is none.
    #[inline]
    pub(crate) fn first(&self) -> Option<Cell> {
        self.iter().next()
    }

    /// The only cell; `None` when there are more or none.
    #[inline]
    pub(crate) fn only(&self) -> Option<Cell> {
        let mut cells = self.iter();
        let first = cells.next()?;
        cells.next().is_none().then_some(first)
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = Cell> + use<> {
        let mut words = self.0;
        let mut index = 0;
        std::iter::from_fn(move || {
            while index < words.len() {
                let word = words[index];
                if word != 0 {
                    words[index] = word & (word - 1);
                    return Some((64 * index) as Cell + word.trailing_zeros() as Cell);
                }
                index += 1;
            }
            None
        })
    }

    #[must_use]
    pub(crate) fn and(mut self, other: &Cells) -> Cells {
        for (word, other) in self.0.iter_mut().zip(other.0) {
            *word &= other;
        }
        self
    }

    #[must_use]
    pub(crate) fn or(mut self, other: &Cells) -> Cells {
        for (word, other) in self.0.iter_mut().zip(other.0) {
            *word |= other;
        }
        self
    }

    #[must_use]
    pub(crate) fn without(mut self, other: &Cells) -> Cells {
        for (word, other) in self.0.iter_mut().zip(other.0) {
            *word &= !other;
        }
        self
    }

    /// The set moved by so many cells both ways, together.
    #[inline]
    fn moved(&self, by: usize) -> Cells {
        let (words, bits) = (by / 64, by % 64);
        let mut moved = Cells::NONE;
        for index in 0..self.0.len() {
            let carried = |word: u64| if bits == 0 { 0 } else { word };
            let up = |index: usize| self.0.get(index).copied().unwrap_or(0);
            let down = |index: Option<usize>| index.and_then(|index| self.0.get(index)).copied().unwrap_or(0);
            let higher = up(index + words) >> bits | carried(up(index + words + 1) << ((64 - bits) % 64));
            let lower = down(index.checked_sub(words)) << bits
                | carried(down(index.checked_sub(words + 1)) >> ((64 - bits) % 64));
            moved.0[index] = higher | lower;
        }
        moved
    }
}

impl FromIterator<Cell> for Cells {
    fn from_iter<T: IntoIterator<Item = Cell>>(cells: T) -> Cells {
        let mut set = Cells::NONE;
        for cell in cells {
            set.insert(cell);
        }
        set
    }
}

/// Where the cells of a board are.
#[derive(Clone, Debug)]
pub(crate) struct Layout {
    pub(crate) rules: Rules,
    pub(crate) geometry: &'static Geometry,
    stride: usize,
    /// The cells that belong to the board.
    pub(crate) board: Cells,
    /// From a cell to the next one: along a row, along a column, and along the two diagonals.
    pub(crate) steps: [usize; 4],
    /// The same both ways: forth and back along a row, and so on.
    pub(crate) ways: [Cell; 8],
    /// For each cell those within reach of it along a line.
    pub(crate) around: Vec<Cells>,
}

impl Layout {
    /// The layout of a game, made when somebody first asks for it and kept for ever.
    pub(crate) fn of(rules: Rules) -> Arc<Layout> {
        type Made = Mutex<HashMap<Rules, Arc<Layout>>>;
        static MADE: OnceLock<Made> = OnceLock::new();
        let mut made = MADE.get_or_init(Made::default).lock().unwrap_or_else(PoisonError::into_inner);
        made.entry(rules).or_insert_with(|| Arc::new(Layout::new(rules))).clone()
    }

    fn new(rules: Rules) -> Layout {
        let stride = usize::from(rules.width()) + GUARD;
        let steps = [1, stride, stride + 1, stride - 1];
        let mut layout = Layout {
            rules,
            geometry: Geometry::of(rules),
            stride,
            board: Cells::NONE,
            steps,
            ways: std::array::from_fn(|way| {
                let step = steps[way / 2] as Cell;
                if way % 2 == 0 { step } else { step.wrapping_neg() }
            }),
            around: Vec::new(),
        };
        for row in 0..rules.height() {
            for column in 0..rules.width() {
                layout.board.insert(layout.cell(column, row));
            }
        }
        layout.around = layout.nearer_than(rules.k().into());
        layout
    }

    pub(crate) fn cell(&self, column: u8, row: u8) -> Cell {
        (usize::from(row) * self.stride + usize::from(column)) as Cell
    }

    pub(crate) fn column_row(&self, cell: Cell) -> (u8, u8) {
        ((usize::from(cell) % self.stride) as u8, (usize::from(cell) / self.stride) as u8)
    }

    pub(crate) fn cell_of(&self, point: Point) -> Cell {
        let (column, row) = self.geometry.column_row(point);
        self.cell(column, row)
    }

    pub(crate) fn point(&self, cell: Cell) -> Point {
        let (column, row) = self.column_row(cell);
        self.geometry.point(column, row)
    }

    /// The cell nearest to the middle.
    pub(crate) fn middle(&self) -> Cell {
        self.cell(self.rules.width() / 2, (self.rules.height() - 1) / 2)
    }

    /// For each cell those nearer than `reach` along a line.
    fn nearer_than(&self, reach: usize) -> Vec<Cells> {
        let mut around = vec![Cells::NONE; MOST_CELLS];
        for cell in self.board.iter() {
            let (column, row) = self.column_row(cell);
            around[usize::from(cell)] = self
                .board
                .iter()
                .filter(|other| {
                    let (x, y) = self.column_row(*other);
                    let (x, y) = (usize::from(x.abs_diff(column)), usize::from(y.abs_diff(row)));
                    (x == 0 || y == 0 || x == y) && x.max(y) < reach && *other != cell
                })
                .collect();
        }
        around
    }

    /// The cells within two of a set in every direction, or three along a line.
    pub(crate) fn near(&self, cells: &Cells) -> Cells {
        let across = cells.or(&cells.moved(1)).or(&cells.moved(2));
        let mut near = across.or(&across.moved(self.stride)).or(&across.moved(2 * self.stride));
        for step in self.steps {
            near = near.or(&cells.moved(3 * step));
        }
        near.and(&self.board)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_and_points_are_the_same_places() {
        for rules in ["15x15x5", "20x20x5", "7x3x3", "1x1x1"] {
            let layout = Layout::new(rules.parse().unwrap());
            let cells: Vec<Cell> = layout.board.iter().collect();
            assert_eq!(cells.len(), usize::from(layout.rules.cells()));
            assert!(cells.iter().all(|&cell| layout.cell_of(layout.point(cell)) == cell), "{rules}");
        }
    }

    #[test]
    fn near_is_two_steps_or_three_along_a_line() {
        for rules in ["15x15x5", "20x20x5", "20x3x3", "4x9x4"] {
            let layout = Layout::new(rules.parse().unwrap());
            for from in layout.board.iter() {
                let near = layout.near(&[from].into_iter().collect());
                let (column, row) = layout.column_row(from);
                for cell in layout.board.iter() {
                    let (x, y) = layout.column_row(cell);
                    let (x, y) = (x.abs_diff(column), y.abs_diff(row));
                    let expected = x.max(y) <= 2 || x.max(y) == 3 && [0, 3].contains(&x.min(y));
                    assert_eq!(near.contains(cell), expected, "{rules}: {from} and {cell}");
                }
            }
        }
    }
}
