//! Puzzles on the page: those that come with the program, and those found in a page's own games. Moves are judged by the search
//! that made the puzzle.

use std::sync::LazyLock;
use std::time::Instant;

use kinrow_agent::{GameRecord, Stop, catch_panic};
use kinrow_game::{Game, Position, Rules, RulesError};
use kinrow_record::exchange::positions;
use kinrow_record::store::{Filter, StoreError};
use kinrow_session::{Refusal, refuse};
use kinrow_study::puzzles::{Attempt, Finder, Judged, Puzzle, PuzzleSet, STARTER, Threats, Wanted};
use tokio::sync::oneshot;

use super::archive::Archive;
use super::error::LibraryError;
use super::message::{ComposedPuzzle, ComposedPuzzles, JudgedMove, PuzzleView, SoughtGames};
use crate::desk::{Desk, Question};
use crate::error::WebError;
use crate::listener::About;
use crate::message::Event;
use crate::queue::Purpose;
use crate::room::Place;

/// Games that puzzles are looked for in, the newest.
const MOST_GAMES: u64 = 200;
/// Puzzles that are found at once.
const MOST_FOUND: usize = 10;

static STARTERS: LazyLock<PuzzleSet> =
    LazyLock::new(|| PuzzleSet::starter().expect("the program's own puzzles are read, which a test sees to"));
static VIEWS: LazyLock<Vec<PuzzleView>> = LazyLock::new(|| STARTERS.puzzles.iter().map(view).collect());

/// The puzzles that come with the program, without their solutions.
pub(crate) fn shipped_puzzles() -> &'static [PuzzleView] {
    &VIEWS
}

fn view(puzzle: &Puzzle) -> PuzzleView {
    PuzzleView {
        position: puzzle.position.to_string(),
        kind: puzzle.kind.name(),
        plies: puzzle.plies(),
        grade: puzzle.grade(),
    }
}

impl Desk {
    /// Begins a puzzle: one of the program's, by its number from 1, or one that stands in the request.
    pub(crate) fn begin_puzzle(&mut self, number: Option<u32>, text: Option<&str>) -> Result<Event, Refusal> {
        let puzzle = match (number, text) {
            (Some(number), None) => STARTERS.get(number, STARTER).map_err(refuse)?.clone(),
            (None, Some(text)) => Puzzle::parse(text).map_err(refuse)?,
            _ => return Err(refuse(LibraryError::NoPuzzle {})),
        };
        let begun = view(&puzzle);
        self.attempt = Some(Attempt::new(&puzzle));
        Ok(Event::Puzzle { number, puzzle: begun })
    }

    /// How the puzzle is won.
    pub(crate) fn solution(&self) -> Result<Event, Refusal> {
        let attempt = self.attempt.as_ref().ok_or_else(|| refuse(LibraryError::NoPuzzle {}))?;
        let Puzzle { position, line, .. } = attempt.puzzle();
        let line = line.iter().map(|&point| position.name(point)).collect();
        Ok(Event::Solution { position: position.to_string(), line })
    }

    /// Judges a move in the puzzle that was begun.
    pub(crate) fn judge(&mut self, place: &Place, id: Option<u64>, mv: &str) -> Result<(), Refusal> {
        let attempt = self.attempt.as_ref().ok_or_else(|| refuse(LibraryError::NoPuzzle {}))?;
        if attempt.line().is_empty() {
            return Err(refuse(LibraryError::Solved {}));
        }
        let position = *attempt.position();
        let point = position.parse_move(mv).map_err(refuse)?;
        let mut tried = attempt.clone();
        let about = self.about_puzzle(position);
        let ticket =
            self.submit(place, Purpose::Puzzle, Instant::now(), about, move |place, _, stop, ticket| {
                let judged = catch_panic(|| tried.answer(point, stop));
                let judged =
                    judged.map_err(|panicked| refuse(WebError::Message { why: panicked.to_string() }));
                let judged = judged.and_then(|judged| match judged {
                    // What was not searched to its end is not known to be wrong.
                    Judged::Wrong | Judged::WinsOtherwise if stop.is_stopped() => {
                        Err(refuse(LibraryError::Unjudged {}))
                    }
                    judged => Ok(judged),
                });
                let mut desk = place.room.desk();
                // Another puzzle may have been begun meanwhile.
                let is_same = |now: &Attempt| *now.position() == position;
                if judged.is_ok()
                    && desk.is_asked(ticket)
                    && let Some(now) = desk.attempt.as_mut().filter(|now| is_same(now))
                {
                    *now = tried.clone();
                }
                let event = judged.map(|judged| {
                    let (verdict, reply) = match judged {
                        Judged::Solved => ("solved", None),
                        Judged::Right(reply) => ("right", Some(position.name(reply))),
                        Judged::WinsOtherwise => ("otherwise", None),
                        Judged::Wrong => ("wrong", None),
                    };
                    let mv = position.name(point);
                    Event::Judged(JudgedMove { mv, verdict, reply, position: tried.position().to_string() })
                });
                desk.deliver(ticket, event.map(|event| event.to_text(id)));
            });
        self.questions.push(Question { ticket, id, only_here: false });
        Ok(())
    }

