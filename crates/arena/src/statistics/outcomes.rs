//! How often each outcome came, and the likeliest world in which the mean is another than the one observed.
//!
//! The outcomes of a single game are 0, 1/2 and 1 point; those of a pair, as points a game, 0, 1/4, 1/2, 3/4 and 1.
//! Both the interval of the score and the sequential test ask the same question: under the hypothesis that the mean score
//! is s, what would the chances of the outcomes most likely be? Van den Bergh, "The support of the MLE of a multinomial
//! distribution" (fishtest's LLRcalc cites it), gives p̂ᵢ / (1 + x·(aᵢ − s)) with x such that the mean is s. Where the mean
//! asked for lies beyond the observed outcomes, the rest of the chance falls on the end of the scale; other testers mix in a
//! small prior instead.

use kinrow_game::Tally;

/// Counts of outcomes that are evenly spaced from 0 to 1.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Outcomes(Vec<u64>);

impl Outcomes {
    /// Single games: lost, drawn, won.
    #[must_use]
    pub fn of_games(tally: &Tally) -> Outcomes {
        Outcomes(vec![tally.losses, tally.draws, tally.wins])
    }

    /// Pairs of games: LL, LD, DD or WL, WD, WW.
    #[must_use]
    pub fn of_pairs(pentanomial: [u64; 5]) -> Outcomes {
        Outcomes(pentanomial.to_vec())
    }

    /// How many there are in all.
    #[must_use]
    pub fn total(&self) -> u64 {
        self.0.iter().sum()
    }

    /// The worth of each outcome with how often it came.
    fn weighed(&self) -> impl Iterator<Item = (f64, f64)> + '_ {
        let last = (self.0.len() - 1) as f64;
        self.0.iter().enumerate().map(move |(i, &count)| (i as f64 / last, count as f64))
    }

    /// The mean outcome; `None` without any.
    #[must_use]
    pub fn mean(&self) -> Option<f64> {
        let sum: f64 = self.weighed().map(|(worth, count)| worth * count).sum();
        (self.total() > 0).then(|| sum / self.total() as f64)
    }

    /// The likeliest chances of the outcomes if their mean were `mean`, which lies strictly between 0 and 1. There must be
    /// outcomes.
    #[must_use]
    pub fn chances_with_mean(&self, mean: f64) -> Vec<f64> {
        let total = self.total() as f64;
        let excess = |x: f64| -> f64 {
            self.weighed()
                .filter(|(_, count)| *count > 0.0)
                .map(|(worth, count)| count / total * (worth - mean) / (1.0 + x * (worth - mean)))
                .sum()
        };
        // Chances stay positive for x between these; the excess falls as x grows.
        let (mut low, mut high) = (-1.0 / (1.0 - mean), 1.0 / mean);
        for _ in 0..200 {
            let middle = 0.5 * (low + high);
            if excess(middle) > 0.0 {
                low = middle;
            } else {
                high = middle;
            }
        }
        let x = 0.5 * (low + high);
        let mut chances: Vec<f64> = self
            .weighed()
            .map(|(worth, count)| if count > 0.0 { count / total / (1.0 + x * (worth - mean)) } else { 0.0 })
            .collect();
        // Without a root inside, x is at an end and some chance is left: it belongs to the outcome whose denominator is 0.
        let rest = (1.0 - chances.iter().sum::<f64>()).max(0.0);
        let end = if x < 0.0 { chances.len() - 1 } else { 0 };
        chances[end] += rest;
        chances
    }

    /// The variance of one outcome if the mean were `mean`.
    #[must_use]
    pub fn variance_with_mean(&self, mean: f64) -> f64 {
        let chances = self.chances_with_mean(mean);
        self.weighed().zip(chances).map(|((worth, _), chance)| chance * (worth - mean).powi(2)).sum()
    }

    /// The logarithm of how much likelier the outcomes are with one mean than with another (generalised likelihood ratio).
    #[must_use]
    pub fn log_likelihood_ratio(&self, mean: f64, other: f64) -> f64 {
        let (chances, others) = (self.chances_with_mean(mean), self.chances_with_mean(other));
        self.weighed()
            .zip(chances.into_iter().zip(others))
            .filter(|((_, count), _)| *count > 0.0)
            .map(|((_, count), (chance, other))| count * (chance / other).ln())
            .sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn beyond_what_was_seen_the_end_of_the_scale_takes_the_rest() {
        let won = Outcomes::of_pairs([0, 0, 0, 0, 7]);
        let close = |a: &[f64], b: &[f64]| a.iter().zip(b).all(|(a, b)| (a - b).abs() < 1e-9);
        assert!(close(&won.chances_with_mean(0.7), &[0.3, 0.0, 0.0, 0.0, 0.7]));
        let drawn = Outcomes::of_pairs([0, 0, 9, 0, 0]);
        assert!(close(&drawn.chances_with_mean(0.6), &[0.0, 0.0, 0.8, 0.0, 0.2]));
        assert!(close(&drawn.chances_with_mean(0.5), &[0.0, 0.0, 1.0, 0.0, 0.0]));
        assert_eq!(Outcomes::of_pairs([0; 5]).mean(), None);
    }

    proptest! {
        #![proptest_config(kinrow_testing::cases!(256))]

        #[test]
        fn chances_add_up_to_one_and_have_the_mean(
            counts in proptest::array::uniform5(0u64..50).prop_filter("some", |c| c.iter().any(|&n| n > 0)),
            mean in 0.02..0.98f64,
        ) {
            let outcomes = Outcomes::of_pairs(counts);
            let chances = outcomes.chances_with_mean(mean);
            let sum: f64 = chances.iter().sum();
            let got: f64 = chances.iter().enumerate().map(|(i, chance)| chance * i as f64 / 4.0).sum();
            prop_assert!((sum - 1.0).abs() < 1e-7 && (got - mean).abs() < 1e-7, "{chances:?}");
            prop_assert!(chances.iter().all(|&chance| chance >= 0.0));
        }

        /// No other chances with that mean make the outcomes likelier: small steps that keep sum and mean do not climb.
        #[test]
        fn chances_are_the_likeliest(
            counts in proptest::array::uniform5(1u64..50),
            mean in 0.1..0.9f64,
            step in -0.001..0.001f64,
            at in 0usize..3,
        ) {
            let outcomes = Outcomes::of_pairs(counts);
            let best = outcomes.chances_with_mean(mean);
            let mut other = best.clone();
            for (i, part) in [(at, step), (at + 1, -2.0 * step), (at + 2, step)] {
                other[i] += part;
            }
            prop_assume!(other.iter().all(|&chance| chance > 0.0));
            let likelihood = |chances: &[f64]| -> f64 {
                counts.iter().zip(chances).map(|(&count, chance)| count as f64 * chance.ln()).sum()
            };
            prop_assert!(likelihood(&other) <= likelihood(&best) + 1e-9);
        }
    }
}
