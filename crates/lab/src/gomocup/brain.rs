//! The brain: what each line of the manager does to it, and what it answers.
//!
//! A state machine without threads, clocks or pipes: [`Brain::take`] is given a line and says what follows from it. To
//! think is one of the things that can follow; [`super::engine`] does that, and tells the brain what was chosen.
//!
//! The stones are kept as the manager tells of them, and become a position only when there is something to think
//! about: rules may be told before or after the stones, and changed in between.

use std::time::Duration;

use kinrow_agent::{Limits, Seed};
use kinrow_game::{Game, Point, Position, Rules};

use super::clock::Clock;
use super::command::{self, At, BoardLine, Command, CommandError, Field};
use super::lines::Line;
use super::player;
use super::settings::Settings;
use super::stones::{self, Owner, Stone};
use super::swap2::Choice;
use crate::catalogue::AnyAgent;
use crate::spec::AgentSpec;

/// More stones than any board has points: a manager that sends more is refused, and none of them kept.
const MOST_STONES: usize = 400;

/// A brain between two lines.
pub(crate) struct Brain {
    given: Option<AgentSpec>,
    seed: Seed,
    settings: Settings,
    size: Option<(u8, u8)>,
    stones: Vec<Stone>,
    clock: Clock,
    reading: Reading,
    /// The agent that thought last, with what it was made for.
    agent: Option<(Made, AnyAgent)>,
}

/// What an agent was made for: another one is made when this changes.
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
    /// A choice in a Swap2 opening.
    Swap2,
}

/// What was thought.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Thought {
    /// A move.
    Move(Point),
    /// A choice in a Swap2 opening.
    Swap2(Choice),
}

/// Why a command cannot be followed, in a sentence.
type Refused = String;

