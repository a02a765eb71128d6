//! Opening the file: ours or new, of a version we know, in WAL mode.
//!
//! A file is looked at before it is opened for writing, so that one which is not ours stays as it is, byte for byte. The
//! look goes through SQLite as well (`immutable`: no lock, no side file): a file opened and closed behind its back would
//! take away the locks that other connections of this process hold. It does not see the log beside the file, so it can
//! tell whose the file is, and not whether it is sound.

use std::path::Path;
use std::time::{Duration, Instant};

use rusqlite::{Connection, ErrorCode, OpenFlags};

use super::error::PATIENCE_SECONDS;
use super::schema::{APPLICATION_ID, STEPS, migrate, version};
use super::{Store, StoreError};

impl Store {
    /// Opens the record at `path` for reading and writing; makes it, and its folder, when there is none, and brings an
    /// older one up to date.
    ///
    /// # Errors
    /// When it is not ours, newer, damaged, or cannot be written.
    pub fn open(path: &Path) -> Result<Store, StoreError> {
        Store::open_patiently(path, Duration::from_secs(PATIENCE_SECONDS))
    }

    /// [`Store::open`] with another patience towards other writers.
    ///
    /// # Errors
    /// As [`Store::open`].
    pub fn open_patiently(path: &Path, patience: Duration) -> Result<Store, StoreError> {
        look(path)?;
        if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
            std::fs::create_dir_all(folder).map_err(|error| StoreError::Access {
                path: path.display().to_string(),
                why: error.to_string(),
            })?;
        }
        let told = |error: rusqlite::Error| StoreError::after(path, &error, patience);
        let mut connection = Connection::open(path).map_err(told)?;
        connection.busy_timeout(patience).map_err(told)?;
        refuse_foreign(&connection, path)?;
        refuse_newer(&connection, path)?;
        // The tables come first, in one atomic step of the plain file: so the mark that the file is ours is in the file
        // itself from the beginning, and not only in the log beside it.
        migrate(&mut connection, STEPS).map_err(told)?;
        use_log(&connection, patience).map_err(told)?;
        connection.pragma_update(None, "synchronous", "NORMAL").map_err(told)?;
        connection.pragma_update(None, "foreign_keys", true).map_err(told)?;
        Ok(Store { connection, path: path.to_path_buf(), patience })
    }

    /// Opens the record at `path` to read it; `None` when there is none. A file that may not be written can be read, unless
    /// games are in the log beside it that only a writer could bring in.
    ///
    /// # Errors
    /// When it is not ours, newer, damaged or unreadable.
    pub fn open_to_read(path: &Path) -> Result<Option<Store>, StoreError> {
        match path.try_exists() {
            Ok(true) => {}
            Ok(false) => return Ok(None),
            Err(error) => {
                return Err(StoreError::Access { path: path.display().to_string(), why: error.to_string() });
            }
        }
        match Store::open(path) {
            Err(StoreError::ReadOnly { .. }) => {}
            opened => return opened.map(Some),
        }
        let told = |error: rusqlite::Error| StoreError::of(path, &error);
        let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let plain = Connection::open_with_flags(path, flags)
            .and_then(|connection| version(&connection).map(|_| connection))
            .map_err(told);
        // Beside a file in a read-only folder no lock can be kept; where no log lies there, nobody is at it either.
        let log = path.with_file_name({
            let mut name = path.file_name().unwrap_or_default().to_os_string();
            name.push("-wal");
            name
        });
        let has_log = std::fs::metadata(log).is_ok_and(|log| log.len() > 0);
        let connection = match plain {
            Err(_) if !has_log => immutable(path).map_err(told)?,
            Err(StoreError::ReadOnly { path }) => return Err(StoreError::LogLeft { path }),
            plain => plain?,
        };
        refuse_foreign(&connection, path)?;
        refuse_newer(&connection, path)?;
        if (version(&connection).map_err(told)? as usize) < STEPS.len() {
            return Err(StoreError::ReadOnly { path: path.display().to_string() });
        }
        Ok(Some(Store { connection, path: path.to_path_buf(), patience: Duration::ZERO }))
    }
}

/// Refuses a file that is not ours, without a change to it.
fn look(path: &Path) -> Result<(), StoreError> {
    let foreign = || StoreError::Foreign { path: path.display().to_string() };
    let Ok(file) = std::fs::metadata(path) else { return Ok(()) };
    if !file.is_file() {
        return Err(foreign());
    }
    if file.len() == 0 {
        return Ok(());
    }
    let connection = immutable(path).map_err(|error| StoreError::of(path, &error))?;
    match refuse_foreign(&connection, path) {
        // A log that was being written back when the power or the disk's room ended makes the file whole again.
        Err(StoreError::Damaged { .. }) => Ok(()),
        looked => looked,
    }
}

/// An empty file is a new record; any other bears our mark.
fn refuse_foreign(connection: &Connection, path: &Path) -> Result<(), StoreError> {
    let number = |pragma: &str| {
        let read = connection.query_row(pragma, [], |row| row.get::<_, i64>(0));
        read.map_err(|error| StoreError::of(path, &error))
    };
    // In this order: another program may make the file in between, and then it has pages, and the mark, only afterwards.
    if number("PRAGMA page_count")? == 0 || number("PRAGMA application_id")? == i64::from(APPLICATION_ID) {
        return Ok(());
    }
    Err(StoreError::Foreign { path: path.display().to_string() })
}

fn refuse_newer(connection: &Connection, path: &Path) -> Result<(), StoreError> {
    let given = version(connection).map_err(|error| StoreError::of(path, &error))?;
    let known = STEPS.len() as u32;
    if given > known {
        return Err(StoreError::Newer { path: path.display().to_string(), given, known });
    }
    Ok(())
}

/// A connection that reads the file as it lies there: no lock is taken and nothing is written beside it.
fn immutable(path: &Path) -> rusqlite::Result<Connection> {
    let mut address = String::from("file:");
    if cfg!(windows) && path.is_absolute() {
        address.push('/');
    }
    for &byte in path.as_os_str().as_encoded_bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'/' | b'.' | b'-' | b'_' | b':' => {
                address.push(byte.into());
            }
            b'\\' if cfg!(windows) => address.push('/'),
            _ => address += &format!("%{byte:02X}"),
        }
    }
    address += "?immutable=1";
    let flags =
        OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_URI | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    Connection::open_with_flags(address, flags)
}

/// Changes to WAL mode, which stays in the file. For that moment nobody else may be at it, and SQLite does not wait by
/// itself.
fn use_log(connection: &Connection, patience: Duration) -> rusqlite::Result<()> {
    let began = Instant::now();
    loop {
        let asked = connection.query_row("PRAGMA journal_mode = WAL", [], |row| row.get::<_, String>(0));
        match asked {
            Err(error)
                if matches!(
                    error.sqlite_error_code(),
                    Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked)
                ) && began.elapsed() < patience =>
            {
                std::thread::sleep(Duration::from_millis(5));
            }
            asked => return asked.map(|_| ()),
        }
    }
}
