//! The genetic algorithm as a learner: an episode is a generation, and what was learned is the fittest strategy.

use kinrow_agent::{Budget, Options, Rng, Seed, Stopped};
use kinrow_game::{Board, Ending, Game, Point, Rules};

use crate::genetic::{Genetic, GeneticError, GeneticOptions};
use crate::learner::Learner;
use crate::model::ModelError;

/// A population that evolves.
#[derive(Debug)]
pub(crate) struct Breeding<const W: usize> {
    population: Genetic<W>,
    rules: Rules,
    options: GeneticOptions,
    seed: Seed,
}

impl<const W: usize> Breeding<W> {
    pub(crate) fn new(
        rules: Rules,
        options: &Options,
        seed: Seed,
        budget: &mut Budget,
    ) -> Result<Breeding<W>, GeneticError> {
        let options = GeneticOptions::from_options(options);
        let population = Genetic::new_within(rules, options, seed, budget)?;
        Ok(Breeding { population, rules, options, seed })
    }
}

impl<const W: usize> Learner<W> for Breeding<W> {
    /// A generation draws from streams of its own, and every strategy plays every line: neither a start nor a stream is
    /// asked for, and there is no one game that could be said to have ended.
    fn episode(
        &mut self,
        _: u64,
        _: Option<&Board<W>>,
        _: &mut Rng,
        budget: &mut Budget,
    ) -> Result<Option<Ending>, Stopped> {
        self.population.evolve(budget).map(|()| None)
    }

    /// A strategy has a move for a position, and no opinion of the others.
    fn rate(&self, board: &Board<W>) -> Vec<(Point, Option<f32>)> {
        board.moves().map(|mv| (mv, None)).collect()
    }

    fn choices(&self, board: &Board<W>) -> Vec<Point> {
        self.population.choose(board).into_iter().collect()
    }

    fn positions(&self) -> usize {
        self.population.best().len()
    }

    fn save(&self) -> Vec<u8> {
        self.population.save()
    }

    fn load(&mut self, bytes: &[u8]) -> Result<(), ModelError> {
        let damaged = |error: GeneticError| ModelError::Damaged { why: error.to_string() };
        self.population = Genetic::load(self.rules, self.options, self.seed, bytes).map_err(damaged)?;
        Ok(())
    }

    fn bytes(&self) -> usize {
        self.population.bytes()
    }

    fn fitness(&self) -> Option<[f64; 3]> {
        let fitness = self.population.fitness();
        Some([fitness.min, fitness.mean, fitness.max])
    }

    fn population(&self) -> Option<&Genetic<W>> {
        Some(&self.population)
    }

    fn population_mut(&mut self) -> Option<&mut Genetic<W>> {
        Some(&mut self.population)
    }
}
