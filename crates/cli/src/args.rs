//! What can be asked on the command line. The words that explain it are in the text catalogues, see [`crate::help`].

mod games;
mod puzzles;
mod solve;
mod train;

use std::path::PathBuf;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{ArgAction, Args, Parser, Subcommand, ValueEnum};
use kinrow_agent::Named;
use kinrow_game::{Coordinates, Side};
use kinrow_record::exchange::Format;
use kinrow_text::Language;

pub(crate) use games::*;
pub(crate) use puzzles::*;
pub(crate) use solve::*;
pub(crate) use train::*;

/// Takes one of some words, each with what it means.
fn words<T: Clone + Send + Sync>(words: &'static [(&'static str, T)]) -> impl TypedValueParser<Value = T> {
    PossibleValuesParser::new(words.iter().map(|(word, _)| *word)).map(|given| {
        let known = words.iter().find(|(word, _)| *word == given);
        known.map(|(_, meaning)| meaning.clone()).expect("only these words are let through")
    })
}

/// Takes the name of a variant.
fn named<T: Named + Clone + Send + Sync + 'static>() -> impl TypedValueParser<Value = T> {
    PossibleValuesParser::new(T::NAMES).map(|name| T::of(&name).expect("only its names are let through"))
}

#[derive(Parser)]
#[command(name = "kinrow", version, disable_help_subcommand = true)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    pub(crate) command: Option<Command>,
    #[arg(long, global = true, value_name = "LANGUAGE", value_parser = PossibleValuesParser::new(Language::CODES))]
    pub(crate) lang: Option<String>,
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto")]
    pub(crate) color: When,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum When {
    Auto,
    Always,
    Never,
}

#[derive(Subcommand)]
pub(crate) enum Command {
    Serve(ServeOptions),
    Play(PlayOptions),
    Analyze(AnalyzeOptions),
    Review(ReviewOptions),
    Puzzles(PuzzlesOptions),
    Solve(SolveOptions),
    Check(CheckOptions),
    Count(CountOptions),
    Audit(AuditOptions),
    Train(TrainOptions),
    Model(ModelOptions),
    Match(MatchOptions),
    Tournament(TournamentOptions),
    Openings(OpeningsOptions),
    Merge(MergeOptions),
    Games(GamesOptions),
    Lab(LabOptions),
    Agents(AgentsOptions),
    Engine(EngineOptions),
    Tune(TuneOptions),
    Bench(BenchOptions),
    Completions { shell: clap_complete::Shell },
    Help { command: Vec<String> },
}

impl Command {
    /// Whether it looks at the stop flag. What does not ends by itself in a moment, or is as whole when it is killed.
    pub(crate) fn hears_stop(&self) -> bool {
        match self {
            Command::Games(options) => matches!(options.command, Some(GamesCommand::Show(_))),
            Command::Agents(_) | Command::Completions { .. } => false,
            _ => true,
        }
    }
}

impl Default for Command {
    /// The page, with what the parser says when no option is given.
    fn default() -> Self {
        let call = Arguments::try_parse_from(["kinrow", "serve"]).ok();
        call.and_then(|call| call.command).expect("'kinrow serve' is a right call, which a test sees to")
    }
}

