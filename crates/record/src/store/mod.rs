//! The record of every game, in one SQLite file: runs, agents, games and moves.
//!
//! A game is one transaction: it is there whole, with all its moves, or not at all, whatever kills the program. The file
//! is in WAL mode, so that readers never wait for a writer, and a writer waits for another one. Nothing but this module
//! knows SQL; the schema is in `schema`, and a file that is not ours is refused before it is touched.

mod error;
mod filter;
mod open;
mod passing;
mod place;
mod read;
mod schema;
mod transfer;
mod write;

use std::path::PathBuf;
use std::time::Duration;

use rusqlite::Connection;

pub use error::StoreError;
pub use filter::{Filter, FilterError};
pub use place::usual_path;
pub use read::{Listed, Run};
pub use transfer::{Export, ExportError, ImportError, import};
pub use write::Added;

/// The record, opened: one connection to one file.
#[derive(Debug)]
pub struct Store {
    connection: Connection,
    path: PathBuf,
    /// How long a writer waits for another one.
    patience: Duration,
}

/// The number of a run.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct RunId(pub i64);

/// The number of a game.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct GameId(pub i64);

#[cfg(test)]
mod tests;
