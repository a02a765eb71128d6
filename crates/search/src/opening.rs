//! Random moves as openings have them: the first in the middle of the board, the others near a stone, so that what stands
//! there has to do with each other.

use kinrow_agent::Rng;
use kinrow_game::{Game, Geometry, Point, Position, Rules, with_board};

use crate::Knowledge;

/// On a side longer than this the first stone is placed in the middle.
const LARGE: u8 = 9;
/// So many lines of it.
const MIDDLE: u8 = 5;

/// Makes `count` random moves from `position`, each at most `reach` away from a stone; `None` when the game is over
/// after them, or before.
pub fn wander(position: &Position, count: u16, reach: u8, rng: &mut Rng) -> Option<(Position, Vec<Point>)> {
    let mut position = *position;
    let mut moves = Vec::new();
    for _ in 0..count {
        if position.outcome().is_some() {
            return None;
        }
        let candidates = candidates(&position, reach);
        let mv = *rng.pick(&candidates);
        position = position.play(mv);
        moves.push(mv);
    }
    position.outcome().is_none().then_some((position, moves))
}

/// Never empty while the game goes on.
fn candidates(position: &Position, reach: u8) -> Vec<Point> {
    if position.placed() > 0 {
        return with_board!(position, board => board.near(reach).collect());
    }
    let (rules, geometry) = (position.rules(), Geometry::of(position.rules()));
    position.moves().filter(|&point| is_central(rules, geometry.column_row(point))).collect()
}

fn is_central(rules: Rules, (column, row): (u8, u8)) -> bool {
    let is_middle = |size: u8, at: u8| {
        let first = (size - MIDDLE.min(size)) / 2;
        size <= LARGE || (first..first + MIDDLE).contains(&at)
    };
    // Where stones fall, they choose a column only.
    is_middle(rules.width(), column) && (rules.is_drop() || is_middle(rules.height(), row))
}

#[cfg(test)]
mod tests {
    use super::*;
    use kinrow_agent::Seed;

    #[test]
    fn stones_keep_to_the_middle_and_to_each_other() {
        for board in ["15x15x5", "20x20x5:exact", "20x9x5", "15x15x5:renju", "12x12x5:drop"] {
            let rules: Rules = board.parse().unwrap();
            let geometry = Geometry::of(rules);
            let mut rng = Seed(1).rng();
            for _ in 0..200 {
                let (_, moves) = wander(&Position::new(rules), 5, 2, &mut rng).unwrap();
                let points: Vec<(u8, u8)> = moves.iter().map(|&mv| geometry.column_row(mv)).collect();
                assert!(is_central(rules, points[0]), "{board}: {points:?}");
                for (index, &(column, row)) in points.iter().enumerate().skip(1) {
                    let is_near = |&(c, r): &(u8, u8)| column.abs_diff(c).max(row.abs_diff(r)) <= 2;
                    assert!(points[..index].iter().any(is_near), "{board}: {points:?}");
                }
            }
        }
    }

    #[test]
    fn nothing_follows_the_end_of_a_game() {
        let wander = |rules: &str, count| {
            wander(&Position::new(rules.parse().unwrap()), count, 2, &mut Seed(1).rng())
                .map(|(_, moves)| moves.len())
        };
        assert_eq!(wander("1x1x1", 0), Some(0));
        assert_eq!((wander("1x1x1", 1), wander("3x3x1", 3), wander("3x3x3", 10)), (None, None, None));
    }
}
