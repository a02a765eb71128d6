//! A position as the solver keeps it: the board's rows with what stands in each, updated move by move and taken back.
//!
//! A row is *open* to a side while the side may still complete it: no stone of the opponent is in it and, where
//! too long does not count, no own stone touches either end. Everything the solver asks (who threatens where, how close
//! a side is, how much hope is left to it) is a sum over open rows, and a stone changes only the rows of its point.

use kinrow_game::{Bits, Board, Game, LineRule, MAX_SIZE, Point, Rules, Side};

use super::keys::{Keys, Sums};
use super::lines::Lines;

/// A position with the state of all its rows.
#[derive(Debug)]
pub(super) struct State<const W: usize> {
    rules: Rules,
    lines: Lines,
    rows: Vec<Row>,
    keys: Keys,
    sums: Sums,
    /// Open rows by the number of stones in them.
    open: [[u16; MAX_SIZE as usize + 1]; 2],
    /// The sum over open rows of 2^stones: 2^k times the potential of Erdős and Selfridge.
    potential: [u64; 2],
    /// Points where a side completes a row, and how many rows it completes there.
    completing: [Bits<W>; 2],
    completed: [Vec<u8>; 2],
    /// Points where a stone can be placed, forbidden points included.
    placeable: Bits<W>,
    /// Bits from one row of the board to the next.
    stride: usize,
    empties: u32,
    to_move: Side,
    /// In Renju the board itself, for its forbidden points: the position after each move.
    boards: Vec<Board<W>>,
}

/// What stands in a row.
#[derive(Clone, Copy, Default, Debug)]
struct Row {
    stones: [u8; 2],
    /// Stones that close the row to a side: the row is open to it at 0.
    closing: [u8; 2],
    /// The exclusive or of its empty points: the last of them when one is left.
    gap: u16,
}

impl<const W: usize> State<W> {
    /// The state of a position that is not over.
    pub(super) fn new(board: &Board<W>) -> State<W> {
        let rules = board.rules();
        let lines = Lines::new(board);
        let rows: Vec<Row> = (0..lines.count())
            .map(|line| Row {
                gap: lines.points(line).iter().fold(0, |gap, point| gap ^ point),
                ..Row::default()
            })
            .collect();
        let mut state = State {
            rules,
            rows,
            keys: Keys::new(board),
            sums: Sums::default(),
            open: [[0; MAX_SIZE as usize + 1]; 2],
            potential: [0; 2],
            completing: [Bits::EMPTY; 2],
            completed: [vec![0; 64 * W], vec![0; 64 * W]],
            placeable: if rules.is_drop() { Bits::EMPTY } else { board.empty() },
            stride: usize::from(rules.width()) + 1,
            empties: board.empty().len(),
            to_move: board.to_move(),
            boards: Vec::new(),
            lines,
        };
        for column in (0..rules.width()).filter(|_| rules.is_drop()) {
            if let Some(point) = board.landing(column) {
                state.placeable.insert(point.index());
            }
        }
        for line in 0..state.rows.len() {
            for side in Side::BOTH {
                state.count(line, side, true);
            }
        }
        for side in Side::BOTH {
            for index in board.stones(side) {
                state.place(side, index);
            }
        }
        if rules.line() == LineRule::Renju {
            state.boards.push(*board);
        }
        state
    }

    /// Counts an open row in for a side, or out again.
    #[inline]
    fn count(&mut self, line: usize, side: Side, is_in: bool) {
        let row = self.rows[line];
        let side = side.index();
        let stones = row.stones[side];
        let weight = 1 << stones;
        if is_in {
            self.open[side][usize::from(stones)] += 1;
            self.potential[side] += weight;
        } else {
            self.open[side][usize::from(stones)] -= 1;
            self.potential[side] -= weight;
        }
        if stones + 1 == self.lines.k {
            let gap = usize::from(row.gap);
            let completed = &mut self.completed[side][gap];
            if is_in {
                *completed += 1;
                self.completing[side].insert(gap);
            } else {
                *completed -= 1;
                if *completed == 0 {
                    self.completing[side].remove(gap);
                }
            }
        }
    }

