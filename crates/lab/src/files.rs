//! Files are written whole or not at all, and read with a bound.

mod leftovers;

use std::fs::File;
use std::io::{BufWriter, Read, Write};
use std::path::Path;

kinrow_game::sentences! {
    /// Why a file was not written or read.
    pub enum FileError {
        /// It could not be written; nothing was changed.
        Write { path: String, why: String } = "file-write" =>
            "{path} could not be written ({why}); it was not changed",
        /// It could not be read.
        Read { path: String, why: String } = "file-read" =>
            "{path} could not be read ({why})",
        /// It is larger than any file of its kind.
        TooLarge { path: String, megabytes: u64 } = "file-too-large" =>
            "{path} is larger than {megabytes} MB, more than a file of this kind can be",
    }
}

/// Writes a temporary file beside `path` and renames it: a reader sees the old file or the new one, never a part.
///
/// # Errors
/// When either step fails; the temporary file is then removed.
pub fn write_whole(path: &Path, content: &[u8]) -> Result<(), FileError> {
    write_pieces(path, std::iter::once(Ok(content)))
}

/// [`write_whole`] for content that is made piece by piece, and perhaps too much to be held at once.
///
/// # Errors
/// When a piece could not be made or written; then nothing is changed.
pub fn write_pieces<T: AsRef<[u8]>, E: From<FileError>>(
    path: &Path,
    pieces: impl Iterator<Item = Result<T, E>>,
) -> Result<(), E> {
    // A rename would put a plain file in the place of a device or a folder.
    if path.exists() && !path.is_file() {
        let why = "it is not a plain file".into();
        return Err(FileError::Write { path: path.display().to_string(), why }.into());
    }
    let failed = |error: std::io::Error| {
        E::from(FileError::Write { path: path.display().to_string(), why: error.to_string() })
    };
    let (temporary, file) = leftovers::create_temporary(path).map_err(failed)?;
    let write = || {
        let mut file = BufWriter::new(file);
        for piece in pieces {
            file.write_all(piece?.as_ref()).map_err(failed)?;
        }
        file.flush().and_then(|()| file.get_ref().sync_all()).map_err(failed)?;
        std::fs::rename(&temporary, path).map_err(failed)
    };
    write().inspect_err(|_| {
        // The reason of the failure is the message; a leftover that cannot be removed either adds nothing to it.
        let _ = std::fs::remove_file(&temporary);
    })
}

/// Reads a file of at most `megabytes`.
///
/// # Errors
/// When it is missing, unreadable or too large.
pub fn read_bytes(path: &Path, megabytes: u64) -> Result<Vec<u8>, FileError> {
    let name = || path.display().to_string();
    let read_error = |error: std::io::Error| FileError::Read { path: name(), why: error.to_string() };
    let mut bytes = Vec::new();
    leftovers::remove_leftovers(path);
    let file = File::open(path).map_err(read_error)?;
    let read = file.take(megabytes * 1_000_000 + 1).read_to_end(&mut bytes).map_err(read_error)?;
    if read as u64 > megabytes * 1_000_000 {
        return Err(FileError::TooLarge { path: name(), megabytes });
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
mod tests {
    use super::*;

    #[test]
    fn a_failed_write_leaves_nothing_behind() {
        let folder = std::env::temp_dir().join(format!("kinrow-files-{}", std::process::id()));
        std::fs::create_dir_all(folder.join("taken")).unwrap();
        let file = folder.join("game.json");
        write_whole(&file, b"first").unwrap();
        write_whole(&file, b"second").unwrap();
        assert_eq!(read_text(&file, 1).unwrap(), "second");
        // A piece that cannot be made leaves the file as it was.
        let pieces = ["third".to_string()].into_iter().map(Ok);
        let broken = FileError::TooLarge { path: String::new(), megabytes: 0 };
        let error = write_pieces(&file, pieces.chain([Err(broken.clone())])).unwrap_err();
        assert_eq!((error, read_text(&file, 1).unwrap().as_str()), (broken, "second"));
        // A folder of that name is left alone.
        let error = write_whole(&folder.join("taken"), b"x").unwrap_err().to_string();
        assert!(error.contains("it was not changed"), "{error}");
        assert!(matches!(read_text(&folder.join("missing"), 1), Err(FileError::Read { .. })));
        std::fs::write(&file, vec![b'a'; 1_000_001]).unwrap();
        assert!(matches!(read_text(&file, 1), Err(FileError::TooLarge { .. })));
        let mut left: Vec<_> =
            std::fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().file_name()).collect();
        left.sort();
        assert_eq!(left, ["game.json", "taken"]);
        std::fs::remove_dir_all(&folder).unwrap();
    }
}
