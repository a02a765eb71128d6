//! The command line's own words, in the chosen language: each command, argument and example has an entry in the text
//! catalogues, `command.NAME`, `example.NAME` and `argument.NAME-ARGUMENT`.

use std::net::AddrParseError;
use std::num::{IntErrorKind, ParseIntError};
use std::process::ExitCode;

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Command, CommandFactory};
use kinrow_game::excerpt;
use kinrow_text::Text;

use crate::args::Arguments;
use crate::failure::Failure;

/// The parser with its help filled in.
pub(crate) fn command(text: &Text) -> Command {
    let command = Arguments::command().max_term_width(100);
    explain_all(command, "kinrow", text)
}

/// A command and those below it, each under its own name: `games`, `games-list`.
fn explain_all(command: Command, name: &str, text: &Text) -> Command {
    let below: Vec<String> = command.get_subcommands().map(|sub| sub.get_name().to_string()).collect();
    let mut command = explain(command, name, text);
    for sub_name in below {
        let full = if name == "kinrow" { sub_name.clone() } else { format!("{name}-{sub_name}") };
        command = command.mut_subcommand(&sub_name, |sub| explain_all(sub, &full, text));
    }
    // clap's own `help` command and flags speak English only; these are ours.
    command.disable_help_subcommand(true)
}

/// Arguments that mean the same wherever they stand.
const SHARED: [&str; 9] = ["lang", "color", "board", "moves", "seed", "limit", "json", "help", "force"];

fn explain(command: Command, name: &str, text: &Text) -> Command {
    let template =
        format!("{{about}}\n\n{}: {{usage}}\n\n{{all-args}}{{after-help}}", text.get("help.usage"));
    let ids: Vec<String> = command.get_arguments().map(|argument| argument.get_id().to_string()).collect();
    let mut command = command
        .about(text.get(&format!("command.{name}")).to_string())
        .after_help(format!(
            "{}:\n{}",
            text.get("help.examples"),
            text.get(&format!("example.{name}")).trim_end()
        ))
        .help_template(template)
        .subcommand_help_heading(text.get("help.commands").to_string())
        .disable_help_flag(true);
    for id in ids {
        let key = if SHARED.contains(&id.as_str()) {
            format!("argument.{id}")
        } else {
            format!("argument.{name}-{id}")
        };
        let positional = text.get("help.arguments").to_string();
        let options = text.get("help.options").to_string();
        command = command.mut_arg(&id, |argument| {
            let heading = if argument.is_positional() { positional } else { options };
            // What it takes and its default are in the sentence, in the chosen language.
            let takes_values = argument.get_action().takes_values();
            let argument = argument.help(text.get(&key).to_string()).help_heading(heading);
            if takes_values {
                // A negative number is a wrong value, not an unknown argument.
                argument.hide_default_value(true).hide_possible_values(true).allow_negative_numbers(true)
            } else {
                argument
            }
        });
    }
    let help = clap::Arg::new("help")
        .long("help")
        .short('h')
        .action(clap::ArgAction::Help)
        .help(text.get("argument.help").to_string())
        .help_heading(text.get("help.options").to_string());
    let command = command.arg(help);
    if name != "kinrow" {
        return command;
    }
    let version = clap::Arg::new("version")
        .long("version")
        .short('V')
        .action(clap::ArgAction::Version)
        .help(text.get("argument.version").to_string())
        .help_heading(text.get("help.options").to_string());
    command.disable_version_flag(true).arg(version)
}

/// `kinrow help COMMAND`: what `kinrow COMMAND --help` says.
pub(crate) fn explain_command(path: &[String], text: &Text) -> Result<(), Failure> {
    let words = ["kinrow"].into_iter().chain(path.iter().map(String::as_str)).chain(["--help"]);
    // The parser answers with the help, or with which of the words is no command.
    command(text).try_get_matches_from(words).map(drop).map_err(Failure::Parser)
}

/// Tells what is wrong with the call, or prints the help that was asked for.
pub(crate) fn refuse(error: &clap::Error, text: &Text) -> ExitCode {
    if !error.use_stderr() {
        // Help and version: a reader that has gone away (a closed pipe) is no failure.
        let _ = error.print();
        return ExitCode::SUCCESS;
    }
    crate::out::complain(&sentence(error, text));
    ExitCode::from(2)
}

