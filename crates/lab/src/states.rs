//! Every position of a game that is small enough, with its exact value, as a table.
//!
//! A position's number is the one by which founding document 001 tells states apart: the points row by row from the top left
//! as digits to the base 3, an empty point 0, X 1 and O 2. Values come from the end of the game backwards: a position
//! is worth what its best successor is worth, and every successor has one more stone.

use kinrow_agent::Stop;
use kinrow_files::STATES;
use kinrow_game::{Board, ByStones, Game, Geometry, Outcome, Position, Rules, Side, with_board};

/// The most positions that are listed.
pub const MOST: u64 = 1_000_000;

kinrow_game::sentences! {
    /// Why there is no list.
    pub enum StatesError {
        /// A game that is too large.
        TooMany { rules: String, most: String } = "states-too-many" =>
            "{rules} has more than {most} positions, the most that are listed: choose a smaller board, or count them without --list",
        /// Someone asked to stop.
        Stopped {} = "states-stopped" =>
            "stopped; nothing was written",
    }
}

/// All positions of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct States {
    /// How many there are.
    pub states: u64,
    /// A line for each, by the number of stones and then by its own number.
    pub csv: String,
}

/// Lists the positions that can be reached from the empty board.
///
/// # Errors
/// When there are more than [`MOST`], or `stop` is raised.
pub fn list(rules: Rules, stop: &Stop) -> Result<States, StatesError> {
    if fewest(rules) > u128::from(MOST) {
        return Err(too_many(rules));
    }
    with_board!(Position::new(rules), board => of_board(board, stop))
}

fn too_many(rules: Rules) -> StatesError {
    StatesError::TooMany { rules: rules.to_string(), most: kinrow_game::grouped(MOST.into()) }
}

/// A number of positions that there are at least, so that a huge board is refused at once: before anybody has k stones, every
/// choice of points can be reached.
fn fewest(rules: Rules) -> u128 {
    if rules.is_drop() {
        return 0;
    }
    let points = u128::from(rules.width()) * u128::from(rules.height());
    let plies = (2 * u128::from(rules.k()) - 1).min(points);
    let (mut states, mut here) = (0u128, 1u128);
    for ply in 0..plies {
        states += here;
        if states > u128::from(MOST) {
            break;
        }
        // The next stone is one of its side's: so many choices, each counted once for each stone of that side.
        here = here * (points - ply) / (ply / 2 + 1);
    }
    states
}

/// How a position ends for the side to move, and after how many moves; a draw counts none.
type Worth = (Outcome, u32);

fn of_board<const W: usize>(start: Board<W>, stop: &Stop) -> Result<States, StatesError> {
    let stones = |board: &Board<W>| Side::BOTH.map(|side| board.stones(side));
    let mut levels: Vec<Vec<Board<W>>> = vec![vec![start]];
    let mut values: ByStones<W, Option<Worth>> = ByStones::default();
    values.insert(stones(&start), None);
    while let Some(level) = levels.last().filter(|level| !level.is_empty()) {
        let mut next = Vec::new();
        for (i, board) in level.iter().enumerate() {
            if i.is_multiple_of(4096) && stop.is_stopped() {
                return Err(StatesError::Stopped {});
            }
            if board.outcome().is_some() {
                continue;
            }
            for point in board.moves() {
                let child = board.play(point);
                if values.insert(stones(&child), None).is_none() {
                    next.push(child);
                }
            }
            if values.len() as u64 > MOST {
                return Err(too_many(start.rules()));
            }
        }
        levels.push(next);
    }
    for board in levels.iter().rev().flatten() {
        let of_child = |child: &Board<W>| {
            let known = values.get(&stones(child)).copied().flatten();
            let (outcome, plies) = known.expect("positions with more stones have their values");
            (outcome.for_opponent(), if outcome == Outcome::Draw { 0 } else { plies + 1 })
        };
        let value = match board.outcome() {
            Some(outcome) => (outcome, 0),
            None => {
                let children = board.moves().map(|point| of_child(&board.play(point)));
                children.max_by_key(preference).expect("an open game has a move")
            }
        };
        values.insert(stones(board), Some(value));
    }
    let mut csv = STATES.to_string();
    for level in &levels {
        let line = |board: &Board<W>| (digits(board), values.get(&stones(board)).copied().flatten());
        let mut lines: Vec<(Vec<u8>, Option<Worth>)> = level.iter().map(line).collect();
        lines.sort_unstable_by(|(one, _), (other, _)| one.cmp(other));
        let side = level.first().map_or(Side::X, Game::to_move).to_string();
        for (digits, value) in lines {
            let (outcome, plies) = value.expect("every position has a value by now");
            let board: String = digits.iter().map(|&digit| ['.', 'X', 'O'][usize::from(digit)]).collect();
            let (value, plies) = match outcome {
                Outcome::Win => ("win", plies.to_string()),
                Outcome::Draw => ("draw", String::new()),
                Outcome::Loss => ("loss", plies.to_string()),
            };
            csv += &format!("{board},{},{side},{value},{plies}\n", decimal(&digits));
        }
    }
    Ok(States { states: values.len() as u64, csv })
}

/// Prefers the faster win and the slower loss.
fn preference(&(outcome, plies): &Worth) -> (Outcome, i64) {
    (outcome, if outcome == Outcome::Win { -i64::from(plies) } else { plies.into() })
}

