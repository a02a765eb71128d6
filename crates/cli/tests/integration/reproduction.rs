//! What docs/reproduction.md claims exactly: counts, the sample games of founding document 004, and audits.

use std::collections::HashMap;
use std::path::Path;

use crate::support::{json, run};
use kinrow_agent::{Agent, Ignore, Limits, Proven, Seed, Stop, Thinking};
use kinrow_game::{Game, Outcome, Position};
use kinrow_players::catalogue;

/// A line of docs/reproduction/moves.txt, parted.
fn lines() -> Vec<Vec<String>> {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/reproduction/moves.txt");
    let text = std::fs::read_to_string(file).unwrap();
    let parted = text.lines().map(|line| line.split('|').map(|field| field.trim().to_string()).collect());
    parted.filter(|fields: &Vec<String>| ["agent", "move"].contains(&fields[0].as_str())).collect()
}

fn moves(field: &str) -> &str {
    if field == "-" { "" } else { field }
}

#[test]
fn the_sample_games_move_by_move() {
    let mut agents: HashMap<String, (String, String)> = HashMap::new();
    let (mut boards, mut equal) = (HashMap::new(), HashMap::new());
    for fields in lines() {
        if fields[0] == "agent" {
            agents.insert(fields[1].clone(), (fields[2].clone(), fields[3].clone()));
            continue;
        }
        let [_, game, before, theirs, _, _, ours, nodes, printed] = <[String; 9]>::try_from(fields).unwrap();
        let (rules, agent) = &agents[&game];
        let found = json(&["analyze", "--board", rules, "--moves", moves(&before), "--agent", agent]);
        assert_eq!(
            (&found["best"], found["nodes"].to_string()),
            (&ours.as_str().into(), nodes),
            "{game}: {before}"
        );

        let start = Position::new(rules.parse().unwrap());
        let (after, _) = start.play_moves(&format!("{} {theirs}", moves(&before))).unwrap();
        assert_eq!(after.to_string(), printed, "game {game} after {theirs}");
        *boards.entry(game.clone()).or_insert(0) += 1;
        *equal.entry(game).or_insert(0) += u32::from(ours == theirs);
    }
    let of = |counts: &HashMap<String, u32>| ["1", "2", "3", "4"].map(|game| counts[game]);
    assert_eq!(of(&boards), [3, 5, 5, 13], "boards that the document prints");
    assert_eq!(of(&equal), [3, 5, 5, 8], "moves that are equal");
}

#[test]
fn counts_that_the_documents_print() {
    let trees = [
        ("2x2x2", "averaging", 41),
        ("3x3x3", "averaging", 549_946),
        ("3x3x3", "minimax", 549_946),
        ("3x3x3", "alphabeta:order=natural,table=off,distance=off", 18_297),
        ("3x3x3", "minimax:depth=3", 586),
        ("8x8x5", "minimax:depth=3", 254_081),
    ];
    for (board, agent, nodes) in trees {
        assert_eq!(json(&["analyze", "--board", board, "--agent", agent])["nodes"], nodes, "{board} {agent}");
    }
    assert_eq!(json(&["count"])["states"], 5_478);
    assert_eq!(json(&["count", "--board", "4x3x3"])["nodes"], 276_911_233);
    assert_eq!(json(&["count", "--board", "2x2x2"])["perft"], serde_json::json!([1, 4, 12, 24]));
    assert_eq!(json(&["train", "genetic", "--preset", "published", "--episodes", "1"])["positions"], 627);
    let example = json(&["play", "--moves", "b2 a3 a1 b3 c3", "--x", "minimax", "--o", "minimax"]);
    assert_eq!(example["result"], "x");
}

#[test]
fn audits_of_the_searchers() {
    let expected =
        [("minimax", [0, 73, 0, 569]), ("alphabeta", [0, 73, 0, 569]), ("averaging", [0, 88, 30, 489])];
    for (agent, lines) in expected {
        let audit = json(&["audit", "--agent", agent]);
        let found = [("x", "losses"), ("x", "games"), ("o", "losses"), ("o", "games")];
        assert_eq!(found.map(|(side, what)| audit[side][what].as_u64().unwrap()), lines, "{agent}");
    }
}

/// Every position of 3x3x3 in which the game goes on.
fn positions() -> Vec<Position> {
    let mut found: HashMap<String, Position> = HashMap::new();
    let mut open = vec![Position::new("3x3x3".parse().unwrap())];
    while let Some(position) = open.pop() {
        if position.outcome().is_none() && found.insert(position.to_string(), position).is_none() {
            open.extend(position.moves().map(|point| position.play(point)));
        }
    }
    found.into_values().collect()
}

/// The exact value of a position, by minimax; of a finished game by its rules.
fn value(minimax: &mut dyn Agent<Position>, position: &Position) -> Proven {
    match position.outcome() {
        Some(outcome) => Proven { outcome, plies: Some(0) },
        None => choose(minimax, position).1,
    }
}

fn choose(agent: &mut dyn Agent<Position>, position: &Position) -> (Position, Proven) {
    let mut ignore = Ignore;
    let decision =
        agent.choose(position, &Limits::NONE, &mut Thinking::new(Stop::new(), &mut ignore)).unwrap();
    (position.play(decision.mv().unwrap()), decision.value.result().unwrap())
}

#[test]
fn won_positions_are_won_the_fastest_way() {
    let build = |spec: &str| catalogue::build(&spec.parse().unwrap(), Seed(1)).unwrap();
    let mut minimax = build("minimax");
    for spec in ["minimax", "alphabeta", "alphabeta:order=natural,table=off"] {
        let mut agent = build(spec);
        let (mut won, mut slow, mut given_away) = (0, 0, 0);
        for position in positions() {
            let exact = value(&mut *minimax, &position);
            let after = value(&mut *minimax, &choose(&mut *agent, &position).0);
            given_away += u32::from(after.outcome.for_opponent() != exact.outcome);
            if exact.outcome == Outcome::Win {
                won += 1;
                slow += u32::from(after.plies.map(|plies| plies + 1) != exact.plies);
            }
        }
        assert_eq!((won, slow, given_away), (2_836, 0, 0), "{spec}");
    }
}

/// The first five of the twenty sittings of 100 games each that docs/reproduction.md speaks of.
#[test]
fn a_kept_tree_loses_less() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/reproduction/kept-tree.toml");
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("kept-tree");
    let (file, out) = (file.to_str().unwrap(), out.to_str().unwrap());
    let ran = run(&["lab", "run", file, "--quick", "--out", out]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    let rows = |table: &str| {
        let text = std::fs::read_to_string(format!("{out}/data/{table}.csv")).unwrap();
        let mut rows = text.lines().map(|line| line.split(',').map(String::from).collect::<Vec<_>>());
        let head = rows.next().unwrap();
        rows.map(|row| head.iter().cloned().zip(row).collect::<HashMap<_, _>>()).collect::<Vec<_>>()
    };
    let lost = |opponent: &str| {
        let rows = rows("lost").into_iter().filter(|row| row["opponent"] == opponent);
        rows.map(|row| row["x_wins"].parse().unwrap()).collect::<Vec<u64>>()
    };
    assert_eq!(lost("fresh"), [13, 15, 15, 15, 14]);
    assert_eq!(lost("kept"), [0, 1, 2, 0, 1]);
}
