//! `kinrow train`: turns experience into a player, and shows the curve.

use std::time::Duration;

use kinrow_agent::Seed;
use kinrow_game::Side;
use kinrow_learn::{Checkpoint, Experience, Keeps, Method, Preset, Rivals, TrainEvent};
use kinrow_training::{Course, CourseError, Settings, Start, Trained, TrainingError};
use serde_json::json;

use crate::args::TrainOptions;
use crate::commands::{audit, print_json, train_advice, train_zero};
use crate::failure::{CallError, Failure};
use crate::out::{complain, say};
use crate::progress::Progress;
use crate::{Context, setup, words};

pub(crate) fn run(options: &TrainOptions, context: &Context) -> Result<(), Failure> {
    if train_advice::is_wanted(options) {
        return train_advice::run(options, context);
    }
    if train_zero::is_meant(options) {
        return train_zero::run(options, context);
    }
    if options.rounds.is_some() || options.minutes.is_some() {
        return Err(Failure::call(CallError::RoundsZero {}));
    }
    let course = Course::begin(&settings(options)?).map_err(failure)?;
    let (begun, goal) = (course.episodes(), course.goal());
    let progress = Progress::bar(goal);
    progress.at(begun);
    let mut last: Option<Checkpoint> = None;
    let mut listen = |event: TrainEvent<'_>| match event {
        TrainEvent::Progress { episodes, learning } => {
            progress.at(episodes);
            let rate = rate(episodes - begun, learning);
            let quality = last.as_ref().map(|look| quality(look, context)).unwrap_or_default();
            progress.say(context.text.fill("train.progress", &[("rate", &rate), ("quality", &quality)]));
        }
        TrainEvent::Checkpoint(look) => last = Some(look.clone()),
    };
    let trained = course.run(&context.text, &context.stop, &mut listen).map_err(failure)?;
    drop(progress);
    if options.json {
        print_json(&as_json(&trained, goal));
    } else {
        report(&trained, goal, context);
        report_memory(&trained, goal, context);
    }
    for warning in trained.drawn.map_err(failure)? {
        complain(&context.text.explain(&warning));
    }
    Ok(())
}

/// What was wrong about the call is told from what failed later.
pub(super) fn failure(error: TrainingError) -> Failure {
    match error {
        TrainingError::File(error) => error.into(),
        TrainingError::Chart(_)
        | TrainingError::Course(
            CourseError::Discarded { .. }
            | CourseError::RoundsDiscarded { .. }
            | CourseError::Diverged { .. },
        ) => Failure::job(error),
        _ => Failure::call(error),
    }
}

fn settings(options: &TrainOptions) -> Result<Settings, Failure> {
    if options.png && options.out.is_none() && options.resume.is_none() {
        return Err(Failure::call(CallError::PngOut {}));
    }
    let start = match &options.resume {
        Some(file) => {
            let fixed = || Failure::call(CallError::ResumeFixed {});
            let positions = match options.set.as_slice() {
                [] => None,
                [set] => Some(set.strip_prefix("positions=").ok_or_else(fixed)?.to_string()),
                _ => return Err(fixed()),
            };
            if options.preset.is_some() || options.seed.is_some() || options.board.is_some() {
                return Err(fixed());
            }
            let method = options.method.as_deref().map(Method::find).transpose().map_err(Failure::call)?;
            Start::Resumed { file: file.clone(), method, positions }
        }
        None => {
            let name = options.method.as_deref().ok_or_else(|| Failure::call(CallError::NoMethod {}))?;
            let method = Method::find(name).map_err(Failure::call)?;
            let preset = options.preset.unwrap_or(Preset::Best);
            let mut settings = method.preset(preset);
            for part in options.set.iter().flat_map(|set| set.split(',')) {
                let (name, value) = part.split_once('=').unwrap_or((part, ""));
                settings.set(method.name(), name.trim(), value.trim()).map_err(Failure::call)?;
            }
            let rules = setup::rules(options.board.as_deref().unwrap_or("3x3x3"))?;
            let seed = Seed(options.seed.unwrap_or(1));
            Start::New { method, preset, options: settings, rules, seed }
        }
    };
    let TrainOptions { episodes, checkpoint, png, force, .. } = *options;
    Ok(Settings { start, episodes, checkpoint, out: options.out.clone(), png, force })
}

fn as_json(trained: &Trained, goal: u64) -> serde_json::Value {
    let header = &trained.model.header;
    let seconds = trained.learning.as_secs_f64();
    let mut fields = json!({
        "method": header.method,
        "board": header.rules,
        "preset": header.preset,
        "options": header.options,
        "seed": header.seed,
        "episodes": header.episodes,
        "training": header.training,
        "positions": header.positions,
        "full_at": header.full_at,
        "memory_bytes": trained.bytes,
        "complete": header.episodes >= goal,
        "curve": trained.curve,
        "learning_ms": seconds * 1000.0,
        "episodes_per_second": trained.episodes as f64 / seconds.max(1e-9),
        "file": trained.file.as_ref().map(|file| file.display().to_string()),
    });
    audit::insert(&mut fields, header.audit.as_ref().map(|audits| audits.each_ref().map(Some)));
    fields
}

