//! Plays one game between two agents: asks them in turn, measures their time, and tells the referee and the audience.
//!
//! An agent that fails or panics loses that game; nothing an agent does ends the program.

use std::panic::{AssertUnwindSafe, catch_unwind};

use kinrow_game::{Point, Position, Side};

use crate::{
    Action, Agent, AgentError, Decision, GameRecord, Ignore, Moment, Observer, Reason, Referee, Stop,
    Thinking, Verdict,
};

/// Watches a game: a terminal, a page, a test. Every method may be left out.
pub trait Audience {
    /// A side is about to be asked.
    fn turn(&mut self, position: &Position, record: &GameRecord) {
        let _ = (position, record);
    }

    /// An agent has moved: the position after it.
    fn moved(&mut self, position: &Position, decision: &Decision<Point>, record: &GameRecord) {
        let _ = (position, decision, record);
    }

    /// Moves were taken back, or a wish to do so was refused.
    fn taken_back(&mut self, position: &Position, plies: u32) {
        let _ = (position, plies);
    }

    /// The game has ended.
    fn ended(&mut self, position: &Position, record: &GameRecord) {
        let _ = (position, record);
    }

    /// Who listens to an agent's search.
    fn observer(&mut self) -> Box<dyn Observer<Point> + '_> {
        Box::new(Ignore)
    }
}

/// No audience.
#[derive(Clone, Copy, Debug)]
pub struct Nobody;

impl Audience for Nobody {}

/// Plays a game to its end, or until `stop` is raised, which leaves it unfinished. The agents are X's and O's, within
/// the limits of the referee's seats.
///
/// ```
/// use kinrow_agent::{Agent, AgentError, Decision, Limits, Nobody, RecordedResult, Referee, Seat, Seed, Stop, Thinking};
/// use kinrow_game::{Game, Point, Position};
///
/// /// Plays the first legal move.
/// struct First;
///
/// impl Agent<Position> for First {
///     fn choose(
///         &mut self, position: &Position, _: &Limits, _: &mut Thinking<'_, Point>,
///     ) -> Result<Decision<Point>, AgentError> {
///         Ok(Decision::of(position.moves().next().expect("an agent is asked only while there are moves")))
///     }
/// }
///
/// let seats = [Seat::new("first"), Seat::new("first")];
/// let referee = Referee::new(Position::new("3x3x3".parse()?), seats, Seed(1));
/// let record = kinrow_agent::play(referee, [&mut First, &mut First], &mut Nobody, &Stop::new());
/// assert_eq!(record.result, RecordedResult::X);
/// assert_eq!(record.all_moves().count(), 7);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn play(
    mut referee: Referee,
    mut agents: [&mut dyn Agent<Position>; 2],
    audience: &mut dyn Audience,
    stop: &Stop,
) -> GameRecord {
    for agent in &mut agents {
        agent.new_game();
    }
    prepare(&mut referee, &mut agents, stop);
    while let Some(side) = referee.to_move() {
        if stop.is_stopped() {
            referee.leave();
            break;
        }
        take_turn(&mut referee, side, agents[side.index()], audience, stop);
    }
    audience.ended(referee.position(), referee.record());
    referee.into_record()
}

/// Lets both agents make ready, off the clock. One that cannot play has lost.
fn prepare(referee: &mut Referee, agents: &mut [&mut dyn Agent<Position>; 2], stop: &Stop) {
    for (side, agent) in Side::BOTH.into_iter().zip(agents) {
        if referee.is_over() {
            return;
        }
        let (position, limits) = (referee.position(), &referee.seat(side).limits);
        if let Err(reason) = ask(|| agent.prepare(position, limits, &stop.child())) {
            referee.forfeit(side, reason);
        }
    }
}

/// Asks one agent, and reports its answer.
fn take_turn(
    referee: &mut Referee,
    side: Side,
    agent: &mut dyn Agent<Position>,
    audience: &mut dyn Audience,
    stop: &Stop,
) {
    audience.turn(referee.position(), referee.record());
    let asked = Moment::now();
    let answer = {
        let mut observer = audience.observer();
        let mut thinking =
            Thinking { stop: stop.child(), observer: &mut *observer, record: Some(referee.record()) };
        ask(|| agent.choose(referee.position(), &referee.seat(side).limits, &mut thinking))
    };
    let elapsed = asked.elapsed();
    // Told to stop, a machine may leave as well.
    if stop.is_stopped() && matches!(&answer, Ok(decision) if decision.action == Action::Leave) {
        referee.leave();
        return;
    }
    let verdict = referee.answer(answer.as_ref().map_err(Reason::clone), elapsed);
    match (verdict, &answer) {
        (Verdict::Moved, Ok(decision)) => audience.moved(referee.position(), decision, referee.record()),
        (Verdict::TakenBack(plies), _) => audience.taken_back(referee.position(), plies),
        _ => {}
    }
}

fn ask<T>(question: impl FnOnce() -> Result<T, AgentError>) -> Result<T, Reason> {
    match catch_panic(question) {
        Ok(answer) => answer.map_err(Reason::from),
        Err(panicked) => Err(Reason::Error(panicked.to_string())),
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
