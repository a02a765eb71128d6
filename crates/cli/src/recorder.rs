//! Keeps the games that people play in the record. A record that cannot be written is told of once, and never stops a game.

use std::path::{Path, PathBuf};
use std::time::Duration;

use kinrow_agent::{GameRecord, HUMAN};
use kinrow_record::store::{Filter, Store};
use kinrow_text::Text;

use crate::database;
use crate::failure::Failure;
use crate::out::say;

/// How long a person waits for another program that is writing.
const PATIENCE: Duration = Duration::from_secs(5);

pub(crate) struct Recorder {
    path: Result<PathBuf, Failure>,
    has_warned: bool,
}

impl Recorder {
    /// Into the file that is given, or where the record is.
    pub(crate) fn new(db: Option<&Path>) -> Recorder {
        Recorder { path: database::path(db), has_warned: false }
    }

    /// Tells a person whose games were never kept that they are from now on.
    pub(crate) fn announce(&self, text: &Text) {
        let Ok(path) = &self.path else { return };
        let people = Filter { agent: Some(HUMAN.into()), limit: Some(1), ..Filter::default() };
        // What is wrong with the file is told when it is needed.
        let is_first = match Store::open_to_read(path) {
            Ok(None) => true,
            Ok(Some(store)) => store.ids(&people).is_ok_and(|games| games.is_empty()),
            Err(_) => false,
        };
        if is_first {
            say!("{}", text.fill("play.recorded", &[("file", &path.display().to_string())]));
        }
    }

    /// Keeps a game in which somebody has moved.
    pub(crate) fn keep(&mut self, game: &GameRecord, text: &Text) {
        if game.moves.is_empty() {
            return;
        }
        let why = match &self.path {
            Ok(path) => {
                let stored = Store::open_patiently(path, PATIENCE);
                stored
                    .and_then(|mut store| store.add_game(None, game))
                    .err()
                    .map(|error| text.explain(&error))
            }
            Err(failure) => Some(failure.sentence(text)),
        };
        if let Some(why) = why.filter(|_| !std::mem::replace(&mut self.has_warned, true)) {
            eprintln!("kinrow: {}", text.fill("play.not-recorded", &[("why", &why)]));
        }
    }
}
