//! Saving a game from the prompt: a file that is there is replaced only after a question.

use std::path::Path;

use kinrow_agent::{GameRecord, RecordedResult};
use kinrow_files::{FileError, Kind, Output, is_same_file};
use kinrow_text::Text;

use crate::input::{Entry, Input};
use crate::out::say;

/// Whether an answer says yes; `None` when it is no answer at all.
fn yes(answer: &str) -> Option<bool> {
    match answer.to_lowercase().as_str() {
        "y" | "yes" | "是" | "好" => Some(true),
        "n" | "no" | "否" | "不" | "" => Some(false),
        _ => None,
    }
}

/// Saves `record` as the file that a person names. `resumed` is the file that this game was continued from.
pub(crate) fn save(
    path: &str,
    record: Option<&GameRecord>,
    resumed: Option<&Path>,
    input: &mut Input,
    text: &Text,
) {
    let Some(record) = record.filter(|_| !path.is_empty()) else {
        say!("{}", text.get("play.save-where"));
        return;
    };
    let kind = Kind::Json;
    let is_resumed = resumed.is_some_and(|resumed| is_same_file(resumed, Path::new(path)));
    let output = match Output::new(Path::new(path), kind, false) {
        Err(FileError::Exists { .. }) => {
            // What may not be replaced in any case is not asked about.
            let replacing = Output::new(Path::new(path), kind, true);
            if replacing.is_ok() && !is_resumed && !may_replace(path, input, text) {
                say!("{}", text.fill("play.save-kept", &[("file", path)]));
                return;
            }
            replacing
        }
        output => output,
    };
    let key = match record.result {
        RecordedResult::Unfinished => "play.saved",
        _ => "play.saved-finished",
    };
    match output.and_then(|mut output| output.write(record.to_json().as_bytes())) {
        Ok(()) => say!("{}", text.fill(key, &[("file", path)])),
        Err(error) => say!("{}", text.explain(&error)),
    }
}

/// Asks. A line that is neither yes nor no means no, and is left to be read again: it is the next move or command.
fn may_replace(path: &str, input: &mut Input, text: &Text) -> bool {
    let Entry::Line(answer) = input.ask(&text.fill("play.save-replace", &[("file", path)])) else {
        say!("");
        return false;
    };
    yes(&answer).unwrap_or_else(|| {
        input.put_back(answer);
        false
    })
}
