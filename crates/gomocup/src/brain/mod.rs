//! The brain: what each line of the manager does to it, and what it answers.
//!
//! A state machine without threads, clocks or pipes: [`Brain::take`] is given a line and says what follows from it. To
//! think is one of the things that can follow; [`super::engine`] does that, and tells the brain what was chosen.
//!
//! The stones are kept as the manager tells of them, and become a position only when there is something to think
//! about: rules may be told before or after the stones, and changed in between.

#[cfg(test)]
mod tests;

use std::time::Duration;

use kinrow_agent::{Limits, Seed, Stop};
use kinrow_game::{Game, Point, Position, Rules};

use super::clock::Clock;
use super::command::{self, At, BoardLine, Command, CommandError, Field, OpeningRule};
use super::line_reader::Line;
use super::settings::Settings;
use super::stones::{self, Owner, Stone};
use super::swap2::Choice;
use super::thinkers::Thinkers;
use kinrow_agent::AnyAgent;

/// More stones than any board has points: a manager that sends more is refused, and none of them kept.
const MOST_STONES: usize = 400;

/// A brain between two lines.
pub(crate) struct Brain {
    thinkers: Thinkers,
    seed: Seed,
    settings: Settings,
    size: Option<(u8, u8)>,
    stones: Vec<Stone>,
    clock: Clock,
    reading: Reading,
    /// The agent that thought last, with what it was made for.
    agent: Option<(Made, AnyAgent)>,
}

/// The rules and the memory that an agent was made for: another one is made when they change.
type Made = (Rules, Option<u64>);

/// What the next line is.
enum Reading {
    Commands,
    /// Stones, until DONE; and the first thing that was wrong with them.
    Stones {
        is_swap2: bool,
        stones: Vec<(At, Option<Field>)>,
        wrong: Option<String>,
    },
}

/// What follows from a line.
pub(crate) enum Step {
    /// Nothing.
    Silence,
    /// An answer.
    Answer(String),
    /// `OK`: a new game begins.
    NewGame,
    /// Thought, and then an answer.
    Think(Box<Task>),
    /// Whoever thinks is to answer now.
    Stop,
    /// The end.
    End,
}

/// Something to think about.
pub(crate) struct Task {
    /// The position.
    pub(crate) position: Position,
    /// What is asked.
    pub(crate) question: Question,
    /// Who thinks.
    pub(crate) agent: AnyAgent,
    /// What it was made for.
    made: Made,
    /// What it may spend, but for time.
    pub(crate) limits: Limits,
    /// How long it may take from when the line arrived.
    pub(crate) time: Duration,
    /// Whether a move that the agent is not sure of at all may be replaced by a better-looking one.
    pub(crate) is_fitting: bool,
    /// Where randomness comes from.
    pub(crate) seed: Seed,
}

/// What is asked of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Question {
    /// A move.
    Move,
    /// A choice in an opening by this rule.
    Opening(OpeningRule),
}

/// What was thought.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Thought {
    /// A move.
    Move(Point),
    /// A choice in an opening.
    Opening(Choice),
}

/// How long a thought took.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Taken {
    /// From when it was asked for until the answer was ready, whenever that was written or read.
    pub(crate) all: Duration,
    /// How much of that the whole process stood still.
    pub(crate) stopped: Duration,
}

/// Why a command cannot be followed, in a sentence.
type Refused = String;

impl Brain {
    /// A brain that knows nothing yet; `thinkers` think for it.
    pub(crate) fn new(thinkers: Thinkers, seed: Seed) -> Brain {
        Brain {
            thinkers,
            seed,
            settings: Settings::default(),
            size: None,
            stones: Vec::new(),
            clock: Clock::default(),
            reading: Reading::Commands,
            agent: None,
        }
    }

    /// What follows from a line.
    pub(crate) fn take(&mut self, line: &Line) -> Step {
        let bytes = match line {
            Line::Whole(bytes) => bytes,
            Line::Cut(_) => return self.refuse_line(&CommandError::TooLong),
        };
        if matches!(self.reading, Reading::Stones { .. })
            && let Some(line) = command::parse_board_line(bytes)
        {
            return self.take_stone(line);
        }
        match command::parse(bytes) {
            Ok(Command::Info(info)) => {
                self.settings.set(info);
                Step::Silence
            }
            Ok(Command::Stop) => Step::Stop,
            Ok(Command::End) => Step::End,
            Ok(command) => {
                // A command among the stones: the manager has given the board up, and the command counts.
                self.reading = Reading::Commands;
                self.follow(&command).unwrap_or_else(|why| Step::Answer(format!("ERROR {why}")))
            }
            Err(error) => {
                if let CommandError::InfoValue { key, .. } = &error {
                    self.settings.set_unread(key.clone(), error.to_string());
                    return Step::Silence;
                }
                self.refuse_line(&error)
            }
        }
    }

