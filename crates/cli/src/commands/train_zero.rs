//! `kinrow train zero`: a network that learns by playing itself, and what is told meanwhile.

use std::time::Duration;

use kinrow_agent::Seed;
use kinrow_files::Kind;
use kinrow_learn::Preset;
use kinrow_training::{Goal, ZeroCourse, ZeroEvent, ZeroSettings, ZeroStart, ZeroTrained};
use kinrow_zero::{Look, NAME, PLAYOUTS};
use serde_json::json;

use crate::args::TrainOptions;
use crate::commands::{print_json, train};
use crate::failure::{CallError, Failure};
use crate::out::{complain, say};
use crate::progress::Progress;
use crate::{Context, setup, words};

/// Rounds when nobody says how many, or how long.
const ROUNDS: u64 = 64;

/// Whether a network is to be trained: by the method's name, or by what the file holds.
pub(crate) fn is_meant(options: &TrainOptions) -> bool {
    let is_network = |file| matches!(Kind::of_file(file), Ok(Some(Kind::Network)));
    match &options.method {
        Some(name) => name.eq_ignore_ascii_case(NAME),
        None => options.resume.as_deref().is_some_and(is_network),
    }
}

pub(crate) fn run(options: &TrainOptions, context: &Context) -> Result<(), Failure> {
    let settings = settings(options)?;
    let course = ZeroCourse::begin(&settings).map_err(train::failure)?;
    let begun = course.rounds();
    let progress = match settings.goal {
        Goal::Rounds(goal) => Progress::bar(goal),
        Goal::Time(time) => Progress::bar(time.as_secs()),
    };
    let mut quality = String::new();
    let mut listen = |event: ZeroEvent| match event {
        ZeroEvent::Round { rounds, games, policy_loss, value_loss, learning, left, .. } => {
            progress.at(if matches!(settings.goal, Goal::Rounds(_)) { rounds } else { learning.as_secs() });
            let numbers = [words::number(rounds), words::number(games)];
            let [policy, value] = [policy_loss, value_loss].map(|loss| format!("{loss:.3}"));
            let left = words::time(Duration::from_secs(left.as_secs()));
            let told = [
                ("rounds", numbers[0].as_str()),
                ("games", numbers[1].as_str()),
                ("policy", policy.as_str()),
                ("value", value.as_str()),
                ("left", left.as_str()),
                ("quality", quality.as_str()),
            ];
            progress.say(context.text.fill("train.zero-progress", &told));
        }
        ZeroEvent::Look(look) => quality = strength(&look, context),
    };
    if let Goal::Rounds(_) = settings.goal {
        progress.at(begun);
    }
    let trained = course.run(&context.text, &context.stop, &mut listen).map_err(train::failure)?;
    drop(progress);
    if options.json {
        print_json(&as_json(&trained));
    } else {
        report(&trained, context);
    }
    for warning in trained.drawn.map_err(train::failure)? {
        complain(&context.text.explain(&warning));
    }
    Ok(())
}

fn settings(options: &TrainOptions) -> Result<ZeroSettings, Failure> {
    if options.episodes.is_some() || options.checkpoint.is_some() {
        return Err(Failure::call(CallError::ZeroEpisodes {}));
    }
    if options.png && options.out.is_none() && options.resume.is_none() {
        return Err(Failure::call(CallError::PngOut {}));
    }
    let start = match &options.resume {
        Some(file) => {
            if !options.set.is_empty()
                || options.seed.is_some()
                || options.board.is_some()
                || options.preset.is_some()
            {
                return Err(Failure::call(CallError::ZeroFixed {}));
            }
            ZeroStart::Resumed { file: file.clone() }
        }
        None => {
            let rules = setup::rules(options.board.as_deref().unwrap_or("3x3x3"))?;
            let mut chosen = kinrow_zero::preset(rules, options.preset.unwrap_or(Preset::Best));
            for part in options.set.iter().flat_map(|set| set.split(',')) {
                let (name, value) = part.split_once('=').unwrap_or((part, ""));
                chosen.set(NAME, name.trim(), value.trim()).map_err(Failure::call)?;
            }
            ZeroStart::New { rules, options: chosen, seed: Seed(options.seed.unwrap_or(1)) }
        }
    };
    let goal = match (options.rounds, options.minutes) {
        (None, Some(minutes)) => Goal::Time(Duration::from_secs(60 * minutes)),
        (rounds, _) => Goal::Rounds(rounds.unwrap_or(ROUNDS)),
    };
    let TrainOptions { png, force, .. } = *options;
    Ok(ZeroSettings { start, goal, out: options.out.clone(), png, force })
}

/// How it fares against the fixed opponents, in a few words.
fn strength(look: &Look, context: &Context) -> String {
    let share = |tally: &kinrow_game::Tally| format!("{:.0}", 100.0 * tally.score().unwrap_or(0.0));
    let (random, mcts, playouts) = (share(&look.random), share(&look.mcts), PLAYOUTS.to_string());
    let elo = format!("{:.0}", look.elo);
    let told = [
        ("random", random.as_str()),
        ("mcts", mcts.as_str()),
        ("playouts", playouts.as_str()),
        ("elo", elo.as_str()),
    ];
    let said = context.text.fill("train.zero-strength", &told);
    match look.audit_losses {
        Some([x, o]) => {
            let (x, o) = (words::number(x), words::number(o));
            said + &context.text.fill("train.audit", &[("x", &x), ("o", &o)])
        }
        None => said,
    }
}

fn report(trained: &ZeroTrained, context: &Context) {
    let header = &trained.model.header;
    let numbers = [header.rounds, header.games, header.positions].map(words::number);
    let time = words::time(trained.learning);
    let [policy, value] = [header.policy_loss, header.value_loss].map(|loss| format!("{loss:.3}"));
    let told = [
        ("board", header.rules.as_str()),
        ("rounds", numbers[0].as_str()),
        ("games", numbers[1].as_str()),
        ("positions", numbers[2].as_str()),
        ("time", time.as_str()),
        ("policy", policy.as_str()),
        ("value", value.as_str()),
    ];
    say!("{}", context.text.fill("train.zero-done", &told));
    if let Some(look) = trained.curve.last() {
        say!("{}", strength(look, context));
    }
    if let Some(file) = &trained.file {
        let file = file.display().to_string();
        let key = if trained.was_stopped { "train.zero-stopped" } else { "train.saved" };
        say!("{}", context.text.fill(key, &[("file", file.as_str()), ("method", NAME)]));
    }
}

fn as_json(trained: &ZeroTrained) -> serde_json::Value {
    let header = &trained.model.header;
    let seconds = trained.learning.as_secs_f64();
    json!({
        "method": NAME,
        "board": header.rules,
        "options": header.options,
        "seed": header.seed,
        "kernel": header.kernel,
        "rounds": header.rounds,
        "games": header.games,
        "positions": header.positions,
        "policy_loss": header.policy_loss,
        "value_loss": header.value_loss,
        "complete": !trained.was_stopped,
        "curve": trained.curve,
        "learning_ms": seconds * 1000.0,
        "games_per_second": trained.games as f64 / seconds.max(1e-9),
        "file": trained.file.as_ref().map(|file| file.display().to_string()),
    })
}
