//! Who becomes a parent.

use kinrow_agent::Rng;

use super::Selection;

/// Draws parents from a generation.
#[derive(Clone, Debug)]
pub(super) struct Selector<'a> {
    selection: Selection,
    fitness: &'a [f64],
    /// For each individual the sum of its fitness and that of all before it. Only roulette needs it.
    wheel: Vec<f64>,
    aside: usize,
}

impl<'a> Selector<'a> {
    /// Selects by `fitness`; the first `aside` individuals are not asked.
    pub(super) fn new(selection: Selection, fitness: &'a [f64], aside: usize) -> Selector<'a> {
        let fitness = &fitness[aside..];
        let add = |sum: &mut f64, fitness: &f64| {
            *sum += fitness;
            Some(*sum)
        };
        let wheel = match selection {
            Selection::Roulette => fitness.iter().scan(0.0, add).collect(),
            Selection::Tournament(_) => Vec::new(),
        };
        Selector { selection, fitness, wheel, aside }
    }

    /// The number of an individual.
    pub(super) fn select(&self, rng: &mut Rng) -> usize {
        self.aside
            + match self.selection {
                Selection::Roulette => self.spin(rng),
                Selection::Tournament(size) => {
                    (1..size).fold(self.anyone(rng), |best, _| self.fitter(best, self.anyone(rng)))
                }
            }
    }

    fn spin(&self, rng: &mut Rng) -> usize {
        match self.wheel.last() {
            Some(&total) if total > 0.0 => {
                let drawn = rng.unit() * total;
                self.wheel.partition_point(|&sum| sum <= drawn).min(self.wheel.len() - 1)
            }
            // Where every line is lost nobody is fitter than another.
            _ => self.anyone(rng),
        }
    }

    fn fitter(&self, one: usize, other: usize) -> usize {
        if self.fitness[other] > self.fitness[one] { other } else { one }
    }

    fn anyone(&self, rng: &mut Rng) -> usize {
        rng.below(self.fitness.len() as u32) as usize
    }
}

#[cfg(test)]
mod tests {
    use kinrow_agent::Seed;

    use super::*;

    /// Chi-square of 40,000 selections against the expected chances: above 16.3 once in a thousand seeds, and the seed
    /// is fixed.
    fn chi_square(selector: &Selector<'_>, chances: [f64; 4]) -> f64 {
        let mut rng = Seed(5).rng();
        let mut counts = [0.0; 4];
        for _ in 0..40_000 {
            counts[selector.select(&mut rng)] += 1.0;
        }
        let term = |(count, chance): (f64, f64)| (count - 40_000.0 * chance).powi(2) / (40_000.0 * chance);
        counts.into_iter().zip(chances).map(term).sum()
    }

    #[test]
    fn roulette_is_in_proportion_to_fitness() {
        let selector = Selector::new(Selection::Roulette, &[0.1, 0.2, 0.3, 0.4], 0);
        assert!(chi_square(&selector, [0.1, 0.2, 0.3, 0.4]) < 16.3);
    }

    #[test]
    fn nobody_is_preferred_when_all_are_unfit() {
        let selector = Selector::new(Selection::Roulette, &[0.0; 4], 0);
        assert!(chi_square(&selector, [0.25; 4]) < 16.3);
    }

    #[test]
    fn a_tournament_of_two_prefers_by_rank() {
        let selector = Selector::new(Selection::Tournament(2), &[0.97, 0.98, 0.99, 1.0], 0);
        assert!(chi_square(&selector, [1.0 / 16.0, 3.0 / 16.0, 5.0 / 16.0, 7.0 / 16.0]) < 16.3);
    }

    #[test]
    fn who_stands_aside_is_not_selected() {
        for selection in [Selection::Roulette, Selection::Tournament(3)] {
            let selector = Selector::new(selection, &[1.0, 1.0, 0.5, 0.2], 2);
            let mut rng = Seed(1).rng();
            assert!((0..100).all(|_| selector.select(&mut rng) >= 2));
        }
    }
}
