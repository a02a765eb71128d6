//! An agent solves puzzles: whether it finds the first move of each, and how long it takes.

use std::time::Duration;

use kinrow_agent::{AgentError, AnyAgent, Ignore, Limits, Moment, Stop, Thinking, Value};
use kinrow_game::{Game, Outcome, Point};
use serde_json::json;

use super::puzzle::{GRADES, Puzzle};

/// Whether an answer is right.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Right {
    /// The move of the puzzle.
    Yes,
    /// Another move, of which the agent has proven that it wins too, if not by the puzzle's kind of threats.
    Otherwise,
    /// Another move.
    No,
}

/// What an agent said to a puzzle.
#[derive(Clone, Debug)]
pub struct Answer {
    /// Its move; `None` when it made none.
    pub mv: Option<Point>,
    /// What it thinks the position is worth.
    pub value: Value,
    /// Whether it is right.
    pub right: Right,
    /// How long it took.
    pub time: Duration,
}

impl Answer {
    /// Whether the agent has proven that it wins.
    #[must_use]
    pub fn is_proven(&self) -> bool {
        matches!(self.value, Value::Proven(proven) if proven.outcome == Outcome::Win)
    }
}

/// A set that an agent went through.
#[derive(Clone, Debug)]
pub struct Solved {
    /// An answer to each puzzle; fewer after a stop.
    pub answers: Vec<Answer>,
    /// Whether someone said stop before the end.
    pub is_stopped: bool,
}

/// The puzzles of one grade, or of all.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Graded {
    /// Puzzles that were asked.
    pub puzzles: usize,
    /// First moves that were right.
    pub right: usize,
    /// Others that are proven to win.
    pub otherwise: usize,
    /// Answers, right or not, with a proof that they win.
    pub proven: usize,
    /// Time for all of them.
    pub time: Duration,
}

/// Asks an agent about every puzzle, each as a new game, and tells `listener` how many have been.
///
/// # Errors
/// When the agent cannot play, or fails.
pub fn solve(
    puzzles: &[Puzzle],
    agent: &mut AnyAgent,
    limits: &Limits,
    stop: &Stop,
    listener: &mut dyn FnMut(usize),
) -> Result<Solved, AgentError> {
    for puzzle in puzzles {
        agent.accepts(&puzzle.position, limits)?;
    }
    let mut answers = Vec::new();
    for puzzle in puzzles {
        agent.new_game();
        agent.prepare(&puzzle.position, limits, stop)?;
        let mut ignore = Ignore;
        let started = Moment::now();
        let decision =
            agent.choose(&puzzle.position, limits, &mut Thinking::new(stop.clone(), &mut ignore))?;
        let time = started.elapsed();
        // Half a search is no answer.
        if stop.is_stopped() {
            break;
        }
        let mut answer = Answer { mv: decision.mv(), value: decision.value, right: Right::No, time };
        if answer.mv == Some(puzzle.solution()) {
            answer.right = Right::Yes;
        } else if answer.mv.is_some() && answer.is_proven() {
            answer.right = Right::Otherwise;
        }
        answers.push(answer);
        listener(answers.len());
    }
    Ok(Solved { is_stopped: answers.len() < puzzles.len(), answers })
}

impl Solved {
    /// What came of the puzzles of a grade; of all, where none is given.
    #[must_use]
    pub fn of_grade(&self, puzzles: &[Puzzle], grade: Option<u8>) -> Graded {
        let asked = self.answers.iter().zip(puzzles);
        let asked = asked.filter(|(_, puzzle)| grade.is_none_or(|grade| puzzle.grade() == grade));
        asked.fold(Graded::default(), |sum, (answer, _)| Graded {
            puzzles: sum.puzzles + 1,
            right: sum.right + usize::from(answer.right == Right::Yes),
            otherwise: sum.otherwise + usize::from(answer.right == Right::Otherwise),
            proven: sum.proven + usize::from(answer.is_proven()),
            time: sum.time + answer.time,
        })
    }

    /// As JSON: `agent`, `limits`, `puzzles`, `grades`, `all` and `stopped`.
    #[must_use]
    pub fn to_json(&self, puzzles: &[Puzzle], agent: &str, limits: &Limits) -> serde_json::Value {
        let milliseconds = |time: Duration| time.as_secs_f64() * 1e3;
        let graded = |grade: Option<u8>| {
            let Graded { puzzles, right, otherwise, proven, time } = self.of_grade(puzzles, grade);
            json!({
                "grade": grade, "puzzles": puzzles, "right": right, "otherwise": otherwise, "proven": proven,
                "time_ms": milliseconds(time),
            })
        };
        let answer = |(index, (answer, puzzle)): (usize, (&Answer, &Puzzle))| {
            let name = |point: Point| puzzle.position.name(point);
            json!({
                "number": index + 1,
                "position": puzzle.position.to_string(),
                "kind": puzzle.kind.name(),
                "plies": puzzle.plies(),
                "grade": puzzle.grade(),
                "solution": name(puzzle.solution()),
                "move": answer.mv.map(name),
                "right": answer.right == Right::Yes,
                "otherwise": answer.right == Right::Otherwise,
                "proven": answer.is_proven(),
                "time_ms": milliseconds(answer.time),
            })
        };
        json!({
            "agent": agent,
            "limits": limits.to_string(),
            "puzzles": self.answers.iter().zip(puzzles).enumerate().map(answer).collect::<Vec<_>>(),
            "grades": (1..=GRADES).map(|grade| graded(Some(grade))).collect::<Vec<_>>(),
            "all": graded(None),
            "stopped": self.is_stopped,
        })
    }
}
