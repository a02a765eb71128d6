//! Between positions of any width and boards of one.

use kinrow_game::{Board, Position};

/// A board of one of the widths of [`Position`].
pub trait OfWidth: Sized {
    /// The board inside a position, if it has this width.
    fn from_position(position: &Position) -> Option<&Self>;
    /// The position around a board.
    fn into_position(self) -> Position;
}

macro_rules! of_width {
    ($($words:literal $variant:ident),*) => {$(
        impl OfWidth for Board<$words> {
            fn from_position(position: &Position) -> Option<&Self> {
                match position {
                    Position::$variant(board) => Some(board),
                    _ => None,
                }
            }

            fn into_position(self) -> Position {
                Position::$variant(self)
            }
        }
    )*};
}

of_width!(1 One, 2 Two, 4 Four, 7 Seven);
