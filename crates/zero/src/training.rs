//! A training in rounds: the weights of a round play games, each a pure function of weights, seed and number; then the network learns from
//! the last games, in order. A round is done or it is not, so that a training that was stopped and resumed gives the same bytes.

use std::collections::VecDeque;
use std::sync::Arc;

use kinrow_agent::{Options, Seed, Stop};
use kinrow_game::{Board, Position, Rules};
use rayon::prelude::*;

use crate::evaluator::{NetworkEvaluator, Weights};
use crate::learner::{self, Losses};
use crate::look::{Look, look};
use crate::model::{Header, ModelError, ZeroModel, are_possible};
use crate::net::Adam;
use crate::net::matrix::KERNEL;
use crate::options::Plan;
use crate::played::Played;
use crate::selfplay;

/// Games that are played side by side by one worker.
const UNIT: u64 = 16;

/// Everything a training is.
#[derive(Clone, Debug)]
pub struct Training {
    plan: Plan,
    pub(crate) rules: Rules,
    pub(crate) seed: Seed,
    pub(crate) options: String,
    pub(crate) weights: Arc<Weights>,
    pub(crate) adam: Adam,
    pub(crate) window: VecDeque<Played>,
    pub(crate) rounds: u64,
    pub(crate) games: u64,
    pub(crate) positions: u64,
    pub(crate) curve: Vec<Look>,
    losses: Losses,
}

/// How a round ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RoundEnd {
    /// It is done.
    Done,
    /// Somebody said stop.
    Stopped,
    /// The numbers grew beyond all bounds: the step size is too large.
    Diverged,
}

impl Training {
    /// A training that begins.
    #[must_use]
    pub fn new(rules: Rules, options: &Options, seed: Seed) -> Training {
        let plan = Plan::of(options);
        let weights = Weights::new(rules, plan.channels, plan.blocks, seed);
        Training {
            adam: Adam::new(weights.parameters()),
            weights: Arc::new(weights),
            plan,
            rules,
            seed,
            options: options.full(),
            window: VecDeque::new(),
            rounds: 0,
            games: 0,
            positions: 0,
            curve: Vec::new(),
            losses: Losses::default(),
        }
    }

    /// Goes on where a model left it.
    ///
    /// # Errors
    /// When the model's games cannot have been played.
    pub fn resume(model: &ZeroModel) -> Result<Training, ModelError> {
        let header = &model.header;
        let rules = model.weights.rules;
        let options = header.options()?;
        let window =
            kinrow_game::with_board!(Position::new(rules), empty => read_games(&model.games, &empty))?;
        Ok(Training {
            plan: Plan::of(&options),
            rules,
            seed: Seed(header.seed),
            options: header.options.clone(),
            weights: Arc::clone(&model.weights),
            adam: model.adam.clone(),
            window,
            rounds: header.rounds,
            games: header.games,
            positions: header.positions,
            curve: header.curve.clone(),
            losses: Losses { policy: header.policy_loss, value: header.value_loss },
        })
    }

    /// All of it, to be saved.
    #[must_use]
    pub fn model(&self) -> ZeroModel {
        let header = Header {
            rules: self.rules.to_string(),
            options: self.options.clone(),
            seed: self.seed.0,
            kernel: KERNEL.into(),
            rounds: self.rounds,
            games: self.games,
            positions: self.positions,
            steps: self.adam.steps,
            policy_loss: self.losses.policy,
            value_loss: self.losses.value,
            curve: self.curve.clone(),
        };
        let mut games = Vec::new();
        self.window.iter().for_each(|game| game.write(&mut games));
        ZeroModel { header, weights: Arc::clone(&self.weights), adam: self.adam.clone(), games }
    }

    /// The network as it is now.
    #[must_use]
    pub fn weights(&self) -> Arc<Weights> {
        Arc::clone(&self.weights)
    }

    /// Rounds, games and positions so far.
    #[must_use]
    pub fn counts(&self) -> [u64; 3] {
        [self.rounds, self.games, self.positions]
    }

    /// Mean losses of policy and value in the last round.
    #[must_use]
    pub fn losses(&self) -> [f64; 2] {
        [self.losses.policy, self.losses.value]
    }

    /// The looks taken so far.
    #[must_use]
    pub fn curve(&self) -> &[Look] {
        &self.curve
    }

    /// One round. Unless it is done, nothing has changed.
    pub fn round(&mut self, stop: &Stop) -> RoundEnd {
        kinrow_game::with_board!(Position::new(self.rules), empty => self.round_of(&empty, stop))
    }

