//! Joins the shares of a run into the folder that a single run would have made.

use std::path::{Path, PathBuf};

use kinrow_files::read_text;

use super::builtin::EXPERIMENT_MEGABYTES;
use super::file::Mode;
use super::folder::{self, EXPERIMENT};
use super::journal::{self, Done, Header, Journal};
use super::mistake::{ExperimentError, RunError};
use super::prepared::Plan;
use super::runner::{How, finish};
use kinrow_arena::merging::{Found, MergeError, check};

/// Joins shares, each in a folder of its own, into a new folder, and writes its data. `command` is the call, for the record.
///
/// # Errors
/// When a share is missing, given twice, not finished or of another run, or the new folder cannot be written.
pub fn merge(folders: &[PathBuf], out: &Path, command: &str) -> Result<(), ExperimentError> {
    let refuse = |error: MergeError| Err(ExperimentError::Merge(error));
    // Nothing that is there is replaced, and there is no option that would.
    let is_taken = match std::fs::read_dir(out) {
        Ok(mut entries) => entries.next().is_some(),
        Err(_) => out.symlink_metadata().is_ok(),
    };
    if is_taken {
        return refuse(MergeError::Exists { file: out.display().to_string() });
    }
    let mut found = Vec::new();
    let mut done: Vec<Done> = Vec::new();
    let mut started: Option<String> = None;
    for path in folders {
        let no_share = || MergeError::NoShare { file: path.display().to_string() };
        if !path.join(journal::FILE).is_file() {
            return refuse(no_share());
        }
        let (header, its_tasks, _) = journal::read(path)?;
        let Some(share) = header.share else { return refuse(no_share()) };
        let own: Vec<Done> = its_tasks.into_iter().filter(|done| share.holds(done.task as u64)).collect();
        let (all, count) = (header.own_tasks() as u64, own.len() as u64);
        done.extend(own);
        // Times in this form are in the order of their letters.
        started = Some(started.map_or(header.started.clone(), |known| known.min(header.started.clone())));
        let run = Header { share: None, started: String::new(), ..header };
        found.push(Found { path: path.clone(), share, run, done: count, all });
    }
    check(&found)?;
    let (workers, Some(Found { path, run, .. })) = (found.len(), found.into_iter().next()) else {
        return refuse(MergeError::NoShare { file: out.display().to_string() });
    };
    let header = Header { started: started.unwrap_or_default(), ..run };
    let file = path.join(EXPERIMENT);
    let text = read_text(&file, EXPERIMENT_MEGABYTES)?;
    let mode = if header.quick { Mode::Quick } else { Mode::Full };
    let (file, seed) = (file.display().to_string(), Some(header.seed));
    let prepared = Plan { file: file.clone(), text, mode, seed }.prepare()?;
    if !prepared.is_of(&header) {
        return Err(RunError::Changed { file }.into());
    }
    done.sort_by_key(|done| done.task);
    folder::prepare(out, &prepared.text)?;
    let (mut journal, _) = Journal::open(out, header)?;
    for done in &done {
        journal.add(done)?;
    }
    finish(out, &prepared, &done, &journal.header, &How { workers, command, is_resumed: false })
}
