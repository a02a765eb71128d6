//! `kinrow puzzles play`: a person solves puzzles at the terminal.

use kinrow_game::{Coordinates, Game};
use kinrow_study::puzzles::{Attempt, Judged, Puzzle, PuzzleSet};

use super::unreadable;
use crate::Context;
use crate::args::PuzzlesPlayOptions;
use crate::failure::Failure;
use crate::input::{Entry, Input};
use crate::out::say;
use crate::terminal::draw;
use crate::words;

/// What a person may type besides a move. The Chinese words are understood in every language.
enum Command {
    Hint,
    GiveUp,
    Next,
    Again,
    Help,
    Quit,
}

impl Command {
    fn parse(line: &str) -> Option<Command> {
        Some(match line.to_lowercase().as_str() {
            "hint" | "提示" => Command::Hint,
            "give up" | "giveup" | "resign" | "solution" | "认输" | "答案" => Command::GiveUp,
            "next" | "skip" | "下一题" => Command::Next,
            "again" | "undo" | "重来" | "悔棋" => Command::Again,
            "help" | "?" | "帮助" => Command::Help,
            "quit" | "bye" | "exit" | "退出" | "再见" => Command::Quit,
            _ => return None,
        })
    }
}

/// How a puzzle ended.
enum End {
    /// Solved, without a wrong move or a hint or with some.
    Solved { is_clean: bool },
    /// Not solved; there may be others.
    Left,
    /// Nothing more is wanted.
    Quit,
}

pub(crate) fn run(options: &PuzzlesPlayOptions, context: &Context) -> Result<(), Failure> {
    let set = PuzzleSet::read(&options.file).map_err(unreadable)?;
    let name = options.file.display().to_string();
    set.get(options.number, &name).map_err(Failure::call)?;
    let mut input = Input::new(context.stop.clone());
    let say = |key: &str, details: &[(&str, &str)]| say!("{}", context.text.fill(key, details));
    say("puzzles.welcome", &[]);
    let (mut tried, mut solved, mut clean) = (0u32, 0u32, 0u32);
    for (index, puzzle) in set.puzzles.iter().enumerate().skip(options.number as usize - 1) {
        let (number, of) = ((index + 1).to_string(), set.puzzles.len().to_string());
        let grade = puzzle.grade().to_string();
        say!("");
        say("puzzles.begins", &[("number", &number), ("of", &of), ("grade", &grade)]);
        let end = Sitting { puzzle, attempt: Attempt::new(puzzle), hints: 0, is_clean: true, context }
            .play(&mut input);
        match end {
            End::Quit => break,
            End::Left => tried += 1,
            End::Solved { is_clean } => {
                tried += 1;
                solved += 1;
                clean += u32::from(is_clean);
            }
        }
    }
    let [tried, solved, clean] = [tried, solved, clean].map(|count| count.to_string());
    say("puzzles.tally", &[("tried", &tried), ("solved", &solved), ("clean", &clean)]);
    Ok(())
}

/// One puzzle and the person before it.
struct Sitting<'a> {
    puzzle: &'a Puzzle,
    attempt: Attempt,
    /// Hints given for the move that is to be found now.
    hints: u32,
    /// Whether every move so far was right and nobody helped.
    is_clean: bool,
    context: &'a Context,
}

impl Sitting<'_> {
    fn play(mut self, input: &mut Input) -> End {
        self.show();
        let side = self.puzzle.position.to_move().to_string();
        let task = format!("puzzles.task-{}", self.puzzle.kind.name());
        self.say(&task, &[("side", &side), ("moves", &self.puzzle.plies().div_ceil(2).to_string())]);
        let prompt = self.context.text.fill("play.prompt", &[("side", &side)]);
        loop {
            let Entry::Line(line) = input.ask(&prompt) else {
                say!("");
                return End::Quit;
            };
            match Command::parse(&line) {
                _ if line.is_empty() => {}
                Some(Command::Quit) => return End::Quit,
                Some(Command::Next) => return End::Left,
                Some(Command::Help) => self.say("puzzles.help", &[]),
                Some(Command::Hint) => self.hint(),
                Some(Command::Again) => {
                    self.attempt = Attempt::new(self.puzzle);
                    self.hints = 0;
                    self.show();
                }
                Some(Command::GiveUp) => {
                    let line = words::line(self.attempt.position(), self.attempt.line());
                    self.say("puzzles.solution", &[("line", &line)]);
                    return End::Left;
                }
                None => {
                    if self.try_move(&line) {
                        return End::Solved { is_clean: self.is_clean };
                    }
                }
            }
        }
    }

    /// Reads a move and judges it; whether the puzzle is solved.
    fn try_move(&mut self, text: &str) -> bool {
        let position = *self.attempt.position();
        let point = match Coordinates::Letters.parse_move(&position, text) {
            Ok(point) => point,
            Err(error) => {
                say!("{}", self.context.text.explain(&error));
                self.say("play.try-help", &[]);
                return false;
            }
        };
        let name = position.name(point);
        match self.attempt.answer(point, &self.context.stop) {
            Judged::Solved => {
                self.show();
                self.say("puzzles.solved", &[]);
                return true;
            }
            Judged::Right(reply) => {
                self.hints = 0;
                let (reply, left) = (position.name(reply), self.attempt.line().len().div_ceil(2));
                self.show();
                self.say("puzzles.right", &[("move", &name), ("reply", &reply), ("left", &left.to_string())]);
            }
            Judged::WinsOtherwise => self.say("puzzles.wins-otherwise", &[("move", &name)]),
            Judged::Wrong => {
                self.is_clean = false;
                self.say("puzzles.wrong", &[("move", &name)]);
            }
        }
        false
    }

    /// First where to look, then the move.
    fn hint(&mut self) {
        self.is_clean = false;
        self.hints += 1;
        let Some(&next) = self.attempt.line().first() else { return };
        let name = self.puzzle.position.name(next);
        let column = name.trim_end_matches(|c: char| c.is_ascii_digit());
        let (key, told) =
            if self.hints == 1 { ("puzzles.hint-column", column) } else { ("puzzles.hint", &*name) };
        self.say(key, &[("move", told)]);
    }

    fn show(&self) {
        say!("\n{}", draw(self.attempt.position(), self.attempt.last(), self.context.style));
    }

    fn say(&self, key: &str, details: &[(&str, &str)]) {
        say!("{}", self.context.text.fill(key, details));
    }
}
