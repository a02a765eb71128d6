//! Which tables and columns there will be, so that a chart or a finding of something else is refused before anything runs.

use std::collections::HashSet;

use super::columns;
use super::kind::Kind;
use super::measure::Measure;
use super::mistake::{LineError, Mistake, quoted};
use super::reader::{Entry, Fields};
use super::table::Filter;

/// What an experiment fills.
pub(super) struct Known {
    /// Tables with their columns.
    tables: Vec<(String, Vec<String>)>,
    /// What is known beforehand to stand in a column of a table: boards, participants and values of variables.
    words: Vec<Word>,
    /// Tables with the kind of measure that fills them.
    kinds: Vec<(String, Kind)>,
    /// Tables whose numbers depend on a clock.
    timed: Vec<String>,
}

/// A table, a column of it, and a word that will stand there.
type Word = (String, String, String);

impl Known {
    /// What the full run fills; `here` is measured in this run, where a clock may come in as well.
    pub fn of(measures: &[Measure], here: &[Measure]) -> Known {
        let mut tables: Vec<(String, Vec<String>)> = Vec::new();
        for (table, filled) in measures.iter().flat_map(Measure::columns) {
            match tables.iter_mut().find(|(known, _)| known == table) {
                Some((_, known)) => known.extend(filled),
                None => tables.push((table.to_string(), filled)),
            }
        }
        for (_, filled) in &mut tables {
            filled.sort_by_key(|column| columns::place(column));
            filled.dedup();
        }
        let mut seen = HashSet::new();
        let words = measures.iter().flat_map(words).filter(|word| seen.insert(word.clone())).collect();
        let names = |measure: &Measure| -> Vec<String> {
            std::iter::once(&measure.table).chain(&measure.second).cloned().collect()
        };
        let is_timed = |measure: &&Measure| measure.is_timed();
        let timed = measures.iter().chain(here).filter(is_timed).flat_map(names).collect();
        let kinds = measures.iter().map(|measure| (measure.table.clone(), measure.kind)).collect();
        Known { tables, words, kinds, timed }
    }

    /// Whether the numbers of a table depend on a clock.
    pub fn is_timed(&self, table: &str) -> bool {
        self.timed.iter().any(|known| known == table)
    }

    /// Whether a table holds ratings, which are measured from their own mean.
    pub fn is_ratings(&self, table: &str) -> bool {
        self.kinds.iter().any(|(known, kind)| known == table && *kind == Kind::Tournament)
    }

    /// The name of a table that is filled.
    pub fn table<'a>(&self, entry: Entry<'a>) -> Result<&'a str, LineError> {
        let given = entry.text()?;
        if self.tables.iter().any(|(table, _)| table == given) {
            return Ok(given);
        }
        let known: Vec<&str> = self.tables.iter().map(|(table, _)| table.as_str()).collect();
        Err(entry.wrong(Mistake::Table { given: quoted(given), known: known.join(", ") }))
    }

    fn has(&self, table: &str, column: &str) -> bool {
        self.tables.iter().any(|(known, filled)| known == table && filled.iter().any(|name| name == column))
    }

    fn unknown(&self, table: &str, column: &str) -> Mistake {
        Mistake::Column { given: quoted(column), table: quoted(table), known: self.list(table) }
    }

    /// The columns of a table, as a sentence lists them.
    fn list(&self, table: &str) -> String {
        let filled =
            self.tables.iter().find(|(known, _)| known == table).map(|(_, filled)| filled.join(", "));
        filled.unwrap_or_default()
    }

    /// The name of a column of a table.
    pub fn column(&self, entry: Entry<'_>, table: &str) -> Result<String, LineError> {
        let given = entry.text()?;
        match self.has(table, given) {
            true => Ok(given.to_string()),
            false => Err(entry.wrong(self.unknown(table, given))),
        }
    }

    /// The name of a column of a table that holds numbers.
    pub fn number_column(&self, entry: Entry<'_>, table: &str) -> Result<String, LineError> {
        let column = self.column(entry, table)?;
        match columns::is_words(&column) {
            true => Err(entry.wrong(Mistake::Words { column: quoted(&column) })),
            false => Ok(column),
        }
    }

    /// Whether every place in braces of a text is a column of a table.
    pub fn places(&self, entry: Entry<'_>, text: &str, table: &str) -> Result<(), LineError> {
        for part in text.split('{').skip(1) {
            let given = part.split_once('}').map_or(part, |(name, _)| name);
            if !part.contains('}') || !self.has(table, given) {
                let (given, known) = (quoted(given), self.list(table));
                return Err(entry.wrong(Mistake::Place { given, known }));
            }
        }
        Ok(())
    }

    /// A word that stands in a column, as far as that is known beforehand.
    pub fn word(&self, entry: Entry<'_>, table: &str, column: &str) -> Result<String, LineError> {
        let given = entry.text()?.to_string();
        self.check(entry, &given, table, column)?;
        Ok(given)
    }

    /// Refuses what cannot stand in a column.
    fn check(&self, entry: Entry<'_>, given: &str, table: &str, column: &str) -> Result<(), LineError> {
        let is_there = |word: &&Word| word.0 == table && word.1 == column;
        let known: Vec<&str> = self.words.iter().filter(is_there).map(|(.., word)| word.as_str()).collect();
        if known.is_empty() || known.contains(&given) {
            return Ok(());
        }
        let (given, column) = (quoted(given), quoted(column));
        Err(entry.wrong(Mistake::NoSuch { given, column, known: known.join(", ") }))
    }

    /// The names of columns under a key; none when it is not there.
    pub fn columns(
        &self,
        fields: &Fields<'_>,
        key: &'static str,
        table: &str,
    ) -> Result<Vec<String>, LineError> {
        let Some(entry) = fields.get(key) else { return Ok(Vec::new()) };
        entry.list()?.into_iter().map(|entry| self.column(entry, table)).collect()
    }

    /// `where`: columns with the value or the values that are meant.
    pub fn filter(&self, fields: &Fields<'_>, table: &str) -> Result<Filter, LineError> {
        let Some(entry) = fields.get("where") else { return Ok(Filter::default()) };
        let mut filter = Filter::default();
        for (column, values) in entry.entries()? {
            if !self.has(table, column) {
                return Err(values.wrong(self.unknown(table, column)));
            }
            let mut wanted: Vec<String> = Vec::new();
            for value in values.list()? {
                let word = value.cell()?.to_string();
                self.check(value, &word, table, column)?;
                wanted.push(word);
            }
            if wanted.is_empty() {
                return Err(values.wrong(Mistake::Empty { key: quoted(column) }));
            }
            filter.0.push((column.to_string(), wanted));
        }
        Ok(filter)
    }
}

/// The boards of a measure, what its participants are called, and the values of their variables.
fn words(measure: &Measure) -> Vec<Word> {
    let mut words = Vec::new();
    for (table, _) in measure.columns() {
        let mut add = |column: &str, word: String| words.push((table.to_string(), column.to_string(), word));
        measure.boards.iter().for_each(|board| add("board", board.to_string()));
        for participant in &measure.participants {
            add("name", participant.name.clone());
            participant.variables.iter().for_each(|(name, value)| add(name, value.to_string()));
        }
    }
    words
}
