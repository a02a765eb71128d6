//! Findings from an experiment file.

use super::{Bound, Finding, FindingKind};
use crate::experiment::check::Known;
use crate::experiment::mistake::{LineError, Mistake};
use crate::experiment::reader::{Entry, Fields};
use crate::experiment::words::Words;

const KEYS: &[&str] = &[
    "kind", "table", "where", "about", "answer", "text", "value", "is", "source", "by", "column", "of", "to",
    "same", "along", "at_most", "at_least", "low", "high",
];

#[derive(Clone, Copy)]
enum Name {
    Each,
    Known,
    Extremes,
    Groups,
    Ratio,
    Growth,
    Threshold,
    Separated,
    Agree,
    Unfinished,
}

const KINDS: &[(&str, Name)] = &[
    ("each", Name::Each),
    ("known", Name::Known),
    ("extremes", Name::Extremes),
    ("groups", Name::Groups),
    ("ratio", Name::Ratio),
    ("growth", Name::Growth),
    ("threshold", Name::Threshold),
    ("separated", Name::Separated),
    ("agree", Name::Agree),
    ("unfinished", Name::Unfinished),
];

/// Reads a finding, whose columns must be there.
pub(in crate::experiment) fn read(entry: Entry<'_>, known: &Known) -> Result<Finding, LineError> {
    let fields = entry.fields("a finding", KEYS)?;
    let name = fields.need("kind")?.choice(KINDS)?;
    let table = known.table(fields.need("table")?)?;
    let filter = known.filter(&fields, table)?;
    let column = |key| known.column(fields.need(key)?, table);
    let number = |key| known.number_column(fields.need(key)?, table);
    let columns = |key| known.columns(&fields, key, table);
    let kind = match name {
        Name::Each => {
            let entry = fields.need("text")?;
            let text = Words::read(entry)?;
            known.places(entry, &text.en, table)?;
            known.places(entry, &text.zh, table)?;
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
            by: columns("by")?,
        },
        Name::Agree => FindingKind::Agree { value: column("value")?, same: columns("same")? },
        Name::Unfinished => FindingKind::Unfinished { by: columns("by")? },
    };
    let is_answer = fields.get("answer").map_or(Ok(false), |entry| entry.truth())?;
    let about = Words::optional(&fields, "about")?.unwrap_or_default();
    Ok(Finding { table: table.to_string(), filter, kind, about, is_answer })
}

fn bound(fields: &Fields<'_>) -> Result<Bound, LineError> {
    match fields.get("at_least") {
        Some(least) if fields.get("at_most").is_some() => Err(least.wrong(Mistake::Bounds {})),
        Some(least) => Ok(Bound::AtLeast(least.real()?)),
        None => Ok(Bound::AtMost(fields.need("at_most")?.real()?)),
    }
}
