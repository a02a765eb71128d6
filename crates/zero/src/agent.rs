//! The player: searches with a network's opinions, and keeps the part of its tree that can still be reached.

use std::sync::Arc;
use std::time::Duration;

use kinrow_agent::{
    Action, Agent, AgentError, Budget, Decision, Event, Limits, OptionKind, OptionSpec, Options, Rated,
    Report, Seed, Statistics, Thinking,
};
use kinrow_game::{Board, Game, Point, Position, Rules};

use crate::evaluator::{Evaluator, NetworkEvaluator, Weights};
use crate::guides::Guide;
use crate::search::{Algorithm, SCALE, Search, Settings, Told, value};
use crate::shipped::shipped_boards;

/// How it plays.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ZeroOptions {
    /// Simulations of a decision.
    pub simulations: u32,
    /// How moves are chosen in the tree.
    pub search: Algorithm,
}

impl Default for ZeroOptions {
    fn default() -> Self {
        ZeroOptions { simulations: 200, search: Algorithm::Gumbel }
    }
}

impl ZeroOptions {
    /// The options by name; `file` and `games` (random games in place of a file) are for whoever builds the guide.
    pub const DECLARED: &'static [OptionSpec] = &[
        OptionSpec::new("file", OptionKind::File, None),
        OptionSpec::new("simulations", OptionKind::Whole { least: 1, most: 10_000_000 }, Some("200")),
        OptionSpec::new("games", OptionKind::Whole { least: 1, most: 10_000 }, None),
        OptionSpec::new("search", OptionKind::Choice(Algorithm::NAMES), Some(Algorithm::Gumbel.name())),
    ];
}

impl From<&Options> for ZeroOptions {
    fn from(given: &Options) -> Self {
        ZeroOptions { simulations: given.whole("simulations").unwrap_or(200), search: given.choice("search") }
    }
}

/// Moves that Gumbel's root looks at.
const CONSIDERED: u32 = 16;

/// A player by a network, or by whoever else guides the search.
pub struct Zero {
    guide: Guide,
    options: ZeroOptions,
    spec: String,
    trees: Trees,
}

/// The tree, by the width of its board.
#[derive(Debug)]
enum Trees {
    None,
    One(Search<1>),
    Two(Search<2>),
    Four(Search<4>),
    Seven(Search<7>),
}

impl Zero {
    /// A player by these weights, which errors call `spec`.
    #[must_use]
    pub fn new(weights: Arc<Weights>, options: ZeroOptions, spec: String) -> Zero {
        Zero::guided(Guide::Network(NetworkEvaluator::new(weights)), options, spec)
    }

    /// A player by whoever guides it.
    #[must_use]
    pub fn guided(guide: Guide, options: ZeroOptions, spec: String) -> Zero {
        Zero { guide, options, spec, trees: Trees::None }
    }

    fn refusal(&self, given: Rules) -> AgentError {
        let (agent, given) = (self.spec.clone(), given.to_string());
        match &self.guide {
            Guide::Shipped(_) => AgentError::NotLearned {
                agent,
                known: shipped_boards().collect::<Vec<_>>().join(", "),
                given,
            },
            guide => AgentError::WrongBoard { agent, trained: guide.board().unwrap_or_default(), given },
        }
    }
}

