//! `kinrow games import`: games from files, each file as a whole or not at all.

use std::path::Path;

use kinrow_agent::GameRecord;
use kinrow_game::Rules;
use kinrow_lab::exchange::{Format, InFile};
use kinrow_lab::files::read_bytes;
use kinrow_lab::store::{Added, Store};
use serde_json::{Value, json};

use super::failed;
use crate::args::GamesImportOptions;
use crate::commands::print_json;
use crate::failure::Failure;
use crate::out::say;
use crate::{Context, database, setup, words};

/// The largest file that is read, in MB.
const LARGEST: u64 = 500;

pub(crate) fn run(options: &GamesImportOptions, context: &Context) -> Result<(), Failure> {
    let rules = options.rules.as_deref().map(setup::rules).transpose()?;
    let path = database::path(options.db.as_deref())?;
    // Made when there is something to keep: a mistake in the call leaves no file behind.
    let mut store = None;
    let mut told: Vec<Value> = Vec::new();
    let mut import = |file: &Path| {
        let games = read(file, options.format.map(Into::into), rules)?;
        let store = match &mut store {
            Some(store) => store,
            none => none.insert(Store::open(&path).map_err(failed)?),
        };
        let added = store.add_games(&games).map_err(failed)?;
        tell(file, added, options.json.then_some(&mut told), context);
        Ok(())
    };
    let done = options.files.iter().try_for_each(|file| import(file));
    if options.json {
        print_json(&json!({ "files": told }));
    }
    done
}

fn read(file: &Path, format: Option<Format>, rules: Option<Rules>) -> Result<Vec<GameRecord>, Failure> {
    let format = format.map_or_else(|| Format::of_path(file), Ok).map_err(Failure::call)?;
    let bytes = read_bytes(file, LARGEST).map_err(Failure::call)?;
    let wrong = |why| Failure::call(InFile { file: file.display().to_string(), why });
    format.read(&bytes, rules).map_err(wrong)
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
