//! A learned table as an agent: reads it, and can go on learning while it plays.

use kinrow_agent::{
    Action, Agent, AgentError, Budget, Decision, Limits, Rated, Rng, Seed, Statistics, Stop, Stopped,
    Thinking, Value,
};
use kinrow_game::{Board, Game, Point, Position, Rules};

use crate::genetic::GeneticError;
use crate::graph::{GraphError, places_within};
use crate::learner::{Learner, Rates, tidy};
use crate::methods::{Keeps, Method, Preset};
use crate::model::Model;
use crate::train::{TrainError, episode_rng, learner_of, rules_of};
use crate::width::OfWidth;

/// A learner of any width.
trait AnyLearner: Send {
    fn rate(&self, position: &Position) -> Vec<(Point, Option<f32>)>;
    fn choices(&self, position: &Position) -> Vec<Point>;
    fn learn(
        &mut self,
        position: &Position,
        index: u64,
        rng: &mut Rng,
        budget: &mut Budget,
    ) -> Result<(), Stopped>;
    fn tidy(&mut self);
    fn set_rates(&mut self, rates: Rates);
}

struct Of<const W: usize>(Box<dyn Learner<W>>);

impl<const W: usize> AnyLearner for Of<W>
where
    Board<W>: OfWidth,
{
    fn rate(&self, position: &Position) -> Vec<(Point, Option<f32>)> {
        Board::from_position(position).map_or_else(Vec::new, |board| self.0.rate(board))
    }

    fn choices(&self, position: &Position) -> Vec<Point> {
        Board::from_position(position).map_or_else(Vec::new, |board| self.0.choices(board))
    }

    fn learn(
        &mut self,
        position: &Position,
        index: u64,
        rng: &mut Rng,
        budget: &mut Budget,
    ) -> Result<(), Stopped> {
        let board = Board::from_position(position).ok_or(Stopped)?;
        self.0.episode(index, Some(board), rng, budget).map(|_| ())
    }

    fn tidy(&mut self) {
        tidy(&mut *self.0);
    }

    fn set_rates(&mut self, rates: Rates) {
        self.0.set_rates(rates);
    }
}

/// An agent that plays by what was learned.
pub struct Learned {
    spec: String,
    rules: Option<Rules>,
    /// What a new learner is made of, where no file was given.
    method: Method,
    learner: Option<Box<dyn AnyLearner>>,
    /// Episodes before each move.
    budget: u64,
    rates: Rates,
    /// What a new learner may use.
    most_megabytes: Option<u64>,
    learned: u64,
    seed: Seed,
    rng: Rng,
}

impl Learned {
    /// Plays by a model; learns from `budget` episodes before each move.
    ///
    /// # Errors
    /// When the model cannot be read.
    pub fn from_model(model: &Model, spec: String, budget: u64, seed: Seed) -> Result<Learned, TrainError> {
        let rules = rules_of(model)?;
        let learner = learner(model, rules, &mut Budget::unlimited())?;
        let learned = Learned::untrained(model.header.method, spec, budget, seed);
        Ok(Learned { rules: Some(rules), learner: Some(learner), learned: model.header.episodes, ..learned })
    }

    /// Knows nothing, and learns while it plays, as the course's TD(0) player does.
    #[must_use]
    pub fn untrained(method: Method, spec: String, budget: u64, seed: Seed) -> Learned {
        Learned {
            spec,
            rules: None,
            method,
            learner: None,
            budget,
            rates: Rates::default(),
            most_megabytes: None,
            learned: 0,
            seed,
            rng: seed.rng(),
        }
    }

    /// Learns with these while it plays.
    #[must_use]
    pub fn with_rates(mut self, rates: Rates) -> Learned {
        self.rates = rates;
        if let Some(learner) = &mut self.learner {
            learner.set_rates(rates);
        }
        self
    }

    /// The same, in so much memory; a full learner goes on with the positions it holds.
    #[must_use]
    pub fn with_most_megabytes(self, most: u64) -> Learned {
        Learned { most_megabytes: Some(most), ..self }
    }

    /// The game that it learned; `None` while it has learned nothing.
    #[must_use]
    pub fn rules(&self) -> Option<Rules> {
        self.rules
    }

    /// What each move is worth to the side that makes it, from 0 to 1; a half where nothing was learned.
    #[must_use]
    pub fn chances(&self, position: &Position) -> Vec<f32> {
        match &self.learner {
            Some(learner) => {
                learner.rate(position).into_iter().map(|(_, chance)| chance.unwrap_or(0.5)).collect()
            }
            None => position.moves().map(|_| 0.5).collect(),
        }
    }

