//! What can be asked of the record of games.

use std::path::PathBuf;

use clap::{Args, Subcommand};
use kinrow_agent::RecordedResult;
use kinrow_game::Side;
use kinrow_record::exchange::Format;

use super::{named, words};

#[derive(Args)]
pub(crate) struct GamesOptions {
    /// A list when nothing is said.
    #[command(subcommand)]
    pub(crate) command: Option<GamesCommand>,
}

#[derive(Subcommand)]
pub(crate) enum GamesCommand {
    List(GamesListOptions),
    Show(GamesShowOptions),
    Export(GamesExportOptions),
    Import(GamesImportOptions),
    Runs(GamesRunsOptions),
}

const RESULTS: &[(&str, RecordedResult)] = &[
    ("x", RecordedResult::X),
    ("o", RecordedResult::O),
    ("draw", RecordedResult::Draw),
    ("unfinished", RecordedResult::Unfinished),
];

const REASONS: &[(&str, &[&str])] = &[
    ("rules", &["rules"]),
    ("resigned", &["resigned"]),
    ("illegal-move", &["illegal-move"]),
    ("time", &["time"]),
    ("memory", &["memory"]),
    ("error", &["error"]),
    ("forfeit", &["illegal-move", "time", "memory", "error"]),
    ("left", &["left"]),
    ("ongoing", &["ongoing"]),
];

/// Which games are meant. `--board` and `--limit` mean something else here than in other commands, hence their names.
#[derive(Args, Default)]
pub(crate) struct FilterOptions {
    #[arg(long, value_name = "AGENT")]
    pub(crate) agent: Option<String>,
    #[arg(long, value_name = "SIDE", requires = "agent", value_parser = words(&[("x", Side::X), ("o", Side::O)]))]
    pub(crate) side: Option<Side>,
    #[arg(long = "board", value_name = "RULES")]
    pub(crate) rules: Option<String>,
    #[arg(long, value_name = "RESULT", value_parser = words(RESULTS))]
    pub(crate) result: Option<RecordedResult>,
    // The reasons as the record names them.
    #[arg(long, value_name = "REASON", value_parser = words(REASONS))]
    pub(crate) reason: Option<&'static [&'static str]>,
    #[arg(long, value_name = "MOVES")]
    pub(crate) opening: Option<String>,
    #[arg(long, value_name = "TEXT")]
    pub(crate) position: Option<String>,
    #[arg(long, value_name = "NUMBER")]
    pub(crate) run: Option<i64>,
    #[arg(long = "limit", value_name = "NUMBER")]
    pub(crate) most: Option<u64>,
    #[arg(long, value_name = "NUMBER", default_value_t = 0)]
    pub(crate) offset: u64,
}

#[derive(Args, Default)]
pub(crate) struct GamesListOptions {
    #[command(flatten)]
    pub(crate) filter: FilterOptions,
    #[arg(long, value_name = "FILE")]
    pub(crate) db: Option<PathBuf>,
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Args)]
pub(crate) struct GamesShowOptions {
    pub(crate) id: i64,
    #[arg(long, conflicts_with_all = ["at", "json"])]
    pub(crate) replay: bool,
    #[arg(long, value_name = "NUMBER", conflicts_with = "json")]
    pub(crate) at: Option<usize>,
    #[arg(long, value_name = "FILE")]
    pub(crate) db: Option<PathBuf>,
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Args)]
pub(crate) struct GamesExportOptions {
    #[arg(conflicts_with_all = ["agent", "rules", "result", "reason", "opening", "position", "run", "most", "offset"])]
    pub(crate) ids: Vec<i64>,
    #[command(flatten)]
    pub(crate) filter: FilterOptions,
    #[arg(long, value_name = "FORMAT", value_parser = named::<Format>())]
    pub(crate) format: Option<Format>,
    #[arg(long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
    #[arg(long, requires = "out")]
    pub(crate) force: bool,
    #[arg(long, value_name = "FILE")]
    pub(crate) db: Option<PathBuf>,
    #[arg(long, requires = "out")]
    pub(crate) json: bool,
}

#[derive(Args)]
pub(crate) struct GamesImportOptions {
    #[arg(required = true)]
    pub(crate) files: Vec<PathBuf>,
    #[arg(long, value_name = "FORMAT", value_parser = named::<Format>())]
    pub(crate) format: Option<Format>,
    #[arg(long = "board", value_name = "RULES")]
    pub(crate) rules: Option<String>,
    #[arg(long, value_name = "FILE")]
    pub(crate) db: Option<PathBuf>,
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Args)]
pub(crate) struct GamesRunsOptions {
    #[arg(long, value_name = "FILE")]
    pub(crate) db: Option<PathBuf>,
    #[arg(long)]
    pub(crate) json: bool,
}
