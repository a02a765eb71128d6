//! The score: results added up, player by player and pairing by pairing.

use std::collections::HashSet;

use kinrow_game::{Side, Tally};

use super::statistics::{Estimate, Outcomes, Ratings, rate};
use super::{Cost, Forfeit, Results};

/// Games lost by forfeit.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Forfeits {
    /// Over the time.
    pub time: u64,
    /// Illegal moves.
    pub illegal: u64,
    /// Failures.
    pub error: u64,
}

impl Forfeits {
    /// All of them.
    #[must_use]
    pub fn total(&self) -> u64 {
        self.time + self.illegal + self.error
    }
}

/// One player's score.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
pub struct Line {
    /// As X, the first mover.
    pub as_first: Tally,
    /// As O.
    pub as_second: Tally,
    /// Of the losses, those by forfeit.
    pub forfeits: Forfeits,
    /// What its moves cost.
    pub cost: Cost,
}

impl Line {
    /// On both sides.
    #[must_use]
    pub fn all(&self) -> Tally {
        self.as_first + self.as_second
    }
}

/// Everybody's score.
#[derive(Clone, PartialEq, Debug)]
pub struct Scoreboard {
    /// By player.
    pub lines: Vec<Line>,
    /// `cross[i][j]`: games of i against j, as i saw them.
    pub cross: Vec<Vec<Tally>>,
    /// `pairs[i][j]`: pairs of i against j by the points i made in them: LL, LD, DD or WL, WD, WW.
    pub pairs: Vec<Vec<[u64; 5]>>,
    /// Games counted.
    pub games: u64,
    /// Of these, how many are not a copy of another.
    pub different: u64,
}

impl Scoreboard {
    /// Adds up the games numbered below `counted`.
    #[must_use]
    pub fn of(players: usize, results: &Results, counted: u64) -> Scoreboard {
        let mut board = Scoreboard {
            lines: vec![Line::default(); players],
            cross: vec![vec![Tally::default(); players]; players],
            pairs: vec![vec![[0; 5]; players]; players],
            games: 0,
            different: 0,
        };
        let mut identities = HashSet::new();
        for (index, game) in results.below(counted) {
            board.games += 1;
            board.different += u64::from(identities.insert(game.identity));
            for side in Side::BOTH {
                let (player, other) = (game.players[side.index()], game.players[1 - side.index()]);
                let outcome = game.ending.seen_by(side);
                let line = &mut board.lines[player];
                match side {
                    Side::X => line.as_first.count(outcome),
                    Side::O => line.as_second.count(outcome),
                }
                line.cost += game.costs[side.index()];
                if outcome == kinrow_game::Outcome::Loss {
                    match game.forfeit {
                        Some(Forfeit::Time) => line.forfeits.time += 1,
                        Some(Forfeit::Illegal) => line.forfeits.illegal += 1,
                        Some(Forfeit::Error) => line.forfeits.error += 1,
                        None => {}
                    }
                }
                board.cross[player][other].count(outcome);
            }
            // The second game of a pair closes it, when the first is there.
            if index % 2 == 1
                && let Some(first) = results.get(index - 1)
            {
                let [one, other] = first.players;
                let half_points = 2.0 * (first.ending.points(Side::X) + game.ending.points(Side::O));
                let half_points = half_points as usize;
                board.pairs[one][other][half_points] += 1;
                board.pairs[other][one][4 - half_points] += 1;
            }
        }
        board
    }

    /// What the games of one player against another say: by pairs, or by games as long as there is no whole pair.
    #[must_use]
    pub fn estimate(&self, player: usize, other: usize) -> Option<Estimate> {
        let pairs = Outcomes::of_pairs(self.pairs[player][other]);
        Estimate::of(&pairs).or_else(|| Estimate::of(&Outcomes::of_games(&self.cross[player][other])))
    }

    /// Everybody's ratings; `None` before the first game.
    #[must_use]
    pub fn ratings(&self) -> Option<Ratings> {
        rate(&self.cross)
    }
}
