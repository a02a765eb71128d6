//! Training: episode after episode, with a look at the learner now and then.
//!
//! Every episode draws from its own stream, derived from the seed and its number, and looks happen at fixed numbers; so a
//! training that was stopped, saved and resumed gives the very bytes of one that was not.

use std::time::Duration;

use kinrow_agent::{Agent, AgentError, Budget, Decision, Limits, Moment, Options, Rng, Seed, Stop, Thinking};
use kinrow_game::{Board, ByEnding, Ending, Game, Point, Position, Rules, Side, Tally, scramble};
use serde::{Deserialize, Serialize};

use crate::audit::{Audit, AuditLimits, audit};
use crate::exact::Exact;
use crate::genetic::{BATCH, GeneticError};
use crate::learner::{Learner, tidy};
use crate::methods::{Keeps, Method, Preset};
use crate::model::{Model, ModelError, ModelHeader};
use crate::ntuple::NTupleError;
use crate::rivals::{Rivals, Yardsticks};
use crate::width::OfWidth;

/// A look at a learner on its way.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Checkpoint {
    /// Episodes (generations) so far.
    pub episode: u64,
    /// How the training games so far ended; `None` as in [`ModelHeader::training`].
    #[serde(default)]
    pub training: Option<ByEnding>,
    /// Against uniformly random moves, both sides together.
    pub random: Tally,
    /// Against perfect play with ties broken at random, where it can be had.
    pub perfect: Option<Tally>,
    /// Against itself: wins are X's, losses O's wins.
    pub itself: Tally,
    /// Lines lost under audit as X and as O, where the board is small.
    pub audit_losses: Option<[u64; 2]>,
    /// Least, mean and largest fitness of a population.
    pub fitness: Option<[f64; 3]>,
    /// Against opponents that search, for methods made for boards beyond an audit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rivals: Option<Rivals>,
}

/// What a listener hears of a training.
pub enum TrainEvent<'a> {
    /// Some episodes are done.
    Progress {
        /// Episodes in all.
        episodes: u64,
        /// Time spent learning, looks left out.
        learning: Duration,
    },
    /// A look was taken.
    Checkpoint(&'a Checkpoint),
}

/// Why a training cannot begin or go on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TrainError {
    /// The board is too large for the method.
    Genetic(GeneticError),
    /// The network would be too large.
    NTuple(NTupleError),
    /// The model cannot be continued.
    Model(ModelError),
}

kinrow_game::delegate_explain!(TrainError { Genetic(GeneticError), NTuple(NTupleError), Model(ModelError) });

