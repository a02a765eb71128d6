//! Fixed work with a signature: the same nodes, values and moves on every machine, and how long they took on this one.
//!
//! The signature changes only when behaviour does; whoever changes it on purpose says so. Times are for ratios within one
//! run, never for tests.

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use kinrow_agent::{AgentError, Ignore, Limits, Seed, Stop, Thinking};
use kinrow_game::count::{CountLimits, count};
use kinrow_game::{Game, Position, scramble};
use kinrow_learn::{Experience, Method, Preset, begin};
use serde_json::json;

use crate::catalogue::build;

/// One piece of work: an agent on a position.
struct Work {
    agent: &'static str,
    rules: &'static str,
    moves: &'static str,
}

const fn work(agent: &'static str, rules: &'static str, moves: &'static str) -> Work {
    Work { agent, rules, moves }
}

const ALL: &[Work] = &[
    work("averaging", "3x3x3", ""),
    work("minimax", "3x3x3", ""),
    work("minimax:depth=4,eval=runs", "5x5x5", "c3"),
    work("alphabeta:order=natural,table=off,distance=off", "3x3x3", ""),
    work("alphabeta", "4x3x3", ""),
    work("alphabeta:depth=6,eval=runs,table=off,order=history", "5x5x5", "c3 b2"),
    work("alphabeta:depth=8", "7x6x4:drop", ""),
    work("alphabeta:depth=4,eval=runs,near=1", "15x15x5", "h8 i9 h7 h9 g9"),
    work("alphabeta:depth=2,eval=open-ends,near=2", "15x15x5:renju", "h8 i9 h7 h9 g9"),
    work("mcts:playouts=20000", "3x3x3", ""),
    work("mcts:playouts=10000,solver=on", "7x6x4:drop", "d d d"),
    work("mcts:playouts=2000,table=on", "15x15x5", "h8"),
    work("mcts:playouts=500,rollout=tactical", "9x9x5", "e5"),
    work("solve", "4x4x4", ""),
    work("solve", "5x5x4", ""),
    work("solve:distance=on", "5x4x3", ""),
];

/// The engine on boards of every family.
const ENGINE: &[Work] = &[
    work("engine:nodes=20000,memory=4", "15x15x5", "h8 i9 h7 h9 g9"),
    work("engine:nodes=20000,memory=4", "15x15x5:renju", "h8 i9 h7 h9 g9"),
    work("engine:nodes=20000,memory=4", "15x15x5:exact", "h8 i9 h7 h9 g9"),
    work("engine:nodes=20000,memory=4", "10x10x4", "e5"),
    work("engine:nodes=20000,memory=4", "19x19x6", "k10 l11 k11"),
    work("engine:nodes=20000,memory=4", "12x12x7", "f6 g7 f7"),
    work("engine:nodes=20000,memory=4", "7x6x4:drop", "d d d"),
    work("engine:nodes=20000,memory=4", "8x8x5:misere", "d4 e5 e4"),
];

/// Boards on which the engine follows stones that come and go: rows of five, longer rows, and forbidden points.
const FOLLOWED: [&str; 3] = ["15x15x5", "15x15x8", "15x15x5:renju"];

/// How many stones.
const PAIRS: u64 = 200_000;

/// A training: method, preset, episodes.
const TRAININGS: &[(Method, Preset, u64)] = &[
    (Method::Td0, Preset::Best, 50_000),
    (Method::SelfPlay, Preset::Published, 100_000),
    (Method::SelfPlay, Preset::Best, 50_000),
    (Method::QLearning, Preset::Best, 50_000),
    (Method::Genetic, Preset::Published, 30),
];

/// What one piece of work gave.
#[derive(Clone, Debug)]
pub struct Line {
    /// What was done.
    pub name: String,
    /// Positions looked at, or games played out, or states counted.
    pub count: u64,
    /// What `count` counts.
    pub unit: &'static str,
    /// What came of it.
    pub answer: String,
    /// How long it took.
    pub time: Duration,
}

