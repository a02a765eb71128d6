//! A review as machine-readable output.

use kinrow_agent::{Limits, Value};
use kinrow_game::{Game, Point, Side};
use serde_json::json;

use crate::mark::Mark;
use crate::passage::Passage;
use crate::review::{Review, ReviewedMove};
use crate::settle::chance;
use crate::summary::Summary;

impl Review {
    /// As JSON: `board`, `start`, `agent`, `limits`, `moves`, `x`, `o`, `turning_point` and `stopped`; only the moves of one
    /// side where only that is asked for.
    #[must_use]
    pub fn to_json(
        &self,
        passage: &Passage,
        agent: &str,
        limits: &Limits,
        only: Option<Side>,
    ) -> serde_json::Value {
        let is_asked = |side: Side| only.is_none_or(|only| only == side);
        let moves = self.moves.iter().filter(|mv| is_asked(mv.side));
        let mut json = json!({
            "board": passage.start().rules().to_string(),
            "start": passage.start().to_string(),
            "agent": agent,
            "limits": limits.to_string(),
            "moves": moves.map(|mv| move_json(mv, passage)).collect::<Vec<_>>(),
            "turning_point": self.turning_point.map(|at| self.moves[at].number),
            "stopped": self.is_stopped,
        });
        for (side, summary) in Side::BOTH.into_iter().zip(&self.sides).filter(|(side, _)| is_asked(*side)) {
            json[lower(side)] = summary_json(summary);
        }
        json
    }
}

fn lower(side: Side) -> String {
    side.to_string().to_lowercase()
}

fn move_json(mv: &ReviewedMove, passage: &Passage) -> serde_json::Value {
    let name = |point: &Point| passage.start().name(*point);
    let names = |line: &[Point]| line.iter().map(name).collect::<Vec<_>>();
    json!({
        "number": mv.number,
        "side": lower(mv.side),
        "move": name(&mv.mv),
        "before": value_json(mv.before),
        "after": value_json(mv.after),
        "loss": mv.loss,
        "mark": mv.mark.map(Mark::name),
        "proven": mv.is_proven,
        "better": mv.better.as_ref().map(|better| json!({ "move": name(&better.mv), "line": names(&better.line) })),
        "reply": names(&mv.reply),
    })
}

fn value_json(value: Value) -> serde_json::Value {
    let mut json =
        json!({ "value": value.to_json(), "certainty": value.certainty(), "chance": chance(value) });
    if let Some(plies) = value.result().and_then(|proven| proven.plies) {
        json["plies"] = plies.into();
    }
    json
}

fn summary_json(summary: &Summary) -> serde_json::Value {
    json!({
        "moves": summary.moves,
        "judged": summary.judged,
        "average_loss": summary.average_loss,
        "inaccuracies": summary.count(Mark::Inaccuracy),
        "mistakes": summary.count(Mark::Mistake),
        "blunders": summary.count(Mark::Blunder),
        "missed_wins": summary.count(Mark::MissedWin),
    })
}
