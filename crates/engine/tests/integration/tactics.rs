//! Positions with known best moves, each of which the engine has to find; wins it has to prove as well.
//!
//! `tactics.txt` has a line for each: the position, `win` or `find`, the right first moves, and what it is about. The first part was
//! made by hand, one idea each; the second is from `kinrow puzzles make`.

use kinrow_agent::{Agent, Ignore, Limits, Options, Stop, Thinking, Value};
use kinrow_engine::{Engine, EngineOptions};
use kinrow_game::{Game, Outcome, Position};

const TACTICS: &str = include_str!("../tactics.txt");

/// Positions that the engine may look at for each.
const NODES: u64 = 50_000;

struct Tactic {
    position: Position,
    is_win: bool,
    right: Vec<String>,
    about: String,
}

fn tactics() -> Vec<Tactic> {
    let lines = TACTICS.lines().filter(|line| !line.starts_with('#') && !line.is_empty());
    let parse = |line: &str| {
        let parts: Vec<&str> = line.split('|').map(str::trim).collect();
        let [position, need, right, about] = parts[..] else { panic!("{line}") };
        let position: Position = position.parse().unwrap_or_else(|error| panic!("{line}: {error}"));
        let right: Vec<String> = right.split(' ').map(Into::into).collect();
        for mv in &right {
            assert!(position.parse_move(mv).is_ok_and(|point| position.name(point) == *mv), "{line}");
        }
        assert!(["win", "find"].contains(&need), "{line}");
        Tactic { position, is_win: need == "win", right, about: about.into() }
    };
    lines.map(parse).collect()
}

/// What is wrong with the engine's answer, if anything is.
fn mistake(tactic: &Tactic) -> Option<String> {
    let options = Options::parse(EngineOptions::DECLARED, "engine", "memory=8").expect("options");
    let mut engine = Engine::new(EngineOptions::from(&options));
    let limits = Limits { nodes: Some(NODES), ..Limits::NONE };
    let mut ignore = Ignore;
    let decision = engine
        .choose(&tactic.position, &limits, &mut Thinking::new(Stop::new(), &mut ignore))
        .expect("the engine plays");
    let name = decision.mv().map_or_else(|| "nothing".into(), |mv| tactic.position.name(mv));
    let is_proven = matches!(decision.value, Value::Proven(proven) if proven.outcome == Outcome::Win);
    let is_right = tactic.right.contains(&name) && (is_proven || !tactic.is_win);
    let Tactic { position, right, about, .. } = tactic;
    (!is_right).then(|| format!("{about}: {name} ({:?}), not {right:?}: {position}", decision.value))
}

fn check(part: impl Fn(usize, &Tactic) -> bool) {
    let tactics = tactics();
    let chosen = tactics.iter().enumerate().filter(|(index, tactic)| part(*index, tactic));
    let mistakes: Vec<String> = chosen.filter_map(|(_, tactic)| mistake(tactic)).collect();
    assert!(mistakes.is_empty(), "{} mistakes:\n{}", mistakes.len(), mistakes.join("\n"));
}

/// What is made by hand, and a few of the others.
fn is_quick(index: usize, tactic: &Tactic) -> bool {
    !tactic.about.starts_with("puzzle") || index.is_multiple_of(6)
}

#[test]
fn the_engine_finds_them() {
    check(is_quick);
    assert!(tactics().len() >= 100, "{}", tactics().len());
}

#[test]
#[ignore = "takes a while"]
fn the_engine_finds_the_others() {
    check(|index, tactic| !is_quick(index, tactic));
}
