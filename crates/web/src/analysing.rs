//! What is thought of the position shown: its analysis, and hints that agree with it.

use std::time::{Duration, Instant};

use kinrow_agent::{Limits, Thinking, Value};
use kinrow_game::{Game, Point, Position};
use kinrow_players::{AgentSpec, suits};
use kinrow_session::analysis::{Analysis, analyze};
use kinrow_session::{AnalysisView, Refusal, SessionError, refuse, value_view};

use crate::desk::{Desk, Question};
use crate::error::WebError;
use crate::listener::About;
use crate::message::Event;
use crate::queue::Purpose;
use crate::room::Place;
use crate::searches::{Making, accepts};

/// An agent deepens its search only where it has a time: that of one without an end.
const WITHOUT_END: Duration = Duration::from_secs(24 * 3600);

/// Whether positions are analysed as they are shown.
#[derive(Default)]
pub(crate) struct Analysing {
    /// By whom.
    wanted: Option<(AgentSpec, Limits)>,
    /// Whether it goes on until it is stopped.
    is_endless: bool,
    /// What is, or was last, analysed, with its ticket.
    current: Option<(u64, Position)>,
    /// What that analysis came to, when it is over.
    found: Option<(Option<Point>, Value)>,
}

impl Analysing {
    /// Whether it goes on until it is stopped.
    pub(crate) fn is_endless(&self) -> bool {
        self.is_endless
    }
}

impl Desk {
    /// Turns the analysis of positions shown on or off.
    pub(crate) fn analyse(
        &mut self,
        place: &Place,
        wanted: Option<(Option<&str>, Option<&str>, bool)>,
    ) -> Result<(), Refusal> {
        let position = self.session.game().position();
        let is_endless = wanted.is_some_and(|(.., is_endless)| is_endless);
        if is_endless && !self.session.bounds().analysis.is_endless {
            return Err(refuse(SessionError::Endless {}));
        }
        let wanted = wanted.map(|(spec, limits, _)| self.read_search(spec, limits, position)).transpose()?;
        self.stop_analysis(place);
        self.analysis.wanted = wanted.map(|(spec, limits)| {
            let time = if is_endless { Some(WITHOUT_END) } else { limits.time };
            (spec, Limits { time, ..limits })
        });
        self.analysis.is_endless = is_endless;
        Ok(())
    }

    fn stop_analysis(&mut self, place: &Place) {
        self.analysis.found = None;
        if let Some((ticket, _)) = self.analysis.current.take() {
            place.hub.pool.cancel(place.room.id(), ticket);
            self.give_up(ticket, &WebError::Gone {});
        }
    }

    /// Answers a hint by the analysis of the position shown, now or when it is over, so that both say the same. Gives false
    /// when there is none.
    pub(crate) fn hint_by_analysis(&mut self, place: &Place, id: Option<u64>) -> bool {
        let shown = *self.session.game().position();
        let Some((ticket, _)) = self.analysis.current.filter(|(_, analysed)| *analysed == shown) else {
            return false;
        };
        match self.analysis.found {
            Some((_, Value::Unknown)) => return false,
            Some((mv, value)) => self.send_hint(&shown, mv, value, id),
            None => {
                self.questions.push(Question { ticket, id, only_here: false });
                if self.analysis.is_endless {
                    place.hub.pool.answer_now(place.room.id());
                }
            }
        }
        true
    }

    fn send_hint(&self, position: &Position, mv: Option<Point>, value: Value, id: Option<u64>) {
        let mv = mv.map(|point| position.name(point));
        self.send(&Event::Hint { mv, value: value_view(value) }, id);
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
        self.begin_analysis(place, (spec, limits), (number, ply, position));
    }

    fn begin_analysis(
        &mut self,
        place: &Place,
        (spec, limits): (AgentSpec, Limits),
        (number, ply, position): (u64, usize, Position),
    ) {
        let about = About { number, ply, by: spec.to_string(), purpose: "analysis", position };
        let (seed, megabytes) = (self.session.agent_seed(2), self.session.bounds().analysis.megabytes);
        let now = Instant::now();
        let ticket =
            self.submit(place, Purpose::Analysis, now, about, move |place, listener, stop, ticket| {
                let answer =
                    Making { spec: &spec, seed, megabytes }.ask_again(place, number, "analysis", |agent| {
                        let mut thinking = Thinking::new(stop.clone(), listener);
                        analyze(&mut **agent, &position, &limits, true, &mut thinking)
                    });
                place.room.desk().analysed(place, ticket, &listener.about, (answer, limits));
            });
        self.analysis.current = Some((ticket, position));
    }

    fn analysed(
        &mut self,
        place: &Place,
        ticket: u64,
        about: &About,
        (answer, limits): (Result<Analysis, Refusal>, Limits),
    ) {
        if self.analysis.current.as_ref().is_none_or(|(known, _)| *known != ticket) {
            return;
        }
        self.forget_thinking();
        let About { number, ply, by, position, .. } = about;
        match answer {
            Ok(analysis) => {
                let other = suits::analysts(position.rules()).search;
                let is_silent = analysis.decision.value == Value::Unknown && !analysis.is_stopped;
                if is_silent && other.to_string() != *by && accepts(&other, position, &limits).is_ok() {
                    // Who comes to no opinion is followed by somebody who has one.
                    let waiting = std::iter::from_fn(|| self.take_question(ticket)).collect::<Vec<_>>();
                    self.begin_analysis(place, (other, limits), (*number, *ply, *position));
                    let (next, _) = self.analysis.current.expect("it has just begun");
                    let again = |question: Question| Question { ticket: next, ..question };
                    self.questions.extend(waiting.into_iter().map(again));
                    return;
                }
                let (mv, value) = (analysis.decision.mv(), analysis.decision.value);
                self.analysis.found = Some((mv, value));
                let view = AnalysisView::new(&analysis, position, by.clone(), *number, *ply);
                self.send(&Event::Analysis(Box::new(view)), None);
                while let Some(question) = self.take_question(ticket) {
                    self.send_hint(position, mv, value, question.id);
                }
            }
            Err(refusal) => {
                self.give_up(ticket, &*refusal);
                self.send(&self.error(&*refusal), None);
            }
        }
    }
}
