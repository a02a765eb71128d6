//! Plays one game between two agents, whoever they are: asks in turn, checks every move, keeps the clock and the record.
//!
//! An agent that fails, panics, takes too long or plays an illegal move loses that game; nothing an agent does ends
//! the program.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

use kinrow_game::{Ending, Game, Side};

use crate::{
    Action, Agent, AgentError, AgentRecord, Decision, GameRecord, Ignore, Limits, Moment, MoveRecord,
    Observer, Reason, RecordedResult, Seed, Stop, Thinking,
};

/// One side's agent, with what it may spend on a move.
pub struct Seat<'a, G: Game> {
    /// Who decides.
    pub agent: &'a mut dyn Agent<G>,
    /// Limits of each decision.
    pub limits: Limits,
    /// How far over its time limit an answer may come and still count; `None` when the clock does not judge (people).
    pub tolerance: Option<Duration>,
}

impl<'a, G: Game> Seat<'a, G> {
    /// A seat without limits.
    pub fn new(agent: &'a mut dyn Agent<G>) -> Self {
        Seat { agent, limits: Limits::NONE, tolerance: None }
    }

    /// A seat whose limits are judged: 200 ms over its time loses the game.
    pub fn judged(agent: &'a mut dyn Agent<G>, limits: Limits) -> Self {
        Seat { agent, limits, tolerance: Some(Duration::from_millis(200)) }
    }
}

/// Watches a game: a terminal, a page, a test. Every method may be left out.
pub trait Audience<G: Game> {
    /// A side is about to be asked.
    fn turn(&mut self, position: &G, record: &GameRecord) {
        let _ = (position, record);
    }

    /// An agent has moved: the position after it.
    fn moved(&mut self, position: &G, decision: &Decision<G::Move>, record: &GameRecord) {
        let _ = (position, decision, record);
    }

    /// Moves were taken back, or a wish to do so was refused.
    fn taken_back(&mut self, position: &G, plies: u32) {
        let _ = (position, plies);
    }

    /// The game has ended.
    fn ended(&mut self, position: &G, record: &GameRecord) {
        let _ = (position, record);
    }

    /// Who listens to an agent's search.
    fn observer(&mut self) -> Box<dyn Observer<G::Move> + '_> {
        Box::new(Ignore)
    }
}

/// An empty hall.
#[derive(Clone, Copy, Debug)]
pub struct Nobody;

impl<G: Game> Audience<G> for Nobody {}

/// What became of one turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Verdict {
    /// Play goes on.
    GoesOn,
    /// The game is over; the record says how.
    Over,
}

/// A game in play.
pub struct Referee<G: Game> {
    history: Vec<G>,
    record: GameRecord,
    stop: Stop,
}

impl<G: Game> Referee<G> {
    /// A game from `start`. `rules` and `start_text` (when it is not the game's own start) go into the record.
    pub fn new(start: G, rules: String, start_text: Option<String>, seed: Seed, stop: Stop) -> Referee<G> {
        let nobody = AgentRecord { spec: String::new(), limits: String::new() };
        let record = GameRecord {
            format: GameRecord::FORMAT.into(),
            version: GameRecord::VERSION,
            rules,
            start: start_text,
            seed: seed.0,
            x: nobody.clone(),
            o: nobody,
            opening: Vec::new(),
            moves: Vec::new(),
            result: RecordedResult::Unfinished,
            reason: Reason::Ongoing,
        };
        let mut referee = Referee { history: vec![start], record, stop };
        referee.judge_position();
        referee
    }

    /// Plays moves that are given, not chosen. They must be legal.
    pub fn open(&mut self, moves: &[G::Move]) {
        for &mv in moves {
            let name = self.position().name(mv);
            self.history.push(self.position().play(mv));
            self.record.opening.push(name);
        }
        self.judge_position();
    }

    /// The position now.
    #[must_use]
    pub fn position(&self) -> &G {
        self.history.last().expect("the start is never taken back")
    }

    /// The record so far.
    #[must_use]
    pub fn record(&self) -> &GameRecord {
        &self.record
    }

