//! Games of a file on disk, whose name tells its format.

use std::io::BufReader;
use std::path::Path;

use kinrow_agent::GameRecord;
use kinrow_files::{FileError, open_to_read};
use kinrow_game::Rules;

use super::{Format, FormatError, InFile};

/// Why a file of games is not read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ReadGamesError {
    /// It cannot be opened.
    File(FileError),
    /// Its name does not tell what is in it.
    Format(FormatError),
    /// A game of it is wrong.
    Game(InFile),
}

kinrow_game::delegate_explain!(ReadGamesError { File(FileError), Format(FormatError), Game(InFile) });

/// The games of a file, read as they are asked for; an error is the last. Without a format, the file's name tells it. `assumed` are the
/// rules where the file does not tell them itself.
///
/// # Errors
/// When it cannot be opened, or its name tells no format.
pub fn read_file(
    file: &Path,
    format: Option<Format>,
    assumed: Option<Rules>,
) -> Result<impl Iterator<Item = Result<GameRecord, ReadGamesError>>, ReadGamesError> {
    let format = format.map_or_else(|| Format::of_path(file), Ok)?;
    let name = file.display().to_string();
    let input = open_to_read(file)?;
    let wrong = move |why| ReadGamesError::Game(InFile { file: name.clone(), why });
    Ok(format.games(BufReader::new(input), assumed).map(move |game| game.map_err(&wrong)))
}
