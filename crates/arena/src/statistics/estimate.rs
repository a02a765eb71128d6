//! What counts say of the difference in strength: score, Elo, their 95% interval, and the likelihood of superiority.
//!
//! The interval holds every mean score s that the outcomes do not contradict: |score − s| ≤ 1.96·√(V(s)/n), where V(s) is the
//! variance of the likeliest chances with mean s. With two outcomes this is Wilson's interval (Wilson 1927); with many
//! outcomes seen it is the usual normal interval of fishtest and fastchess, to within a percent. Unlike that one it never has
//! no width: ten pairs all won say something, and not everything.

use super::{Outcomes, QUANTILE_975, cumulative, elo_of_score};

/// What outcomes say of the first player's strength against the second.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Estimate {
    /// Points a game.
    pub score: f64,
    /// The least score that the outcomes do not contradict (95%).
    pub score_low: f64,
    /// The largest.
    pub score_high: f64,
    /// Likelihood of superiority: one minus the chance of such a score, or a better one, among equals.
    pub superiority: f64,
}

impl Estimate {
    /// From outcomes; `None` when there are none.
    #[must_use]
    pub fn of(outcomes: &Outcomes) -> Option<Estimate> {
        let score = outcomes.mean()?;
        let deviation = |mean: f64| {
            let spread = (outcomes.variance_with_mean(mean) / outcomes.total() as f64).sqrt();
            // Only when nothing but draws was seen is there no spread, and then there is no difference either.
            if score == mean { 0.0 } else { (score - mean) / spread }
        };
        // The deviation grows with the distance from the score, so that a bisection finds where it passes the quantile.
        let edge = |end: f64| {
            let (mut inside, mut outside) = (score, end);
            for _ in 0..60 {
                let middle = 0.5 * (inside + outside);
                if deviation(middle).abs() <= QUANTILE_975 {
                    inside = middle;
                } else {
                    outside = middle;
                }
            }
            inside
        };
        Some(Estimate {
            score,
            score_low: if score <= 0.0 { 0.0 } else { edge(0.0) },
            score_high: if score >= 1.0 { 1.0 } else { edge(1.0) },
            superiority: cumulative(deviation(0.5)),
        })
    }

    /// Elo; infinite when everything was won or lost.
    #[must_use]
    pub fn elo(&self) -> f64 {
        elo_of_score(self.score)
    }

