//! What is searched for a page: begun when it is wanted, and what is done with the answer.
//!
//! Every search has a ticket. An answer whose ticket is not known any more belongs to a question that nobody asks now.

use std::time::{Duration, Instant};

use kinrow_agent::{AgentError, Decision, Limits, Seed, Stop, Thinking, catch_panic};
use kinrow_game::{Explain, Game, Point, Position};
use kinrow_lab::analysis::{Analysis, analyze};
use kinrow_lab::catalogue::{self, AnyAgent};
use kinrow_lab::session::{AnalysisView, MoveTask, Refusal, SessionError, Turn, refuse, value_view};
use kinrow_lab::AgentSpec;

use crate::desk::{Desk, Question};
use crate::error::WebError;
use crate::listener::{About, Listener};
use crate::message::Event;
use crate::pool::{Job, Purpose};
use crate::room::Place;
use crate::shelf::Owner;

/// Machines that play by themselves move at most so often: a page is not sent more than twenty events a second.
const LEAST_PAUSE: Duration = Duration::from_millis(50);
/// What a hint may cost.
const HINT_TIME: Duration = Duration::from_secs(2);

/// What runs in a search's thread.
type Work = Box<dyn FnOnce(&Stop) + Send>;

impl Desk {
    /// Hands a search to the pool. Gives its ticket.
    fn submit(
        &mut self,
        place: &Place,
        purpose: Purpose,
        ready: Instant,
        about: &About,
        work: impl FnOnce(&Place, &mut Listener, &Stop, u64) + Send + 'static,
    ) -> u64 {
        let ticket = place.hub.next_number();
        let outbox = self.outbox().cloned();
        let mut listener = Listener { outbox: outbox.clone(), about: about.clone(), tree: None };
        let here = place.clone();
        let work: Work = Box::new(move |stop| {
            if let Some(outbox) = &listener.outbox {
                outbox.think(listener.about.first_news(false));
            }
            work(&here, &mut listener, stop, ticket);
        });
        let (session, time) = (place.room.id(), self.session.bounds().time);
        let job = Job { session, purpose, ticket, ready, time, stop: Stop::new(), work };
        let (waits, replaced) = place.hub.pool.submit(job);
        place.hub.pool.make_way(session, purpose);
        if let Some(outbox) = outbox.filter(|_| waits) {
            outbox.think(about.first_news(true));
        }
        for ticket in replaced {
            self.give_up(ticket, &WebError::Replaced {});
        }
        ticket
    }

    /// A question gets no answer.
    fn give_up(&mut self, ticket: u64, why: &dyn Explain) {
        if let Some(question) = self.take_question(ticket) {
            self.send(&self.error(why), question.id);
        }
    }

    fn take_question(&mut self, ticket: u64) -> Option<Question> {
        let place = self.questions.iter().position(|question| question.ticket == ticket)?;
        Some(self.questions.remove(place))
    }

    /// Stops what is not wanted any more, and begins what is wanted now.
    pub(crate) fn refresh_searches(&mut self, place: &Place) {
        if self.outbox().is_none() {
            return;
        }
        if self.moving.as_ref().is_some_and(|(_, task)| !self.session.awaits(task)) {
            self.stop_moving(place);
        }
        if self.moving.is_none()
            && self.session.turn() == Turn::Machine
            && let Ok(task) = self.session.move_task()
        {
            let pause = Duration::from_millis(self.session.delay_ms()).max(LEAST_PAUSE);
            let now = Instant::now();
            let ready = match self.last_move {
                Some(last) if self.session.is_between_machines() => now.max(last + pause),
                _ => now,
            };
            self.begin_move(place, task, ready);
        }
        self.refresh_analysis(place);
        self.refresh_questions(place);
    }

    /// Forgets the move that a machine is looking for.
    pub(crate) fn stop_moving(&mut self, place: &Place) {
        if let Some((ticket, _)) = self.moving.take() {
            place.hub.pool.cancel(place.room.id(), ticket);
            self.forget_thinking();
        }
    }

