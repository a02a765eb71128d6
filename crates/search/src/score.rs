//! The scores that minimax and alpha-beta compare: won sooner > won later > points > lost later > lost sooner.
//!
//! Packed into one integer, because a search compares scores in every node; the packing stays in this file. Scores are
//! for the side to move, and count distance from the position they belong to, so that a score can be stored in a table
//! and means the same wherever the position is met again.

use kinrow_agent::{Proven, Value};
use kinrow_game::Outcome;

/// What a position is worth to the side to move.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Score(i32);

/// Whether a faster win is better than a slower one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Distance {
    /// It is: scores count plies.
    Counted = 1,
    /// All wins are equal, as in the bare textbook.
    Ignored = 0,
}

const WON_BIT: u32 = 29;
const WON: i32 = 1 << WON_BIT;
/// No game lasts longer than 400 plies.
const LEAST_WON: i32 = WON - 1000;
/// Points stay nearer to nought than to a win.
const MOST_POINTS: i32 = WON / 2 - 1;

impl Score {
    /// Below every score.
    pub const LOWEST: Score = Score(-i32::MAX);
    /// Above every score.
    pub const HIGHEST: Score = Score(i32::MAX);

    /// The score of a game that is over.
    #[inline]
    #[must_use]
    pub fn of(outcome: Outcome) -> Score {
        // Loss, draw and win are 0, 1 and 2.
        Score((outcome as i32 - 1) * WON)
    }

    /// An evaluation; never as good as a win, however many points.
    #[inline]
    #[must_use]
    pub fn points(points: i32) -> Score {
        Score(points.clamp(-MOST_POINTS, MOST_POINTS))
    }

    /// The same for the other side, one ply earlier.
    #[inline]
    #[must_use]
    pub fn for_parent(self, distance: Distance) -> Score {
        // A decided score moves one towards zero: a win that is one ply further away is worth a little less.
        // In wins, rounded, a score is 1, 0 or -1.
        let step = (self.0 + WON / 2) >> WON_BIT;
        match distance {
            Distance::Counted => Score(step - self.0),
            Distance::Ignored => Score(-self.0),
        }
    }

    /// A bound of a node as its children see it: the inverse of [`Score::for_parent`].
    ///
    /// Strictly monotone over all bounds that a search meets, also beyond what a game can be worth ("lost at once" and the
    /// bound below it stay apart): an open window stays open, so that no node is cut before it was searched.
    #[inline]
    #[must_use]
    pub fn for_child(self, distance: Distance) -> Score {
        let step = i32::from(self.0 >= LEAST_WON) - i32::from(self.0 <= -LEAST_WON);
        Score((-self.0).saturating_sub(step * distance as i32).max(-i32::MAX))
    }

    /// The next lower score: a bound that also catches equals.
    #[must_use]
    pub fn just_below(self) -> Score {
        Score(self.0.saturating_sub(1).max(-i32::MAX))
    }

    /// Won or lost, not points.
    #[inline]
    #[must_use]
    pub fn is_decided(self) -> bool {
        self.0.abs() >= LEAST_WON
    }

    /// A win for the side to move.
    #[must_use]
    pub fn is_win(self) -> bool {
        self.0 >= LEAST_WON
    }

    /// The win or loss it names, with its distance.
    fn decided(self, distance: Distance) -> Option<Proven> {
        let plies = (distance == Distance::Counted).then(|| (WON - self.0.abs()).unsigned_abs());
        let outcome = if self.0 > 0 { Outcome::Win } else { Outcome::Loss };
        self.is_decided().then_some(Proven { outcome, plies })
    }

    /// As others see it, given what the search left out.
    #[must_use]
    pub fn to_value(self, distance: Distance, gaps: Gaps) -> Value {
        let draw = Proven { outcome: Outcome::Draw, plies: None };
        match self.decided(distance) {
            // Nothing is overlooked in a move that wins at once.
            Some(proven) if !gaps.moves || proven == (Proven { outcome: Outcome::Win, plies: Some(1) }) => {
                Value::Proven(proven)
            }
            Some(proven) => Value::Likely(proven),
            // Also where nothing was left out: in a game that is played for points.
            None if gaps.horizon || self.0 != 0 => Value::Points(self.0),
            None if gaps.moves => Value::Likely(draw),
            None => Value::Proven(draw),
        }
    }

    /// As a bound of a window; `None` when it bounds nothing.
    #[must_use]
    pub fn to_bound(self, distance: Distance) -> Option<Value> {
        if self.0.abs() == i32::MAX {
            return None;
        }
        // Bounds beyond "won at once", which no score reaches, are told as the nearest score that there is.
        let bound = Score(self.0.clamp(-WON, WON));
        Some(bound.decided(distance).map_or(Value::Points(bound.0), Value::Proven))
    }
}

/// What a search left out, and so what its scores do not prove.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Gaps {
    /// Positions were evaluated instead of searched to the end. Wins and losses are proven all the same.
    pub horizon: bool,
    /// Moves were not considered at all.
    pub moves: bool,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ladder() -> Vec<Score> {
        let (lost, won) = (Score::of(Outcome::Loss), Score::of(Outcome::Win));
        let earlier = |score: Score| score.for_parent(Distance::Counted);
        vec![
            Score::LOWEST,
            lost,
            earlier(earlier(lost)),
            Score::points(i32::MIN),
            Score::points(-3),
            Score::of(Outcome::Draw),
            Score::points(7),
            Score::points(i32::MAX),
            earlier(earlier(earlier(lost))),
            earlier(lost),
            won,
            Score::HIGHEST,
        ]
    }

    #[test]
    fn a_faster_win_and_a_slower_loss_are_better() {
        assert!(ladder().is_sorted_by(|a, b| a < b), "{:?}", ladder());
    }

    /// Every bound that a search can begin with: none at all, a score, or the one just below it.
    fn bounds() -> Vec<Score> {
        let is_open = |score: &Score| score.to_bound(Distance::Counted).is_none();
        let (open, scores): (Vec<Score>, Vec<Score>) = ladder().into_iter().partition(is_open);
        let mut bounds: Vec<Score> =
            scores.into_iter().flat_map(|score| [score.just_below(), score]).chain(open).collect();
        bounds.sort_unstable();
        bounds.dedup();
        bounds
    }

    #[test]
    fn an_open_window_stays_open_down_the_tree() {
        for distance in [Distance::Counted, Distance::Ignored] {
            let mut bounds = bounds();
            for ply in 0..400 {
                assert!(bounds.is_sorted_by(|a, b| a < b), "after {ply} plies: {bounds:?}");
                bounds = bounds.into_iter().rev().map(|bound| bound.for_child(distance)).collect();
            }
        }
    }

    #[test]
    fn bounds_go_down_and_scores_come_back_up() {
        for distance in [Distance::Counted, Distance::Ignored] {
            for bound in bounds() {
                for score in ladder().into_iter().filter(|score| score.to_bound(distance).is_some()) {
                    // A child's score is within its bound exactly when its parent's is within the parent's.
                    assert_eq!(
                        score.for_parent(distance) >= bound,
                        score <= bound.for_child(distance),
                        "{bound:?} {score:?}"
                    );
                }
            }
        }
    }
}
