//! What is searched for a page: begun when it is wanted, and what is done with the answer. Here are the moves of machines, and
//! what all searches share.
//!
//! Every search has a ticket. An answer whose ticket is not known any more belongs to a question that nobody asks now.

use std::time::{Duration, Instant};

use kinrow_agent::{AgentError, AnyAgent, Decision, Limits, Reason, Seed, Stop, Thinking, catch_panic};
use kinrow_game::{Explain, Point, Position, Side};
use kinrow_gomocup::command::OpeningRule;
use kinrow_gomocup::swap2::{Choice, decide};
use kinrow_players::catalogue;
use kinrow_players::{AgentSpec, suits};
use kinrow_session::{MoveTask, Refusal, Turn, refuse};

use crate::desk::{Desk, Question};
use crate::error::WebError;
use crate::listener::{About, Listener};
use crate::queue::{Job, Purpose};
use crate::room::Place;
use crate::shelf::{Owner, remembers};

/// Machines that play by themselves move at most so often: a page is not sent more than twenty events a second.
const LEAST_PAUSE: Duration = Duration::from_millis(50);

/// What a machine without a time of its own may spend on a decision in an opening.
const OPENING_TIME: Duration = Duration::from_secs(2);

/// What runs in a search's thread.
type Work = Box<dyn FnOnce(&Stop) + Send>;

impl Desk {
    /// Hands a search to the pool. Gives its ticket.
    pub(crate) fn submit(
        &mut self,
        place: &Place,
        purpose: Purpose,
        ready: Instant,
        about: About,
        work: impl FnOnce(&Place, &mut Listener, &Stop, u64) + Send + 'static,
    ) -> u64 {
        let ticket = place.hub.next_number();
        let outbox = self.outbox().filter(|_| purpose.is_told_of()).cloned();
        let waiting = outbox.clone().map(|outbox| (outbox, about.first_news(true)));
        let mut listener = Listener { outbox, about, tree: None };
        let here = place.clone();
        let work: Work = Box::new(move |stop| {
            // Not before whoever handed it over has told that it waits.
            drop(here.room.desk());
            if let Some(outbox) = &listener.outbox {
                outbox.begin_thinking(listener.about.first_news(false));
            }
            work(&here, &mut listener, stop, ticket);
        });
        let (session, time) = (place.room.id(), self.session.bounds().time);
        let is_endless = purpose == Purpose::Analysis && self.analysis.is_endless();
        let job = Job { session, purpose, ticket, ready, time, is_endless, stop: Stop::new(), work };
        let (waits, replaced) = place.hub.pool.submit(job);
        place.hub.pool.make_way(session, purpose);
        if let Some((outbox, news)) = waiting.filter(|_| waits) {
            outbox.think(news);
        }
        for ticket in replaced {
            self.give_up(ticket, &WebError::Replaced {});
        }
        ticket
    }

    /// A question gets no answer.
    pub(crate) fn give_up(&mut self, ticket: u64, why: &dyn Explain) {
        if let Some(question) = self.take_question(ticket) {
            self.send(&self.error(why), question.id);
        }
    }

    /// Whether a question still waits for its answer.
    pub(crate) fn is_asked(&self, ticket: u64) -> bool {
        self.questions.iter().any(|question| question.ticket == ticket)
    }

    pub(crate) fn take_question(&mut self, ticket: u64) -> Option<Question> {
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
        self.refresh_review(place);
        self.refresh_questions(place);
    }

    /// Forgets the move that a machine is looking for.
    pub(crate) fn stop_moving(&mut self, place: &Place) {
        if let Some((ticket, _)) = self.moving.take() {
            place.hub.pool.cancel(place.room.id(), ticket);
            self.forget_thinking();
        }
    }

    pub(crate) fn forget_thinking(&self) {
        if let Some(outbox) = self.outbox() {
            outbox.forget_thinking();
        }
    }

    /// Lets a machine look for a move.
    pub(crate) fn begin_move(&mut self, place: &Place, task: MoveTask, ready: Instant) {
        if let Some(rule) = task.opening {
            return self.begin_opening(place, task, rule, ready);
        }
        let about = About {
            number: task.number,
            ply: task.ply,
            by: task.spec.to_string(),
            purpose: "move",
            position: task.position,
        };
        let purpose = if task.is_awaited { Purpose::AwaitedMove } else { Purpose::Move };
        let sought = task.clone();
        let megabytes = self.session.bounds().megabytes;
        let ticket = self.submit(place, purpose, ready, about, move |place, listener, stop, ticket| {
            let MoveTask { number, ply, position, spec, limits, seed, side, .. } = &sought;
            let seat = if *side == Side::X { "x" } else { "o" };
            // An agent that does not remember what it drew must not draw the same again.
            let making = Making { spec, seed: seed.derive("ply", *ply as u64), megabytes };
            let asked = Instant::now();
            let answer = making.ask_again(place, *number, seat, |agent| {
                agent.choose(position, limits, &mut Thinking::new(stop.clone(), listener))
            });
            place.room.desk().move_found(place, ticket, answer, asked.elapsed());
        });
        self.moving = Some((ticket, task));
    }

