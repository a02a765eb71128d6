//! A bound without search: what the side to move can hope for when its opponent simply answers on top of every stone.
//!
//! Call the side to move the *leader* and its opponent the *follower*. In each column the leader then gets the first,
//! third, fifth ... of the empty cells and the follower the second, fourth and so on. If the leader's stones and
//! all the cells it may get hold no k in a row, the leader never wins. That needs an answer to every stone:
//!
//! - A column with an even number of empty cells always has one.
//! - So has a column in which the follower completes a row on one of its own cells: the *stopper*. There the game ends, and
//!   the cells above are nobody's.
//! - The other columns, with an odd number and no stopper, are taken in pairs: a stone on the first cell of one is
//!   answered on the first cell of the other, and from then on both are even. In such a column the leader gets one of
//!   the two first cells, and then the second, fourth, ... of its cells.
//!
//! If there is a stopper, the follower even wins: whatever else is filled, the leader moves first, and in the end nothing
//! is left to it but the cell below a stopper. And without one the follower wins if its own cells will hold a row.
//!
//! This is what players call zugzwang, odd and even threats (Allis 1988: Claimeven and Baseinverse, played together).

use super::layout::Layout;
use super::node::Node;
use super::score;
use super::word::Word;

impl<T: Word> Node<T> {
    /// An upper bound of the score, or [`score::NONE`]. Bounds above `wanted` are of no use to the caller.
    #[inline]
    pub(super) fn follow_up(&self, layout: &Layout<T>, wanted: i32) -> i32 {
        let empty = layout.board & !self.stones;
        let landings = layout.landings(self.stones);
        let mut leaders = alternate(layout, landings, empty);
        // A row that the follower completes today may be too long tomorrow, where that counts nothing.
        let wins = if layout.is_exact { T::EMPTY } else { self.rival_wins };
        let mut stoppers = wins & !leaders;
        let unanswered = leaders & below(empty, stoppers) & layout.top;
        let mut firsts = T::EMPTY;
        if !unanswered.is_empty() {
            if unanswered.count() % 2 == 1 {
                return score::NONE;
            }
            let shifted = layout.columns_of(unanswered);
            firsts = landings & shifted;
            stoppers |= wins & shifted & leaders & !firsts;
            leaders = leaders & !shifted | empty & shifted & !leaders;
        }
        let bound = if !stoppers.is_empty() {
            -score::of_win(layout.cells, latest_end(layout, empty, stoppers))
        } else if wanted < 0 && !layout.is_exact {
            let followers = empty & !leaders & !firsts;
            if layout.has_row(self.rival() | followers) { -1 } else { 0 }
        } else {
            0
        };
        let holds = self.own | leaders & below(empty, stoppers);
        if bound > wanted || !is_kept_from_rows(layout, holds, firsts) {
            return score::NONE;
        }
        bound
    }
}

/// Every second empty cell of each column, from the lowest.
#[inline]
fn alternate<T: Word>(layout: &Layout<T>, landings: T, empty: T) -> T {
    // Two up from the highest cell is the lowest of the next column.
    let mut reachable = empty & !layout.bottom;
    let (mut cells, mut by) = (landings, 2);
    while by < layout.height {
        cells |= cells.up(by) & reachable;
        reachable = reachable & reachable.up(by);
        by *= 2;
    }
    cells
}

/// The empty cells below the lowest stopper of each column, and some stoppers. (Adding a stopper to a column that is empty
/// from some cell up to the top carries all the way.)
#[inline]
fn below<T: Word>(empty: T, stoppers: T) -> T {
    empty.plus(stoppers) & empty
}

/// Stones on the board when the last of the stoppers is reached: in its column the cells above are empty, in those of
/// the others two more each.
#[inline]
fn latest_end<T: Word>(layout: &Layout<T>, empty: T, stoppers: T) -> u32 {
    let columns = (empty.plus(stoppers) & layout.top.up(1)).count();
    // At least the lowest stopper of each column, and what is above it.
    let not_below = (empty & !below(empty, stoppers)).count();
    layout.cells - (not_below - columns) - 2 * (columns - 1)
}

/// Whether no k in a row lie within `holds` and one cell of each pair of `firsts`, for some way to make pairs.
#[inline]
fn is_kept_from_rows<T: Word>(layout: &Layout<T>, holds: T, firsts: T) -> bool {
    if !layout.has_row(holds | firsts) {
        return true;
    }
    if firsts.is_empty() || layout.has_row(holds) {
        return false;
    }
    let mut list = [T::EMPTY; 4];
    for (place, cell) in list.iter_mut().zip(firsts.bits()) {
        *place = cell;
    }
    let is_free = |one: T, other: T| !layout.has_row(holds | one | other);
    let [a, b, c, d] = list;
    match firsts.count() {
        2 => is_free(a, a) && is_free(b, b),
        4 => [[a, b, c, d], [a, c, b, d], [a, d, b, c]]
            .iter()
            .any(|&[a, b, c, d]| is_free(a, c) && is_free(a, d) && is_free(b, c) && is_free(b, d)),
        // With more there are too many ways to try.
        _ => false,
    }
}
