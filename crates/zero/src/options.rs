//! What can be set about a training, and what is chosen for each board on two cores.

use kinrow_agent::{OptionKind, OptionSpec, Options, SWITCH};
use kinrow_game::Rules;
use kinrow_learn::Preset;

use crate::search::{Algorithm, Settings};

/// The name of the method, and of the agent that plays by what it learned.
pub const NAME: &str = "zero";

const SHARE: OptionKind = OptionKind::Real { least: 0.0, most: 1.0 };
const SIMULATIONS: OptionKind = OptionKind::Whole { least: 1, most: 1_000_000 };

/// The options of a training.
pub const DECLARED: &[OptionSpec] = &[
    OptionSpec::new("channels", OptionKind::Whole { least: 1, most: 256 }, Some("32")),
    OptionSpec::new("blocks", OptionKind::Whole { least: 0, most: 20 }, Some("2")),
    OptionSpec::new("search", OptionKind::Choice(Algorithm::NAMES), Some(Algorithm::Gumbel.name())),
    OptionSpec::new("simulations", SIMULATIONS, Some("32")),
    OptionSpec::new("considered", OptionKind::Whole { least: 1, most: 400 }, Some("16")),
    OptionSpec::new("scale", OptionKind::Real { least: 0.0, most: 100.0 }, Some("0.2")),
    OptionSpec::new("proofs", SWITCH, Some("on")),
    OptionSpec::new("full", SHARE, Some("0.25")),
    OptionSpec::new("fast", SIMULATIONS, Some("8")),
    OptionSpec::new("openings", OptionKind::Whole { least: 0, most: 100 }, Some("4")),
    OptionSpec::new("games", OptionKind::Whole { least: 1, most: 100_000 }, Some("128")),
    OptionSpec::new("window", OptionKind::Whole { least: 1, most: 1_000_000 }, Some("4000")),
    OptionSpec::new("batch", OptionKind::Whole { least: 1, most: 4096 }, Some("128")),
    OptionSpec::new("reuse", OptionKind::Real { least: 0.01, most: 100.0 }, Some("4")),
    OptionSpec::new("symmetry", SWITCH, Some("on")),
    OptionSpec::new("blend", SHARE, Some("0.5")),
    OptionSpec::new("reply", SHARE, Some("0.15")),
    OptionSpec::new("gate", SHARE, Some("0")),
    OptionSpec::new("rate", OptionKind::Real { least: 1e-7, most: 1.0 }, Some("0.002")),
    OptionSpec::new("rate-decay", OptionKind::Real { least: 0.0, most: 1e9 }, Some("100")),
    OptionSpec::new("weight-decay", OptionKind::Real { least: 0.0, most: 1.0 }, Some("0.0001")),
];

/// What differs on the boards that people know; a board that is not here takes what suits the next smaller one.
const PRESETS: &[(u16, &[(&str, &str)])] = &[
    (
        9,
        &[
            ("channels", "16"),
            ("blocks", "1"),
            ("simulations", "16"),
            ("full", "1"),
            ("games", "256"),
            ("rate", "0.005"),
        ],
    ),
    (16, &[("channels", "24"), ("blocks", "1"), ("full", "1")]),
    (36, &[("channels", "32"), ("blocks", "1"), ("full", "0.5"), ("openings", "6")]),
    (42, &[("channels", "32"), ("blocks", "2"), ("full", "0.5"), ("openings", "12")]),
    (81, &[("channels", "32"), ("blocks", "2"), ("openings", "6"), ("window", "3000")]),
    (225, &[("channels", "32"), ("blocks", "3"), ("games", "64"), ("window", "1500")]),
];

/// AlphaZero as it was published (Silver and others 2018), whatever the board; but with 100 simulations for a move instead of 800, and a
/// network for two cores.
const PUBLISHED: &[(&str, &str)] = &[
    ("search", "puct"),
    ("simulations", "100"),
    ("proofs", "off"),
    ("full", "1"),
    ("openings", "0"),
    ("symmetry", "off"),
    ("blend", "0"),
    ("reply", "0"),
];

