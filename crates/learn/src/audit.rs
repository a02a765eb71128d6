//! The audit: an agent against every possible opponent.
//!
//! On one side the agent plays, on the other every legal move is tried; the lines that arise are counted by how they
//! end. An agent that breaks ties at random is followed along every move it could choose. A position is asked about once,
//! however many lines pass through it, and the lines below it are counted, not walked, so the audit of a table takes
//! milliseconds. Where the board can be solved, the audit also counts the moves that cost something: a player may win every
//! line here and still have given a win away that a better opponent would not return.

use kinrow_agent::{Agent, AgentError, Ignore, Limits, Stop, Thinking};
use kinrow_game::{Board, ByStones, Game, Outcome, Point, Position, Rules, Side, Tally, with_board};
use serde::{Deserialize, Serialize};

use crate::exact::Exact;
use crate::width::OfWidth;

/// How an agent fares on one side.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Audit {
    /// Lines in all.
    pub games: u64,
    /// Lines it wins.
    pub wins: u64,
    /// Lines it draws.
    pub draws: u64,
    /// Lines it loses.
    pub losses: u64,
    /// The moves of one lost line, if there is one.
    pub first_loss: Option<Vec<String>>,
    /// Choices that made a won position less than won, or a drawn one lost; `None` when values could not be had.
    pub value_losing_moves: Option<u64>,
    /// Lines in which a won position was given away; `None` when values could not be had.
    pub won_given_away: Option<u64>,
    /// Positions it was asked about.
    pub positions: u64,
}

kinrow_game::sentences! {
    /// Why an audit was given up.
    pub enum AuditError {
        /// Too many positions.
        TooLarge { rules: String, positions: u64 } = "audit-too-large" =>
            "an audit on {rules} would ask about more than {positions} positions: choose a smaller board, or allow more (--positions)",
        /// The agent's answers would depend on each other.
        Keeps { agent: String } = "audit-keeps" =>
            "{agent} remembers earlier games, but an audit asks about each position by itself: leave out keep=on",
        /// Someone said stop.
        Stopped { positions: u64 } = "audit-stopped" =>
            "the audit was stopped (positions asked about: {positions})",
        /// The agent failed.
        Agent { why: String } = "audit-agent" =>
            "the audit ended: {why}",
    }
}

/// Lines below a position, by result for the agent; and those in which it gives a win away.
#[derive(Clone, Copy, Default)]
struct Below {
    lines: Tally,
    given_away: u64,
}

struct Auditor<'a, const W: usize> {
    agent: &'a mut dyn Agent<Position>,
    side: Side,
    limits: Limits,
    most: u64,
    stop: Stop,
    progress: &'a mut dyn FnMut(u64),
    below: ByStones<W, Below>,
    asked: u64,
    exact: Option<Exact<W>>,
    value_losing_moves: u64,
}

/// What an audit may spend.
#[derive(Clone, Copy, Debug)]
pub struct AuditLimits {
    /// Positions to ask the agent about.
    pub positions: u64,
    /// Limits of each of its decisions.
    pub decision: Limits,
    /// Whether to compare with exact values.
    pub values: bool,
}

impl Default for AuditLimits {
    fn default() -> Self {
        AuditLimits { positions: 200_000, decision: Limits::NONE, values: true }
    }
}

/// Audits an agent on one side of a game. `progress` is told how many positions were asked about.
///
/// # Errors
/// When there are too many positions, the agent fails, or someone says stop.
pub fn audit(
    agent: &mut dyn Agent<Position>,
    rules: Rules,
    side: Side,
    limits: &AuditLimits,
    stop: &Stop,
    progress: &mut dyn FnMut(u64),
) -> Result<Audit, AuditError> {
    with_board!(Position::new(rules), board => of_width(agent, &board, side, limits, stop, progress))
}

