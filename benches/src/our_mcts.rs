//! One move of our Monte Carlo tree search, from nothing: what the peers' bots do when they are asked.

use anyhow::{Result, ensure};
use kinrow_agent::{Agent, Ignore, Limits, Seed, Stop, Thinking};
use kinrow_game::{Board, Point};
use kinrow_search::mcts::{Mcts, MctsOptions};

/// Searches with a new tree, forgets it, and returns how many games were played out: fewer than asked for only when a
/// solver has nothing left to prove.
pub fn search<const W: usize>(
    board: &Board<W>,
    options: MctsOptions,
    playouts: u64,
    seed: u64,
) -> Result<u64> {
    let mut ignore = Ignore;
    let mut thinking = Thinking::new(Stop::new(), &mut ignore);
    let limits = Limits { playouts: Some(playouts), ..Limits::NONE };
    let decision = Mcts::<Point>::new(options, Seed(seed)).choose(board, &limits, &mut thinking)?;
    let done = decision.statistics.playouts;
    ensure!(options.solver || done == playouts, "{done} playouts were made, not {playouts}");
    Ok(done)
}
