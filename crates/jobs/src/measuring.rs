//! An experiment as a job: a built-in one, or the text of one as somebody has written it on the page, run in the job's folder from the beginning or
//! from where it was left. A text from a page may name what the program has, and nothing outside it.

use std::path::{Path, PathBuf};

use kinrow_agent::{OptionKind, Stop};
use kinrow_arena::Threads;
use kinrow_game::Explain;
use kinrow_lab::experiment::{
    self, BUILTIN, Experiment, ExperimentError, LineError, Mode, Origin, Plan, Prepared, RunError, RunEvent,
    Settings,
};
use kinrow_report::{Wishes, build, html};
use kinrow_text::Text;
use serde::{Deserialize, Serialize};

use crate::error::JobError;
use crate::news::News;
use crate::saved::Progress;
use crate::wanted::{Refusal, refuse};

/// The run, in its job's folder.
const RUN: &str = "run";
/// What an experiment is called in errors, when it came from a page.
const FILE: &str = "experiment.toml";
/// Parts of an experiment's work that its progress counts.
pub(crate) const PARTS: u64 = 1000;

/// An experiment.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Measuring {
    /// A built-in one, or what its text is called.
    pub name: String,
    /// Its text, where that is not the built-in one's.
    #[serde(default)]
    pub text: Option<String>,
    /// Whether only a small part of it is measured.
    #[serde(default)]
    pub quick: bool,
}

/// What is wrong with the text of an experiment, and where.
pub struct Mistaken {
    /// Its line.
    pub line: usize,
    /// What is wrong.
    pub why: Refusal,
}

/// The text of a built-in experiment.
///
/// # Errors
/// When there is none of that name.
pub fn builtin(name: &str) -> Result<&'static str, JobError> {
    let found = BUILTIN.iter().find(|(known, _)| *known == name);
    found.map(|(_, text)| *text).ok_or_else(|| JobError::Experiment {
        given: name.into(),
        known: BUILTIN.iter().map(|(known, _)| *known).collect::<Vec<_>>().join(", "),
    })
}

/// Looks at the text of an experiment before anything is measured.
///
/// # Errors
/// When there is a mistake in it, or it names something outside the program.
pub fn examine(text: &str, mode: Mode) -> Result<Experiment, Mistaken> {
    let mistaken = |error: LineError| Mistaken { line: error.line(), why: refuse(error) };
    let experiment = Experiment::parse(FILE, text, mode).map_err(mistaken)?;
    let participants =
        experiment.measures.iter().flat_map(|measure| measure.participants.iter().chain(&measure.opponents));
    for participant in participants {
        let Origin::Agent(spec) = &participant.origin else { continue };
        let is_outside = |option: &&kinrow_agent::OptionSpec| {
            matches!(option.kind, OptionKind::File | OptionKind::Text)
                && spec.options().get(option.name) != option.default
        };
        let named = spec.kind().options.iter().find(is_outside).map(|option| option.name);
        let named = named.or_else(|| (spec.kind().name == "external").then_some("external"));
        if let Some(option) = named {
            let line = text.lines().position(|line| line.contains(option)).map_or(1, |at| at + 1);
            let option = option.to_string();
            return Err(Mistaken { line, why: refuse(JobError::Outside { line, option }) });
        }
    }
    Ok(experiment)
}

impl Measuring {
    /// Looks at everything before the first task.
    pub(crate) fn prepare(&self) -> Result<Prepared, Refusal> {
        let mode = if self.quick { Mode::Quick } else { Mode::Full };
        let text = match &self.text {
            Some(text) => text.as_str(),
            None => builtin(&self.name).map_err(refuse)?,
        };
        examine(text, mode).map_err(|mistaken| mistaken.why)?;
        Plan::new(FILE, text, mode).prepare().map_err(refuse)
    }
}

/// Measures in `folder` until the end or `stop`. Whether it has reached its end; every task that was done is kept in any case.
pub(crate) fn run(
    prepared: &Prepared,
    folder: &Path,
    workers: usize,
    stop: &Stop,
    hear: &mut dyn FnMut(News),
) -> Result<bool, Refusal> {
    let name = &prepared.experiment.name;
    let settings =
        Settings { folder: run_of(folder), share: None, command: format!("kinrow lab run {name}") };
    let of = PARTS;
    let mut listen = |event: RunEvent<'_>| match event {
        RunEvent::Planned { left, .. } => hear(News::Left(left)),
        RunEvent::Done { part, left, .. } => {
            hear(News::Left(left));
            hear(News::Progress(Progress { done: ((of as f64 * part) as u64).min(of), of }));
        }
    };
    match experiment::run(prepared, &settings, &Threads(workers), stop, &mut listen) {
        Ok(()) => {
            hear(News::Progress(Progress { done: of, of }));
            Ok(true)
        }
        Err(ExperimentError::Run(RunError::Stopped { .. })) => Ok(false),
        Err(error) => Err(refuse(error)),
    }
}

/// The report of a finished experiment: one page of HTML with its charts in it, and its name.
pub(crate) fn report(folder: &Path, text: &Text) -> Result<String, Refusal> {
    let run = experiment::open(&run_of(folder)).map_err(refuse)?;
    let (document, _) = build(&run, text, &Wishes::default());
    Ok(html(&document))
}

fn run_of(folder: &Path) -> PathBuf {
    folder.join(RUN)
}

impl Mistaken {
    /// As it is told in a language.
    #[must_use]
    pub fn told(&self, text: &Text) -> String {
        let error: &dyn Explain = &*self.why;
        text.explain(error)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_built_in_experiment_may_be_run() {
        for (name, text) in BUILTIN {
            for mode in [Mode::Quick, Mode::Full] {
                assert!(examine(text, mode).is_ok(), "{name}");
            }
        }
    }

    #[test]
    fn nothing_outside_the_program_can_be_named() {
        let (_, usual) = BUILTIN.iter().find(|(name, _)| *name == "everyone").unwrap();
        for outside in ["external:cmd=sh", "td0:file=/etc/passwd", "external:cmd=sh,log=/tmp/log"] {
            let spec = usual.lines().position(|line| line.contains("alphabeta")).unwrap();
            let edited: Vec<String> = usual
                .lines()
                .enumerate()
                .map(|(at, line)| match at == spec {
                    true => line.replacen("alphabeta", outside, 1),
                    false => line.to_string(),
                })
                .collect();
            let mistaken = examine(&edited.join("\n"), Mode::Quick).err().unwrap();
            assert!(mistaken.line > 1, "{outside}: {}", mistaken.why);
        }
    }

    #[test]
    fn a_mistake_has_its_line() {
        let text = builtin("symmetry").unwrap();
        let wrong = format!("{text}\nnonsense = 1\n");
        let mistaken = examine(&wrong, Mode::Quick).err().unwrap();
        assert!(mistaken.line >= text.lines().count(), "{}", mistaken.line);
        assert!(builtin("../symmetry").is_err());
    }
}