    fn forget_thinking(&self) {
        if let Some(outbox) = self.outbox() {
            outbox.forget_thinking();
        }
    }

    /// Lets a machine look for a move.
    pub(crate) fn begin_move(&mut self, place: &Place, task: MoveTask, ready: Instant) {
        let about = About {
            number: task.number,
            ply: task.ply,
            by: task.spec.to_string(),
            purpose: "move",
            position: task.position,
        };
        let purpose = if task.is_awaited { Purpose::AwaitedMove } else { Purpose::Move };
        let seat = if task.side == kinrow_game::Side::X { "x" } else { "o" };
        let sought = task.clone();
        let ticket = self.submit(place, purpose, ready, &about, move |place, listener, stop, ticket| {
            let MoveTask { number, position, spec, limits, seed, .. } = &sought;
            let search = Search { place, number: *number, seat, spec, seed: *seed };
            let answer = search.run(|agent| {
                agent.choose(position, limits, &mut Thinking::new(stop.clone(), listener))
            });
            place.room.desk().move_found(place, ticket, answer);
        });
        self.moving = Some((ticket, task));
    }

    fn move_found(&mut self, place: &Place, ticket: u64, answer: Result<Decision<Point>, Refusal>) {
        let Some((_, task)) = self.moving.take_if(|(known, _)| *known == ticket) else { return };
        let text = self.session.text().clone();
        self.session.answer(&task, answer.map_err(|refusal| text.explain(&*refusal)));
        self.last_move = Some(Instant::now());
        self.forget_thinking();
        self.changed(place, None);
    }

    /// Turns the analysis of positions shown on or off.
    pub(crate) fn analyse(
        &mut self,
        place: &Place,
        wanted: Option<(Option<String>, Option<String>)>,
    ) -> Result<(), Refusal> {
        let wanted = match wanted {
            None => None,
            Some((spec, limits)) => {
                let (spec, limits) = self.read_search(spec.as_deref(), limits.as_deref())?;
                Some((spec, limits))
            }
        };
        self.stop_analysis(place);
        self.analysis.wanted = wanted;
        Ok(())
    }

    /// An agent and limits that a page names, which can search the position shown.
    fn read_search(&self, spec: Option<&str>, limits: Option<&str>) -> Result<(AgentSpec, Limits), Refusal> {
        let bounds = self.session.bounds();
        let position = self.session.game().position();
        let spec = match spec {
            Some(spec) => bounds.spec(spec)?,
            None => catalogue::default_spec(position.rules()),
        };
        let limits = bounds.limits(limits.unwrap_or(""))?;
        accepts(&spec, position, &limits)?;
        Ok((spec, limits))
    }

    fn stop_analysis(&mut self, place: &Place) {
        if let Some((ticket, _)) = self.analysis.current.take() {
            place.hub.pool.cancel(place.room.id(), ticket);
        }
    }

