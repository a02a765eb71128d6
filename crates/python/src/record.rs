//! The record of games, and files of games.

use std::io::Cursor;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use kinrow_agent::GameRecord;
use kinrow_files::Output;
use kinrow_game::Rules;
use kinrow_record::exchange::names::{reason_of, result_of};
use kinrow_record::exchange::{Format, FormatError, GameError, read_file};
use kinrow_record::store::{
    Added, Export, ExportError, Filter, GameId, ImportError, Listed, Run, RunId, Store, StoreError, import,
    usual_path,
};
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use serde_json::Value;

use crate::board::{position, side};
use crate::speech::{refuse, refuse_by};

/// One file of games. It is opened when it is first needed, and made when there is something to keep.
#[pyclass(module = "kinrow._kinrow", frozen)]
pub(crate) struct Record {
    path: PathBuf,
    store: Mutex<Option<Store>>,
}

/// Which games are asked for.
#[derive(FromPyObject)]
pub(crate) struct Asked {
    #[pyo3(item)]
    agent: Option<String>,
    #[pyo3(item)]
    side: Option<String>,
    #[pyo3(item)]
    board: Option<String>,
    #[pyo3(item)]
    result: Option<String>,
    #[pyo3(item)]
    reason: Option<String>,
    #[pyo3(item)]
    opening: Option<String>,
    #[pyo3(item)]
    run: Option<i64>,
    #[pyo3(item)]
    most: Option<u64>,
    #[pyo3(item)]
    offset: u64,
}

impl Asked {
    fn filter(self) -> PyResult<Filter> {
        let rules = rules(self.board.as_deref())?;
        let result = self.result.map(|given| {
            result_of(&given.to_lowercase()).ok_or_else(|| refuse_by("result", &[("given", &given)]))
        });
        if let Some(given) = &self.reason
            && reason_of(given, String::new()).is_none()
        {
            return Err(refuse_by("reason", &[("given", given)]));
        }
        if self.side.is_some() && self.agent.is_none() {
            return Err(refuse_by("side-of", &[]));
        }
        let opening = self.opening.map(|moves| Filter::opening(&moves, rules));
        Ok(Filter {
            agent: self.agent,
            side: self.side.as_deref().map(side).transpose()?,
            rules: rules.map(|rules| rules.to_string()),
            result: result.transpose()?,
            reasons: self.reason.into_iter().collect(),
            opening: opening.transpose().map_err(|error| refuse(&error))?.unwrap_or_default(),
            run: self.run.map(RunId),
            limit: self.most,
            offset: self.offset,
            ..Filter::default()
        })
    }
}

fn rules(board: Option<&str>) -> PyResult<Option<Rules>> {
    board.map(|text| Ok(position(text)?.rules())).transpose()
}

fn format_of(given: Option<&str>, file: &Path) -> PyResult<Format> {
    match given {
        None => Format::of_path(file).map_err(|error| refuse(&error)),
        Some(given) => Format::of(given).ok_or_else(|| {
            refuse_by("games-format", &[("given", given), ("known", &Format::NAMES.join(", "))])
        }),
    }
}

fn line(record: &GameRecord) -> PyResult<String> {
    serde_json::to_string(record).map_err(|error| PyRuntimeError::new_err(error.to_string()))
}

/// Games as Python has them, which may have changed them: each is played by the rules again.
pub(crate) fn checked(games: &[String]) -> impl Iterator<Item = Result<GameRecord, GameError>> {
    Format::Json.games(Cursor::new(games.join("\n")), None)
}

impl Record {
    /// Asks the record; what is asked of one that does not exist yet is nothing.
    fn ask<T: Send + Default>(
        &self,
        py: Python<'_>,
        question: impl FnOnce(&Store) -> Result<T, StoreError> + Send,
    ) -> PyResult<T> {
        let asked = py.detach(|| {
            let mut store = self.store.lock().unwrap_or_else(PoisonError::into_inner);
            if store.is_none() {
                *store = Store::open_to_read(&self.path)?;
            }
            store.as_ref().map(question).transpose()
        });
        Ok(asked.map_err(|error| refuse(&error))?.unwrap_or_default())
    }
}

#[pymethods]
impl Record {
    #[new]
    #[pyo3(signature = (file=None))]
    fn new(py: Python<'_>, file: Option<PathBuf>) -> PyResult<Record> {
        let path = file.or_else(usual_path).ok_or_else(|| refuse_by("no-record", &[]))?;
        let record = Record { path, store: Mutex::default() };
        // What is no record is refused at once.
        record.ask(py, |_| Ok(()))?;
        Ok(record)
    }

    #[getter]
    fn file(&self) -> PathBuf {
        self.path.clone()
    }

    /// The games that are asked for as JSON, newest first, and how many there are without `most` and `offset`.
    fn list(&self, py: Python<'_>, asked: Asked) -> PyResult<(u64, String)> {
        let filter = asked.filter()?;
        let (total, games) = self.ask(py, |store| Ok((store.count(&filter)?, store.list(&filter)?)))?;
        Ok((total, Value::from(games.iter().map(Listed::to_json).collect::<Vec<_>>()).to_string()))
    }

    /// How many games are asked for.
    fn count(&self, py: Python<'_>, asked: Asked) -> PyResult<u64> {
        let filter = asked.filter()?;
        self.ask(py, |store| store.count(&filter))
    }

