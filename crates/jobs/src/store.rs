//! Where jobs are kept: a folder with a version and a lock, a folder in it for each job, and one for the models that have a label.
//!
//! ```text
//! kinrow-jobs.json    which format the folder has
//! 7/job.json          what was asked for and how it stands
//! 7/model.kin …       what the job has made
//! models/LABEL.kin    a model that was given a name
//! ```

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use kinrow_files::{FileError, Lock, read_text, write_own};
use serde::{Deserialize, Serialize};

use crate::error::JobError;
use crate::label::Label;
use crate::saved::{FORMAT, Saved, SavedError};

/// What says that a folder is a store.
const MARK: &str = "kinrow-jobs.json";
const JOB: &str = "job.json";
const MODELS: &str = "models";
/// How a model's name ends.
const MODEL_END: &str = "kin";
/// More than a job's file ever takes.
const JOB_MEGABYTES: u64 = 5;

/// Why a store cannot be used.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum StoreError {
    /// It is no store, or somebody else's now.
    Job(JobError),
    /// A file.
    File(FileError),
}

kinrow_game::delegate_explain!(StoreError { Job(JobError), File(FileError) });

#[derive(Serialize, Deserialize)]
struct Mark {
    kind: String,
    format: u64,
}

/// The folder of all jobs; nobody else has it as long as this is there.
#[derive(Debug)]
pub struct Store {
    folder: PathBuf,
    _lock: Lock,
}

impl Store {
    /// Opens a store, or makes one, and reads its jobs.
    ///
    /// # Errors
    /// When another program has it, it holds something else or is of a later version, or the disk says no.
    pub fn open(folder: &Path) -> Result<(Store, Vec<Saved>), StoreError> {
        let name = || folder.display().to_string();
        make(folder)?;
        let lock = Lock::of(&folder.join(MARK)).map_err(|error| match error {
            FileError::Busy { .. } => StoreError::Job(JobError::Busy { folder: name() }),
            other => StoreError::File(other),
        })?;
        let mark = folder.join(MARK);
        if mark.exists() {
            let text = read_text(&mark, 1)?;
            let foreign = |_| JobError::Foreign { folder: name() };
            let Mark { kind, format } = serde_json::from_str(&text).map_err(foreign)?;
            if kind != "kinrow jobs" {
                return Err(JobError::Foreign { folder: name() }.into());
            }
            if format > FORMAT {
                return Err(JobError::Newer { file: mark.display().to_string(), given: format }.into());
            }
        } else {
            // The lock is a hidden file.
            let is_shown = |entry: &fs::DirEntry| !entry.file_name().to_string_lossy().starts_with('.');
            if entries(folder)?.iter().any(is_shown) {
                return Err(JobError::Foreign { folder: name() }.into());
            }
            let text = serde_json::json!({ "kind": "kinrow jobs", "format": FORMAT });
            write_own(&mark, format!("{text}\n").as_bytes())?;
        }
        make(&folder.join(MODELS))?;
        let store = Store { folder: folder.to_path_buf(), _lock: lock };
        let jobs = store.read_jobs()?;
        Ok((store, jobs))
    }

    fn read_jobs(&self) -> Result<Vec<Saved>, StoreError> {
        let mut jobs = Vec::new();
        for entry in entries(&self.folder)? {
            let Some(number) = entry.file_name().to_str().and_then(|name| name.parse::<u64>().ok()) else {
                continue;
            };
            let file = entry.path().join(JOB);
            // A program that was killed while it made the folder, or removed it, left one without a job.
            if !file.exists() {
                continue;
            }
            let name = file.display().to_string();
            let saved = Saved::parse(&read_text(&file, JOB_MEGABYTES)?).map_err(|error| match error {
                SavedError::Newer(given) => JobError::Newer { file: name.clone(), given },
                SavedError::Damaged(why) => JobError::Damaged { file: name.clone(), why },
            })?;
            if saved.number != number {
                let why = "its number is not that of its folder".into();
                return Err(JobError::Damaged { file: name, why }.into());
            }
            jobs.push(saved);
        }
        jobs.sort_by_key(|job| job.number);
        Ok(jobs)
    }

    /// The folder of a job.
    #[must_use]
    pub fn folder_of(&self, job: u64) -> PathBuf {
        self.folder.join(job.to_string())
    }

    /// Keeps a job as it is now.
    ///
    /// # Errors
    /// When the disk says no.
    pub fn keep(&self, job: &Saved) -> Result<(), FileError> {
        let folder = self.folder_of(job.number);
        make(&folder)?;
        write_own(&folder.join(JOB), job.to_text().as_bytes())
    }

    /// Removes a job with everything that it has made. Its file goes first, so that half of a job is none.
    ///
    /// # Errors
    /// When the disk says no.
    pub fn remove(&self, job: u64) -> Result<(), FileError> {
        let folder = self.folder_of(job);
        let failed = |path: &Path, error: &io::Error| FileError::Write {
            path: path.display().to_string(),
            why: error.to_string(),
        };
        for (path, removed) in [
            (folder.join(JOB), fs::remove_file(folder.join(JOB))),
            (folder.clone(), fs::remove_dir_all(&folder)),
        ] {
            match removed {
                Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(failed(&path, &error)),
                _ => {}
            }
        }
        Ok(())
    }

