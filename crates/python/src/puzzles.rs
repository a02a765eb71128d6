//! Puzzles: sets of them, agents that solve them, and people who try.

use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};

use kinrow_agent::{GameRecord, Seed, Stop};
use kinrow_files::{FileError, Kind, Output};
use kinrow_game::{Explain, Game, Position};
use kinrow_record::exchange::{GameError, positions};
use kinrow_study::puzzles::{
    Attempt as Trial, FindError, Finder, Judged, Puzzle, PuzzleError, PuzzleSet as Set, PuzzlesError,
    Threats, Wanted, look_at_own_games, solve,
};
use pyo3::prelude::*;

use crate::board::{Board, GivenMove, position};
use crate::foreign::Foreign;
use crate::limits::Limits;
use crate::player::Player;
use crate::record::checked;
use crate::speech::{refuse, refuse_by};
use crate::work::{self, Desk};

/// A file of puzzles, read.
#[pyclass(module = "kinrow._kinrow", frozen)]
pub(crate) struct PuzzleSet(Set);

/// What Python makes a puzzle of: board, kind, plies, grade, line.
type Parts = (Board, &'static str, usize, u8, Vec<String>);

fn names(start: &Position, line: &[kinrow_game::Point]) -> Vec<String> {
    let mut at = *start;
    let name = |&point: &kinrow_game::Point| {
        let name = at.name(point);
        at = at.play(point);
        name
    };
    line.iter().map(name).collect()
}

#[pymethods]
impl PuzzleSet {
    /// Reads a file; the set that comes with the program is called `starter`.
    #[new]
    fn new(file: PathBuf) -> PyResult<PuzzleSet> {
        Set::read(&file).map(PuzzleSet).map_err(|error: PuzzlesError| refuse(&error))
    }

    #[getter]
    fn made_by(&self) -> &str {
        &self.0.made_by
    }

    #[getter]
    fn puzzles(&self) -> Vec<Parts> {
        let parts = |puzzle: &Puzzle| {
            let Puzzle { position, kind, line } = puzzle;
            let board = Board::at(*position);
            (board, kind.name(), puzzle.plies(), puzzle.grade(), names(position, line))
        };
        self.0.puzzles.iter().map(parts).collect()
    }

    /// The text of its file.
    #[getter]
    fn text(&self) -> String {
        self.0.to_text()
    }

    fn save(&self, file: PathBuf, force: bool) -> PyResult<()> {
        let output = Output::new(&file, Kind::Puzzles, force);
        let written = output.and_then(|mut output| output.write(self.0.to_text().as_bytes()));
        written.map_err(|error: FileError| refuse(&error))
    }

    /// Asks an agent about every puzzle. What it answered, as JSON.
    #[pyo3(signature = (agent, limits, seed, progress=None))]
    fn solve(
        &self,
        py: Python<'_>,
        agent: &Bound<'_, PyAny>,
        limits: &Limits,
        seed: u64,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<String> {
        let (puzzles, limits, stop) = (&self.0.puzzles, limits.0, Stop::new());
        let progress = progress.map(std::sync::Arc::new);
        let tell = |desk: Desk| {
            let of = puzzles.len();
            move |done: usize| work::tell(progress.as_ref(), &desk, done as u64, of as u64)
        };
        let (name, solved) = if let Ok(player) = agent.cast::<Player>() {
            let player = player.get();
            let work =
                |desk| player.with_agent(|agent| solve(puzzles, agent, &limits, &stop, &mut tell(desk)));
            (player.spec_text(), work::run(py, &stop, work)?)
        } else {
            let foreign = agent.cast::<Foreign>()?.get();
            let work = |desk: Desk| {
                let mut agent = foreign.agent(Seed(seed).derive("agent", 0), desk.clone());
                solve(puzzles, &mut agent, &limits, &stop, &mut tell(desk))
            };
            (foreign.name().to_string(), work::run(py, &stop, work)?)
        };
        let solved = solved.map_err(|error| refuse(&error))?;
        Ok(solved.to_json(puzzles, &name, &limits).to_string())
    }

    /// A puzzle, to be tried by its number from 0.
    fn attempt(&self, number: usize) -> PyResult<Attempt> {
        let beyond = || PuzzleError::NoPuzzle {
            given: number as u32 + 1,
            path: "set".into(),
            last: self.0.puzzles.len(),
        };
        let puzzle = self.0.puzzles.get(number).ok_or_else(|| refuse(&beyond()))?;
        Ok(Attempt(Mutex::new(Trial::new(puzzle))))
    }
}

/// What puzzles are looked for, and where.
#[derive(FromPyObject)]
pub(crate) struct Sought {
    #[pyo3(item)]
    board: String,
    #[pyo3(item)]
    count: usize,
    /// `vcf`, `vct`, or none for both.
    #[pyo3(item)]
    kind: Option<String>,
    #[pyo3(item)]
    nodes: u64,
    #[pyo3(item)]
    seed: u64,
    /// Games to look through, as JSON; without any, the engine plays against itself.
    #[pyo3(item)]
    games: Option<Vec<String>>,
}

/// Finds puzzles.
#[pyfunction]
#[pyo3(signature = (sought, progress=None))]
pub(crate) fn make_puzzles(
    py: Python<'_>,
    sought: Sought,
    progress: Option<Py<PyAny>>,
) -> PyResult<PuzzleSet> {
    let rules = position(&sought.board)?.rules();
    let kinds = match sought.kind.as_deref() {
        None => vec![Threats::Vcf, Threats::Vct],
        Some(given) => {
            let known = Threats::NAMES.join(", ");
            vec![
                Threats::of(given)
                    .ok_or_else(|| refuse_by("puzzle-kind", &[("given", given), ("known", &known)]))?,
            ]
        }
    };
    let wanted = Wanted { rules, count: sought.count, kinds, nodes: sought.nodes };
    let mut finder = Finder::new(wanted.clone()).map_err(|error| refuse(&error))?;
    let (stop, seed, count) = (Stop::new(), Seed(sought.seed), sought.count as u64);
    let progress = progress.map(std::sync::Arc::new);
    let work = |desk: Desk| -> Result<(), Box<dyn Explain + Send>> {
        let tell = |finder: &Finder| {
            work::tell(progress.as_ref(), &desk, finder.puzzles.len() as u64, count);
        };
        match &sought.games {
            None => look_at_own_games(&mut finder, seed, &stop, &mut { tell }).map_err(boxed),
            Some(games) => look_through(games, &mut finder, &stop, &tell).map_err(boxed),
        }
    };
    work::run(py, &stop, work)?.map_err(|error| refuse(&*error))?;
    if finder.puzzles.is_empty() {
        return Err(refuse(&FindError::Nothing { games: finder.games, rules: rules.to_string() }));
    }
    let made_by = match &sought.games {
        None => wanted.command(&format!("--seed {}", sought.seed)),
        Some(_) => String::new(),
    };
    Ok(PuzzleSet(Set { made_by, puzzles: finder.puzzles }))
}

fn boxed(error: impl Explain + Send + 'static) -> Box<dyn Explain + Send> {
    Box::new(error)
}

/// Looks through given games on the board that is wanted.
fn look_through(
    games: &[String],
    finder: &mut Finder,
    stop: &Stop,
    tell: &dyn Fn(&Finder),
) -> Result<(), GameError> {
    for (index, game) in checked(games).enumerate() {
        let game: GameRecord = game?;
        if finder.is_done() || stop.is_stopped() {
            break;
        }
        if game.rules == finder.wanted().rules.to_string() {
            let (start, after) = positions(&game).map_err(|why| GameError { number: index + 1, why })?;
            let all: Vec<Position> =
                [start].into_iter().chain(after.into_iter().map(|(_, after)| after)).collect();
            finder.look(&all, stop);
            tell(finder);
        }
    }
    Ok(())
}

/// A puzzle that somebody is solving.
#[pyclass(module = "kinrow._kinrow", frozen)]
pub(crate) struct Attempt(Mutex<Trial>);

#[pymethods]
impl Attempt {
    /// The board now; after the end, the last one.
    #[getter]
    fn board(&self) -> Board {
        Board::at(*self.0.lock().unwrap_or_else(PoisonError::into_inner).position())
    }

    /// A way to win from here.
    #[getter]
    fn line(&self) -> Vec<String> {
        let trial = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        names(trial.position(), trial.line())
    }

    /// Judges a move, and makes it if it is right. The verdict, and the answer to a right move.
    fn play(&self, py: Python<'_>, r#move: GivenMove) -> PyResult<(&'static str, Option<String>)> {
        let stop = Stop::new();
        let point = r#move.point(self.0.lock().unwrap_or_else(PoisonError::into_inner).position())?;
        work::run(py, &stop, |_| {
            let mut trial = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            let before = *trial.position();
            match trial.answer(point, &stop) {
                Judged::Solved => ("solved", None),
                Judged::Right(reply) => ("right", Some(before.play(point).name(reply))),
                Judged::WinsOtherwise => ("wins-otherwise", None),
                Judged::Wrong => ("wrong", None),
            }
        })
    }
}
