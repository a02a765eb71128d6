//! The rows of a board, and what stands in them.

use kinrow_game::{Geometry, Point, Position, Rules, Side};
use kinrow_proof::{cell_of, ends};

/// A place for a row.
#[derive(Debug)]
pub(crate) struct Row {
    pub(crate) cells: Vec<u16>,
    /// The cells just beyond it, where a row that is too long does not count.
    ends: Vec<u16>,
}

/// A board without stones.
#[derive(Debug)]
pub(crate) struct Ground {
    pub(crate) geometry: &'static Geometry,
    pub(crate) rows: Vec<Row>,
    pub(crate) k: usize,
    pub(crate) cells: u16,
}

impl Ground {
    pub(crate) fn new(rules: Rules) -> Ground {
        let geometry = Geometry::of(rules);
        let is_exact = rules.line().is_exact(Side::X);
        let row = |points: Vec<Point>| Row {
            cells: points.iter().map(|&point| cell_of(geometry, point)).collect(),
            ends: if is_exact { ends(geometry, &points) } else { Vec::new() },
        };
        Ground {
            geometry,
            rows: geometry.lines().map(row).collect(),
            k: rules.k().into(),
            cells: rules.cells(),
        }
    }
}

/// What stands on each cell.
#[derive(Clone, Debug)]
pub(crate) struct Stones(Vec<Option<Side>>);

impl Stones {
    pub(crate) fn of(ground: &Ground, position: &Position) -> Stones {
        Stones(ground.geometry.points().map(|point| position.stone(point)).collect())
    }

    pub(crate) fn put(&mut self, cell: u16, side: Side) {
        self.0[usize::from(cell)] = Some(side);
    }

    pub(crate) fn is_empty(&self, cell: u16) -> bool {
        self.0[usize::from(cell)].is_none()
    }

    pub(crate) fn empties(&self) -> impl Iterator<Item = u16> + '_ {
        (0..self.0.len() as u16).filter(|&cell| self.is_empty(cell))
    }

    fn is(&self, cell: u16, side: Side) -> bool {
        self.0[usize::from(cell)] == Some(side)
    }

    /// How many stones of a side stand in a row that it may still fill; `None` when it cannot.
    pub(crate) fn in_row(&self, row: &Row, side: Side) -> Option<usize> {
        let is_open = !row.cells.iter().any(|&cell| self.is(cell, side.opponent()))
            && !row.ends.iter().any(|&cell| self.is(cell, side));
        is_open.then(|| row.cells.iter().filter(|&&cell| self.is(cell, side)).count())
    }

    /// The cells where a side completes a row.
    pub(crate) fn completing(&self, ground: &Ground, side: Side) -> Vec<u16> {
        let open = |row: &&Row| self.in_row(row, side) == Some(ground.k - 1);
        let gaps = ground.rows.iter().filter(open).flat_map(|row| row.cells.iter().copied());
        let mut gaps: Vec<u16> = gaps.filter(|&cell| self.is_empty(cell)).collect();
        gaps.sort_unstable();
        gaps.dedup();
        gaps
    }
}
