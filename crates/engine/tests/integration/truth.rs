//! The engine as a whole against plain minimax: in endgames of many boards whatever it calls proven is true, whichever of its parts are left out,
//! however early a limit stops it, and after whatever it has seen of the game before.

use std::cell::Cell;

use kinrow_agent::{
    Agent, Bound, Decision, Event, Ignore, Limits, Options, Proven, SWITCH, Stop, Thinking, Value,
};
use kinrow_engine::{Engine, EngineOptions};
use kinrow_game::notation::position_text;
use kinrow_game::{Board, Game, Outcome, Point, Position};
use kinrow_testing::naive::{self, GAMES, Naive, Result};
use proptest::prelude::*;
use proptest::test_runner::TestRunner;

/// What an engine is asked with: each part on or off, one line or three, one thread or two, and limits.
#[derive(Clone, Debug)]
struct Wish {
    parts: u16,
    lines: usize,
    threads: usize,
    nodes: u64,
    /// With a depth the engine searches for itself; without, it leaves small positions to the solver.
    depth: Option<u32>,
}

fn wishes() -> impl Strategy<Value = Wish> {
    let parts = prop_oneof![Just(u16::MAX), any::<u16>()];
    let nodes = prop_oneof![1..40u64, 40..4_000u64];
    let depth = prop_oneof![Just(None), Just(Some(60)), (1..8u32).prop_map(Some)];
    let threads = prop_oneof![7 => Just(1usize), 1 => Just(2)];
    (parts, prop::sample::select(vec![1, 1, 3]), threads, nodes, depth)
        .prop_map(|(parts, lines, threads, nodes, depth)| Wish { parts, lines, threads, nodes, depth })
}

impl Wish {
    fn engine(&self) -> Engine {
        let switches = EngineOptions::DECLARED.iter().filter(|option| option.kind == SWITCH);
        let mut options = Options::new(EngineOptions::DECLARED);
        let mut set = |name: &str, value: &str| options.set("engine", name, value).expect("an option");
        for (bit, switch) in switches.enumerate() {
            set(switch.name, if self.parts >> bit & 1 != 0 { "on" } else { "off" });
        }
        set("lines", &self.lines.to_string());
        set("threads", &self.threads.to_string());
        set("memory", "1");
        Engine::new(EngineOptions::from(&options))
    }

    fn limits(&self) -> Limits {
        Limits { nodes: Some(self.nodes), depth: self.depth, ..Limits::NONE }
    }
}

/// Where a position near the end of a game comes from.
#[derive(Clone, Debug)]
enum Origin {
    Played {
        game: usize,
        picks: Vec<u16>,
        empties: u32,
    },
    /// One with forbidden points.
    Renju {
        seed: u64,
        empties: usize,
    },
}

fn origins() -> impl Strategy<Value = Origin> {
    let played = (0..GAMES.len(), prop::collection::vec(any::<u16>(), 40), 2..12u32)
        .prop_map(|(game, picks, empties)| Origin::Played { game, picks, empties });
    let renju = (any::<u64>(), 6..12usize).prop_map(|(seed, empties)| Origin::Renju { seed, empties });
    prop_oneof![6 => played, 1 => renju]
}

impl Origin {
    fn board(&self) -> Board<1> {
        match self {
            Origin::Played { game, picks, empties } => naive::position(*game, picks, *empties),
            Origin::Renju { seed, empties } => naive::renju_position(*seed, *empties),
        }
    }
}

/// Whether a claim is true of a position. How far off the end is said to be is how long it takes at the most.
fn is_true(claim: Proven, (outcome, plies): Result) -> bool {
    claim.outcome == outcome && claim.plies.is_none_or(|claimed| outcome == Outcome::Draw || plies <= claimed)
}

/// Whether a bound is true; what is not proven bounds nothing for certain.
fn is_bound(value: Value, (outcome, _): Result) -> bool {
    match value {
        Value::AtMost(Bound::Proven(bound)) => outcome <= bound.outcome,
        Value::AtLeast(Bound::Proven(bound)) => outcome >= bound.outcome,
        _ => true,
    }
}

/// Everything that is said of a position: of the whole, also on the way there, and of single moves.
struct Said {
    of_position: Vec<Value>,
    of_moves: Vec<(Point, Value)>,
    decision: Decision<Point>,
}

