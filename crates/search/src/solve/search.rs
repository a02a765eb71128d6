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
use super::glance::Estimates;
use super::mixed::Mixed;
use super::order::{Candidate, Order};
use super::pairing::Pairing;
use super::proofs::ProofTable;
use super::state::State;
use super::threats::Outlook;

/// Nodes between two looks at the clock, and the time between two reports.
const REPORT_NODES: u64 = 1024;
const REPORT_TIME: Duration = Duration::from_millis(200);

/// What ends a question early.
pub(super) enum Ended {
    /// The whole search ends.
    Stopped,
    /// What the question was allowed is spent.
    Spent,
}

impl From<Stopped> for Ended {
    fn from(_: Stopped) -> Ended {
        Ended::Stopped
    }
}

/// A search from one position.
pub(super) struct Search<'a, 'o, const W: usize> {
    pub(super) state: State<W>,
    /// The position it starts from.
    pub(super) board: Board<W>,
    pub(super) table: &'a mut ProofTable,
    /// What is proven of the weak game.
    pub(super) weak_table: &'a mut ProofTable,
    /// When so many nodes are spent, the question at hand is given up.
    allowance: u64,
    budget: Budget,
    thinking: &'a mut Thinking<'o, Point>,
    pub(super) statistics: Statistics,
    reported: Duration,
    empties: u32,
    pub(super) pairing: Pairing<W>,
    pub(super) mixed: Mixed,
    pub(super) estimates: Estimates,
    order: Order,
    /// The moves of every node on the way from the root, one node behind the other.
    pub(super) moves: Vec<Candidate>,
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
            estimates: Estimates::new(64 * W),
            order: Order::new(64 * W),
            moves: Vec::new(),
        }
    }

    /// Does something within so many nodes; `None` when they are not enough. The position is then the same as before.
    ///
    /// # Errors
    /// [`Stopped`] when the budget is spent.
    pub(super) fn within<T>(
        &mut self,
        nodes: u64,
        work: impl FnOnce(&mut Self) -> Result<T, Ended>,
    ) -> Result<Option<T>, Stopped> {
        self.allowance = self.spent().saturating_add(nodes);
        match work(self) {
            Ok(result) => Ok(Some(result)),
            Err(Ended::Spent) => {
                self.moves.clear();
                Ok(None)
            }
            Err(Ended::Stopped) => Err(Stopped),
        }
    }

    /// Whether `attacker` forces a win within `plies`. A single reply is no node: it is made at once.
    ///
    /// # Errors
    /// [`Ended`] when the budget or the allowance is spent.
    pub(super) fn attack(&mut self, attacker: Side, plies: u32) -> Result<Answer, Ended> {
        self.attack_unless(attacker, plies, false)
    }

    /// The same; `has_hope` says that the attack was found not to be hopeless at a glance.
    fn attack_unless(&mut self, attacker: Side, plies: u32, has_hope: bool) -> Result<Answer, Ended> {
        let moves = match self.state.outlook() {
            Outlook::Open(moves) if moves.len() == 1 && plies > 0 => {
                return self.after(attacker, plies, moves.iter().next().unwrap_or(0), false);
            }
            Outlook::Open(moves) => moves,
            Outlook::Drawn => return Ok(self.leaf(Answer::Fails(EVER))),
            Outlook::Decided(winner, _) if winner != attacker => return Ok(self.leaf(Answer::Fails(EVER))),
            Outlook::Decided(_, win) => return Ok(self.leaf(Answer::of_win(win, plies))),
        };
        self.visit()?;
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
        let answer = if !has_hope && self.is_hopeless(attacker) {
            self.leaf(Answer::Fails(EVER))
        } else {
            self.expand(attacker, plies, moves, true)?.0
        };
        self.table.learn(key, attacker, answer, self.budget.spent() - before + 1);
        Ok(answer)
    }

    /// Tries `moves` in their order. With the answer comes the first move that gives it: the attacker's that wins or
    /// the defender's that holds; `None` for the side that has no such move. After a glance at the table it is any such
    /// move, not the first.
    fn expand(
        &mut self,
        attacker: Side,
        plies: u32,
        moves: Bits<W>,
        may_glance: bool,
    ) -> Result<(Answer, Option<usize>), Ended> {
        let is_attacking = self.state.to_move() == attacker;
        let moves = self.state.undominated(moves);
        let first = self.moves.len();
        self.order.list(&self.state, attacker, moves, &mut self.moves);
        let last = self.moves.len();
        let mut hopeful = Bits::EMPTY;
        if may_glance && !is_attacking && self.state.rows().are_numbered() {
            let (found, glanced_at) = self.glance(attacker, plies, first);
            if let Some((answer, index)) = found {
                self.moves.truncate(first);
                return Ok((answer, Some(index)));
            }
            hopeful = glanced_at;
        }
        let mut answer = if is_attacking { Answer::Fails(EVER) } else { Answer::Wins(0) };
        let mut best = None;
        for i in first..last {
            let index = usize::from(self.moves[i].1);
            let reply = self.after(attacker, plies, index, hopeful.contains(index))?;
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

    /// What [`Search::attack`] says after a move.
    fn after(&mut self, attacker: Side, plies: u32, index: usize, has_hope: bool) -> Result<Answer, Ended> {
        self.state.play(index);
        let reply = self.attack_unless(attacker, plies - 1, has_hope);
        self.state.take_back(index);
        Ok(reply?.one_earlier())
    }

    /// The same for the position at hand, with the move that gives the answer, which a table cannot tell.
    pub(super) fn attack_with_move(
        &mut self,
        attacker: Side,
        plies: u32,
        moves: Bits<W>,
    ) -> Result<(Answer, Option<usize>), Stopped> {
        let answer = self.within(u64::MAX, |search| {
            search.visit()?;
            search.expand(attacker, plies, moves, false)
        })?;
        Ok(answer.unwrap_or((Answer::Fails(0), None)))
    }

    /// Moves in their order.
    pub(super) fn in_order(&mut self, attacker: Side, moves: Bits<W>) -> Vec<usize> {
        let mut list = Vec::new();
        self.order.list(&self.state, attacker, moves, &mut list);
        list.into_iter().map(|(_, index)| usize::from(index)).collect()
    }

    fn leaf(&mut self, answer: Answer) -> Answer {
        self.statistics.leaves += 1;
        answer
    }

    pub(super) fn visit(&mut self) -> Result<(), Ended> {
        self.budget.spend()?;
        if self.budget.spent() > self.allowance {
            return Err(Ended::Spent);
        }
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
