//! `kinrow train`: turns experience into a player, and shows the curve.

mod files;

use std::path::Path;
use std::time::Duration;

use kinrow_agent::{Seed, Stop};
use kinrow_game::Side;
use kinrow_learn::{Checkpoint, Experience, Method, Model, Preset, TrainEvent, Training, begin, resume};
use kinrow_players::catalogue::read_model;
use serde_json::json;

use self::files::Files;
use crate::args::TrainOptions;
use crate::commands::{audit, print_json};
use crate::failure::{CallError, Failure};
use crate::out::say;
use crate::progress::Progress;
use crate::{Context, setup, words};

pub(crate) fn run(options: &TrainOptions, context: &Context) -> Result<(), Failure> {
    let Start { mut training, episodes, mut files } = start(options)?;
    let begun = training.episodes();
    let progress = Progress::bar(episodes);
    progress.at(begun);
    let mut last: Option<Checkpoint> = None;
    let mut written: Result<(), Failure> = Ok(());
    let mut listen = |training: &dyn Training, event: TrainEvent<'_>| match event {
        TrainEvent::Progress { episodes, learning: so_far } => {
            progress.at(episodes);
            let rate = rate(episodes - begun, so_far);
            let quality = last.as_ref().map(|look| quality(look, context)).unwrap_or_default();
            progress.say(context.text.fill("train.progress", &[("rate", &rate), ("quality", &quality)]));
        }
        TrainEvent::Checkpoint(look) => {
            last = Some(look.clone());
            let is_due = options
                .checkpoint
                .is_some_and(|every| look.episode > 0 && look.episode.is_multiple_of(every));
            if is_due && let Some(files) = &mut files {
                written = files.save(&training.model(false, &Stop::new()));
                if written.is_err() {
                    context.stop.stop();
                }
            }
        }
    };
    let learning = training.run(episodes, options.checkpoint, &context.stop, &mut listen);
    drop(progress);
    written?;
    // What was learned is kept, whatever ended the training. After Ctrl-C there is no time for an audit.
    let was_stopped = context.stop.is_stopped();
    let model = training.model(!was_stopped, &Stop::new());
    let mut curve = model.header.curve.clone();
    if !was_stopped && curve.last().is_none_or(|last| last.episode < model.header.episodes) {
        // The curve that is kept has looks at fixed numbers only; what is shown ends where the training ended.
        curve.push(training.look_now(&Stop::new()));
    }
    let mut drawn = Ok(());
    if let Some(files) = &mut files {
        files.save(&model)?;
        drawn = files.draw(&model, &curve, context);
    } else if was_stopped {
        let episodes = words::number(model.header.episodes);
        return Err(Failure::job(CallError::Discarded { episodes }));
    }
    let out = files.as_ref().map(Files::model);
    let done = model.header.episodes - begun;
    if options.json {
        let mut fields = json!({
            "method": model.header.method,
            "board": model.header.rules,
            "preset": model.header.preset,
            "options": model.header.options,
            "seed": model.header.seed,
            "episodes": model.header.episodes,
            "training": model.header.training,
            "positions": model.header.positions,
            "full_at": model.header.full_at,
            "memory_bytes": training.bytes(),
            "complete": model.header.episodes >= episodes,
            "curve": curve,
            "learning_ms": learning.as_secs_f64() * 1000.0,
            "episodes_per_second": done as f64 / learning.as_secs_f64().max(1e-9),
            "file": out.map(|out| out.display().to_string()),
        });
        audit::insert(&mut fields, model.header.audit.as_ref().map(|audits| audits.each_ref().map(Some)));
        print_json(&fields);
        return drawn;
    }
    let stopped_before = was_stopped.then_some(episodes);
    report(&model, curve.last(), done, learning, out, stopped_before, context);
    report_memory(&model, training.bytes(), episodes, out, context);
    drawn
}

/// A new training, or one that goes on; how long it goes, and where it is saved.
struct Start {
    training: Box<dyn Training>,
    episodes: u64,
    files: Option<Files>,
}

