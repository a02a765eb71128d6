//! From the words of a call to a position, agents and limits.

use kinrow_agent::Limits;
use kinrow_game::{Coordinates, Point, Position, Rules};
use kinrow_players::AgentSpec;

use crate::args::StartOptions;
use crate::failure::Failure;

/// Where play or thought begins.
pub(crate) struct Start {
    /// The position before the given moves.
    pub(crate) position: Position,
    /// The given moves.
    pub(crate) moves: Vec<Point>,
    /// The position after them.
    pub(crate) after: Position,
}

/// Reads `--board` or `--position`, and `--moves`.
pub(crate) fn start(options: &StartOptions) -> Result<Start, Failure> {
    start_in(options, Coordinates::Letters)
}

/// [`start`] for moves that are written in these coordinates.
pub(crate) fn start_in(options: &StartOptions, coordinates: Coordinates) -> Result<Start, Failure> {
    let position = match &options.position {
        Some(text) => text.parse::<Position>().map_err(Failure::call)?,
        None => Position::new(rules(options.board.as_deref().unwrap_or("3x3x3"))?),
    };
    let moves = options.moves.as_deref().unwrap_or("");
    let (after, moves) = coordinates.play_moves(&position, moves).map_err(Failure::call)?;
    Ok(Start { position, moves, after })
}

/// Reads rules.
pub(crate) fn rules(text: &str) -> Result<Rules, Failure> {
    text.parse().map_err(|error: kinrow_game::RulesError| Failure::call(error))
}

/// Reads an agent.
pub(crate) fn agent(text: &str) -> Result<AgentSpec, Failure> {
    text.parse().map_err(|error: kinrow_players::SpecError| Failure::call(error))
}

/// Reads `--limit`.
pub(crate) fn limits(text: Option<&str>) -> Result<Limits, Failure> {
    text.unwrap_or("").parse().map_err(|error: kinrow_agent::LimitsError| Failure::call(error))
}
