//! `kinrow lab`: experiments that write their own report.

use std::path::{Path, PathBuf};
use std::time::Duration;

use kinrow_arena::{Share, Threads};
use kinrow_lab::experiment::{
    self, Author, ExperimentError, Mode, Plan, RunError, RunEvent, Settings, Words,
};
use kinrow_report as report;
use kinrow_report::GamesOf;
use kinrow_text::Language;
use serde_json::json;

use crate::args::{LabCommand, LabListOptions, LabOptions, LabRunOptions, LabShowOptions, ReportWishes};
use crate::commands::print_json;
use crate::failure::Failure;
use crate::out::{say, write};
use crate::progress::Progress;
use crate::{Context, database, words};

pub(crate) fn run(options: &LabOptions, context: &Context) -> Result<(), Failure> {
    match &options.command {
        None => list(&LabListOptions::default(), context),
        Some(LabCommand::List(options)) => list(options, context),
        Some(LabCommand::Show(options)) => show(options),
        Some(LabCommand::Run(options)) => run_experiment(options, context),
        Some(LabCommand::Report(options)) => {
            write_report(&options.folder, &options.wishes, options.json, context)
        }
    }
}

/// A mistake in a file or a name is a wrong call; everything else is a failed job.
pub(crate) fn failure(error: ExperimentError) -> Failure {
    match error {
        ExperimentError::Line(_)
        | ExperimentError::Share(_)
        | ExperimentError::Merge(_)
        | ExperimentError::Run(
            RunError::Unknown { .. }
            | RunError::UnknownNear { .. }
            | RunError::NoRun { .. }
            | RunError::Share { .. }
            | RunError::TitleLine { .. },
        ) => Failure::call(error),
        _ => Failure::job(error),
    }
}

/// A text in every language.
fn by_code(words: &Words) -> serde_json::Value {
    words
        .all()
        .map(|(language, text)| (language.code().to_string(), text.into()))
        .collect::<serde_json::Map<_, _>>()
        .into()
}

fn list(options: &LabListOptions, context: &Context) -> Result<(), Failure> {
    let mut told = Vec::new();
    for listed in experiment::listed().map_err(|error| failure(error.into()))? {
        if options.json {
            told.push(json!({
                "name": listed.name,
                "title": by_code(&listed.title),
                "question": by_code(&listed.question),
                "seconds_quick": listed.seconds_quick,
                "seconds_full": listed.seconds,
            }));
            continue;
        }
        let time = |seconds: Option<f64>| {
            seconds.map_or_else(
                || context.text.get("lab.time-unknown").to_string(),
                kinrow_text::numbers::duration,
            )
        };
        let times = context.text.fill(
            "lab.list-time",
            &[("quick", &time(listed.seconds_quick)), ("full", &time(listed.seconds))],
        );
        say!("{}  {}", context.style.strong(listed.name), context.style.faint(&times));
        say!("  {}", listed.question.of(context.text.language()));
    }
    if options.json {
        print_json(&told.into());
    } else {
        say!("\n{}", context.text.get("lab.list-usage"));
    }
    Ok(())
}

fn show(options: &LabShowOptions) -> Result<(), Failure> {
    let (_, text) = experiment::find(&options.name).map_err(failure)?;
    if options.json {
        print_json(&json!({ "name": options.name, "toml": text }));
    } else {
        write(&text);
    }
    Ok(())
}

fn run_experiment(options: &LabRunOptions, context: &Context) -> Result<(), Failure> {
    let text = &context.text;
    let (file, toml) = experiment::find(&options.experiment).map_err(failure)?;
    let mode = if options.quick { Mode::Quick } else { Mode::Full };
    let plan = Plan { seed: options.file_seed, ..Plan::new(&file, &toml, mode) };
    let prepared = plan.prepare().map_err(|error| failure(error.into()))?;
    let experiment = &prepared.experiment;
    let share: Option<Share> = options.shard.as_deref().map(str::parse).transpose().map_err(Failure::call)?;
    let folder = options.out.clone().unwrap_or_else(|| {
        let quick = if options.quick { "-quick" } else { "" };
        let part = share.map_or_else(String::new, |share| format!("-{}-of-{}", share.part(), share.of()));
        PathBuf::from(format!("{}{quick}{part}", experiment.name))
    });
    // What a report cannot show is said before the hours of work, not after.
    author(&options.wishes).check().map_err(failure)?;
    if let Some(name) = &options.wishes.games_of {
        games_of(name, options.wishes.db.as_deref())?;
    }
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let executor = Threads(options.workers.map_or(cores, |workers| workers as usize));
    let settings = Settings { folder: folder.clone(), share, command: call(options, context) };
    let bar = Progress::bar(1000);
    let (name, place) = (experiment.name.clone(), folder.display().to_string());
    let workers = executor.0.to_string();
    let time = |left: Duration| kinrow_text::numbers::duration(left.as_secs_f64());
    let mut listen = |heard: RunEvent<'_>| match heard {
        RunEvent::Planned { tasks, done, left } if !options.json => {
            let (tasks_told, done_told) = (words::number(tasks as u64), words::number(done as u64));
            let told = left.map(time);
            let details = [
                ("name", name.as_str()),
                ("tasks", &tasks_told),
                ("done", &done_told),
                ("workers", &workers),
                ("folder", &place),
                ("time", told.as_deref().unwrap_or("")),
            ];
            let known = if told.is_some() { "" } else { "-unknown" };
            let key = match done {
                0 => format!("lab.planned{known}"),
                done if done == tasks => "lab.complete".to_string(),
                _ => format!("lab.resumed{known}"),
            };
            eprintln!("{}", text.fill(&key, &details));
        }
        RunEvent::Planned { .. } => {}
        RunEvent::Done { tasks, done, part, left, task } => {
            bar.at((1000.0 * part) as u64);
            let left = match left {
                Some(left) => text.fill("lab.left", &[("time", &time(left))]),
                None => text.get("lab.left-unknown").to_string(),
            };
            let (done, tasks) = (done.to_string(), tasks.to_string());
            let told = [("done", done.as_str()), ("tasks", &tasks), ("left", &left), ("task", task)];
            bar.say(text.fill("lab.progress", &told));
        }
    };
    let result = experiment::run(&prepared, &settings, &executor, &context.stop, &mut listen);
    drop(bar);
    result.map_err(failure)?;
    if let Some(share) = share {
        let (share, folder) = (share.to_string(), folder.display().to_string());
        if options.json {
            print_json(&json!({ "name": name, "folder": folder, "share": share }));
        } else {
            let told = [("share", share.as_str()), ("name", &name), ("folder", &folder)];
            say!("{}", text.fill("lab.shared", &told));
        }
        return Ok(());
    }
    write_report(&folder, &options.wishes, options.json, context)
}

