//! The engine as an agent.

use std::sync::Arc;

use kinrow_agent::{Agent, AgentError, Decision, Limits, Moment, Rated, Rng, Seed, Stop, Thinking};
use kinrow_game::{Game, Point, Position, Rules};
use kinrow_search::solve::Solver;

use crate::answer::decision;
use crate::cells::{Cells, Layout};
use crate::drop_field::Drop;
use crate::field::Field;
use crate::ground::Ground;
use crate::history::History;
use crate::misere_field::Misere;
use crate::options::EngineOptions;
use crate::plain_field::Plain;
use crate::sight::Sight;
use crate::solving::{self, Solved};
use crate::table::Table;
use crate::tables::Tables;
use crate::think::{Question, think};
use crate::weaken::{self, CHOICES, Listener};
use crate::weights::Weights;

/// Bytes of the table for each position of a limit: several decisions of a game fit in.
const ROOM_PER_NODE: u64 = 128;

/// A strong player of any k-in-a-row game.
#[derive(Debug)]
pub struct Engine {
    options: EngineOptions,
    memory: Option<Memory>,
    /// Other tables than those of the rules, for tuning.
    tables: Option<Arc<Tables>>,
    solver: Option<Solver>,
    /// Where the randomness of a weaker player comes from.
    seed: Seed,
    rng: Rng,
}

/// What is kept from one move to the next.
#[derive(Debug)]
struct Memory {
    rules: Rules,
    /// What the table was made for.
    bytes: u64,
    table: Table,
    history: Box<History>,
}

impl Engine {
    /// An engine with these options.
    #[must_use]
    pub fn new(options: EngineOptions) -> Engine {
        let seed = Seed(0);
        Engine { options, memory: None, tables: None, solver: None, seed, rng: seed.rng() }
    }

    /// The same, with other randomness: it matters where the options make it weaker.
    #[must_use]
    pub fn with_seed(self, seed: Seed) -> Engine {
        Engine { seed, rng: seed.rng(), ..self }
    }

    /// An engine that evaluates by other weights.
    #[must_use]
    pub fn with_weights(options: EngineOptions, rules: Rules, weights: &Weights) -> Engine {
        Engine::with_tables(options, Arc::new(Tables::new(rules, weights)))
    }

    /// The same, with tables made before.
    pub(crate) fn with_tables(options: EngineOptions, tables: Arc<Tables>) -> Engine {
        Engine { tables: Some(tables), ..Engine::new(options) }
    }

    /// What is kept, with room in the table for as many positions as a decision may look at.
    fn memory(&mut self, rules: Rules, limits: &Limits) -> &mut Memory {
        let bytes = (self.options.memory * 1_000_000)
            .min(limits.nodes.map_or(u64::MAX, |nodes| nodes.saturating_mul(ROOM_PER_NODE)));
        if self.memory.as_ref().is_some_and(|memory| memory.rules != rules || memory.bytes < bytes) {
            self.memory = None;
        }
        self.memory.get_or_insert_with(|| Memory {
            rules,
            bytes,
            table: Table::new(bytes),
            history: History::new(),
        })
    }

