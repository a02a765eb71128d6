//! Which measures may fill one table: those of one kind whose rows can be told apart and compared.

use std::collections::HashSet;

use super::kind::Kind;
use super::measure::Measure;
use super::mistake::{LineError, Mistake, quoted};
use super::reader::Entry;

/// Refuses measures that cannot share their table.
pub(super) fn check(measures: &[(Entry<'_>, Measure)]) -> Result<(), LineError> {
    for (at, (entry, measure)) in measures.iter().enumerate() {
        for (_, other) in &measures[..at] {
            compare(other, measure).map_err(|mistake| entry.wrong(mistake))?;
        }
        if measure.second.as_ref() == Some(&measure.table) {
            let [(_, one), (_, other)] = [true, false].map(|is_main| what(measure, is_main));
            let table = quoted(&measure.table);
            return Err(entry.wrong(Mistake::SharedKinds { table, one, other }));
        }
    }
    Ok(())
}

/// A table of a measure, and what fills it there.
fn what(measure: &Measure, is_main: bool) -> (Option<&String>, String) {
    let kind = measure.kind.name();
    match (is_main, measure.kind) {
        (true, _) => (Some(&measure.table), kind.to_string()),
        (false, Kind::Tournament) => (measure.second.as_ref(), format!("the cross table of a {kind}")),
        (false, _) => (measure.second.as_ref(), format!("the end of a {kind}")),
    }
}

fn compare(one: &Measure, other: &Measure) -> Result<(), Mistake> {
    for (is_main, is_others_main) in [(true, true), (true, false), (false, true), (false, false)] {
        let ((table, what_one), (others, what_other)) = (what(one, is_main), what(other, is_others_main));
        let Some(table) = table.filter(|_| table == others) else { continue };
        let table = quoted(table);
        if what_one != what_other {
            return Err(Mistake::SharedKinds { table, one: what_one, other: what_other });
        }
        if one.is_timed() != other.is_timed() {
            return Err(Mistake::SharedClock { table });
        }
        if one.kind == Kind::Tournament
            && let Some(board) = one.boards.iter().find(|board| other.boards.contains(board))
        {
            return Err(Mistake::SharedRatings { table, board: board.to_string() });
        }
        let known: HashSet<String> = rows(one).collect();
        if let Some(row) = rows(other).find(|row| known.contains(row)) {
            return Err(Mistake::SharedRows { table, row: quoted(&row) });
        }
    }
    Ok(())
}

/// What tells the rows of a measure apart, as far as the file decides it.
fn rows(measure: &Measure) -> impl Iterator<Item = String> {
    // Who takes part, or nobody where a board is measured by itself.
    let or_nobody = |names: Vec<String>| if names.is_empty() { vec![String::new()] } else { names };
    let participants =
        or_nobody(measure.participants.iter().map(super::participant::Participant::label).collect());
    let opponents = or_nobody(measure.opponents.iter().map(super::participant::Participant::label).collect());
    let mut rows = Vec::new();
    for board in &measure.boards {
        for moves in &measure.moves {
            for participant in &participants {
                for opponent in &opponents {
                    let parts = [&board.to_string(), moves, participant, opponent];
                    let parts: Vec<&str> =
                        parts.into_iter().map(String::as_str).filter(|part| !part.is_empty()).collect();
                    rows.push(parts.join(", "));
                }
            }
        }
    }
    rows.into_iter()
}
