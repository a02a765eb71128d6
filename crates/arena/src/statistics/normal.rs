//! The normal distribution, as far as it is needed here.

/// The point below which 97.5% of a normal distribution lie: what makes an interval one of 95%.
pub const QUANTILE_975: f64 = 1.959_963_984_540_054;

/// The share of a standard normal distribution below `x`.
///
/// Marsaglia (2004), "Evaluating the normal distribution", Journal of Statistical Software 11(4): the series
/// 1/2 + density · (x + x³/3 + x⁵/(3·5) + …), whose terms all have one sign.
#[must_use]
pub fn cumulative(x: f64) -> f64 {
    // Beyond, the rest is below what a number of this kind can tell from 0 or 1.
    if x.abs() > 8.0 {
        return if x > 0.0 { 1.0 } else { 0.0 };
    }
    let (mut term, mut sum, mut odd) = (x, x, 1.0);
    while (term / sum).abs() > f64::EPSILON {
        odd += 2.0;
        term *= x * x / odd;
        sum += term;
    }
    let density = (-0.5 * x * x).exp() / (2.0 * std::f64::consts::PI).sqrt();
    (0.5 + density * sum).clamp(0.0, 1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Abramowitz and Stegun (1964), table 26.1.
    #[test]
    fn the_tables_of_the_handbook() {
        for (x, share) in [
            (0.0, 0.5),
            (0.5, 0.691_462_461_274_013),
            (1.0, 0.841_344_746_068_543),
            (2.0, 0.977_249_868_051_821),
            (3.0, 0.998_650_101_968_370),
            (4.0, 0.999_968_328_758_167),
        ] {
            assert!((cumulative(x) - share).abs() < 1e-14, "{x}: {}", cumulative(x));
            assert!((cumulative(-x) - (1.0 - share)).abs() < 1e-14);
        }
        assert!((cumulative(QUANTILE_975) - 0.975).abs() < 1e-15);
        assert_eq!((cumulative(f64::INFINITY), cumulative(f64::NEG_INFINITY)), (1.0, 0.0));
    }
}
