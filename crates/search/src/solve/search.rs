//! Does the attacker force a win within so many plies? Depth-first, with everything the other files know.
//!
//! The number of plies is part of the question. That finds short wins before long ones are looked for (as iterative
//! deepening does), gives exact distances, and costs little: most positions that cannot be won soon cannot be
//! won at all, and the bounds say so. An answer therefore tells more than was asked where it can: a
//! failure for lack of hope, not of plies, is a failure for ever and ends the deepening.

use std::time::Duration;

use kinrow_agent::{Budget, Event, Limits, Report, Statistics, Stopped, Thinking, Value};
use kinrow_game::{Bits, Board, Point, Side};

use super::answer::{Answer, EVER};
use super::bounds;
use super::order::{Candidate, Order};
use super::pairing::Hopes;
use super::proofs::ProofTable;
use super::state::State;
use super::threats::Outlook;

/// Nodes between two looks at the clock, and the time between two reports.
const REPORT_NODES: u64 = 4096;
const REPORT_TIME: Duration = Duration::from_millis(200);

/// A search from one position.
pub(super) struct Search<'a, 'o, const W: usize> {
    pub(super) state: State<W>,
    table: &'a mut ProofTable,
    budget: Budget,
    thinking: &'a mut Thinking<'o, Point>,
    statistics: Statistics,
    reported: Duration,
    empties: u32,
    hopes: Hopes,
    order: Order,
    /// The moves of every node on the way from the root, one node behind the other.
    moves: Vec<Candidate>,
}

impl<'a, 'o, const W: usize> Search<'a, 'o, W> {
    /// A search from `board`, which is not over.
    pub(super) fn new(
        board: &Board<W>,
        table: &'a mut ProofTable,
        limits: &Limits,
        thinking: &'a mut Thinking<'o, Point>,
    ) -> Self {
        let state = State::new(board);
        Search {
            empties: state.empties(),
            state,
            table,
            budget: Budget::of_nodes(limits, &thinking.stop),
            thinking,
            statistics: Statistics::default(),
            reported: Duration::ZERO,
            hopes: Hopes::new(64 * W),
            order: Order::new(64 * W),
            moves: Vec::new(),
        }
    }

    /// Whether `attacker` forces a win within `plies`.
    ///
    /// # Errors
    /// [`Stopped`] when the budget is spent; the position is then left somewhere in the tree.
    pub(super) fn attack(&mut self, attacker: Side, plies: u32) -> Result<Answer, Stopped> {
        self.visit()?;
        let moves = match self.state.outlook() {
            Outlook::Open(moves) => moves,
            Outlook::Drawn => return Ok(self.leaf(Answer::Fails(EVER))),
            Outlook::Decided(winner, _) if winner != attacker => return Ok(self.leaf(Answer::Fails(EVER))),
            Outlook::Decided(_, win) => return Ok(self.leaf(Answer::of_win(win, plies))),
        };
        let fails_within = bounds::fails_within(&self.state, attacker);
        if fails_within >= plies {
            return Ok(self.leaf(Answer::Fails(fails_within)));
        }
        let key = self.state.key();
        if let Some(answer) = self.table.get(key).answer(attacker, plies) {
            self.statistics.table_hits += 1;
            return Ok(answer);
        }
        let before = self.budget.spent();
        let is_sound = Hopes::are_sound(self.state.rules(), attacker);
        let answer = if is_sound && self.hopes.survey(&self.state, attacker) {
            self.leaf(Answer::Fails(EVER))
        } else {
            self.expand(attacker, plies, moves)?.0
        };
        self.table.learn(key, attacker, answer, self.budget.spent() - before + 1);
        Ok(answer)
    }

    /// Tries `moves` in their order. With the answer comes the first move that gives it: the attacker's that wins or
    /// the defender's that holds; `None` for the side that has no such move.
    ///
    /// Where pairs are sound, [`Hopes::survey`] was just made of this position.
    fn expand(
        &mut self,
        attacker: Side,
        plies: u32,
        moves: Bits<W>,
    ) -> Result<(Answer, Option<usize>), Stopped> {
        let rules = self.state.rules();
        let is_attacking = self.state.to_move() == attacker;
        let moves = if is_attacking && Hopes::are_sound(rules, attacker) {
            moves.iter().filter(|&index| !self.hopes.are_given_up_by(rules, index)).collect()
        } else {
            moves
        };
        let first = self.moves.len();
        self.order.list(&self.state, attacker, moves, &mut self.moves);
        let last = self.moves.len();
        let mut answer = if is_attacking { Answer::Fails(EVER) } else { Answer::Wins(0) };
        let mut best = None;
        for i in first..last {
            let index = usize::from(self.moves[i].1);
            self.state.play(index);
            let reply = self.attack(attacker, plies - 1)?.one_earlier();
            self.state.take_back(index);
            answer = match (answer, reply) {
                (Answer::Wins(most), Answer::Wins(plies)) => Answer::Wins(most.max(plies)),
                (Answer::Fails(least), Answer::Fails(plies)) => Answer::Fails(least.min(plies)),
                _ => {
                    (answer, best) = (reply, Some(index));
                    self.statistics.cutoffs += u64::from(i + 1 < last);
                    break;
                }
            };
        }
        self.moves.truncate(first);
        Ok((answer, best))
    }

    /// The same for the position at hand, with the move that gives the answer, which a table cannot tell.
    pub(super) fn attack_with_move(
        &mut self,
        attacker: Side,
        plies: u32,
        moves: Bits<W>,
    ) -> Result<(Answer, Option<usize>), Stopped> {
        self.visit()?;
        if Hopes::are_sound(self.state.rules(), attacker) {
            self.hopes.survey(&self.state, attacker);
        }
        self.expand(attacker, plies, moves)
    }

    /// The most promising of `moves`.
    pub(super) fn first_move(&mut self, attacker: Side, moves: Bits<W>) -> Option<usize> {
        let first = self.moves.len();
        self.order.list(&self.state, attacker, moves, &mut self.moves);
        let best = self.moves.get(first).map(|&(_, index)| usize::from(index));
        self.moves.truncate(first);
        best
    }

    fn leaf(&mut self, answer: Answer) -> Answer {
        self.statistics.leaves += 1;
        answer
    }

    fn visit(&mut self) -> Result<(), Stopped> {
        self.budget.spend()?;
        self.statistics.depth = self.statistics.depth.max(self.empties - self.state.empties());
        if self.budget.spent().is_multiple_of(REPORT_NODES) {
            self.report();
        }
        Ok(())
    }

    #[cold]
    fn report(&mut self) {
        let time = self.budget.elapsed();
        if time >= self.reported + REPORT_TIME {
            self.reported = time;
            let statistics = self.statistics();
            self.thinking.observer.event(Event::Report(Report {
                value: Value::Unknown,
                line: &[],
                best: &[],
                statistics,
            }));
        }
    }

    /// What was spent so far.
    pub(super) fn statistics(&self) -> Statistics {
        Statistics { nodes: self.budget.spent(), time: self.budget.elapsed(), ..self.statistics }
    }
}
