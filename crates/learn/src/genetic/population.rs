//! A generation: the genomes side by side, where each can arrive, and how fit each is.

use std::sync::{Mutex, PoisonError};

use kinrow_agent::{Budget, Stopped};
use kinrow_game::{Side, Tally};
use rayon::prelude::*;

use super::Classes;

/// Individuals that one thread takes at a time, at least: enough to be worth the hand-over.
pub(crate) const BATCH: usize = 16;

/// A generation of strategies.
#[derive(Clone, Default, Debug)]
pub(super) struct Population {
    genes: usize,
    words: usize,
    genomes: Vec<u8>,
    reached: Vec<u64>,
    fitness: Vec<f64>,
}

/// One strategy.
#[derive(Clone, Copy, Debug)]
pub(super) struct Individual<'a> {
    pub(super) genome: &'a [u8],
    /// A bit for each class: whether the strategy can arrive there on its turn.
    reached: &'a [u64],
    fitness: f64,
}

impl Individual<'_> {
    /// Whether the strategy can arrive in a class on its turn.
    #[inline]
    pub(super) fn arrives(&self, class: usize) -> bool {
        self.reached[class / 64] >> (class % 64) & 1 != 0
    }
}

/// The place of one strategy in a generation, to be filled.
#[derive(Debug)]
pub(super) struct Cradle<'a> {
    pub(super) genome: &'a mut [u8],
    reached: &'a mut [u64],
    fitness: &'a mut f64,
}

impl Population {
    pub(super) fn new(count: usize, genes: usize) -> Population {
        let words = genes.div_ceil(64);
        Population {
            genes,
            words,
            genomes: vec![0; count * genes],
            reached: vec![0; count * words],
            fitness: vec![0.0; count],
        }
    }

    /// Bytes in use.
    pub(super) fn bytes(&self) -> usize {
        self.genomes.len() + size_of_val(self.reached.as_slice()) + size_of_val(self.fitness.as_slice())
    }

    /// All genes, individual after individual.
    pub(super) fn genomes(&self) -> &[u8] {
        &self.genomes
    }

    pub(super) fn fitness(&self) -> &[f64] {
        &self.fitness
    }

    pub(super) fn individual(&self, index: usize) -> Individual<'_> {
        Individual {
            genome: &self.genomes[index * self.genes..][..self.genes],
            reached: &self.reached[index * self.words..][..self.words],
            fitness: self.fitness[index],
        }
    }

    /// The numbers of the `count` fittest; of equals the first.
    pub(super) fn fittest(&self, count: usize) -> Vec<usize> {
        let mut ranking: Vec<usize> = (0..self.fitness.len()).collect();
        if count > 0 {
            ranking.sort_by(|&a, &b| self.fitness[b].total_cmp(&self.fitness[a]));
        }
        ranking.truncate(count);
        ranking
    }

    /// Whether these could be the genes of a generation like this.
    pub(super) fn fits(&self, classes: &Classes, genomes: &[u8]) -> bool {
        let is_legal = |(index, &gene): (usize, &u8)| u32::from(gene) < classes.moves(index % self.genes);
        genomes.len() == self.genomes.len() && genomes.iter().enumerate().all(is_legal)
    }

    /// Takes over all genes, which [`Population::fits`] has seen: fitness follows from them.
    pub(super) fn revive(&mut self, classes: &Classes, genomes: &[u8]) {
        let genes = self.genes;
        let live = |index: usize, individual: &mut Cradle<'_>, arrivals: &mut [u64]| {
            individual.genome.copy_from_slice(&genomes[index * genes..][..genes]);
            individual.live(classes, arrivals, |_, gene| gene);
        };
        self.fill(classes, &mut Budget::unlimited(), live).expect("nobody limits it");
    }

    /// Fills every place with `fill`, on all threads; it is given the number of the place and room for counting lines.
    ///
    /// # Errors
    /// When the budget ends first: a strategy costs a node for each of its genes.
    pub(super) fn fill(
        &mut self,
        classes: &Classes,
        budget: &mut Budget,
        fill: impl Fn(usize, &mut Cradle<'_>, &mut [u64]) + Sync,
    ) -> Result<(), Stopped> {
        let (cost, budget) = (self.genes as u64, Mutex::new(budget));
        self.genomes
            .par_chunks_mut(self.genes)
            .zip(self.reached.par_chunks_mut(self.words))
            .zip(&mut self.fitness)
            .enumerate()
            .with_min_len(BATCH)
            .try_for_each_init(
                || classes.arrivals(),
                |arrivals, (index, ((genome, reached), fitness))| {
                    budget.lock().unwrap_or_else(PoisonError::into_inner).spend_many(cost)?;
                    fill(index, &mut Cradle { genome, reached, fitness }, arrivals);
                    Ok(())
                },
            )
    }
}

impl Cradle<'_> {
    /// A strategy that lives on.
    pub(super) fn copy(&mut self, from: Individual<'_>) {
        self.genome.copy_from_slice(from.genome);
        self.reached.copy_from_slice(from.reached);
        *self.fitness = from.fitness;
    }

    /// Counts every line on both sides, and asks `decide` for the gene of each class where the strategy arrives. It may
    /// change the gene it is shown: so a child can be made where it plays and nowhere else.
    #[inline]
    pub(super) fn live(
        &mut self,
        classes: &Classes,
        arrivals: &mut [u64],
        mut decide: impl FnMut(usize, u8) -> u8,
    ) {
        self.reached.fill(0);
        let lines = Side::BOTH.map(|side| {
            classes.walk(side, arrivals, |class| {
                self.reached[class / 64] |= 1 << (class % 64);
                self.genome[class] = decide(class, self.genome[class]);
                self.genome[class]
            })
        });
        *self.fitness = fitness(lines);
    }
}

/// As published: the share of all lines, on both sides, that are not lost.
pub(super) fn fitness([x, o]: [Tally; 2]) -> f64 {
    let lines = x + o;
    1.0 - lines.losses as f64 / lines.games() as f64
}
