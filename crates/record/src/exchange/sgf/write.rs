//! From a record to SGF.

use kinrow_agent::{GameRecord, Reason, RecordedResult};
use kinrow_game::{Geometry, Point, Position, Rules, Side};

use crate::exchange::check::positions;
use crate::exchange::error::Wrong;
use crate::exchange::names::reason_parts;

/// A game as one tree; trees one after the other are a collection.
pub(in crate::exchange) fn write(record: &GameRecord) -> Result<String, Wrong> {
    let (start, after) = positions(record)?;
    let rules = start.rules();
    let mut text = head(rules);
    add(&mut text, "PB", &record.x.spec);
    add(&mut text, "PW", &record.o.spec);
    if let Some(result) = result(record) {
        add(&mut text, "RE", &result);
    }
    add(&mut text, "KNSEED", &record.seed.to_string());
    for (name, limits) in [("KNXLIMITS", &record.x.limits), ("KNOLIMITS", &record.o.limits)] {
        if !limits.is_empty() {
            add(&mut text, name, limits);
        }
    }
    let (name, detail) = reason_parts(&record.reason);
    add(&mut text, "KNEND", &detail.map_or(name.to_string(), |detail| format!("{name}:{detail}")));
    if record.start.is_some() {
        set_up(&mut text, &start);
    }
    let mut side = kinrow_game::Game::to_move(&start);
    for (at, (point, _)) in after.iter().enumerate() {
        text.push_str("\n;");
        add(&mut text, colour(side), &letters(rules, *point));
        match at.checked_sub(record.opening.len()).map(|at| &record.moves[at]) {
            None => add(&mut text, "KNGIVEN", ""),
            Some(mv) => {
                let told = [
                    ("KNTIME", mv.time_ms.to_string(), mv.time_ms != 0.0),
                    ("KNNODES", mv.nodes.to_string(), mv.nodes != 0),
                    ("KNPLAYOUTS", mv.playouts.to_string(), mv.playouts != 0),
                    ("KNVALUE", mv.value.clone(), mv.value != "?"),
                ];
                for (name, value, _) in told.iter().filter(|(_, _, is_known)| *is_known) {
                    add(&mut text, name, value);
                }
            }
        }
        side = side.opponent();
    }
    Ok(text + ")\n")
}

/// How a game by these rules begins.
pub(super) fn head(rules: Rules) -> String {
    let (width, height) = (rules.width(), rules.height());
    let size = if width == height { width.to_string() } else { format!("{width}:{height}") };
    let mut text = String::from("(;FF[4]GM[4]CA[UTF-8]");
    add(&mut text, "AP", concat!("Kinrow:", env!("CARGO_PKG_VERSION")));
    add(&mut text, "SZ", &size);
    add(&mut text, "RU", &rules.to_string());
    text
}

pub(super) fn colour(side: Side) -> &'static str {
    match side {
        Side::X => "B",
        Side::O => "W",
    }
}

/// A point as SGF has it: column and row from the upper left, `aa`.
pub(super) fn letters(rules: Rules, point: Point) -> String {
    let (column, row) = Geometry::of(rules).column_row(point);
    [b'a' + column, b'a' + row].map(char::from).iter().collect()
}

pub(super) fn set_up(text: &mut String, start: &Position) {
    for side in Side::BOTH {
        let stones: Vec<String> = Geometry::of(start.rules())
            .points()
            .filter(|&point| start.stone(point) == Some(side))
            .map(|point| format!("[{}]", letters(start.rules(), point)))
            .collect();
        if !stones.is_empty() {
            *text += &format!("A{}{}", colour(side), stones.concat());
        }
    }
    add(text, "PL", colour(kinrow_game::Game::to_move(start)));
}

fn result(record: &GameRecord) -> Option<String> {
    let winner = match record.result {
        RecordedResult::X => "B",
        RecordedResult::O => "W",
        RecordedResult::Draw => return Some("0".into()),
        RecordedResult::Unfinished => return (record.reason != Reason::Ongoing).then(|| "Void".into()),
    };
    let how = match record.reason {
        Reason::Resigned => "R",
        Reason::Time(_) => "T",
        Reason::IllegalMove(_) | Reason::Memory(_) | Reason::Error(_) => "F",
        Reason::Rules | Reason::Left | Reason::Ongoing => "",
    };
    Some(format!("{winner}+{how}"))
}

/// A property with one value, in which only the closing bracket and the stroke itself mean something.
pub(super) fn add(text: &mut String, name: &str, value: &str) {
    *text += &format!("{name}[{}]", value.replace('\\', "\\\\").replace(']', "\\]"));
}
