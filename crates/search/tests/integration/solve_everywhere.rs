//! The solver against plain minimax on every small board, and in endgames of larger ones.

use kinrow_agent::{Ignore, Limits, Stop, Thinking};
use kinrow_game::notation::position_text;
use kinrow_game::{Board, Game, Outcome, Point, Position, Rules, scramble};
use kinrow_search::solve::{Solution, SolveOptions, Solver};
use kinrow_testing::naive::{Naive, Result};

/// Everything that the words of the rules can be put together to. With some sizes a word does not go: rules that are refused are no game.
const VARIANTS: [&str; 9] = [
    "",
    ":exact",
    ":renju",
    ":misere",
    ":exact,misere",
    ":drop",
    ":drop,exact",
    ":drop,misere",
    ":drop,exact,misere",
];

fn solve(board: &Board<1>, distance: bool) -> Solution {
    let mut solver = Solver::new(SolveOptions { distance, megabytes: 16, threads: 1 });
    let mut ignore = Ignore;
    let mut thinking = Thinking::new(Stop::new(), &mut ignore);
    solver.value(&Position::One(*board), &Limits::NONE, &mut thinking).expect("no limits")
}

fn check(board: &Board<1>, (outcome, plies): Result) {
    let plies = Some(plies).filter(|_| outcome != Outcome::Draw);
    let exact = solve(board, true);
    assert_eq!((exact.outcome, exact.plies), (outcome, plies), "{}", position_text(board));
    assert_eq!(solve(board, false).outcome, outcome, "{}", position_text(board));
}

/// Every game on boards that have so many points, in every variant; returns how many. Where stones do not fall a board is at least as
/// wide as high: turned over it is the same game.
fn check_boards(points: std::ops::RangeInclusive<u16>) -> usize {
    let mut games = 0;
    for (width, height) in (1..=20u16).flat_map(|width| (1..=20u16).map(move |height| (width, height))) {
        if !points.contains(&(width * height)) {
            continue;
        }
        for k in 1..=width.max(height) {
            for variant in VARIANTS {
                let Ok(rules) = format!("{width}x{height}x{k}{variant}").parse::<Rules>() else { continue };
                if height > width && !rules.is_drop() {
                    continue;
                }
                let board = Board::new(rules);
                check(&board, Naive::default().value(&board));
                games += 1;
            }
        }
    }
    games
}

#[test]
fn the_solver_is_right_on_every_board_of_up_to_12_points() {
    let games = check_boards(1..=12);
    assert!(games > 1200, "{games}");
}

#[test]
#[ignore = "minutes: run by ./test --full"]
fn the_solver_is_right_on_every_board_of_up_to_16_points() {
    let games = check_boards(13..=16);
    assert!(games > 500, "{games}");
}

/// Boards of 20 to 30 points on which much depends on the last moves.
const LARGER: [&str; 9] = ["5x4x3", "5x4x4", "6x4x4", "5x5x4", "5x5x5", "6x5x4", "6x5x5", "7x4x4", "10x3x3"];

/// A position of a larger board after random moves that end nothing, with about ten points left.
fn endgame(seed: u64) -> Option<Board<1>> {
    let game = LARGER[(seed % LARGER.len() as u64) as usize];
    let variant = VARIANTS[(seed / LARGER.len() as u64 % VARIANTS.len() as u64) as usize];
    let mut board = Board::<1>::new(format!("{game}{variant}").parse().ok()?);
    let left = 8 + scramble(seed) % 4;
    for ply in 0.. {
        if u64::from(board.moves_left()) <= left {
            break;
        }
        let moves: Vec<Point> = board.moves().filter(|&mv| board.play(mv).outcome().is_none()).collect();
        let draw = scramble(scramble(seed) ^ ply) as usize;
        board = board.play(*moves.get(draw % moves.len().max(1))?);
    }
    Some(board)
}

fn check_endgames(seeds: std::ops::Range<u64>) -> usize {
    let endgames = seeds.filter_map(endgame);
    endgames.inspect(|board| check(board, Naive::default().value(board))).count()
}

#[test]
fn the_solver_is_right_in_endgames() {
    assert!(check_endgames(0..400) > 200);
}

#[test]
#[ignore = "minutes: run by ./test --full"]
fn the_solver_is_right_in_ten_thousand_endgames() {
    assert!(check_endgames(1000..12_500) >= 10_000);
}
