//! The folder of a run: the file as run, the machine, the data, charts and report, and a manifest that tells whether all of it is
//! still as it was written.

use std::io::Read;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::author::{AUTHOR, Author};
use super::builtin::EXPERIMENT_MEGABYTES;
use super::environment::Environment;
use super::file::{Experiment, Mode};
use super::journal::{self, Done, Header};
use super::kinds::{self, Found};
use super::mistake::{ExperimentError, RunError};
use super::plan::Task;
use super::prepared::{Plan, Prepared};
use super::table::{Row, Table};
use kinrow_files::{FileError, open_to_read, read_text, write_own};

/// The experiment as it was run.
pub const EXPERIMENT: &str = "experiment.toml";
/// The machine.
pub const ENVIRONMENT: &str = "environment.json";
/// Checksums.
pub const MANIFEST: &str = "manifest.json";
/// The author's own words, which are kept.
pub const DISCUSSION: &str = "discussion.md";
/// Charts and reports.
const REPORT_FILES: [&str; 2] = ["report.html", "report.md"];
/// More than a machine, or a list of files, takes to describe. Data and reports are only compared, piece by piece.
const MOST_MEGABYTES: u64 = 10;

/// A finished run, read back.
#[derive(Debug)]
pub struct Run {
    /// Where it is.
    pub folder: PathBuf,
    /// The experiment.
    pub experiment: Experiment,
    /// The machine.
    pub environment: Environment,
    /// What was measured.
    pub tables: Vec<Table>,
    /// The author's own words.
    pub discussion: String,
    /// Whose report it is.
    pub author: Author,
}

/// One file of the manifest.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
struct Listed {
    file: String,
    bytes: u64,
    sha256: String,
}

/// The SHA-256 of bytes, as text.
#[must_use]
pub fn checksum(bytes: &[u8]) -> String {
    written(&Sha256::digest(bytes))
}

