//! Which moves were good elsewhere in the same search: tried early, they often are good again.
//!
//! The history heuristic (Schaeffer 1989) and counter moves (Uiterwijk 1992).

use kinrow_game::Side;

use crate::cells::{Cell, MOST_CELLS};

/// What scores are held within.
const MOST: i32 = 8192;

/// What was learned of moves.
#[derive(Clone, Debug)]
pub(crate) struct History {
    /// For each side and cell, how often a move there was good enough.
    scores: [[i16; MOST_CELLS]; 2],
    /// For each side and cell, what answered a stone there best.
    counters: [[Cell; MOST_CELLS]; 2],
}

/// No cell has this number.
const NONE: Cell = MOST_CELLS as Cell;

impl History {
    pub(crate) fn new() -> Box<History> {
        Box::new(History { scores: [[0; MOST_CELLS]; 2], counters: [[NONE; MOST_CELLS]; 2] })
    }

    /// How good a move was, from -8192 to 8192.
    #[inline]
    pub(crate) fn score(&self, side: Side, cell: Cell) -> i32 {
        self.scores[side.index()][usize::from(cell) % MOST_CELLS].into()
    }

    /// Whether a move answered the last one best before.
    #[inline]
    pub(crate) fn is_counter(&self, side: Side, last: Option<Cell>, cell: Cell) -> bool {
        last.is_some_and(|last| self.counters[side.index()][usize::from(last) % MOST_CELLS] == cell)
    }

    /// A move was good enough, and those tried before it were not.
    pub(crate) fn reward(&mut self, side: Side, last: Option<Cell>, best: Cell, tried: &[Cell], depth: i32) {
        let bonus = (32 * depth * depth).min(1600);
        self.change(side, best, bonus);
        for &cell in tried {
            self.change(side, cell, -bonus);
        }
        if let Some(last) = last {
            self.counters[side.index()][usize::from(last) % MOST_CELLS] = best;
        }
    }

    /// The nearer a score is to its limit, the less it moves towards it.
    fn change(&mut self, side: Side, cell: Cell, bonus: i32) {
        let score = &mut self.scores[side.index()][usize::from(cell) % MOST_CELLS];
        *score += (bonus - i32::from(*score) * bonus.abs() / MOST) as i16;
    }

    /// A new search begins: what was learned counts for half.
    pub(crate) fn fade(&mut self) {
        for score in self.scores.iter_mut().flatten() {
            *score /= 2;
        }
    }
}
