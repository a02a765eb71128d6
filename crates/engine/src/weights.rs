//! The numbers that the engine judges by: what cells and threats are worth, in points of which [`SCALE`] make a chance of 73 %, and how likely a
//! cell is to be the best move, in logits of which [`LOGIT`] make one.
//!
//! They are data, fitted to games of the engine against itself (`kinrow tune`, [`crate::tune`]) and kept in `weights/`, a file for each k and rule
//! that was tuned. Other games take the file that is nearest.

use std::fmt;
use std::str::FromStr;

use kinrow_game::{LineRule, Rules};

use crate::Class;
use crate::network::{self, Network};

/// How many points are one unit of the logistic curve.
pub(crate) const SCALE: f64 = 200.0;

/// How many units of urgency make a move e times as likely to be the best.
pub(crate) const LOGIT: f64 = 16.0;

const PAIRS: usize = Class::RANKS * (Class::RANKS + 1) / 2;

/// How many numbers judge a cell by its four classes: one for the best two, and one for each of the others.
pub(crate) const CELL: usize = PAIRS + Class::RANKS;

/// How many numbers the evaluation has.
pub(crate) const VALUES: usize = CELL + STANDING;

/// How many numbers there are in all: the evaluation; how likely a cell is to be the best move by what a stone there makes, and by what it keeps
/// the opponent from making; and the network.
pub(crate) const COUNT: usize = VALUES + ORDER + network::NUMBERS;
const ORDER: usize = 2 * CELL;

/// Numbers that belong to no cell: the right to move, and the threats of both sides, each by how many there are.
pub(crate) const STANDING: usize = 1 + THREATS * MOST_COUNTED;

/// The kinds of threats that are counted, of both sides.
pub(crate) const THREATS: usize = 2 * 4;

/// More threats of a kind than this are not told apart.
pub(crate) const MOST_COUNTED: usize = 3;

/// The numbers of the evaluation and of the order of moves.
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

/// Where the numbers of a cell are, by the ranks of its classes, the best first.
pub(crate) fn cell_places(ranks: [u8; 4]) -> [usize; 3] {
    let [first, second, third, fourth] = ranks.map(usize::from);
    [pair(first, second), rest(third), rest(fourth)]
}

/// Where the numbers that belong to no cell begin.
pub(crate) const FIRST_STANDING: usize = CELL;

/// Where the numbers begin for a move by what it makes, and by what it keeps the opponent from making.
pub(crate) const ATTACK: usize = VALUES;
pub(crate) const DEFENCE: usize = VALUES + CELL;

/// Where the numbers of the network begin.
const NETWORK: usize = VALUES + ORDER;

/// The urgency of a cell where nothing can be made of any line.
const DEAD: i32 = 32;

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
        for (start, part) in [(ATTACK, 4), (DEFENCE, 3)] {
            let line = URGENCY.map(|urgency| urgency * part / 4);
            for first in 0..Class::RANKS {
                for second in 0..=first {
                    let (a, b) = (line[first], line[second]);
                    weights[start + pair(first, second)] = (a + b + a * b / 24) as i16;
                }
                weights[start + rest(first)] = line[first] as i16;
            }
        }
        Weights(weights)
    }

    /// From points and from units of urgency.
    pub(crate) fn from_numbers(numbers: &[f64]) -> Weights {
        Weights(numbers.iter().map(|number| number.round().clamp(-20_000.0, 20_000.0) as i16).collect())
    }

    /// The numbers for the order of moves.
    pub(crate) fn order(&self) -> &[i16] {
        &self.0[ATTACK..NETWORK]
    }

    /// The network, where there is one.
    pub(crate) fn network(&self) -> Option<Network> {
        let numbers = &self.0[NETWORK..];
        numbers.iter().any(|number| *number != 0).then(|| Network::new(numbers))
    }

    /// What numbers from `start` on say of a cell by the ranks of its classes, the best first.
    fn cell(&self, start: usize, ranks: [u8; 4]) -> i32 {
        cell_places(ranks).into_iter().map(|place| i32::from(self.0[start + place])).sum()
    }

    /// The value of a cell by the ranks of its classes, the best first.
    pub(crate) fn value(&self, ranks: [u8; 4]) -> i16 {
        self.cell(0, ranks).clamp(i16::MIN.into(), i16::MAX.into()) as i16
    }

    /// How urgent a move looks by what it makes.
    pub(crate) fn attack(&self, ranks: [u8; 4]) -> u8 {
        (DEAD + self.cell(ATTACK, ranks)).clamp(0, 255) as u8
    }

    /// How urgent a move looks by what it keeps the opponent from making.
    pub(crate) fn defence(&self, ranks: [u8; 4]) -> u8 {
        (DEAD + self.cell(DEFENCE, ranks)).clamp(0, 255) as u8
    }

    /// The numbers that belong to no cell.
    pub(crate) fn standing(&self) -> [i32; STANDING] {
        std::array::from_fn(|index| self.0[FIRST_STANDING + index].into())
    }
}

/// How urgent a cell looks by the ranks of its classes, the best first, whatever the weights: what is proven within a limit should not depend on them.
pub(crate) fn urgency(ranks: [u8; 4]) -> i32 {
    let [first, second, third, fourth] = ranks.map(|rank| URGENCY[usize::from(rank)]);
    (first + second + first * second / 24 + third + fourth).min(255)
}

