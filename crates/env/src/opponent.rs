//! Who answers in an environment: nobody, chance, or an agent of the catalogue.

use std::str::FromStr;

use kinrow_agent::{AnyAgent, Limits, Rng, Seed, ask};
use kinrow_game::{Board, Game, Point, Position, Side};
use kinrow_learn::OfWidth;
use kinrow_players::catalogue::{self, Models};
use kinrow_players::{AgentSpec, SpecError};

use crate::EnvError;

/// Who answers the learner.
#[derive(Clone, Debug)]
pub enum OpponentChoice {
    /// Nobody: the learner plays both sides.
    Itself,
    /// A uniformly random legal move.
    Random,
    /// An agent of the catalogue, and what it may spend on a move.
    Agent(AgentSpec, Limits),
}

impl OpponentChoice {
    /// Of a spec, within limits.
    ///
    /// # Errors
    /// When it is none.
    pub fn new(spec: &str, limits: Limits) -> Result<OpponentChoice, SpecError> {
        let spec = AgentSpec::from_str(spec)?;
        // Chance needs no memory of its own and no search.
        Ok(if spec.full() == "random" { OpponentChoice::Random } else { OpponentChoice::Agent(spec, limits) })
    }
}

/// Which side the learner plays.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Plays {
    /// Always this one.
    Side(Side),
    /// One game X, the next O; neighbouring games begin on different sides.
    Both,
}

impl Plays {
    /// Its side in game number `round` of place `at`.
    pub(crate) fn side(self, at: usize, round: u64) -> Side {
        match self {
            Plays::Side(side) => side,
            Plays::Both => Side::BOTH[(at + round as usize) % 2],
        }
    }
}

/// The opponent in one game.
pub(crate) enum Opponent {
    Random,
    Agent { agent: AnyAgent, limits: Limits },
}

impl Opponent {
    /// A new one, whose randomness comes from `seed`; none in self-play.
    pub(crate) fn new(
        choice: &OpponentChoice,
        seed: Seed,
        models: &Models,
    ) -> Result<Option<Opponent>, EnvError> {
        Ok(match choice {
            OpponentChoice::Itself => None,
            OpponentChoice::Random => Some(Opponent::Random),
            OpponentChoice::Agent(spec, limits) => {
                let agent = catalogue::build_with(spec, seed, models)?;
                Some(Opponent::Agent { agent, limits: *limits })
            }
        })
    }

    /// Whether it can play from here.
    pub(crate) fn check(&self, position: &Position) -> Result<(), EnvError> {
        match self {
            Opponent::Random => Ok(()),
            Opponent::Agent { agent, limits } => Ok(agent.accepts(position, limits)?),
        }
    }

    /// Its move; `None` when it gives up, or plays what is not legal.
    pub(crate) fn choose<const W: usize>(
        &mut self,
        board: &Board<W>,
        rng: &mut Rng,
    ) -> Result<Option<Point>, EnvError>
    where
        Board<W>: OfWidth,
    {
        match self {
            Opponent::Random => Ok(Some(random_move(board, rng))),
            Opponent::Agent { agent, limits } => {
                let decision = ask(&mut **agent, &board.into_position(), limits)?;
                Ok(decision.mv().filter(|&mv| board.is_legal(mv)))
            }
        }
    }
}

/// A uniformly random legal move of a game that is not over.
#[inline]
pub(crate) fn random_move<const W: usize>(board: &Board<W>, rng: &mut Rng) -> Point {
    let legal = board.legal();
    let index = legal.nth(rng.below(legal.len())).expect("there are as many as were counted");
    Point::from_index(index as u16)
}
