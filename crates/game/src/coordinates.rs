//! How points are written for a person: as Renju players do (`b2`, see [`crate::notation`]), or by row and column from the
//! top left, counted from 0 or from 1, as programs print arrays. Records and other files always have the former.

use crate::notation::{
    MovesError, PointError, ReadMoveError, column_name, half_width, number, parse_point, point_name,
};
use crate::{Game, Geometry, MoveError, Point, Position, Rules};

/// A way to write points.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Coordinates {
    /// `b2`: a letter for the column from the left, a number for the row from below.
    #[default]
    Letters,
    /// `1,1`: row and column from the top left, the first of each having this number.
    Rows {
        /// 0 or 1.
        first: u8,
    },
}

impl Coordinates {
    /// A point's name.
    #[must_use]
    pub fn name(self, rules: Rules, point: Point) -> String {
        match (self, Geometry::of(rules).column_row(point)) {
            (Coordinates::Rows { first }, (column, row))
                if column < rules.width() && row < rules.height() =>
            {
                format!("{},{}", row + first, column + first)
            }
            _ => point_name(rules, point),
        }
    }

    /// What stands above (and perhaps below) a column of a drawn board.
    pub(crate) fn column(self, column: u8) -> (String, Option<String>) {
        match self {
            Coordinates::Letters => ((column + 1).to_string(), Some(column_name(column))),
            Coordinates::Rows { first } => ((column + first).to_string(), None),
        }
    }

    /// What stands beside a row of a drawn board, counted from the top.
    pub(crate) fn row(self, rules: Rules, row: u8) -> u8 {
        match self {
            Coordinates::Letters => rules.height() - row,
            Coordinates::Rows { first } => row + first,
        }
    }

    /// The move that a text names: `1,1`, `(1, 1)` or `1 1`, where stones fall also a column alone; letters are always
    /// understood, since they cannot be mistaken.
    ///
    /// # Errors
    /// When it names none that can be played.
    pub fn parse_move(self, position: &Position, text: &str) -> Result<Point, ReadMoveError> {
        let Coordinates::Rows { first } = self else { return position.parse_move(text) };
        let given = text.trim();
        let plain: String = given.chars().map(half_width).collect();
        if plain.starts_with(|c: char| c.is_ascii_alphabetic()) {
            return position.parse_move(&plain).map_err(|error| self.renamed(position.rules(), error));
        }
        let letters = self.letters(position, given, &plain, first)?;
        position.parse_move(&letters).map_err(|error| self.renamed(position.rules(), error))
    }

    /// The same point or column in letters.
    fn letters(self, position: &Position, given: &str, plain: &str, first: u8) -> Result<String, PointError> {
        let rules = position.rules();
        let inner = plain.strip_prefix('(').and_then(|rest| rest.strip_suffix(')')).unwrap_or(plain).trim();
        let shape = || {
            let moves: Vec<Point> = position.moves().collect();
            let example = moves.get(moves.len() / 2).map(|&point| self.name(rules, point));
            PointError::RowsShape { given: given.into(), example: example.unwrap_or_default() }
        };
        let outside = || PointError::RowsOutside {
            given: given.into(),
            rules: rules.to_string(),
            first,
            last: self.name(rules, Geometry::of(rules).point(rules.width() - 1, rules.height() - 1)),
        };
        let index = |text: &str, size: u8| {
            let index = number(text).ok_or_else(shape)?.checked_sub(first.into()).ok_or_else(outside)?;
            if index < u32::from(size) { Ok(index as u8) } else { Err(outside()) }
        };
        if let Some((row, column)) = inner.split_once(',').or_else(|| inner.split_once(' ')) {
            let (row, column) = (index(row, rules.height())?, index(column, rules.width())?);
            return Ok(format!("{}{}", column_name(column), rules.height() - row));
        }
        if rules.is_drop() {
            return Ok(column_name(index(inner, rules.width())?));
        }
        Err(shape())
    }

