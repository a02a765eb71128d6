//! Ratings of everybody at once, by maximum likelihood: Bradley and Terry (1952) with draws as Davidson (1970) has them.
//!
//! Whoever has strength π beats, draws with or loses to another in the proportions πᵢ : ν·√(πᵢπⱼ) : πⱼ. With log strengths and
//! log ν the likelihood is concave, so Newton's method finds the one best answer, and the inverse of the information matrix
//! is the covariance of the estimates.
//!
//! In Elo, a log strength is multiplied by 400/ln 10 · 2/(2+ν): among near equals that makes a rating difference mean the
//! same expected score as the logistic Elo of a match (BayesElo scales in the same way); without draws it is the plain
//! Bradley-Terry Elo. The factor is taken as known in the interval. The mean rating is 0.

use super::matrix::Matrix;
use kinrow_game::Tally;

use super::QUANTILE_975;

/// One player's rating.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Rating {
    /// Relative to the mean of all.
    pub elo: f64,
    /// Half the width of the 95% interval.
    pub margin: f64,
    /// Natural logarithm of Davidson's strength; the mean is 0.
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
    /// Nobody ever won a game.
    OnlyDraws,
}

impl Weakness {
    /// Its name in machine-readable output, and in the keys of the text catalogues.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Weakness::Swept => "swept",
            Weakness::Apart => "apart",
            Weakness::OnlyDraws => "only-draws",
        }
    }
}

/// Everybody's ratings.
#[derive(Clone, PartialEq, Debug)]
pub struct Ratings {
    /// In the order the players were given.
    pub players: Vec<Rating>,
    /// Davidson's ν: how readily equals draw, against winning (0 when there were no draws).
    pub draw_parameter: f64,
    /// Why a weak prior had to help, if it had to: half a win and half a loss of every player against one of mean strength.
    pub weakness: Option<Weakness>,
}

/// Wins that the prior gives everybody, and losses, against a player of mean strength.
const PRIOR: f64 = 0.5;

/// Rates players by `results[i][j]`, the games of `i` against `j` as `i` saw them (`results[j][i]` is not looked at for
/// `i < j`). `None` when nobody has played.
#[must_use]
pub fn rate(results: &[Vec<Tally>]) -> Option<Ratings> {
    let games = Games::new(results);
    let all: Tally = games.pairs.iter().fold(Tally::default(), |sum, (_, _, tally)| sum + *tally);
    if all.games() == 0 {
        return None;
    }
    let weakness = games.weakness();
    let fit = games.fit(if weakness.is_some() { PRIOR } else { 0.0 });
    let scale = 400.0 / std::f64::consts::LN_10 * 2.0 / (2.0 + fit.draw_parameter);
    let players = fit
        .log_strengths
        .iter()
        .zip(&fit.standard_errors)
        .map(|(&log_strength, &standard_error)| Rating {
            elo: scale * log_strength,
            margin: scale * QUANTILE_975 * standard_error,
            log_strength,
            standard_error,
        })
        .collect();
    Some(Ratings { players, draw_parameter: fit.draw_parameter, weakness })
}

/// Who played whom.
struct Games {
    players: usize,
    pairs: Vec<(usize, usize, Tally)>,
}

struct Fit {
    log_strengths: Vec<f64>,
    standard_errors: Vec<f64>,
    draw_parameter: f64,
}

/// The log-likelihood at a point, its slope, and the information there.
struct Local {
    value: f64,
    slope: Vec<f64>,
    information: Matrix,
}

impl Games {
    fn new(results: &[Vec<Tally>]) -> Games {
        let players = results.len();
        let pairs = (0..players).flat_map(|i| (i + 1..players).map(move |j| (i, j)));
        let pairs = pairs.map(|(i, j)| (i, j, results[i][j])).filter(|(_, _, tally)| tally.games() > 0);
        Games { players, pairs: pairs.collect() }
    }

    /// Ford (1957): a likeliest answer exists when everybody is reached from everybody by going from a player to
    /// those who took points from it.
    fn weakness(&self) -> Option<Weakness> {
        let reached = |goes: &dyn Fn(&Tally) -> [bool; 2]| {
            let mut seen = vec![false; self.players];
            seen[0] = true;
            loop {
                let before = seen.iter().filter(|seen| **seen).count();
                for (i, j, tally) in &self.pairs {
                    let [there, back] = goes(tally);
                    seen[*j] |= seen[*i] && there;
                    seen[*i] |= seen[*j] && back;
                }
                let now = seen.iter().filter(|seen| **seen).count();
                if now == before {
                    return now == self.players;
                }
            }
        };
        let first_scored = |tally: &Tally| tally.wins + tally.draws > 0;
        let second_scored = |tally: &Tally| tally.losses + tally.draws > 0;
        if !reached(&|_| [true, true]) {
            return Some(Weakness::Apart);
        }
        // All are reached from the first player, and the first player from all.
        let up = reached(&|tally| [second_scored(tally), first_scored(tally)]);
        let down = reached(&|tally| [first_scored(tally), second_scored(tally)]);
        if !(up && down) {
            return Some(Weakness::Swept);
        }
        let is_drawn = self.pairs.iter().all(|(_, _, tally)| tally.wins + tally.losses == 0);
        is_drawn.then_some(Weakness::OnlyDraws)
    }

