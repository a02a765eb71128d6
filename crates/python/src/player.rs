//! Agents of the catalogue, and models as agents.

use std::sync::{Arc, Mutex, PoisonError};

use kinrow_agent::{AnyAgent, Ignore, Limits as Spent, Seed, Stop, Thinking};
use kinrow_arena::Entrant;
use kinrow_game::{Game, Position};
use kinrow_learn::{Learned, Model};
use kinrow_players::AgentSpec;
use kinrow_players::catalogue::{self, ALL, Cost};
use kinrow_session::analysis::{Analysis, analyze};
use kinrow_zero::{Weights, Zero, ZeroOptions};
use pyo3::prelude::*;

use crate::board::Board;
use crate::limits::Limits;
use crate::speech::{refuse, refuse_by};
use crate::work;

/// What an agent is made of.
#[derive(Clone)]
pub(crate) enum Source {
    Spec(AgentSpec),
    Table(Arc<Model>),
    Network(Arc<Weights>, u64),
}

impl Source {
    fn build(&self, seed: Seed) -> PyResult<AnyAgent> {
        Ok(match self {
            Source::Spec(spec) => catalogue::build(spec, seed).map_err(|error| refuse(&error))?,
            Source::Table(model) => Box::new(learned(model, seed).map_err(|error| refuse(&error))?),
            Source::Network(weights, _) => Box::new(zero(weights)),
        })
    }

    fn spec(&self) -> String {
        match self {
            Source::Spec(spec) => spec.full(),
            Source::Table(model) => model.header.method.to_string(),
            Source::Network(..) => kinrow_zero::NAME.to_string(),
        }
    }

    /// Whether a move costs next to nothing, so that a thread would cost more.
    fn is_quick(&self) -> bool {
        matches!(self, Source::Spec(spec) if spec.kind().cost == Cost::Glance)
    }
}

fn learned(model: &Model, seed: Seed) -> Result<Learned, kinrow_learn::TrainError> {
    Learned::from_model(model, model.header.method.to_string(), 0, seed)
}

fn zero(weights: &Arc<Weights>) -> Zero {
    let options = kinrow_agent::Options::new(ZeroOptions::DECLARED);
    Zero::new(Arc::clone(weights), ZeroOptions::from(&options), kinrow_zero::NAME.into())
}

/// An agent of the catalogue, or one that plays by a model.
#[pyclass(module = "kinrow._kinrow", frozen)]
pub(crate) struct Player {
    source: Source,
    agent: Mutex<AnyAgent>,
}

impl Player {
    pub(crate) fn of(source: Source, seed: u64) -> PyResult<Player> {
        // As `kinrow analyze` and `kinrow audit` build theirs, so that the same seed gives the same agent.
        let agent = Mutex::new(source.build(Seed(seed).derive("agent", 0))?);
        Ok(Player { source, agent })
    }

    /// As one who takes part in contests.
    pub(crate) fn entrant(&self, name: Option<String>, limits: Spent) -> Entrant {
        let spec = self.source.spec();
        match &self.source {
            Source::Spec(spec) => Entrant::new(name, spec, limits),
            Source::Table(model) => {
                let fingerprint = u64::from_le_bytes(kinrow_game::checksum(&model.to_bytes()));
                let model = Arc::clone(model);
                let make = move |seed| learned(&model, seed).expect("the model has been an agent before");
                Entrant::custom(&name.unwrap_or(spec), limits, make).with_fingerprint(fingerprint)
            }
            Source::Network(weights, fingerprint) => {
                let weights = Arc::clone(weights);
                let make = move |_| zero(&weights);
                Entrant::custom(&name.unwrap_or(spec), limits, make).with_fingerprint(*fingerprint)
            }
        }
    }

    pub(crate) fn spec_text(&self) -> String {
        self.source.spec()
    }

    pub(crate) fn keeps(&self) -> Option<String> {
        match &self.source {
            Source::Spec(spec) if spec.keeps() => Some(spec.to_string()),
            _ => None,
        }
    }

    pub(crate) fn with_agent<T>(&self, ask: impl FnOnce(&mut AnyAgent) -> T) -> T {
        ask(&mut self.agent.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Asks it, within limits, while Python waits.
    fn asked(
        &self,
        py: Python<'_>,
        position: Position,
        limits: Spent,
        wants_values: bool,
    ) -> PyResult<Analysis> {
        if position.outcome().is_some() {
            return Err(refuse_by("over", &[]));
        }
        let stop = Stop::new();
        let question = || {
            self.with_agent(|agent| {
                agent.accepts(&position, &limits)?;
                let mut ignore = Ignore;
                let mut thinking = Thinking::new(stop.clone(), &mut ignore);
                analyze(&mut **agent, &position, &limits, wants_values, &mut thinking)
            })
        };
        let answer = match self.source.is_quick() {
            true => py.detach(question),
            false => work::run(py, &stop, |_| question())?,
        };
        answer.map_err(|error| refuse(&error))
    }
}

#[pymethods]
impl Player {
    #[new]
    fn new(spec: &str, seed: u64) -> PyResult<Player> {
        let spec = spec.parse().map_err(|error: kinrow_players::SpecError| refuse(&error))?;
        Player::of(Source::Spec(spec), seed)
    }

    #[getter]
    fn spec(&self) -> String {
        self.source.spec()
    }

    /// A decision or an analysis, as JSON.
    fn ask(&self, py: Python<'_>, board: &Board, limits: &Limits, wants_values: bool) -> PyResult<String> {
        let analysis = self.asked(py, board.now, limits.0, wants_values)?;
        Ok(analysis.to_json(&board.now, &self.source.spec()).to_string())
    }

    /// A move, and nothing else.
    fn r#move(&self, py: Python<'_>, board: &Board, limits: &Limits) -> PyResult<Option<String>> {
        let analysis = self.asked(py, board.now, limits.0, false)?;
        Ok(analysis.decision.mv().map(|mv| board.now.name(mv)))
    }

    fn new_game(&self) {
        self.with_agent(|agent| agent.new_game());
    }
}

/// The names of the catalogue's agents.
#[pyfunction]
pub(crate) fn agents() -> Vec<&'static str> {
    ALL.iter().map(|kind| kind.name).collect()
}

/// The agent for a board when nobody said which.
#[pyfunction]
pub(crate) fn default_agent(board: &Board) -> String {
    kinrow_players::suits::default_spec(board.now.rules()).to_string()
}
