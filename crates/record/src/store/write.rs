//! Putting runs and games into the record.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use kinrow_agent::{GameRecord, MoveRecord};
use kinrow_game::scramble;
use rusqlite::{Connection, OptionalExtension, Transaction, TransactionBehavior, params};

use super::filter::FIRST_MOVES;
use super::read::game;
use super::{GameId, RunId, Store, StoreError};
use crate::exchange::names::{reason_parts, result_name};

/// What became of games that were brought in together.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Added {
    /// Games that were not there.
    pub new: u64,
    /// Games that were there already, with the same details or with more.
    pub known: u64,
}

impl Store {
    /// Begins a run. `key` is the text that decides which games are played, so that an interrupted run is found again;
    /// `settings` is JSON for people.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn begin_run(&mut self, kind: &str, key: &str, settings: &str) -> Result<RunId, StoreError> {
        self.write(|connection| {
            connection
                .prepare_cached("INSERT INTO runs (kind, key, settings) VALUES (?1, ?2, ?3)")?
                .execute(params![kind, key, settings])?;
            Ok(RunId(connection.last_insert_rowid()))
        })
    }

    /// Stores a game, with its number in the run it belongs to. A run has one game of a number: storing it again changes
    /// nothing and gives the number of the one that is there.
    ///
    /// # Errors
    /// When the file cannot be written; then nothing of the game is in it.
    pub fn add_game(&mut self, run: Option<(RunId, u64)>, record: &GameRecord) -> Result<GameId, StoreError> {
        self.write(|connection| insert(connection, run, None, record))
    }

    /// Stores a game that belongs to no run, and perhaps to somebody.
    ///
    /// # Errors
    /// As [`Store::add_game`].
    pub fn add_game_of(&mut self, owner: Option<&str>, record: &GameRecord) -> Result<GameId, StoreError> {
        self.write(|connection| insert(connection, None, owner, record))
    }

    /// Stores games that belong to no run, all or none of them. A game that is there already is not stored again: as many
    /// equal games as are given are there afterwards. A table of results does not tell what moves cost, and a game from
    /// one is equal to the game from which its line was written.
    ///
    /// # Errors
    /// When the file cannot be written; then none of the games is in it.
    /// A game that cannot be given ends it with that error, and likewise none is stored.
    pub fn add_games<E: From<StoreError>>(
        &mut self,
        games: impl IntoIterator<Item = Result<GameRecord, E>>,
    ) -> Result<Added, E> {
        self.add_games_of(None, games)
    }

    /// [`Store::add_games`] for somebody: only games of the same owner are equal. Without an owner they are everybody's.
    ///
    /// # Errors
    /// As [`Store::add_games`].
    pub fn add_games_of<E: From<StoreError>>(
        &mut self,
        owner: Option<&str>,
        games: impl IntoIterator<Item = Result<GameRecord, E>>,
    ) -> Result<Added, E> {
        let (path, patience) = (self.path.clone(), self.patience);
        let told = |error: rusqlite::Error| E::from(StoreError::after(&path, &error, patience));
        let transaction = self.begin().map_err(told)?;
        let mut added = Added::default();
        // Equal games of the file that are still to be matched with games of these.
        let mut unmatched: HashMap<i64, Vec<GameId>> = HashMap::new();
        for record in games {
            let record = record?;
            let mark = fingerprint(&record);
            let known = match unmatched.entry(mark) {
                Entry::Occupied(known) => known.into_mut(),
                Entry::Vacant(place) => {
                    place.insert(with_fingerprint(&transaction, owner, mark).map_err(told)?)
                }
            };
            if let Some(at) = equal_game(&transaction, &record, known).map_err(told)? {
                known.swap_remove(at);
                added.known += 1;
            } else {
                insert(&transaction, None, owner, &record).map_err(told)?;
                added.new += 1;
            }
        }
        transaction.commit().map_err(told)?;
        Ok(added)
    }

    /// Begins as a writer: it waits for other writers now and not in its middle.
    fn begin(&mut self) -> rusqlite::Result<Transaction<'_>> {
        self.connection.transaction_with_behavior(TransactionBehavior::Immediate)
    }

    /// One transaction.
    fn write<T>(&mut self, work: impl FnOnce(&Connection) -> rusqlite::Result<T>) -> Result<T, StoreError> {
        let (path, patience) = (self.path.clone(), self.patience);
        let done = self.begin().and_then(|transaction| {
            let done = work(&transaction)?;
            transaction.commit()?;
            Ok(done)
        });
        done.map_err(|error| StoreError::after(&path, &error, patience))
    }
}

