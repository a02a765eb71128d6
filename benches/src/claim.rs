//! What is compared with what, in which measure, and what the project wants of it.

use std::fmt;

/// One comparison, before it is made.
#[derive(Clone, Debug)]
pub struct Claim {
    /// What both sides do.
    pub name: String,
    /// Who the other side is.
    pub peer: String,
    /// What is counted.
    pub measure: Measure,
    /// What the ratio should be; `None` where it is told for comparison only.
    pub target: Option<f64>,
}

/// What the ratio is of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Measure {
    /// Time for the same work: less is better, and a target is the most it may be.
    TimeOf {
        /// What one piece of work is.
        work: &'static str,
    },
    /// Work a second: more is better, and a target is the least it may be.
    Speed {
        /// What is done each second.
        of: &'static str,
    },
}

impl Measure {
    /// Our part over the peer's, from pieces of work a second.
    pub fn ratio(self, ours: f64, peer: f64) -> f64 {
        match self {
            Measure::TimeOf { .. } => peer / ours,
            Measure::Speed { .. } => ours / peer,
        }
    }

    /// Whether a ratio is as good as the target.
    pub fn is_met(self, ratio: f64, target: f64) -> bool {
        match self {
            Measure::TimeOf { .. } => ratio <= target,
            Measure::Speed { .. } => ratio >= target,
        }
    }

    /// A target as people read it.
    pub fn bound(self, target: f64) -> String {
        match self {
            Measure::TimeOf { .. } => format!("at most {target}"),
            Measure::Speed { .. } => format!("at least {target}"),
        }
    }

    /// A rate in this measure, to three digits: it belongs to this machine and this minute.
    pub fn show(self, rate: f64) -> String {
        match self {
            Measure::TimeOf { .. } => format!("{:.3} ms", 1000.0 / rate),
            Measure::Speed { .. } if rate >= 1e6 => format!("{:.2} M/s", rate / 1e6),
            Measure::Speed { .. } => format!("{:.1} k/s", rate / 1e3),
        }
    }
}

/// `time of a search`, `playouts a second`.
impl fmt::Display for Measure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Measure::TimeOf { work } => write!(f, "time of {work}"),
            Measure::Speed { of } => write!(f, "{of} a second"),
        }
    }
}
