//! The brain at work: reads lines, thinks in a thread of its own, and writes answers.
//!
//! Lines are answered in the order in which they came. They are read all the time, so that a thought can be hurried by
//! what comes after it. The thread that thinks also writes its answer: on a busy machine each further hand that a move
//! goes through may cost the time that it has.

use std::io::{Read, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::Builder;
use std::time::{Duration, Instant};

use kinrow_agent::{Seed, Stop};
use kinrow_game::{Game, Point, Position, Rules};

use super::brain::{self, Brain, Question, Step, Taken, Task, Thought};
use super::clock::standstill;
use super::command::{self, Command};
use super::line_reader::{Line, LineReader};
use super::think::think;
use super::thinkers::{self, Thinkers};
use super::waiting::{Next, Waiting};

/// How often the stop flag is looked at while nothing else happens.
const LOOK_EVERY: Duration = Duration::from_millis(100);

/// How long agents may take to answer once END or the end of the input was read. The program promises to end within
/// 500 ms; the rest is for what they leave unanswered.
const FAREWELL: Duration = Duration::from_millis(300);

/// The searches call themselves for each ply.
const STACK: usize = 8 << 20;

/// Plays by the Gomocup protocol until END, the end of `input`, or `stop`. `thinkers` think.
/// Gives the output back, unless nobody reads it any more.
pub fn run<W: Write + Send + 'static>(
    thinkers: Thinkers,
    seed: Seed,
    input: impl Read + Send + 'static,
    output: W,
    stop: &Stop,
) -> Option<W> {
    // Bounded, so that a manager that floods waits for the brain and not the brain's memory for the manager.
    let (sender, inbox) = sync_channel(64);
    let lines = sender.clone();
    // Not waited for: it may hang on an input that nobody closes, and ends with the program.
    std::thread::spawn(move || {
        for line in LineReader::new(input) {
            if lines.send(Heard::Line(line, Instant::now())).is_err() {
                return;
            }
        }
        // Nobody listens any more: the brain has ended before its input.
        let _ = lines.send(Heard::End);
    });
    let output = Output(Arc::new(Mutex::new(Some(output))));
    let mut engine = Engine {
        brain: Brain::new(thinkers, seed),
        inbox,
        sender,
        output: output.clone(),
        stop,
        waiting: Waiting::default(),
        farewell: None,
        asked: Instant::now(),
    };
    engine.work();
    // An agent that still thinks finds nothing to write to.
    output.lock().take()
}

/// What the brain hears.
enum Heard {
    /// A line, and when it came.
    Line(Line, Instant),
    /// The input has ended.
    End,
    /// A thought is finished, and when; the agent comes back with it.
    Thought(Box<Task>, Option<Thought>, Instant),
}

/// Where answers go; `None` once nobody reads them.
struct Output<W>(Arc<Mutex<Option<W>>>);

impl<W> Clone for Output<W> {
    fn clone(&self) -> Self {
        Output(self.0.clone())
    }
}

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
    /// It has answered, or somebody else has answered for it; looked at, and changed, with the output locked.
    is_answered: Arc<AtomicBool>,
}

impl Reins {
    /// Writes the answer, if there is none yet.
    fn answer<W: Write>(&self, output: &Output<W>, line: &str) -> bool {
        let mut output = output.lock();
        let is_first = !self.is_answered.swap(true, Ordering::Relaxed);
        if is_first {
            Output::write(&mut output, line);
        }
        is_first
    }
}

struct Engine<'a, W> {
    brain: Brain,
    inbox: Receiver<Heard>,
    sender: SyncSender<Heard>,
    output: Output<W>,
    stop: &'a Stop,
    waiting: Waiting,
    /// Set once END or the end of the input was read: when agents are no longer waited for.
    farewell: Option<Instant>,
    /// When the command came that is being followed: a manager's clock runs from then.
    asked: Instant,
}

impl<W: Write + Send + 'static> Engine<'_, W> {
    fn work(&mut self) {
        while let Some((line, came)) = self.next_line() {
            if !self.brain.is_reading_stones() {
                self.asked = came;
            }
            match self.brain.take(&line) {
                Step::Silence | Step::Stop => {}
                Step::Answer(answer) => self.output.say(&answer),
                Step::End => return,
                Step::Think(task) => self.think(task),
            }
            if self.output.is_closed() || self.stop.is_stopped() {
                return;
            }
        }
    }

    /// The next line, and from when on its time counts; `None` at the end.
    fn next_line(&mut self) -> Option<(Line, Instant)> {
        while let Some(next) = self.waiting.next() {
            match next {
                Next::Line(line) => return Some((line, Instant::now())),
                Next::Lost => self.output.say("ERROR too many lines wait while the brain thinks"),
            }
        }
        while self.farewell.is_none() && !self.stop.is_stopped() {
            match self.inbox.recv_timeout(LOOK_EVERY) {
                Ok(Heard::Line(line, came)) => return Some((line, came)),
                Ok(Heard::End) | Err(RecvTimeoutError::Disconnected) => return None,
                Ok(Heard::Thought(..)) | Err(RecvTimeoutError::Timeout) => {}
            }
        }
        None
    }

