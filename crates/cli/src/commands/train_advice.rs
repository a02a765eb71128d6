//! `kinrow train` without a method: which one can learn the board, and how long that takes here.

use std::time::Duration;

use kinrow_training::{Reason, Suggestion, advise};
use serde_json::json;

use crate::Context;
use crate::args::TrainOptions;
use crate::commands::print_json;
use crate::failure::Failure;
use crate::out::say;
use crate::{setup, words};

/// Each method is tried for so long.
const MOMENT: Duration = Duration::from_millis(300);

/// Whether nothing but a board was named.
pub(crate) fn is_wanted(options: &TrainOptions) -> bool {
    let TrainOptions { method, board: _, episodes, rounds, minutes, seed, preset, .. } = options;
    let TrainOptions { set, out, resume, checkpoint, png, force, json: _, .. } = options;
    let numbers = [*episodes, *rounds, *minutes, *seed, *checkpoint];
    let is_named = method.is_some() || preset.is_some() || out.is_some() || resume.is_some();
    !is_named && numbers.iter().all(Option::is_none) && set.is_empty() && !png && !force
}

pub(crate) fn run(options: &TrainOptions, context: &Context) -> Result<(), Failure> {
    let rules = setup::rules(options.board.as_deref().unwrap_or("3x3x3"))?;
    let suggestions = advise(rules, MOMENT);
    if options.json {
        let methods: Vec<_> = suggestions.iter().map(as_json).collect();
        print_json(&json!({ "board": rules.to_string(), "methods": methods }));
        return Ok(());
    }
    say!("{}", context.text.fill("train.advice", &[("board", &rules.to_string())]));
    for suggestion in &suggestions {
        say!("\n{}", tell(suggestion, context));
        say!("  {}", context.style.strong(&suggestion.command));
    }
    say!("\n{}", context.text.get("train.advice-times"));
    Ok(())
}

fn tell(suggestion: &Suggestion, context: &Context) -> String {
    let Suggestion { method, reason, time, games, bytes, .. } = suggestion;
    let text = &context.text;
    let (games, memory) = (words::number(*games), format!("{:.1}", *bytes as f64 / 1e6));
    let (time, pace) = (duration(*time, context), |pace: f64| words::number(pace as u64));
    let (key, number) = match reason {
        Reason::Table { classes } => ("train.advice-table", words::number(*classes)),
        Reason::Tuples => ("train.advice-tuples", String::new()),
        Reason::Network { evaluations_per_second } => ("train.advice-network", pace(*evaluations_per_second)),
    };
    let why = text.fill(key, &[("number", &number)]);
    let told = [
        ("method", *method),
        ("time", time.as_str()),
        ("games", games.as_str()),
        ("memory", memory.as_str()),
        ("why", why.as_str()),
    ];
    text.fill("train.advice-method", &told)
}

/// As coarse as an estimate is.
fn duration(time: Duration, context: &Context) -> String {
    let seconds = time.as_secs_f64();
    let (key, number) = match seconds {
        ..100.0 => ("train.advice-seconds", seconds),
        ..6000.0 => ("train.advice-minutes", seconds / 60.0),
        _ => ("train.advice-hours", seconds / 3600.0),
    };
    context.text.fill(key, &[("number", &format!("{:.0}", number.max(1.0).round()))])
}

fn as_json(suggestion: &Suggestion) -> serde_json::Value {
    let mut fields = json!({
        "method": suggestion.method,
        "command": suggestion.command,
        "seconds": suggestion.time.as_secs_f64(),
        "games": suggestion.games,
        "memory_bytes": suggestion.bytes,
    });
    match suggestion.reason {
        Reason::Table { classes } => fields["classes"] = classes.into(),
        Reason::Tuples => {}
        Reason::Network { evaluations_per_second } => {
            fields["evaluations_per_second"] = evaluations_per_second.into();
        }
    }
    fields
}
