//! What the numbers say: sentences computed from a table, true whatever came out.
//!
//! An experiment file names what to look for (`[[finding]]`); the words are in the text catalogues under `finding.`, one sentence for
//! every way it can turn out. What is computed stands in `read` (from the file), `say` and `compare` (the sentences), `verdict` (the
//! few words that a conclusion has for it) and `group` (rows that belong together).

mod compare;
mod group;
mod read;
mod say;
#[cfg(test)]
mod tests;
mod verdict;

use super::cell::Cell;
use super::table::Filter;
use super::words::Words;

pub use group::{Key, groups, key_of, numbers, spread};
pub(super) use read::read;
pub use say::{Said, say};
pub use verdict::verdict;

/// What to look for in a table.
#[derive(Clone, PartialEq, Debug)]
pub struct Finding {
    /// The table.
    pub table: String,
    /// The rows that are meant.
    pub filter: Filter,
    /// What to say of them.
    pub kind: FindingKind,
    /// What it is about, in the author's words; may be empty.
    pub about: Words,
    /// Whether it answers the experiment's question, and so has its say in the conclusion.
    pub is_answer: bool,
    /// The part of the question that it answers, in the author's words; may be empty.
    pub asks: Words,
    /// Whether it depends on a clock, and so differs from run to run.
    pub is_timed: bool,
}

/// What to say of rows.
#[derive(Clone, PartialEq, Debug)]
pub enum FindingKind {
    /// A sentence of the author for each row, with columns in braces.
    Each {
        /// The sentence.
        text: Words,
    },
    /// A value that is known from elsewhere.
    Known {
        /// The column.
        value: String,
        /// What it is known to be.
        is: Cell,
        /// Who says so.
        source: Words,
    },
    /// The least and the largest.
    Extremes {
        /// The column.
        value: String,
        /// What tells rows apart.
        by: Vec<String>,
    },
    /// Mean, least and largest of each group.
    Groups {
        /// The column.
        value: String,
        /// What makes a group.
        by: Vec<String>,
    },
    /// How many times as much one has as another.
    Ratio {
        /// The column that is compared.
        value: String,
        /// The column that tells the two apart.
        column: String,
        /// The one.
        of: String,
        /// The other.
        to: String,
        /// What must be equal for a comparison.
        same: Vec<String>,
    },
    /// By what factor it grows with each step.
    Growth {
        /// The column.
        value: String,
        /// What grows by steps.
        along: String,
        /// What makes a series.
        by: Vec<String>,
    },
    /// From where on a bound is kept.
    Threshold {
        /// The column.
        value: String,
        /// What grows.
        along: String,
        /// What makes a series.
        by: Vec<String>,
        /// The bound.
        bound: Bound,
    },
    /// Who is first, and from whom a test tells that.
    Separated {
        /// The column, and the ends of its interval.
        value: [String; 3],
        /// Whether the values are measured from their own mean, as ratings are.
        is_centred: bool,
        /// What makes a group within which is compared.
        by: Vec<String>,
    },
    /// Whether all have the same.
    Agree {
        /// The column.
        value: String,
        /// What makes a group within which is compared.
        same: Vec<String>,
    },
    /// Which rows have which word or number.
    Tally {
        /// The column.
        value: String,
        /// What tells rows apart.
        by: Vec<String>,
    },
    /// What did not end.
    Unfinished {
        /// What tells rows apart.
        by: Vec<String>,
    },
}

/// A bound to be kept.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Bound {
    /// Not more than this.
    AtMost(f64),
    /// Not less than this.
    AtLeast(f64),
}

impl Bound {
    fn keeps(self, value: f64) -> bool {
        match self {
            Bound::AtMost(most) => value <= most,
            Bound::AtLeast(least) => value >= least,
        }
    }

    /// The worse of two values.
    fn worse(self, one: f64, other: f64) -> f64 {
        match self {
            Bound::AtMost(_) => one.max(other),
            Bound::AtLeast(_) => one.min(other),
        }
    }
}
