//! The upper confidence bound UCB1 (Auer, Cesa-Bianchi and Fischer 2002), cut where it can be computed least often.
//!
//! The bound of a child is `mean + c * sqrt(ln(N) / n)`, N and n being the visits of parent and child. `c * sqrt(ln N)`
//! ([`Bound::exploration`]) is the same for all children of a parent and is worked out once a visit; `1 / sqrt(n)`
//! ([`Bound::spread`]) changes only for the child that was visited and is kept with it. What is left for each child is a
//! multiplication and an addition.

/// The two terms, from tables where visits are few, which is where most are.
#[derive(Debug)]
pub(super) struct Bound {
    c: f32,
    logarithms: Vec<f32>,
    explorations: Vec<f32>,
    spreads: Vec<f32>,
}

impl Bound {
    const BITS: u32 = 10;

    pub(super) fn new(c: f64) -> Bound {
        let few = || (0..1 << Self::BITS).map(|visits: u32| f64::from(visits.max(1)));
        // Rounded from double precision, so that libraries that differ in the last bit give the same search.
        Bound {
            c: c as f32,
            logarithms: few().map(|visits| visits.ln() as f32).collect(),
            explorations: few().map(|visits| (c * visits.ln().sqrt()) as f32).collect(),
            spreads: (0..1 << Self::BITS).map(spread).collect(),
        }
    }

    /// `c * sqrt(ln N)`. Of an N beyond the table the ten leading bits count, which changes the term by less than one part
    /// in five thousand.
    #[inline]
    pub(super) fn exploration(&self, visits: u32) -> f32 {
        if let Some(&known) = self.explorations.get(visits as usize) {
            return known;
        }
        let beyond = (u32::BITS - Self::BITS) - visits.leading_zeros();
        let logarithm = self.logarithms[(visits >> beyond) as usize] + beyond as f32 * std::f32::consts::LN_2;
        self.c * logarithm.sqrt()
    }

    /// `1 / sqrt(n)`.
    #[inline]
    pub(super) fn spread(&self, visits: u32) -> f32 {
        self.spreads.get(visits as usize).copied().unwrap_or_else(|| spread(visits))
    }
}

fn spread(visits: u32) -> f32 {
    1.0 / (visits as f32).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_the_formula() {
        let bound = Bound::new(1.414);
        for visits in (1..5000).chain((0..32).map(|bits| u32::MAX >> bits)) {
            let formula = 1.414 * f64::from(visits).ln().sqrt();
            let error = (f64::from(bound.exploration(visits)) - formula).abs();
            assert!(error <= formula / 5000.0, "{visits}: {error}");
        }
    }
}
