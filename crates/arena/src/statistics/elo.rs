//! Elo and expected score: two scales of the same thing (Elo 1978, the logistic curve of today).

/// The Elo difference at which a score (from 0 to 1) is to be expected; infinite at 0 and 1.
#[must_use]
pub fn elo_of_score(score: f64) -> f64 {
    400.0 * (score / (1.0 - score)).log10()
}

/// The score to be expected at an Elo difference.
#[must_use]
pub fn score_of_elo(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The rounded table of the FIDE handbook (B.02, 8.1) is that of the normal curve; these are the logistic curve's
    /// well-known points.
    #[test]
    fn known_points() {
        for (elo, score) in [(0.0, 0.5), (400.0, 10.0 / 11.0), (800.0, 100.0 / 101.0), (-400.0, 1.0 / 11.0)] {
            assert!((score_of_elo(elo) - score).abs() < 1e-12);
            assert!((elo_of_score(score) - elo).abs() < 1e-9);
        }
        assert_eq!((elo_of_score(1.0), elo_of_score(0.0)), (f64::INFINITY, f64::NEG_INFINITY));
    }

    proptest! {
        #![proptest_config(kinrow_testing::cases!(256))]

        #[test]
        fn there_and_back_and_antisymmetric(elo in -1500.0..1500.0f64) {
            prop_assert!((elo_of_score(score_of_elo(elo)) - elo).abs() < 1e-6);
            prop_assert!((score_of_elo(elo) + score_of_elo(-elo) - 1.0).abs() < 1e-12);
        }
    }
}
