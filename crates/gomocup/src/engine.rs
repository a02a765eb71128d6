//! The brain at work: reads lines, thinks in a thread of its own, and writes answers.
//!
//! Lines are answered in the order in which they came. They are read all the time, so that a thought can be hurried by
//! what comes after it. Whatever is written is written by the thread that listens. On a busy machine that is what keeps to the time: a thread that
//! has been searching may wait for the processor while all others have their turn, one that has slept gets it soon. So if a search that should
//! have ended is not heard of, the listener answers with the best move that the search has reported.

use std::io::{Read, Write};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::thread::Builder;
use std::time::{Duration, Instant};

use kinrow_agent::{Seed, Stop};
use kinrow_game::{Game, Point, Rules};

use super::brain::{self, Brain, Question, Step, Taken, Task, Thought};
use super::clock::{grace, standstill};
use super::command::{self, Command};
use super::line_reader::{Line, LineReader};
use super::think::{BestSoFar, think};
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
    let mut engine = Engine {
        brain: Brain::new(thinkers, seed),
        inbox,
        sender,
        output: Some(output),
        stop,
        waiting: Waiting::default(),
        farewell: None,
        asked: Instant::now(),
        answered: Instant::now(),
    };
    engine.work();
    engine.output
}

/// What the brain hears.
enum Heard {
    /// A line, and when it came.
    Line(Line, Instant),
    /// The input has ended.
    End,
    /// A line for people, of the thought that is under way.
    Told(String),
    /// A thought is finished; the agent comes back with it.
    Thought(Box<Task>, Result<Thought, String>),
}

struct Engine<'a, W> {
    brain: Brain,
    inbox: Receiver<Heard>,
    sender: SyncSender<Heard>,
    /// Where answers go; `None` once nobody reads them.
    output: Option<W>,
    stop: &'a Stop,
    waiting: Waiting,
    /// Set once END or the end of the input was read: when agents are no longer waited for.
    farewell: Option<Instant>,
    /// When the command came that is being followed: a manager's clock runs from then.
    asked: Instant,
    /// When the last answer was written.
    answered: Instant,
}

impl<W: Write + Send + 'static> Engine<'_, W> {
    fn work(&mut self) {
        while let Some((line, came)) = self.next_line() {
            if !self.brain.is_reading_stones() {
                self.asked = came;
            }
            match self.brain.take(&line) {
                Step::Silence | Step::Stop => {}
                Step::Answer(answer) => self.say(&answer),
                Step::NewGame => {
                    // A game of which the next lines are known already is not waited for by anybody.
                    if self.farewell.is_none() && self.waiting.is_empty() {
                        self.brain.make_ready();
                    }
                    self.say("OK");
                }
                Step::End => return,
                Step::Think(task) => self.think(task),
            }
            if self.output.is_none() || self.stop.is_stopped() {
                return;
            }
        }
    }

    fn say(&mut self, line: &str) {
        let Some(writer) = &mut self.output else { return };
        // One write for the whole line, and out at once: the manager waits for it.
        let written = writer.write_all(format!("{line}\n").as_bytes()).and_then(|()| writer.flush());
        if written.is_err() {
            self.output = None;
        }
    }

    /// The next line, and from when on its time counts: not before whatever was asked earlier was answered. `None` at the end.
    fn next_line(&mut self) -> Option<(Line, Instant)> {
        while let Some(next) = self.waiting.next() {
            match next {
                Next::Line(line, came) => return Some((line, came.max(self.answered))),
                Next::Lost => self.say("ERROR too many lines wait while the brain thinks"),
            }
        }
        while self.farewell.is_none() && !self.stop.is_stopped() {
            match self.inbox.recv_timeout(LOOK_EVERY) {
                Ok(Heard::Line(line, came)) => return Some((line, came)),
                Ok(Heard::End) | Err(RecvTimeoutError::Disconnected) => return None,
                Ok(Heard::Told(..) | Heard::Thought(..)) | Err(RecvTimeoutError::Timeout) => {}
            }
        }
        None
    }

