//! The next generation: who lives on, who breeds, and each child by its number, so that anyone can breed any part of it.

use kinrow_agent::{Rng, Seed};

use super::breed::Breeding;
use super::population::{Cradle, Population};
use super::select::Selector;
use super::stagnation::Stagnation;
use super::{Classes, GeneticOptions, greatest, stream};

/// Everything that decides what the children of a population are.
pub(super) struct Generation<'a> {
    parents: &'a Population,
    options: &'a GeneticOptions,
    breeding: Breeding<'a>,
    selector: Selector<'a>,
    /// The numbers of those who live on.
    pub(super) elite: Vec<usize>,
    /// Whether all others are random: a new beginning.
    pub(super) is_stuck: bool,
    seed: Seed,
    first_stream: u64,
}

impl<'a> Generation<'a> {
    /// The generation with this number.
    pub(super) fn new(
        number: u64,
        parents: &'a Population,
        classes: &'a Classes,
        options: &'a GeneticOptions,
        stagnation: &Stagnation,
        seed: Seed,
    ) -> Generation<'a> {
        let fitness = parents.fitness();
        let elite = parents.fittest(options.elite);
        let mutation = match options.is_adaptive {
            true => stagnation.mutation(options.mutation),
            false => options.mutation,
        };
        // After a new beginning the elite is from before, and would soon have replaced the new by its kind. It lives on, but
        // apart, until the new are as fit.
        let is_apart = stagnation.peak < greatest(fitness);
        Generation {
            parents,
            options,
            breeding: Breeding::new(classes, options, mutation),
            selector: Selector::new(options.selection, fitness, if is_apart { elite.len() } else { 0 }),
            elite,
            is_stuck: options.is_adaptive && stagnation.is_stuck(),
            seed,
            first_stream: number.wrapping_mul(fitness.len() as u64),
        }
    }

    /// The child with this number, into its cradle.
    pub(super) fn bear(&self, index: usize, child: &mut Cradle<'_>, arrivals: &mut [u64]) {
        if let Some(&survivor) = self.elite.get(index) {
            return child.copy(self.parents.individual(survivor));
        }
        let select = |rng: &mut Rng| self.parents.individual(self.selector.select(rng));
        let mut rng = stream(self.seed, self.first_stream.wrapping_add(index as u64));
        if self.is_stuck {
            self.breeding.random(child, arrivals, &mut rng);
        } else if rng.unit() < self.options.replication {
            child.copy(select(&mut rng));
        } else {
            let parents = [(); 2].map(|()| select(&mut rng));
            self.breeding.child(parents, child, arrivals, &mut rng);
        }
    }
}
