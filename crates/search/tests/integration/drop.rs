//! Boards where stones fall: the solver against plain minimax, from the start, in every position, and near the end.

use std::collections::HashSet;

use kinrow_agent::{Agent, Ignore, Limits, Proven, Stop, Thinking, Value};
use kinrow_game::{Board, Game, Outcome, Point, Position, Rules, scramble};
use kinrow_search::solve::{Solution, SolveError, SolveOptions, Solver, SolverAgent};
use kinrow_testing::naive::Naive;

use crate::stopping::is_heard;

const EXACT: SolveOptions = SolveOptions { distance: true, megabytes: 64, threads: 1 };

fn solve(solver: &mut Solver, position: &Position) -> Solution {
    solver.solve(position, &Limits::NONE, &mut Thinking::new(Stop::new(), &mut Ignore)).expect("no limits")
}

/// Every board of up to so many cells.
fn boards(most_cells: u8) -> impl Iterator<Item = Rules> {
    let sizes =
        (1..=most_cells).flat_map(move |width| (1..=most_cells / width).map(move |height| (width, height)));
    sizes.flat_map(|(width, height)| {
        (1..=width.max(height).min(5)).flat_map(move |k| {
            ["", ",exact"].map(|line| format!("{width}x{height}x{k}:drop{line}").parse().expect("rules"))
        })
    })
}

#[test]
fn equals_plain_minimax_on_every_small_board() {
    let mut count = 0;
    for rules in boards(12) {
        let board = Board::new(rules);
        let (outcome, plies) = Naive::default().value(&board);
        let solution = solve(&mut Solver::new(EXACT), &Position::One(board));
        assert_eq!((solution.outcome, solution.plies.unwrap_or(0)), (outcome, plies), "{rules}");
        count += 1;
    }
    assert_eq!(count, 292);
}

#[test]
#[ignore = "a minute: run by ./test --full"]
fn equals_plain_minimax_on_larger_boards() {
    for game in ["4x4x3", "4x4x4", "5x4x3", "5x4x4", "4x5x4", "3x7x3", "7x3x3", "4x4x3", "5x4x4"] {
        for line in ["", ",exact"] {
            let board = Board::new(format!("{game}:drop{line}").parse().expect("rules"));
            let (outcome, plies) = Naive::default().value(&board);
            let solution = solve(&mut Solver::new(EXACT), &Position::One(board));
            assert_eq!((solution.outcome, solution.plies.unwrap_or(0)), (outcome, plies), "{game}{line}");
        }
    }
}

/// One solver is asked about every position in turn, so that its table is full of the others.
#[test]
fn is_right_in_every_position_of_a_small_game() {
    for (game, positions) in [("4x4x3:drop", 23_930), ("4x4x3:drop,exact", 26_878)] {
        let mut found = vec![Board::<1>::new(game.parse().expect("rules"))];
        let mut seen: HashSet<u64> = found.iter().map(Game::key).collect();
        let (mut naive, mut solver, mut next) = (Naive::default(), Solver::new(EXACT), 0);
        while let Some(&board) = found.get(next) {
            next += 1;
            let children = board.moves().map(|mv| board.play(mv));
            found.extend(children.filter(|child| child.outcome().is_none() && seen.insert(child.key())));
            let solution = solve(&mut solver, &Position::One(board));
            let value = (solution.outcome, solution.plies.unwrap_or(0));
            assert_eq!(value, naive.value(&board), "{board:?}");
            let mv = solution.mv.expect("the game is not over");
            assert_eq!(naive.move_value(&board, mv), value, "{board:?} {}", board.name(mv));
        }
        assert_eq!(next, positions, "{game}");
    }
}

/// Plain minimax without memory, for boards of any width.
fn plain<const W: usize>(board: &Board<W>) -> (Outcome, u32) {
    if let Some(outcome) = board.outcome() {
        return (outcome, 0);
    }
    let values = board.moves().map(|mv| {
        let (outcome, plies) = plain(&board.play(mv));
        (outcome.for_opponent(), if outcome == Outcome::Draw { 0 } else { plies + 1 })
    });
    values.max_by_key(kinrow_testing::naive::preference).expect("an open game has a move")
}

/// A position with `empties` empty cells that was reached by moves that complete nothing, if the draw finds one.
fn endgame<const W: usize>(rules: Rules, seed: u64, empties: u32) -> Option<Board<W>> {
    let mut board = Board::new(rules);
    for i in 0.. {
        if board.moves_left() == empties {
            return Some(board);
        }
        let quiet: Vec<Point> = board.moves().filter(|&mv| !board.completes(board.to_move(), mv)).collect();
        let pick = scramble(seed << 16 | i) % (quiet.len() as u64).max(1);
        board = board.play(*quiet.get(pick as usize)?);
    }
    None
}

