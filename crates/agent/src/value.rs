//! What a position is worth to the side to move, and how sure that is.
//!
//! A proven result is a type of its own, never a large number among estimates.

use std::fmt;

use kinrow_game::Outcome;

/// A result with its distance.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Proven {
    /// How the game ends under best play, for the side to move.
    pub outcome: Outcome,
    /// Moves until then, when the distance was asked for; draws have none.
    pub plies: Option<u32>,
}

/// What a position is worth to the side to move.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Value {
    /// Certain: every line was looked at, or enough of them to know.
    Proven(Proven),
    /// This is what a search found, but it left moves out.
    Likely(Proven),
    /// An evaluation in points: positive is good for the side to move, and only comparison has a meaning.
    Points(i32),
    /// The expected score, from 0 (lost) over 0.5 (even) to 1 (won).
    Chance(f64),
    /// The search ended before anything was known.
    Unknown,
}

impl Value {
    /// The same value for the other side.
    #[must_use]
    pub fn for_opponent(self) -> Value {
        let turned = |proven: Proven| Proven { outcome: proven.outcome.for_opponent(), ..proven };
        match self {
            Value::Proven(proven) => Value::Proven(turned(proven)),
            Value::Likely(proven) => Value::Likely(turned(proven)),
            Value::Points(points) => Value::Points(-points),
            Value::Chance(chance) => Value::Chance(1.0 - chance),
            Value::Unknown => Value::Unknown,
        }
    }

    /// Whether it is certain.
    #[must_use]
    pub fn is_proven(self) -> bool {
        matches!(self, Value::Proven(_))
    }

    /// `proven`, `estimate` or `unknown`, for machine-readable output.
    #[must_use]
    pub fn certainty(self) -> &'static str {
        match self {
            Value::Proven(_) => "proven",
            Value::Likely(_) | Value::Points(_) | Value::Chance(_) => "estimate",
            Value::Unknown => "unknown",
        }
    }

    /// The result it names, proven or likely.
    #[must_use]
    pub fn result(self) -> Option<Proven> {
        match self {
            Value::Proven(proven) | Value::Likely(proven) => Some(proven),
            _ => None,
        }
    }
}

/// `win`, `draw` or `loss`.
#[must_use]
pub(crate) fn outcome_name(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Win => "win",
        Outcome::Draw => "draw",
        Outcome::Loss => "loss",
    }
}

/// For records and logs, not translated: `win in 5`, `draw`, `likely loss in 4`, `+12`, `0.571`, `?`.
impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let result = |f: &mut fmt::Formatter<'_>, proven: &Proven| match proven.plies {
            Some(plies) => write!(f, "{} in {plies}", outcome_name(proven.outcome)),
            None => f.write_str(outcome_name(proven.outcome)),
        };
        match self {
            Value::Proven(proven) => result(f, proven),
            Value::Likely(proven) => {
                f.write_str("likely ")?;
                result(f, proven)
            }
            Value::Points(points) => write!(f, "{points:+}"),
            Value::Chance(chance) => write!(f, "{chance:.3}"),
            Value::Unknown => f.write_str("?"),
        }
    }
}
