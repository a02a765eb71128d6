//! Moves as numbers: points row by row from the top left, or columns from the left where stones fall.

use kinrow_game::{Board, Game, Point, Rules};

/// How much memory a position takes as numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Sizes {
    /// Moves that have a number.
    pub actions: usize,
    /// Bytes of an observation.
    pub observation: usize,
}

impl Sizes {
    /// Of a board.
    #[must_use]
    pub fn of(rules: Rules) -> Sizes {
        let cells = usize::from(rules.cells());
        let actions = if rules.is_drop() { usize::from(rules.width()) } else { cells };
        Sizes { actions, observation: 2 * cells }
    }
}

/// The point of a number, when the move is legal.
#[inline]
#[must_use]
pub fn point<const W: usize>(board: &Board<W>, action: i64) -> Option<Point> {
    let rules = board.rules();
    let width = i64::from(rules.width());
    let point = if rules.is_drop() {
        if !(0..width).contains(&action) {
            return None;
        }
        board.landing(action as u8)?
    } else {
        if !(0..i64::from(rules.cells())).contains(&action) {
            return None;
        }
        // There are at most 400: small numbers divide faster.
        let (action, width) = (action as u16, width as u16);
        board.geometry().point((action % width) as u8, (action / width) as u8)
    };
    // Not all legal moves are worked out for one: in Renju that would take long.
    let is_open = board.outcome().is_none() && board.empty().contains(point.index());
    (is_open && board.forbidden(point).is_none()).then_some(point)
}

/// The number of a point.
#[inline]
#[must_use]
pub fn number<const W: usize>(board: &Board<W>, point: Point) -> usize {
    let (column, row) = board.geometry().column_row(point);
    let column = usize::from(column);
    if board.rules().is_drop() {
        column
    } else {
        usize::from(row) * usize::from(board.rules().width()) + column
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_legal_points_are_one_to_one() {
        for text in ["3x3x3", "4x3x3", "7x6x4:drop", "5x5x4:misere"] {
            let rules: Rules = text.parse().unwrap();
            let mut board = Board::<1>::new(rules);
            let mut at = 0;
            while board.outcome().is_none() {
                let moves: Vec<Point> = board.moves().collect();
                for action in -1..=Sizes::of(rules).actions as i64 {
                    let found = point(&board, action);
                    let expected = moves.iter().copied().find(|&mv| number(&board, mv) as i64 == action);
                    assert_eq!(found, expected, "{text} {action}");
                }
                at += 5;
                board = board.play(moves[at % moves.len()]);
            }
            assert!((0..9).all(|action| point(&board, action).is_none()), "{text}: no move after the end");
        }
    }
}
