//! How often an agent's move costs something, on positions that random play leads to and the solver can judge.
//!
//! An audit follows every line and so is for small boards. This test draws positions instead: the ends of random games of a given
//! length, of which those count whose moves differ in value. Which positions these are depends on the board, the plies and the seed only, so
//! that every agent is asked the same questions.

use std::ops::RangeInclusive;

use kinrow_agent::{Agent, AgentError, Ignore, Limits, Seed, Stop, Thinking};
use kinrow_game::{Game, Outcome, Point, Position, Rules};
use kinrow_search::solve::{SolveOptions, Solver};
use serde::{Deserialize, Serialize};

/// Which positions are drawn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sample {
    /// How many.
    pub count: u64,
    /// Random moves before each, drawn evenly.
    pub plies: RangeInclusive<u32>,
    /// Where the random moves come from.
    pub seed: Seed,
    /// What the solver may spend on the value of a move; a position that needs more is left out.
    pub nodes: u64,
    /// After so many positions that were left out it is given up.
    pub most_unjudged: u64,
}

impl Sample {
    /// What the solver may spend when nobody says.
    pub const NODES: u64 = 20_000_000;
    /// Random games for each position that is wanted, at most.
    const GAMES: u64 = 100;
}

/// A position whose moves differ in value.
#[derive(Clone, PartialEq, Debug)]
pub struct Question {
    /// Where the agent is asked.
    pub position: Position,
    /// Its moves, each with its value to the side that makes it.
    pub values: Vec<(Point, Outcome)>,
}

impl Question {
    /// The value of the position.
    #[must_use]
    pub fn value(&self) -> Outcome {
        self.values.iter().map(|(_, value)| *value).max().unwrap_or(Outcome::Draw)
    }

    /// What a move makes of it; `None` for one that is not legal.
    #[must_use]
    pub fn after(&self, mv: Point) -> Option<Outcome> {
        self.values.iter().find(|(known, _)| *known == mv).map(|(_, value)| *value)
    }
}

/// What an agent's moves cost.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub struct Mistakes {
    /// Positions that it was asked about.
    pub asked: u64,
    /// Moves that lost value.
    pub mistakes: u64,
    /// Of these, moves that made a won position drawn.
    pub won_to_drawn: u64,
    /// Moves that made a won position lost.
    pub won_to_lost: u64,
    /// Moves that made a drawn position lost.
    pub drawn_to_lost: u64,
    /// Random games that were played to find the positions.
    pub games: u64,
    /// Of these, games that were left out because the solver could not judge their end within its limit.
    pub unjudged: u64,
}

impl Mistakes {
    /// The share of its moves that lost value.
    #[must_use]
    pub fn share(&self) -> f64 {
        self.mistakes as f64 / self.asked.max(1) as f64
    }

    fn count(&mut self, before: Outcome, after: Outcome) {
        self.asked += 1;
        self.mistakes += u64::from(after < before);
        match (before, after) {
            (Outcome::Win, Outcome::Draw) => self.won_to_drawn += 1,
            (Outcome::Win, Outcome::Loss) => self.won_to_lost += 1,
            (Outcome::Draw, Outcome::Loss) => self.drawn_to_lost += 1,
            _ => {}
        }
    }
}

kinrow_game::sentences! {
    /// Why mistakes were not counted.
    pub enum MistakesError {
        /// Not enough positions.
        TooFew { rules: String, found: u64, count: u64, games: u64, unjudged: u64 } = "mistakes-too-few" =>
            "only {found} of {count} positions were found on {rules} in {games} random games ({unjudged} could not be judged): choose other plies (--plies), fewer positions, or a smaller board",
        /// The agent's answers would depend on each other.
        Keeps { agent: String } = "mistakes-keeps" =>
            "{agent} remembers earlier games, but each position is a question of its own: leave out keep=on",
        /// Someone said stop.
        Stopped { asked: u64 } = "mistakes-stopped" =>
            "the test was stopped (positions asked about: {asked})",
        /// The agent failed.
        Agent { why: String } = "mistakes-agent" =>
            "the test ended: {why}",
    }
}

/// Draws the positions of a sample, one after the other.
pub struct Questions {
    rules: Rules,
    sample: Sample,
    solver: Solver,
    stop: Stop,
    /// Random games so far.
    games: u64,
    unjudged: u64,
    found: u64,
}

