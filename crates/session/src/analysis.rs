//! What an agent thinks of a position: its choice, and the value of every move.

use std::time::Instant;

use kinrow_agent::{
    Agent, AgentError, Decision, Guide, Ignore, Limits, Rated, RatedMoves, Statistics, Thinking, Value,
};
use kinrow_game::{Game, Point, Position};
use serde_json::{Map, json};

/// An agent's opinion of a position.
#[derive(Clone, Debug)]
pub struct Analysis {
    /// What it would do, with its value, line and cost.
    pub decision: Decision<Point>,
    /// Every move it has an opinion of, the best first; of those in the decision's `best`, what is said there.
    pub rated: Vec<Rated<Point>>,
    /// What the search for these values cost, where it was one of its own.
    pub values: Option<Statistics>,
    /// Whether someone said stop before the end.
    pub is_stopped: bool,
}

/// Asks for a choice; and, if the value of every move is wanted and the search for a choice does not tell it, for these in a
/// second search. Both share the limits: the choice has half of them, the values have what is left.
///
/// # Errors
/// As [`Agent::choose`].
pub fn analyze(
    agent: &mut dyn Agent<Position>,
    position: &Position,
    limits: &Limits,
    wants_values: bool,
    thinking: &mut Thinking<'_, Point>,
) -> Result<Analysis, AgentError> {
    let started = Instant::now();
    let has_second = wants_values && agent.rates_apart();
    let first = if has_second { limits.half() } else { *limits };
    let decision = agent.choose(position, &first, thinking)?;
    let mut rated = if wants_values { decision.rated.clone() } else { Vec::new() };
    let mut values = None;
    let left = limits.after(decision.statistics.nodes, decision.statistics.playouts, started.elapsed());
    if let Some(left) = left.filter(|_| has_second && !thinking.stop.is_stopped()) {
        let mut ignore = Ignore;
        let mut second = Thinking::new(thinking.stop.clone(), &mut ignore);
        let RatedMoves { rated: again, statistics } = agent.rate(position, &left, &mut second)?;
        values = Some(statistics);
        if again.len() > rated.len() {
            rated = again;
        }
    }
    sort(&mut rated, &decision);
    Ok(Analysis { decision, rated, values, is_stopped: thinking.stop.is_stopped() })
}

/// The best first. Where the search says itself which are the best, in which order and with which values, it has the word;
/// elsewhere they go by value, and among equals the one that was chosen comes first.
fn sort(rated: &mut [Rated<Point>], decision: &Decision<Point>) {
    let place = |mv: Point| decision.best.iter().position(|best| best.mv == mv);
    for rated in &mut *rated {
        if let Some(place) = place(rated.mv) {
            rated.value = decision.best[place].value;
        }
    }
    let unplaced = decision.best.len();
    let is_chosen = |rated: &Rated<Point>| Some(rated.mv) == decision.mv();
    // What is bounded from above is rather less than its bound.
    let certain = |value: Value| match value {
        Value::AtMost(_) => -1,
        Value::AtLeast(_) => 1,
        _ => 0,
    };
    rated.sort_by(|a, b| {
        let places = place(a.mv).unwrap_or(unplaced).cmp(&place(b.mv).unwrap_or(unplaced));
        places
            .then(rank(b.value).total_cmp(&rank(a.value)))
            .then(certain(b.value).cmp(&certain(a.value)))
            .then(is_chosen(b).cmp(&is_chosen(a)))
            .then(b.visits.cmp(&a.visits))
    });
}

/// A number that sorts values of one search from lost to won; a bound stands beside the value it names.
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
        Value::AtMost(bound) | Value::AtLeast(bound) => rank(bound.into()),
        Value::Unknown => -1e13,
    }
}

impl Analysis {
    /// As machine-readable output: `best`, `value`, `certainty`, `nodes`, `time_ms`, `line`, `lines`, `moves`, `values` and more.
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
                fields.extend(rated.value.fields());
                if let Some(visits) = rated.visits {
                    fields.insert("visits".into(), visits.into());
                }
                fields.extend(rated.guide.into_iter().flat_map(Guide::fields));
                fields.into()
            })
            .collect();
        let mut fields = Map::new();
        fields.insert("position".into(), position.to_string().into());
        fields.insert("agent".into(), agent.into());
        fields.insert("best".into(), self.decision.mv().as_ref().map(name).into());
        fields.extend(self.decision.value.fields());
        fields.insert("line".into(), self.decision.line.iter().map(name).collect::<Vec<_>>().into());
        fields.extend(cost_fields(&statistics));
        let lines = self.decision.best.iter().map(|best| best.fields(Value::fields, name));
        fields.insert("lines".into(), lines.collect::<Vec<_>>().into());
        fields.insert("moves".into(), moves.into());
        fields.insert("values".into(), self.values.as_ref().map(cost_fields).into());
        fields.insert("stopped".into(), self.is_stopped.into());
        fields.into()
    }
}

/// What a search cost, for machine-readable output.
fn cost_fields(statistics: &Statistics) -> Map<String, serde_json::Value> {
    let counts = [
        ("nodes", statistics.nodes),
        ("leaves", statistics.leaves),
        ("cutoffs", statistics.cutoffs),
        ("table_hits", statistics.table_hits),
        ("depth", statistics.depth.into()),
        ("playouts", statistics.playouts),
    ];
    let mut fields: Map<String, serde_json::Value> =
        counts.into_iter().map(|(name, count)| (name.to_string(), count.into())).collect();
    fields.insert("time_ms".into(), json!(statistics.time.as_secs_f64() * 1000.0));
    fields
}

