//! The tables, and how an older file becomes a newer one.
//!
//! `application_id` says that the file is ours, `user_version` which version of these tables it has. A change of the
//! tables is a new step at the end of [`STEPS`]; a step that was released is never changed.

use rusqlite::{Connection, TransactionBehavior};

pub(super) use kinrow_files::RECORD_ID as APPLICATION_ID;

/// Step i leads from version i to version i + 1.
pub(super) const STEPS: &[&str] = &[FIRST, OWNERS];

/// Version 1.
///
/// A seed is text, since SQLite's integers end at 2^63. `first_moves` is the beginning of the game, for finding games by
/// their opening; `fingerprint` finds equal games without reading them all. A move that was given, not chosen, has no time.
const FIRST: &str = "
CREATE TABLE runs (
    id INTEGER PRIMARY KEY,
    kind TEXT NOT NULL,
    key TEXT NOT NULL,
    settings TEXT NOT NULL,
    started TEXT NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%SZ', 'now'))
) STRICT;
CREATE INDEX runs_by_key ON runs (kind, key);

CREATE TABLE agents (
    id INTEGER PRIMARY KEY,
    spec TEXT NOT NULL UNIQUE,
    name TEXT NOT NULL
) STRICT;
CREATE INDEX agents_by_name ON agents (name);

CREATE TABLE games (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    run INTEGER REFERENCES runs (id),
    number INTEGER,
    stored TEXT NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%SZ', 'now')),
    rules TEXT NOT NULL,
    start TEXT,
    seed TEXT NOT NULL,
    x INTEGER NOT NULL REFERENCES agents (id),
    x_limits TEXT NOT NULL,
    o INTEGER NOT NULL REFERENCES agents (id),
    o_limits TEXT NOT NULL,
    result TEXT NOT NULL CHECK (result IN ('x', 'o', 'draw', 'unfinished')),
    reason TEXT NOT NULL,
    detail TEXT,
    plies INTEGER NOT NULL,
    first_moves TEXT NOT NULL,
    fingerprint INTEGER NOT NULL,
    UNIQUE (run, number)
) STRICT;
CREATE INDEX games_by_x ON games (x);
CREATE INDEX games_by_o ON games (o);
CREATE INDEX games_by_rules ON games (rules);
CREATE INDEX games_by_first_moves ON games (first_moves);
CREATE INDEX games_by_fingerprint ON games (fingerprint);
CREATE INDEX games_by_reason ON games (reason) WHERE reason <> 'rules';

CREATE TABLE moves (
    game INTEGER NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    ply INTEGER NOT NULL,
    move TEXT NOT NULL,
    time_ms REAL,
    nodes INTEGER,
    playouts INTEGER,
    value TEXT,
    PRIMARY KEY (game, ply)
) STRICT, WITHOUT ROWID;
";

/// Version 2. A page that shares its server with others sees the games of its own browser; games of everybody have no owner.
const OWNERS: &str = "
ALTER TABLE games ADD COLUMN owner TEXT;
CREATE INDEX games_by_owner ON games (owner) WHERE owner IS NOT NULL;
";

/// The version of an opened file.
pub(super) fn version(connection: &Connection) -> rusqlite::Result<u32> {
    connection.query_row("PRAGMA user_version", [], |row| row.get(0))
}

/// Takes the file from its version to the newest, a transaction a step. Whoever comes second finds the work done.
pub(super) fn migrate(connection: &mut Connection, steps: &[&str]) -> rusqlite::Result<()> {
    loop {
        if version(connection)? as usize >= steps.len() {
            return Ok(());
        }
        let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        // Only now nobody else can be at it.
        let at = version(&transaction)?;
        if let Some(step) = steps.get(at as usize) {
            transaction.execute_batch(step)?;
            transaction.pragma_update(None, "application_id", APPLICATION_ID)?;
            transaction.pragma_update(None, "user_version", at + 1)?;
        }
        transaction.commit()?;
    }
}
