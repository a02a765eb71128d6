//! The genetic algorithm: strategies that breed.
//!
//! A strategy is a genome: for each class of positions up to symmetry in which a move is to be chosen, which one. Its
//! fitness is the share of lines it does not lose when the opponent plays everything, on both sides. The published preset
//! follows the lab text (after Hochmuth, *On the Genetic Evolution of a Perfect Tic-Tac-Toe Strategy*): roulette, a little
//! mutation, and no memory of the best; on 3x3x3 it gets to about 0.97 in 500 generations and never to 1.
//!
//! [`GeneticOptions::best`] does, mostly within 100 generations. Genome, fitness and population are as published; what it
//! changes, the most effective first:
//! - *selection*: among strategies that are nearly equally fit roulette hardly selects; a tournament asks only who is
//!   fitter. Without it none of the others helps.
//! - *reachable*: a strategy arrives in some 130 of the 627 classes, and elsewhere its genes are noise. So crossover and
//!   mutation act only where the child arrives; and where just one parent does, the child has that parent's gene: a move
//!   comes with the answers that were learned for what follows it.
//! - *crossover*: from both parents alike.
//! - *adaptive*: now and then a population converges on a strategy that no small step improves. Mutation then becomes more
//!   frequent, and when that does not help either the population begins anew.
//! - *elite*, no plain copies and more *mutation*: the best is not lost, and more is tried.
//!
//! None of this tells the algorithm which move is good: it knows the game only by fitness.

mod breed;
mod classes;
mod generation;
mod options;
mod population;
mod save;
mod select;
mod stagnation;

use std::ops::Range;

use kinrow_agent::{Budget, Rng, Seed, Stopped};
use kinrow_game::{Board, Game, Point, Rules, Side, Tally, scramble};

use breed::Breeding;
pub use classes::Classes;
use generation::Generation;
pub(crate) use options::FACTS;
pub use options::{BEST, GeneticOptions, OPTIONS, Selection};
pub(crate) use population::BATCH;
use population::{Cradle, Population};
pub use save::SaveError;
use stagnation::Stagnation;

use crate::{Graph, GraphError};

/// Genes of a whole generation at most, a byte each; there are two generations in memory.
const MOST_GENES: usize = 1 << 29;

/// Moves of a position at most: a gene is a byte.
const MOST_MOVES: u16 = 256;

kinrow_game::sentences! {
    /// Why a board is refused.
    pub enum SizeError {
        /// A gene could not name every move.
        Points { rules: String, points: u16, most: u16 } = "genetic-points" =>
            "{rules} has {points} points: the genetic algorithm takes boards of up to {most}",
        /// A generation would not fit in memory.
        Genes { rules: String, genes: usize, population: usize, most: usize } = "genetic-genes" =>
            "{population} strategies of {genes} genes on {rules} are too many: choose a smaller population, so that a generation has at most {most} genes",
    }
}

/// Why a population is not made.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum GeneticError {
    /// There are too many positions.
    Graph(GraphError),
    /// A population would be too large.
    Size(SizeError),
    /// The bytes are not those of such a population.
    Save(SaveError),
}

kinrow_game::delegate_explain!(GeneticError { Graph(GraphError), Size(SizeError), Save(SaveError) });

/// How fit a generation is.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Fitness {
    /// The least.
    pub min: f64,
    /// The mean.
    pub mean: f64,
    /// The greatest: exactly 1 when the best strategy loses no line.
    pub max: f64,
}

/// A population and what it lives in.
#[derive(Clone, Debug)]
pub struct Genetic<const W: usize> {
    graph: Graph<W>,
    classes: Classes,
    options: GeneticOptions,
    seed: Seed,
    generation: u64,
    stagnation: Stagnation,
    population: Population,
    /// Where the next generation is bred: the last one's memory, used again.
    nursery: Population,
}

