//! A table of results as CSV (RFC 4180), a game a line, for spreadsheets and statistics. The moves are in it, so that it
//! can be read again; what each move cost is not, only its sum for each side.

use std::collections::HashMap;
use std::io::{BufRead, Read};

use kinrow_agent::{GameRecord, RecordedResult};
use kinrow_files::Kind;
use kinrow_game::{Rules, Side};

use super::Facts;
use super::check::{bare, blank, checked, cut, positions, settled};
use super::error::{FormatError, Wrong};
use super::names::{reason_of, reason_parts, result_name, result_of};
use super::pieces::{LONGEST, LONGEST_MB};

pub(super) const FACTS: Facts = Facts {
    kind: Kind::Csv,
    extensions: &["csv"],
    holds_many: true,
    head,
    write,
    games: |input, assumed| Box::new(games(input, assumed)),
};

/// The columns, in the order in which they are written. Reading goes by their names.
const COLUMNS: [&str; 15] = [
    "rules",
    "x",
    "o",
    "result",
    "reason",
    "detail",
    "plies",
    "seed",
    "x_limits",
    "o_limits",
    "x_time_ms",
    "o_time_ms",
    "start",
    "opening",
    "moves",
];

/// The first line.
fn head() -> String {
    COLUMNS.join(",") + "\n"
}

/// A game as one line.
fn write(record: &GameRecord) -> Result<String, Wrong> {
    let (start, _) = positions(record)?;
    let first = kinrow_game::Game::to_move(&start).index() + record.opening.len();
    let mut times = [0.0; 2];
    for (at, mv) in record.moves.iter().enumerate() {
        times[(first + at) % 2] += mv.time_ms;
    }
    let (reason, detail) = reason_parts(&record.reason);
    let moves = record.moves.iter().map(|mv| mv.mv.as_str()).collect::<Vec<_>>().join(" ");
    let fields = [
        record.rules.clone(),
        record.x.spec.clone(),
        record.o.spec.clone(),
        result_name(record.result).into(),
        reason.into(),
        detail.unwrap_or_default().into(),
        record.all_moves().count().to_string(),
        record.seed.to_string(),
        record.x.limits.clone(),
        record.o.limits.clone(),
        format!("{:.3}", times[Side::X.index()]),
        format!("{:.3}", times[Side::O.index()]),
        record.start.clone().unwrap_or_default(),
        record.opening.join(" "),
        moves,
    ];
    Ok(fields.map(|field| quoted(&field)).join(",") + "\n")
}

fn quoted(field: &str) -> String {
    if field.contains([',', '"', '\n', '\r']) || field.trim() != field {
        format!("\"{}\"", field.replace('"', "\"\""))
    } else {
        field.into()
    }
}

/// The columns of a table by their names, and how many there are.
struct Head {
    columns: HashMap<String, usize>,
    count: usize,
}

/// Reads any number of games. `moves` is needed, and `rules` unless they are `assumed`; other columns may be missing or
/// more.
fn games(input: impl BufRead, assumed: Option<Rules>) -> impl FnMut() -> Result<Option<GameRecord>, Wrong> {
    let mut rows = Rows { input, line: 1 };
    let mut head: Option<Head> = None;
    move || {
        let Head { columns, count } = match &mut head {
            Some(head) => head,
            none => none.insert(read_head(&mut rows, assumed)?),
        };
        let Some((line, row)) = rows.next()? else { return Ok(None) };
        if row.len() != *count {
            return Err(FormatError::CsvFields { line, given: row.len(), right: *count }.into());
        }
        game(&|column| columns.get(column).map_or("", |&at| row[at].trim()), assumed).map(Some)
    }
}

fn read_head(rows: &mut Rows<impl BufRead>, assumed: Option<Rules>) -> Result<Head, FormatError> {
    let (_, names) = rows.next()?.ok_or(FormatError::Empty {})?;
    let columns: HashMap<String, usize> =
        names.iter().enumerate().map(|(at, name)| (name.trim().to_string(), at)).collect();
    for column in ["rules", "moves"] {
        let is_told = columns.contains_key(column) || (column == "rules" && assumed.is_some());
        if !is_told {
            return Err(FormatError::CsvColumn { column: column.into() });
        }
    }
    Ok(Head { columns, count: names.len() })
}

fn game<'a>(field: &dyn Fn(&'static str) -> &'a str, assumed: Option<Rules>) -> Result<GameRecord, Wrong> {
    let wrong = |column: &'static str| {
        Wrong::from(FormatError::CsvField { column: column.into(), given: cut(field(column), 50).into() })
    };
    let told = field("rules");
    let rules = match assumed {
        Some(rules) if told.is_empty() => rules,
        _ => cut(told, 100).parse()?,
    };
    if let Some(assumed) = assumed.filter(|assumed| *assumed != rules) {
        return Err(FormatError::Size { given: rules.to_string(), rules: assumed.to_string() }.into());
    }
    let mut record = blank(rules);
    for (agent, spec, limits) in [(&mut record.x, "x", "x_limits"), (&mut record.o, "o", "o_limits")] {
        if !field(spec).is_empty() {
            agent.spec = field(spec).into();
        }
        agent.limits = field(limits).into();
    }
    if !field("seed").is_empty() {
        record.seed = field("seed").parse().map_err(|_| wrong("seed"))?;
    }
    record.start = Some(field("start").to_string()).filter(|start| !start.is_empty());
    record.opening = field("opening").split_whitespace().map(String::from).collect();
    record.moves = field("moves").split_whitespace().map(|mv| bare(mv.into())).collect();
    let result = match field("result") {
        "" => None,
        name => Some(result_of(name).ok_or_else(|| wrong("result"))?),
    };
    if field("reason").is_empty() {
        return settled(record, result.filter(|result| *result != RecordedResult::Unfinished), None);
    }
    record.result = result.ok_or_else(|| wrong("result"))?;
    record.reason = reason_of(field("reason"), field("detail").into()).ok_or_else(|| wrong("reason"))?;
    checked(record)
}

