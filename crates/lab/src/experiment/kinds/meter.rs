//! What players spend on the processor during a game. A game is played on one thread, so that the thread's own meter suffices.

use std::cell::RefCell;
use std::collections::HashMap;
use std::time::Duration;

use kinrow_agent::{Agent, AgentError, Decision, Limits, RatedMoves, Stop, Thinking};
use kinrow_game::{Point, Position};

use crate::experiment::clock::processor_time;
use kinrow_agent::AnyAgent;

thread_local! {
    static SPENT: RefCell<HashMap<usize, Duration>> = RefCell::default();
}

/// What players have spent on this thread since the last call, by their numbers.
pub(super) fn take() -> HashMap<usize, Duration> {
    SPENT.with(RefCell::take)
}

/// An agent whose decisions are metered.
pub(super) struct Metered {
    pub player: usize,
    pub agent: AnyAgent,
}

impl Agent<Position> for Metered {
    fn spec(&self) -> String {
        self.agent.spec()
    }

    fn choose(
        &mut self,
        position: &Position,
        limits: &Limits,
        thinking: &mut Thinking<'_, Point>,
    ) -> Result<Decision<Point>, AgentError> {
        let started = processor_time();
        let decision = self.agent.choose(position, limits, thinking);
        if let Some((from, to)) = started.zip(processor_time()) {
            SPENT.with_borrow_mut(|spent| *spent.entry(self.player).or_default() += to.saturating_sub(from));
        }
        decision
    }

    fn accepts(&self, position: &Position, limits: &Limits) -> Result<(), AgentError> {
        self.agent.accepts(position, limits)
    }

    fn rate(
        &mut self,
        position: &Position,
        limits: &Limits,
        thinking: &mut Thinking<'_, Point>,
    ) -> Result<RatedMoves<Point>, AgentError> {
        self.agent.rate(position, limits, thinking)
    }

    fn rates_apart(&self) -> bool {
        self.agent.rates_apart()
    }

    fn choices(
        &mut self,
        position: &Position,
        limits: &Limits,
        thinking: &mut Thinking<'_, Point>,
    ) -> Result<Vec<Point>, AgentError> {
        self.agent.choices(position, limits, thinking)
    }

    fn new_game(&mut self) {
        self.agent.new_game();
    }

    fn prepare(&mut self, position: &Position, limits: &Limits, stop: &Stop) -> Result<(), AgentError> {
        self.agent.prepare(position, limits, stop)
    }
}
