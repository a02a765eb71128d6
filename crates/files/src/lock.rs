//! One writer at a time for a file that takes hours to make.

use std::ffi::OsString;
use std::fs::{File, OpenOptions, TryLockError};
use std::path::{Path, PathBuf};

use super::FileError;

/// Keeps others from beginning to write the same files. The operating system holds the lock and lets go of it when the
/// process ends, however it ends; the empty file that carries it is removed, and one that was left behind locks nobody out.
#[derive(Debug)]
pub struct Lock {
    file: File,
    path: PathBuf,
}

impl Lock {
    /// Locks `path` and the files that differ from it only in what their names end in.
    ///
    /// # Errors
    /// When another process has locked them, or nothing can be written there.
    pub fn of(path: &Path) -> Result<Lock, FileError> {
        let mut name = OsString::from(".");
        name.push(path.file_stem().unwrap_or_default());
        name.push(".kinrow-lock");
        let lock = path.with_file_name(name);
        let failed = |error: std::io::Error| FileError::write(path, &error);
        loop {
            let options = OpenOptions::new().create(true).truncate(false).write(true).open(&lock);
            let file = options.map_err(failed)?;
            match file.try_lock() {
                Err(TryLockError::WouldBlock) => {
                    return Err(FileError::Busy { path: path.display().to_string() });
                }
                // A file system without locks: the file is still never replaced by surprise.
                Err(TryLockError::Error(_)) | Ok(()) => {}
            }
            // Whoever held the lock may have removed the file between our opening and our locking it.
            if is_at(&file, &lock).map_err(failed)? {
                return Ok(Lock { file, path: lock });
            }
        }
    }
}

/// Whether this very file is still to be found at `path`.
#[cfg(unix)]
fn is_at(file: &File, path: &Path) -> std::io::Result<bool> {
    use std::os::unix::fs::MetadataExt;
    let ours = file.metadata()?;
    Ok(path.metadata().is_ok_and(|there| (there.dev(), there.ino()) == (ours.dev(), ours.ino())))
}

/// Elsewhere an open file is not removed.
#[cfg(not(unix))]
fn is_at(_: &File, _: &Path) -> std::io::Result<bool> {
    Ok(true)
}

impl Drop for Lock {
    fn drop(&mut self) {
        // Removed while it is locked; what cannot be removed locks nobody out.
        #[cfg(unix)]
        let _ = std::fs::remove_file(&self.path);
        let _ = self.file.unlock();
    }
}
