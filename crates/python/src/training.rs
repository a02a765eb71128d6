//! Trainings, and the models that come of them.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use kinrow_agent::{Seed, Stop};
use kinrow_files::{FileError, Kind, Output};
use kinrow_game::Rules;
use kinrow_learn::{Method, Model as Table, Preset, TrainEvent};
use kinrow_players::catalogue::{read_model as read_table, read_network};
use kinrow_training::{
    Course, Goal, Settings, Start, TrainingError, ZeroCourse, ZeroEvent, ZeroSettings, ZeroStart, curves,
    network_chart,
};
use kinrow_zero::{NAME, ZeroModel};
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use serde::Serialize;

use crate::board::position;
use crate::player::{Player, Source};
use crate::speech::{refuse, refuse_by, text};
use crate::work::{self, Desk};

/// What was learned.
#[pyclass(module = "kinrow._kinrow", frozen)]
pub(crate) struct Model(Kept);

#[derive(Clone)]
enum Kept {
    Table(Arc<Table>),
    Network(Arc<ZeroModel>),
}

fn json(value: &impl Serialize) -> PyResult<String> {
    serde_json::to_string(value).map_err(|error| PyRuntimeError::new_err(error.to_string()))
}

#[pymethods]
impl Model {
    /// What it says of itself, as JSON.
    #[getter]
    fn header(&self) -> PyResult<String> {
        match &self.0 {
            Kept::Table(model) => json(&model.header),
            Kept::Network(model) => json(&model.header),
        }
    }

    /// How it learns.
    #[getter]
    fn method(&self) -> String {
        match &self.0 {
            Kept::Table(model) => model.header.method.to_string(),
            Kept::Network(_) => NAME.into(),
        }
    }

    /// As an agent.
    fn player(&self, seed: u64) -> PyResult<Player> {
        let source = match &self.0 {
            Kept::Table(model) => Source::Table(Arc::clone(model)),
            Kept::Network(model) => {
                Source::Network(model.weights(), u64::from_le_bytes(kinrow_game::checksum(&model.to_bytes())))
            }
        };
        Player::of(source, seed)
    }

    /// The bytes of its file.
    fn to_bytes<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &self.bytes())
    }

    /// Writes its file.
    fn save(&self, file: PathBuf, force: bool) -> PyResult<()> {
        let kind = match &self.0 {
            Kept::Table(_) => Kind::Model,
            Kept::Network(_) => Kind::Network,
        };
        let write = || Output::new(&file, kind, force)?.write(&self.bytes());
        write().map_err(|error: FileError| refuse(&error))
    }

    /// Its curve as a chart.
    fn chart(&self) -> String {
        match &self.0 {
            Kept::Table(model) => curves::chart(&model.header, &model.header.curve, text()).to_svg(),
            Kept::Network(model) => {
                network_chart(&model.header.rules, model.header.seed, &model.header.curve, text()).to_svg()
            }
        }
    }
}

impl Model {
    fn bytes(&self) -> Vec<u8> {
        match &self.0 {
            Kept::Table(model) => model.to_bytes(),
            Kept::Network(model) => model.to_bytes(),
        }
    }
}

/// Reads a model's file.
#[pyfunction]
pub(crate) fn read_model(file: PathBuf) -> PyResult<Model> {
    let kept = if is_network(&file) {
        read_network(&file).map(|model| Kept::Network(Arc::new(model)))
    } else {
        read_table(&file).map(|model| Kept::Table(Arc::new(model)))
    };
    kept.map(Model).map_err(|error| refuse(&error))
}

fn is_network(file: &Path) -> bool {
    matches!(Kind::of_file(file), Ok(Some(Kind::Network)))
}

/// What is asked of a training.
#[derive(FromPyObject)]
pub(crate) struct Asked {
    /// How to learn; none where a file goes on.
    #[pyo3(item)]
    method: Option<String>,
    #[pyo3(item)]
    board: String,
    #[pyo3(item)]
    preset: String,
    #[pyo3(item)]
    seed: u64,
    /// Episodes, generations or rounds in all.
    #[pyo3(item)]
    episodes: Option<u64>,
    #[pyo3(item)]
    minutes: Option<f64>,
    #[pyo3(item)]
    checkpoint: Option<u64>,
    #[pyo3(item)]
    options: Vec<(String, String)>,
    #[pyo3(item)]
    out: Option<PathBuf>,
    #[pyo3(item)]
    resume: Option<PathBuf>,
    #[pyo3(item)]
    force: bool,
}

/// Rounds of a network when nobody says how many, or how long.
const ROUNDS: u64 = 64;

/// A training that has ended: its model, its curve as JSON, and the seconds spent learning.
type Ended = (Kept, String, f64);