    /// The numbers of the games that are asked for, newest first.
    fn ids(&self, py: Python<'_>, asked: Asked) -> PyResult<Vec<i64>> {
        let filter = asked.filter()?;
        let ids = self.ask(py, |store| store.ids(&filter))?;
        Ok(ids.into_iter().map(|GameId(id)| id).collect())
    }

    /// A game as JSON.
    fn game(&self, py: Python<'_>, id: i64) -> PyResult<String> {
        let game = self.ask(py, |store| store.game(GameId(id)).map(Some))?;
        line(&game.ok_or_else(|| refuse(&StoreError::NoGame { given: id }))?)
    }

    /// The matches and tournaments as JSON, newest first.
    fn runs(&self, py: Python<'_>) -> PyResult<String> {
        let runs = self.ask(py, Store::runs)?;
        Ok(Value::from(runs.iter().map(Run::to_json).collect::<Vec<_>>()).to_string())
    }

    /// Adds games: how many were new, and how many were there already.
    fn add(&self, py: Python<'_>, games: Vec<String>) -> PyResult<(u64, u64)> {
        let added: Result<Added, AddError> = py.detach(|| {
            if games.is_empty() {
                return Ok(Added::default());
            }
            // A record is made when there is something to keep.
            let games = checked(&games).collect::<Result<Vec<_>, _>>()?;
            let mut store = self.store.lock().unwrap_or_else(PoisonError::into_inner);
            let store = match &mut *store {
                Some(store) => store,
                none => none.insert(Store::open(&self.path)?),
            };
            store.add_games(games.into_iter().map(Ok::<_, AddError>))
        });
        let Added { new, known } = added.map_err(|error| refuse(&error))?;
        Ok((new, known))
    }

    /// Brings in the games of a file: how many were new, and how many were there already.
    #[pyo3(signature = (file, format, board))]
    fn import_file(
        &self,
        py: Python<'_>,
        file: PathBuf,
        format: Option<&str>,
        board: Option<&str>,
    ) -> PyResult<(u64, u64)> {
        let (format, rules) = (format_of(format, &file)?, rules(board)?);
        let added: Result<Added, ImportError> = py.detach(|| {
            let mut store = self.store.lock().unwrap_or_else(PoisonError::into_inner);
            import(&mut store, &self.path, &file, Some(format), rules)
        });
        let Added { new, known } = added.map_err(|error| refuse(&error))?;
        Ok((new, known))
    }

    /// Writes games into a file, or each into its own in a folder.
    #[pyo3(signature = (file, ids, format, force))]
    fn export(
        &self,
        py: Python<'_>,
        file: PathBuf,
        ids: Vec<i64>,
        format: Option<&str>,
        force: bool,
    ) -> PyResult<()> {
        let format = format_of(format, &file)?;
        let ids: Vec<GameId> = ids.into_iter().map(GameId).collect();
        if ids.is_empty() {
            return Err(refuse_by("no-games", &[]));
        }
        let write = |store: &Store| Ok(Export { store, format, ids: &ids }.write(&file, force));
        let written: Option<Result<(), ExportError>> = self.ask(py, |store| write(store).map(Some))?;
        match written {
            Some(Ok(())) => Ok(()),
            Some(Err(error)) => Err(refuse(&error)),
            None => Err(refuse(&StoreError::NoGame { given: ids[0].0 })),
        }
    }
}

/// Why games were not added.
#[derive(Debug)]
enum AddError {
    /// One of them is wrong.
    Game(GameError),
    /// The record.
    Store(StoreError),
}

kinrow_game::delegate_explain!(AddError { Game(GameError), Store(StoreError) });

/// The games of a file as JSON.
#[pyfunction]
#[pyo3(signature = (file, format, board))]
pub(crate) fn read_games(
    py: Python<'_>,
    file: PathBuf,
    format: Option<&str>,
    board: Option<&str>,
) -> PyResult<Vec<String>> {
    let (format, rules) = (format_of(format, &file)?, rules(board)?);
    let games = py.detach(|| read_file(&file, Some(format), rules)?.collect::<Result<Vec<_>, _>>());
    games.map_err(|error| refuse(&error))?.iter().map(line).collect()
}

/// Writes games into a file.
#[pyfunction]
#[pyo3(signature = (games, file, format, force))]
pub(crate) fn write_games(
    games: Vec<String>,
    file: PathBuf,
    format: Option<&str>,
    force: bool,
) -> PyResult<()> {
    let format = format_of(format, &file)?;
    if games.is_empty() {
        return Err(refuse_by("no-games", &[]));
    }
    if games.len() > 1 && !format.holds_many() {
        return Err(refuse(&FormatError::PsqOne { games: games.len() as u64 }));
    }
    let write = |(index, game): (usize, Result<GameRecord, GameError>)| {
        let number = index + 1;
        format.write(&game?).map_err(|why| ExportError::from(GameError { number, why }))
    };
    let pieces = std::iter::once(Ok(format.head())).chain(checked(&games).enumerate().map(write));
    let output = Output::new(&file, format.kind(), force).map_err(ExportError::from);
    output.and_then(|mut output| output.write_pieces(pieces)).map_err(|error| refuse(&error))
}
