//! Where a person's record is.

use std::path::PathBuf;

use etcetera::BaseStrategy;

/// The record when nobody names a file: `KINROW_DB`, else `kinrow/games.db` in the user's data folder; `None` where there is no home folder.
#[must_use]
pub fn usual_path() -> Option<PathBuf> {
    if let Some(path) = std::env::var_os("KINROW_DB").filter(|path| !path.is_empty()) {
        return Some(path.into());
    }
    let folders = etcetera::choose_base_strategy().ok()?;
    Some(folders.data_dir().join("kinrow").join("games.db"))
}
