//! Joins the shares of a contest into the record that a single run would have made.

use std::collections::BTreeMap;
use std::io::Read;
use std::path::{Path, PathBuf};

use kinrow_agent::GameRecord;
use kinrow_files::{FileError, Kind, Output, open_to_read};
use kinrow_record::store::{Run, RunId, Store};

use super::{RecordedError, share_of_kind};
use crate::merging::{Found, MergeError, check};
use crate::{Plan, Results, Schedule};

/// A contest whose shares were joined.
#[derive(Debug)]
pub struct Merged {
    /// What it is: `match`, `tournament`.
    pub kind: String,
    /// The contest.
    pub plan: Plan,
    /// Every game.
    pub results: Results,
    /// Its number in the new record.
    pub run: RunId,
}

/// What all shares of a contest have in common.
#[derive(Clone, PartialEq)]
struct Common {
    kind: String,
    key: String,
    settings: String,
}

/// Joins shares, each in a record of its own, into a new record.
///
/// # Errors
/// When a share is missing, given twice, not finished or of another contest, or the new record cannot be written. Nothing is
/// written then.
pub fn merge(files: &[PathBuf], out: &Path) -> Result<Merged, RecordedError> {
    let mut output = Output::new(out, Kind::Record, false).map_err(|error| kept(error, out))?;
    let mut games: BTreeMap<u64, GameRecord> = BTreeMap::new();
    let mut found = Vec::new();
    let mut plan = None;
    for path in files {
        let (share, of_plan) = read(path, &mut games)?;
        plan.get_or_insert(of_plan);
        found.push(share);
    }
    check(&found)?;
    let (Some(plan), Some(Found { run: common, .. })) = (plan, found.into_iter().next()) else {
        return Err(no_share(out));
    };
    // Made beside the new record, and put in its place when it is whole.
    let folder = out.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let beside = tempfile::Builder::new().prefix(".kinrow-merge-").tempdir_in(folder);
    let beside = beside.map_err(|error| unwritten(out, &error))?;
    let made = beside.path().join("games.db");
    let mut store = Store::open(&made)?;
    let run = store.begin_run(&common.kind, &common.key, &common.settings)?;
    for (&index, record) in &games {
        store.add_game(Some((run, index)), record)?;
    }
    drop(store);
    let file = open_to_read(&made)?;
    output.write_pieces(pieces(file, &made)).map_err(|error| kept(error, out))?;
    let schedule = Schedule::new(plan.agents.len(), plan.format, plan.rounds);
    let results = Results::recall(&schedule, games.into_iter().collect());
    Ok(Merged { kind: common.kind, plan, results, run })
}

/// The share in a record, with its games put to the others.
fn read(path: &Path, games: &mut BTreeMap<u64, GameRecord>) -> Result<(Found<Common>, Plan), RecordedError> {
    let Some(store) = Store::open_to_read(path)? else {
        let error = std::io::Error::from(std::io::ErrorKind::NotFound);
        let (path, why) = (path.display().to_string(), error.to_string());
        return Err(RecordedError::File(FileError::Read { path, why }));
    };
    let runs = store.runs()?;
    let shares: Vec<&Run> = runs.iter().filter(|run| share_of_kind(&run.kind).is_some()).collect();
    let [run] = shares[..] else { return Err(no_share(path)) };
    let plan: Plan = serde_json::from_str(&run.settings).map_err(|_| no_share(path))?;
    let (kind, share) = share_of_kind(&run.kind).ok_or_else(|| no_share(path))?;
    let own = |index: u64| index < plan.games && share.holds(index / 2);
    let its_games: Vec<_> = store.run_games(run.id)?.into_iter().filter(|(index, _)| own(*index)).collect();
    let (done, all) = (its_games.len() as u64, 2 * share.count(plan.games / 2));
    games.extend(its_games);
    let common = Common { kind: kind.into(), key: run.key.clone(), settings: run.settings.clone() };
    Ok((Found { path: path.into(), share, run: common, done, all }, plan))
}

fn no_share(path: &Path) -> RecordedError {
    RecordedError::Merge(MergeError::NoShare { file: path.display().to_string() })
}

/// Nothing that is there is replaced, and there is no option that would.
fn kept(error: FileError, out: &Path) -> RecordedError {
    match error {
        FileError::Exists { .. } => {
            RecordedError::Merge(MergeError::Exists { file: out.display().to_string() })
        }
        error => RecordedError::File(error),
    }
}

fn unwritten(path: &Path, error: &std::io::Error) -> RecordedError {
    RecordedError::File(FileError::Write { path: path.display().to_string(), why: error.to_string() })
}

/// A file in pieces.
fn pieces(mut file: impl Read, path: &Path) -> impl Iterator<Item = Result<Vec<u8>, FileError>> {
    let path = path.display().to_string();
    std::iter::from_fn(move || {
        let mut piece = vec![0; 1 << 16];
        match file.read(&mut piece) {
            Ok(0) => None,
            Ok(read) => {
                piece.truncate(read);
                Some(Ok(piece))
            }
            Err(error) => Some(Err(FileError::Read { path: path.clone(), why: error.to_string() })),
        }
    })
}
