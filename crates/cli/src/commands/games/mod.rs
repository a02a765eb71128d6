//! `kinrow games`: what is in the record, and games in and out of it.

mod export;
pub(crate) mod import;
mod list;
pub(crate) mod replay;
mod runs;
mod show;

use kinrow_game::{Position, Rules, notation};
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
            .map(|moves| opening(moves, rules))
            .transpose()?
            .unwrap_or_default(),
        run: options.run.map(RunId),
        limit: options.most,
        offset: options.offset,
    })
}

/// Moves as the record writes them. Without a board a column is no move, and every point of the largest board is one.
fn opening(moves: &str, rules: Option<Rules>) -> Result<Vec<String>, Failure> {
    if let Some(rules) = rules {
        let start = Position::new(rules);
        let (_, points) = start.play_moves(moves).map_err(Failure::call)?;
        return Ok(points.iter().map(|&point| notation::point_name(rules, point)).collect());
    }
    let largest = Rules::new(20, 20, 20).map_err(Failure::call)?;
    let moves = notation::split_moves(moves);
    let points = moves.iter().map(|mv| notation::parse_point(largest, mv).map_err(Failure::call));
    points.map(|point| Ok(notation::point_name(largest, point?))).collect()
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
    fn openings_are_written_as_the_record_writes_them() {
        let named = |moves, rules: Option<&str>| {
            opening(moves, rules.map(|rules| rules.parse().unwrap()))
                .map_err(|_| ())
                .map(|names| names.join(" "))
        };
        assert_eq!(named("H8 (3, 2) i10", None), Ok("h8 b3 i10".into()));
        assert_eq!(named("d d e", Some("7x6x4:drop")), Ok("d1 d2 e1".into()));
        assert_eq!((named("d", None), named("a1 a1", Some("3x3x3"))), (Err(()), Err(())));
    }

    #[test]
    fn long_texts_are_cut() {
        assert_eq!(shortened("random", 6), "random");
        assert_eq!(shortened("alphabeta", 6), "alpha…");
        assert_eq!(shortened("一二三四", 6), "一二…");
    }
}
