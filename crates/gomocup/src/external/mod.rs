//! Any program that speaks the Gomocup protocol as an agent: Kinrow is its manager.
//!
//! A program is started for each game and ended with it. Whatever it does, the game goes on or is lost with a reason in
//! the record: silence is a loss on time, an illegal point an illegal move, and a crash, a refusal, a flood or nonsense an
//! error with the program's own words.

mod ask;
mod family;
mod find;
mod log;
mod memory;
mod program;
mod words;

use std::path::PathBuf;
use std::time::{Duration, Instant};

use kinrow_agent::{
    Action, Agent, AgentError, Decision, Limits, OptionKind, OptionSpec, Options, SWITCH, Stop, Thinking,
    switch,
};
use kinrow_game::{Game, Point, Position, Rules};

pub use self::family::adopt_orphans;
use self::program::{Program, Silence};
use super::command::At;
use super::line_reader::Line;
use super::reply::{self, Reply};
use super::settings::ToldRules;
use super::stones;

/// What a program is told of time when the game sets none. It is waited for longer: it may not care.
const UNTOLD: Duration = Duration::from_secs(5);

/// How long after the end of a move's time an answer is still waited for. Whether it counts is the referee's affair.
const PATIENCE: Duration = Duration::from_secs(1);

/// Lines for people in one answer at the most.
const MOST_ASIDES: u32 = 10_000;

/// How often a stop is looked for.
const LOOK_EVERY: Duration = Duration::from_millis(20);

/// How a program is run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ExternalOptions {
    /// The longest wait for an answer when the game sets no time; also for START.
    pub timeout: Duration,
    /// A file for the dialogue and the program's error output.
    pub log: Option<PathBuf>,
    /// Memory it may hold, with everything it starts: it is told so, and loses when it holds more (on Linux).
    pub megabytes: Option<u64>,
    /// Whether it understands boards that the plain protocol does not have.
    pub extensions: bool,
}

impl ExternalOptions {
    /// The options by name, and the command.
    pub const DECLARED: &'static [OptionSpec] = &[
        OptionSpec::new("cmd", OptionKind::Text, None),
        OptionSpec::new("timeout", OptionKind::Time, Some("30s")),
        // Written and not read: what stands in it does not make another player, as a model file does.
        OptionSpec::new("log", OptionKind::Text, None),
        OptionSpec::new("memory", OptionKind::Whole { least: 1, most: 1_000_000 }, None),
        OptionSpec::new("extensions", SWITCH, Some(switch(false))),
    ];

    /// The command among options by name; empty where none is given.
    #[must_use]
    pub fn command(given: &Options) -> &str {
        given.get("cmd").unwrap_or("")
    }
}

impl From<&Options> for ExternalOptions {
    /// From options by name.
    fn from(given: &Options) -> Self {
        ExternalOptions {
            timeout: given.time("timeout").expect("a time with a default"),
            log: given.get("log").map(PathBuf::from),
            megabytes: given.whole("memory"),
            extensions: given.is_on("extensions"),
        }
    }
}

impl Default for ExternalOptions {
    fn default() -> Self {
        ExternalOptions::from(&Options::new(Self::DECLARED))
    }
}

kinrow_game::sentences! {
    /// Why a program cannot be run.
    pub enum ExternalError {
        /// None is named.
        NoCommand {} = "external-no-cmd" =>
            "external needs a program: write external:cmd=\"./pbrain-x\"",
        /// The command cannot be parted into words.
        Words { cmd: String } = "external-words" =>
            "the quotes in the command '{cmd}' do not match: close them",
        /// There is no such program.
        Missing { program: String } = "external-missing" =>
            "there is no program '{program}' that could be run: give its path, such as cmd=\"./{program}\", and see that it may be executed",
        /// The log cannot be written.
        Log { path: String, why: String } = "external-log" =>
            "the log {path} cannot be written ({why}): choose a file that can",
    }
}

/// Ends every program that runs: for whoever ends Kinrow without dropping its agents.
pub fn kill_all() {
    family::kill_all();
}

/// A program as an agent.
pub struct External {
    words: Vec<String>,
    options: ExternalOptions,
    spec: String,
    running: Option<Running>,
}