fn ask(engine: &mut Engine, position: &Position, limits: &Limits) -> Said {
    let (mut of_position, mut of_moves) = (Vec::new(), Vec::new());
    let mut listen = |event: Event<'_, Point>| {
        if let Event::Report(report) = event {
            of_position.push(report.value);
            of_moves.extend(report.best.iter().map(|best| (best.mv, best.value)));
        }
    };
    let decision = engine
        .choose(position, limits, &mut Thinking::new(Stop::new(), &mut listen))
        .expect("the engine plays every board");
    of_position.push(decision.value);
    of_moves.extend(decision.rated.iter().map(|rated| (rated.mv, rated.value)));
    of_moves.extend(decision.best.iter().map(|best| (best.mv, best.value)));
    Said { of_position, of_moves, decision }
}

#[test]
fn what_the_engine_calls_proven_is_true() {
    let proven = [const { Cell::new(0u32) }; 3];
    let check = |(origin, wish): (Origin, Wish)| {
        let mut board = origin.board();
        let (mut naive, mut engine) = (Naive::default(), wish.engine());
        while board.outcome().is_none() {
            let text = position_text(&board);
            let position = text.parse::<Position>().expect("its own text");
            let value = naive.value(&board);
            let Said { of_position, of_moves, decision } = ask(&mut engine, &position, &wish.limits());
            let claims = of_position.into_iter().map(|claim| (None, claim, value));
            let claims: Vec<_> = claims
                .chain(
                    of_moves.into_iter().map(|(mv, claim)| (Some(mv), claim, naive.move_value(&board, mv))),
                )
                .collect();
            for (mv, claim, truth) in claims {
                let what = format!(
                    "{text}, {}: '{claim}', is {truth:?}",
                    mv.map_or("all".into(), |mv| board.name(mv))
                );
                prop_assert!(is_bound(claim, truth), "{what}");
                if let Value::Proven(claim) = claim {
                    prop_assert!(is_true(claim, truth), "{what}");
                    let count = &proven[claim.outcome as usize];
                    count.set(count.get() + 1);
                }
            }
            let mv = decision.mv().expect("a move");
            prop_assert!(board.is_legal(mv), "{text}: {} is no move", board.name(mv));
            // Whoever says that a win is proven makes a move that wins.
            if decision.value.is_proven() {
                prop_assert_eq!(naive.move_value(&board, mv).0, value.0, "{}: {}", text, board.name(mv));
            }
            board = board.play(mv);
        }
        Ok(())
    };
    TestRunner::new(kinrow_testing::cases!(400))
        .run(&(origins(), wishes()), check)
        .unwrap_or_else(|error| panic!("{error}"));
    let proven = proven.map(Cell::into_inner);
    assert!(proven.iter().all(|&count| count > 50), "{proven:?}");
}

proptest! {
    #![proptest_config(kinrow_testing::cases!(60))]

    /// With one thread and a count of nodes everything repeats, to the node.
    #[test]
    fn the_same_question_has_the_same_answer(
        rules in prop::sample::select(vec!["15x15x5", "15x15x5:renju", "9x9x5:exact", "12x12x7", "7x6x4:drop", "6x6x4:misere"]),
        picks in prop::collection::vec(any::<u16>(), 0..20),
        wish in wishes(),
    ) {
        let mut position = Position::new(rules.parse().unwrap());
        for pick in picks {
            let moves: Vec<Point> = position.moves().collect();
            let next = position.play(moves[usize::from(pick) % moves.len()]);
            if next.outcome().is_some() {
                break;
            }
            position = next;
        }
        let wish = Wish { threads: 1, ..wish };
        let answer = || {
            let mut ignore = Ignore;
            let mut thinking = Thinking::new(Stop::new(), &mut ignore);
            let mut decision = wish.engine().choose(&position, &wish.limits(), &mut thinking).unwrap();
            decision.statistics.time = std::time::Duration::ZERO;
            decision
        };
        let (first, second) = (answer(), answer());
        prop_assert!(first.statistics.nodes <= wish.nodes, "{} of {}", first.statistics.nodes, wish.nodes);
        prop_assert_eq!(format!("{first:?}"), format!("{second:?}"));
    }
}