    /// Searches a position on the field of its family, all moves or some.
    fn search(
        &mut self,
        position: &Position,
        limits: &Limits,
        among: Option<&[Point]>,
        thinking: &mut Thinking<'_, Point>,
    ) -> Decision<Point> {
        let started = Moment::now();
        let rules = position.rules();
        let layout = Layout::of(rules);
        let cells = |points: &[Point]| points.iter().map(|point| layout.cell_of(*point)).collect::<Cells>();
        let unseen = weaken::unseen(position, self.options.overlook, &mut self.rng);
        let hidden = cells(&unseen);
        let among = match among {
            // Forbidden points may look allowed to somebody who does not see everything.
            None if !unseen.is_empty() => Some(position.moves().collect()),
            among => among.map(<[Point]>::to_vec),
        };
        let among = among.map(|points: Vec<Point>| cells(&points).without(&hidden));
        if !unseen.is_empty() {
            // What was found out of other points does not hold for these.
            self.memory = None;
        }
        let mut listener =
            Listener { to: &mut *thinking.observer, compared: Vec::new(), is_blind: !unseen.is_empty() };
        let mut heard = Thinking { stop: thinking.stop.clone(), observer: &mut listener, ..*thinking };
        let decision = if rules.is_misere() {
            let mut ground = Ground::<Misere>::new(layout.clone(), position);
            hidden.iter().for_each(|cell| ground.hide(cell));
            self.run(ground, &layout, limits, among, started, &mut heard)
        } else if rules.is_drop() {
            let mut ground = Ground::<Drop>::new(layout.clone(), position);
            hidden.iter().for_each(|cell| ground.hide(cell));
            self.run(ground, &layout, limits, among, started, &mut heard)
        } else if !Sight::is_for(rules) {
            let mut ground = Ground::<Plain>::new(layout.clone(), position);
            hidden.iter().for_each(|cell| ground.hide(cell));
            self.run(ground, &layout, limits, among, started, &mut heard)
        } else {
            let tables = self.tables.clone().unwrap_or_else(|| Tables::of(rules));
            let mut sight = Sight::with_tables(rules, tables);
            sight.set_up(position);
            hidden.iter().for_each(|cell| sight.hide(cell));
            self.run(sight, &layout, limits, among, started, &mut heard)
        };
        let decision = if self.options.temperature > 0.0 {
            weaken::choose(decision, &listener.compared, self.options.temperature, &mut self.rng)
        } else {
            decision
        };
        if unseen.is_empty() { decision } else { weaken::without_proofs(decision) }
    }

    fn run<F: Field>(
        &mut self,
        field: F,
        layout: &Layout,
        limits: &Limits,
        among: Option<Cells>,
        started: Moment,
        thinking: &mut Thinking<'_, Point>,
    ) -> Decision<Point> {
        let options = self.options;
        let memory = self.memory(layout.rules, limits);
        memory.table.next_age();
        memory.history.fade();
        // Making ready took some of the time.
        let time = limits.time.map(|time| time.saturating_sub(started.elapsed()));
        let limits = &Limits { time, ..*limits };
        let question = Question {
            table: &memory.table,
            layout,
            limits,
            among,
            lines: if options.temperature > 0.0 { options.lines.max(CHOICES) } else { options.lines },
            // A threat may look allowed in Renju to somebody who does not see everything; among the moves of the root it is not.
            threats: options.lines == 1
                && !(options.overlook > 0.0 && layout.rules.line().has_forbidden_points()),
            threads: options.threads,
        };
        let (root, statistics) = think(field, options.parts, &mut memory.history, &question, thinking);
        decision(&root, statistics, layout)
    }
}

impl Agent<Position> for Engine {
    fn choose(
        &mut self,
        position: &Position,
        limits: &Limits,
        thinking: &mut Thinking<'_, Point>,
    ) -> Result<Decision<Point>, AgentError> {
        let limits = self.options.within(limits);
        if self.options.temperature > 0.0
            && let Some(first) = weaken::first_move(position, &mut self.rng)
        {
            return Ok(Decision::of(first));
        }
        let (solved, left) = if self.options.lines == 1 && self.options.overlook == 0.0 {
            solving::solve(&mut self.solver, self.options.memory, position, &limits, thinking)
        } else {
            (None, Some(limits))
        };
        Ok(match (solved, left) {
            (Some(solved), Some(left)) if solved.keeping.len() > 1 => {
                let decision = self.search(position, &left, Some(&solved.keeping), thinking);
                let value = if decision.value.is_proven() { decision.value } else { solved.value };
                let mut statistics = decision.statistics;
                statistics.nodes += solved.statistics.nodes;
                statistics.time += solved.statistics.time;
                Decision { value, statistics, ..decision }
            }
            (Some(solved), _) => {
                let Solved { line, value, statistics, .. } = solved;
                let mv = line[0];
                let rated = vec![Rated { mv, value, visits: None, guide: None }];
                Decision { value, rated, statistics, line, ..Decision::of(mv) }
            }
            (None, left) => self.search(position, &left.unwrap_or(limits), None, thinking),
        })
    }

    /// Makes the tables, which takes a while the first time.
    fn prepare(&mut self, position: &Position, limits: &Limits, _stop: &Stop) -> Result<(), AgentError> {
        let rules = position.rules();
        let limits = self.options.within(limits);
        self.memory(rules, &limits);
        if Sight::is_for(rules) {
            Tables::of(rules);
        }
        Ok(())
    }

    fn new_game(&mut self) {
        self.memory = None;
        self.solver = None;
        self.rng = self.seed.rng();
    }
}
