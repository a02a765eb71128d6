//! An agent as text: `alphabeta:depth=4,eval=runs,near=1`. A spec is checked against the catalogue when it is read, so
//! that whoever holds one can build it.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use kinrow_agent::parse_time;

use crate::catalogue::{self, AgentKind};

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
}

impl OptionKind {
    /// What would be right, for messages: `1 to 400`, `on or off`.
    #[must_use]
    pub fn describe(&self) -> String {
        match self {
            OptionKind::Whole { least, most } => format!("{least}..{most}"),
            OptionKind::Real { least, most } => format!("{least}..{most}"),
            OptionKind::Choice(words) => words.join("|"),
            OptionKind::Time => "500ms|2s|…".into(),
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
        }
    }
}

/// An option of an agent.
#[derive(Clone, Copy, Debug)]
pub struct OptionSpec {
    /// Its name.
    pub name: &'static str,
    /// What it takes.
    pub kind: OptionKind,
    /// What it is when not given; `None` is not set at all.
    pub default: Option<&'static str>,
}

/// An agent with its options, known to the catalogue.
#[derive(Clone, Debug)]
pub struct AgentSpec {
    kind: &'static AgentKind,
    /// Given options, in the catalogue's order.
    given: Vec<(&'static str, String)>,
}

kinrow_game::sentences! {
    /// Why a text is not an agent.
    pub enum SpecError {
        /// No such agent.
        Agent { given: String, known: String } = "spec-agent" =>
            "'{given}' is not an agent: choose from {known}",
        /// Not NAME=VALUE.
        Shape { given: String, agent: String } = "spec-shape" =>
            "'{given}' is not an option of {agent}: write NAME=VALUE, parted by commas",
        /// No such option.
        Option { given: String, agent: String, known: String } = "spec-option" =>
            "{agent} has no option '{given}': it has {known}",
        /// An agent without options.
        NoOptions { given: String, agent: String } = "spec-no-options" =>
            "{agent} has no option '{given}': it has none at all",
        /// A value the option does not take.
        Value { option: String, given: String, right: String } = "spec-value" =>
            "{option}={given} is not possible: {option} takes {right}",
        /// The same option twice.
        Twice { option: String } = "spec-twice" =>
            "the option {option} is given twice: give it once",
    }
}

impl AgentSpec {
    /// An agent with no options given.
    #[must_use]
    pub fn plain(kind: &'static AgentKind) -> AgentSpec {
        AgentSpec { kind, given: Vec::new() }
    }

    /// What the catalogue knows of it.
    #[must_use]
    pub fn kind(&self) -> &'static AgentKind {
        self.kind
    }

    /// The value of an option, given or default.
    #[must_use]
    pub fn option(&self, name: &str) -> Option<&str> {
        let given = self.given.iter().find(|(known, _)| *known == name).map(|(_, value)| value.as_str());
        given.or_else(|| self.kind.options.iter().find(|option| option.name == name)?.default)
    }

    /// An option that is a whole number, if it is set.
    #[must_use]
    pub fn whole<T: TryFrom<u64>>(&self, name: &str) -> Option<T> {
        T::try_from(self.option(name)?.parse::<u64>().ok()?).ok()
    }

    /// An option that is a number, if it is set.
    #[must_use]
    pub fn real(&self, name: &str) -> Option<f64> {
        self.option(name)?.parse().ok()
    }

    /// An option that is a time, if it is set.
    #[must_use]
    pub fn time(&self, name: &str) -> Option<Duration> {
        parse_time(self.option(name)?).ok()
    }

    /// Whether an option is `on`.
    #[must_use]
    pub fn is_on(&self, name: &str) -> bool {
        self.option(name) == Some("on")
    }

    /// What one of the words of an option stands for.
    ///
    /// # Panics
    /// When the words and the catalogue disagree, which a test of the catalogue excludes.
    #[must_use]
    pub fn choice<T: Copy>(&self, name: &str, words: &[(&str, T)]) -> T {
        let word = self.option(name);
        let (_, meaning) = words
            .iter()
            .find(|(known, _)| Some(*known) == word)
            .unwrap_or_else(|| panic!("{}: the option {name} has no meaning for {word:?}", self.kind.name));
        *meaning
    }

    /// The spec with every option that is set, defaults included: what a record keeps.
    #[must_use]
    pub fn full(&self) -> String {
        let options = self.kind.options.iter().filter_map(|option| Some((option.name, self.option(option.name)?)));
        write_spec(self.kind.name, options)
    }
}

fn write_spec<'a>(name: &str, options: impl Iterator<Item = (&'a str, &'a str)>) -> String {
    let options: Vec<String> = options.map(|(name, value)| format!("{name}={value}")).collect();
    if options.is_empty() { name.to_string() } else { format!("{name}:{}", options.join(",")) }
}

impl FromStr for AgentSpec {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<AgentSpec, SpecError> {
        let (name, options) = text.trim().split_once(':').unwrap_or((text.trim(), ""));
        let kind = catalogue::find(name.trim())
            .ok_or_else(|| SpecError::Agent { given: name.into(), known: catalogue::names().join(", ") })?;
        let agent = || kind.name.to_string();
        let mut given: Vec<(&'static str, String)> = Vec::new();
        for part in options.split(',').map(str::trim).filter(|part| !part.is_empty()) {
            let (name, value) =
                part.split_once('=').ok_or_else(|| SpecError::Shape { given: part.into(), agent: agent() })?;
            let (name, value) = (name.trim(), value.trim());
            let option = kind.options.iter().find(|option| option.name == name).ok_or_else(|| {
                let known: Vec<&str> = kind.options.iter().map(|option| option.name).collect();
                if known.is_empty() {
                    SpecError::NoOptions { given: name.into(), agent: agent() }
                } else {
                    SpecError::Option { given: name.into(), agent: agent(), known: known.join(", ") }
                }
            })?;
            if !option.kind.accepts(value) {
                let right = option.kind.describe();
                return Err(SpecError::Value { option: name.into(), given: value.into(), right });
            }
            if given.iter().any(|(known, _)| *known == name) {
                return Err(SpecError::Twice { option: name.into() });
            }
            given.push((option.name, value.into()));
        }
        given.sort_by_key(|(name, _)| kind.options.iter().position(|option| option.name == *name));
        Ok(AgentSpec { kind, given })
    }
}

impl fmt::Display for AgentSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let options = self.given.iter().map(|(name, value)| (*name, value.as_str()));
        f.write_str(&write_spec(self.kind.name, options))
    }
}
