//! A training in rounds: the weights of a round play games, each a pure function of weights, seed and number; then the network learns from
//! the last games, in order. A round is done or it is not, so that a training that was stopped and resumed gives the same bytes; and its
//! games fall into units that can be played anywhere.

use std::collections::VecDeque;
use std::sync::Arc;

use kinrow_agent::{Options, Seed, Stop};
use kinrow_game::{Board, Position, Rules};

use crate::evaluator::Weights;
use crate::learner::{self, Losses};
use crate::look::{self, Look};
use crate::model::{Header, IMPOSSIBLE, Memory, ModelError, ZeroModel, are_possible};
use crate::net::Adam;
use crate::net::matrix::KERNEL;
use crate::options::Plan;
use crate::played::Played;
use crate::round::Round;

/// Everything a training is.
#[derive(Clone, Debug)]
pub struct Training {
    plan: Plan,
    pub(crate) rules: Rules,
    pub(crate) seed: Seed,
    pub(crate) options: String,
    pub(crate) weights: Arc<Weights>,
    pub(crate) adam: Adam,
    /// The network that the newest is measured against: that of the last look or, with a gate, the one that plays.
    pub(crate) rival: Arc<Weights>,
    /// What the rival's Elo is, above a network that has learned nothing.
    pub(crate) rival_elo: f64,
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
        let weights = Arc::new(Weights::new(rules, plan.channels, plan.blocks, seed));
        Training {
            adam: Adam::new(weights.parameters()),
            rival: Arc::clone(&weights),
            rival_elo: 0.0,
            weights,
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
    /// When the model is only for playing, or its games cannot have been played.
    pub fn resume(model: &ZeroModel) -> Result<Training, ModelError> {
        let header = &model.header;
        let memory = model.memory.as_ref().ok_or(ModelError::Playing {})?;
        let rules = model.weights.rules;
        let options = header.options()?;
        let window =
            kinrow_game::with_board!(Position::new(rules), empty => Played::read_all(&memory.games, &empty));
        Ok(Training {
            plan: Plan::of(&options),
            rules,
            seed: Seed(header.seed),
            options: header.options.clone(),
            weights: Arc::clone(&model.weights),
            adam: memory.adam.clone(),
            rival: Arc::clone(&memory.rival),
            rival_elo: header.rival_elo,
            window: window.ok_or_else(|| ModelError::damaged(IMPOSSIBLE))?.into(),
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
        let mut games = Vec::new();
        self.window.iter().for_each(|game| game.write(&mut games));
        let (adam, rival) = (self.adam.clone(), Arc::clone(&self.rival));
        let memory = Some(Memory { adam, rival, games });
        ZeroModel { header: self.header(), weights: self.weights(), memory }
    }

    /// The games of the next round as data: a model that is only for playing, from which [`Round::of`] makes a plan.
    #[must_use]
    pub fn next_round(&self) -> ZeroModel {
        let header = Header { curve: Vec::new(), ..self.header() };
        ZeroModel { header, weights: Arc::clone(self.player()), memory: None }
    }

    fn header(&self) -> Header {
        Header {
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
            rival_elo: self.rival_elo,
            curve: self.curve.clone(),
        }
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

    /// One round, played and learned here. Unless it is done, nothing has changed.
    pub fn round(&mut self, stop: &Stop) -> RoundEnd {
        let Some(played) = self.plan_round().compute_all(stop) else { return RoundEnd::Stopped };
        self.collect(&played, stop).expect("what was played here are the games of the round")
    }

    fn plan_round(&self) -> Round {
        let Training { plan, rules, seed, games: first, .. } = *self;
        Round { plan, rules, seed, first, player: Arc::clone(self.player()) }
    }

    /// The network that plays: with a gate, the last one that got through.
    fn player(&self) -> &Arc<Weights> {
        if self.plan.gate > 0.0 { &self.rival } else { &self.weights }
    }

    /// Ends a round with what its units gave, in their order. Unless it is done, nothing has changed.
    ///
    /// # Errors
    /// When these are not the games of the round.
    pub fn collect(&mut self, units: &[Vec<u8>], stop: &Stop) -> Result<RoundEnd, ModelError> {
        kinrow_game::with_board!(Position::new(self.rules), empty => self.collect_on(&empty, units, stop))
    }

    fn collect_on<const W: usize>(
        &mut self,
        empty: &Board<W>,
        units: &[Vec<u8>],
        stop: &Stop,
    ) -> Result<RoundEnd, ModelError> {
        let played = self.plan_round().collect(empty, units)?;
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
            return Ok(RoundEnd::Diverged);
        }
        let weights = Arc::new(weights);
        if self.plan.gate > 0.0 {
            let seed = self.seed.derive("gate", self.rounds);
            let points = look::between([&weights, &self.rival], seed);
            if stop.is_stopped() {
                return Ok(RoundEnd::Stopped);
            }
            if points.score().is_some_and(|score| score >= self.plan.gate) {
                self.rival_elo += look::elo(&points);
                self.rival = Arc::clone(&weights);
            }
        }
        (self.weights, self.adam, self.window, self.losses) = (weights, adam, window, losses);
        self.games += self.plan.games;
        self.positions += lessons;
        self.rounds += 1;
        Ok(RoundEnd::Done)
    }

    /// Whether a look is due after this many rounds, and was not taken: ever less often, so that looks take a small share of the time.
    #[must_use]
    pub fn is_look_due(&self) -> bool {
        let is_new = self.curve.last().is_none_or(|last| last.round < self.rounds);
        is_new && (self.rounds.is_power_of_two() || self.rounds.is_multiple_of(16))
    }

    /// Takes a look, unless it was stopped, and keeps it. Its network is what the next look measures against.
    pub fn look(&mut self, stop: &Stop) -> Option<&Look> {
        let seed = self.seed.derive("look", self.rounds);
        let ([random, mcts], audit_losses) = look::look(&self.weights, seed, stop);
        let earlier = (self.rounds > 0).then(|| look::between([&self.weights, &self.rival], seed));
        if stop.is_stopped() {
            return None;
        }
        let elo = self.rival_elo + earlier.as_ref().map_or(0.0, look::elo);
        if self.plan.gate <= 0.0 {
            (self.rival, self.rival_elo) = (Arc::clone(&self.weights), elo);
        }
        self.curve.push(Look {
            round: self.rounds,
            games: self.games,
            positions: self.positions,
            policy_loss: self.losses.policy,
            value_loss: self.losses.value,
            random,
            mcts,
            earlier,
            elo,
            audit_losses,
        });
        self.curve.last()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::options::{DECLARED, NAME};
    use kinrow_learn::Preset;

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
        let mut training = Training::new(rules, &crate::preset(rules, Preset::Best), Seed(1));
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
