//! What can go wrong with the file, in sentences. SQLite's codes are many; a person can do one of a few things about them.

use std::path::Path;
use std::time::Duration;

use rusqlite::ErrorCode;

kinrow_game::sentences! {
    /// Why the record was not opened, read or written. What was stored before stays stored.
    pub enum StoreError {
        /// Some other file.
        Foreign { path: String } = "store-foreign" =>
            "{path} is not a record of games made by Kinrow, and was left as it is: choose another file with --db",
        /// Written by a newer Kinrow.
        Newer { path: String, given: u32, known: u32 } = "store-newer" =>
            "{path} has version {given} and was written by a newer Kinrow; this one knows versions up to {known}",
        /// Its content does not fit together.
        Damaged { path: String, why: String } = "store-damaged" =>
            "{path} is damaged ({why}): restore a copy, or begin a new record with --db",
        /// No room.
        Full { path: String } = "store-full" =>
            "{path} could not grow, because the disk is full; what was stored before is kept",
        /// It may not be written.
        ReadOnly { path: String } = "store-read-only" =>
            "{path} cannot be written: the file or its folder is read-only; choose another file with --db",
        /// It may not be written, and the log beside it was left behind by whoever wrote last.
        LogLeft { path: String } = "store-log-left" =>
            "{path} is read-only, and {path}-wal beside it may hold games that are not in it yet: copy both files to a folder \
             that can be written, and read the copy with --db",
        /// Another program writes, and goes on and on.
        Busy { path: String, seconds: u64 } = "store-busy" =>
            "{path} is in use: another program has been writing to it for {seconds} seconds; try again when it is done",
        /// It could not be opened, created or read.
        Access { path: String, why: String } = "store-access" =>
            "{path} could not be opened or read ({why})",
        /// There is no game of this number.
        NoGame { given: i64 } = "store-no-game" =>
            "there is no game {given}: 'kinrow games list' shows the games there are",
        /// Too many games would have to be gone through.
        TooMany { games: u64, most: u64 } = "store-too-many" =>
            "{games} games would have to be gone through to find this position, and at most {most} are: name a player, a result or a run as well",
        /// There is no run of this number.
        NoRun { given: i64 } = "store-no-run" =>
            "there is no run {given}: 'kinrow games runs' shows the runs there are",
    }
}

/// How long a writer waits for another one.
pub(super) const PATIENCE_SECONDS: u64 = 60;

impl StoreError {
    /// The sentence for what SQLite says of the file at `path`.
    pub(super) fn of(path: &Path, error: &rusqlite::Error) -> StoreError {
        StoreError::after(path, error, Duration::from_secs(PATIENCE_SECONDS))
    }

    /// The same for whoever has this patience with other writers.
    pub(super) fn after(file: &Path, error: &rusqlite::Error, patience: Duration) -> StoreError {
        let path = file.display().to_string();
        let Some(code) = error.sqlite_error_code() else {
            // What is left is a value of another type than the schema says.
            return StoreError::Damaged { path, why: error.to_string() };
        };
        match code {
            ErrorCode::NotADatabase => StoreError::Foreign { path },
            ErrorCode::DiskFull => StoreError::Full { path },
            ErrorCode::ReadOnly | ErrorCode::PermissionDenied => StoreError::ReadOnly { path },
            // On a read-only file system SQLite says only that it could not open the log it wants beside the file.
            ErrorCode::CannotOpen if is_in_read_only_folder(file) => StoreError::ReadOnly { path },
            ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked => {
                StoreError::Busy { path, seconds: patience.as_secs() }
            }
            ErrorCode::DatabaseCorrupt | ErrorCode::ConstraintViolation | ErrorCode::TypeMismatch => {
                StoreError::Damaged { path, why: error.to_string() }
            }
            _ => StoreError::Access { path, why: error.to_string() },
        }
    }
}

/// Whether nothing can be made beside the file. Asked of the folder: the file itself must not be opened and closed behind
/// SQLite's back.
fn is_in_read_only_folder(file: &Path) -> bool {
    let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    #[cfg(unix)]
    return folder.is_dir() && rustix::fs::access(folder, rustix::fs::Access::WRITE_OK).is_err();
    #[cfg(not(unix))]
    folder.metadata().is_ok_and(|folder| folder.permissions().readonly())
}
