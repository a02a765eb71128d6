//! What can be asked about puzzles.

use std::path::PathBuf;

use clap::{Args, Subcommand};
use kinrow_record::exchange::Format;
use kinrow_study::puzzles::{STARTER, Threats};

use super::{named, words};

#[derive(Args)]
pub(crate) struct PuzzlesOptions {
    /// Without one, the set that comes with the program is played.
    #[command(subcommand)]
    pub(crate) command: Option<PuzzlesCommand>,
}

#[derive(Subcommand)]
pub(crate) enum PuzzlesCommand {
    Make(PuzzlesMakeOptions),
    Play(PuzzlesPlayOptions),
    Solve(PuzzlesSolveOptions),
}

pub(super) const KINDS: &[(&str, &[Threats])] =
    &[("vcf", &[Threats::Vcf]), ("vct", &[Threats::Vct]), ("all", &[Threats::Vcf, Threats::Vct])];

/// `--board` and `--limit` have words of their own here, hence their names.
#[derive(Args)]
pub(crate) struct PuzzlesMakeOptions {
    #[arg(long = "board", value_name = "RULES", default_value = "15x15x5")]
    pub(crate) rules: String,
    #[arg(long, value_name = "FILE")]
    pub(crate) from: Option<PathBuf>,
    #[arg(long, value_name = "FORMAT", requires = "from", value_parser = named::<Format>())]
    pub(crate) format: Option<Format>,
    #[arg(long, value_name = "NUMBER", default_value_t = 20, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    pub(crate) count: u32,
    #[arg(long, value_name = "KIND", default_value = "all", value_parser = words(KINDS))]
    pub(crate) threats: &'static [Threats],
    #[arg(long = "limit", value_name = "LIMITS")]
    pub(crate) search_limit: Option<String>,
    #[arg(long, value_name = "NUMBER", default_value_t = 1)]
    pub(crate) seed: u64,
    #[arg(long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
    #[arg(long, requires = "out")]
    pub(crate) force: bool,
}

#[derive(Args)]
pub(crate) struct PuzzlesPlayOptions {
    #[arg(default_value = STARTER)]
    pub(crate) file: PathBuf,
    #[arg(long, value_name = "NUMBER", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) number: u32,
}

impl Default for PuzzlesPlayOptions {
    fn default() -> Self {
        PuzzlesPlayOptions { file: STARTER.into(), number: 1 }
    }
}

#[derive(Args)]
pub(crate) struct PuzzlesSolveOptions {
    #[arg(default_value = STARTER)]
    pub(crate) file: PathBuf,
    #[arg(long, value_name = "AGENT")]
    pub(crate) agent: Option<String>,
    #[arg(long = "limit", value_name = "LIMITS")]
    pub(crate) budget: Option<String>,
    #[arg(long, value_name = "NUMBER", default_value_t = 1)]
    pub(crate) seed: u64,
    #[arg(long)]
    pub(crate) json: bool,
}
