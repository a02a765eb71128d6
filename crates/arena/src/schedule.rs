//! Which game has which number: the order of play as arithmetic.
//!
//! Games 2p and 2p+1 are a pair: the same two players and the same opening, with the sides swapped. A round lets every
//! pairing play one pair from one opening; a longer contest is a shorter one with more rounds after it.

use kinrow_game::{Ending, Side};
use serde::{Deserialize, Serialize};

use super::Results;

/// Who meets whom.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "format", rename_all = "lowercase")]
pub enum Format {
    /// Everybody meets everybody.
    RoundRobin,
    /// The first so many meet the rest, and not each other.
    Gauntlet {
        /// How many.
        challengers: usize,
    },
    /// Players stand in a line, the first on top. In each step neighbours play a match (in even steps the first with the
    /// second, the third with the fourth and so on; in odd steps the second with the third and so on), and whoever
    /// scores more stands above; a tie changes nothing. As many steps as players can turn any order into any other
    /// (odd-even transposition sort, Habermann 1972).
    Ladder {
        /// How many.
        steps: u64,
    },
}

/// A format for so many players with so many pairs of games a pairing (in a ladder: a match of neighbours).
#[derive(Clone, Debug)]
pub struct Schedule {
    players: usize,
    format: Format,
    rounds: u64,
    /// Of a round robin and a gauntlet.
    pairings: Vec<[usize; 2]>,
}

/// One game: who plays which side, from which opening.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Fixture {
    /// Its number.
    pub index: u64,
    /// Who plays X.
    pub x: usize,
    /// Who plays O.
    pub o: usize,
    /// The opening's number.
    pub opening: u64,
}

/// What is to be done about a number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Next {
    /// This game.
    Play(Fixture),
    /// It depends on games that are not finished.
    Wait,
    /// There is no such game.
    End,
}

impl Schedule {
    /// A format for `players` players and `rounds` pairs of games a pairing.
    #[must_use]
    pub fn new(players: usize, format: Format, rounds: u64) -> Schedule {
        let all = (0..players).flat_map(|i| (i + 1..players).map(move |j| [i, j]));
        let pairings = match format {
            Format::RoundRobin => all.collect(),
            Format::Gauntlet { challengers } => {
                all.filter(|[i, j]| *i < challengers && *j >= challengers).collect()
            }
            Format::Ladder { .. } => Vec::new(),
        };
        Schedule { players, format, rounds, pairings }
    }

    /// The format.
    #[must_use]
    pub fn format(&self) -> Format {
        self.format
    }

    /// Pairs of games a pairing.
    #[must_use]
    pub fn rounds(&self) -> u64 {
        self.rounds
    }

    /// Games in all.
    #[must_use]
    pub fn games(&self) -> u64 {
        2 * self.rounds
            * match self.format {
                Format::RoundRobin | Format::Gauntlet { .. } => self.pairings.len() as u64,
                Format::Ladder { steps } => (0..steps).map(|step| self.matches(step)).sum(),
            }
    }

    /// The game of a number, given what is finished.
    #[must_use]
    pub fn next(&self, index: u64, results: &Results) -> Next {
        let pair = index / 2;
        let (players, opening) = match self.format {
            Format::RoundRobin | Format::Gauntlet { .. } => {
                let count = self.pairings.len() as u64;
                if count == 0 || pair / count >= self.rounds {
                    return Next::End;
                }
                (self.pairings[(pair % count) as usize], pair / count)
            }
            Format::Ladder { steps } => {
                let Some((step, first)) = self.step_of(pair, steps) else { return Next::End };
                let Some(order) = self.order(step, results) else { return Next::Wait };
                let matches = self.matches(step);
                let (round, place) = ((pair - first) / matches, (pair - first) % matches);
                let above = (step % 2 + 2 * place) as usize;
                ([order[above], order[above + 1]], step * self.rounds + round)
            }
        };
        let [x, o] = if index.is_multiple_of(2) { players } else { [players[1], players[0]] };
        Next::Play(Fixture { index, x, o, opening })
    }

    /// A ladder's order now, the best first: after the last step that is finished. `None` for other formats.
    #[must_use]
    pub fn ladder(&self, results: &Results) -> Option<Vec<usize>> {
        let Format::Ladder { steps } = self.format else { return None };
        (0..=steps).rev().find_map(|step| self.order(step, results))
    }

    /// Matches of a ladder's step.
    fn matches(&self, step: u64) -> u64 {
        (self.players as u64).saturating_sub(step % 2) / 2
    }

