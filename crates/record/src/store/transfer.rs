//! Files of games into the record, and games of the record into files: all of them or none.

use std::path::{Path, PathBuf};

use kinrow_files::{FileError, Output};
use kinrow_game::Rules;

use super::{Added, GameId, Store, StoreError};
use crate::exchange::{Format, FormatError, GameError, ReadGamesError, read_file};

/// Why games were not brought in.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ImportError {
    /// The file.
    Games(ReadGamesError),
    /// The record.
    Store(StoreError),
}

kinrow_game::delegate_explain!(ImportError { Games(ReadGamesError), Store(StoreError) });

/// Brings in the games of a file. `store` is the record at `path`, which is opened, or made, when it is needed: a mistake in the file
/// leaves no new record behind.
///
/// # Errors
/// When a game cannot be read, or the record not be written; then none of the games is in it.
pub fn import(
    store: &mut Option<Store>,
    path: &Path,
    file: &Path,
    format: Option<Format>,
    assumed: Option<Rules>,
) -> Result<Added, ImportError> {
    // A pipe can be read only once.
    if store.is_none() && !path.exists() && file.is_file() {
        read_file(file, format, assumed)?.try_for_each(|game| game.map(drop))?;
    }
    let games = read_file(file, format, assumed)?;
    let store = match store {
        Some(store) => store,
        none => none.insert(Store::open(path)?),
    };
    store.add_games(games.map(|game| game.map_err(ImportError::from)))
}

/// Why games were not written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ExportError {
    /// The file.
    File(FileError),
    /// They do not go into such a file.
    Format(FormatError),
    /// One of them does not.
    Game(GameError),
    /// The record.
    Store(StoreError),
}

kinrow_game::delegate_explain!(ExportError {
    File(FileError),
    Format(FormatError),
    Game(GameError),
    Store(StoreError)
});

/// Games of the record, to be written in a format.
#[derive(Debug)]
pub struct Export<'a> {
    /// The record.
    pub store: &'a Store,
    /// How they are written.
    pub format: Format,
    /// Which games, in this order.
    pub ids: &'a [GameId],
}

impl Export<'_> {
    /// The text of one file for all of them, piece by piece.
    ///
    /// # Errors
    /// When a file of this format holds one game, and these are more.
    pub fn pieces(&self) -> Result<impl Iterator<Item = Result<String, ExportError>>, ExportError> {
        self.check_one()?;
        let games = self.ids.iter().map(|&id| self.piece(id));
        Ok(std::iter::once(Ok(self.format.head())).chain(games))
    }

    /// Writes them into a file; or, where a file of this format holds one game, into a folder, which may be new, with a file for each.
    ///
    /// # Errors
    /// When a game does not go into such a file, or a file cannot be written, or is there already without `force`.
    pub fn write(&self, out: &Path, force: bool) -> Result<(), ExportError> {
        let is_many = self.ids.len() > 1;
        if !self.format.holds_many() && Format::of_path(out) == Ok(self.format) {
            self.check_one()?;
        }
        if self.format.holds_many() || (!out.is_dir() && !is_many) {
            return Output::new(out, self.format.kind(), force)?.write_pieces(self.pieces()?);
        }
        // All can be written before one is.
        let games: Vec<(PathBuf, String)> = self
            .ids
            .iter()
            .map(|&id| Ok((self.name(out, id), self.piece(id)?)))
            .collect::<Result<_, ExportError>>()?;
        std::fs::create_dir_all(out)
            .map_err(|error| FileError::Write { path: out.display().to_string(), why: error.to_string() })?;
        let output =
            |(path, game): (PathBuf, String)| Ok((Output::new(&path, self.format.kind(), force)?, game));
        let outputs: Vec<(Output, String)> =
            games.into_iter().map(output).collect::<Result<_, FileError>>()?;
        for (mut output, game) in outputs {
            output.write(game.as_bytes())?;
        }
        Ok(())
    }

    fn name(&self, folder: &Path, GameId(id): GameId) -> PathBuf {
        folder.join(format!("game-{id}.{}", self.format.extensions()[0]))
    }

    /// A game as the format writes it; one that it cannot hold is named.
    fn piece(&self, id: GameId) -> Result<String, ExportError> {
        let record = self.store.game(id)?;
        let number = usize::try_from(id.0).unwrap_or_default();
        self.format.write(&record).map_err(|why| GameError { number, why }.into())
    }

    fn check_one(&self) -> Result<(), FormatError> {
        match self.ids.len() {
            games if games > 1 && !self.format.holds_many() => {
                Err(FormatError::PsqOne { games: games as u64 })
            }
            _ => Ok(()),
        }
    }
}
