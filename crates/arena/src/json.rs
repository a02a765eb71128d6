//! What a contest said, as machine-readable output; docs/output.md describes the fields.

use kinrow_game::Tally;
use serde_json::{Map, Value, json};

use crate::statistics::{Outcomes, Sprt, Verdict};
use crate::{Forfeits, Format, Plan, Results, Schedule, Scoreboard, Standings};

/// What was asked for and how much of it there is.
#[must_use]
pub fn head(kind: &str, plan: &Plan, board: &Scoreboard, is_complete: bool) -> Map<String, Value> {
    fields(json!({
        "kind": kind,
        "board": plan.board.to_string(),
        "openings": plan.openings,
        "seed": plan.seed,
        "tolerance_ms": plan.tolerance_ms,
        "complete": is_complete,
        "games_asked": plan.games,
        "games": board.games,
        "different": board.different,
    }))
}

/// A match: what is said of the first agent against the second, and of the test that may have ended it.
#[must_use]
pub fn of_match(plan: &Plan, board: &Scoreboard, sprt: Option<Sprt>) -> Map<String, Value> {
    let pairs = board.pairs[0][1];
    let estimate = board.estimate(0, 1);
    let elo = estimate.map(|estimate| {
        let (low, high) = estimate.elo_interval();
        json!({ "value": estimate.elo(), "low": low, "high": high })
    });
    let sprt = sprt.map(|sprt| {
        let state = sprt.state(&Outcomes::of_pairs(pairs));
        let ([elo0, elo1], [alpha, beta], (low, high)) = (sprt.elo(), sprt.errors(), sprt.bounds());
        json!({
            "elo0": elo0,
            "elo1": elo1,
            "alpha": alpha,
            "beta": beta,
            "llr": state.ratio,
            "low": low,
            "high": high,
            "accepted": accepted(state.verdict),
        })
    });
    let players: Vec<Map<String, Value>> = (0..2).map(|number| player(plan, board, number)).collect();
    fields(json!({
        "agents": players,
        "elo": elo,
        "los": estimate.map(|estimate| estimate.superiority),
        "pentanomial": pairs,
        "sprt": sprt,
    }))
}

/// The hypothesis that a test accepts, by its name.
fn accepted(verdict: Verdict) -> Option<&'static str> {
    match verdict {
        Verdict::Open => None,
        Verdict::AcceptsFirst => Some("elo0"),
        Verdict::AcceptsSecond => Some("elo1"),
    }
}

/// A tournament: everybody's rating, and who scored what against whom.
#[must_use]
pub fn of_tournament(
    plan: &Plan,
    schedule: &Schedule,
    results: &Results,
    board: &Scoreboard,
) -> Map<String, Value> {
    let standings = Standings::of(board);
    let players = 0..plan.agents.len();
    let agents: Vec<Map<String, Value>> = players
        .clone()
        .map(|number| {
            let mut fields = player(plan, board, number);
            let rating = standings.ratings[number].map(|rating| {
                json!({
                    "elo": rating.elo,
                    "low": rating.elo - rating.margin,
                    "high": rating.elo + rating.margin,
                    "log_strength": rating.log_strength,
                    "standard_error": rating.standard_error,
                })
            });
            fields.insert("rating".into(), rating.into());
            fields
        })
        .collect();
    let cell = |one: usize, other: usize| {
        let games = &board.cross[one][other];
        if games.games() == 0 {
            return Value::Null;
        }
        let mut value = tally(games);
        value["pentanomial"] = json!(board.pairs[one][other]);
        value
    };
    let cross: Vec<Vec<Value>> =
        players.clone().map(|one| players.clone().map(|other| cell(one, other)).collect()).collect();
    let (name, steps) = match plan.format {
        Format::RoundRobin => ("roundrobin", None),
        Format::Gauntlet { .. } => ("gauntlet", None),
        Format::Ladder { steps } => ("ladder", Some(steps)),
    };
    fields(json!({
        "format": name,
        "steps": steps,
        "agents": agents,
        "standings": standings.order,
        "prior": standings.weakness.map(crate::statistics::Weakness::name),
        "cross": cross,
        "ladder": schedule.ladder(results),
    }))
}

fn tally(tally: &Tally) -> Value {
    json!({
        "games": tally.games(),
        "wins": tally.wins,
        "draws": tally.draws,
        "losses": tally.losses,
        "points": tally.points(),
        "score": tally.score(),
    })
}

/// One player, as far as it does not differ from run to run.
fn player(plan: &Plan, board: &Scoreboard, number: usize) -> Map<String, Value> {
    let (agent, line) = (&plan.agents[number], &board.lines[number]);
    let per_move = |count: u64| (line.cost.moves > 0).then(|| count as f64 / line.cost.moves as f64);
    let Forfeits { time, illegal, error } = line.forfeits;
    fields(json!({
        "name": agent.name,
        "spec": agent.spec,
        "limits": agent.limits.to_string(),
        "all": tally(&line.all()),
        "first": tally(&line.as_first),
        "second": tally(&line.as_second),
        "forfeits": { "time": time, "illegal": illegal, "error": error },
        "nodes_per_move": per_move(line.cost.nodes),
        "playouts_per_move": per_move(line.cost.playouts),
    }))
}

fn fields(value: Value) -> Map<String, Value> {
    match value {
        Value::Object(fields) => fields,
        _ => Map::new(),
    }
}
