//! Whether every error that a user can meet has a sentence in every language.

use kinrow_arena as arena;
use kinrow_lab::experiment;
use kinrow_lab::states;
use kinrow_record::{exchange, store};
use kinrow_text::{Language, Text};

/// The key of each of them.
fn error_keys() -> Vec<&'static str> {
    [
        kinrow_env::BatchError::KEYS,
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
        kinrow_search::solve::SaveError::KEYS,
        kinrow_engine::WeightsError::KEYS,
        kinrow_proof::ReadError::KEYS,
        kinrow_proof::CheckError::KEYS,
        kinrow_prove::ProveError::KEYS,
        kinrow_engine::tune::TuneError::KEYS,
        kinrow_agent::OptionError::KEYS,
        kinrow_players::NameError::KEYS,
        kinrow_players::catalogue::LearnerError::KEYS,
        kinrow_learn::AuditError::KEYS,
        kinrow_learn::GraphError::KEYS,
        kinrow_learn::MethodError::KEYS,
        kinrow_learn::ModelError::KEYS,
        kinrow_learn::MistakesError::KEYS,
        kinrow_learn::NTupleError::KEYS,
        kinrow_learn::genetic::SizeError::KEYS,
        kinrow_learn::genetic::SaveError::KEYS,
        kinrow_files::FileError::KEYS,
        kinrow_training::CourseError::KEYS,
        arena::ContestError::KEYS,
        arena::FingerprintError::KEYS,
        arena::ShareError::KEYS,
        kinrow_arena::merging::MergeError::KEYS,
        kinrow_arena::recorded::ResumeError::KEYS,
        arena::ListError::KEYS,
        arena::OpeningError::KEYS,
        arena::SiftError::KEYS,
        arena::statistics::SprtError::KEYS,
        &["entrants-line", "openings-line", "puzzles-line"],
        kinrow_gomocup::external::ExternalError::KEYS,
        kinrow_session::SessionError::KEYS,
        kinrow_session::LearningError::KEYS,
        kinrow_study::ReviewError::KEYS,
        kinrow_study::puzzles::Flaw::KEYS,
        kinrow_study::puzzles::FindError::KEYS,
        kinrow_study::puzzles::PuzzleError::KEYS,
        store::StoreError::KEYS,
        states::StatesError::KEYS,
        exchange::FormatError::KEYS,
        &["exchange-game", "exchange-file"],
        kinrow_session::steps::ShowError::KEYS,
        kinrow_chart::ChartError::KEYS,
        kinrow_chart::ChartWarning::KEYS,
        experiment::Mistake::KEYS,
        experiment::RunError::KEYS,
        &["moves-number", "model-file", "weights-file", "experiment-line"],
    ]
    .concat()
}

#[test]
fn every_error_is_translated() {
    for &language in Language::ALL.iter().filter(|language| **language != Language::English) {
        let text = Text::new(language);
        for key in error_keys() {
            assert!(text.has(&format!("error.{key}")), "error.{key} has no sentence in {language:?}");
        }
    }
}
