//! A new file beside the one that it will become: a reader sees the old file or the new one, never a part.

use std::fs::TryLockError;
use std::io::{BufWriter, Write};
use std::path::Path;

use tempfile::NamedTempFile;

use super::{FileError, leftovers};

/// An empty file beside `path`, which goes away unless it is given that name. It is locked while it is written, so that what a
/// killed process leaves behind can be told from it ([`leftovers`]).
pub(super) fn beside(path: &Path) -> Result<NamedTempFile, FileError> {
    // Not all of a long name: the temporary one must not be longer than names can be.
    let name: String = path.file_name().unwrap_or_default().to_string_lossy().chars().take(40).collect();
    let prefix = format!(".{name}{}", leftovers::MARK);
    let mut builder = tempfile::Builder::new();
    builder.prefix(&prefix).suffix(leftovers::END);
    // Not for the owner's eyes only, as temporary files are: what the user's mask allows, as any new file.
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    leftovers::remove_leftovers(path);
    loop {
        let file = builder.tempfile_in(folder(path)).map_err(|error| FileError::write(path, &error))?;
        // Somebody may have taken it for a leftover in the moment before it was locked.
        let is_ours = !matches!(file.as_file().try_lock(), Err(TryLockError::WouldBlock));
        if is_ours && file.path().exists() {
            return Ok(file);
        }
    }
}

/// The folder that a file is or will be in.
pub(super) fn folder(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// A file beside `path` with all of its content, safe on the disk.
pub(super) fn filled<T: AsRef<[u8]>, E: From<FileError>>(
    path: &Path,
    pieces: impl Iterator<Item = Result<T, E>>,
) -> Result<NamedTempFile, E> {
    let failed = |error: std::io::Error| E::from(FileError::write(path, &error));
    let mut file = beside(path)?;
    let mut writer = BufWriter::new(file.as_file_mut());
    for piece in pieces {
        writer.write_all(piece?.as_ref()).map_err(failed)?;
    }
    writer.flush().map_err(failed)?;
    drop(writer);
    file.as_file().sync_all().map_err(failed)?;
    Ok(file)
}