    /// Lets a machine place the stones of an opening, or choose a colour.
    fn begin_opening(&mut self, place: &Place, task: MoveTask, rule: OpeningRule, ready: Instant) {
        let (number, ply, by) = (task.number, task.ply, task.spec.to_string());
        let about = About { number, ply, by, purpose: "move", position: task.position };
        let purpose = if task.is_awaited { Purpose::AwaitedMove } else { Purpose::Move };
        let bounds = self.session.bounds();
        let (time, megabytes) = (task.limits.time.unwrap_or(OPENING_TIME).min(bounds.time), bounds.megabytes);
        let sought = task.clone();
        let ticket = self.submit(place, purpose, ready, about, move |place, _, stop, ticket| {
            let MoveTask { position, spec, seed, .. } = &sought;
            let asked = Instant::now();
            let answer = Making { spec, seed: *seed, megabytes }.ask(|agent| {
                decide(position, rule, agent, time, stop, *seed)
                    .map_err(|why| AgentError::Failed { agent: spec.to_string(), why })
            });
            place.room.desk().opening_found(place, ticket, answer, asked.elapsed());
        });
        self.moving = Some((ticket, task));
    }

    fn opening_found(
        &mut self,
        place: &Place,
        ticket: u64,
        answer: Result<Choice, Refusal>,
        elapsed: Duration,
    ) {
        let Some((_, task)) = self.moving.take_if(|(known, _)| *known == ticket) else { return };
        let text = self.session.text().clone();
        let answer = answer.map_err(|refusal| Reason::Error(text.explain(&*refusal)));
        self.session.answer_opening(&task, answer, elapsed);
        self.asked = Instant::now();
        self.last_move = Some(self.asked);
        self.changed(place, None);
    }

    fn move_found(
        &mut self,
        place: &Place,
        ticket: u64,
        answer: Result<Decision<Point>, Refusal>,
        elapsed: Duration,
    ) {
        let Some((_, task)) = self.moving.take_if(|(known, _)| *known == ticket) else { return };
        let text = self.session.text().clone();
        let answer = answer.map_err(|refusal| Reason::Error(text.explain(&*refusal)));
        self.session.answer(&task, answer, elapsed);
        self.asked = Instant::now();
        self.last_move = Some(self.asked);
        if let Some(outbox) = self.outbox() {
            outbox.conclude_thinking();
        }
        self.changed(place, None);
    }

    /// An agent and limits that a page names, which can search a position.
    pub(crate) fn read_search(
        &self,
        spec: Option<&str>,
        limits: Option<&str>,
        position: &Position,
    ) -> Result<(AgentSpec, Limits), Refusal> {
        let bounds = self.session.bounds();
        let spec = match spec {
            Some(spec) => bounds.spec(spec)?,
            None => suits::default_spec(position.rules()),
        };
        let limits = bounds.limits(limits.unwrap_or(""))?;
        accepts(&spec, position, &limits)?;
        Ok((spec, limits))
    }
}

/// Whether an agent can search a position: what cannot end is refused before it begins.
pub(crate) fn accepts(spec: &AgentSpec, position: &Position, limits: &Limits) -> Result<(), Refusal> {
    let agent = catalogue::build(spec, Seed(0)).map_err(refuse)?;
    agent.accepts(position, limits).map_err(refuse)
}

/// How an agent is made.
pub(crate) struct Making<'a> {
    pub(crate) spec: &'a AgentSpec,
    pub(crate) seed: Seed,
    pub(crate) megabytes: u64,
}

impl Making<'_> {
    /// Makes the agent and asks it.
    pub(crate) fn ask<T>(
        &self,
        question: impl FnOnce(&mut AnyAgent) -> Result<T, AgentError>,
    ) -> Result<T, Refusal> {
        self.ask_agent(&mut self.make()?, question)
    }

    /// Asks the agent that was asked before in this game and seat, with what it remembers; or makes one.
    pub(crate) fn ask_again<T>(
        &self,
        place: &Place,
        number: u64,
        seat: &'static str,
        question: impl FnOnce(&mut AnyAgent) -> Result<T, AgentError>,
    ) -> Result<T, Refusal> {
        if !remembers(self.spec.kind()) {
            return self.ask(question);
        }
        let shelf = &place.hub.shelf;
        // Who keeps what games taught is the same in all of them.
        let number = if self.spec.keeps() { 0 } else { number };
        let owner = Owner { session: place.room.id(), number, seat, spec: self.spec.to_string() };
        let mut agent = match shelf.take(&owner) {
            Some(agent) => agent,
            None => self.make()?,
        };
        let answer = self.ask_agent(&mut agent, question)?;
        // One that failed is not asked again.
        shelf.put(owner, agent);
        Ok(answer)
    }

    fn make(&self) -> Result<AnyAgent, Refusal> {
        catalogue::build_within(self.spec, self.seed, self.megabytes).map_err(refuse)
    }

    fn ask_agent<T>(
        &self,
        agent: &mut AnyAgent,
        question: impl FnOnce(&mut AnyAgent) -> Result<T, AgentError>,
    ) -> Result<T, Refusal> {
        let failed = |why: String| refuse(AgentError::Failed { agent: self.spec.to_string(), why });
        match catch_panic(|| question(agent)) {
            Ok(answer) => answer.map_err(refuse),
            Err(panicked) => Err(failed(panicked.to_string())),
        }
    }
}
