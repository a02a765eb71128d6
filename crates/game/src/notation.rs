//! Text in and out: points, lists of moves, and a whole position as one line.
//!
//! A point is a letter for the column from the left and a number for the row from below, as Renju players write
//! (`h8` is the centre of 15×15; no letter is skipped). `row,column` is read too, both numbers as they stand on the
//! edges of a drawn board: the row from below, the column from the left, from 1.
//!
//! A position is the rules, the rows from the top with numbers for empty points, and the side to move:
//! `3x3x3 X1O/1X1/3 o`.

use crate::bits::Bits;
use crate::board::{MoveError, SetupError};
use crate::{Board, Game, Geometry, Point, Rules, RulesError, Side};

crate::sentences! {
    /// Why a text is not a point.
    pub enum PointError {
        /// Not a point at all.
        Shape { given: String, example: String } = "point-shape" =>
            "'{given}' is not a point: write a column letter and a row number, such as {example}, or row,column",
        /// A point of a larger board.
        Outside { given: String, rules: String, last: String } = "point-outside" =>
            "'{given}' is outside the board {rules}: points go from a1 to {last}",
        /// A column that a drop board does not have, or that is full.
        Column { given: String, last: String } = "point-column" =>
            "'{given}' is not a column: columns go from a to {last}",
        /// Not a row and a column.
        RowsShape { given: String, example: String } = "point-rows-shape" =>
            "'{given}' is not a point: write row,column from the top left, such as {example}",
        /// A row or a column of a larger board.
        RowsOutside { given: String, rules: String, first: u8, last: String } = "point-rows-outside" =>
            "'{given}' is outside the board {rules}: rows and columns go from {first} to {last}",
    }
}

/// A column's letter.
#[must_use]
pub fn column_name(column: u8) -> String {
    char::from(b'a' + column).to_string()
}

/// A point's name, such as `h8`; a point that is not on this board has a number only.
#[must_use]
pub fn point_name(rules: Rules, point: Point) -> String {
    match Geometry::of(rules).column_row(point) {
        (column, row) if column < rules.width() && row < rules.height() => {
            format!("{}{}", column_name(column), rules.height() - row)
        }
        _ => format!("point {}", point.index()),
    }
}

/// The point that `text` names: `h8`, `H8`, `8,8` or `(8, 8)`, full-width signs included.
///
/// # Errors
/// When it names none of this board.
pub fn parse_point(rules: Rules, text: &str) -> Result<Point, PointError> {
    let given = text.trim();
    let plain: String = given.chars().map(half_width).collect();
    let inner = plain.strip_prefix('(').and_then(|rest| rest.strip_suffix(')')).unwrap_or(&plain).trim();
    let shape = || {
        let (column, row) = (rules.width() / 2, rules.height() / 2 + 1);
        PointError::Shape { given: given.into(), example: format!("{}{row}", column_name(column)) }
    };
    let (column, row) = if let Some((row, column)) = inner.split_once(',') {
        (number(column).ok_or_else(shape)?, number(row).ok_or_else(shape)?)
    } else {
        let mut rest = inner.chars();
        let letter = rest.next().filter(char::is_ascii_alphabetic).ok_or_else(shape)?;
        let column = u32::from(letter.to_ascii_lowercase()) - u32::from('a') + 1;
        (column, number(rest.as_str()).ok_or_else(shape)?)
    };
    let (width, height) = (u32::from(rules.width()), u32::from(rules.height()));
    if !(1..=width).contains(&column) || !(1..=height).contains(&row) {
        let last = format!("{}{height}", column_name(rules.width() - 1));
        return Err(PointError::Outside { given: given.into(), rules: rules.to_string(), last });
    }
    Ok(Geometry::of(rules).point((column - 1) as u8, (height - row) as u8))
}

/// A number of one to nine digits. Larger ones are no row of any board.
pub(crate) fn number(text: &str) -> Option<u32> {
    let text = text.trim();
    let is_number = (1..=9).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit());
    is_number.then(|| text.parse().ok()).flatten()
}

/// People who type Chinese type ，（） and full-width digits.
pub(crate) fn half_width(c: char) -> char {
    match c {
        '、' => ',',
        '\u{3000}' => ' ',
        '\u{FF01}'..='\u{FF5E}' => char::from_u32(u32::from(c) - 0xFEE0).unwrap_or(c),
        _ => c,
    }
}

