//! `kinrow games import`: games from files, each file as a whole or not at all.

use std::io::BufReader;
use std::path::Path;

use kinrow_agent::GameRecord;
use kinrow_files::open_to_read;
use kinrow_game::Rules;
use kinrow_record::exchange::{Format, InFile};
use kinrow_record::store::{Added, Store};
use serde_json::{Value, json};

use super::failed;
use crate::args::GamesImportOptions;
use crate::commands::print_json;
use crate::failure::Failure;
use crate::out::say;
use crate::{Context, database, setup, words};

pub(crate) fn run(options: &GamesImportOptions, context: &Context) -> Result<(), Failure> {
    let rules = options.rules.as_deref().map(setup::rules).transpose()?;
    let path = database::path(options.db.as_deref())?;
    let mut store = None;
    let mut told: Vec<Value> = Vec::new();
    let mut import = |file: &Path| {
        let read = || games(file, options.format, rules);
        // A record is made when there is something to keep: a mistake leaves no file behind.
        if !path.exists() && file.is_file() {
            read()?.try_for_each(|game| game.map(drop))?;
        }
        let games = read()?;
        let store = match &mut store {
            Some(store) => store,
            none => none.insert(Store::open(&path).map_err(failed)?),
        };
        let added = store.add_games(games)?;
        tell(file, added, options.json.then_some(&mut told), context);
        Ok(())
    };
    let done = options.files.iter().try_for_each(|file| import(file));
    if options.json {
        print_json(&json!({ "files": told }));
    }
    done
}

/// The games of a file, read as they are asked for.
pub(crate) fn games(
    file: &Path,
    format: Option<Format>,
    rules: Option<Rules>,
) -> Result<impl Iterator<Item = Result<GameRecord, Failure>>, Failure> {
    let format = format.map_or_else(|| Format::of_path(file), Ok).map_err(Failure::call)?;
    let name = file.display().to_string();
    let input = open_to_read(file).map_err(Failure::call)?;
    let wrong = move |why| Failure::call(InFile { file: name.clone(), why });
    Ok(format.games(BufReader::new(input), rules).map(move |game| game.map_err(&wrong)))
}

fn tell(file: &Path, added: Added, told: Option<&mut Vec<Value>>, context: &Context) {
    if let Some(told) = told {
        told.push(json!({ "file": file, "new": added.new, "known": added.known }));
        return;
    }
    let details = [
        ("file", file.display().to_string()),
        ("new", words::number(added.new)),
        ("known", words::number(added.known)),
    ];
    let details: Vec<(&str, &str)> = details.iter().map(|(name, value)| (*name, value.as_str())).collect();
    say!("{}", context.text.fill("games.imported", &details));
}
