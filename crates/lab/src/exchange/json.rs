//! Our own record, which holds everything: JSON, one game a line (`.jsonl`); a file with one game spread over many lines,
//! as `save` writes it, is read too.

use kinrow_agent::{GameRecord, RecordError};

use super::check::checked;
use super::error::{FormatError, GameError};

/// A game as one line.
pub(super) fn write(record: &GameRecord) -> String {
    let line = serde_json::to_string(record).expect("a record is plain data with text keys");
    line + "\n"
}

/// Reads any number of games, one after the other.
pub(super) fn read(bytes: &[u8]) -> Result<Vec<GameRecord>, GameError> {
    let text = std::str::from_utf8(bytes)
        .map_err(|_| GameError { number: 1, why: FormatError::NotText {}.into() })?;
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut games = Vec::new();
    for value in serde_json::Deserializer::from_str(text).into_iter::<serde_json::Value>() {
        let wrong = |why| GameError { number: games.len() + 1, why };
        let value =
            value.map_err(|error| wrong(RecordError::Shape { why: kinrow_game::excerpt(&error) }.into()))?;
        let record = GameRecord::from_json(&value.to_string()).map_err(|error| wrong(error.into()))?;
        let record = checked(record).map_err(wrong)?;
        games.push(record);
    }
    Ok(games)
}
