//! Experiments: run into folders, read back as tables.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use kinrow_agent::Stop;
use kinrow_arena::Threads;
use kinrow_lab::experiment::{
    self, Author, Cell, ExperimentError, Mode, Plan, Run, RunEvent, Settings, Table,
};
use kinrow_report::{Findings, ReportError, Wishes, findings, in_lines, write};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::speech::{refuse, text};
use crate::work;

/// A built-in experiment: name, title, question, seconds, seconds of the quick part.
type Listed = (&'static str, String, String, Option<f64>, Option<f64>);

/// The experiments that come with the program.
#[pyfunction]
pub(crate) fn experiments() -> PyResult<Vec<Listed>> {
    let listed = experiment::listed().map_err(|error| refuse(&error))?;
    let language = text().language();
    let told = |one: experiment::Listed| {
        let (title, question) = (one.title.of(language).into(), one.question.of(language).into());
        (one.name, title, question, one.seconds, one.seconds_quick)
    };
    Ok(listed.into_iter().map(told).collect())
}

/// The file of an experiment, by its name or its place.
#[pyfunction]
pub(crate) fn experiment_text(name: &str) -> PyResult<String> {
    let (_, text) = experiment::find(name).map_err(|error| refuse(&error))?;
    Ok(text)
}

/// What is asked of a run.
#[derive(FromPyObject)]
pub(crate) struct Asked {
    /// A built-in name, a file, or the text of one.
    #[pyo3(item)]
    experiment: String,
    #[pyo3(item)]
    quick: bool,
    #[pyo3(item)]
    seed: Option<u64>,
    #[pyo3(item)]
    folder: PathBuf,
    #[pyo3(item)]
    workers: Option<usize>,
    /// The call, for the report.
    #[pyo3(item)]
    call: String,
}

/// Runs an experiment, or what is left of it, into a folder.
#[pyfunction]
#[pyo3(signature = (asked, progress=None))]
pub(crate) fn run_experiment(py: Python<'_>, asked: Asked, progress: Option<Py<PyAny>>) -> PyResult<()> {
    let Asked { experiment, quick, seed, folder, workers, call } = asked;
    // A name has one line, and a file has more.
    let (file, toml) = match experiment.contains('\n') {
        true => ("experiment.toml".to_string(), experiment),
        false => experiment::find(&experiment).map_err(|error| refuse(&error))?,
    };
    let mode = if quick { Mode::Quick } else { Mode::Full };
    let plan = Plan { seed, ..Plan::new(&file, &toml, mode) };
    let prepared = plan.prepare().map_err(|error| refuse(&error))?;
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let executor = Threads(workers.unwrap_or(cores).max(1));
    let settings = Settings { folder, share: None, command: call };
    let (stop, progress) = (Stop::new(), progress.map(Arc::new));
    let ran = work::run(py, &stop, |desk| {
        let mut listen = |event: RunEvent<'_>| {
            if let RunEvent::Done { tasks, done, .. } = event {
                work::tell(progress.as_ref(), &desk, done as u64, tasks as u64);
            }
        };
        experiment::run(&prepared, &settings, &executor, &stop, &mut listen)
    })?;
    ran.map_err(|error: ExperimentError| refuse(&error))
}

/// Reads a finished run back, and writes its report in the language that was chosen.
#[pyfunction]
#[pyo3(signature = (folder, author))]
pub(crate) fn open_run<'py>(
    py: Python<'py>,
    folder: PathBuf,
    author: [Option<String>; 4],
) -> PyResult<Bound<'py, PyDict>> {
    let [name, number, class, date] = author;
    let author = Author { name, number, class, date };
    let (run, found) = py.detach(|| report(&folder, author)).map_err(|error| refuse(&error))?;
    let Findings { all, answers, times } = found;
    let fields = PyDict::new(py);
    let language = text().language();
    fields.set_item("name", &run.experiment.name)?;
    fields.set_item("title", run.experiment.title.of(language))?;
    fields.set_item("question", run.experiment.question.of(language))?;
    fields.set_item("mode", &run.environment.mode)?;
    fields.set_item("seed", run.environment.seed)?;
    fields.set_item("work_seconds", run.environment.work_seconds)?;
    fields.set_item("findings", in_lines(&all))?;
    fields.set_item("answers", in_lines(&answers))?;
    fields.set_item("times", in_lines(&times))?;
    let tables = PyDict::new(py);
    for table in &run.tables {
        tables.set_item(&table.name, (&table.columns, rows(py, table)?))?;
    }
    fields.set_item("tables", tables)?;
    Ok(fields)
}

fn report(folder: &Path, author: Author) -> Result<(Run, Findings), ReportError> {
    author.check()?;
    let mut run = experiment::open(folder)?;
    if author.is_named() {
        author.clone().keep(folder)?;
        run.author = run.author.overridden(author);
    }
    write(&run, text(), &Wishes::default())?;
    let found = findings(&run, text());
    Ok((run, found))
}

fn rows<'py>(py: Python<'py>, table: &Table) -> PyResult<Vec<Vec<Bound<'py, PyAny>>>> {
    let cell = |cell: &Cell| -> PyResult<Bound<'py, PyAny>> {
        Ok(match cell {
            Cell::Missing => py.None().into_bound(py),
            Cell::Whole(count) => (*count).into_pyobject(py)?.into_any(),
            Cell::Real(value) => value.into_pyobject(py)?.into_any(),
            Cell::Truth(truth) => truth.into_pyobject(py)?.to_owned().into_any(),
            Cell::Word(word) => word.into_pyobject(py)?.into_any(),
        })
    };
    table.rows.iter().map(|row| row.iter().map(cell).collect()).collect()
}
