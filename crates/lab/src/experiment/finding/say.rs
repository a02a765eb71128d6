//! The sentences. Each function looks at what came out and picks the sentence that is true of it.

use super::group::{Key, groups, key_of, numbers, spread};
use super::{Finding, FindingKind};
use crate::experiment::cell::Cell;
use crate::experiment::table::{Filter, Table};
use crate::report::{Namer, real};

/// Things that are named in one sentence at the most.
const NAMED: usize = 8;
/// Sentences that one finding may make.
const SENTENCES: usize = 24;

/// The sentences of a finding; one at least.
#[must_use]
pub fn say(finding: &Finding, table: &Table, namer: &Namer<'_>) -> Vec<String> {
    let speaker = Speaker { table, filter: &finding.filter, namer };
    if table.rows_where(&finding.filter).next().is_none() {
        return vec![namer.text.fill("finding.nothing", &[("table", &finding.table)])];
    }
    let mut sentences = match &finding.kind {
        FindingKind::Each { text } => speaker.each(text.of(namer.text.language())),
        FindingKind::Known { value, is, source } => {
            speaker.known(value, is, source.of(namer.text.language()))
        }
        FindingKind::Extremes { value, by } => vec![speaker.extremes(value, by)],
        FindingKind::Groups { value, by } => speaker.by_group(value, by),
        FindingKind::Ratio { value, column, of, to, same } => {
            vec![speaker.ratio(value, column, [of, to], same)]
        }
        FindingKind::Growth { value, along, by } => speaker.growth(value, along, by),
        FindingKind::Threshold { value, along, by, bound } => speaker.threshold(value, along, by, *bound),
        FindingKind::Separated { value, by } => speaker.separated(value, by),
        FindingKind::Agree { value, same } => vec![speaker.agree(value, same)],
        FindingKind::Unfinished { by } => vec![speaker.unfinished(by)],
    };
    let left_out = sentences.len().saturating_sub(SENTENCES);
    if left_out > 0 {
        sentences.truncate(SENTENCES);
        sentences.push(namer.text.fill("finding.more", &[("count", &left_out.to_string())]));
    }
    sentences
}

/// What is spoken of, and in which words.
pub(super) struct Speaker<'a> {
    pub table: &'a Table,
    pub filter: &'a Filter,
    pub namer: &'a Namer<'a>,
}