    fn round_of<const W: usize>(&mut self, empty: &Board<W>, stop: &Stop) -> RoundEnd {
        let end = self.games + self.plan.games;
        let units: Vec<u64> = (self.games..end).step_by(UNIT as usize).collect();
        let play = |&first: &u64| {
            let mut evaluator = NetworkEvaluator::new(self.weights());
            let numbers = first..end.min(first + UNIT);
            selfplay::play(&self.plan, empty, &mut evaluator, self.seed, numbers, stop)
        };
        let played: Option<Vec<Vec<Played>>> = units.par_iter().map(play).collect();
        let Some(played) = played else { return RoundEnd::Stopped };
        let played = played.concat();
        let lessons: u64 = played.iter().map(|game| game.lessons.len() as u64).sum();
        let mut window = self.window.clone();
        window.extend(played);
        while window.len() > self.plan.window {
            window.pop_front();
        }
        let steps = (lessons as f64 * self.plan.reuse / self.plan.batch as f64).ceil() as u64;
        let (mut weights, mut adam) = (Weights::clone(&self.weights), self.adam.clone());
        let losses = learner::learn(
            &self.plan,
            empty,
            (&mut weights, &mut adam),
            window.iter(),
            (self.seed, self.rounds, steps),
        );
        if ![&weights.numbers, &adam.first, &adam.second].into_iter().all(|numbers| are_possible(numbers))
            || !(losses.policy + losses.value).is_finite()
        {
            return RoundEnd::Diverged;
        }
        (self.weights, self.adam, self.window, self.losses) = (Arc::new(weights), adam, window, losses);
        self.games = end;
        self.positions += lessons;
        self.rounds += 1;
        RoundEnd::Done
    }

    /// Whether a look is due after this many rounds, and was not taken: ever less often, so that looks take a small share of the time.
    #[must_use]
    pub fn is_look_due(&self) -> bool {
        let is_new = self.curve.last().is_none_or(|last| last.round < self.rounds);
        is_new && (self.rounds.is_power_of_two() || self.rounds.is_multiple_of(16))
    }

    /// Takes a look, unless it was stopped, and keeps it.
    pub fn look(&mut self, stop: &Stop) -> Option<&Look> {
        let seed = self.seed.derive("look", self.rounds);
        let ([random, mcts], audit_losses) = look(&self.weights, seed, stop);
        if stop.is_stopped() {
            return None;
        }
        self.curve.push(Look {
            round: self.rounds,
            games: self.games,
            positions: self.positions,
            policy_loss: self.losses.policy,
            value_loss: self.losses.value,
            random,
            mcts,
            audit_losses,
        });
        self.curve.last()
    }
}

fn read_games<const W: usize>(mut bytes: &[u8], empty: &Board<W>) -> Result<VecDeque<Played>, ModelError> {
    let mut games = VecDeque::new();
    while !bytes.is_empty() {
        let game = Played::read(&mut bytes, empty);
        games.push_back(
            game.ok_or_else(|| ModelError::damaged("it holds a game that cannot have been played"))?,
        );
    }
    Ok(games)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::options::{DECLARED, NAME};

    fn training(rules: &str) -> Training {
        let text = "channels=6,blocks=1,games=20,window=50,batch=40,simulations=8,fast=4";
        Training::new(rules.parse().unwrap(), &Options::parse(DECLARED, NAME, text).unwrap(), Seed(3))
    }

    fn bytes(rules: &str, rounds: u64) -> Vec<u8> {
        let mut training = training(rules);
        (0..rounds).for_each(|_| assert_eq!(training.round(&Stop::new()), RoundEnd::Done));
        training.model().to_bytes()
    }

    #[test]
    fn any_number_of_workers_and_resuming_give_the_same_bytes() {
        for rules in ["4x4x3", "5x4x4:drop", "9x9x5"] {
            let rounds = if rules == "9x9x5" { 2 } else { 4 };
            let whole = bytes(rules, rounds);
            let pool = rayon::ThreadPoolBuilder::new().num_threads(3).build().unwrap();
            assert!(pool.install(|| bytes(rules, rounds)) == whole, "{rules}");
            let mut parts = training(rules);
            for _ in 0..rounds {
                assert_eq!(parts.round(&Stop::new()), RoundEnd::Done);
                let written = ZeroModel::from_bytes(&parts.model().to_bytes()).unwrap();
                parts = Training::resume(&written).unwrap();
            }
            assert!(parts.model().to_bytes() == whole, "{rules}");
        }
    }

    #[test]
    fn a_round_that_was_stopped_leaves_nothing() {
        let mut training = training("4x4x3");
        assert_eq!(training.round(&Stop::new()), RoundEnd::Done);
        let before = training.model().to_bytes();
        let stopped = Stop::new();
        stopped.stop();
        assert_eq!(training.round(&stopped), RoundEnd::Stopped);
        assert!(training.model().to_bytes() == before);
    }

    /// The value is learned, and tic-tac-toe is not lost any more.
    #[test]
    fn it_learns() {
        let rules = "3x3x3".parse().unwrap();
        let mut training = Training::new(rules, &crate::preset(rules), Seed(1));
        assert_eq!(training.round(&Stop::new()), RoundEnd::Done);
        let [_, first] = training.losses();
        (0..7).for_each(|_| assert_eq!(training.round(&Stop::new()), RoundEnd::Done));
        let [_, last] = training.losses();
        assert!(last < 0.7 * first, "{first} to {last}");
        let look = training.look(&Stop::new()).unwrap();
        assert!(look.random.wins > 10, "{look:?}");
        assert_eq!(look.audit_losses, Some([0, 0]), "{look:?}");
    }
}