/// What is wrong with the call, in the language of the text.
pub(crate) fn sentence(error: &clap::Error, text: &Text) -> String {
    let detail = |kind: ContextKind| match error.get(kind) {
        Some(ContextValue::String(value)) => excerpt(value),
        Some(ContextValue::Strings(values)) => values.join(", "),
        _ => String::new(),
    };
    let argument = detail(ContextKind::InvalidArg);
    let value = detail(ContextKind::InvalidValue);
    let subcommand = detail(ContextKind::InvalidSubcommand);
    let valid = detail(ContextKind::ValidValue);
    let bad_value = BadValue::of(error, &value);
    let key = match error.kind() {
        ErrorKind::UnknownArgument => "usage.unknown-argument",
        ErrorKind::InvalidSubcommand => "usage.unknown-command",
        ErrorKind::InvalidValue if value.is_empty() => "usage.missing-value",
        ErrorKind::InvalidValue => "usage.invalid-value",
        ErrorKind::ValueValidation => bad_value.key,
        ErrorKind::ArgumentConflict => "usage.conflict",
        ErrorKind::MissingRequiredArgument => "usage.missing-argument",
        _ => "usage.other",
    };
    let other = detail(ContextKind::PriorArg);
    let details = [
        ("argument", argument.as_str()),
        ("value", value.as_str()),
        ("command", subcommand.as_str()),
        ("valid", valid.as_str()),
        ("other", other.as_str()),
        ("why", bad_value.why.as_str()),
        ("least", bad_value.least.as_str()),
        ("most", bad_value.most.as_str()),
    ];
    let mut sentence = text.fill(key, &details);
    let suggested =
        [ContextKind::SuggestedArg, ContextKind::SuggestedSubcommand, ContextKind::SuggestedValue];
    if let Some(meant) = suggested.map(detail).into_iter().find(|meant| !meant.is_empty()) {
        sentence += &text.fill("usage.meant", &[("meant", &meant)]);
    }
    sentence
}

/// Why a value does not fit its argument, in words of ours where the parser's are known.
#[derive(Default)]
struct BadValue {
    key: &'static str,
    why: String,
    least: String,
    most: String,
}

impl BadValue {
    fn of(error: &clap::Error, value: &str) -> BadValue {
        let Some(source) = std::error::Error::source(error) else {
            return BadValue { key: "usage.other", ..BadValue::default() };
        };
        let why = excerpt(&source);
        let told = |key| BadValue { key, why: why.clone(), ..BadValue::default() };
        if let Some(number) = source.downcast_ref::<ParseIntError>() {
            return told(match number.kind() {
                IntErrorKind::PosOverflow => "usage.too-large",
                _ if value.strip_prefix('-').is_some_and(|rest| rest.parse::<u64>().is_ok()) => {
                    "usage.negative"
                }
                _ => "usage.not-a-number",
            });
        }
        if source.is::<AddrParseError>() {
            return told("usage.address");
        }
        // A range is told as text only: `0 is not in 1..=256`, or `1..` where it has no end.
        let grouped = |number: &str| number.parse().map_or_else(|_| number.to_string(), kinrow_game::grouped);
        let range = why.rsplit_once(" is not in ").and_then(|(_, range)| range.split_once(".."));
        match range.map(|(least, most)| (grouped(least), most.trim_start_matches('='))) {
            Some((least, "")) => BadValue { least, ..told("usage.at-least") },
            Some((least, most)) => BadValue { least, most: grouped(most), ..told("usage.range") },
            None => told("usage.bad-value"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kinrow_text::Language;

    /// No argument and no command without words, in any language.
    #[test]
    fn everything_is_explained() {
        for &language in Language::ALL {
            let text = Text::new(language);
            let command = command(&text);
            let below = command.get_subcommands().flat_map(Command::get_subcommands);
            for sub in command.get_subcommands().chain(below).chain([&command]) {
                let mut words = vec![sub.get_about(), sub.get_after_help()];
                words.extend(sub.get_arguments().map(clap::Arg::get_help));
                for word in words {
                    let word = word.expect("an explanation").to_string();
                    let is_key = ["command.", "argument.", "example.", "help."]
                        .iter()
                        .any(|table| word.contains(table));
                    assert!(!is_key, "{}: {word} has no sentence in {language:?}", sub.get_name());
                }
            }
        }
    }

    /// Sentences that list names list all of them.
    #[test]
    fn every_choice_is_named() {
        let formats = kinrow_record::exchange::Format::NAMES;
        let lists = [
            ("lang", Language::CODES),
            ("train-method", kinrow_learn::Method::NAMES),
            ("games-export-format", formats),
            ("games-import-format", formats),
            ("review-format", formats),
            ("puzzles-make-format", formats),
            ("puzzles-make-threats", kinrow_study::puzzles::Threats::NAMES),
        ];
        for &language in Language::ALL {
            let text = Text::new(language);
            for (argument, names) in lists {
                let sentence = text.get(&format!("argument.{argument}")).to_string();
                let words: Vec<&str> =
                    sentence.split(|letter: char| !letter.is_ascii_alphanumeric()).collect();
                for name in names {
                    assert!(
                        words.contains(name),
                        "{argument} does not name {name} in {language:?}: {sentence}"
                    );
                }
            }
        }
    }
}