/// The points row by row from the top left: 0 empty, 1 X, 2 O.
fn digits<const W: usize>(board: &Board<W>) -> Vec<u8> {
    let digit = |point| board.stone(point).map_or(0, |side| side.index() as u8 + 1);
    Geometry::of(board.rules()).points().map(digit).collect()
}

/// A number to the base 3 in decimal, however long: a board of 400 points has one of 190 digits.
fn decimal(digits: &[u8]) -> String {
    const BASE: u64 = 1_000_000_000;
    // Nine decimal digits each, the lowest first.
    let mut parts: Vec<u64> = vec![0];
    for &digit in digits {
        let mut carry = u64::from(digit);
        for part in &mut parts {
            carry += 3 * *part;
            *part = carry % BASE;
            carry /= BASE;
        }
        if carry > 0 {
            parts.push(carry);
        }
    }
    let highest = parts.pop().unwrap_or_default().to_string();
    parts.iter().rev().fold(highest, |text, part| text + &format!("{part:09}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    fn lines(rules: &str) -> Vec<Vec<String>> {
        let list = list(rules.parse().unwrap(), &Stop::new()).unwrap();
        let (head, rows) = list.csv.split_once('\n').unwrap();
        assert_eq!(format!("{head}\n"), STATES);
        let rows: Vec<Vec<String>> =
            rows.lines().map(|row| row.split(',').map(String::from).collect()).collect();
        assert_eq!(rows.len() as u64, list.states);
        rows
    }

    /// Document 001's own enumeration by other means: of all 3^9 numbers, those whose board can arise.
    #[test]
    fn tic_tac_toe_has_the_states_of_document_001() {
        let rows = [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];
        let mut possible = BTreeSet::new();
        for number in 0..3u32.pow(9) {
            let cells: Vec<u32> = (0..9).map(|i| number / 3u32.pow(8 - i) % 3).collect();
            let count = |side| cells.iter().filter(|&&cell| cell == side).count();
            let has_row = |side| rows.iter().any(|row| row.iter().all(|&at| cells[at] == side));
            let (x, o) = (count(1), count(2));
            let by_x = has_row(1) && !has_row(2) && x == o + 1;
            let by_o = has_row(2) && !has_row(1) && x == o;
            if by_x || by_o || (!has_row(1) && !has_row(2) && (x == o || x == o + 1)) {
                possible.insert(number.to_string());
            }
        }
        let lines = lines("3x3x3");
        assert_eq!((lines.len(), possible.len()), (5_478, 5_478));
        let listed: BTreeSet<String> = lines.iter().map(|line| line[1].clone()).collect();
        assert!(listed == possible);
        assert_eq!(lines[0], [".........", "0", "X", "draw", ""]);
        let of = |board: &str| lines.iter().find(|line| line[0] == board).unwrap()[1..].join(" ");
        // X in the top left corner: 3^8.
        assert_eq!(of("X........"), "6561 O draw ");
        assert_eq!(of("XXXOO...."), "10125 O loss 0");
        assert_eq!(of("XX.OO...."), "9396 X win 1");
        let over = |value: &str| lines.iter().filter(|line| line[3] == value && line[4] == "0").count();
        assert_eq!((over("loss"), over("win")), (626 + 316, 0), "whoever is to move has lost");
    }

    #[test]
    fn other_boards_have_their_known_sizes() {
        let wide = lines("4x3x3");
        assert_eq!((wide.len(), wide[0][3].as_str()), (111_973, "win"));
        assert_eq!(lines("20x20x1").len(), 401);
        let misere = lines("3x3x3:misere");
        assert_eq!((misere.len(), misere[0][3].as_str()), (5_478, "draw"));
        for rules in ["3x3x3:drop", "3x3x3:exact", "5x2x3", "1x1x1"] {
            let count = kinrow_game::count::count(
                rules.parse().unwrap(),
                kinrow_game::count::CountLimits::default(),
                &mut |_| std::ops::ControlFlow::Continue(()),
            );
            assert_eq!(lines(rules).len() as u64, count.unwrap().states(), "{rules}");
        }
    }

    #[test]
    fn what_is_too_large_is_refused_at_once() {
        for rules in ["4x4x4", "20x20x20", "15x15x5", "15x15x5:renju", "7x6x4:drop", "20x20x2"] {
            let error = list(rules.parse().unwrap(), &Stop::new()).unwrap_err().to_string();
            assert!(error.contains("has more than 1,000,000 positions"), "{error}");
        }
        let stopped = Stop::new();
        stopped.stop();
        assert_eq!(list("3x3x3".parse().unwrap(), &stopped), Err(StatesError::Stopped {}));
    }

    #[test]
    fn numbers_of_any_length() {
        assert_eq!(decimal(&[0; 9]), "0");
        assert_eq!(decimal(&[2; 9]), "19682");
        let digits: Vec<u8> = (0..80).map(|i| [1, 0, 2, 2][i % 4]).collect();
        let direct = digits.iter().fold(0u128, |number, &digit| 3 * number + u128::from(digit));
        assert_eq!(decimal(&digits), direct.to_string());
        // 10^9 itself: a part that is all zeros keeps its zeros.
        let mut rest = 1_000_000_000u64;
        let mut digits: Vec<u8> = Vec::new();
        while rest > 0 {
            digits.insert(0, (rest % 3) as u8);
            rest /= 3;
        }
        assert_eq!(decimal(&digits), "1000000000");
    }
}
