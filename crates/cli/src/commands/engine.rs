//! `kinrow engine`: a brain for any Gomoku manager, by the Gomocup protocol.

use kinrow_agent::Seed;
use kinrow_gomocup as gomocup;
use kinrow_players::catalogue;

use crate::Context;
use crate::args::EngineOptions;
use crate::failure::Failure;
use crate::setup;

pub(crate) fn run(options: &EngineOptions, context: &Context) -> Result<(), Failure> {
    let seed = Seed(options.seed);
    let agent = options.agent.as_deref().map(setup::agent).transpose()?;
    if let Some(agent) = &agent {
        // A file that cannot be read is told now and not in the middle of the protocol.
        catalogue::build(agent, seed).map_err(Failure::call)?;
    }
    gomocup::engine::run(
        kinrow_players::brain::thinkers(agent),
        seed,
        std::io::stdin(),
        std::io::stdout(),
        &context.stop,
    );
    // An agent that did not hear the end is not waited for, and would leave its program behind.
    gomocup::external::kill_all();
    Ok(())
}
