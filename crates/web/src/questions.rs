//! Questions that have one answer: a hint, a tree, a recording.

use std::time::{Duration, Instant};

use kinrow_agent::{Limits, Stop, Thinking, TreeLimits, TreeLog, catch_panic};
use kinrow_game::{Game, Position, Tree};
use kinrow_players::suits;
use kinrow_session::analysis::analyze;
use kinrow_session::steps;
use kinrow_session::{AnalysisView, Learning, Refusal, SearchTree, SessionError, refuse, value_view};

use crate::desk::{Desk, Question};
use crate::error::WebError;
use crate::listener::About;
use crate::message::Event;
use crate::queue::Purpose;
use crate::room::Place;
use crate::searches::Making;

/// What an opinion may cost when nobody says.
const OPINION_TIME: Duration = Duration::from_secs(2);

/// What a hint may cost.
const HINT_TIME: Duration = Duration::from_secs(2);

/// What a recorded search is of.
pub(crate) enum Subject<'a> {
    /// The position shown, or another one.
    Position(Option<&'a str>),
    /// A tree as text.
    Tree(&'a str),
}

impl Desk {
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
        let position = *game.position();
        if self.hint_by_analysis(place, id) {
            return Ok(());
        }
        let spec = suits::default_spec(position.rules());
        let limits = Limits { time: Some(HINT_TIME.min(self.session.bounds().time)), ..Limits::NONE };
        let about = self.about(spec.to_string(), "hint", position);
        let (seed, megabytes) = (self.session.agent_seed(3), self.session.bounds().megabytes);
        let now = Instant::now();
        let ticket = self.submit(place, Purpose::Hint, now, about, move |place, listener, stop, ticket| {
            let answer = Making { spec: &spec, seed, megabytes }
                .ask(|agent| agent.choose(&position, &limits, &mut Thinking::new(stop.clone(), listener)));
            let event = answer.map(|decision| Event::Hint {
                mv: decision.mv().map(|point| position.name(point)),
                value: value_view(decision.value),
            });
            place.room.desk().answer(ticket, event.map(|event| event.to_text(id)));
        });
        self.questions.push(Question { ticket, id, only_here: true });
        Ok(())
    }

    /// Asks one of several agents what it thinks of the position shown, or of the one after some more moves.
    pub(crate) fn opinion(
        &mut self,
        place: &Place,
        id: Option<u64>,
        (spec, limits, moves): (&str, Option<&str>, Option<&str>),
    ) -> Result<(), Refusal> {
        let (position, more) =
            self.session.game().position().play_moves(moves.unwrap_or("")).map_err(refuse)?;
        if position.outcome().is_some() {
            return Err(refuse(SessionError::Over {}));
        }
        let usual = format!("time={}ms", OPINION_TIME.min(self.session.bounds().time).as_millis());
        let (spec, limits) = self.read_search(Some(spec), limits.or(Some(&usual)), &position)?;
        let about = self.about(spec.to_string(), "opinion", position);
        let about = About { ply: about.ply + more.len(), ..about };
        let (seed, megabytes) = (self.session.agent_seed(6), self.session.bounds().megabytes);
        let now = Instant::now();
        let ticket =
            self.submit(place, Purpose::Opinion, now, about, move |place, listener, stop, ticket| {
                let answer = Making { spec: &spec, seed, megabytes }.ask(|agent| {
                    analyze(
                        &mut **agent,
                        &position,
                        &limits,
                        true,
                        &mut Thinking::new(stop.clone(), listener),
                    )
                });
                let About { number, ply, by, .. } = &listener.about;
                let view =
                    answer.map(|analysis| AnalysisView::new(&analysis, &position, by.clone(), *number, *ply));
                let text = view.map(|view| Event::Opinion(Box::new(view)).to_text(id));
                place.room.desk().answer(ticket, text);
            });
        self.questions.push(Question { ticket, id, only_here: false });
        Ok(())
    }

    /// Searches the position shown and keeps the tree.
    pub(crate) fn grow_tree(
        &mut self,
        place: &Place,
        id: Option<u64>,
        (spec, limits, depth): (&str, Option<&str>, Option<u32>),
    ) -> Result<(), Refusal> {
        let position = *self.session.game().position();
        if position.outcome().is_some() {
            return Err(refuse(SessionError::Over {}));
        }
        let (spec, limits) = self.read_search(Some(spec), limits, &position)?;
        let bounds = self.session.bounds().clone();
        let depth = depth.unwrap_or_else(|| suits::tree_depth(&spec, &position, bounds.tree_nodes));
        let about = self.about(spec.to_string(), "tree", position);
        let (seed, now) = (self.session.agent_seed(4), Instant::now());
        let ticket = self.submit(place, Purpose::Tree, now, about, move |place, listener, stop, ticket| {
            listener.tree = Some(TreeLog::new(TreeLimits { depth, nodes: bounds.tree_nodes }));
            let answer = Making { spec: &spec, seed, megabytes: bounds.megabytes }
                .ask(|agent| agent.choose(&position, &limits, &mut Thinking::new(stop.clone(), listener)));
            let tree = answer.and_then(|decision| {
                let log = listener.tree.take();
                let log = log.unwrap_or_else(|| TreeLog::new(TreeLimits { depth: 0, nodes: 0 }));
                SearchTree::new(spec, position, log, decision)
            });
            place.room.desk().tree_grown(ticket, tree);
        });
        self.questions.push(Question { ticket, id, only_here: false });
        Ok(())
    }

    fn tree_grown(&mut self, ticket: u64, tree: Result<SearchTree, Refusal>) {
        let Some(id) = self.questions.iter().find(|question| question.ticket == ticket).map(|found| found.id)
        else {
            return;
        };
        let text = tree.map(|tree| {
            let text = Event::Tree(Box::new(tree.view(ticket))).to_text(id);
            // The ticket serves as the tree's number: nobody else has it.
            self.tree = Some((ticket, tree));
            text
        });
        self.answer(ticket, text);
    }

    /// The tree of this number, as long as it is the last one.
    pub(crate) fn kept_tree(&self, tree: u64) -> Result<&SearchTree, Refusal> {
        let kept = self.tree.as_ref().filter(|(number, _)| *number == tree);
        kept.map(|(_, kept)| kept).ok_or_else(|| refuse(SessionError::OldTree { given: tree }))
    }

    /// Records a search step by step: of the position shown, of one that is given, or of a tree that was typed in.
    pub(crate) fn record_steps(
        &mut self,
        place: &Place,
        id: Option<u64>,
        (spec, subject, limits): (&str, Subject<'_>, Option<&str>),
    ) -> Result<(), Refusal> {
        let shown = *self.session.game().position();
        let most = self.session.bounds().steps;
        match subject {
            Subject::Tree(text) => {
                let tree = Tree::typed(text).map_err(refuse)?;
                let bounds = self.session.bounds();
                let (spec, limits) = (bounds.spec(spec)?, bounds.limits(limits.unwrap_or(""))?);
                let about = self.about(spec.to_string(), "steps", shown);
                self.record(place, id, about, move |stop| {
                    let recording = steps::record_tree(&spec, &tree, &limits, most, stop).map_err(refuse)?;
                    Ok(Event::Steps(recording.to_json()))
                });
            }
            Subject::Position(text) => {
                let position = text.map_or(Ok(shown), str::parse).map_err(refuse)?;
                let (spec, limits) = self.read_search(Some(spec), limits, &position)?;
                let about = self.about(spec.to_string(), "steps", position);
                self.record(place, id, about, move |stop| {
                    let recording = steps::record(&spec, &position, &limits, most, stop).map_err(refuse)?;
                    Ok(Event::Steps(recording.to_json()))
                });
            }
        }
        Ok(())
    }

    /// Lets a table learn while somebody looks.
    pub(crate) fn learn(&mut self, place: &Place, id: Option<u64>, method: String, learning: Learning) {
        let about = self.about(method, "steps", *self.session.game().position());
        self.record(place, id, about, move |stop| learning.run(stop).map(Event::Learned).map_err(refuse));
    }

    fn record(
        &mut self,
        place: &Place,
        id: Option<u64>,
        about: About,
        work: impl FnOnce(&Stop) -> Result<Event, Refusal> + Send + 'static,
    ) {
        let now = Instant::now();
        let ticket = self.submit(place, Purpose::Steps, now, about, move |place, _, stop, ticket| {
            let event = catch_panic(|| work(stop))
                .unwrap_or_else(|panicked| Err(refuse(WebError::Message { why: panicked.to_string() })));
            // It can be large: written before the desk is taken.
            let text = event.map(|event| event.to_text(id));
            place.room.desk().answer(ticket, text);
        });
        self.questions.push(Question { ticket, id, only_here: false });
    }

    fn about(&self, by: String, purpose: &'static str, position: Position) -> About {
        About { number: self.session.number(), ply: self.session.game().ply(), by, purpose, position }
    }

    /// Sends a search's answer to whoever still waits for it.
    fn answer(&mut self, ticket: u64, text: Result<String, Refusal>) {
        if self.is_asked(ticket) {
            self.forget_thinking();
        }
        self.deliver(ticket, text);
    }

    /// Sends an answer to whoever still waits for it.
    pub(crate) fn deliver(&mut self, ticket: u64, text: Result<String, Refusal>) {
        let Some(question) = self.take_question(ticket) else { return };
        match text {
            Ok(text) => {
                if let Some(outbox) = self.outbox() {
                    outbox.send_text(text);
                }
            }
            Err(refusal) => self.send(&self.error(&*refusal), question.id),
        }
    }

    /// Questions about a position that is not shown any more get no answer.
    pub(crate) fn refresh_questions(&mut self, place: &Place) {
        let only_here = self.questions.iter().filter(|question| question.only_here);
        let gone: Vec<u64> = only_here.map(|question| question.ticket).collect();
        for ticket in gone {
            place.hub.pool.cancel(place.room.id(), ticket);
            self.give_up(ticket, &WebError::Gone {});
        }
    }
}
