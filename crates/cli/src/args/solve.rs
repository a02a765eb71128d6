//! What can be asked of the solver, and of the checker of its proofs.

use std::path::PathBuf;

use clap::Args;

use super::puzzles::KINDS;
use super::{StartOptions, words};

#[derive(Args)]
pub(crate) struct SolveOptions {
    #[command(flatten)]
    pub(crate) start: StartOptions,
    #[arg(long)]
    pub(crate) distance: bool,
    #[arg(long, value_name = "LIMITS")]
    pub(crate) limit: Option<String>,
    #[arg(long, value_name = "MB", default_value_t = 1000, value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    pub(crate) memory: u64,
    #[arg(long, value_name = "NUMBER", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    pub(crate) threads: u16,
    #[arg(long, value_name = "FILE")]
    pub(crate) proof: Option<PathBuf>,
    #[arg(long, value_name = "FILE", conflicts_with = "proof")]
    pub(crate) save: Option<PathBuf>,
    #[arg(long, value_name = "FILE", conflicts_with = "threats")]
    pub(crate) book: Option<String>,
    #[arg(long, value_name = "NUMBER", requires = "book", conflicts_with_all = ["distance", "proof", "save", "limit", "moves", "position"], value_parser = clap::value_parser!(u32).range(0..=128))]
    pub(crate) plies: Option<u32>,
    #[arg(long, value_name = "KIND", value_parser = words(KINDS), conflicts_with_all = ["distance", "proof", "save"])]
    pub(crate) threats: Option<&'static [kinrow_engine::Threats]>,
    #[arg(long, requires = "threats")]
    pub(crate) shortest: bool,
    #[arg(long, requires = "proof")]
    pub(crate) force: bool,
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Args)]
pub(crate) struct CheckOptions {
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    #[arg(long)]
    pub(crate) json: bool,
}
