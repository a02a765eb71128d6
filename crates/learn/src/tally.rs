//! How the training games ended, counted from the first on.
//!
//! A look tells how a learner fares against others, the tally what it learned from. It is the chart that came with self-play:
//! the share of training games that each side has won so far (docs/reproduction.md, 001).

use kinrow_game::{Ending, Side};
use serde::{Deserialize, Serialize};

/// Training games won by X, drawn, and won by O.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub struct Tally {
    /// Won by X.
    pub x_wins: u64,
    /// Drawn.
    pub draws: u64,
    /// Won by O.
    pub o_wins: u64,
}

impl Tally {
    /// With one game more.
    #[must_use]
    pub(crate) fn with(mut self, ending: Ending) -> Tally {
        match ending {
            Ending::Won(Side::X) => self.x_wins += 1,
            Ending::Drawn => self.draws += 1,
            Ending::Won(Side::O) => self.o_wins += 1,
        }
        self
    }

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
        let endings = [Ending::Won(Side::X), Ending::Won(Side::O), Ending::Won(Side::X), Ending::Drawn];
        let tally = endings.into_iter().fold(Tally::default(), Tally::with);
        assert_eq!(tally, Tally { x_wins: 2, draws: 1, o_wins: 1 });
        assert_eq!((tally.games(), tally.shares()), (Some(4), Some([0.5, 0.25, 0.25])));
    }

    #[test]
    fn nothing_has_no_shares_and_too_much_has_no_sum() {
        assert_eq!((Tally::default().games(), Tally::default().shares()), (Some(0), None));
        let most = Tally { x_wins: u64::MAX, draws: 0, o_wins: u64::MAX };
        assert_eq!((most.games(), most.shares()), (None, Some([0.5, 0.0, 0.5])));
    }
}
