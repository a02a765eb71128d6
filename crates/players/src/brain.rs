//! Who thinks for a Gomocup brain: the agent that was asked for, or the engine.

use kinrow_agent::{AnyAgent, Seed};
use kinrow_gomocup::Thinkers;

use crate::suits::fitting;
use crate::{AgentSpec, catalogue};

/// What the program takes besides an agent's tables.
const PROGRAM_MEGABYTES: u64 = 20;

/// Builds the given agent, or the one that suits a brain.
fn build(given: Option<&AgentSpec>, max_memory: Option<u64>, seed: Seed) -> Result<AnyAgent, String> {
    let fitting = fitting();
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
        Box::new(move |_, memory, seed| build(spec.as_ref(), memory, seed))
    };
    Thinkers { asked: asked.map(|spec| by(Some(spec))), fitting: by(None) }
}
