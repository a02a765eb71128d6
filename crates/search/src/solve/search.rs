//! Does the attacker force a win within so many plies? Depth-first, with everything the other files know.
//!
//! The number of plies is part of the question. That finds short wins before long ones are looked for (as iterative
//! deepening does), gives exact distances, and costs little: most positions that cannot be won soon cannot be
//! won at all, and the bounds say so. An answer therefore tells more than was asked where it can: a
//! failure for lack of hope, not of plies, is a failure for ever and ends the deepening.

use kinrow_agent::{Question, Statistics, Stopped};
use kinrow_game::{Bits, Board, Side, scramble};

use super::answer::{Answer, EVER};
use super::bounds;
use super::glance::Estimates;
use super::mixed::Mixed;
use super::order::{Candidate, Order};
use super::pairing::Pairing;
use super::pulse::Pulse;
use super::shared::SharedTable;
use super::state::State;
use super::team::Team;
use super::threats::Outlook;

/// With fewer empty points a position is not worth the talk about who searches it.
const SHARED_EMPTIES: u32 = 12;

/// What ends a question early.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Ended {
    /// The whole search ends.
    Stopped,
    /// What the question was allowed is spent.
    Spent,
    /// Another searcher has come to an end.
    Over,
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
    pub(super) table: &'a SharedTable,
    /// What is proven of the weak game.
    pub(super) weak_table: &'a SharedTable,
    /// When so many nodes are spent, the question at hand is given up.
    pub(super) allowance: u64,
    pub(super) pulse: Pulse<'a, 'o>,
    /// Who else can search.
    pub(super) team: Team,
    empties: u32,
    pub(super) pairing: Pairing<W>,
    pub(super) mixed: Mixed,
    pub(super) estimates: Estimates,
    order: Order,
    /// The moves of every node on the way from the root, one node behind the other.
    pub(super) moves: Vec<Candidate>,
}

impl<'a, 'o, const W: usize> Search<'a, 'o, W> {
    /// A search from a position that is not over. The tables are that of the game and that of the weak game.
    pub(super) fn new(
        board: Board<W>,
        state: State<W>,
        [table, weak_table]: [&'a SharedTable; 2],
        pulse: Pulse<'a, 'o>,
        team: Team,
    ) -> Self {
        Search {
            empties: state.empties(),
            board,
            state,
            table,
            weak_table,
            allowance: u64::MAX,
            pulse,
            team,
            pairing: Pairing::new(),
            mixed: Mixed::new(64 * W),
            estimates: Estimates::new(64 * W),
            order: Order::new(64 * W),
            moves: Vec::new(),
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
            self.pulse.hit();
            return Ok(answer);
        }
        let before = self.pulse.nodes();
        let answer = if !has_hope && self.is_hopeless(attacker) {
            self.leaf(Answer::Fails(EVER))
        } else {
            self.expand(attacker, plies, moves, Some(key))?.0
        };
        self.table.learn(key, attacker, answer, self.pulse.nodes() - before + 1);
        Ok(answer)
    }

    /// Tries `moves` in their order. With the answer comes the first move that gives it: the attacker's that wins or
    /// the defender's that holds; `None` for the side that has no such move. With the key of the position, by which others know who
    /// searches what, it is any such move.
    fn expand(
        &mut self,
        attacker: Side,
        plies: u32,
        moves: Bits<W>,
        key: Option<u128>,
    ) -> Result<(Answer, Option<usize>), Ended> {
        let is_attacking = self.state.to_move() == attacker;
        let moves = self.state.undominated(moves);
        let first = self.moves.len();
        self.order.list(&self.state, attacker, moves, &mut self.moves);
        let last = self.moves.len();
        let mut hopeful = Bits::EMPTY;
        if key.is_some() && !is_attacking && self.state.rows().are_numbered() {
            let (found, glanced_at) = self.glance(attacker, plies, first);
            if let Some((answer, index)) = found {
                self.moves.truncate(first);
                return Ok((answer, Some(index)));
            }
            hopeful = glanced_at;
        }
        let mut answer = if is_attacking { Answer::Fails(EVER) } else { Answer::Wins(0) };
        let mut best = None;
        let mut i = first;
        while let Some(&(_, index)) = self.moves.get(i) {
            let (place, index) = (i, usize::from(index));
            i += 1;
            let number = self.number(key, index);
            if (first + 1..last).contains(&place) && self.team.is_busy(number) {
                // Later: by then the answer is usually in the table.
                self.moves.push(self.moves[place]);
                continue;
            }
            self.team.begin(number);
            let reply = self.after(attacker, plies, index, hopeful.contains(index));
            self.team.end(number);
            let reply = reply?;
            answer = match (answer, reply) {
                (Answer::Wins(most), Answer::Wins(plies)) => Answer::Wins(most.max(plies)),
                (Answer::Fails(least), Answer::Fails(plies)) => Answer::Fails(least.min(plies)),
                _ => {
                    (answer, best) = (reply, Some(index));
                    if i < self.moves.len() {
                        self.pulse.cutoff();
                    }
                    break;
                }
            };
        }
        self.moves.truncate(first);
        Ok((answer, best))
    }

    /// The number by which others know that a move is being searched, if it is worth the talk.
    #[inline]
    pub(super) fn number(&self, key: Option<u128>, index: usize) -> Option<u64> {
        let key = key.filter(|_| self.team.is_large() && self.state.empties() >= SHARED_EMPTIES)?;
        Some(scramble(scramble((key >> 64) as u64 ^ (index as u64) << 32) ^ key as u64))
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
        let answer = self.alone(u64::MAX, |search| {
            search.visit()?;
            search.expand(attacker, plies, moves, None)
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
        self.pulse.leaf();
        answer
    }

    pub(super) fn visit(&mut self) -> Result<(), Ended> {
        self.pulse.visit()?;
        if self.pulse.nodes() > self.allowance {
            return Err(Ended::Spent);
        }
        if self.team.is_over() {
            return Err(Ended::Over);
        }
        self.pulse.reach(self.empties - self.state.empties());
        Ok(())
    }

    /// Tells which question comes next: whether the attacker wins within so many plies, which may be all that are left.
    pub(super) fn tell_question(&mut self, attacker: Side, plies: u32) {
        let within = Some(plies).filter(|&plies| plies < self.state.empties());
        self.pulse.tell(Question { side: attacker, within });
    }

    /// Nodes spent so far, those of others not included.
    #[inline]
    pub(super) fn spent(&self) -> u64 {
        self.pulse.nodes()
    }

    /// What was spent so far.
    pub(super) fn statistics(&self) -> Statistics {
        self.pulse.statistics()
    }
}
