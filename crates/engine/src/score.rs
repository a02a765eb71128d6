//! Values inside the search: whole numbers for the side to move, in three bands. In the middle stand evaluations; above and below them
//! wins and losses that were found by a search which left moves of the loser out, and outermost those that are proven. Both carry their distance
//! from the root, so that a quicker win is the better one.

use kinrow_agent::{Proven, Value};
use kinrow_game::Outcome;

/// A value for the side to move.
pub(crate) type Score = i32;

/// Proven wins are counted down from here.
const WIN: Score = 30_000;

/// Likely wins are counted down from here.
const LIKELY: Score = 20_000;

/// No game is longer.
const LONGEST: Score = 1_000;

/// Evaluations stay within this.
pub(crate) const MOST_POINTS: Score = 15_000;

/// More than any score.
pub(crate) const INFINITE: Score = 32_000;

/// As good as a draw.
pub(crate) const DRAW: Score = 0;

/// A win that is complete so many plies from the root.
#[inline]
pub(crate) fn win_at(ply: usize) -> Score {
    WIN - ply as Score
}

/// A loss that is complete so many plies from the root.
#[inline]
pub(crate) fn loss_at(ply: usize) -> Score {
    -win_at(ply)
}

/// Whether it says how the game ends.
#[inline]
pub(crate) fn is_result(score: Score) -> bool {
    score.abs() > LIKELY - LONGEST
}

#[inline]
pub(crate) fn is_win(score: Score) -> bool {
    score > LIKELY - LONGEST
}

#[inline]
pub(crate) fn is_loss(score: Score) -> bool {
    score < LONGEST - LIKELY
}

/// Whether it says how the game ends, and nothing was left out.
#[inline]
pub(crate) fn is_proven(score: Score) -> bool {
    score.abs() > WIN - LONGEST
}

/// The same loss where not every answer was looked at.
#[inline]
pub(crate) fn without_proof(score: Score) -> Score {
    if score < LONGEST - WIN { score + WIN - LIKELY } else { score }
}

/// A score as the table keeps it: distances count from the position, not from the root.
#[inline]
pub(crate) fn from_here(score: Score, ply: usize) -> Score {
    match score {
        score if is_win(score) => score + ply as Score,
        score if is_loss(score) => score - ply as Score,
        score => score,
    }
}

/// A score of the table, so far from the root.
#[inline]
pub(crate) fn from_root(score: Score, ply: usize) -> Score {
    match score {
        score if is_win(score) => score - ply as Score,
        score if is_loss(score) => score + ply as Score,
        score => score,
    }
}

/// What a score means; evaluations become chances by a logistic curve that is `scale` points wide.
pub(crate) fn value(score: Score, scale: f64) -> Value {
    let distance = |top: Score| Some((top - score.abs()) as u32);
    let outcome = if score > 0 { Outcome::Win } else { Outcome::Loss };
    if is_proven(score) {
        Value::Proven(Proven { outcome, plies: distance(WIN) })
    } else if is_result(score) {
        Value::Likely(Proven { outcome, plies: distance(LIKELY) })
    } else {
        Value::Chance(1.0 / (1.0 + (-f64::from(score) / scale).exp()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_quicker_win_is_better_and_a_proof_best() {
        let likely = -without_proof(loss_at(3));
        let order =
            [loss_at(4), loss_at(8), -likely, -MOST_POINTS, 0, MOST_POINTS, likely, win_at(9), win_at(3)];
        assert!(order.is_sorted());
        assert!(is_proven(win_at(9)) && !is_proven(likely) && is_result(likely) && !is_result(MOST_POINTS));
        assert_eq!(without_proof(DRAW), DRAW);
    }

    #[test]
    fn the_table_counts_from_the_position() {
        for score in [win_at(7), loss_at(9), 12, without_proof(loss_at(9))] {
            assert_eq!(from_root(from_here(score, 5), 5), score);
        }
        assert_eq!(from_here(win_at(7), 5), win_at(2));
    }

    #[test]
    fn values_say_how_sure_they_are() {
        assert_eq!(value(win_at(3), 200.0).to_string(), "win in 3");
        assert_eq!(value(without_proof(loss_at(4)), 200.0).to_string(), "likely loss in 4");
        assert_eq!(value(0, 200.0).to_string(), "0.500");
    }
}