    /// The step that a pair belongs to, and the first pair of that step.
    fn step_of(&self, pair: u64, steps: u64) -> Option<(u64, u64)> {
        let mut first = 0;
        for step in 0..steps {
            let end = first + self.rounds * self.matches(step);
            if pair < end {
                return Some((step, first));
            }
            first = end;
        }
        None
    }

    /// The order before a step; `None` while earlier steps are not finished.
    fn order(&self, step: u64, results: &Results) -> Option<Vec<usize>> {
        let mut order: Vec<usize> = (0..self.players).collect();
        let mut pair = 0;
        for earlier in 0..step {
            let matches = self.matches(earlier);
            let mut lower = vec![0.0; matches as usize];
            for _ in 0..self.rounds {
                for place in 0..matches {
                    let below = order[(earlier % 2 + 2 * place) as usize + 1];
                    for index in [2 * pair, 2 * pair + 1] {
                        lower[place as usize] += points(results, index, below)?;
                    }
                    pair += 1;
                }
            }
            for (place, points) in lower.into_iter().enumerate() {
                if points > self.rounds as f64 {
                    order.swap((earlier % 2) as usize + 2 * place, (earlier % 2) as usize + 2 * place + 1);
                }
            }
        }
        Some(order)
    }
}

/// The points that a player made in a game; `None` while it is not finished.
fn points(results: &Results, index: u64, player: usize) -> Option<f64> {
    let game = results.get(index)?;
    let side = if game.players[0] == player { Side::X } else { Side::O };
    Some(Ending::points(game.ending, side))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Cost, Summary};

    fn fixtures(schedule: &Schedule, results: &Results) -> Vec<Fixture> {
        (0..)
            .map_while(|index| match schedule.next(index, results) {
                Next::Play(fixture) => Some(fixture),
                Next::Wait | Next::End => None,
            })
            .collect()
    }

    #[test]
    fn everybody_meets_everybody_on_both_sides_from_one_opening_a_round() {
        let schedule = Schedule::new(4, Format::RoundRobin, 3);
        let all = fixtures(&schedule, &Results::default());
        assert_eq!((schedule.games(), all.len()), (36, 36));
        for pair in all.chunks(2) {
            assert_eq!((pair[0].x, pair[0].o, pair[0].opening), (pair[1].o, pair[1].x, pair[1].opening));
        }
        for round in all.chunks(12) {
            assert!(round.iter().all(|fixture| fixture.opening == round[0].opening));
            let mut met: Vec<_> = round.iter().map(|fixture| (fixture.x, fixture.o)).collect();
            met.sort_unstable();
            met.dedup();
            assert_eq!(met.len(), 12);
        }
        // More rounds go on where fewer ended.
        let longer = fixtures(&Schedule::new(4, Format::RoundRobin, 5), &Results::default());
        assert_eq!(longer[..36], all[..]);
    }

    #[test]
    fn a_gauntlet_spares_those_who_do_not_run_it() {
        let schedule = Schedule::new(5, Format::Gauntlet { challengers: 2 }, 1);
        let all = fixtures(&schedule, &Results::default());
        assert_eq!((schedule.games(), all.len()), (12, 12));
        assert!(all.iter().all(|fixture| fixture.x.min(fixture.o) < 2 && fixture.x.max(fixture.o) >= 2));
    }

    /// The player of the higher number always wins: the ladder turns round within as many steps as players.
    #[test]
    fn a_ladder_sorts() {
        for players in 2..8 {
            let schedule = Schedule::new(players, Format::Ladder { steps: players as u64 }, 2);
            let mut results = Results::default();
            let mut waited = false;
            for index in 0.. {
                let fixture = match schedule.next(index, &results) {
                    Next::Play(fixture) => fixture,
                    Next::Wait => panic!("everything before is finished"),
                    Next::End => break,
                };
                // Whoever comes too early waits.
                let later = schedule.next(schedule.games() - 1, &results);
                waited |= later == Next::Wait;
                let winner = if fixture.x > fixture.o { Side::X } else { Side::O };
                let players = [fixture.x, fixture.o];
                let costs = [Cost::default(); 2];
                let summary =
                    Summary { players, ending: Ending::Won(winner), forfeit: None, identity: 0, costs };
                results.insert(index, summary);
            }
            assert_eq!(results.len(), schedule.games());
            assert_eq!(schedule.ladder(&results), Some((0..players).rev().collect()));
            assert!(waited || players == 2);
        }
        assert_eq!(Schedule::new(3, Format::RoundRobin, 1).ladder(&Results::default()), None);
    }
}