    /// A line that is nothing: answered, unless it stands among stones, where only DONE is answered.
    fn refuse_line(&mut self, error: &CommandError) -> Step {
        match &mut self.reading {
            Reading::Commands => Step::Answer(error.answer()),
            Reading::Stones { wrong, is_swap2, .. } => {
                let right = if *is_swap2 { "x,y" } else { "x,y,field with a field of 1, 2 or 3" };
                wrong.get_or_insert_with(|| format!("a line among the stones is not {right}"));
                Step::Silence
            }
        }
    }

    fn follow(&mut self, command: &Command) -> Result<Step, Refused> {
        match *command {
            Command::Start(width, height) => {
                self.size = None;
                self.size = Some(self.settings.size(width, height)?);
                self.clear();
                Ok(Step::NewGame)
            }
            Command::Restart => {
                self.size()?;
                self.clear();
                Ok(Step::NewGame)
            }
            Command::Begin => {
                self.size()?;
                if !self.stones.is_empty() {
                    return Err("BEGIN is for an empty board: send RESTART before it".into());
                }
                self.think(Vec::new())
            }
            Command::Turn(at) => {
                self.size()?;
                let mut stones = self.stones.clone();
                stones.push(Stone { at, owner: Owner::Opponent });
                self.think(stones)
            }
            Command::Play(at) => self.play(at),
            Command::TakeBack(at) => {
                self.size()?;
                let place = self.stones.iter().rposition(|stone| stone.at == at);
                self.stones.remove(place.ok_or_else(|| format!("there is no stone on {at}"))?);
                Ok(Step::Answer("OK".into()))
            }
            Command::Board | Command::Swap2Board => {
                self.size()?;
                let is_swap2 = *command == Command::Swap2Board;
                self.reading = Reading::Stones { is_swap2, stones: Vec::new(), wrong: None };
                Ok(Step::Silence)
            }
            Command::About => Ok(Step::Answer(about())),
            Command::Info(_) | Command::Stop | Command::End => Ok(Step::Silence),
        }
    }

    /// A line between BOARD, or SWAP2BOARD, and its DONE.
    fn take_stone(&mut self, line: BoardLine) -> Step {
        let Reading::Stones { stones, wrong, is_swap2 } = &mut self.reading else { return Step::Silence };
        match line {
            BoardLine::Stone(_, _) if stones.len() == MOST_STONES => {
                wrong.get_or_insert_with(|| format!("there are more than {MOST_STONES} stones"));
                Step::Silence
            }
            BoardLine::Stone(at, field) => {
                stones.push((at, field));
                Step::Silence
            }
            BoardLine::Done => {
                let (stones, wrong, is_swap2) = (std::mem::take(stones), wrong.take(), *is_swap2);
                self.reading = Reading::Commands;
                let step = match wrong {
                    Some(why) => Err(why),
                    None if is_swap2 => self.swap2(&stones),
                    None => self.board(&stones),
                };
                step.unwrap_or_else(|why| Step::Answer(format!("ERROR {why}")))
            }
        }
    }

    fn board(&mut self, told: &[(At, Option<Field>)]) -> Result<Step, Refused> {
        let rules = self.rules()?;
        let mut stones = Vec::new();
        for &(at, field) in told {
            match field {
                Some(Field::Own) => stones.push(Stone { at, owner: Owner::Own }),
                Some(Field::Opponent) => stones.push(Stone { at, owner: Owner::Opponent }),
                // In Renju a mark is no stone but a forbidden point, which this brain finds for itself.
                Some(Field::Mark) if rules.line().has_forbidden_points() => {}
                Some(Field::Mark) => {
                    return Err("field 3 is for continuous games, which are not played here".into());
                }
                None => return Err(format!("BOARD takes x,y,field; {at} has no field")),
            }
        }
        self.think(stones)
    }

