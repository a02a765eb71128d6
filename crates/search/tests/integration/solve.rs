//! The solver against known values, against plain minimax, and against its own promises.

use std::time::{Duration, Instant};

use kinrow_agent::{Agent, AgentError, Event, Ignore, Limits, Observer, Proven, Stop, Thinking, Value};
use kinrow_game::{Board, Game, Outcome, Point, Position, Rules};
use kinrow_search::solve::{Solution, SolveError, SolveOptions, Solver, SolverAgent};
use kinrow_testing::naive::{self, GAMES, Naive};
use proptest::prelude::*;

use crate::stopping::is_heard;

fn rules(text: &str) -> Rules {
    text.parse().expect("rules")
}

fn solve(solver: &mut Solver, position: &Position, limits: &Limits) -> Result<Solution, SolveError> {
    solver.solve(position, limits, &mut Thinking::new(Stop::new(), &mut Ignore))
}

fn solution(text: &str, options: SolveOptions) -> Solution {
    let position = if text.contains(' ') {
        text.parse::<Position>().expect("a position")
    } else {
        Position::new(rules(text))
    };
    solve(&mut Solver::new(options), &position, &Limits::NONE).expect("no limits")
}

const EXACT: SolveOptions = SolveOptions { distance: true, megabytes: 64, threads: 1 };

/// Values of the literature (Allis 1994, Uiterwijk and van den Herik 2000). Where stones fall, plain minimax agrees, and
/// with 6x4x4 on the 24 plies; 5x5x4 is too large for it.
const VALUES: [(&str, Outcome); 28] = [
    ("1x1x1", Outcome::Win),
    ("2x2x2", Outcome::Win),
    ("3x3x3", Outcome::Draw),
    ("4x3x3", Outcome::Win),
    ("3x4x3", Outcome::Win),
    ("4x4x3", Outcome::Win),
    ("5x2x3", Outcome::Draw),
    ("4x4x4", Outcome::Draw),
    ("5x4x4", Outcome::Draw),
    ("6x4x4", Outcome::Draw),
    ("7x4x4", Outcome::Draw),
    ("5x5x4", Outcome::Draw),
    ("6x5x4", Outcome::Win),
    ("5x6x4", Outcome::Win),
    ("6x6x4", Outcome::Win),
    ("7x7x4", Outcome::Win),
    ("5x5x5", Outcome::Draw),
    ("6x5x5", Outcome::Draw),
    ("6x6x5", Outcome::Draw),
    ("7x6x5", Outcome::Draw),
    ("6x6x6", Outcome::Draw),
    ("20x20x20", Outcome::Draw),
    ("19x20x20", Outcome::Draw),
    ("4x4x4:drop", Outcome::Draw),
    ("5x4x4:drop", Outcome::Draw),
    ("4x5x4:drop", Outcome::Draw),
    ("5x5x4:drop", Outcome::Draw),
    ("6x4x4:drop", Outcome::Loss),
];

#[test]
fn known_values() {
    for (game, outcome) in VALUES {
        assert_eq!(solution(game, SolveOptions::default()).outcome, outcome, "{game}");
    }
}

#[test]
#[ignore = "minutes: run by ./test --full"]
fn known_values_of_larger_boards() {
    for (game, outcome) in [
        ("8x4x4", Outcome::Draw),
        ("8x8x4", Outcome::Win),
        ("8x6x5", Outcome::Draw),
        ("7x7x5", Outcome::Draw),
        ("6x5x4:drop", Outcome::Draw),
        ("7x4x4:drop", Outcome::Draw),
        ("6x6x4:drop", Outcome::Loss),
    ] {
        let options = SolveOptions { megabytes: 1024, ..SolveOptions::default() };
        assert_eq!(solution(game, options).outcome, outcome, "{game}");
    }
}

