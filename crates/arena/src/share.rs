//! One share of a plan, so that several machines can compute it without knowing each other.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use super::statistics::Sprt;
use super::{Format, Schedule};

/// One of so many shares: `2/8` is the second of eight. Unit number n belongs to share n mod 8 + 1.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Share {
    part: u64,
    of: u64,
}

kinrow_game::sentences! {
    /// Why there is no such share.
    pub enum ShareError {
        /// Not a share.
        Form { given: String } = "share-form" =>
            "'{given}' is not a share: write 2/8 for the second of eight (1,000 at most)",
        /// Who meets whom depends on earlier games.
        Ladder {} = "share-ladder" =>
            "a ladder cannot be shared out: who meets whom depends on the games before; leave out --shard",
        /// When it ends depends on earlier games.
        Test {} = "share-test" =>
            "a sequential test cannot be shared out: when it ends depends on the games before; leave out --sprt or --shard",
        /// Some would be empty.
        TooMany { given: u64, units: u64 } = "share-too-many" =>
            "{given} shares are too many: give at most {units}, for as many pairs of games or tasks there are",
    }
}

/// More machines than anybody has.
const MOST: u64 = 1000;

impl Share {
    /// Which one, from 1.
    #[must_use]
    pub fn part(self) -> u64 {
        self.part
    }

    /// Of how many.
    #[must_use]
    pub fn of(self) -> u64 {
        self.of
    }

    /// Whether a unit belongs to it.
    #[must_use]
    pub fn holds(self, unit: u64) -> bool {
        unit % self.of == self.part - 1
    }

    /// How many of so many units belong to it.
    #[must_use]
    pub fn count(self, units: u64) -> u64 {
        (units + self.of - self.part) / self.of
    }

    /// The shares that must be there beside this one.
    pub fn all(self) -> impl Iterator<Item = Share> {
        (1..=self.of).map(move |part| Share { part, ..self })
    }

    /// Whether a contest can be shared out like this. Its units are pairs of games, so that every share says something about
    /// its players.
    ///
    /// # Errors
    /// When games depend on those before, or there are more shares than pairs.
    pub fn check(self, schedule: &Schedule, sprt: Option<Sprt>) -> Result<(), ShareError> {
        let pairs = schedule.games() / 2;
        match schedule.format() {
            _ if sprt.is_some() => Err(ShareError::Test {}),
            Format::Ladder { .. } => Err(ShareError::Ladder {}),
            Format::RoundRobin | Format::Gauntlet { .. } => self.check_units(pairs),
        }
    }

    /// Whether so many units can be shared out like this.
    ///
    /// # Errors
    /// When a share would be empty.
    pub fn check_units(self, units: u64) -> Result<(), ShareError> {
        if self.of > units { Err(ShareError::TooMany { given: self.of, units }) } else { Ok(()) }
    }
}

impl fmt::Display for Share {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.part, self.of)
    }
}

impl FromStr for Share {
    type Err = ShareError;

    fn from_str(text: &str) -> Result<Share, ShareError> {
        let numbers =
            text.split_once('/').and_then(|(part, of)| Some((part.parse().ok()?, of.parse().ok()?)));
        match numbers {
            Some((part, of)) if (1..=of).contains(&part) && of <= MOST => Ok(Share { part, of }),
            _ => Err(ShareError::Form { given: text.into() }),
        }
    }
}

impl TryFrom<String> for Share {
    type Error = ShareError;

    fn try_from(text: String) -> Result<Share, ShareError> {
        text.parse()
    }
}

impl From<Share> for String {
    fn from(share: Share) -> String {
        share.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_hold_every_unit_once() {
        for of in 1..7 {
            let first: Share = format!("1/{of}").parse().unwrap();
            for units in 0..20 {
                for unit in 0..units {
                    assert_eq!(first.all().filter(|share| share.holds(unit)).count(), 1);
                }
                for share in first.all() {
                    let held = (0..units).filter(|&unit| share.holds(unit)).count() as u64;
                    assert_eq!(share.count(units), held, "{share} of {units}");
                }
            }
        }
    }

    #[test]
    fn what_is_no_share_is_refused() {
        for given in ["", "2", "0/8", "9/8", "1/0", "-1/8", "1/2/3", "a/b", "1/1001", "1 / 2"] {
            let error = given.parse::<Share>().unwrap_err().to_string();
            assert!(error.contains("is not a share: write 2/8"), "{error}");
        }
        let share: Share = "2/8".parse().unwrap();
        assert_eq!((share.to_string().as_str(), share.part(), share.of()), ("2/8", 2, 8));
    }
}
