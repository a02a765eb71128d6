//! Files are written whole or not at all, never over something else, and read with a bound.
//!
//! Whatever a command writes goes through [`Output`], which decides whether a file that is there may be replaced; [`Kind`]
//! tells what it is by its first bytes. Only a run's folder, which belongs to the program, is written without asking.

mod kind;
mod leftovers;
mod lock;
mod output;
mod temporary;

use std::fs::File;
use std::io::Read;
use std::path::Path;

pub use kind::{CURVE, Kind, NETWORK_CURVE, OPENINGS, PUZZLES, RECORD_ID, STATES};
pub use lock::Lock;
pub use output::Output;
pub use output::write_own;

kinrow_game::sentences! {
    /// Why a file was not written or read.
    pub enum FileError {
        /// It could not be written; nothing was changed.
        Write { path: String, why: String } = "file-write" =>
            "{path} could not be written ({why}); it was not changed",
        /// It is there, and nobody said that it may be replaced.
        Exists { path: String } = "file-exists" =>
            "{path} exists already and was kept: choose another name, or replace it with --force",
        /// It is something else than what would be written, so that --force is a mistake.
        Other { path: String, holds: String, new: String } = "file-other" =>
            "{path} holds {holds} and was kept: choose another name for {new}",
        /// Another program is about to write it.
        Busy { path: String } = "file-busy" =>
            "another training is writing {path}: wait for it to end, or choose another name",
        /// It could not be read.
        Read { path: String, why: String } = "file-read" =>
            "{path} could not be read ({why})",
        /// It is larger than any file of its kind.
        TooLarge { path: String, megabytes: u64 } = "file-too-large" =>
            "{path} is larger than {megabytes} MB, more than a file of this kind can be",
    }
}

impl FileError {
    fn write(path: &Path, why: &std::io::Error) -> FileError {
        FileError::Write { path: path.display().to_string(), why: why.to_string() }
    }

    fn read(path: &Path, why: &std::io::Error) -> FileError {
        FileError::Read { path: path.display().to_string(), why: why.to_string() }
    }
}

/// Opens a file that is read piece by piece.
///
/// # Errors
/// When it is missing or may not be read.
pub fn open_to_read(path: &Path) -> Result<File, FileError> {
    leftovers::remove_leftovers(path);
    File::open(path).map_err(|error| FileError::read(path, &error))
}

/// Whether two paths lead to one file that is there.
#[must_use]
pub fn is_same_file(one: &Path, other: &Path) -> bool {
    matches!((one.canonicalize(), other.canonicalize()), (Ok(one), Ok(other)) if one == other)
}

/// Reads a file of at most `megabytes`.
///
/// # Errors
/// When it is missing, unreadable or too large.
pub fn read_bytes(path: &Path, megabytes: u64) -> Result<Vec<u8>, FileError> {
    let mut bytes = Vec::new();
    let read = open_to_read(path)?.take(megabytes * 1_000_000 + 1).read_to_end(&mut bytes);
    let read = read.map_err(|error| FileError::read(path, &error))?;
    if read as u64 > megabytes * 1_000_000 {
        return Err(FileError::TooLarge { path: path.display().to_string(), megabytes });
    }
    Ok(bytes)
}

/// Reads a text file of at most `megabytes`.
///
/// # Errors
/// When it is missing, unreadable, not text or too large.
pub fn read_text(path: &Path, megabytes: u64) -> Result<String, FileError> {
    let bytes = read_bytes(path, megabytes)?;
    let not_text = |_| FileError::Read { path: path.display().to_string(), why: "it is not text".into() };
    String::from_utf8(bytes).map_err(not_text)
}

#[cfg(test)]
mod tests;
