//! An agent that follows several lines, for tests of whoever shows them. It searches nothing: what it says is the same
//! everywhere, and has a value of every kind.

use std::time::Duration;

use kinrow_agent::{
    Agent, AgentError, Bound, Candidate, Decision, Event, Limits, Proven, Rated, Report, Statistics,
    Thinking, Value,
};
use kinrow_game::{Game, Outcome, Point, Position};

/// How many lines it follows.
pub const LINES: usize = 3;
/// The depth of its last iteration, unless it is stopped.
pub const DEPTH: u32 = 3;

/// Thinks most of the moves that come first in the game's order, which must have at least as many as it follows lines.
#[derive(Clone, Copy, Debug)]
pub struct Several;

impl Several {
    fn iteration(moves: &[Point], depth: u32) -> Vec<Candidate<Point>> {
        let values = [
            Value::Chance(f64::from(58 + 2 * depth) / 100.0),
            Value::Likely(Proven { outcome: Outcome::Draw, plies: None }),
            Value::Chance(0.412),
        ];
        let candidate = |(first, value): (usize, Value)| Candidate {
            mv: moves[first],
            value,
            depth,
            line: moves.iter().copied().cycle().skip(first).take(depth as usize).collect(),
        };
        values.into_iter().enumerate().map(candidate).collect()
    }

    /// Of the moves that it does not follow the last one loses; the others are no better than the worst that it follows.
    fn rate_all(moves: &[Point], best: &[Candidate<Point>]) -> Vec<Rated<Point>> {
        let loss = Proven { outcome: Outcome::Loss, plies: Some(2) };
        let value = |number: usize| match best.get(number) {
            Some(best) => best.value,
            None if number + 1 == moves.len() => Value::Proven(loss),
            None => Value::AtMost(Bound::Chance(0.412)),
        };
        moves
            .iter()
            .enumerate()
            .map(|(number, &mv)| Rated { mv, value: value(number), visits: None, guide: None })
            .rev()
            .collect()
    }
}

impl Agent<Position> for Several {
    fn choose(
        &mut self,
        position: &Position,
        _: &Limits,
        thinking: &mut Thinking<'_, Point>,
    ) -> Result<Decision<Point>, AgentError> {
        let moves: Vec<Point> = position.moves().collect();
        let mut depth = 0;
        loop {
            depth += 1;
            let best = Several::iteration(&moves, depth);
            let (value, line) = (best[0].value, best[0].line.clone());
            let statistics = Statistics {
                nodes: 1000 * u64::from(depth),
                depth,
                time: Duration::from_millis(400 * u64::from(depth)),
                ..Statistics::default()
            };
            thinking.observer.event(Event::Report(Report { value, line: &line, best: &best, statistics }));
            if depth == DEPTH || thinking.stop.is_stopped() {
                let rated = Several::rate_all(&moves, &best);
                return Ok(Decision { value, line, best, rated, statistics, ..Decision::of(moves[0]) });
            }
        }
    }
}
