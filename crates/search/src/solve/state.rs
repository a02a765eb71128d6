//! A position as the solver keeps it: one value that moves are made on and taken back from.

use kinrow_game::{Bits, Board, Game, Point, Rules, Side};

use super::keys::{Keys, Sums};
use super::rows::Rows;

/// A position that is not over by a completed row.
#[derive(Debug)]
pub(super) struct State<const W: usize> {
    rules: Rules,
    rows: Rows<W>,
    keys: Keys,
    sums: Sums,
    /// Points where a stone can be placed, forbidden points included.
    placeable: Bits<W>,
    /// Bits from a point to the one below it.
    stride: usize,
    empties: u32,
    to_move: Side,
    /// In Renju the board itself, for its forbidden points: the position after each move. Otherwise empty.
    boards: Vec<Board<W>>,
}

impl<const W: usize> State<W> {
    /// The state of a position that is not over.
    pub(super) fn new(board: &Board<W>) -> State<W> {
        let rules = board.rules();
        let keys = Keys::new(board);
        let mut sums = Sums::default();
        for side in Side::BOTH {
            for index in board.stones(side) {
                sums.add(&keys, side, index);
            }
        }
        let landings = (0..rules.width()).filter_map(|column| board.landing(column));
        State {
            rules,
            rows: Rows::new(board),
            keys,
            sums,
            placeable: if rules.is_drop() { landings.map(Point::index).collect() } else { board.empty() },
            stride: usize::from(rules.width()) + 1,
            empties: board.empty().len(),
            to_move: board.to_move(),
            boards: if rules.line().has_forbidden_points() { vec![*board] } else { Vec::new() },
        }
    }

    /// Makes a move that is legal and completes no row.
    #[inline]
    pub(super) fn play(&mut self, index: usize) {
        self.rows.place(self.to_move, index);
        self.sums.add(&self.keys, self.to_move, index);
        self.placeable.remove(index);
        if self.rules.is_drop() && index >= self.stride {
            self.placeable.insert(index - self.stride);
        }
        self.empties -= 1;
        self.to_move = self.to_move.opponent();
        if let Some(board) = self.boards.last() {
            self.boards.push(board.play_unchecked(Point::from_index(index as u16)));
        }
    }

    /// Takes the last move back, which was `index`.
    #[inline]
    pub(super) fn take_back(&mut self, index: usize) {
        self.boards.pop();
        self.to_move = self.to_move.opponent();
        self.empties += 1;
        if self.rules.is_drop() && index >= self.stride {
            self.placeable.remove(index - self.stride);
        }
        self.placeable.insert(index);
        self.sums.subtract(&self.keys, self.to_move, index);
        self.rows.lift(self.to_move, index);
    }

    /// The rules of the game.
    #[inline]
    pub(super) fn rules(&self) -> Rules {
        self.rules
    }

    /// What stands in the rows.
    #[inline]
    pub(super) fn rows(&self) -> &Rows<W> {
        &self.rows
    }

    /// The name of the position and its mirror images.
    #[inline]
    pub(super) fn key(&self) -> u64 {
        self.sums.key()
    }

    /// Whose turn it is.
    #[inline]
    pub(super) fn to_move(&self) -> Side {
        self.to_move
    }

    /// Empty points left.
    #[inline]
    pub(super) fn empties(&self) -> u32 {
        self.empties
    }

    /// Points where a stone can be placed, forbidden points included.
    #[inline]
    pub(super) fn placeable(&self) -> Bits<W> {
        self.placeable
    }

    /// The points just below these.
    #[inline]
    pub(super) fn below(&self, points: Bits<W>) -> Bits<W> {
        points.shifted_up(self.stride as u32)
    }

    /// Whether Renju keeps the side to move from some points.
    #[inline]
    pub(super) fn has_forbidden_points(&self) -> bool {
        self.to_move == Side::X && !self.boards.is_empty()
    }

    /// Points where the side to move may place a stone.
    #[inline]
    pub(super) fn legal(&self) -> Bits<W> {
        match self.boards.last() {
            Some(board) if self.has_forbidden_points() => board.legal(),
            _ => self.placeable,
        }
    }

    /// Whether no legal move is left.
    #[inline]
    pub(super) fn is_drawn(&self) -> bool {
        self.placeable.is_empty() || self.boards.last().is_some_and(|board| board.outcome().is_some())
    }
}