#[cfg(test)]
mod tests {
    use super::*;
    use kinrow_agent::{Bound, Candidate, Seed, Stop};
    use kinrow_players::catalogue;
    use kinrow_testing::several::Several;

    fn analysis_of(spec: &str, rules: &str, limits: &str, wants_values: bool, stop: &Stop) -> Analysis {
        let mut agent = catalogue::build(&spec.parse().unwrap(), Seed(1)).unwrap();
        let position = Position::new(rules.parse().unwrap());
        let mut ignore = Ignore;
        let mut thinking = Thinking::new(stop.clone(), &mut ignore);
        analyze(&mut *agent, &position, &limits.parse().unwrap(), wants_values, &mut thinking).unwrap()
    }

    #[test]
    fn both_searches_share_one_budget() {
        for spec in ["alphabeta:eval=runs,near=1", "alphabeta", "solve", "minimax:eval=runs", "averaging"] {
            for nodes in [1, 2, 100, 5000] {
                let of = |wants| analysis_of(spec, "15x15x5", &format!("nodes={nodes}"), wants, &Stop::new());
                let both = of(true);
                let second = both.values.map_or(0, |values| values.nodes);
                assert!(both.decision.statistics.nodes + second <= nodes, "{spec} {nodes}: {both:?}");
                let alone = of(false);
                assert!(alone.values.is_none() && alone.rated.is_empty(), "{spec}");
                assert!(alone.decision.statistics.nodes <= nodes);
            }
        }
        let playouts = analysis_of("mcts", "15x15x5", "playouts=50", true, &Stop::new());
        assert_eq!((playouts.decision.statistics.playouts, playouts.values), (50, None));
    }

    #[test]
    fn the_second_search_is_told_of_apart() {
        let alone = analysis_of("alphabeta", "3x3x3", "", false, &Stop::new());
        let both = analysis_of("alphabeta", "3x3x3", "", true, &Stop::new());
        assert_eq!(both.rated.len(), 9);
        // The choice costs the same, whether values are asked for or not.
        assert_eq!(both.decision.statistics.nodes, alone.decision.statistics.nodes);
        assert!(both.values.is_some_and(|values| values.nodes > alone.decision.statistics.nodes));
        let position = Position::new("3x3x3".parse().unwrap());
        let json = both.to_json(&position, "alphabeta");
        assert_eq!(json["values"]["nodes"], both.values.unwrap().nodes);
        assert_eq!(
            (&json["stopped"], &alone.to_json(&position, "")["values"]),
            (&false.into(), &json!(null))
        );
    }

    #[test]
    fn the_best_come_first_with_their_lines() {
        let position: Position = "3x3x3 X1O/1X1/3 o".parse().unwrap();
        let mut ignore = Ignore;
        let mut thinking = Thinking::new(Stop::new(), &mut ignore);
        let analysis = analyze(&mut Several, &position, &Limits::NONE, true, &mut thinking).unwrap();
        let json = analysis.to_json(&position, "several");
        let first = json!({ "move": "b3", "value": 0.64, "certainty": "estimate", "depth": 3, "line": ["b3", "a2", "c2"] });
        assert_eq!((json["lines"].as_array().map(Vec::len), &json["lines"][0]), (Some(3), &first));
        let moves: Vec<_> =
            json["moves"].as_array().unwrap().iter().map(|mv| mv["move"].as_str().unwrap()).collect();
        assert_eq!(moves, ["b3", "a2", "c2", "b1", "a1", "c1"]);
        let bounded = json!({ "move": "b1", "value": null, "at_most": 0.412, "certainty": "estimate" });
        assert_eq!((&json["moves"][2]["value"], &json["moves"][3]), (&json!(0.412), &bounded));
        assert_eq!(json["moves"][5]["plies"], 2);
    }

    #[test]
    fn what_the_search_says_of_its_best_moves_holds() {
        let rated = |index, value| Rated { mv: Point::from_index(index), value, visits: None, guide: None };
        let best =
            |index, value| Candidate { mv: Point::from_index(index), value, depth: 4, line: Vec::new() };
        let at_most = |chance| Value::AtMost(Bound::Chance(chance));
        let mut moves = vec![
            rated(0, at_most(0.9)),
            rated(1, Value::Chance(0.9)),
            rated(2, Value::Unknown),
            rated(3, Value::Chance(0.5)),
            rated(4, Value::AtLeast(Bound::Chance(0.9))),
        ];
        let mut decision = Decision::of(Point::from_index(3));
        decision.best = vec![best(3, Value::Chance(0.6)), best(2, Value::Chance(0.7))];
        sort(&mut moves, &decision);
        let order: Vec<usize> = moves.iter().map(|rated| rated.mv.index()).collect();
        assert_eq!(order, [3, 2, 4, 1, 0]);
        assert_eq!((moves[0].value, moves[1].value), (Value::Chance(0.6), Value::Chance(0.7)));
    }

    #[test]
    fn a_stop_is_told() {
        let stop = Stop::new();
        stop.stop();
        let stopped = analysis_of("alphabeta:depth=3", "15x15x5", "", true, &stop);
        assert!(stopped.is_stopped && stopped.values.is_none());
    }
}
