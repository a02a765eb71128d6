//! The games of one round as a plan: plain data from which every unit can be played anywhere, as a pure function of the plan and the
//! unit's number.

use std::ops::Range;
use std::sync::Arc;

use kinrow_agent::{Seed, Stop};
use kinrow_game::{Board, Position, Rules, with_board};
use rayon::prelude::*;

use crate::evaluator::{NetworkEvaluator, Weights};
use crate::model::{IMPOSSIBLE, ModelError, ZeroModel};
use crate::options::Plan;
use crate::played::Played;
use crate::selfplay;

/// Games that are played side by side by one worker.
const UNIT: u64 = 16;

/// The self-play of a round.
#[derive(Clone, Debug)]
pub struct Round {
    pub(crate) plan: Plan,
    pub(crate) rules: Rules,
    pub(crate) seed: Seed,
    /// The first of its games.
    pub(crate) first: u64,
    /// The network that plays.
    pub(crate) player: Arc<Weights>,
}

impl Round {
    /// The round that comes after what a model says of itself, played by its network.
    ///
    /// # Errors
    /// When its options cannot be read.
    pub fn of(model: &ZeroModel) -> Result<Round, ModelError> {
        let (plan, player) = (Plan::of(&model.header.options()?), model.weights());
        let (seed, first) = (Seed(model.header.seed), model.header.games);
        Ok(Round { plan, rules: player.rules, seed, first, player })
    }

    /// How many units it has.
    #[must_use]
    pub fn units(&self) -> u64 {
        self.plan.games.div_ceil(UNIT)
    }

    /// The games of a unit.
    fn numbers(&self, unit: u64) -> Range<u64> {
        let at = |unit: u64| self.first.saturating_add(unit.saturating_mul(UNIT).min(self.plan.games));
        at(unit)..at(unit.saturating_add(1))
    }

    /// Plays the games of a unit, as bytes; `None` when `stop` was raised before their end.
    #[must_use]
    pub fn compute(&self, unit: u64, stop: &Stop) -> Option<Vec<u8>> {
        let mut evaluator = NetworkEvaluator::new(Arc::clone(&self.player));
        let played = with_board!(Position::new(self.rules), empty => {
            selfplay::play(&self.plan, &empty, &mut evaluator, self.seed, self.numbers(unit), stop)
        })?;
        let mut bytes = Vec::new();
        played.iter().for_each(|game| game.write(&mut bytes));
        Some(bytes)
    }

    /// All units, played here.
    pub(crate) fn compute_all(&self, stop: &Stop) -> Option<Vec<Vec<u8>>> {
        let units: Vec<u64> = (0..self.units()).collect();
        units.par_iter().map(|&unit| self.compute(unit, stop)).collect()
    }

    /// The games that the units gave, in the order of their numbers.
    pub(crate) fn collect<const W: usize>(
        &self,
        empty: &Board<W>,
        units: &[Vec<u8>],
    ) -> Result<Vec<Played>, ModelError> {
        if units.len() as u64 != self.units() {
            return Err(ModelError::damaged("a unit of the round is missing, or there is one too many"));
        }
        let mut played = Vec::new();
        for (unit, bytes) in (0..).zip(units) {
            let games = Played::read_all(bytes, empty).ok_or_else(|| ModelError::damaged(IMPOSSIBLE))?;
            let numbers = self.numbers(unit);
            if games.len() as u64 != numbers.end - numbers.start {
                return Err(ModelError::damaged("a unit of the round has not as many games as it should"));
            }
            played.extend(games);
        }
        Ok(played)
    }
}
