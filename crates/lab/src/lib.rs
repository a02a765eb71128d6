//! Composes, measures and records: the catalogue of agents, analysis, the bench, and the text that people read.

pub mod analysis;
pub mod arena;
pub mod bench;
pub mod catalogue;
pub mod chart;
pub mod curves;
pub mod exchange;
pub mod experiment;
pub mod files;
pub mod gomocup;
pub mod report;
pub mod session;
mod spec;
pub mod states;
pub mod steps;
pub mod store;
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
        catalogue::LearnerError::KEYS,
        kinrow_learn::AuditError::KEYS,
        kinrow_learn::GraphError::KEYS,
        kinrow_learn::MethodError::KEYS,
        kinrow_learn::ModelError::KEYS,
        kinrow_learn::genetic::SizeError::KEYS,
        kinrow_learn::genetic::SaveError::KEYS,
        files::FileError::KEYS,
        arena::ContestError::KEYS,
        arena::ListError::KEYS,
        arena::OpeningError::KEYS,
        arena::statistics::SprtError::KEYS,
        &["entrants-line", "openings-line"],
        gomocup::external::ExternalError::KEYS,
        session::SessionError::KEYS,
        store::StoreError::KEYS,
        states::StatesError::KEYS,
        exchange::FormatError::KEYS,
        &["exchange-game", "exchange-file"],
        steps::ShowError::KEYS,
        chart::ChartError::KEYS,
        chart::ChartWarning::KEYS,
        experiment::Mistake::KEYS,
        experiment::RunError::KEYS,
        &["moves-number", "model-file", "experiment-line"],
    ]
    .concat()
}
