//! Comparing estimates that come with 95% intervals: the interval of a difference, of a ratio, and a test of several
//! differences at once.

use super::{QUANTILE_975, cumulative, student_975};

/// An estimate with its 95% interval, which need not be symmetric.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Interval {
    /// The estimate.
    pub value: f64,
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

impl Interval {
    /// A number that is known exactly.
    #[must_use]
    pub fn exact(value: f64) -> Interval {
        Interval { value, low: value, high: value }
    }

    /// The mean of measurements, with Student's interval; exact when they do not differ. `None` without any.
    #[must_use]
    pub fn of_mean(values: &[f64]) -> Option<Interval> {
        let first = *values.first()?;
        if values.iter().all(|value| *value == first) {
            return Some(Interval::exact(first));
        }
        let n = values.len() as f64;
        let mean = values.iter().sum::<f64>() / n;
        let variance = values.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / (n - 1.0);
        let margin = student_975(values.len() as u64 - 1) * (variance / n).sqrt();
        Some(Interval { value: mean, low: mean - margin, high: mean + margin })
    }

    /// Whether there is nothing uncertain about it.
    #[must_use]
    pub fn is_exact(&self) -> bool {
        self.low == self.high
    }

    /// The interval of the ratio of two independent estimates above 0, from their own intervals: the difference of logarithms by
    /// the method of variance estimates recovery (Zou and Donner 2008). An end that reaches 0 has no logarithm, and leaves the
    /// ratio open on that side.
    #[must_use]
    pub fn ratio(self, other: Interval) -> Interval {
        let logs = |interval: Interval| [interval.value, interval.low.max(0.0), interval.high].map(f64::ln);
        let ([a, a_low, a_high], [b, b_low, b_high]) = (logs(self), logs(other));
        let low = a - b - (a - a_low).hypot(b_high - b);
        let high = a - b + (a_high - a).hypot(b - b_low);
        Interval { value: self.value / other.value, low: low.exp(), high: high.exp() }
    }

    /// The geometric mean of ratios, with Student's interval of the mean logarithm. `None` without any.
    #[must_use]
    pub fn of_ratios(ratios: &[f64]) -> Option<Interval> {
        let logs: Vec<f64> = ratios.iter().map(|ratio| ratio.ln()).collect();
        let Interval { value, low, high } = Interval::of_mean(&logs)?;
        Some(Interval { value: value.exp(), low: low.exp(), high: high.exp() })
    }

    /// The two-sided p-value of the difference of two independent estimates, this one being the larger. Each has the standard error
    /// of the half of its interval that faces the other; `widening` multiplies the error of the difference. Where an estimate is
    /// infinite only intervals that do not touch count as evidence.
    #[must_use]
    pub fn p_value(self, other: Interval, widening: f64) -> f64 {
        let difference = self.value - other.value;
        let z = if difference.is_finite() {
            let errors = [self.value - self.low, other.high - other.value].map(|half| half / QUANTILE_975);
            let error = errors[0].hypot(errors[1]) * widening;
            if difference == 0.0 { 0.0 } else { difference / error }
        } else if self.low > other.high {
            QUANTILE_975 * std::f64::consts::SQRT_2
        } else {
            0.0
        };
        2.0 * cumulative(-z.abs())
    }
}

/// Which of several hypotheses are rejected when all of them together may be rejected wrongly with chance `level` (Holm 1979).
#[must_use]
pub fn holm(p_values: &[f64], level: f64) -> Vec<bool> {
    let mut order: Vec<usize> = (0..p_values.len()).collect();
    order.sort_by(|&a, &b| p_values[a].total_cmp(&p_values[b]));
    let mut is_rejected = vec![false; p_values.len()];
    for (rank, &at) in order.iter().enumerate() {
        if p_values[at] > level / (p_values.len() - rank) as f64 {
            break;
        }
        is_rejected[at] = true;
    }
    is_rejected
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mean_has_students_interval() {
        // 1, 2, 3: mean 2, standard deviation 1, t(2) = 4.303.
        let interval = Interval::of_mean(&[1.0, 2.0, 3.0]).unwrap();
        assert!((interval.high - 2.0 - 4.3027 / 3f64.sqrt()).abs() < 1e-3, "{interval:?}");
        assert!(Interval::of_mean(&[5.0, 5.0]).unwrap().is_exact() && Interval::of_mean(&[]).is_none());
        let ratios = Interval::of_ratios(&[2.0, 8.0]).unwrap();
        assert!((ratios.value - 4.0).abs() < 1e-12);
        // ln 2 either side, standard error ln 2, t(1) = 12.706.
        assert!((ratios.high.ln() - 4f64.ln() - 12.7062 * 2f64.ln()).abs() < 1e-3);
    }

    #[test]
    fn a_ratio_of_exact_numbers_is_exact() {
        let ratio = Interval::exact(6.0).ratio(Interval::exact(3.0));
        assert!((ratio.low - 2.0).abs() < 1e-12 && (ratio.high - 2.0).abs() < 1e-12);
        let open = Interval::exact(1.0).ratio(Interval { value: 0.1, low: 0.0, high: 0.2 });
        assert!(open.high.is_infinite() && open.low > 4.0);
        // Only one is uncertain: the ratio is as uncertain as that.
        let half = Interval { value: 4.0, low: 2.0, high: 8.0 }.ratio(Interval::exact(2.0));
        assert!((half.low - 1.0).abs() < 1e-12 && (half.high - 4.0).abs() < 1e-12);
    }

    #[test]
    fn a_difference_is_tested_and_not_looked_at() {
        let of = |value: f64, margin: f64| Interval { value, low: value - margin, high: value + margin };
        // The difference is 1.96 standard errors of a difference: p is 5%.
        let p = of(2f64.sqrt(), 1.0).p_value(of(0.0, 1.0), 1.0);
        assert!((p - 0.05).abs() < 1e-9, "{p}");
        // These intervals overlap, and yet the difference is significant.
        assert!(of(1.5, 1.0).p_value(of(0.0, 1.0), 1.0) < 0.05);
        assert!(of(1.5, 1.0).p_value(of(0.0, 1.0), 2f64.sqrt()) > 0.05);
        assert_eq!(of(1.0, 1.0).p_value(of(1.0, 1.0), 1.0), 1.0);
        let endless = Interval { value: f64::INFINITY, low: 10.0, high: f64::INFINITY };
        assert!(endless.p_value(of(0.0, 1.0), 1.0) < 0.05 && endless.p_value(of(20.0, 1.0), 1.0) == 1.0);
    }

    /// Holm (1979), "A simple sequentially rejective multiple test procedure": with 0.01, 0.04, 0.03 and 0.005 at 5% the two
    /// smallest are rejected.
    #[test]
    fn several_tests_share_one_level() {
        assert_eq!(holm(&[0.01, 0.04, 0.03, 0.005], 0.05), [true, false, false, true]);
        assert_eq!(holm(&[0.04], 0.05), [true]);
        assert_eq!(holm(&[0.04, 0.04], 0.05), [false, false]);
        assert!(holm(&[], 0.05).is_empty());
    }
}
