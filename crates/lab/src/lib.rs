//! Composes, measures and records: the catalogue of agents, analysis, the bench, and the text that people read.

pub mod analysis;
pub mod bench;
pub mod catalogue;
pub mod files;
mod spec;
mod text;

pub use spec::{AgentSpec, NameError, SpecError};
pub use text::{Language, Text};

/// The catalogue key of every error that a user can meet, for tests of the translations.
#[must_use]
pub fn error_keys() -> Vec<&'static str> {
    [
        kinrow_game::RulesError::KEYS,
        kinrow_game::MoveError::KEYS,
        kinrow_game::SetupError::KEYS,
        kinrow_game::TreeError::KEYS,
        kinrow_game::count::CountError::KEYS,
        kinrow_game::notation::PointError::KEYS,
        kinrow_game::notation::PositionError::KEYS,
        kinrow_agent::LimitsError::KEYS,
        kinrow_agent::AgentError::KEYS,
        kinrow_agent::RecordError::KEYS,
        kinrow_search::solve::SolveError::KEYS,
        kinrow_agent::OptionError::KEYS,
        NameError::KEYS,
        files::FileError::KEYS,
        &["moves-number"],
    ]
    .concat()
}
