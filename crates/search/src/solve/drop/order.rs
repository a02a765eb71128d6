//! Which move to try first: the one that leaves most cells where its side completes a row, then the one nearest the
//! middle. The order depends on the position alone, and so does every move that is chosen by it.

use super::layout::Layout;
use super::node::Node;
use super::word::Word;

/// What a cell counts against the place of its column.
const CELL: u32 = 32;

/// How promising the move is that led to `child` by a stone on `cell`.
#[inline]
pub(super) fn promise<T: Word>(layout: &Layout<T>, cell: T, child: &Node<T>) -> u32 {
    let column = layout.column(cell);
    let from_middle = (2 * column + 1).abs_diff(layout.width);
    CELL * child.rival_wins.count() + layout.width - from_middle
}

/// The moves to these cells with the positions they lead to, the most promising first.
pub(super) fn ordered<T: Word>(layout: &Layout<T>, node: &Node<T>, cells: T) -> Vec<(T, Node<T>)> {
    let mut moves: Vec<_> = cells.bits().map(|cell| (cell, node.play(layout, cell))).collect();
    moves.sort_by_key(|(cell, child)| std::cmp::Reverse(promise(layout, *cell, child)));
    moves
}
