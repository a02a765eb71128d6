//! Every agent by name, with its options: from text to something that plays.
//!
//! The command line, the page, experiment files and tests all build agents here. What an agent and an option mean to
//! people is told by the text catalogues, under `agent.NAME` and `option.NAME-OPTION`.

use std::fs::File;
use std::io::{self, BufReader};
use std::path::{Path, PathBuf};

use kinrow_agent::{
    Agent, AgentError, Boards, Decision, Limits, OptionKind, OptionSpec, Options, RatedMoves, SWITCH, Seed,
    Stop, Thinking,
};
use kinrow_game::{Explain, Point, Position, Rules, closest, excerpt};
use kinrow_learn::{Learned, Method, Model, ModelError, Rates, ReadError, TrainError};
use kinrow_search::mcts::{FinalChoice, Mcts, MctsOptions, Rollout};
use kinrow_search::solve::{SolveOptions, SolverAgent};
use kinrow_search::{
    AlphaBeta, AlphaBetaOptions, Averaging, Distance, Evaluation, Minimax, MinimaxOptions, Order, Random,
};

use crate::spec::{AgentSpec, NameError};
use kinrow_files::FileError;
use kinrow_gomocup::external::{External, ExternalError, ExternalOptions};

/// An agent that plays any position.
pub type AnyAgent = Box<dyn Agent<Position>>;

/// A kind of agent.
#[derive(Debug)]
pub struct AgentKind {
    /// Its name in a spec.
    pub name: &'static str,
    /// Its options.
    pub options: &'static [OptionSpec],
    /// From options and circumstances.
    build: fn(&Options, Making) -> Result<AnyAgent, BuildError>,
}

/// The circumstances in which an agent is made.
struct Making {
    /// The spec that names its options.
    spec: String,
    /// Where its randomness comes from.
    seed: Seed,
    /// What its tables may take; its own choice when nobody says.
    megabytes: Option<u64>,
}

const DISTANCE: [(&str, Distance); 2] = [("on", Distance::Counted), ("off", Distance::Ignored)];
const FINAL: [(&str, FinalChoice); 2] = [("visits", FinalChoice::Visits), ("value", FinalChoice::Value)];
const ROLLOUT: [(&str, Rollout); 2] = [("random", Rollout::Random), ("tactical", Rollout::Tactical)];
const NEAR: [(&str, Option<u8>); 3] = [("off", None), ("1", Some(1)), ("2", Some(2))];

const DEPTH: OptionSpec = OptionSpec::new("depth", OptionKind::Whole { least: 1, most: 400 }, None);
const EVAL: OptionSpec =
    OptionSpec::new("eval", OptionKind::Choice(&["none", "open-ends", "runs"]), Some("none"));
const COUNT_DISTANCE: OptionSpec = OptionSpec::new("distance", SWITCH, Some("on"));
const TIME: OptionSpec = OptionSpec::new("time", OptionKind::Time, None);

const MODEL: OptionSpec = OptionSpec::new("file", OptionKind::File, None);
const LEARN: OptionSpec = OptionSpec::new("learn", SWITCH, Some("off"));
const EPISODES: OptionSpec =
    OptionSpec::new("budget", OptionKind::Whole { least: 1, most: 1_000_000_000 }, Some("500"));
const SHARE: OptionKind = OptionKind::Real { least: 0.0, most: 1.0 };

/// A table is learned with a step size and some exploration; a population has neither.
const TABLE_LEARNER: &[OptionSpec] =
    &[MODEL, LEARN, EPISODES, OptionSpec::new("alpha", SHARE, None), OptionSpec::new("epsilon", SHARE, None)];
const GENETIC_LEARNER: &[OptionSpec] = &[MODEL, LEARN, EPISODES];

macro_rules! learner {
    ($name:literal, $options:expr) => {
        AgentKind { name: $name, options: $options, build: |given, making| learned($name, given, making) }
    };
}

