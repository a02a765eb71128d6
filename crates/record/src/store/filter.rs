//! Which games are asked for.

use kinrow_agent::RecordedResult;
use kinrow_game::notation::{self, MovesError, PointError};
use kinrow_game::{Position, Rules, RulesError, Side};
use rusqlite::types::Value;
use rusqlite::{Connection, params_from_iter};

use super::{RunId, passing};
use crate::exchange::names::result_name;

/// So many moves of a game are in the index of openings.
pub(super) const FIRST_MOVES: usize = 10;

/// Which games are asked for; whatever is `None` does not matter.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Filter {
    /// Who played: a full spec; or else a name, which stands before the options; or else a part of the spec.
    pub agent: Option<String>,
    /// Which side that agent played.
    pub side: Option<Side>,
    /// The rules, as [`kinrow_game::Rules`] writes them.
    pub rules: Option<String>,
    /// How it ended.
    pub result: Option<RecordedResult>,
    /// Why it ended, one of these: `rules`, `resigned`, `illegal-move`, `time`, `memory`, `error`, `left`, `ongoing`; any when empty.
    pub reasons: Vec<String>,
    /// The first moves, as a position names them.
    pub opening: Vec<String>,
    /// A position that was on the board; turned or mirrored, it is the same.
    pub position: Option<Position>,
    /// Where a position is asked for: so many games are gone through at the most, and more are refused.
    pub most_searched: Option<u64>,
    /// The run it belongs to.
    pub run: Option<RunId>,
    /// Whose it is, as [`super::Store::add_games_of`] was told.
    pub owner: Option<String>,
    /// So many at the most.
    pub limit: Option<u64>,
    /// So many are left out first.
    pub offset: u64,
}

/// Why a text is no opening.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum FilterError {
    /// There is no such board.
    Rules(RulesError),
    /// A move of it cannot be played on that board.
    Moves(MovesError),
    /// A move of it is on no board.
    Move(PointError),
}

kinrow_game::delegate_explain!(FilterError { Rules(RulesError), Moves(MovesError), Move(PointError) });

impl Filter {
    /// Moves as the record writes them. Without a board a column is no move, and every point of the largest board is one.
    ///
    /// # Errors
    /// When one of them is no move.
    pub fn opening(moves: &str, rules: Option<Rules>) -> Result<Vec<String>, FilterError> {
        if let Some(rules) = rules {
            let (_, points) = Position::new(rules).play_moves(moves)?;
            return Ok(points.iter().map(|&point| notation::point_name(rules, point)).collect());
        }
        let largest = Rules::new(20, 20, 20)?;
        let points = notation::split_moves(moves).into_iter().map(|mv| notation::parse_point(largest, &mv));
        points.map(|point| Ok(notation::point_name(largest, point?))).collect()
    }
}

/// A condition in SQL, with the values of its places.
pub(super) struct Condition {
    /// What stands after `WHERE`.
    pub(super) sql: String,
    /// The values of its question marks.
    pub(super) values: Vec<Value>,
}

impl Filter {
    pub(super) fn condition(&self, connection: &Connection) -> rusqlite::Result<Condition> {
        let mut parts: Vec<String> = Vec::new();
        let mut values: Vec<Value> = Vec::new();
        if let Some(text) = &self.agent {
            let ids = agents(connection, text)?;
            let list = ids.iter().map(i64::to_string).collect::<Vec<_>>().join(", ");
            parts.push(match self.side {
                Some(Side::X) => format!("x IN ({list})"),
                Some(Side::O) => format!("o IN ({list})"),
                None => format!("(x IN ({list}) OR o IN ({list}))"),
            });
        }
        let mut require = |sql: &str, wanted: &[&str]| {
            parts.push(sql.into());
            values.extend(wanted.iter().map(|&text| Value::Text(text.into())));
        };
        if let Some(rules) = &self.rules {
            require("rules = ?", &[rules]);
        }
        if let Some(result) = self.result {
            require("result = ?", &[result_name(result)]);
        }
        if !self.reasons.is_empty() {
            let places = vec!["?"; self.reasons.len()].join(", ");
            // The index holds only what is not plain; the planner wants to be told that this is.
            let is_plain = self.reasons.iter().any(|reason| reason == "rules");
            let hint = if is_plain { "" } else { "reason <> 'rules' AND " };
            let wanted: Vec<&str> = self.reasons.iter().map(String::as_str).collect();
            require(&format!("{hint}reason IN ({places})"), &wanted);
        }
        if !self.opening.is_empty() {
            let (indexed, rest) = self.opening.split_at(self.opening.len().min(FIRST_MOVES));
            let indexed = indexed.join(" ");
            // These moves alone, or followed by a space: c1 is not the beginning of c10.
            require(
                "(first_moves = ? OR (first_moves >= ? AND first_moves < ?))",
                &[&indexed, &format!("{indexed} "), &format!("{indexed}!")],
            );
            for (ply, mv) in (FIRST_MOVES + 1..).zip(rest) {
                let sql = format!("(SELECT move FROM moves WHERE game = games.id AND ply = {ply}) = ?");
                require(&sql, &[mv]);
            }
        }
        if let Some(owner) = &self.owner {
            require("owner = ?", &[owner]);
        }
        if let Some(RunId(run)) = self.run {
            parts.push(format!("run = {run}"));
        }
        // Last: it goes through the moves of every game that is left.
        if let Some(position) = &self.position {
            passing::register(connection, position)?;
            parts.push(passing::condition(position));
            values.push(Value::Text(position.rules().to_string()));
        }
        let sql = if parts.is_empty() { "TRUE".into() } else { parts.join(" AND ") };
        Ok(Condition { sql, values })
    }
}

/// The agents that a text means: those of that spec, or else of that name, or else with it as a part.
fn agents(connection: &Connection, text: &str) -> rusqlite::Result<Vec<i64>> {
    let ways = ["spec = ?1", "name = ?1", "instr(lower(spec), lower(?1)) > 0"];
    for way in ways {
        let mut statement = connection.prepare(&format!("SELECT id FROM agents WHERE {way}"))?;
        let ids: Vec<i64> = statement
            .query_map(params_from_iter([text]), |row| row.get(0))?
            .collect::<rusqlite::Result<_>>()?;
        if !ids.is_empty() {
            return Ok(ids);
        }
    }
    Ok(Vec::new())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn openings_are_written_as_the_record_writes_them() {
        let named = |moves, rules: Option<&str>| {
            Filter::opening(moves, rules.map(|rules| rules.parse().unwrap()))
                .map_err(|_| ())
                .map(|names| names.join(" "))
        };
        assert_eq!(named("H8 (3, 2) i10", None), Ok("h8 b3 i10".into()));
        assert_eq!(named("d d e", Some("7x6x4:drop")), Ok("d1 d2 e1".into()));
        assert_eq!((named("d", None), named("a1 a1", Some("3x3x3"))), (Err(()), Err(())));
    }
}
