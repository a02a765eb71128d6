//! Questions about the record: a list of games, one of them, or many as a file.

use kinrow_agent::{GameRecord, Reason, RecordedResult};
use kinrow_game::{Coordinates, Position, Rules, RulesError, Side};
use kinrow_record::exchange::{Format, names, positions};
use kinrow_record::store::{Filter, GameId, Listed, RunId, Store};
use kinrow_session::{Ended, Refusal, ending, refuse};
use kinrow_text::Text;

use super::archive::Record;
use super::error::LibraryError;
use super::message::{BoardCount, ExportedGames, GamesView, OpenedGame, RunView, SoughtGames, StoredGame};
use super::reach::Reach;
use crate::desk::{Desk, Question};
use crate::message::Event;
use crate::room::Place;

/// Games of one answer.
const MOST_LISTED: u64 = 100;
/// Games of one file.
const MOST_EXPORTED: u64 = 1000;
/// A position is looked for in so many games: a second or two.
const MOST_SEARCHED: u64 = 100_000;
/// Boards that are told of, those with the most games first.
const MOST_BOARDS: u64 = 50;
/// Matches and tournaments that are told of, the newest first.
const MOST_RUNS: usize = 50;
/// Questions of a page that may wait.
const MOST_ASKED: usize = 8;

impl Desk {
    /// A page of the games that are sought.
    pub(crate) fn list_recorded(
        &mut self,
        place: &Place,
        id: Option<u64>,
        sought: &SoughtGames,
        (offset, limit): (u64, u64),
    ) -> Result<(), Refusal> {
        let filter = self.sought(place, sought)?;
        let (text, is_all) = (self.session.text().clone(), self.reach(place) == Reach::All);
        self.ask_archive(place, id, move |record| {
            let Some(store) = record.reading().map_err(refuse)? else {
                let nothing =
                    GamesView { total: 0, offset, games: Vec::new(), boards: Vec::new(), runs: Vec::new() };
                return Ok(Event::Recorded(Box::new(nothing)));
            };
            let total = store.count(&filter).map_err(refuse)?;
            let here = Filter { offset, limit: Some(limit.min(MOST_LISTED)), ..filter.clone() };
            let listed = store.list(&here).map_err(refuse)?;
            let games =
                listed.into_iter().map(|game| stored(store, game, &text)).collect::<Result<_, _>>()?;
            let everything = Filter { owner: filter.owner, limit: Some(MOST_BOARDS), ..Filter::default() };
            let boards = store.boards(&everything).map_err(refuse)?;
            let boards = boards.into_iter().map(|(rules, games)| BoardCount { rules, games }).collect();
            // Contests are played at this machine, and their games are everybody's.
            let runs = if is_all { store.runs().map_err(refuse)? } else { Vec::new() };
            let runs = runs.into_iter().take(MOST_RUNS).map(|run| RunView {
                run: run.id.0,
                kind: run.kind,
                started: run.started,
                games: run.games,
            });
            Ok(Event::Recorded(Box::new(GamesView { total, offset, games, boards, runs: runs.collect() })))
        })
    }

    /// One game, to be looked at.
    pub(crate) fn open_game(&mut self, place: &Place, id: Option<u64>, game: i64) -> Result<(), Refusal> {
        let reach = self.reach(place);
        self.ask_archive(place, id, move |record| {
            let store = record.reading().map_err(refuse)?.ok_or_else(|| refuse(LibraryError::Nothing {}))?;
            reach.check(store, GameId(game)).map_err(refuse)?;
            let found = store.game(GameId(game)).map_err(refuse)?;
            let is_forfeit = matches!(found.result, RecordedResult::X | RecordedResult::O)
                && found.reason != Reason::Rules;
            let ended = is_forfeit.then(|| Ended { result: found.result, reason: found.reason.clone() });
            Ok(Event::Opened(Box::new(OpenedGame {
                game,
                moves: found.all_moves().map(ToString::to_string).collect(),
                rules: found.rules,
                start: found.start,
                x: found.x.spec,
                o: found.o.spec,
                ended,
            })))
        })
    }

