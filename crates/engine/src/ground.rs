//! A board on which rows are counted ([`Rows`]), as the search sees it. What is the same for all families of such boards stands here: stones come and
//! go, and a completed row ends the game. What is worth doing, each [`Family`] knows for itself.

use std::marker::PhantomData;
use std::sync::Arc;

use kinrow_game::{Game, Position, Side, scramble};

use crate::cells::{Cell, Cells, Layout};
use crate::field::Field;
use crate::rows::Rows;
use crate::score::{MOST_POINTS, Score};
use crate::stage::Stage;

/// What is known of a family of boards. In the positions that are asked about nobody has completed a row, and there is a move.
pub(crate) trait Family: Clone + Sized + Send {
    /// Whether whoever completes a row has lost, not won.
    const IS_MISERE: bool;

    /// What an open place for a row is worth.
    fn worth(stones: u8, missing: u8) -> i16;

    /// As [`Field::stage`].
    fn stage(ground: &Ground<Self>) -> Stage;

    /// As [`Field::candidates`].
    fn candidates(ground: &Ground<Self>) -> (Cells, bool);

    /// As [`Field::urgency`].
    fn urgency(ground: &Ground<Self>, cell: Cell) -> i32;

    /// As [`Field::is_quiet`].
    fn is_quiet(ground: &Ground<Self>, cell: Cell) -> bool;

    /// As [`Field::evaluate`].
    fn evaluate(ground: &Ground<Self>) -> Score;

    /// As [`Field::forcing`].
    fn forcing(ground: &Ground<Self>) -> Cells;
}

/// A board of a family.
#[derive(Clone, Debug)]
pub(crate) struct Ground<F> {
    pub(crate) layout: Arc<Layout>,
    pub(crate) rows: Rows,
    /// Where a stone can be put: every empty cell, or where stones fall the lowest of each column.
    pub(crate) playable: Cells,
    occupied: Cells,
    to_move: Side,
    key: u64,
    played: Vec<Cell>,
    /// Whether the last move completed a row.
    is_over: bool,
    family: PhantomData<F>,
}

impl<F: Family> Ground<F> {
    /// A position in which nobody has completed a row.
    pub(crate) fn new(layout: Arc<Layout>, position: &Position) -> Ground<F> {
        let mut ground = Ground {
            rows: Rows::new(&layout, F::worth),
            playable: layout.board,
            occupied: Cells::NONE,
            to_move: position.to_move(),
            key: 0,
            played: Vec::new(),
            is_over: false,
            family: PhantomData,
            layout,
        };
        let stones = |point| Some((ground.layout.cell_of(point), position.stone(point)?));
        let stones: Vec<(Cell, Side)> = ground.layout.geometry.points().filter_map(stones).collect();
        for (cell, side) in stones {
            ground.rows.place(side, cell);
            ground.occupied.insert(cell);
            ground.key ^= key_of(side, cell);
        }
        let occupied = ground.occupied;
        let is_free = |cell: &Cell| !occupied.contains(*cell);
        let rests = |cell: &Cell| {
            !ground.layout.rules.is_drop() || ground.below(*cell).is_none_or(|below| occupied.contains(below))
        };
        ground.playable = ground.layout.board.iter().filter(is_free).filter(rests).collect();
        ground
    }

    /// The cell above another.
    #[inline]
    pub(crate) fn above(&self, cell: Cell) -> Option<Cell> {
        cell.checked_sub(self.layout.steps[1] as Cell)
    }

    fn below(&self, cell: Cell) -> Option<Cell> {
        Some(cell + self.layout.steps[1] as Cell).filter(|below| self.layout.board.contains(*below))
    }

    /// The cells that are not taken.
    #[inline]
    pub(crate) fn empty(&self) -> Cells {
        self.layout.board.without(&self.occupied)
    }

    /// The cells that are taken.
    #[inline]
    pub(crate) fn occupied(&self) -> &Cells {
        &self.occupied
    }

    /// Where a side could complete a row at once, if it were its turn.
    #[inline]
    pub(crate) fn completing_now(&self, side: Side) -> Cells {
        self.rows.completing(side).and(&self.playable)
    }

    #[inline]
    fn toggle(&mut self, side: Side, cell: Cell) {
        self.occupied.toggle(cell);
        self.playable.toggle(cell);
        if self.layout.rules.is_drop()
            && let Some(above) = self.above(cell)
        {
            self.playable.toggle(above);
        }
        self.key ^= key_of(side, cell);
    }
}

/// A random number for a stone.
#[inline]
fn key_of(side: Side, cell: Cell) -> u64 {
    scramble(2 * u64::from(cell) + side.index() as u64 + 1)
}

impl<F: Family> Field for Ground<F> {
    #[inline]
    fn to_move(&self) -> Side {
        self.to_move
    }

    #[inline]
    fn key(&self) -> u64 {
        self.key
    }

    #[inline]
    fn last(&self) -> Option<Cell> {
        self.played.last().copied()
    }

    /// The board is full, or no row can be completed any more.
    #[inline]
    fn is_drawn(&self) -> bool {
        !self.is_over && (self.rows.are_closed() || self.playable.is_empty())
    }

    #[inline]
    fn stage(&self) -> Stage {
        match self.is_over {
            true if F::IS_MISERE => Stage::Won(0),
            true => Stage::Lost(0),
            false if self.playable.is_empty() => Stage::Free,
            false => F::stage(self),
        }
    }

    fn candidates(&self) -> (Cells, bool) {
        F::candidates(self)
    }

    #[inline]
    fn urgency(&self, cell: Cell) -> i32 {
        F::urgency(self, cell)
    }

    #[inline]
    fn is_quiet(&self, cell: Cell) -> bool {
        F::is_quiet(self, cell)
    }

    #[inline]
    fn evaluate(&self) -> Score {
        F::evaluate(self).clamp(-MOST_POINTS, MOST_POINTS)
    }

    #[inline]
    fn is_threatened(&self) -> bool {
        false
    }

    fn forcing(&self) -> Cells {
        F::forcing(self)
    }

    fn finish(&mut self, line: &mut Vec<Cell>) {
        if !self.is_over {
            line.extend(self.completing_now(self.to_move).first());
        }
    }

    #[inline]
    fn play(&mut self, cell: Cell) {
        let side = self.to_move;
        self.is_over = self.rows.completing(side).contains(cell);
        self.rows.place(side, cell);
        self.toggle(side, cell);
        self.to_move = side.opponent();
        self.played.push(cell);
    }

    #[inline]
    fn undo(&mut self) {
        let Some(cell) = self.played.pop() else { return };
        let side = self.to_move.opponent();
        self.to_move = side;
        self.toggle(side, cell);
        self.rows.take(side, cell);
        // Nobody moves on when the game is over.
        self.is_over = false;
    }
}

#[cfg(test)]
mod tests;