    /// Puts a stone into its rows.
    #[inline]
    fn place(&mut self, side: Side, index: usize) {
        self.sums.add(&self.keys, side, index);
        let opponent = side.opponent();
        for i in 0..self.lines.through(index).len() {
            let line = usize::from(self.lines.through(index)[i]);
            if self.rows[line].closing[opponent.index()] == 0 {
                self.count(line, opponent, false);
            }
            let is_open = self.rows[line].closing[side.index()] == 0;
            if is_open {
                self.count(line, side, false);
            }
            let row = &mut self.rows[line];
            row.closing[opponent.index()] += 1;
            row.stones[side.index()] += 1;
            row.gap ^= index as u16;
            if is_open {
                self.count(line, side, true);
            }
        }
        for i in 0..self.lines.spoiled_by(side, index).len() {
            let line = usize::from(self.lines.spoiled_by(side, index)[i]);
            if self.rows[line].closing[side.index()] == 0 {
                self.count(line, side, false);
            }
            self.rows[line].closing[side.index()] += 1;
        }
    }

    /// Takes a stone out of its rows: [`State::place`] backwards.
    #[inline]
    fn lift(&mut self, side: Side, index: usize) {
        self.sums.subtract(&self.keys, side, index);
        let opponent = side.opponent();
        for i in 0..self.lines.spoiled_by(side, index).len() {
            let line = usize::from(self.lines.spoiled_by(side, index)[i]);
            self.rows[line].closing[side.index()] -= 1;
            if self.rows[line].closing[side.index()] == 0 {
                self.count(line, side, true);
            }
        }
        for i in 0..self.lines.through(index).len() {
            let line = usize::from(self.lines.through(index)[i]);
            let is_open = self.rows[line].closing[side.index()] == 0;
            if is_open {
                self.count(line, side, false);
            }
            let row = &mut self.rows[line];
            row.closing[opponent.index()] -= 1;
            row.stones[side.index()] -= 1;
            row.gap ^= index as u16;
            if is_open {
                self.count(line, side, true);
            }
            if self.rows[line].closing[opponent.index()] == 0 {
                self.count(line, opponent, true);
            }
        }
    }

    /// Makes a move that is legal and completes no row.
    #[inline]
    pub(super) fn play(&mut self, index: usize) {
        self.place(self.to_move, index);
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
        self.lift(self.to_move, index);
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

    /// The name of the position and its mirror images.
    #[inline]
    pub(super) fn key(&self) -> u64 {
        self.sums.key()
    }

    /// 2^k times the potential of a side.
    #[inline]
    pub(super) fn potential(&self, side: Side) -> u64 {
        self.potential[side.index()]
    }

    /// Stones that a side still needs to complete a row; `None` when no row is open to it.
    #[inline]
    pub(super) fn stones_needed(&self, side: Side) -> Option<u32> {
        let open = &self.open[side.index()];
        let k = usize::from(self.lines.k);
        (0..k).rev().find(|&stones| open[stones] > 0).map(|stones| (k - stones) as u32)
    }

    /// Points where a side completes a row, whether or not a stone can be placed there now.
    #[inline]
    pub(super) fn completing(&self, side: Side) -> Bits<W> {
        self.completing[side.index()]
    }

    /// Points where a stone can be placed, forbidden points included.
    #[inline]
    pub(super) fn placeable(&self) -> Bits<W> {
        self.placeable
    }

    /// Whether the side to move is kept from points by Renju.
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

    /// Bits from a point to the one below it.
    #[inline]
    pub(super) fn stride(&self) -> usize {
        self.stride
    }

    /// The rules of the game.
    #[inline]
    pub(super) fn rules(&self) -> Rules {
        self.rules
    }

    /// The lines still open to a side, each with the side's stones in it.
    #[inline]
    pub(super) fn rows_open_to(&self, side: Side) -> impl Iterator<Item = (usize, u32)> {
        let side = side.index();
        let is_open = move |&(_, row): &(usize, &Row)| row.closing[side] == 0;
        self.rows.iter().enumerate().filter(is_open).map(move |(line, row)| (line, row.stones[side].into()))
    }

    /// The points of a line.
    #[inline]
    pub(super) fn points(&self, line: usize) -> &[u16] {
        self.lines.points(line)
    }
}