    fn swap2(&mut self, told: &[(At, Option<Field>)]) -> Result<Step, Refused> {
        let rules = self.rules()?;
        let rule = self.settings.opening;
        match (rule, told.len()) {
            (_, 0 | 3) | (OpeningRule::Swap2, 5) => {}
            (OpeningRule::Swap2, stones) => {
                return Err(format!("SWAP2BOARD takes 0, 3 or 5 stones, not {stones}"));
            }
            (OpeningRule::Swap, stones) => {
                return Err(format!("in a Swap opening SWAP2BOARD takes 0 or 3 stones, not {stones}"));
            }
        }
        // Black and White in turns; with none the brain is to place both, else it has the colour to move unless it swaps.
        let own_turn = told.len() % 2;
        let owner = |index: usize| if index % 2 == own_turn { Owner::Own } else { Owner::Opponent };
        let stones: Vec<Stone> =
            told.iter().enumerate().map(|(index, &(at, _))| Stone { at, owner: owner(index) }).collect();
        let position = stones::position(rules, &stones)?;
        self.stones = stones;
        self.task(position, Question::Opening(rule))
    }

    /// The manager imposes a move.
    fn play(&mut self, at: At) -> Result<Step, Refused> {
        let rules = self.rules()?;
        let position = stones::position(rules, &self.stones)?;
        let point = stones::point(rules, at).ok_or_else(|| format!("{at} is outside the board"))?;
        position.try_play(point).map_err(|error| error.to_string())?;
        self.stones.push(Stone { at, owner: Owner::Own });
        Ok(Step::Answer(at.to_string()))
    }

    /// Takes `stones` for the board, if they make a position, and thinks about a move.
    fn think(&mut self, stones: Vec<Stone>) -> Result<Step, Refused> {
        let rules = self.rules()?;
        let position = stones::position(rules, &stones)?;
        self.is_allowed(rules, &stones)?;
        let step = self.task(position, Question::Move)?;
        self.stones = stones;
        Ok(step)
    }

    /// Whether the stone that came last could be placed there: what a position cannot tell, in Renju and where stones
    /// fall.
    fn is_allowed(&self, rules: Rules, stones: &[Stone]) -> Result<(), Refused> {
        let Some((last, before)) = stones.split_last() else { return Ok(()) };
        if before != self.stones || last.owner != Owner::Opponent {
            return Ok(());
        }
        // The position before, from the opponent's side.
        let turned = |stone: &Stone| Stone {
            owner: if stone.owner == Owner::Own { Owner::Opponent } else { Owner::Own },
            ..*stone
        };
        let before = stones::position(rules, &before.iter().map(turned).collect::<Vec<_>>())?;
        let point =
            stones::point(rules, last.at).ok_or_else(|| format!("{} is outside the board", last.at))?;
        before.try_play(point).map(|_| ()).map_err(|error| error.to_string())
    }

    fn task(&mut self, position: Position, question: Question) -> Result<Step, Refused> {
        let (made, agent) = self.take_agent(position.rules())?;
        let (limits, time) = self.limits(&position);
        let timed = Limits { time: Some(time.max(Duration::from_millis(1))), ..limits };
        if let Err(error) = agent.accepts(&position, &timed) {
            self.agent = Some((made, agent));
            return Err(error.to_string());
        }
        let is_fitting = self.thinkers.asked.is_none();
        Ok(Step::Think(Box::new(Task {
            position,
            question,
            agent,
            made,
            limits,
            time,
            is_fitting,
            seed: self.seed,
        })))
    }

    /// The agent for these rules; another one is made when they, or the memory, have changed.
    fn take_agent(&mut self, rules: Rules) -> Result<(Made, AnyAgent), Refused> {
        let made = (rules, self.settings.max_memory);
        match self.agent.take() {
            Some((before, agent)) if before == made => Ok((made, agent)),
            _ => Ok((made, self.thinkers.build(rules, self.settings.max_memory, self.seed)?)),
        }
    }

    /// What a move may cost but for time, and the time.
    fn limits(&self, position: &Position) -> (Limits, Duration) {
        let Settings { max_depth, max_node, .. } = self.settings;
        let moves_left = (position.moves_left() / 2).max(1);
        let time = self.clock.time_for_move(&self.settings, moves_left);
        (Limits { depth: max_depth, nodes: max_node, playouts: None, time: None }, time)
    }

