//! What lies before one page: its game, what is being searched for it, and what it asked.

use std::sync::Arc;
use std::time::Instant;

use kinrow_agent::catch_panic;
use kinrow_game::{Explain, Position, Rules, RulesError, Side};
use kinrow_session::{
    Begin, Colour, EXAMPLES, Learning, Level, MoveTask, Refusal, SearchTree, Session, SuitedView,
    agents_view, bounds_view, refuse, starter_games_view,
};
use kinrow_study::puzzles::Attempt;
use serde_json::json;

use crate::analysing::Analysing;
use crate::code::Role;
use crate::error::WebError;
use crate::exchange;
use crate::hub::Hub;
use crate::library::{Keeping, Reach, models, shipped_puzzles};
use crate::message::{Asked, Event, PROTOCOL, Request, Welcome};
use crate::outbox::Outbox;
use crate::questions::Subject;
use crate::reviewing::Reviewing;
use crate::room::Place;

/// What lies before one page.
pub(crate) struct Desk {
    pub(crate) session: Session,
    page: Option<Page>,
    /// The move that a machine is looking for.
    pub(crate) moving: Option<(u64, MoveTask)>,
    /// When the side to move was first asked for its move: the time that a person takes is counted from here.
    pub(crate) asked: Instant,
    /// When a machine last moved.
    pub(crate) last_move: Option<Instant>,
    pub(crate) analysis: Analysing,
    pub(crate) reviewing: Option<Reviewing>,
    /// The last tree that was grown, by its number.
    pub(crate) tree: Option<(u64, SearchTree)>,
    /// Questions that wait for an answer.
    pub(crate) questions: Vec<Question>,
    /// The browser that the page is in, by the name that only it knows.
    owner: String,
    pub(crate) keeping: Keeping,
    /// The puzzle that is being solved.
    pub(crate) attempt: Option<Attempt>,
    /// The page looks at jobs, and is told what becomes of them.
    pub(crate) watches_jobs: bool,
}

/// The page that sits here.
struct Page {
    /// The number of its connection.
    connection: u64,
    outbox: Arc<Outbox>,
    role: Role,
}

/// A question that waits for an answer.
pub(crate) struct Question {
    pub(crate) ticket: u64,
    pub(crate) id: Option<u64>,
    /// The answer is of no use in another position.
    pub(crate) only_here: bool,
}

impl Desk {
    /// A desk for whoever knows its name.
    pub(crate) fn new(session: Session, name: &str) -> Desk {
        Desk {
            session,
            page: None,
            moving: None,
            asked: Instant::now(),
            last_move: None,
            analysis: Analysing::default(),
            reviewing: None,
            tree: None,
            questions: Vec::new(),
            watches_jobs: false,
            owner: name.into(),
            keeping: Keeping::default(),
            attempt: None,
        }
    }

    /// The page that sits here.
    pub(crate) fn outbox(&self) -> Option<&Arc<Outbox>> {
        self.page.as_ref().map(|page| &page.outbox)
    }

    /// Whose page sits here; while none does, nobody's who may do anything.
    pub(crate) fn role(&self) -> Role {
        self.page.as_ref().map_or(Role::Student, |page| page.role)
    }

    /// A page sits down; the one before is told and sent away.
    pub(crate) fn seat(&mut self, connection: u64, outbox: Arc<Outbox>, role: Role) {
        if let Some(before) = self.outbox() {
            before.send(&self.error(&WebError::Elsewhere {}), None);
            before.close();
        }
        self.page = Some(Page { connection, outbox, role });
    }

    /// A page leaves. Whether it was the one that sits here.
    pub(crate) fn unseat(&mut self, connection: u64) -> bool {
        let is_here = self.page.as_ref().is_some_and(|page| page.connection == connection);
        if is_here {
            self.page = None;
            self.moving = None;
            self.analysis = Analysing::default();
            self.reviewing = None;
            self.tree = None;
            self.questions.clear();
            self.watches_jobs = false;
            self.attempt = None;
        }
        is_here
    }

    pub(crate) fn send(&self, event: &Event, id: Option<u64>) {
        if let Some(outbox) = self.outbox() {
            outbox.send(event, id);
        }
    }

    /// A refusal in the page's language.
    pub(crate) fn error(&self, error: &dyn Explain) -> Event {
        Event::Error { key: error.key(), message: self.session.text().explain(error) }
    }

    /// The page's browser says who it is.
    pub(crate) fn set_owner(&mut self, owner: String) {
        self.owner = owner;
    }

    /// Whose games the page sees.
    pub(crate) fn reach(&self, place: &Place) -> Reach {
        self.reach_on(&place.hub)
    }

