//! What can be set.

use std::time::Duration;

use kinrow_agent::{Limits, OptionKind, OptionSpec, Options, SWITCH};

/// The parts of the search, each of which can be left out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Parts {
    /// The transposition table.
    pub table: bool,
    /// Wins by continuous fours at the leaves and at the root.
    pub vcf: bool,
    /// Wins by continuous threats at the root.
    pub vct: bool,
    /// History and counter moves.
    pub history: bool,
    /// Late moves are searched less deeply.
    pub reductions: bool,
    /// So many moves are enough.
    pub counts: bool,
    /// Threats that lead to nothing are left out.
    pub idle: bool,
    /// Positions far from the window are not searched.
    pub futility: bool,
    /// Bad positions go straight to the search for fours.
    pub razoring: bool,
    /// Forced answers do not count as depth.
    pub extensions: bool,
    /// A move that is better than all others is searched more deeply.
    pub singular: bool,
    /// Iterations begin with a narrow window.
    pub aspiration: bool,
}

/// The options of [`crate::Engine`].
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct EngineOptions {
    /// Depth of the last iteration.
    pub depth: Option<u32>,
    /// Positions of one decision.
    pub nodes: Option<u64>,
    /// Time of one decision.
    pub time: Option<Duration>,
    /// Megabytes of the table.
    pub memory: u64,
    /// Threads that search together.
    pub threads: usize,
    /// How many of the best moves get a value and a line of their own.
    pub lines: usize,
    /// How much worse than the best a move may be to be played now and then, as a chance of winning; 0 plays the best.
    pub temperature: f64,
    /// The share of points that a decision overlooks.
    pub overlook: f64,
    /// What the search consists of.
    pub parts: Parts,
}

impl EngineOptions {
    /// The options by name.
    pub const DECLARED: &'static [OptionSpec] = &[
        OptionSpec::new("depth", OptionKind::Whole { least: 1, most: 200 }, None),
        OptionSpec::new("nodes", OptionKind::Whole { least: 1, most: 1_000_000_000_000 }, None),
        OptionSpec::new("time", OptionKind::Time, None),
        OptionSpec::new("memory", OptionKind::Whole { least: 1, most: 65_536 }, Some("64")),
        OptionSpec::new("threads", OptionKind::Whole { least: 1, most: 256 }, Some("1")),
        OptionSpec::new("lines", OptionKind::Whole { least: 1, most: 400 }, Some("1")),
        OptionSpec::new("temperature", OptionKind::Real { least: 0.0, most: 10.0 }, Some("0")),
        OptionSpec::new("overlook", OptionKind::Real { least: 0.0, most: 1.0 }, Some("0")),
        OptionSpec::new("table", SWITCH, Some("on")),
        OptionSpec::new("vcf", SWITCH, Some("on")),
        OptionSpec::new("vct", SWITCH, Some("on")),
        OptionSpec::new("history", SWITCH, Some("on")),
        OptionSpec::new("reductions", SWITCH, Some("on")),
        OptionSpec::new("counts", SWITCH, Some("on")),
        OptionSpec::new("idle", SWITCH, Some("on")),
        OptionSpec::new("futility", SWITCH, Some("on")),
        OptionSpec::new("razoring", SWITCH, Some("on")),
        OptionSpec::new("extensions", SWITCH, Some("on")),
        OptionSpec::new("singular", SWITCH, Some("on")),
        OptionSpec::new("aspiration", SWITCH, Some("on")),
    ];

    /// The same, with tables of at most so many megabytes.
    #[must_use]
    pub fn in_megabytes(self, most: u64) -> EngineOptions {
        EngineOptions { memory: self.memory.min(most.max(1)), ..self }
    }

    /// The stricter of these options and the limits of a decision.
    pub(crate) fn within(&self, limits: &Limits) -> Limits {
        let own = Limits { depth: self.depth, nodes: self.nodes, playouts: None, time: self.time };
        let both = own.stricter(*limits);
        if both.depth.is_some() || both.bounds_effort() {
            return both;
        }
        Limits { nodes: Some(DEFAULT_NODES), ..both }
    }
}

/// Positions of a decision that nobody limits: a second or two.
const DEFAULT_NODES: u64 = 1_000_000;

impl From<&Options> for EngineOptions {
    /// From options by name.
    fn from(given: &Options) -> Self {
        let on = |name| given.is_on(name);
        EngineOptions {
            depth: given.whole("depth"),
            nodes: given.whole("nodes"),
            time: given.time("time"),
            memory: given.whole("memory").unwrap_or(64),
            threads: given.whole("threads").unwrap_or(1),
            lines: given.whole("lines").unwrap_or(1),
            temperature: given.real("temperature").unwrap_or(0.0),
            overlook: given.real("overlook").unwrap_or(0.0),
            parts: Parts {
                table: on("table"),
                vcf: on("vcf"),
                vct: on("vct"),
                history: on("history"),
                reductions: on("reductions"),
                counts: on("counts"),
                idle: on("idle"),
                futility: on("futility"),
                razoring: on("razoring"),
                extensions: on("extensions"),
                singular: on("singular"),
                aspiration: on("aspiration"),
            },
        }
    }
}
