//! A manager for tests: starts the real brain and talks with it. It waits long before it gives up, so that a busy machine
//! fails nothing.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

use crate::support::kinrow;

pub const LONG: Duration = Duration::from_secs(60);

/// A brain with its pipes.
pub struct Manager {
    pub brain: Child,
    input: Option<ChildStdin>,
    lines: Receiver<(String, Instant)>,
}

impl Manager {
    /// Starts `kinrow engine` with these arguments.
    pub fn start(arguments: &[&str]) -> Manager {
        let mut brain = kinrow()
            .arg("engine")
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::inherit())
            .spawn()
            .unwrap();
        let (sender, lines) = channel();
        let output = BufReader::new(brain.stdout.take().unwrap());
        std::thread::spawn(move || {
            for line in output.lines().map_while(Result::ok) {
                // When it came is what counts, not when the test gets the processor to look at it.
                if sender.send((line, Instant::now())).is_err() {
                    return;
                }
            }
        });
        Manager { input: brain.stdin.take(), brain, lines }
    }

    /// Sends bytes as they are. A brain that has ended does not take them.
    pub fn send(&mut self, bytes: &[u8]) {
        let _ = self.input.as_mut().unwrap().write_all(bytes);
    }

    pub fn say(&mut self, lines: &str) {
        self.send(format!("{lines}\r\n").as_bytes());
    }

    /// The next line, whatever it is; `None` when the brain has closed its output.
    pub fn line(&self) -> Option<String> {
        self.timed_line().map(|(line, _)| line)
    }

    /// The next line, and when it came.
    fn timed_line(&self) -> Option<(String, Instant)> {
        match self.lines.recv_timeout(LONG) {
            Ok(line) => Some(line),
            Err(std::sync::mpsc::RecvTimeoutError::Disconnected) => None,
            Err(std::sync::mpsc::RecvTimeoutError::Timeout) => panic!("the brain says nothing"),
        }
    }

    /// The next line that is not for people.
    pub fn answer(&self) -> String {
        self.timed_answer().0
    }

    /// The same, and when it came.
    pub fn timed_answer(&self) -> (String, Instant) {
        std::iter::repeat_with(|| self.timed_line().expect("an answer before the end"))
            .find(|(line, _)| !line.starts_with("MESSAGE"))
            .unwrap()
    }

    pub fn ask(&mut self, lines: &str) -> String {
        self.say(lines);
        self.answer()
    }

    /// Closes the brain's output, with the next line that comes.
    pub fn stop_listening(&mut self) {
        self.lines = channel().1;
    }

    /// Closes the brain's input.
    pub fn close(&mut self) {
        self.input = None;
    }

    /// Waits for its end.
    pub fn end(mut self) -> ExitStatus {
        let deadline = Instant::now() + LONG;
        loop {
            if let Some(status) = self.brain.try_wait().unwrap() {
                return status;
            }
            assert!(Instant::now() < deadline, "the brain does not end");
            std::thread::sleep(Duration::from_millis(5));
        }
    }
}

impl Drop for Manager {
    fn drop(&mut self) {
        let _ = self.brain.kill();
        let _ = self.brain.wait();
    }
}

/// The coordinates of an answer, which must be a point of a board of this size.
pub fn point(answer: &str, size: u32) -> (u32, u32) {
    let (x, y) = answer.split_once(',').unwrap_or_else(|| panic!("{answer} is not a move"));
    let (x, y) = (x.parse().unwrap(), y.parse().unwrap());
    assert!(x < size && y < size, "{answer}");
    (x, y)
}
