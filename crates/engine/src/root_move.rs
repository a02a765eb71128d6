//! A move at the root, and what iterations have found out about it.

use crate::cells::Cell;
use crate::score::{INFINITE, Score, is_loss};
use crate::table::Bound;

/// A move at the root, and what is known of it.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct RootMove {
    pub(crate) cell: Cell,
    pub(crate) score: Score,
    /// Whether the score is exact or a bound.
    pub(crate) bound: Bound,
    /// The last exact score, of this iteration or an earlier one.
    pub(crate) exact: Option<Score>,
    /// The iteration the score is of.
    pub(crate) depth: u32,
    pub(crate) line: Vec<Cell>,
    /// Over how many positions an answer was looked for that wins by threats.
    pub(crate) checked: usize,
    /// Whether there is one: then the score is not searched for any more.
    pub(crate) is_refuted: bool,
}

impl RootMove {
    /// A move of which nothing is known yet.
    pub(crate) fn new(cell: Cell) -> RootMove {
        RootMove {
            cell,
            score: -INFINITE,
            bound: Bound::AtMost,
            exact: None,
            depth: 0,
            line: vec![cell],
            checked: 0,
            is_refuted: false,
        }
    }

    /// Whether it was seen to lose.
    pub(crate) fn is_lost(&self) -> bool {
        self.depth > 0 && self.bound != Bound::AtLeast && is_loss(self.score)
    }
}
