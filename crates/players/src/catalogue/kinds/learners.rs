//! The learners: one kind for each method, which plays by a trained file, or learns while it plays.

use std::path::Path;

use kinrow_agent::{AnyAgent, Options};
use kinrow_learn::{Experience, Learned, LearnedOptions, Method, Rates};

use crate::catalogue::{AgentKind, BuildError, Cost, Making, Memory, Shows, Suits, Values};

kinrow_game::sentences! {
    /// Why a learner cannot be built.
    pub enum LearnerError {
        /// Neither a file nor leave to learn.
        NoFile { method: String } = "learner-no-file" =>
            "{method} has learned nothing yet: give it a trained file ({method}:file=NAME.kin, made by 'kinrow train {method}'), or let it learn while it plays ({method}:learn=on)",
        /// A file of another method.
        Method { file: String, method: String, given: String } = "learner-method" =>
            "{file} was trained by {method}, not {given}: write {method}:file={file}",
        /// How to learn, but not whether.
        Idle { method: String } = "learner-idle" =>
            "alpha and epsilon are for learning while it plays: add learn=on ({method}:learn=on,alpha=0.2), or leave them out",
    }
}

/// The kind that learns by a method.
pub(in crate::catalogue) fn kind(method: Method) -> AgentKind {
    // A table rates every move. A strategy has a move for each position, and no opinion of the others.
    let (values, suits) = match method.experience() {
        Experience::Games => (Some(Values::Chances), Suits::AnyBoard),
        Experience::Generations => (None, Suits::FewPoints),
    };
    AgentKind {
        name: method.name(),
        options: LearnedOptions::declared(method),
        method: Some(method),
        memory: Memory::Game,
        cost: Cost::Unknown,
        shows: Shows { values, ..Shows::NOTHING },
        suits,
        formula: Some(method.name()),
        build,
    }
}

fn build(given: &Options, making: Making) -> Result<AnyAgent, BuildError> {
    let Making { method, spec, seed, megabytes, models } = making;
    let method = method.expect("the kinds above have a method");
    let LearnedOptions { file, budget, rates } = LearnedOptions::from(given);
    if budget == 0 && rates != Rates::default() {
        return Err(BuildError::Learner(LearnerError::Idle { method: method.to_string() }));
    }
    let Some(file) = file else {
        if budget == 0 {
            return Err(BuildError::Learner(LearnerError::NoFile { method: method.to_string() }));
        }
        let learned = Learned::untrained(method, spec, budget, seed).with_rates(rates);
        return Ok(Box::new(match megabytes {
            Some(megabytes) => learned.with_most_megabytes(megabytes),
            None => learned,
        }));
    };
    let model = models.get(Path::new(&file))?;
    if model.header.method != method {
        let (trained, given) = (model.header.method.to_string(), method.to_string());
        return Err(BuildError::Learner(LearnerError::Method { file, method: trained, given }));
    }
    let learned = Learned::from_model(&model, spec, budget, seed)?;
    Ok(Box::new(learned.with_rates(rates)))
}