/// Whether a game that is stored is the given one, of which perhaps nothing but the moves is told.
fn tells_no_more(given: &GameRecord, stored: &GameRecord) -> bool {
    let bare = |mv: &MoveRecord| MoveRecord {
        mv: mv.mv.clone(),
        time_ms: 0.0,
        nodes: 0,
        playouts: 0,
        value: "?".into(),
    };
    given == stored
        || given.moves.iter().all(|mv| *mv == bare(mv))
            && *given == GameRecord { moves: stored.moves.iter().map(bare).collect(), ..stored.clone() }
}

fn insert(
    connection: &Connection,
    run: Option<(RunId, u64)>,
    owner: Option<&str>,
    record: &GameRecord,
) -> rusqlite::Result<GameId> {
    let run_id = run.map(|(id, _)| id.0);
    // Numbers beyond 2^63 turn negative here and come back as they were.
    let number = run.map(|(_, number)| number as i64);
    if run.is_some() {
        let there = connection
            .prepare_cached("SELECT id FROM games WHERE run = ?1 AND number = ?2")?
            .query_row(params![run_id, number], |row| row.get(0))
            .optional()?;
        if let Some(id) = there {
            return Ok(GameId(id));
        }
    }
    let (reason, detail) = reason_parts(&record.reason);
    let first_moves: Vec<&str> = record.all_moves().take(FIRST_MOVES).collect();
    connection
        .prepare_cached(
            "INSERT INTO games (run, number, rules, start, seed, x, x_limits, o, o_limits, result, reason, detail,
                                plies, first_moves, fingerprint, owner)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16)",
        )?
        .execute(params![
            run_id,
            number,
            record.rules,
            record.start,
            record.seed.to_string(),
            agent(connection, &record.x.spec)?,
            record.x.limits,
            agent(connection, &record.o.spec)?,
            record.o.limits,
            result_name(record.result),
            reason,
            detail,
            record.all_moves().count() as i64,
            first_moves.join(" "),
            fingerprint(record),
            owner,
        ])?;
    let id = connection.last_insert_rowid();
    let mut statement = connection.prepare_cached(
        "INSERT INTO moves (game, ply, move, time_ms, nodes, playouts, value) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
    )?;
    let given = record.opening.iter().map(|mv| (mv, None));
    let chosen = record.moves.iter().map(|mv| (&mv.mv, Some(mv)));
    for (ply, (mv, played)) in given.chain(chosen).enumerate() {
        let of = |number: fn(&MoveRecord) -> u64| played.map(|played| number(played) as i64);
        statement.execute(params![
            id,
            ply as i64 + 1,
            mv,
            played.map(|played| played.time_ms),
            of(|played| played.nodes),
            of(|played| played.playouts),
            played.map(|played| &played.value),
        ])?;
    }
    Ok(GameId(id))
}

/// The number of an agent, known or new. Its name is what stands before the options.
fn agent(connection: &Connection, spec: &str) -> rusqlite::Result<i64> {
    let known = connection
        .prepare_cached("SELECT id FROM agents WHERE spec = ?1")?
        .query_row([spec], |row| row.get(0))
        .optional()?;
    if let Some(id) = known {
        return Ok(id);
    }
    let name = spec.split_once(':').map_or(spec, |(name, _)| name);
    connection.prepare_cached("INSERT INTO agents (spec, name) VALUES (?1, ?2)")?.execute([spec, name])?;
    Ok(connection.last_insert_rowid())
}

/// The games of an owner with a fingerprint: equal ones, and perhaps one that only happens to share it.
fn with_fingerprint(
    connection: &Connection,
    owner: Option<&str>,
    mark: i64,
) -> rusqlite::Result<Vec<GameId>> {
    let mut statement =
        connection.prepare_cached("SELECT id FROM games WHERE fingerprint = ?1 AND owner IS ?2")?;
    statement.query_map(params![mark, owner], |row| row.get(0).map(GameId))?.collect()
}

/// Where among `known` there is a game that is the given one.
fn equal_game(
    connection: &Connection,
    given: &GameRecord,
    known: &[GameId],
) -> rusqlite::Result<Option<usize>> {
    for (at, &id) in known.iter().enumerate() {
        if tells_no_more(given, &game(connection, id)?) {
            return Ok(Some(at));
        }
    }
    Ok(None)
}

/// A number that equal games share. It is in the files: to change it is to change the schema.
fn fingerprint(record: &GameRecord) -> i64 {
    let parts = [&record.rules, &record.seed.to_string(), &record.x.spec, &record.o.spec];
    let texts =
        parts.into_iter().map(String::as_str).chain(record.start.as_deref()).chain(record.all_moves());
    let mut mark = scramble(record.opening.len() as u64);
    for text in texts {
        mark = text.bytes().fold(mark, |mark, byte| scramble(mark ^ u64::from(byte)));
        mark = scramble(mark ^ 0x100);
    }
    mark as i64
}
