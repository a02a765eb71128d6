//! A Python process that measures a peer: it is asked by lines and answers by lines of JSON.
//!
//! It is started once, so that importing is not measured and its turns alternate with ours.

use std::io::{BufRead, BufReader, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::Duration;

use anyhow::{Context as _, Result, ensure};
use serde::Deserialize;
use serde::de::DeserializeOwned;

use crate::clock::Measured;

const HERE: &str = env!("CARGO_MANIFEST_DIR");

/// The process. It ends when this is dropped, for then its input does.
pub struct Python {
    child: Child,
    requests: Option<ChildStdin>,
    answers: BufReader<ChildStdout>,
    script: &'static str,
    /// The version of what it measures.
    pub version: String,
}

/// What it says of itself first.
#[derive(Deserialize)]
struct Hello {
    version: String,
}

/// What was measured, and in how many calls.
#[derive(Deserialize)]
pub struct Answer {
    /// How many times the work was done.
    pub calls: u64,
    /// What it amounted to.
    #[serde(flatten)]
    pub measured: Measured,
}

impl Python {
    /// Starts a script of this directory that needs the packages of requirements.txt, which benches/run installs.
    pub fn with_packages(script: &'static str) -> Result<Python> {
        let python = packaged();
        ensure!(python.exists(), "{} is missing: benches/run open-spiel makes it", python.display());
        Python::start(&python, script, None)
    }

    /// Whether the packages are installed.
    pub fn has_packages() -> bool {
        can_run(&packaged(), "import pyspiel")
    }

    /// Starts a script of this directory that needs nothing but Python, and tells it how many episodes a training has.
    pub fn plain(script: &'static str, episodes: u64) -> Result<Python> {
        Python::start(Path::new("python3"), script, Some(episodes))
    }

    /// Whether any Python is installed.
    pub fn is_there() -> bool {
        can_run(Path::new("python3"), "")
    }

    fn start(python: &Path, script: &'static str, episodes: Option<u64>) -> Result<Python> {
        let mut child = Command::new(python)
            .arg(Path::new(HERE).join(script))
            .args(episodes.map(|episodes| episodes.to_string()))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .with_context(|| format!("{} does not start", python.display()))?;
        let requests = child.stdin.take();
        let mut answers = BufReader::new(child.stdout.take().context("python has no output")?);
        let Hello { version } = read(&mut answers, script)?;
        Ok(Python { child, requests, answers, script, version })
    }

    /// Does `work` for at least `time`.
    pub fn measure(&mut self, work: &str, time: Duration) -> Result<Answer> {
        let requests = self.requests.as_mut().context("python has no input")?;
        writeln!(requests, "{work} {}", time.as_secs_f64())?;
        read(&mut self.answers, self.script)
    }
}

fn packaged() -> PathBuf {
    Path::new(HERE).join(".venv/bin/python")
}

fn can_run(python: &Path, line: &str) -> bool {
    let status = Command::new(python).args(["-c", line]).stderr(Stdio::null()).status();
    status.is_ok_and(|status| status.success())
}

impl Drop for Python {
    fn drop(&mut self) {
        self.requests = None;
        // Whatever it has to say now is of no use to anyone.
        let _ = self.child.wait();
    }
}

fn read<T: DeserializeOwned>(answers: &mut impl BufRead, script: &str) -> Result<T> {
    let mut line = String::new();
    ensure!(
        answers.read_line(&mut line)? > 0,
        "{script} ended early and has said why above; if packages are broken, remove benches/.venv and try again"
    );
    serde_json::from_str(&line).with_context(|| format!("{script} answered '{}'", line.trim()))
}
