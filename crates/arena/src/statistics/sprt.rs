//! The sequential probability ratio test (Wald 1945): after each pair, is it decided yet?
//!
//! The hypotheses are two Elo differences. The log-likelihood ratio is the generalised one of fishtest and fastchess (their
//! logistic model): each hypothesis is given the likeliest chances of the five pair outcomes with its mean score. The test
//! ends when the ratio leaves (log(β/(1−α)), log((1−β)/α)).

use std::fmt;
use std::str::FromStr;

use super::{Outcomes, score_of_elo};

/// A sequential test: the hypotheses and the errors allowed.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sprt {
    elo: [f64; 2],
    alpha: f64,
    beta: f64,
}

/// What the test says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// Not decided: play on.
    Open,
    /// The difference is elo0 rather than elo1.
    AcceptsFirst,
    /// The difference is elo1 rather than elo0.
    AcceptsSecond,
}

/// Where the test stands.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct SprtState {
    /// The log-likelihood ratio.
    pub ratio: f64,
    /// What it means.
    pub verdict: Verdict,
}

kinrow_game::sentences! {
    /// Why a text is not a sequential test.
    pub enum SprtError {
        /// Not NAME=NUMBER of a known name.
        Shape { given: String } = "sprt-shape" =>
            "'{given}' is not part of a sequential test: write elo0=0,elo1=20,alpha=0.05,beta=0.05 (alpha and beta may be left out)",
        /// Hypotheses missing, or in the wrong order.
        Hypotheses { given: String } = "sprt-hypotheses" =>
            "a sequential test needs elo0 below elo1, both from -1,000 to 1,000, such as elo0=0,elo1=20; '{given}' was given",
        /// Errors out of range.
        Errors { given: String } = "sprt-errors" =>
            "alpha and beta are chances of error, above 0 and below 0.5; '{given}' was given",
    }
}

impl Sprt {
    /// Where it ends: accepting the first hypothesis below the first number, the second above the second.
    #[must_use]
    pub fn bounds(&self) -> (f64, f64) {
        ((self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln())
    }

    /// Where it stands after these outcomes.
    #[must_use]
    pub fn state(&self, outcomes: &Outcomes) -> SprtState {
        if outcomes.total() == 0 {
            return SprtState { ratio: 0.0, verdict: Verdict::Open };
        }
        let [first, second] = self.elo.map(score_of_elo);
        let ratio = outcomes.log_likelihood_ratio(second, first);
        let (low, high) = self.bounds();
        let verdict = if ratio <= low {
            Verdict::AcceptsFirst
        } else if ratio >= high {
            Verdict::AcceptsSecond
        } else {
            Verdict::Open
        };
        SprtState { ratio, verdict }
    }

    /// The hypotheses, as Elo.
    #[must_use]
    pub fn elo(&self) -> [f64; 2] {
        self.elo
    }

    /// The chance of accepting elo1 when elo0 is true, and of the other error.
    #[must_use]
    pub fn errors(&self) -> [f64; 2] {
        [self.alpha, self.beta]
    }
}

/// `elo0=0,elo1=20,alpha=0.05,beta=0.05`.
impl FromStr for Sprt {
    type Err = SprtError;

