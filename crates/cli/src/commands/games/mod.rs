//! `kinrow games`: what is in the record, and games in and out of it.

mod export;
mod import;
mod list;
pub(crate) mod replay;
mod runs;
mod show;

use kinrow_game::notation::ReadPositionError;
use kinrow_record::store::{Filter, RunId, StoreError};

use crate::args::{FilterOptions, GamesCommand, GamesListOptions, GamesOptions};
use crate::failure::Failure;
use crate::{Context, setup, words};

pub(crate) fn run(options: &GamesOptions, context: &Context) -> Result<(), Failure> {
    match &options.command {
        None => list::run(&GamesListOptions::default(), context),
        Some(GamesCommand::List(options)) => list::run(options, context),
        Some(GamesCommand::Show(options)) => show::run(options, context),
        Some(GamesCommand::Export(options)) => export::run(options, context),
        Some(GamesCommand::Import(options)) => import::run(options, context),
        Some(GamesCommand::Runs(options)) => runs::run(options, context),
    }
}

/// A number that is not there is a wrong call; everything else is the file's fault.
pub(crate) fn failed(error: StoreError) -> Failure {
    match error {
        StoreError::NoGame { .. } | StoreError::NoRun { .. } => Failure::call(error),
        error => Failure::job(error),
    }
}

impl From<StoreError> for Failure {
    fn from(error: StoreError) -> Failure {
        failed(error)
    }
}

fn filter(options: &FilterOptions) -> Result<Filter, Failure> {
    let rules = options.rules.as_deref().map(setup::rules).transpose()?;
    Ok(Filter {
        agent: options.agent.clone(),
        side: options.side,
        rules: rules.map(|rules| rules.to_string()),
        result: options.result,
        reasons: options.reason.unwrap_or_default().iter().map(ToString::to_string).collect(),
        opening: options
            .opening
            .as_deref()
            .map(|moves| Filter::opening(moves, rules).map_err(Failure::call))
            .transpose()?
            .unwrap_or_default(),
        position: options
            .position
            .as_deref()
            .map(str::parse)
            .transpose()
            .map_err(|error: ReadPositionError| Failure::call(error))?,
        run: options.run.map(RunId),
        limit: options.most,
        offset: options.offset,
        ..Filter::default()
    })
}

/// A text that fits into a column.
fn shortened(text: &str, width: usize) -> String {
    if words::width(text) <= width {
        return text.to_string();
    }
    let mut short = String::new();
    for c in text.chars() {
        short.push(c);
        if words::width(&short) + 1 > width {
            short.pop();
            break;
        }
    }
    short + "…"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_texts_are_cut() {
        assert_eq!(shortened("random", 6), "random");
        assert_eq!(shortened("alphabeta", 6), "alpha…");
        assert_eq!(shortened("一二三四", 6), "一二…");
    }
}
