//! What has been measured so far: a line a task, written as soon as it is done, so that a run can be stopped at any moment and
//! goes on where it was.

use std::collections::HashSet;
use std::fs::{File, OpenOptions};
use std::io::{BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use kinrow_arena::Share;

use super::folder::checksum;
use super::kinds::Found;
use super::mistake::{ExperimentError, RunError};
use kinrow_files::{FileError, open_to_read};

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
    /// Of the tasks, only this share.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub share: Option<Share>,
}

impl Header {
    /// How many tasks are to be done here.
    pub fn own_tasks(&self) -> usize {
        self.share.map_or(self.tasks, |share| share.count(self.tasks as u64) as usize)
    }

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
        } else if self.share != other.share {
            Some("another share")
        } else {
            None
        }
    }
}

/// A finished task: what it found, for [`super::run`] to put together with the others.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Done {
    pub(super) task: usize,
    /// Wall-clock time of the task.
    pub(super) ms: f64,
    pub(super) found: Found,
}

/// The journal's file.
pub(super) const FILE: &str = "tasks.jsonl";
/// As much as is read back, and so as much as a run may keep: everything that was found is held in memory.
const MOST_MEGABYTES: u64 = 500;
/// No task finds more than this; a longer line is none of ours.
const LONGEST_LINE: u64 = 10_000_000;

/// An open journal. The file is locked while it is open, so that two programs do not write into one run.
#[derive(Debug)]
pub(super) struct Journal {
    file: File,
    path: PathBuf,
    bytes: u64,
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
            let mut journal = Journal { file, path: path.clone(), bytes: 0, header };
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
        Ok((Journal { file, path, bytes: end, header: known }, done))
    }

    /// Adds a finished task.
    pub fn add(&mut self, done: &Done) -> Result<(), ExperimentError> {
        let line = serde_json::to_string(done).expect("what was found is plain data");
        self.write(&sealed(&line))
    }

    fn write(&mut self, line: &str) -> Result<(), ExperimentError> {
        self.bytes += line.len() as u64 + 1;
        // What could not be read back is not written.
        refuse_too_large(&self.path, self.bytes)?;
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

fn refuse_too_large(path: &Path, bytes: u64) -> Result<(), FileError> {
    if bytes <= MOST_MEGABYTES * 1_000_000 {
        return Ok(());
    }
    Err(FileError::TooLarge { path: path.display().to_string(), megabytes: MOST_MEGABYTES })
}

/// Reads a journal line by line.
struct JournalReader {
    path: PathBuf,
    reader: BufReader<File>,
    /// Where the last whole line ends.
    end: u64,
}

impl JournalReader {
    fn open(path: PathBuf) -> Result<JournalReader, FileError> {
        let file = open_to_read(&path)?;
        Ok(JournalReader { path, reader: BufReader::new(file), end: 0 })
    }

    /// The next line; `None` after the last, and at one that was cut off when the program was killed. One that is longer than
    /// any of ours comes without its end.
    fn next(&mut self) -> Result<Option<Vec<u8>>, FileError> {
        let mut line = Vec::new();
        let read = self.reader.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut line);
        read.map_err(|error| FileError::Read {
            path: self.path.display().to_string(),
            why: error.to_string(),
        })?;
        if !line.ends_with(b"\n") && (line.len() as u64) < LONGEST_LINE {
            return Ok(None);
        }
        self.end += line.len() as u64;
        refuse_too_large(&self.path, self.end)?;
        Ok(Some(line))
    }
}

/// The header, what is done, and where the last whole line ends.
pub(super) fn read(folder: &Path) -> Result<(Header, Vec<Done>, u64), ExperimentError> {
    let foreign = || RunError::NoRun { folder: folder.display().to_string() };
    let mut lines = JournalReader::open(folder.join(FILE))?;
    let first = lines.next()?.ok_or_else(foreign)?;
    #[derive(Deserialize)]
    struct Version {
        format: u64,
    }
    let version: Version = serde_json::from_slice(&first).map_err(|_| foreign())?;
    if version.format != 1 {
        let (folder, given) = (folder.display().to_string(), version.format);
        return Err(RunError::Newer { folder, given }.into());
    }
    let header: Header = serde_json::from_slice(&first).map_err(|_| foreign())?;
    let mut done: Vec<Done> = Vec::new();
    let mut known = HashSet::new();
    // The first line is the header's.
    let mut number = 1;
    while let Some(line) = lines.next()? {
        number += 1;
        let damaged = || RunError::Line { file: lines.path.display().to_string(), line: number };
        let text = std::str::from_utf8(&line).ok().and_then(unsealed).ok_or_else(damaged)?;
        let task: Done = serde_json::from_str(&text).map_err(|_| damaged())?;
        if task.task < header.tasks && known.insert(task.task) {
            done.push(task);
        }
    }
    Ok((header, done, lines.end))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_could_not_be_read_back_is_not_written() {
        let folder = tempfile::tempdir().unwrap();
        let header = Header {
            format: 1,
            experiment: String::new(),
            name: "full".into(),
            quick: false,
            seed: 1,
            tasks: 2,
            kinrow: String::new(),
            started: String::new(),
            share: None,
        };
        let (mut journal, _) = Journal::open(folder.path(), header).unwrap();
        let done = |task| Done { task, ms: 0.0, found: Found::default() };
        journal.add(&done(0)).unwrap();
        journal.bytes = MOST_MEGABYTES * 1_000_000 - 10;
        let error = journal.add(&done(1)).unwrap_err().to_string();
        assert!(error.contains("tasks.jsonl is larger than 500 MB"), "{error}");
        assert_eq!(read(folder.path()).unwrap().1, [done(0)], "what was there is still there");
    }
}
