//! Games in and out: our own record, and the files that other programs use, one file a format.
//!
//! Readers and writers are pure functions between bytes and [`GameRecord`]. A file is read game by game, so that its length
//! costs no memory. Whatever is read has been played by our rules: a move that cannot be made, or a result that the board contradicts, is an error that names the game and the move.

mod check;
mod csv;
mod error;
mod json;
pub mod names;
mod pieces;
mod psq;
mod sgf;

use std::io::BufRead;
use std::path::Path;

use kinrow_agent::GameRecord;
use kinrow_files::Kind;
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
    /// What a file of this format holds.
    #[must_use]
    pub fn kind(self) -> Kind {
        match self {
            Format::Json => Kind::Json,
            Format::Psq => Kind::Psq,
            Format::Sgf => Kind::Sgf,
            Format::Csv => Kind::Csv,
        }
    }

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

    /// The games of a file one after the other, at least one, each checked by the rules; an error is the last. `assumed` are
    /// the rules where a file does not tell them itself, or tells them in words that only its own program knows. However
    /// long the file, no more than a game of it is held.
    pub fn games<'a>(self, mut input: impl BufRead + 'a, assumed: Option<Rules>) -> Games<'a> {
        let mark = "\u{feff}".as_bytes();
        // A read that fails fails again below.
        if input.fill_buf().is_ok_and(|buffer| buffer.starts_with(mark)) {
            input.consume(mark.len());
        }
        let next: Box<dyn FnMut() -> Result<Option<GameRecord>, Wrong> + 'a> = match self {
            Format::Json => Box::new(json::games(input)),
            Format::Psq => {
                let mut input = Some(input);
                Box::new(move || input.take().map(|input| psq::read(input, assumed)).transpose())
            }
            Format::Sgf => Box::new(sgf::read(input, assumed)),
            Format::Csv => Box::new(csv::games(input, assumed)),
        };
        Games { next, given: 0, is_over: false }
    }

    /// The games of a file that is in memory.
    ///
    /// # Errors
    /// The first game that cannot be read or played, with its number.
    pub fn read(self, bytes: &[u8], assumed: Option<Rules>) -> Result<Vec<GameRecord>, GameError> {
        self.games(bytes, assumed).collect()
    }
}

/// So many games are brought in at once: their marks are held, to find equal ones.
const MOST_GAMES: usize = 1_000_000;

/// The games of a file, read as they are asked for.
pub struct Games<'a> {
    next: Box<dyn FnMut() -> Result<Option<GameRecord>, Wrong> + 'a>,
    given: usize,
    is_over: bool,
}

impl Iterator for Games<'_> {
    type Item = Result<GameRecord, GameError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.is_over {
            return None;
        }
        let game = match (self.next)() {
            Ok(None) if self.given == 0 => Err(FormatError::Empty {}.into()),
            Ok(Some(_)) if self.given == MOST_GAMES => {
                Err(FormatError::Many { millions: MOST_GAMES / 1_000_000 }.into())
            }
            game => game,
        };
        self.is_over = !matches!(game, Ok(Some(_)));
        self.given += 1;
        let number = self.given;
        game.map_err(|why| GameError { number, why }).transpose()
    }
}

impl std::fmt::Debug for Games<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Games").field("given", &self.given).field("is_over", &self.is_over).finish()
    }
}