impl Line {
    /// `count` a second.
    #[must_use]
    pub fn rate(&self) -> f64 {
        self.count as f64 / self.time.as_secs_f64().max(1e-9)
    }
}

/// Does all the work, telling of each piece as it is done.
///
/// # Errors
/// When an agent refuses, or someone said stop.
pub fn run(stop: &Stop, mut done: impl FnMut(&Line)) -> Result<Vec<Line>, AgentError> {
    let mut lines = Vec::new();
    for work in ALL {
        let line = search(work, stop)?;
        done(&line);
        lines.push(line);
    }
    for &(method, preset, episodes) in TRAININGS {
        for line in train(method, preset, episodes, stop) {
            if stop.is_stopped() {
                return Err(AgentError::Failed { agent: line.name, why: "stopped".into() });
            }
            done(&line);
            lines.push(line);
        }
    }
    let rules = "4x4x4".parse().expect("known rules");
    let started = Instant::now();
    let watch = &mut |_| if stop.is_stopped() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) };
    let limits = CountLimits { depth: Some(9), ..CountLimits::default() };
    let counted = count(rules, limits, watch)
        .map_err(|error| AgentError::Failed { agent: "count".into(), why: error.to_string() })?;
    let line = Line {
        name: "count 4x4x4 to ply 9".into(),
        count: counted.states(),
        unit: "states",
        answer: format!("{} classes, {} nodes", counted.classes(), counted.nodes()),
        time: started.elapsed(),
    };
    done(&line);
    lines.push(line);
    for work in ENGINE {
        let line = search(work, stop)?;
        done(&line);
        lines.push(line);
    }
    for rules in FOLLOWED {
        let line = follow(rules);
        done(&line);
        lines.push(line);
    }
    Ok(lines)
}

/// Stones come and go on the engine's board.
fn follow(rules: &str) -> Line {
    let parsed = rules.parse().expect("known rules");
    // The first call makes the tables.
    let _ = kinrow_engine::bench::pairs(parsed, 1);
    let started = Instant::now();
    let seen = kinrow_engine::bench::pairs(parsed, PAIRS);
    let time = started.elapsed();
    Line { name: followed(rules), count: PAIRS, unit: "pairs", answer: format!("{seen:016x}"), time }
}

fn followed(rules: &str) -> String {
    format!("make and undo on {rules}")
}

/// A comparison of two rates of one run.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Ratio {
    /// What is compared, as the sentences about it are called.
    pub name: &'static str,
    /// How many times as long the second takes as the first.
    pub value: f64,
}

/// What longer rows and forbidden points cost the engine's board, as far as the lines tell.
#[must_use]
pub fn ratios(lines: &[Line]) -> Vec<Ratio> {
    let line = |rules| lines.iter().find(|line| line.name == followed(rules));
    let ratio = |name, rules| {
        let (plain, other) = (line(FOLLOWED[0])?, line(rules)?);
        Some(Ratio { name, value: plain.rate() / other.rate() })
    };
    [ratio("long-rows", FOLLOWED[1]), ratio("renju", FOLLOWED[2])].into_iter().flatten().collect()
}

/// Trains on 3x3x3 and audits what was learned.
fn train(method: Method, preset: Preset, episodes: u64, stop: &Stop) -> [Line; 2] {
    let rules = "3x3x3".parse().expect("known rules");
    let mut training = begin(method, preset, &method.preset(preset), rules, Seed(1)).expect("a small board");
    let learning = training.run(episodes, None, stop, &mut |_, _| {});
    let started = Instant::now();
    let model = training.model(true, stop);
    let time = started.elapsed();
    let name = format!("{method}, preset {preset}");
    let unit = match method.experience() {
        Experience::Games => "episodes",
        Experience::Generations => "generations",
    };
    let positions = format!("{} positions", model.header.positions);
    let audits = model.header.audit.iter().flatten();
    let lost: Vec<String> = audits.clone().map(|audit| audit.losses.to_string()).collect();
    let lost = format!("lines lost as X and O: {}", lost.join(", "));
    let asked = audits.map(|audit| audit.positions).sum();
    [
        Line { name: format!("train {name}"), count: episodes, unit, answer: positions, time: learning },
        Line { name: format!("audit {name}"), count: asked, unit: "positions", answer: lost, time },
    ]
}

