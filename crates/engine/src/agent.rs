//! The engine as an agent.

use std::sync::Arc;

use kinrow_agent::{
    Action, Agent, AgentError, Budget, Decision, Event, Limits, Rated, Report, Statistics, Thinking, Value,
};
use kinrow_game::{Game, Point, Position, Rules};
use kinrow_search::solve::Solver;

use crate::cells::Layout;
use crate::drop_field::Drop;
use crate::field::Field;
use crate::ground::Ground;
use crate::history::History;
use crate::misere_field::Misere;
use crate::options::EngineOptions;
use crate::plain_field::Plain;
use crate::proof::{Proof, Verdict};
use crate::root::{Root, RootMove};
use crate::score::value;
use crate::search::Search;
use crate::sight::Sight;
use crate::solving::{self, Solved};
use crate::table::{Bound, Table};
use crate::tables::Tables;
use crate::weights::{SCALE, Weights};

/// A strong player of any k-in-a-row game.
#[derive(Debug)]
pub struct Engine {
    options: EngineOptions,
    memory: Option<Memory>,
    /// Other tables than those of the rules, for tuning.
    tables: Option<Arc<Tables>>,
    solver: Option<Solver>,
}

/// What a search is asked.
#[derive(Clone, Copy, Debug)]
struct Question<'a> {
    position: &'a Position,
    limits: &'a Limits,
    /// The moves to choose from; all, where nobody says.
    among: Option<&'a [Point]>,
}

/// What is kept from one move to the next.
#[derive(Debug)]
struct Memory {
    rules: Rules,
    table: Table,
    history: Box<History>,
}

impl Engine {
    /// An engine with these options.
    #[must_use]
    pub fn new(options: EngineOptions) -> Engine {
        Engine { options, memory: None, tables: None, solver: None }
    }

    /// An engine that evaluates by other weights.
    #[must_use]
    pub fn with_weights(options: EngineOptions, rules: Rules, weights: &Weights) -> Engine {
        Engine { tables: Some(Arc::new(Tables::new(rules, weights))), ..Engine::new(options) }
    }

    fn memory(&mut self, rules: Rules) -> &mut Memory {
        if self.memory.as_ref().is_none_or(|memory| memory.rules != rules) {
            let table = Table::new(self.options.memory * 1_000_000);
            self.memory = Some(Memory { rules, table, history: History::new() });
        }
        self.memory.as_mut().expect("just made")
    }
}

impl Engine {
    /// Searches a position on the field of its family, all moves or some.
    fn search(
        &mut self,
        position: &Position,
        limits: &Limits,
        among: Option<&[Point]>,
        thinking: &mut Thinking<'_, Point>,
    ) -> Result<Decision<Point>, AgentError> {
        let rules = position.rules();
        let layout = Arc::new(Layout::new(rules));
        let question = Question { position, limits, among };
        if rules.is_misere() {
            self.run(Ground::<Misere>::new(layout, position), |_, _| None, &question, thinking)
        } else if rules.is_drop() {
            self.run(Ground::<Drop>::new(layout, position), |_, _| None, &question, thinking)
        } else if !(2..=10).contains(&rules.k()) {
            self.run(Ground::<Plain>::new(layout, position), |_, _| None, &question, thinking)
        } else {
            let tables = self.tables.clone().unwrap_or_else(|| Tables::of(rules));
            let mut sight = Sight::with_tables(rules, tables);
            sight.set_up(position);
            self.run(sight, win_by_threats, &question, thinking)
        }
    }

