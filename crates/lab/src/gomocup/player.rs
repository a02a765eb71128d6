//! Who thinks for the brain: the agent that was asked for, or one that suits the board; and a move for when there is no
//! time to think at all.

use kinrow_agent::{Ignore, Limits, Seed, Stop, Thinking};
use kinrow_game::{Game, Point, Position, Rules, with_board};

use crate::catalogue::{self, AnyAgent};
use crate::spec::AgentSpec;

/// Alpha-beta's table may take some 50 MB, and half as much again while it grows: below this much memory it is left out.
const LEAST_FOR_TABLE: u64 = 100_000_000;

/// What the program takes besides an agent's tables.
const PROGRAM_MEGABYTES: u64 = 20;

/// Small boards are searched whole, so that nothing is missed; on larger ones only points beside a stone are considered,
/// which looks further ahead. In matches of 200 ms a move `near=1` won 7 to 3 against `near=2` and 6 to 0 against Monte
/// Carlo on 15x15x5, and 6 to 1 (5 drawn) against the whole board on 9x9x5.
const MOST_CELLS_WHOLE: u16 = 49;

/// The agent that suits a board, within this much memory.
pub(crate) fn fitting(rules: Rules, max_memory: Option<u64>) -> AgentSpec {
    let near = if rules.is_drop() || rules.cells() <= MOST_CELLS_WHOLE { "" } else { ",near=1" };
    let table = if max_memory.is_some_and(|bytes| bytes < LEAST_FOR_TABLE) { ",table=off" } else { "" };
    let text = format!("alphabeta:eval=runs{near},order=history{table}");
    text.parse().expect("a spec of the catalogue")
}

/// Builds the fitting agent, or the given one.
pub(crate) fn build(
    given: Option<&AgentSpec>,
    rules: Rules,
    max_memory: Option<u64>,
    seed: Seed,
) -> Result<AnyAgent, String> {
    let fitting = fitting(rules, max_memory);
    let spec = given.unwrap_or(&fitting);
    let built = match max_memory {
        None => catalogue::build(spec, seed),
        Some(bytes) => {
            let megabytes = (bytes / 1_000_000).saturating_sub(PROGRAM_MEGABYTES).max(1);
            catalogue::build_within(spec, seed, megabytes)
        }
    };
    built.map_err(|error| error.to_string())
}

/// A move without thought: one that wins, else one that the opponent would win by, else the best-looking.
pub(crate) fn at_once(position: &Position) -> Point {
    let decisive = || {
        let mover = position.to_move();
        let completes = |side| with_board!(position, board => position.moves().find(|&point| board.completes(side, point)));
        completes(mover).or_else(|| completes(mover.opponent()))
    };
    let found = if position.rules().is_misere() { None } else { decisive() };
    found.unwrap_or_else(|| best_looking(position))
}

/// One move ahead, by evaluation; the first legal move should even that fail.
fn best_looking(position: &Position) -> Point {
    let spec: AgentSpec = "alphabeta:depth=1,eval=runs,near=1".parse().expect("a spec of the catalogue");
    let looked = catalogue::build(&spec, Seed(0)).ok().and_then(|mut agent| {
        let mut ignore = Ignore;
        agent.choose(position, &Limits::NONE, &mut Thinking::new(Stop::new(), &mut ignore)).ok()?.mv()
    });
    let first = || position.moves().next().expect("a game that goes on has a legal move");
    looked.unwrap_or_else(first)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn quick(rules: &str, moves: &str) -> String {
        let (position, _) = Position::new(rules.parse().unwrap()).play_moves(moves).unwrap();
        position.name(at_once(&position))
    }

    #[test]
    fn the_move_without_thought_is_not_a_foolish_one() {
        assert_eq!(quick("15x15x5", ""), "h8");
        // Wins, though it could block; blocks, where it cannot win.
        assert_eq!(quick("15x15x5", "h8 h1 h9 g1 h10 f1 h11 e1"), "h12");
        assert_eq!(quick("15x15x5", "h8 a1 h9 c1 h10 e1 h11"), "h12");
        // Completing a row loses here.
        assert_ne!(quick("4x4x3:misere", "a1 b3 a2 d4"), "a3");
        assert_eq!(quick("1x1x1", ""), "a1");
    }

    #[test]
    fn the_fitting_agent_suits_its_board() {
        let spec = |rules: &str, memory| fitting(rules.parse().unwrap(), memory).to_string();
        assert_eq!(spec("20x20x5", None), "alphabeta:eval=runs,near=1,order=history");
        assert_eq!(spec("7x6x4:drop", None), "alphabeta:eval=runs,order=history");
        assert_eq!(spec("6x6x4", Some(50_000_000)), "alphabeta:eval=runs,order=history,table=off");
    }
}
