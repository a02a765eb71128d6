//! A position as the solver keeps it: one value that moves are made on and taken back from.

use kinrow_game::{Bits, Board, Game, Point, Rules, Side};

use super::keys::Keys;
use super::rows::Rows;

/// A position that is not over by a completed row.
#[derive(Clone, Debug)]
pub(super) struct State<const W: usize> {
    rules: Rules,
    rows: Rows<W>,
    keys: Keys,
    /// Stones of X and of O.
    stones: [Bits<W>; 2],
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
        let landings = (0..rules.width()).filter_map(|column| board.landing(column));
        State {
            rules,
            rows: Rows::new(board),
            keys: Keys::new(board),
            stones: Side::BOTH.map(|side| board.stones(side)),
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
        self.stones[self.to_move.index()].insert(index);
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
        self.stones[self.to_move.index()].remove(index);
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

    /// The name of the position, of its mirror images, and of whatever else differs from it only in what no longer
    /// matters. A stone matters while a row through it is open to its side. Once no row through an empty point is open to
    /// anybody, a move there is a pass; nobody gains by one, so that it might as well be taken, except in misère.
    /// Where too long does not count, a stone may matter to rows beyond it, and nothing is left out.
    pub(super) fn key(&self) -> u128 {
        let is_x = self.to_move == Side::X;
        let [x, o] = self.stones;
        if !self.is_monotone() {
            return self.keys.key([x, o, Bits::EMPTY], is_x);
        }
        let [for_x, for_o] = Side::BOTH.map(|side| self.rows.reach(side));
        let mut dead = (x & !for_x) | (o & !for_o);
        if !self.rules.is_misere() {
            dead = dead | (self.placeable & !(for_x | for_o));
        }
        self.keys.key([x & for_x, o & for_o, dead], is_x)
    }

    /// The name of a part of the attacker's rows (see [`super::pairing::Part`]) when the defender's do not count: the same for
    /// both sides.
    pub(super) fn key_of_part(&self, attacker: Side, part: Bits<W>) -> u128 {
        let stones = if self.is_monotone() {
            let points = self.rows_within(attacker, part).map(|line| self.rows.set(line));
            points.fold(Bits::EMPTY, |all, points| all | points) & !part
        } else {
            self.stones[attacker.index()]
        };
        self.keys.key([stones, part, Bits::EMPTY], self.to_move == attacker)
    }

    /// The rows of a part: those open to the attacker whose empty points lie in it.
    pub(super) fn rows_within(&self, attacker: Side, part: Bits<W>) -> impl Iterator<Item = usize> {
        let outside = self.placeable & !part;
        let is_within = move |&(line, _): &(usize, u32)| (self.rows.set(line) & outside).is_empty();
        self.rows.open_to(attacker).filter(is_within).map(|(line, _)| line)
    }

    /// Leaves the turn to the other side, or gives it back.
    #[inline]
    pub(super) fn pass(&mut self) {
        self.to_move = self.to_move.opponent();
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
