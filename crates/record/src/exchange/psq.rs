//! Piskvork's `.psq`, as its source reads and writes it (`openPsq` and `savePsq` in game.cpp,
//! github.com/plastovicka/Piskvork): one game a file.
//!
//! The first line is `Piskvorky 15x15, 11:11, 0`: the size, the strength of both players (0 is a person), and which of
//! them begins. A line a move follows, `x,y,milliseconds`, counted from 1 at the upper left; then the players' names, which
//! may be missing, and how it ended: 0 by the rules, 15 out of time, -2 by an error, -1 not at all or not known. Gomocup
//! adds a line with the winner's number and the name of the group, such as `1,Renju`; there we write the rules.

use std::io::{BufRead, Read};

use kinrow_agent::{AgentRecord, GameRecord, MoveRecord, Reason, RecordedResult};
use kinrow_files::Kind;
use kinrow_game::notation::{MovesError, PointError, point_name};
use kinrow_game::{Geometry, LineRule, Rules, RulesError, Side};

use super::Facts;
use super::check::{UNKNOWN, bare, blank, cut, positions, settled};
use super::error::{FormatError, Wrong};
use super::pieces::{LONGEST, LONGEST_MB};

pub(super) const FACTS: Facts = Facts {
    kind: Kind::Psq,
    extensions: &["psq"],
    holds_many: false,
    head: String::new,
    write,
    games: |input, assumed| {
        let mut input = Some(input);
        Box::new(move || input.take().map(|input| read(input, assumed)).transpose())
    },
};

/// A game that Piskvork can show.
fn write(record: &GameRecord) -> Result<String, Wrong> {
    let (start, after) = positions(record)?;
    let rules = start.rules();
    let is_small = rules.width() < 5 || rules.height() < 5;
    if rules.k() != 5 || rules.is_drop() || rules.is_misere() || is_small || record.start.is_some() {
        return Err(FormatError::PsqRules { rules: rules.to_string() }.into());
    }
    let strength = |agent: &AgentRecord| if agent.is_human() { 0 } else { 11 };
    let (x, o) = (strength(&record.x), strength(&record.o));
    let mut text = format!("Piskvorky {}x{}, {x}:{o}, 0\n", rules.width(), rules.height());
    let given = record.opening.iter().map(|_| 0.0);
    let times = given.chain(record.moves.iter().map(|mv| mv.time_ms));
    for ((point, _), time) in after.iter().zip(times) {
        let (column, row) = Geometry::of(rules).column_row(*point);
        text += &format!("{},{},{time:.0}\n", column + 1, row + 1);
    }
    let code = match record.reason {
        Reason::Rules => 0,
        Reason::Time(_) => 15,
        Reason::Memory(_) | Reason::Error(_) | Reason::IllegalMove(_) => -2,
        Reason::Resigned | Reason::Left | Reason::Ongoing => -1,
    };
    let winner = match record.result {
        RecordedResult::X => "1",
        RecordedResult::O => "2",
        RecordedResult::Draw => "0",
        RecordedResult::Unfinished => "*",
    };
    for spec in [&record.x.spec, &record.o.spec] {
        let line = spec.split_whitespace().collect::<Vec<_>>().join(" ");
        text += if line.is_empty() { UNKNOWN } else { &line };
        text.push('\n');
    }
    Ok(text + &format!("{code}\n{winner},{rules}\n"))
}

/// Reads a game. The rules are `assumed` when they are given, else what the last line says, else freestyle.
fn read(input: impl BufRead, assumed: Option<Rules>) -> Result<GameRecord, Wrong> {
    let mut bytes = Vec::new();
    input
        .take(LONGEST as u64 + 1)
        .read_to_end(&mut bytes)
        .map_err(|error| FormatError::unreadable(&error))?;
    if bytes.len() > LONGEST {
        return Err(FormatError::Long { megabytes: LONGEST_MB }.into());
    }
    // Names may be in any old code page; everything else is plain.
    let text = String::from_utf8_lossy(&bytes);
    let mut lines = text
        .lines()
        .enumerate()
        .map(|(at, line)| (at + 1, line.trim()))
        .filter(|(_, line)| !line.is_empty())
        .peekable();
    let (_, head) = lines.next().ok_or(FormatError::Empty {})?;
    let head = Head::read(head).ok_or(FormatError::PsqHead {})?;

    let mut moves = Vec::new();
    while let Some((column, row, time)) = lines.peek().and_then(|(_, line)| numbers(line)) {
        moves.push((column, row, time));
        lines.next();
    }
    let tail = Tail::read(lines)?;
    let rules = rules(&head, &tail, assumed)?;

    let mut record = blank(rules);
    let (width, height) = (i32::from(rules.width()), i32::from(rules.height()));
    for (at, &(column, row, time_ms)) in moves.iter().enumerate() {
        if !(1..=width).contains(&column) || !(1..=height).contains(&row) {
            let last = point_name(rules, Geometry::of(rules).point(rules.width() - 1, 0));
            let why =
                PointError::Outside { given: format!("{column},{row}"), rules: rules.to_string(), last };
            return Err(MovesError { number: at + 1, why: why.into() }.into());
        }
        let point = Geometry::of(rules).point(column as u8 - 1, row as u8 - 1);
        record.moves.push(MoveRecord { time_ms, ..bare(point_name(rules, point)) });
    }
    let [mut first, mut second] = tail.names;
    if head.second_begins {
        std::mem::swap(&mut first, &mut second);
    }
    record.x.spec = first.unwrap_or_else(|| UNKNOWN.into());
    record.o.spec = second.unwrap_or_else(|| UNKNOWN.into());

    let to_move = Side::after(moves.len() as u16);
    let won_by = |side| if side == Side::X { RecordedResult::X } else { RecordedResult::O };
    // Piskvork calls it a draw when hardly a point is left.
    let is_full = moves.len() + 25 >= usize::from(rules.cells());
    let (claimed, reason) = match (tail.code, tail.winner) {
        (code, Some(Winner::Named(number))) => {
            let side = if (number == 1) == head.second_begins { Side::O } else { Side::X };
            (Some(won_by(side)), reason(code))
        }
        (_, Some(Winner::Nobody)) => (Some(RecordedResult::Draw), None),
        (_, Some(Winner::Unknown)) | (-1, None) => (None, None),
        (0, None) => (is_full.then_some(RecordedResult::Draw), None),
        (code, None) => (Some(won_by(to_move.opponent())), reason(code)),
    };
    settled(record, claimed, reason)
}

