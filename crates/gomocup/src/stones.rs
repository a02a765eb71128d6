//! The board as the protocol tells of it: a list of the brain's stones and the opponent's, which becomes a position when
//! there is something to think about.

use kinrow_game::{Game, Geometry, Point, Position, Rules};

use super::command::At;

/// Whose stone.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Owner {
    /// The brain's.
    Own,
    /// The opponent's.
    Opponent,
}

/// A stone.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Stone {
    /// Where it stands.
    pub(crate) at: At,
    /// Whose it is.
    pub(crate) owner: Owner,
}

/// The position of these stones with the brain to move.
///
/// Who began follows from the numbers: the brain when there are as many of both, the opponent when it has one more.
///
/// # Errors
/// A sentence, when the stones do not make a position in which the brain can move.
pub(crate) fn position(rules: Rules, stones: &[Stone]) -> Result<Position, String> {
    let count = |owner| stones.iter().filter(|stone| stone.owner == owner).count();
    let (own, opponent) = (count(Owner::Own), count(Owner::Opponent));
    let own_letter = match opponent.checked_sub(own) {
        Some(0) => b'X',
        Some(1) => b'O',
        _ => {
            return Err(format!(
                "with {own} own stones and {opponent} of the opponent it is not this brain's turn"
            ));
        }
    };
    let (width, height) = (usize::from(rules.width()), usize::from(rules.height()));
    let mut rows = vec![vec![b'.'; width]; height];
    for stone in stones {
        let cell = rows.get_mut(stone.at.y as usize).and_then(|row| row.get_mut(stone.at.x as usize));
        match cell {
            None => return Err(format!("{} is outside a board of {width}x{height}", stone.at)),
            Some(b'.') => {}
            Some(_) => return Err(format!("there are two stones on {}", stone.at)),
        }
        rows[stone.at.y as usize][stone.at.x as usize] = match stone.owner {
            Owner::Own => own_letter,
            Owner::Opponent => b'X' + b'O' - own_letter,
        };
    }
    let rows: Vec<String> = rows.iter().map(|row| String::from_utf8_lossy(row).into_owned()).collect();
    let position =
        format!("{rules} {}", rows.join("/")).parse::<Position>().map_err(|error| error.to_string())?;
    if position.outcome().is_some() { Err("the game is over".into()) } else { Ok(position) }
}

/// The point of these coordinates, which must be on the board.
pub(crate) fn point(rules: Rules, at: At) -> Option<Point> {
    let column = u8::try_from(at.x).ok().filter(|&column| column < rules.width())?;
    let row = u8::try_from(at.y).ok().filter(|&row| row < rules.height())?;
    Some(Geometry::of(rules).point(column, row))
}

/// The coordinates of a point.
pub(crate) fn at(rules: Rules, point: Point) -> At {
    let (column, row) = Geometry::of(rules).column_row(point);
    At { x: column.into(), y: row.into() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kinrow_game::Side;

    fn stones(list: &[(u32, u32, char)]) -> Vec<Stone> {
        let owner = |c| if c == 'm' { Owner::Own } else { Owner::Opponent };
        list.iter().map(|&(x, y, c)| Stone { at: At { x, y }, owner: owner(c) }).collect()
    }

    #[test]
    fn the_side_to_move_follows_from_the_numbers() {
        let rules: Rules = "5x5x4".parse().unwrap();
        let first = position(rules, &stones(&[(1, 0, 'm'), (2, 4, 'y')])).unwrap();
        assert_eq!((first.to_move(), first.to_string()), (Side::X, "5x5x4 1X3/5/5/5/2O2 x".into()));
        let second = position(rules, &stones(&[(1, 0, 'y')])).unwrap();
        assert_eq!((second.to_move(), second.to_string()), (Side::O, "5x5x4 1X3/5/5/5/5 o".into()));
        assert_eq!(position(rules, &[]).unwrap(), Position::new(rules));
        for point in first.moves() {
            assert_eq!(super::point(rules, at(rules, point)), Some(point));
        }
        assert_eq!(super::point(rules, At { x: 5, y: 0 }), None);
        assert_eq!(super::point(rules, At { x: 0, y: u32::MAX }), None);
    }

    #[test]
    fn stones_that_make_no_position_are_refused() {
        let rules: Rules = "5x5x3".parse().unwrap();
        let row = [(0, 0, 'm'), (1, 0, 'm'), (2, 0, 'm'), (0, 1, 'y'), (1, 1, 'y'), (3, 3, 'y')];
        let won = [(0, 0, 'y'), (1, 0, 'y'), (2, 0, 'y'), (0, 1, 'm'), (1, 1, 'm')];
        for (list, why) in [
            (&[(0, 0, 'm')][..], "not this brain's turn"),
            (&[(0, 0, 'y'), (1, 1, 'y')], "not this brain's turn"),
            (&[(0, 0, 'y'), (0, 0, 'm')], "two stones on 0,0"),
            (&[(5, 0, 'y')], "5,0 is outside a board of 5x5"),
            (&row, "the game ended before its last stone"),
            (&won, "the game is over"),
        ] {
            let error = position(rules, &stones(list)).unwrap_err();
            assert!(error.contains(why), "{error}");
        }
    }
}
