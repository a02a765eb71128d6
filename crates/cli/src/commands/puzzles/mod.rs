//! `kinrow puzzles`: positions with one winning first move, made from games and solved by people or agents.

mod make;
mod play;
mod solve;

use kinrow_study::puzzles::PuzzlesError;

use crate::Context;
use crate::args::{PuzzlesCommand, PuzzlesOptions, PuzzlesPlayOptions};
use crate::failure::Failure;

pub(crate) fn run(options: &PuzzlesOptions, context: &Context) -> Result<(), Failure> {
    match &options.command {
        None => play::run(&PuzzlesPlayOptions::default(), context),
        Some(PuzzlesCommand::Make(options)) => make::run(options, context),
        Some(PuzzlesCommand::Play(options)) => play::run(options, context),
        Some(PuzzlesCommand::Solve(options)) => solve::run(options, context),
    }
}

/// A file that is no file of puzzles is a wrong call.
fn unreadable(error: PuzzlesError) -> Failure {
    Failure::call(error)
}
