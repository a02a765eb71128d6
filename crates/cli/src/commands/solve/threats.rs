//! `kinrow solve --threats`: wins by continuous fours, or by fours and open threes.

use std::cell::RefCell;
use std::time::{Duration, Instant};

use kinrow_agent::{Event, Limits, Question, Statistics, Thinking};
use kinrow_engine::{ShortestWin, ThreatQuestion, ThreatVerdict, Threats};
use kinrow_game::{Game, Point, Position};
use kinrow_text::Text;
use serde_json::{Value, json};

use crate::args::SolveOptions;
use crate::commands::print_json;
use crate::failure::{CallError, Failure};
use crate::out::say;
use crate::progress::Progress;
use crate::setup::Start;
use crate::{Context, setup, terminal, words};

/// Positions for each search where nobody gives a limit.
const MOST: u64 = 1_000_000;

/// What is known of one side and one kind of threats.
struct Answer {
    question: ThreatQuestion,
    verdict: ThreatVerdict,
    /// How far shorter wins are ruled out, and whether all are, as far as somebody asked.
    ruled_out: usize,
    is_shortest: bool,
    wins: Vec<Point>,
    unknown: Vec<Point>,
    /// What all of this took, and the bytes of its largest table.
    cost: Statistics,
    bytes: u64,
}

pub(super) fn run(
    start: &Start,
    kinds: &[Threats],
    options: &SolveOptions,
    context: &Context,
) -> Result<(), Failure> {
    let position = &start.after;
    let unknown = || Failure::call(CallError::ThreatsBoard { rules: position.rules().to_string() });
    let mut limits = setup::limits(options.limit.as_deref())?;
    if limits.depth.is_some() || limits.playouts.is_some() {
        let given = options.limit.clone().unwrap_or_default();
        return Err(Failure::call(CallError::ThreatsLimit { given }));
    }
    if !limits.bounds_effort() {
        limits.nodes = Some(MOST);
    }
    let started = Instant::now();
    let mover = position.to_move();
    // One kind is asked of the side to move, all kinds of both sides.
    let sides = if kinds.len() > 1 { vec![mover, mover.opponent()] } else { vec![mover] };
    let progress = Progress::spinner();
    let mut answers = Vec::new();
    for attacker in sides {
        for &threats in kinds {
            // The time is for all questions together; whatever it does not reach is unknown.
            let time = limits.time.map(|time| time.saturating_sub(started.elapsed()));
            let limits = Limits { time, ..limits };
            let question = ThreatQuestion { attacker, threats, limits, megabytes: options.memory };
            answers.push(ask(position, question, options.shortest, &progress, context).ok_or_else(unknown)?);
        }
    }
    drop(progress);
    if options.json {
        print_json(&to_json(position, &answers));
    } else {
        say!("{}", terminal::draw(position, start.moves.last().copied(), context.style));
        answers.iter().for_each(|answer| answer.show(position, context));
        let sum = |sum: Statistics, answer: &Answer| Statistics {
            nodes: sum.nodes + answer.cost.nodes,
            time: sum.time + answer.cost.time,
            ..sum
        };
        say!("{}", words::cost(&context.text, &answers.iter().fold(Statistics::default(), sum)));
    }
    if context.stop.is_stopped() { Err(Failure::job(CallError::AnalysisStopped {})) } else { Ok(()) }
}

/// Asks whether there is a win, and then for all of its first moves; `None` where nothing is known of threats.
fn ask(
    position: &Position,
    question: ThreatQuestion,
    shortest: bool,
    progress: &Progress,
    context: &Context,
) -> Option<Answer> {
    let text = &context.text;
    let (side, kind) = (question.attacker.to_string(), kind_name(question.threats, text));
    let asked = RefCell::new(String::new());
    let mut observer = |event: Event<'_, Point>| match event {
        Event::Question(Question { within, .. }) => {
            *asked.borrow_mut() = match within {
                None => text.fill("threats.question", &[("side", &side), ("kind", kind)]),
                Some(plies) => text.fill(
                    "threats.question-within",
                    &[("side", &side), ("kind", kind), ("plies", &plies.to_string())],
                ),
            };
        }
        Event::Report(report) => {
            progress.say(format!("{} {}", asked.borrow(), words::cost(text, &report.statistics)));
        }
        _ => {}
    };
    let mut thinking = Thinking::new(context.stop.child(), &mut observer);
    let mut search = question.about(position, &mut thinking)?;
    let found =
        if shortest { search.shortest_win() } else { ShortestWin { verdict: search.win(), ruled_out: 0 } };
    let (mut wins, mut unknown) = (Vec::new(), Vec::new());
    if found.verdict != ThreatVerdict::None {
        *asked.borrow_mut() = text.fill("threats.question-first", &[("side", &side), ("kind", kind)]);
        for (point, verdict) in search.first_moves() {
            match verdict {
                ThreatVerdict::Win(_) => wins.push(point),
                ThreatVerdict::Unknown => unknown.push(point),
                ThreatVerdict::None => {}
            }
        }
    }
    Some(Answer {
        question,
        is_shortest: found.is_shortest(),
        ruled_out: found.ruled_out,
        verdict: found.verdict,
        wins,
        unknown,
        cost: search.statistics(),
        bytes: search.bytes(),
    })
}

fn kind_name(threats: Threats, text: &Text) -> &str {
    text.get(match threats {
        Threats::Vcf => "threats.vcf",
        Threats::Vct => "threats.vct",
    })
}

/// The answers, and what follows from them for the side to move: that it wins, or nothing.
fn to_json(position: &Position, answers: &[Answer]) -> Value {
    let is_won = |answer: &Answer| {
        answer.question.attacker == position.to_move() && matches!(answer.verdict, ThreatVerdict::Win(_))
    };
    let is_won = answers.iter().any(is_won);
    let time: Duration = answers.iter().map(|answer| answer.cost.time).sum();
    json!({
        "position": position.to_string(),
        "value": if is_won { Value::from("win") } else { Value::Null },
        "proven": is_won,
        "nodes": answers.iter().map(|answer| answer.cost.nodes).sum::<u64>(),
        "time_ms": time.as_secs_f64() * 1000.0,
        "memory_bytes": answers.iter().map(|answer| answer.bytes).max(),
        "threats": answers.iter().map(|answer| answer.to_json(position)).collect::<Vec<_>>(),
    })
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
            "none_within": self.ruled_out,
            "line": names(line),
            "first_moves": names(&self.wins),
            "first_moves_unknown": names(&self.unknown),
            "nodes": self.cost.nodes,
            "time_ms": self.cost.time.as_secs_f64() * 1000.0,
            "memory_bytes": self.bytes,
        })
    }

    fn show(&self, position: &Position, context: &Context) {
        let text = &context.text;
        let side = self.question.attacker.to_string();
        let who = if self.question.attacker == position.to_move() { "to-move" } else { "if-to-move" };
        let who = text.fill(&format!("threats.{who}"), &[("side", &side)]);
        let kind = kind_name(self.question.threats, text);
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
            if self.ruled_out > 0 && !self.is_shortest {
                say!("{}", text.fill("threats.ruled-out", &[("plies", &self.ruled_out.to_string())]));
            }
        }
        for (key, points) in [("threats.first", &self.wins), ("threats.first-unknown", &self.unknown)] {
            if !points.is_empty() {
                say!("{}", text.fill(key, &[("moves", &words::line(position, points))]));
            }
        }
    }
}
