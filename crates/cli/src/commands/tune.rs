//! `kinrow tune`: the weights of the engine's evaluation, fitted to games of its own.

use std::path::Path;

use kinrow_agent::Seed;
use kinrow_engine::tune::{self, Event, Example, Fitted, Plan, Tenth, TuneError};
use kinrow_engine::{Weights, WeightsError};
use kinrow_files::{Kind, Output, read_text};
use kinrow_game::{Explain, excerpt};
use serde_json::json;

use crate::Context;
use crate::args::TuneOptions;
use crate::columns::lay_out;
use crate::commands::print_json;
use crate::failure::Failure;
use crate::out::say;
use crate::progress::Progress;
use crate::{setup, words};

/// Weights are a few hundred numbers.
const WEIGHTS_MEGABYTES: u64 = 1;

/// What came of it.
struct Tuned {
    examples: Vec<Example>,
    fitted: Fitted,
}

pub(crate) fn run(options: &TuneOptions, context: &Context) -> Result<(), Failure> {
    let plan = Plan {
        rules: setup::rules(&options.board)?,
        games: options.games,
        nodes: options.nodes,
        seed: Seed(options.seed),
        workers: options.workers.map_or_else(cores, |workers| workers as usize),
    };
    plan.check().map_err(Failure::call)?;
    let first = options.from.as_deref().map(read).transpose()?;
    let first = first.unwrap_or_else(|| Weights::of(plan.rules));
    let output = options.out.as_deref().map(|path| Output::new(path, Kind::Weights, options.force));
    let mut output = output.transpose()?;
    let tuned = tune(&plan, options.rounds, &first, context)?;
    if let Some(output) = &mut output {
        output.write(tuned.fitted.weights.to_text(&notes(options, &plan, &tuned)).as_bytes())?;
    }
    let file = output.as_ref().map(|output| output.path().display().to_string());
    if options.json {
        print_json(&to_json(options, &plan, &tuned, file.as_deref()));
    } else {
        show(&plan, &tuned, file.as_deref(), context);
    }
    Ok(())
}

fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// Reads weights to begin with.
fn read(path: &Path) -> Result<Weights, Failure> {
    let text = read_text(path, WEIGHTS_MEGABYTES)?;
    text.parse().map_err(|why| Failure::call(WeightsFileError { file: path.display().to_string(), why }))
}

/// A file that holds no weights, and why.
#[derive(Debug)]
struct WeightsFileError {
    file: String,
    why: WeightsError,
}

impl std::fmt::Display for WeightsFileError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}: {}", excerpt(&self.file), self.why)
    }
}

impl Explain for WeightsFileError {
    fn key(&self) -> &'static str {
        "weights-file"
    }

    fn details(&self) -> Vec<(&'static str, String)> {
        vec![("file", excerpt(&self.file))]
    }

    fn reason(&self) -> Option<(&'static str, &dyn Explain)> {
        Some(("why", &self.why))
    }
}

/// Plays and fits, and shows how far it is.
fn tune(plan: &Plan, rounds: u32, first: &Weights, context: &Context) -> Result<Tuned, Failure> {
    let progress = Progress::bar(plan.games);
    let examples = tune::play(plan, tune::options(), first, &context.stop, &mut |event| {
        if let Event::Played { games, examples } = event {
            progress.at(games);
            let told = [("games", words::number(games)), ("examples", words::number(examples as u64))];
            let told = told.each_ref().map(|(name, value)| (*name, value.as_str()));
            progress.say(context.text.fill("tune.playing", &told));
        }
    });
    drop(progress);
    let examples = examples.map_err(Failure::job)?;
    // The evaluation, then the order of moves.
    let progress = Progress::bar(2 * u64::from(rounds));
    let fitted = tune::fit(&examples, rounds, &context.stop, &mut |event| {
        if let Event::Fitted { rounds } = event {
            progress.at(rounds.into());
            progress.say(context.text.get("tune.fitting").to_string());
        }
    });
    drop(progress);
    let stopped = || Failure::job(TuneError::Stopped { done: plan.games, all: plan.games });
    Ok(Tuned { examples, fitted: fitted.ok_or_else(stopped)? })
}

/// What a file says of itself: the command that makes the same again, and what came of it.
fn notes(options: &TuneOptions, plan: &Plan, tuned: &Tuned) -> Vec<String> {
    let Plan { rules, games, nodes, seed, .. } = plan;
    let from = options.from.as_deref().map(|path| format!(" --from {}", path.display())).unwrap_or_default();
    let Seed(seed) = seed;
    let rounds = options.rounds;
    vec![
        format!(
            "kinrow tune --board {rules} --games {games} --nodes {nodes} --seed {seed} --rounds {rounds}{from}"
        ),
        format!(
            "games {games}, examples {}, loss {:.5}, loss of the order of moves {:.4}",
            tuned.examples.len(),
            tuned.fitted.loss,
            tuned.fitted.order_loss
        ),
    ]
}

fn to_json(options: &TuneOptions, plan: &Plan, tuned: &Tuned, file: Option<&str>) -> serde_json::Value {
    let tenth = |(index, tenth): (usize, Tenth)| {
        let is_known = tenth.positions > 0;
        json!({
            "from": index as f64 / 10.0,
            "to": (index + 1) as f64 / 10.0,
            "positions": tenth.positions,
            "chance": is_known.then_some(tenth.chance),
            "score": is_known.then_some(tenth.score),
        })
    };
    let reliability = tune::reliability(&tuned.examples).into_iter().enumerate().map(tenth);
    json!({
        "board": plan.rules.to_string(),
        "games": plan.games,
        "nodes": plan.nodes,
        "seed": plan.seed.0,
        "rounds": options.rounds,
        "examples": tuned.examples.len(),
        "loss": tuned.fitted.loss,
        "order_loss": tuned.fitted.order_loss,
        "first": tuned.fitted.first,
        "reliability": reliability.collect::<Vec<_>>(),
        "file": file,
    })
}

fn show(plan: &Plan, tuned: &Tuned, file: Option<&str>, context: &Context) {
    let text = &context.text;
    let games = words::number(plan.games);
    let told = [("games", games), ("board", plan.rules.to_string())];
    let told = told.each_ref().map(|(name, value)| (*name, value.as_str()));
    say!("{}", context.style.strong(&text.fill("tune.heading", &told)));
    let heading =
        ["tune.tenth", "tune.positions", "tune.chance", "tune.score"].map(|key| text.get(key).to_string());
    let mut rows = vec![heading.to_vec()];
    for (index, tenth) in tune::reliability(&tuned.examples).into_iter().enumerate() {
        let share = |share: f64| if tenth.positions > 0 { format!("{share:.3}") } else { "–".into() };
        rows.push(vec![
            format!("{:.1}–{:.1}", index as f64 / 10.0, (index + 1) as f64 / 10.0),
            words::number(tenth.positions as u64),
            share(tenth.chance),
            share(tenth.score),
        ]);
    }
    for line in lay_out(&rows, &[]) {
        say!("{line}");
    }
    let (examples, loss) = (words::number(tuned.examples.len() as u64), format!("{:.5}", tuned.fitted.loss));
    say!("{}", text.fill("tune.loss", &[("examples", &examples), ("loss", &loss)]));
    let (first, loss) =
        (format!("{:.1}%", 100.0 * tuned.fitted.first), format!("{:.4}", tuned.fitted.order_loss));
    say!("{}", text.fill("tune.order", &[("first", &first), ("loss", &loss)]));
    match file {
        Some(file) => say!("{}", text.fill("tune.written", &[("file", file)])),
        None => say!("{}", text.get("tune.not-written")),
    }
}
