//! The methods by name: their options, what the published preset and the repaired one set, and how long each trains.

use kinrow_agent::{Budget, OptionError, OptionSpec, Options, Seed};
use kinrow_game::Rules;

use crate::breeding::Breeding;
use crate::genetic::{self, GeneticError};
use crate::learner::Learner;
use crate::qlearning::{self, QLearning};
use crate::selfplay::{self, SelfPlay};
use crate::td0::{self, Td0};

/// A way to learn.
#[derive(Clone, Copy, Debug)]
pub struct Method {
    /// Its name.
    pub name: &'static str,
    /// Its options; defaults are those of the published preset.
    pub options: &'static [OptionSpec],
    /// What the repaired preset sets instead.
    pub best: &'static [(&'static str, &'static str)],
    /// Episodes (generations) when nobody says how many: published, best.
    pub episodes: [u64; 2],
}

/// Every method.
pub const METHODS: &[Method] = &[
    Method { name: "td0", options: td0::OPTIONS, best: td0::BEST, episodes: [1_600_000, 200_000] },
    Method {
        name: "selfplay",
        options: selfplay::OPTIONS,
        best: selfplay::BEST,
        episodes: [100_000, 300_000],
    },
    Method {
        name: "qlearning",
        options: qlearning::OPTIONS,
        best: qlearning::BEST,
        episodes: [100_000, 300_000],
    },
    Method {
        name: "sarsa",
        options: qlearning::OPTIONS,
        best: qlearning::BEST,
        episodes: [100_000, 300_000],
    },
    Method { name: "genetic", options: genetic::OPTIONS, best: genetic::BEST, episodes: [500, 1_000] },
];

/// As published, or made right.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Preset {
    /// As the source has it, mistakes included.
    Published,
    /// The version that becomes unbeatable.
    Best,
}

impl Preset {
    /// Its name.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Preset::Published => "published",
            Preset::Best => "best",
        }
    }

    /// The preset of a name.
    #[must_use]
    pub fn of(name: &str) -> Option<Preset> {
        [Preset::Published, Preset::Best].into_iter().find(|preset| preset.name() == name)
    }
}

kinrow_game::sentences! {
    /// Why a method is refused.
    pub enum MethodError {
        /// No such method.
        Unknown { given: String, known: String } = "method-unknown" =>
            "'{given}' is not a method: choose from {known}",
        /// No such method, but one that is nearly called so.
        Near { given: String, meant: String, known: String } = "method-near" =>
            "'{given}' is not a method; did you mean {meant}? There are {known}",
    }
}

impl Method {
    /// The method of a name.
    ///
    /// # Errors
    /// When there is none.
    pub fn find(name: &str) -> Result<&'static Method, MethodError> {
        let names = || METHODS.iter().map(|method| method.name);
        METHODS.iter().find(|method| method.name.eq_ignore_ascii_case(name)).ok_or_else(|| {
            let (given, known) = (name.into(), names().collect::<Vec<_>>().join(", "));
            match kinrow_game::closest(name, names()) {
                Some(meant) => MethodError::Near { given, meant: meant.into(), known },
                None => MethodError::Unknown { given, known },
            }
        })
    }

    /// A preset's options.
    ///
    /// # Panics
    /// When a preset sets what the method does not take, which a test excludes.
    #[must_use]
    pub fn preset(&self, preset: Preset) -> Options {
        let mut options = Options::new(self.options);
        if preset == Preset::Best {
            for (name, value) in self.best {
                options.set(self.name, name, value).expect("a preset sets what the method takes");
            }
        }
        options
    }

    /// Options from the text that a model keeps.
    ///
    /// # Errors
    /// When it is not this method's.
    pub fn parse_options(&self, text: &str) -> Result<Options, OptionError> {
        Options::parse(self.options, self.name, text)
    }

    /// Episodes when nobody says how many.
    #[must_use]
    pub fn default_episodes(&self, preset: Preset) -> u64 {
        self.episodes[usize::from(preset == Preset::Best)]
    }

    /// A learner that knows nothing yet.
    ///
    /// # Errors
    /// When the board is too large for the method, or the budget ends before a population is made.
    pub(crate) fn learner<const W: usize>(
        &self,
        rules: Rules,
        options: &Options,
        seed: Seed,
        budget: &mut Budget,
    ) -> Result<Box<dyn Learner<W>>, GeneticError> {
        Ok(match self.name {
            "td0" => Box::new(Td0::new(rules, options)),
            "selfplay" => Box::new(SelfPlay::new(rules, options)),
            "genetic" => Box::new(Breeding::new(rules, options, seed, budget)?),
            name => Box::new(QLearning::new(rules, options, name == "sarsa")),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn presets_set_what_methods_take_and_read_back() {
        for method in METHODS {
            for preset in [Preset::Published, Preset::Best] {
                let options = method.preset(preset);
                assert_eq!(
                    method.parse_options(&options.full()).unwrap().full(),
                    options.full(),
                    "{}",
                    method.name
                );
                let budget = &mut Budget::unlimited();
                method.learner::<1>("3x3x3".parse().unwrap(), &options, Seed(1), budget).unwrap();
            }
        }
    }
}
