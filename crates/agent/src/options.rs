//! Options by name: what they take, what they are when not given, and what was given. Agents and learners have them.

use std::time::Duration;

use kinrow_game::closest;

use crate::{Named, parse_time};

/// What values an option takes.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum OptionKind {
    /// A whole number in a range.
    Whole {
        /// The least.
        least: u64,
        /// The most.
        most: u64,
    },
    /// A number in a range.
    Real {
        /// The least.
        least: f64,
        /// The most.
        most: f64,
    },
    /// One of some words.
    Choice(&'static [&'static str]),
    /// A duration such as `500ms` or `2s`.
    Time,
    /// A file's name.
    File,
    /// Any text, such as a command.
    Text,
}

/// An option that is on or off.
pub const SWITCH: OptionKind = OptionKind::Choice(&["on", "off"]);

/// How a switch is written.
#[must_use]
pub const fn switch(is_on: bool) -> &'static str {
    if is_on { "on" } else { "off" }
}

impl OptionKind {
    /// What would be right, for messages: `1..400`, `on|off`.
    #[must_use]
    pub fn describe(&self) -> String {
        match self {
            OptionKind::Whole { least, most } => format!("{least}..{most}"),
            OptionKind::Real { least, most } => format!("{least}..{most}"),
            OptionKind::Choice(words) => words.join("|"),
            OptionKind::Time => "500ms|2s|…".into(),
            OptionKind::File => "FILE".into(),
            OptionKind::Text => "TEXT".into(),
        }
    }

    /// The word that was probably meant by one that is not taken.
    fn meant(&self, text: &str) -> Option<&'static str> {
        match self {
            OptionKind::Choice(words) => closest(text, words.iter().copied()),
            _ => None,
        }
    }

    fn accepts(&self, text: &str) -> bool {
        match self {
            OptionKind::Whole { least, most } => {
                text.bytes().all(|byte| byte.is_ascii_digit())
                    && text.parse::<u64>().is_ok_and(|number| (least..=most).contains(&&number))
            }
            OptionKind::Real { least, most } => {
                text.parse::<f64>().is_ok_and(|number| (least..=most).contains(&&number))
            }
            OptionKind::Choice(words) => words.contains(&text),
            OptionKind::Time => parse_time(text).is_ok(),
            OptionKind::File | OptionKind::Text => !text.is_empty(),
        }
    }
}

/// An option.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct OptionSpec {
    /// Its name.
    pub name: &'static str,
    /// What it takes.
    pub kind: OptionKind,
    /// What it is when not given; `None` is not set at all.
    pub default: Option<&'static str>,
}

impl OptionSpec {
    /// An option with its default.
    #[must_use]
    pub const fn new(name: &'static str, kind: OptionKind, default: Option<&'static str>) -> OptionSpec {
        OptionSpec { name, kind, default }
    }
}

kinrow_game::sentences! {
    /// Why an option is refused.
    pub enum OptionError {
        /// Not NAME=VALUE.
        Shape { given: String, owner: String } = "option-shape" =>
            "'{given}' is not an option of {owner}: write NAME=VALUE, separated by commas",
        /// No such option.
        Unknown { given: String, owner: String, known: String } = "option-unknown" =>
            "{owner} has no option '{given}': it has {known}",
        /// No such option, but one that is nearly called so.
        UnknownNear { given: String, owner: String, meant: String, known: String } = "option-unknown-near" =>
            "{owner} has no option '{given}'; did you mean {meant}? It has {known}",
        /// No options at all.
        None { given: String, owner: String } = "option-none" =>
            "{owner} has no option '{given}': it has none at all",
        /// A value the option does not take.
        Value { option: String, given: String, right: String } = "option-value" =>
            "{option}={given} is not possible: {option} takes {right}",
        /// A word the option does not take, but nearly.
        ValueNear { option: String, given: String, meant: String, right: String } = "option-value-near" =>
            "{option}={given} is not possible; did you mean {option}={meant}? {option} takes {right}",
        /// The same option twice.
        Twice { option: String } = "option-twice" =>
            "the option {option} is given twice: give it once",
        /// Quotes that do not match.
        Quote { given: String } = "option-quote" =>
            "the quotes in '{given}' do not match: a value that begins with one ends with one, and has \\\" for those inside",
    }
}

