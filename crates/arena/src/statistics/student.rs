//! Student's t distribution (Student 1908), as far as intervals of a mean need it.

use std::f64::consts::PI;

/// The share of a t distribution with so many degrees of freedom that lies between -t and t: the finite series of Abramowitz and
/// Stegun (1964), 26.7.3 and 26.7.4.
fn share_within(t: f64, freedom: u64) -> f64 {
    let angle = (t / (freedom as f64).sqrt()).atan();
    let (sine, cosine) = angle.sin_cos();
    let is_odd = freedom % 2 == 1;
    // 1 + (1/2)·cos² + (1·3)/(2·4)·cos⁴ + …, or with 2/3, (2·4)/(3·5), … and one cosine more where the freedom is odd.
    let (mut term, mut sum) = if is_odd { (cosine, cosine) } else { (1.0, 1.0) };
    let mut next = if is_odd { 2 } else { 1 };
    while next + 2 < freedom {
        term *= next as f64 / (next + 1) as f64 * cosine * cosine;
        sum += term;
        next += 2;
    }
    match (is_odd, freedom) {
        (true, 1) => 2.0 * angle / PI,
        (true, _) => 2.0 / PI * (angle + sine * sum),
        (false, _) => sine * sum,
    }
}

/// The t between whose two signs 95% of the distribution lie; infinite without any freedom.
#[must_use]
pub fn student_975(freedom: u64) -> f64 {
    if freedom == 0 {
        return f64::INFINITY;
    }
    // Beyond a few hundred degrees of freedom it differs from the normal quantile in the third digit only.
    let freedom = freedom.min(10_000);
    let (mut inside, mut outside) = (0.0, 20.0);
    for _ in 0..80 {
        let middle = 0.5 * (inside + outside);
        if share_within(middle, freedom) <= 0.95 {
            inside = middle;
        } else {
            outside = middle;
        }
    }
    inside
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::statistics::QUANTILE_975;

    /// Abramowitz and Stegun (1964), table 26.10.
    #[test]
    fn the_table_of_the_handbook() {
        for (freedom, t) in [
            (1, 12.706),
            (2, 4.303),
            (3, 3.182),
            (4, 2.776),
            (5, 2.571),
            (9, 2.262),
            (10, 2.228),
            (29, 2.045),
            (30, 2.042),
            (60, 2.000),
            (120, 1.980),
        ] {
            assert!((student_975(freedom) - t).abs() < 6e-4, "{freedom}: {}", student_975(freedom));
        }
        assert!((student_975(u64::MAX) - QUANTILE_975).abs() < 1e-3);
        assert_eq!(student_975(0), f64::INFINITY);
    }
}
