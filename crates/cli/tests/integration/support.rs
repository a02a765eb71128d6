//! Runs the real program, as a user would.

use std::io::Write;
use std::process::{Command, Output, Stdio};

/// The program, in English and without colour unless a test says otherwise.
pub fn kinrow() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_kinrow"));
    for name in ["LC_ALL", "LC_MESSAGES", "LANG", "NO_COLOR"] {
        command.env_remove(name);
    }
    // Never the record and the jobs of whoever runs the tests.
    let record = concat!(env!("CARGO_TARGET_TMPDIR"), "/", env!("CARGO_CRATE_NAME"), ".db");
    command.env("KINROW_DB", record);
    command.env("KINROW_JOBS", concat!(env!("CARGO_TARGET_TMPDIR"), "/", env!("CARGO_CRATE_NAME"), "-jobs"));
    command
}

/// What a run printed, and how it ended.
pub struct Ran {
    pub code: i32,
    pub out: String,
    pub err: String,
}

impl From<Output> for Ran {
    fn from(output: Output) -> Ran {
        Ran {
            code: output.status.code().unwrap_or(-1),
            out: String::from_utf8(output.stdout).unwrap(),
            err: String::from_utf8(output.stderr).unwrap(),
        }
    }
}

/// Runs with arguments and nothing to read.
pub fn run(arguments: &[&str]) -> Ran {
    kinrow().args(arguments).stdin(Stdio::null()).output().unwrap().into()
}

/// Runs with arguments and lines to read.
pub fn run_with(arguments: &[&str], input: &[u8]) -> Ran {
    let mut child = kinrow()
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // A program that ends before it has read everything closes the pipe; that is its right.
    let _ = child.stdin.take().unwrap().write_all(input);
    child.wait_with_output().unwrap().into()
}

/// Runs with `--json` and reads what comes out.
pub fn json(arguments: &[&str]) -> serde_json::Value {
    let ran = run(&[arguments, &["--json"]].concat());
    assert_eq!(ran.code, 0, "{arguments:?}: {}", ran.err);
    serde_json::from_str(&ran.out).unwrap()
}
