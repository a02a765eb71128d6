//! A game gone over move by move: an agent is asked about every position, and what it says becomes what each move cost.
//!
//! The last position is asked about first, so that an agent with a memory profits from what it has found later in the
//! game. What it says of neighbouring positions is made to agree before any move is judged (`settle`).

use kinrow_agent::{AgentError, AnyAgent, Decision, Ignore, Limits, Seed, Stop, Thinking, Value};
use kinrow_game::{Game, Point, Position, Side};
use kinrow_players::AgentSpec;
use kinrow_players::catalogue::{self, BuildError};

use crate::mark::Mark;
use crate::passage::Passage;
use crate::settle::{Opinion, chance, one_earlier, settle};
use crate::summary::{Summary, turning_point};

/// A move and what it did.
#[derive(Clone, Debug)]
pub struct ReviewedMove {
    /// Its number in the game, from 1.
    pub number: usize,
    /// Who made it.
    pub side: Side,
    /// The move.
    pub mv: Point,
    /// What the position before it was worth to that side.
    pub before: Value,
    /// What the move left of it, counted from before the move: the best one keeps the value and the distance.
    pub after: Value,
    /// The expected score that it gave away, where both are known.
    pub loss: Option<f64>,
    /// What it is called, when it gave away something that matters.
    pub mark: Option<Mark>,
    /// Whether it is proven that it gave something away.
    pub is_proven: bool,
    /// What would have been better, where the move has a mark and the agent knows.
    pub better: Option<Better>,
    /// How the agent would have answered it, and gone on.
    pub reply: Vec<Point>,
}

/// A better move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Better {
    /// The move.
    pub mv: Point,
    /// What the agent expects then, that move first.
    pub line: Vec<Point>,
}

/// A game that was gone over.
#[derive(Clone, Debug)]
pub struct Review {
    /// Every move.
    pub moves: Vec<ReviewedMove>,
    /// How X played, and how O did.
    pub sides: [Summary; 2],
    /// Where among `moves` the one stands that decided the game, if one did.
    pub turning_point: Option<usize>,
    /// Whether someone said stop before the end.
    pub is_stopped: bool,
}

/// A position was looked at.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Looked {
    /// How many have been, with this one.
    pub done: usize,
    /// How many there are.
    pub of: usize,
    /// What it is worth to the side to move, in the agent's own words.
    pub value: Value,
}

kinrow_game::sentences! {
    /// Why a game is not reviewed.
    pub enum ReviewError {
        /// Nothing to look at.
        NoMoves {} = "review-no-moves" =>
            "there is nothing to review: nobody has chosen a move in this game",
        /// The agent only plays.
        NoOpinion { agent: String, known: String } = "review-no-opinion" =>
            "{agent} does not tell what a position is worth, so it cannot review: choose from {known}",
    }
}

/// Why a review does not begin.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Refused {
    /// The game or the agent is not one for a review.
    Review(ReviewError),
    /// The agent cannot be built.
    Build(BuildError),
    /// The agent cannot play here.
    Agent(AgentError),
}

kinrow_game::delegate_explain!(Refused { Review(ReviewError), Build(BuildError), Agent(AgentError) });

/// A passage that is gone over position by position, by somebody who has other things to do in between.
pub struct Walk {
    passage: Passage,
    opinions: Vec<Opinion>,
    /// How many positions, the first ones, were not looked at yet.
    left: usize,
}

impl Walk {
    /// Nothing was looked at yet.
    #[must_use]
    pub fn new(passage: Passage) -> Walk {
        let left = passage.positions().len();
        Walk { passage, opinions: vec![Opinion::NONE; left], left }
    }

    /// What is gone over.
    #[must_use]
    pub fn passage(&self) -> &Passage {
        &self.passage
    }

    /// What has been found.
    #[must_use]
    pub fn judged(&self, is_stopped: bool) -> Review {
        judged(&self.passage, &self.opinions, is_stopped)
    }
}

/// An agent that goes over games.
pub struct Reviewer {
    agent: AnyAgent,
    limits: Limits,
}

impl Reviewer {
    /// An agent that may spend `limits` on each position of such a passage.
    ///
    /// # Errors
    /// When there is nothing to review, or the agent cannot do it.
    pub fn new(spec: &AgentSpec, seed: Seed, limits: Limits, passage: &Passage) -> Result<Reviewer, Refused> {
        check(spec, passage)?;
        Reviewer::with(catalogue::build(spec, seed)?, limits, passage)
    }

