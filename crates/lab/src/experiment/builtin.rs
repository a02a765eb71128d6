//! The experiments that come with Kinrow. They are files like anybody's: nothing here knows what is in them.

use kinrow_game::closest;

use super::mistake::{ExperimentError, RunError};
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