    /// An error that names points in letters, with these names instead.
    fn renamed(self, rules: Rules, error: ReadMoveError) -> ReadMoveError {
        let name = |point: String| parse_point(rules, &point).map_or(point, |point| self.name(rules, point));
        let ReadMoveError::Move(error) = error else { return error };
        ReadMoveError::Move(match error {
            MoveError::Over { point } => MoveError::Over { point: name(point) },
            MoveError::Taken { point } => MoveError::Taken { point: name(point) },
            MoveError::Outside { point, rules } => MoveError::Outside { point: name(point), rules },
            MoveError::Floating { point, lands } => {
                MoveError::Floating { point: name(point), lands: name(lands) }
            }
            MoveError::Forbidden { point, why } => MoveError::Forbidden { point: name(point), why },
            MoveError::Full { column } => {
                let index = column.bytes().next().unwrap_or(b'a').saturating_sub(b'a');
                MoveError::Full { column: self.column(index).0 }
            }
        })
    }

    /// Plays a list of moves.
    ///
    /// # Errors
    /// The first move that cannot be played, with its number.
    pub fn play_moves(self, start: &Position, text: &str) -> Result<(Position, Vec<Point>), MovesError> {
        let mut position = *start;
        let mut moves = Vec::new();
        for (i, text) in crate::notation::split_moves(text).iter().enumerate() {
            let point = self.parse_move(&position, text).map_err(|why| MovesError { number: i + 1, why })?;
            position = position.play(point);
            moves.push(point);
        }
        Ok((position, moves))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ZERO: Coordinates = Coordinates::Rows { first: 0 };
    const ONE: Coordinates = Coordinates::Rows { first: 1 };

    fn board(rules: &str) -> Position {
        Position::new(rules.parse().unwrap())
    }

    /// On every board, what a point is called is read as that point.
    #[test]
    fn names_read_back() {
        for rules in ["1x1x1", "3x3x3", "7x4x4", "20x20x5"] {
            let board = board(rules);
            for coordinates in [Coordinates::Letters, ZERO, ONE] {
                for point in board.moves() {
                    let name = coordinates.name(board.rules(), point);
                    for text in [name.clone(), format!("({name})"), name.replace(',', " , ")] {
                        assert_eq!(coordinates.parse_move(&board, &text), Ok(point), "{rules} {text}");
                    }
                }
            }
        }
    }

    #[test]
    fn rows_begin_at_the_top() {
        let board = board("4x3x3");
        let named = |coordinates: Coordinates, text: &str| {
            coordinates.parse_move(&board, text).map(|point| board.name(point)).map_err(|e| e.to_string())
        };
        assert_eq!(named(ZERO, "0,0").as_deref(), Ok("a3"));
        assert_eq!(named(ZERO, "2,3").as_deref(), Ok("d1"));
        assert_eq!(named(ONE, "1 4").as_deref(), Ok("d3"));
        assert_eq!(named(ONE, "（３，１）").as_deref(), Ok("a1"));
        assert_eq!(named(ONE, "b2").as_deref(), Ok("b2"), "letters are understood too");
        for (coordinates, text, words) in [
            (ZERO, "3,0", "'3,0' is outside the board 4x3x3: rows and columns go from 0 to 2,3"),
            (ONE, "0,1", "'0,1' is outside the board 4x3x3: rows and columns go from 1 to 3,4"),
            (ONE, "3", "'3' is not a point: write row,column from the top left, such as 2,3"),
            (ONE, "1,2,3", "is not a point"),
            (ONE, "-1,2", "is not a point"),
            (ONE, "", "is not a point"),
        ] {
            let told = named(coordinates, text).unwrap_err();
            assert!(told.contains(words), "{text}: {told}");
        }
    }

    #[test]
    fn refusals_use_the_same_names() {
        let told = |rules: &str, moves: &str| ZERO.play_moves(&board(rules), moves).unwrap_err().to_string();
        assert_eq!(told("3x3x3", "1,1 (1, 1)"), "move 2: 1,1 is taken: choose an empty point");
        assert_eq!(told("7x6x4:drop", "3 3 3 3 3 3 3"), "move 7: column 3 is full: choose another column");
        assert_eq!(told("7x6x4:drop", "0,0"), "move 1: a stone cannot stay on 0,0: it falls to 5,0");
        assert_eq!(
            told("7x6x4:drop", "7"),
            "move 1: '7' is outside the board 7x6x4:drop: rows and columns go from 0 to 5,6"
        );
        let (_, moves) = ONE.play_moves(&board("7x6x4:drop"), "4 4;1").unwrap();
        assert_eq!(moves.len(), 3);
    }
}
