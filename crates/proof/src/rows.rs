//! The rows of a board, as the rules define them: sets of k cells in a line.

use kinrow_game::{Geometry, Point};

use crate::cells::{Cells, cell_of};

/// One place for a row.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Row {
    pub(crate) cells: Cells,
    /// The cells just beyond it. Where a row that is too long does not count, a stone of the same side there spoils it for good; elsewhere
    /// nothing does, and there are none.
    ends: Cells,
}

impl Row {
    /// Whether a side with these stones can still fill the row, as far as its own stones are concerned.
    pub(crate) fn is_unspoiled(&self, stones: &Cells) -> bool {
        !self.ends.meets(stones)
    }
}

/// Every place for a row on a board.
pub(crate) fn rows(geometry: &Geometry) -> Vec<Row> {
    let rules = geometry.rules();
    let is_exact = rules.line().is_exact(kinrow_game::Side::X);
    let row = |points: Vec<Point>| Row {
        cells: points.iter().map(|&point| cell_of(geometry, point)).collect(),
        ends: if is_exact { ends(geometry, &points).into_iter().collect() } else { Cells::default() },
    };
    geometry.lines().map(row).collect()
}

/// The cells of the board just before and just after a line. (For one in a row the first stone ends the game, and nothing spoils it.)
#[must_use]
pub fn ends(geometry: &Geometry, points: &[Point]) -> Vec<u16> {
    let [first, second, ..] = *points else { return Vec::new() };
    let place = |point: Point| {
        let (column, row) = geometry.column_row(point);
        (i16::from(column), i16::from(row))
    };
    let ((column, row), (next_column, next_row)) = (place(first), place(second));
    let (right, down) = (next_column - column, next_row - row);
    let length = points.len() as i16;
    let (width, height) = (i16::from(geometry.rules().width()), i16::from(geometry.rules().height()));
    [(column - right, row - down), (column + length * right, row + length * down)]
        .into_iter()
        .filter(|(column, row)| (0..width).contains(column) && (0..height).contains(row))
        .map(|(column, row)| (row * width + column) as u16)
        .collect()
}
