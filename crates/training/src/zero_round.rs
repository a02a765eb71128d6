//! The self-play of one round as plain data, whose units can be computed anywhere; and a training whose rounds are.

use kinrow_agent::Stop;
use kinrow_arena::{Executor, Units};
use kinrow_zero::{ModelError, Round, RoundEnd, Training, ZeroModel};
use serde::{Deserialize, Serialize};

use crate::TrainingError;
use crate::course::CourseError;
use crate::round::compute_all;

/// One round as plain data.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ZeroRound {
    /// The network that plays, as a file for playing.
    pub model: Vec<u8>,
}

/// A round whose units can be computed.
pub struct PreparedZeroRound(Round);

impl ZeroRound {
    /// The next round of a training.
    #[must_use]
    pub fn next(training: &Training) -> ZeroRound {
        ZeroRound { model: training.next_round().to_bytes() }
    }

    /// The round, ready to be computed.
    ///
    /// # Errors
    /// When its network cannot be read.
    pub fn prepare(&self) -> Result<PreparedZeroRound, ModelError> {
        Ok(PreparedZeroRound(Round::of(&ZeroModel::from_bytes(&self.model)?)?))
    }
}

impl PreparedZeroRound {
    /// How many units there are.
    #[must_use]
    pub fn units(&self) -> u64 {
        self.0.units()
    }
}

impl Units for PreparedZeroRound {
    type Unit = u64;
    type Found = Vec<u8>;

    fn compute(&self, unit: &u64, stop: &Stop) -> Option<Vec<u8>> {
        self.0.compute(*unit, stop)
    }
}

/// Trains until there were so many rounds in all, or `stop`, with games played wherever `executor` computes. What comes out is the
/// training that played all of them itself.
///
/// # Errors
/// When a unit is not what it should be, or the network's numbers grow beyond all bounds.
pub fn train_zero(
    training: &mut Training,
    rounds: u64,
    executor: &impl Executor,
    stop: &Stop,
) -> Result<(), TrainingError> {
    while training.counts()[0] < rounds {
        let round = ZeroRound::next(training).prepare()?;
        let Some(results) = compute_all(&round, round.units(), executor, stop) else { break };
        match training.collect(&results, stop)? {
            RoundEnd::Done => {}
            RoundEnd::Stopped => break,
            RoundEnd::Diverged => {
                return Err(CourseError::Diverged { round: training.counts()[0] + 1 }.into());
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use kinrow_agent::{Options, Seed};
    use kinrow_arena::Threads;
    use kinrow_zero::{DECLARED, NAME};

    use super::*;

    fn untrained(more: &str) -> Training {
        let text = format!("channels=4,blocks=1,games=40,window=60,batch=40,simulations=6,fast=3{more}");
        let options = Options::parse(DECLARED, NAME, &text).unwrap();
        Training::new("4x4x3".parse().unwrap(), &options, Seed(4))
    }

    #[test]
    fn rounds_computed_elsewhere_give_the_training_that_played_them_itself() {
        for more in ["", ",gate=0.5"] {
            let mut whole = untrained(more);
            (0..3).for_each(|_| assert_eq!(whole.round(&Stop::new()), RoundEnd::Done));
            for workers in [1, 3] {
                let mut parts = untrained(more);
                train_zero(&mut parts, 3, &Threads(workers), &Stop::new()).unwrap();
                assert!(parts.model().to_bytes() == whole.model().to_bytes(), "{more} {workers}");
            }
        }
    }

    /// Each unit is computed from the round as it was written down, last first; what is no unit of it is refused.
    #[test]
    fn a_round_that_was_written_down_gives_the_same_results() {
        let mut training = untrained("");
        let round = ZeroRound::next(&training);
        let text = serde_json::to_string(&round).unwrap();
        let here = round.prepare().unwrap();
        assert_eq!(here.units(), 3);
        let mut results = vec![Vec::new(); 3];
        for unit in (0..3).rev() {
            let there = serde_json::from_str::<ZeroRound>(&text).unwrap().prepare().unwrap();
            results[unit as usize] = there.compute(&unit, &Stop::new()).unwrap();
            assert!(here.compute(&unit, &Stop::new()) == Some(results[unit as usize].clone()), "{unit}");
        }
        let before = training.model();
        assert!(training.collect(&results[..2], &Stop::new()).is_err());
        let swapped = [results[0].clone(), results[2].clone(), results[1].clone()];
        assert!(training.collect(&swapped, &Stop::new()).is_err());
        assert!(training.collect(&vec![vec![7; 9]; 3], &Stop::new()).is_err());
        assert!(training.model() == before);
        assert_eq!(training.collect(&results, &Stop::new()).unwrap(), RoundEnd::Done);
        assert!(ZeroRound { model: vec![1, 2, 3] }.prepare().is_err());
    }
}
