//! Who thinks for a Gomocup brain: the agent that was asked for, or one that suits the board.

use kinrow_agent::{AnyAgent, Seed};
use kinrow_game::Rules;
use kinrow_gomocup::Thinkers;

use crate::{AgentSpec, catalogue};

/// Alpha-beta's table may take some 50 MB, and half as much again while it grows: below this much memory it is left out.
const LEAST_FOR_TABLE: u64 = 100_000_000;

/// What the program takes besides an agent's tables.
const PROGRAM_MEGABYTES: u64 = 20;

/// Small boards are searched whole, so that nothing is missed; on larger ones only points beside a stone are considered,
/// which looks further ahead. In matches of 200 ms a move `near=1` won 7 to 3 against `near=2` and 6 to 0 against Monte
/// Carlo on 15x15x5, and 6 to 1 (5 drawn) against the whole board on 9x9x5.
const MOST_CELLS_WHOLE: u16 = 49;

/// The agent that suits a board, within this much memory.
#[must_use]
pub fn fitting(rules: Rules, max_memory: Option<u64>) -> AgentSpec {
    let near = if rules.is_drop() || rules.cells() <= MOST_CELLS_WHOLE { "" } else { ",near=1" };
    let table = if max_memory.is_some_and(|bytes| bytes < LEAST_FOR_TABLE) { ",table=off" } else { "" };
    let text = format!("alphabeta:eval=runs{near},order=history{table}");
    text.parse().expect("a spec of the catalogue")
}

/// Builds the given agent, or the one that suits the board.
fn build(
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

/// Where a brain gets its agents.
#[must_use]
pub fn thinkers(asked: Option<AgentSpec>) -> Thinkers {
    let by = |spec: Option<AgentSpec>| -> kinrow_gomocup::Build {
        Box::new(move |rules, memory, seed| build(spec.as_ref(), rules, memory, seed))
    };
    Thinkers { asked: asked.map(|spec| by(Some(spec))), fitting: by(None) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_fitting_agent_suits_its_board() {
        let spec = |rules: &str, memory| fitting(rules.parse().unwrap(), memory).to_string();
        assert_eq!(spec("20x20x5", None), "alphabeta:eval=runs,near=1,order=history");
        assert_eq!(spec("7x6x4:drop", None), "alphabeta:eval=runs,order=history");
        assert_eq!(spec("6x6x4", Some(50_000_000)), "alphabeta:eval=runs,order=history,table=off");
    }
}
