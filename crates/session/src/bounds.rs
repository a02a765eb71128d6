//! What may be asked of the program. What is asked for beyond a bound is refused with a sentence.
//!
//! A limit that nobody gave is not put in: a search that has one deepens step by step and is another search than the
//! textbook's. Whoever runs the search sees to it that it is stopped when [`Bounds::time`] is over.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use kinrow_agent::{Limits, OptionKind, OptionSpec};

use super::{Refusal, SessionError, refuse};
use kinrow_players::catalogue::{AgentKind, Suits};
use kinrow_players::{AgentSpec, MODEL_PREFIX};

/// Whoever knows which agent plays by the model of a label.
#[derive(Clone, Default)]
pub struct KnownModels(Option<Arc<FindModel>>);

type FindModel = dyn Fn(&str) -> Result<AgentSpec, Refusal> + Send + Sync;

impl KnownModels {
    /// Asks `find` for each.
    pub fn new(find: impl Fn(&str) -> Result<AgentSpec, Refusal> + Send + Sync + 'static) -> KnownModels {
        KnownModels(Some(Arc::new(find)))
    }
}

impl fmt::Debug for KnownModels {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("KnownModels").field(&self.0.is_some()).finish()
    }
}

/// The most that one request may cost.
#[derive(Clone, Debug)]
pub struct Bounds {
    /// Time of one search.
    pub time: Duration,
    /// Moves to look ahead.
    pub depth: u32,
    /// Games to play out in one search, or to learn from before a move.
    pub playouts: u64,
    /// Positions to look at in one search.
    pub nodes: u64,
    /// Nodes of a tree that are kept to be looked at.
    pub tree_nodes: u32,
    /// Steps of a search that are recorded.
    pub steps: usize,
    /// Memory of one search, in megabytes.
    pub megabytes: u64,
    /// Models that may be named by their labels; they were let in when they got them.
    pub models: KnownModels,
    /// Threads of one search.
    pub threads: u64,
    /// What an analysis may use beyond other searches.
    pub analysis: AnalysisBounds,
}

/// What the analysis of the position shown may use.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AnalysisBounds {
    /// Memory, in megabytes.
    pub megabytes: u64,
    /// Whether it may go on until it is stopped, as long as nobody else waits.
    pub is_endless: bool,
}

impl Default for Bounds {
    fn default() -> Bounds {
        Bounds {
            time: Duration::from_secs(10),
            depth: 60,
            playouts: 1_000_000,
            nodes: 1_000_000_000,
            tree_nodes: 20_000,
            steps: 20_000,
            megabytes: 64,
            models: KnownModels::default(),
            threads: 1,
            analysis: AnalysisBounds { megabytes: 64, is_endless: false },
        }
    }
}

/// Memory of an analysis where one person has the machine, in megabytes.
const OWN_MEGABYTES: u64 = 1024;

impl Bounds {
    /// The same for a person who has the machine, with so many threads, to themselves.
    #[must_use]
    pub fn for_one_person(self, threads: u64) -> Bounds {
        let megabytes = self.megabytes.max(OWN_MEGABYTES);
        Bounds { threads, analysis: AnalysisBounds { megabytes, is_endless: true }, ..self }
    }

    /// The most that an option of this name may be, where that is bounded.
    #[must_use]
    pub fn most_of(&self, option: &str) -> Option<u64> {
        match option {
            "depth" => Some(self.depth.into()),
            "playouts" | "budget" => Some(self.playouts),
            "threads" => Some(self.threads),
            _ => None,
        }
    }

    /// Reads an agent that a page names.
    ///
    /// # Errors
    /// When there is no such agent, or an option names a file or is beyond a bound.
    pub fn spec(&self, text: &str) -> Result<AgentSpec, Refusal> {
        if let Some(label) = text.trim().strip_prefix(MODEL_PREFIX)
            && let KnownModels(Some(find)) = &self.models
        {
            return find(label);
        }
        let spec: AgentSpec = text.parse().map_err(refuse)?;
        if let Some(option) = outside_option(spec.kind()) {
            return Err(refuse(SessionError::File { option: option.into() }));
        }
        for option in spec.kind().options {
            let given = spec.options().get(option.name);
            if given == option.default {
                continue;
            }
            match option.kind {
                OptionKind::Whole { .. } => {
                    let most = self.most_of(option.name).unwrap_or(u64::MAX);
                    at_most(option.name, spec.options().whole(option.name), most)?;
                }
                OptionKind::Time => most_time(option.name, spec.options().time(option.name), self.time)?,
                OptionKind::Real { .. } | OptionKind::Choice(_) => {}
                OptionKind::File | OptionKind::Text => {
                    return Err(refuse(SessionError::File { option: option.name.into() }));
                }
            }
        }
        Ok(spec)
    }

    /// Reads limits that a page gives.
    ///
    /// # Errors
    /// When they are no limits, or beyond a bound.
    pub fn limits(&self, text: &str) -> Result<Limits, Refusal> {
        let limits: Limits = text.parse().map_err(refuse)?;
        at_most("depth", limits.depth.map(u64::from), self.depth.into())?;
        at_most("nodes", limits.nodes, self.nodes)?;
        at_most("playouts", limits.playouts, self.playouts)?;
        most_time("time", limits.time, self.time)?;
        Ok(limits)
    }
}

/// The option without which an agent is nothing, where that is a file or a program from outside. (A learner can do without:
/// it learns while it plays; and so can one whose networks come with the program.)
pub(super) fn outside_option(kind: &AgentKind) -> Option<&'static str> {
    let is_outside = |option: &&OptionSpec| matches!(option.kind, OptionKind::File | OptionKind::Text);
    let needed = kind.options.iter().find(is_outside)?.name;
    (kind.method.is_none() && kind.suits != Suits::Shipped).then_some(needed)
}

fn at_most(what: &str, given: Option<u64>, most: u64) -> Result<(), Refusal> {
    match given.filter(|&given| given > most) {
        Some(given) => Err(too_much(what, given.to_string(), most.to_string())),
        None => Ok(()),
    }
}

fn most_time(what: &str, given: Option<Duration>, most: Duration) -> Result<(), Refusal> {
    let words = |time: Duration| format!("{}ms", time.as_millis());
    match given.filter(|&given| given > most) {
        Some(given) => Err(too_much(what, words(given), words(most))),
        None => Ok(()),
    }
}

fn too_much(what: &str, given: String, most: String) -> Refusal {
    refuse(SessionError::TooMuch { what: what.into(), given, most })
}
