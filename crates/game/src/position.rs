//! A position on any board: the one type that front ends, records and tournaments speak of.
//!
//! A board's width in words is a compile-time number inside, and a variant here. Whoever searches takes the variant
//! apart once ([`with_board!`](crate::with_board)) and then runs on a [`Board`] of fixed width.

use std::fmt;
use std::str::FromStr;

use crate::board::MoveError;
use crate::notation::{self, MovesError, ReadMoveError, ReadPositionError};
use crate::{Board, Ending, Game, Geometry, Outcome, Point, Rules, Side};

/// A position on a board of any size.
///
/// As text it is one line, which reads back to the same position: the rules, the rows from the top (a number is so many
/// empty points), and the side to move.
///
/// ```
/// use kinrow_game::{Game, Position, Side};
///
/// let position: Position = "3x3x3 X1O/1X1/3 o".parse()?;
/// assert_eq!(position.to_move(), Side::O);
/// let after = position.try_play(position.parse_move("c1")?)?;
/// assert_eq!(after.to_string(), "3x3x3 X1O/1X1/2O x");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum Position {
    One(Board<1>),
    Two(Board<2>),
    Four(Board<4>),
    Seven(Board<7>),
}

/// Evaluates an expression with the board of fixed width that a [`Position`] holds.
#[macro_export]
macro_rules! with_board {
    ($position:expr, $board:ident => $body:expr) => {
        match $position {
            $crate::Position::One($board) => $body,
            $crate::Position::Two($board) => $body,
            $crate::Position::Four($board) => $body,
            $crate::Position::Seven($board) => $body,
        }
    };
}

macro_rules! wrap {
    ($position:expr, $board:ident => $body:expr) => {
        match $position {
            Position::One($board) => Position::One($body),
            Position::Two($board) => Position::Two($body),
            Position::Four($board) => Position::Four($body),
            Position::Seven($board) => Position::Seven($body),
        }
    };
}

impl Position {
    /// The empty board.
    #[must_use]
    pub fn new(rules: Rules) -> Position {
        match Geometry::of(rules).words() {
            1 => Position::One(Board::new(rules)),
            2 => Position::Two(Board::new(rules)),
            3 | 4 => Position::Four(Board::new(rules)),
            _ => Position::Seven(Board::new(rules)),
        }
    }

    /// The rules it is played by.
    #[must_use]
    pub fn rules(&self) -> Rules {
        with_board!(self, board => board.rules())
    }

    /// How many stones have been placed.
    #[must_use]
    pub fn placed(&self) -> u16 {
        with_board!(self, board => board.placed())
    }

    /// Whose stone stands on a point.
    #[must_use]
    pub fn stone(&self, point: Point) -> Option<Side> {
        with_board!(self, board => board.stone(point))
    }

    /// Every point as `X`, `O` or `.`, row by row from the top.
    #[must_use]
    pub fn stones(&self) -> String {
        let symbol = |point| match self.stone(point) {
            Some(Side::X) => 'X',
            Some(Side::O) => 'O',
            None => '.',
        };
        crate::Geometry::of(self.rules()).points().map(symbol).collect()
    }

    /// Why an empty point is forbidden to Black, if it is and Black is to move in Renju.
    #[must_use]
    pub fn forbidden(&self, point: Point) -> Option<crate::Forbidden> {
        with_board!(self, board => board.forbidden(point))
    }

    /// The row that decided the game.
    #[must_use]
    pub fn decisive_row(&self) -> Option<Vec<Point>> {
        with_board!(self, board => board.decisive_row())
    }

    /// The position after `point`, or why it is refused.
    ///
    /// # Errors
    /// When the point cannot be played.
    pub fn try_play(&self, point: Point) -> Result<Position, MoveError> {
        Ok(wrap!(self, board => board.try_play(point)?))
    }

    /// The move that a text names here.
    ///
    /// # Errors
    /// When it names none that can be played.
    pub fn parse_move(&self, text: &str) -> Result<Point, ReadMoveError> {
        with_board!(self, board => notation::parse_move(board, text))
    }

    /// Plays a list of moves.
    ///
    /// # Errors
    /// The first move that cannot be played, with its number.
    pub fn play_moves(&self, text: &str) -> Result<(Position, Vec<Point>), MovesError> {
        let moves;
        let position = wrap!(self, board => {
            let (board, played) = notation::play_moves(board, text)?;
            moves = played;
            board
        });
        Ok((position, moves))
    }

    /// The stones as machine words, the same for all positions that a symmetry of the board takes into each other.
    ///
    /// ```
    /// use kinrow_game::Position;
    ///
    /// let class = |text: &str| text.parse::<Position>().unwrap().class();
    /// assert_eq!(class("5x5x4 X4/5/1O3/5/5 x"), class("5x5x4 5/5/3O1/5/4X x"));
    /// assert_ne!(class("5x5x4 X4/5/1O3/5/5 x"), class("5x5x4 X4/5/2O2/5/5 x"));
    /// ```
    #[must_use]
    pub fn class(&self) -> Vec<u64> {
        fn words<const W: usize>(stones: [crate::Bits<W>; 2]) -> Vec<u64> {
            stones.iter().flat_map(|side| side.words().to_vec()).collect()
        }
        let symmetries = Geometry::of(self.rules()).symmetries();
        with_board!(self, board => words(symmetries.canonical(board).stones))
    }

    /// Draws the board; see [`crate::diagram`].
    pub fn diagram(
        &self,
        coordinates: crate::Coordinates,
        cell: impl FnMut(Point) -> crate::diagram::Cell,
        edge: impl Fn(&str) -> String,
    ) -> String {
        with_board!(self, board => crate::diagram::diagram(board, coordinates, cell, edge))
    }
}

impl FromStr for Position {
    type Err = ReadPositionError;

    fn from_str(text: &str) -> Result<Position, ReadPositionError> {
        Ok(match Position::new(notation::position_rules(text)?) {
            Position::One(_) => Position::One(notation::parse_position(text)?),
            Position::Two(_) => Position::Two(notation::parse_position(text)?),
            Position::Four(_) => Position::Four(notation::parse_position(text)?),
            Position::Seven(_) => Position::Seven(notation::parse_position(text)?),
        })
    }
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&with_board!(self, board => notation::position_text(board)))
    }
}

impl Game for Position {
    type Move = Point;

    fn start(&self) -> Self {
        Position::new(self.rules())
    }

    fn moves(&self) -> impl Iterator<Item = Point> {
        let moves: Vec<Point> = with_board!(self, board => board.moves().collect());
        moves.into_iter()
    }

    fn play(&self, point: Point) -> Self {
        wrap!(self, board => board.play(point))
    }

    fn outcome(&self) -> Option<Outcome> {
        with_board!(self, board => board.outcome())
    }

    fn to_move(&self) -> Side {
        with_board!(self, board => board.to_move())
    }

    fn key(&self) -> u64 {
        with_board!(self, board => board.key())
    }

    fn is_legal(&self, point: Point) -> bool {
        with_board!(self, board => board.is_legal(point))
    }

    fn name(&self, point: Point) -> String {
        with_board!(self, board => board.name(point))
    }

    fn moves_left(&self) -> u32 {
        with_board!(self, board => board.moves_left())
    }

    fn playout(&self, below: &mut impl FnMut(u32) -> u32) -> Ending {
        with_board!(self, board => board.playout(below))
    }

    fn playout_told(&self, below: &mut impl FnMut(u32) -> u32, told: &mut impl FnMut(Point)) -> Ending {
        with_board!(self, board => board.playout_told(below, told))
    }
}