/// By hand: how urgent a line looks by its class.
const URGENCY: [i32; Class::RANKS] = [0, 0, 1, 2, 2, 4, 5, 9, 11, 10, 12, 28, 32, 30, 120, 255];

/// The files, by k and rule.
const FILES: &[(u8, LineRule, &str)] = &[
    (5, LineRule::Freestyle, include_str!("../weights/5-freestyle.txt")),
    (6, LineRule::Freestyle, include_str!("../weights/6-freestyle.txt")),
];

/// The first line of a file.
const HEADER: &str = "kinrow weights 3";

/// The first line of a file that has no network.
const NO_NETWORK: &str = "kinrow weights 2";

/// The first line of a file that has no numbers for the order of moves either.
const VALUES_ONLY: &str = "kinrow weights 1";

kinrow_game::sentences! {
    /// Why a text holds no weights.
    pub enum WeightsError {
        /// It is something else, or of another version.
        Header { given: String, right: String } = "weights-header" =>
            "weights begin with the line '{right}', not with '{given}': make them with 'kinrow tune'",
        /// Not a number.
        Number { given: String } = "weights-number" =>
            "'{given}' is not a weight: weights are whole numbers from -32768 to 32767",
        /// Too many or too few.
        Count { given: usize, right: usize } = "weights-count" =>
            "{given} weights are not a whole evaluation, which has {right}",
    }
}

impl Weights {
    /// The text of a file, with notes for people.
    #[must_use]
    pub fn to_text(&self, notes: &[String]) -> String {
        let notes = notes.iter().map(|note| format!("# {note}"));
        let numbers = self.0.chunks(16).map(|numbers| {
            let numbers: Vec<String> = numbers.iter().map(ToString::to_string).collect();
            numbers.join(" ")
        });
        let lines = std::iter::once(HEADER.to_string()).chain(notes).chain(numbers);
        lines.map(|line| line + "\n").collect()
    }
}

impl fmt::Display for Weights {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.to_text(&[]))
    }
}

impl FromStr for Weights {
    type Err = WeightsError;

    /// Reads a file; lines that begin with `#` are for people.
    fn from_str(text: &str) -> Result<Weights, WeightsError> {
        let mut lines = text.lines().filter(|line| !line.starts_with('#'));
        let header = lines.next().unwrap_or_default();
        let count = match header {
            HEADER => COUNT,
            NO_NETWORK => NETWORK,
            VALUES_ONLY => VALUES,
            _ => 0,
        };
        if count == 0 {
            return Err(WeightsError::Header { given: header.into(), right: HEADER.into() });
        }
        let number = |word: &str| word.parse().map_err(|_| WeightsError::Number { given: word.into() });
        let mut numbers =
            lines.flat_map(str::split_whitespace).map(number).collect::<Result<Vec<i16>, _>>()?;
        if numbers.len() != count {
            return Err(WeightsError::Count { given: numbers.len(), right: count });
        }
        numbers.extend_from_slice(&Weights::guessed().0[count..]);
        Ok(Weights(numbers))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_read_as_it_was_written() {
        let weights = Weights::guessed();
        assert_eq!(weights.to_string().parse(), Ok(weights.clone()));
        let notes = ["made by hand".to_string(), "3 games".to_string()];
        let text = weights.to_text(&notes);
        assert!(text.starts_with("kinrow weights 3\n# made by hand\n# 3 games\n"), "{text}");
        assert_eq!(text.parse(), Ok(weights));
    }

    #[test]
    fn a_file_of_version_1_keeps_its_values_and_gets_the_order_set_by_hand() {
        let text = format!("kinrow weights 1\n{}", "7 ".repeat(VALUES));
        let weights: Weights = text.parse().unwrap();
        assert_eq!(weights.0[..VALUES], [7; VALUES]);
        assert_eq!(weights.order(), Weights::guessed().order());
    }

    #[test]
    fn the_largest_weights_do_not_overflow() {
        let text = format!("kinrow weights 3\n{}", "32767 ".repeat(COUNT));
        let weights: Weights = text.parse().unwrap();
        assert_eq!((weights.value([15; 4]), weights.attack([15; 4])), (i16::MAX, u8::MAX));
        assert!(weights.network().is_some());
    }

    #[test]
    fn every_file_is_whole() {
        for (k, line, text) in FILES {
            assert!(text.parse::<Weights>().is_ok(), "{k} {line:?}");
        }
    }

    #[test]
    fn a_wrong_file_is_told_what_would_be_right() {
        let why = |text: &str| text.parse::<Weights>().unwrap_err().to_string();
        assert!(why("kinrow weights 4\n").contains("'kinrow weights 3', not with 'kinrow weights 4'"));
        assert!(why("").contains("begin with the line"));
        assert!(why("kinrow weights 1\n1 2 many").contains("'many' is not a weight"));
        assert!(why("kinrow weights 1\n40000").contains("from -32768 to 32767"));
        assert!(why("kinrow weights 1\n1 2").contains("2 weights are not a whole evaluation"));
    }
}