    /// Plays to the end, and tells `audience`.
    pub fn play(mut self, mut seats: [Seat<'_, G>; 2], audience: &mut dyn Audience<G>) -> GameRecord {
        for (side, seat) in Side::BOTH.into_iter().zip(&mut seats) {
            let entry = AgentRecord { spec: seat.agent.spec(), limits: seat.limits.to_string() };
            *(match side {
                Side::X => &mut self.record.x,
                Side::O => &mut self.record.o,
            }) = entry;
            seat.agent.new_game();
        }
        let is_open = self.record.reason == Reason::Ongoing;
        let mut verdict = if is_open { self.prepare(&mut seats) } else { Verdict::Over };
        while verdict == Verdict::GoesOn {
            let side = self.position().to_move();
            verdict = self.take_turn(&mut seats[side.index()], audience);
        }
        audience.ended(self.position(), &self.record);
        self.record
    }

    /// Lets both agents make ready, off the clock. One that cannot play has lost.
    fn prepare(&mut self, seats: &mut [Seat<'_, G>; 2]) -> Verdict {
        let position = self.position().clone();
        for (side, seat) in Side::BOTH.into_iter().zip(seats) {
            let stop = self.stop.child();
            let reason = match catch_panic(|| seat.agent.prepare(&position, &seat.limits, &stop)) {
                Ok(Ok(())) => continue,
                Ok(Err(error)) => error.into(),
                Err(panicked) => Reason::Error(panicked.to_string()),
            };
            return self.end(Ending::Won(side.opponent()).into(), reason);
        }
        Verdict::GoesOn
    }

    /// Asks one agent, and judges the answer.
    fn take_turn(&mut self, seat: &mut Seat<'_, G>, audience: &mut dyn Audience<G>) -> Verdict {
        if self.stop.is_stopped() {
            return self.end(RecordedResult::Unfinished, Reason::Left);
        }
        let position = self.position().clone();
        audience.turn(&position, &self.record);
        let asked = Moment::now();
        let answer = {
            let mut observer = audience.observer();
            let stop = self.stop.child();
            let mut thinking = Thinking { stop, observer: &mut *observer, record: Some(&self.record) };
            catch_panic(|| seat.agent.choose(&position, &seat.limits, &mut thinking))
        };
        let time = asked.elapsed();
        let decision = match answer {
            Ok(Ok(decision)) => decision,
            Ok(Err(error)) => return self.forfeit(error.into()),
            Err(panicked) => return self.forfeit(Reason::Error(panicked.to_string())),
        };
        match decision.action {
            Action::Leave => self.end(RecordedResult::Unfinished, Reason::Left),
            Action::Resign => self.forfeit(Reason::Resigned),
            Action::TakeBack(plies) => {
                let taken = self.take_back(plies);
                audience.taken_back(self.position(), taken);
                Verdict::GoesOn
            }
            Action::Play(_) if is_late(time, seat) => {
                let allowed = seat.limits.time.unwrap_or_default().as_millis();
                self.forfeit(Reason::Time(format!("{} ms of {allowed} ms", time.as_millis())))
            }
            Action::Play(mv) if !position.is_legal(mv) => {
                self.forfeit(Reason::IllegalMove(position.name(mv)))
            }
            Action::Play(mv) => {
                self.record.moves.push(MoveRecord {
                    mv: position.name(mv),
                    time_ms: time.as_micros() as f64 / 1000.0,
                    nodes: decision.statistics.nodes,
                    playouts: decision.statistics.playouts,
                    value: decision.value.to_string(),
                });
                self.history.push(position.play(mv));
                audience.moved(self.position(), &decision, &self.record);
                self.judge_position()
            }
        }
    }

    /// Takes back up to `plies` moves that the agents made; how many there were.
    fn take_back(&mut self, plies: u32) -> u32 {
        let taken = (plies as usize).min(self.record.moves.len());
        self.record.moves.truncate(self.record.moves.len() - taken);
        self.history.truncate(self.history.len() - taken);
        taken as u32
    }

    fn judge_position(&mut self) -> Verdict {
        match self.position().ending() {
            Some(ending) => self.end(ending.into(), Reason::Rules),
            None => Verdict::GoesOn,
        }
    }

    /// The side to move loses, for this reason.
    fn forfeit(&mut self, reason: Reason) -> Verdict {
        let winner = self.position().to_move().opponent();
        self.end(Ending::Won(winner).into(), reason)
    }

    fn end(&mut self, result: RecordedResult, reason: Reason) -> Verdict {
        self.record.result = result;
        self.record.reason = reason;
        Verdict::Over
    }
}

fn is_late<G: Game>(time: Duration, seat: &Seat<'_, G>) -> bool {
    matches!((seat.limits.time, seat.tolerance), (Some(allowed), Some(tolerance)) if time > allowed + tolerance)
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

/// An agent panicked, with these words.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Panicked(pub String);

impl std::fmt::Display for Panicked {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "it panicked: {}", self.0)
    }
}

/// Asks an agent something. Whatever state a panicking agent leaves behind, it must not be asked again in the same game.
///
/// # Errors
/// When it panics.
pub fn catch_panic<T>(question: impl FnOnce() -> T) -> Result<T, Panicked> {
    catch_unwind(AssertUnwindSafe(question)).map_err(|panic| {
        let words = panic.downcast_ref::<&str>().copied();
        let words = words.or_else(|| panic.downcast_ref::<String>().map(String::as_str));
        Panicked(words.unwrap_or("without a word").to_string())
    })
}
