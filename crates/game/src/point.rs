//! A point of a board: the move of every game here.

/// A point, as its bit index in the lay-out of its board (see [`crate::Geometry`]): it has a name (`h8`) only
/// together with the rules it belongs to.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Point(u16);

impl Point {
    /// The point with a bit index.
    #[inline]
    #[must_use]
    pub fn from_index(index: u16) -> Point {
        Point(index)
    }

    /// Its bit index.
    #[inline]
    #[must_use]
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}
