//! The oracle of searches: plain minimax over every position, with none of their ideas. And positions to ask it about.

use std::collections::HashMap;

use kinrow_game::{Board, Game, Geometry, Outcome, Point, Rules, Side, scramble};

/// A result for the side to move and the plies until then; a draw counts none.
pub type Result = (Outcome, u32);

/// Minimax with a memory.
#[derive(Default, Debug)]
pub struct Naive {
    known: HashMap<[u64; 2], Result>,
}

impl Naive {
    /// The value of a position of one game, with the fastest win and the slowest loss.
    pub fn value(&mut self, board: &Board<1>) -> Result {
        if let Some(outcome) = board.outcome() {
            return (outcome, 0);
        }
        let key = Side::BOTH.map(|side| board.stones(side).words()[0]);
        if let Some(&value) = self.known.get(&key) {
            return value;
        }
        let children = board.moves().map(|mv| self.move_value(board, mv));
        let value = children.max_by_key(preference).expect("an open game has a move");
        self.known.insert(key, value);
        value
    }

    /// The value of a move for the side that makes it.
    pub fn move_value(&mut self, board: &Board<1>, mv: Point) -> Result {
        let (outcome, plies) = self.value(&board.play(mv));
        (outcome.for_opponent(), if outcome == Outcome::Draw { 0 } else { plies + 1 })
    }
}

/// What a side prefers: the better outcome, the faster win and the slower loss.
pub fn preference(&(outcome, plies): &Result) -> (Outcome, i64) {
    (outcome, if outcome == Outcome::Win { -i64::from(plies) } else { plies.into() })
}

/// The rules of the games that are small enough to be solved naively, or nearly so.
pub const GAMES: [&str; 34] = [
    "3x3x1",
    "3x3x2",
    "3x3x3",
    "3x3x4",
    "4x3x3",
    "4x4x3",
    "4x4x4",
    "5x2x3",
    "5x3x3",
    "5x4x4",
    "6x5x4",
    "3x3x1:exact",
    "3x3x2:exact",
    "4x4x3:exact",
    "6x3x3:exact",
    "5x4x4:exact",
    "3x3x1:misere",
    "3x3x3:misere",
    "4x3x3:misere",
    "4x4x3:misere",
    "5x4x4:misere",
    "4x4x3:exact,misere",
    "5x3x2:exact,misere",
    "6x3x3:exact,misere",
    "3x3x3:drop",
    "4x4x3:drop",
    "5x4x4:drop",
    "5x4x3:drop,exact",
    "4x4x3:drop,misere",
    "5x4x4:drop,misere",
    "5x4x3:drop,exact,misere",
    "6x3x5:renju",
    "7x4x5:renju",
    "6x6x5:renju",
];

/// A position of one of [`GAMES`] after random moves, with at most `empties` empty points unless the game ended before.
///
/// Positions where much is still open are the interesting ones: nobody ends the game while that can be avoided.
pub fn position(game: usize, picks: &[u16], empties: u32) -> Board<1> {
    let mut board = Board::new(GAMES[game % GAMES.len()].parse().expect("rules"));
    for &pick in picks {
        if board.outcome().is_some() || board.moves_left() <= empties {
            break;
        }
        let moves: Vec<Point> = board.moves().collect();
        let quiet: Vec<Point> =
            moves.iter().copied().filter(|&mv| board.play(mv).outcome().is_none()).collect();
        let moves = if quiet.is_empty() { moves } else { quiet };
        board = board.play(moves[usize::from(pick) % moves.len()]);
    }
    board
}

/// A Renju position in which Black, to move, has at least one forbidden point and `empties` points are left, or one less.
/// Random play seldom leads to one: stones are thrown until it does.
pub fn renju_position(seed: u64, empties: usize) -> Board<1> {
    let rules: Rules =
        ["6x6x5:renju", "7x6x5:renju", "7x7x5:renju"][seed as usize % 3].parse().expect("rules");
    let found = (0..).find_map(|throw| {
        let mut points: Vec<usize> = Geometry::of(rules).points().map(Point::index).collect();
        points.sort_by_key(|&point| scramble(scramble(seed ^ scramble(throw)) ^ point as u64));
        let each = (points.len() - empties) / 2;
        let (x, o) = (points[..each].iter().copied(), points[each..2 * each].iter().copied());
        let board = Board::from_stones(rules, x.collect(), o.collect()).ok()?;
        (board.outcome().is_none() && board.legal() != board.empty()).then_some(board)
    });
    found.expect("an endless search ends with a find")
}
