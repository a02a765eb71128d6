//! Agents written in Python, and the audit, which asks one directly.

use std::sync::{Arc, Mutex, PoisonError};

use kinrow_agent::{
    Action, Agent, AgentError, AnyAgent, Decision, GameRecord, Limits as Spent, Seed, Statistics, Stop,
    Thinking, Value,
};
use kinrow_arena::Entrant;
use kinrow_game::{Point, Position, Rules, Side};
use kinrow_learn::{Audit, AuditError, AuditLimits};
use pyo3::exceptions::{PyException, PyTypeError};
use pyo3::prelude::*;
use serde_json::{Value as Json, json};

use crate::board::{Board, GivenMove, position, side};
use crate::limits::{Limits, Stop as PyStop};
use crate::player::Player;
use crate::speech::refuse;
use crate::work::{self, Desk};

/// A way to make agents in Python: ``factory(seed)`` gives an object with ``choose(board, limits, stop)``.
#[pyclass(module = "kinrow._kinrow", frozen)]
pub(crate) struct Foreign {
    name: String,
    factory: Arc<Py<PyAny>>,
    fingerprint: Option<u64>,
}

#[pymethods]
impl Foreign {
    #[new]
    #[pyo3(signature = (name, factory, fingerprint=None))]
    fn new(name: String, factory: Py<PyAny>, fingerprint: Option<u64>) -> Foreign {
        Foreign { name, factory: Arc::new(factory), fingerprint }
    }
}

impl Foreign {
    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    /// As an agent, which is asked at the desk.
    pub(crate) fn agent(&self, seed: Seed, desk: Desk) -> AnyAgent {
        Box::new(ForeignAgent::new(&self.name, &self.factory, seed, Way::Desk(desk)))
    }

    /// As one who takes part in contests; it is asked at the desk.
    pub(crate) fn entrant(&self, name: Option<String>, limits: Spent, desk: Desk) -> Entrant {
        let (own, factory) = (self.name.clone(), Arc::clone(&self.factory));
        let make = move |seed| ForeignAgent::new(&own, &factory, seed, Way::Desk(desk.clone()));
        let entrant = Entrant::custom(&name.unwrap_or_else(|| self.name.clone()), limits, make);
        match self.fingerprint {
            Some(fingerprint) => entrant.with_fingerprint(fingerprint),
            None => entrant,
        }
    }
}

/// How Python is reached.
#[derive(Clone)]
enum Way {
    /// On another thread, which does errands. An exception is a failure of the agent; what is meant to end the program ends the work.
    Desk(Desk),
    /// On this thread. Every exception is kept here, for whoever began this.
    Here(Arc<Mutex<Option<PyErr>>>),
}

/// The object that was asked, and what it answered.
type Answer = (Arc<Py<PyAny>>, Result<Action<Point>, AgentError>);

/// An agent in Python as an agent.
struct ForeignAgent {
    name: String,
    factory: Arc<Py<PyAny>>,
    seed: Seed,
    way: Way,
    /// Made when it is first asked.
    instance: Option<Arc<Py<PyAny>>>,
}

impl ForeignAgent {
    fn new(name: &str, factory: &Arc<Py<PyAny>>, seed: Seed, way: Way) -> ForeignAgent {
        ForeignAgent { name: name.into(), factory: Arc::clone(factory), seed, way, instance: None }
    }

    fn failed(&self, why: String) -> AgentError {
        AgentError::Failed { agent: self.name.clone(), why }
    }
}

impl Agent<Position> for ForeignAgent {
    fn choose(
        &mut self,
        position: &Position,
        limits: &Spent,
        thinking: &mut Thinking<'_, Point>,
    ) -> Result<Decision<Point>, AgentError> {
        let (name, factory, seed, instance) =
            (self.name.clone(), Arc::clone(&self.factory), self.seed, self.instance.clone());
        let (position, limits, stop) = (*position, *limits, thinking.stop.clone());
        let record = thinking.record.cloned();
        let question = move |py: Python<'_>| -> PyResult<Answer> {
            let instance = match instance {
                Some(instance) => instance,
                None => Arc::new(factory.call1(py, (seed.0,))?),
            };
            let board = Py::new(py, with_history(position, record.as_ref()))?;
            let arguments = (board, Limits(limits), PyStop(stop));
            let answer = instance.call_method1(py, "choose", arguments)?;
            let action = action(&name, &position, answer.bind(py))?;
            Ok((instance, action))
        };
        let answer = match &self.way {
            Way::Here(raised) => Python::attach(question).map_err(|error| {
                *raised.lock().unwrap_or_else(PoisonError::into_inner) = Some(error);
                String::new()
            }),
            Way::Desk(desk) => {
                let careful = |py: Python<'_>| match question(py) {
                    Err(error) if error.is_instance_of::<PyException>(py) => Ok(Err(words(py, &error))),
                    Err(error) => Err(error),
                    Ok(answer) => Ok(Ok(answer)),
                };
                desk.ask(careful).unwrap_or_else(|| Err("nobody answers any more".into()))
            }
        };
        let (instance, action) = answer.map_err(|why| self.failed(why))?;
        self.instance = Some(instance);
        let action = action?;
        Ok(Decision {
            action,
            value: Value::Unknown,
            line: Vec::new(),
            best: Vec::new(),
            rated: Vec::new(),
            statistics: Statistics::default(),
        })
    }
}

