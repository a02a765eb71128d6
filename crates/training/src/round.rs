//! A training as rounds of units that can be computed anywhere. For a table the only round is the whole training, which is one unit;
//! for a population each generation is a round, and its units are some children each, with their fitness.

use std::sync::atomic::{AtomicU64, Ordering};

use kinrow_agent::Stop;
use kinrow_arena::{Executor, Units};
use kinrow_learn::{Model, TrainError, Training, resume};
use serde::{Deserialize, Serialize};

use crate::TrainingError;

/// One round as plain data.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Round {
    /// The training so far, as its file.
    pub model: Vec<u8>,
    /// Episodes that there will be in all.
    pub episodes: u64,
}

/// A round whose units can be computed.
pub struct PreparedRound {
    training: Box<dyn Training>,
    episodes: u64,
}

impl Round {
    /// The round, ready to be computed.
    ///
    /// # Errors
    /// When its model cannot go on.
    pub fn prepare(&self) -> Result<PreparedRound, TrainingError> {
        let training = resume(&Model::from_bytes(&self.model).map_err(TrainError::from)?)?;
        Ok(PreparedRound { training, episodes: self.episodes })
    }
}

impl PreparedRound {
    /// How many units there are.
    #[must_use]
    pub fn units(&self) -> u64 {
        self.training.units()
    }
}

impl Units for PreparedRound {
    type Unit = u64;
    type Found = Vec<u8>;

    fn compute(&self, unit: &u64, stop: &Stop) -> Option<Vec<u8>> {
        self.training.compute(*unit, self.episodes, stop)
    }
}

/// What comes out of all units of a round; `None` when one is missing, without which there is no round.
pub(crate) fn compute_all(
    round: &impl Units<Unit = u64, Found = Vec<u8>>,
    units: u64,
    executor: &impl Executor,
    stop: &Stop,
) -> Option<Vec<Vec<u8>>> {
    let next = AtomicU64::new(0);
    let take = || Some(next.fetch_add(1, Ordering::Relaxed)).filter(|unit| *unit < units);
    let mut results = vec![None; units as usize];
    executor.execute(round, &take, stop, &mut |computed| {
        if let Some((unit, found)) = computed {
            results[unit as usize] = Some(found);
        }
    });
    results.into_iter().collect()
}

/// Trains until `episodes` are done in all, or `stop`, wherever `executor` computes. What comes out is the model of a training that was
/// never taken apart.
///
/// # Errors
/// When the model cannot go on.
pub fn train(
    model: &Model,
    episodes: u64,
    executor: &impl Executor,
    stop: &Stop,
) -> Result<Model, TrainingError> {
    let mut round = PreparedRound { training: resume(model)?, episodes };
    while round.training.episodes() < episodes {
        let Some(results) = compute_all(&round, round.units(), executor, stop) else { break };
        round.training.collect(&results, stop)?;
    }
    Ok(round.training.model(false, stop))
}

#[cfg(test)]
mod tests {
    use kinrow_agent::Seed;
    use kinrow_arena::Threads;
    use kinrow_learn::{Method, Preset};

    use super::*;

    fn untrained(method: Method) -> Model {
        let mut options = method.preset(Preset::Best);
        if method == Method::Genetic {
            options.set(method.name(), "population", "50").unwrap();
        }
        Model::untrained(method, Preset::Best, &options, "3x3x3".parse().unwrap(), Seed(4))
    }

    const EPISODES: u64 = 30;

    #[test]
    fn rounds_give_the_model_of_a_training_in_one_piece() {
        for &method in Method::ALL {
            let mut whole = resume(&untrained(method)).unwrap();
            whole.run(EPISODES, None, &Stop::new(), &mut |_, _| {});
            let whole = whole.model(false, &Stop::new());
            for workers in [1, 3] {
                let executor = Threads(workers);
                let parts = train(&untrained(method), EPISODES, &executor, &Stop::new()).unwrap();
                assert!(parts == whole, "{method} with {workers} workers");
            }
        }
    }

    /// Each unit is computed from the round as it was written down, last first.
    #[test]
    fn a_round_that_was_written_down_gives_the_same_results() {
        for &method in Method::ALL {
            let round = Round { model: untrained(method).to_bytes(), episodes: EPISODES };
            let text = serde_json::to_string(&round).unwrap();
            let here = round.prepare().unwrap();
            assert_eq!(here.units() > 1, method == Method::Genetic);
            for unit in (0..here.units()).rev() {
                let there = serde_json::from_str::<Round>(&text).unwrap().prepare().unwrap();
                let found = there.compute(&unit, &Stop::new());
                assert!(found.is_some() && found == here.compute(&unit, &Stop::new()), "{method} {unit}");
            }
        }
    }

    #[test]
    fn results_of_something_else_are_refused() {
        let mut round =
            Round { model: untrained(Method::Genetic).to_bytes(), episodes: EPISODES }.prepare().unwrap();
        assert!(round.training.collect(&[vec![0; 7]], &Stop::new()).is_err());
        let mut round =
            Round { model: untrained(Method::Td0).to_bytes(), episodes: EPISODES }.prepare().unwrap();
        assert!(round.training.collect(&[], &Stop::new()).is_err());
        assert!(Round { model: vec![1, 2, 3], episodes: 1 }.prepare().is_err());
    }
}
