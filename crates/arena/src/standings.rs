//! Who stands where: players by their ratings.

use std::cmp::Ordering;

use crate::Scoreboard;
use crate::statistics::{Rating, Weakness};

/// Players, the best first, with their ratings where there are any.
#[derive(Clone, Debug)]
pub struct Standings {
    /// Players by number, the best first; equals in the order they were given.
    pub order: Vec<usize>,
    /// By player.
    pub ratings: Vec<Option<Rating>>,
    /// Why a weak prior was needed.
    pub weakness: Option<Weakness>,
}

impl Standings {
    /// After these games.
    #[must_use]
    pub fn of(board: &Scoreboard) -> Standings {
        let found = board.ratings();
        let ratings: Vec<Option<Rating>> = match &found {
            Some(found) => found.players.iter().copied().map(Some).collect(),
            None => vec![None; board.lines.len()],
        };
        let mut order: Vec<usize> = (0..board.lines.len()).collect();
        // The sort is stable: equals stay in the order they were given.
        let elo = |player: usize| ratings[player].map_or(0.0, |rating: Rating| rating.elo);
        order.sort_by(|&one, &other| {
            // Equal results give ratings that differ by rounding only.
            let difference = elo(other) - elo(one);
            if difference.abs() < 1e-6 { Ordering::Equal } else { difference.total_cmp(&0.0) }
        });
        Standings { order, ratings, weakness: found.and_then(|found| found.weakness) }
    }
}
