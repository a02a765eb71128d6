//! Getting runs and games out of the record.

use kinrow_agent::{AgentRecord, GameRecord, MoveRecord, Reason, RecordedResult};
use rusqlite::types::Type;
use rusqlite::{Connection, OptionalExtension, Row, params_from_iter};
use serde_json::{Value as Json, json};

use super::filter::Filter;
use super::{GameId, RunId, Store, StoreError};
use crate::exchange::names;

/// A game as a list shows it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Listed {
    /// Its number.
    pub id: GameId,
    /// The run it belongs to, and its number there.
    pub run: Option<(RunId, u64)>,
    /// When it was stored, in UTC: `2026-01-31T12:00:00Z`.
    pub stored: String,
    /// The rules.
    pub rules: String,
    /// Who played X.
    pub x: String,
    /// Who played O.
    pub o: String,
    /// How it ended.
    pub result: RecordedResult,
    /// Why, as [`Filter::reasons`] names it.
    pub reason: String,
    /// How many moves it has, given ones included.
    pub plies: u64,
    /// The first of them.
    pub first_moves: String,
}

/// A run as a list shows it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Run {
    /// Its number.
    pub id: RunId,
    /// What it was: `match`, `tournament`.
    pub kind: String,
    /// What decides its games.
    pub key: String,
    /// Its settings, as JSON.
    pub settings: String,
    /// When it began, in UTC.
    pub started: String,
    /// How many of its games are stored.
    pub games: u64,
}

impl Listed {
    /// As JSON.
    #[must_use]
    pub fn to_json(&self) -> Json {
        json!({
            "id": self.id.0,
            "run": self.run.map(|(run, _)| run.0),
            "number": self.run.map(|(_, number)| number),
            "stored": self.stored,
            "rules": self.rules,
            "x": self.x,
            "o": self.o,
            "result": names::result_name(self.result),
            "reason": self.reason,
            "plies": self.plies,
            "first_moves": self.first_moves,
        })
    }
}

impl Run {
    /// Its settings; what was stored as JSON is JSON here too.
    #[must_use]
    pub fn settings_json(&self) -> Json {
        serde_json::from_str(&self.settings).unwrap_or_else(|_| self.settings.as_str().into())
    }

    /// As JSON.
    #[must_use]
    pub fn to_json(&self) -> Json {
        json!({
            "id": self.id.0, "kind": self.kind, "started": self.started, "games": self.games,
            "key": self.key, "settings": self.settings_json(),
        })
    }
}

