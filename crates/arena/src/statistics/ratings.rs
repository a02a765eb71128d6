//! Ratings of everybody at once, by maximum likelihood: Bradley and Terry (1952), a draw being half a win and half a loss.
//!
//! Whoever has strength π is expected to score πᵢ / (πᵢ + πⱼ) against another. With log strengths the likelihood is concave, so
//! Newton's method finds the one best answer: there, everybody's expected points are the points made. In Elo a log strength is multiplied by
//! 400/ln 10, so that a difference of ratings means the same expected score as the Elo of a match.
//!
//! A model that gives draws a chance of their own (Davidson 1970) says more of how games end, but its strengths need not say how much
//! anybody scores: where the stronger side of each pair wins or draws and never loses, they have no bounds at all.
//!
//! Drawn games vary less than wins and losses, which is all that the model knows of: the covariance is the inverse of the information matrix
//! times the ratio of the variance that all games show to the variance expected (quasi-likelihood; Wedderburn 1974). It is at most
//! 1. One decided game between equals is added to both, so that draws alone do not make anybody certain. The mean rating is 0.

use super::QUANTILE_975;
use super::matrix::Matrix;
use kinrow_game::Tally;

/// One player's rating.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Rating {
    /// Relative to the mean of all.
    pub elo: f64,
    /// Half the width of the 95% interval.
    pub margin: f64,
    /// Natural logarithm of the strength; the mean is 0.
    pub log_strength: f64,
    /// Its standard error.
    pub standard_error: f64,
}

/// Why the results alone have no likeliest ratings.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Weakness {
    /// Some players have only won against all others, or only lost (or there are groups like that): the likeliest difference
    /// is infinite.
    Swept,
    /// There are groups that have not met: nothing is known of one against the other.
    Apart,
}

impl Weakness {
    /// Its name in machine-readable output, and in the keys of the text catalogues.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Weakness::Swept => "swept",
            Weakness::Apart => "apart",
        }
    }
}

/// Everybody's ratings.
#[derive(Clone, PartialEq, Debug)]
pub struct Ratings {
    /// In the order the players were given.
    pub players: Vec<Rating>,
    /// Why a weak prior had to help, if it had to: half a win and half a loss of every player against one of mean strength.
    pub weakness: Option<Weakness>,
}

/// Wins that the prior gives everybody, and losses, against a player of mean strength.
const PRIOR: f64 = 0.5;

/// Elo of one unit of log strength.
const SCALE: f64 = 400.0 / std::f64::consts::LN_10;

/// Rates players by `results[i][j]`, the games of `i` against `j` as `i` saw them (`results[j][i]` is not looked at for
/// `i < j`). `None` when nobody has played.
#[must_use]
pub fn rate(results: &[Vec<Tally>]) -> Option<Ratings> {
    let mut games = Games::new(results);
    if games.meetings.is_empty() {
        return None;
    }
    let weakness = games.weakness();
    if weakness.is_some() {
        games.add_prior();
    }
    let fitted = games.fit();
    let mean = fitted.iter().sum::<f64>() / fitted.len() as f64;
    let player = |(log_strength, standard_error): (&f64, f64)| Rating {
        elo: SCALE * (log_strength - mean),
        margin: SCALE * QUANTILE_975 * standard_error,
        log_strength: log_strength - mean,
        standard_error,
    };
    Some(Ratings {
        players: fitted.iter().zip(games.standard_errors(&fitted)).map(player).collect(),
        weakness,
    })
}

/// Who played whom.
struct Games {
    players: usize,
    meetings: Vec<Meeting>,
}

/// The games of two players; without a second one, against a player of mean strength.
struct Meeting {
    first: usize,
    second: Option<usize>,
    /// As the first saw them.
    wins: f64,
    draws: f64,
    losses: f64,
}

impl Meeting {
    fn games(&self) -> f64 {
        self.wins + self.draws + self.losses
    }

    fn points(&self) -> f64 {
        self.wins + self.draws / 2.0
    }

    /// What the first is expected to score in each game.
    fn expected(&self, log_strengths: &[f64]) -> f64 {
        let difference = log_strengths[self.first] - self.second.map_or(0.0, |second| log_strengths[second]);
        1.0 / (1.0 + (-difference).exp())
    }

    /// The variance of the points of all of its games, if none were drawn.
    fn variance(&self, expected: f64) -> f64 {
        self.games() * expected * (1.0 - expected)
    }

    /// How far the points of its games are from what was expected, squared and summed.
    fn spread(&self, expected: f64) -> f64 {
        let of = |points: f64, count: f64| count * (points - expected).powi(2);
        of(1.0, self.wins) + of(0.5, self.draws) + of(0.0, self.losses)
    }
}

impl Games {
    fn new(results: &[Vec<Tally>]) -> Games {
        let players = results.len();
        let pairs = (0..players).flat_map(|first| (first + 1..players).map(move |second| (first, second)));
        let meetings = pairs.map(|(first, second)| (first, second, results[first][second]));
        let meetings =
            meetings.filter(|(_, _, tally)| tally.games() > 0).map(|(first, second, tally)| Meeting {
                first,
                second: Some(second),
                wins: tally.wins as f64,
                draws: tally.draws as f64,
                losses: tally.losses as f64,
            });
        Games { players, meetings: meetings.collect() }
    }

