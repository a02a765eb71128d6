//! Options of the command line, as Python has them: sentences of the libraries say `--depth 8`, and whoever calls from Python writes
//! `depth=8`. Commands in a sentence (`kinrow solve --save FILE`) stay as they are: they can be typed in a terminal.

use pyo3::prelude::*;

/// What ends a command within a sentence.
const MARKS: [char; 14] = ['\'', '(', ')', ',', ';', ':', '“', '”', '（', '）', '，', '；', '：', '。'];

/// A sentence, which was found under a key, with keywords in place of options.
#[pyfunction]
pub(crate) fn with_keywords(key: &str, sentence: &str) -> String {
    let mut told = String::new();
    let mut rest = sentence;
    while let Some((before, after)) = rest.split_once("--") {
        told += before;
        let end = after.find(|c: char| !c.is_ascii_lowercase() && c != '-').unwrap_or(after.len());
        let (option, behind) = after.split_at(end);
        let is_command = told.rsplit(MARKS).next().is_some_and(|clause| clause.contains("kinrow "));
        if is_command || option.is_empty() {
            told += "--";
            rest = after;
            continue;
        }
        let (value, behind) = value(behind);
        told += &match (option, value) {
            // Limits and settings are keywords themselves; a time is a number of seconds.
            ("limit" | "set", Some(value)) if value.contains('=') => match value.strip_prefix("time=") {
                Some(time) => format!("time={}", time.trim_end_matches('s')),
                None => value.to_string(),
            },
            ("force" | "resume", None) => format!("{option}=True"),
            (option, value) => format!("{}={}", keyword(key, option), value.unwrap_or_default()),
        };
        rest = behind;
    }
    told + rest
}

/// The value behind an option, and what follows it.
fn value(behind: &str) -> (Option<&str>, &str) {
    let Some(text) = behind.strip_prefix(' ') else { return (None, behind) };
    let end = text.find(|c: char| c.is_whitespace() || MARKS.contains(&c)).unwrap_or(text.len());
    let (word, after) = text.split_at(end);
    let is_value = word.starts_with(|c: char| c.is_ascii_digit())
        || word.contains('=')
        || ["FILE", "文件"].contains(&word);
    if is_value { (Some(word), after) } else { (None, behind) }
}

/// What Python calls an option.
fn keyword(key: &str, option: &str) -> String {
    let is_about = |topic: &str| key.starts_with(topic);
    match option {
        "from" => "games".into(),
        "limit" => "nodes".into(),
        "memory" => "megabytes".into(),
        "out" if is_about("lab-") => "folder".into(),
        "out" if is_about("exchange-") => "file".into(),
        _ => option.replace('-', "_"),
    }
}