    /// Thinks in a thread, and listens meanwhile.
    fn think(&mut self, task: Box<Task>) {
        let (position, question, is_fitting) = (task.position, task.question, task.is_fitting);
        let is_overdue =
            |farewell: Option<Instant>| farewell.is_some_and(|farewell| Instant::now() >= farewell);
        if is_overdue(self.farewell) {
            // So many thoughts wait that there is no time even to look at the board.
            let first = || position.moves().next().expect("a game that goes on has a legal move");
            let thought = without_agent(question, first);
            self.answer(position.rules(), &thought);
            return self.brain.thought(*task, thought.as_ref().ok(), Taken::default());
        }
        let moves_left = (position.moves_left() / 2).max(1);
        let grace = grace(task.time);
        let mut deadline = self.asked + task.time;
        let (stop, best) = (self.stop.child(), BestSoFar::new());
        if self.farewell.is_some() || self.waiting.is_hurrying() {
            stop.stop();
        }
        if !self.begin(task, deadline, &stop, &best) {
            return self.say("ERROR there is no thread to think in");
        }
        let mut stopped = Duration::ZERO;
        // What was answered before the agent came back, and how long that took.
        let mut early: Option<(Result<Thought, String>, Taken)> = None;
        loop {
            let now = Instant::now();
            if now >= deadline || self.output.is_none() {
                stop.stop();
            }
            if self.stop.is_stopped() {
                self.hear_end(&stop);
            }
            if is_overdue(self.farewell) {
                // The agent does not hear that it is to stop: it is not asked again.
                let thought = early.map_or_else(
                    || {
                        let thought = without_agent(question, || thinkers::at_once(&position));
                        self.answer(position.rules(), &thought);
                        thought
                    },
                    |(thought, _)| thought,
                );
                return self.brain.give_up_agent(position.rules(), thought.as_ref().ok());
            }
            if early.is_none()
                && now >= deadline + grace
                && question == Question::Move
                && let Some(point) = best.point().or_else(|| is_fitting.then(|| thinkers::at_once(&position)))
            {
                let all = self.asked.elapsed();
                let thought = Ok(Thought::Move(point));
                self.answer(position.rules(), &thought);
                early = Some((thought, Taken { all, stopped }));
            }
            let next = if now < deadline { deadline } else { deadline + grace };
            let next = next.min(self.farewell.unwrap_or(next)).saturating_duration_since(now);
            let wait = next.clamp(Duration::from_millis(1), LOOK_EVERY);
            let heard = self.inbox.recv_timeout(wait);
            // Never a long wait: when one was, nothing of this process has run, the search neither.
            stopped += standstill(wait, now.elapsed());
            match heard {
                Ok(Heard::Told(line)) if early.is_none() => self.say(&line),
                Ok(Heard::Thought(task, thought)) => {
                    let (thought, taken) = early.unwrap_or_else(|| {
                        // Before it is written: a manager may suspend the brain as soon as it has it.
                        let taken = Taken { all: self.asked.elapsed(), stopped };
                        self.answer(position.rules(), &thought);
                        (thought, taken)
                    });
                    return self.brain.thought(*task, thought.as_ref().ok(), taken);
                }
                // Nothing follows the end.
                Ok(Heard::Line(..)) if self.farewell.is_some() => {}
                Ok(Heard::Line(line, came)) => match meaning(&line) {
                    Some(Command::End) => self.hear_end(&stop),
                    // What waits before it is to be thought about as things were then.
                    Some(Command::Info(_)) if self.waiting.is_empty() => {
                        self.brain.take(&line);
                        // An earlier end counts at once; the search itself only knows the one it began with.
                        deadline = deadline.min(self.asked + self.brain.time_now(moves_left));
                    }
                    command => {
                        let is_hurry =
                            matches!(command, Some(Command::Stop | Command::Start(..) | Command::Restart));
                        self.waiting.add(line, came, is_hurry);
                        if is_hurry {
                            stop.stop();
                        }
                    }
                },
                Ok(Heard::End) => self.hear_end(&stop),
                Ok(Heard::Told(_)) | Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => {}
            }
        }
    }

    /// END, the end of the input, or a stop: whatever was asked before is answered at once.
    fn hear_end(&mut self, stop: &Stop) {
        self.farewell.get_or_insert_with(|| Instant::now() + FAREWELL);
        stop.stop();
    }

    /// Begins to think in a thread; false when there is none to be had.
    fn begin(&self, mut task: Box<Task>, deadline: Instant, stop: &Stop, best: &BestSoFar) -> bool {
        let (sender, stop, best) = (self.sender.clone(), stop.clone(), best.clone());
        let work = move || {
            // Nobody listens only when everything ends.
            let mut tell = |line| drop(sender.send(Heard::Told(line)));
            let thought = think(&mut task, deadline, &stop, &best, &mut tell);
            let _ = sender.send(Heard::Thought(task, thought));
        };
        Builder::new().stack_size(STACK).spawn(work).is_ok()
    }

    fn answer(&mut self, rules: Rules, thought: &Result<Thought, String>) {
        match thought {
            Ok(thought) => self.say(&brain::answer(rules, thought)),
            Err(why) => self.say(&format!("ERROR {why}")),
        }
        self.answered = Instant::now();
    }
}

/// What is answered when the agent has no time.
fn without_agent(question: Question, point: impl FnOnce() -> Point) -> Result<Thought, String> {
    match question {
        Question::Move => Ok(Thought::Move(point())),
        Question::Opening(_) => Err("there was no time to choose a colour".into()),
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
