//! Contests in the record: every game is kept as soon as it is finished, one that was interrupted goes on, and shares that were
//! played apart become one contest.

mod merge;

use std::path::Path;

use kinrow_agent::Stop;
use kinrow_files::FileError;
use kinrow_record::store::{Filter, RunId, Store, StoreError};

use crate::merging::MergeError;
use crate::statistics::Sprt;
use crate::{Contest, End, Executor, Job, Plan, Results, Schedule, Share, ShareError, run};

pub use merge::{Merged, merge};

/// A contest that is to be played into a record.
#[derive(Debug)]
pub struct Recording<'a> {
    /// What it is called in the record: `match`, `tournament`.
    pub kind: &'a str,
    /// Who plays what.
    pub contest: &'a Contest,
    /// In which order.
    pub schedule: &'a Schedule,
    /// Ends a match of two when it is decided.
    pub sprt: Option<Sprt>,
    /// Of the games, only this share; it needs a record of its own.
    pub share: Option<Share>,
    /// Whether the last run of the same contest goes on.
    pub is_resumed: bool,
    /// The record.
    pub file: &'a Path,
    /// Raised: no new games, running ones are finished.
    pub enough: Stop,
    /// Raised: running games end now, and are forgotten.
    pub at_once: Stop,
}

/// What a listener hears.
#[derive(Debug)]
pub enum Event<'a> {
    /// The run is found, or begun.
    Begun {
        /// Its number in the record.
        run: RunId,
        /// Games that are there already; `None` when the run is new.
        earlier: Option<u64>,
    },
    /// How far it has come.
    Progress(&'a Results),
}

/// A contest that was played, to its end or not.
#[derive(Debug)]
pub struct Recorded {
    /// Its number in the record.
    pub run: RunId,
    /// Every finished game.
    pub results: Results,
    /// Games numbered below this count.
    pub counted: u64,
    /// Games that were there before.
    pub earlier: u64,
    /// How it ended.
    pub end: End<StoreError>,
}

kinrow_game::sentences! {
    /// Why a contest cannot be resumed.
    pub enum ResumeError {
        /// Nobody can tell whether it is the same contest.
        NoFingerprint {} = "resume-no-fingerprint" =>
            "a contest with a function of the program cannot be resumed: give the function a fingerprint that changes whenever it plays differently",
    }
}

/// Why a contest is not recorded.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum RecordedError {
    /// The record.
    Store(StoreError),
    /// The share.
    Share(ShareError),
    /// The shares together, or the place of one.
    Merge(MergeError),
    /// The run that should go on.
    Resume(ResumeError),
    /// A file.
    File(FileError),
}

kinrow_game::delegate_explain!(RecordedError {
    Store(StoreError),
    Share(ShareError),
    Merge(MergeError),
    Resume(ResumeError),
    File(FileError),
});

/// Plays what is missing of a contest, wherever `executor` does, and keeps every game as soon as it is finished.
///
/// # Errors
/// When nothing can be played: the record cannot be opened, or the contest cannot be shared out or resumed like this.
pub fn play(
    recording: &Recording<'_>,
    executor: &impl Executor,
    listen: &mut dyn FnMut(Event<'_>),
) -> Result<Recorded, RecordedError> {
    let Recording { contest, schedule, sprt, share, .. } = *recording;
    let key = contest.key(schedule);
    if recording.is_resumed && key.is_none() {
        return Err(RecordedError::Resume(ResumeError::NoFingerprint {}));
    }
    let key = key.unwrap_or_default();
    let kind = match share {
        Some(share) => {
            share.check(schedule, sprt)?;
            kind_of_share(recording.kind, share)
        }
        None => recording.kind.to_string(),
    };
    let mut store = Store::open(recording.file)?;
    let found = if recording.is_resumed { store.latest_run(&kind, &key)? } else { None };
    if share.is_some() && found.is_none() && !is_empty(&store)? {
        let file = recording.file.display().to_string();
        return Err(RecordedError::Merge(MergeError::Occupied { file }));
    }
    let games = found.map_or(Ok(Vec::new()), |run| store.run_games(run))?;
    let earlier = games.len() as u64;
    let run_id = match found {
        Some(run) => run,
        None => store.begin_run(&kind, &key, &settings(&Plan::of(contest, schedule)))?,
    };
    listen(Event::Begun { run: run_id, earlier: found.map(|_| earlier) });
    let (enough, at_once) = (recording.enough.clone(), recording.at_once.clone());
    let job = Job { contest, schedule, sprt, share, enough, at_once };
    let keep = |index, record: &_| store.add_game(Some((run_id, index)), record).map(drop);
    let ended = run(&job, executor, games, keep, |results| listen(Event::Progress(results)));
    Ok(Recorded { run: run_id, results: ended.results, counted: ended.counted, earlier, end: ended.end })
}

/// What a share's run is called. It has the key of the whole contest, and must not be taken for it.
fn kind_of_share(kind: &str, share: Share) -> String {
    format!("{kind} {share}")
}

/// A share's kind and number, when it is a share's.
fn share_of_kind(kind: &str) -> Option<(&str, Share)> {
    let (kind, share) = kind.rsplit_once(' ')?;
    Some((kind, share.parse().ok()?))
}

fn is_empty(store: &Store) -> Result<bool, StoreError> {
    Ok(store.runs()?.is_empty() && store.count(&Filter::default())? == 0)
}

/// What the record keeps of a run.
fn settings(plan: &Plan) -> String {
    serde_json::to_string(plan).expect("a plan is plain data")
}