    /// The games that are sought as a file; or the one of this number.
    pub(crate) fn export_games(
        &mut self,
        place: &Place,
        id: Option<u64>,
        sought: &SoughtGames,
        (game, format): (Option<i64>, &str),
    ) -> Result<(), Refusal> {
        let format = format_of(format).map_err(refuse)?;
        let (filter, reach) = (self.sought(place, sought)?, self.reach(place));
        self.ask_archive(place, id, move |record| {
            let store = record.reading().map_err(refuse)?.ok_or_else(|| refuse(LibraryError::Nothing {}))?;
            let mut ids = match game {
                Some(game) => {
                    reach.check(store, GameId(game)).map_err(refuse)?;
                    vec![GameId(game)]
                }
                None => {
                    let games = store.count(&filter).map_err(refuse)?;
                    if games > MOST_EXPORTED {
                        return Err(refuse(LibraryError::Many { games, most: MOST_EXPORTED }));
                    }
                    store.ids(&filter).map_err(refuse)?
                }
            };
            // The oldest first, as the terminal writes them.
            ids.sort_by_key(|id| id.0);
            let games = ids.len() as u64;
            match games {
                0 => return Err(refuse(LibraryError::Nothing {})),
                2.. if !format.holds_many() => return Err(refuse(LibraryError::OneGame { games })),
                _ => {}
            }
            let mut text = format.head();
            for id in ids {
                text += &format.write(&store.game(id).map_err(refuse)?).map_err(refuse)?;
            }
            Ok(Event::Exported(Box::new(ExportedGames { format: format.name(), games, text })))
        })
    }

    /// What a page seeks, among the games that it sees.
    pub(super) fn sought(&self, place: &Place, sought: &SoughtGames) -> Result<Filter, Refusal> {
        let rules = sought.board.as_deref().map(str::parse::<Rules>).transpose();
        let rules = rules.map_err(|error: RulesError| refuse(error))?;
        let position = sought.position.as_deref().map(str::parse::<Position>).transpose().map_err(refuse)?;
        Ok(Filter {
            agent: sought.player.clone().filter(|player| !player.trim().is_empty()),
            side: sought.side.as_deref().map(side_of).transpose().map_err(refuse)?,
            rules: rules.map(|rules| rules.to_string()),
            result: sought.result.as_deref().map(result_of).transpose().map_err(refuse)?,
            position,
            run: sought.run.map(RunId),
            most_searched: Some(MOST_SEARCHED),
            owner: self.reach(place).owner().map(ToString::to_string),
            ..Filter::default()
        })
    }

    /// Has the archive find something out; its answer goes to whoever still waits for it.
    pub(super) fn ask_archive(
        &mut self,
        place: &Place,
        id: Option<u64>,
        work: impl FnOnce(&mut Record) -> Result<Event, Refusal> + Send + 'static,
    ) -> Result<(), Refusal> {
        let archive = place.hub.archive.as_ref().ok_or_else(|| refuse(LibraryError::NoRecord {}))?;
        if self.questions.len() >= MOST_ASKED {
            return Err(refuse(LibraryError::Busy {}));
        }
        let (ticket, here) = (place.hub.next_number(), place.clone());
        let submitted = archive.submit(move |record| {
            let text = work(record).map(|event| event.to_text(id));
            here.room.desk().deliver(ticket, text);
        });
        submitted.map_err(refuse)?;
        self.questions.push(Question { ticket, id, only_here: false });
        Ok(())
    }
}

/// The format of a name.
pub(super) fn format_of(given: &str) -> Result<Format, LibraryError> {
    let unknown = || LibraryError::Format { given: given.into(), known: Format::NAMES.join(", ") };
    Format::of(given).ok_or_else(unknown)
}

fn side_of(given: &str) -> Result<Side, LibraryError> {
    match given {
        "x" => Ok(Side::X),
        "o" => Ok(Side::O),
        _ => Err(LibraryError::Side { given: given.into() }),
    }
}

fn result_of(given: &str) -> Result<RecordedResult, LibraryError> {
    let unknown = || LibraryError::Result { given: given.into(), known: "x, o, draw, unfinished".into() };
    names::result_of(given).ok_or_else(unknown)
}

/// A game as the list shows it. One that cannot be replayed is listed all the same.
fn stored(store: &Store, game: Listed, text: &Text) -> Result<StoredGame, Refusal> {
    let record: GameRecord = store.game(game.id).map_err(refuse)?;
    let replayed = positions(&record).ok();
    let last = replayed.as_ref().map(|(start, after)| after.last().map_or(*start, |(_, after)| *after));
    let told = last.map(|last| ending(text, Coordinates::Letters, &last, record.result, &record.reason));
    Ok(StoredGame {
        id: game.id.0,
        stored: game.stored,
        rules: game.rules,
        x: game.x,
        o: game.o,
        result: names::result_name(game.result),
        ending: told.unwrap_or_default(),
        plies: game.plies,
        position: last.map(|last| last.to_string()),
        last: record.all_moves().last().map(ToString::to_string),
    })
}
