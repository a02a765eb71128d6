//! The methods by name, and what each is: its options, what the repaired preset sets, and how long it trains.

use kinrow_agent::{Budget, OptionError, OptionSpec, Options, Seed};
use kinrow_game::Rules;
use serde::{Deserialize, Serialize};

use crate::breeding::Breeding;
use crate::genetic;
use crate::learner::Learner;
use crate::ntuple::{self, NTuple};
use crate::qlearning::{self, QLearning};
use crate::selfplay::{self, SelfPlay};
use crate::td0::{self, Td0};
use crate::train::TrainError;

kinrow_agent::named! {
    /// A way to learn.
    #[derive(Serialize, Deserialize)]
    #[serde(try_from = "String", into = "String")]
    pub enum Method {
        /// Temporal differences against an opponent that moves at random.
        Td0 = "td0",
        /// Temporal differences with a table for each side.
        SelfPlay = "selfplay",
        /// Values of moves, off-policy.
        QLearning = "qlearning",
        /// Values of moves, on-policy.
        Sarsa = "sarsa",
        /// A population of strategies.
        Genetic = "genetic",
        /// Temporal differences with a network of tuples.
        NTuple = "ntuple",
    }
}

kinrow_agent::named! {
    /// As published, or made right.
    pub enum Preset {
        /// As the source has it, mistakes included.
        Published = "published",
        /// The version that becomes unbeatable.
        Best = "best",
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

impl TryFrom<String> for Method {
    type Error = MethodError;

    fn try_from(name: String) -> Result<Method, MethodError> {
        Method::find(&name)
    }
}

impl From<Method> for String {
    fn from(method: Method) -> String {
        method.name().into()
    }
}

/// What a method is, declared in its own file.
pub(crate) struct Facts {
    /// Its options; defaults are those of the published preset.
    pub(crate) options: &'static [OptionSpec],
    /// What the repaired preset sets instead.
    pub(crate) best: &'static [(&'static str, &'static str)],
    /// What it learns from.
    pub(crate) experience: Experience,
    /// Episodes when nobody says how many: as published, and repaired.
    pub(crate) episodes: [u64; 2],
    /// What it keeps of them.
    pub(crate) keeps: Keeps,
}

/// What a method's episodes are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Experience {
    /// Games, one after the other.
    Games,
    /// Generations of a population, each of which plays many games.
    Generations,
}

/// What a method keeps of its experience.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Keeps {
    /// Something of each position, or class of positions, that it has met.
    Positions,
    /// Weights, each of which says something of many positions.
    Weights,
}

impl Method {
    const fn facts(self) -> &'static Facts {
        match self {
            Method::Td0 => &td0::FACTS,
            Method::SelfPlay => &selfplay::FACTS,
            Method::QLearning | Method::Sarsa => &qlearning::FACTS,
            Method::Genetic => &genetic::FACTS,
            Method::NTuple => &ntuple::FACTS,
        }
    }

    /// The method of a name.
    ///
    /// # Errors
    /// When there is none.
    pub fn find(name: &str) -> Result<Method, MethodError> {
        Method::ALL.iter().copied().find(|method| method.name().eq_ignore_ascii_case(name)).ok_or_else(|| {
            let (given, known) = (name.into(), Method::NAMES.join(", "));
            match kinrow_game::closest(name, Method::NAMES.iter().copied()) {
                Some(meant) => MethodError::Near { given, meant: meant.into(), known },
                None => MethodError::Unknown { given, known },
            }
        })
    }

    /// Its options; defaults are those of the published preset.
    #[must_use]
    pub fn options(self) -> &'static [OptionSpec] {
        self.facts().options
    }

    /// What it learns from.
    #[must_use]
    pub const fn experience(self) -> Experience {
        self.facts().experience
    }

    /// What it keeps.
    #[must_use]
    pub const fn keeps(self) -> Keeps {
        self.facts().keeps
    }

    /// The format of its models.
    pub(crate) const fn format(self) -> u8 {
        match self.keeps() {
            Keeps::Positions => 1,
            Keeps::Weights => 2,
        }
    }

    /// A preset's options.
    ///
    /// # Panics
    /// When a preset sets what the method does not take, which a test excludes.
    #[must_use]
    pub fn preset(self, preset: Preset) -> Options {
        let mut options = Options::new(self.options());
        let changes = match preset {
            Preset::Published => &[],
            Preset::Best => self.facts().best,
        };
        for (name, value) in changes {
            options.set(self.name(), name, value).expect("a preset sets what the method takes");
        }
        options
    }

    /// Options from the text that a model keeps.
    ///
    /// # Errors
    /// When it is not this method's.
    pub fn parse_options(self, text: &str) -> Result<Options, OptionError> {
        Options::parse(self.options(), self.name(), text)
    }

    /// Episodes (or generations) when nobody says how many.
    #[must_use]
    pub fn default_episodes(self, preset: Preset) -> u64 {
        let [published, best] = self.facts().episodes;
        match preset {
            Preset::Published => published,
            Preset::Best => best,
        }
    }

    /// A learner that knows nothing yet.
    ///
    /// # Errors
    /// When the board is too large for the method, or the budget ends before a population is made.
    pub(crate) fn learner<const W: usize>(
        self,
        rules: Rules,
        options: &Options,
        seed: Seed,
        budget: &mut Budget,
    ) -> Result<Box<dyn Learner<W>>, TrainError> {
        Ok(match self {
            Method::Td0 => Box::new(Td0::new(rules, options)),
            Method::SelfPlay => Box::new(SelfPlay::new(rules, options)),
            Method::QLearning => Box::new(QLearning::new(rules, options, false)),
            Method::Sarsa => Box::new(QLearning::new(rules, options, true)),
            Method::Genetic => Box::new(Breeding::new(rules, options, seed, budget)?),
            Method::NTuple => Box::new(NTuple::new(rules, options, seed)?),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn presets_set_what_methods_take_and_read_back() {
        for &method in Method::ALL {
            for &preset in Preset::ALL {
                let options = method.preset(preset);
                assert_eq!(method.parse_options(&options.full()).unwrap().full(), options.full(), "{method}");
                let budget = &mut Budget::unlimited();
                method.learner::<1>("3x3x3".parse().unwrap(), &options, Seed(1), budget).unwrap();
            }
        }
    }
}