#[derive(Args)]
pub(crate) struct ServeOptions {
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1")]
    pub(crate) host: std::net::IpAddr,
    #[arg(long, value_name = "PORT")]
    pub(crate) port: Option<u16>,
    #[arg(long)]
    pub(crate) no_open: bool,
    #[arg(long, value_name = "NAME")]
    pub(crate) allow_host: Vec<String>,
    #[arg(long, value_name = "NUMBER", default_value_t = 500, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    pub(crate) max_sessions: u32,
    #[arg(long, value_name = "NUMBER", default_value_t = 2000, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    pub(crate) max_connections: u32,
    #[arg(long, value_name = "NUMBER", default_value_t = 1500, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    pub(crate) max_per_address: u32,
    #[arg(long, value_name = "NUMBER", value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub(crate) searches: Option<u32>,
    #[arg(long, value_name = "TIME", default_value = "10s")]
    pub(crate) max_time: String,
    #[arg(long, value_name = "PLIES", default_value_t = 60, value_parser = clap::value_parser!(u32).range(1..=400))]
    pub(crate) max_depth: u32,
    #[arg(long, value_name = "NUMBER", default_value_t = 1_000_000, value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) max_playouts: u64,
    #[arg(long, value_name = "NODES", default_value_t = 20_000, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub(crate) max_tree: u32,
    #[arg(long, value_name = "NUMBER", default_value_t = 20_000, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub(crate) max_steps: u32,
    #[arg(long, value_name = "MB", default_value_t = 64, value_parser = clap::value_parser!(u64).range(50..=1_000_000))]
    pub(crate) memory: u64,
    #[arg(long, value_name = "FOLDER")]
    pub(crate) jobs: Option<PathBuf>,
    #[arg(long, value_name = "NUMBER", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=64))]
    pub(crate) jobs_at_once: u32,
    #[arg(long, value_name = "NUMBER", default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..=10_000))]
    pub(crate) max_jobs: u32,
    #[arg(long, value_name = "TIME", default_value = "86400s")]
    pub(crate) job_time: String,
    #[arg(long, value_name = "MB", default_value_t = 1000, value_parser = clap::value_parser!(u64).range(50..=1_000_000))]
    pub(crate) job_memory: u64,
    #[arg(long, value_name = "MB", default_value_t = 5000, value_parser = clap::value_parser!(u64).range(1..=100_000_000))]
    pub(crate) job_disk: u64,
    #[arg(long, value_name = "FILE", conflicts_with = "no_record")]
    pub(crate) db: Option<PathBuf>,
    #[arg(long)]
    pub(crate) no_record: bool,
}

/// Where to begin: a board, or a position, and moves from there.
#[derive(Args)]
pub(crate) struct StartOptions {
    #[arg(long, value_name = "RULES")]
    pub(crate) board: Option<String>,
    #[arg(long, value_name = "TEXT", conflicts_with = "board")]
    pub(crate) position: Option<String>,
    #[arg(long, value_name = "MOVES", allow_hyphen_values = true)]
    pub(crate) moves: Option<String>,
}

#[derive(Args)]
pub(crate) struct PlayOptions {
    #[command(flatten)]
    pub(crate) start: StartOptions,
    #[arg(long, value_name = "AGENT")]
    pub(crate) x: Option<String>,
    #[arg(long, value_name = "AGENT")]
    pub(crate) o: Option<String>,
    /// Not `seed`, which is 1 by default elsewhere: here it depends on who plays.
    #[arg(long = "seed", value_name = "NUMBER")]
    pub(crate) game_seed: Option<u64>,
    #[arg(long, value_name = "LIMITS")]
    pub(crate) limit: Option<String>,
    #[arg(long, value_name = "FILE", conflicts_with_all = ["board", "position", "moves"])]
    pub(crate) from: Option<PathBuf>,
    #[arg(long, value_name = "KIND", default_value = "letters", value_parser = words(&[
        ("letters", Coordinates::Letters),
        ("rows0", Coordinates::Rows { first: 0 }),
        ("rows1", Coordinates::Rows { first: 1 }),
    ]))]
    pub(crate) coordinates: Coordinates,
    #[arg(long)]
    pub(crate) show_moves: bool,
    #[arg(long, value_name = "FILE", conflicts_with = "no_record")]
    pub(crate) db: Option<PathBuf>,
    #[arg(long)]
    pub(crate) no_record: bool,
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Args)]
pub(crate) struct AnalyzeOptions {
    #[command(flatten)]
    pub(crate) start: StartOptions,
    #[arg(long, value_name = "AGENT")]
    pub(crate) agent: Option<String>,
    #[arg(long, value_name = "NUMBER", default_value_t = 1)]
    pub(crate) seed: u64,
    #[arg(long, value_name = "LIMITS")]
    pub(crate) limit: Option<String>,
    #[arg(long, value_name = "ON_OR_OFF", default_value = "on", action = ArgAction::Set,
          value_parser = words(&[("on", true), ("off", false)]))]
    pub(crate) values: bool,
    #[arg(long, value_name = "FILE")]
    pub(crate) tree: Option<PathBuf>,
    #[arg(long, value_name = "PLIES", default_value_t = 3, requires = "tree")]
    pub(crate) tree_depth: u32,
    #[arg(long, value_name = "NODES", default_value_t = 10_000, requires = "tree",
          value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub(crate) tree_nodes: u32,
    #[arg(long, requires = "tree")]
    pub(crate) force: bool,
    #[arg(long)]
    pub(crate) json: bool,
}