/// Options that were given, over those there are.
#[derive(Clone, PartialEq, Debug)]
pub struct Options {
    specs: &'static [OptionSpec],
    /// In the order of the specs.
    given: Vec<(&'static str, String)>,
}

impl Options {
    /// None given.
    #[must_use]
    pub fn new(specs: &'static [OptionSpec]) -> Options {
        Options { specs, given: Vec::new() }
    }

    /// Reads `NAME=VALUE,NAME=VALUE`, the options of `owner`. A value with a comma in it is quoted: `cmd="./x --a, b"`.
    ///
    /// # Errors
    /// When one is unknown, given twice, or takes no such value.
    pub fn parse(specs: &'static [OptionSpec], owner: &str, text: &str) -> Result<Options, OptionError> {
        let mut options = Options::new(specs);
        for part in split(text)? {
            let shape = || OptionError::Shape { given: part.into(), owner: owner.into() };
            let (name, value) = part.split_once('=').ok_or_else(shape)?;
            let value = unquote(value.trim()).ok_or_else(|| OptionError::Quote { given: part.into() })?;
            if options.given.iter().any(|(given, _)| *given == name.trim()) {
                return Err(OptionError::Twice { option: name.trim().into() });
            }
            options.set(owner, name.trim(), &value)?;
        }
        Ok(options)
    }

    /// Gives one option, in place of what it was.
    ///
    /// # Errors
    /// When it is unknown or takes no such value.
    pub fn set(&mut self, owner: &str, name: &str, value: &str) -> Result<(), OptionError> {
        let spec = self.specs.iter().find(|spec| spec.name == name).ok_or_else(|| {
            let known: Vec<&str> = self.specs.iter().map(|spec| spec.name).collect();
            let (given, owner) = (name.to_string(), owner.to_string());
            match closest(name, known.iter().copied()) {
                _ if known.is_empty() => OptionError::None { given, owner },
                Some(meant) => {
                    OptionError::UnknownNear { given, owner, meant: meant.into(), known: known.join(", ") }
                }
                None => OptionError::Unknown { given, owner, known: known.join(", ") },
            }
        })?;
        if !spec.kind.accepts(value) {
            let (option, given, right) = (name.into(), value.into(), spec.kind.describe());
            return Err(match spec.kind.meant(value) {
                Some(meant) => OptionError::ValueNear { option, given, meant: meant.into(), right },
                None => OptionError::Value { option, given, right },
            });
        }
        self.given.retain(|(given, _)| *given != name);
        self.given.push((spec.name, value.into()));
        self.given.sort_by_key(|(name, _)| self.specs.iter().position(|spec| spec.name == *name));
        Ok(())
    }

    /// The value of an option, given or default.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&str> {
        let given = self.given.iter().find(|(known, _)| *known == name).map(|(_, value)| value.as_str());
        given.or_else(|| self.specs.iter().find(|spec| spec.name == name)?.default)
    }

    /// An option that is a whole number, if it is set.
    #[must_use]
    pub fn whole<T: TryFrom<u64>>(&self, name: &str) -> Option<T> {
        T::try_from(self.get(name)?.parse::<u64>().ok()?).ok()
    }

    /// An option that is a number, if it is set.
    #[must_use]
    pub fn real(&self, name: &str) -> Option<f64> {
        self.get(name)?.parse().ok()
    }

    /// An option that is a time, if it is set.
    #[must_use]
    pub fn time(&self, name: &str) -> Option<Duration> {
        parse_time(self.get(name)?).ok()
    }

    /// Whether an option is `on`.
    #[must_use]
    pub fn is_on(&self, name: &str) -> bool {
        self.get(name) == Some(switch(true))
    }

    /// What the word of an option stands for; its words are the names of `T`.
    ///
    /// # Panics
    /// When the option was declared with other words.
    #[must_use]
    pub fn choice<T: Named>(&self, name: &str) -> T {
        let word = self.get(name);
        word.and_then(T::of).unwrap_or_else(|| panic!("the option {name} has no meaning for {word:?}"))
    }

    /// Given options as text.
    #[must_use]
    pub fn given(&self) -> String {
        write(self.given.iter().map(|(name, value)| (*name, value.as_str())))
    }

    /// Every option that is set as text, defaults included: what a record keeps.
    #[must_use]
    pub fn full(&self) -> String {
        write(self.specs.iter().filter_map(|spec| Some((spec.name, self.get(spec.name)?))))
    }
}