/// A program in a game.
struct Running {
    program: Program,
    /// The position that it knows: the empty board, or the one after its last move.
    known: Position,
}

/// What came of waiting.
enum Heard {
    Reply(Reply),
    /// Somebody said stop.
    Stopped,
}

impl External {
    /// The program that `cmd` names, with the spec that names both.
    ///
    /// # Errors
    /// When there is no such program, or its log cannot be written.
    pub fn new(cmd: &str, options: ExternalOptions, spec: String) -> Result<External, ExternalError> {
        let words = words::words(cmd).ok_or_else(|| ExternalError::Words { cmd: cmd.into() })?;
        let program = words.first().ok_or(ExternalError::NoCommand {})?;
        if !find::is_runnable(program) {
            return Err(ExternalError::Missing { program: program.clone() });
        }
        if let Some(path) = &options.log {
            let refuse = |error: std::io::Error| ExternalError::Log {
                path: path.display().to_string(),
                why: error.to_string(),
            };
            log::open(path).map_err(refuse)?;
        }
        Ok(External { words, options, spec, running: None })
    }

    fn failed(&self, why: impl Into<String>) -> AgentError {
        AgentError::Failed { agent: self.spec.clone(), why: why.into() }
    }

    /// Starts the program on an empty board; `Ok` without one when somebody said stop.
    fn start(&self, rules: Rules, stop: &Stop) -> Result<Option<Running>, AgentError> {
        let program = Program::start(&self.words, self.options.log.as_deref(), self.options.megabytes);
        let mut program = program.map_err(|error| self.failed(format!("it cannot be started: {error}")))?;
        let told = ToldRules::of(rules);
        for line in ask::start(rules, &told) {
            program.say(&line);
        }
        match self.wait(&mut program, self.options.timeout, stop)? {
            Heard::Reply(Reply::Ok) => {}
            Heard::Reply(reply) => return Err(self.refused(&reply, "OK")),
            Heard::Stopped => return Ok(None),
        }
        for line in ask::settings(&told, self.options.megabytes) {
            program.say(&line);
        }
        Ok(Some(Running { program, known: Position::new(rules) }))
    }

    /// The next line that is an answer.
    fn wait(&self, program: &mut Program, longest: Duration, stop: &Stop) -> Result<Heard, AgentError> {
        let deadline = Instant::now() + longest;
        let mut asides = 0;
        loop {
            if stop.is_stopped() {
                return Ok(Heard::Stopped);
            }
            let left = deadline.saturating_duration_since(Instant::now());
            let line = match program.hear(left.min(LOOK_EVERY)) {
                Ok(line) => line,
                Err(Silence::Ended) => {
                    self.check_memory(program)?;
                    return Err(self.failed(program.last_words()));
                }
                Err(Silence::Waiting) if left.is_zero() => {
                    let waited = format!("{} ms", longest.as_millis());
                    program.note(&format!("no answer within {waited}"));
                    return Err(AgentError::Late { agent: self.spec.clone(), waited });
                }
                Err(Silence::Waiting) => continue,
            };
            let (Line::Whole(bytes) | Line::Cut(bytes)) = &line;
            match reply::parse(bytes) {
                Reply::Aside => {
                    asides += 1;
                    if asides > MOST_ASIDES {
                        return Err(
                            self.failed(format!("it said more than {MOST_ASIDES} lines without an answer"))
                        );
                    }
                }
                reply => {
                    self.check_memory(program)?;
                    return Ok(Heard::Reply(reply));
                }
            }
        }
    }

    /// Whether it has kept to its memory.
    fn check_memory(&self, program: &Program) -> Result<(), AgentError> {
        let (Some(used), Some(most)) = (program.too_much_memory(), self.options.megabytes) else {
            return Ok(());
        };
        program.note(&format!("it used {used} MB of memory, and was ended"));
        Err(AgentError::Memory { agent: self.spec.clone(), used, most })
    }

    /// Why a reply is not what was expected.
    fn refused(&self, reply: &Reply, expected: &str) -> AgentError {
        self.failed(match reply {
            Reply::Error(words) => format!("it said ERROR {words}"),
            Reply::Unknown(words) => format!("it said UNKNOWN {words}"),
            Reply::Other(words) => format!("it said '{words}', not {expected}"),
            Reply::Ok => format!("it said OK, not {expected}"),
            Reply::Move(at) | Reply::Suggest(at) => format!("it said {at}, not {expected}"),
            Reply::Aside => format!("it said nothing but remarks, not {expected}"),
        })
    }