/// Trains. The model, the curve as JSON, and the seconds spent learning.
#[pyfunction]
#[pyo3(signature = (asked, progress=None))]
pub(crate) fn train(
    py: Python<'_>,
    asked: Asked,
    progress: Option<Py<PyAny>>,
) -> PyResult<(Model, String, f64)> {
    let rules = position(&asked.board)?.rules();
    let is_zero = match &asked.method {
        Some(method) => method.eq_ignore_ascii_case(NAME),
        None => asked.resume.as_deref().is_some_and(is_network),
    };
    let stop = Stop::new();
    let (kept, curve, seconds) = if is_zero {
        let settings = zero_settings(&asked, rules)?;
        let course = ZeroCourse::begin(&settings).map_err(|error| refuse(&error))?;
        work::run(py, &stop, |desk| network(course, &settings, &stop, teller(progress, desk)))?
    } else {
        let course = Course::begin(&settings(&asked, rules)?).map_err(|error| refuse(&error))?;
        work::run(py, &stop, |desk| table(course, &stop, teller(progress, desk)))?
    }
    .map_err(|error| refuse(&error))?;
    Ok((Model(kept), curve, seconds))
}

/// Tells Python now and then how far it has come.
fn teller(progress: Option<Py<PyAny>>, desk: Desk) -> impl FnMut(u64, u64) {
    let progress = progress.map(Arc::new);
    move |done, of| work::tell(progress.as_ref(), &desk, done, of)
}

fn settings(asked: &Asked, rules: Rules) -> PyResult<Settings> {
    let start = match (&asked.resume, &asked.method) {
        (Some(file), _) => Start::Resumed { file: file.clone(), method: None, positions: None },
        (None, None) => return Err(refuse_by("train-what", &[])),
        (None, Some(method)) => {
            let method = Method::find(method).map_err(|error| refuse(&error))?;
            let preset = preset(asked)?;
            let mut options = method.preset(preset);
            for (name, value) in &asked.options {
                options.set(method.name(), name, value).map_err(|error| refuse(&error))?;
            }
            Start::New { method, preset, options, rules, seed: Seed(asked.seed) }
        }
    };
    let Asked { episodes, checkpoint, out, force, .. } = asked;
    Ok(Settings {
        start,
        episodes: *episodes,
        checkpoint: *checkpoint,
        out: out.clone(),
        png: false,
        force: *force,
    })
}

fn preset(asked: &Asked) -> PyResult<Preset> {
    Preset::of(&asked.preset).ok_or_else(|| refuse_by("preset", &[("given", &asked.preset)]))
}

fn zero_settings(asked: &Asked, rules: Rules) -> PyResult<ZeroSettings> {
    let start = match &asked.resume {
        Some(file) => ZeroStart::Resumed { file: file.clone() },
        None => {
            let mut options = kinrow_zero::preset(rules, preset(asked)?);
            for (name, value) in &asked.options {
                options.set(NAME, name, value).map_err(|error| refuse(&error))?;
            }
            ZeroStart::New { rules, options, seed: Seed(asked.seed) }
        }
    };
    let goal = match asked.minutes {
        Some(minutes) if asked.episodes.is_none() => {
            let time = Duration::try_from_secs_f64(60.0 * minutes);
            Goal::Time(time.map_err(|_| refuse_by("minutes", &[("given", &minutes.to_string())]))?)
        }
        _ => Goal::Rounds(asked.episodes.unwrap_or(ROUNDS)),
    };
    Ok(ZeroSettings { start, goal, out: asked.out.clone(), png: false, force: asked.force })
}

fn table(course: Course, stop: &Stop, mut tell: impl FnMut(u64, u64)) -> Result<Ended, TrainingError> {
    let goal = course.goal();
    let mut listen = |event: TrainEvent<'_>| {
        if let TrainEvent::Progress { episodes, .. } = event {
            tell(episodes, goal);
        }
    };
    let trained = course.run(text(), stop, &mut listen)?;
    let curve = serde_json::to_string(&trained.curve).unwrap_or_default();
    Ok((Kept::Table(Arc::new(trained.model)), curve, trained.learning.as_secs_f64()))
}

fn network(
    course: ZeroCourse,
    settings: &ZeroSettings,
    stop: &Stop,
    mut tell: impl FnMut(u64, u64),
) -> Result<Ended, TrainingError> {
    let mut listen = |event: ZeroEvent| {
        if let ZeroEvent::Round { rounds, learning, .. } = event {
            match settings.goal {
                Goal::Rounds(goal) => tell(rounds, goal),
                Goal::Time(time) => tell(learning.as_secs(), time.as_secs()),
            }
        }
    };
    let trained = course.run(text(), stop, &mut listen)?;
    let curve = serde_json::to_string(&trained.curve).unwrap_or_default();
    Ok((Kept::Network(Arc::new(trained.model)), curve, trained.learning.as_secs_f64()))
}
