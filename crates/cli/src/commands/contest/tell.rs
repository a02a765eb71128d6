//! What the tables of matches and tournaments have in common.

use kinrow_arena::{Line, Plan, Scoreboard};

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
