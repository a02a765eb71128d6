//! A network that is trained in a run before it plays: a participant whose method is `zero`.

use std::sync::Arc;

use kinrow_agent::{Options, Seed, Stop};
use kinrow_game::Rules;
use kinrow_learn::Preset;
use kinrow_zero::{DECLARED, NAME, RoundEnd, Training, Weights, Zero, ZeroOptions};

use super::participant::Models;

/// A network that is trained from nothing.
#[derive(Clone, Debug)]
pub struct NetworkSpec {
    /// Its preset; what that sets depends on the board.
    pub preset: Preset,
    /// What was set instead, as options.
    pub given: Vec<(String, String)>,
    /// How many rounds it learns.
    pub rounds: u64,
    /// How many in the full run: with fewer rounds it stopped early.
    pub full_rounds: u64,
}

impl NetworkSpec {
    /// Rounds when nobody says how many.
    pub(super) const ROUNDS: u64 = 64;

    /// Reads what was set (`simulations=16,full=1`), and checks it.
    pub(super) fn read(
        preset: Preset,
        given: &str,
        rounds: u64,
    ) -> Result<NetworkSpec, kinrow_agent::OptionError> {
        let mut known = Options::new(DECLARED);
        let mut options = Vec::new();
        for part in given.split(',').map(str::trim).filter(|part| !part.is_empty()) {
            let (name, value) = part.split_once('=').unwrap_or((part, ""));
            let (name, value) = (name.trim(), value.trim());
            known.set(NAME, name, value)?;
            options.push((name.to_string(), value.to_string()));
        }
        Ok(NetworkSpec { preset, given: options, rounds, full_rounds: rounds })
    }

    /// The same text for the same network.
    pub(super) fn spec(&self) -> String {
        let given: Vec<String> = self.given.iter().map(|(name, value)| format!("{name}={value}")).collect();
        format!("{NAME}:{} ({} {})", given.join(","), self.preset.name(), self.rounds)
    }

    fn options(&self, rules: Rules) -> Options {
        let mut options = kinrow_zero::preset(rules, self.preset);
        for (name, value) in &self.given {
            options.set(NAME, name, value).expect("checked when it was read");
        }
        options
    }

    fn train(&self, rules: Rules, seed: Seed, stop: &Stop) -> Result<Arc<Weights>, String> {
        let mut training = Training::new(rules, &self.options(rules), seed);
        for _ in 0..self.rounds {
            match training.round(stop) {
                RoundEnd::Done => {}
                RoundEnd::Stopped => break,
                RoundEnd::Diverged => {
                    return Err(format!("{}: its numbers grew beyond all bounds", self.spec()));
                }
            }
        }
        Ok(training.weights())
    }
}

/// The player, trained the first time it is asked for; nothing is drawn while it plays.
pub(super) fn player(
    network: &NetworkSpec,
    rules: Rules,
    seed: Seed,
    models: &Models,
    stop: &Stop,
) -> Result<Zero, String> {
    let name = format!("{rules} {} {}", seed.0, network.spec());
    let weights = models.networks.once(name, || network.train(rules, seed, stop))?;
    Ok(Zero::new(weights, ZeroOptions::default(), network.spec()))
}
