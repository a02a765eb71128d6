//! The two sides. X moves first; on a Go-like board X is Black and O is White.

use std::fmt;

/// One of the two sides. Whoever decides for it (a person or a program) is an agent, not a side.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Side {
    /// The first mover.
    X,
    /// The second mover.
    O,
}

impl Side {
    /// Both sides, in the order of play.
    pub const BOTH: [Side; 2] = [Side::X, Side::O];

    /// The other side.
    #[must_use]
    pub fn opponent(self) -> Side {
        match self {
            Side::X => Side::O,
            Side::O => Side::X,
        }
    }

    /// The side that moves after `stones` stones have been placed.
    #[must_use]
    pub fn after(stones: u16) -> Side {
        if stones.is_multiple_of(2) { Side::X } else { Side::O }
    }

    /// 0 for X, 1 for O: for tables with an entry a side.
    #[must_use]
    pub fn index(self) -> usize {
        self as usize
    }
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Side::X => "X",
            Side::O => "O",
        })
    }
}