    /// Makes a learner for the board at hand where there is none and the budget allows.
    fn make(&mut self, position: &Position, budget: &mut Budget) -> Result<(), AgentError> {
        self.accepts(position, &Limits::NONE)?;
        if self.learner.is_some() {
            return Ok(());
        }
        let rules = position.rules();
        let failed = |why: String| AgentError::Failed { agent: self.spec.clone(), why };
        let mut options = self.method.preset(Preset::Published);
        // A network is as large as its tuples make it; a table can be told to stop.
        if let Some(most) = self.most_megabytes.filter(|_| self.method.keeps() == Keeps::Positions) {
            let most = places_within(rules, most).to_string();
            options.set(self.method.name(), "positions", &most).map_err(|error| failed(error.to_string()))?;
        }
        let model = Model::untrained(self.method, Preset::Published, &options, rules, self.seed);
        match learner(&model, rules, budget) {
            Ok(mut made) => {
                made.set_rates(self.rates);
                self.learner = Some(made);
                self.rules = Some(rules);
                Ok(())
            }
            Err(TrainError::Genetic(GeneticError::Graph(GraphError::Stopped { .. }))) => Ok(()),
            Err(error) => Err(failed(error.to_string())),
        }
    }

    /// Learns from here, and tells from how many episodes.
    fn learn(&mut self, position: &Position, limits: &Limits, budget: &mut Budget) -> u64 {
        let Some(learner) = &mut self.learner else { return 0 };
        let most = limits.playouts.map_or(self.budget, |most| most.min(self.budget));
        for done in 0..most {
            let mut rng = episode_rng(self.seed, self.learned);
            if learner.learn(position, self.learned, &mut rng, budget).is_err() {
                return done;
            }
            self.learned += 1;
        }
        most
    }

    /// Every move it could choose by what it knows now; all of them while it knows nothing.
    fn known_choices(&self, position: &Position) -> Result<Vec<Point>, AgentError> {
        let choices = match &self.learner {
            Some(learner) => learner.choices(position),
            None => position.moves().collect(),
        };
        if choices.is_empty() {
            return Err(AgentError::Failed { agent: self.spec.clone(), why: "it knows no move here".into() });
        }
        Ok(choices)
    }

    fn rated(&self, position: &Position) -> Vec<Rated<Point>> {
        let rated = self.learner.as_ref().map(|learner| learner.rate(position)).unwrap_or_default();
        let value =
            |value: Option<f32>| value.map_or(Value::Unknown, |value| Value::Chance(f64::from(value)));
        rated
            .into_iter()
            .map(|(mv, learned)| Rated { mv, value: value(learned), visits: None, guide: None })
            .collect()
    }

    /// What one decision may spend. The moves it weighs in the end are paid for first.
    fn budget(position: &Position, limits: &Limits, stop: &Stop) -> Budget {
        let mut budget = Budget::of_nodes(limits, stop);
        // It answers even where this is more than it may spend.
        let _ = budget.spend_many(position.moves().count() as u64);
        budget
    }
}

fn learner(model: &Model, rules: Rules, budget: &mut Budget) -> Result<Box<dyn AnyLearner>, TrainError> {
    Ok(match Position::new(rules) {
        Position::One(_) => Box::new(Of::<1>(learner_of(model, rules, budget)?)),
        Position::Two(_) => Box::new(Of::<2>(learner_of(model, rules, budget)?)),
        Position::Four(_) => Box::new(Of::<4>(learner_of(model, rules, budget)?)),
        Position::Seven(_) => Box::new(Of::<7>(learner_of(model, rules, budget)?)),
    })
}

impl Agent<Position> for Learned {
    fn choose(
        &mut self,
        position: &Position,
        limits: &Limits,
        thinking: &mut Thinking<'_, Point>,
    ) -> Result<Decision<Point>, AgentError> {
        let mut budget = Learned::budget(position, limits, &thinking.stop);
        self.make(position, &mut budget)?;
        let playouts = self.learn(position, limits, &mut budget);
        let choices = self.known_choices(position)?;
        let mv = *self.rng.pick(&choices);
        let rated = self.rated(position);
        let value = rated.iter().find(|rated| rated.mv == mv).map_or(Value::Unknown, |rated| rated.value);
        let statistics = Statistics {
            nodes: budget.spent().max(rated.len() as u64),
            playouts,
            time: budget.elapsed(),
            ..Statistics::default()
        };
        Ok(Decision { action: Action::Play(mv), value, line: vec![mv], best: Vec::new(), rated, statistics })
    }

    fn accepts(&self, position: &Position, _: &Limits) -> Result<(), AgentError> {
        match self.rules {
            Some(rules) if rules != position.rules() => Err(AgentError::WrongBoard {
                agent: self.spec.clone(),
                trained: rules.to_string(),
                given: position.rules().to_string(),
            }),
            _ => Ok(()),
        }
    }

    fn choices(
        &mut self,
        position: &Position,
        limits: &Limits,
        thinking: &mut Thinking<'_, Point>,
    ) -> Result<Vec<Point>, AgentError> {
        let mut budget = Learned::budget(position, limits, &thinking.stop);
        self.make(position, &mut budget)?;
        self.learn(position, limits, &mut budget);
        self.known_choices(position)
    }

    fn new_game(&mut self) {
        self.rng = self.seed.rng();
        if let Some(learner) = &mut self.learner {
            learner.tidy();
        }
    }

    /// Makes a new learner before the clock runs: a population takes a while.
    fn prepare(&mut self, position: &Position, _: &Limits, stop: &Stop) -> Result<(), AgentError> {
        self.make(position, &mut Budget::of_nodes(&Limits::NONE, stop))
    }
}
