//! The symmetries of a board: 8 of a square, 4 of a rectangle, and 2 where stones fall.
//!
//! Symmetric positions are one position to a player. [`Symmetries::canonical`] picks the same one of them from each
//! class, with the symmetry that leads there, so that whoever stores a move for a class can bring it back:
//! `symmetry.image` takes a move to the canonical position and `symmetry.inverse().image` takes it home.

use crate::bits::Bits;
use crate::geometry::Geometry;
use crate::{Board, Point, Side};

/// A symmetry of the board: transpose first, then mirror.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Symmetry {
    transposes: bool,
    mirrors_columns: bool,
    mirrors_rows: bool,
}

impl Symmetry {
    /// The symmetry that changes nothing.
    pub const IDENTITY: Symmetry =
        Symmetry { transposes: false, mirrors_columns: false, mirrors_rows: false };

    /// The symmetries of a board, the identity first.
    #[must_use]
    pub fn all(geometry: &Geometry) -> Vec<Symmetry> {
        let rules = geometry.rules();
        let mut all = Vec::new();
        for transposes in [false, true] {
            for mirrors_rows in [false, true] {
                for mirrors_columns in [false, true] {
                    let keeps_shape = !transposes || rules.width() == rules.height();
                    let keeps_gravity = !rules.is_drop() || (!transposes && !mirrors_rows);
                    if keeps_shape && keeps_gravity {
                        all.push(Symmetry { transposes, mirrors_columns, mirrors_rows });
                    }
                }
            }
        }
        all
    }

    /// The symmetry that undoes this one.
    #[must_use]
    pub fn inverse(self) -> Symmetry {
        if self.transposes {
            Symmetry { mirrors_columns: self.mirrors_rows, mirrors_rows: self.mirrors_columns, ..self }
        } else {
            self
        }
    }

    /// Where a point goes.
    #[must_use]
    pub fn image(self, geometry: &Geometry, point: Point) -> Point {
        let (mut column, mut row) = geometry.column_row(point);
        if self.transposes {
            (column, row) = (row, column);
        }
        if self.mirrors_columns {
            column = geometry.rules().width() - 1 - column;
        }
        if self.mirrors_rows {
            row = geometry.rules().height() - 1 - row;
        }
        geometry.point(column, row)
    }
}

/// The symmetries of one board, with the image of each point worked out.
#[derive(Debug)]
pub struct Symmetries {
    all: Vec<(Symmetry, Vec<u16>)>,
}

/// A position's representative of its symmetry class.
#[derive(Clone, Copy, Debug)]
pub struct Canonical<const W: usize> {
    /// Stones of X and of O.
    pub stones: [Bits<W>; 2],
    /// The symmetry that takes the position there.
    pub symmetry: Symmetry,
    /// How many different positions the class holds.
    pub orbit: u32,
}

impl Symmetries {
    pub(crate) fn new(geometry: &Geometry) -> Symmetries {
        let size = geometry.words() * 64;
        let all = Symmetry::all(geometry)
            .into_iter()
            .map(|symmetry| {
                let mut images = vec![0; size];
                for point in geometry.points() {
                    images[point.index()] = symmetry.image(geometry, point).index() as u16;
                }
                (symmetry, images)
            })
            .collect();
        Symmetries { all }
    }

    /// How many there are, the identity included.
    #[must_use]
    pub fn count(&self) -> usize {
        self.all.len()
    }

    /// The least image of the position, whichever of its class it is.
    #[must_use]
    pub fn canonical<const W: usize>(&self, board: &Board<W>) -> Canonical<W> {
        self.canonical_stones(Side::BOTH.map(|side| board.stones(side)))
    }

    /// The same for stones of X and of O that need not be a position.
    #[must_use]
    pub fn canonical_stones<const W: usize>(&self, stones: [Bits<W>; 2]) -> Canonical<W> {
        let mut least = Canonical { stones, symmetry: Symmetry::IDENTITY, orbit: 0 };
        let mut fixed_by = 0;
        for (symmetry, images) in &self.all {
            let moved = stones.map(|side| side.iter().map(|index| usize::from(images[index])).collect());
            fixed_by += u32::from(moved == stones);
            if moved < least.stones {
                least.stones = moved;
                least.symmetry = *symmetry;
            }
        }
        // Orbit-stabiliser: the class is as large as the group divided by what leaves the position alone.
        least.orbit = self.all.len() as u32 / fixed_by;
        least
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Game;

    #[test]
    fn boards_have_8_4_or_2() {
        for (rules, count) in
            [("3x3x3", 8), ("4x3x3", 4), ("7x6x4:drop", 2), ("5x5x4:drop", 2), ("15x15x5:renju", 8)]
        {
            assert_eq!(Geometry::of(rules.parse().unwrap()).symmetries().count(), count, "{rules}");
        }
    }

    #[test]
    fn inverses_undo() {
        for rules in ["4x4x3", "5x3x3", "4x4x4:drop"] {
            let geometry = Geometry::of(rules.parse().unwrap());
            for symmetry in Symmetry::all(geometry) {
                for point in geometry.points() {
                    let there = symmetry.image(geometry, point);
                    assert_eq!(symmetry.inverse().image(geometry, there), point, "{rules} {symmetry:?}");
                }
            }
        }
    }

    #[test]
    fn a_class_has_one_representative_and_its_moves_come_home() {
        let board = Board::<1>::new("4x4x3".parse().unwrap());
        let geometry = board.geometry();
        let moves = [(0, 0), (1, 0), (3, 2)].map(|(column, row)| geometry.point(column, row));
        let played = moves.iter().fold(board, |board, &point| board.play(point));
        let canonical = geometry.symmetries().canonical(&played);
        assert_eq!(canonical.orbit, 8);
        for symmetry in Symmetry::all(geometry) {
            let image = moves.iter().fold(board, |board, &point| board.play(symmetry.image(geometry, point)));
            let same = geometry.symmetries().canonical(&image);
            assert_eq!(same.stones, canonical.stones);
            // The last stone, followed to the canonical position and back.
            let last = symmetry.image(geometry, moves[2]);
            let there = same.symmetry.image(geometry, last);
            assert!(same.stones[0].contains(there.index()));
            assert_eq!(same.symmetry.inverse().image(geometry, there), last);
        }
    }
}
