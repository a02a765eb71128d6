//! The review of a whole game, position by position: each is a search of its own, so that others come in between.

use std::time::Instant;

use kinrow_agent::{AgentError, catch_panic};
use kinrow_game::{Game, Point, Position};
use kinrow_players::{AgentSpec, suits};
use kinrow_session::{Refusal, SessionError, refuse, value_view};
use kinrow_study::{Looked, Mark, Passage, Review, ReviewedMove, Reviewer, Summary, Walk};

use crate::desk::Desk;
use crate::error::WebError;
use crate::listener::About;
use crate::message::{Better, Event, Reviewed, ReviewedPly, SideSummary};
use crate::queue::Purpose;
use crate::room::Place;

/// A review under way.
pub(crate) struct Reviewing {
    id: Option<u64>,
    ticket: u64,
    by: AgentSpec,
    /// The game, and its moves as they were.
    number: u64,
    moves: Vec<Point>,
}

impl Desk {
    /// Goes over the whole game.
    pub(crate) fn review(&mut self, place: &Place, id: Option<u64>) -> Result<(), Refusal> {
        let game = self.session.game();
        if game.moves().is_empty() {
            return Err(refuse(SessionError::NothingToReview {}));
        }
        let (number, moves) = (self.session.number(), game.moves().to_vec());
        let passage = Passage::new(*game.start(), &moves).map_err(refuse)?;
        let by = suits::reviewer(passage.start());
        let (seed, megabytes) = (self.session.agent_seed(5), self.session.bounds().megabytes);
        let reviewer = Reviewer::within(megabytes, &by, seed, suits::REVIEW, &passage).map_err(refuse)?;
        self.stop_review(place);
        self.reviewing = Some(Reviewing { id, ticket: 0, by, number, moves });
        let last = passage.moves().len();
        self.look_at(place, last, Box::new((reviewer, Walk::new(passage))));
        Ok(())
    }

    /// Looks at the position after so many moves.
    fn look_at(&mut self, place: &Place, ply: usize, mut work: Box<(Reviewer, Walk)>) {
        let Some(review) = &self.reviewing else { return };
        let position = *self.session.game().position_at(ply);
        let about = About { number: review.number, ply, by: String::new(), purpose: "review", position };
        let now = Instant::now();
        let ticket = self.submit(place, Purpose::Review, now, about, move |place, _, stop, ticket| {
            let (reviewer, walk) = &mut *work;
            let looked = catch_panic(|| reviewer.look(walk, stop));
            let looked = looked.unwrap_or_else(|panicked| {
                Err(AgentError::Failed { agent: "review".into(), why: panicked.to_string() })
            });
            place.room.desk().looked_at(place, (ticket, ply), work, looked);
        });
        if let Some(review) = &mut self.reviewing {
            review.ticket = ticket;
        }
    }

    fn looked_at(
        &mut self,
        place: &Place,
        (ticket, ply): (u64, usize),
        work: Box<(Reviewer, Walk)>,
        looked: Result<Option<Looked>, AgentError>,
    ) {
        let Some(review) = self.reviewing.as_ref().filter(|review| review.ticket == ticket) else { return };
        let (id, number, by) = (review.id, review.number, review.by.to_string());
        match looked {
            // One that had to make way for something more urgent is done again.
            Ok(None) => self.look_at(place, ply, work),
            Ok(Some(Looked { done, of, value })) => {
                self.send(&Event::Review { number, ply, value: value_view(value), done, of }, id);
                match ply.checked_sub(1) {
                    Some(next) => self.look_at(place, next, work),
                    None => {
                        self.reviewing = None;
                        let (_, walk) = &*work;
                        let view = reviewed(&walk.judged(false), walk.passage().start(), number, by);
                        self.send(&Event::Reviewed(Box::new(view)), id);
                    }
                }
            }
            Err(error) => {
                self.reviewing = None;
                self.send(&self.error(&error), id);
            }
        }
    }

    /// Ends a review before its end.
    pub(crate) fn stop_review(&mut self, place: &Place) {
        if let Some(review) = self.reviewing.take() {
            place.hub.pool.cancel(place.room.id(), review.ticket);
            self.send(&self.error(&WebError::Gone {}), review.id);
        }
    }

    /// A review of moves that are not the game's any more ends.
    pub(crate) fn refresh_review(&mut self, place: &Place) {
        let game = self.session.game();
        let is_other = |review: &Reviewing| {
            review.number != self.session.number() || !game.moves().starts_with(&review.moves)
        };
        if self.reviewing.as_ref().is_some_and(is_other) {
            self.stop_review(place);
        }
    }
}

/// A review as a page reads it.
fn reviewed(review: &Review, start: &Position, number: u64, by: String) -> Reviewed {
    let name = |&point: &Point| start.name(point);
    let names = |line: &[Point]| line.iter().map(name).collect();
    let ply = |mv: &ReviewedMove| ReviewedPly {
        ply: mv.number - 1,
        mv: name(&mv.mv),
        before: value_view(mv.before),
        after: value_view(mv.after),
        loss: mv.loss,
        mark: mv.mark.map(Mark::name),
        proven: mv.is_proven,
        better: mv.better.as_ref().map(|better| Better { mv: name(&better.mv), line: names(&better.line) }),
        reply: names(&mv.reply),
    };
    let summary = |summary: &Summary| SideSummary {
        moves: summary.moves,
        judged: summary.judged,
        average_loss: summary.average_loss,
        marks: Mark::ALL.iter().map(|&mark| (mark.name(), summary.count(mark))).collect(),
    };
    let [x, o] = &review.sides;
    Reviewed {
        number,
        by,
        moves: review.moves.iter().map(ply).collect(),
        turning_point: review.turning_point.map(|at| review.moves[at].number - 1),
        x: summary(x),
        o: summary(o),
    }
}