#[test]
fn shortest_wins() {
    for (game, outcome, plies) in [
        ("3x3x1", Outcome::Win, Some(1)),
        ("3x3x1:misere", Outcome::Loss, Some(1)),
        ("2x2x2", Outcome::Win, Some(3)),
        ("3x3x3", Outcome::Draw, None),
        ("4x3x3", Outcome::Win, Some(7)),
        ("6x5x4", Outcome::Win, Some(11)),
        // X is over: the side to move has lost, and there is nothing to play.
        ("3x3x3 XXX/OO1/3 o", Outcome::Loss, Some(0)),
        ("3x3x3 XXO/OOX/XOX o", Outcome::Draw, None),
        // Two threats to block, and one's own to complete.
        ("3x3x3 X1X/1O1/XO1 o", Outcome::Win, Some(1)),
        ("3x3x3 X1X/2O/XO1 o", Outcome::Loss, Some(2)),
        // The only block lies below another of the opponent's points.
        ("4x4x3:drop X1OX/O1XO/X1OX/O1OX x", Outcome::Loss, Some(2)),
    ] {
        let solution = solution(game, EXACT);
        assert_eq!((solution.outcome, solution.plies), (outcome, plies), "{game}");
        assert_eq!(solution.mv, solution.line.first().copied());
        if let Some(plies) = plies {
            assert_eq!(solution.line.len(), plies as usize, "{game}");
        }
    }
}

/// A change of these numbers is a change of what is searched: say so where it is made.
#[test]
fn signature() {
    let nodes = ["3x3x3", "4x3x3", "5x4x4", "6x5x4", "5x5x4", "5x4x4:drop", "4x3x3:misere", "6x3x5:renju"]
        .map(|game| solution(game, SolveOptions::default()).statistics.nodes);
    assert_eq!(nodes, [61, 49, 157, 1508, 2223, 5895, 2394, 4491]);
}

/// Follows a line and checks every move of it against plain minimax.
fn check_line(board: &Board<1>, solution: &Solution, is_exact: bool) -> Result<(), TestCaseError> {
    let mut naive = Naive::default();
    let mut board = *board;
    for &mv in &solution.line {
        prop_assert!(board.is_legal(mv));
        let (kept, value) = (naive.move_value(&board, mv), naive.value(&board));
        if is_exact {
            prop_assert_eq!(kept, value, "{:?} {}", board, board.name(mv));
        } else {
            prop_assert_eq!(kept.0, value.0, "{:?} {}", board, board.name(mv));
        }
        board = board.play(mv);
    }
    let seen_by_solver = if solution.line.len().is_multiple_of(2) {
        board.outcome()
    } else {
        board.outcome().map(Outcome::for_opponent)
    };
    prop_assert_eq!(seen_by_solver, Some(solution.outcome), "the line ends the game as it was claimed");
    Ok(())
}

fn any_position(empties: u32) -> impl Strategy<Value = Board<1>> {
    prop_oneof![
        4 => (0..GAMES.len(), prop::collection::vec(any::<u16>(), 64), 0..=empties)
            .prop_map(|(game, picks, empties)| naive::position(game, &picks, empties)),
        1 => (any::<u64>(), 2..=empties).prop_map(|(seed, empties)| naive::renju_position(seed, empties as usize)),
    ]
}

proptest! {
    #![proptest_config(kinrow_testing::cases!(1000))]

    #[test]
    fn equals_plain_minimax(board in any_position(9)) {
        let (outcome, plies) = Naive::default().value(&board);
        let plies = Some(plies).filter(|_| outcome != Outcome::Draw);
        let exact = solve(&mut Solver::new(EXACT), &Position::One(board), &Limits::NONE).unwrap();
        prop_assert_eq!((exact.outcome, exact.plies), (outcome, plies));
        prop_assert_eq!(exact.mv.is_some(), board.outcome().is_none());
        if let Some(plies) = plies {
            prop_assert_eq!(exact.line.len(), plies as usize);
        }
        check_line(&board, &exact, true)?;
        let plain = solve(&mut Solver::new(SolveOptions { megabytes: 1, ..SolveOptions::default() }), &Position::One(board), &Limits::NONE).unwrap();
        prop_assert_eq!((plain.outcome, plain.plies), (outcome, None));
        check_line(&board, &plain, false)?;
    }

    /// Four entries or millions, fresh or full: the answer is the same, and a fresh solver takes the same way to it.
    #[test]
    fn the_table_changes_nothing_but_the_effort(board in any_position(8), distance: bool) {
        let mut large = Solver::new(SolveOptions { distance, megabytes: 64, threads: 1 });
        let mut none = Solver::new(SolveOptions { distance, megabytes: 0, threads: 1 });
        let first = solve(&mut large, &Position::One(board), &Limits::NONE).unwrap();
        let told = |solution: Solution| (solution.outcome, solution.plies, solution.line);
        let again = solve(&mut large, &Position::One(board), &Limits::NONE).unwrap();
        prop_assert_eq!(told(first.clone()), told(again));
        prop_assert_eq!(told(first.clone()), told(solve(&mut none, &Position::One(board), &Limits::NONE).unwrap()));
        large.clear();
        prop_assert_eq!(solve(&mut large, &Position::One(board), &Limits::NONE).unwrap().statistics.nodes, first.statistics.nodes);
    }

    #[test]
    fn every_move_is_rated_exactly(board in any_position(8)) {
        let mut agent = SolverAgent::new(EXACT, "solve:distance=on".into());
        let rated = agent.rate(&board, &Limits::NONE, &mut Thinking::new(Stop::new(), &mut Ignore)).unwrap().rated;
        prop_assert_eq!(rated.len(), board.moves().count());
        let mut naive = Naive::default();
        for rated in rated {
            let (outcome, plies) = naive.move_value(&board, rated.mv);
            let plies = Some(plies).filter(|_| outcome != Outcome::Draw);
            prop_assert_eq!(rated.value, Value::Proven(Proven { outcome, plies }));
        }
    }
}

