//! What a file says of a game, checked by our rules: every move is legal, and the result is the one on the board.

use std::borrow::Cow;

use kinrow_agent::{AgentRecord, GameRecord, MoveRecord, Reason, RecordedResult};
use kinrow_game::notation::{MovesError, ReadMoveError};
use kinrow_game::{Game, Point, Position, Rules};

use super::error::{FormatError, Wrong};
use super::names::{reason_parts, result_name};

/// A record with nothing in it yet but its rules.
pub(super) fn blank(rules: Rules) -> GameRecord {
    let nobody = AgentRecord { spec: UNKNOWN.into(), limits: String::new() };
    GameRecord {
        format: GameRecord::FORMAT.into(),
        version: GameRecord::VERSION,
        rules: rules.to_string(),
        start: None,
        seed: 0,
        x: nobody.clone(),
        o: nobody,
        opening: Vec::new(),
        moves: Vec::new(),
        result: RecordedResult::Unfinished,
        reason: Reason::Left,
    }
}

/// A player of whom a file does not tell the name.
pub(super) const UNKNOWN: &str = "unknown";

/// A move of which nothing but the move is known.
pub(super) fn bare(mv: String) -> MoveRecord {
    MoveRecord { mv, time_ms: 0.0, nodes: 0, playouts: 0, value: "?".into() }
}

/// A text that is no longer than anything right could be: so an error that repeats what was given stays a sentence.
pub(super) fn cut(text: &str, most: usize) -> Cow<'_, str> {
    match text.char_indices().nth(most) {
        None => text.into(),
        Some((end, _)) => format!("{}…", &text[..end]).into(),
    }
}

/// The first position, and every position after a move with that move.
///
/// # Errors
/// When the rules, the start or a move is not possible.
pub fn positions(record: &GameRecord) -> Result<(Position, Vec<(Point, Position)>), Wrong> {
    let rules: Rules = cut(&record.rules, 100).parse()?;
    let start = match &record.start {
        None => Position::new(rules),
        Some(text) => cut(text, 600).parse::<Position>()?,
    };
    if start.rules() != rules {
        return Err(FormatError::Start { rules: rules.to_string(), start: start.rules().to_string() }.into());
    }
    let mut position = start;
    let mut after = Vec::new();
    for (at, text) in record.all_moves().enumerate() {
        let refused = |why: ReadMoveError| MovesError { number: at + 1, why };
        let point = position.parse_move(&cut(text, 50)).map_err(refused)?;
        position = position.play(point);
        after.push((point, position));
    }
    Ok((start, after))
}

/// The record with its rules, its start and its moves as we write them, if everything in it can be.
pub(super) fn checked(mut record: GameRecord) -> Result<GameRecord, Wrong> {
    let last = in_our_words(&mut record)?;
    let board = last.ending().map_or(RecordedResult::Unfinished, RecordedResult::from);
    let is_ended = last.ending().is_some();
    let says = result_name(record.result).to_string();
    if (is_ended && record.result != board) || (!is_ended && record.reason == Reason::Rules) {
        return Err(FormatError::Contradiction { says, board: result_name(board).into() }.into());
    }
    if is_ended != (record.reason == Reason::Rules) || !(is_ended || fits(record.result, &record.reason)) {
        return Err(FormatError::Reason { says, reason: reason_parts(&record.reason).0.into() }.into());
    }
    Ok(record)
}

/// Whether a game that the rules have not ended can end so. A draw that was agreed on is a game that both have left.
fn fits(result: RecordedResult, reason: &Reason) -> bool {
    match result {
        RecordedResult::X | RecordedResult::O => {
            matches!(
                reason,
                Reason::Resigned
                    | Reason::IllegalMove(_)
                    | Reason::Time(_)
                    | Reason::Memory(_)
                    | Reason::Error(_)
            )
        }
        RecordedResult::Draw => *reason == Reason::Left,
        RecordedResult::Unfinished => matches!(reason, Reason::Left | Reason::Ongoing),
    }
}

/// Settles the result of a game from a file that tells less than our record: what the board shows, and what the file
/// claims where the board shows nothing. A win without a reason is one that the other side did not wait for.
pub(super) fn settled(
    mut record: GameRecord,
    claimed: Option<RecordedResult>,
    reason: Option<Reason>,
) -> Result<GameRecord, Wrong> {
    let last = in_our_words(&mut record)?;
    (record.result, record.reason) = match (last.ending(), claimed) {
        (Some(ending), claimed) => {
            let board = ending.into();
            if let Some(claimed) = claimed.filter(|&claimed| claimed != board) {
                let (says, board) = (result_name(claimed).into(), result_name(board).into());
                return Err(FormatError::Contradiction { says, board }.into());
            }
            (board, Reason::Rules)
        }
        (None, Some(won @ (RecordedResult::X | RecordedResult::O))) => {
            (won, reason.unwrap_or(Reason::Resigned))
        }
        (None, Some(result)) => (result, Reason::Left),
        (None, None) => (RecordedResult::Unfinished, Reason::Left),
    };
    Ok(record)
}

/// Writes rules, start and moves as we do; the last position.
fn in_our_words(record: &mut GameRecord) -> Result<Position, Wrong> {
    let (start, after) = positions(record)?;
    record.format = GameRecord::FORMAT.into();
    record.version = GameRecord::VERSION;
    record.rules = start.rules().to_string();
    record.start = record.start.is_some().then(|| start.to_string());
    let names = record.opening.iter_mut().chain(record.moves.iter_mut().map(|mv| &mut mv.mv));
    for (name, (point, position)) in names.zip(&after) {
        *name = position.name(*point);
    }
    for mv in &record.moves {
        if !(mv.time_ms.is_finite() && mv.time_ms >= 0.0) {
            return Err(FormatError::Time { given: mv.time_ms.to_string() }.into());
        }
    }
    Ok(after.last().map_or(start, |(_, position)| *position))
}
