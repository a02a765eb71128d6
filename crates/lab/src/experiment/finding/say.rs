//! The sentences. Each function looks at what came out and picks the sentence that is true of it.

use super::group::{Key, groups, key_of, numbers, spread};
use super::{Finding, FindingKind};
use crate::Namer;
use crate::experiment::cell::Cell;
use crate::experiment::table::{Filter, Table};
use kinrow_text::numbers::{grouped, real};

/// Things that are named in one sentence at the most.
const NAMED: usize = 8;
/// Sentences that one finding may make.
const SENTENCES: usize = 24;

/// What a finding says: sentences; or what they have in common, and then a point for each group of rows.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Said {
    /// What all the points are about; `None` when each is a sentence of its own.
    pub about: Option<String>,
    /// The sentences or points; one at least.
    pub points: Vec<String>,
}

impl Said {
    pub(super) fn sentences(points: Vec<String>) -> Said {
        Said { about: None, points }
    }

    pub(super) fn sentence(sentence: String) -> Said {
        Said::sentences(vec![sentence])
    }
}

/// What a finding says of a table.
#[must_use]
pub fn say(finding: &Finding, table: &Table, namer: &Namer<'_>) -> Said {
    let speaker = Speaker { table, filter: &finding.filter, namer };
    if table.rows_where(&finding.filter).next().is_none() {
        return Said::sentence(namer.text.fill("finding.nothing", &[("table", &finding.table)]));
    }
    let mut said = match &finding.kind {
        FindingKind::Each { text } => Said::sentences(speaker.each(text.of(namer.text.language()))),
        FindingKind::Known { value, is, source } => {
            Said::sentences(speaker.known(value, is, source.of(namer.text.language())))
        }
        FindingKind::Extremes { value, by } => Said::sentence(speaker.extremes(value, by)),
        FindingKind::Groups { value, by } => speaker.by_group(value, by),
        FindingKind::Ratio { value, column, of, to, same } => {
            Said::sentence(speaker.ratio(value, column, [of, to], same))
        }
        FindingKind::Growth { value, along, by } => speaker.growth(value, along, by),
        FindingKind::Threshold { value, along, by, bound } => speaker.threshold(value, along, by, *bound),
        FindingKind::Separated { value, is_centred, by } => {
            Said::sentences(speaker.separated(value, *is_centred, by, "finding"))
        }
        FindingKind::Agree { value, same } => Said::sentence(speaker.agree(value, same, "finding")),
        FindingKind::Tally { value, by } => speaker.tally(value, by),
        FindingKind::Unfinished { by } => Said::sentence(speaker.unfinished(by, "finding")),
    };
    let left_out = said.points.len().saturating_sub(SENTENCES);
    if left_out > 0 {
        said.points.truncate(SENTENCES);
        said.points.push(namer.text.fill("finding.more", &[("count", &grouped(left_out as u128))]));
    }
    speaker.begin(finding.about.of(namer.text.language()), said)
}

/// What is spoken of, and in which words.
pub(super) struct Speaker<'a> {
    pub table: &'a Table,
    pub filter: &'a Filter,
    pub namer: &'a Namer<'a>,
}