    /// As [`Reviewer::new`], with tables of at most so many megabytes.
    ///
    /// # Errors
    /// As [`Reviewer::new`].
    pub fn within(
        megabytes: u64,
        spec: &AgentSpec,
        seed: Seed,
        limits: Limits,
        passage: &Passage,
    ) -> Result<Reviewer, Refused> {
        check(spec, passage)?;
        Reviewer::with(catalogue::build_within(spec, seed, megabytes)?, limits, passage)
    }

    fn with(mut agent: AnyAgent, limits: Limits, passage: &Passage) -> Result<Reviewer, Refused> {
        agent.accepts(passage.start(), &limits)?;
        agent.new_game();
        Ok(Reviewer { agent, limits })
    }

    /// Goes over a passage, and tells `listener` of every position. After a stop the positions that were not reached have
    /// no value.
    ///
    /// # Errors
    /// When the agent fails.
    pub fn review(
        &mut self,
        passage: &Passage,
        stop: &Stop,
        listener: &mut dyn FnMut(Looked),
    ) -> Result<Review, AgentError> {
        let mut walk = Walk::new(passage.clone());
        while let Some(looked) = self.look(&mut walk, stop)? {
            listener(looked);
        }
        Ok(walk.judged(stop.is_stopped()))
    }

    /// Looks at the next position of a walk; `None` when there is none left, or after a stop: then that position is the next
    /// one still.
    ///
    /// # Errors
    /// When the agent fails.
    pub fn look(&mut self, walk: &mut Walk, stop: &Stop) -> Result<Option<Looked>, AgentError> {
        let Some(at) = walk.left.checked_sub(1) else { return Ok(None) };
        let positions = walk.passage.positions();
        let opinion = self.ask(&positions[at], walk.passage.moves().get(at).copied(), stop)?;
        // Half a search is no opinion.
        if stop.is_stopped() {
            return Ok(None);
        }
        let (done, of) = (positions.len() - at, positions.len());
        let looked = Looked { done, of, value: opinion.value };
        walk.opinions[at] = opinion;
        walk.left = at;
        Ok(Some(looked))
    }

    fn ask(&mut self, position: &Position, made: Option<Point>, stop: &Stop) -> Result<Opinion, AgentError> {
        if let Some(outcome) = position.outcome() {
            return Ok(Opinion::ended(outcome));
        }
        let mut ignore = Ignore;
        let mut thinking = Thinking::new(stop.clone(), &mut ignore);
        let decision = self.agent.choose(position, &self.limits, &mut thinking)?;
        let of_made = decision.rated.iter().find(|rated| Some(rated.mv) == made);
        let of_made = of_made.map_or(Value::Unknown, |rated| rated.value);
        let mv = decision.mv();
        let Decision { value, line, .. } = decision;
        Ok(Opinion { mv, value, line, of_made })
    }
}

fn check(spec: &AgentSpec, passage: &Passage) -> Result<(), Refused> {
    if passage.moves().is_empty() {
        return Err(ReviewError::NoMoves {}.into());
    }
    if spec.kind().shows.values.is_none() {
        let known = catalogue::names_of(|kind| kind.shows.values.is_some());
        return Err(ReviewError::NoOpinion { agent: spec.to_string(), known }.into());
    }
    Ok(())
}

fn judged(passage: &Passage, opinions: &[Opinion], is_stopped: bool) -> Review {
    let settled = settle(opinions, passage.moves());
    let judge = |(at, &mv): (usize, &Point)| {
        let (here, next) = (settled[at], settled[at + 1]);
        let (before, after) = (here.value, one_earlier(next.value));
        let loss = chance(before).zip(chance(after)).map(|(before, after)| (before - after).max(0.0));
        let mark = loss.and_then(|loss| Mark::earned(before, after, loss));
        let opinion = &opinions[at];
        let better = opinion.mv.filter(|&better| mark.is_some() && better != mv);
        let line =
            || if opinion.line.first() == opinion.mv.as_ref() { opinion.line.clone() } else { Vec::new() };
        ReviewedMove {
            number: passage.number(at),
            side: passage.positions()[at].to_move(),
            mv,
            before,
            after,
            loss,
            mark,
            is_proven: here.low > next.low.for_opponent(),
            better: better.map(|mv| Better { mv, line: line() }),
            reply: opinions[at + 1].line.clone(),
        }
    };
    let moves: Vec<ReviewedMove> = passage.moves().iter().enumerate().map(judge).collect();
    let sides = Side::BOTH.map(|side| Summary::of(&moves, side));
    Review { turning_point: turning_point(&moves), moves, sides, is_stopped }
}