fn write<'a>(options: impl Iterator<Item = (&'a str, &'a str)>) -> String {
    options.map(|(name, value)| format!("{name}={}", quote(value))).collect::<Vec<_>>().join(",")
}

/// The parts between commas, but for commas in a value that begins with a quote.
fn split(text: &str) -> Result<Vec<&str>, OptionError> {
    let mut parts = Vec::new();
    let mut rest = text;
    while !rest.is_empty() {
        let value = rest.find('=').map_or(rest.len(), |at| at + 1);
        let value = value + (rest[value..].len() - rest[value..].trim_start().len());
        let is_quoted = rest[value..].starts_with('"') && !rest[..value].contains(',');
        let from = if is_quoted {
            let end =
                closing_quote(&rest[value..]).ok_or_else(|| OptionError::Quote { given: rest.into() })?;
            value + end + 1
        } else {
            0
        };
        let end = rest[from..].find(',').map_or(rest.len(), |at| from + at);
        parts.push(rest[..end].trim());
        rest = rest.get(end + 1..).unwrap_or("");
    }
    parts.retain(|part| !part.is_empty());
    Ok(parts)
}

/// Where the quote that a text begins with is closed.
fn closing_quote(text: &str) -> Option<usize> {
    let mut is_escaped = false;
    text.char_indices().skip(1).find_map(|(at, c)| {
        let is_end = c == '"' && !is_escaped;
        is_escaped = c == '\\' && !is_escaped;
        is_end.then_some(at)
    })
}

/// What a value stands for; `None` when it begins with a quote and does not end with it.
fn unquote(value: &str) -> Option<String> {
    if !value.starts_with('"') {
        return Some(value.into());
    }
    let end = closing_quote(value)?;
    let mut inner = value[1..end].chars();
    let mut meant = String::new();
    while let Some(c) = inner.next() {
        meant.push(if c == '\\' { inner.next()? } else { c });
    }
    (end + 1 == value.len()).then_some(meant)
}

/// A value as it is written: in quotes when it would be misread without.
fn quote(value: &str) -> String {
    if value.contains([',', '"']) || value.trim() != value {
        format!("\"{}\"", value.replace('\\', "\\\\").replace('"', "\\\""))
    } else {
        value.into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SPECS: &[OptionSpec] = &[
        OptionSpec::new("cmd", OptionKind::Text, None),
        OptionSpec::new("depth", OptionKind::Whole { least: 1, most: 9 }, None),
    ];

    #[test]
    fn quoted_values_are_read() {
        for (text, cmd, depth) in [
            ("cmd=./x --flag", "./x --flag", None),
            (r#"cmd="./x --flag",depth=2"#, "./x --flag", Some("2")),
            (r#"depth=2, cmd = "a, b" "#, "a, b", Some("2")),
            (r#"cmd="say \"hi, you\" \\","#, r#"say "hi, you" \"#, None),
            (r#"cmd=./x --name="y""#, r#"./x --name="y""#, None),
            (r#"cmd=" spaces ""#, " spaces ", None),
            ("cmd=a=b", "a=b", None),
        ] {
            let options = Options::parse(SPECS, "test", text).unwrap();
            assert_eq!((options.get("cmd"), options.get("depth")), (Some(cmd), depth), "{text}");
        }
    }

    #[test]
    fn quotes_that_do_not_match_are_refused() {
        for text in [r#"cmd="./x"#, r#"cmd="./x" y"#, r#"cmd="./x\""#, r#"cmd=""#] {
            let error = Options::parse(SPECS, "test", text).unwrap_err();
            assert!(matches!(error, OptionError::Quote { .. }), "{text}: {error}");
        }
        assert!(matches!(Options::parse(SPECS, "test", r#"cmd="""#), Err(OptionError::Value { .. })));
        assert!(matches!(Options::parse(SPECS, "test", "x,y"), Err(OptionError::Shape { .. })));
    }

    #[test]
    fn what_is_written_is_read_again() {
        let pieces = ["a", " ", ",", "\"", "\\", "=", "'", "é", ",depth=3"];
        for first in pieces {
            for second in pieces {
                for third in pieces {
                    let value = format!("{first}{second}{third}");
                    let mut options = Options::new(SPECS);
                    options.set("test", "cmd", &value).unwrap();
                    options.set("test", "depth", "4").unwrap();
                    assert_eq!(Options::parse(SPECS, "test", &options.given()), Ok(options), "{value}");
                }
            }
        }
    }
}
