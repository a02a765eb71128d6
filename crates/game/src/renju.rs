//! Renju's forbidden points, judged as the International Rules of Renju (RIF, section 9) define them.
//!
//! Black may not make an overline (six or more in a row), two fours at once, or two threes at once, unless the same stone
//! makes five in a row. A *four* can become five with one more stone; a *straight four* is an unbroken four with two
//! such points. A *three* can become a straight four with one more stone, which must itself be a stone that Black
//! may place: a three whose every straight four needs a forbidden point is no three. That last clause makes the
//! judgement recursive. Each step of the recursion adds a stone, so it ends.

use std::fmt;

use crate::bits::Bits;
use crate::geometry::Geometry;
use crate::line::{makes_exact_run, run_through};

/// Why a point is forbidden to Black.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Forbidden {
    /// Six or more in a row.
    Overline,
    /// Two or more fours.
    DoubleFour,
    /// Two or more threes.
    DoubleThree,
}

impl fmt::Display for Forbidden {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Forbidden::Overline => "overline",
            Forbidden::DoubleFour => "double-four",
            Forbidden::DoubleThree => "double-three",
        })
    }
}

/// Why Black may not place a stone on an empty point, whoever is to move, or `None` when it may. For those who keep the stones
/// themselves; [`crate::Board::forbidden`] is for the others.
#[must_use]
pub fn renju_forbids<const W: usize>(
    black: &Bits<W>,
    white: &Bits<W>,
    point: crate::Point,
    geometry: &Geometry,
) -> Option<Forbidden> {
    forbidden(black, white, point.index(), geometry)
}

/// Why Black may not place a stone on the empty point `index`, or `None` when it may.
pub(crate) fn forbidden<const W: usize>(
    black: &Bits<W>,
    white: &Bits<W>,
    index: usize,
    geometry: &Geometry,
) -> Option<Forbidden> {
    let mut black = *black;
    black.insert(index);
    if makes_exact_run(&black, index, 5, geometry) {
        return None;
    }
    if geometry.directions.iter().any(|&direction| run_through(&black, index, direction) > 5) {
        return Some(Forbidden::Overline);
    }
    let empty = Bits::from_words(&geometry.cells) & !(black | *white);
    let after = After { black, white: *white, empty, geometry };
    if geometry.directions.iter().map(|&direction| after.fours(index, direction)).sum::<u32>() > 1 {
        return Some(Forbidden::DoubleFour);
    }
    if geometry.directions.iter().filter(|&&direction| after.is_three(index, direction)).count() > 1 {
        return Some(Forbidden::DoubleThree);
    }
    None
}

/// The board with the stone in question placed.
struct After<'a, const W: usize> {
    black: Bits<W>,
    white: Bits<W>,
    empty: Bits<W>,
    geometry: &'a Geometry,
}

impl<const W: usize> After<'_, W> {
    /// How many fours along `direction` the stone on `index` belongs to: 0, 1 or 2.
    ///
    /// The points that make five lie at the first gap on either side. Two such points belong to one straight four
    /// when nothing but the four lies between them, and to two fours when a stone lies beyond one of the gaps.
    fn fours(&self, index: usize, direction: u32) -> u32 {
        let gaps = self.gaps(index, direction);
        let fives =
            gaps.into_iter().flatten().filter(|&gap| run_through(&self.black, gap, direction) == 5).count();
        match fives {
            2 if run_through(&self.black, index, direction) == 4 => 1,
            fives => fives as u32,
        }
    }

    /// Whether the stone on `index` belongs to a three along `direction`.
    fn is_three(&self, index: usize, direction: u32) -> bool {
        self.gaps(index, direction).into_iter().flatten().any(|gap| {
            self.makes_straight_four(gap, direction)
                && !makes_exact_run(&self.black, gap, 5, self.geometry)
                && forbidden(&self.black, &self.white, gap, self.geometry).is_none()
        })
    }

    /// Whether a stone on `gap` would make an unbroken four along `direction` that can become five at both ends.
    fn makes_straight_four(&self, gap: usize, direction: u32) -> bool {
        if run_through(&self.black, gap, direction) != 4 {
            return false;
        }
        let mut black = self.black;
        black.insert(gap);
        [direction as isize, -(direction as isize)].into_iter().all(|step| {
            let end = gap.wrapping_add_signed(step * (black.arm(gap, step) as isize + 1));
            self.empty.contains(end) && run_through(&black, end, direction) == 5
        })
    }

    /// The first empty point on either side of the row through `index`; `None` where the row is stopped.
    fn gaps(&self, index: usize, direction: u32) -> [Option<usize>; 2] {
        [direction as isize, -(direction as isize)].map(|step| {
            let gap = index.wrapping_add_signed(step * (self.black.arm(index, step) as isize + 1));
            self.empty.contains(gap).then_some(gap)
        })
    }
}
