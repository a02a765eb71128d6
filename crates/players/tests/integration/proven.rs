//! Whatever any agent of the catalogue calls proven is true: in endgames of many boards, whatever its options and limits,
//! also when a limit stops it half-way.

use std::cell::RefCell;
use std::collections::BTreeMap;

use kinrow_agent::{Event, Limits, OptionKind, Proven, Rated, Seed, Stop, Thinking, Value};
use kinrow_game::notation::position_text;
use kinrow_game::{Board, Game, Outcome, Point, Position};
use kinrow_players::AgentSpec;
use kinrow_players::catalogue::{self, AgentKind};
use kinrow_testing::naive::{self, GAMES, Naive, Result};
use proptest::prelude::*;
use proptest::test_runner::TestRunner;

/// A kind with some of its options: each pick leaves an option as it is, or chooses a value.
fn spec(kind: &AgentKind, picks: &[u8]) -> AgentSpec {
    let value = |option: &OptionKind, pick: usize| match *option {
        OptionKind::Choice(words) => Some(words[pick % words.len()].to_string()),
        // Small numbers, so that every search is quick and some are too short to know anything.
        OptionKind::Whole { least, most } => Some((least + pick as u64 % 8).min(most).to_string()),
        OptionKind::Real { least, most } => Some([least, 0.5 * (least + most), most][pick % 3].to_string()),
        // A clock would make the test another one each time; files and programs have tests of their own.
        OptionKind::Time | OptionKind::File | OptionKind::Text => None,
    };
    let options = kind.options.iter().zip(picks).filter(|&(_, pick)| pick % 2 == 1);
    let given: Vec<String> = options
        .filter_map(|(option, &pick)| {
            Some(format!("{}={}", option.name, value(&option.kind, (pick / 2).into())?))
        })
        .collect();
    format!("{}:{}", kind.name, given.join(",")).trim_end_matches(':').parse().expect("a spec")
}

/// The limits that one pick stands for: none, or a count of nodes or playouts.
fn limits(pick: u32) -> Limits {
    match pick % 3 {
        0 => Limits::NONE,
        1 => Limits { nodes: Some((pick % 1000).into()), ..Limits::NONE },
        _ => Limits { playouts: Some((pick % 400).into()), ..Limits::NONE },
    }
}

/// Everything that an agent says about a position: of the whole, and of single moves.
#[derive(Default)]
struct Claims {
    position: Vec<Value>,
    moves: Vec<Rated<Point>>,
}

fn ask(spec: &AgentSpec, position: &Position, limits: &Limits) -> Claims {
    let mut claims = Claims::default();
    // What needs a file or a program is not built; what would never finish is not asked.
    let Ok(mut agent) = catalogue::build_within(spec, Seed(1), 20) else { return claims };
    if agent.accepts(position, limits).is_err() {
        return claims;
    }
    let mut reported = Vec::new();
    let mut listen = |event: Event<'_, Point>| {
        if let Event::Report(report) = event {
            reported.push(report.value);
        }
    };
    let decision = agent.choose(position, limits, &mut Thinking::new(Stop::new(), &mut listen));
    let rated = agent.rate(position, limits, &mut Thinking::new(Stop::new(), &mut listen));
    claims.position = reported;
    if let Ok(decision) = decision {
        claims.position.push(decision.value);
        claims.moves.extend(decision.rated);
    }
    claims.moves.extend(rated.map(|found| found.rated).unwrap_or_default());
    claims
}

/// The engine takes the first win by threats that it finds: how far off it is, is how long it takes at the most.
const ROUGH: &str = "engine";

fn is_true(kind: &str, claim: Proven, (outcome, plies): Result) -> bool {
    let is_distance = |claimed| match outcome {
        Outcome::Draw => false,
        Outcome::Win | Outcome::Loss if kind == ROUGH => plies <= claimed,
        Outcome::Win | Outcome::Loss => plies == claimed,
    };
    claim.outcome == outcome && claim.plies.is_none_or(is_distance)
}

#[test]
fn what_is_called_proven_is_true() {
    let cases = (
        (0..GAMES.len(), proptest::collection::vec(any::<u16>(), 40), 2..10u32),
        proptest::collection::vec(any::<u8>(), 24),
        any::<u32>(),
    );
    let claims = RefCell::new(BTreeMap::<&str, u32>::new());
    let check = |((game, picks, empties), options, limit): ((usize, Vec<u16>, u32), Vec<u8>, u32)| {
        let board: Board<1> = naive::position(game, &picks, empties);
        if board.outcome().is_some() {
            return Ok(());
        }
        let text = position_text(&board);
        let position = text.parse::<Position>().expect("its own text");
        let mut naive = Naive::default();
        let value = naive.value(&board);
        for kind in catalogue::ALL.iter() {
            // A learner begins by listing positions, which takes long on larger boards; it has only chances to tell.
            let learns = kind.options.iter().any(|option| option.kind == OptionKind::File);
            if learns && board.rules().cells() > 9 {
                continue;
            }
            let spec = spec(kind, &options);
            let Claims { position, moves } = ask(&spec, &position, &limits(limit));
            let of_position = position.into_iter().map(|claim| (None, claim, value));
            let of_moves = moves
                .into_iter()
                .map(|rated| (Some(rated.mv), rated.value, naive.move_value(&board, rated.mv)));
            for (mv, claim, truth) in of_position.chain(of_moves.collect::<Vec<_>>()) {
                let Value::Proven(claim) = claim else { continue };
                *claims.borrow_mut().entry(kind.name).or_default() += 1;
                let what = format!("{spec} within '{}', {text}, {mv:?}", limits(limit));
                prop_assert!(
                    is_true(kind.name, claim, truth),
                    "{}: claimed {:?}, is {:?}",
                    what,
                    claim,
                    truth
                );
            }
        }
        Ok(())
    };
    TestRunner::new(kinrow_testing::cases!(1000))
        .run(&cases, check)
        .unwrap_or_else(|error| panic!("{error}"));
    let claims = claims.into_inner();
    println!("{claims:?}");
    for name in ["minimax", "alphabeta", "mcts", "solve", "engine"] {
        assert!(claims.get(name).is_some_and(|&number| number > 600), "{claims:?}");
    }
}