impl Brain {
    /// A brain that knows nothing yet; `given` thinks for it, or whoever suits the board.
    pub(crate) fn new(given: Option<AgentSpec>, seed: Seed) -> Brain {
        Brain {
            given,
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
        let ok = || Ok(Step::Answer("OK".into()));
        match *command {
            Command::Start(width, height) => {
                self.size = None;
                self.size = Some(self.settings.size(width, height)?);
                self.clear();
                ok()
            }
            Command::Restart => {
                self.size()?;
                self.clear();
                ok()
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
                ok()
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
                Some(Field::Mark) if rules.line() == kinrow_game::LineRule::Renju => {}
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
        if !matches!(told.len(), 0 | 3 | 5) {
            return Err(format!("SWAP2BOARD takes 0, 3 or 5 stones, not {}", told.len()));
        }
        // Black and White in turns; with none the brain is to place both, else it has the colour to move unless it swaps.
        let own_turn = told.len() % 2;
        let owner = |index: usize| if index % 2 == own_turn { Owner::Own } else { Owner::Opponent };
        let stones: Vec<Stone> =
            told.iter().enumerate().map(|(index, &(at, _))| Stone { at, owner: owner(index) }).collect();
        let position = stones::position(rules, &stones)?;
        self.stones = stones;
        self.task(position, Question::Swap2)
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
        let rules = position.rules();
        let made = (rules, self.settings.max_memory);
        let agent = match self.agent.take() {
            Some((before, agent)) if before == made => agent,
            _ => player::build(self.given.as_ref(), rules, self.settings.max_memory, self.seed)?,
        };
        let Settings { max_depth, max_node, .. } = self.settings;
        let limits = Limits { depth: max_depth, nodes: max_node, playouts: None, time: None };
        let moves_left = (position.moves_left() / 2).max(1);
        let time = self.clock.time_for_move(&self.settings, moves_left);
        let timed = Limits { time: Some(time.max(Duration::from_millis(1))), ..limits };
        if let Err(error) = agent.accepts(&position, &timed) {
            self.agent = Some((made, agent));
            return Err(error.to_string());
        }
        let is_fitting = self.given.is_none();
        Ok(Step::Think(Box::new(Task {
            position,
            question,
            agent,
            limits,
            time,
            is_fitting,
            seed: self.seed,
        })))
    }

    /// Takes the agent back, what it thought, and how long that took.
    pub(crate) fn thought(&mut self, task: Task, thought: Option<&Thought>, taken: Duration) {
        let rules = task.position.rules();
        self.agent = Some(((rules, self.settings.max_memory), task.agent));
        self.clock.count(task.time, taken);
        let at = |point| stones::at(rules, point);
        match thought {
            None => {}
            Some(Thought::Move(point) | Thought::Swap2(Choice::Stay(point))) => {
                self.stones.push(Stone { at: at(*point), owner: Owner::Own });
            }
            Some(Thought::Swap2(Choice::Swap)) => {
                for stone in &mut self.stones {
                    stone.owner = if stone.owner == Owner::Own { Owner::Opponent } else { Owner::Own };
                }
            }
            // Whoever places the stones is Black, until the other side swaps and the manager sends the board anew.
            Some(Thought::Swap2(Choice::Place(points))) => {
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
        Thought::Move(point) | Thought::Swap2(Choice::Stay(point)) => at(point),
        Thought::Swap2(Choice::Swap) => "SWAP".into(),
        Thought::Swap2(Choice::Place(points)) => points.each_ref().map(at).join(" "),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gomocup::think::think;
    use kinrow_agent::Stop;
    use proptest::prelude::*;
    use std::time::Instant;

    /// What a brain answers to lines, one after the other; `-` is silence and `.` the end.
    fn converse(agent: &str, lines: &[&str]) -> Vec<String> {
        let mut brain = Brain::new(Some(agent.parse().unwrap()), Seed(1));
        lines.iter().map(|line| respond(&mut brain, line.as_bytes())).collect()
    }

    fn respond(brain: &mut Brain, line: &[u8]) -> String {
        match brain.take(&Line::Whole(line.into())) {
            Step::Silence | Step::Stop => "-".into(),
            Step::End => ".".into(),
            Step::Answer(answer) => answer,
            Step::Think(mut task) => {
                let rules = task.position.rules();
                let deadline = Instant::now() + Duration::from_secs(60);
                let thought = think(&mut task, deadline, &Stop::new(), &mut |_| {});
                let said = thought.as_ref().map_or_else(Clone::clone, |thought| answer(rules, thought));
                brain.thought(*task, thought.as_ref().ok(), Duration::ZERO);
                said
            }
        }
    }

    const QUICK: &str = "alphabeta:depth=2,eval=runs,near=1";

    /// Lines with what is answered to each.
    fn check(dialogue: &[(&str, &str)]) {
        let lines: Vec<&str> = dialogue.iter().map(|(line, _)| *line).collect();
        for ((line, expected), answer) in dialogue.iter().zip(converse(QUICK, &lines)) {
            let matches = match expected.strip_suffix('…') {
                Some(beginning) => answer.starts_with(beginning),
                None => answer == *expected,
            };
            assert!(matches, "{line}: {answer}");
        }
    }

    #[test]
    fn a_game() {
        check(&[
            ("START 15", "OK"),
            ("BEGIN", "7,7"),
            ("TURN 8,8", "8,6"),
            ("TAKEBACK 8,6", "OK"),
            ("TAKEBACK 8,8", "OK"),
            ("PLAY 1,1", "ERROR with 1 own stones…"),
            ("TURN 8,8", "8,6"),
            ("RESTART", "OK"),
            ("TURN 0,0", "1,1"),
            ("about", "name=\"Kinrow\", version=…"),
            ("END", "."),
        ]);
    }

    #[test]
    fn commands_out_of_place() {
        check(&[
            ("BEGIN", "ERROR there is no board yet…"),
            ("TURN 7,7", "ERROR there is no board yet…"),
            ("BOARD", "ERROR there is no board yet…"),
            ("RESTART", "ERROR there is no board yet…"),
            ("TAKEBACK 7,7", "ERROR there is no board yet…"),
            ("STOP", "-"),
            ("DONE", "UNKNOWN…"),
            ("START 4", "ERROR a board of 4x4 is not possible: sides go from 5 to 20"),
            ("BEGIN", "ERROR there is no board yet…"),
            ("START 15", "OK"),
            ("TURN 15,0", "ERROR 15,0 is outside a board of 15x15"),
            ("TURN 7,7", "6,6"),
            ("TURN 7,7", "ERROR there are two stones on 7,7"),
            ("BEGIN", "ERROR BEGIN is for an empty board…"),
            ("TAKEBACK 9,9", "ERROR there is no stone on 9,9"),
            ("PLAY 7,7", "ERROR h8 is taken…"),
            ("TURN 8,7", "…"),
            ("START 20", "OK"),
            ("PLAY 19,19", "19,19"),
            ("RECTSTART 30,20", "ERROR…"),
            ("RECTSTART 5,20", "OK"),
            ("BEGIN", "2,9"),
        ]);
    }

    #[test]
    fn a_board_is_imposed() {
        check(&[
            ("START 15", "OK"),
            ("BOARD", "-"),
            ("7,7,2", "-"),
            ("7,6,1", "-"),
            ("7,8,2", "-"),
            ("0,14,1", "-"),
            ("7,9,2", "-"),
            ("14,0,1", "-"),
            ("7,10,2", "-"),
            ("DONE", "7,11"),
            ("TAKEBACK 7,11", "OK"),
            ("PLAY 0,0", "0,0"),
            ("TURN 7,11", "ERROR the game is over"),
            ("BOARD", "-"),
            ("DONE", "7,7"),
            ("BOARD", "-"),
            ("7,7", "-"),
            ("DONE", "ERROR BOARD takes x,y,field; 7,7 has no field"),
            ("BOARD", "-"),
            ("7,7,9", "-"),
            ("\u{1}", "-"),
            ("DONE", "ERROR a line among the stones is not x,y,field…"),
            ("BOARD", "-"),
            ("7,7,1", "-"),
            ("DONE", "ERROR with 1 own stones and 0 of the opponent it is not this brain's turn"),
            ("BOARD", "-"),
            ("7,7,3", "-"),
            ("DONE", "ERROR field 3 is for continuous games…"),
            // Given up in the middle, or told something in the middle.
            ("BOARD", "-"),
            ("INFO timeout_turn 1000", "-"),
            ("7,7,2", "-"),
            ("RESTART", "OK"),
            ("BEGIN", "7,7"),
        ]);
        let mut lines = vec!["START 20", "BOARD"];
        lines.extend(std::iter::repeat_n("1,1,1", 1000));
        lines.push("DONE");
        let answers = converse(QUICK, &lines);
        assert_eq!(answers.last().unwrap(), "ERROR there are more than 400 stones");
    }

    #[test]
    fn what_cannot_be_done_is_told_when_an_answer_is_expected() {
        check(&[
            ("INFO rule 8", "-"),
            ("START 15", "OK"),
            ("BEGIN", "ERROR Caro (rule 8)…"),
            ("INFO rule 2", "-"),
            ("BEGIN", "ERROR continuous games (rule 2)…"),
            ("INFO rule 0", "-"),
            ("INFO timeout_turn soon", "-"),
            ("BEGIN", "ERROR INFO timeout_turn takes milliseconds, not 'soon'"),
            ("INFO timeout_turn 1000", "-"),
            ("INFO max_memory 1000000", "-"),
            ("INFO folder /tmp", "-"),
            ("INFO evaluate 7,7", "-"),
            ("INFO weather fine", "-"),
            ("BEGIN", "7,7"),
        ]);
    }

    #[test]
    fn rules_are_kept() {
        // Black would make a double-three on 7,7: White may play there, Black may not.
        let double_three = ["7,5,1", "0,0,2", "7,6,1", "0,14,2", "5,7,1", "14,0,2", "6,7,1", "14,14,2"];
        let mut lines = vec!["INFO rule 4", "START 15", "BOARD"];
        lines.extend(double_three);
        lines.push("DONE");
        assert_ne!(converse(QUICK, &lines).last().unwrap(), "7,7");
        let mut brain = Brain::new(Some(QUICK.parse().unwrap()), Seed(1));
        for line in ["INFO rule 4", "START 15", "BOARD"].into_iter().chain(double_three) {
            respond(&mut brain, line.as_bytes());
        }
        // The same stones as the opponent's, who then plays the forbidden point.
        for line in ["RESTART", "BOARD", "7,5,2", "0,0,1", "7,6,2", "0,14,1", "5,7,2", "14,0,1", "6,7,2"] {
            respond(&mut brain, line.as_bytes());
        }
        let reply = respond(&mut brain, b"DONE");
        assert!(reply.contains(','), "{reply}");
        respond(&mut brain, format!("TAKEBACK {reply}").as_bytes());
        brain.stones.push(Stone { at: At { x: 14, y: 14 }, owner: Owner::Own });
        let refused = respond(&mut brain, b"TURN 7,7");
        assert!(refused.starts_with("ERROR h8 is forbidden to Black in Renju"), "{refused}");
        // A mark is no stone in Renju.
        check(&[("INFO rule 4", "-"), ("START 15", "OK"), ("BOARD", "-"), ("3,3,3", "-"), ("DONE", "7,7")]);
    }

    #[test]
    fn other_boards_by_keys_of_its_own() {
        check(&[
            ("START 3", "ERROR…"),
            ("INFO kinrow_k 3", "-"),
            ("START 3", "OK"),
            ("BEGIN", "1,1"),
            ("INFO kinrow_k 4", "-"),
            ("INFO kinrow_variant drop", "-"),
            ("RECTSTART 7,6", "OK"),
            ("BEGIN", "3,5"),
            ("TURN 3,3", "ERROR the stone on d3 has nothing below it…"),
            ("TURN 3,4", "…"),
            ("INFO kinrow_variant sideways", "-"),
            ("RESTART", "OK"),
            ("BEGIN", "ERROR 'sideways' is not a variant…"),
        ]);
    }

    #[test]
    fn swap2() {
        let answers = converse(QUICK, &["START 15", "SWAP2BOARD", "DONE"]);
        assert_eq!(answers[2].split(' ').count(), 3, "{answers:?}");
        check(&[
            ("START 15", "OK"),
            ("SWAP2BOARD", "-"),
            ("7,7", "-"),
            ("0,14", "-"),
            ("8,6", "-"),
            ("DONE", "SWAP"),
            // It is Black now, and White has moved.
            ("TURN 6,8", "…"),
            ("RESTART", "OK"),
            ("SWAP2BOARD", "-"),
            ("0,0", "-"),
            ("7,7", "-"),
            ("14,14", "-"),
            ("7,8", "-"),
            ("0,14", "-"),
            ("DONE", "7,…"),
            ("SWAP2BOARD", "-"),
            ("0,0", "-"),
            ("DONE", "ERROR SWAP2BOARD takes 0, 3 or 5 stones, not 1"),
            ("SWAP2BOARD", "-"),
            ("0,0", "-"),
            ("0,0", "-"),
            ("0,1", "-"),
            ("DONE", "ERROR there are two stones on 0,0"),
        ]);
    }

    fn any_line() -> impl Strategy<Value = Vec<u8>> {
        let known = "(START (5|15|20)|RECTSTART 7,9|RESTART|BEGIN|BOARD|DONE|SWAP2BOARD|ABOUT|STOP|\
            INFO (rule [0-9]|kinrow_k [0-9]|kinrow_variant (drop|misere|renju|)|time_left -?[0-9]{1,5})|\
            (TURN|PLAY|TAKEBACK) [0-9],[0-9]|[0-9],[0-9](,[1-3])?)";
        prop_oneof![
            8 => known.prop_map(String::into_bytes),
            1 => proptest::collection::vec(any::<u8>(), 0..40),
        ]
    }

    proptest! {
        /// Whatever is said, the brain lives on, keeps its memory bounded, and answers with one line or none.
        #[test]
        fn nothing_ends_the_brain(lines in proptest::collection::vec(any_line(), 0..60)) {
            let mut brain = Brain::new(Some("random".parse().unwrap()), Seed(1));
            for line in &lines {
                let answer = respond(&mut brain, line);
                prop_assert!(!answer.contains(['\n', '\r']), "{answer}");
                prop_assert!(brain.stones.len() <= MOST_STONES);
            }
            prop_assert_eq!(respond(&mut brain, b"START 15"), "OK");
            for line in ["INFO rule 0", "INFO kinrow_k 5", "INFO kinrow_variant freestyle", "INFO time_left 100"] {
                respond(&mut brain, line.as_bytes());
            }
            let answer = respond(&mut brain, b"BEGIN");
            prop_assert!(answer.contains(',') && !answer.contains(' '), "{answer}");
        }
    }
}
