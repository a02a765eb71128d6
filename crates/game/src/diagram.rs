//! A board drawn with coordinates: column numbers above, letters below, row numbers at the left; or rows and columns from the
//! top left ([`Coordinates`]).
//!
//! ```text
//!    1 2 3
//! 3  X . O
//! 2  . X .
//! 1  . . .
//!    a b c
//! ```

use crate::{Board, Coordinates, Point, Rules};

/// How a point is drawn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Cell {
    /// Its symbol: one column wide, with whatever colour codes.
    pub symbol: String,
    /// Brackets around it; neighbours with the same brackets share them.
    pub brackets: Option<(char, char)>,
}

/// How wide a board of these rules is drawn, the last bracket included.
#[must_use]
pub fn width(rules: Rules) -> usize {
    3 + gap(rules) * usize::from(rules.width())
}

/// From one column to the next.
fn gap(rules: Rules) -> usize {
    if rules.width() < 10 { 2 } else { 3 }
}

/// Draws a board, each point as `cell` says; `edge` wraps the coordinates.
pub fn diagram<const W: usize>(
    board: &Board<W>,
    coordinates: Coordinates,
    mut cell: impl FnMut(Point) -> Cell,
    edge: impl Fn(&str) -> String,
) -> String {
    let rules = board.rules();
    let gap = gap(rules);
    let columns = |names: Vec<String>| {
        let names: String = names.iter().map(|name| format!("{name:>gap$}")).collect();
        format!("{}\n", edge(&format!("  {names}")))
    };
    let (above, below): (Vec<_>, Vec<_>) =
        (0..rules.width()).map(|column| coordinates.column(column)).unzip();
    let mut text = columns(above);
    for row in 0..rules.height() {
        text += &edge(&format!("{:<2}", coordinates.row(rules, row)));
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
    if let Some(below) = below.into_iter().collect() {
        text += &columns(below);
    }
    text
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
    diagram(
        board,
        Coordinates::Letters,
        |point| Cell { symbol: symbol(board, point).into(), brackets: None },
        str::to_string,
    )
}