    pub(crate) fn reach_on(&self, hub: &Hub) -> Reach {
        if hub.is_shared() && self.role() == Role::Student {
            Reach::Own(self.owner.clone())
        } else {
            Reach::All
        }
    }

    pub(crate) fn welcome(&self, place: &Place) -> Event {
        Event::Welcome(Box::new(Welcome {
            protocol: PROTOCOL,
            version: env!("CARGO_PKG_VERSION"),
            session: place.room.name().into(),
            role: self.role(),
            agents: agents_view(self.session.text(), self.session.bounds()),
            presets: starter_games_view(),
            levels: Level::ALL.iter().map(|level| json!({ "id": level.name() })).collect(),
            examples: json!(EXAMPLES),
            bounds: bounds_view(self.session.bounds()),
            shared: place.hub.shared().map(String::from),
        }))
    }

    /// Does what a page asks, and answers.
    pub(crate) fn handle(&mut self, place: &Place, asked: Asked) {
        let id = asked.id;
        // A bug met here must not take the session with it.
        let done = catch_panic(|| self.perform(place, asked));
        let refusal = match done {
            Ok(Ok(())) => return,
            Ok(Err(refusal)) => refusal,
            Err(panicked) => refuse(WebError::Message { why: panicked.to_string() }),
        };
        self.send(&self.error(&*refusal), id);
    }

