//! Does the attacker force a win within so many plies? Depth-first, with everything the other files know.
//!
//! The number of plies is part of the question. That finds short wins before long ones are looked for (as iterative
//! deepening does), gives exact distances, and costs little: most positions that cannot be won soon cannot be
//! won at all, and the bounds say so. An answer therefore tells more than was asked where it can: a
//! failure for lack of hope, not of plies, is a failure for ever and ends the deepening.

use std::time::Duration;

use kinrow_agent::{Budget, Event, Limits, Question, Report, Statistics, Stopped, Thinking, Value};
use kinrow_game::{Bits, Board, Point, Side};

use super::answer::{Answer, EVER};
use super::bounds;
use super::mixed::Mixed;
use super::order::{Candidate, Order};
use super::pairing::{self, Pairing};
use super::proofs::ProofTable;
use super::state::State;
use super::threats::Outlook;

/// Nodes between two looks at the clock, and the time between two reports.
const REPORT_NODES: u64 = 4096;
const REPORT_TIME: Duration = Duration::from_millis(200);

/// Replies of the defender that are looked at before the first is searched.
const GLANCES: usize = 4;

/// A search from one position.
pub(super) struct Search<'a, 'o, const W: usize> {
    pub(super) state: State<W>,
    /// The position it starts from.
    pub(super) board: Board<W>,
    table: &'a mut ProofTable,
    /// What is proven of the weak game, and how many nodes may be spent until it gives up.
    pub(super) weak_table: &'a mut ProofTable,
    pub(super) allowance: u64,
    budget: Budget,
    thinking: &'a mut Thinking<'o, Point>,
    pub(super) statistics: Statistics,
    reported: Duration,
    empties: u32,
    pub(super) pairing: Pairing<W>,
    pub(super) mixed: Mixed,
    order: Order,
    /// The moves of every node on the way from the root, one node behind the other.
    moves: Vec<Candidate>,
}

impl<'a, 'o, const W: usize> Search<'a, 'o, W> {
    /// A search from `board`, which is not over.
    pub(super) fn new(
        board: &Board<W>,
        table: &'a mut ProofTable,
        weak_table: &'a mut ProofTable,
        limits: &Limits,
        thinking: &'a mut Thinking<'o, Point>,
    ) -> Self {
        let state = State::new(board);
        Search {
            empties: state.empties(),
            board: *board,
            state,
            table,
            weak_table,
            allowance: u64::MAX,
            budget: Budget::of_nodes(limits, &thinking.stop),
            thinking,
            statistics: Statistics::default(),
            reported: Duration::ZERO,
            pairing: Pairing::new(),
            mixed: Mixed::new(64 * W),
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
        let is_sound = pairing::is_sound(self.state.rules(), attacker);
        let answer = if is_sound && self.is_hopeless(attacker) {
            self.leaf(Answer::Fails(EVER))
        } else {
            self.expand(attacker, plies, moves)?.0
        };
        self.table.learn(key, attacker, answer, self.budget.spent() - before + 1);
        Ok(answer)
    }

    /// Tries `moves` in their order. With the answer comes the first move that gives it: the attacker's that wins or
    /// the defender's that holds; `None` for the side that has no such move.
    fn expand(
        &mut self,
        attacker: Side,
        plies: u32,
        moves: Bits<W>,
    ) -> Result<(Answer, Option<usize>), Stopped> {
        let is_attacking = self.state.to_move() == attacker;
        let moves = self.state.undominated(moves);
        let first = self.moves.len();
        self.order.list(&self.state, attacker, moves, &mut self.moves);
        let last = self.moves.len();
        if !is_attacking && last - first > 1 && self.state.rows().are_numbered() {
            self.bring_forward_an_end(attacker, plies, first);
        }
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

    /// Puts a reply to the front of the list from `first` on that is known to hold, or shown to at a glance, if one of the
    /// first few is.
    fn bring_forward_an_end(&mut self, attacker: Side, plies: u32, first: usize) {
        let is_sound = pairing::is_sound(self.state.rules(), attacker);
        for i in first..self.moves.len().min(first + GLANCES) {
            let index = self.moves[i].1.into();
            self.state.play(index);
            let is_end = matches!(self.state.outlook(), Outlook::Open(_))
                && (bounds::fails_within(&self.state, attacker) >= plies - 1
                    || matches!(
                        self.table.get(self.state.key()).answer(attacker, plies - 1),
                        Some(Answer::Fails(_))
                    )
                    || is_sound && self.is_hopeless(attacker));
            self.state.take_back(index);
            if is_end {
                self.moves.swap(first, i);
                return;
            }
        }
    }

    /// The same for the position at hand, with the move that gives the answer, which a table cannot tell.
    pub(super) fn attack_with_move(
        &mut self,
        attacker: Side,
        plies: u32,
        moves: Bits<W>,
    ) -> Result<(Answer, Option<usize>), Stopped> {
        self.visit()?;
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

    pub(super) fn visit(&mut self) -> Result<(), Stopped> {
        self.budget.spend()?;
        self.statistics.depth = self.statistics.depth.max(self.empties - self.state.empties());
        if self.budget.spent().is_multiple_of(REPORT_NODES) {
            self.report();
        }
        Ok(())
    }

    /// Tells which question comes next: whether the attacker wins within so many plies, which may be all that are left.
    pub(super) fn tell_question(&mut self, attacker: Side, plies: u32) {
        let within = Some(plies).filter(|&plies| plies < self.state.empties());
        self.thinking.observer.event(Event::Question(Question { side: attacker, within }));
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

    /// Nodes spent so far.
    #[inline]
    pub(super) fn spent(&self) -> u64 {
        self.budget.spent()
    }

    /// What was spent so far.
    pub(super) fn statistics(&self) -> Statistics {
        Statistics { nodes: self.budget.spent(), time: self.budget.elapsed(), ..self.statistics }
    }
}
