//! Whether shares that were computed apart are one whole. Contests and experiments are joined by the same rules.

use std::path::{Path, PathBuf};

use crate::Share;

kinrow_game::sentences! {
    /// Why shares are not joined. Nothing is written then.
    pub enum MergeError {
        /// Not made with `--shard`.
        NoShare { file: String } = "merge-no-share" =>
            "{file} holds no share of a match, a tournament or an experiment: shares are made with --shard, such as --shard 2/8",
        /// Shares of different runs.
        Foreign { file: String, other: String } = "merge-foreign" =>
            "{file} and {other} are not shares of one run: shares come from the same command, but for the number after --shard",
        /// The same share again.
        Twice { file: String, other: String, share: String } = "merge-twice" =>
            "{other} and {file} both hold share {share}: give each share once",
        /// Not all of them.
        Missing { share: String } = "merge-missing" =>
            "share {share} is missing: give all shares of the run",
        /// Not computed to its end.
        Unfinished { file: String, share: String, done: u64, all: u64 } = "merge-unfinished" =>
            "share {share} in {file} is not finished ({done} of {all} are done): give its command again, for a match or a tournament with --resume",
        /// Something is there already.
        Exists { file: String } = "merge-exists" =>
            "{file} exists already and was kept: choose another name with --out",
        /// A share beside something else.
        Occupied { file: String } = "share-occupied" =>
            "{file} holds other games, and a share needs a file of its own: choose another with --db, or go on with this share by --resume",
    }
}

/// A share, and where it is.
#[derive(Debug)]
pub struct Found<T> {
    /// Its file or folder.
    pub path: PathBuf,
    /// Which it is.
    pub share: Share,
    /// The run that it belongs to: equal for all shares of one.
    pub run: T,
    /// How many of its units are there.
    pub done: u64,
    /// How many it should have.
    pub all: u64,
}

/// Sees to it that these are all shares of one run, each once and finished.
///
/// # Errors
/// When they are not.
pub fn check<T: PartialEq>(found: &[Found<T>]) -> Result<(), MergeError> {
    let name = |path: &Path| path.display().to_string();
    let Some(first) = found.first() else { return Ok(()) };
    for (number, one) in found.iter().enumerate() {
        if one.run != first.run || one.share.of() != first.share.of() {
            return Err(MergeError::Foreign { file: name(&one.path), other: name(&first.path) });
        }
        if let Some(other) = found[..number].iter().find(|other| other.share == one.share) {
            let (file, other) = (name(&one.path), name(&other.path));
            return Err(MergeError::Twice { file, other, share: one.share.to_string() });
        }
    }
    if let Some(share) = first.share.all().find(|share| found.iter().all(|one| one.share != *share)) {
        return Err(MergeError::Missing { share: share.to_string() });
    }
    match found.iter().find(|one| one.done < one.all) {
        Some(Found { path, share, done, all, .. }) => {
            let (file, share) = (name(path), share.to_string());
            Err(MergeError::Unfinished { file, share, done: *done, all: *all })
        }
        None => Ok(()),
    }
}
