//! Games in and out: our own record, and the files that other programs use. Each format has a file of its own.
//!
//! Readers and writers are pure functions between bytes and [`GameRecord`]. A file is read game by game, so that its length
//! costs no memory. Whatever is read has been played by our rules: a move that cannot be made, or a result that the board contradicts, is an error that names the game and the move.

mod anything;
mod check;
mod csv;
mod error;
mod file;
mod game_tree;
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

pub use anything::read_anything;
pub use check::positions;
pub use error::{FormatError, GameError, InFile, Wrong};
pub use file::{ReadGamesError, read_file};
pub use game_tree::{GameTree, MOST_NODES, Symbol, TreeNode};

kinrow_agent::named! {
    /// How games are written in a file.
    pub enum Format {
        /// Our own record, one game per line.
        Json = "json",
        /// Piskvork's, one game per file.
        Psq = "psq",
        /// The Smart Game Format.
        Sgf = "sgf",
        /// A table of results.
        Csv = "csv",
    }
}

impl GameTree {
    /// A game in SGF with its variations, by rules that are `assumed` where the file does not tell them.
    ///
    /// # Errors
    /// When it is not SGF, or a move in it cannot be played.
    pub fn from_sgf(text: &str, assumed: Option<Rules>) -> Result<GameTree, Wrong> {
        sgf::read_tree(text, assumed)
    }

    /// As SGF.
    #[must_use]
    pub fn to_sgf(&self) -> String {
        sgf::write_tree(self)
    }
}

/// What a format is, declared in its own file.
struct Facts {
    /// What a file of this format holds.
    kind: Kind,
    /// What a file's name ends in, the usual one first.
    extensions: &'static [&'static str],
    /// Whether a file can hold several games.
    holds_many: bool,
    /// What stands before the first game.
    head: fn() -> String,
    /// A game as text.
    write: fn(&GameRecord) -> Result<String, Wrong>,
    /// The games of a file.
    games: for<'a> fn(Box<dyn BufRead + 'a>, Option<Rules>) -> NextGame<'a>,
}

/// Gives one game after the other.
type NextGame<'a> = Box<dyn FnMut() -> Result<Option<GameRecord>, Wrong> + 'a>;

impl Format {
    const fn facts(self) -> &'static Facts {
        match self {
            Format::Json => &json::FACTS,
            Format::Psq => &psq::FACTS,
            Format::Sgf => &sgf::FACTS,
            Format::Csv => &csv::FACTS,
        }
    }

    /// What a file of this format holds.
    #[must_use]
    pub fn kind(self) -> Kind {
        self.facts().kind
    }

    /// The format that a file's name tells.
    ///
    /// # Errors
    /// When it tells none.
    pub fn of_path(path: &Path) -> Result<Format, FormatError> {
        let extension = path.extension().unwrap_or_default().to_string_lossy().to_lowercase();
        let mut all = Format::ALL.iter().copied();
        all.find(|format| format.extensions().contains(&extension.as_str())).ok_or_else(|| {
            let endings = Format::ALL.iter().flat_map(|format| format.extensions());
            let known = endings.map(|ending| format!(".{ending}")).collect::<Vec<_>>().join(", ");
            FormatError::Unknown { file: path.display().to_string(), known }
        })
    }

    /// What a file's name ends in, the usual one first.
    #[must_use]
    pub fn extensions(self) -> &'static [&'static str] {
        self.facts().extensions
    }

    /// Whether a file can hold several games.
    #[must_use]
    pub fn holds_many(self) -> bool {
        self.facts().holds_many
    }

    /// What stands before the first game.
    #[must_use]
    pub fn head(self) -> String {
        (self.facts().head)()
    }

    /// A game as text. A file is the head and then the games.
    ///
    /// # Errors
    /// When the format cannot hold it, or it is no game.
    pub fn write(self, record: &GameRecord) -> Result<String, Wrong> {
        (self.facts().write)(record)
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
        Games { next: (self.facts().games)(Box::new(input), assumed), given: 0, is_over: false }
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
    next: NextGame<'a>,
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