/// The call as it can be repeated.
fn call(options: &LabRunOptions, context: &Context) -> String {
    let mut call = format!("kinrow lab run {}", options.experiment);
    if options.quick {
        call += " --quick";
    }
    if let Some(seed) = options.file_seed {
        call += &format!(" --seed {seed}");
    }
    if let Some(folder) = &options.out {
        call += &format!(" --out {}", folder.display());
    }
    if let Some(share) = &options.shard {
        call += &format!(" --shard {share}");
    }
    if let Some(workers) = options.workers {
        call += &format!(" --workers {workers}");
    }
    let language = context.text.language();
    if language != Language::English {
        call += &format!(" --lang {}", language.code());
    }
    call
}

/// The games of somebody, from the record.
fn games_of(name: &str, db: Option<&Path>) -> Result<GamesOf, Failure> {
    let path = database::path(db)?;
    let store = database::open_to_read(db)?;
    let games = store.map(|store| GamesOf::find(&store, name)).transpose().map_err(Failure::job)?;
    let none = || RunError::NoGames { name: name.into(), db: path.display().to_string() };
    games.filter(|games| games.all > 0).ok_or_else(|| Failure::job(ExperimentError::from(none())))
}

/// What a title page is told on the command line.
fn author(wishes: &ReportWishes) -> Author {
    let ReportWishes { author, student_number, class, date, .. } = wishes;
    Author { name: author.clone(), number: student_number.clone(), class: class.clone(), date: date.clone() }
}

pub(crate) fn write_report(
    folder: &Path,
    wishes: &ReportWishes,
    is_json: bool,
    context: &Context,
) -> Result<(), Failure> {
    let text = &context.text;
    let games = wishes.games_of.as_deref().map(|name| games_of(name, wishes.db.as_deref())).transpose()?;
    let mut run = experiment::open(folder).map_err(failure)?;
    if author(wishes).is_named() {
        author(wishes).keep(folder).map_err(failure)?;
        run.author = run.author.overridden(author(wishes));
    }
    let shown = report::Wishes { wall_time: wishes.wall_time, games };
    let written = report::write(&run, text, &shown).map_err(Failure::job)?;
    for warning in &written.warnings {
        eprintln!("kinrow: {}", text.explain(warning));
    }
    let report::Findings { all, answers, times } = report::findings(&run, text);
    if is_json {
        let tables: Vec<_> =
            run.tables.iter().map(|table| json!({ "table": table.name, "rows": table.rows.len() })).collect();
        print_json(&json!({
            "name": run.experiment.name,
            "folder": folder.display().to_string(),
            "mode": run.environment.mode,
            "seed": run.environment.seed,
            "work_seconds": run.environment.work_seconds,
            "measures": run.environment.measures,
            "tables": tables,
            "files": written.files,
            "findings": report::in_lines(&all),
            "answers": report::in_lines(&answers),
            "times": report::in_lines(&times),
        }));
        return Ok(());
    }
    say!("{}", context.style.strong(run.experiment.title.of(text.language())));
    if !answers.is_empty() {
        say!("{}", text.get("lab.answers"));
        for answer in &answers {
            say!("- {}", answer.text);
            for point in &answer.points {
                say!("  - {point}");
            }
        }
    }
    let html = folder.join("report.html").display().to_string();
    say!("{}", text.fill("lab.written", &[("html", &html)]));
    let work = kinrow_text::numbers::duration(run.environment.work_seconds);
    let measures = run.environment.measures.iter();
    let parts: Vec<String> = measures
        .map(|spent| format!("{} {}", spent.table, kinrow_text::numbers::duration(spent.seconds)))
        .collect();
    let parts = parts.join(text.get("steps.separator"));
    say!("{}", context.style.faint(&text.fill("lab.work", &[("time", &work), ("parts", &parts)])));
    Ok(())
}
