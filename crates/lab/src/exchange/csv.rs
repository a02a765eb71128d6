//! A table of results as CSV (RFC 4180), a game a line, for spreadsheets and statistics. The moves are in it, so that it
//! can be read again; what each move cost is not, only its sum for each side.

use std::collections::HashMap;

use kinrow_agent::{GameRecord, RecordedResult};
use kinrow_game::{Rules, Side};

use super::check::{bare, blank, checked, cut, positions, settled};
use super::error::{FormatError, GameError, Wrong};
use super::names::{reason_of, reason_parts, result_name, result_of};

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
pub(super) fn head() -> String {
    COLUMNS.join(",") + "\n"
}

/// A game as one line.
pub(super) fn write(record: &GameRecord) -> Result<String, Wrong> {
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

/// Reads every game. `moves` is needed, and `rules` unless they are `assumed`; other columns may be missing or more.
pub(super) fn read(bytes: &[u8], assumed: Option<Rules>) -> Result<Vec<GameRecord>, GameError> {
    let at_first = |why: FormatError| GameError { number: 1, why: why.into() };
    let text = std::str::from_utf8(bytes).map_err(|_| at_first(FormatError::NotText {}))?;
    let mut rows = Rows { text: text.strip_prefix('\u{feff}').unwrap_or(text), line: 1 };
    let head = rows.next().ok_or_else(|| at_first(FormatError::Empty {}))?;
    let (_, head) = head.map_err(at_first)?;
    let columns: HashMap<&str, usize> = head.iter().enumerate().map(|(at, name)| (name.trim(), at)).collect();
    for column in ["rules", "moves"] {
        let is_told = columns.contains_key(column) || (column == "rules" && assumed.is_some());
        if !is_told {
            return Err(at_first(FormatError::CsvColumn { column: column.into() }));
        }
    }
    let mut games = Vec::new();
    for row in rows {
        let game = row.map_err(Wrong::from).and_then(|(line, row)| {
            if row.len() != head.len() {
                let (given, right) = (row.len(), head.len());
                return Err(FormatError::CsvFields { line, given, right }.into());
            }
            game(&|column| columns.get(column).map_or("", |&at| row[at].trim()), assumed)
        });
        games.push(game.map_err(|why| GameError { number: games.len() + 1, why })?);
    }
    Ok(games)
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

/// The lines of a table, each with its number in the file; empty ones are passed over.
struct Rows<'a> {
    text: &'a str,
    line: usize,
}

impl Iterator for Rows<'_> {
    type Item = Result<(usize, Vec<String>), FormatError>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            if self.text.is_empty() {
                return None;
            }
            let line = self.line;
            match self.row() {
                Err(error) => {
                    self.text = "";
                    return Some(Err(error));
                }
                Ok(row) if row == [""] => {}
                Ok(row) => return Some(Ok((line, row))),
            }
        }
    }
}

impl Rows<'_> {
    fn row(&mut self) -> Result<Vec<String>, FormatError> {
        let wrong = FormatError::CsvQuote { line: self.line };
        let mut row = vec![String::new()];
        let mut chars = self.text.char_indices().peekable();
        let mut is_quoted = false;
        // After a closing quotation mark the field is over.
        let mut is_closed = false;
        while let Some((at, c)) = chars.next() {
            let field = row.last_mut().expect("a row begins with one field");
            let follows = chars.peek().map(|&(_, next)| next);
            self.line += usize::from(c == '\n');
            match c {
                '"' if is_quoted && follows == Some('"') => {
                    field.push('"');
                    chars.next();
                }
                '"' if is_quoted => (is_quoted, is_closed) = (false, true),
                c if is_quoted => field.push(c),
                '\n' => {
                    self.text = &self.text[at + 1..];
                    return Ok(row);
                }
                '\r' if follows == Some('\n') || follows.is_none() => {}
                ',' => {
                    row.push(String::new());
                    is_closed = false;
                }
                '"' if field.is_empty() && !is_closed => is_quoted = true,
                '"' => return Err(wrong),
                _ if is_closed => return Err(wrong),
                c => field.push(c),
            }
        }
        self.text = "";
        if is_quoted { Err(wrong) } else { Ok(row) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_are_quoted_where_they_must_be() {
        for field in ["", "plain", "a,b", "say \"no\"", "two\nlines", "\r", " spaced ", "\"", ",", "名前"] {
            let text = format!("{},x\n", quoted(field));
            let row = Rows { text: &text, line: 1 }.next().unwrap().unwrap();
            assert_eq!(row, (1, vec![field.to_string(), "x".to_string()]));
        }
        assert_eq!(quoted("plain"), "plain");
    }

    #[test]
    fn lines_are_counted_and_mistakes_told() {
        let rows = |text: &'static str| Rows { text, line: 1 }.collect::<Result<Vec<_>, _>>();
        let row =
            |line, fields: &[&str]| (line, fields.iter().map(|&field| field.into()).collect::<Vec<_>>());
        assert_eq!(rows("a,b\r\n\r\n\"1\n2\",\n").unwrap(), [row(1, &["a", "b"]), row(3, &["1\n2", ""])]);
        assert_eq!(rows("a,b\n1,2").unwrap(), [row(1, &["a", "b"]), row(2, &["1", "2"])]);
        for wrong in ["a\n\"b", "a\nb\"c\n", "a\n\"b\"c\n"] {
            assert_eq!(rows(wrong), Err(FormatError::CsvQuote { line: 2 }), "{wrong}");
        }
    }
}