    /// Where the model of a label is, or would be.
    #[must_use]
    pub fn model(&self, label: &Label) -> PathBuf {
        self.folder.join(MODELS).join(format!("{label}.{MODEL_END}"))
    }

    /// The labels there are, in the order of the alphabet.
    #[must_use]
    pub fn labels(&self) -> Vec<Label> {
        let entries = entries(&self.folder.join(MODELS)).unwrap_or_default();
        let label = |entry: &fs::DirEntry| {
            let name = entry.file_name();
            name.to_str()?.strip_suffix(&format!(".{MODEL_END}"))?.parse().ok()
        };
        let mut labels: Vec<Label> = entries.iter().filter_map(label).collect();
        labels.sort();
        labels
    }

    /// Keeps a model under a label.
    ///
    /// # Errors
    /// When another model has it, or the disk says no.
    pub fn keep_model(&self, label: &Label, file: &Path) -> Result<(), StoreError> {
        let target = self.model(label);
        if target.exists() {
            return Err(JobError::LabelTaken { given: label.to_string() }.into());
        }
        let unreadable =
            |error: io::Error| FileError::Read { path: file.display().to_string(), why: error.to_string() };
        let bytes = fs::read(file).map_err(unreadable)?;
        write_own(&target, &bytes)?;
        Ok(())
    }

    /// Removes the model of a label.
    ///
    /// # Errors
    /// When there is none, or the disk says no.
    pub fn remove_model(&self, label: &Label) -> Result<(), StoreError> {
        let path = self.model(label);
        match fs::remove_file(&path) {
            Ok(()) => Ok(()),
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                Err(JobError::LabelNone { given: label.to_string() }.into())
            }
            Err(error) => {
                Err(FileError::Write { path: path.display().to_string(), why: error.to_string() }.into())
            }
        }
    }

    /// The disk that everything takes, in bytes.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        bytes_of(&self.folder)
    }
}

fn bytes_of(folder: &Path) -> u64 {
    let of = |entry: fs::DirEntry| match entry.metadata() {
        Ok(found) if found.is_dir() => bytes_of(&entry.path()),
        Ok(found) => found.len(),
        Err(_) => 0,
    };
    entries(folder).unwrap_or_default().into_iter().map(of).sum()
}

fn make(folder: &Path) -> Result<(), FileError> {
    fs::create_dir_all(folder)
        .map_err(|error| FileError::Write { path: folder.display().to_string(), why: error.to_string() })
}

fn entries(folder: &Path) -> Result<Vec<fs::DirEntry>, FileError> {
    let unreadable =
        |error: io::Error| FileError::Read { path: folder.display().to_string(), why: error.to_string() };
    fs::read_dir(folder).and_then(Iterator::collect).map_err(unreadable)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(folder: &Path) -> JobError {
        match Store::open(folder).unwrap_err() {
            StoreError::Job(error) => error,
            other => panic!("{other}"),
        }
    }

    #[test]
    fn two_programs_cannot_share_a_store() {
        let folder = tempfile::tempdir().unwrap();
        let place = folder.path().join("jobs");
        let (store, jobs) = Store::open(&place).unwrap();
        assert!(jobs.is_empty());
        assert!(matches!(refused(&place), JobError::Busy { .. }));
        drop(store);
        assert!(Store::open(&place).is_ok(), "after its end another may have it");
    }

    #[test]
    fn what_is_no_store_is_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("notes.txt"), "mine").unwrap();
        assert!(matches!(refused(folder.path()), JobError::Foreign { .. }));
        assert!(!folder.path().join(MARK).exists() && !folder.path().join(MODELS).exists());
        let newer = tempfile::tempdir().unwrap();
        std::fs::write(newer.path().join(MARK), r#"{"kind": "kinrow jobs", "format": 9}"#).unwrap();
        assert!(matches!(refused(newer.path()), JobError::Newer { given: 9, .. }));
        std::fs::write(newer.path().join(MARK), "{}").unwrap();
        assert!(matches!(refused(newer.path()), JobError::Foreign { .. }));
        std::fs::write(newer.path().join(MARK), r#"{"kind": "kinrow jobs", "format": 1}"#).unwrap();
        std::fs::create_dir(newer.path().join("4")).unwrap();
        assert!(Store::open(newer.path()).unwrap().1.is_empty(), "a folder without a job is none");
        std::fs::write(newer.path().join("4").join(JOB), "{}").unwrap();
        assert!(matches!(refused(newer.path()), JobError::Damaged { .. }));
    }

    #[test]
    fn models_go_by_their_labels() {
        let folder = tempfile::tempdir().unwrap();
        let (store, _) = Store::open(folder.path()).unwrap();
        let file = folder.path().join("made.kin");
        std::fs::write(&file, "learned").unwrap();
        let [first, other]: [Label; 2] = ["first", "other"].map(|name| name.parse().unwrap());
        store.keep_model(&first, &file).unwrap();
        assert_eq!(
            store.keep_model(&first, &file),
            Err(JobError::LabelTaken { given: "first".into() }.into())
        );
        assert_eq!(store.labels(), std::slice::from_ref(&first));
        assert!(store.bytes() >= 14);
        assert_eq!(store.remove_model(&other), Err(JobError::LabelNone { given: "other".into() }.into()));
        store.remove_model(&first).unwrap();
        assert!(store.labels().is_empty());
    }
}
