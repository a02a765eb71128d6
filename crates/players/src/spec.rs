//! An agent as text: `alphabeta:depth=4,eval=runs,near=1`. A spec is checked against the catalogue when it is read, so
//! that whoever holds one can build it. The name of a level is short for the agent that plays at it.

use std::fmt;
use std::str::FromStr;

use kinrow_agent::{OptionError, Options};

use crate::catalogue::{self, AgentKind, Memory};
use crate::levels::Level;

/// How a text begins that names a model by its label, where a front end knows any: `model:first`.
pub const MODEL_PREFIX: &str = "model:";

/// An agent with its options, known to the catalogue.
#[derive(Clone, Debug)]
pub struct AgentSpec {
    kind: &'static AgentKind,
    options: Options,
    called: Option<String>,
}

kinrow_game::sentences! {
    /// Why a text is not an agent's name.
    pub enum NameError {
        /// No such agent.
        Unknown { given: String, known: String } = "spec-agent" =>
            "'{given}' is not an agent: choose from {known}",
        /// No such agent, but one that is nearly called so.
        Near { given: String, meant: String, known: String } = "spec-agent-near" =>
            "'{given}' is not an agent; did you mean {meant}? There are {known}",
    }
}

/// Why a text is not an agent.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SpecError {
    /// The name is wrong.
    Name(NameError),
    /// An option is wrong.
    Option(OptionError),
}

kinrow_game::delegate_explain!(SpecError { Name(NameError), Option(OptionError) });

impl AgentSpec {
    /// An agent with no options given.
    #[must_use]
    pub fn plain(kind: &'static AgentKind) -> AgentSpec {
        AgentSpec { kind, options: Options::new(kind.options), called: None }
    }

    /// The same agent, told by a name of its own wherever it would be told as text: its options may hold what not everybody is to see, such
    /// as where a file is.
    #[must_use]
    pub fn called(self, name: String) -> AgentSpec {
        AgentSpec { called: Some(name), ..self }
    }

    /// What the catalogue knows of it.
    #[must_use]
    pub fn kind(&self) -> &'static AgentKind {
        self.kind
    }

    /// Its options.
    #[must_use]
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// Whether what it plays depends on the games before: nothing for those whose games must not.
    #[must_use]
    pub fn keeps(&self) -> bool {
        match self.kind.memory {
            Memory::Games { option } => self.options.is_on(option),
            Memory::None | Memory::Game => false,
        }
    }

    /// The spec with every option that is set, defaults included: what a record keeps.
    #[must_use]
    pub fn full(&self) -> String {
        self.called.clone().unwrap_or_else(|| write_spec(self.kind.name, &self.options.full()))
    }
}

fn write_spec(name: &str, options: &str) -> String {
    if options.is_empty() { name.to_string() } else { format!("{name}:{options}") }
}

impl FromStr for AgentSpec {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<AgentSpec, SpecError> {
        let text = match Level::of(text.trim()) {
            Some(level) => level.text(),
            None => text.trim(),
        };
        let (name, options) = text.split_once(':').unwrap_or((text, ""));
        let kind = catalogue::find(name.trim())?;
        let options = Options::parse(kind.options, kind.name, options)?;
        Ok(AgentSpec { kind, options, called: None })
    }
}

impl fmt::Display for AgentSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.called {
            Some(name) => f.write_str(name),
            None => f.write_str(&write_spec(self.kind.name, &self.options.given())),
        }
    }
}