/// Searches a position, with what is left of the last tree.
fn search<const W: usize>(
    guide: &mut dyn Evaluator<W>,
    options: ZeroOptions,
    kept: Option<Search<W>>,
    board: &Board<W>,
    limits: &Limits,
    thinking: &mut Thinking<'_, Point>,
) -> (Search<W>, Decision<Point>) {
    let mut search = kept
        .and_then(|search| follow(search, board))
        // Nothing is drawn while it plays: the seed has no say.
        .unwrap_or_else(|| Search::new(*board, Seed(0).rng()));
    let asked = [limits.playouts, limits.nodes].into_iter().flatten().min();
    let simulations = asked
        .map_or(options.simulations, |most| options.simulations.min(u32::try_from(most).unwrap_or(u32::MAX)));
    let (algorithm, limits) = (options.search, Limits { time: limits.time, ..Limits::NONE });
    search.begin(Settings {
        algorithm,
        simulations,
        considered: CONSIDERED,
        scale: SCALE,
        proves: true,
        explores: false,
    });
    let mut budget = Budget::of_playouts(&limits, &thinking.stop);
    let mut next_report = REPORT_EVERY;
    let tree = thinking.observer.tree();
    if tree.is_some() {
        search.listen();
    }
    while let Some(board) = search.wanted() {
        search.tell(&guide.evaluate(&[board])[0]);
        pass_on(search.take_told(), thinking);
        if budget.elapsed() >= next_report {
            let Decision { value, line, statistics, .. } = decision(&search, &budget);
            thinking.observer.event(Event::Report(Report { value, line: &line, best: &[], statistics }));
            next_report = budget.elapsed() + REPORT_EVERY;
        }
        if budget.spend().is_err() {
            break;
        }
    }
    pass_on(search.take_told(), thinking);
    if let Some(limits) = tree {
        search.tell_tree(limits, thinking.observer);
    }
    let decision = decision(&search, &budget);
    (search, decision)
}

/// Time between reports. The clock decides when to tell, never what to play.
const REPORT_EVERY: Duration = Duration::from_millis(100);

/// The search of a position that lies at most two plies below an earlier one.
fn follow<const W: usize>(mut search: Search<W>, board: &Board<W>) -> Option<Search<W>> {
    let root = *search.root();
    if root == *board {
        return Some(search);
    }
    for first in root.moves() {
        let next = root.play(first);
        if next == *board {
            search.advance(first);
            return Some(search);
        }
        if let Some(second) = next.moves().find(|&second| next.play(second) == *board) {
            search.advance(first);
            search.advance(second);
            return Some(search);
        }
    }
    None
}

/// Tells the observer what the search kept for it.
fn pass_on(told: Vec<Told>, thinking: &mut Thinking<'_, Point>) {
    for told in told {
        thinking.observer.event(match &told {
            Told::Choice { path, moves, chosen } => Event::Choice { path, moves, chosen: *chosen },
            Told::Result { path, is_expanded, score } => {
                Event::Playout { path, is_expanded: *is_expanded, simulated: &[], score: f64::from(*score) }
            }
        });
    }
}

fn decision<const W: usize>(search: &Search<W>, budget: &Budget) -> Decision<Point> {
    let found = search.found();
    let rated = found.moves.iter().zip(search.root_guides()).map(|(of, guide)| Rated {
        mv: of.mv,
        value: value(of.proof, of.value),
        visits: Some(of.visits.into()),
        guide: Some(guide),
    });
    let (nodes, deepest) = search.size();
    Decision {
        action: Action::Play(found.mv),
        value: value(found.proof, Some(found.value)),
        line: vec![found.mv],
        best: Vec::new(),
        rated: rated.collect(),
        statistics: Statistics {
            nodes: nodes as u64,
            depth: deepest as u32,
            playouts: search.simulations().into(),
            time: budget.elapsed(),
            ..Statistics::default()
        },
    }
}

impl Agent<Position> for Zero {
    fn choose(
        &mut self,
        position: &Position,
        limits: &Limits,
        thinking: &mut Thinking<'_, Point>,
    ) -> Result<Decision<Point>, AgentError> {
        let rules = position.rules();
        macro_rules! search {
            ($width:ident, $board:expr) => {{
                let Some(guide) = self.guide.of_game(rules) else { return Err(self.refusal(rules)) };
                let kept = match std::mem::replace(&mut self.trees, Trees::None) {
                    Trees::$width(search) => Some(search),
                    _ => None,
                };
                let (search, decision) = search(guide, self.options, kept, $board, limits, thinking);
                self.trees = Trees::$width(search);
                decision
            }};
        }
        Ok(match position {
            Position::One(board) => search!(One, board),
            Position::Two(board) => search!(Two, board),
            Position::Four(board) => search!(Four, board),
            Position::Seven(board) => search!(Seven, board),
        })
    }

    fn accepts(&self, position: &Position, _: &Limits) -> Result<(), AgentError> {
        let rules = position.rules();
        if self.guide.knows(rules) { Ok(()) } else { Err(self.refusal(rules)) }
    }

    fn new_game(&mut self) {
        self.trees = Trees::None;
    }
}