fn written(digest: &[u8]) -> String {
    digest.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// How long a file is, and its checksum. It is read piece by piece, however long, and not beyond `most` bytes.
fn measure(path: &Path, most: u64) -> Result<(u64, String), FileError> {
    let unreadable =
        |error: std::io::Error| FileError::Read { path: path.display().to_string(), why: error.to_string() };
    let mut file = open_to_read(path)?.take(most);
    let (mut digest, mut bytes) = (Sha256::new(), 0);
    let mut piece = vec![0; 64 * 1024];
    loop {
        let read = file.read(&mut piece).map_err(unreadable)?;
        if read == 0 {
            return Ok((bytes, written(&digest.finalize())));
        }
        digest.update(&piece[..read]);
        bytes += read as u64;
    }
}

fn make(folder: &Path) -> Result<(), FileError> {
    std::fs::create_dir_all(folder)
        .map_err(|error| FileError::Write { path: folder.display().to_string(), why: error.to_string() })
}

/// Makes the folder, or sees to it that it holds a run and nothing else of value.
pub(super) fn prepare(folder: &Path, text: &str) -> Result<(), ExperimentError> {
    make(folder)?;
    let journal = folder.join(journal::FILE);
    if !journal.exists() {
        let experiment = folder.join(EXPERIMENT);
        // A run that was killed before its first line left the experiment, or a hidden part of it.
        let is_shown = |entry: &std::fs::DirEntry| !entry.file_name().to_string_lossy().starts_with('.');
        let shown = |entries: std::fs::ReadDir| entries.flatten().filter(is_shown).count();
        let entries = std::fs::read_dir(folder).map_or(usize::MAX, shown);
        let is_begun =
            || entries == 1 && read_text(&experiment, EXPERIMENT_MEGABYTES).is_ok_and(|begun| begun == text);
        if entries > 0 && !is_begun() {
            return Err(RunError::Foreign { folder: folder.display().to_string() }.into());
        }
        if entries == 0 {
            write_own(&experiment, text.as_bytes())?;
        }
    }
    Ok(())
}

/// Whether the data of a finished run are there.
pub(super) fn is_complete(folder: &Path) -> bool {
    folder.join(ENVIRONMENT).exists() && folder.join("data").is_dir() && folder.join(MANIFEST).exists()
}

/// Puts the tables together and writes them.
pub(super) fn write_data(
    folder: &Path,
    experiment: &Experiment,
    tasks: &[Task],
    done: &[Done],
    environment: &Environment,
) -> Result<(), ExperimentError> {
    let data = folder.join("data");
    make(&data)?;
    for table in tables(experiment, tasks, done) {
        write_own(&data.join(format!("{}.csv", table.name)), table.csv().as_bytes())?;
        let json = format!("{:#}\n", table.json());
        write_own(&data.join(format!("{}.json", table.name)), json.as_bytes())?;
        if table.has_clock() {
            write_own(&data.join(format!("{}.times.csv", table.name)), table.times_csv().as_bytes())?;
        }
    }
    let json = serde_json::to_string_pretty(environment).expect("an environment is plain data");
    write_own(&folder.join(ENVIRONMENT), format!("{json}\n").as_bytes())?;
    let discussion = folder.join(DISCUSSION);
    if !discussion.exists() {
        write_own(&discussion, b"")?;
    }
    write_manifest(folder)
}

/// The tables of an experiment from its finished tasks, whatever the order in which they were done.
fn tables(experiment: &Experiment, tasks: &[Task], done: &[Done]) -> Vec<Table> {
    let mut in_order: Vec<&Done> = done.iter().collect();
    in_order.sort_by_key(|done| done.task);
    let mut rows: Vec<(String, Vec<Row>)> = Vec::new();
    for (number, measure) in experiment.measures.iter().enumerate() {
        let of_measure: Vec<&&Done> =
            in_order.iter().filter(|done| tasks[done.task].measure == number).collect();
        let its_tasks: Vec<&Task> = of_measure.iter().map(|done| &tasks[done.task]).collect();
        let found: Vec<&Found> = of_measure.iter().map(|done| &done.found).collect();
        for (table, row) in kinds::assemble(measure, &its_tasks, &found) {
            match rows.iter_mut().find(|(known, _)| *known == table) {
                Some((_, rows)) => rows.push(row),
                None => rows.push((table, vec![row])),
            }
        }
    }
    rows.into_iter().map(|(name, rows)| Table::new(&name, rows)).collect()
}

/// Lists every file but the manifest itself, with its checksum.
pub fn write_manifest(folder: &Path) -> Result<(), ExperimentError> {
    let mut files = Vec::new();
    for inner in ["", "data", "charts"] {
        let Ok(entries) = std::fs::read_dir(folder.join(inner)) else { continue };
        for entry in entries.flatten().filter(|entry| entry.path().is_file()) {
            let name = entry.file_name().to_string_lossy().into_owned();
            if name == MANIFEST || name == DISCUSSION || name == AUTHOR || name.starts_with('.') {
                continue;
            }
            let (bytes, sha256) = measure(&entry.path(), u64::MAX)?;
            let file = if inner.is_empty() { name } else { format!("{inner}/{name}") };
            files.push(Listed { file, bytes, sha256 });
        }
    }
    files.sort_by(|a, b| a.file.cmp(&b.file));
    let json = serde_json::json!({ "format": 1, "files": files });
    write_own(&folder.join(MANIFEST), format!("{json:#}\n").as_bytes())?;
    Ok(())
}

/// Reads a finished run back, and sees to it that its data are as they were written.
///
/// # Errors
/// When it is no finished run, or something was changed.
pub fn open(folder: &Path) -> Result<Run, ExperimentError> {
    let name = || folder.display().to_string();
    if !folder.join(journal::FILE).is_file() {
        return Err(RunError::NoRun { folder: name() }.into());
    }
    let (header, done, _) = journal::read(folder)?;
    if let Some(share) = header.share {
        return Err(RunError::Share { folder: name(), share: share.to_string() }.into());
    }
    if done.len() < header.tasks {
        let tasks = header.tasks;
        return Err(RunError::Unfinished { folder: name(), done: done.len(), tasks }.into());
    }
    if !folder.join(MANIFEST).is_file() {
        return Err(RunError::Unwritten { folder: name() }.into());
    }
    check(folder)?;
    let Header { quick, seed, .. } = header;
    let path = folder.join(EXPERIMENT);
    let text = read_text(&path, EXPERIMENT_MEGABYTES)?;
    let mode = if quick { Mode::Quick } else { Mode::Full };
    let plan = Plan { file: path.display().to_string(), text, mode, seed: Some(seed) };
    let Prepared { experiment, tasks, .. } = plan.prepare()?;
    let environment = read_text(&folder.join(ENVIRONMENT), MOST_MEGABYTES)?;
    let changed = |file: &str| RunError::Changed { file: folder.join(file).display().to_string() };
    let environment = serde_json::from_str(&environment).map_err(|_| changed(ENVIRONMENT))?;
    if tasks.len() != header.tasks {
        return Err(changed(EXPERIMENT).into());
    }
    let tables = tables(&experiment, &tasks, &done);
    let discussion = folder.join(DISCUSSION);
    let discussion = if discussion.is_file() { read_text(&discussion, 10)? } else { String::new() };
    let author = experiment.author.clone().overridden(Author::of_folder(folder)?);
    Ok(Run { folder: folder.to_path_buf(), experiment, environment, tables, discussion, author })
}

/// Compares every file with the manifest. Charts are drawn anew, so that only their loss would be none.
fn check(folder: &Path) -> Result<(), ExperimentError> {
    #[derive(Deserialize)]
    struct Manifest {
        files: Vec<Listed>,
    }
    let text = read_text(&folder.join(MANIFEST), MOST_MEGABYTES)?;
    let path = |file: &str| folder.join(file).display().to_string();
    let manifest: Manifest =
        serde_json::from_str(&text).map_err(|_| RunError::Changed { file: path(MANIFEST) })?;
    for listed in &manifest.files {
        if listed.file.starts_with("charts/") {
            continue;
        }
        let is_report = REPORT_FILES.contains(&listed.file.as_str());
        let at = folder.join(&listed.file);
        if !at.exists() {
            if is_report {
                continue;
            }
            return Err(RunError::Gone { file: path(&listed.file) }.into());
        }
        let found = measure(&at, listed.bytes.saturating_add(1));
        if found.ok() != Some((listed.bytes, listed.sha256.clone())) {
            let file = path(&listed.file);
            return Err(if is_report { RunError::Edited { file } } else { RunError::Changed { file } }.into());
        }
    }
    Ok(())
}
