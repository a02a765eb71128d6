//! The numbers of the evaluation: what cells and threats are worth, in points of which [`SCALE`] make a chance of 73 %.
//!
//! They are data, fitted to games of the engine against itself (`kinrow tune`, [`crate::tune`]) and kept in `weights/`, a file for each k and rule
//! that was tuned. Other games take the file that is nearest.

use std::fmt;
use std::fmt::Write as _;
use std::str::FromStr;

use kinrow_game::{LineRule, Rules};

use crate::Class;

/// How many points are one unit of the logistic curve.
pub(crate) const SCALE: f64 = 200.0;

const PAIRS: usize = Class::RANKS * (Class::RANKS + 1) / 2;

/// How many numbers there are.
pub(crate) const COUNT: usize = PAIRS + Class::RANKS + STANDING;

/// Numbers that belong to no cell: the right to move, and the threats of both sides, each by how many there are.
pub(crate) const STANDING: usize = 1 + 2 * 4 * MOST_COUNTED;

/// More threats of a kind than this are not told apart.
pub(crate) const MOST_COUNTED: usize = 3;

/// The numbers of the evaluation.
#[derive(Clone, PartialEq, Debug)]
pub struct Weights(Vec<i16>);

/// Where the number for a cell's best and second best class is, by their ranks.
#[inline]
pub(crate) fn pair(first: usize, second: usize) -> usize {
    first * (first + 1) / 2 + second
}

/// Where the number for each of a cell's other classes is.
#[inline]
pub(crate) fn rest(rank: usize) -> usize {
    PAIRS + rank
}

/// Where the numbers that belong to no cell begin.
pub(crate) const FIRST_STANDING: usize = PAIRS + Class::RANKS;

impl Weights {
    /// The weights of a game.
    #[must_use]
    pub fn of(rules: Rules) -> Weights {
        FILES
            .iter()
            .min_by_key(|(k, line, _)| (u8::abs_diff(*k, rules.k()), *line != rules.line()))
            .and_then(|(_, _, text)| text.parse().ok())
            .unwrap_or_else(Weights::guessed)
    }

    /// By hand: what the first games are played with.
    #[must_use]
    pub fn guessed() -> Weights {
        const LINE: [i32; Class::RANKS] = [0, 0, 0, 1, 1, 3, 4, 8, 10, 10, 12, 22, 26, 24, 60, 90];
        let mut weights = vec![0; COUNT];
        for first in 0..Class::RANKS {
            for second in 0..=first {
                let (a, b) = (LINE[first], LINE[second]);
                weights[pair(first, second)] = (a + b + a * b / 20) as i16;
            }
            weights[rest(first)] = LINE[first] as i16;
        }
        weights[FIRST_STANDING] = 20;
        Weights(weights)
    }

    pub(crate) fn from_points(points: &[f64]) -> Weights {
        Weights(points.iter().map(|points| points.round().clamp(-3000.0, 3000.0) as i16).collect())
    }

    /// The value of a cell by the ranks of its classes, the best first.
    pub(crate) fn value(&self, ranks: [u8; 4]) -> i16 {
        let [first, second, third, fourth] = ranks.map(usize::from);
        self.0[pair(first, second)] + self.0[rest(third)] + self.0[rest(fourth)]
    }

    /// The numbers that belong to no cell.
    pub(crate) fn standing(&self) -> [i32; STANDING] {
        std::array::from_fn(|index| self.0[FIRST_STANDING + index].into())
    }

    /// How urgent a cell looks by the ranks of its classes, the best first.
    pub(crate) fn urgency(ranks: [u8; 4]) -> u8 {
        const LINE: [u32; Class::RANKS] = [0, 0, 1, 2, 2, 4, 5, 9, 11, 10, 12, 28, 32, 30, 120, 255];
        let [first, second, third, fourth] = ranks.map(|rank| LINE[usize::from(rank)]);
        (first + second + first * second / 24 + third + fourth).min(255) as u8
    }
}

/// The files, by k and rule.
const FILES: &[(u8, LineRule, &str)] =
    &[(5, LineRule::Freestyle, include_str!("../weights/5-freestyle.txt"))];

/// The first line of a file.
const HEADER: &str = "kinrow weights 1";

impl fmt::Display for Weights {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = String::new();
        writeln!(text, "{HEADER}")?;
        for numbers in self.0.chunks(16) {
            let numbers: Vec<String> = numbers.iter().map(ToString::to_string).collect();
            writeln!(text, "{}", numbers.join(" "))?;
        }
        f.write_str(&text)
    }
}

impl FromStr for Weights {
    type Err = String;

    /// Reads a file; lines that begin with `#` are for people.
    fn from_str(text: &str) -> Result<Weights, String> {
        let mut lines = text.lines().filter(|line| !line.starts_with('#'));
        if lines.next() != Some(HEADER) {
            return Err(format!("weights begin with '{HEADER}'"));
        }
        let numbers = lines.flat_map(str::split_whitespace).map(str::parse::<i16>);
        let numbers = numbers.collect::<Result<Vec<i16>, _>>().map_err(|error| error.to_string())?;
        if numbers.len() == COUNT { Ok(Weights(numbers)) } else { Err(format!("there are {COUNT} weights")) }
    }
}
