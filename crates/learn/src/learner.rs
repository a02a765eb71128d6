//! What every learner can do: learn from an episode, say what it would play and why, and be saved.

use kinrow_agent::{Budget, OptionKind, OptionSpec, Options, Rng, SWITCH, Stopped};
use kinrow_game::{Board, Ending, Point};

use crate::genetic::Genetic;
use crate::graph::{Graph, Id};
use crate::model::ModelError;
use crate::values::{INITIAL, Values, all_largest};

/// A learner on boards of width `W`.
pub(crate) trait Learner<const W: usize>: Send + Sync {
    /// Learns from one episode, number `index` of its training, that starts at `start` (`None`: wherever the method starts).
    ///
    /// An episode is a game, or the rest of one, from its start to its end; it tells how that game ended. `None` is for a
    /// method whose episode is not a game.
    ///
    /// # Errors
    /// When the budget ends first, or so much was met that `tidy` is due. What was learned until then stays, but whoever
    /// resumes learning cannot come to the same bytes any more.
    fn episode(
        &mut self,
        index: u64,
        start: Option<&Board<W>>,
        rng: &mut Rng,
        budget: &mut Budget,
    ) -> Result<Option<Ending>, Stopped>;

    /// What each legal move is worth to the side that makes it, from 0 to 1; `None` for a move it knows nothing of.
    fn rate(&self, board: &Board<W>) -> Vec<(Point, Option<f32>)>;

    /// Every move it could play without exploring: one, or several that are equally good.
    fn choices(&self, board: &Board<W>) -> Vec<Point> {
        let rated = self.rate(board);
        let values: Vec<f32> = rated.iter().map(|(_, value)| value.unwrap_or(INITIAL)).collect();
        all_largest(&values).into_iter().map(|i| rated[i].0).collect()
    }

    /// Where it keeps positions; `None` for a method that does not learn of one at a time.
    fn graph(&self) -> Option<&Graph<W>> {
        None
    }

    /// Its tables of values by position; none for a method that has no such tables.
    fn tables(&mut self) -> &mut [Values] {
        &mut []
    }

    /// How its rates change; `None` for a method that has none.
    fn schedules(&mut self) -> Option<&mut Schedules> {
        None
    }

    /// How many positions it has learned something of.
    fn positions(&self) -> usize {
        self.graph().map_or(0, Graph::taken)
    }

    /// What it has learned, as bytes that do not depend on the order in which it was learned.
    fn save(&self) -> Vec<u8>;

    /// Takes over what [`Learner::save`] gave.
    ///
    /// # Errors
    /// When the bytes are something else.
    fn load(&mut self, bytes: &[u8]) -> Result<(), ModelError>;

    /// Bytes of memory in use.
    fn bytes(&self) -> usize;

    /// Whether it holds as many positions as it may.
    fn is_full(&self) -> bool {
        self.graph().is_some_and(Graph::is_full)
    }

    /// Whether most positions it holds are such as it learned nothing of.
    fn is_crowded(&self) -> bool {
        self.graph().is_some_and(Graph::is_crowded)
    }

    /// From now on learns with these instead of its options', and without decay; what is `None` stays.
    fn set_rates(&mut self, rates: Rates) {
        if let Some(schedules) = self.schedules() {
            schedules.set(rates);
        }
    }

    /// For an evolving population: the least, mean and largest fitness.
    fn fitness(&self) -> Option<[f64; 3]> {
        None
    }

    /// The population that evolves, where there is one.
    fn population(&self) -> Option<&Genetic<W>> {
        None
    }

    /// The same, to go on with.
    fn population_mut(&mut self) -> Option<&mut Genetic<W>> {
        None
    }
}

/// Drops the positions of which nothing was learned, if there are too many. It is as if the learner had been saved and read
/// again, so this changes nothing in what it learns, now or later.
pub(crate) fn tidy<const W: usize>(learner: &mut dyn Learner<W>) {
    if learner.is_crowded() {
        let bytes = learner.save();
        learner.load(&bytes).expect("what was just saved can be read");
    }
}

/// How often each side explores in an episode: with a pool of opponents, one of them may be played by a half-random or a random mover, so
/// that mistakes too are met and answered.
pub(crate) fn explorations(epsilon: f64, has_pool: bool, rng: &mut Rng) -> [f64; 2] {
    let mut explorations = [epsilon; 2];
    if has_pool {
        let weaker = rng.below(2) as usize;
        explorations[weaker] = [epsilon, epsilon, 0.5, 1.0][rng.below(4) as usize];
    }
    explorations
}

