//! One number or word of a table of measurements, and how it is written for machines.
//!
//! Counts stay whole numbers, however large. A number with a fraction is rounded to six digits after the point when it is made, so
//! that what is written can be read and does not change with the last bit of a logarithm.

use std::fmt;

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// What stands in one place of a table.
#[derive(Clone, PartialEq, Debug, Default)]
pub enum Cell {
    /// Nothing: not measured, or without meaning here.
    #[default]
    Missing,
    /// A count.
    Whole(u128),
    /// A number with a fraction.
    Real(f64),
    /// Yes or no.
    Truth(bool),
    /// A word, a spec, a line of moves.
    Word(String),
}

impl Cell {
    /// A number with a fraction, rounded.
    #[must_use]
    pub fn real(value: f64) -> Cell {
        if value.is_nan() {
            return Cell::Missing;
        }
        let rounded = (value * 1e6).round() / 1e6;
        Cell::Real(if rounded.is_finite() { rounded + 0.0 } else { value })
    }

    /// A word.
    pub fn word(value: impl Into<String>) -> Cell {
        Cell::Word(value.into())
    }

    /// A count that may be missing.
    #[must_use]
    pub fn maybe(value: Option<u64>) -> Cell {
        value.map_or(Cell::Missing, Cell::from)
    }

    /// As a number, where it is one; a truth is 1 or 0.
    #[must_use]
    pub fn number(&self) -> Option<f64> {
        match self {
            Cell::Whole(count) => Some(*count as f64),
            Cell::Real(value) => Some(*value),
            Cell::Truth(truth) => Some(f64::from(u8::from(*truth))),
            Cell::Word(_) | Cell::Missing => None,
        }
    }

    /// Whether there is nothing.
    #[must_use]
    pub fn is_missing(&self) -> bool {
        *self == Cell::Missing
    }

    /// For machine-readable output: what no reader's number holds is text.
    #[must_use]
    pub fn to_json(&self) -> serde_json::Value {
        match self {
            Cell::Missing => serde_json::Value::Null,
            Cell::Whole(count) => {
                u64::try_from(*count).map_or_else(|_| count.to_string().into(), serde_json::Value::from)
            }
            Cell::Real(value) if value.is_finite() => (*value).into(),
            Cell::Real(value) => value.to_string().into(),
            Cell::Truth(truth) => (*truth).into(),
            Cell::Word(word) => word.as_str().into(),
        }
    }
}

/// As CSV has it, before quoting.
impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Cell::Missing => Ok(()),
            Cell::Whole(count) => count.fmt(f),
            Cell::Real(value) => value.fmt(f),
            Cell::Truth(truth) => f.write_str(if *truth { "yes" } else { "no" }),
            Cell::Word(word) => f.write_str(word),
        }
    }
}

impl From<u64> for Cell {
    fn from(count: u64) -> Cell {
        Cell::Whole(count.into())
    }
}

impl From<u32> for Cell {
    fn from(count: u32) -> Cell {
        Cell::Whole(count.into())
    }
}

impl From<bool> for Cell {
    fn from(truth: bool) -> Cell {
        Cell::Truth(truth)
    }
}

/// In the journal every cell reads back as it was: counts are text with a sign before it.
impl Serialize for Cell {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Cell::Missing => serializer.serialize_none(),
            Cell::Whole(count) => serializer.serialize_str(&format!("#{count}")),
            Cell::Real(value) if value.is_finite() => serializer.serialize_f64(*value),
            Cell::Real(value) => serializer.serialize_str(&format!("~{value}")),
            Cell::Truth(truth) => serializer.serialize_bool(*truth),
            Cell::Word(word) => serializer.serialize_str(&format!("'{word}")),
        }
    }
}

impl<'de> Deserialize<'de> for Cell {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Cell, D::Error> {
        use serde_json::Value;
        let unknown = || D::Error::custom("not a cell");
        match Value::deserialize(deserializer)? {
            Value::Null => Ok(Cell::Missing),
            Value::Bool(truth) => Ok(Cell::Truth(truth)),
            Value::Number(number) => number.as_f64().map(Cell::Real).ok_or_else(unknown),
            Value::String(text) => match text.split_at_checked(1) {
                Some(("#", count)) => count.parse().map(Cell::Whole).map_err(|_| unknown()),
                Some(("~", value)) => value.parse().map(Cell::Real).map_err(|_| unknown()),
                Some(("'", word)) => Ok(Cell::word(word)),
                _ => Err(unknown()),
            },
            Value::Array(_) | Value::Object(_) => Err(unknown()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_journal_gives_every_cell_back() {
        let cells = [
            Cell::Missing,
            Cell::Whole(u128::MAX),
            Cell::Whole(0),
            Cell::real(2.0),
            Cell::real(1.0 / 3.0),
            Cell::real(f64::INFINITY),
            Cell::real(f64::NEG_INFINITY),
            Cell::Truth(true),
            Cell::word(""),
            Cell::word("#7, \"quoted\"\n"),
        ];
        for cell in cells {
            let text = serde_json::to_string(&cell).unwrap();
            assert_eq!(serde_json::from_str::<Cell>(&text).unwrap(), cell, "{text}");
        }
        assert!(
            serde_json::from_str::<Cell>("\"plain\"").is_err() && serde_json::from_str::<Cell>("[]").is_err()
        );
    }

    #[test]
    fn numbers_are_rounded_and_never_minus_nothing() {
        assert_eq!(Cell::real(0.123_456_789), Cell::Real(0.123_457));
        assert_eq!(Cell::real(-1e-9).to_string(), "0");
        assert_eq!(Cell::real(f64::NAN), Cell::Missing);
        assert_eq!(Cell::Whole(u128::MAX).to_json(), u128::MAX.to_string());
        assert_eq!(Cell::from(7u64).to_json(), 7);
    }
}