    /// Searches a field, after a first look for something simpler.
    fn run<F: Field>(
        &mut self,
        field: F,
        first_look: impl FnOnce(&mut Search<'_, F>, &Limits) -> Option<Root>,
        question: &Question<'_>,
        thinking: &mut Thinking<'_, Point>,
    ) -> Result<Decision<Point>, AgentError> {
        let Question { position, limits, among } = *question;
        let options = self.options;
        let memory = self.memory(position.rules());
        memory.table.next_age();
        memory.history.fade();
        let layout = Layout::new(position.rules());
        let budget = Budget::of_nodes(limits, &thinking.stop);
        let history = std::mem::replace(&mut memory.history, History::new());
        let mut search = Search::new(field, &memory.table, budget, options.parts, history);
        let among = among.map(|points| points.iter().map(|point| layout.cell_of(*point)).collect());
        let mut root = Root::new(&mut search, options.lines as usize);
        if let Some(among) = &among {
            root.keep(among);
        }
        let root = think(&mut search, root, first_look, &layout, limits, thinking);
        memory.history = search.history;
        decide(&root.0, root.1, &layout, position)
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
        let (solved, left) = if self.options.lines == 1 {
            solving::solve(&mut self.solver, self.options.memory, position, &limits, thinking)
        } else {
            (None, Some(limits))
        };
        match (solved, left) {
            (Some(solved), Some(left)) if solved.keeping.len() > 1 => {
                let decision = self.search(position, &left, Some(&solved.keeping), thinking)?;
                let value = if decision.value.is_proven() { decision.value } else { solved.value };
                let mut statistics = decision.statistics;
                statistics.nodes += solved.statistics.nodes;
                statistics.time += solved.statistics.time;
                Ok(Decision { value, statistics, ..decision })
            }
            (Some(solved), _) => {
                let (mv, value) = (solved.line[0], solved.value);
                let rated = vec![Rated { mv, value, visits: None }];
                let Solved { line, statistics, .. } = solved;
                Ok(Decision { action: Action::Play(mv), value, line, rated, statistics })
            }
            (None, left) => self.search(position, &left.unwrap_or(limits), None, thinking),
        }
    }

    fn new_game(&mut self) {
        self.memory = None;
        self.solver = None;
    }
}

/// Searches one position.
fn think<F: Field>(
    search: &mut Search<'_, F>,
    mut root: Root,
    first_look: impl FnOnce(&mut Search<'_, F>, &Limits) -> Option<Root>,
    layout: &Layout,
    limits: &Limits,
    thinking: &mut Thinking<'_, Point>,
) -> (Root, Statistics) {
    let lines = root.lines;
    let mut line = Vec::new();
    if search.parts.vcf && lines == 1 {
        if let Ok(Some(plies)) = search.win_by_fours(24, &mut line) {
            line.reverse();
            let root = Root::won(line, plies);
            return (root, statistics(search, 1));
        }
    }
    if lines == 1
        && let Some(root) = first_look(search, limits)
    {
        let depth = root.best().map_or(0, |best| best.depth);
        return (root, statistics(search, depth));
    }
    let most = limits.depth.unwrap_or(u32::MAX);
    let mut reached = 0;
    root.deepen(search, 1, most, |search, root, depth| {
        reached = depth;
        let line: Vec<Point> = root
            .best()
            .map(|best| best.line.iter().map(|cell| layout.point(*cell)).collect())
            .unwrap_or_default();
        thinking.observer.event(Event::Report(Report {
            value: value(root.score(), SCALE),
            line: &line,
            statistics: statistics(search, depth),
        }));
        limits.time.is_some_and(|time| root.is_clear(search.budget.elapsed(), time))
    });
    (root, statistics(search, reached))
}

/// A win by continuous threats.
fn win_by_threats(search: &mut Search<'_, Sight>, limits: &Limits) -> Option<Root> {
    if !search.parts.vct {
        return None;
    }
    let most = threat_share(limits);
    match Proof::new(&mut search.field, &mut search.budget, most).search() {
        Ok(Verdict::Win(line)) => {
            let plies = line.len();
            Some(Root::won(line, plies))
        }
        _ => None,
    }
}

/// How many positions the search for threats may look at: about a tenth of what there is.
fn threat_share(limits: &Limits) -> usize {
    let by_nodes = limits.nodes.map_or(u64::MAX, |nodes| nodes / 10);
    let by_time = limits.time.map_or(u64::MAX, |time| 20 * time.as_millis() as u64);
    by_nodes.min(by_time).min(100_000) as usize
}

fn statistics(search: &Search<'_, impl Field>, depth: u32) -> Statistics {
    Statistics {
        nodes: search.budget.spent(),
        leaves: search.leaves,
        cutoffs: search.cutoffs,
        table_hits: search.table_hits,
        depth,
        playouts: 0,
        time: search.budget.elapsed(),
    }
}

fn decide(
    root: &Root,
    statistics: Statistics,
    layout: &Layout,
    position: &Position,
) -> Result<Decision<Point>, AgentError> {
    let points = |mv: &RootMove| mv.line.iter().map(|cell| layout.point(*cell)).collect();
    let Some(best) = root.best() else {
        let first = position.moves().next().expect("a game that goes on has a legal move");
        return Ok(Decision::of(first));
    };
    let rated = root
        .moves
        .iter()
        .filter(|mv| mv.bound == Bound::Exact)
        .map(|mv| Rated { mv: layout.point(mv.cell), value: value(mv.score, SCALE), visits: None })
        .collect();
    Ok(Decision {
        action: Action::Play(layout.point(best.cell)),
        value: if best.depth == 0 { Value::Unknown } else { value(root.score(), SCALE) },
        line: points(best),
        rated,
        statistics,
    })
}
