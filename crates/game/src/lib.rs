//! The rules of every k-in-a-row game: tic-tac-toe, Connect Four, Gomoku, Renju and every board between, and nothing else.
//!
//! ```
//! use kinrow_game::{Game, Position, Rules};
//!
//! let rules: Rules = "3x3x3".parse()?;
//! let (position, _) = Position::new(rules).play_moves("a3 b3 b2 c3 c1")?;
//! assert!(position.outcome().is_some());
//! assert_eq!(position.to_string(), "3x3x3 XOO/1X1/2X o");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod bits;
mod board;
mod by_stones;
mod checksum;
pub mod conformance;
mod coordinates;
pub mod count;
pub mod diagram;
mod explain;
mod game;
mod geometry;
mod line;
pub mod notation;
mod point;
mod position;
mod renju;
mod rules;
#[cfg(feature = "serde")]
mod serial;
mod side;
mod symmetry;
mod tally;
mod tree;
mod wording;
mod zobrist;

pub use bits::{Bits, BitsIter, MAX_WORDS};
pub use board::{Board, MoveError, SetupError};
pub use by_stones::{ByStones, WordHasher};
pub use checksum::checksum;
pub use coordinates::Coordinates;
pub use explain::Explain;
pub use game::{Ending, Game, Outcome};
pub use geometry::Geometry;
pub use point::Point;
pub use position::Position;
pub use renju::{Forbidden, renju_forbids};
pub use rules::{LineRule, MAX_SIZE, Rules, RulesError};
pub use side::Side;
pub use symmetry::{Canonical, Symmetries, Symmetry};
pub use tally::{ByEnding, Tally};
pub use tree::{Tree, TreeError};
pub use wording::{MOST_ECHOED, closest, excerpt, grouped, told};
pub use zobrist::scramble;

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
