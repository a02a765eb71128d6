//! The solver against plain minimax on every small board, and in endgames of larger ones.

use kinrow_agent::{Ignore, Limits, Stop, Thinking};
use kinrow_game::notation::position_text;
use kinrow_game::{Board, Game, Outcome, Point, Position, scramble};
use kinrow_search::solve::{Solution, SolveOptions, Solver};
use kinrow_testing::naive::{Naive, Result};

const VARIANTS: [&str; 5] = ["", ":exact", ":misere", ":exact,misere", ":renju"];

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

/// Every game on boards that have so many points and are at least as wide as high, in every variant without gravity; returns
/// how many.
fn check_boards(points: std::ops::RangeInclusive<u16>) -> usize {
    let mut games = 0;
    for (width, height) in (1..=20u16).flat_map(|width| (1..=width).map(move |height| (width, height))) {
        if !points.contains(&(width * height)) {
            continue;
        }
        for k in 1..=width {
            for variant in VARIANTS {
                // Some words do not go with some sizes: rules that are refused are no game.
                let Ok(rules) = format!("{width}x{height}x{k}{variant}").parse() else { continue };
                let board = Board::new(rules);
                check(&board, Naive::default().value(&board));
                games += 1;
            }
        }
    }
    games
}

#[test]
fn the_solver_is_right_on_every_small_board() {
    assert!(check_boards(1..=10) > 150);
}

#[test]
#[ignore = "minutes: run by ./test --full"]
fn the_solver_is_right_on_every_board_of_up_to_16_points() {
    assert!(check_boards(11..=12) > 80);
    assert!(check_boards(14..=14) > 20);
    for game in ["5x3x3", "5x3x4", "4x4x2", "4x4x3", "4x4x4"] {
        for variant in VARIANTS {
            let board = Board::new(format!("{game}{variant}").parse().expect("rules"));
            check(&board, Naive::default().value(&board));
        }
    }
}

/// Boards of 20 to 30 points on which much depends on the last moves.
const LARGER: [&str; 9] = ["5x4x3", "5x4x4", "6x4x4", "5x5x4", "5x5x5", "6x5x4", "6x5x5", "7x4x4", "10x3x3"];

/// A position of a larger board after random moves that end nothing, with about ten points left.
fn endgame(seed: u64) -> Option<Board<1>> {
    let game = LARGER[(seed % LARGER.len() as u64) as usize];
    let variant = VARIANTS[(seed / LARGER.len() as u64 % 4) as usize];
    let mut board = Board::<1>::new(format!("{game}{variant}").parse().expect("rules"));
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
    assert!(check_endgames(1000..17_000) >= 10_000);
}
