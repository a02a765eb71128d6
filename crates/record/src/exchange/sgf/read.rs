//! From SGF to records: the main line of each game, checked by our rules.

use std::io::BufRead;

use kinrow_agent::{GameRecord, MoveRecord, Reason, RecordedResult};
use kinrow_game::notation::point_name;
use kinrow_game::{Geometry, LineRule, Position, Rules, RulesError, Side};

use super::tree::{MainLine, Property, games};
use crate::exchange::check::{UNKNOWN, bare, blank, checked, cut, settled};
use crate::exchange::error::{FormatError, Wrong};
use crate::exchange::names::reason_of;
use crate::exchange::pieces::{Brackets, Pieces};

/// Reads any number of games. The rules are `assumed` when they are given, else what the file says.
pub(in crate::exchange) fn read(
    input: impl BufRead,
    assumed: Option<Rules>,
) -> impl FnMut() -> Result<Option<GameRecord>, Wrong> {
    let brackets = Brackets { open: b"(", close: b")", quotes: [b'[', b']'], allows_remarks: true };
    let mut pieces = Pieces { input, brackets, at: 0 };
    let mut lines = Vec::new().into_iter();
    move || loop {
        if let Some(line) = lines.next() {
            return game(&line, assumed).map(Some);
        }
        let Some(piece) = pieces.next()? else { return Ok(None) };
        // Names may be in any old code page; everything else is plain.
        let text = String::from_utf8_lossy(&piece);
        let before = pieces.at - piece.len();
        lines = match games(&text) {
            Ok(games) => games.into_iter(),
            // A remark in brackets.
            Err(FormatError::Empty {}) => continue,
            Err(FormatError::SgfShape { at, given }) => {
                return Err(FormatError::SgfShape { at: before + at, given }.into());
            }
            Err(error) => return Err(error.into()),
        };
    }
}

/// The value of a property that a game has once.
fn value<'a>(line: &'a MainLine, name: &str) -> Option<&'a str> {
    let property = line.iter().flatten().find(|property| property.name == name)?;
    property.values.first().map(String::as_str)
}

/// A name as SGF has it: in one line.
fn name(line: &MainLine, property: &str) -> String {
    let name = value(line, property).unwrap_or(UNKNOWN);
    name.replace(['\r', '\n', '\t'], " ")
}

/// Only games of this kind are read.
pub(super) fn check_kind(line: &MainLine) -> Result<(), Wrong> {
    match value(line, "GM").filter(|kind| kind.trim() != "4") {
        Some(given) => Err(FormatError::SgfGame { given: cut(given, 20).into() }.into()),
        None => Ok(()),
    }
}

fn game(line: &MainLine, assumed: Option<Rules>) -> Result<GameRecord, Wrong> {
    check_kind(line)?;
    let rules = rules(line, assumed)?;
    let mut record = blank(rules);
    record.x.spec = name(line, "PB");
    record.o.spec = name(line, "PW");
    record.x.limits = value(line, "KNXLIMITS").unwrap_or("").into();
    record.o.limits = value(line, "KNOLIMITS").unwrap_or("").into();
    record.seed = value(line, "KNSEED").and_then(|seed| seed.parse().ok()).unwrap_or(0);
    let mut stones = SetUp::new(rules);
    let to_move = value(line, "PL");
    for node in line {
        // Stones that cannot stand so are the mistake, rather than the move that does not follow them.
        read_node(node, rules, &mut stones, &mut record)
            .map_err(|wrong| stones.text(to_move).parse::<Position>().err().map_or(wrong, Wrong::from))?;
    }
    let end = value(line, "KNEND");
    // We say whose turn it is only where a game has a start of its own, be it an empty board.
    if stones.is_any || (end.is_some() && to_move.is_some()) {
        record.start = Some(stones.text(to_move));
    }
    let (claimed, how) = result(value(line, "RE").unwrap_or(""));
    let end = end.and_then(|end| {
        let (name, detail) = end.split_once(':').unwrap_or((end, ""));
        reason_of(name, detail.into())
    });
    match end {
        // Our own word on it is exact.
        Some(reason) => {
            record.result = claimed.unwrap_or(RecordedResult::Unfinished);
            record.reason = reason;
            checked(record)
        }
        None => settled(record, claimed, how),
    }
}

/// Moves and stones of one node. Some programs put several moves into one.
fn read_node(
    node: &[Property],
    rules: Rules,
    stones: &mut SetUp,
    record: &mut GameRecord,
) -> Result<(), Wrong> {
    let is_given = node.iter().any(|property| property.name == "KNGIVEN") && record.moves.is_empty();
    for Property { name, values } in node {
        let number = record.opening.len() + record.moves.len();
        let text = values.first().map_or("", String::as_str);
        match name.as_str() {
            "B" | "W" => {
                let side = if name == "B" { Side::X } else { Side::O };
                let right = Side::after(stones.count + number as u16);
                if side != right {
                    let (given, right) = (side.to_string(), right.to_string());
                    return Err(FormatError::SgfTurn { number: number + 1, given, right }.into());
                }
                if text.trim().is_empty() {
                    return Err(FormatError::SgfPass { number: number + 1 }.into());
                }
                let (column, row) = point_of(text, rules)?;
                let mv = point_name(rules, Geometry::of(rules).point(column, row));
                if is_given {
                    record.opening.push(mv);
                } else {
                    record.moves.push(bare(mv));
                }
            }
            "AB" | "AW" | "AE" if number > 0 => return Err(FormatError::SgfSetup { number }.into()),
            _ => stones.read(name, values)?,
        }
    }
    if let Some(mv) = record.moves.last_mut() {
        for Property { name, values } in node {
            if let Some(text) = values.first() {
                detail(mv, name, text);
            }
        }
    }
    Ok(())
}

