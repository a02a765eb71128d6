//! Judges one game, whoever plays it: legality, time, resignation and forfeits, and keeps the record.
//!
//! The referee is passive. Whoever runs the game asks the players, measures how long they take and reports both;
//! [`crate::play`] does so for two agents, a page or a script for whoever sits in front of it. Nothing else judges, so a
//! game has the same result and the same record wherever it is played.

use std::time::Duration;

use kinrow_game::{Ending, Game, Point, Position, Side};

use crate::{
    Action, AgentError, AgentRecord, Decision, GameRecord, HUMAN, Limits, MoveRecord, Reason, RecordedResult,
    Seed,
};

/// Who plays a side, as far as the referee has to know.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Seat {
    /// What the record calls the player: an agent's full spec, or `human`.
    pub spec: String,
    /// Limits of each decision.
    pub limits: Limits,
    /// How far over its time limit an answer may come and still count; `None` when the clock does not judge.
    pub tolerance: Option<Duration>,
    /// People may take moves back and leave a game unfinished; a machine that does has lost.
    pub is_person: bool,
}

impl Seat {
    /// A machine without limits.
    pub fn new(spec: impl Into<String>) -> Seat {
        Seat { spec: spec.into(), limits: Limits::NONE, tolerance: None, is_person: false }
    }

    /// A machine whose limits are judged: 200 ms over its time loses the game.
    pub fn judged(spec: impl Into<String>, limits: Limits) -> Seat {
        Seat { limits, tolerance: Some(Duration::from_millis(200)), ..Seat::new(spec) }
    }

    /// A person without limits.
    #[must_use]
    pub fn person() -> Seat {
        Seat { is_person: true, ..Seat::new(HUMAN) }
    }

    fn record(&self) -> AgentRecord {
        AgentRecord { spec: self.spec.clone(), limits: self.limits.to_string() }
    }
}

/// What became of an answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// The move was made. It may have ended the game.
    Moved,
    /// So many moves were taken back.
    TakenBack(u32),
    /// No move was made: the game is over, and the record says why.
    Over,
}

/// A game and its judge.
///
/// ```
/// use std::time::Duration;
/// use kinrow_agent::{Decision, Limits, Reason, RecordedResult, Referee, Seat, Seed, Verdict};
/// use kinrow_game::{Position, Side};
///
/// let limits: Limits = "time=2s".parse()?;
/// let seats = [Seat::person(), Seat::judged("random", limits)];
/// let mut referee = Referee::new(Position::new("3x3x3".parse()?), seats, Seed(1));
/// assert_eq!(referee.to_move(), Some(Side::X));
///
/// let centre = referee.position().parse_move("b2")?;
/// assert_eq!(referee.answer(Ok(&Decision::of(centre)), Duration::from_secs(60)), Verdict::Moved);
/// assert_eq!(referee.time_left(Duration::from_millis(500)), Some(Duration::from_millis(1500)));
///
/// // The centre is taken, so O has lost.
/// assert_eq!(referee.answer(Ok(&Decision::of(centre)), Duration::ZERO), Verdict::Over);
/// assert_eq!(referee.record().result, RecordedResult::X);
/// assert_eq!(referee.record().reason, Reason::IllegalMove("b2".into()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Referee {
    /// The start, and the position after each move.
    positions: Vec<Position>,
    seats: [Seat; 2],
    record: GameRecord,
}

impl Referee {
    /// A game from `start`; the seed is what its randomness comes from, for the record.
    #[must_use]
    pub fn new(start: Position, seats: [Seat; 2], seed: Seed) -> Referee {
        let rules = start.rules();
        let record = GameRecord {
            format: GameRecord::FORMAT.into(),
            version: GameRecord::VERSION,
            rules: rules.to_string(),
            start: (start != Position::new(rules)).then(|| start.to_string()),
            seed: seed.0,
            x: seats[0].record(),
            o: seats[1].record(),
            opening: Vec::new(),
            moves: Vec::new(),
            result: RecordedResult::Unfinished,
            reason: Reason::Ongoing,
        };
        let mut referee = Referee { positions: vec![start], seats, record };
        referee.judge_position();
        referee
    }

    /// Plays moves that are given, not chosen, before the first answer. They must be legal.
    pub fn open(&mut self, moves: &[Point]) {
        for &point in moves {
            let name = self.position().name(point);
            self.positions.push(self.position().play(point));
            self.record.opening.push(name);
        }
        self.judge_position();
    }

    /// The position now.
    #[must_use]
    pub fn position(&self) -> &Position {
        self.positions.last().expect("the start is never taken back")
    }

    /// The start, and the position after each move.
    #[must_use]
    pub fn positions(&self) -> &[Position] {
        &self.positions
    }

    /// The record so far.
    #[must_use]
    pub fn record(&self) -> &GameRecord {
        &self.record
    }

    /// The record, when nothing more will be judged.
    #[must_use]
    pub fn into_record(self) -> GameRecord {
        self.record
    }