/// Every kind, in the order people meet them.
pub const ALL: &[AgentKind] = &[
    AgentKind {
        name: "random",
        options: &[],
        build: |_, making| Ok(Box::new(Boards(Random::new(making.seed)))),
    },
    AgentKind { name: "averaging", options: &[], build: |_, _| Ok(Box::new(Boards(Averaging))) },
    AgentKind {
        name: "minimax",
        options: &[DEPTH, EVAL, COUNT_DISTANCE],
        build: |given, making| {
            let options = MinimaxOptions {
                depth: given.whole("depth"),
                evaluation: given.choice("eval", &Evaluation::ALL),
                distance: given.choice("distance", &DISTANCE),
            };
            Ok(Box::new(Boards(Minimax::new(options, making.spec))))
        },
    },
    AgentKind {
        name: "alphabeta",
        options: &[
            DEPTH,
            EVAL,
            OptionSpec::new("near", OptionKind::Choice(&["off", "1", "2"]), Some("off")),
            OptionSpec::new("order", OptionKind::Choice(&["natural", "center", "history"]), Some("center")),
            OptionSpec::new("table", SWITCH, Some("on")),
            COUNT_DISTANCE,
        ],
        build: |given, making| {
            let options = AlphaBetaOptions {
                depth: given.whole("depth"),
                evaluation: given.choice("eval", &Evaluation::ALL),
                distance: given.choice("distance", &DISTANCE),
                near: given.choice("near", &NEAR),
                order: given.choice("order", &Order::ALL),
                table: given.is_on("table"),
            };
            Ok(Box::new(Boards(AlphaBeta::<Point>::new(options, making.spec))))
        },
    },
    AgentKind {
        name: "mcts",
        options: &[
            OptionSpec::new("playouts", OptionKind::Whole { least: 1, most: 1_000_000_000 }, None),
            TIME,
            OptionSpec::new("c", OptionKind::Real { least: 0.0, most: 100.0 }, Some("1.414")),
            OptionSpec::new("final", OptionKind::Choice(&["visits", "value"]), Some("visits")),
            OptionSpec::new("table", SWITCH, Some("off")),
            OptionSpec::new("rollout", OptionKind::Choice(&["random", "tactical"]), Some("random")),
            OptionSpec::new("solver", SWITCH, Some("off")),
            OptionSpec::new("keep", SWITCH, Some("off")),
        ],
        build: |given, making| {
            let usual = MctsOptions::default();
            let nodes = making.megabytes.map_or(usual.nodes, |megabytes| places(megabytes, NODE_BYTES));
            let options = MctsOptions {
                playouts: given.whole("playouts"),
                time: given.time("time"),
                c: given.real("c").unwrap_or(usual.c),
                final_choice: given.choice("final", &FINAL),
                table: given.is_on("table"),
                keep: given.is_on("keep"),
                rollout: given.choice("rollout", &ROLLOUT),
                solver: given.is_on("solver"),
                nodes: nodes.min(usual.nodes),
            };
            Ok(Box::new(Boards(Mcts::<Point>::new(options, making.seed))))
        },
    },
    AgentKind {
        name: "solve",
        options: &[OptionSpec::new("distance", SWITCH, Some("off"))],
        build: |given, making| {
            let usual = SolveOptions::default().megabytes;
            let megabytes = making.megabytes.map_or(usual, |megabytes| megabytes.min(usual));
            let options = SolveOptions { distance: given.is_on("distance"), megabytes };
            Ok(Box::new(Boards(SolverAgent::new(options))))
        },
    },
    learner!("td0", TABLE_LEARNER),
    learner!("selfplay", TABLE_LEARNER),
    learner!("qlearning", TABLE_LEARNER),
    learner!("sarsa", TABLE_LEARNER),
    learner!("genetic", GENETIC_LEARNER),
    AgentKind {
        name: "external",
        options: &[
            OptionSpec::new("cmd", OptionKind::Text, None),
            OptionSpec::new("timeout", OptionKind::Time, Some("30s")),
            // Written and not read: what stands in it does not make another player, as a model file does.
            OptionSpec::new("log", OptionKind::Text, None),
            OptionSpec::new("memory", OptionKind::Whole { least: 1, most: 1_000_000 }, None),
            OptionSpec::new("extensions", SWITCH, Some("off")),
        ],
        build: |given, making| {
            let cmd = given.get("cmd").unwrap_or("");
            let options = ExternalOptions {
                timeout: given.time("timeout").unwrap_or(ExternalOptions::default().timeout),
                log: given.get("log").map(PathBuf::from),
                megabytes: given.whole("memory"),
                extensions: given.is_on("extensions"),
            };
            Ok(Box::new(External::new(cmd, options, making.spec).map_err(BuildError::External)?))
        },
    },
];