    /// Analyses the position shown, if that is wanted and has not been done.
    fn refresh_analysis(&mut self, place: &Place) {
        let game = self.session.game();
        let (position, ply, number) = (*game.position(), game.ply(), self.session.number());
        let is_over = position.outcome().is_some();
        if self.analysis.current.as_ref().is_some_and(|(_, analysed)| *analysed != position) {
            self.stop_analysis(place);
        }
        let Some((spec, limits)) = self.analysis.wanted.clone() else { return };
        if is_over || self.moving.is_some() || self.analysis.current.is_some() {
            return;
        }
        if let Err(refusal) = accepts(&spec, &position, &limits) {
            // Told once: the page has to choose another.
            self.analysis.wanted = None;
            self.send(&self.error(&*refusal), None);
            return;
        }
        let about = About { number, ply, by: spec.to_string(), purpose: "analysis", position };
        let seed = self.session.agent_seed(2);
        let now = Instant::now();
        let ticket = self.submit(place, Purpose::Analysis, now, &about, move |place, listener, stop, ticket| {
            let search = Search { place, number, seat: "analysis", spec: &spec, seed };
            let answer = search.run(|agent| {
                analyze(&mut **agent, &position, &limits, &mut Thinking::new(stop.clone(), listener))
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

    /// Asks what a machine would play.
    pub(crate) fn hint(&mut self, place: &Place, id: Option<u64>) -> Result<(), Refusal> {
        let game = self.session.game();
        if game.result().is_some() {
            return Err(refuse(SessionError::Over {}));
        }
        if self.moving.is_some() {
            let side = game.position().to_move().to_string();
            return Err(refuse(SessionError::NotYours { side }));
        }
        let (position, ply, number) = (*game.position(), game.ply(), self.session.number());
        let spec = catalogue::default_spec(position.rules());
        let limits = Limits { time: Some(HINT_TIME.min(self.session.bounds().time)), ..Limits::NONE };
        let about = About { number, ply, by: spec.to_string(), purpose: "hint", position };
        let seed = self.session.agent_seed(3);
        let now = Instant::now();
        let ticket = self.submit(place, Purpose::Hint, now, &about, move |place, listener, stop, ticket| {
            let search = Search { place, number, seat: "hint", spec: &spec, seed };
            let answer = search.run(|agent| {
                agent.choose(&position, &limits, &mut Thinking::new(stop.clone(), listener))
            });
            let event = answer.map(|decision| Event::Hint {
                mv: decision.mv().map(|point| position.name(point)),
                value: value_view(decision.value),
            });
            place.room.desk().answer_question(ticket, event);
        });
        self.questions.push(Question { ticket, id, only_here: true });
        Ok(())
    }

    fn answer_question(&mut self, ticket: u64, event: Result<Event, Refusal>) {
        let Some(question) = self.take_question(ticket) else { return };
        self.forget_thinking();
        match event {
            Ok(event) => self.send(&event, question.id),
            Err(refusal) => self.send(&self.error(&*refusal), question.id),
        }
    }

    /// Questions about a position that is not shown any more get no answer.
    fn refresh_questions(&mut self, place: &Place) {
        let gone: Vec<u64> =
            self.questions.iter().filter(|question| question.only_here).map(|question| question.ticket).collect();
        for ticket in gone {
            place.hub.pool.cancel(place.room.id(), ticket);
            self.give_up(ticket, &WebError::Gone {});
        }
    }
}

/// Whether an agent can search a position.
fn accepts(spec: &AgentSpec, position: &Position, limits: &Limits) -> Result<(), Refusal> {
    let agent = catalogue::build(spec, Seed(0)).map_err(refuse)?;
    agent.accepts(position, limits).map_err(refuse)
}

/// An agent at work.
struct Search<'a> {
    place: &'a Place,
    number: u64,
    seat: &'static str,
    spec: &'a AgentSpec,
    seed: Seed,
}

impl Search<'_> {
    /// Asks the agent, which remembers what it was asked before in this game. One that panics is not asked again.
    fn run<T>(&self, question: impl FnOnce(&mut AnyAgent) -> Result<T, AgentError>) -> Result<T, Refusal> {
        let owner = Owner {
            session: self.place.room.id(),
            number: self.number,
            seat: self.seat,
            spec: self.spec.to_string(),
        };
        let mut agent = match self.place.hub.shelf.take(&owner) {
            Some(agent) => agent,
            None => catalogue::build(self.spec, self.seed).map_err(refuse)?,
        };
        match catch_panic(|| question(&mut agent)) {
            Ok(answer) => {
                self.place.hub.shelf.put(owner, agent);
                answer.map_err(refuse)
            }
            Err(panicked) => {
                let (agent, why) = (self.spec.to_string(), panicked.to_string());
                Err(refuse(AgentError::Failed { agent, why }))
            }
        }
    }
}
