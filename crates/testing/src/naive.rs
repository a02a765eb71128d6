//! The oracle of searches: plain minimax over every position, with none of their ideas. And positions to ask it about.

use std::collections::HashMap;
use std::sync::LazyLock;

use kinrow_game::{Board, Game, Geometry, Outcome, Point, Rules, Side, scramble};

/// A result for the side to move and the plies until then; a draw counts none.
pub type Result = (Outcome, u32);

/// Minimax with a memory.
#[derive(Default, Debug)]
pub struct Naive {
    known: HashMap<[u64; 2], Result>,
    /// For boards of few points: a byte for every way to fill them, which is many times as fast.
    filled: Vec<u8>,
}

/// Points of such boards, at the most: with these there are 43 million ways.
const FEW_POINTS: u32 = 16;

impl Naive {
    /// The value of a position of one game, with the fastest win and the slowest loss.
    pub fn value(&mut self, board: &Board<1>) -> Result {
        if let Some(outcome) = board.outcome() {
            return (outcome, 0);
        }
        let points = u32::from(board.rules().width()) * u32::from(board.rules().height());
        if points <= FEW_POINTS {
            if self.filled.is_empty() {
                self.filled = vec![0; 3usize.pow(points)];
            }
            let place = filling(board);
            return read(self.filled[place]).unwrap_or_else(|| {
                let value = self.best(board);
                self.filled[place] = write(value);
                value
            });
        }
        let key = Side::BOTH.map(|side| board.stones(side).words()[0]);
        if let Some(&value) = self.known.get(&key) {
            return value;
        }
        let value = self.best(board);
        self.known.insert(key, value);
        value
    }

    fn best(&mut self, board: &Board<1>) -> Result {
        let children = board.moves().map(|mv| self.move_value(board, mv));
        children.max_by_key(preference).expect("an open game has a move")
    }

    /// The value of a move for the side that makes it.
    pub fn move_value(&mut self, board: &Board<1>, mv: Point) -> Result {
        let (outcome, plies) = self.value(&board.play(mv));
        (outcome.for_opponent(), if outcome == Outcome::Draw { 0 } else { plies + 1 })
    }
}

/// The number of a way to fill the points of a small board: a digit for each, of three values.
fn filling(board: &Board<1>) -> usize {
    let (width, geometry) = (board.rules().width(), board.geometry());
    let rows = (0..board.rules().height()).rev();
    rows.fold(0, |number, row| {
        let first = geometry.point(0, row).index();
        let [x, o] = Side::BOTH.map(|side| {
            let stones = board.stones(side).words()[0] >> first & ((1 << width) - 1);
            TERNARY[stones as usize]
        });
        number * 3usize.pow(width.into()) + x + 2 * o
    })
}

/// What a number has as its ternary digits if these are its binary ones.
static TERNARY: LazyLock<Vec<usize>> = LazyLock::new(|| {
    let mut numbers = vec![0];
    for digit in 0..FEW_POINTS {
        numbers.extend_from_within(..);
        let half = numbers.len() / 2;
        numbers[half..].iter_mut().for_each(|number| *number += 3usize.pow(digit));
    }
    numbers
});

/// A result as a byte that is not 0.
fn write((outcome, plies): Result) -> u8 {
    let outcome = OUTCOMES.iter().position(|&other| other == outcome).expect("one of three");
    (1 + 3 * plies as usize + outcome) as u8
}

/// The result of a byte, if it has one.
fn read(byte: u8) -> Option<Result> {
    let number = byte.checked_sub(1)?;
    Some((OUTCOMES[usize::from(number % 3)], u32::from(number / 3)))
}

const OUTCOMES: [Outcome; 3] = [Outcome::Loss, Outcome::Draw, Outcome::Win];

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
