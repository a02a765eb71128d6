//! The brain at work: reads lines, thinks in a thread of its own, and writes answers.
//!
//! Lines are read all the time, so that STOP, END and INFO are heard while the brain thinks; all others wait for their
//! turn. The thread that thinks also writes its answer: on a busy machine each further hand that a move goes through
//! may cost the time that it has.

use std::collections::VecDeque;
use std::io::{Read, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{Builder, Scope};
use std::time::{Duration, Instant};

use kinrow_agent::{Seed, Stop};
use kinrow_game::Game;

use super::brain::{self, Brain, Step, Task, Thought};
use super::command::{self, Command};
use super::lines::{Line, Lines};
use super::think::think;
use crate::spec::AgentSpec;

/// How often the flag of Ctrl-C is looked at while nothing else happens.
const LOOK_EVERY: Duration = Duration::from_millis(100);

/// Lines that may wait while the brain thinks: some megabytes at the most, and more than any manager sends.
const MOST_WAITING: usize = 2000;

/// The searches call themselves for each ply.
const STACK: usize = 8 << 20;

/// Plays by the Gomocup protocol until END, the end of `input`, or `stop`. `agent` thinks, or one that suits the board.
pub fn run(
    agent: Option<AgentSpec>,
    seed: Seed,
    input: impl Read + Send + 'static,
    output: impl Write + Send,
    stop: &Stop,
) {
    // Bounded, so that a manager that floods waits for the brain and not the brain's memory for the manager.
    let (sender, inbox) = sync_channel(64);
    let lines = sender.clone();
    // Not waited for: it may hang on an input that nobody closes, and ends with the program.
    std::thread::spawn(move || {
        for line in Lines::new(input) {
            if lines.send(Heard::Line(line, Instant::now())).is_err() {
                return;
            }
        }
        // Nobody listens any more: the brain has ended before its input.
        let _ = lines.send(Heard::End);
    });
    let output = Output(Mutex::new(Some(output)));
    std::thread::scope(|scope| {
        let brain = Brain::new(agent, seed);
        let mut engine = Engine {
            brain,
            inbox,
            sender,
            output: &output,
            stop,
            waiting: VecDeque::new(),
            is_input_over: false,
            asked: Instant::now(),
        };
        engine.work(scope);
    });
}

/// What the brain hears.
enum Heard {
    /// A line, and when it came.
    Line(Line, Instant),
    /// The input has ended.
    End,
    /// A thought is finished; the agent comes back with it.
    Thought(Box<Task>, Option<Thought>),
}

/// Where answers go; `None` once nobody reads them.
struct Output<W>(Mutex<Option<W>>);

impl<W: Write> Output<W> {
    fn lock(&self) -> MutexGuard<'_, Option<W>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn say(&self, line: &str) {
        Self::write(&mut self.lock(), line);
    }

    fn write(output: &mut Option<W>, line: &str) {
        let Some(writer) = output else { return };
        // One write for the whole line, and out at once: the manager waits for it.
        let written = writer.write_all(format!("{line}\n").as_bytes()).and_then(|()| writer.flush());
        if written.is_err() {
            *output = None;
        }
    }

    fn is_closed(&self) -> bool {
        self.lock().is_none()
    }
}

/// How a thought is led from outside.
#[derive(Clone)]
struct Reins {
    /// Says that it is to end.
    stop: Stop,
    /// Whether its answer is still wanted; looked at, and changed, with the output locked.
    is_wanted: Arc<AtomicBool>,
}

struct Engine<'a, W> {
    brain: Brain,
    inbox: Receiver<Heard>,
    sender: SyncSender<Heard>,
    output: &'a Output<W>,
    stop: &'a Stop,
    /// Lines that came while the brain thought.
    waiting: VecDeque<Line>,
    is_input_over: bool,
    /// When the command came that is being followed: a manager's clock runs from then.
    asked: Instant,
}

