//! Sets of cells, numbered row by row from the top left.

use kinrow_game::{Geometry, MAX_SIZE, Point, Symmetry};

/// Words for the largest board.
const WORDS: usize = (MAX_SIZE as usize * MAX_SIZE as usize).div_ceil(64);

/// A set of cells.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) struct Cells([u64; WORDS]);

impl Cells {
    pub(crate) fn insert(&mut self, cell: u16) {
        self.0[usize::from(cell) / 64] |= 1 << (cell % 64);
    }

    pub(crate) fn remove(&mut self, cell: u16) {
        self.0[usize::from(cell) / 64] &= !(1 << (cell % 64));
    }

    pub(crate) fn with(mut self, cell: u16) -> Cells {
        self.insert(cell);
        self
    }

    pub(crate) fn contains(&self, cell: u16) -> bool {
        self.0.get(usize::from(cell) / 64).is_some_and(|word| word >> (cell % 64) & 1 == 1)
    }

    pub(crate) fn is_empty(&self) -> bool {
        *self == Cells::default()
    }

    pub(crate) fn len(&self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    pub(crate) fn and(&self, other: &Cells) -> Cells {
        Cells(std::array::from_fn(|i| self.0[i] & other.0[i]))
    }

    pub(crate) fn or(&self, other: &Cells) -> Cells {
        Cells(std::array::from_fn(|i| self.0[i] | other.0[i]))
    }

    pub(crate) fn without(&self, other: &Cells) -> Cells {
        Cells(std::array::from_fn(|i| self.0[i] & !other.0[i]))
    }

    pub(crate) fn meets(&self, other: &Cells) -> bool {
        self.0.iter().zip(&other.0).any(|(one, other)| one & other != 0)
    }

    pub(crate) fn first(&self) -> Option<u16> {
        self.iter().next()
    }

    pub(crate) fn iter(self) -> impl Iterator<Item = u16> {
        self.0.into_iter().enumerate().flat_map(|(i, word)| {
            let mut left = word;
            std::iter::from_fn(move || {
                let bit = (left != 0).then(|| left.trailing_zeros())?;
                left &= left - 1;
                Some((64 * i) as u16 + bit as u16)
            })
        })
    }
}

impl FromIterator<u16> for Cells {
    fn from_iter<I: IntoIterator<Item = u16>>(cells: I) -> Self {
        cells.into_iter().fold(Cells::default(), Cells::with)
    }
}

/// The number of a point that is on the board.
#[must_use]
pub fn cell_of(geometry: &Geometry, point: Point) -> u16 {
    let (column, row) = geometry.column_row(point);
    u16::from(row) * u16::from(geometry.rules().width()) + u16::from(column)
}

/// The point with a number below [`kinrow_game::Rules::cells`].
#[must_use]
pub fn point_of(geometry: &Geometry, cell: u16) -> Point {
    let width = u16::from(geometry.rules().width());
    geometry.point((cell % width) as u8, (cell / width) as u8)
}

/// For each symmetry of a board, in the order of [`Symmetry::all`], where each cell goes.
pub(crate) fn images(geometry: &Geometry) -> Vec<Vec<u16>> {
    let image = |symmetry: Symmetry, point| cell_of(geometry, symmetry.image(geometry, point));
    let all = Symmetry::all(geometry).into_iter();
    all.map(|symmetry| geometry.points().map(|point| image(symmetry, point)).collect()).collect()
}
