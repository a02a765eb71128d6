//! Alpha-beta in every position of small games, with every setting, against the naive tree: the same value and, among
//! equal moves, the one that minimax takes.

use std::collections::HashSet;

use kinrow_agent::{Agent, Ignore, Limits, Proven, Stop, Thinking, Value};
use kinrow_game::notation::position_text;
use kinrow_game::{Board, Game, Outcome, Point};
use kinrow_search::{AlphaBeta, AlphaBetaOptions, Distance, Order};
use kinrow_testing::naive::{Naive, Result, preference};

/// Every position of a game in which somebody is to move, each once.
fn open_positions(rules: &str) -> Vec<Board<1>> {
    let mut found = vec![Board::new(rules.parse().expect("rules"))];
    let mut seen: HashSet<u64> = found.iter().map(Game::key).collect();
    let mut next = 0;
    while let Some(&position) = found.get(next) {
        let children = position.moves().map(|mv| position.play(mv));
        found.extend(children.filter(|child| child.outcome().is_none() && seen.insert(child.key())));
        next += 1;
    }
    found
}

/// What the search should say, given what each move is worth: the best value and the first move that reaches it.
fn expected(moves: &[(Point, Result)], distance: Distance) -> (Point, Value) {
    let seen = |(outcome, plies): Result| match distance {
        Distance::Counted => (outcome, plies),
        Distance::Ignored => (outcome, 0),
    };
    let best = moves.iter().map(|&(_, result)| seen(result)).max_by_key(preference).expect("a move");
    let (mv, _) = moves.iter().find(|&&(_, result)| seen(result) == best).expect("the best is one of them");
    let plies = (distance == Distance::Counted && best.0 != Outcome::Draw).then_some(best.1);
    (*mv, Value::Proven(Proven { outcome: best.0, plies }))
}

/// Checks one position in `stride` with every order, table and distance setting; returns how many.
fn check(rules: &str, stride: usize) -> usize {
    let mut naive = Naive::default();
    let mut agents = Vec::new();
    for &order in Order::ALL {
        for table in [true, false] {
            for distance in [Distance::Counted, Distance::Ignored] {
                let options = AlphaBetaOptions { order, table, distance, ..AlphaBetaOptions::default() };
                agents.push((options, AlphaBeta::<Point>::new(options, "alphabeta".into())));
            }
        }
    }
    let positions: Vec<Board<1>> = open_positions(rules).into_iter().step_by(stride).collect();
    for position in &positions {
        let moves: Vec<(Point, Result)> =
            position.moves().map(|mv| (mv, naive.move_value(position, mv))).collect();
        for (options, agent) in &mut agents {
            let mut ignore = Ignore;
            let mut thinking = Thinking::new(Stop::new(), &mut ignore);
            let decision = agent.choose(position, &Limits::NONE, &mut thinking).expect("a decision");
            let found = (decision.mv().expect("a move"), decision.value);
            assert_eq!(
                found,
                expected(&moves, options.distance),
                "{} with {options:?}",
                position_text(position)
            );
        }
    }
    positions.len()
}

/// Games that are checked in moments, with how many positions they have.
const SMALL: [(&str, usize); 6] = [
    ("3x3x3", 4520),
    ("5x2x3", 14_011),
    ("3x3x3:misere", 4520),
    ("3x3x3:exact", 4520),
    ("5x2x3:exact", 14_229),
    ("3x3x3:exact,misere", 4520),
];
const LARGER: [(&str, usize); 4] =
    [("4x3x3", 79_563), ("4x3x3:exact", 81_489), ("4x4x3:drop", 23_930), ("4x4x3:drop,exact", 26_878)];

#[test]
fn alphabeta_is_right_in_every_position() {
    for (rules, positions) in SMALL {
        assert_eq!(check(rules, 1), positions, "{rules}");
    }
    for (rules, positions) in LARGER {
        assert_eq!(check(rules, 211), positions.div_ceil(211), "{rules}");
    }
}

#[test]
#[ignore = "takes a minute"]
fn alphabeta_is_right_in_every_position_of_larger_games() {
    for (rules, positions) in LARGER {
        assert_eq!(check(rules, 1), positions, "{rules}");
    }
}
