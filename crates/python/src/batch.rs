//! Many games at once, over memory that numpy owns.

use std::sync::{Mutex, PoisonError};

use kinrow_agent::Seed;
use kinrow_env::{Autoreset, Batch as Games, OpponentChoice, Plays, Sheet};
use numpy::{PyReadonlyArray1, PyReadwriteArray1};
use pyo3::prelude::*;

use crate::board::{Board, position, side};
use crate::limits::Limits;
use crate::speech::{refuse, refuse_by};

/// Many games of one board. It writes into flat arrays that its caller keeps: observations, masks, rewards, terminated, and, where the
/// next game begins at once, the last observations.
#[pyclass(module = "kinrow._kinrow", frozen)]
pub(crate) struct Batch(Mutex<Games>);

type Bytes<'py> = PyReadwriteArray1<'py, i8>;

/// Lends what numpy owns.
fn with_sheet<T>(
    (mut observations, mut masks): (Bytes<'_>, Bytes<'_>),
    mut rewards: PyReadwriteArray1<'_, f32>,
    mut terminated: PyReadwriteArray1<'_, bool>,
    mut last: Option<Bytes<'_>>,
    write: impl FnOnce(&mut Sheet<'_>) -> T,
) -> PyResult<T> {
    let mut sheet = Sheet {
        observations: observations.as_slice_mut()?,
        masks: masks.as_slice_mut()?,
        rewards: rewards.as_slice_mut()?,
        terminated: terminated.as_slice_mut()?,
        last: last.as_mut().map(|last| last.as_slice_mut()).transpose()?,
    };
    Ok(write(&mut sheet))
}

impl Batch {
    fn with_games<T>(&self, ask: impl FnOnce(&mut Games) -> T) -> T {
        ask(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

// What Python lends is given back at the end of a call, so these take it by value.
#[allow(clippy::needless_pass_by_value)]
#[pymethods]
impl Batch {
    #[new]
    fn new(
        board: &str,
        size: usize,
        autoreset: &str,
        opponent: Option<&str>,
        plays: &str,
        limits: &Limits,
    ) -> PyResult<Batch> {
        let rules = position(board)?.rules();
        let autoreset = match autoreset {
            "NextStep" => Autoreset::NextStep,
            "SameStep" => Autoreset::SameStep,
            "Disabled" => Autoreset::Disabled,
            given => return Err(refuse_by("autoreset", &[("given", given)])),
        };
        let opponent = match opponent {
            Some(spec) => OpponentChoice::new(spec, limits.0).map_err(|error| refuse(&error))?,
            None => OpponentChoice::Itself,
        };
        let plays = if plays == "both" { Plays::Both } else { Plays::Side(side(plays)?) };
        let games = Games::new(rules, size, autoreset, opponent, plays).map_err(|error| refuse(&error))?;
        Ok(Batch(Mutex::new(games)))
    }

    #[allow(clippy::too_many_arguments)]
    #[pyo3(signature = (seed, only, observations, masks, rewards, terminated))]
    fn reset(
        &self,
        py: Python<'_>,
        seed: Option<u64>,
        only: Option<Vec<bool>>,
        observations: Bytes<'_>,
        masks: Bytes<'_>,
        rewards: PyReadwriteArray1<'_, f32>,
        terminated: PyReadwriteArray1<'_, bool>,
    ) -> PyResult<()> {
        with_sheet((observations, masks), rewards, terminated, None, |sheet| {
            py.detach(|| self.with_games(|games| games.reset(seed.map(Seed), only.as_deref(), sheet)))
        })?
        .map_err(|error| refuse(&error))
    }

    #[allow(clippy::too_many_arguments)]
    #[pyo3(signature = (actions, observations, masks, rewards, terminated, last))]
    fn step(
        &self,
        py: Python<'_>,
        actions: PyReadonlyArray1<'_, i64>,
        observations: Bytes<'_>,
        masks: Bytes<'_>,
        rewards: PyReadwriteArray1<'_, f32>,
        terminated: PyReadwriteArray1<'_, bool>,
        last: Option<Bytes<'_>>,
    ) -> PyResult<()> {
        let chosen = actions.as_slice()?;
        with_sheet((observations, masks), rewards, terminated, last, |sheet| {
            py.detach(|| self.with_games(|games| games.step(chosen, sheet)))
        })?
        .map_err(|error| refuse(&error))
    }

    fn sample(&self, py: Python<'_>, mut actions: PyReadwriteArray1<'_, i64>) -> PyResult<()> {
        let chosen = actions.as_slice_mut()?;
        py.detach(|| self.with_games(|games| games.sample(chosen)));
        Ok(())
    }

    /// A game of the batch, to be looked at.
    fn board(&self, game: usize) -> Option<Board> {
        self.with_games(|games| games.position(game)).map(Board::at)
    }
}
