//! From two parents to a child.

use kinrow_agent::Rng;

use super::population::{Cradle, Individual};
use super::{Classes, GeneticOptions};

/// How genes are handed on in one generation.
#[derive(Clone, Copy, Debug)]
pub(super) struct Breeding<'a> {
    classes: &'a Classes,
    only_reachable: bool,
    crossover: u64,
    mutation: u64,
}

/// A chance as a number of 2^32, so that one draw of 64 bits decides crossover and mutation of a gene.
fn in_32_bits(chance: f64) -> u64 {
    (chance * (1u64 << 32) as f64) as u64
}

impl<'a> Breeding<'a> {
    pub(super) fn new(classes: &'a Classes, options: &GeneticOptions, mutation: f64) -> Breeding<'a> {
        Breeding {
            classes,
            only_reachable: options.only_reachable,
            crossover: in_32_bits(options.crossover),
            mutation: in_32_bits(mutation),
        }
    }

    /// A strategy of random moves.
    pub(super) fn random(&self, child: &mut Cradle<'_>, arrivals: &mut [u64], rng: &mut Rng) {
        for (class, gene) in child.genome.iter_mut().enumerate() {
            *gene = self.any_move(class, rng);
        }
        child.live(self.classes, arrivals, |_, gene| gene);
    }

    /// A strategy of the moves of two others.
    pub(super) fn child(
        &self,
        parents: [Individual<'_>; 2],
        child: &mut Cradle<'_>,
        arrivals: &mut [u64],
        rng: &mut Rng,
    ) {
        let [first, second] = parents;
        if self.only_reachable {
            child.genome.copy_from_slice(second.genome);
            child.live(self.classes, arrivals, |class, _| self.tested_gene(first, second, class, rng));
        } else {
            for (class, gene) in child.genome.iter_mut().enumerate() {
                *gene = self.gene(first, second, class, rng);
            }
            child.live(self.classes, arrivals, |_, gene| gene);
        }
    }

    /// As published: from the first parent with the chance of crossover, else from the second; now and then a random move.
    #[inline(always)]
    fn gene(&self, first: Individual<'_>, second: Individual<'_>, class: usize, rng: &mut Rng) -> u8 {
        let drawn = rng.bits();
        // Both are read, so that the machine need not guess which.
        let genes = [second.genome[class], first.genome[class]];
        let inherited = genes[usize::from(drawn >> 32 < self.crossover)];
        if drawn & u64::from(u32::MAX) < self.mutation { self.any_move(class, rng) } else { inherited }
    }

    /// The same, but where only one parent can arrive its gene is taken: the other's was never tested by play, so it is
    /// noise. This keeps together a move and the answers that were learned for what follows it.
    #[inline]
    fn tested_gene(&self, first: Individual<'_>, second: Individual<'_>, class: usize, rng: &mut Rng) -> u8 {
        match (first.arrives(class), second.arrives(class)) {
            (true, false) => self.gene(first, first, class, rng),
            (false, true) => self.gene(second, second, class, rng),
            _ => self.gene(first, second, class, rng),
        }
    }

    fn any_move(&self, class: usize, rng: &mut Rng) -> u8 {
        rng.below(self.classes.moves(class)) as u8
    }
}