impl Store {
    /// The newest run of a kind with this key.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn latest_run(&self, kind: &str, key: &str) -> Result<Option<RunId>, StoreError> {
        self.read(|connection| {
            connection
                .prepare_cached("SELECT max(id) FROM runs WHERE kind = ?1 AND key = ?2")?
                .query_row([kind, key], |row| Ok(row.get::<_, Option<i64>>(0)?.map(RunId)))
        })
    }

    /// The games of a run with their numbers, in their order.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn run_games(&self, run: RunId) -> Result<Vec<(u64, GameRecord)>, StoreError> {
        self.read(|connection| {
            let mut statement =
                connection.prepare_cached("SELECT number, id FROM games WHERE run = ?1 ORDER BY number")?;
            let ids: Vec<(i64, i64)> = statement
                .query_map([run.0], |row| Ok((row.get(0)?, row.get(1)?)))?
                .collect::<rusqlite::Result<_>>()?;
            ids.into_iter().map(|(number, id)| Ok((number as u64, game(connection, GameId(id))?))).collect()
        })
    }

    /// The runs, newest first.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn runs(&self) -> Result<Vec<Run>, StoreError> {
        self.read(|connection| {
            let mut statement = connection.prepare_cached(
                "SELECT id, kind, key, settings, started, (SELECT count(*) FROM games WHERE run = runs.id)
                 FROM runs ORDER BY id DESC",
            )?;
            statement
                .query_map([], |row| {
                    Ok(Run {
                        id: RunId(row.get(0)?),
                        kind: row.get(1)?,
                        key: row.get(2)?,
                        settings: row.get(3)?,
                        started: row.get(4)?,
                        games: row.get::<_, i64>(5)? as u64,
                    })
                })?
                .collect()
        })
    }

    /// A game, exactly as it was stored.
    ///
    /// # Errors
    /// When there is none of this number, or the file cannot be read.
    pub fn game(&self, id: GameId) -> Result<GameRecord, StoreError> {
        self.read(|connection| game(connection, id).optional())?.ok_or(StoreError::NoGame { given: id.0 })
    }

    /// A game as a list shows it.
    ///
    /// # Errors
    /// When there is none of this number, or the file cannot be read.
    pub fn listed(&self, id: GameId) -> Result<Listed, StoreError> {
        let sql = format!("{LISTED} WHERE games.id = ?1");
        self.read(|connection| connection.query_row(&sql, [id.0], listed).optional())?
            .ok_or(StoreError::NoGame { given: id.0 })
    }

    /// Whose a game is, as [`Store::add_games_of`] was told; `None` for everybody's.
    ///
    /// # Errors
    /// When there is no game of this number, or the file cannot be read.
    pub fn owner(&self, id: GameId) -> Result<Option<String>, StoreError> {
        let owner = self.read(|connection| {
            connection.query_row("SELECT owner FROM games WHERE id = ?1", [id.0], |row| row.get(0)).optional()
        })?;
        owner.ok_or(StoreError::NoGame { given: id.0 })
    }

    /// How large the file is, without its log.
    ///
    /// # Errors
    /// When it cannot be read.
    pub fn bytes(&self) -> Result<u64, StoreError> {
        let sql = "SELECT page_count * page_size FROM pragma_page_count(), pragma_page_size()";
        self.read(|connection| connection.query_row(sql, [], |row| Ok(row.get::<_, i64>(0)? as u64)))
    }

    /// The boards of the games that are asked for with the number of their games, those with the most first.
    ///
    /// # Errors
    /// When the run asked for does not exist, or the file cannot be read.
    pub fn boards(&self, filter: &Filter) -> Result<Vec<(String, u64)>, StoreError> {
        self.check(filter)?;
        self.read(|connection| {
            let condition = filter.condition(connection)?;
            let sql = format!(
                "SELECT rules, count(*) FROM games WHERE {} GROUP BY rules ORDER BY 2 DESC, 1 {}",
                condition.sql,
                filter.range()
            );
            let row = |row: &Row<'_>| Ok((row.get(0)?, row.get::<_, i64>(1)? as u64));
            connection.prepare(&sql)?.query_map(params_from_iter(condition.values), row)?.collect()
        })
    }

    /// The games that are asked for, newest first.
    ///
    /// # Errors
    /// When the run asked for does not exist, or the file cannot be read.
    pub fn list(&self, filter: &Filter) -> Result<Vec<Listed>, StoreError> {
        self.check(filter)?;
        self.read(|connection| {
            let condition = filter.condition(connection)?;
            let sql = format!("{LISTED} WHERE {} ORDER BY games.id DESC {}", condition.sql, filter.range());
            connection.prepare(&sql)?.query_map(params_from_iter(condition.values), listed)?.collect()
        })
    }

    /// The numbers of the games that are asked for, newest first.
    ///
    /// # Errors
    /// When the run asked for does not exist, or the file cannot be read.
    pub fn ids(&self, filter: &Filter) -> Result<Vec<GameId>, StoreError> {
        self.check(filter)?;
        self.read(|connection| {
            let condition = filter.condition(connection)?;
            let sql =
                format!("SELECT id FROM games WHERE {} ORDER BY id DESC {}", condition.sql, filter.range());
            let mut statement = connection.prepare(&sql)?;
            statement.query_map(params_from_iter(condition.values), |row| Ok(GameId(row.get(0)?)))?.collect()
        })
    }

    /// How many games are asked for, whatever the limit and the offset.
    ///
    /// # Errors
    /// When the run asked for does not exist, or the file cannot be read.
    pub fn count(&self, filter: &Filter) -> Result<u64, StoreError> {
        self.check(filter)?;
        self.read(|connection| {
            let condition = filter.condition(connection)?;
            let sql = format!("SELECT count(*) FROM games WHERE {}", condition.sql);
            connection
                .prepare(&sql)?
                .query_row(params_from_iter(condition.values), |row| Ok(row.get::<_, i64>(0)? as u64))
        })
    }

    /// Whether there is such a run, and a position is not looked for in too many games.
    fn check(&self, filter: &Filter) -> Result<(), StoreError> {
        if let Some(RunId(id)) = filter.run {
            let there = self.read(|connection| {
                connection.query_row("SELECT 1 FROM runs WHERE id = ?1", [id], |_| Ok(())).optional()
            })?;
            there.ok_or(StoreError::NoRun { given: id })?;
        }
        if let (Some(position), Some(most)) = (&filter.position, filter.most_searched) {
            let rules = Some(position.rules().to_string());
            let games = self.count(&Filter { position: None, rules, ..filter.clone() })?;
            if games > most {
                return Err(StoreError::TooMany { games, most });
            }
        }
        Ok(())
    }

    fn read<T>(&self, work: impl FnOnce(&Connection) -> rusqlite::Result<T>) -> Result<T, StoreError> {
        work(&self.connection).map_err(|error| StoreError::of(&self.path, &error))
    }
}