/// Value, move and line are those of one thread, and a limit on nodes is kept by all of them together.
#[test]
fn threads_change_nothing_but_the_effort() {
    let told = |game: &str, threads: usize, distance: bool| {
        let Solution { outcome, plies, line, .. } =
            solution(game, SolveOptions { threads, distance, megabytes: 16 });
        (outcome, plies, line)
    };
    for game in ["5x5x4", "6x5x4", "7x4x4", "7x6x5", "5x4x4:exact", "5x4x4:misere", "6x5x5:exact"] {
        let one = told(game, 1, false);
        for threads in [2, 3] {
            assert_eq!(told(game, threads, false), one, "{game} with {threads} threads");
        }
    }
    assert_eq!(told("6x5x4", 4, true), told("6x5x4", 1, true));
    let position = Position::new(rules("8x8x5"));
    let limits = Limits { nodes: Some(20_000), ..Limits::NONE };
    let mut solver = Solver::new(SolveOptions { threads: 4, ..SolveOptions::default() });
    let SolveError::Stopped { nodes, .. } = solve(&mut solver, &position, &limits).unwrap_err();
    assert!((1..=20_000).contains(&nodes), "{nodes}");
}

#[test]
fn all_threads_hear_a_stop() {
    let position = Position::new(rules("8x8x5"));
    assert!(is_heard(|stop| {
        let mut solver = Solver::new(SolveOptions { threads: 3, ..SolveOptions::default() });
        let result = solver.solve(&position, &Limits::NONE, &mut Thinking::new(stop, &mut Ignore));
        assert!(matches!(result, Err(SolveError::Stopped { .. })));
    }));
}

/// Whole small games, where the solver starts from the empty board.
#[test]
fn equals_plain_minimax_from_the_start() {
    for game in [
        "3x3x2",
        "3x3x3",
        "3x3x4",
        "3x3x3:exact",
        "3x3x3:misere",
        "3x3x3:drop",
        "3x3x3:drop,misere",
        "5x2x3",
        "5x2x2:exact,misere",
        "4x3x3",
        "4x3x3:exact",
        "4x3x3:misere",
        "4x3x3:drop",
        "4x4x4:drop",
        "4x4x3:drop,misere",
    ] {
        let board = Board::new(rules(game));
        let (outcome, plies) = Naive::default().value(&board);
        let solution = solve(&mut Solver::new(EXACT), &Position::One(board), &Limits::NONE).unwrap();
        assert_eq!((solution.outcome, solution.plies.unwrap_or(0)), (outcome, plies), "{game}");
        check_line(&board, &solution, true).unwrap();
    }
}

/// Larger than any machine solves.
const ENDLESS: &str = "15x15x5";

#[test]
fn a_stop_is_heard_at_once() {
    let position = Position::new(rules(ENDLESS));
    assert!(is_heard(|stop| {
        let mut solver = Solver::new(SolveOptions::default());
        let result = solver.solve(&position, &Limits::NONE, &mut Thinking::new(stop, &mut Ignore));
        assert!(matches!(result, Err(SolveError::Stopped { nodes: 1.., .. })));
    }));
}

