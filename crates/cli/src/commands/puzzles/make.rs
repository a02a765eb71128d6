//! `kinrow puzzles make`: puzzles from the record, from files of games, or from games that the engine plays against itself.

use std::path::Path;

use kinrow_agent::{GameRecord, Limits, Seed};
use kinrow_files::{Kind, Output};
use kinrow_game::{Position, Rules};
use kinrow_record::exchange::{positions, read_file};
use kinrow_record::store::{Filter, Store};
use kinrow_study::puzzles::{FindError, Finder, PuzzleSet, SelfPlayError, Wanted, look_at_own_games};

use crate::Context;
use crate::args::PuzzlesMakeOptions;
use crate::failure::{CallError, Failure};
use crate::out::say;
use crate::progress::Progress;
use crate::{out, setup, words};

pub(crate) fn run(options: &PuzzlesMakeOptions, context: &Context) -> Result<(), Failure> {
    let rules = setup::rules(&options.rules)?;
    let wanted = Wanted {
        rules,
        count: options.count as usize,
        kinds: options.threats.to_vec(),
        nodes: nodes(options.search_limit.as_deref())?,
    };
    let mut finder = Finder::new(wanted.clone()).map_err(Failure::call)?;
    let mut output =
        options.out.as_deref().map(|path| Output::new(path, Kind::Puzzles, options.force)).transpose()?;
    let progress = Progress::bar(options.count.into());
    match &options.from {
        Some(file) => look_through(file, options, rules, &mut finder, &progress, context)?,
        None => look_at_own(options, &mut finder, &progress, context)?,
    }
    drop(progress);
    let (found, games) = (finder.puzzles.len(), finder.games);
    if context.stop.is_stopped() {
        return Err(Failure::job(FindError::Stopped { found, wanted: wanted.count }));
    }
    if found == 0 {
        return Err(Failure::job(FindError::Nothing { games, rules: rules.to_string() }));
    }
    let set = PuzzleSet { made_by: wanted.command(&source(options)), puzzles: finder.puzzles };
    let Some(output) = &mut output else {
        out::write(&set.to_text());
        return Ok(());
    };
    output.write(set.to_text().as_bytes())?;
    let told = [
        ("count", words::number(found as u64)),
        ("games", words::number(games as u64)),
        ("file", output.path().display().to_string()),
    ];
    let told = told.each_ref().map(|(name, value)| (*name, value.as_str()));
    say!("{}", context.text.fill("puzzles.written", &told));
    Ok(())
}

/// Reads `--limit`, of which only a number of positions gives the same puzzles everywhere.
fn nodes(given: Option<&str>) -> Result<u64, Failure> {
    let Some(text) = given else { return Ok(Wanted::NODES) };
    match setup::limits(Some(text))? {
        Limits { nodes: Some(nodes), depth: None, playouts: None, time: None } => Ok(nodes),
        _ => Err(Failure::call(CallError::PuzzleLimit { given: text.into() })),
    }
}

/// Where the games come from, with what has a default, so that the call makes the same file again.
fn source(options: &PuzzlesMakeOptions) -> String {
    match &options.from {
        Some(file) => format!("--from '{}'", file.display()),
        None => format!("--seed {}", options.seed),
    }
}

fn look_at_own(
    options: &PuzzlesMakeOptions,
    finder: &mut Finder,
    progress: &Progress,
    context: &Context,
) -> Result<(), Failure> {
    let tell = &mut |finder: &Finder| tell(finder, progress, context);
    look_at_own_games(finder, Seed(options.seed), &context.stop, tell).map_err(|error| match error {
        SelfPlayError::Build(error) => Failure::call(error),
        SelfPlayError::Agent(error) => Failure::job(error),
    })
}

fn look_through(
    file: &Path,
    options: &PuzzlesMakeOptions,
    rules: Rules,
    finder: &mut Finder,
    progress: &Progress,
    context: &Context,
) -> Result<(), Failure> {
    let is_record = matches!(Kind::of_file(file), Ok(Some(Kind::Record)));
    let games: Box<dyn Iterator<Item = Result<GameRecord, Failure>>> = if is_record {
        Box::new(recorded(file, rules)?)
    } else {
        Box::new(read_file(file, options.format, Some(rules))?.map(|game| game.map_err(Failure::from)))
    };
    for game in games {
        if finder.is_done() || context.stop.is_stopped() {
            break;
        }
        let game = game?;
        if game.rules == rules.to_string() {
            let (start, after) = positions(&game).map_err(Failure::job)?;
            let all: Vec<Position> =
                [start].into_iter().chain(after.into_iter().map(|(_, after)| after)).collect();
            finder.look(&all, &context.stop);
            tell(finder, progress, context);
        }
    }
    Ok(())
}

/// The games of a record on a board, the oldest first.
fn recorded(file: &Path, rules: Rules) -> Result<impl Iterator<Item = Result<GameRecord, Failure>>, Failure> {
    let filter = Filter { rules: Some(rules.to_string()), ..Filter::default() };
    let store = Store::open_to_read(file)?;
    let mut ids = store.as_ref().map(|store| store.ids(&filter)).transpose()?.unwrap_or_default();
    ids.sort_by_key(|id| id.0);
    Ok(ids.into_iter().filter_map(move |id| Some(store.as_ref()?.game(id).map_err(Failure::from))))
}

fn tell(finder: &Finder, progress: &Progress, context: &Context) {
    progress.at(finder.puzzles.len() as u64);
    let games = words::number(finder.games as u64);
    progress.say(context.text.fill("puzzles.progress", &[("games", &games)]));
}
