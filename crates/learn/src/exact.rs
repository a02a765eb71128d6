//! The true value of a position, where it can be had quickly: what an audit measures a player against.

use kinrow_agent::{Ignore, Limits, Stop, Thinking};
use kinrow_game::{Board, ByStones, Game, Outcome, Point, Rules, Side};
use kinrow_search::solve::{SolveOptions, Solver};

use crate::width::OfWidth;

/// Exact values. Small boards are searched in full, each position once; larger ones are given to the solver, within a limit.
pub struct Exact<const W: usize> {
    known: ByStones<W, Outcome>,
    solver: Solver,
    stop: Stop,
}

/// Boards up to this size are searched in full.
const SMALL: u16 = 12;
/// What the solver may spend on a position.
const NODES: u64 = 2_000_000;

impl<const W: usize> Exact<W>
where
    Board<W>: OfWidth,
{
    /// Nothing known yet; `stop` ends a long search.
    #[must_use]
    pub fn new(stop: Stop) -> Exact<W> {
        Exact { known: ByStones::default(), solver: Solver::new(SolveOptions::default()), stop }
    }

    /// Whether every value of a game is had in no time, and none is out of reach.
    #[must_use]
    pub fn is_quick(rules: Rules) -> bool {
        rules.cells() <= SMALL
    }

    /// The value for the side to move; `None` when it cannot be had within the limit.
    pub fn value(&mut self, board: &Board<W>) -> Option<Outcome> {
        if let Some(outcome) = board.outcome() {
            return Some(outcome);
        }
        let stones = Side::BOTH.map(|side| board.stones(side));
        if let Some(&outcome) = self.known.get(&stones) {
            return Some(outcome);
        }
        let outcome = if Self::is_quick(board.rules()) {
            self.full(board)
        } else {
            let limits = Limits { nodes: Some(NODES), ..Limits::NONE };
            let mut ignore = Ignore;
            let mut thinking = Thinking::new(self.stop.child(), &mut ignore);
            self.solver.value(&board.into_position(), &limits, &mut thinking).ok()?.outcome
        };
        self.known.insert(stones, outcome);
        Some(outcome)
    }

    /// The largest over the moves, of which a win ends the search.
    fn full(&mut self, board: &Board<W>) -> Outcome {
        let mut best = Outcome::Loss;
        for mv in board.moves() {
            let reply = self.value(&board.play(mv)).expect("a small board is always searched in full");
            best = best.max(reply.for_opponent());
            if best == Outcome::Win {
                break;
            }
        }
        best
    }

    /// Every move that keeps the value; `None` when it cannot be had.
    pub fn best_moves(&mut self, board: &Board<W>) -> Option<Vec<Point>> {
        let value = self.value(board)?;
        let mut best = Vec::new();
        for mv in board.moves() {
            if self.value(&board.play(mv))?.for_opponent() == value {
                best.push(mv);
            }
        }
        Some(best)
    }
}
