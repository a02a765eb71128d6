//! Which moves need no judgement: a win on the spot, and what must be done against one.

use kinrow_game::{Board, Game, Point};

/// What the rules say of the moves of a position.
#[derive(Debug)]
pub(crate) enum Moves {
    /// This one wins.
    Win(Point),
    /// These remain to be judged.
    Open,
}

/// Sorts out a position's moves; those that remain are put into `open`. With `is_wary` they are only those after which the opponent does
/// not win at once, unless there are none.
pub(crate) fn sort_out<const W: usize>(board: &Board<W>, is_wary: bool, open: &mut Vec<Point>) -> Moves {
    open.clear();
    let side = board.to_move();
    if board.rules().is_misere() {
        // Whoever completes a row loses.
        open.extend(board.moves().filter(|&mv| !board.completes(side, mv)));
        if open.is_empty() {
            open.extend(board.moves());
        }
        return Moves::Open;
    }
    open.extend(board.moves());
    if let Some(&win) = open.iter().find(|&&mv| board.completes(side, mv)) {
        return Moves::Win(win);
    }
    if is_wary {
        beware(board, open);
    }
    Moves::Open
}

/// Leaves only moves that prevent a win in one, where there are any.
fn beware<const W: usize>(board: &Board<W>, open: &mut Vec<Point>) {
    let opponent = board.to_move().opponent();
    let (geometry, is_drop) = (board.geometry(), board.rules().is_drop());
    let mut blocks = open.iter().copied().filter(|&mv| board.completes(opponent, mv));
    if let Some(block) = blocks.next() {
        let mut all = vec![block];
        all.extend(blocks);
        *open = all;
        return;
    }
    // A stone that falls makes a step for the next one.
    let helps = |mv: Point| {
        let (column, row) = geometry.column_row(mv);
        is_drop && row > 0 && board.completes(opponent, geometry.point(column, row - 1))
    };
    if is_drop && open.iter().any(|&mv| !helps(mv)) {
        open.retain(|&mv| !helps(mv));
    }
}
