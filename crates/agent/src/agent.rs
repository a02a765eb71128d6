//! Whoever decides: a person, a search, a learned table, another program.

use std::time::Duration;

use kinrow_game::{Game, Position};

use crate::{GameRecord, Guide, Ignore, Limits, Observer, Stop, Value};

/// Whoever chooses moves for a side.
pub trait Agent<G: Game>: Send {
    /// Chooses what to do in `position`, which is not over. Ends soon after `thinking` says stop, or a limit is reached,
    /// with the best known so far.
    ///
    /// # Errors
    /// When it cannot choose; the referee then gives the game to the opponent.
    fn choose(
        &mut self,
        position: &G,
        limits: &Limits,
        thinking: &mut Thinking<'_, G::Move>,
    ) -> Result<Decision<G::Move>, AgentError>;

    /// Whether it can play from `position` within `limits`: asked before a game begins, so that a job that cannot end
    /// is never started.
    ///
    /// # Errors
    /// Why it cannot, and which option would help.
    fn accepts(&self, position: &G, limits: &Limits) -> Result<(), AgentError> {
        let _ = (position, limits);
        Ok(())
    }

    /// The value of every move, each for the side that makes it; none where it has no opinion.
    ///
    /// # Errors
    /// As [`Agent::choose`].
    fn rate(
        &mut self,
        position: &G,
        limits: &Limits,
        thinking: &mut Thinking<'_, G::Move>,
    ) -> Result<RatedMoves<G::Move>, AgentError> {
        let Decision { rated, statistics, .. } = self.choose(position, limits, thinking)?;
        Ok(RatedMoves { rated, statistics })
    }

    /// Whether [`Agent::rate`] is another search than [`Agent::choose`], which then does not tell the value of every move.
    fn rates_apart(&self) -> bool {
        false
    }

    /// Every move it could choose here: more than one when it breaks ties, or draws, at random.
    ///
    /// # Errors
    /// As [`Agent::choose`].
    fn choices(
        &mut self,
        position: &G,
        limits: &Limits,
        thinking: &mut Thinking<'_, G::Move>,
    ) -> Result<Vec<G::Move>, AgentError> {
        Ok(self.choose(position, limits, thinking)?.mv().into_iter().collect())
    }

    /// Forgets what belongs to the last game.
    fn new_game(&mut self) {}

    /// Makes ready for a game from `position`, before any clock runs: what starts slowly starts here. Not everybody asks
    /// for it, so [`Agent::choose`] works without.
    ///
    /// # Errors
    /// When it cannot play this game after all.
    fn prepare(&mut self, position: &G, limits: &Limits, stop: &Stop) -> Result<(), AgentError> {
        let _ = (position, limits, stop);
        Ok(())
    }
}

/// An agent that plays any position.
pub type AnyAgent = Box<dyn Agent<Position>>;

/// Asks an agent for a decision, with nobody listening and nothing to stop it but the limits.
///
/// # Errors
/// As [`Agent::choose`].
pub fn ask<G: Game>(
    agent: &mut (impl Agent<G> + ?Sized),
    position: &G,
    limits: &Limits,
) -> Result<Decision<G::Move>, AgentError> {
    agent.choose(position, limits, &mut Thinking::new(Stop::new(), &mut Ignore))
}

/// What surrounds one decision: who may say stop, who listens, and the game so far where there is one.
pub struct Thinking<'a, M> {
    /// Raised when the answer is wanted now.
    pub stop: Stop,
    /// Who listens.
    pub observer: &'a mut dyn Observer<M>,
    /// The game so far.
    pub record: Option<&'a GameRecord>,
}

impl<'a, M> Thinking<'a, M> {
    /// Thinking that `stop` ends and `observer` hears.
    pub fn new(stop: Stop, observer: &'a mut dyn Observer<M>) -> Self {
        Thinking { stop, observer, record: None }
    }
}

/// What an agent may do when it is its turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Action<M> {
    /// Make a move.
    Play(M),
    /// Give the game up.
    Resign,
    /// Ask for this many moves to be taken back (people do).
    TakeBack(u32),
    /// Leave the game unfinished (people do).
    Leave,
}