    /// Newton's method, with steps halved until the likelihood grows.
    fn fit(&self, prior: f64) -> Fit {
        let has_draws = self.pairs.iter().any(|(_, _, tally)| tally.draws > 0);
        let mut at = vec![0.0; self.players + usize::from(has_draws)];
        let mut here = self.local(&at, prior);
        for _ in 0..200 {
            let Some(step) = here.information.solve(&here.slope) else { break };
            let mut length = 1.0;
            let (next, there) = loop {
                let next: Vec<f64> = at.iter().zip(&step).map(|(x, dx)| x + length * dx).collect();
                let there = self.local(&next, prior);
                if there.value >= here.value || length < 1e-9 {
                    break (next, there);
                }
                length /= 2.0;
            };
            at = next;
            here = there;
            if step.iter().all(|dx| dx.abs() < 1e-12) {
                break;
            }
        }
        let mean = at[..self.players].iter().sum::<f64>() / self.players as f64;
        Fit {
            log_strengths: at[..self.players].iter().map(|x| x - mean).collect(),
            standard_errors: self.standard_errors(&here.information),
            draw_parameter: at.get(self.players).map_or(0.0, |log| log.exp()),
        }
    }

    /// Standard errors of the differences from the mean.
    fn standard_errors(&self, information: &Matrix) -> Vec<f64> {
        let Some(covariance) = information.inverse() else { return vec![f64::INFINITY; self.players] };
        let n = self.players as f64;
        let row_mean = |row: usize| (0..self.players).map(|k| covariance.get(row, k)).sum::<f64>() / n;
        let means: Vec<f64> = (0..self.players).map(row_mean).collect();
        let mean = means.iter().sum::<f64>() / n;
        (0..self.players).map(|i| (covariance.get(i, i) - 2.0 * means[i] + mean).max(0.0).sqrt()).collect()
    }

    /// Strengths are known only up to a common factor, so the information has no height along (1, 1, …, 1). A ridge there
    /// makes the matrix regular; it moves nothing, because the slope has no part in that direction, and it is taken
    /// out again when standard errors are measured from the mean.
    fn local(&self, at: &[f64], prior: f64) -> Local {
        let n = self.players;
        let log_nu = at.get(n).copied();
        let mut value = 0.0;
        let mut slope = vec![0.0; at.len()];
        let mut information = Matrix::zero(at.len());
        let mut game = |first: Option<usize>, second: Option<usize>, wins: f64, draws: f64, losses: f64| {
            let strength = |player: Option<usize>| player.map_or(0.0, |player| at[player]);
            let weights = [
                strength(first),
                log_nu.map_or(f64::NEG_INFINITY, |nu| nu + 0.5 * (strength(first) + strength(second))),
                strength(second),
            ];
            let most = weights.iter().copied().fold(f64::NEG_INFINITY, f64::max);
            let parts = weights.map(|weight| (weight - most).exp());
            let sum: f64 = parts.iter().sum();
            let chances = parts.map(|part| part / sum);
            let counts = [wins, draws, losses];
            for (weight, count) in weights.iter().zip(counts).filter(|(_, count)| *count > 0.0) {
                value += count * (weight - most - sum.ln());
            }
            // How each outcome's log weight grows with the parameters it is made of.
            let directions: [Vec<(usize, f64)>; 3] = [
                first.map(|player| (player, 1.0)).into_iter().collect(),
                first
                    .iter()
                    .chain(&second)
                    .map(|&player| (player, 0.5))
                    .chain(log_nu.map(|_| (n, 1.0)))
                    .collect(),
                second.map(|player| (player, 1.0)).into_iter().collect(),
            ];
            let total: f64 = counts.iter().sum();
            let mut expected = vec![0.0; at.len()];
            for ((direction, count), chance) in directions.iter().zip(counts).zip(chances) {
                for &(parameter, amount) in direction {
                    slope[parameter] += (count - total * chance) * amount;
                    expected[parameter] += chance * amount;
                    for &(other, other_amount) in direction {
                        information.add(parameter, other, total * chance * amount * other_amount);
                    }
                }
            }
            for (row, &one) in expected.iter().enumerate().filter(|(_, one)| **one != 0.0) {
                for (column, &other) in expected.iter().enumerate() {
                    information.add(row, column, -total * one * other);
                }
            }
        };
        for (i, j, tally) in &self.pairs {
            game(Some(*i), Some(*j), tally.wins as f64, tally.draws as f64, tally.losses as f64);
        }
        if prior > 0.0 {
            for player in 0..n {
                game(Some(player), None, prior, 0.0, prior);
            }
        }
        for row in 0..n {
            for column in 0..n {
                information.add(row, column, 1.0 / n as f64);
            }
        }
        Local { value, slope, information }
    }
}

#[cfg(test)]
#[path = "ratings_tests.rs"]
mod tests;
