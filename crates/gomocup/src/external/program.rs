//! A program at the other end of two pipes: started, fed, listened to and ended, with everything it started itself.
//!
//! It runs in a process group of its own, so that a Ctrl-C in the terminal does not reach it; who is ended with it is told
//! in `family`. Nothing here waits for the program without a deadline, and whatever it writes is bounded in memory:
//! a program that floods its output waits until somebody listens.

use std::io::Write;
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use super::family::{self, Family};
use super::log::{Log, Voice};
use super::memory::Watch;
use crate::command::shown;
use crate::line_reader::{Line, LineReader};

/// The protocol gives a brain about a second to end.
const GRACE: Duration = Duration::from_secs(1);

/// How long a program that has closed its output may take until its end is known.
const LAST_WORDS: Duration = Duration::from_millis(500);

const LOOK_EVERY: Duration = Duration::from_millis(5);

/// A running program.
pub(super) struct Program {
    child: Child,
    family: Family,
    memory: Option<Watch>,
    input: Option<ChildStdin>,
    output: Receiver<Line>,
    errors: Option<JoinHandle<()>>,
    last_error: Arc<Mutex<String>>,
    log: Log,
}

/// Why a program has said nothing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Silence {
    /// It may still speak.
    Waiting,
    /// It has closed its output.
    Ended,
}

impl Program {
    /// Starts a program, the first of `words`, with the others as arguments; it may hold so many megabytes.
    pub(super) fn start(
        words: &[String],
        log: Option<&Path>,
        megabytes: Option<u64>,
    ) -> std::io::Result<Program> {
        let (program, arguments) = words.split_first().ok_or(std::io::ErrorKind::InvalidInput)?;
        let mut command = Command::new(program);
        command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mark = family::new_mark();
        command.env(family::MARK, &mark);
        let (family, mut child) = family::enter(mark, || command.spawn().map(|child| (child.id(), child)))?;
        // From here on an error must not leave the program running: `Program` ends it when dropped.
        let (sender, output) = sync_channel(64);
        let (input, lines, errors) = (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let number = child.id();
        let last_error = Arc::new(Mutex::new(String::new()));
        let memory = megabytes.map(|megabytes| Watch::new(family.clone(), megabytes));
        let mut program =
            Program { child, family, memory, input, output, errors: None, last_error, log: Log::default() };
        if let Some(path) = log {
            program.log = Log::new(path, number)?;
        }
        program.log.add(Voice::Note, &format!("started: {}", words.join(" ")));
        if let Some(lines) = lines {
            // Not waited for: a grandchild that left the group may keep the pipe open.
            let log = program.log.clone();
            std::thread::spawn(move || {
                for line in LineReader::new(lines) {
                    log.add(Voice::Program, &readable(&line));
                    if sender.send(line).is_err() {
                        return;
                    }
                }
            });
        }
        if let Some(errors) = errors {
            let (log, last) = (program.log.clone(), program.last_error.clone());
            program.errors = Some(std::thread::spawn(move || {
                for line in LineReader::new(errors) {
                    let line = readable(&line);
                    log.add(Voice::Errors, &line);
                    *last.lock().unwrap_or_else(PoisonError::into_inner) = line;
                }
            }));
        }
        Ok(program)
    }

    /// Says a line. A program that has ended does not hear it, which is noticed when its answer is waited for. One that
    /// does not read has room for far more in its pipe than one question takes.
    pub(super) fn say(&mut self, line: &str) {
        self.log.add(Voice::Manager, line);
        if let Some(input) = &mut self.input {
            let _ = input.write_all(format!("{line}\r\n").as_bytes()).and_then(|()| input.flush());
        }
    }

    /// The next line it says, waiting for it this long.
    pub(super) fn hear(&mut self, patience: Duration) -> Result<Line, Silence> {
        self.output.recv_timeout(patience).map_err(|error| match error {
            RecvTimeoutError::Timeout => Silence::Waiting,
            RecvTimeoutError::Disconnected => Silence::Ended,
        })
    }

    /// Passes over what it has said without being asked.
    pub(super) fn pass_over(&mut self) {
        while self.output.try_recv().is_ok() {}
    }

    /// Notes something in the log.
    pub(super) fn note(&self, words: &str) {
        self.log.add(Voice::Note, words);
    }

    /// How many megabytes it held when that was too much, and it was ended.
    pub(super) fn too_much_memory(&self) -> Option<u64> {
        self.memory.as_ref().and_then(Watch::found)
    }

    /// How it ended, with the last line of its error output.
    pub(super) fn last_words(&mut self) -> String {
        let deadline = Instant::now() + LAST_WORDS;
        let how = loop {
            match self.exit() {
                Some(how) => break how,
                None if Instant::now() >= deadline => break "it closed its output".to_string(),
                None => std::thread::sleep(LOOK_EVERY),
            }
        };
        while self.errors.as_ref().is_some_and(|errors| !errors.is_finished()) && Instant::now() < deadline {
            std::thread::sleep(LOOK_EVERY);
        }
        let last = self.last_error.lock().unwrap_or_else(PoisonError::into_inner);
        if last.is_empty() { how } else { format!("{how}; its last words: {}", shown(&last)) }
    }

    /// How it ended, if it has. It is not reaped: as long as it is not, no other process gets its number, and its group
    /// can be ended safely.
    #[cfg(unix)]
    fn exit(&mut self) -> Option<String> {
        use rustix::process::{WaitId, WaitIdOptions, waitid};
        let pid = rustix::process::Pid::from_child(&self.child);
        let options = WaitIdOptions::EXITED | WaitIdOptions::NOWAIT | WaitIdOptions::NOHANG;
        let status = waitid(WaitId::Pid(pid), options).ok().flatten()?;
        Some(match (status.exit_status(), status.terminating_signal()) {
            (Some(code), _) => format!("it ended with exit code {code}"),
            (_, Some(signal)) => format!("it was ended by signal {signal}"),
            _ => "it ended".into(),
        })
    }

    #[cfg(not(unix))]
    fn exit(&mut self) -> Option<String> {
        let status = self.child.try_wait().ok().flatten()?;
        Some(format!("it ended ({status})"))
    }
}

impl Drop for Program {
    /// END, a moment to follow it, and then the end for it and its children. Nothing is left over.
    fn drop(&mut self) {
        self.say("END");
        self.input = None;
        let deadline = Instant::now() + GRACE;
        while self.exit().is_none() && Instant::now() < deadline {
            // A program that still talks must not be kept from ending by a full pipe.
            self.pass_over();
            std::thread::sleep(LOOK_EVERY);
        }
        let is_over = self.exit();
        self.memory = None;
        self.family.end();
        // Where there are no groups this is all there is; where there are, it has ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
        self.family.leave();
        self.log
            .add(Voice::Note, &is_over.unwrap_or_else(|| "it did not end by itself, and was ended".into()));
    }
}

/// A line for the log and for people.
fn readable(line: &Line) -> String {
    match line {
        Line::Whole(bytes) => String::from_utf8_lossy(bytes).into_owned(),
        Line::Cut(bytes) => format!("{}…", String::from_utf8_lossy(bytes)),
    }
}
