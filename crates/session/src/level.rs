//! Opponents by strength, for those who do not want options. What a level is depends on the board: a look of two moves is
//! much on 3x3 and little on 15x15.

use kinrow_game::{Position, Rules, with_board};
use kinrow_search::solve::SolverAgent;

use super::{Refusal, SessionError, refuse};
use kinrow_players::AgentSpec;

/// How strong an opponent is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Level {
    /// Sees what is on the board now, if that.
    Beginner,
    /// Sees some of what comes next.
    Easy,
    /// Does not overlook the next move.
    Medium,
    /// Looks some moves ahead.
    Strong,
    /// Does not make mistakes; only where the board can be solved.
    Perfect,
}

/// A solve of more positions than two to this is not a matter of seconds.
const QUICK_BITS: f64 = 20.0;

impl Level {
    /// From the weakest to the strongest.
    pub const ALL: [Level; 5] = [Level::Beginner, Level::Easy, Level::Medium, Level::Strong, Level::Perfect];

    /// Its name in messages.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Level::Beginner => "beginner",
            Level::Easy => "easy",
            Level::Medium => "medium",
            Level::Strong => "strong",
            Level::Perfect => "perfect",
        }
    }

    /// The level of this name.
    ///
    /// # Errors
    /// When there is none.
    pub fn find(name: &str) -> Result<Level, Refusal> {
        let found = Level::ALL.into_iter().find(|level| level.name() == name);
        found.ok_or_else(|| refuse(SessionError::Level { given: name.into() }))
    }

    /// The levels there are on a board.
    pub fn on(rules: Rules) -> impl Iterator<Item = Level> {
        let is_solvable = is_quickly_solved(&Position::new(rules));
        Level::ALL.into_iter().filter(move |&level| level != Level::Perfect || is_solvable)
    }

    /// The agent that plays at this level.
    ///
    /// # Errors
    /// When nobody can.
    pub fn spec(self, rules: Rules) -> Result<AgentSpec, Refusal> {
        let is_small = rules.cells() <= SMALL;
        // Where stones fall every point is near another.
        let near = if rules.is_drop() { "" } else { ",near=1" };
        let text = match self {
            Level::Beginner if is_small => "random".into(),
            Level::Easy if is_small => "mcts:playouts=12".into(),
            Level::Medium if is_small => "alphabeta:depth=2".into(),
            Level::Strong if is_small => "alphabeta:depth=4,eval=runs".into(),
            Level::Beginner => format!("alphabeta:depth=1,eval=open-ends{near}"),
            Level::Easy => format!("alphabeta:depth=1,eval=runs{near}"),
            Level::Medium => format!("alphabeta:depth=2,eval=runs{near}"),
            Level::Strong => format!("alphabeta:depth=4,eval=runs{near}"),
            Level::Perfect if is_quickly_solved(&Position::new(rules)) => "solve:distance=on".into(),
            Level::Perfect => return Err(refuse(SessionError::Perfect { rules: rules.to_string() })),
        };
        text.parse().map_err(refuse)
    }
}

/// Boards up to this many points count as small: most of the game is within sight.
const SMALL: u16 = 16;

/// Whether the solver answers within seconds.
#[must_use]
pub(super) fn is_quickly_solved(position: &Position) -> bool {
    with_board!(position, board => SolverAgent::expected_bits(board)) <= QUICK_BITS
}
