//! `kinrow games export`: games as files that other programs read.

use std::path::Path;

use kinrow_files::{FileError, Output};
use kinrow_record::exchange::{Format, FormatError, GameError};
use kinrow_record::store::{GameId, Store, StoreError};
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
    let pieces = || {
        let games = ids.iter().map(|&id| piece(&store, format, id));
        std::iter::once(Ok(format.head())).chain(games)
    };
    let Some(out) = &options.out else {
        if !format.holds_many() && ids.len() > 1 {
            return Err(Failure::call(FormatError::PsqOne { games: ids.len() as u64 }));
        }
        for piece in pieces() {
            out::write(&piece?);
        }
        return Ok(());
    };
    // Several games that need a file each go into a folder; a single one may.
    let is_folder = out.is_dir() || (!format.holds_many() && ids.len() > 1);
    if !format.holds_many() && ids.len() > 1 && Format::of_path(out) == Ok(format) {
        return Err(Failure::call(FormatError::PsqOne { games: ids.len() as u64 }));
    }
    if format.holds_many() || !is_folder {
        Output::new(out, format.kind(), options.force)?.write_pieces(pieces())?;
    } else {
        write_apart(&store, format, &ids, out, options.force)?;
    }
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

/// A game as the format writes it; one that it cannot hold is named.
fn piece(store: &Store, format: Format, id: GameId) -> Result<String, Failure> {
    let record = store.game(id).map_err(failed)?;
    let number = usize::try_from(id.0).unwrap_or_default();
    format.write(&record).map_err(|why| Failure::call(GameError { number, why }))
}

/// A file for each game, in a folder that may be new. All can be written before one is.
fn write_apart(
    store: &Store,
    format: Format,
    ids: &[GameId],
    folder: &Path,
    force: bool,
) -> Result<(), Failure> {
    let games: Vec<(GameId, String)> =
        ids.iter().map(|&id| Ok((id, piece(store, format, id)?))).collect::<Result<_, Failure>>()?;
    std::fs::create_dir_all(folder).map_err(|error| {
        Failure::job(FileError::Write { path: folder.display().to_string(), why: error.to_string() })
    })?;
    let output = |(GameId(id), game): (GameId, String)| {
        let name = format!("game-{id}.{}", format.extensions()[0]);
        Ok((Output::new(&folder.join(name), format.kind(), force)?, game))
    };
    let outputs: Vec<(Output, String)> = games.into_iter().map(output).collect::<Result<_, FileError>>()?;
    for (mut output, game) in outputs {
        output.write(game.as_bytes())?;
    }
    Ok(())
}