/// The kind of this name, capitals or not.
///
/// # Errors
/// When there is none.
pub fn find(name: &str) -> Result<&'static AgentKind, NameError> {
    ALL.iter().find(|kind| kind.name.eq_ignore_ascii_case(name)).ok_or_else(|| {
        let (given, known) = (name.into(), names().join(", "));
        match closest(name, names()) {
            Some(meant) => NameError::Near { given, meant: meant.into(), known },
            None => NameError::Unknown { given, known },
        }
    })
}

/// Every name.
#[must_use]
pub fn names() -> Vec<&'static str> {
    ALL.iter().map(|kind| kind.name).collect()
}

/// Builds an agent whose randomness comes from `seed`.
///
/// # Errors
/// When it needs a file that cannot be read.
pub fn build(spec: &AgentSpec, seed: Seed) -> Result<AnyAgent, BuildError> {
    make(spec, Making { spec: spec.to_string(), seed, megabytes: None })
}

/// Builds an agent whose tables take at most so many megabytes, for those who run many at once. (Alpha-beta's never take
/// more than 50.)
///
/// # Errors
/// As [`build`].
pub fn build_within(spec: &AgentSpec, seed: Seed, megabytes: u64) -> Result<AnyAgent, BuildError> {
    make(spec, Making { spec: spec.to_string(), seed, megabytes: Some(megabytes) })
}

fn make(spec: &AgentSpec, making: Making) -> Result<AnyAgent, BuildError> {
    let agent = (spec.kind().build)(spec.options(), making)?;
    Ok(Box::new(Catalogued { spec: spec.full(), agent }))
}

/// What a node of Monte Carlo's tree takes in a wide, shallow tree.
const NODE_BYTES: u64 = 300;

/// How many things of a size fit.
fn places(megabytes: u64, bytes: u64) -> usize {
    usize::try_from(megabytes.saturating_mul(1_000_000) / bytes).unwrap_or(usize::MAX).max(1)
}

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

/// Why an agent cannot be built.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum BuildError {
    /// Its file cannot be read.
    File(FileError),
    /// Its file is no model.
    Model(ModelFileError),
    /// Its model cannot be used.
    Train(TrainError),
    /// It is not ready to play.
    Learner(LearnerError),
    /// Its program cannot be run.
    External(ExternalError),
}

kinrow_game::delegate_explain!(BuildError { File, Model, Train, Learner, External });

/// Which file is no model, and why.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ModelFileError {
    file: String,
    why: ModelError,
}

impl std::fmt::Display for ModelFileError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}: {}", excerpt(&self.file), self.why)
    }
}

impl std::error::Error for ModelFileError {}

impl Explain for ModelFileError {
    fn key(&self) -> &'static str {
        "model-file"
    }

    fn details(&self) -> Vec<(&'static str, String)> {
        vec![("file", excerpt(&self.file))]
    }

    fn reason(&self) -> Option<(&'static str, &dyn Explain)> {
        Some(("why", &self.why))
    }
}

/// Reads a model.
///
/// # Errors
/// When the file cannot be read, or is no model.
pub fn read_model(path: &Path) -> Result<Model, BuildError> {
    let name = || path.display().to_string();
    let unreadable =
        |error: io::Error| BuildError::File(FileError::Read { path: name(), why: error.to_string() });
    let file = File::open(path).map_err(unreadable)?;
    Model::read(BufReader::new(file)).map_err(|error| match error {
        ReadError::Model(why) => BuildError::Model(ModelFileError { file: name(), why }),
        ReadError::Source(error) => unreadable(error),
    })
}