    /// The ends of Elo's 95% interval, which may be infinite.
    #[must_use]
    pub fn elo_interval(&self) -> (f64, f64) {
        (elo_of_score(self.score_low), elo_of_score(self.score_high))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kinrow_game::Tally;
    use proptest::prelude::*;

    fn of_games(wins: u64, losses: u64, draws: u64) -> Estimate {
        Estimate::of(&Outcomes::of_games(&Tally { wins, draws, losses })).unwrap()
    }

    fn margin(estimate: &Estimate) -> f64 {
        let (low, high) = estimate.elo_interval();
        (high - low) / 2.0
    }

    /// fastchess, app/tests/elo_test.cpp (wins, losses, draws; LL, LD, WL+DD, WD, WW), with its tolerance of one percent.
    #[test]
    fn the_numbers_of_fastchess() {
        let close = |ours: f64, theirs: f64| (ours - theirs).abs() <= 0.01 * theirs.abs().max(1.0);
        let second = of_games(136, 96, 111);
        assert!(close(second.elo(), 40.70) && close(margin(&second), 30.43), "{second:?}");
        for (counts, elo, error) in [
            ([34, 54, 31 + 32, 64, 75], 55.58, 27.65),
            ([332, 433, 457 + 41, 333, 334], -8.64, 10.33),
            ([7895, 8757, 5485 + 200, 568, 9999], -21.04, 2.95),
        ] {
            let estimate = Estimate::of(&Outcomes::of_pairs(counts)).unwrap();
            assert!(close(estimate.elo(), elo), "{counts:?}: {}", estimate.elo());
            assert!(close(margin(&estimate), error), "{counts:?}: {}", margin(&estimate));
        }
        // Likelihood of superiority there is the plain normal one; ours takes the variance of equals.
        for (superiority, published) in [
            (of_games(76, 89, 123).superiority, 0.1553),
            (second.superiority, 0.9960),
            (Estimate::of(&Outcomes::of_pairs([332, 433, 498, 333, 334])).unwrap().superiority, 0.0505),
        ] {
            assert!((superiority - published).abs() < 0.001, "{superiority} {published}");
        }
    }

    /// Newcombe (1998), "Two-sided confidence intervals for the single proportion", Statistics in Medicine 17, table I,
    /// method 3.
    #[test]
    fn two_outcomes_give_the_interval_of_wilson() {
        for (wins, games, low, high) in [
            (81, 263, 0.2553, 0.3662),
            (15, 148, 0.0624, 0.1605),
            (0, 20, 0.0000, 0.1611),
            (1, 29, 0.0061, 0.1718),
        ] {
            let estimate = of_games(wins, games - wins, 0);
            assert!((estimate.score_low - low).abs() < 6e-5, "{estimate:?}");
            assert!((estimate.score_high - high).abs() < 6e-5, "{estimate:?}");
        }
    }

    #[test]
    fn the_edges_claim_no_more_than_they_know() {
        assert_eq!(Estimate::of(&Outcomes::of_pairs([0; 5])), None);
        let won = Estimate::of(&Outcomes::of_pairs([0, 0, 0, 0, 10])).unwrap();
        assert_eq!((won.elo(), won.elo_interval().1), (f64::INFINITY, f64::INFINITY));
        // Wilson: n / (n + z²).
        assert!((won.score_low - 10.0 / (10.0 + QUANTILE_975 * QUANTILE_975)).abs() < 1e-9);
        assert!(won.superiority > 0.99 && won.superiority < 1.0);
        let one = Estimate::of(&Outcomes::of_pairs([0, 0, 0, 0, 1])).unwrap();
        assert!(one.elo_interval().0 < 0.0 && one.superiority < 0.9, "one pair proves nothing: {one:?}");
        let drawn = Estimate::of(&Outcomes::of_pairs([0, 0, 10, 0, 0])).unwrap();
        assert_eq!((drawn.elo(), drawn.superiority), (0.0, 0.5));
        assert!(drawn.score_high > 0.55 && (drawn.score_low + drawn.score_high - 1.0).abs() < 1e-9);
    }

    proptest! {
        #![proptest_config(kinrow_testing::cases!(256))]

        #[test]
        fn swapped_players_swap_everything(counts in proptest::array::uniform5(0u64..60)) {
            let mut swapped = counts;
            swapped.reverse();
            let both = [counts, swapped].map(|counts| Estimate::of(&Outcomes::of_pairs(counts)));
            let [Some(one), Some(other)] = both else { return Ok(()) };
            prop_assert!((one.score + other.score - 1.0).abs() < 1e-12);
            prop_assert!((one.score_low + other.score_high - 1.0).abs() < 1e-6);
            prop_assert!((one.superiority + other.superiority - 1.0).abs() < 1e-6);
            prop_assert!(one.elo() == -other.elo() || (one.elo() + other.elo()).abs() < 1e-6);
        }

        #[test]
        fn the_interval_holds_the_estimate_and_shrinks(counts in proptest::array::uniform5(0u64..60)) {
            let Some(few) = Estimate::of(&Outcomes::of_pairs(counts)) else { return Ok(()) };
            prop_assert!(0.0 <= few.score_low && few.score_low <= few.score);
            prop_assert!(few.score <= few.score_high && few.score_high <= 1.0);
            prop_assert!(few.score_low < few.score_high, "never without width");
            let many = Estimate::of(&Outcomes::of_pairs(counts.map(|count| 4 * count))).unwrap();
            prop_assert!(many.score_high - many.score_low < few.score_high - few.score_low);
        }
    }
}