fn reason(code: i64) -> Option<Reason> {
    match code {
        0 | -1 => None,
        15 => Some(Reason::Time("Piskvork: 15".into())),
        code => Some(Reason::Error(format!("Piskvork: {code}"))),
    }
}

/// What the first line tells.
struct Head {
    width: u64,
    height: u64,
    second_begins: bool,
}

impl Head {
    /// Other programs write it with spaces and strokes of their own; the word and the size are always there.
    fn read(line: &str) -> Option<Head> {
        let (word, rest) = line.split_once(char::is_whitespace)?;
        if !word.to_ascii_lowercase().starts_with("piskvork") {
            return None;
        }
        let mut parts = rest.split(',');
        let (width, height) = parts.next()?.trim().split_once(['x', 'X'])?;
        let second_begins = parts.nth(1).is_some_and(|begins| begins.trim() == "1");
        Some(Head { width: width.trim().parse().ok()?, height: height.trim().parse().ok()?, second_begins })
    }
}

/// The numbers of a move's line: column, row and, if it is there, the time.
fn numbers(line: &str) -> Option<(i32, i32, f64)> {
    let fields: Vec<&str> = line.split(',').map(str::trim).collect();
    match fields[..] {
        [column, row] => Some((column.parse().ok()?, row.parse().ok()?, 0.0)),
        [column, row, time] => {
            let time = time.parse::<f64>().ok().filter(|time| time.is_finite() && *time >= 0.0)?;
            Some((column.parse().ok()?, row.parse().ok()?, time))
        }
        _ => None,
    }
}

/// Who won, as the last line says.
enum Winner {
    /// The first or the second of the names.
    Named(u8),
    /// A draw.
    Nobody,
    /// It does not say.
    Unknown,
}

/// More than any name, a path or a spec with all its options.
const LONGEST_NAME: usize = 5000;

/// What stands after the moves.
struct Tail {
    names: [Option<String>; 2],
    code: i64,
    winner: Option<Winner>,
    group: Option<String>,
}

impl Tail {
    /// Names, if any, then how it ended, then perhaps the winner; what follows is not Piskvork's.
    fn read<'a>(lines: impl Iterator<Item = (usize, &'a str)>) -> Result<Tail, Wrong> {
        let mut tail = Tail { names: [None, None], code: -1, winner: None, group: None };
        let mut has_code = false;
        for (line, text) in lines {
            if has_code {
                let (number, group) = text.split_once(',').unwrap_or((text, ""));
                tail.winner = match number.trim() {
                    "0" => Some(Winner::Nobody),
                    "1" => Some(Winner::Named(1)),
                    "2" => Some(Winner::Named(2)),
                    "*" => Some(Winner::Unknown),
                    _ => break,
                };
                tail.group = Some(group.trim().to_string());
                break;
            }
            // A line that only looks like a move would otherwise pass for a name, and moves be lost.
            let is_spoilt = text.starts_with(|c: char| c.is_ascii_digit()) && text.contains(',');
            let place = tail.names.iter_mut().find(|name| name.is_none());
            match (text.parse(), place) {
                (Ok(code), _) => (tail.code, has_code) = (code, true),
                (Err(_), Some(name)) if !is_spoilt && text.len() <= LONGEST_NAME => {
                    *name = Some(text.to_string());
                }
                _ => return Err(FormatError::Line { line, given: cut(text, 50).into() }.into()),
            }
        }
        Ok(tail)
    }
}

/// Which rules the game is played by.
fn rules(head: &Head, tail: &Tail, assumed: Option<Rules>) -> Result<Rules, Wrong> {
    let given = format!("{}x{}", head.width, head.height);
    let size = |number: u64| u8::try_from(number).map_err(|_| RulesError::Size { given: given.clone() });
    let (width, height) = (size(head.width)?, size(head.height)?);
    let group = tail.group.as_deref().unwrap_or("");
    let rules = match (assumed, cut(group, 100).parse::<Rules>()) {
        (Some(rules), _) | (None, Ok(rules)) => rules,
        (None, Err(_)) => {
            let line = match group.to_lowercase() {
                group if group.starts_with("renju") => LineRule::Renju,
                group if group.starts_with("standard") => LineRule::Exact,
                _ => LineRule::Freestyle,
            };
            Rules::new(width, height, 5)?.with_line(line)?
        }
    };
    if (rules.width(), rules.height()) != (width, height) {
        return Err(FormatError::Size { given, rules: rules.to_string() }.into());
    }
    Ok(rules)
}
