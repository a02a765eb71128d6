//! `kinrow count`: how large a game is.

mod list;

use std::ops::ControlFlow;

use kinrow_game::Rules;
use kinrow_game::count::{Count, CountLimits, count};
use serde_json::{Value, json};

use crate::Context;
use crate::args::CountOptions;
use crate::commands::print_json;
use crate::failure::Failure;
use crate::out::say;
use crate::progress::Progress;
use crate::{setup, words};

pub(crate) fn run(options: &CountOptions, context: &Context) -> Result<(), Failure> {
    let rules = setup::rules(&options.board)?;
    if let Some(path) = &options.list {
        return list::run(rules, path, options.force, context);
    }
    let limits = CountLimits { depth: options.depth, megabytes: options.memory };
    let progress = Progress::bar(1000);
    let mut watch = |at: kinrow_game::count::CountProgress| {
        let (ply, plies) = (at.ply.to_string(), at.plies.to_string());
        progress.at((1000.0 * (at.ply as f64 + at.part) / (at.plies as f64 + 1.0)) as u64);
        progress.say(context.text.fill("count.progress", &[("ply", &ply), ("plies", &plies)]));
        if context.stop.is_stopped() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    let counted = count(rules, limits, &mut watch).map_err(Failure::job)?;
    drop(progress);
    if options.json {
        print_json(&to_json(rules, &counted));
    } else {
        show(rules, &counted, context);
    }
    Ok(())
}

/// A count as a JSON number, or as text where no JSON reader's number would hold it.
fn big(number: u128) -> Value {
    u64::try_from(number).map_or_else(|_| number.to_string().into(), Value::from)
}

fn to_json(rules: Rules, count: &Count) -> Value {
    json!({
        "board": rules.to_string(),
        "complete": !count.is_cut,
        "states": count.states(),
        "classes": count.classes(),
        "games": big(count.total_games()),
        "x_wins": big(count.games.x_wins),
        "o_wins": big(count.games.o_wins),
        "draws": big(count.games.draws),
        "nodes": big(count.nodes()),
        "perft": count.perft.iter().map(|&number| big(number)).collect::<Vec<_>>(),
        "states_by_ply": count.states_by_ply,
        "classes_by_ply": count.classes_by_ply,
        "terminal_states": {
            "x_wins": count.terminal_states.x_wins,
            "o_wins": count.terminal_states.o_wins,
            "draws": count.terminal_states.draws,
        },
        "terminal_classes": count.terminal_classes,
    })
}

fn show(rules: Rules, count: &Count, context: &Context) {
    let text = &context.text;
    say!("{}", context.style.strong(&rules.to_string()));
    let rows: [(&str, u128); 11] = [
        ("count.states", count.states().into()),
        ("count.classes", count.classes().into()),
        ("count.nodes", count.nodes()),
        ("count.games", count.total_games()),
        ("count.x-wins", count.games.x_wins),
        ("count.o-wins", count.games.o_wins),
        ("count.draws", count.games.draws),
        ("count.terminal-x", count.terminal_states.x_wins.into()),
        ("count.terminal-o", count.terminal_states.o_wins.into()),
        ("count.terminal-draws", count.terminal_states.draws.into()),
        ("count.terminal-classes", count.terminal_classes.into()),
    ];
    for (key, number) in rows {
        say!("{:>30}  {}", words::number(number), text.get(key));
    }
    let heading = [
        ("count.ply", 4),
        ("count.column-perft", 31),
        ("count.column-states", 21),
        ("count.column-classes", 21),
    ];
    let heading: String = heading.iter().map(|(key, width)| words::right(text.get(key), *width)).collect();
    say!("\n{heading}");
    for (ply, &sequences) in count.perft.iter().enumerate() {
        let of = |column: &[u64]| words::number(column[ply]);
        let (states, classes) = (of(&count.states_by_ply), of(&count.classes_by_ply));
        say!("{ply:>4} {:>30} {states:>20} {classes:>20}", words::number(sequences));
    }
    if count.is_cut {
        say!("{}", text.get("count.cut"));
    }
}
