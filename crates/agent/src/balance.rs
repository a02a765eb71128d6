//! How even a position is in an agent's opinion: for whoever places stones of which another side chooses the colour, and
//! for openings that are fair to both.

use std::fmt;

use kinrow_game::{Game, Outcome};

use crate::value::outcome_name;
use crate::{Agent, AgentError, Event, Limits, Stop, Thinking, Value};

/// How the sides stand, for the side to move.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Balance {
    /// The agent knows, or is convinced, how the game ends.
    Decided(Outcome),
    /// The expected score, from 0 to 1.
    Chance(f64),
    /// An evaluation; 0 is even, and only comparison has a meaning.
    Points(f64),
    /// The agent has no opinion.
    Unknown,
}

impl Balance {
    /// How far the position leans to the side to move; 0 is even, and the unit is the agent's own.
    #[must_use]
    pub fn lean(self) -> f64 {
        match self {
            Balance::Decided(Outcome::Win) => f64::INFINITY,
            Balance::Decided(Outcome::Loss) => f64::NEG_INFINITY,
            Balance::Decided(Outcome::Draw) | Balance::Unknown => 0.0,
            Balance::Chance(chance) => chance - 0.5,
            Balance::Points(points) => points,
        }
    }
}

/// For files and logs, not translated: `draw`, `0.512`, `+3.5`, `?`.
impl fmt::Display for Balance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Balance::Decided(outcome) => f.write_str(outcome_name(*outcome)),
            Balance::Chance(chance) => write!(f, "{chance:.3}"),
            Balance::Points(points) => write!(f, "{points:+}"),
            Balance::Unknown => f.write_str("?"),
        }
    }
}

/// The balance of a position, how sure it is, and the move that the agent would make.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Weighed<M> {
    /// How the sides stand.
    pub balance: Balance,
    /// By how much the balance may well be wrong, in its own unit.
    pub doubt: f64,
    /// The agent's move, when it has an opinion.
    pub mv: Option<M>,
}

impl<M> Weighed<M> {
    /// Whether the agent cannot tell which side is better off.
    #[must_use]
    pub fn is_open(&self) -> bool {
        self.balance.lean().abs() < self.doubt
    }
}

/// Chances closer to each other than this are the same: no search is that sure of an opening.
const CHANCE_DOUBT: f64 = 0.03;

/// Asks an agent how even a position is.
///
/// A chance is taken at its word. Points are not: a search that ends with the mover's own stone thinks better of the mover than one
/// that ends with the answer, so what counts is the mean of the last two depths, and its doubt is how much the last
/// depth has changed that mean.
///
/// # Errors
/// As [`Agent::choose`].
pub fn weigh<G: Game>(
    agent: &mut (impl Agent<G> + ?Sized),
    position: &G,
    limits: &Limits,
    stop: &Stop,
) -> Result<Weighed<G::Move>, AgentError> {
    let mut depths: Vec<f64> = Vec::new();
    let mut hear = |event: Event<'_, G::Move>| {
        if let Event::Report(report) = event
            && let Value::Points(points) = report.value
        {
            depths.push(points.into());
        }
    };
    let decision = agent.choose(position, limits, &mut Thinking::new(stop.child(), &mut hear))?;
    let mean = |one: f64, other: f64| f64::midpoint(one, other);
    let (balance, doubt) = match (decision.value, &depths[..]) {
        (Value::Proven(proven) | Value::Likely(proven), _) => (Balance::Decided(proven.outcome), 0.0),
        (Value::Chance(chance), _) => (Balance::Chance(chance), CHANCE_DOUBT),
        (Value::Points(_), [.., first, before, last]) => {
            let now = mean(*before, *last);
            (Balance::Points(now), (now - mean(*first, *before)).abs())
        }
        (Value::Points(_), [before, last]) => (Balance::Points(mean(*before, *last)), 0.0),
        (Value::Points(points), _) => (Balance::Points(points.into()), 0.0),
        // A bound tells which side of something it is on, not where.
        (Value::AtMost(_) | Value::AtLeast(_) | Value::Unknown, _) => (Balance::Unknown, 0.0),
    };
    let mv = decision.mv().filter(|_| balance != Balance::Unknown);
    Ok(Weighed { balance, doubt, mv })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Decision, Proven, Report, Statistics};
    use kinrow_game::{Point, Position};

    /// An agent that reports these values, the last of which it decides by.
    struct Says(Vec<Value>);

    impl Agent<Position> for Says {
        fn choose(
            &mut self,
            position: &Position,
            _: &Limits,
            thinking: &mut Thinking<'_, Point>,
        ) -> Result<Decision<Point>, AgentError> {
            for &value in &self.0 {
                let report = Report { value, line: &[], best: &[], statistics: Statistics::default() };
                thinking.observer.event(Event::Report(report));
            }
            let value = *self.0.last().unwrap();
            Ok(Decision { value, ..Decision::of(position.moves().next().unwrap()) })
        }
    }

    fn weighed(values: &[Value]) -> Weighed<Point> {
        let position = Position::new("3x3x3".parse().unwrap());
        weigh(&mut Says(values.to_vec()), &position, &Limits::NONE, &Stop::new()).unwrap()
    }

    #[test]
    fn points_are_those_of_the_last_two_depths() {
        let points =
            |list: &[i32]| weighed(&list.iter().map(|&points| Value::Points(points)).collect::<Vec<_>>());
        assert_eq!((points(&[7]).balance, points(&[7]).doubt), (Balance::Points(7.0), 0.0));
        assert_eq!(points(&[9, 1]).balance, Balance::Points(5.0));
        let sure = points(&[30, -10, 30, -12]);
        assert_eq!((sure.balance, sure.doubt, sure.is_open()), (Balance::Points(9.0), 1.0, false));
        let unsure = points(&[30, -10, 8]);
        assert_eq!((unsure.balance, unsure.doubt, unsure.is_open()), (Balance::Points(-1.0), 11.0, true));
    }

    #[test]
    fn chances_and_results_are_taken_at_their_word() {
        let won = Value::Likely(Proven { outcome: Outcome::Win, plies: Some(5) });
        assert_eq!(weighed(&[Value::Points(-3), won]).balance, Balance::Decided(Outcome::Win));
        assert_eq!(weighed(&[Value::Chance(0.9), Value::Chance(0.6)]).balance, Balance::Chance(0.6));
        assert!(!weighed(&[Value::Chance(0.6)]).is_open());
        assert!(weighed(&[Value::Chance(0.48)]).is_open());
        let unknown = weighed(&[Value::Unknown]);
        assert_eq!((unknown.balance, unknown.mv), (Balance::Unknown, None));
    }
}