impl Speaker<'_> {
    pub(super) fn fill(&self, key: &str, details: &[(&str, &str)]) -> String {
        self.namer.text.fill(&format!("finding.{key}"), details)
    }

    /// A sentence of a group, or of all rows when there is only one group without a name.
    pub(super) fn of_group(&self, key: &Key, sentence: &str) -> String {
        let label = self.namer.label(key);
        if label.is_empty() {
            capital(sentence)
        } else {
            self.fill("of-group", &[("group", &label), ("sentence", sentence)])
        }
    }

    /// Names, as many as a sentence bears.
    pub(super) fn list(&self, names: &[String]) -> String {
        let separator = self.namer.text.get("finding.list-separator");
        let mut list = names.iter().take(NAMED).cloned().collect::<Vec<_>>().join(separator);
        if names.len() > NAMED {
            list += &self.fill("list-more", &[("count", &(names.len() - NAMED).to_string())]);
        }
        list
    }

    fn each(&self, text: &str) -> Vec<String> {
        let sentence = |row: &Vec<Cell>| {
            self.table.columns.iter().fold(text.to_string(), |sentence, column| {
                let place = format!("{{{column}}}");
                match sentence.contains(&place) {
                    true => sentence.replace(&place, &self.namer.cell(self.table.cell(row, column))),
                    false => sentence,
                }
            })
        };
        let mut sentences: Vec<String> = self.table.rows_where(self.filter).map(sentence).collect();
        // Rows that differ in what the sentence does not mention say the same.
        let mut said = std::collections::HashSet::new();
        sentences.retain(|sentence| said.insert(sentence.clone()));
        sentences
    }

    fn known(&self, value: &str, is: &Cell, source: &str) -> Vec<String> {
        let mut sentences: Vec<String> = Vec::new();
        let known = self.namer.cell(is);
        for row in self.table.rows_where(self.filter) {
            let cell = self.table.cell(row, value);
            let (found, value) = (self.namer.cell(cell), self.namer.column(value));
            let named: Vec<String> = self.filter.0.iter().map(|(column, _)| column.clone()).collect();
            let label = self.namer.label(&key_of(self.table, row, &named));
            let details = [
                ("group", label.as_str()),
                ("value", value.as_str()),
                ("found", found.as_str()),
                ("is", known.as_str()),
                ("source", source),
            ];
            let key = match cell {
                Cell::Missing => "known-missing",
                cell if cell == is => "known-equal",
                _ => "known-other",
            };
            let sentence = self.fill(key, &details);
            if !sentences.contains(&sentence) {
                sentences.push(sentence);
            }
        }
        sentences
    }

    fn extremes(&self, value: &str, by: &[String]) -> String {
        let mut rows: Vec<(f64, &Vec<Cell>)> = self
            .table
            .rows_where(self.filter)
            .filter_map(|row| Some((self.table.cell(row, value).number()?, row)))
            .collect();
        rows.sort_by(|a, b| a.0.total_cmp(&b.0));
        let column = self.namer.column(value);
        let (Some(first), Some(last)) = (rows.first(), rows.last()) else {
            return self.fill("no-numbers", &[("value", &column)]);
        };
        let label = |row: &[Cell]| self.namer.label(&key_of(self.table, row, by));
        let cell = |row: &[Cell]| self.namer.cell(self.table.cell(row, value));
        if first.0 == last.0 {
            let (all, count) = (cell(first.1), rows.len().to_string());
            return self.fill("extremes-equal", &[("value", &column), ("all", &all), ("count", &count)]);
        }
        self.fill(
            "extremes",
            &[
                ("value", &column),
                ("least", &cell(first.1)),
                ("least_of", &label(first.1)),
                ("most", &cell(last.1)),
                ("most_of", &label(last.1)),
                ("count", &rows.len().to_string()),
            ],
        )
    }

    fn by_group(&self, value: &str, by: &[String]) -> Vec<String> {
        let column = self.namer.column(value);
        let sentence = |(key, rows): (Key, Vec<&[Cell]>)| {
            let values = numbers(self.table, &rows, value);
            let Some([mean, least, most]) = spread(&values) else {
                return self.of_group(&key, &self.fill("no-numbers", &[("value", &column)]));
            };
            let (count, missing) = (values.len().to_string(), rows.len() - values.len());
            let [mean, low, high] = [mean, least, most].map(real);
            let details = [
                ("value", column.as_str()),
                ("mean", &mean),
                ("least", &low),
                ("most", &high),
                ("count", &count),
            ];
            let mut words =
                self.fill(if values.len() == 1 || least == most { "group-one" } else { "group" }, &details);
            if missing > 0 {
                words += &self.fill("group-missing", &[("count", &missing.to_string())]);
            }
            self.of_group(&key, &words)
        };
        groups(self.table, self.filter, by).into_iter().map(sentence).collect()
    }

    fn agree(&self, value: &str, same: &[String]) -> String {
        let column = self.namer.column(value);
        let compared: Vec<(Key, Vec<&Cell>)> = groups(self.table, self.filter, same)
            .into_iter()
            .map(|(key, rows)| {
                let cells =
                    rows.iter().map(|row| self.table.cell(row, value)).filter(|cell| !cell.is_missing());
                (key, cells.collect())
            })
            .filter(|(_, cells): &(Key, Vec<&Cell>)| cells.len() > 1)
            .collect();
        let different: Vec<String> = compared
            .iter()
            .filter(|(_, cells)| cells.windows(2).any(|pair| pair[0] != pair[1]))
            .map(|(key, _)| self.namer.label(key))
            .collect();
        let (count, agreeing) = (compared.len().to_string(), (compared.len() - different.len()).to_string());
        let list = self.list(&different);
        let details =
            [("value", column.as_str()), ("count", &count), ("agreeing", &agreeing), ("different", &list)];
        self.fill(
            match (compared.is_empty(), different.is_empty()) {
                (true, _) => "agree-nothing",
                (false, true) => "agree-all",
                (false, false) => "agree-some",
            },
            &details,
        )
    }

    fn unfinished(&self, by: &[String]) -> String {
        let rows: Vec<&Vec<Cell>> = self.table.rows_where(self.filter).collect();
        let is_open = |row: &&&Vec<Cell>| {
            ["finished", "complete"].iter().any(|column| *self.table.cell(row, column) == Cell::Truth(false))
        };
        let mut open: Vec<String> = Vec::new();
        for row in rows.iter().filter(is_open) {
            let label = self.namer.label(&key_of(self.table, row, by));
            if !open.contains(&label) {
                open.push(label);
            }
        }
        let count = rows.len().to_string();
        let number = rows.iter().filter(is_open).count().to_string();
        let list = self.list(&open);
        let details = [("count", count.as_str()), ("number", &number), ("open", &list)];
        self.fill(if open.is_empty() { "unfinished-none" } else { "unfinished" }, &details)
    }
}

/// With a large first letter.
fn capital(sentence: &str) -> String {
    let mut letters = sentence.chars();
    // A Greek letter stays as it is: it is a name, not a word.
    letters.next().map_or_else(String::new, |first| {
        std::iter::once(first.to_ascii_uppercase()).chain(letters).collect()
    })
}