/// A decision, what it is worth and what it cost.
#[derive(Clone, PartialEq, Debug)]
pub struct Decision<M> {
    /// What to do.
    pub action: Action<M>,
    /// Value of the position for the side to move.
    pub value: Value,
    /// The expected continuation, this move first.
    pub line: Vec<M>,
    /// The best moves, the best first; none where the search follows only one line.
    pub best: Vec<Candidate<M>>,
    /// Moves whose value the search knows, or a bound of it, each for the side that makes it. The best are among them.
    pub rated: Vec<Rated<M>>,
    /// What it cost.
    pub statistics: Statistics,
}

impl<M: Copy> Decision<M> {
    /// A bare move, without opinion or cost.
    pub fn of(mv: M) -> Decision<M> {
        Decision {
            action: Action::Play(mv),
            value: Value::Unknown,
            line: vec![mv],
            best: Vec::new(),
            rated: Vec::new(),
            statistics: Statistics::default(),
        }
    }

    /// The move, when the action is one.
    pub fn mv(&self) -> Option<M> {
        match self.action {
            Action::Play(mv) => Some(mv),
            _ => None,
        }
    }
}

/// One of the best moves of a search that follows several lines. All that are told together come of the same iteration,
/// so that they can be compared.
#[derive(Clone, PartialEq, Debug)]
pub struct Candidate<M> {
    /// The move.
    pub mv: M,
    /// Its value for the side that makes it.
    pub value: Value,
    /// The depth to which it was searched.
    pub depth: u32,
    /// The expected continuation, this move first.
    pub line: Vec<M>,
}

/// A move and its value for the side that makes it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Rated<M> {
    /// The move.
    pub mv: M,
    /// Its value.
    pub value: Value,
    /// How often it was tried, where the search counts that.
    pub visits: Option<u64>,
    /// What guided the search to it, where a policy did.
    pub guide: Option<Guide>,
}

/// Moves with their values, and what it cost to find them.
#[derive(Clone, PartialEq, Debug)]
pub struct RatedMoves<M> {
    /// The moves.
    pub rated: Vec<Rated<M>>,
    /// The cost.
    pub statistics: Statistics,
}

/// What a decision cost.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Statistics {
    /// Positions looked at.
    pub nodes: u64,
    /// Of these, the ones without a search below: ends of the game and positions evaluated.
    pub leaves: u64,
    /// Nodes left early because the opponent will avoid them.
    pub cutoffs: u64,
    /// Values taken from a table.
    pub table_hits: u64,
    /// The deepest ply reached.
    pub depth: u32,
    /// Games played out.
    pub playouts: u64,
    /// Wall-clock time.
    pub time: Duration,
}

kinrow_game::sentences! {
    /// Why an agent does not answer.
    pub enum AgentError {
        /// The job would never finish.
        TooLarge { agent: String, nodes: String, option: String } = "agent-too-large" =>
            "{agent} would have to look at about {nodes} positions here and would never finish: give it {option}, or a limit (--limit time=2s)",
        /// The job would never finish, and no option makes it smaller.
        TooLargeAlways { agent: String, nodes: String } = "agent-too-large-always" =>
            "{agent} would have to look at about {nodes} positions here and would never finish: give it a limit (--limit time=2s or --limit nodes=1000000), or choose a smaller board",
        /// The agent has no moves for a game like this.
        CannotPlay { agent: String, why: String } = "agent-cannot-play" =>
            "{agent} cannot play here: {why}",
        /// The agent learned another game.
        WrongBoard { agent: String, trained: String, given: String } = "agent-wrong-board" =>
            "{agent} learned {trained} and cannot play {given}",
        /// The agent has learned nothing of this game, but could.
        NotLearned { agent: String, known: String, given: String } = "agent-not-learned" =>
            "{agent} has networks for {known}, and none for {given}: train one (kinrow train zero --board {given} --out net.kin) and give it (zero:file=net.kin)",
        /// The agent failed.
        Failed { agent: String, why: String } = "agent-failed" =>
            "{agent} failed: {why}",
        /// The agent did not answer in time.
        Late { agent: String, waited: String } = "agent-late" =>
            "{agent} did not answer within {waited}",
        /// The agent took more memory than it was given.
        Memory { agent: String, used: u64, most: u64 } = "agent-memory" =>
            "{agent} used {used} MB of memory, more than the {most} MB it may use",
        /// The agent's answer is not a legal move.
        IllegalMove { agent: String, given: String, why: String } = "agent-illegal-move" =>
            "{agent} played {given}, which is not legal: {why}",
    }
}