/// `--board`, `--moves` and `--limit` have words of their own here, hence their names.
#[derive(Args)]
pub(crate) struct ReviewOptions {
    #[arg(value_name = "ID|FILE", conflicts_with_all = ["position", "line"])]
    pub(crate) game: Option<String>,
    #[arg(long = "game", value_name = "NUMBER", requires = "game", value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) number: Option<u32>,
    #[arg(long, value_name = "FORMAT", requires = "game", value_parser = named::<Format>())]
    pub(crate) format: Option<Format>,
    #[arg(long, value_name = "FILE", requires = "game")]
    pub(crate) db: Option<PathBuf>,
    #[arg(long = "moves", value_name = "MOVES", allow_hyphen_values = true)]
    pub(crate) line: Option<String>,
    #[arg(long = "board", value_name = "RULES")]
    pub(crate) rules: Option<String>,
    #[arg(long, value_name = "TEXT", conflicts_with = "rules")]
    pub(crate) position: Option<String>,
    #[arg(long, value_name = "AGENT")]
    pub(crate) agent: Option<String>,
    #[arg(long, value_name = "NUMBER", default_value_t = 1)]
    pub(crate) seed: u64,
    #[arg(long = "limit", value_name = "LIMITS")]
    pub(crate) budget: Option<String>,
    #[arg(long, value_name = "SIDE", value_parser = words(&[("x", Side::X), ("o", Side::O)]))]
    pub(crate) side: Option<Side>,
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Args)]
pub(crate) struct CountOptions {
    #[arg(long, value_name = "RULES", default_value = "3x3x3")]
    pub(crate) board: String,
    #[arg(long, value_name = "PLIES")]
    pub(crate) depth: Option<usize>,
    #[arg(long, value_name = "FILE", conflicts_with_all = ["depth", "json"])]
    pub(crate) list: Option<PathBuf>,
    #[arg(long, requires = "list")]
    pub(crate) force: bool,
    #[arg(long, value_name = "MB", default_value_t = 2000, value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    pub(crate) memory: u64,
    #[arg(long)]
    pub(crate) json: bool,
}

const SIDES: &[(&str, &[Side])] = &[("x", &[Side::X]), ("o", &[Side::O]), ("both", &Side::BOTH)];

#[derive(Args)]
pub(crate) struct AuditOptions {
    #[arg(long, value_name = "AGENT")]
    pub(crate) agent: String,
    #[arg(long, value_name = "RULES")]
    pub(crate) board: Option<String>,
    #[arg(long, value_name = "SIDE", default_value = "both", value_parser = words(SIDES))]
    pub(crate) side: &'static [Side],
    #[arg(long, value_name = "NUMBER", default_value_t = 1)]
    pub(crate) seed: u64,
    #[arg(long, value_name = "LIMITS")]
    pub(crate) limit: Option<String>,
    #[arg(long, value_name = "NUMBER", default_value_t = 200_000, value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) positions: u64,
    #[arg(long, value_name = "NUMBER", conflicts_with_all = ["side", "positions"], value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    pub(crate) mistakes: Option<u64>,
    #[arg(long, value_name = "LEAST..MOST", requires = "mistakes")]
    pub(crate) plies: Option<String>,
    #[arg(long)]
    pub(crate) json: bool,
}