    /// Looks for puzzles in the games that the page sees.
    pub(crate) fn compose(
        &mut self,
        place: &Place,
        id: Option<u64>,
        board: &str,
        kind: Option<&str>,
    ) -> Result<(), Refusal> {
        let rules: Rules = board.parse().map_err(|error: RulesError| refuse(error))?;
        let unknown = |given: &str| {
            let known = Threats::NAMES.join(", ");
            refuse(kinrow_study::puzzles::Flaw::Kind { given: given.into(), known })
        };
        let kinds = match kind {
            None => Threats::ALL.to_vec(),
            Some(kind) => vec![Threats::of(kind).ok_or_else(|| unknown(kind))?],
        };
        let wanted = Wanted { rules, count: MOST_FOUND, kinds, nodes: Wanted::NODES };
        let mut finder = Finder::new(wanted).map_err(refuse)?;
        let sought = SoughtGames { board: Some(board.into()), ..SoughtGames::default() };
        let filter = Filter { limit: Some(MOST_GAMES), ..self.sought(place, &sought)? };
        if place.hub.archive.is_none() {
            return Err(refuse(LibraryError::NoRecord {}));
        }
        let about = self.about_puzzle(Position::new(rules));
        let ticket =
            self.submit(place, Purpose::Compose, Instant::now(), about, move |place, _, stop, ticket| {
                let games = match &place.hub.archive {
                    Some(archive) => newest(archive, filter),
                    None => Err(refuse(LibraryError::NoRecord {})),
                };
                let event = games.and_then(|games| composed(rules, &games, &mut finder, stop));
                place.room.desk().deliver(ticket, event.map(|event| event.to_text(id)));
            });
        self.questions.push(Question { ticket, id, only_here: false });
        Ok(())
    }

    fn about_puzzle(&self, position: Position) -> About {
        About { number: self.session.number(), ply: 0, by: String::new(), purpose: "puzzle", position }
    }
}

/// The games that are asked for, the newest first. This thread waits for them.
fn newest(archive: &Archive, filter: Filter) -> Result<Vec<GameRecord>, Refusal> {
    let (answer, answered) = oneshot::channel();
    archive
        .submit(move |record| {
            let read = |record: &mut super::archive::Record| -> Result<Vec<GameRecord>, StoreError> {
                let Some(store) = record.reading()? else { return Ok(Vec::new()) };
                store.ids(&filter)?.into_iter().map(|id| store.game(id)).collect()
            };
            // A page that has gone needs no answer.
            let _ = answer.send(read(record));
        })
        .map_err(refuse)?;
    answered.blocking_recv().map_err(|_| refuse(LibraryError::Busy {}))?.map_err(refuse)
}

fn composed(rules: Rules, games: &[GameRecord], finder: &mut Finder, stop: &Stop) -> Result<Event, Refusal> {
    if games.is_empty() {
        return Err(refuse(LibraryError::NoGames { rules: rules.to_string() }));
    }
    for game in games {
        if finder.is_done() || stop.is_stopped() {
            break;
        }
        let (start, after) = positions(game).map_err(refuse)?;
        let all: Vec<Position> =
            [start].into_iter().chain(after.into_iter().map(|(_, position)| position)).collect();
        finder.look(&all, stop);
    }
    let puzzles = finder.puzzles.iter();
    Ok(Event::Composed(Box::new(ComposedPuzzles {
        rules: rules.to_string(),
        games: finder.games,
        complete: finder.is_done() || !stop.is_stopped(),
        puzzles: puzzles
            .map(|puzzle| ComposedPuzzle { text: puzzle.to_string(), puzzle: view(puzzle) })
            .collect(),
    })))
}