    /// Has the agent make its tables before the first move's clock runs. What is wrong is told when there is something to think about: the rules
    /// may still change.
    pub(crate) fn make_ready(&mut self) {
        let Ok(rules) = self.rules() else { return };
        let Ok((made, mut agent)) = self.take_agent(rules) else { return };
        let position = Position::new(rules);
        let (limits, time) = self.limits(&position);
        let timed = Limits { time: Some(time), ..limits };
        let _ = agent.prepare(&position, &timed, &Stop::new());
        self.agent = Some((made, agent));
    }

    /// Takes the agent back, what it thought, and how long that took.
    pub(crate) fn thought(&mut self, task: Task, thought: Option<&Thought>, taken: Taken) {
        let rules = task.position.rules();
        self.agent = Some((task.made, task.agent));
        self.clock.count(task.time, taken.all, taken.stopped);
        if let Some(thought) = thought {
            self.follow_thought(rules, thought);
        }
    }

    /// The agent did not answer, and will not come back; `thought` was answered for it. From now on an agent of the
    /// brain's own thinks.
    pub(crate) fn give_up_agent(&mut self, rules: Rules, thought: Option<&Thought>) {
        self.thinkers.asked = None;
        if let Some(thought) = thought {
            self.follow_thought(rules, thought);
        }
    }

    /// Does to the stones what was answered.
    fn follow_thought(&mut self, rules: Rules, thought: &Thought) {
        let at = |point| stones::at(rules, point);
        match thought {
            Thought::Move(point) | Thought::Opening(Choice::Stay(point)) => {
                self.stones.push(Stone { at: at(*point), owner: Owner::Own });
            }
            Thought::Opening(Choice::Swap) => {
                for stone in &mut self.stones {
                    stone.owner = if stone.owner == Owner::Own { Owner::Opponent } else { Owner::Own };
                }
            }
            // Whoever lets the other choose is Black, until the other swaps and the manager sends the board anew.
            Thought::Opening(Choice::Add(points)) => {
                for (index, stone) in self.stones.iter_mut().enumerate() {
                    stone.owner = if index % 2 == 0 { Owner::Own } else { Owner::Opponent };
                }
                let owners = [Owner::Opponent, Owner::Own];
                let added = points.iter().zip(owners);
                self.stones.extend(added.map(|(&point, owner)| Stone { at: at(point), owner }));
            }
            // Whoever places the stones is Black, until the other side swaps and the manager sends the board anew.
            Thought::Opening(Choice::Place(points)) => {
                let owners = [Owner::Own, Owner::Opponent, Owner::Own];
                let stones = points.iter().zip(owners);
                self.stones = stones.map(|(&point, owner)| Stone { at: at(point), owner }).collect();
            }
        }
    }

    /// What a move may cost by what is known now, for a manager that changes its mind while the brain thinks.
    pub(crate) fn time_now(&self, moves_left: u32) -> Duration {
        self.clock.time_for_move(&self.settings, moves_left)
    }

    /// Whether stones of a board are still to come.
    pub(crate) fn is_reading_stones(&self) -> bool {
        matches!(self.reading, Reading::Stones { .. })
    }

    fn size(&self) -> Result<(u8, u8), Refused> {
        self.size.ok_or_else(|| "there is no board yet: send START first".into())
    }

    fn rules(&self) -> Result<Rules, Refused> {
        if let Some(why) = self.settings.unread() {
            return Err(why.into());
        }
        self.settings.rules(self.size()?)
    }

    fn clear(&mut self) {
        self.stones.clear();
        self.clock.restart();
        if let Some((_, agent)) = &mut self.agent {
            agent.new_game();
        }
    }
}

fn about() -> String {
    format!("name=\"Kinrow\", version=\"{}\", author=\"the Kinrow authors\"", env!("CARGO_PKG_VERSION"))
}

/// A thought as it is answered.
pub(crate) fn answer(rules: Rules, thought: &Thought) -> String {
    let at = |point: &Point| stones::at(rules, *point).to_string();
    match thought {
        Thought::Move(point) | Thought::Opening(Choice::Stay(point)) => at(point),
        Thought::Opening(Choice::Swap) => "SWAP".into(),
        Thought::Opening(Choice::Place(points)) => points.each_ref().map(at).join(" "),
        Thought::Opening(Choice::Add(points)) => points.each_ref().map(at).join(" "),
    }
}
