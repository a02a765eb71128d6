//! What is told of jobs and models: plain data, without a path in it.

use kinrow_agent::RecordedResult;
use kinrow_learn::Audit;
use serde::Serialize;

use crate::label::Label;
use crate::saved::{Progress, State, Told};
use crate::wanted::Wanted;

/// A job as it is shown.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct JobView {
    /// Its number.
    pub number: u64,
    /// What was asked for.
    pub wanted: Wanted,
    /// How it stands.
    pub state: State,
    /// How far it has come.
    #[serde(flatten)]
    pub progress: Progress,
    /// When it was asked for, in seconds since 1970.
    pub asked: u64,
    /// How long it has run, in milliseconds.
    pub spent_ms: u64,
    /// About how much longer it takes, in milliseconds; nothing while nobody knows.
    pub left_ms: Option<u64>,
    /// Why it failed, or ended early, in every language.
    #[serde(skip)]
    pub failure: Option<Told>,
    /// What its model is called, once it was saved under a name.
    pub label: Option<Label>,
    /// Whether there is a model to save.
    pub has_model: bool,
    /// Counts what there is to draw: another number, another chart.
    pub drawn: usize,
    /// How it fares now: its share of the points against random moves.
    pub strength: Option<f64>,
    /// Lines lost under audit on both sides together.
    pub lost: Option<f64>,
    /// As X and as O, what the audit at its end found.
    pub audit: Option<[AuditView; 2]>,
}

/// A game of a contest, as a list shows it.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct GameLine {
    /// Its number in the contest's record.
    pub id: i64,
    /// Who played X.
    pub x: String,
    /// Who played O.
    pub o: String,
    /// How it ended.
    pub result: RecordedResult,
    /// How many moves it has.
    pub plies: u64,
}

/// A game of a contest, to be looked at.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct PlayedGame {
    /// The rules.
    pub rules: String,
    /// Where it began, when not on the empty board.
    pub start: Option<String>,
    /// All moves, those of the opening first.
    pub moves: Vec<String>,
}

/// A model that has a label.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct ModelView {
    /// What it is called.
    pub label: Label,
    /// How it learned.
    pub method: String,
    /// The game.
    pub rules: String,
    /// Games, generations or rounds it has learned from.
    pub learned: u64,
    /// The size of its file, in bytes.
    pub bytes: u64,
    /// As X and as O, what an audit found; nothing where there was none.
    pub audit: Option<[AuditView; 2]>,
}

/// What an audit found on one side.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct AuditView {
    /// Lines in all.
    pub games: u64,
    /// Lines lost.
    pub losses: u64,
    /// The moves of one of them.
    pub first_loss: Option<Vec<String>>,
}

impl AuditView {
    /// Of both sides.
    pub(crate) fn of(audit: &[Audit; 2]) -> [AuditView; 2] {
        audit.each_ref().map(|Audit { games, losses, first_loss, .. }| AuditView {
            games: *games,
            losses: *losses,
            first_loss: first_loss.clone(),
        })
    }
}
