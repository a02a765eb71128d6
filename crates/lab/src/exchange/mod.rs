//! Games in and out: our own record, and the files that other programs use, one file a format.
//!
//! Readers and writers are pure functions between bytes and [`GameRecord`]. Whatever is read has been played by our rules:
//! a move that cannot be made, or a result that the board contradicts, is an error that names the game and the move.

mod check;
mod csv;
mod error;
mod json;
pub mod names;
mod psq;
mod sgf;

use std::path::Path;

use kinrow_agent::GameRecord;
use kinrow_game::Rules;

pub use check::positions;
pub use error::{FormatError, GameError, InFile, Wrong};

/// How games are written in a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Format {
    /// Our own record, a game a line.
    Json,
    /// Piskvork's, one game a file.
    Psq,
    /// The Smart Game Format.
    Sgf,
    /// A table of results.
    Csv,
}

impl Format {
    /// Every format.
    pub const ALL: [Format; 4] = [Format::Json, Format::Psq, Format::Sgf, Format::Csv];

    /// The format that a file's name tells.
    ///
    /// # Errors
    /// When it tells none.
    pub fn of_path(path: &Path) -> Result<Format, FormatError> {
        let extension = path.extension().unwrap_or_default().to_string_lossy().to_lowercase();
        let all = Format::ALL.into_iter();
        all.into_iter()
            .find(|format| format.extensions().contains(&extension.as_str()))
            .ok_or_else(|| FormatError::Unknown { file: path.display().to_string() })
    }

    /// What a file's name ends in, the usual one first.
    #[must_use]
    pub fn extensions(self) -> &'static [&'static str] {
        match self {
            Format::Json => &["jsonl", "json"],
            Format::Psq => &["psq"],
            Format::Sgf => &["sgf"],
            Format::Csv => &["csv"],
        }
    }

    /// Whether a file can hold several games.
    #[must_use]
    pub fn holds_many(self) -> bool {
        self != Format::Psq
    }

    /// What stands before the first game.
    #[must_use]
    pub fn head(self) -> String {
        match self {
            Format::Csv => csv::head(),
            Format::Json | Format::Psq | Format::Sgf => String::new(),
        }
    }

    /// A game as text. A file is the head and then the games.
    ///
    /// # Errors
    /// When the format cannot hold it, or it is no game.
    pub fn write(self, record: &GameRecord) -> Result<String, Wrong> {
        match self {
            Format::Json => Ok(json::write(record)),
            Format::Psq => psq::write(record),
            Format::Sgf => sgf::write(record),
            Format::Csv => csv::write(record),
        }
    }

    /// The games of a file, at least one, each checked by the rules. `assumed` are the rules where a file does not tell
    /// them itself, or tells them in words that only its own program knows.
    ///
    /// # Errors
    /// The first game that cannot be read or played, with its number.
    pub fn read(self, bytes: &[u8], assumed: Option<Rules>) -> Result<Vec<GameRecord>, GameError> {
        let first = |why| GameError { number: 1, why };
        let games = match self {
            Format::Json => json::read(bytes)?,
            Format::Psq => vec![psq::read(bytes, assumed).map_err(first)?],
            Format::Sgf => sgf::read(bytes, assumed)?,
            Format::Csv => csv::read(bytes, assumed)?,
        };
        if games.is_empty() { Err(first(FormatError::Empty {}.into())) } else { Ok(games) }
    }
}