/// What our own properties tell of a move. A number that is none tells nothing.
fn detail(mv: &mut MoveRecord, name: &str, text: &str) {
    match name {
        "KNTIME" => mv.time_ms = text.parse().unwrap_or(mv.time_ms),
        "KNNODES" => mv.nodes = text.parse().unwrap_or(mv.nodes),
        "KNPLAYOUTS" => mv.playouts = text.parse().unwrap_or(mv.playouts),
        "KNVALUE" => mv.value = text.into(),
        _ => {}
    }
}

/// Column and row of a point such as `hh`, from the upper left.
pub(super) fn point_of(text: &str, rules: Rules) -> Result<(u8, u8), Wrong> {
    let refused = || {
        let size = format!("{}x{}", rules.width(), rules.height());
        Wrong::from(FormatError::SgfPoint { given: cut(text, 20).into(), size })
    };
    let &[column, row] = text.trim().as_bytes() else { return Err(refused()) };
    let number = |letter: u8, size: u8| Some(letter.checked_sub(b'a')?).filter(|number| *number < size);
    number(column, rules.width()).zip(number(row, rules.height())).ok_or_else(refused)
}

/// Stones that stand before the first move.
pub(super) struct SetUp {
    rules: Rules,
    rows: Vec<Vec<char>>,
    pub(super) is_any: bool,
    count: u16,
}

impl SetUp {
    pub(super) fn new(rules: Rules) -> SetUp {
        let row = vec!['.'; rules.width().into()];
        SetUp { rules, rows: vec![row; rules.height().into()], is_any: false, count: 0 }
    }

    /// What a property sets up, where it sets anything up.
    pub(super) fn read(&mut self, name: &str, values: &[String]) -> Result<(), Wrong> {
        match name {
            "AB" => self.put(values, Some(Side::X)),
            "AW" => self.put(values, Some(Side::O)),
            "AE" => self.put(values, None),
            _ => Ok(()),
        }
    }

    /// Points, or rectangles of them as `aa:cc`.
    fn put(&mut self, values: &[String], side: Option<Side>) -> Result<(), Wrong> {
        self.is_any = true;
        for value in values {
            let (first, last) = value.split_once(':').unwrap_or((value, value));
            let ((left, top), (right, bottom)) = (point_of(first, self.rules)?, point_of(last, self.rules)?);
            for row in top..=bottom {
                for column in left..=right {
                    let stone = match side {
                        Some(Side::X) => 'X',
                        Some(Side::O) => 'O',
                        None => '.',
                    };
                    self.rows[usize::from(row)][usize::from(column)] = stone;
                }
            }
        }
        self.count = self.rows.iter().flatten().filter(|&&stone| stone != '.').count() as u16;
        Ok(())
    }

    /// As a position is written; whether it can arise is checked where it is read.
    pub(super) fn text(&self, to_move: Option<&str>) -> String {
        let rows: Vec<String> = self.rows.iter().map(|row| row.iter().collect()).collect();
        let side = match to_move.map(str::trim) {
            Some("B" | "b" | "1") => " x",
            Some("W" | "w" | "2") => " o",
            _ => "",
        };
        format!("{} {}{side}", self.rules, rows.join("/"))
    }
}

/// Which rules the game is played by: SGF itself knows a name for them and nothing else.
pub(super) fn rules(line: &MainLine, assumed: Option<Rules>) -> Result<Rules, Wrong> {
    let given = value(line, "SZ").map_or("15", str::trim);
    let (width, height) = given.split_once(':').unwrap_or((given, given));
    let number = |text: &str| {
        let number: u64 =
            text.trim().parse().map_err(|_| FormatError::SgfSize { given: cut(given, 20).into() })?;
        u8::try_from(number).map_err(|_| Wrong::from(RulesError::Size { given: cut(given, 20).into() }))
    };
    let (width, height) = (number(width)?, number(height)?);
    let told = value(line, "RU").unwrap_or("").trim();
    let rules = match (assumed, told.parse::<Rules>()) {
        (Some(rules), _) | (None, Ok(rules)) => rules,
        (None, Err(_)) => {
            let line = match told.to_lowercase() {
                told if told.contains("renju") => LineRule::Renju,
                told if told.contains("standard") || told.contains("exact") => LineRule::Exact,
                _ => LineRule::Freestyle,
            };
            Rules::new(width, height, 5)?.with_line(line)?
        }
    };
    if (rules.width(), rules.height()) != (width, height) {
        return Err(FormatError::Size { given: format!("{width}x{height}"), rules: rules.to_string() }.into());
    }
    Ok(rules)
}

/// What `RE` says: who won and how; nothing when it does not say.
fn result(text: &str) -> (Option<RecordedResult>, Option<Reason>) {
    let text = text.trim();
    let (winner, how) = text.split_once('+').unwrap_or((text, ""));
    let reason = match how.trim().to_lowercase().as_str() {
        "t" | "time" => Some(Reason::Time("SGF: T".into())),
        "f" | "forfeit" => Some(Reason::Error("SGF: F".into())),
        _ => None,
    };
    match winner.trim().to_lowercase().as_str() {
        "b" | "black" => (Some(RecordedResult::X), reason),
        "w" | "white" => (Some(RecordedResult::O), reason),
        "0" | "draw" | "jigo" => (Some(RecordedResult::Draw), None),
        _ => (None, None),
    }
}