/// Boards of one word and of two, here and in the game's own lay-out, and positions near their end.
#[test]
fn is_right_in_endgames_of_large_boards() {
    let mut checked = 0;
    for game in ["7x6x4", "8x7x4", "9x6x5", "16x7x4", "7x16x5", "20x5x4", "6x20x6", "8x7x4", "9x9x3"] {
        for line in ["", ",exact"] {
            let rules: Rules = format!("{game}:drop{line}").parse().expect("rules");
            for seed in 0..40 {
                let Some(board) = endgame::<4>(rules, seed, 7) else { continue };
                let expected = plain(&board);
                for options in [EXACT, SolveOptions { distance: false, ..EXACT }] {
                    let solution = solve(&mut Solver::new(options), &Position::Four(board));
                    assert_eq!(solution.outcome, expected.0, "{board:?}");
                    let plies = Some(expected.1).filter(|_| options.distance && expected.0 != Outcome::Draw);
                    assert_eq!(solution.plies, plies, "{board:?}");
                    let end = solution.line.iter().fold(board, |board, &mv| board.play(mv));
                    let is_even = solution.line.len().is_multiple_of(2);
                    let outcome =
                        end.outcome().map(|outcome| if is_even { outcome } else { outcome.for_opponent() });
                    assert_eq!(outcome, Some(expected.0), "the line of {board:?} ends as was claimed");
                }
                checked += 1;
            }
        }
    }
    assert!(checked > 300, "{checked}");
}

/// Threads share the work and nothing else: the value, the distance, the move and the line stay the same.
#[test]
fn threads_find_what_one_finds() {
    for distance in [true, false] {
        let position = Position::new("5x5x4:drop".parse().expect("rules"));
        let told = |options| {
            let solution = solve(&mut Solver::new(options), &position);
            (solution.outcome, solution.plies, solution.mv, solution.line)
        };
        let one = told(SolveOptions { distance, ..EXACT });
        for threads in [2, 5] {
            // A table of one megabyte grows while they search, and is too small for them in the end.
            for megabytes in [64, 1] {
                assert_eq!(told(SolveOptions { distance, threads, megabytes }), one);
            }
        }
    }
}

#[test]
fn threads_share_the_limits_and_hear_a_stop() {
    let position = Position::new("8x8x4:drop".parse().expect("rules"));
    let mut solver = Solver::new(SolveOptions { threads: 4, ..EXACT });
    let limits = Limits { nodes: Some(400_000), ..Limits::NONE };
    let result = solver.solve(&position, &limits, &mut Thinking::new(Stop::new(), &mut Ignore));
    let Err(SolveError::Stopped { nodes, win, loss }) = result else { panic!("solved with so little") };
    assert!((100_000..=400_000).contains(&nodes), "{nodes}");
    assert!(win >= 6 && loss >= 7, "four stones take seven plies, or eight: {win} {loss}");
    assert!(is_heard(|stop| {
        let result = solver.solve(&position, &Limits::NONE, &mut Thinking::new(stop, &mut Ignore));
        assert!(matches!(result, Err(SolveError::Stopped { nodes: 1.., .. })));
    }));
}

/// A player whose limit ends before anything is proven does not take a move that it knows to lose.
#[test]
fn the_agent_avoids_moves_that_are_known_to_lose() {
    let mut agent = SolverAgent::default();
    let Position::One(board) = "7x6x4:drop 7/7/7/3O3/3X3/1XXO3 o".parse::<Position>().unwrap() else {
        panic!("the board is small")
    };
    let mut choose = |limits| {
        let mut ignore = Ignore;
        let mut thinking = Thinking::new(Stop::new(), &mut ignore);
        agent.choose(&board, &limits, &mut thinking).unwrap()
    };
    let little = Limits { nodes: Some(1), ..Limits::NONE };
    let guess = choose(little);
    assert_eq!(guess.value, Value::Unknown);
    let perfect = choose(Limits::NONE);
    let Value::Proven(Proven { outcome, .. }) = perfect.value else { panic!("no limits") };
    let informed = choose(little).mv().unwrap();
    let solution = solve(&mut Solver::new(EXACT), &Position::One(board.play(informed)));
    assert_eq!(solution.outcome.for_opponent(), outcome);
}

/// Boards that others have solved: Connect Four on other sizes (John Tromp's table), and their lengths.
#[test]
#[ignore = "minutes: run by ./test --full"]
fn known_values_of_large_boards() {
    for (game, outcome) in [
        ("6x5x4:drop", Outcome::Draw),
        ("7x4x4:drop", Outcome::Draw),
        ("6x6x4:drop", Outcome::Loss),
        ("7x5x4:drop", Outcome::Draw),
        ("5x7x4:drop", Outcome::Draw),
        ("7x6x4:drop", Outcome::Win),
    ] {
        let position = Position::new(game.parse().expect("rules"));
        let options = SolveOptions { megabytes: 1024, ..EXACT };
        let solution = solve(&mut Solver::new(options), &position);
        assert_eq!(solution.outcome, outcome, "{game}");
        if game == "7x6x4:drop" {
            // The first player wins with the last stone but one.
            assert_eq!((solution.plies, solution.line.len()), (Some(41), 41));
        }
    }
}
