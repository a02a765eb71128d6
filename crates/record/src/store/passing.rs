//! Games that a position was in. SQLite asks a function of ours about each game, which replays as much of it as is needed.

use kinrow_game::{Game, Position, Rules};
use rusqlite::Connection;
use rusqlite::functions::FunctionFlags;

use super::filter::FIRST_MOVES;

/// The condition for the position that was last [`register`]ed; its one place is for the rules.
pub(super) fn condition(position: &Position) -> String {
    let stones = position.placed();
    let moves = if usize::from(stones) <= FIRST_MOVES {
        "first_moves".to_string()
    } else {
        format!(
            "(SELECT group_concat(move, ' ') FROM
              (SELECT move FROM moves WHERE game = games.id AND ply <= {stones} ORDER BY ply))"
        )
    };
    // A game from another start has fewer moves than stones.
    format!("games.rules = ? AND (plies >= {stones} OR start IS NOT NULL) AND passes(start, {moves})")
}

/// Lets `passes(start, moves)` mean this position from now on.
pub(super) fn register(connection: &Connection, position: &Position) -> rusqlite::Result<()> {
    let wanted = Wanted::new(position);
    let flags = FunctionFlags::SQLITE_UTF8 | FunctionFlags::SQLITE_DETERMINISTIC;
    connection.create_scalar_function("passes", 2, flags, move |context| {
        let start: Option<String> = context.get(0)?;
        // A game without moves has no list of them.
        let moves: Option<String> = context.get(1)?;
        Ok(wanted.is_in(start.as_deref(), moves.as_deref().unwrap_or_default()))
    })
}

/// A position as it is looked for.
struct Wanted {
    rules: Rules,
    placed: u16,
    class: Vec<u64>,
}

impl Wanted {
    fn new(position: &Position) -> Wanted {
        Wanted { rules: position.rules(), placed: position.placed(), class: position.class() }
    }

    /// Whether a game from `start` comes by. One that cannot be replayed does not.
    fn is_in(&self, start: Option<&str>, moves: &str) -> bool {
        let start = start.map_or_else(|| Some(Position::new(self.rules)), |text| text.parse().ok());
        let Some(mut position) = start.filter(|start: &Position| start.rules() == self.rules) else {
            return false;
        };
        for mv in moves.split(' ').filter(|mv| !mv.is_empty()) {
            if position.placed() >= self.placed {
                break;
            }
            let Ok(point) = position.parse_move(mv) else { return false };
            position = position.play(point);
        }
        position.placed() == self.placed && position.class() == self.class
    }
}
