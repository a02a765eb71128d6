//! A person as an agent: asked for a move, answers with a line of text.

use std::path::PathBuf;

use kinrow_agent::{
    Action, Agent, AgentError, Decision, GameRecord, Ignore, Limits, Statistics, Thinking, Value,
};
use kinrow_game::{Game, Point, Position};
use kinrow_lab::Text;
use kinrow_lab::catalogue::AnyAgent;

use crate::input::{Entry, Input};
use crate::out::say;
use crate::{out, saving, words};

/// A person at the terminal.
pub(crate) struct Human {
    pub(crate) text: Text,
    pub(crate) input: Input,
    /// How many moves `undo` takes back: one's own and a machine's answer, or only the last when both are people.
    pub(crate) undo: u32,
    /// Who is asked for a hint.
    pub(crate) adviser: AnyAgent,
    pub(crate) advice_limits: Limits,
    /// The file that the game was continued from.
    pub(crate) resumed: Option<PathBuf>,
}

/// What a person may type besides a move. The Chinese words are understood in every language.
enum Command<'a> {
    Undo,
    Hint,
    Moves,
    Help,
    Save(&'a str),
    Resign,
    Quit,
}

impl<'a> Command<'a> {
    fn parse(line: &'a str) -> Option<Command<'a>> {
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        Some(match word.to_lowercase().as_str() {
            "undo" | "悔棋" => Command::Undo,
            "hint" | "提示" => Command::Hint,
            "moves" | "着法" => Command::Moves,
            "help" | "?" | "帮助" => Command::Help,
            "save" | "保存" => Command::Save(rest.trim()),
            "resign" | "认输" => Command::Resign,
            "quit" | "bye" | "exit" | "退出" | "再见" => Command::Quit,
            _ => return None,
        })
    }
}

impl Human {
    fn say(&self, key: &str, details: &[(&str, &str)]) {
        say!("{}", self.text.fill(key, details));
    }

    fn hint(&mut self, position: &Position, thinking: &Thinking<'_, Point>) {
        let mut ignore = Ignore;
        let mut asked = Thinking::new(thinking.stop.child(), &mut ignore);
        match self.adviser.choose(position, &self.advice_limits, &mut asked) {
            Ok(Decision { action: Action::Play(point), value, .. }) => {
                let value = words::value(&self.text, value);
                self.say("play.hint", &[("move", &position.name(point)), ("value", &value)]);
            }
            Ok(_) => {}
            Err(error) => say!("{}", self.text.explain(&error)),
        }
    }

    fn list_moves(&self, position: &Position, record: Option<&GameRecord>) {
        let played: Vec<&str> = record.map(|record| record.all_moves().collect()).unwrap_or_default();
        let played = if played.is_empty() { "-".to_string() } else { played.join(" ") };
        let legal: Vec<Point> = position.moves().collect();
        self.say("play.moves-played", &[("moves", &played)]);
        let count = legal.len().to_string();
        self.say("play.moves-legal", &[("count", &count), ("moves", &words::line(position, &legal))]);
    }

    fn save(&mut self, path: &str, record: Option<&GameRecord>) {
        saving::save(path, record, self.resumed.as_deref(), &mut self.input, &self.text);
    }
}

impl Agent<Position> for Human {
    fn spec(&self) -> String {
        "human".into()
    }

    fn choose(
        &mut self,
        position: &Position,
        _: &Limits,
        thinking: &mut Thinking<'_, Point>,
    ) -> Result<Decision<Point>, AgentError> {
        let act = |action| Decision {
            action,
            value: Value::Unknown,
            line: Vec::new(),
            rated: Vec::new(),
            statistics: Statistics::default(),
        };
        loop {
            out::write(&self.text.fill("play.prompt", &[("side", &position.to_move().to_string())]));
            let line = match self.input.line() {
                Entry::Line(line) => line,
                Entry::End | Entry::Interrupted => {
                    say!("");
                    return Ok(act(Action::Leave));
                }
            };
            match Command::parse(&line) {
                _ if line.is_empty() => {}
                Some(Command::Undo) => return Ok(act(Action::TakeBack(self.undo))),
                Some(Command::Resign) => return Ok(act(Action::Resign)),
                Some(Command::Quit) => return Ok(act(Action::Leave)),
                Some(Command::Hint) => self.hint(position, thinking),
                Some(Command::Moves) => self.list_moves(position, thinking.record),
                Some(Command::Help) => self.say("play.help", &[]),
                Some(Command::Save(path)) => self.save(path, thinking.record),
                None => match position.parse_move(&line) {
                    Ok(point) => return Ok(Decision::of(point)),
                    Err(error) => {
                        say!("{}", self.text.explain(&error));
                        self.say("play.try-help", &[]);
                    }
                },
            }
        }
    }
}
