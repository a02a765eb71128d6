//! What can be asked of the record of games.

use std::path::PathBuf;

use clap::{Args, Subcommand, ValueEnum};
use kinrow_agent::RecordedResult;
use kinrow_game::Side;
use kinrow_record::exchange::Format;

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

/// Which games are meant. `--board` and `--limit` mean something else here than in other commands, hence their names.
#[derive(Args, Default)]
pub(crate) struct FilterOptions {
    #[arg(long, value_name = "AGENT")]
    pub(crate) agent: Option<String>,
    #[arg(long, value_name = "SIDE", requires = "agent")]
    pub(crate) side: Option<PlayedSide>,
    #[arg(long = "board", value_name = "RULES")]
    pub(crate) rules: Option<String>,
    #[arg(long, value_name = "RESULT")]
    pub(crate) result: Option<ResultName>,
    #[arg(long, value_name = "REASON")]
    pub(crate) reason: Option<ReasonName>,
    #[arg(long, value_name = "MOVES")]
    pub(crate) opening: Option<String>,
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
    #[arg(conflicts_with_all = ["agent", "rules", "result", "reason", "opening", "run", "most", "offset"])]
    pub(crate) ids: Vec<i64>,
    #[command(flatten)]
    pub(crate) filter: FilterOptions,
    #[arg(long, value_name = "FORMAT")]
    pub(crate) format: Option<FormatName>,
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
    #[arg(long, value_name = "FORMAT")]
    pub(crate) format: Option<FormatName>,
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

#[derive(Clone, Copy, ValueEnum)]
pub(crate) enum PlayedSide {
    X,
    O,
}

impl From<PlayedSide> for Side {
    fn from(side: PlayedSide) -> Side {
        match side {
            PlayedSide::X => Side::X,
            PlayedSide::O => Side::O,
        }
    }
}

#[derive(Clone, Copy, ValueEnum)]
pub(crate) enum ResultName {
    X,
    O,
    Draw,
    Unfinished,
}

impl From<ResultName> for RecordedResult {
    fn from(name: ResultName) -> RecordedResult {
        match name {
            ResultName::X => RecordedResult::X,
            ResultName::O => RecordedResult::O,
            ResultName::Draw => RecordedResult::Draw,
            ResultName::Unfinished => RecordedResult::Unfinished,
        }
    }
}

#[derive(Clone, Copy, ValueEnum)]
pub(crate) enum ReasonName {
    Rules,
    Resigned,
    IllegalMove,
    Time,
    Memory,
    Error,
    /// An illegal move, time, memory or an error.
    Forfeit,
    Left,
    Ongoing,
}

impl ReasonName {
    /// The reasons as the record names them.
    pub(crate) fn names(self) -> Vec<String> {
        let names: &[&str] = match self {
            ReasonName::Rules => &["rules"],
            ReasonName::Resigned => &["resigned"],
            ReasonName::IllegalMove => &["illegal-move"],
            ReasonName::Time => &["time"],
            ReasonName::Memory => &["memory"],
            ReasonName::Error => &["error"],
            ReasonName::Forfeit => &["illegal-move", "time", "memory", "error"],
            ReasonName::Left => &["left"],
            ReasonName::Ongoing => &["ongoing"],
        };
        names.iter().map(ToString::to_string).collect()
    }
}

#[derive(Clone, Copy, ValueEnum)]
pub(crate) enum FormatName {
    Json,
    Psq,
    Sgf,
    Csv,
}

impl From<FormatName> for Format {
    fn from(name: FormatName) -> Format {
        match name {
            FormatName::Json => Format::Json,
            FormatName::Psq => Format::Psq,
            FormatName::Sgf => Format::Sgf,
            FormatName::Csv => Format::Csv,
        }
    }
}
