//! One thought of the brain: asks the agent within its time, and makes an answer of whatever comes of it.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicU16, Ordering};
use std::time::{Duration, Instant};

use kinrow_agent::{Action, Event, Limits, Proven, Report, Stop, Thinking, Value};
use kinrow_game::{Game, Outcome, Point, Rules};

use super::brain::{Question, Task, Thought};
use super::{stones, swap2, thinkers};

/// MESSAGE lines of one thought at the most: a manager shows or keeps them all.
const MOST_MESSAGES: u32 = 20;

/// Less time than this is none: the best-looking move is played without a search.
const LEAST_TIME: Duration = Duration::from_millis(2);

/// The best move that a search has reported so far; read while it goes on, without waiting for it.
#[derive(Clone)]
pub(crate) struct BestSoFar(Arc<AtomicU16>);

impl BestSoFar {
    const NONE: u16 = u16::MAX;

    /// Nothing was reported yet.
    pub(crate) fn new() -> BestSoFar {
        BestSoFar(Arc::new(AtomicU16::new(Self::NONE)))
    }

    /// The move; `None` as long as nothing sensible was reported.
    pub(crate) fn point(&self) -> Option<Point> {
        let index = self.0.load(Ordering::Relaxed);
        (index != Self::NONE).then(|| Point::from_index(index))
    }

    fn set(&self, point: Option<Point>) {
        self.0.store(point.map_or(Self::NONE, |point| point.index() as u16), Ordering::Relaxed);
    }
}

/// Thinks until `deadline`, or until `stop` says so. `best` always has the best move so far, and `tell` is given a line whenever there is
/// something to tell.
///
/// # Errors
/// A sentence, when the agent does not come to a move.
pub(crate) fn think(
    task: &mut Task,
    deadline: Instant,
    stop: &Stop,
    best: &BestSoFar,
    tell: &mut dyn FnMut(String),
) -> Result<Thought, String> {
    let time = deadline.saturating_duration_since(Instant::now());
    if let Question::Opening(rule) = task.question {
        let choice = swap2::decide(&task.position, rule, &mut task.agent, time, stop, task.seed)?;
        return Ok(Thought::Opening(choice));
    }
    // On an empty board there is little to think about either.
    let is_opening = task.position.placed() == 0 && !task.position.rules().is_misere();
    if task.is_fitting && (is_opening || time < LEAST_TIME || stop.is_stopped()) {
        return Ok(Thought::Move(thinkers::at_once(&task.position)));
    }
    let limits = Limits { time: Some(time.max(LEAST_TIME)), ..task.limits };
    let position = task.position;
    let mut told = 0;
    let mut hear = |event: Event<'_, Point>| {
        let Event::Report(report) = event else { return };
        let is_sensible = |point: &Point| position.is_legal(*point) && !is_hopeless(report.value);
        best.set(report.line.first().copied().filter(is_sensible));
        if told < MOST_MESSAGES {
            told += 1;
            tell(message(position.rules(), &report));
        }
    };
    let mut thinking = Thinking::new(stop.clone(), &mut hear);
    // Whatever state a panicking agent leaves behind, the manager is told, and will not ask it again.
    let chosen = catch_unwind(AssertUnwindSafe(|| task.agent.choose(&task.position, &limits, &mut thinking)));
    let decision = match chosen {
        Ok(Ok(decision)) => decision,
        Ok(Err(error)) => return Err(error.to_string()),
        Err(_) => return Err("the agent failed".into()),
    };
    match decision.action {
        Action::Play(_) if task.is_fitting && is_hopeless(decision.value) => {
            Ok(Thought::Move(thinkers::at_once(&task.position)))
        }
        Action::Play(point) if task.position.is_legal(point) => Ok(Thought::Move(point)),
        Action::Play(_) => Err("the agent chose an illegal move".into()),
        // It was told to stop and left; whoever asked still waits for a move.
        Action::Leave if stop.is_stopped() => Ok(Thought::Move(thinkers::at_once(&task.position))),
        Action::Resign | Action::TakeBack(_) | Action::Leave => Err("the agent does not move".into()),
    }
}

/// Whether a search has nothing to say for its move: it was stopped before it knew anything, or the opponent wins with
/// its next move whatever is played. The opponent may not see it, so that its best chance is to be blocked.
fn is_hopeless(value: Value) -> bool {
    let is_lost_now =
        |proven: Proven| proven.outcome == Outcome::Loss && proven.plies.is_some_and(|plies| plies <= 2);
    value == Value::Unknown || value.result().is_some_and(is_lost_now)
}

/// A search's report as a line for people.
fn message(rules: Rules, report: &Report<'_, Point>) -> String {
    let statistics = report.statistics;
    let cost = match statistics.playouts {
        0 => format!("{} nodes", statistics.nodes),
        playouts => format!("{playouts} playouts"),
    };
    let line: Vec<String> = report.line.iter().map(|&point| stones::at(rules, point).to_string()).collect();
    format!("MESSAGE depth {}, value {}, {cost}, line {}", statistics.depth, report.value, line.join(" "))
}
