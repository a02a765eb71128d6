//! Every agent by name, with its options: from text to something that plays.
//!
//! The command line, the page, experiment files and tests all build agents here. What an agent and an option mean to
//! people is told by the text catalogues, under `agent.NAME` and `option.NAME-OPTION`.

mod kind;
mod kinds;
mod model_file;

use kinrow_agent::{AnyAgent, Seed};
use kinrow_files::FileError;
use kinrow_game::closest;
#[cfg(feature = "programs")]
use kinrow_gomocup::external::ExternalError;
use kinrow_learn::{Method, TrainError};

pub(crate) use self::kind::Making;
pub use self::kind::{AgentKind, Algorithm, Cost, Memory, Shows, Suits, Values};
pub use self::kinds::ALL;
pub use self::kinds::learners::LearnerError;
pub use self::kinds::zero::ZeroError;
pub use self::model_file::{ModelFileError, Models, read_model, read_network};
use crate::spec::{AgentSpec, NameError};

/// The kind of this name, capitals or not.
///
/// # Errors
/// When there is none.
pub fn find(name: &str) -> Result<&'static AgentKind, NameError> {
    ALL.iter().find(|kind| kind.name.eq_ignore_ascii_case(name)).ok_or_else(|| {
        let (given, known) = (name.into(), names().join(", "));
        match closest(name, names()) {
            Some(meant) => NameError::Near { given, meant: meant.into(), known },
            None => NameError::Unknown { given, known },
        }
    })
}

/// The kind that learns by a method.
///
/// # Panics
/// Never: every method is a kind of agent.
#[must_use]
pub fn learner(method: Method) -> &'static AgentKind {
    ALL.iter().find(|kind| kind.method == Some(method)).expect("every method is a kind of agent")
}

/// The kind that plays by a network.
#[must_use]
pub fn network() -> &'static AgentKind {
    &kinds::zero::KIND
}

/// The names of those that something is true of, for messages.
#[must_use]
pub fn names_of(is: impl Fn(&AgentKind) -> bool) -> String {
    ALL.iter().filter(|kind| is(kind)).map(|kind| kind.name).collect::<Vec<_>>().join(", ")
}

/// Every name.
#[must_use]
pub fn names() -> Vec<&'static str> {
    ALL.iter().map(|kind| kind.name).collect()
}

/// Builds an agent whose randomness comes from `seed`.
///
/// # Errors
/// When it needs a file that cannot be read.
pub fn build(spec: &AgentSpec, seed: Seed) -> Result<AnyAgent, BuildError> {
    build_with(spec, seed, &Models::default())
}

/// Builds one of many agents: a model that another has read is not read again.
///
/// # Errors
/// As [`build`].
pub fn build_with(spec: &AgentSpec, seed: Seed, models: &Models) -> Result<AnyAgent, BuildError> {
    make(spec, seed, None, models.clone())
}

/// Builds an agent whose tables take at most so many megabytes, for those who run many at once. (Alpha-beta's never take
/// more than 50.)
///
/// # Errors
/// As [`build`].
pub fn build_within(spec: &AgentSpec, seed: Seed, megabytes: u64) -> Result<AnyAgent, BuildError> {
    make(spec, seed, Some(megabytes), Models::default())
}

/// [`build_with`] and [`build_within`] at once.
///
/// # Errors
/// As [`build`].
pub fn build_with_within(
    spec: &AgentSpec,
    seed: Seed,
    models: &Models,
    megabytes: u64,
) -> Result<AnyAgent, BuildError> {
    make(spec, seed, Some(megabytes), models.clone())
}

fn make(
    spec: &AgentSpec,
    seed: Seed,
    megabytes: Option<u64>,
    models: Models,
) -> Result<AnyAgent, BuildError> {
    let kind = spec.kind();
    let making = Making { method: kind.method, spec: spec.to_string(), seed, megabytes, models };
    (kind.build)(spec.options(), making)
}

/// Why an agent cannot be built.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum BuildError {
    /// Its file cannot be read.
    File(FileError),
    /// Its file is no model.
    Model(ModelFileError),
    /// Its model cannot be used.
    Train(TrainError),
    /// It is not ready to play.
    Learner(LearnerError),
    /// It is told to be guided in two ways.
    Zero(ZeroError),
    /// Its program cannot be run.
    #[cfg(feature = "programs")]
    External(ExternalError),
}

#[cfg(feature = "programs")]
kinrow_game::delegate_explain!(BuildError {
    File(FileError),
    Model(ModelFileError),
    Train(TrainError),
    Learner(LearnerError),
    Zero(ZeroError),
    External(ExternalError),
});
#[cfg(not(feature = "programs"))]
kinrow_game::delegate_explain!(BuildError {
    File(FileError),
    Model(ModelFileError),
    Train(TrainError),
    Learner(LearnerError),
    Zero(ZeroError),
});

#[cfg(test)]
mod tests;
