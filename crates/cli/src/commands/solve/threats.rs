//! `kinrow solve --threats`: wins by continuous fours, or by fours and open threes.

use std::time::{Duration, Instant};

use kinrow_engine::{ThreatQuestion, ThreatVerdict, Threats, knows_threats};
use kinrow_game::{Game, Point, Position};
use serde_json::{Value, json};

use crate::args::SolveOptions;
use crate::commands::print_json;
use crate::failure::{CallError, Failure};
use crate::out::say;
use crate::setup::Start;
use crate::{Context, setup, terminal, words};

/// Positions for each search where nobody gives a number.
const MOST: u64 = 1_000_000;

/// What is known of one side and one kind of threats.
struct Answer {
    question: ThreatQuestion,
    verdict: ThreatVerdict,
    /// Whether there is no shorter line of this kind, as far as somebody asked.
    is_shortest: bool,
    wins: Vec<Point>,
    unknown: Vec<Point>,
    /// How long all of this took.
    time: Duration,
}

pub(super) fn run(
    start: &Start,
    kinds: &[Threats],
    options: &SolveOptions,
    context: &Context,
) -> Result<(), Failure> {
    let position = &start.after;
    if !knows_threats(position.rules()) {
        return Err(Failure::call(CallError::ThreatsBoard { rules: position.rules().to_string() }));
    }
    let limits = setup::limits(options.limit.as_deref())?;
    if limits.time.is_some() || limits.depth.is_some() || limits.playouts.is_some() {
        let given = options.limit.clone().unwrap_or_default();
        return Err(Failure::call(CallError::ThreatsLimit { given }));
    }
    let most = limits.nodes.unwrap_or(MOST);
    let mover = position.to_move();
    // One kind is asked of the side to move, all kinds of both sides.
    let sides = if kinds.len() > 1 { vec![mover, mover.opponent()] } else { vec![mover] };
    let mut answers = Vec::new();
    for attacker in sides {
        for &threats in kinds {
            answers.push(ask(
                position,
                ThreatQuestion { attacker, threats, most },
                options.shortest,
                context,
            ));
        }
    }
    if options.json {
        let answers: Vec<Value> = answers.iter().map(|answer| answer.to_json(position)).collect();
        print_json(&json!({ "position": position.to_string(), "threats": answers }));
    } else {
        say!("{}", terminal::draw(position, start.moves.last().copied(), context.style));
        answers.iter().for_each(|answer| answer.show(position, context));
    }
    if context.stop.is_stopped() { Err(Failure::job(CallError::AnalysisStopped {})) } else { Ok(()) }
}

fn ask(position: &Position, question: ThreatQuestion, shortest: bool, context: &Context) -> Answer {
    let (stop, started) = (context.stop.child(), Instant::now());
    let shortest = if shortest { Some(question.shortest_win(position, &stop)) } else { None };
    let is_shortest = matches!(shortest, Some(ThreatVerdict::Win(_)));
    let verdict = match shortest {
        // There may be a win all the same.
        None | Some(ThreatVerdict::Unknown) => question.win(position, &stop),
        Some(known) => known,
    };
    let (mut wins, mut unknown) = (Vec::new(), Vec::new());
    if verdict != ThreatVerdict::None {
        for (point, verdict) in question.first_moves(position, &stop) {
            match verdict {
                ThreatVerdict::Win(_) => wins.push(point),
                ThreatVerdict::Unknown => unknown.push(point),
                ThreatVerdict::None => {}
            }
        }
    }
    Answer { question, verdict, is_shortest, wins, unknown, time: started.elapsed() }
}

impl Answer {
    fn to_json(&self, position: &Position) -> Value {
        let names = |points: &[Point]| points.iter().map(|point| position.name(*point)).collect::<Vec<_>>();
        let (verdict, line) = match &self.verdict {
            ThreatVerdict::Win(line) => ("win", line.as_slice()),
            ThreatVerdict::None => ("none", &[][..]),
            ThreatVerdict::Unknown => ("unknown", &[][..]),
        };
        json!({
            "side": self.question.attacker.to_string(),
            "to_move": self.question.attacker == position.to_move(),
            "kind": self.question.threats.name(),
            "verdict": verdict,
            "proven": self.verdict != ThreatVerdict::Unknown,
            "plies": if line.is_empty() { Value::Null } else { line.len().into() },
            "shortest": self.is_shortest,
            "line": names(line),
            "first_moves": names(&self.wins),
            "first_moves_unknown": names(&self.unknown),
            "time_ms": self.time.as_secs_f64() * 1000.0,
        })
    }

    fn show(&self, position: &Position, context: &Context) {
        let text = &context.text;
        let side = self.question.attacker.to_string();
        let who = if self.question.attacker == position.to_move() { "to-move" } else { "if-to-move" };
        let who = text.fill(&format!("threats.{who}"), &[("side", &side)]);
        let kind = text.get(match self.question.threats {
            Threats::Vcf => "threats.vcf",
            Threats::Vct => "threats.vct",
        });
        let told = match &self.verdict {
            ThreatVerdict::Win(line) => {
                let key = if self.is_shortest { "threats.shortest" } else { "threats.win" };
                text.fill(key, &[("who", &who), ("kind", kind), ("plies", &line.len().to_string())])
            }
            ThreatVerdict::None => text.fill("threats.none", &[("who", &who), ("kind", kind)]),
            ThreatVerdict::Unknown => text.fill("threats.unknown", &[("who", &who), ("kind", kind)]),
        };
        say!("{}", context.style.strong(&told));
        if let ThreatVerdict::Win(line) = &self.verdict {
            say!("{}", text.fill("analyze.line", &[("line", &words::line(position, line))]));
        }
        for (key, points) in [("threats.first", &self.wins), ("threats.first-unknown", &self.unknown)] {
            if !points.is_empty() {
                say!("{}", text.fill(key, &[("moves", &words::line(position, points))]));
            }
        }
    }
}
