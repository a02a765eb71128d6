//! A board drawn with coordinates: column numbers above, letters below, row numbers at the left.
//!
//! ```text
//!     1 2 3
//! 3   X . O
//! 2   . X .
//! 1   . . .
//!     a b c
//! ```

use crate::{Board, Point};

/// Draws a board. `cell` gives the text of each point (one column wide, with whatever colour codes) and `edge` wraps
/// the coordinates.
pub fn diagram<const W: usize>(
    board: &Board<W>,
    mut cell: impl FnMut(Point) -> String,
    edge: impl Fn(&str) -> String,
) -> String {
    let rules = board.rules();
    let gap = if rules.width() < 10 { 2 } else { 3 };
    let columns = |name: &dyn Fn(u8) -> String| {
        let names: String = (0..rules.width()).map(|column| format!("{:>gap$}", name(column))).collect();
        format!("{}\n", edge(&format!("  {names}")))
    };
    let mut text = columns(&|column| (column + 1).to_string());
    for row in 0..rules.height() {
        text += &edge(&format!("{:<2}", rules.height() - row));
        for column in 0..rules.width() {
            text += &" ".repeat(gap - 1);
            text += &cell(board.geometry().point(column, row));
        }
        text.push('\n');
    }
    text + &columns(&|column| char::from(b'a' + column).to_string())
}

/// The symbol of a point: `X`, `O` or `.`.
#[must_use]
pub fn symbol<const W: usize>(board: &Board<W>, point: Point) -> &'static str {
    match board.stone(point) {
        Some(crate::Side::X) => "X",
        Some(crate::Side::O) => "O",
        None => ".",
    }
}

/// Draws a board without colours.
#[must_use]
pub fn plain<const W: usize>(board: &Board<W>) -> String {
    diagram(board, |point| symbol(board, point).to_string(), str::to_string)
}
