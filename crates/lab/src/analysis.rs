//! What an agent thinks of a position: its choice, and the value of every move.

use kinrow_agent::{Agent, AgentError, Decision, Ignore, Limits, Rated, Thinking, Value};
use kinrow_game::{Game, Point, Position};
use serde_json::{Map, json};

/// An agent's opinion of a position.
#[derive(Clone, Debug)]
pub struct Analysis {
    /// What it would do, with its value, line and cost.
    pub decision: Decision<Point>,
    /// Every move it has an opinion of, the best first.
    pub rated: Vec<Rated<Point>>,
}

/// Asks for a choice; and where the search for it did not also tell the value of every move, for these. What the second
/// question costs is not counted: the statistics are the choice's own.
///
/// # Errors
/// As [`Agent::choose`].
pub fn analyze(
    agent: &mut dyn Agent<Position>,
    position: &Position,
    limits: &Limits,
    thinking: &mut Thinking<'_, Point>,
) -> Result<Analysis, AgentError> {
    let decision = agent.choose(position, limits, thinking)?;
    let mut rated = decision.rated.clone();
    if rated.len() < position.moves().count() && !thinking.stop.is_stopped() {
        let mut ignore = Ignore;
        let mut second = Thinking::new(thinking.stop.clone(), &mut ignore);
        let again = agent.rate(position, limits, &mut second)?;
        if again.len() > rated.len() {
            rated = again;
        }
    }
    // The best first; among equals the one that was chosen.
    let is_chosen = |rated: &Rated<Point>| Some(rated.mv) == decision.mv();
    rated.sort_by(|a, b| {
        rank(b.value)
            .total_cmp(&rank(a.value))
            .then(is_chosen(b).cmp(&is_chosen(a)))
            .then(b.visits.cmp(&a.visits))
    });
    Ok(Analysis { decision, rated })
}

/// A number that sorts values of one search from lost to won.
pub(crate) fn rank(value: Value) -> f64 {
    use kinrow_game::Outcome;
    match value {
        Value::Proven(proven) | Value::Likely(proven) => {
            let plies = f64::from(proven.plies.unwrap_or(0));
            match proven.outcome {
                Outcome::Win => 1e12 - plies,
                // Between a lower and a higher half: a draw is even points, or half a chance.
                Outcome::Draw => 0.0,
                Outcome::Loss => -1e12 + plies,
            }
        }
        Value::Points(points) => f64::from(points),
        Value::Chance(chance) => chance - 0.5,
        Value::Unknown => -1e13,
    }
}

/// A value's fields for machine-readable output.
pub fn value_fields(value: Value) -> Map<String, serde_json::Value> {
    let mut fields = Map::new();
    fields.insert("value".into(), value.to_json());
    fields.insert("certainty".into(), value.certainty().into());
    if let Some(plies) = value.result().and_then(|proven| proven.plies) {
        fields.insert("plies".into(), plies.into());
    }
    fields
}

impl Analysis {
    /// As machine-readable output: `best`, `value`, `certainty`, `nodes`, `time_ms`, `line`, `moves` and more.
    #[must_use]
    pub fn to_json(&self, position: &Position, agent: &str) -> serde_json::Value {
        let name = |point: &Point| position.name(*point);
        let statistics = self.decision.statistics;
        let moves: Vec<serde_json::Value> = self
            .rated
            .iter()
            .map(|rated| {
                let mut fields = Map::new();
                fields.insert("move".into(), name(&rated.mv).into());
                fields.extend(value_fields(rated.value));
                if let Some(visits) = rated.visits {
                    fields.insert("visits".into(), visits.into());
                }
                fields.into()
            })
            .collect();
        let mut fields = Map::new();
        fields.insert("position".into(), position.text().into());
        fields.insert("agent".into(), agent.into());
        fields.insert("best".into(), self.decision.mv().as_ref().map(name).into());
        fields.extend(value_fields(self.decision.value));
        fields.insert("line".into(), self.decision.line.iter().map(name).collect::<Vec<_>>().into());
        fields.insert("nodes".into(), statistics.nodes.into());
        fields.insert("leaves".into(), statistics.leaves.into());
        fields.insert("cutoffs".into(), statistics.cutoffs.into());
        fields.insert("table_hits".into(), statistics.table_hits.into());
        fields.insert("depth".into(), statistics.depth.into());
        fields.insert("playouts".into(), statistics.playouts.into());
        fields.insert("time_ms".into(), json!(statistics.time.as_secs_f64() * 1000.0));
        fields.insert("moves".into(), moves.into());
        fields.into()
    }
}