/// The options for a board when nobody says otherwise.
///
/// # Panics
/// Never: a test reads every preset.
#[must_use]
pub fn preset(rules: Rules, preset: Preset) -> Options {
    let mut options = Options::new(DECLARED);
    let fitting = PRESETS.iter().rev().find(|(cells, _)| *cells <= rules.cells()).unwrap_or(&PRESETS[0]);
    let published = if preset == Preset::Published { PUBLISHED } else { &[] };
    for (name, value) in fitting.1.iter().chain(published) {
        options.set(NAME, name, value).expect("a preset sets what there is");
    }
    options
}

/// The options as numbers.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Plan {
    pub(crate) channels: usize,
    pub(crate) blocks: usize,
    pub(crate) search: Settings,
    /// Share of the moves that are searched in full and learned from; the others take `fast` simulations (playout cap
    /// randomisation; Wu 2019).
    pub(crate) full: f64,
    pub(crate) fast: u32,
    /// At most so many random moves before a game begins.
    pub(crate) openings: u32,
    pub(crate) games: u64,
    pub(crate) window: usize,
    pub(crate) batch: usize,
    /// How often a position is learned from, on average.
    pub(crate) reuse: f64,
    /// Whether positions are learned in all of their symmetries.
    pub(crate) symmetry: bool,
    /// How much the value learns from what the search thought, and not from how the game ended.
    pub(crate) blend: f32,
    /// How much the opponent's reply counts beside policy and value.
    pub(crate) reply: f32,
    /// The share of the points that a network needs against the one that plays, to take its place; with 0 the newest always plays.
    pub(crate) gate: f64,
    rate: f64,
    rate_decay: f64,
    pub(crate) weight_decay: f32,
}

impl Plan {
    pub(crate) fn of(options: &Options) -> Plan {
        let whole = |name: &str| options.whole::<u32>(name).unwrap_or(1);
        let real = |name: &str| options.real(name).unwrap_or(0.0);
        Plan {
            channels: whole("channels") as usize,
            blocks: whole("blocks") as usize,
            search: Settings {
                algorithm: options.choice("search"),
                simulations: whole("simulations"),
                considered: whole("considered"),
                scale: real("scale") as f32,
                proves: options.is_on("proofs"),
                explores: true,
            },
            full: real("full"),
            fast: whole("fast"),
            openings: whole("openings"),
            games: whole("games").into(),
            window: whole("window") as usize,
            batch: whole("batch") as usize,
            reuse: real("reuse"),
            symmetry: options.is_on("symmetry"),
            blend: real("blend") as f32,
            reply: real("reply") as f32,
            gate: real("gate"),
            rate: real("rate"),
            rate_decay: real("rate-decay"),
            weight_decay: real("weight-decay") as f32,
        }
    }

    /// The step size in a round: halved after `rate-decay` rounds, a third after twice as many, and so on.
    pub(crate) fn rate(&self, round: u64) -> f32 {
        let decay = if self.rate_decay > 0.0 { round as f64 / self.rate_decay } else { 0.0 };
        (self.rate / (1.0 + decay)) as f32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_board_has_a_preset() {
        let channels =
            |rules: &str| preset(rules.parse().unwrap(), Preset::Best).whole::<u32>("channels").unwrap();
        for (rules, wanted) in [("1x1x1", 16), ("3x3x3", 16), ("5x5x4", 24), ("6x6x4", 32), ("20x20x5", 32)] {
            assert_eq!(channels(rules), wanted, "{rules}");
        }
        for (cells, _) in PRESETS {
            let rules: Rules = format!("{}x{}x1", cells / cells.isqrt(), cells.isqrt()).parse().unwrap();
            for &which in Preset::ALL {
                assert!(Plan::of(&preset(rules, which)).rate(0) > 0.0, "{rules} {which}");
            }
        }
    }
}
