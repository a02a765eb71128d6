//! `kinrow games export`: games as files that other programs read.

use kinrow_record::exchange::Format;
use kinrow_record::store::{Export, GameId, StoreError};
use serde_json::json;

use super::{failed, filter};
use crate::args::GamesExportOptions;
use crate::commands::print_json;
use crate::database::open_to_read;
use crate::failure::{CallError, Failure};
use crate::out::say;
use crate::{Context, out, words};

pub(crate) fn run(options: &GamesExportOptions, context: &Context) -> Result<(), Failure> {
    let format = format(options)?;
    let filter = filter(&options.filter)?;
    let store = open_to_read(options.db.as_deref())?;
    let Some(store) = store else {
        return Err(match options.ids.first() {
            Some(&given) => Failure::call(StoreError::NoGame { given }),
            None => Failure::job(CallError::NoGames {}),
        });
    };
    let ids: Vec<GameId> = if options.ids.is_empty() {
        // The newest are chosen, the oldest of them stands first.
        store.ids(&filter).map_err(failed)?.into_iter().rev().collect()
    } else {
        options.ids.iter().copied().map(GameId).collect()
    };
    if ids.is_empty() {
        return Err(Failure::job(CallError::NoGames {}));
    }
    let export = Export { store: &store, format, ids: &ids };
    let Some(out) = &options.out else {
        for piece in export.pieces()? {
            out::write(&piece?);
        }
        return Ok(());
    };
    export.write(out, options.force)?;
    if options.json {
        print_json(&json!({ "games": ids.len(), "out": out }));
    } else {
        let (games, file) = (words::number(ids.len() as u64), out.display().to_string());
        say!("{}", context.text.fill("games.exported", &[("games", &games), ("file", &file)]));
    }
    Ok(())
}

fn format(options: &GamesExportOptions) -> Result<Format, Failure> {
    match (options.format, &options.out) {
        (Some(format), _) => Ok(format),
        (None, Some(out)) => Format::of_path(out).map_err(Failure::call),
        (None, None) => Ok(Format::Json),
    }
}
