//! `kinrow games import`: games from files, each file as a whole or not at all.

use std::path::Path;

use kinrow_record::store::{Added, import};
use serde_json::{Value, json};

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
    let done = options.files.iter().try_for_each(|file| {
        let added = import(&mut store, &path, file, options.format, rules)?;
        tell(file, added, options.json.then_some(&mut told), context);
        Ok(())
    });
    if options.json {
        print_json(&json!({ "files": told }));
    }
    done
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
