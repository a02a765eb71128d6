//! A person as an agent: asked for a move, answers with a line of text.

use std::path::PathBuf;

use kinrow_agent::{
    Action, Agent, AgentError, AnyAgent, Decision, GameRecord, Ignore, Limits, Statistics, Thinking, Value,
};
use kinrow_game::{Coordinates, Game, Point, Position, Rules, notation};
use kinrow_text::Text;

use crate::input::{Entry, Input};
use crate::out::say;
use crate::{saving, words};

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
    /// How points are typed and shown.
    pub(crate) coordinates: Coordinates,
    /// Whether the legal moves are listed every turn.
    pub(crate) show_moves: bool,
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
                let name = self.coordinates.name(position.rules(), point);
                self.say("play.hint", &[("move", &name), ("value", &value)]);
            }
            Ok(_) => {}
            Err(error) => say!("{}", self.text.explain(&error)),
        }
    }

    fn list_moves(&self, position: &Position, record: Option<&GameRecord>) {
        let moves = record.iter().flat_map(|record| record.all_moves());
        let played: Vec<String> = moves.map(|mv| self.renamed(position.rules(), mv)).collect();
        let played = if played.is_empty() { "-".to_string() } else { played.join(" ") };
        self.say("play.moves-played", &[("moves", &played)]);
        self.list_legal(position);
    }

    fn list_legal(&self, position: &Position) {
        let legal: Vec<Point> = position.moves().collect();
        let (count, moves) = (legal.len().to_string(), words::line_in(self.coordinates, position, &legal));
        self.say("play.moves-legal", &[("count", &count), ("moves", &moves)]);
    }

    /// A move of the record in this person's coordinates.
    fn renamed(&self, rules: Rules, mv: &str) -> String {
        notation::parse_point(rules, mv)
            .map_or_else(|_| mv.into(), |point| self.coordinates.name(rules, point))
    }

    fn help(&self) {
        match self.coordinates {
            Coordinates::Letters => self.say("play.help-letters", &[]),
            Coordinates::Rows { first } => self.say("play.help-rows", &[("first", &first.to_string())]),
        }
        self.say("play.help", &[]);
    }

    fn save(&mut self, path: &str, record: Option<&GameRecord>) {
        saving::save(path, record, self.resumed.as_deref(), &mut self.input, &self.text);
    }
}

impl Agent<Position> for Human {
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
            best: Vec::new(),
            rated: Vec::new(),
            statistics: Statistics::default(),
        };
        if self.show_moves {
            self.list_legal(position);
        }
        let prompt = self.text.fill("play.prompt", &[("side", &position.to_move().to_string())]);
        loop {
            let line = match self.input.ask(&prompt) {
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
                Some(Command::Help) => self.help(),
                Some(Command::Save(path)) => self.save(path, thinking.record),
                None => match self.coordinates.parse_move(position, &line) {
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