impl Questions {
    /// From the beginning; `stop` ends a long search.
    #[must_use]
    pub fn new(rules: Rules, sample: Sample, stop: Stop) -> Questions {
        let solver = Solver::new(SolveOptions::default());
        Questions { rules, sample, solver, stop, games: 0, unjudged: 0, found: 0 }
    }

    /// The end of a random game.
    fn random_end(&self, game: u64) -> Position {
        let mut rng = self.sample.seed.derive("mistakes", game).rng();
        let (least, most) = (*self.sample.plies.start(), *self.sample.plies.end());
        let length = least + rng.below(most - least + 1);
        let mut position = Position::new(self.rules);
        for _ in 0..length {
            let legal: Vec<Point> = position.moves().collect();
            if legal.is_empty() {
                break;
            }
            position = position.play(*rng.pick(&legal));
        }
        position
    }

    /// The value of each move; `None` when one cannot be had.
    fn judge(&mut self, position: &Position) -> Option<Vec<(Point, Outcome)>> {
        let limits = Limits { nodes: Some(self.sample.nodes), ..Limits::NONE };
        let mut values = Vec::new();
        for mv in position.moves() {
            let next = position.play(mv);
            let value = match next.outcome() {
                Some(outcome) => outcome,
                None => {
                    let mut ignore = Ignore;
                    let mut thinking = Thinking::new(self.stop.child(), &mut ignore);
                    self.solver.value(&next, &limits, &mut thinking).ok()?.outcome
                }
            };
            values.push((mv, value.for_opponent()));
        }
        Some(values)
    }
}

impl Iterator for Questions {
    type Item = Question;

    fn next(&mut self) -> Option<Question> {
        let most = self.sample.count.saturating_mul(Sample::GAMES);
        while self.found < self.sample.count && self.games < most {
            if self.stop.is_stopped() || self.unjudged >= self.sample.most_unjudged {
                return None;
            }
            let position = self.random_end(self.games);
            self.games += 1;
            if position.outcome().is_some() {
                continue;
            }
            let Some(values) = self.judge(&position) else {
                self.unjudged += 1;
                continue;
            };
            if values.iter().any(|(_, value)| *value != values[0].1) {
                self.found += 1;
                return Some(Question { position, values });
            }
        }
        None
    }
}

/// Counts an agent's mistakes on a sample of positions. `progress` is told how many it was asked about.
///
/// # Errors
/// When there are not enough positions, the agent fails, or someone says stop.
pub fn mistakes(
    agent: &mut dyn Agent<Position>,
    rules: Rules,
    sample: &Sample,
    decision: &Limits,
    stop: &Stop,
    progress: &mut dyn FnMut(u64),
) -> Result<Mistakes, MistakesError> {
    let mut questions = Questions::new(rules, sample.clone(), stop.child());
    let mut found = Mistakes::default();
    for question in questions.by_ref() {
        let mv = ask(agent, &question.position, decision, stop)?;
        let after = question.after(mv).ok_or_else(|| MistakesError::Agent {
            why: format!("it plays the illegal move {}", question.position.name(mv)),
        })?;
        found.count(question.value(), after);
        progress(found.asked);
    }
    (found.games, found.unjudged) = (questions.games, questions.unjudged);
    if stop.is_stopped() {
        return Err(MistakesError::Stopped { asked: found.asked });
    }
    if found.asked < sample.count {
        return Err(MistakesError::TooFew {
            rules: rules.to_string(),
            found: found.asked,
            count: sample.count,
            games: found.games,
            unjudged: found.unjudged,
        });
    }
    Ok(found)
}

fn ask(
    agent: &mut dyn Agent<Position>,
    position: &Position,
    decision: &Limits,
    stop: &Stop,
) -> Result<Point, MistakesError> {
    let failed = |error: AgentError| MistakesError::Agent { why: error.to_string() };
    let mut ignore = Ignore;
    let mut thinking = Thinking::new(stop.child(), &mut ignore);
    // Each position is a question of its own.
    agent.new_game();
    let decided = agent.choose(position, decision, &mut thinking).map_err(failed)?;
    decided.mv().ok_or_else(|| MistakesError::Agent { why: "it makes no move".into() })
}