impl Speaker<'_> {
    /// Puts the author's words first, where there are some.
    pub(super) fn begin(&self, about: &str, said: Said) -> Said {
        let before = |sentence: &str| self.fill("of-group", &[("group", about), ("sentence", sentence)]);
        match (about, &said.about, said.points.as_slice()) {
            ("", Some(common), _) => Said { about: Some(capital(common)), ..said },
            ("", None, [sentence]) => Said::sentence(capital(sentence)),
            ("", None, _) => said,
            (_, Some(common), _) => Said { about: Some(before(common)), ..said },
            (_, None, [sentence]) => Said::sentence(before(sentence)),
            (_, None, _) => Said { about: Some(before("").trim_end().to_string()), ..said },
        }
    }

    pub(super) fn fill(&self, key: &str, details: &[(&str, &str)]) -> String {
        self.namer.text.fill(&format!("finding.{key}"), details)
    }

    /// What is to be said of each group of rows, by the name of its sentence and what that mentions. Where all rows are one group
    /// it is said as it stands; otherwise `about` tells what it is about, and of each group the short form that ends in `-of`.
    pub(super) fn of_groups(
        &self,
        by: &[String],
        about: (&str, &[(&str, &str)]),
        said_of: impl Fn(&[&[Cell]]) -> Vec<(&'static str, Vec<(&'static str, String)>)>,
    ) -> Said {
        let (mut points, mut is_parted) = (Vec::new(), false);
        for (key, rows) in groups(self.table, self.filter, by) {
            let label = self.namer.label(&key);
            is_parted |= !label.is_empty();
            let piece = |(name, details): (&str, Vec<(&'static str, String)>)| {
                let mut details: Vec<(&str, &str)> =
                    details.iter().map(|(name, value)| (*name, value.as_str())).collect();
                details.push(("group", &label));
                if label.is_empty() {
                    self.fill(name, &details)
                } else {
                    self.fill(&format!("{name}-of"), &details)
                }
            };
            points.push(said_of(&rows).into_iter().map(piece).collect::<String>());
        }
        match is_parted {
            true => Said { about: Some(self.fill(about.0, about.1)), points },
            false => Said::sentences(points),
        }
    }

    /// Columns that are equal in a comparison, as a sentence names them.
    pub(super) fn equal(&self, columns: &[String]) -> String {
        let name = |column: &String| match column.as_str() {
            "moves" => self.namer.text.get("finding.position").to_string(),
            column => self.namer.short_column(column),
        };
        let names: Vec<String> = columns.iter().map(name).collect();
        names.join(self.namer.text.get("finding.and"))
    }

    /// A sentence of a group, or of all rows when there is only one group without a name.
    pub(super) fn of_group(&self, key: &Key, sentence: &str) -> String {
        let label = self.namer.label(key);
        if label.is_empty() {
            sentence.to_string()
        } else {
            self.fill("of-group", &[("group", &label), ("sentence", sentence)])
        }
    }

    /// Names, as many as a sentence bears.
    pub(super) fn list(&self, names: &[String]) -> String {
        let separator = self.namer.text.get("finding.list-separator");
        let mut list = names.iter().take(NAMED).cloned().collect::<Vec<_>>().join(separator);
        if names.len() > NAMED {
            list += &self.fill("list-more", &[("count", &grouped((names.len() - NAMED) as u128))]);
        }
        list
    }

    pub(super) fn each(&self, text: &str) -> Vec<String> {
        let sentence = |row: &Vec<Cell>| {
            self.table.columns.iter().fold(text.to_string(), |sentence, column| {
                let place = format!("{{{column}}}");
                match sentence.contains(&place) {
                    true => sentence.replace(&place, &self.namer.value(column, self.table.cell(row, column))),
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

    pub(super) fn known(&self, value: &str, is: &Cell, source: &str) -> Vec<String> {
        let mut sentences: Vec<String> = Vec::new();
        let known = self.namer.cell(is);
        for row in self.table.rows_where(self.filter) {
            let cell = self.table.cell(row, value);
            let (found, value) = (self.namer.cell(cell), self.namer.column(value));
            let named: Vec<String> = self.filter.0.iter().map(|(column, _)| column.clone()).collect();
            let details = [
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
            let sentence = self.of_group(&key_of(self.table, row, &named), &self.fill(key, &details));
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
        let cell = |row: &[Cell]| self.namer.value(value, self.table.cell(row, value));
        if first.0 == last.0 {
            let (all, count) = (cell(first.1), grouped(rows.len() as u128));
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
                ("count", &grouped(rows.len() as u128)),
            ],
        )
    }

    fn by_group(&self, value: &str, by: &[String]) -> Said {
        let column = self.namer.column(value);
        self.of_groups(by, ("group-about", &[("value", &column)]), |rows| {
            let values = numbers(self.table, rows, value);
            let Some([mean, least, most]) = spread(&values) else {
                return vec![("no-numbers", vec![("value", column.clone())])];
            };
            let missing = rows.len() - values.len();
            let details = vec![
                ("value", column.clone()),
                ("mean", real(mean)),
                ("least", real(least)),
                ("most", real(most)),
                ("count", grouped(values.len() as u128)),
            ];
            let mut said = vec![(if least == most { "group-one" } else { "group" }, details)];
            if missing > 0 {
                said.push(("group-missing", vec![("count", grouped(missing as u128))]));
            }
            said
        })
    }

    pub(super) fn agree(&self, value: &str, same: &[String], voice: &str) -> String {
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
        let (count, agreeing) =
            (grouped(compared.len() as u128), grouped((compared.len() - different.len()) as u128));
        let (list, same) = (self.list(&different), self.equal(same));
        let differing = different.len().to_string();
        let details = [
            ("value", column.as_str()),
            ("count", &count),
            ("agreeing", &agreeing),
            ("different", &list),
            ("differing", &differing),
            ("same", &same),
        ];
        let name = match (compared.is_empty(), different.is_empty()) {
            (true, _) => "agree-nothing",
            (false, true) => "agree-all",
            (false, false) => "agree-some",
        };
        self.namer.text.fill(&format!("{voice}.{name}"), &details)
    }

    /// Which rows have which word or number, the most frequent first.
    fn tally(&self, value: &str, by: &[String]) -> Said {
        let column = self.namer.column(value);
        let points = self.tallied(value, by);
        if points.is_empty() {
            return Said::sentence(self.fill("no-numbers", &[("value", &column)]));
        }
        Said { about: Some(self.fill("tally-about", &[("value", &column)])), points }
    }

    pub(super) fn tallied(&self, value: &str, by: &[String]) -> Vec<String> {
        let mut found: Vec<(&Cell, Vec<String>)> = Vec::new();
        for row in self.table.rows_where(self.filter) {
            let cell = self.table.cell(row, value);
            let label = self.namer.label(&key_of(self.table, row, by));
            match found.iter_mut().find(|(known, _)| *known == cell) {
                Some((_, labels)) if labels.contains(&label) => {}
                Some((_, labels)) => labels.push(label),
                None if cell.is_missing() => {}
                None => found.push((cell, vec![label])),
            }
        }
        found.sort_by_key(|(_, labels)| std::cmp::Reverse(labels.len()));
        let point = |(cell, labels): &(&Cell, Vec<String>)| {
            let (cell, count) = (self.namer.value(value, cell), labels.len().to_string());
            self.fill("tally-of", &[("cell", &cell), ("count", &count), ("rows", &self.list(labels))])
        };
        found.iter().map(point).collect()
    }

    pub(super) fn unfinished(&self, by: &[String], voice: &str) -> String {
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
        let count = grouped(rows.len() as u128);
        let number = grouped(rows.iter().filter(is_open).count() as u128);
        let list = self.list(&open);
        let details = [("count", count.as_str()), ("number", &number), ("open", &list)];
        let name = if open.is_empty() { "unfinished-none" } else { "unfinished" };
        self.namer.text.fill(&format!("{voice}.{name}"), &details)
    }
}

/// With a large first letter.
pub(super) fn capital(sentence: &str) -> String {
    let mut letters = sentence.chars();
    // A Greek letter stays as it is: it is a name, not a word.
    letters.next().map_or_else(String::new, |first| {
        std::iter::once(first.to_ascii_uppercase()).chain(letters).collect()
    })
}