fn start(options: &TrainOptions) -> Result<Start, Failure> {
    if options.png && options.out.is_none() && options.resume.is_none() {
        return Err(Failure::call(CallError::PngOut {}));
    }
    if let Some(path) = &options.resume {
        let places = match options.set.as_slice() {
            [] => None,
            [set] => Some(set.strip_prefix("positions=").ok_or(Failure::call(CallError::ResumeFixed {}))?),
            _ => return Err(Failure::call(CallError::ResumeFixed {})),
        };
        if options.preset.is_some() || options.seed.is_some() || options.board.is_some() {
            return Err(Failure::call(CallError::ResumeFixed {}));
        }
        let lock = files::lock_resumed(path, options)?;
        let mut model = read_model(path).map_err(Failure::call)?;
        let method = model.header.method;
        if options.method.as_ref().is_some_and(|given| Method::find(given) != Ok(method)) {
            return Err(Failure::call(CallError::ResumeMethod { method: method.to_string() }));
        }
        if let Some(places) = places {
            make_room(&mut model, method, places)?;
        }
        let training = resume(&model).map_err(Failure::call)?;
        let preset = Preset::of(&model.header.preset).unwrap_or(Preset::Published);
        let episodes = options.episodes.unwrap_or_else(|| method.default_episodes(preset));
        if episodes <= training.episodes() {
            let (file, episodes) = (path.display().to_string(), words::number(training.episodes()));
            return Err(Failure::call(CallError::ResumeDone { file, episodes }));
        }
        let files = Files::resumed(path, options, lock)?;
        return Ok(Start { training, episodes, files: Some(files) });
    }
    let name = options.method.as_deref().ok_or_else(|| Failure::call(CallError::NoMethod {}))?;
    let method = Method::find(name).map_err(Failure::call)?;
    let preset = options.preset.map_or(Preset::Best, Into::into);
    let mut settings = method.preset(preset);
    for part in options.set.iter().flat_map(|set| set.split(',')) {
        let (name, value) = part.split_once('=').unwrap_or((part, ""));
        settings.set(method.name(), name.trim(), value.trim()).map_err(Failure::call)?;
    }
    let rules = setup::rules(options.board.as_deref().unwrap_or("3x3x3"))?;
    let seed = Seed(options.seed.unwrap_or(1));
    let training = begin(method, preset, &settings, rules, seed).map_err(Failure::call)?;
    let episodes = options.episodes.unwrap_or_else(|| method.default_episodes(preset));
    let files = options.out.as_deref().map(|out| Files::new(out, options)).transpose()?;
    Ok(Start { training, episodes, files })
}

/// Gives a training that goes on more positions to learn about.
fn make_room(model: &mut Model, method: Method, places: &str) -> Result<(), Failure> {
    let mut settings = method.parse_options(&model.header.options).map_err(Failure::call)?;
    settings.set(method.name(), "positions", places).map_err(Failure::call)?;
    if settings.whole::<u64>("positions").is_some_and(|places| places < model.header.positions) {
        let (given, positions) = (places.to_string(), words::number(model.header.positions));
        return Err(Failure::call(CallError::ResumeRoom { given, positions }));
    }
    model.header.options = settings.full();
    model.header.full_at = None;
    Ok(())
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
    match look.audit_losses {
        Some([x, o]) => {
            let (x, o) = (words::number(x), words::number(o));
            random + &context.text.fill("train.audit", &[("x", &x), ("o", &o)])
        }
        None => random,
    }
}

fn report(
    model: &Model,
    last: Option<&Checkpoint>,
    done: u64,
    learning: Duration,
    out: Option<&Path>,
    stopped_before: Option<u64>,
    context: &Context,
) {
    let header = &model.header;
    let numbers = [header.episodes, header.positions].map(words::number);
    let (rate, time) = (rate(done, learning), words::time(learning));
    let told = [
        ("method", header.method.name()),
        ("board", header.rules.as_str()),
        ("preset", header.preset.as_str()),
        ("episodes", numbers[0].as_str()),
        ("positions", numbers[1].as_str()),
        ("rate", rate.as_str()),
        ("time", time.as_str()),
    ];
    let key = match header.method.experience() {
        Experience::Games => "train.done",
        Experience::Generations => "train.bred",
    };
    say!("{}", context.text.fill(key, &told));
    if let Some(look) = last {
        say!("{}", quality(look, context));
    }
    for (side, found) in Side::BOTH.into_iter().zip(header.audit.iter().flatten()) {
        say!("{}", audit::summary(side, found, context));
    }
    if let Some(out) = out {
        let file = out.display().to_string();
        let total = stopped_before.unwrap_or_default().to_string();
        let told = [("file", file.as_str()), ("method", header.method.name()), ("episodes", total.as_str())];
        let key = if stopped_before.is_some() { "train.stopped" } else { "train.saved" };
        say!("{}", context.text.fill(key, &told));
    }
}

/// What the table takes, and whether it was large enough.
fn report_memory(model: &Model, bytes: usize, episodes: u64, out: Option<&Path>, context: &Context) {
    let header = &model.header;
    if header.method.experience() == Experience::Generations {
        return;
    }
    let each = words::number(bytes as u64 / header.positions.max(1));
    let total = format!("{:.2}", bytes as f64 / 1e6);
    say!("{}", context.text.fill("train.memory", &[("total", &total), ("each", &each)]));
    let Some(episode) = header.full_at else { return };
    let (episode, positions) = (words::number(episode), words::number(header.positions));
    let (episodes, more) = (episodes.saturating_mul(2).to_string(), (header.positions * 10).to_string());
    let file = out.map(|out| out.display().to_string()).unwrap_or_default();
    let told = [
        ("episode", episode.as_str()),
        ("positions", positions.as_str()),
        ("each", each.as_str()),
        ("board", header.rules.as_str()),
        ("method", header.method.name()),
        ("file", file.as_str()),
        ("episodes", episodes.as_str()),
        ("more", more.as_str()),
    ];
    let key = if out.is_some() { "train.full-saved" } else { "train.full" };
    say!("{}", context.text.fill(key, &told));
}
