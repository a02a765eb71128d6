//! After a game: save it, look at it again, play another, or leave.

use std::path::Path;

use kinrow_agent::GameRecord;
use kinrow_game::Coordinates;
use kinrow_record::exchange::positions;

use crate::commands::games::replay;
use crate::input::{Entry, Input};
use crate::out::say;
use crate::{Context, saving};

/// What comes next.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Next {
    Again,
    /// Another game in which each player has the other side.
    Swapped,
    Quit,
}

/// Asks until it is clear what comes next; the end of the input means to leave.
pub(super) fn ask(
    record: &GameRecord,
    resumed: Option<&Path>,
    coordinates: Coordinates,
    input: &mut Input,
    context: &Context,
) -> Next {
    let text = &context.text;
    loop {
        let line = match input.ask(text.get("after.prompt")) {
            Entry::Line(line) => line,
            Entry::End | Entry::Interrupted => {
                say!("");
                return Next::Quit;
            }
        };
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line.as_str(), ""));
        match word.to_lowercase().as_str() {
            "" => {}
            "save" | "保存" => saving::save(rest.trim(), Some(record), resumed, input, text),
            "replay" | "回放" | "复盘" => match positions(record) {
                Ok((start, after)) => replay::run(record, &start, &after, coordinates, Some(input), context),
                Err(error) => say!("{}", text.explain(&error)),
            },
            "new" | "again" | "新局" | "再来" => return Next::Again,
            "swap" | "换边" => return Next::Swapped,
            "quit" | "bye" | "exit" | "退出" | "再见" => return Next::Quit,
            "help" | "?" | "帮助" => say!("{}", text.get("after.help")),
            _ => say!("{}", text.get("after.unknown")),
        }
    }
}