/// What matches and tournaments have in common.
#[derive(Args)]
pub(crate) struct ContestOptions {
    #[arg(long, value_name = "RULES")]
    pub(crate) board: Option<String>,
    #[arg(long, value_name = "NUMBER", value_parser = clap::value_parser!(u64).range(1..=10_000_000))]
    pub(crate) games: Option<u64>,
    #[arg(long, value_name = "NUMBER", default_value_t = 1)]
    pub(crate) seed: u64,
    #[arg(long, value_name = "NUMBER", value_parser = clap::value_parser!(u32).range(1..=256))]
    pub(crate) workers: Option<u32>,
    #[arg(long, value_name = "OPENINGS")]
    pub(crate) openings: Option<String>,
    #[arg(long, value_name = "LIMITS")]
    pub(crate) limit: Option<String>,
    #[arg(long, value_name = "TIME", default_value = "200ms")]
    pub(crate) tolerance: String,
    #[arg(long, value_name = "FILE")]
    pub(crate) db: Option<PathBuf>,
    #[arg(long, value_name = "PART/OF", requires = "db")]
    pub(crate) shard: Option<String>,
    #[arg(long)]
    pub(crate) resume: bool,
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Args)]
pub(crate) struct MatchOptions {
    #[arg(value_name = "A")]
    pub(crate) first: String,
    #[arg(value_name = "B")]
    pub(crate) second: String,
    #[command(flatten)]
    pub(crate) contest: ContestOptions,
    #[arg(long, value_name = "TEST")]
    pub(crate) sprt: Option<String>,
}

#[derive(Args)]
pub(crate) struct TournamentOptions {
    #[arg(long, value_name = "FILE_OR_LIST")]
    pub(crate) agents: String,
    #[arg(long, value_name = "FORMAT", default_value = "roundrobin")]
    pub(crate) format: FormatName,
    #[arg(long, value_name = "NUMBER", value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) challengers: Option<u32>,
    #[arg(long, value_name = "NUMBER", value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub(crate) steps: Option<u32>,
    #[command(flatten)]
    pub(crate) contest: ContestOptions,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum FormatName {
    Roundrobin,
    Gauntlet,
    Ladder,
}

#[derive(Args)]
pub(crate) struct OpeningsOptions {
    #[arg(long, value_name = "RULES", default_value = "3x3x3")]
    pub(crate) board: String,
    #[arg(long, value_name = "NUMBER", value_parser = clap::value_parser!(u32).range(1..=10_000))]
    pub(crate) balanced: u32,
    #[arg(long, value_name = "AGENT")]
    pub(crate) agent: Option<String>,
    /// Not `limit`, which is none by default elsewhere.
    #[arg(long = "limit", value_name = "LIMITS")]
    pub(crate) search_limit: Option<String>,
    #[arg(long, value_name = "NUMBER", value_parser = clap::value_parser!(u16).range(1..=100))]
    pub(crate) plies: Option<u16>,
    #[arg(long, value_name = "DISTANCE")]
    pub(crate) within: Option<String>,
    #[arg(long, value_name = "NUMBER", default_value_t = 1)]
    pub(crate) seed: u64,
    #[arg(long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
    #[arg(long, requires = "out")]
    pub(crate) force: bool,
}

#[derive(Args)]
pub(crate) struct MergeOptions {
    #[arg(required = true, value_name = "SHARE")]
    pub(crate) shares: Vec<PathBuf>,
    #[arg(long, value_name = "FILE_OR_FOLDER")]
    pub(crate) out: PathBuf,
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Args)]
pub(crate) struct AgentsOptions {
    pub(crate) name: Option<String>,
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Args)]
pub(crate) struct TuneOptions {
    #[arg(long, value_name = "RULES", default_value = "15x15x5")]
    pub(crate) board: String,
    #[arg(long, value_name = "NUMBER", default_value_t = 4000, value_parser = clap::value_parser!(u64).range(1..=10_000_000))]
    pub(crate) games: u64,
    #[arg(long, value_name = "NUMBER", default_value_t = 1000, value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) nodes: u64,
    #[arg(long, value_name = "NUMBER", default_value_t = 1)]
    pub(crate) seed: u64,
    #[arg(long, value_name = "NUMBER", default_value_t = 8, value_parser = clap::value_parser!(u32).range(1..=10_000))]
    pub(crate) rounds: u32,
    #[arg(long, value_name = "NUMBER", value_parser = clap::value_parser!(u32).range(1..=256))]
    pub(crate) workers: Option<u32>,
    #[arg(long, value_name = "WEIGHTS")]
    pub(crate) from: Option<PathBuf>,
    #[arg(long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
    #[arg(long, requires = "out")]
    pub(crate) force: bool,
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Args)]
pub(crate) struct BenchOptions {
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Args)]
pub(crate) struct EngineOptions {
    #[arg(long, value_name = "AGENT")]
    pub(crate) agent: Option<String>,
    #[arg(long, value_name = "NUMBER", default_value_t = 1)]
    pub(crate) seed: u64,
}