    /// Whether the game has ended.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.record.reason != Reason::Ongoing
    }

    /// Whose answer is awaited; nobody's when the game is over.
    #[must_use]
    pub fn to_move(&self) -> Option<Side> {
        (!self.is_over()).then(|| self.position().to_move())
    }

    /// Who plays a side.
    #[must_use]
    pub fn seat(&self, side: Side) -> &Seat {
        &self.seats[side.index()]
    }

    /// Somebody else plays a side from now on; the record names the last one.
    pub fn set_seat(&mut self, side: Side, seat: Seat) {
        *(match side {
            Side::X => &mut self.record.x,
            Side::O => &mut self.record.o,
        }) = seat.record();
        self.seats[side.index()] = seat;
    }

    /// What is left of the time of the side to move after it has thought for `elapsed`; `None` when no clock judges it.
    #[must_use]
    pub fn time_left(&self, elapsed: Duration) -> Option<Duration> {
        let seat = self.seat(self.to_move()?);
        seat.tolerance.and(seat.limits.time).map(|allowed| allowed.saturating_sub(elapsed))
    }

    /// Judges the answer of the side to move, or why it has none, which came after `elapsed`. Nothing is judged once the
    /// game is over.
    pub fn answer(&mut self, answer: Result<&Decision<Point>, Reason>, elapsed: Duration) -> Verdict {
        let Some(side) = self.to_move() else { return Verdict::Over };
        let decision = match answer {
            Ok(decision) => decision,
            Err(reason) => return self.forfeit(side, reason),
        };
        let is_person = self.seat(side).is_person;
        match decision.action {
            Action::Resign => self.resign(side),
            Action::Leave if is_person => self.leave(),
            Action::TakeBack(plies) if is_person => {
                // What was given is not the players' to take back.
                Verdict::TakenBack(self.take_back(plies.min(self.record.moves.len() as u32)))
            }
            Action::Leave | Action::TakeBack(_) => {
                self.forfeit(side, Reason::Error("it left the game".into()))
            }
            Action::Play(_) if self.check_time(elapsed) => Verdict::Over,
            Action::Play(point) if !self.position().is_legal(point) => {
                self.forfeit(side, Reason::IllegalMove(self.position().name(point)))
            }
            Action::Play(point) => {
                self.record.moves.push(MoveRecord {
                    mv: self.position().name(point),
                    time_ms: elapsed.as_micros() as f64 / 1000.0,
                    nodes: decision.statistics.nodes,
                    playouts: decision.statistics.playouts,
                    value: decision.value.to_string(),
                });
                self.positions.push(self.position().play(point));
                self.judge_position();
                Verdict::Moved
            }
        }
    }

    /// Whether the side to move has thought for too long, and has lost: [`Referee::answer`] looks, and so may whoever waits
    /// for an answer.
    pub fn check_time(&mut self, elapsed: Duration) -> bool {
        let Some(side) = self.to_move() else { return false };
        let Seat { limits, tolerance, .. } = self.seat(side);
        let Some((allowed, tolerance)) = limits.time.zip(*tolerance) else { return false };
        let is_late = elapsed > allowed + tolerance;
        if is_late {
            let words = format!("{} ms of {} ms", elapsed.as_millis(), allowed.as_millis());
            self.forfeit(side, Reason::Time(words));
        }
        is_late
    }

    /// Takes back up to `plies` moves, the players' own and then those that were given; how many there were. An end
    /// that is not the position's own, such as a resignation, is taken back too, even with no moves.
    pub fn take_back(&mut self, plies: u32) -> u32 {
        let GameRecord { opening, moves, .. } = &mut self.record;
        let taken = (plies as usize).min(self.positions.len() - 1);
        self.positions.truncate(self.positions.len() - taken);
        let of_moves = taken.min(moves.len());
        moves.truncate(moves.len() - of_moves);
        opening.truncate(opening.len() - (taken - of_moves));
        self.end(RecordedResult::Unfinished, Reason::Ongoing);
        self.judge_position();
        taken as u32
    }

    /// `side` gives up, whoever's turn it is.
    pub fn resign(&mut self, side: Side) -> Verdict {
        self.forfeit(side, Reason::Resigned)
    }

    /// `side` loses for a reason that is not on the board.
    pub fn forfeit(&mut self, side: Side, reason: Reason) -> Verdict {
        if !self.is_over() {
            self.end(Ending::Won(side.opponent()).into(), reason);
        }
        Verdict::Over
    }

    /// The game stays unfinished: somebody left, or said stop.
    pub fn leave(&mut self) -> Verdict {
        if !self.is_over() {
            self.end(RecordedResult::Unfinished, Reason::Left);
        }
        Verdict::Over
    }

    fn judge_position(&mut self) {
        if let Some(ending) = self.position().ending() {
            self.end(ending.into(), Reason::Rules);
        }
    }

    fn end(&mut self, result: RecordedResult, reason: Reason) {
        self.record.result = result;
        self.record.reason = reason;
    }
}

/// Why an agent that does not answer, or not with a move, has lost.
impl From<AgentError> for Reason {
    fn from(error: AgentError) -> Reason {
        match error {
            AgentError::Late { waited, .. } => Reason::Time(format!("no answer within {waited}")),
            AgentError::IllegalMove { given, why, .. } => Reason::IllegalMove(format!("{given} ({why})")),
            AgentError::Memory { used, most, .. } => Reason::Memory(format!("{used} MB > {most} MB")),
            error => Reason::Error(error.to_string()),
        }
    }
}
