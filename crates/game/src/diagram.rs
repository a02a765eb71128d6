//! A board drawn with coordinates: column numbers above, letters below, row numbers at the left.
//!
//! ```text
//!    1 2 3
//! 3  X . O
//! 2  . X .
//! 1  . . .
//!    a b c
//! ```

use crate::{Board, Point};

/// How a point is drawn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Cell {
    /// Its symbol: one column wide, with whatever colour codes.
    pub symbol: String,
    /// Brackets around it; neighbours with the same brackets share them.
    pub brackets: Option<(char, char)>,
}

/// Draws a board, each point as `cell` says; `edge` wraps the coordinates.
pub fn diagram<const W: usize>(
    board: &Board<W>,
    mut cell: impl FnMut(Point) -> Cell,
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
        let mut left: Option<(char, char)> = None;
        for column in 0..rules.width() {
            let Cell { symbol, brackets } = cell(board.geometry().point(column, row));
            text += &between(left, brackets, gap - 1);
            text += &symbol;
            left = brackets;
        }
        text.extend(left.map(|(_, close)| close));
        text.push('\n');
    }
    text + &columns(&|column| char::from(b'a' + column).to_string())
}

/// What stands between two points, `width` columns wide.
fn between(left: Option<(char, char)>, right: Option<(char, char)>, width: usize) -> String {
    let mut gap = vec![' '; width];
    if left != right {
        if let Some((_, close)) = left {
            gap[0] = close;
        }
        if let Some((open, _)) = right
            && (width > 1 || left.is_none())
        {
            gap[width - 1] = open;
        }
    }
    gap.into_iter().collect()
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
    diagram(board, |point| Cell { symbol: symbol(board, point).into(), brackets: None }, str::to_string)
}
