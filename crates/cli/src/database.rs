//! Where the record of games is: `--db`, else `KINROW_DB`, else `kinrow/games.db` in the user's data folder; and where jobs are, unless `--jobs` says
//! so: `KINROW_JOBS`, else `kinrow/jobs` beside the record.

use std::path::{Path, PathBuf};

use etcetera::BaseStrategy;
use kinrow_files::FileError;
use kinrow_record::store::{Store, usual_path};

use crate::failure::{CallError, Failure};

/// The file that a command means.
pub(crate) fn path(given: Option<&Path>) -> Result<PathBuf, Failure> {
    given.map(Path::to_path_buf).or_else(usual_path).ok_or_else(|| Failure::call(CallError::NoHome {}))
}

/// Where jobs are kept when nobody says where; nothing without a home.
pub(crate) fn usual_jobs() -> Option<PathBuf> {
    if let Some(path) = std::env::var_os("KINROW_JOBS").filter(|path| !path.is_empty()) {
        return Some(path.into());
    }
    etcetera::choose_base_strategy().ok().map(|folders| folders.data_dir().join("kinrow").join("jobs"))
}

/// The record that a command means, to be read; `None` when no game was ever kept. A file that was named must be there.
pub(crate) fn open_to_read(given: Option<&Path>) -> Result<Option<Store>, Failure> {
    if let Some(named) = given
        && let Err(error) = std::fs::metadata(named)
    {
        let (path, why) = (named.display().to_string(), error.to_string());
        return Err(Failure::call(FileError::Read { path, why }));
    }
    Ok(Store::open_to_read(&path(given)?)?)
}