/// An exception in a line.
fn words(py: Python<'_>, error: &PyErr) -> String {
    let name = error.get_type(py).qualname().map_or_else(|_| String::new(), |name| name.to_string());
    format!("{name}: {}", error.value(py))
}

/// What Python's answer means.
fn action(
    name: &str,
    position: &Position,
    answer: &Bound<'_, PyAny>,
) -> PyResult<Result<Action<Point>, AgentError>> {
    let Ok(given) = answer.extract::<GivenMove>() else {
        let kind = answer.get_type().qualname()?;
        return Err(PyTypeError::new_err(format!(
            "{name} returned {kind}, not a move: return a name such as 'b2', a number, or 'resign'"
        )));
    };
    if matches!(&given, GivenMove::Name(word) if word == "resign") {
        return Ok(Ok(Action::Resign));
    }
    let given_text = match &given {
        GivenMove::Name(name) => name.clone(),
        GivenMove::Number(number) => number.to_string(),
    };
    Ok(match given.point(position) {
        Ok(point) => Ok(Action::Play(point)),
        Err(error) => {
            let why = error.value(answer.py()).to_string();
            Err(AgentError::IllegalMove { agent: name.into(), given: given_text, why })
        }
    })
}

/// The board as it came about, where that is known.
fn with_history(position: Position, record: Option<&GameRecord>) -> Board {
    let played = || {
        let record = record?;
        let start = match &record.start {
            Some(start) => start.parse().ok()?,
            None => Position::new(position.rules()),
        };
        let mut board = Board::at(start);
        for name in record.all_moves() {
            board.advance(board.now.parse_move(name).ok()?);
        }
        (board.now == position).then_some(board)
    };
    played().unwrap_or_else(|| Board::at(position))
}

/// The audits of an agent, as JSON.
#[pyfunction]
#[pyo3(signature = (agent, board, sides, limits, positions, seed))]
pub(crate) fn audit(
    py: Python<'_>,
    agent: &Bound<'_, PyAny>,
    board: &str,
    sides: Vec<String>,
    limits: &Limits,
    positions: u64,
    seed: u64,
) -> PyResult<String> {
    let rules = position(board)?.rules();
    let sides = sides.iter().map(|given| side(given)).collect::<PyResult<Vec<Side>>>()?;
    let limits = AuditLimits { positions, decision: limits.0, ..AuditLimits::default() };
    let (name, audits) = if let Ok(foreign) = agent.cast::<Foreign>() {
        let foreign = foreign.get();
        (foreign.name.clone(), audit_here(py, foreign, (rules, Seed(seed)), &sides, &limits)?)
    } else {
        let player = agent.cast::<Player>()?.get();
        if let Some(agent) = player.keeps() {
            return Err(refuse(&AuditError::Keeps { agent }));
        }
        let stop = Stop::new();
        let audits = work::run(py, &stop, |_| {
            player.with_agent(|agent| {
                let accepted = agent.accepts(&Position::new(rules), &limits.decision);
                accepted.map_err(|error| AuditError::Agent { why: error.to_string() })?;
                let ask = |&side: &Side| {
                    let found = kinrow_learn::audit(&mut **agent, rules, side, &limits, &stop, &mut |_| ())?;
                    Ok((side, found))
                };
                sides.iter().map(ask).collect::<Result<Vec<_>, AuditError>>()
            })
        })?;
        (player.spec_text(), audits.map_err(|error| refuse(&error))?)
    };
    let mut fields = json!({ "board": rules.to_string(), "agent": name });
    for (side, audit) in audits {
        fields[side.to_string().to_lowercase()] = serde_json::to_value(audit).unwrap_or(Json::Null);
    }
    Ok(fields.to_string())
}

/// Asks an agent in Python on the thread that it lives on: no errand costs anything.
fn audit_here(
    py: Python<'_>,
    foreign: &Foreign,
    (rules, seed): (Rules, Seed),
    sides: &[Side],
    limits: &AuditLimits,
) -> PyResult<Vec<(Side, Audit)>> {
    let raised = Arc::new(Mutex::new(None));
    let take = || raised.lock().unwrap_or_else(PoisonError::into_inner).take();
    let mut audits = Vec::new();
    for &side in sides {
        let way = Way::Here(Arc::clone(&raised));
        let mut agent = ForeignAgent::new(&foreign.name, &foreign.factory, seed.derive("agent", 0), way);
        let stop = Stop::new();
        let mut look = |asked: u64| {
            if asked.is_multiple_of(64)
                && let Err(error) = py.check_signals()
            {
                *raised.lock().unwrap_or_else(PoisonError::into_inner) = Some(error);
                stop.stop();
            }
        };
        let found = kinrow_learn::audit(&mut agent, rules, side, limits, &stop, &mut look);
        if let Some(error) = take() {
            return Err(error);
        }
        audits.push((side, found.map_err(|error| refuse(&error))?));
    }
    Ok(audits)
}
