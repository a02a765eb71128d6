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

impl Proven {
    fn for_opponent(self) -> Proven {
        Proven { outcome: self.outcome.for_opponent(), ..self }
    }
}

/// A value that another one does not exceed, or does not fall short of.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Bound {
    /// As [`Value::Proven`].
    Proven(Proven),
    /// As [`Value::Likely`].
    Likely(Proven),
    /// As [`Value::Chance`].
    Chance(f64),
}

impl Bound {
    /// A value as a bound of others; points and what is not known bound nothing.
    #[must_use]
    pub fn of(value: Value) -> Option<Bound> {
        match value {
            Value::Proven(proven) => Some(Bound::Proven(proven)),
            Value::Likely(proven) => Some(Bound::Likely(proven)),
            Value::Chance(chance) => Some(Bound::Chance(chance)),
            Value::Points(_) | Value::AtMost(_) | Value::AtLeast(_) | Value::Unknown => None,
        }
    }

    fn for_opponent(self) -> Bound {
        match self {
            Bound::Proven(proven) => Bound::Proven(proven.for_opponent()),
            Bound::Likely(proven) => Bound::Likely(proven.for_opponent()),
            Bound::Chance(chance) => Bound::Chance(1.0 - chance),
        }
    }
}

impl From<Bound> for Value {
    /// The value that is as good as the bound.
    fn from(bound: Bound) -> Value {
        match bound {
            Bound::Proven(proven) => Value::Proven(proven),
            Bound::Likely(proven) => Value::Likely(proven),
            Bound::Chance(chance) => Value::Chance(chance),
        }
    }
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
    /// No more than this: the search saw that it is not better than something else, and did not ask how much worse.
    AtMost(Bound),
    /// No less than this.
    AtLeast(Bound),
    /// The search ended before anything was known.
    Unknown,
}

impl Value {
    /// The same value for the other side.
    #[must_use]
    pub fn for_opponent(self) -> Value {
        match self {
            Value::Proven(proven) => Value::Proven(proven.for_opponent()),
            Value::Likely(proven) => Value::Likely(proven.for_opponent()),
            Value::Points(points) => Value::Points(-points),
            Value::Chance(chance) => Value::Chance(1.0 - chance),
            Value::AtMost(bound) => Value::AtLeast(bound.for_opponent()),
            Value::AtLeast(bound) => Value::AtMost(bound.for_opponent()),
            Value::Unknown => Value::Unknown,
        }
    }

    /// Whether it is certain; a bound is not the value, however certain it is.
    #[must_use]
    pub fn is_proven(self) -> bool {
        matches!(self, Value::Proven(_))
    }

    /// The bound, where no more than that is known.
    #[must_use]
    pub fn bound(self) -> Option<Bound> {
        match self {
            Value::AtMost(bound) | Value::AtLeast(bound) => Some(bound),
            _ => None,
        }
    }

    /// `proven`, `estimate` or `unknown`, for machine-readable output; of a bound, how certain the bound is.
    #[must_use]
    pub fn certainty(self) -> &'static str {
        match self {
            Value::Proven(_) => "proven",
            Value::Likely(_) | Value::Points(_) | Value::Chance(_) => "estimate",
            Value::AtMost(bound) | Value::AtLeast(bound) => Value::from(bound).certainty(),
            Value::Unknown => "unknown",
        }
    }

    /// The result it names, proven or likely; a bound names none.
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

/// For records and logs, not translated: `win in 5`, `draw`, `likely loss in 4`, `+12`, `0.571`, `<=0.412`, `>=draw`, `?`.
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
            Value::AtMost(bound) => write!(f, "<={}", Value::from(*bound)),
            Value::AtLeast(bound) => write!(f, ">={}", Value::from(*bound)),
            Value::Unknown => f.write_str("?"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bound_turns_round_with_its_side() {
        let loss = Proven { outcome: Outcome::Loss, plies: Some(4) };
        let win = Proven { outcome: Outcome::Win, ..loss };
        let pairs = [
            (Value::AtMost(Bound::Chance(0.25)), Value::AtLeast(Bound::Chance(0.75))),
            (Value::AtLeast(Bound::Likely(loss)), Value::AtMost(Bound::Likely(win))),
            (Value::AtMost(Bound::Proven(win)), Value::AtLeast(Bound::Proven(loss))),
        ];
        for (one, other) in pairs {
            assert_eq!((one.for_opponent(), other.for_opponent()), (other, one));
        }
    }

    #[test]
    fn a_bound_is_not_taken_for_a_value() {
        let draw = Proven { outcome: Outcome::Draw, plies: None };
        let bound = Value::AtMost(Bound::Proven(draw));
        assert_eq!((bound.is_proven(), bound.result(), bound.certainty()), (false, None, "proven"));
        assert_eq!(Value::AtLeast(Bound::Chance(0.5)).certainty(), "estimate");
        assert_eq!((bound.bound(), Value::Chance(0.5).bound()), (Some(Bound::Proven(draw)), None));
        assert_eq!((Bound::of(bound), Bound::of(Value::Points(3))), (None, None));
    }

    #[test]
    fn values_are_written_for_records() {
        let loss = Proven { outcome: Outcome::Loss, plies: Some(4) };
        let written = [
            (Value::Likely(loss), "likely loss in 4"),
            (Value::Points(12), "+12"),
            (Value::AtMost(Bound::Chance(0.412)), "<=0.412"),
            (Value::AtLeast(Bound::Likely(loss)), ">=likely loss in 4"),
            (Value::AtMost(Bound::Proven(Proven { outcome: Outcome::Draw, plies: None })), "<=draw"),
        ];
        for (value, text) in written {
            assert_eq!(value.to_string(), text);
        }
    }
}
