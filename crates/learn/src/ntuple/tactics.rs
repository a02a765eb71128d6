//! Which moves need no judgement: a win on the spot, and what must be done against one.

use kinrow_game::{Board, Game, Point};
use kinrow_search::Threats;

/// Finds a move that wins at once. The moves that remain to be judged are put into `open`: all of them or, with `is_wary`, only those after
/// which the opponent does not win at once, unless there are none.
pub(crate) fn sort_out<const W: usize>(
    board: &Board<W>,
    is_wary: bool,
    open: &mut Vec<Point>,
) -> Option<Point> {
    let (rules, legal, threats) = (board.rules(), board.legal(), Threats::of(board));
    let own = threats.of_side(board.to_move()) & legal;
    let theirs = threats.of_side(board.to_move().opponent());
    // Whoever completes a row in misère play loses.
    let win = if rules.is_misere() { None } else { own.iter().next().map(point) };
    let left = if rules.is_misere() {
        legal & !own
    } else if win.is_some() || !is_wary {
        legal
    } else if !(theirs & legal).is_empty() {
        theirs & legal
    } else if rules.is_drop() {
        // A stone that falls makes a step for the next one.
        let geometry = board.geometry();
        let helps = |index: &usize| {
            let (column, row) = geometry.column_row(point(*index));
            row > 0 && theirs.contains(geometry.point(column, row - 1).index())
        };
        legal.iter().filter(|index| !helps(index)).collect()
    } else {
        legal
    };
    open.clear();
    open.extend(if left.is_empty() { legal } else { left }.iter().map(point));
    win
}

fn point(index: usize) -> Point {
    Point::from_index(index as u16)
}