/// How a learner learns while it plays, where that differs from how it was trained.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
pub struct Rates {
    /// The step size.
    pub alpha: Option<f64>,
    /// How often it explores.
    pub epsilon: Option<f64>,
}

/// The rates by episode.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Schedules {
    alpha: Schedule,
    epsilon: Schedule,
}

impl Schedules {
    /// From the options `alpha`, `epsilon` and their decays.
    pub(crate) fn of(options: &Options) -> Schedules {
        Schedules {
            alpha: Schedule::of(options, "alpha", "alpha-decay"),
            epsilon: Schedule::of(options, "epsilon", "epsilon-decay"),
        }
    }

    /// The step size and the exploration.
    pub(crate) fn at(&self, episode: u64) -> (f32, f64) {
        (self.alpha.at(episode) as f32, self.epsilon.at(episode))
    }

    fn set(&mut self, rates: Rates) {
        self.alpha.set(rates.alpha);
        self.epsilon.set(rates.epsilon);
    }
}

/// A number that begins at `start` and is halved after `decay` episodes, a third after twice as many, and so on: the sum of
/// such steps has no bound and the sum of their squares has one, as convergence asks. Constant when `decay` is 0.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Schedule {
    start: f64,
    decay: f64,
}

impl Schedule {
    /// From the options `NAME` and `NAME-decay`.
    fn of(options: &Options, name: &str, decay: &str) -> Schedule {
        Schedule { start: options.real(name).unwrap_or(0.0), decay: options.real(decay).unwrap_or(0.0) }
    }

    /// Always the given number, if there is one.
    fn set(&mut self, constant: Option<f64>) {
        if let Some(start) = constant {
            *self = Schedule { start, decay: 0.0 };
        }
    }

    fn at(&self, episode: u64) -> f64 {
        if self.decay == 0.0 { self.start } else { self.start / (1.0 + episode as f64 / self.decay) }
    }
}

pub(crate) const POSITIONS: OptionSpec =
    OptionSpec::new("positions", OptionKind::Whole { least: 1, most: 100_000_000 }, Some("10000000"));
pub(crate) const SYMMETRY: OptionSpec = OptionSpec::new("symmetry", SWITCH, Some("off"));
pub(crate) const STARTS: OptionSpec = OptionSpec::new("starts", SWITCH, Some("off"));
pub(crate) const EPSILON_DECAY: OptionSpec = OptionSpec::new("epsilon-decay", DECAY, Some("0"));
pub(crate) const ALPHA_DECAY: OptionSpec = OptionSpec::new("alpha-decay", DECAY, Some("0"));
pub(crate) const SHARE: OptionKind = OptionKind::Real { least: 0.0, most: 1.0 };
pub(crate) const DECAY: OptionKind = OptionKind::Real { least: 0.0, most: 1e12 };

/// Where an episode starts: at the given position, at the empty board, or, with exploring starts, after any number of random
/// moves, so that every position has its turn.
pub(crate) fn start<const W: usize>(
    graph: &mut Graph<W>,
    given: Option<&Board<W>>,
    is_exploring: bool,
    rng: &mut Rng,
    budget: &mut Budget,
) -> Result<Id, Stopped> {
    if let Some(board) = given {
        return graph.intern(board).ok_or(Stopped);
    }
    let mut at = Graph::<W>::START;
    if is_exploring {
        for _ in 0..rng.below(u32::from(graph.rules().cells())) {
            budget.spend()?;
            let choice = rng.below(graph.count_moves(at) as u32) as usize;
            let next = graph.step(at, choice)?;
            if graph.ending(next).is_some() {
                break;
            }
            at = next;
        }
    }
    Ok(at)
}

#[cfg(test)]
mod tests {
    use kinrow_agent::Seed;

    use super::*;

    #[test]
    fn a_pool_weakens_one_side_in_half_of_the_episodes() {
        let mut rng = Seed(1).rng();
        let before = rng.clone();
        assert_eq!(explorations(0.1, false, &mut rng), [0.1; 2]);
        // Without a pool nothing is drawn, so that trainings without one stay as they were.
        assert_eq!(rng, before);
        let drawn: Vec<[f64; 2]> = (0..4000).map(|_| explorations(0.1, true, &mut rng)).collect();
        let count = |wanted: [f64; 2]| drawn.iter().filter(|&&drawn| drawn == wanted).count();
        assert!((1850..2150).contains(&count([0.1, 0.1])));
        for weaker in [[0.5, 0.1], [1.0, 0.1], [0.1, 0.5], [0.1, 1.0]] {
            assert!((420..580).contains(&count(weaker)), "{weaker:?}: {}", count(weaker));
        }
    }
}
