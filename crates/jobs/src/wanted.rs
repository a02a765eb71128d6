//! What somebody asks for, as a page sends it and as it is kept. No file and no program can be named in it.

use kinrow_agent::{OptionError, Options};
use kinrow_game::{Explain, Rules};
use kinrow_learn::{Keeps, Method, Preset, places_within};
use kinrow_zero as zero;
use serde::{Deserialize, Serialize};

use crate::bounds::JobBounds;
use crate::error::JobError;
use crate::measuring::Measuring;
use crate::playing::Playing;

/// A refusal, to be told in the page's language.
pub type Refusal = Box<dyn Explain + Send>;

pub(crate) fn refuse(error: impl Explain + Send + 'static) -> Refusal {
    Box::new(error)
}

/// What somebody asks for.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum Wanted {
    /// A training.
    Train(Learning),
    /// Games between agents.
    Contest(Playing),
    /// An experiment.
    Experiment(Measuring),
}

/// A training.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Learning {
    /// How: a method's name, or `zero`.
    pub method: String,
    /// The game.
    pub rules: String,
    /// Where the options come from.
    #[serde(default = "best")]
    pub preset: String,
    /// Options that differ from the preset, as `alpha=0.2,epsilon=0.1`.
    #[serde(default)]
    pub options: String,
    /// Games, generations or rounds in all.
    pub goal: u64,
    /// Where randomness comes from.
    #[serde(default = "one")]
    pub seed: u64,
}

fn best() -> String {
    Preset::Best.name().to_string()
}

fn one() -> u64 {
    1
}

/// More games than anybody waits for.
const MOST_GAMES: u64 = 1_000_000_000;

/// A training whose words have been read.
#[derive(Clone, Debug)]
pub(crate) struct Checked {
    pub(crate) way: Way,
    pub(crate) rules: Rules,
    pub(crate) options: Options,
}

/// How something learns.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Way {
    /// By a method of [`kinrow_learn`].
    Method(Method, Preset),
    /// By a network.
    Zero,
}

impl Learning {
    /// Reads what was asked for.
    pub(crate) fn check(&self, bounds: &JobBounds) -> Result<Checked, Refusal> {
        let rules: Rules = self.rules.parse().map_err(|error: kinrow_game::RulesError| refuse(error))?;
        let unknown_preset = || {
            let (option, given) = ("preset".into(), self.preset.clone());
            refuse(OptionError::Value { option, given, right: Preset::NAMES.join("|") })
        };
        let preset = Preset::of(&self.preset).ok_or_else(unknown_preset)?;
        if self.goal == 0 || self.goal > MOST_GAMES {
            return Err(refuse(JobError::Goal { given: self.goal, most: MOST_GAMES }));
        }
        let is_zero = self.method == zero::NAME;
        let (way, mut options) = if is_zero {
            (Way::Zero, zero::preset(rules, preset))
        } else {
            let method = Method::find(&self.method).map_err(|_| {
                let known = Method::NAMES.iter().copied().chain([zero::NAME]).collect::<Vec<_>>().join(", ");
                refuse(JobError::Method { given: self.method.clone(), known })
            })?;
            let mut options = method.preset(preset);
            // Without a word about it, a table is as large as a job may be.
            if method.keeps() == Keeps::Positions {
                let places = places_within(rules, bounds.megabytes);
                if options.whole::<usize>("positions").is_some_and(|usual| usual > places) {
                    options.set(method.name(), "positions", &places.to_string()).map_err(refuse)?;
                }
            }
            (Way::Method(method, preset), options)
        };
        for part in self.options.split(',').filter(|part| !part.trim().is_empty()) {
            let (name, value) = part.split_once('=').unwrap_or((part, ""));
            options.set(&self.method, name.trim(), value.trim()).map_err(refuse)?;
        }
        if let Some(positions) = options.whole::<u64>("positions") {
            let places = places_within(rules, bounds.megabytes) as u64;
            if positions > places {
                let megabytes = positions.saturating_mul(bounds.megabytes) / places.max(1);
                return Err(refuse(JobError::Memory { megabytes, most: bounds.megabytes }));
            }
        }
        Ok(Checked { way, rules, options })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn learning(method: &str, rules: &str, options: &str, goal: u64) -> Learning {
        let (method, rules, options) = (method.into(), rules.into(), options.into());
        Learning { method, rules, preset: best(), options, goal, seed: 1 }
    }

    #[test]
    fn what_cannot_be_done_is_refused() {
        let bounds = JobBounds::default();
        assert!(learning("selfplay", "3x3x3", "alpha=0.2", 100).check(&bounds).is_ok());
        assert!(learning("zero", "3x3x3", "games=16", 4).check(&bounds).is_ok());
        for (wrong, key) in [
            (learning("chess", "3x3x3", "", 1), "job-method"),
            (learning("td0", "3x3x3", "file=/etc/passwd", 1), "option-unknown"),
            (learning("td0", "3x3x3", "", 0), "job-goal"),
            (learning("td0", "3x3x3", "", 2_000_000_000), "job-goal"),
            (learning("td0", "15x15x5", "positions=100000000", 1), "job-memory"),
        ] {
            let refusal = wrong.check(&bounds).unwrap_err();
            assert_eq!(refusal.key(), key, "{refusal}");
        }
    }

    /// What a page does not say is not more than a job may have.
    #[test]
    fn a_table_is_as_large_as_it_may_be() {
        let bounds = JobBounds { megabytes: 10, ..JobBounds::default() };
        let checked =
            learning("td0", "7x7x5", "", 1).check(&bounds).unwrap_or_else(|refusal| panic!("{refusal}"));
        let places = places_within("7x7x5".parse().unwrap(), 10) as u64;
        assert_eq!(checked.options.whole::<u64>("positions"), Some(places));
    }
}
