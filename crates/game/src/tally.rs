//! Games counted by how they ended: as one player sees it, and as the board does.
//!
//! Sums stop at the largest number: lines of play are counted too, of which a board can have more, and a wrong count must
//! not look like a small one.

use std::ops::{Add, AddAssign};

use crate::{Ending, Outcome, Side};

/// Games by how they ended for one player.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Tally {
    /// Won.
    pub wins: u64,
    /// Drawn.
    pub draws: u64,
    /// Lost.
    pub losses: u64,
}

impl Tally {
    /// One more game.
    pub fn count(&mut self, outcome: Outcome) {
        *match outcome {
            Outcome::Win => &mut self.wins,
            Outcome::Draw => &mut self.draws,
            Outcome::Loss => &mut self.losses,
        } += 1;
    }

    /// All games.
    #[must_use]
    pub fn games(&self) -> u64 {
        self.wins.saturating_add(self.draws).saturating_add(self.losses)
    }

    /// A point for a win, half a point for a draw.
    #[must_use]
    pub fn points(&self) -> f64 {
        self.wins as f64 + 0.5 * self.draws as f64
    }

    /// Points per game; `None` without games.
    #[must_use]
    pub fn score(&self) -> Option<f64> {
        (self.games() > 0).then(|| self.points() / self.games() as f64)
    }

    /// The same games as the opponent sees them.
    #[must_use]
    pub fn for_opponent(&self) -> Tally {
        Tally { wins: self.losses, draws: self.draws, losses: self.wins }
    }
}

impl Add for Tally {
    type Output = Tally;

    fn add(self, other: Tally) -> Tally {
        Tally {
            wins: self.wins.saturating_add(other.wins),
            draws: self.draws.saturating_add(other.draws),
            losses: self.losses.saturating_add(other.losses),
        }
    }
}

impl AddAssign for Tally {
    fn add_assign(&mut self, other: Tally) {
        *self = *self + other;
    }
}

/// A number for each way a game can end.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct ByEnding<T = u64> {
    /// Won by X.
    pub x_wins: T,
    /// Drawn.
    pub draws: T,
    /// Won by O.
    pub o_wins: T,
}

impl<T> ByEnding<T> {
    /// The number of an ending.
    pub fn of(&mut self, ending: Ending) -> &mut T {
        match ending {
            Ending::Won(Side::X) => &mut self.x_wins,
            Ending::Drawn => &mut self.draws,
            Ending::Won(Side::O) => &mut self.o_wins,
        }
    }
}

impl ByEnding {
    /// Games in all; `None` when a file claims more than can be counted.
    #[must_use]
    pub fn games(&self) -> Option<u64> {
        self.x_wins.checked_add(self.draws)?.checked_add(self.o_wins)
    }

    /// The shares of games won by X, drawn and won by O; `None` before the first game.
    #[must_use]
    pub fn shares(&self) -> Option<[f64; 3]> {
        let counts = [self.x_wins, self.draws, self.o_wins].map(|count| count as f64);
        let games: f64 = counts.iter().sum();
        (games > 0.0).then(|| counts.map(|count| count / games))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_ending_has_its_count() {
        let mut tally = ByEnding::default();
        for ending in [Ending::Won(Side::X), Ending::Won(Side::O), Ending::Won(Side::X), Ending::Drawn] {
            *tally.of(ending) += 1;
        }
        assert_eq!(tally, ByEnding { x_wins: 2, draws: 1, o_wins: 1 });
        assert_eq!((tally.games(), tally.shares()), (Some(4), Some([0.5, 0.25, 0.25])));
    }

    #[test]
    fn nothing_has_no_shares_and_too_much_has_no_sum() {
        let none = ByEnding::default();
        assert_eq!((none.games(), none.shares()), (Some(0), None));
        let most = ByEnding { x_wins: u64::MAX, draws: 0, o_wins: u64::MAX };
        assert_eq!((most.games(), most.shares()), (None, Some([0.5, 0.0, 0.5])));
    }

    #[test]
    fn sums_stop_at_the_largest_number() {
        let many = Tally { wins: u64::MAX, draws: 1, losses: 1 };
        assert_eq!((many.games(), (many + many).wins, (many + many).losses), (u64::MAX, u64::MAX, 2));
    }
}
