//! What has been measured so far: a line a task, written as soon as it is done, so that a run can be stopped at any moment and
//! goes on where it was.

use std::collections::HashSet;
use std::fs::{File, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::folder::checksum;
use super::kinds::Found;
use super::mistake::{ExperimentError, RunError};
use kinrow_files::{FileError, read_bytes};

/// Which run a journal belongs to: with another of these, other data would come out.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(super) struct Header {
    pub format: u64,
    /// Checksum of the experiment file.
    pub experiment: String,
    pub name: String,
    pub quick: bool,
    pub seed: u64,
    pub tasks: usize,
    pub kinrow: String,
    pub started: String,
}

impl Header {
    /// What differs, in a word; `None` when it is the same run.
    fn difference(&self, other: &Header) -> Option<&'static str> {
        if self.name != other.name || self.experiment != other.experiment {
            Some("another experiment file")
        } else if self.quick != other.quick {
            Some("with --quick, or without it")
        } else if self.seed != other.seed {
            Some("another seed")
        } else if self.kinrow != other.kinrow {
            Some("another version of Kinrow")
        } else if self.tasks != other.tasks {
            Some("other tasks")
        } else {
            None
        }
    }
}

/// A finished task.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(super) struct Done {
    pub task: usize,
    /// Wall-clock time of the task.
    pub ms: f64,
    pub found: Found,
}

/// The journal's file.
pub(super) const FILE: &str = "tasks.jsonl";
/// More than any journal.
const MOST_MEGABYTES: u64 = 4000;

/// An open journal. The file is locked while it is open, so that two programs do not write into one run.
#[derive(Debug)]
pub(super) struct Journal {
    file: File,
    path: PathBuf,
    pub header: Header,
}

impl Journal {
    /// Opens the journal in a folder, or begins it; gives what is done.
    pub fn open(folder: &Path, header: Header) -> Result<(Journal, Vec<Done>), ExperimentError> {
        let path = folder.join(FILE);
        let write_error = |error: std::io::Error| FileError::Write {
            path: path.display().to_string(),
            why: error.to_string(),
        };
        let is_new = !path.exists();
        let options = OpenOptions::new().create(true).append(true).read(true).open(&path);
        let file = options.map_err(write_error)?;
        if file.try_lock().is_err() {
            return Err(RunError::Busy { folder: folder.display().to_string() }.into());
        }
        if is_new {
            let mut journal = Journal { file, path: path.clone(), header };
            let line = serde_json::to_string(&journal.header).expect("a header is plain data");
            journal.write(&line)?;
            return Ok((journal, Vec::new()));
        }
        let (known, done, end) = read(folder)?;
        if let Some(what) = known.difference(&header) {
            let folder = folder.display().to_string();
            return Err(RunError::Other { folder, what: what.into() }.into());
        }
        // A line that was cut off when the program was killed makes room for the next.
        file.set_len(end).map_err(write_error)?;
        Ok((Journal { file, path, header: known }, done))
    }

    /// Adds a finished task.
    pub fn add(&mut self, done: &Done) -> Result<(), ExperimentError> {
        let line = serde_json::to_string(done).expect("what was found is plain data");
        self.write(&sealed(&line))
    }

    fn write(&mut self, line: &str) -> Result<(), ExperimentError> {
        let written = self.file.write_all(format!("{line}\n").as_bytes());
        written.map_err(|error| {
            RunError::NotKept { file: self.path.display().to_string(), why: error.to_string() }.into()
        })
    }
}

/// How the checksum stands at the end of a line.
const SEAL: &str = ",\"sum\":\"";
/// Digits of it.
const DIGITS: usize = 16;

/// A line with its checksum as one more field.
fn sealed(line: &str) -> String {
    let body = line.strip_suffix('}').unwrap_or(line);
    format!("{body}{SEAL}{}\"}}", &checksum(line.as_bytes())[..DIGITS])
}

/// A line without its checksum; `None` when it is not as it was written.
fn unsealed(line: &str) -> Option<String> {
    let (body, sum) = line.trim_end().strip_suffix("\"}")?.rsplit_once(SEAL)?;
    let line = format!("{body}}}");
    (sum == &checksum(line.as_bytes())[..DIGITS]).then_some(line)
}

/// The header, what is done, and where the last whole line ends.
pub(super) fn read(folder: &Path) -> Result<(Header, Vec<Done>, u64), ExperimentError> {
    let foreign = || RunError::NoRun { folder: folder.display().to_string() };
    let bytes = read_bytes(&folder.join(FILE), MOST_MEGABYTES)?;
    let mut lines = bytes.split_inclusive(|byte| *byte == b'\n').filter(|line| line.ends_with(b"\n"));
    let first = lines.next().ok_or_else(foreign)?;
    #[derive(Deserialize)]
    struct Version {
        format: u64,
    }
    let version: Version = serde_json::from_slice(first).map_err(|_| foreign())?;
    if version.format != 1 {
        let (folder, given) = (folder.display().to_string(), version.format);
        return Err(RunError::Newer { folder, given }.into());
    }
    let header: Header = serde_json::from_slice(first).map_err(|_| foreign())?;
    let mut end = first.len() as u64;
    let mut done: Vec<Done> = Vec::new();
    let mut known = HashSet::new();
    for (number, line) in lines.enumerate() {
        let damaged = || {
            let file = folder.join(FILE).display().to_string();
            // The first line is the header's.
            RunError::Line { file, line: number + 2 }
        };
        let text = std::str::from_utf8(line).ok().and_then(unsealed).ok_or_else(damaged)?;
        let task: Done = serde_json::from_str(&text).map_err(|_| damaged())?;
        end += line.len() as u64;
        if task.task < header.tasks && known.insert(task.task) {
            done.push(task);
        }
    }
    Ok((header, done, end))
}
