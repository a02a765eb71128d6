//! What can be set of a learner that plays: its file, and whether and how it goes on learning.

use kinrow_agent::{OptionKind, OptionSpec, Options, SWITCH, switch};

use crate::learner::{Rates, SHARE};
use crate::methods::{Experience, Method};

/// The options of [`crate::Learned`].
#[derive(Clone, PartialEq, Debug)]
pub struct LearnedOptions {
    /// The model it plays by.
    pub file: Option<String>,
    /// Episodes that it learns from before each move.
    pub budget: u64,
    /// How it learns from them.
    pub rates: Rates,
}

const FILE: OptionSpec = OptionSpec::new("file", OptionKind::File, None);
const LEARN: OptionSpec = OptionSpec::new("learn", SWITCH, Some(switch(false)));
const BUDGET: OptionSpec =
    OptionSpec::new("budget", OptionKind::Whole { least: 1, most: 1_000_000_000 }, Some("500"));
const ALPHA: OptionSpec = OptionSpec::new("alpha", SHARE, None);
const EPSILON: OptionSpec = OptionSpec::new("epsilon", SHARE, None);

impl LearnedOptions {
    /// The options by name. A table is learned with a step size and some exploration; a population has neither.
    #[must_use]
    pub const fn declared(method: Method) -> &'static [OptionSpec] {
        match method.experience() {
            Experience::Games => const { &[FILE, LEARN, BUDGET, ALPHA, EPSILON] },
            Experience::Generations => const { &[FILE, LEARN, BUDGET] },
        }
    }
}

impl From<&Options> for LearnedOptions {
    /// From options by name.
    fn from(given: &Options) -> Self {
        LearnedOptions {
            file: given.get("file").map(String::from),
            budget: if given.is_on("learn") { given.whole("budget").unwrap_or(0) } else { 0 },
            rates: Rates { alpha: given.real("alpha"), epsilon: given.real("epsilon") },
        }
    }
}
