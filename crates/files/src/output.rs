//! The one rule for every file that a command writes: a file that is there is replaced only when someone said so (`--force`)
//! or when it is the very file that is being continued, and never when it holds something else.
//!
//! The rule is applied twice: when an [`Output`] is made, so that an hour of work does not end in a refusal, and when it is
//! written, because somebody else may have put a file there in that hour.

use std::fs::Metadata;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use super::temporary::{beside, filled};
use super::{FileError, Kind};

/// What may happen to a file that is there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Existing {
    /// It stays.
    Keep,
    /// It is ours to continue, if it is what it should be.
    Own,
    /// It goes, unless it is known to hold something else.
    Replace,
}

/// Why a name is refused.
const FOLDER: &str = "that is the name of a folder";

/// A file that will be written.
#[derive(Clone, Debug)]
pub struct Output {
    path: PathBuf,
    kind: Kind,
    existing: Existing,
}

impl Output {
    /// A file of this kind at `path`; one that is there may be replaced only with `force`.
    ///
    /// # Errors
    /// When it could not be written: a file is there that stays, or the folder is missing or read-only.
    pub fn new(path: &Path, kind: Kind, force: bool) -> Result<Output, FileError> {
        Output::checked(path, kind, if force { Existing::Replace } else { Existing::Keep })
    }

    /// The file that is being continued, or one that was written together with it.
    ///
    /// # Errors
    /// When something else is there now, or it could not be written.
    pub fn resumed(path: &Path, kind: Kind) -> Result<Output, FileError> {
        Output::checked(path, kind, Existing::Own)
    }

    fn checked(path: &Path, kind: Kind, existing: Existing) -> Result<Output, FileError> {
        // Only when it is written would the system say that this names a folder.
        if path.as_os_str().as_encoded_bytes().ends_with(b"/") {
            return Err(FileError::Write { path: path.display().to_string(), why: FOLDER.into() });
        }
        // A link stays, and what it leads to is written.
        let is_link = path.symlink_metadata().is_ok_and(|file| file.is_symlink());
        let target = if is_link { path.canonicalize().ok() } else { None };
        let output = Output { path: target.unwrap_or_else(|| path.to_path_buf()), kind, existing };
        output.check()?;
        beside(&output.path)?;
        Ok(output)
    }

    /// Where it goes.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Whether the file is as it must be to be written now.
    fn check(&self) -> Result<(), FileError> {
        let Some(file) = metadata(&self.path)? else { return Ok(()) };
        refuse_device(&self.path, &file)?;
        let path = || self.path.display().to_string();
        if self.existing == Existing::Keep {
            return Err(FileError::Exists { path: path() });
        }
        match Kind::of_file(&self.path).map_err(|error| FileError::write(&self.path, &error))? {
            Some(kind) if kind == self.kind => Ok(()),
            Some(kind) => {
                let (holds, new) = (kind.name().into(), self.kind.name().into());
                Err(FileError::Other { path: path(), holds, new })
            }
            None if self.existing == Existing::Own => Err(FileError::Exists { path: path() }),
            None => Ok(()),
        }
    }

    /// Writes the file. From then on it is this output's own, and can be written again.
    ///
    /// # Errors
    /// When it cannot be written; then nothing is changed.
    pub fn write(&mut self, content: &[u8]) -> Result<(), FileError> {
        self.write_pieces(std::iter::once(Ok(content)))
    }

    /// [`Output::write`] for content that is made piece by piece, and perhaps too much to be held at once.
    ///
    /// # Errors
    /// When a piece could not be made or written; then nothing is changed.
    pub fn write_pieces<T: AsRef<[u8]>, E: From<FileError>>(
        &mut self,
        pieces: impl Iterator<Item = Result<T, E>>,
    ) -> Result<(), E> {
        let new = filled(&self.path, pieces)?;
        if self.existing == Existing::Keep {
            new.persist_noclobber(&self.path).map_err(|error| match error.error.kind() {
                ErrorKind::AlreadyExists => FileError::Exists { path: self.path.display().to_string() },
                _ => FileError::write(&self.path, &error.error),
            })?;
        } else {
            self.check()?;
            new.persist(&self.path).map_err(|error| FileError::write(&self.path, &error.error))?;
        }
        self.existing = Existing::Own;
        Ok(())
    }
}

/// Writes a file of a folder that belongs to the program, whatever was there.
pub fn write_own(path: &Path, content: &[u8]) -> Result<(), FileError> {
    if let Some(file) = metadata(path)? {
        refuse_device(path, &file)?;
    }
    let new = filled(path, std::iter::once(Ok::<_, FileError>(content)))?;
    new.persist(path).map_err(|error| FileError::write(path, &error.error))?;
    Ok(())
}

/// What is at `path`, be it a link that leads nowhere.
fn metadata(path: &Path) -> Result<Option<Metadata>, FileError> {
    match path.symlink_metadata() {
        Ok(file) => Ok(Some(file)),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(error) => Err(FileError::write(path, &error)),
    }
}

/// A rename would put a plain file in the place of a device, a folder or a link.
fn refuse_device(path: &Path, file: &Metadata) -> Result<(), FileError> {
    if file.is_file() {
        return Ok(());
    }
    Err(FileError::Write { path: path.display().to_string(), why: "it is not a plain file".into() })
}