fn search(work: &Work, stop: &Stop) -> Result<Line, AgentError> {
    let spec = work.agent.parse().expect("a spec of the catalogue");
    let start = Position::new(work.rules.parse().expect("known rules"));
    let (position, _) = start.play_moves(work.moves).expect("legal moves");
    let mut agent = build(&spec, Seed(1)).expect("an agent without files");
    let mut ignore = Ignore;
    let started = Instant::now();
    let decision = agent.choose(&position, &Limits::NONE, &mut Thinking::new(stop.child(), &mut ignore))?;
    let time = started.elapsed();
    if stop.is_stopped() {
        return Err(AgentError::Failed { agent: work.agent.into(), why: "stopped".into() });
    }
    let mv = decision.mv().map_or_else(|| "-".into(), |mv| position.name(mv));
    let (count, unit) = match decision.statistics.playouts {
        0 => (decision.statistics.nodes, "nodes"),
        playouts => (playouts, "playouts"),
    };
    let moves = if work.moves.is_empty() { String::new() } else { format!(" {}", work.moves) };
    Ok(Line {
        name: format!("{} on {}{moves}", work.agent, work.rules),
        count,
        unit,
        answer: format!("{mv} {}", decision.value),
        time,
    })
}

/// One number for all that was found, times left out.
#[must_use]
pub fn signature(lines: &[Line]) -> String {
    let mut key = 0;
    for line in lines {
        let text = format!("{} {} {} {};", line.name, line.count, line.unit, line.answer);
        key = text.bytes().fold(key, |key, byte| scramble(key ^ u64::from(byte)));
    }
    format!("{key:016x}")
}

/// As machine-readable output.
#[must_use]
pub fn to_json(lines: &[Line]) -> serde_json::Value {
    let work: Vec<_> = lines
        .iter()
        .map(|line| {
            json!({
                "name": line.name,
                "count": line.count,
                "unit": line.unit,
                "answer": line.answer,
                "time_ms": line.time.as_secs_f64() * 1000.0,
                "per_second": line.rate(),
            })
        })
        .collect();
    let ratios: serde_json::Map<_, _> =
        ratios(lines).into_iter().map(|ratio| (ratio.name.replace('-', "_"), ratio.value.into())).collect();
    json!({ "signature": signature(lines), "work": work, "ratios": ratios })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every piece of work can be begun, and the engine's is as good as the whole bench's: quick, and the same each time.
    #[test]
    fn the_engines_lines_repeat() {
        let stop = Stop::new();
        let lines = || -> Vec<Line> {
            let searched = ENGINE.iter().map(|work| search(work, &stop).unwrap());
            searched.chain(FOLLOWED.map(follow)).collect()
        };
        let first = lines();
        assert!(first.iter().take(ENGINE.len()).all(|line| line.count <= 20_000 && line.unit == "nodes"));
        assert_eq!(signature(&first), signature(&lines()));
        let ratios = ratios(&first);
        assert_eq!(ratios.iter().map(|ratio| ratio.name).collect::<Vec<_>>(), ["long-rows", "renju"]);
        assert!(ratios.iter().all(|ratio| ratio.value > 0.0));
    }

    #[test]
    fn times_are_no_part_of_the_signature() {
        let line = |time| Line { name: "a".into(), count: 1, unit: "nodes", answer: "b2".into(), time };
        let [quick, slow] = [1, 2].map(|seconds| [line(Duration::from_secs(seconds))]);
        assert_eq!(signature(&quick), signature(&slow));
        assert_ne!(signature(&quick), signature(&[]));
    }
}
