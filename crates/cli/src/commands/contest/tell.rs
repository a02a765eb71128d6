//! What the tables and the machine-readable output of matches and tournaments have in common.

use kinrow_arena::statistics::Tally;
use kinrow_arena::{Contest, Forfeits, Line, Schedule, Scoreboard};
use serde_json::{Map, Value, json};

use super::{Played, has_clock};
use crate::{Context, words};

/// A player's letter in a table: A to Z, then a to z.
pub(crate) fn letter(player: usize) -> char {
    let first = if player < 26 { b'A' } else { b'a' };
    char::from(first + (player % 26) as u8)
}

/// The lines above a table: what was played.
pub(crate) fn heading(contest: &Contest, board: &Scoreboard, context: &Context) -> Vec<String> {
    let text = &context.text;
    let mut parts = vec![
        contest.rules.to_string(),
        text.fill("contest.openings", &[("openings", &contest.openings.choice().to_string())]),
        text.fill("contest.seed", &[("seed", &contest.seed.0.to_string())]),
    ];
    if has_clock(contest) {
        let tolerance = format!("{} ms", contest.tolerance.as_millis());
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
pub(crate) fn introduce(contest: &Contest, player: usize) -> String {
    let entrant = &contest.entrants[player];
    let name = match entrant.name == entrant.given {
        true => entrant.name.clone(),
        false => format!("{} = {}", entrant.name, entrant.given),
    };
    let limits = entrant.limits.to_string();
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
pub(crate) fn player_json(contest: &Contest, board: &Scoreboard, player: usize) -> Map<String, Value> {
    let (entrant, line) = (&contest.entrants[player], &board.lines[player]);
    let per_move = |count: u64| (line.cost.moves > 0).then(|| count as f64 / line.cost.moves as f64);
    let Forfeits { time, illegal, error } = line.forfeits;
    let value = json!({
        "name": entrant.name,
        "spec": entrant.spec,
        "limits": entrant.limits.to_string(),
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
pub(crate) fn head_json(
    kind: &str,
    contest: &Contest,
    schedule: &Schedule,
    played: &Played,
) -> Map<String, Value> {
    let value = json!({
        "kind": kind,
        "board": contest.rules.to_string(),
        "openings": contest.openings.choice().to_string(),
        "seed": contest.seed.0,
        "tolerance_ms": contest.tolerance.as_millis() as u64,
        "complete": played.failure.is_none(),
        "games_asked": schedule.games(),
        "games": played.board.games,
        "different": played.board.different,
    });
    match value {
        Value::Object(fields) => fields,
        _ => Map::new(),
    }
}