    /// The point that it chose, if it can be played.
    fn judge(&self, position: &Position, at: At) -> Result<Point, AgentError> {
        let illegal =
            |why: String| AgentError::IllegalMove { agent: self.spec.clone(), given: at.to_string(), why };
        let rules = position.rules();
        let point = stones::point(rules, at).ok_or_else(|| illegal(format!("outside the board {rules}")))?;
        position.try_play(point).map_err(|error| illegal(error.to_string()))?;
        Ok(point)
    }

    /// Asks the program that runs, or a new one; `None` when somebody said stop.
    fn ask(
        &self,
        running: Option<Running>,
        position: &Position,
        limits: &Limits,
        thinking: &Thinking<'_, Point>,
    ) -> Result<Option<(Running, Point)>, AgentError> {
        let asked = |running: &Running| ask::question(&running.known, position, thinking.record);
        // One that knows another position is of no use any more; a new one can be told of any.
        let usable = running.and_then(|running| asked(&running).map(|question| (running, question)));
        let (mut running, question) = match usable {
            Some(usable) => usable,
            None => {
                let Some(running) = self.start(position.rules(), &thinking.stop)? else { return Ok(None) };
                let question = asked(&running).expect("a new program can be told of every position");
                (running, question)
            }
        };
        let program = &mut running.program;
        program.pass_over();
        let told = limits.time.unwrap_or(self.options.timeout.min(UNTOLD));
        for line in ask::limits(limits, told).into_iter().chain(question) {
            program.say(&line);
        }
        let longest = limits.time.map_or(self.options.timeout, |time| time + PATIENCE);
        let at = match self.wait(program, longest, &thinking.stop)? {
            Heard::Reply(Reply::Move(at)) => at,
            Heard::Reply(Reply::Suggest(at)) => {
                program.say(&format!("PLAY {at}"));
                match self.wait(program, longest, &thinking.stop)? {
                    Heard::Reply(Reply::Move(at)) => at,
                    Heard::Reply(reply) => return Err(self.refused(&reply, "a move such as 7,7")),
                    Heard::Stopped => return Ok(None),
                }
            }
            Heard::Reply(reply) => return Err(self.refused(&reply, "a move such as 7,7")),
            Heard::Stopped => return Ok(None),
        };
        let point = self.judge(position, at)?;
        running.known = position.play(point);
        Ok(Some((running, point)))
    }
}

impl Agent<Position> for External {
    fn choose(
        &mut self,
        position: &Position,
        limits: &Limits,
        thinking: &mut Thinking<'_, Point>,
    ) -> Result<Decision<Point>, AgentError> {
        self.accepts(position, limits)?;
        // Whatever goes wrong, the program has been dropped then, and thereby ended.
        let running = self.running.take();
        let started = Instant::now();
        let Some((running, point)) = self.ask(running, position, limits, thinking)? else {
            return Ok(Decision { action: Action::Leave, ..Decision::of(Point::from_index(0)) });
        };
        self.running = Some(running);
        let mut decision = Decision::of(point);
        decision.statistics.time = started.elapsed();
        Ok(decision)
    }

    fn accepts(&self, position: &Position, _: &Limits) -> Result<(), AgentError> {
        let rules = position.rules();
        if !ToldRules::of(rules).needs_extensions || self.options.extensions {
            return Ok(());
        }
        let why = format!(
            "the protocol is for five in a row on boards from 5x5 to 20x20, not for {rules}; add extensions=on if the program knows INFO kinrow_k and INFO kinrow_variant"
        );
        Err(AgentError::CannotPlay { agent: self.spec.clone(), why })
    }

    fn new_game(&mut self) {
        self.running = None;
    }

    fn prepare(&mut self, position: &Position, limits: &Limits, stop: &Stop) -> Result<(), AgentError> {
        self.accepts(position, limits)?;
        self.running = None;
        self.running = self.start(position.rules(), stop)?;
        Ok(())
    }
}
