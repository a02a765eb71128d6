//! A job as a file: what was asked for, how far it has come, and how it ended. What the job itself has made lies beside it.
//!
//! A file is trusted in nothing: a version that is not known is refused, and so are fields that are not.

use std::collections::BTreeMap;

use kinrow_game::Explain;
use kinrow_text::{Language, Text};
use serde::{Deserialize, Serialize};

use crate::label::Label;
use crate::wanted::Wanted;

/// The version of the file.
pub const FORMAT: u64 = 1;

/// How a job stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum State {
    /// It waits for its turn.
    Queued,
    /// It is being done.
    Running,
    /// Somebody let it rest; it can go on.
    Paused,
    /// It has reached its end.
    Done,
    /// Somebody ended it; it can go on all the same.
    Stopped,
    /// Something was wrong.
    Failed,
}

impl State {
    /// Whether it runs, or will as soon as it can.
    #[must_use]
    pub fn is_active(self) -> bool {
        matches!(self, State::Queued | State::Running)
    }
}

/// A sentence in every language, by its code: whoever reads it later may read another language.
pub type Told = BTreeMap<String, String>;

/// An error in every language.
pub(crate) fn told(error: &dyn Explain) -> Told {
    let sentence = |&language: &Language| (language.code().to_string(), Text::new(language).explain(error));
    Language::ALL.iter().map(sentence).collect()
}

/// How far a job has come.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Progress {
    /// So much of it is done.
    pub done: u64,
    /// Of so much.
    pub of: u64,
}

/// A job as it is kept.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Saved {
    /// The version of this file.
    pub format: u64,
    /// Its number, by which it is spoken of.
    pub number: u64,
    /// What was asked for.
    pub wanted: Wanted,
    /// How it stands.
    pub state: State,
    /// How far it has come.
    pub progress: Progress,
    /// When it was asked for, in seconds since 1970.
    pub asked: u64,
    /// How long it has run, in milliseconds.
    pub spent_ms: u64,
    /// Why it failed, or ended early.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub failure: Option<Told>,
    /// What its model is called, once it was saved under a name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub label: Option<Label>,
}

/// Why a text is not a job.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SavedError {
    /// Of a later version.
    Newer(u64),
    /// Not what this program writes.
    Damaged(String),
}

impl Saved {
    /// Reads a job's file.
    ///
    /// # Errors
    /// When it is of a later version, or no job.
    pub fn parse(text: &str) -> Result<Saved, SavedError> {
        /// What every version has.
        #[derive(Deserialize)]
        struct Versioned {
            format: u64,
        }
        let damaged = |error: serde_json::Error| SavedError::Damaged(error.to_string());
        let Versioned { format } = serde_json::from_str(text).map_err(damaged)?;
        if format > FORMAT {
            return Err(SavedError::Newer(format));
        }
        let saved: Saved = serde_json::from_str(text).map_err(damaged)?;
        if saved.progress.done > saved.progress.of {
            return Err(SavedError::Damaged("more is done than there is to do".into()));
        }
        Ok(saved)
    }

    /// The file's text.
    ///
    /// # Panics
    /// Never: a job is plain data.
    #[must_use]
    pub fn to_text(&self) -> String {
        let mut text = serde_json::to_string_pretty(self).expect("a job is plain data with text keys");
        text.push('\n');
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wanted::Learning;

    fn saved() -> Saved {
        let learning = Learning {
            method: "selfplay".into(),
            rules: "3x3x3".into(),
            preset: "best".into(),
            options: "alpha=0.2".into(),
            goal: 1000,
            seed: 7,
        };
        Saved {
            format: FORMAT,
            number: 3,
            wanted: Wanted::Train(learning),
            state: State::Paused,
            progress: Progress { done: 10, of: 1000 },
            asked: 1_700_000_000,
            spent_ms: 1234,
            failure: None,
            label: Some("first".parse().unwrap()),
        }
    }

    #[test]
    fn what_was_written_is_read_again() {
        assert_eq!(Saved::parse(&saved().to_text()), Ok(saved()));
    }

    #[test]
    fn what_is_not_known_is_refused() {
        let text = saved().to_text();
        let newer = text.replace("\"format\": 1", "\"format\": 2");
        assert_eq!(Saved::parse(&newer), Err(SavedError::Newer(2)));
        for (from, to) in [
            ("\"number\"", "\"nombre\""),
            ("\"paused\"", "\"resting\""),
            ("\"seed\": 7", "\"seed\": 7, \"file\": \"/etc/passwd\""),
            ("\"done\": 10", "\"done\": 2000"),
            ("\"first\"", "\"../first\""),
        ] {
            let wrong = text.replace(from, to);
            assert_ne!(wrong, text, "{from}");
            assert!(matches!(Saved::parse(&wrong), Err(SavedError::Damaged(_))), "{to}");
        }
        assert!(Saved::parse("").is_err() && Saved::parse("[]").is_err());
    }
}
