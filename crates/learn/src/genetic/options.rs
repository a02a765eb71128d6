//! What can be set: the published values as defaults, and the preset that was made right.

use kinrow_agent::{OptionKind, OptionSpec, Options, SWITCH};

use crate::methods::{Experience, Facts, Keeps};

const PROBABILITY: OptionKind = OptionKind::Real { least: 0.0, most: 1.0 };

pub(crate) const FACTS: Facts = Facts {
    options: OPTIONS,
    best: BEST,
    experience: Experience::Generations,
    episodes: [500, 1_000],
    keeps: Keeps::Positions,
};

/// The options by name, with the published values.
pub const OPTIONS: &[OptionSpec] = &[
    OptionSpec::new("population", OptionKind::Whole { least: 1, most: 100_000 }, Some("500")),
    OptionSpec::new("crossover", PROBABILITY, Some("0.15")),
    OptionSpec::new("replication", PROBABILITY, Some("0.1")),
    OptionSpec::new("mutation", PROBABILITY, Some("0.001")),
    OptionSpec::new(
        "selection",
        OptionKind::Choice(SelectionName::NAMES),
        Some(SelectionName::Roulette.name()),
    ),
    OptionSpec::new("tournament", OptionKind::Whole { least: 1, most: 1000 }, Some("2")),
    OptionSpec::new("elite", OptionKind::Whole { least: 0, most: 100_000 }, Some("0")),
    OptionSpec::new("adaptive", SWITCH, Some("off")),
    OptionSpec::new("reachable", SWITCH, Some("off")),
    OptionSpec::new("positions", OptionKind::Whole { least: 1, most: 100_000_000 }, Some("1000000")),
];

/// What the preset that reaches a perfect strategy sets instead.
pub const BEST: &[(&str, &str)] = &[
    ("crossover", "0.5"),
    ("replication", "0"),
    ("mutation", "0.005"),
    ("selection", "tournament"),
    ("elite", "1"),
    ("adaptive", "on"),
    ("reachable", "on"),
];

kinrow_agent::named! {
    /// The ways to find parents, without their numbers.
    enum SelectionName {
        /// [`Selection::Roulette`].
        Roulette = "roulette",
        /// [`Selection::Tournament`].
        Tournament = "tournament",
    }
}

/// How parents are found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Selection {
    /// Each with a chance in proportion to its fitness.
    Roulette,
    /// The fittest of this many, drawn at random.
    Tournament(u32),
}

/// The options of [`super::Genetic`].
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct GeneticOptions {
    /// Individuals of a generation; at least one.
    pub population: usize,
    /// Chance of a gene to come from the first parent; else it comes from the second.
    pub crossover: f64,
    /// Chance of an individual to be a copy of one of the last generation.
    pub replication: f64,
    /// Chance of a gene to become a random legal move.
    pub mutation: f64,
    /// How parents are found.
    pub selection: Selection,
    /// How many of the fittest live on unchanged.
    pub elite: usize,
    /// Whether mutation grows while the best does not improve, until the population begins anew (the elite lives on).
    pub is_adaptive: bool,
    /// Whether crossover and mutation act only where the strategy can arrive; elsewhere genes are the second parent's.
    pub only_reachable: bool,
    /// Classes of positions to keep at most.
    pub positions: usize,
}

impl GeneticOptions {
    /// As published.
    #[must_use]
    pub fn published() -> GeneticOptions {
        GeneticOptions::from_options(&Options::new(OPTIONS))
    }

    /// As published but for [`BEST`].
    #[must_use]
    pub fn best() -> GeneticOptions {
        let mut options = Options::new(OPTIONS);
        for (name, value) in BEST {
            options.set("genetic", name, value).expect("a test reads each of them");
        }
        GeneticOptions::from_options(&options)
    }

    /// From options by name.
    ///
    /// # Panics
    /// When the options are not those of [`OPTIONS`].
    #[must_use]
    pub fn from_options(options: &Options) -> GeneticOptions {
        let whole = |name| options.whole(name).expect("a whole number with a default");
        let real = |name| options.real(name).expect("a number with a default");
        GeneticOptions {
            population: whole("population"),
            crossover: real("crossover"),
            replication: real("replication"),
            mutation: real("mutation"),
            selection: match options.choice("selection") {
                SelectionName::Roulette => Selection::Roulette,
                SelectionName::Tournament => Selection::Tournament(whole("tournament") as u32),
            },
            elite: whole("elite"),
            is_adaptive: options.is_on("adaptive"),
            only_reachable: options.is_on("reachable"),
            positions: whole("positions"),
        }
    }
}
