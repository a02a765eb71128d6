//! The dialogue with a program, kept in a file on request: what was said to it, what it said, and its error output.
//!
//! Games may run at once and share the file: every line is added in one piece, and begins with the program's number.

use std::fs::{File, OpenOptions};
use std::io::Write;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use kinrow_files::Kind;

/// Error output of one program that is kept: enough to find a mistake, not enough to fill a disk.
const MOST_ERROR_BYTES: usize = 1_000_000;

/// Who says a line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Voice {
    /// The manager, to the program.
    Manager,
    /// The program.
    Program,
    /// The program, on its error output.
    Errors,
    /// Nobody: what happened.
    Note,
}

/// A log, or none.
#[derive(Clone, Debug, Default)]
pub(super) struct Log(Option<Arc<Mutex<Open>>>);

#[derive(Debug)]
struct Open {
    file: File,
    number: u32,
    error_bytes: usize,
}

/// Opens a file to add to: a new one, or a log that goes on.
pub(super) fn open(path: &Path) -> std::io::Result<File> {
    if path.metadata().is_ok_and(|file| file.is_file() && file.len() > 0)
        && Kind::of_file(path)? != Some(Kind::Dialogue)
    {
        return Err(std::io::Error::other("it holds something else"));
    }
    OpenOptions::new().append(true).create(true).open(path)
}

impl Log {
    /// Adds to `path` for the program of this number.
    pub(super) fn new(path: &Path, number: u32) -> std::io::Result<Log> {
        Ok(Log(Some(Arc::new(Mutex::new(Open { file: open(path)?, number, error_bytes: 0 })))))
    }

    /// Adds a line. One that cannot be written is lost: a game does not end for its log.
    pub(super) fn add(&self, voice: Voice, line: &str) {
        let Some(open) = &self.0 else { return };
        let mut open = open.lock().unwrap_or_else(PoisonError::into_inner);
        let mark = match voice {
            Voice::Manager => "<",
            Voice::Program => ">",
            Voice::Errors => "!",
            Voice::Note => "-",
        };
        if voice == Voice::Errors {
            open.error_bytes += line.len() + 1;
            if open.error_bytes > MOST_ERROR_BYTES {
                return;
            }
        }
        let line = format!("[{}] {mark} {line}\n", open.number);
        let _ = open.file.write_all(line.as_bytes());
    }
}