/// The columns that [`listed`] reads.
const LISTED: &str =
    "SELECT games.id, run, number, stored, rules, ax.spec, ao.spec, result, reason, plies, first_moves
     FROM games JOIN agents AS ax ON ax.id = x JOIN agents AS ao ON ao.id = o";

impl Filter {
    fn range(&self) -> String {
        // SQLite's integers end at 2^63, and -1 is no limit.
        let limit = self.limit.map_or(-1, |limit| i64::try_from(limit).unwrap_or(-1));
        format!("LIMIT {limit} OFFSET {}", self.offset.min(i64::MAX as u64))
    }
}

fn listed(row: &Row<'_>) -> rusqlite::Result<Listed> {
    let run: Option<i64> = row.get(1)?;
    let number: Option<i64> = row.get(2)?;
    Ok(Listed {
        id: GameId(row.get(0)?),
        run: run.map(|run| (RunId(run), number.unwrap_or_default() as u64)),
        stored: row.get(3)?,
        rules: row.get(4)?,
        x: row.get(5)?,
        o: row.get(6)?,
        result: result(row, 7)?,
        reason: row.get(8)?,
        plies: row.get::<_, i64>(9)? as u64,
        first_moves: row.get(10)?,
    })
}

/// A game by its number.
pub(super) fn game(connection: &Connection, id: GameId) -> rusqlite::Result<GameRecord> {
    let mut record = connection
        .prepare_cached(
            "SELECT rules, start, seed, ax.spec, x_limits, ao.spec, o_limits, result, reason, detail
             FROM games JOIN agents AS ax ON ax.id = x JOIN agents AS ao ON ao.id = o WHERE games.id = ?1",
        )?
        .query_row([id.0], |row| {
            let seed: String = row.get(2)?;
            Ok(GameRecord {
                format: GameRecord::FORMAT.into(),
                version: GameRecord::VERSION,
                rules: row.get(0)?,
                start: row.get(1)?,
                seed: seed.parse().map_err(|_| unknown(2, &seed))?,
                x: AgentRecord { spec: row.get(3)?, limits: row.get(4)? },
                o: AgentRecord { spec: row.get(5)?, limits: row.get(6)? },
                opening: Vec::new(),
                moves: Vec::new(),
                result: result(row, 7)?,
                reason: reason(row)?,
            })
        })?;
    let mut statement = connection.prepare_cached(
        "SELECT move, time_ms, nodes, playouts, value FROM moves WHERE game = ?1 ORDER BY ply",
    )?;
    let mut rows = statement.query([id.0])?;
    while let Some(row) = rows.next()? {
        let mv = row.get(0)?;
        match row.get(4)? {
            None => record.opening.push(mv),
            Some(value) => record.moves.push(MoveRecord {
                mv,
                // SQLite has no NaN: it keeps none.
                time_ms: row.get::<_, Option<f64>>(1)?.unwrap_or(f64::NAN),
                nodes: row.get::<_, i64>(2)? as u64,
                playouts: row.get::<_, i64>(3)? as u64,
                value,
            }),
        }
    }
    Ok(record)
}

fn result(row: &Row<'_>, column: usize) -> rusqlite::Result<RecordedResult> {
    let name: String = row.get(column)?;
    names::result_of(&name).ok_or_else(|| unknown(column, &name))
}

fn reason(row: &Row<'_>) -> rusqlite::Result<Reason> {
    let name: String = row.get(8)?;
    let detail: Option<String> = row.get(9)?;
    names::reason_of(&name, detail.unwrap_or_default()).ok_or_else(|| unknown(8, &name))
}

/// A value that this Kinrow never writes.
fn unknown(column: usize, value: &str) -> rusqlite::Error {
    let why = format!("'{value}' is not expected there");
    rusqlite::Error::FromSqlConversionFailure(column, Type::Text, why.into())
}