#[derive(Args)]
pub(crate) struct LabOptions {
    /// Without one, the experiments are listed.
    #[command(subcommand)]
    pub(crate) command: Option<LabCommand>,
}

#[derive(Subcommand)]
pub(crate) enum LabCommand {
    List(LabListOptions),
    Show(LabShowOptions),
    Run(LabRunOptions),
    Report(LabReportOptions),
}

#[derive(Args, Default)]
pub(crate) struct LabListOptions {
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Args)]
pub(crate) struct LabShowOptions {
    pub(crate) name: String,
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Args)]
pub(crate) struct LabRunOptions {
    #[arg(value_name = "NAME|FILE.toml")]
    pub(crate) experiment: String,
    #[arg(long, value_name = "FOLDER")]
    pub(crate) out: Option<PathBuf>,
    #[arg(long)]
    pub(crate) quick: bool,
    /// Not `seed`, which is 1 by default elsewhere: here the file has its own.
    #[arg(long = "seed", value_name = "NUMBER", value_parser = clap::value_parser!(u64).range(0..=u64::from(u32::MAX)))]
    pub(crate) file_seed: Option<u64>,
    #[arg(long, value_name = "NUMBER", value_parser = clap::value_parser!(u32).range(1..=256))]
    pub(crate) workers: Option<u32>,
    /// A share has no report.
    #[arg(long, value_name = "PART/OF",
          conflicts_with_all = ["author", "student_number", "class", "date", "games_of", "wall_time"])]
    pub(crate) shard: Option<String>,
    #[command(flatten)]
    pub(crate) wishes: ReportWishes,
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Args)]
pub(crate) struct LabReportOptions {
    pub(crate) folder: PathBuf,
    #[command(flatten)]
    pub(crate) wishes: ReportWishes,
    #[arg(long)]
    pub(crate) json: bool,
}

/// What a report says only when it is asked to.
#[derive(Args, Default)]
pub(crate) struct ReportWishes {
    #[arg(long, value_name = "NAME")]
    pub(crate) author: Option<String>,
    #[arg(long, value_name = "NUMBER")]
    pub(crate) student_number: Option<String>,
    #[arg(long, value_name = "CLASS")]
    pub(crate) class: Option<String>,
    #[arg(long, value_name = "DATE")]
    pub(crate) date: Option<String>,
    #[arg(long, value_name = "NAME")]
    pub(crate) games_of: Option<String>,
    #[arg(long, value_name = "FILE", requires = "games_of")]
    pub(crate) db: Option<PathBuf>,
    #[arg(long)]
    pub(crate) wall_time: bool,
}