impl<const W: usize> Genetic<W> {
    /// A population of random strategies.
    ///
    /// # Errors
    /// When the board has more classes of positions than allowed, or a generation would be too large.
    ///
    /// # Panics
    /// When `W` words are too few for the rules, as [`Board::new`].
    pub fn new(rules: Rules, options: GeneticOptions, seed: Seed) -> Result<Genetic<W>, GeneticError> {
        Genetic::new_within(rules, options, seed, &mut Budget::unlimited())
    }

    /// The same within a budget.
    ///
    /// # Errors
    /// As [`Genetic::new`], or when the budget ends first.
    pub(crate) fn new_within(
        rules: Rules,
        options: GeneticOptions,
        seed: Seed,
        budget: &mut Budget,
    ) -> Result<Genetic<W>, GeneticError> {
        let mut genetic = Genetic::barren(rules, options, seed, budget)?;
        let breeding = Breeding::new(&genetic.classes, &options, options.mutation);
        let seed = genetic.seed;
        let random = |index: usize, child: &mut Cradle<'_>, arrivals: &mut [u64]| {
            breeding.random(child, arrivals, &mut stream(seed, index as u64));
        };
        let stopped = |_| GeneticError::Graph(GraphError::Stopped { rules: rules.to_string() });
        genetic.population.fill(&genetic.classes, budget, random).map_err(stopped)?;
        genetic.stagnation = Stagnation::new(genetic.fitness().max);
        Ok(genetic)
    }

    /// Everything but the genes.
    fn barren(
        rules: Rules,
        options: GeneticOptions,
        seed: Seed,
        budget: &mut Budget,
    ) -> Result<Genetic<W>, GeneticError> {
        if rules.cells() > MOST_MOVES {
            let (rules, points, most) = (rules.to_string(), rules.cells(), MOST_MOVES);
            return Err(GeneticError::Size(SizeError::Points { rules, points, most }));
        }
        let mut graph = Graph::new(rules, true, options.positions);
        graph.complete(budget)?;
        let classes = Classes::of(&graph);
        let (genes, count) = (classes.len(), options.population.max(1));
        if count > MOST_GENES / genes {
            let (rules, most) = (rules.to_string(), MOST_GENES);
            return Err(GeneticError::Size(SizeError::Genes { rules, genes, population: count, most }));
        }
        Ok(Genetic {
            graph,
            classes,
            options,
            seed: seed.derive("genetic", 0),
            generation: 0,
            stagnation: Stagnation::new(0.0),
            population: Population::new(count, genes),
            nursery: Population::new(count, genes),
        })
    }

    /// How many generations have been bred.
    #[must_use]
    pub fn generation(&self) -> u64 {
        self.generation
    }

    /// How many strategies there are.
    #[must_use]
    pub fn size(&self) -> usize {
        self.population.fitness().len()
    }

    /// How fit the population is.
    #[must_use]
    pub fn fitness(&self) -> Fitness {
        let all = self.population.fitness();
        Fitness {
            min: all.iter().copied().fold(f64::INFINITY, f64::min),
            mean: all.iter().sum::<f64>() / all.len() as f64,
            max: greatest(all),
        }
    }

    /// The classes in which a strategy has a gene.
    #[must_use]
    pub fn classes(&self) -> &Classes {
        &self.classes
    }

    /// The positions the classes stand for.
    #[must_use]
    pub fn graph(&self) -> &Graph<W> {
        &self.graph
    }

    /// The genome of the fittest; of equals the first.
    #[must_use]
    pub fn best(&self) -> &[u8] {
        let all = self.population.fitness();
        let best = (1..all.len()).fold(0, |best, index| if all[index] > all[best] { index } else { best });
        self.population.individual(best).genome
    }

    /// How the lines of the fittest end when it plays `side`.
    #[must_use]
    pub fn lines(&self, side: Side) -> Tally {
        self.classes.lines(self.best(), side)
    }

    /// The move of the fittest; `None` when the game is over, or never comes to this position.
    #[must_use]
    pub fn choose(&self, board: &Board<W>) -> Option<Point> {
        choose(&self.graph, &self.classes, self.best(), board)
    }

    /// Bytes in use.
    pub(crate) fn bytes(&self) -> usize {
        self.graph.bytes() + self.population.bytes() + self.nursery.bytes()
    }

    /// Breeds the next generation.
    ///
    /// # Errors
    /// When the budget ends first; then it is as if nothing had happened.
    pub fn evolve(&mut self, budget: &mut Budget) -> Result<(), Stopped> {
        self.follow(|next, classes, nursery| {
            nursery.fill(classes, budget, |index, child, arrivals| next.bear(index, child, arrivals))
        })
    }

    /// The genomes of some children of the next generation, one after the other: what [`Genetic::evolve`] would breed.
    #[must_use]
    pub fn breed(&self, children: Range<usize>) -> Vec<u8> {
        let next = self.next();
        let mut born = Population::new(children.len(), self.classes.len());
        let bear = |index: usize, child: &mut Cradle<'_>, arrivals: &mut [u64]| {
            next.bear(children.start + index, child, arrivals);
        };
        born.fill(&self.classes, &mut Budget::unlimited(), bear).expect("nobody limits it");
        born.genomes().to_vec()
    }

    /// Makes children that were bred elsewhere the next generation.
    ///
    /// # Errors
    /// When these are not the genomes of a whole generation.
    pub fn adopt(&mut self, genomes: &[u8]) -> Result<(), SaveError> {
        if !self.population.fits(&self.classes, genomes) {
            return Err(SaveError::Damaged {});
        }
        self.follow(|_, classes, nursery| {
            nursery.revive(classes, genomes);
            Ok::<(), SaveError>(())
        })
    }

    fn next(&self) -> Generation<'_> {
        let Genetic { population, classes, options, stagnation, .. } = self;
        Generation::new(self.generation.wrapping_add(1), population, classes, options, stagnation, self.seed)
    }

    /// Has the nursery filled, and makes its children the population.
    fn follow<E>(
        &mut self,
        fill: impl FnOnce(&Generation<'_>, &Classes, &mut Population) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut nursery = std::mem::take(&mut self.nursery);
        let next = self.next();
        let (elite, is_stuck) = (next.elite.len(), next.is_stuck);
        let filled = fill(&next, &self.classes, &mut nursery);
        self.nursery = nursery;
        filled?;
        self.generation = self.generation.wrapping_add(1);
        std::mem::swap(&mut self.population, &mut self.nursery);
        let best_child = greatest(&self.population.fitness()[elite..]);
        match is_stuck {
            true => self.stagnation = Stagnation::new(best_child),
            false => self.stagnation.note(best_child),
        }
        Ok(())
    }
}

/// The move of a strategy: the gene of the position's class is a move of the position that stands for it, and is brought
/// home by the inverse of the symmetry that leads there.
///
/// `None` when the game is over, or the position is not of this graph.
#[must_use]
pub fn choose<const W: usize>(
    graph: &Graph<W>,
    classes: &Classes,
    genome: &[u8],
    board: &Board<W>,
) -> Option<Point> {
    if board.rules() != graph.rules() {
        return None;
    }
    let id = graph.find(board)?;
    let gene = genome[classes.find(id)?];
    let there = graph.board(id).moves().nth(gene.into())?;
    let geometry = board.geometry();
    Some(geometry.symmetries().canonical(board).symmetry.inverse().image(geometry, there))
}

fn greatest(fitness: &[f64]) -> f64 {
    fitness.iter().copied().fold(0.0, f64::max)
}

/// The random numbers of one individual of one generation: its own, so that it does not matter which thread breeds it.
fn stream(seed: Seed, number: u64) -> Rng {
    Seed(seed.0 ^ scramble(number)).rng()
}