    fn add_prior(&mut self) {
        let prior = |first| Meeting { first, second: None, wins: PRIOR, draws: 0.0, losses: PRIOR };
        self.meetings.extend((0..self.players).map(prior));
    }

    /// Ford (1957): a likeliest answer exists when everybody is reached from everybody by going from a player to
    /// those who took points from it.
    fn weakness(&self) -> Option<Weakness> {
        let reached = |goes: &dyn Fn(&Meeting) -> [bool; 2]| {
            let mut seen = vec![false; self.players];
            seen[0] = true;
            loop {
                let before = seen.iter().filter(|seen| **seen).count();
                for meeting in &self.meetings {
                    let (i, j) = (meeting.first, meeting.second.expect("the prior comes later"));
                    let [there, back] = goes(meeting);
                    seen[j] |= seen[i] && there;
                    seen[i] |= seen[j] && back;
                }
                let now = seen.iter().filter(|seen| **seen).count();
                if now == before {
                    return now == self.players;
                }
            }
        };
        let first_scored = |meeting: &Meeting| meeting.points() > 0.0;
        let second_scored = |meeting: &Meeting| meeting.points() < meeting.games();
        if !reached(&|_| [true, true]) {
            return Some(Weakness::Apart);
        }
        // All are reached from the first player, and the first player from all.
        let up = reached(&|meeting| [second_scored(meeting), first_scored(meeting)]);
        let down = reached(&|meeting| [first_scored(meeting), second_scored(meeting)]);
        (!(up && down)).then_some(Weakness::Swept)
    }

    /// Log strengths by Newton's method, with steps halved until the likelihood grows.
    fn fit(&self) -> Vec<f64> {
        let mut at = vec![0.0; self.players];
        let mut here = self.likelihood(&at);
        for _ in 0..200 {
            let Some(step) = self.information(&at).solve(&self.slope(&at)) else { break };
            let mut length = 1.0;
            let (next, there) = loop {
                let next: Vec<f64> = at.iter().zip(&step).map(|(x, dx)| x + length * dx).collect();
                let there = self.likelihood(&next);
                if there >= here || length < 1e-9 {
                    break (next, there);
                }
                length /= 2.0;
            };
            (at, here) = (next, there);
            if step.iter().all(|dx| dx.abs() < 1e-12) {
                break;
            }
        }
        at
    }

    fn likelihood(&self, at: &[f64]) -> f64 {
        let of = |meeting: &Meeting| {
            let expected = meeting.expected(at);
            let ln = |count: f64, chance: f64| if count > 0.0 { count * chance.ln() } else { 0.0 };
            ln(meeting.points(), expected) + ln(meeting.games() - meeting.points(), 1.0 - expected)
        };
        self.meetings.iter().map(of).sum()
    }

    fn slope(&self, at: &[f64]) -> Vec<f64> {
        let mut slope = vec![0.0; self.players];
        for meeting in &self.meetings {
            let more = meeting.points() - meeting.games() * meeting.expected(at);
            slope[meeting.first] += more;
            if let Some(second) = meeting.second {
                slope[second] -= more;
            }
        }
        slope
    }

    /// Strengths are known only up to a common factor, so the information has no height along (1, 1, …, 1). A ridge there
    /// makes the matrix regular; it moves nothing, because the slope has no part in that direction, and it is taken
    /// out again when standard errors are measured from the mean.
    fn information(&self, at: &[f64]) -> Matrix {
        let mut information = Matrix::zero(self.players);
        for meeting in &self.meetings {
            let (variance, first) = (meeting.variance(meeting.expected(at)), meeting.first);
            information.add(first, first, variance);
            if let Some(second) = meeting.second {
                information.add(second, second, variance);
                information.add(first, second, -variance);
                information.add(second, first, -variance);
            }
        }
        for row in 0..self.players {
            for column in 0..self.players {
                information.add(row, column, 1.0 / self.players as f64);
            }
        }
        information
    }

    /// How much points vary, of how much they would without draws.
    fn dispersion(&self, at: &[f64]) -> f64 {
        let (mut shown, mut expected) = (0.25, 0.25);
        for meeting in &self.meetings {
            let points = meeting.expected(at);
            shown += meeting.spread(points);
            expected += meeting.variance(points);
        }
        f64::min(1.0, shown / expected)
    }

    /// Standard errors of the differences from the mean.
    fn standard_errors(&self, at: &[f64]) -> Vec<f64> {
        let Some(covariance) = self.information(at).inverse() else {
            return vec![f64::INFINITY; self.players];
        };
        let n = self.players as f64;
        let row_mean = |row: usize| (0..self.players).map(|k| covariance.get(row, k)).sum::<f64>() / n;
        let means: Vec<f64> = (0..self.players).map(row_mean).collect();
        let mean = means.iter().sum::<f64>() / n;
        let dispersion = self.dispersion(at);
        let variance = |i| dispersion * (covariance.get(i, i) - 2.0 * means[i] + mean).max(0.0);
        (0..self.players).map(|i| variance(i).sqrt()).collect()
    }
}

#[cfg(test)]
#[path = "ratings_tests.rs"]
mod tests;