/// The rows of a table, each with the number of its first line; empty ones are passed over.
struct Rows<R> {
    input: R,
    line: usize,
}

impl<R: BufRead> Rows<R> {
    fn next(&mut self) -> Result<Option<(usize, Vec<String>)>, FormatError> {
        loop {
            let line = self.line;
            let bytes = self.text()?;
            if bytes.is_empty() {
                return Ok(None);
            }
            let text = std::str::from_utf8(&bytes).map_err(|_| FormatError::NotText {})?;
            let row = fields(text).ok_or(FormatError::CsvQuote { line })?;
            if row != [""] {
                return Ok(Some((line, row)));
            }
        }
    }

    /// The text of one row, a line or more: it ends with the line by whose end every quotation mark is closed.
    fn text(&mut self) -> Result<Vec<u8>, FormatError> {
        let first = self.line;
        let mut text = Vec::new();
        let mut is_open = false;
        loop {
            let before = text.len();
            let room = (LONGEST + 1 - before) as u64;
            let read = self.input.by_ref().take(room).read_until(b'\n', &mut text);
            read.map_err(|error| FormatError::unreadable(&error))?;
            let added = &text[before..];
            is_open ^= added.iter().filter(|&&byte| byte == b'"').count() % 2 == 1;
            let (is_line, is_end) = (added.ends_with(b"\n"), added.is_empty());
            self.line += usize::from(is_line);
            if text.len() > LONGEST {
                // Many lines that look like one are a quotation mark too many or too few.
                let is_quote = is_open && self.line > first;
                return Err(if is_quote {
                    FormatError::CsvQuote { line: first }
                } else {
                    FormatError::Long { megabytes: LONGEST_MB }
                });
            }
            if is_end || !is_open {
                return Ok(text);
            }
        }
    }
}

/// The fields of a row; `None` when a quotation mark is not closed or stands in the wrong place.
fn fields(text: &str) -> Option<Vec<String>> {
    let mut row = vec![String::new()];
    let mut chars = text.chars().peekable();
    let mut is_quoted = false;
    // After a closing quotation mark the field is over.
    let mut is_closed = false;
    while let Some(c) = chars.next() {
        let field = row.last_mut().expect("a row begins with one field");
        let follows = chars.peek().copied();
        match c {
            '"' if is_quoted && follows == Some('"') => {
                field.push('"');
                chars.next();
            }
            '"' if is_quoted => (is_quoted, is_closed) = (false, true),
            c if is_quoted => field.push(c),
            '\n' if follows.is_none() => {}
            '\r' if follows == Some('\n') || follows.is_none() => {}
            ',' => {
                row.push(String::new());
                is_closed = false;
            }
            '"' if field.is_empty() && !is_closed => is_quoted = true,
            '"' => return None,
            _ if is_closed => return None,
            c => field.push(c),
        }
    }
    (!is_quoted).then_some(row)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_are_quoted_where_they_must_be() {
        for field in ["", "plain", "a,b", "say \"no\"", "two\nlines", "\r", " spaced ", "\"", ",", "名前"] {
            let text = format!("{},x\n", quoted(field));
            let row = Rows { input: text.as_bytes(), line: 1 }.next().unwrap().unwrap();
            assert_eq!(row, (1, vec![field.to_string(), "x".to_string()]));
        }
        assert_eq!(quoted("plain"), "plain");
    }

    #[test]
    fn lines_are_counted_and_mistakes_told() {
        let rows = |text: &'static str| {
            let mut rows = Rows { input: text.as_bytes(), line: 1 };
            std::iter::from_fn(|| rows.next().transpose()).collect::<Result<Vec<_>, _>>()
        };
        let row =
            |line, fields: &[&str]| (line, fields.iter().map(|&field| field.into()).collect::<Vec<_>>());
        assert_eq!(rows("a,b\r\n\r\n\"1\n2\",\n").unwrap(), [row(1, &["a", "b"]), row(3, &["1\n2", ""])]);
        assert_eq!(rows("a,b\n1,2").unwrap(), [row(1, &["a", "b"]), row(2, &["1", "2"])]);
        for wrong in ["a\n\"b", "a\nb\"c\n", "a\n\"b\"c\n"] {
            assert_eq!(rows(wrong), Err(FormatError::CsvQuote { line: 2 }), "{wrong}");
        }
    }

    /// Refused as soon as it is too long, not when all of it was read.
    #[test]
    fn a_line_without_end_is_refused_while_it_is_read() {
        for (endless, refusal) in [
            (b"a1 ".as_slice(), FormatError::Long { megabytes: LONGEST_MB }),
            (b"a1\n", FormatError::CsvQuote { line: 1 }),
        ] {
            let mut input = std::io::BufReader::new(b"\"".chain(Endless { text: endless, at: 0 }));
            assert_eq!(Rows { input: &mut input, line: 1 }.next(), Err(refusal));
        }
    }

    /// A text again and again.
    struct Endless {
        text: &'static [u8],
        at: usize,
    }

    impl Read for Endless {
        fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
            for byte in buffer.iter_mut() {
                *byte = self.text[self.at];
                self.at = (self.at + 1) % self.text.len();
            }
            Ok(buffer.len())
        }
    }
}
