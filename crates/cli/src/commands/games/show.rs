//! `kinrow games show`: one game with everything that is known of it.

use std::io::IsTerminal;
use std::time::Duration;

use kinrow_agent::{Bound, GameRecord, MoveRecord, Proven, Statistics, Value};
use kinrow_game::{Coordinates, Game, Outcome, Point, Position, Side};
use kinrow_record::exchange::positions;
use kinrow_record::store::{GameId, Listed, StoreError};

use super::{failed, replay};
use crate::args::GamesShowOptions;
use crate::database::open_to_read;
use crate::failure::{CallError, Failure};
use crate::input::Input;
use crate::out::say;
use crate::{Context, columns, out, terminal, words};

pub(crate) fn run(options: &GamesShowOptions, context: &Context) -> Result<(), Failure> {
    let id = GameId(options.id);
    let Some(store) = open_to_read(options.db.as_deref())? else {
        return Err(Failure::call(StoreError::NoGame { given: options.id }));
    };
    let record = store.game(id).map_err(failed)?;
    if options.json {
        out::write(&record.to_json());
        return Ok(());
    }
    let (start, after) = positions(&record).map_err(Failure::job)?;
    if options.replay {
        let is_terminal = std::io::stdin().is_terminal() && std::io::stdout().is_terminal();
        let mut input = is_terminal.then(|| Input::new(context.stop.clone()));
        replay::run(&record, &start, &after, Coordinates::Letters, input.as_mut(), context);
        return Ok(());
    }
    if let Some(at) = options.at {
        let last = after.len();
        if at > last {
            return Err(Failure::call(CallError::NoSuchMove { given: at, last }));
        }
        out::write(&board(&start, &after, at, Coordinates::Letters, context));
        return Ok(());
    }
    let listed = store.listed(id).map_err(failed)?;
    head(&listed, &record, context);
    for line in columns::lay_out(&moves(&record, &start, context), &[1, 2, 3]) {
        say!("{line}");
    }
    say!("");
    out::write(&board(&start, &after, after.len(), Coordinates::Letters, context));
    let last = after.last().map_or(&start, |(_, position)| position);
    say!("{}", context.style.strong(&words::ending(&context.text, Coordinates::Letters, last, &record)));
    Ok(())
}

/// The board after so many moves.
pub(super) fn board(
    start: &Position,
    after: &[(Point, Position)],
    at: usize,
    coordinates: Coordinates,
    context: &Context,
) -> String {
    match at.checked_sub(1).map(|before| after[before]) {
        None => terminal::draw_in(coordinates, start, None, context.style),
        Some((point, position)) => terminal::draw_in(coordinates, &position, Some(point), context.style),
    }
}

fn head(listed: &Listed, record: &GameRecord, context: &Context) {
    let text = &context.text;
    let stored = listed.stored.replace('T', " ").replace('Z', " UTC");
    let told = [("id", listed.id.0.to_string()), ("rules", record.rules.clone()), ("stored", stored)];
    let told: Vec<(&str, &str)> = told.iter().map(|(name, value)| (*name, value.as_str())).collect();
    say!("{}", context.style.strong(&text.fill("games.head", &told)));
    if let Some((run, number)) = listed.run {
        let (run, number) = (run.0.to_string(), (number + 1).to_string());
        say!("{}", text.fill("games.of-run", &[("run", &run), ("number", &number)]));
    }
    for (side, agent) in [(context.style.x("X"), &record.x), (context.style.o("O"), &record.o)] {
        let limits = if agent.limits.is_empty() { String::new() } else { format!("  ({})", agent.limits) };
        say!("{side}  {}{limits}", agent.spec);
    }
    say!("{}", text.fill("games.seed", &[("seed", &record.seed.to_string())]));
    if let Some(start) = &record.start {
        say!("{}", text.fill("games.start", &[("start", start)]));
    }
    say!("");
}

/// The moves with what is known of each.
fn moves(record: &GameRecord, start: &Position, context: &Context) -> Vec<Vec<String>> {
    let mut side = start.to_move();
    let given = record.opening.iter().map(|mv| (mv, None));
    let chosen = record.moves.iter().map(|mv| (&mv.mv, Some(mv)));
    let row = |(at, (name, mv)): (usize, (&String, Option<&MoveRecord>))| {
        let letter = side.to_string();
        side = side.opponent();
        let told = match mv {
            None => context.text.get("games.given").to_string(),
            Some(mv) => told(mv, context),
        };
        vec![format!("{:>3}", at + 1), letter, name.clone(), told]
    };
    given.chain(chosen).enumerate().map(row).collect()
}

/// What an agent thought of its move, and what the move cost.
fn told(mv: &MoveRecord, context: &Context) -> String {
    let statistics = Statistics {
        nodes: mv.nodes,
        playouts: mv.playouts,
        time: Duration::try_from_secs_f64(mv.time_ms / 1000.0).unwrap_or_default(),
        ..Statistics::default()
    };
    let value = value(&mv.value).map_or_else(|| mv.value.clone(), |value| words::value(&context.text, value));
    format!("{value} · {}", words::cost(&context.text, &statistics))
}

/// The value that a record names: what `Value` writes. Anything else is told as it stands.
fn value(text: &str) -> Option<Value> {
    let result = |text: &str| {
        let (name, plies) = text.split_once(" in ").map_or((text, None), |(name, plies)| (name, Some(plies)));
        let outcome = match name {
            "win" => Outcome::Win,
            "draw" => Outcome::Draw,
            "loss" => Outcome::Loss,
            _ => return None,
        };
        Some(Proven { outcome, plies: plies.map(str::parse).transpose().ok()? })
    };
    if text == "?" {
        return Some(Value::Unknown);
    }
    if let Some(bound) = text.strip_prefix("<=") {
        return value(bound).and_then(Bound::of).map(Value::AtMost);
    }
    if let Some(bound) = text.strip_prefix(">=") {
        return value(bound).and_then(Bound::of).map(Value::AtLeast);
    }
    if let Some(likely) = text.strip_prefix("likely ") {
        return result(likely).map(Value::Likely);
    }
    if text.starts_with(['+', '-']) {
        return text.parse().ok().map(Value::Points);
    }
    result(text).map(Value::Proven).or_else(|| text.parse().ok().map(Value::Chance))
}

/// The letter of whoever made a move, for a line above the board.
pub(super) fn mover(start: &Position, at: usize) -> Side {
    if at.is_multiple_of(2) { start.to_move().opponent() } else { start.to_move() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_read_back() {
        let proven = Proven { outcome: Outcome::Loss, plies: Some(4) };
        let values = [
            Value::Unknown,
            Value::Proven(proven),
            Value::Likely(proven),
            Value::Proven(Proven { outcome: Outcome::Draw, plies: None }),
            Value::Points(0),
            Value::Points(-12),
            Value::Chance(0.125),
            Value::AtMost(Bound::Chance(0.125)),
            Value::AtLeast(Bound::Proven(proven)),
            Value::AtMost(Bound::Likely(proven)),
        ];
        for value in values {
            assert_eq!(super::value(&value.to_string()), Some(value));
        }
        for text in ["good", "win in a while", "<=", "<=<=0.5", ">=+12"] {
            assert_eq!(super::value(text), None, "{text}");
        }
    }
}
