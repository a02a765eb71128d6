//! What a network sees of a position, for every point: the stones, where a move is legal, where each side would complete a row, and
//! who moves.

use kinrow_game::{Board, Game, Geometry, Point};

/// Numbers for each point: own stone, other's stone, legal, own row, other's row, and 1 or -1 for the first or second player (who may be
/// under different rules; and it is never 0, so that a network can tell the board from what lies beyond its edge).
pub const PLANES: usize = 6;

/// A point's number, row by row from the top left.
pub(crate) fn cell(geometry: &Geometry, point: Point) -> usize {
    let (column, row) = geometry.column_row(point);
    usize::from(row) * usize::from(geometry.rules().width()) + usize::from(column)
}

/// The point with this number.
pub(crate) fn point(geometry: &Geometry, cell: usize) -> Point {
    let width = usize::from(geometry.rules().width());
    geometry.point((cell % width) as u8, (cell / width) as u8)
}

/// Appends the planes of a position.
pub(crate) fn append<const W: usize>(board: &Board<W>, input: &mut Vec<f32>) {
    let side = board.to_move();
    let colour = if side.index() == 0 { 1.0 } else { -1.0 };
    let (own, other) = (board.stones(side), board.stones(side.opponent()));
    let legal = board.legal();
    for point in board.geometry().points() {
        let at = point.index();
        let is_empty = !own.contains(at) && !other.contains(at);
        let completes = |side| is_empty && board.completes(side, point);
        let planes = [
            own.contains(at),
            other.contains(at),
            legal.contains(at),
            completes(side),
            completes(side.opponent()),
        ];
        input.extend(planes.map(|is_so| f32::from(u8::from(is_so))));
        input.push(colour);
    }
}