/// The move that `text` names on this board: a point; where stones fall, also a column (`d` or `4`).
///
/// # Errors
/// When it names no point or column, or one that cannot be played.
pub fn parse_move<const W: usize>(board: &Board<W>, text: &str) -> Result<Point, ReadMoveError> {
    let rules = board.rules();
    let plain: String = text.trim().chars().map(half_width).collect();
    let is_column =
        plain.len() == 1 && plain.bytes().all(|b| b.is_ascii_alphabetic()) || number(&plain).is_some();
    let point = if rules.is_drop() && is_column {
        let column = number(&plain).map_or_else(
            || u32::from(plain.as_bytes()[0].to_ascii_lowercase() - b'a'),
            |number| number.wrapping_sub(1),
        );
        if column >= u32::from(rules.width()) {
            let last = column_name(rules.width() - 1);
            return Err(PointError::Column { given: text.trim().into(), last }.into());
        }
        // A full column is refused by the board, which knows the reason.
        board.landing(column as u8).unwrap_or_else(|| board.geometry().point(column as u8, 0))
    } else {
        parse_point(rules, text)?
    };
    match board.try_play(point) {
        Err(MoveError::Taken { .. }) if rules.is_drop() && is_column => {
            let (column, _) = board.geometry().column_row(point);
            Err(MoveError::Full { column: column_name(column) }.into())
        }
        Err(error) => Err(error.into()),
        Ok(_) => Ok(point),
    }
}

/// Why a text is not a move here: no point at all, or one that cannot be played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ReadMoveError {
    /// The text names no point.
    Point(PointError),
    /// The point cannot be played.
    Move(MoveError),
}

crate::delegate_explain!(ReadMoveError { Point(PointError), Move(MoveError) });

/// Cuts a list of moves apart: by spaces or semicolons, by brackets (`(2, 2) (1, 1)`), or where letters follow numbers
/// (`h8i9h7`).
#[must_use]
pub fn split_moves(text: &str) -> Vec<String> {
    let mut moves = vec![String::new()];
    let mut depth = 0;
    let mut previous = ' ';
    for c in text.chars().map(half_width) {
        let is_space = depth == 0 && (c.is_whitespace() || c == ';');
        if c == '(' || is_space || (depth == 0 && previous.is_ascii_digit() && c.is_ascii_alphabetic()) {
            moves.push(String::new());
        }
        depth += i32::from(c == '(') - i32::from(c == ')');
        if !is_space {
            moves.last_mut().expect("the list starts with one entry").push(c);
        }
        previous = c;
    }
    moves.retain(|text| !text.is_empty());
    moves
}

/// Plays a list of moves, each as [`parse_move`] reads it.
///
/// # Errors
/// The first move that cannot be played, with its number.
pub fn play_moves<const W: usize>(
    board: &Board<W>,
    text: &str,
) -> Result<(Board<W>, Vec<Point>), MovesError> {
    let mut board = *board;
    let mut moves = Vec::new();
    for (i, text) in split_moves(text).iter().enumerate() {
        let point = parse_move(&board, text).map_err(|why| MovesError { number: i + 1, why })?;
        board = board.play(point);
        moves.push(point);
    }
    Ok((board, moves))
}

/// Which move of a list is wrong, and why.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MovesError {
    /// Counted from 1.
    pub number: usize,
    /// What is wrong with it.
    pub why: ReadMoveError,
}

impl std::fmt::Display for MovesError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "move {}: {}", self.number, self.why)
    }
}

impl std::error::Error for MovesError {}

impl crate::Explain for MovesError {
    fn key(&self) -> &'static str {
        "moves-number"
    }

    fn details(&self) -> Vec<(&'static str, String)> {
        vec![("number", self.number.to_string())]
    }

    fn reason(&self) -> Option<(&'static str, &dyn crate::Explain)> {
        Some(("why", &self.why))
    }
}

crate::sentences! {
    /// Why a line of text is not a position.
    pub enum PositionError {
        /// Not rules, rows and side.
        Shape { given: String } = "position-shape" =>
            "'{given}' is not a position: write rules, rows from the top and the side to move, such as '3x3x3 X1O/1X1/3 o'",
        /// Another number of rows than the board has.
        Rows { given: usize, rules: String } = "position-rows" =>
            "the board {rules} needs each of its rows, from the top, separated by '/': the number given is {given}",
        /// A row of another length than the board's.
        Row { row: String, rules: String } = "position-row" =>
            "the row '{row}' does not fill the width of {rules}: X, O, '.' and numbers of empty points must add up",
        /// The side to move does not follow from the stones.
        ToMove { given: String, right: Side } = "position-to-move" =>
            "'{given}' cannot be to move here: by the number of stones it is {right}'s turn",
    }
}