#[test]
fn limits_are_kept_and_the_error_says_how_far_it_came() {
    let position = Position::new(rules(ENDLESS));
    let limits = Limits { nodes: Some(1000), ..Limits::NONE };
    let error = solve(&mut Solver::new(SolveOptions::default()), &position, &limits).unwrap_err();
    let SolveError::Stopped { nodes, win, loss } = error.clone();
    assert_eq!(nodes, 1000);
    // Five stones of one's own take nine plies; and the second player never wins from an empty board.
    assert_eq!((win, loss), (8, 225));
    assert!(error.to_string().contains("(positions looked at: 1,000)"), "{error}");
    let limits = Limits { time: Some(Duration::from_millis(20)), ..Limits::NONE };
    let started = Instant::now();
    assert!(solve(&mut Solver::new(SolveOptions::default()), &position, &limits).is_err());
    assert!(started.elapsed() < Duration::from_secs(2));
}

/// Counts reports and keeps the last value.
#[derive(Default)]
struct Listener {
    times: Vec<Duration>,
    last: Option<Value>,
}

impl Observer<Point> for Listener {
    fn event(&mut self, event: Event<'_, Point>) {
        if let Event::Report(report) = event {
            self.times.push(report.statistics.time);
            self.last = Some(report.value);
        }
    }
}

#[test]
fn reports_come_now_and_then_and_the_last_has_the_value() {
    let mut listener = Listener::default();
    let mut solver = Solver::new(SolveOptions::default());
    let limits = Limits { time: Some(Duration::from_millis(700)), ..Limits::NONE };
    let position = Position::new(rules(ENDLESS));
    assert!(solver.solve(&position, &limits, &mut Thinking::new(Stop::new(), &mut listener)).is_err());
    assert!((1..=7).contains(&listener.times.len()), "{:?}", listener.times);
    assert!(listener.times.windows(2).all(|pair| pair[1] - pair[0] >= Duration::from_millis(100)));
    let position = Position::new(rules("3x3x3"));
    solver.solve(&position, &Limits::NONE, &mut Thinking::new(Stop::new(), &mut listener)).unwrap();
    assert_eq!(listener.last, Some(Value::Proven(Proven { outcome: Outcome::Draw, plies: None })));
}

#[test]
fn the_agent_plays_perfectly_or_guesses_sensibly() {
    let mut agent = SolverAgent::default();
    let start = Board::<1>::new(rules("3x3x3"));
    let mut thinking_ignores = Ignore;
    let mut choose = |text: &str, limits: Limits| {
        let Position::One(board) = text.parse::<Position>().unwrap() else { panic!("{text} is small") };
        let mut thinking = Thinking::new(Stop::new(), &mut thinking_ignores);
        let decision = agent.choose(&board, &limits, &mut thinking).unwrap();
        (board.name(decision.mv().unwrap()), decision.value)
    };
    let draw = Value::Proven(Proven { outcome: Outcome::Draw, plies: None });
    assert_eq!(choose(&Position::One(start).to_string(), Limits::NONE).1, draw);
    let little = Limits { nodes: Some(1), ..Limits::NONE };
    // Without room to prove anything: complete, else block, else something in the middle.
    assert_eq!(choose("6x6x4 XXX3/OO4/6/6/6/6 o", little), ("d6".into(), Value::Unknown));
    let (mv, value) = choose("7x7x5 7/7/7/7/7/7/7 x", little);
    assert_eq!((mv.as_str(), value), ("d4", Value::Unknown));
}

#[test]
fn the_agent_refuses_what_cannot_end() {
    let agent = SolverAgent::default();
    for game in ["3x3x3", "5x5x4", "6x5x4", "6x6x5", "5x5x4:drop", "4x4x4:misere"] {
        assert_eq!(agent.accepts(&Board::<1>::new(rules(game)), &Limits::NONE), Ok(()), "{game}");
    }
    // Nobody can win here, so there is nothing to search.
    assert_eq!(agent.accepts(&Board::<7>::new(rules("20x20x20")), &Limits::NONE), Ok(()));
    let board = Board::<4>::new(rules(ENDLESS));
    let refusal = agent.accepts(&board, &Limits::NONE).unwrap_err();
    assert!(matches!(refusal, AgentError::TooLargeAlways { .. }), "{refusal}");
    assert_eq!(agent.accepts(&board, &Limits { nodes: Some(1000), ..Limits::NONE }), Ok(()));
    // A solve counts no playouts, so that they would not end it.
    assert!(agent.accepts(&board, &Limits { playouts: Some(1000), ..Limits::NONE }).is_err());
}
