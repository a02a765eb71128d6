//! Where the game comes from: the record, a file, or the call itself.

use std::path::Path;

use kinrow_agent::{GameRecord, Limits};
use kinrow_game::{Coordinates, Point, Rules};
use kinrow_players::AgentSpec;
use kinrow_record::exchange::{positions, read_file};
use kinrow_record::store::{GameId, StoreError};
use kinrow_study::Passage;

use crate::args::{ReviewOptions, StartOptions};
use crate::commands::games::failed;
use crate::database::open_to_read;
use crate::failure::{CallError, Failure};
use crate::out::say;
use crate::{Context, setup, words};

/// A game to review.
pub(super) struct Source {
    pub(super) passage: Passage,
    /// What else is known of it.
    record: Option<GameRecord>,
}

/// The game that a call means.
pub(super) fn find(options: &ReviewOptions) -> Result<Source, Failure> {
    let Some(game) = &options.game else { return typed(options) };
    let rules = options.rules.as_deref().map(setup::rules).transpose()?;
    let is_number = game.bytes().all(|byte| byte.is_ascii_digit());
    let record = match game.parse::<i64>() {
        Ok(id) if is_number => stored(id, options)?,
        _ => in_file(game, rules, options)?,
    };
    let (start, after) = positions(&record).map_err(Failure::job)?;
    let moves: Vec<Point> = after.iter().map(|&(point, _)| point).collect();
    let passage = Passage::new(start, &moves).map_err(Failure::call)?.without_first(record.opening.len());
    Ok(Source { passage, record: Some(record) })
}

fn typed(options: &ReviewOptions) -> Result<Source, Failure> {
    if options.line.is_none() {
        return Err(Failure::call(CallError::ReviewWhat {}));
    }
    let (board, position, moves) = (options.rules.clone(), options.position.clone(), options.line.clone());
    let start = setup::start(&StartOptions { board, position, moves })?;
    let passage = Passage::new(start.position, &start.moves).map_err(Failure::call)?;
    Ok(Source { passage, record: None })
}

fn stored(id: i64, options: &ReviewOptions) -> Result<GameRecord, Failure> {
    let for_files = [
        ("--board", options.rules.is_some()),
        ("--game", options.number.is_some()),
        ("--format", options.format.is_some()),
    ];
    if let Some((option, _)) = for_files.into_iter().find(|(_, is_given)| *is_given) {
        return Err(Failure::call(CallError::ReviewOfRecord { option: option.into(), id }));
    }
    let Some(store) = open_to_read(options.db.as_deref())? else {
        return Err(Failure::call(StoreError::NoGame { given: id }));
    };
    store.game(GameId(id)).map_err(failed)
}

fn in_file(file: &str, rules: Option<Rules>, options: &ReviewOptions) -> Result<GameRecord, Failure> {
    let name = || file.to_string();
    if options.db.is_some() {
        return Err(Failure::call(CallError::ReviewOfFile { option: "--db".into(), file: name() }));
    }
    let mut games =
        read_file(Path::new(file), options.format, rules)?.map(|game| game.map_err(Failure::from));
    let Some(given) = options.number else {
        let first = games.next().unwrap_or_else(|| Err(Failure::call(CallError::ReviewWhat {})))?;
        return match games.next() {
            None => Ok(first),
            Some(_) => Err(Failure::call(CallError::ReviewMany { file: name() })),
        };
    };
    let mut last = 0;
    for game in games {
        let game = game?;
        last += 1;
        if last == given as usize {
            return Ok(game);
        }
    }
    Err(Failure::call(CallError::ReviewNoGame { given, file: name(), last }))
}

impl Source {
    /// Says which game this is, and who reviews it.
    pub(super) fn tell(&self, spec: &AgentSpec, limits: &Limits, context: &Context) {
        let Context { text, style, .. } = context;
        say!("{}", style.strong(&self.passage.start().rules().to_string()));
        if let Some(record) = &self.record {
            say!("{}  {}", style.x("X"), record.x.spec);
            say!("{}  {}", style.o("O"), record.o.spec);
            let last = self.passage.positions().last().unwrap_or(self.passage.start());
            say!("{}", words::ending(text, Coordinates::Letters, last, record));
        }
        let (agent, limits) = (spec.to_string(), limits.to_string());
        let key = if limits.is_empty() { "review.by" } else { "review.by-within" };
        say!("{}\n", text.fill(key, &[("agent", &agent), ("limits", &limits)]));
    }
}