fn learned(name: &str, given: &Options, making: Making) -> Result<AnyAgent, BuildError> {
    let Making { spec, seed, megabytes } = making;
    let method = Method::find(name).expect("every learner of the catalogue is a method");
    let budget = if given.is_on("learn") { given.whole("budget").unwrap_or(0) } else { 0 };
    let rates = Rates { alpha: given.real("alpha"), epsilon: given.real("epsilon") };
    if budget == 0 && rates != Rates::default() {
        return Err(BuildError::Learner(LearnerError::Idle { method: name.into() }));
    }
    let Some(file) = given.get("file") else {
        if budget == 0 {
            return Err(BuildError::Learner(LearnerError::NoFile { method: name.into() }));
        }
        let learned = Learned::untrained(method, spec, budget, seed).with_rates(rates);
        return Ok(Box::new(match megabytes {
            Some(megabytes) => learned.with_most_megabytes(megabytes),
            None => learned,
        }));
    };
    let model = read_model(Path::new(file))?;
    if model.header.method != method {
        return Err(BuildError::Learner(LearnerError::Method {
            file: file.into(),
            method: model.header.method.to_string(),
            given: method.to_string(),
        }));
    }
    let learned = Learned::from_model(&model, spec, budget, seed).map_err(BuildError::Train)?;
    Ok(Box::new(learned.with_rates(rates)))
}

/// A sensible opponent for a board when nobody said which: perfect where that is quick, a few moves ahead elsewhere.
#[must_use]
pub fn default_spec(rules: Rules) -> AgentSpec {
    let perfect = AgentSpec::plain(find("alphabeta").expect("alphabeta is in the catalogue"));
    let position = Position::new(rules);
    let accepts = |agent: AnyAgent| agent.accepts(&position, &Limits::NONE).is_ok();
    if rules.cells() <= 12 && build(&perfect, Seed(0)).is_ok_and(accepts) {
        return perfect;
    }
    let text = if rules.is_drop() || rules.cells() <= 36 {
        "alphabeta:depth=6,eval=runs"
    } else {
        "alphabeta:depth=4,eval=runs,near=1"
    };
    text.parse().expect("a spec of the catalogue")
}

/// An agent that answers to its full spec.
struct Catalogued {
    spec: String,
    agent: AnyAgent,
}

impl Agent<Position> for Catalogued {
    fn spec(&self) -> String {
        self.spec.clone()
    }

    fn choose(
        &mut self,
        position: &Position,
        limits: &Limits,
        thinking: &mut Thinking<'_, Point>,
    ) -> Result<Decision<Point>, AgentError> {
        self.agent.choose(position, limits, thinking)
    }

    fn accepts(&self, position: &Position, limits: &Limits) -> Result<(), AgentError> {
        self.agent.accepts(position, limits)
    }

    fn rate(
        &mut self,
        position: &Position,
        limits: &Limits,
        thinking: &mut Thinking<'_, Point>,
    ) -> Result<RatedMoves<Point>, AgentError> {
        self.agent.rate(position, limits, thinking)
    }

    fn rates_apart(&self) -> bool {
        self.agent.rates_apart()
    }

    fn choices(
        &mut self,
        position: &Position,
        limits: &Limits,
        thinking: &mut Thinking<'_, Point>,
    ) -> Result<Vec<Point>, AgentError> {
        self.agent.choices(position, limits, thinking)
    }

    fn new_game(&mut self) {
        self.agent.new_game();
    }

