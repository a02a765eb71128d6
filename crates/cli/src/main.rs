//! Kinrow in the terminal. This crate translates between people and the libraries: no rule, no algorithm and no
//! statistic lives here, and every sentence comes from the text catalogues.

mod args;
mod columns;
mod commands;
mod database;
mod editor;
mod failure;
mod help;
mod human;
mod input;
mod interrupt;
mod language;
mod out;
mod progress;
mod recorder;
mod saving;
mod setup;
mod style;
mod terminal;
mod words;

use std::process::ExitCode;

use clap::FromArgMatches;
use kinrow_agent::Stop;
use kinrow_text::Text;

use crate::args::{Arguments, Command};
use crate::failure::Failure;
use crate::interrupt::Interrupt;
use crate::style::Style;

/// What every command is given.
struct Context {
    text: Text,
    style: Style,
    /// Raised by Ctrl-C, and by the signals that mean the same.
    stop: Stop,
    /// Tells one of them from two.
    interrupt: Interrupt,
}

fn main() -> ExitCode {
    let words: Vec<_> = std::env::args_os().collect();
    let text = Text::new(language::choose(&words));
    let matches = match help::command(&text).try_get_matches_from(&words) {
        Ok(matches) => matches,
        Err(error) => return help::refuse(&error, &text),
    };
    let arguments = match Arguments::from_arg_matches(&matches) {
        Ok(arguments) => arguments,
        Err(error) => return help::refuse(&error, &text),
    };
    let command = arguments.command.unwrap_or_default();
    // What does nothing that could be ended in good order is simply ended.
    let interrupt = if command.hears_stop() { Interrupt::listen() } else { Interrupt::default() };
    kinrow_gomocup::external::adopt_orphans();
    let context =
        Context { text, style: Style::detect(arguments.color), stop: interrupt.first.clone(), interrupt };
    match run(command, &context) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.report(&context.text),
    }
}

fn run(command: Command, context: &Context) -> Result<(), Failure> {
    match command {
        Command::Serve(options) => commands::serve::run(&options, context),
        Command::Play(options) => commands::play::run(&options, context),
        Command::Analyze(options) => commands::analyze::run(&options, context),
        Command::Review(options) => commands::review::run(&options, context),
        Command::Puzzles(options) => commands::puzzles::run(&options, context),
        Command::Solve(options) => commands::solve::run(&options, context),
        Command::Check(options) => commands::check::run(&options, context),
        Command::Count(options) => commands::count::run(&options, context),
        Command::Audit(options) => commands::audit::run(&options, context),
        Command::Train(options) => commands::train::run(&options, context),
        Command::Model(options) => commands::model::run(&options, context),
        Command::Match(options) => commands::match_::run(&options, context),
        Command::Tournament(options) => commands::tournament::run(&options, context),
        Command::Openings(options) => commands::openings::run(&options, context),
        Command::Merge(options) => commands::merge::run(&options, context),
        Command::Games(options) => commands::games::run(&options, context),
        Command::Lab(options) => commands::lab::run(&options, context),
        Command::Agents(options) => commands::agents::run(&options, context),
        Command::Engine(options) => commands::engine::run(&options, context),
        Command::Tune(options) => commands::tune::run(&options, context),
        Command::Bench(options) => commands::bench::run(&options, context),
        Command::Help { command } => help::explain_command(&command, &context.text),
        Command::Completions { shell } => {
            let mut command = help::command(&context.text);
            clap_complete::generate(shell, &mut command, "kinrow", &mut std::io::stdout());
            Ok(())
        }
    }
}
