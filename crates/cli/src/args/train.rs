//! What can be asked of learners, and of what they have learned.

use std::path::PathBuf;

use clap::Args;
use kinrow_learn::Preset;

use super::named;

#[derive(Args)]
pub(crate) struct TrainOptions {
    pub(crate) method: Option<String>,
    #[arg(long, value_name = "RULES")]
    pub(crate) board: Option<String>,
    #[arg(long, value_name = "NUMBER", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) episodes: Option<u64>,
    #[arg(long, value_name = "NUMBER", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) rounds: Option<u64>,
    #[arg(long, value_name = "NUMBER", value_parser = clap::value_parser!(u64).range(1..=100_000), conflicts_with = "rounds")]
    pub(crate) minutes: Option<u64>,
    #[arg(long, value_name = "NUMBER")]
    pub(crate) seed: Option<u64>,
    #[arg(long, value_name = "PRESET", value_parser = named::<Preset>())]
    pub(crate) preset: Option<Preset>,
    #[arg(long, value_name = "NAME=VALUE")]
    pub(crate) set: Vec<String>,
    #[arg(long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
    #[arg(long, value_name = "FILE")]
    pub(crate) resume: Option<PathBuf>,
    #[arg(long, value_name = "NUMBER", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) checkpoint: Option<u64>,
    #[arg(long)]
    pub(crate) png: bool,
    #[arg(long)]
    pub(crate) force: bool,
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Args)]
pub(crate) struct ModelOptions {
    pub(crate) file: PathBuf,
    #[arg(long, value_name = "MOVES")]
    pub(crate) position: Option<String>,
    #[arg(long, value_name = "FILE", conflicts_with = "position", group = "written")]
    pub(crate) weights: Option<PathBuf>,
    #[arg(long, value_name = "FILE", conflicts_with = "position", group = "written")]
    pub(crate) onnx: Option<PathBuf>,
    #[arg(long, requires = "written")]
    pub(crate) force: bool,
    #[arg(long)]
    pub(crate) json: bool,
}