    fn prepare(&mut self, position: &Position, limits: &Limits, stop: &Stop) -> Result<(), AgentError> {
        self.agent.prepare(position, limits, stop)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kinrow_agent::Ignore;
    use kinrow_game::Game;

    /// Each word of each option, one at a time, builds an agent that plays a legal move.
    #[test]
    fn every_option_has_a_meaning() {
        let position = Position::new("3x3x3".parse().unwrap());
        // A program of one's own has tests of its own, with programs to run.
        for kind in ALL.iter().filter(|kind| kind.name != "external") {
            let is_learner = kind.options.contains(&LEARN);
            let mut specs = if is_learner { Vec::new() } else { vec![kind.name.to_string()] };
            if is_learner {
                // Without a file a learner plays only while it learns; genes are bred, not taught while playing.
                let text = format!("{}:learn=on,budget=1", kind.name);
                assert!(build(&kind.name.parse().unwrap(), Seed(1)).is_err(), "{}", kind.name);
                let rates = kind.options.iter().filter(|option| option.kind == SHARE);
                specs.extend(rates.map(|rate| format!("{text},{}=0.2", rate.name)));
                specs.push(text);
            }
            for option in kind.options.iter().filter(|_| !is_learner) {
                match option.kind {
                    OptionKind::Choice(words) => {
                        specs
                            .extend(words.iter().map(|word| format!("{}:{}={word}", kind.name, option.name)));
                    }
                    OptionKind::Whole { least, .. } => {
                        specs.push(format!("{}:{}={least}", kind.name, option.name));
                    }
                    OptionKind::Real { most, .. } => {
                        specs.push(format!("{}:{}={most}", kind.name, option.name));
                    }
                    OptionKind::Time => specs.push(format!("{}:{}=10ms", kind.name, option.name)),
                    OptionKind::File | OptionKind::Text => {}
                }
            }
            for text in specs {
                let spec: AgentSpec = text.parse().unwrap();
                assert_eq!(spec.to_string(), text);
                let mut agent = build(&spec, Seed(1)).unwrap();
                let mut ignore = Ignore;
                let mut thinking = Thinking::new(Stop::new(), &mut ignore);
                let decision = agent.choose(&position, &Limits::NONE, &mut thinking).unwrap();
                assert!(position.is_legal(decision.mv().unwrap()), "{text}");
                assert_eq!(agent.spec().parse::<AgentSpec>().unwrap().full(), agent.spec(), "{text}");
            }
        }
    }

    #[test]
    fn wrong_specs_say_what_would_be_right() {
        let wrong = [
            ("", "is not an agent: choose from random, averaging"),
            ("alfabeta", "'alfabeta' is not an agent; did you mean alphabeta? There are random, averaging"),
            ("best", "'best' is not an agent: choose from random"),
            ("minimax:near=1", "minimax has no option 'near': it has depth, eval, distance"),
            ("minimax:depht=1", "minimax has no option 'depht'; did you mean depth? It has depth, eval"),
            ("alphabeta:eval=rusn", "eval=rusn is not possible; did you mean eval=runs? eval takes none|"),
            ("solve:distance=true", "distance=true is not possible: distance takes on|off"),
            ("solve:distance=On", "did you mean distance=on?"),
            ("random:depth=1", "it has none at all"),
            ("minimax:depth", "write NAME=VALUE"),
            ("minimax:depth=0", "depth takes 1..400"),
            ("minimax:depth=-1", "depth takes 1..400"),
            ("minimax:depth=1,depth=2", "given twice"),
            ("alphabeta:eval=best", "eval takes none|open-ends|runs"),
            ("mcts:c=nan", "c takes 0..100"),
            ("mcts:time=0", "time takes"),
            ("td0:file=", "file takes FILE"),
        ];
        for (text, reason) in wrong {
            let error = text.parse::<AgentSpec>().unwrap_err().to_string();
            assert!(error.contains(reason), "{text}: {error}");
        }
        assert_eq!(
            "alphabeta: near=1 ,depth=2".parse::<AgentSpec>().unwrap().to_string(),
            "alphabeta:depth=2,near=1"
        );
    }

    #[test]
    fn capitals_make_no_difference_to_a_name() {
        assert_eq!("AlphaBeta:depth=2".parse::<AgentSpec>().unwrap().to_string(), "alphabeta:depth=2");
        assert_eq!(find("MCTS").unwrap().name, "mcts");
    }

    /// Specs with each value of each option that decides what an agent is, one at a time.
    fn specs() -> Vec<AgentSpec> {
        let mut texts: Vec<String> = Vec::new();
        for kind in ALL.iter().filter(|kind| kind.name != "external") {
            let base = if kind.options.contains(&LEARN) { "learn=on,budget=1" } else { "" };
            texts.push(format!("{}:{base}", kind.name));
            for option in kind.options.iter().filter(|_| base.is_empty()) {
                let values: Vec<String> = match option.kind {
                    OptionKind::Choice(words) => words.iter().map(ToString::to_string).collect(),
                    OptionKind::Whole { least, most } => [least, most].map(|value| value.to_string()).into(),
                    OptionKind::Real { least, most } => {
                        [least, most, f64::midpoint(least, most) / 7.0].map(|value| value.to_string()).into()
                    }
                    OptionKind::Time => ["1.5ms", "0.25s", "7"].map(String::from).into(),
                    OptionKind::File | OptionKind::Text => Vec::new(),
                };
                texts.extend(values.iter().map(|value| format!("{}:{}={value}", kind.name, option.name)));
            }
        }
        texts.iter().map(|text| text.parse().unwrap()).collect()
    }

    /// Whatever calls itself something, an agent or a refusal, does so with a text that builds it again.
    #[test]
    fn what_an_agent_calls_itself_builds_it_again() {
        for spec in specs() {
            assert_eq!(spec.to_string().parse::<AgentSpec>().unwrap().full(), spec.full());
            let agent = build(&spec, Seed(1)).unwrap();
            assert_eq!(agent.spec().parse::<AgentSpec>().unwrap().full(), spec.full());
            // Beneath the catalogue's name, what the agent itself says in its errors.
            let making = Making { spec: spec.to_string(), seed: Seed(1), megabytes: None };
            let own = (spec.kind().build)(spec.options(), making).unwrap().spec();
            let read = own.parse::<AgentSpec>().unwrap_or_else(|error| panic!("{own}: {error}"));
            let times =
                |full: String| full.replace("time=250ms", "time=0.25s").replace("time=7000ms", "time=7");
            assert_eq!(times(read.full()), spec.full(), "{own}");
        }
    }

    /// Every way out that a refusal names is one: an option that is accepted, a limit that is read and accepted.
    #[test]
    fn refusals_suggest_what_is_accepted() {
        let mut refused = 0;
        for rules in ["5x5x4", "15x15x5", "20x20x5", "15x15x5:renju", "20x20x20:drop", "10x10x5:misere"] {
            let position = Position::new(rules.parse().unwrap());
            for spec in specs() {
                let agent = build(&spec, Seed(1)).unwrap();
                let Err(refusal) = agent.accepts(&position, &Limits::NONE) else { continue };
                refused += 1;
                let (AgentError::TooLarge { agent: name, .. }
                | AgentError::TooLargeAlways { agent: name, .. }) = &refusal
                else {
                    panic!("{refusal}")
                };
                assert_eq!(name.parse::<AgentSpec>().unwrap().full(), spec.full());
                if let AgentError::TooLarge { option, .. } = &refusal {
                    let (option, value) = option.split_once('=').unwrap();
                    let mut options = spec.options().clone();
                    options.set(spec.kind().name, option, value).unwrap();
                    let text = format!("{}:{}", spec.kind().name, options.given());
                    let smaller = build(&text.parse().unwrap(), Seed(1)).unwrap();
                    assert_eq!(smaller.accepts(&position, &Limits::NONE), Ok(()), "{rules} {text}");
                }
                let sentence = refusal.to_string();
                let limits: Vec<&str> = sentence.split("--limit ").skip(1).collect();
                assert!(!limits.is_empty(), "{sentence}");
                for limit in limits {
                    let limit = limit.split([' ', ')', ',']).next().unwrap();
                    assert_eq!(agent.accepts(&position, &limit.parse().unwrap()), Ok(()), "{limit}");
                }
            }
        }
        assert!(refused > 50, "{refused}");
    }

    #[test]
    fn a_search_of_near_moves_is_not_taken_for_one_of_all() {
        let position = Position::new("15x15x5".parse().unwrap());
        let accepts = |spec: &str| {
            build(&spec.parse().unwrap(), Seed(1)).unwrap().accepts(&position, &Limits::NONE).is_ok()
        };
        assert!(accepts("alphabeta:depth=6,near=1") && accepts("alphabeta:depth=8,near=1"));
        assert!(!accepts("alphabeta:depth=8") && !accepts("alphabeta:depth=60,near=1"));
    }

    /// Searches that play nothing out do not count playouts, so that these do not end them.
    #[test]
    fn playouts_limit_only_who_plays_out() {
        let position = Position::new("15x15x5".parse().unwrap());
        for spec in ["minimax", "averaging", "alphabeta", "solve"] {
            let agent = build(&spec.parse().unwrap(), Seed(1)).unwrap();
            assert!(agent.accepts(&position, &"playouts=10".parse().unwrap()).is_err(), "{spec}");
        }
    }

    #[test]
    fn default_opponents_accept_their_boards() {
        for rules in
            ["1x1x1", "3x3x3", "4x3x3", "5x5x4", "7x6x4:drop", "15x15x5:renju", "20x20x5", "4x4x4:misere"]
        {
            let rules: Rules = rules.parse().unwrap();
            let agent = build(&default_spec(rules), Seed(0)).unwrap();
            assert!(agent.accepts(&Position::new(rules), &Limits::NONE).is_ok(), "{rules}");
        }
    }
}