    /// Thinks in a thread, and listens meanwhile.
    fn think(&mut self, task: Box<Task>) {
        let (position, question) = (task.position, task.question);
        let is_overdue =
            |farewell: Option<Instant>| farewell.is_some_and(|farewell| Instant::now() >= farewell);
        if is_overdue(self.farewell) {
            // So many thoughts wait that there is no time even to look at the board.
            let first = || position.moves().next().expect("a game that goes on has a legal move");
            let thought = without_agent(question, first);
            self.output.say(&spoken(position.rules(), &thought));
            return self.brain.thought(*task, thought.as_ref().ok(), Taken::default());
        }
        let moves_left = (position.moves_left() / 2).max(1);
        let mut deadline = self.asked + task.time;
        let reins = Reins { stop: self.stop.child(), is_answered: Arc::default() };
        if self.farewell.is_some() || self.waiting.is_hurrying() {
            reins.stop.stop();
        }
        if !self.begin(task, deadline, &reins) {
            return self.output.say("ERROR there is no thread to think in");
        }
        let mut stopped = Duration::ZERO;
        loop {
            let now = Instant::now();
            if now >= deadline || self.output.is_closed() {
                reins.stop.stop();
            }
            if self.stop.is_stopped() {
                self.hear_end(&reins);
            }
            if is_overdue(self.farewell) && self.answer_for_agent(&position, question, &reins) {
                return;
            }
            let next = deadline.min(self.farewell.unwrap_or(deadline)).saturating_duration_since(now);
            let wait = next.clamp(Duration::from_millis(1), LOOK_EVERY);
            let heard = self.inbox.recv_timeout(wait);
            // Never a long wait: when one was, nothing of this process has run, the search neither.
            stopped += standstill(wait, now.elapsed());
            match heard {
                Ok(Heard::Thought(task, thought, ready)) => {
                    let all = ready.saturating_duration_since(self.asked);
                    return self.brain.thought(*task, thought.as_ref(), Taken { all, stopped });
                }
                // Nothing follows the end.
                Ok(Heard::Line(..)) if self.farewell.is_some() => {}
                Ok(Heard::Line(line, _)) => match meaning(&line) {
                    Some(Command::End) => self.hear_end(&reins),
                    // What waits before it is to be thought about as things were then.
                    Some(Command::Info(_)) if self.waiting.is_empty() => {
                        self.brain.take(&line);
                        // An earlier end counts at once; the search itself only knows the one it began with.
                        deadline = deadline.min(self.asked + self.brain.time_now(moves_left));
                    }
                    command => {
                        let is_hurry =
                            matches!(command, Some(Command::Stop | Command::Start(..) | Command::Restart));
                        self.waiting.add(line, is_hurry);
                        if is_hurry {
                            reins.stop.stop();
                        }
                    }
                },
                Ok(Heard::End) => self.hear_end(&reins),
                Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => {}
            }
        }
    }

    /// END, the end of the input, or a stop: whatever was asked before is answered at once.
    fn hear_end(&mut self, reins: &Reins) {
        self.farewell.get_or_insert_with(|| Instant::now() + FAREWELL);
        reins.stop.stop();
    }

    /// Begins to think in a thread; false when there is none to be had.
    fn begin(&self, mut task: Box<Task>, deadline: Instant, reins: &Reins) -> bool {
        let (sender, output, reins) = (self.sender.clone(), self.output.clone(), reins.clone());
        let work = move || {
            let mut tell = |line: &str| {
                let mut output = output.lock();
                if !reins.is_answered.load(Ordering::Relaxed) {
                    Output::write(&mut output, line);
                }
            };
            let thought = think(&mut task, deadline, &reins.stop, &mut tell);
            // Before the answer is written: a manager may suspend the brain as soon as it has it.
            let ready = Instant::now();
            reins.answer(&output, &spoken(task.position.rules(), &thought));
            // Nobody listens only when everything ends.
            let _ = sender.send(Heard::Thought(task, thought.ok(), ready));
        };
        Builder::new().stack_size(STACK).spawn(work).is_ok()
    }

    /// Answers in place of an agent that does not hear that it is to stop, and is not asked again; false when it has
    /// answered by itself.
    fn answer_for_agent(&mut self, position: &Position, question: Question, reins: &Reins) -> bool {
        let thought = without_agent(question, || thinkers::at_once(position));
        if !reins.answer(&self.output, &spoken(position.rules(), &thought)) {
            return false;
        }
        self.brain.give_up_agent(position.rules(), thought.ok().as_ref());
        true
    }
}

/// What is answered when the agent has no time.
fn without_agent(question: Question, point: impl FnOnce() -> Point) -> Result<Thought, String> {
    match question {
        Question::Move => Ok(Thought::Move(point())),
        Question::Opening(_) => Err("there was no time to choose a colour".into()),
    }
}

fn spoken(rules: Rules, thought: &Result<Thought, String>) -> String {
    match thought {
        Ok(thought) => brain::answer(rules, thought),
        Err(why) => format!("ERROR {why}"),
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
        let input = std::io::Cursor::new(input.to_vec());
        String::from_utf8(run(Thinkers::of("random"), Seed(1), input, Vec::new(), &Stop::new()).unwrap())
            .unwrap()
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
        run(Thinkers::of(""), Seed(1), Quiet, Vec::new(), &stop);
    }

    proptest! {
        #![proptest_config(kinrow_testing::cases!(256))]

        #[test]
        fn no_input_is_too_much(input in proptest::collection::vec(any::<u8>(), 0..2000)) {
            output(&input);
        }
    }
}
