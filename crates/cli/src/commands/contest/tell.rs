//! What the tables and the machine-readable output of matches and tournaments have in common.

use kinrow_arena::{Forfeits, Line, Plan, Scoreboard};
use kinrow_game::Tally;
use serde_json::{Map, Value, json};

use super::Played;
use crate::{Context, words};

/// A player's letter in a table: A to Z, then a to z.
pub(crate) fn letter(player: usize) -> char {
    let first = if player < 26 { b'A' } else { b'a' };
    char::from(first + (player % 26) as u8)
}

/// The lines above a table: what was played.
pub(crate) fn heading(plan: &Plan, board: &Scoreboard, context: &Context) -> Vec<String> {
    let text = &context.text;
    let mut parts = vec![
        plan.board.to_string(),
        text.fill("contest.openings", &[("openings", &plan.openings)]),
        text.fill("contest.seed", &[("seed", &plan.seed.to_string())]),
    ];
    if plan.has_clock() {
        let tolerance = format!("{} ms", plan.tolerance_ms);
        parts.push(text.fill("contest.tolerance", &[("tolerance", &tolerance)]));
    }
    let counts = [("games", words::number(board.games)), ("different", words::number(board.different))];
    let counts = counts.each_ref().map(|(name, value)| (*name, value.as_str()));
    let mut lines = vec![parts.join(" · "), text.fill("contest.games", &counts)];
    if 2 * board.different < board.games {
        lines.push(context.style.warning(text.get("contest.repeated")));
    }
    lines
}

/// A player and what it may spend: `A  deep = alphabeta:depth=6  (nodes=1000)`.
pub(crate) fn introduce(plan: &Plan, player: usize) -> String {
    let agent = &plan.agents[player];
    let name = match agent.name == agent.given {
        true => agent.name.clone(),
        false => format!("{} = {}", agent.name, agent.given),
    };
    let limits = agent.limits.to_string();
    let limits = if limits.is_empty() { limits } else { format!("  ({limits})") };
    format!("{}  {name}{limits}", letter(player))
}

/// A share of one as people write it.
pub(crate) fn percent(share: Option<f64>) -> String {
    share.map_or_else(|| "–".into(), |share| format!("{:.1}%", 100.0 * share))
}

/// Points: whole, or with a half.
pub(crate) fn points(points: f64) -> String {
    if points.fract() == 0.0 { format!("{points:.0}") } else { format!("{points:.1}") }
}

/// Nodes a move, rounded.
pub(crate) fn nodes_per_move(line: &Line) -> String {
    if line.cost.moves == 0 {
        return "–".into();
    }
    words::number(((line.cost.nodes as f64 / line.cost.moves as f64).round()) as u64)
}

pub(crate) fn tally_json(tally: &Tally) -> Value {
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
pub(crate) fn player_json(plan: &Plan, board: &Scoreboard, player: usize) -> Map<String, Value> {
    let (agent, line) = (&plan.agents[player], &board.lines[player]);
    let per_move = |count: u64| (line.cost.moves > 0).then(|| count as f64 / line.cost.moves as f64);
    let Forfeits { time, illegal, error } = line.forfeits;
    let value = json!({
        "name": agent.name,
        "spec": agent.spec,
        "limits": agent.limits.to_string(),
        "all": tally_json(&line.all()),
        "first": tally_json(&line.as_first),
        "second": tally_json(&line.as_second),
        "forfeits": { "time": time, "illegal": illegal, "error": error },
        "nodes_per_move": per_move(line.cost.nodes),
        "playouts_per_move": per_move(line.cost.playouts),
    });
    match value {
        Value::Object(fields) => fields,
        _ => Map::new(),
    }
}

/// What was asked for and how much of it there is.
pub(crate) fn head_json(kind: &str, plan: &Plan, played: &Played) -> Map<String, Value> {
    let value = json!({
        "kind": kind,
        "board": plan.board.to_string(),
        "openings": plan.openings,
        "seed": plan.seed,
        "tolerance_ms": plan.tolerance_ms,
        "complete": played.failure.is_none(),
        "games_asked": plan.games,
        "games": played.board.games,
        "different": played.board.different,
    });
    match value {
        Value::Object(fields) => fields,
        _ => Map::new(),
    }
}