fn rate(episodes: u64, learning: Duration) -> String {
    words::number((episodes as f64 / learning.as_secs_f64().max(1e-9)) as u64)
}

/// How good the learner is now, in a few words.
fn quality(look: &Checkpoint, context: &Context) -> String {
    if let Some([_, mean, best]) = look.fitness {
        let (best, mean) = (format!("{best:.3}"), format!("{mean:.3}"));
        return context.text.fill("train.fitness", &[("best", &best), ("mean", &mean)]);
    }
    let (wins, games) = (words::number(look.random.wins), words::number(look.random.games()));
    let random = context.text.fill("train.random", &[("wins", &wins), ("games", &games)]);
    let random = match &look.rivals {
        Some(rivals) => random + &rivals_quality(rivals, context),
        None => random,
    };
    match look.audit_losses {
        Some([x, o]) => {
            let (x, o) = (words::number(x), words::number(o));
            random + &context.text.fill("train.audit", &[("x", &x), ("o", &o)])
        }
        None => random,
    }
}

/// The same against opponents that search.
fn rivals_quality(rivals: &Rivals, context: &Context) -> String {
    let mut told = String::new();
    for (key, tally) in [("train.mcts", &rivals.mcts), ("train.alphabeta", &rivals.alphabeta)] {
        let (wins, games) = (words::number(tally.wins), words::number(tally.games()));
        told += &context.text.fill(key, &[("wins", &wins), ("games", &games)]);
    }
    if let Some([wrong, asked]) = rivals.mistakes {
        let (wrong, asked) = (words::number(wrong), words::number(asked));
        told += &context.text.fill("train.mistakes", &[("mistakes", &wrong), ("asked", &asked)]);
    }
    told
}

fn report(trained: &Trained, goal: u64, context: &Context) {
    let Trained { learning, was_stopped, .. } = *trained;
    let header = &trained.model.header;
    let numbers = [header.episodes, header.positions].map(words::number);
    let (rate, time) = (rate(trained.episodes, learning), words::time(learning));
    let told = [
        ("method", header.method.name()),
        ("board", header.rules.as_str()),
        ("preset", header.preset.as_str()),
        ("episodes", numbers[0].as_str()),
        ("positions", numbers[1].as_str()),
        ("rate", rate.as_str()),
        ("time", time.as_str()),
    ];
    let key = match (header.method.experience(), header.method.keeps()) {
        (Experience::Games, Keeps::Positions) => "train.done",
        (Experience::Games, Keeps::Weights) => "train.weighed",
        (Experience::Generations, _) => "train.bred",
    };
    say!("{}", context.text.fill(key, &told));
    if let Some(look) = trained.curve.last() {
        say!("{}", quality(look, context));
    }
    for (side, found) in Side::BOTH.into_iter().zip(header.audit.iter().flatten()) {
        say!("{}", audit::summary(side, found, context));
    }
    if let Some(file) = &trained.file {
        let (file, total) = (file.display().to_string(), goal.to_string());
        let told = [("file", file.as_str()), ("method", header.method.name()), ("episodes", total.as_str())];
        let key = if was_stopped { "train.stopped" } else { "train.saved" };
        say!("{}", context.text.fill(key, &told));
    }
}

/// What the table takes, and whether it was large enough.
fn report_memory(trained: &Trained, goal: u64, context: &Context) {
    let (header, bytes) = (&trained.model.header, trained.bytes);
    if header.method.experience() == Experience::Generations {
        return;
    }
    let each = words::number(bytes as u64 / header.positions.max(1));
    let total = format!("{:.2}", bytes as f64 / 1e6);
    let key = match header.method.keeps() {
        Keeps::Positions => "train.memory",
        Keeps::Weights => "train.memory-weights",
    };
    say!("{}", context.text.fill(key, &[("total", &total), ("each", &each)]));
    let Some(episode) = header.full_at else { return };
    let (episode, positions) = (words::number(episode), words::number(header.positions));
    let (episodes, more) = (goal.saturating_mul(2).to_string(), (header.positions * 10).to_string());
    let file = trained.file.as_ref().map(|file| file.display().to_string());
    let told = [
        ("episode", episode.as_str()),
        ("positions", positions.as_str()),
        ("each", each.as_str()),
        ("board", header.rules.as_str()),
        ("method", header.method.name()),
        ("file", file.as_deref().unwrap_or_default()),
        ("episodes", episodes.as_str()),
        ("more", more.as_str()),
    ];
    let key = if file.is_some() { "train.full-saved" } else { "train.full" };
    say!("{}", context.text.fill(key, &told));
}
