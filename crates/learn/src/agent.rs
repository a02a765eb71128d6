//! A learned table as an agent: reads it, and can go on learning while it plays.

use kinrow_agent::{
    Action, Agent, AgentError, Decision, Limits, Rated, Rng, Seed, Statistics, Thinking, Value,
};
use kinrow_game::{Board, Point, Position, Rules};

use crate::learner::Learner;
use crate::methods::{Method, Preset};
use crate::model::Model;
use crate::train::{TrainError, episode_rng, learner_of, rules_of};
use crate::width::OfWidth;

/// A learner of any width.
trait Player: Send {
    fn rate(&self, position: &Position) -> Vec<(Point, Option<f32>)>;
    fn choices(&self, position: &Position) -> Vec<Point>;
    fn learn(&mut self, position: &Position, index: u64, rng: &mut Rng) -> bool;
}

struct Of<const W: usize>(Box<dyn Learner<W>>);

impl<const W: usize> Player for Of<W>
where
    Board<W>: OfWidth,
{
    fn rate(&self, position: &Position) -> Vec<(Point, Option<f32>)> {
        Board::from_position(position).map_or_else(Vec::new, |board| self.0.rate(board))
    }

    fn choices(&self, position: &Position) -> Vec<Point> {
        Board::from_position(position).map_or_else(Vec::new, |board| self.0.choices(board))
    }

    fn learn(&mut self, position: &Position, index: u64, rng: &mut Rng) -> bool {
        Board::from_position(position).is_some_and(|board| self.0.episode(index, Some(board), rng).is_ok())
    }
}

/// An agent that plays by what was learned.
pub struct Learned {
    spec: String,
    rules: Option<Rules>,
    /// What a new learner is made of, where no file was given.
    method: &'static Method,
    player: Option<Box<dyn Player>>,
    /// Episodes before each move.
    budget: u64,
    /// What a new learner may hold.
    most_positions: Option<u64>,
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
        let method = Method::find(&model.header.method)
            .map_err(|error| crate::ModelError::Damaged { why: error.to_string() })?;
        let player = Some(player(model, rules)?);
        let learned = model.header.episodes;
        let (rules, most_positions) = (Some(rules), None);
        Ok(Learned { spec, rules, method, player, budget, most_positions, learned, seed, rng: seed.rng() })
    }

    /// Knows nothing, and learns while it plays, as the course's TD(0) player does.
    #[must_use]
    pub fn untrained(method: &'static Method, spec: String, budget: u64, seed: Seed) -> Learned {
        let (rules, player, most_positions) = (None, None, None);
        Learned { spec, rules, method, player, budget, most_positions, learned: 0, seed, rng: seed.rng() }
    }

    /// The same, holding at most so many positions; a full learner learns no more, and still plays.
    #[must_use]
    pub fn with_most_positions(self, most: u64) -> Learned {
        Learned { most_positions: Some(most.max(1)), ..self }
    }

    /// Makes a player for the board at hand where there is none, and learns from here.
    fn prepare(&mut self, position: &Position, thinking: &Thinking<'_, Point>) -> Result<(), AgentError> {
        let failed = |spec: &str, why: String| AgentError::Failed { agent: spec.into(), why };
        self.accepts(position, &Limits::NONE)?;
        if self.player.is_none() {
            let mut options = self.method.preset(Preset::Published);
            if let Some(most) = self.most_positions {
                let set = options.set(self.method.name, "positions", &most.to_string());
                set.map_err(|error| failed(&self.spec, error.to_string()))?;
            }
            let model =
                Model::untrained(self.method, Preset::Published, &options, position.rules(), self.seed);
            let made =
                player(&model, position.rules()).map_err(|error| failed(&self.spec, error.to_string()))?;
            self.player = Some(made);
            self.rules = Some(position.rules());
        }
        let Some(player) = &mut self.player else { return Ok(()) };
        for _ in 0..self.budget {
            let mut rng = episode_rng(self.seed, self.learned);
            // A full table learns no more; it still plays.
            if thinking.stop.is_stopped() || !player.learn(position, self.learned, &mut rng) {
                break;
            }
            self.learned += 1;
        }
        Ok(())
    }

    fn rated(&self, position: &Position) -> Vec<Rated<Point>> {
        let rated = self.player.as_ref().map(|player| player.rate(position)).unwrap_or_default();
        let value =
            |value: Option<f32>| value.map_or(Value::Unknown, |value| Value::Chance(f64::from(value)));
        rated.into_iter().map(|(mv, learned)| Rated { mv, value: value(learned), visits: None }).collect()
    }
}

fn player(model: &Model, rules: Rules) -> Result<Box<dyn Player>, TrainError> {
    Ok(match Position::new(rules) {
        Position::One(_) => Box::new(Of::<1>(learner_of(model, rules)?)),
        Position::Two(_) => Box::new(Of::<2>(learner_of(model, rules)?)),
        Position::Four(_) => Box::new(Of::<4>(learner_of(model, rules)?)),
        Position::Seven(_) => Box::new(Of::<7>(learner_of(model, rules)?)),
    })
}

impl Agent<Position> for Learned {
    fn spec(&self) -> String {
        self.spec.clone()
    }

    fn choose(
        &mut self,
        position: &Position,
        limits: &Limits,
        thinking: &mut Thinking<'_, Point>,
    ) -> Result<Decision<Point>, AgentError> {
        let started = std::time::Instant::now();
        let choices = self.choices(position, limits, thinking)?;
        let mv = *self.rng.pick(&choices);
        let rated = self.rated(position);
        let value = rated.iter().find(|rated| rated.mv == mv).map_or(Value::Unknown, |rated| rated.value);
        let statistics = Statistics {
            nodes: rated.len() as u64,
            playouts: self.budget,
            time: started.elapsed(),
            ..Statistics::default()
        };
        Ok(Decision { action: Action::Play(mv), value, line: vec![mv], rated, statistics })
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
        _: &Limits,
        thinking: &mut Thinking<'_, Point>,
    ) -> Result<Vec<Point>, AgentError> {
        self.prepare(position, thinking)?;
        let choices = self.player.as_ref().map(|player| player.choices(position)).unwrap_or_default();
        if choices.is_empty() {
            return Err(AgentError::Failed { agent: self.spec.clone(), why: "it knows no move here".into() });
        }
        Ok(choices)
    }

    fn new_game(&mut self) {
        self.rng = self.seed.rng();
    }
}