/// A position as one line, such as `3x3x3 X1O/1X1/3 o`.
#[must_use]
pub fn position_text<const W: usize>(board: &Board<W>) -> String {
    let rules = board.rules();
    let rows: Vec<String> = (0..rules.height())
        .map(|row| {
            let mut text = String::new();
            let mut empty = 0;
            for column in 0..rules.width() {
                match board.stone(board.geometry().point(column, row)) {
                    None => empty += 1,
                    Some(side) => {
                        if empty > 0 {
                            text += &empty.to_string();
                            empty = 0;
                        }
                        text += &side.to_string();
                    }
                }
            }
            if empty > 0 {
                text += &empty.to_string();
            }
            text
        })
        .collect();
    format!("{rules} {} {}", rows.join("/"), board.to_move().to_string().to_lowercase())
}

/// The rules that a position's line names; a front end picks the board's width by them.
///
/// # Errors
/// When the line does not begin with rules.
pub fn position_rules(text: &str) -> Result<Rules, ReadPositionError> {
    let rules = text.split_whitespace().next().ok_or_else(|| PositionError::Shape { given: text.into() })?;
    Ok(rules.parse::<Rules>()?)
}

/// Reads what [`position_text`] writes; the side to move may be left out, and `.` stands for an empty point.
///
/// # Errors
/// When it is not a position, or not one that can arise.
pub fn parse_position<const W: usize>(text: &str) -> Result<Board<W>, ReadPositionError> {
    let rules = position_rules(text)?;
    let parts: Vec<&str> = text.split_whitespace().collect();
    let (rows, to_move) = match parts[..] {
        [_, rows] => (rows, None),
        [_, rows, to_move] => (rows, Some(to_move)),
        _ => return Err(PositionError::Shape { given: text.into() }.into()),
    };
    let rows: Vec<&str> = rows.split('/').collect();
    if rows.len() != usize::from(rules.height()) {
        return Err(PositionError::Rows { given: rows.len(), rules: rules.to_string() }.into());
    }
    let mut stones = [Bits::<W>::EMPTY; 2];
    for (row, text) in rows.iter().enumerate() {
        let cells = row_cells(text, rules.width())
            .ok_or_else(|| PositionError::Row { row: (*text).into(), rules: rules.to_string() })?;
        for (column, cell) in cells.into_iter().enumerate() {
            if let Some(side) = cell {
                let point = Geometry::of(rules).point(column as u8, row as u8);
                stones[side.index()].insert(point.index());
            }
        }
    }
    let board = Board::from_stones(rules, stones[0], stones[1])?;
    match to_move {
        Some(given) if !given.eq_ignore_ascii_case(&board.to_move().to_string()) => {
            Err(PositionError::ToMove { given: given.into(), right: board.to_move() }.into())
        }
        _ => Ok(board),
    }
}

/// The points of one row; `None` when they do not fill the width.
fn row_cells(text: &str, width: u8) -> Option<Vec<Option<Side>>> {
    let mut cells = Vec::new();
    let mut empty = 0usize;
    for c in text.chars().chain(['.']) {
        if let Some(digit) = c.to_digit(10) {
            empty = (10 * empty + digit as usize).min(1000);
            continue;
        }
        cells.extend(std::iter::repeat_n(None, std::mem::take(&mut empty)));
        cells.push(match c {
            'X' | 'x' => Some(Side::X),
            'O' | 'o' => Some(Side::O),
            '.' => None,
            _ => return None,
        });
    }
    cells.pop();
    (cells.len() == usize::from(width)).then_some(cells)
}

/// Why a line of text gives no position: the rules, the rows or the stones.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ReadPositionError {
    /// The rules are wrong.
    Rules(RulesError),
    /// The text is not rows of stones.
    Text(PositionError),
    /// The stones do not make a position.
    Setup(SetupError),
}

crate::delegate_explain!(ReadPositionError { Rules(RulesError), Text(PositionError), Setup(SetupError) });
