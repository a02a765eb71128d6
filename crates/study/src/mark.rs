//! How bad a move was, by the chance it gave away.

use kinrow_agent::{Proven, Value};
use kinrow_game::Outcome;

/// A move that gives away this much of a point is at least inaccurate.
pub const INACCURACY: f64 = 0.05;
/// From here on it is a mistake.
pub const MISTAKE: f64 = 0.15;
/// From here on it is a blunder. Half a point, the least that a proven result can lose, is far above this.
pub const BLUNDER: f64 = 0.30;

kinrow_agent::named! {
    /// What a move is called that gave something away; the worst last.
    pub enum Mark {
        /// A little.
        Inaccuracy = "inaccuracy",
        /// More.
        Mistake = "mistake",
        /// Much, or a proven result.
        Blunder = "blunder",
        /// A proven win.
        MissedWin = "missed-win",
    }
}

impl Mark {
    /// The mark of a move that gave away `loss`, if it deserves one.
    pub(crate) fn earned(before: Value, after: Value, loss: f64) -> Option<Mark> {
        let is_won = |value| matches!(value, Value::Proven(Proven { outcome: Outcome::Win, .. }));
        if loss < INACCURACY {
            // A win that is still all but certain has not been missed: the agent has just not proven it again.
            None
        } else if is_won(before) && !is_won(after) {
            Some(Mark::MissedWin)
        } else if loss >= BLUNDER {
            Some(Mark::Blunder)
        } else if loss >= MISTAKE {
            Some(Mark::Mistake)
        } else {
            Some(Mark::Inaccuracy)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_follow_the_loss() {
        let proven = |outcome| Value::Proven(Proven { outcome, plies: None });
        let (even, won) = (Value::Chance(0.5), proven(Outcome::Win));
        let of = |loss| Mark::earned(even, even, loss);
        assert_eq!([of(0.0), of(0.049)], [None; 2]);
        assert_eq!([of(0.05), of(0.149)], [Some(Mark::Inaccuracy); 2]);
        assert_eq!([of(0.15), of(0.299)], [Some(Mark::Mistake); 2]);
        assert_eq!([of(0.3), of(1.0)], [Some(Mark::Blunder); 2]);
        assert_eq!(Mark::earned(won, proven(Outcome::Draw), 0.5), Some(Mark::MissedWin));
        assert_eq!(Mark::earned(won, Value::Chance(0.9), 0.1), Some(Mark::MissedWin));
        assert_eq!(Mark::earned(won, Value::Chance(0.99), 0.01), None);
        assert_eq!(Mark::earned(proven(Outcome::Draw), proven(Outcome::Loss), 0.5), Some(Mark::Blunder));
    }
}
