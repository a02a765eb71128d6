//! What an agent thinks of a position: its choice, and the value of every move.

use std::time::Instant;

use kinrow_agent::{
    Action, Agent, AgentError, Bound, Decision, Guide, Ignore, Limits, Proven, Rated, RatedMoves, Statistics,
    Thinking, Value,
};
use kinrow_game::{Game, Outcome, Point, Position};
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
    let mut decision = agent.choose(position, &first, thinking)?;
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
    if wants_values {
        agree(&mut rated, &mut decision, values.as_ref());
        sort(&mut rated, &decision);
    }
    Ok(Analysis { decision, rated, values, is_stopped: thinking.stop.is_stopped() })
}

/// Makes one result of what one or two searches said, so that the headline and the table never say two things of a move.
/// A proof wins over an estimate, wherever it was found; among estimates those of the search that compared all moves count.
fn agree(rated: &mut Vec<Rated<Point>>, decision: &mut Decision<Point>, values: Option<&Statistics>) {
    // A search that was stopped in the middle of an iteration may have found that another of its lines is better.
    decision.best.sort_by(|one, other| rank(other.value).total_cmp(&rank(one.value)));
    if let Some(best) = decision.best.first() {
        (decision.action, decision.value) = (Action::Play(best.mv), best.value);
        decision.line.clone_from(&best.line);
    } else if let Some(values) = values.filter(|_| !decision.value.is_proven()) {
        let known = rated.iter().filter(|rated| rated.value != Value::Unknown);
        let best = known.reduce(|best, next| if rank(next.value) > rank(best.value) { next } else { best });
        let chosen = rated.iter().find(|rated| Some(rated.mv) == decision.mv());
        if let Some(best) = best.copied() {
            let is_chosen = chosen.is_some_and(|chosen| rank(chosen.value) >= rank(best.value));
            if !is_chosen {
                decision.action = Action::Play(best.mv);
                decision.line = vec![best.mv];
            }
            decision.value = best.value;
            decision.statistics.depth = values.depth;
        }
    }
    let Some(mv) = decision.mv().filter(|_| decision.value != Value::Unknown) else { return };
    match rated.iter_mut().find(|rated| rated.mv == mv) {
        Some(chosen) => chosen.value = decision.value,
        None => rated.push(Rated { mv, value: decision.value, visits: None, guide: None }),
    }
    let Value::Proven(Proven { outcome, .. }) = decision.value else { return };
    // No move gets more than the position is worth.
    for other in rated.iter_mut().filter(|other| outcome < Outcome::Win && !other.value.is_proven()) {
        other.value = Value::AtMost(Bound::Proven(Proven { outcome, plies: None }));
    }
}

/// The best first. Where the search says itself which are the best, in which order and with which values, it has the word;
/// elsewhere the one that was chosen comes first, and the others go by visits where playouts were counted, by value where
/// not.
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
            .then(is_chosen(b).cmp(&is_chosen(a)))
            .then(b.visits.cmp(&a.visits))
            .then(rank(b.value).total_cmp(&rank(a.value)))
            .then(certain(b.value).cmp(&certain(a.value)))
    });
}

/// A number that sorts values of one search from lost to won; a bound stands beside the value it names.
pub(crate) fn rank(value: Value) -> f64 {
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

    /// Whoever is asked, wherever, and however little it may spend: the headline is the table's first row, and no row says
    /// that there is better.
    #[test]
    fn the_headline_is_the_first_row_of_the_table() {
        let positions = [
            ("3x3x3", "b2 a1"),
            ("4x4x4", "b2 c3 b3"),
            ("5x5x4", "c3 c4 d3"),
            ("7x6x4:drop", "d1 d2 c1"),
            ("8x8x5", "d4 e5 d5 e4 d6"),
            ("15x15x5", "h8 i9 g7 f6 i7 h7"),
        ];
        let specs = [
            "alphabeta:eval=runs,near=1",
            "engine:lines=5",
            "engine",
            "mcts",
            "solve:distance=on",
            "minimax:eval=runs,depth=2",
        ];
        for (rules, moves) in positions {
            let (position, _) = Position::new(rules.parse().unwrap()).play_moves(moves).unwrap();
            for spec in specs {
                for limits in ["nodes=300,playouts=300", "nodes=3000,playouts=3000"] {
                    let mut agent = catalogue::build(&spec.parse().unwrap(), Seed(1)).unwrap();
                    let limits = limits.parse().unwrap();
                    if agent.accepts(&position, &limits).is_err() {
                        continue;
                    }
                    let mut ignore = Ignore;
                    let mut thinking = Thinking::new(Stop::new(), &mut ignore);
                    let Analysis { decision, rated, .. } =
                        analyze(&mut *agent, &position, &limits, true, &mut thinking).unwrap();
                    let told = || format!("{spec} on {rules}: {decision:?} {rated:?}");
                    if decision.value == Value::Unknown {
                        assert!(rated.iter().all(|rated| rated.value == Value::Unknown), "{}", told());
                        continue;
                    }
                    assert_eq!(
                        (Some(rated[0].mv), rated[0].value),
                        (decision.mv(), decision.value),
                        "{}",
                        told()
                    );
                    if rated[0].visits.is_none() {
                        assert!(
                            rated.iter().all(|each| rank(each.value) <= rank(rated[0].value)),
                            "{}",
                            told()
                        );
                    }
                }
            }
        }
    }

    #[test]
    fn proofs_win_over_estimates() {
        let proven = |outcome| Value::Proven(Proven { outcome, plies: Some(4) });
        let rated = |index, value| Rated { mv: Point::from_index(index), value, visits: None, guide: None };
        let agreed = |value, moves: &[Rated<Point>]| {
            let mut decision = Decision { value, ..Decision::of(Point::from_index(0)) };
            let mut moves = moves.to_vec();
            agree(&mut moves, &mut decision, Some(&Statistics::default()));
            sort(&mut moves, &decision);
            (
                decision.mv().unwrap().index(),
                decision.value,
                moves.iter().map(|each| each.value).collect::<Vec<_>>(),
            )
        };
        // Found by the choice, and nothing of the others is known.
        let unknown = [rated(0, Value::Unknown), rated(1, Value::Unknown)];
        let won = proven(Outcome::Win);
        assert_eq!(agreed(won, &unknown), (0, won, vec![won, Value::Unknown]));
        // Found by the search of all moves.
        assert_eq!(agreed(Value::Points(80), &[rated(0, Value::Points(15)), rated(1, won)]).0, 1);
        // In a lost position nothing is better than lost, whatever was guessed.
        let (lost, bound) = (
            proven(Outcome::Loss),
            Value::AtMost(Bound::Proven(Proven { outcome: Outcome::Loss, plies: None })),
        );
        assert_eq!(
            agreed(lost, &[rated(0, lost), rated(1, Value::Points(15))]),
            (0, lost, vec![lost, bound])
        );
        // Two numbers for one move: that of the search which compared them.
        let [high, low] = [Value::Points(80), Value::Points(15)];
        assert_eq!(
            agreed(high, &[rated(0, low), rated(1, Value::Points(7))]),
            (0, low, vec![low, Value::Points(7)])
        );
    }

    #[test]
    fn a_stop_is_told() {
        let stop = Stop::new();
        stop.stop();
        let stopped = analysis_of("alphabeta:depth=3", "15x15x5", "", true, &stop);
        assert!(stopped.is_stopped && stopped.values.is_none());
    }
}
