//! What players spend on the processor during a game. A game is played on one thread, so that the thread's own meter suffices.

use std::time::Duration;

use kinrow_agent::{Audience, Decision, GameRecord};
use kinrow_game::{Game, Point, Position, Side};

use crate::experiment::clock::processor_time;

/// Watches a game, and meters each side's turns.
#[derive(Default)]
pub(super) struct Meter {
    /// Whose turn it is, and what the meter said when it began.
    turn: Option<(Side, Duration)>,
    spent: Option<[Duration; 2]>,
}

impl Meter {
    /// What X and O have spent; `None` where the system does not tell.
    pub(super) fn spent(&self) -> Option<[Duration; 2]> {
        self.spent
    }

    fn end_turn(&mut self) {
        if let Some(((side, from), to)) = self.turn.take().zip(processor_time()) {
            self.spent.get_or_insert_default()[side.index()] += to.saturating_sub(from);
        }
    }
}

impl Audience for Meter {
    fn turn(&mut self, position: &Position, _: &GameRecord) {
        self.turn = processor_time().map(|now| (position.to_move(), now));
    }

    fn moved(&mut self, _: &Position, _: &Decision<Point>, _: &GameRecord) {
        self.end_turn();
    }

    fn ended(&mut self, _: &Position, _: &GameRecord) {
        self.end_turn();
    }
}
