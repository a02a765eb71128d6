//! The experiments that come with Kinrow. They are files like anybody's: nothing here knows what is in them.

use kinrow_game::closest;

use super::estimate::speed;
use super::file::{Experiment, Mode};
use super::words::Words;

use super::mistake::{ExperimentError, LineError, RunError};
use kinrow_files::read_text;

macro_rules! builtin {
    ($($name:literal),* $(,)?) => {
        /// Name and text of each.
        pub const BUILTIN: &[(&str, &str)] =
            &[$(($name, include_str!(concat!("../../experiments/", $name, ".toml")))),*];
    };
}

builtin!(
    "tree-growth",
    "minimax-vs-alphabeta",
    "isolated-points",
    "averaging-blunders",
    "larger-board",
    "mcts-budget",
    "td-curve",
    "genetic-curve",
    "everyone",
    "first-move",
    "symmetry",
    "gomoku-depth",
    "engine-parts",
    "beyond-tables",
    "zero-parts",
);

/// A built-in experiment as a list shows it.
#[derive(Clone, Debug)]
pub struct Listed {
    /// Its name.
    pub name: &'static str,
    /// In a few words.
    pub title: Words,
    /// What is asked.
    pub question: Words,
    /// Seconds that it will take here on every core, if it is known.
    pub seconds: Option<f64>,
    /// The same for the part that a minute allows.
    pub seconds_quick: Option<f64>,
}

/// The built-in experiments.
///
/// # Errors
/// Never, which a test sees to.
pub fn listed() -> Result<Vec<Listed>, LineError> {
    let cores = std::thread::available_parallelism().map_or(1, usize::from) as f64;
    let pace = speed() * cores;
    let list = |&(name, text): &(&'static str, &str)| {
        let full = Experiment::parse(name, text, Mode::Full)?;
        let quick = Experiment::parse(name, text, Mode::Quick)?;
        let seconds = |experiment: &Experiment| experiment.seconds().map(|seconds| seconds / pace);
        let (seconds, seconds_quick) = (seconds(&full), seconds(&quick));
        Ok(Listed { name, title: full.title, question: full.question, seconds, seconds_quick })
    };
    BUILTIN.iter().map(list).collect()
}

/// More than anybody writes by hand.
pub(super) const EXPERIMENT_MEGABYTES: u64 = 4;

/// The text of an experiment, and what to call it in errors: one of the built-in, or a file.
///
/// # Errors
/// When there is neither, or the file cannot be read.
pub fn find(given: &str) -> Result<(String, String), ExperimentError> {
    if let Some((name, text)) = BUILTIN.iter().find(|(name, _)| *name == given) {
        return Ok((format!("{name}.toml"), (*text).to_string()));
    }
    let path = std::path::Path::new(given);
    let is_file = path.is_file() || path.extension().is_some_and(|end| end == "toml");
    if !is_file {
        let names = || BUILTIN.iter().map(|(name, _)| *name);
        let (meant, known) = (closest(given, names()), names().collect::<Vec<_>>().join(", "));
        let given = given.into();
        return Err(match meant {
            Some(meant) => RunError::UnknownNear { given, meant: meant.into(), known }.into(),
            None => RunError::Unknown { given, known }.into(),
        });
    }
    Ok((given.to_string(), read_text(path, EXPERIMENT_MEGABYTES)?))
}