impl<'env, W: Write + Send> Engine<'env, W> {
    fn work<'scope>(&mut self, scope: &'scope Scope<'scope, 'env>) {
        while let Some((line, came)) = self.next_line() {
            if !self.brain.is_reading_stones() {
                self.asked = came;
            }
            match self.brain.take(&line) {
                Step::Silence | Step::Stop => {}
                Step::Answer(answer) => self.output.say(&answer),
                Step::End => return,
                Step::Think(task) => {
                    if !self.think(scope, task) {
                        return;
                    }
                }
            }
            if self.output.is_closed() {
                return;
            }
        }
    }

    /// The next line, and from when on its time counts; `None` at the end.
    fn next_line(&mut self) -> Option<(Line, Instant)> {
        if let Some(line) = self.waiting.pop_front() {
            return Some((line, Instant::now()));
        }
        while !self.is_input_over && !self.stop.is_stopped() {
            match self.inbox.recv_timeout(LOOK_EVERY) {
                Ok(Heard::Line(line, came)) => return Some((line, came)),
                Ok(Heard::End) | Err(RecvTimeoutError::Disconnected) => return None,
                Ok(Heard::Thought(..)) | Err(RecvTimeoutError::Timeout) => {}
            }
        }
        None
    }

    /// Thinks in a thread and listens meanwhile; false when the brain is to end.
    fn think<'scope>(&mut self, scope: &'scope Scope<'scope, 'env>, task: Box<Task>) -> bool {
        let moves_left = (task.position.moves_left() / 2).max(1);
        let mut deadline = self.asked + task.time;
        let reins = Reins { stop: self.stop.child(), is_wanted: Arc::default() };
        reins.is_wanted.store(true, Ordering::Relaxed);
        if self.is_input_over {
            reins.stop.stop();
        }
        if !self.begin(scope, task, deadline, &reins) {
            self.output.say("ERROR there is no thread to think in");
            return true;
        }
        let mut is_ended = false;
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            match self.inbox.recv_timeout(left.clamp(Duration::from_millis(1), LOOK_EVERY)) {
                Ok(Heard::Thought(task, thought)) => {
                    let is_wanted = reins.is_wanted.load(Ordering::Relaxed);
                    self.brain.thought(*task, thought.as_ref().filter(|_| is_wanted), self.asked.elapsed());
                    return !is_ended && !self.stop.is_stopped();
                }
                Ok(Heard::Line(line, _)) => match meaning(&line) {
                    Some(Command::Stop) => reins.stop.stop(),
                    Some(Command::Info(_)) => {
                        self.brain.take(&line);
                        // An earlier end counts at once; the search itself only knows the one it began with.
                        deadline = deadline.min(self.asked + self.brain.time_now(moves_left));
                    }
                    Some(Command::End) => {
                        is_ended = true;
                        self.drop_answer(&reins);
                    }
                    Some(Command::Start(..) | Command::Restart) => {
                        self.drop_answer(&reins);
                        self.put_off(line);
                    }
                    _ => self.put_off(line),
                },
                Ok(Heard::End) => {
                    self.is_input_over = true;
                    reins.stop.stop();
                }
                Err(RecvTimeoutError::Timeout) => {
                    if Instant::now() >= deadline || self.output.is_closed() {
                        reins.stop.stop();
                    }
                }
                Err(RecvTimeoutError::Disconnected) => return false,
            }
        }
    }

    /// Begins to think in a thread; false when there is none to be had.
    fn begin<'scope>(
        &self,
        scope: &'scope Scope<'scope, 'env>,
        mut task: Box<Task>,
        deadline: Instant,
        reins: &Reins,
    ) -> bool {
        let (sender, output, reins) = (self.sender.clone(), self.output, reins.clone());
        let work = move || {
            let say = |line: &str| {
                let mut output = output.lock();
                if reins.is_wanted.load(Ordering::Relaxed) {
                    Output::write(&mut output, line);
                }
            };
            let thought = think(&mut task, deadline, &reins.stop, &mut |line| say(line));
            match &thought {
                Ok(thought) => say(&brain::answer(task.position.rules(), thought)),
                Err(why) => say(&format!("ERROR {why}")),
            }
            // Nobody listens only when everything ends.
            let _ = sender.send(Heard::Thought(task, thought.ok()));
        };
        Builder::new().stack_size(STACK).spawn_scoped(scope, work).is_ok()
    }

    /// Lets a thought end without an answer. Nothing is written after this: the output's lock is held.
    fn drop_answer(&self, reins: &Reins) {
        let _output = self.output.lock();
        reins.is_wanted.store(false, Ordering::Relaxed);
        reins.stop.stop();
    }

    fn put_off(&mut self, line: Line) {
        if self.waiting.len() < MOST_WAITING {
            self.waiting.push_back(line);
        } else {
            self.output.say("ERROR too many lines wait while the brain thinks");
        }
    }
}

fn meaning(line: &Line) -> Option<Command> {
    match line {
        Line::Whole(bytes) => command::parse(bytes).ok(),
        Line::Cut(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// What the engine writes when it is given all its input at once.
    fn output(input: &[u8]) -> String {
        let mut written = Vec::new();
        let agent = Some("random".parse().unwrap());
        run(agent, Seed(1), std::io::Cursor::new(input.to_vec()), &mut written, &Stop::new());
        String::from_utf8(written).unwrap()
    }

    #[test]
    fn lines_that_come_while_it_thinks_wait_for_their_turn() {
        let written = output(b"start 5\r\nbegin\r\nABOUT\r\nTAKEBACK 9,9\nhalf a li");
        let answers: Vec<&str> = written.lines().filter(|line| !line.starts_with("MESSAGE")).collect();
        assert_eq!(answers.len(), 5, "{written}");
        assert_eq!(answers[0], "OK");
        assert!(answers[1].contains(','), "{written}");
        assert!(answers[2].starts_with("name=\"Kinrow\""));
        assert_eq!(answers[3..], ["ERROR there is no stone on 9,9", "UNKNOWN there is no command 'half'"]);
    }

    #[test]
    fn nothing_follows_the_end() {
        assert_eq!(output(b"START 5\nEND\nABOUT\n"), "OK\n");
        assert_eq!(output(b""), "");
    }

    #[test]
    fn a_long_line_is_refused_and_the_next_one_heard() {
        let mut input = b"START ".to_vec();
        input.extend(std::iter::repeat_n(b'1', 1_000_000));
        input.extend_from_slice(b"\n\0\0\0\n\xff\xfe\nSTART 15\n");
        let refused =
            "ERROR this line is too long\nERROR this line is not text\nERROR this line is not text\nOK\n";
        assert_eq!(output(&input), refused);
    }

    #[test]
    fn a_stop_from_outside_ends_it() {
        /// An input that nobody ends.
        struct Quiet;
        impl Read for Quiet {
            fn read(&mut self, _: &mut [u8]) -> std::io::Result<usize> {
                std::thread::park();
                Err(std::io::ErrorKind::Interrupted.into())
            }
        }
        let stop = Stop::new();
        stop.stop();
        run(None, Seed(1), Quiet, Vec::new(), &stop);
    }

    proptest! {
        #![proptest_config(kinrow_testing::cases!(256))]

        #[test]
        fn no_input_is_too_much(input in proptest::collection::vec(any::<u8>(), 0..2000)) {
            output(&input);
        }
    }
}
