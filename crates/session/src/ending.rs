//! How a game ended, in words.

use kinrow_agent::{Reason, RecordedResult};
use kinrow_game::{Coordinates, Position};

use kinrow_text::Text;

/// How a game ended in `position`, and why.
#[must_use]
pub fn ending(
    text: &Text,
    coordinates: Coordinates,
    position: &Position,
    result: RecordedResult,
    reason: &Reason,
) -> String {
    let (winner, loser) = match result {
        RecordedResult::X => ("X", "O"),
        RecordedResult::O => ("O", "X"),
        RecordedResult::Draw => return text.get("ending.draw").to_string(),
        RecordedResult::Unfinished => return text.get("ending.left").to_string(),
    };
    let row = position.decisive_row().unwrap_or_default();
    let row: Vec<String> = row.into_iter().map(|point| coordinates.name(position.rules(), point)).collect();
    let row = row.join(" ");
    let (key, detail) = match reason {
        Reason::Resigned => ("ending.resigned", ""),
        Reason::IllegalMove(mv) => ("ending.illegal", mv.as_str()),
        Reason::Time(time) => ("ending.time", time.as_str()),
        Reason::Memory(memory) => ("ending.memory", memory.as_str()),
        Reason::Error(error) => ("ending.error", error.as_str()),
        _ if position.rules().is_misere() => ("ending.misere", row.as_str()),
        _ => ("ending.row", row.as_str()),
    };
    text.fill(key, &[("winner", winner), ("loser", loser), ("detail", detail)])
}