    fn from_str(text: &str) -> Result<Sprt, SprtError> {
        let names = ["elo0", "elo1", "alpha", "beta"];
        let mut numbers = [None, None, None, None];
        for part in text.split(',').map(str::trim).filter(|part| !part.is_empty()) {
            let shape = || SprtError::Shape { given: part.into() };
            let (name, value) = part.split_once('=').ok_or_else(shape)?;
            let at = names.iter().position(|known| *known == name.trim()).ok_or_else(shape)?;
            let number: f64 = value.trim().parse().map_err(|_| shape())?;
            if !number.is_finite() || numbers[at].replace(number).is_some() {
                return Err(shape());
            }
        }
        let given = || text.to_string();
        let [Some(elo0), Some(elo1), alpha, beta] = numbers else {
            return Err(SprtError::Hypotheses { given: given() });
        };
        if elo0 >= elo1 || elo0 < -1000.0 || elo1 > 1000.0 {
            return Err(SprtError::Hypotheses { given: given() });
        }
        let (alpha, beta) = (alpha.unwrap_or(0.05), beta.unwrap_or(0.05));
        if [alpha, beta].iter().any(|error| !(*error > 0.0 && *error < 0.5)) {
            return Err(SprtError::Errors { given: given() });
        }
        Ok(Sprt { elo: [elo0, elo1], alpha, beta })
    }
}

impl fmt::Display for Sprt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "elo0={},elo1={},alpha={},beta={}", self.elo[0], self.elo[1], self.alpha, self.beta)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kinrow_game::Tally;
    use proptest::prelude::*;

    fn sprt(text: &str) -> Sprt {
        text.parse().unwrap()
    }

    /// fastchess, app/tests/sprt_test.cpp, "logistic": pairs as LL, LD, WL+DD, WD, WW; games as wins, losses, draws.
    #[test]
    fn the_numbers_of_fastchess() {
        for (test, counts, ratio) in [
            ("elo0=0.5,elo1=2.5", [223, 9863, 20_279 + 1000, 10_037, 246], -3.07),
            ("elo0=0,elo1=2", [871, 26_175, 55_003 + 980, 26_678, 821], -4.98),
        ] {
            let state = sprt(test).state(&Outcomes::of_pairs(counts));
            assert!((state.ratio - ratio).abs() < 0.01, "{} {ratio}", state.ratio);
            assert_eq!(state.verdict, Verdict::AcceptsFirst);
        }
        for (test, wins, losses, draws, ratio) in [
            ("elo0=0.5,elo1=2.5", 21_404, 21_184, 40_708, -1.57),
            ("elo0=0,elo1=2", 57_433, 57_030, 106_593, -2.59),
        ] {
            let state = sprt(test).state(&Outcomes::of_games(&Tally { wins, draws, losses }));
            assert!((state.ratio - ratio).abs() < 0.01, "{} {ratio}", state.ratio);
            assert_eq!(state.verdict, Verdict::Open);
        }
    }

    /// The bounds that every tester prints for errors of 5%.
    #[test]
    fn the_bounds_of_wald() {
        let (low, high) = sprt("elo0=0,elo1=5").bounds();
        assert!((low + 2.944).abs() < 1e-3 && (high - 2.944).abs() < 1e-3);
        let (low, high) = sprt("elo0=0,elo1=5,alpha=0.05,beta=0.10").bounds();
        assert!((low + 2.251).abs() < 1e-3 && (high - 2.890).abs() < 1e-3);
    }

    #[test]
    fn nothing_played_nothing_said_and_a_sweep_takes_its_time() {
        let test = sprt("elo0=0,elo1=20");
        assert_eq!(test.state(&Outcomes::of_pairs([0; 5])), SprtState { ratio: 0.0, verdict: Verdict::Open });
        // All won: n · log(s1 / s0).
        let state = |pairs| test.state(&Outcomes::of_pairs([0, 0, 0, 0, pairs]));
        assert!((state(10).ratio - 10.0 * (score_of_elo(20.0) / 0.5).ln()).abs() < 1e-9);
        assert_eq!((state(52).verdict, state(53).verdict), (Verdict::Open, Verdict::AcceptsSecond));
    }

    #[test]
    fn text_in_and_out() {
        assert_eq!(sprt("elo1=20, elo0=-5").to_string(), "elo0=-5,elo1=20,alpha=0.05,beta=0.05");
        for (text, words) in [
            ("", "needs elo0 below elo1"),
            ("elo0=5", "needs elo0 below elo1"),
            ("elo0=5,elo1=5", "needs elo0 below elo1"),
            ("elo0=0,elo1=9999", "from -1,000 to 1,000"),
            ("elo0=0,elo1=nan", "'elo1=nan' is not part"),
            ("elo0=0,elo1=5,alpha=0", "above 0 and below 0.5"),
            ("elo0=0,elo1=5,beta=0.5", "above 0 and below 0.5"),
            ("elo0=0,elo1=5,gamma=1", "'gamma=1' is not part"),
            ("elo0=0,elo0=0,elo1=5", "'elo0=0' is not part"),
            ("fast", "'fast' is not part"),
        ] {
            let error = text.parse::<Sprt>().unwrap_err().to_string();
            assert!(error.contains(words), "{text}: {error}");
        }
    }

    proptest! {
        #![proptest_config(kinrow_testing::cases!(256))]

        /// A score above both hypotheses speaks for the higher one, below both for the lower one.
        #[test]
        fn the_sign_follows_the_score(counts in proptest::array::uniform5(0u64..100)) {
            let outcomes = Outcomes::of_pairs(counts);
            let Some(mean) = outcomes.mean() else { return Ok(()) };
            let ratio = sprt("elo0=-10,elo1=10").state(&outcomes).ratio;
            if mean > score_of_elo(10.0) {
                prop_assert!(ratio > 0.0);
            }
            if mean < score_of_elo(-10.0) {
                prop_assert!(ratio < 0.0);
            }
            let mut swapped = counts;
            swapped.reverse();
            let other = sprt("elo0=-10,elo1=10").state(&Outcomes::of_pairs(swapped)).ratio;
            prop_assert!((ratio + other).abs() < 1e-6);
        }
    }
}
