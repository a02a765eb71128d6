//! Findings from an experiment file.

use super::{Bound, Finding, FindingKind};
use crate::experiment::check::Known;
use crate::experiment::columns::{Role, role};
use crate::experiment::mistake::{LineError, Mistake, quoted};
use crate::experiment::reader::{Entry, Fields};
use crate::experiment::table::Filter;
use crate::experiment::words::Words;

const KEYS: &[&str] = &[
    "kind", "table", "where", "about", "answer", "text", "value", "is", "source", "by", "column", "of", "to",
    "same", "along", "at_most", "at_least", "low", "high",
];

kinrow_agent::named! {
    enum Name {
        Each = "each",
        Known = "known",
        Extremes = "extremes",
        Groups = "groups",
        Ratio = "ratio",
        Growth = "growth",
        Threshold = "threshold",
        Separated = "separated",
        Agree = "agree",
        Tally = "tally",
        Unfinished = "unfinished",
    }
}

/// Reads a finding, whose columns must be there.
pub(in crate::experiment) fn read(entry: Entry<'_>, known: &Known) -> Result<Finding, LineError> {
    let fields = entry.fields("a finding", KEYS)?;
    let name: Name = fields.need("kind")?.named()?;
    let table = known.table(fields.need("table")?)?;
    let filter = known.filter(&fields, table)?;
    let column = |key| known.column(fields.need(key)?, table);
    let number = |key| known.number_column(fields.need(key)?, table);
    let columns = |key| known.columns(&fields, key, table);
    let kind = match name {
        Name::Each => {
            let entry = fields.need("text")?;
            let text = Words::read(entry)?;
            for (_, text) in text.all() {
                known.places(entry, text, table)?;
            }
            FindingKind::Each { text }
        }
        Name::Known => FindingKind::Known {
            value: column("value")?,
            is: fields.need("is")?.cell()?,
            source: Words::read(fields.need("source")?)?,
        },
        Name::Extremes => FindingKind::Extremes { value: number("value")?, by: columns("by")? },
        Name::Groups => FindingKind::Groups { value: number("value")?, by: columns("by")? },
        Name::Ratio => {
            let column = fields.get("column");
            let column = column.map_or(Ok("name".to_string()), |entry| known.column(entry, table))?;
            let word = |key| known.word(fields.need(key)?, table, &column);
            FindingKind::Ratio {
                value: number("value")?,
                of: word("of")?,
                to: word("to")?,
                same: columns("same")?,
                column,
            }
        }
        Name::Growth => {
            FindingKind::Growth { value: number("value")?, along: number("along")?, by: columns("by")? }
        }
        Name::Threshold => FindingKind::Threshold {
            value: number("value")?,
            along: number("along")?,
            by: columns("by")?,
            bound: bound(&fields)?,
        },
        Name::Separated => FindingKind::Separated {
            value: [number("value")?, number("low")?, number("high")?],
            is_centred: known.is_ratings(table),
            by: columns("by")?,
        },
        Name::Agree => FindingKind::Agree { value: column("value")?, same: columns("same")? },
        Name::Tally => FindingKind::Tally { value: column("value")?, by: columns("by")? },
        Name::Unfinished => FindingKind::Unfinished { by: columns("by")? },
    };
    let (is_answer, asks) = match fields.get("answer") {
        None => (false, Words::default()),
        Some(entry) if entry.is_truth() => (entry.truth()?, Words::default()),
        Some(entry) => (true, Words::read(entry)?),
    };
    let clock = kind.columns(&filter).into_iter().find(|column| role(column) == Role::Clock);
    let is_timed = clock.is_some() || known.is_timed(table);
    if let Some(entry) = fields.get("answer").filter(|_| is_answer && is_timed) {
        let what = clock.map_or_else(|| quoted(table), |column| quoted(&column));
        return Err(entry.wrong(Mistake::ClockAnswer { what }));
    }
    let about = Words::optional(&fields, "about")?.unwrap_or_default();
    Ok(Finding { table: table.to_string(), filter, kind, about, is_answer, asks, is_timed })
}

impl FindingKind {
    /// The columns whose numbers it speaks of or chooses rows by.
    fn columns(&self, filter: &Filter) -> Vec<String> {
        let mut columns: Vec<String> = filter.0.iter().map(|(column, _)| column.clone()).collect();
        match self {
            FindingKind::Each { text } => {
                let places = text.all().flat_map(|(_, text)| text.split('{').skip(1));
                let names = places.filter_map(|part| part.split('}').next());
                columns.extend(names.map(String::from));
            }
            FindingKind::Known { value, .. }
            | FindingKind::Extremes { value, .. }
            | FindingKind::Groups { value, .. }
            | FindingKind::Ratio { value, .. }
            | FindingKind::Agree { value, .. }
            | FindingKind::Tally { value, .. } => columns.push(value.clone()),
            FindingKind::Growth { value, along, .. } | FindingKind::Threshold { value, along, .. } => {
                columns.extend([value.clone(), along.clone()]);
            }
            FindingKind::Separated { value, .. } => columns.extend(value.iter().cloned()),
            FindingKind::Unfinished { .. } => {}
        }
        columns
    }
}

fn bound(fields: &Fields<'_>) -> Result<Bound, LineError> {
    match fields.get("at_least") {
        Some(least) if fields.get("at_most").is_some() => Err(least.wrong(Mistake::Bounds {})),
        Some(least) => Ok(Bound::AtLeast(least.real()?)),
        None => Ok(Bound::AtMost(fields.need("at_most")?.real()?)),
    }
}