fn of_width<const W: usize>(
    agent: &mut dyn Agent<Position>,
    start: &Board<W>,
    side: Side,
    limits: &AuditLimits,
    stop: &Stop,
    progress: &mut dyn FnMut(u64),
) -> Result<Audit, AuditError>
where
    Board<W>: OfWidth,
{
    let mut auditor = Auditor {
        agent,
        side,
        limits: limits.decision,
        most: limits.positions,
        stop: stop.clone(),
        progress,
        below: ByStones::default(),
        asked: 0,
        exact: limits.values.then(|| Exact::new(stop.clone())),
        value_losing_moves: 0,
    };
    let Below { lines, given_away } = auditor.below(start)?;
    let first_loss = if lines.losses > 0 { Some(auditor.lost_line(start)?) } else { None };
    let has_values = auditor.exact.is_some();
    Ok(Audit {
        games: lines.games(),
        wins: lines.wins,
        draws: lines.draws,
        losses: lines.losses,
        first_loss,
        value_losing_moves: has_values.then_some(auditor.value_losing_moves),
        won_given_away: has_values.then_some(given_away),
        positions: auditor.asked,
    })
}

impl<const W: usize> Auditor<'_, W>
where
    Board<W>: OfWidth,
{
    fn below(&mut self, board: &Board<W>) -> Result<Below, AuditError> {
        let mut sum = Below::default();
        if let Some(ending) = board.ending() {
            sum.lines.count(ending.seen_by(self.side));
            return Ok(sum);
        }
        let stones = Side::BOTH.map(|side| board.stones(side));
        if let Some(&known) = self.below.get(&stones) {
            return Ok(known);
        }
        for mv in self.moves(board)? {
            let next = board.play(mv);
            let Below { lines, mut given_away } = self.below(&next)?;
            if board.to_move() == self.side && self.gives_a_win_away(board, &next) {
                given_away = lines.games();
            }
            sum.lines += lines;
            sum.given_away = sum.given_away.saturating_add(given_away);
        }
        self.below.insert(stones, sum);
        Ok(sum)
    }

    /// Every move of the opponent; every move that the agent could choose.
    fn moves(&mut self, board: &Board<W>) -> Result<Vec<Point>, AuditError> {
        if board.to_move() != self.side {
            return Ok(board.moves().collect());
        }
        if self.asked >= self.most {
            return Err(AuditError::TooLarge { rules: board.rules().to_string(), positions: self.most });
        }
        if self.stop.is_stopped() {
            return Err(AuditError::Stopped { positions: self.asked });
        }
        self.asked += 1;
        (self.progress)(self.asked);
        let mut ignore = Ignore;
        let mut thinking = Thinking::new(self.stop.child(), &mut ignore);
        // Each position is a question of its own: what the agent remembers of the last one does not belong to it.
        self.agent.new_game();
        let choices = self
            .agent
            .choices(&board.into_position(), &self.limits, &mut thinking)
            .map_err(|error: AgentError| AuditError::Agent { why: error.to_string() })?;
        match choices.iter().find(|&&mv| !board.is_legal(mv)) {
            Some(&mv) => {
                Err(AuditError::Agent { why: format!("it plays the illegal move {}", board.name(mv)) })
            }
            None => Ok(choices),
        }
    }

    /// Whether the agent's move from `board` to `next` makes a won position less than won. Any loss of value is counted.
    fn gives_a_win_away(&mut self, board: &Board<W>, next: &Board<W>) -> bool {
        let Some(exact) = &mut self.exact else { return false };
        let (Some(before), Some(after)) = (exact.value(board), exact.value(next)) else {
            // One position that cannot be solved leaves every count open.
            self.exact = None;
            return false;
        };
        let loses_value = after.for_opponent() < before;
        self.value_losing_moves += u64::from(loses_value);
        loses_value && before == Outcome::Win
    }

    /// Follows lost lines down from a position that has one.
    fn lost_line(&mut self, start: &Board<W>) -> Result<Vec<String>, AuditError> {
        let mut at = *start;
        let mut line = Vec::new();
        while at.outcome().is_none() {
            let mut lost = None;
            for mv in self.moves(&at)? {
                let next = at.play(mv);
                if self.below(&next)?.lines.losses > 0 {
                    lost = Some((mv, next));
                    break;
                }
            }
            let Some((mv, next)) = lost else { break };
            line.push(at.name(mv));
            at = next;
        }
        Ok(line)
    }
}
