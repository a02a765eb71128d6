//! The upper confidence bound UCB1 (Auer, Cesa-Bianchi and Fischer 2002), cut where it can be computed least often.
//!
//! The bound of a child is `mean + c * sqrt(ln(N) / n)`, N and n being the visits of parent and child. `c * sqrt(ln N)`
//! is the same for all children of a parent and is worked out here once a visit; `1 / sqrt(n)` ([`spread`]) changes only for
//! the child that was visited and is kept with it. What is left for each child is a multiplication and an addition.

use std::sync::LazyLock;

/// `1 / sqrt(n)`; of few visits, which are the many, from a table.
#[inline]
pub(super) fn spread(visits: u32) -> f32 {
    const FEW: usize = 1 << Exploration::BITS;
    static SPREADS: LazyLock<[f32; FEW]> =
        LazyLock::new(|| std::array::from_fn(|visits| computed(visits as u32)));
    fn computed(visits: u32) -> f32 {
        1.0 / (visits as f32).sqrt()
    }
    SPREADS.get(visits as usize).copied().unwrap_or_else(|| computed(visits))
}

/// `c * sqrt(ln N)` from a table. Of an N above it the ten leading bits count, which changes the term by less than one
/// part in five thousand.
#[derive(Debug)]
pub(super) struct Exploration {
    c: f32,
    logarithms: Vec<f32>,
    small: Vec<f32>,
}

impl Exploration {
    const BITS: u32 = 10;

    pub(super) fn new(c: f64) -> Exploration {
        // Rounded from double precision, so that libraries that differ in the last bit give the same search.
        let logarithms = (0..1 << Self::BITS).map(|visits| f64::from(visits.max(1)).ln());
        Exploration {
            c: c as f32,
            logarithms: logarithms.clone().map(|ln| ln as f32).collect(),
            small: logarithms.map(|ln| (c * ln.sqrt()) as f32).collect(),
        }
    }

    /// For the children of a position visited so often.
    #[inline]
    pub(super) fn after(&self, visits: u32) -> f32 {
        if let Some(&known) = self.small.get(visits as usize) {
            return known;
        }
        let beyond = (u32::BITS - Self::BITS) - visits.leading_zeros();
        let logarithm = self.logarithms[(visits >> beyond) as usize] + beyond as f32 * std::f32::consts::LN_2;
        self.c * logarithm.sqrt()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_the_formula() {
        let exploration = Exploration::new(1.414);
        for visits in (1..5000).chain((0..32).map(|bits| u32::MAX >> bits)) {
            let formula = 1.414 * f64::from(visits).ln().sqrt();
            let error = (f64::from(exploration.after(visits)) - formula).abs();
            assert!(error <= formula / 5000.0, "{visits}: {error}");
        }
    }
}
