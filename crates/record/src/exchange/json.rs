//! Our own record, which holds everything: JSON, one game a line (`.jsonl`); a file with one game spread over many lines,
//! as `save` writes it, is read too.

use std::io::BufRead;

use kinrow_agent::GameRecord;
use kinrow_files::Kind;

use super::Facts;
use super::check::checked;
use super::error::{FormatError, Wrong};
use super::pieces::{Brackets, Pieces};

pub(super) const FACTS: Facts = Facts {
    kind: Kind::Json,
    extensions: &["jsonl", "json"],
    holds_many: true,
    head: String::new,
    write: |record| Ok(write(record)),
    games: |input, _| Box::new(games(input)),
};

/// A game as one line.
fn write(record: &GameRecord) -> String {
    let line = serde_json::to_string(record).expect("a record is plain data with text keys");
    line + "\n"
}

/// Reads any number of games, one after the other.
fn games(input: impl BufRead) -> impl FnMut() -> Result<Option<GameRecord>, Wrong> {
    let brackets = Brackets { open: b"{[", close: b"}]", quotes: [b'"'; 2], allows_remarks: false };
    let mut pieces = Pieces { input, brackets, at: 0 };
    move || {
        let Some(piece) = pieces.next()? else { return Ok(None) };
        let text = std::str::from_utf8(&piece).map_err(|_| FormatError::NotText {})?;
        checked(GameRecord::from_json(text)?).map(Some)
    }
}
