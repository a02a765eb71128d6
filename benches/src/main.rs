//! Our speed against that of others: `benches/run`.
//!
//! Only ratios mean anything here. Both sides of a comparison are measured in turns in one run on one thread, and what is
//! told is the median of the rounds' ratios with the smallest and the largest ([`rounds`]). What is unequal about a
//! comparison stands at the top of its file.

mod board_game_mcts;
mod claim;
mod clock;
mod drop_solver;
mod learning;
mod minimax;
mod nine_bits;
mod open_spiel;
mod our_mcts;
mod python;
mod report;
mod rounds;
mod tactics;
mod zero;

use anyhow::Result;
use clap::{Parser, ValueEnum};

use crate::python::Python;
use crate::report::Report;
use crate::rounds::Rounds;

/// Compares kinrow with its peers, as ratios measured in one run.
#[derive(Parser)]
#[command(name = "benches/run", bin_name = "benches/run")]
struct Args {
    /// What to compare
    #[arg(value_enum, default_value = "all")]
    part: Part,
    /// Print JSON instead of a table
    #[arg(long)]
    json: bool,
    /// Rounds of each comparison
    #[arg(long, default_value_t = 15, value_parser = clap::value_parser!(u32).range(1..=1000))]
    rounds: u32,
    /// Run everything once, to see that it works: the numbers mean nothing. Parts are skipped whose Python or open_spiel
    /// is not installed
    #[arg(long)]
    quick: bool,
    /// Playouts of a move in the part mcts
    #[arg(long, default_value_t = 20_000, value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    playouts: u64,
    /// A program that solves Connect Four, for the part drop, which is skipped without one: it reads the columns of a position from
    /// each line and writes them with the score
    #[arg(long, value_name = "COMMAND")]
    peer: Option<String>,
    /// Stones on the board of the positions of the part drop
    #[arg(long, default_value_t = 12, value_parser = clap::value_parser!(u32).range(0..=41))]
    plies: u32,
    /// Positions of the part drop
    #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..=10_000))]
    positions: u32,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Part {
    /// Minimax on 3x3x3 against a loop written for nine bits
    Minimax,
    /// Monte Carlo tree search against the crate board-game
    Mcts,
    /// Playouts and Monte Carlo tree search on 15x15x5 against open_spiel
    OpenSpiel,
    /// Self-play learning on 3x3x3 against plain Python
    Learning,
    /// Self-play of a small AlphaZero on 6x6x4 against Python with numpy
    Zero,
    /// The solver on Connect Four against the program named by --peer
    Drop,
    /// How long the search for threats takes for the engine's tactical positions; not in all, for it has no peer
    Tactics,
    /// Everything
    All,
}

impl Part {
    fn includes(self, part: Part) -> bool {
        self == part || self == Part::All
    }
}

fn main() -> Result<()> {
    let args = Args::parse();
    if args.part == Part::Tactics {
        return tactics::run(args.quick, args.json);
    }
    let rounds = Rounds { number: if args.quick { 1 } else { args.rounds }, is_quick: args.quick };
    let mut report = Report::new(args.json);
    let result = compare(&args, &rounds, &mut report);
    print!("{}", report.finish());
    result
}

fn compare(args: &Args, rounds: &Rounds, report: &mut Report) -> Result<()> {
    if args.part.includes(Part::Minimax) {
        minimax::compare(rounds, report)?;
    }
    if args.part.includes(Part::Mcts) {
        board_game_mcts::compare(rounds, args.playouts, report)?;
    }
    if args.part.includes(Part::OpenSpiel) && (!args.quick || is_ready("open-spiel", Python::has_packages()))
    {
        open_spiel::compare(rounds, report)?;
    }
    if args.part.includes(Part::Learning) && (!args.quick || is_ready("learning", Python::is_there())) {
        learning::compare(rounds, report)?;
    }
    if args.part.includes(Part::Zero) && (!args.quick || is_ready("zero", Python::has_packages())) {
        zero::compare(rounds, report)?;
    }
    if args.part.includes(Part::Drop) {
        let task = drop_solver::Task { plies: args.plies, positions: args.positions };
        match &args.peer {
            Some(peer) => drop_solver::compare(rounds, peer, task, report)?,
            None => eprintln!("drop is skipped: name a program with --peer"),
        }
    }
    Ok(())
}

/// Says so if a part is skipped.
fn is_ready(part: &str, is_installed: bool) -> bool {
    if !is_installed {
        eprintln!("{part} is skipped: what it needs is not installed (see benches/run {part})");
    }
    is_installed
}
