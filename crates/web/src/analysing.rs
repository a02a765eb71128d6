//! What is thought of positions beside the game: the analysis of the one shown, and the review of all of them.

use std::time::Instant;

use kinrow_agent::{AgentError, Limits, Thinking, catch_panic};
use kinrow_game::{Game, Point, Position};
use kinrow_players::AgentSpec;
use kinrow_session::analysis::{Analysis, analyze};
use kinrow_session::{AnalysisView, Judgement, Refusal, Reviewer, SessionError, refuse, value_view};

use crate::desk::Desk;
use crate::error::WebError;
use crate::listener::About;
use crate::message::Event;
use crate::queue::Purpose;
use crate::room::Place;
use crate::searches::{Making, accepts};

/// Whether positions are analysed as they are shown.
#[derive(Default)]
pub(crate) struct Analysing {
    /// By whom.
    wanted: Option<(AgentSpec, Limits)>,
    /// What is, or was last, analysed, with its ticket.
    current: Option<(u64, Position)>,
}

/// A review under way.
pub(crate) struct Reviewing {
    id: Option<u64>,
    ticket: u64,
    /// The game, and its moves as they were.
    number: u64,
    moves: Vec<Point>,
    done: usize,
}

impl Desk {
    /// Turns the analysis of positions shown on or off.
    pub(crate) fn analyse(
        &mut self,
        place: &Place,
        wanted: Option<(Option<String>, Option<String>)>,
    ) -> Result<(), Refusal> {
        let position = self.session.game().position();
        let wanted = wanted
            .map(|(spec, limits)| self.read_search(spec.as_deref(), limits.as_deref(), position))
            .transpose()?;
        self.stop_analysis(place);
        self.analysis.wanted = wanted;
        Ok(())
    }

    fn stop_analysis(&mut self, place: &Place) {
        if let Some((ticket, _)) = self.analysis.current.take() {
            place.hub.pool.cancel(place.room.id(), ticket);
        }
    }

    /// Analyses the position shown, if that is wanted and has not been done.
    pub(crate) fn refresh_analysis(&mut self, place: &Place) {
        let game = self.session.game();
        let (position, ply, number) = (*game.position(), game.ply(), self.session.number());
        if self.analysis.current.as_ref().is_some_and(|(_, analysed)| *analysed != position) {
            self.stop_analysis(place);
        }
        let Some((spec, limits)) = self.analysis.wanted.clone() else { return };
        // While a machine looks for its move here, that is shown.
        if position.outcome().is_some() || self.moving.is_some() || self.analysis.current.is_some() {
            return;
        }
        if let Err(refusal) = accepts(&spec, &position, &limits) {
            // Told once: the page has to choose another.
            self.analysis.wanted = None;
            self.send(&self.error(&*refusal), None);
            return;
        }
        let about = About { number, ply, by: spec.to_string(), purpose: "analysis", position };
        let (seed, megabytes) = (self.session.agent_seed(2), self.session.bounds().megabytes);
        let now = Instant::now();
        let ticket =
            self.submit(place, Purpose::Analysis, now, about, move |place, listener, stop, ticket| {
                let answer =
                    Making { spec: &spec, seed, megabytes }.ask_again(place, number, "analysis", |agent| {
                        let mut thinking = Thinking::new(stop.clone(), listener);
                        analyze(&mut **agent, &position, &limits, true, &mut thinking)
                    });
                place.room.desk().analysed(ticket, &listener.about, answer);
            });
        self.analysis.current = Some((ticket, position));
    }

    fn analysed(&mut self, ticket: u64, about: &About, answer: Result<Analysis, Refusal>) {
        if self.analysis.current.as_ref().is_none_or(|(known, _)| *known != ticket) {
            return;
        }
        self.forget_thinking();
        let About { number, ply, by, position, .. } = about;
        match answer {
            Ok(analysis) => {
                let view = AnalysisView::new(&analysis, position, by.clone(), *number, *ply);
                self.send(&Event::Analysis(Box::new(view)), None);
            }
            Err(refusal) => self.send(&self.error(&*refusal), None),
        }
    }

    /// Goes over the whole game.
    pub(crate) fn review(&mut self, place: &Place, id: Option<u64>) -> Result<(), Refusal> {
        let game = self.session.game();
        if game.moves().is_empty() {
            return Err(refuse(SessionError::NothingToReview {}));
        }
        let (number, moves) = (self.session.number(), game.moves().to_vec());
        let reviewer = Reviewer::new(game.start(), self.session.bounds().megabytes);
        self.stop_review(place);
        self.reviewing = Some(Reviewing { id, ticket: 0, number, moves, done: 0 });
        self.review_next(place, Box::new(reviewer));
        Ok(())
    }

    /// Judges the next ply. Each is a search of its own, so that others come in between.
    fn review_next(&mut self, place: &Place, mut reviewer: Box<Reviewer>) {
        let Some(review) = &self.reviewing else { return };
        let (ply, made) = (review.done, review.moves.get(review.done).copied());
        let position = *self.session.game().position_at(ply);
        let about = About { number: review.number, ply, by: String::new(), purpose: "review", position };
        let now = Instant::now();
        let ticket = self.submit(place, Purpose::Review, now, about, move |place, _, stop, ticket| {
            let judged = catch_panic(|| reviewer.judge(&position, made, stop));
            let judged = judged.unwrap_or_else(|panicked| {
                Err(AgentError::Failed { agent: "review".into(), why: panicked.to_string() })
            });
            // One that had to make way for something more urgent is done again.
            let judged = if stop.is_stopped() { None } else { Some(judged) };
            place.room.desk().reviewed(place, ticket, &position, reviewer, judged);
        });
        if let Some(review) = &mut self.reviewing {
            review.ticket = ticket;
        }
    }

    fn reviewed(
        &mut self,
        place: &Place,
        ticket: u64,
        position: &Position,
        reviewer: Box<Reviewer>,
        judged: Option<Result<Judgement, AgentError>>,
    ) {
        let Some(review) = self.reviewing.as_mut().filter(|review| review.ticket == ticket) else { return };
        match judged {
            None => {}
            Some(Ok(judgement)) => {
                let ply = review.done;
                review.done += 1;
                let event = Event::Review {
                    number: review.number,
                    ply,
                    value: value_view(judgement.value),
                    best: judgement.best.iter().map(|&point| position.name(point)).collect(),
                    blunder: judgement.is_blunder,
                    done: review.done,
                    of: review.moves.len() + 1,
                };
                let (id, is_done) = (review.id, review.done > review.moves.len());
                self.send(&event, id);
                if is_done {
                    self.reviewing = None;
                    return;
                }
            }
            Some(Err(error)) => {
                let id = review.id;
                self.reviewing = None;
                self.send(&self.error(&error), id);
                return;
            }
        }
        self.review_next(place, reviewer);
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
