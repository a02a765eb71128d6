//! Questions about a position or a game: its value, its size, a search in steps, a review.

use std::ops::ControlFlow;

use kinrow_agent::{Ignore, Seed, Stop, Thinking};
use kinrow_game::count::{CountLimits, count as count_game};
use kinrow_game::{Game, Outcome};
use kinrow_players::{AgentSpec, SpecError, suits};
use kinrow_search::solve::book::Books;
use kinrow_search::solve::{SolveOptions, Solver};
use kinrow_session::steps::record;
use kinrow_study::{Passage, Reviewer};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::board::{Board, position};
use crate::limits::Limits;
use crate::speech::{refuse, refuse_by};
use crate::work;

fn spec(text: &str) -> PyResult<AgentSpec> {
    text.parse().map_err(|error: SpecError| refuse(&error))
}

/// The exact value of a position.
#[pyfunction]
pub(crate) fn solve<'py>(
    py: Python<'py>,
    board: &Board,
    limits: &Limits,
    distance: bool,
    book: bool,
    megabytes: u64,
) -> PyResult<Bound<'py, PyDict>> {
    let (position, limits) = (board.now, limits.0);
    if position.outcome().is_some() {
        return Err(refuse_by("over", &[]));
    }
    let options = SolveOptions { distance, megabytes, ..SolveOptions::default() };
    let books = if book { Books::Shipped } else { Books::None };
    let stop = Stop::new();
    let solved = work::run(py, &stop, |_| {
        let mut ignore = Ignore;
        let mut thinking = Thinking::new(stop.clone(), &mut ignore);
        Solver::new(options).with_books(books).solve(&position, &limits, &mut thinking)
    })?;
    let solution = solved.map_err(|error| refuse(&error))?;
    let fields = PyDict::new(py);
    let value = match solution.outcome {
        Outcome::Win => "win",
        Outcome::Draw => "draw",
        Outcome::Loss => "loss",
    };
    fields.set_item("value", value)?;
    fields.set_item("plies", solution.plies)?;
    fields.set_item("move", solution.mv.map(|point| position.name(point)))?;
    let line: Vec<String> = solution.line.iter().map(|&point| position.name(point)).collect();
    fields.set_item("line", line)?;
    fields.set_item("nodes", solution.statistics.nodes)?;
    fields.set_item("from_book", solution.is_from_book)?;
    fields.set_item("time_ms", solution.statistics.time.as_secs_f64() * 1000.0)?;
    Ok(fields)
}

/// How large a game is.
#[pyfunction]
pub(crate) fn count<'py>(
    py: Python<'py>,
    board: &str,
    depth: Option<usize>,
    megabytes: u64,
) -> PyResult<Bound<'py, PyDict>> {
    let rules = position(board)?.rules();
    let limits = CountLimits { depth, megabytes };
    let stop = Stop::new();
    let counted = work::run(py, &stop, |_| {
        let go_on = |_| if stop.is_stopped() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) };
        count_game(rules, limits, &mut { go_on })
    })?;
    let counted = counted.map_err(|error| refuse(&error))?;
    let fields = PyDict::new(py);
    fields.set_item("board", rules.to_string())?;
    fields.set_item("complete", !counted.is_cut)?;
    fields.set_item("states", counted.states())?;
    fields.set_item("classes", counted.classes())?;
    fields.set_item("games", counted.total_games())?;
    fields.set_item("x_wins", counted.games.x_wins)?;
    fields.set_item("o_wins", counted.games.o_wins)?;
    fields.set_item("draws", counted.games.draws)?;
    fields.set_item("nodes", counted.nodes())?;
    fields.set_item("perft", counted.perft)?;
    fields.set_item("states_by_ply", counted.states_by_ply)?;
    fields.set_item("classes_by_ply", counted.classes_by_ply)?;
    Ok(fields)
}

/// A search step by step, as JSON in the shape of docs/protocol.md.
#[pyfunction]
pub(crate) fn steps(
    py: Python<'_>,
    board: &Board,
    agent: &str,
    limits: &Limits,
    most: usize,
) -> PyResult<String> {
    let (spec, position, limits) = (spec(agent)?, board.now, limits.0);
    let stop = Stop::new();
    let recorded = work::run(py, &stop, |_| record(&spec, &position, &limits, most, &stop))?;
    Ok(recorded.map_err(|error| refuse(&error))?.to_json().to_string())
}

/// A game gone over move by move, as JSON.
#[pyfunction]
#[pyo3(signature = (board, agent, limits, seed))]
pub(crate) fn review(
    py: Python<'_>,
    board: &Board,
    agent: Option<&str>,
    limits: Option<&Limits>,
    seed: u64,
) -> PyResult<String> {
    let points: Vec<_> = board.points().collect();
    let passage = Passage::new(board.start(), &points).map_err(|error| refuse(&error))?;
    let reviewer_spec = agent.map_or_else(|| Ok(suits::reviewer(passage.start())), spec)?;
    let limits = match limits {
        Some(limits) => limits.0,
        // An agent that was named keeps to its own options.
        None if agent.is_some() => kinrow_agent::Limits::NONE,
        None => suits::REVIEW,
    };
    let seed = Seed(seed).derive("agent", 0);
    let mut reviewer =
        Reviewer::new(&reviewer_spec, seed, limits, &passage).map_err(|error| refuse(&error))?;
    let stop = Stop::new();
    let review = work::run(py, &stop, |_| reviewer.review(&passage, &stop, &mut |_| ()))?;
    let review = review.map_err(|error| refuse(&error))?;
    Ok(review.to_json(&passage, &reviewer_spec.full(), &limits, None).to_string())
}