    fn perform(&mut self, place: &Place, Asked { id, request }: Asked) -> Result<(), Refusal> {
        match request {
            Request::Hello { .. } => return Err(refuse(WebError::Hello {})),
            Request::Language { lang } => {
                let text = place.hub.text(&lang);
                self.session.set_text(text.ok_or_else(|| refuse(WebError::Language { given: lang }))?);
            }
            Request::New { rules, position, moves, x, o, opening, ended } => {
                let (rules, position) = (rules.as_deref(), position.as_deref());
                let moves = moves.as_deref().unwrap_or("");
                let (opening, ended) = (opening.as_deref(), ended.as_ref());
                self.session.begin(&Begin { rules, position, moves, x: &x, o: &o, opening, ended })?;
                self.last_move = None;
                self.asked = Instant::now();
            }
            Request::Choose { colour } => {
                self.session.choose_colour(Colour::read(&colour).map_err(refuse)?)?;
                self.asked = Instant::now();
            }
            Request::Players { x, o } => {
                self.session.set_players(&x, &o)?;
                self.stop_moving(place);
                self.asked = Instant::now();
            }
            Request::Play { mv } => {
                self.session.play(&mv, self.asked.elapsed())?;
                self.asked = Instant::now();
            }
            Request::Undo {} => {
                self.session.undo()?;
                self.asked = Instant::now();
            }
            Request::Redo {} => {
                self.session.redo()?;
                self.asked = Instant::now();
            }
            Request::Goto { ply } => self.session.go_to(ply)?,
            Request::Line { moves, ply, ended } => self.session.show_line(&moves, ply, ended.as_ref())?,
            Request::Resign {} => self.session.resign()?,
            Request::Clock {} => self.session.check_time(self.asked.elapsed()),
            Request::Record {} => {
                let record = self.session.game().record().to_json();
                self.send(&Event::Record { record }, id);
                return Ok(());
            }
            Request::Auto { on, delay_ms } => {
                self.session.set_auto(on, delay_ms)?;
                self.stop_moving(place);
            }
            Request::Step {} => {
                let task = self.session.move_task()?;
                self.stop_moving(place);
                self.begin_move(place, task, Instant::now());
            }
            Request::Stop {} => {
                self.stop_review(place);
                place.hub.pool.answer_now(place.room.id());
            }
            Request::Analyse { on, spec, limits, endless } => {
                let wanted = on.then_some((spec.as_deref(), limits.as_deref(), endless));
                self.analyse(place, wanted)?;
            }
            Request::Hint {} => return self.hint(place, id),
            Request::Review {} => return self.review(place, id),
            Request::Read { text, rules } => {
                self.send(&exchange::read(&text, &rules)?, id);
                return Ok(());
            }
            Request::Write { start, nodes } => {
                self.send(&exchange::write(&start, &nodes)?, id);
                return Ok(());
            }
            Request::Opinion { spec, limits, moves } => {
                return self.opinion(place, id, (&spec, limits.as_deref(), moves.as_deref()));
            }
            Request::Puzzles {} => {
                self.send(&Event::Puzzles { puzzles: shipped_puzzles() }, id);
                return Ok(());
            }
            Request::Puzzle { number, text } => {
                let begun = self.begin_puzzle(number, text.as_deref())?;
                self.send(&begun, id);
                return Ok(());
            }
            Request::Solve { mv } => return self.judge(place, id, &mv),
            Request::Solution {} => {
                self.send(&self.solution()?, id);
                return Ok(());
            }
            Request::Compose { board, kind } => return self.compose(place, id, &board, kind.as_deref()),
            Request::Recorded { sought, offset, limit } => {
                return self.list_recorded(place, id, &sought, (offset, limit));
            }
            Request::Open { game } => return self.open_game(place, id, game),
            Request::Export { format, sought, game } => {
                return self.export_games(place, id, &sought, (game, &format));
            }
            Request::Models {} => {
                self.send(&Event::Models { models: models() }, id);
                return Ok(());
            }
            Request::Tree { spec, limits, depth } => {
                return self.grow_tree(place, id, (&spec, limits.as_deref(), depth));
            }
            Request::Branch { tree, path, from, count } => {
                let branch = self.kept_tree(tree)?.branch(tree, &path, from, count)?;
                self.send(&Event::Branch(Box::new(branch)), id);
                return Ok(());
            }
            Request::Seek { tree, path, mv } => {
                let sought = self.kept_tree(tree)?.seek(tree, &path, mv.as_deref())?;
                self.send(&Event::Sought(sought), id);
                return Ok(());
            }
            Request::Steps { spec, position, tree, limits } => {
                let subject = tree.as_deref().map_or(Subject::Position(position.as_deref()), Subject::Tree);
                return self.record_steps(place, id, (&spec, subject, limits.as_deref()));
            }
            Request::Show { view } => {
                if !self.role().is_leading() {
                    return Err(refuse(WebError::Lead {}));
                }
                if let Some(page) = self.outbox() {
                    self.send(&place.hub.following.show(page, view).map_err(refuse)?, id);
                }
                return Ok(());
            }
            Request::Follow { on } => {
                if let Some(page) = self.outbox() {
                    self.send(&place.hub.following.follow(page, on), id);
                }
                return Ok(());
            }
            Request::Learning { method, options, rules, games } => {
                let learning = Learning::new(&method, &options, &rules, games).map_err(refuse)?;
                self.learn(place, id, method, learning);
                return Ok(());
            }
            Request::Offers { rules } => {
                let rules: Rules = rules.parse().map_err(|error: RulesError| refuse(error))?;
                let levels = Level::on(rules).map(Level::name).collect();
                let suited = Box::new(SuitedView::of(&Position::new(rules)));
                let models = place.hub.jobs.as_ref().map_or_else(Vec::new, |jobs| jobs.models_for(rules));
                self.send(&Event::Offers { rules: rules.to_string(), levels, suited, models }, id);
                return Ok(());
            }
            Request::Jobs {} => return self.show_jobs(place, id),
            Request::Begin { job } => return self.begin_job(place, id, job),
            Request::Manage { job, to } => return self.manage_job(place, id, job, to),
            Request::Chart { jobs, width } => return self.chart_jobs(place, id, jobs, width),
            Request::Table { job } => return self.tell_table(place, id, job),
            Request::Games { job, from } => return self.list_games(place, id, job, from),
            Request::Game { job, game } => return self.show_game(place, id, job, game),
            Request::Experiments {} => return self.list_experiments(id),
            Request::Experiment { name } => return self.tell_experiment(id, &name),
            Request::Examine { text } => return self.examine_experiment(id, &text),
            Request::Report { job } => return self.tell_report(place, id, job),
            Request::Keep { job, label } => return self.save_model(place, id, job, &label),
            Request::Forget { label } => return self.remove_model(place, id, &label),
            Request::Methods { rules } => return self.tell_methods(id, &rules),
            Request::Check { position } => {
                let position = Session::check(&position)?.to_string();
                self.send(&Event::Checked { position }, id);
                return Ok(());
            }
        }
        self.changed(place, id);
        Ok(())
    }

    /// Something has changed: what is not wanted any more is stopped, what is wanted now begins, and the page is told.
    pub(crate) fn changed(&mut self, place: &Place, id: Option<u64>) {
        self.refresh_searches(place);
        self.send_state(id);
        self.keep_finished(place);
    }

    /// Tells the page how the game stands.
    pub(crate) fn send_state(&self, id: Option<u64>) {
        let thinking: Option<Side> = self.moving.as_ref().map(|(_, task)| task.side);
        self.send(&Event::State { game: Box::new(self.session.view(thinking, self.asked.elapsed())) }, id);
    }
}