/// A training, on a board of any width.
pub trait Training: Send + Sync {
    /// Goes on until `episodes` are done in all, or `stop`; looks at fixed numbers, and every `checkpoint`-th. Returns the time
    /// spent learning. When the table is full, it goes on with the positions in it ([`ModelHeader::full_at`]).
    fn run(
        &mut self,
        episodes: u64,
        checkpoint: Option<u64>,
        stop: &Stop,
        listen: &mut dyn FnMut(&dyn Training, TrainEvent<'_>),
    ) -> Duration;

    /// Episodes done.
    fn episodes(&self) -> u64;

    /// Bytes of memory that the learner uses.
    fn bytes(&self) -> usize;

    /// A look at the learner as it is now, which is not kept.
    fn look_now(&mut self, stop: &Stop) -> Checkpoint;

    /// The looks taken so far.
    fn curve(&self) -> &[Checkpoint];

    /// All of it, to be saved; with an audit if that is wanted and possible.
    fn model(&self, with_audit: bool, stop: &Stop) -> Model;

    /// Into how many units the next round falls: parts of a population's next generation, or the whole training, as one.
    fn units(&self) -> u64;

    /// Computes a unit of the next round, which is a function of the training as it is, of where it goes and of the unit's number;
    /// `None` when `stop` was raised before its end.
    fn compute(&self, unit: u64, episodes: u64, stop: &Stop) -> Option<Vec<u8>>;

    /// Takes over what came out of all units, in their order. Round by round this is what [`Training::run`] does.
    ///
    /// # Errors
    /// When these are not the results of such a round.
    fn collect(&mut self, results: &[Vec<u8>], stop: &Stop) -> Result<(), TrainError>;
}

/// Begins a training.
///
/// # Errors
/// When the board is too large for the method.
pub fn begin(
    method: Method,
    preset: Preset,
    options: &Options,
    rules: Rules,
    seed: Seed,
) -> Result<Box<dyn Training>, TrainError> {
    resume(&Model::untrained(method, preset, options, rules, seed))
}

/// Continues a training where a model left it. An empty body is a training that has not begun.
///
/// # Errors
/// When the model is not one that can be continued.
pub fn resume(model: &Model) -> Result<Box<dyn Training>, TrainError> {
    let rules = rules_of(model)?;
    Ok(match Position::new(rules) {
        Position::One(_) => Box::new(Trainer::<1>::new(model, rules)?),
        Position::Two(_) => Box::new(Trainer::<2>::new(model, rules)?),
        Position::Four(_) => Box::new(Trainer::<4>::new(model, rules)?),
        Position::Seven(_) => Box::new(Trainer::<7>::new(model, rules)?),
    })
}

pub(crate) fn rules_of(model: &Model) -> Result<Rules, ModelError> {
    model
        .header
        .rules
        .parse()
        .map_err(|error: kinrow_game::RulesError| ModelError::Damaged { why: error.to_string() })
}

/// The learner that a model holds.
pub(crate) fn learner_of<const W: usize>(
    model: &Model,
    rules: Rules,
    budget: &mut Budget,
) -> Result<Box<dyn Learner<W>>, TrainError> {
    let damaged = |why: String| ModelError::Damaged { why };
    let method = model.header.method;
    let options = method.parse_options(&model.header.options).map_err(|error| damaged(error.to_string()))?;
    let mut learner = method.learner(rules, &options, Seed(model.header.seed), budget)?;
    if !model.body.is_empty() {
        learner.load(&model.body)?;
    }
    Ok(learner)
}

/// The stream of one episode.
pub(crate) fn episode_rng(seed: Seed, index: u64) -> Rng {
    Seed(seed.0 ^ scramble(index.wrapping_add(1))).rng()
}

struct Trainer<const W: usize> {
    learner: Box<dyn Learner<W>>,
    header: ModelHeader,
    rules: Rules,
    /// Perfect play, kept from look to look.
    exact: Option<Exact<W>>,
    /// What searches and solver have to say, likewise.
    yardsticks: Option<Yardsticks>,
}

impl<const W: usize> Trainer<W>
where
    Board<W>: OfWidth,
{
    fn new(model: &Model, rules: Rules) -> Result<Trainer<W>, TrainError> {
        let header = model.header.clone();
        if header.training.is_some_and(|tally| tally.games() != Some(header.episodes)) {
            return Err(ModelError::damaged("its training games are not as many as its episodes").into());
        }
        let learner = learner_of(model, rules, &mut Budget::unlimited())?;
        Ok(Trainer { learner, header, rules, exact: None, yardsticks: None })
    }

    /// The tally with the game that has just ended. All games are counted or none: where an older Kinrow did not count the
    /// first ones, shares of the rest would pass for shares of all.
    fn tally_with(&self, ending: Option<Ending>) -> Option<ByEnding> {
        let mut tally = if self.header.episodes == 0 { ByEnding::default() } else { self.header.training? };
        *tally.of(ending?) += 1;
        Some(tally)
    }

    fn is_look_due(&self, checkpoint: Option<u64>) -> bool {
        let done = self.header.episodes;
        let is_due = is_look(done) || checkpoint.is_some_and(|every| done > 0 && done.is_multiple_of(every));
        is_due && self.header.curve.last().is_none_or(|last| last.episode < done)
    }

    /// Takes a look and keeps it, if one is due. A look that was stopped is incomplete; whoever resumes takes it again.
    fn look_if_due(&mut self, stop: &Stop) {
        if self.is_look_due(None) {
            let look = self.look(stop);
            if !stop.is_stopped() {
                self.header.curve.push(look);
            }
        }
    }

    /// A look at the learner, whose games are drawn from the seed and the number of episodes.
    fn look(&mut self, stop: &Stop) -> Checkpoint {
        let mut rng = Seed(self.header.seed).derive("look", self.header.episodes).rng();
        let mut exact = self.exact.take().unwrap_or_else(|| Exact::new(stop.child()));
        let learner = &*self.learner;
        let start = Board::<W>::new(self.rules);
        let is_small = Exact::<W>::is_quick(self.rules);
        let mut random = Tally::default();
        let mut perfect = is_small.then(Tally::default);
        let mut itself = Tally::default();
        // On large boards a game takes long, and a look is only a look.
        let games = if self.rules.cells() <= 36 { 100 } else { 10 };
        for game in 0..games {
            let side = Side::BOTH[game % 2];
            let ending = self.game(&start, side, &mut rng, &mut |board, rng| {
                let moves: Vec<Point> = board.moves().collect();
                *rng.pick(&moves)
            });
            random.count(ending.seen_by(side));
            if let Some(perfect) = &mut perfect {
                let ending = self.game(&start, side, &mut rng, &mut |board, rng| {
                    *rng.pick(&exact.best_moves(board).expect("a small board is solved"))
                });
                perfect.count(ending.seen_by(side));
            }
            let ending =
                self.game(&start, side, &mut rng, &mut |board, rng| *rng.pick(&learner.choices(board)));
            itself.count(ending.seen_by(Side::X));
        }
        self.exact = Some(exact);
        let rivals = (self.header.method.keeps() == Keeps::Weights).then(|| self.measure(&mut rng, stop));
        let audit_losses =
            is_small.then(|| self.audit(AuditLimits { values: false, ..AuditLimits::default() }, stop));
        Checkpoint {
            episode: self.header.episodes,
            training: self.header.training,
            random,
            perfect,
            itself,
            audit_losses: audit_losses.flatten().map(|audits| audits.map(|audit| audit.losses)),
            fitness: self.learner.fitness(),
            rivals,
        }
    }

    /// Compares the learner with opponents that search.
    fn measure(&mut self, rng: &mut Rng, stop: &Stop) -> Rivals {
        let (rules, seed) = (self.rules, Seed(self.header.seed));
        let yardsticks = self.yardsticks.take().unwrap_or_else(|| Yardsticks::new(rules, seed, stop));
        let choose = |position: &Position, rng: &mut Rng| {
            let board = Board::<W>::from_position(position).expect("a board of the learner's own game");
            *rng.pick(&self.learner.choices(board))
        };
        let rivals = yardsticks.measure(&choose, rng);
        // Stopped while they were drawn, these are not all questions there are.
        self.yardsticks = (!stop.is_stopped()).then_some(yardsticks);
        rivals
    }

    /// A game in which the learner plays `side` and `other` the other one.
    fn game(
        &self,
        start: &Board<W>,
        side: Side,
        rng: &mut Rng,
        other: &mut dyn FnMut(&Board<W>, &mut Rng) -> Point,
    ) -> Ending {
        let mut board = *start;
        loop {
            if let Some(ending) = board.ending() {
                return ending;
            }
            let mv = if board.to_move() == side {
                *rng.pick(&self.learner.choices(&board))
            } else {
                other(&board, rng)
            };
            board = board.play(mv);
        }
    }

    fn audit(&self, limits: AuditLimits, stop: &Stop) -> Option<[Audit; 2]> {
        let mut agent = Peek(&*self.learner);
        let mut side = |side| audit(&mut agent, self.rules, side, &limits, stop, &mut |_| {}).ok();
        Some([side(Side::X)?, side(Side::O)?])
    }
}

/// Looks are taken at the start and then twelve times for each factor of ten.
fn is_look(episode: u64) -> bool {
    if episode == 0 {
        return true;
    }
    let step = (12.0 * (episode as f64).log10()).round();
    (10f64.powf(step / 12.0)).round() as u64 == episode
}

impl<const W: usize> Training for Trainer<W>
where
    Board<W>: OfWidth,
{
    fn run(
        &mut self,
        episodes: u64,
        checkpoint: Option<u64>,
        stop: &Stop,
        listen: &mut dyn FnMut(&dyn Training, TrainEvent<'_>),
    ) -> Duration {
        let seed = Seed(self.header.seed).derive("episodes", 0);
        // An evolving generation is long and an episode short: the clock is looked at rarely.
        let poll = if self.learner.fitness().is_some() { 1 } else { 256 };
        let mut budget = Budget::unlimited();
        let mut learning = Duration::ZERO;
        let mut since = Moment::now();
        loop {
            let done = self.header.episodes;
            if self.is_look_due(checkpoint) {
                learning += since.elapsed();
                let look = self.look(stop);
                if stop.is_stopped() {
                    // The look may be incomplete; whoever resumes takes it again.
                    return learning;
                }
                self.header.curve.push(look.clone());
                listen(self, TrainEvent::Checkpoint(&look));
                since = Moment::now();
            }
            if done.is_multiple_of(poll) || done >= episodes {
                listen(self, TrainEvent::Progress { episodes: done, learning: learning + since.elapsed() });
                if done >= episodes || stop.is_stopped() {
                    return learning + since.elapsed();
                }
            }
            tidy(&mut *self.learner);
            let ending = self
                .learner
                .episode(done, None, &mut episode_rng(seed, done), &mut budget)
                .expect("nobody limits it, and tidied there is room for what an episode meets");
            self.header.training = self.tally_with(ending);
            self.header.episodes += 1;
            if self.header.full_at.is_none() && self.learner.is_full() {
                self.header.full_at = Some(self.header.episodes);
            }
        }
    }

    fn episodes(&self) -> u64 {
        self.header.episodes
    }

    fn bytes(&self) -> usize {
        self.learner.bytes()
    }

    fn look_now(&mut self, stop: &Stop) -> Checkpoint {
        self.look(stop)
    }

    fn curve(&self) -> &[Checkpoint] {
        &self.header.curve
    }

    fn model(&self, with_audit: bool, stop: &Stop) -> Model {
        let mut header = self.header.clone();
        header.positions = self.learner.positions() as u64;
        // On larger boards an audit is tried, not promised, and values would take longer than the training.
        let limits = if Exact::<W>::is_quick(self.rules) {
            AuditLimits::default()
        } else {
            AuditLimits { positions: 20_000, values: false, ..AuditLimits::default() }
        };
        header.audit = if with_audit { self.audit(limits, stop) } else { None };
        Model { header, body: self.learner.save() }
    }

    fn units(&self) -> u64 {
        self.learner.population().map_or(1, |population| population.size().div_ceil(BATCH) as u64)
    }

    fn compute(&self, unit: u64, episodes: u64, stop: &Stop) -> Option<Vec<u8>> {
        if let Some(population) = self.learner.population() {
            let first = unit as usize * BATCH;
            return Some(population.breed(first..population.size().min(first + BATCH)));
        }
        let mut whole = Trainer::<W>::new(&self.model(false, stop), self.rules).expect("a model of its own");
        whole.run(episodes, None, stop, &mut |_, _| {});
        (!stop.is_stopped()).then(|| whole.model(false, stop).to_bytes())
    }

    fn collect(&mut self, results: &[Vec<u8>], stop: &Stop) -> Result<(), TrainError> {
        if self.learner.population().is_none() {
            let model = Model::from_bytes(results.first().map_or(&[], Vec::as_slice))?;
            *self = Trainer::new(&model, self.rules)?;
            return Ok(());
        }
        self.look_if_due(stop);
        if let Some(population) = self.learner.population_mut() {
            population.adopt(&results.concat()).map_err(GeneticError::Save)?;
        }
        self.header.episodes += 1;
        self.look_if_due(stop);
        Ok(())
    }
}

/// A learner as it is now, seen as an agent.
struct Peek<'a, const W: usize>(&'a dyn Learner<W>);

// A learner is only read here, and by one thread.
impl<const W: usize> Agent<Position> for Peek<'_, W>
where
    Board<W>: OfWidth,
{
    fn choose(
        &mut self,
        position: &Position,
        limits: &Limits,
        thinking: &mut Thinking<'_, Point>,
    ) -> Result<Decision<Point>, AgentError> {
        Ok(Decision::of(self.choices(position, limits, thinking)?[0]))
    }

    fn choices(
        &mut self,
        position: &Position,
        _: &Limits,
        _: &mut Thinking<'_, Point>,
    ) -> Result<Vec<Point>, AgentError> {
        let board = Board::<W>::from_position(position).expect("a board of the learner's own game");
        Ok(self.0.choices(board))
    }
}
