//! The player: searches with a network's opinions, and keeps the part of its tree that can still be reached.

use std::sync::Arc;
use std::time::Duration;

use kinrow_agent::{
    Action, Agent, AgentError, Budget, Decision, Event, Limits, OptionKind, OptionSpec, Options, Proven,
    Rated, Report, Seed, Statistics, Thinking, Value,
};
use kinrow_game::{Board, Game, Outcome, Point, Position, Rules};

use crate::evaluator::{NetworkEvaluator, Weights};
use crate::search::{Algorithm, Found, SCALE, Search, Settings};
use crate::shipped::{shipped, shipped_boards};

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
    /// The options by name; `file` is for whoever reads it.
    pub const DECLARED: &'static [OptionSpec] = &[
        OptionSpec::new("file", OptionKind::File, None),
        OptionSpec::new("simulations", OptionKind::Whole { least: 1, most: 10_000_000 }, Some("200")),
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

/// A player by a network.
#[derive(Debug)]
pub struct Zero {
    /// The network it was given; without, it plays by those that come with the program.
    given: Option<Arc<Weights>>,
    /// The network of the board it plays on.
    evaluator: Option<NetworkEvaluator>,
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
        Zero { given: Some(weights), evaluator: None, options, spec, trees: Trees::None }
    }

    /// A player by the networks that come with the program, whichever the board is for.
    #[must_use]
    pub fn shipped(options: ZeroOptions, spec: String) -> Zero {
        Zero { given: None, evaluator: None, options, spec, trees: Trees::None }
    }

    /// The network for a board, if there is one.
    fn network(&self, rules: Rules) -> Option<Arc<Weights>> {
        match &self.given {
            Some(weights) => Some(Arc::clone(weights)).filter(|weights| weights.rules == rules),
            None => shipped(rules),
        }
    }

    /// Sees to it that its network is the one for this board.
    fn prepare(&mut self, position: &Position) -> Result<(), AgentError> {
        let rules = position.rules();
        if self.evaluator.as_ref().is_none_or(|evaluator| evaluator.rules() != rules) {
            self.evaluator =
                Some(NetworkEvaluator::new(self.network(rules).ok_or_else(|| self.refusal(rules))?));
            self.trees = Trees::None;
        }
        Ok(())
    }

    fn refusal(&self, rules: Rules) -> AgentError {
        let trained = match &self.given {
            Some(weights) => weights.rules.to_string(),
            None => shipped_boards().collect::<Vec<_>>().join(", "),
        };
        AgentError::WrongBoard { agent: self.spec.clone(), trained, given: rules.to_string() }
    }

    /// Searches a position, with what is left of the last tree.
    fn search<const W: usize>(
        &mut self,
        board: &Board<W>,
        kept: Option<Search<W>>,
        limits: &Limits,
        thinking: &mut Thinking<'_, Point>,
    ) -> (Search<W>, Decision<Point>) {
        let mut search = kept
            .and_then(|search| follow(search, board))
            // Nothing is drawn while it plays: the seed has no say.
            .unwrap_or_else(|| Search::new(*board, Seed(0).rng()));
        let asked = [limits.playouts, limits.nodes].into_iter().flatten().min();
        let simulations = asked.map_or(self.options.simulations, |most| {
            self.options.simulations.min(u32::try_from(most).unwrap_or(u32::MAX))
        });
        let (algorithm, limits) = (self.options.search, Limits { time: limits.time, ..Limits::NONE });
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
        while let Some(board) = search.wanted() {
            let evaluator = self.evaluator.as_mut().expect("prepared before every search");
            search.tell(&crate::Evaluator::evaluate(evaluator, &[board])[0]);
            if budget.elapsed() >= next_report {
                let Decision { value, line, statistics, .. } = decision(&search.found(), &search, &budget);
                thinking.observer.event(Event::Report(Report { value, line: &line, best: &[], statistics }));
                next_report = budget.elapsed() + REPORT_EVERY;
            }
            if budget.spend().is_err() {
                break;
            }
        }
        let decision = decision(&search.found(), &search, &budget);
        (search, decision)
    }
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

fn proven(outcome: Outcome) -> Value {
    Value::Proven(Proven { outcome, plies: None })
}

fn decision<const W: usize>(found: &Found, search: &Search<W>, budget: &Budget) -> Decision<Point> {
    let value = |proof: Option<Outcome>, chance: Option<f32>| match (proof, chance) {
        (Some(outcome), _) => proven(outcome),
        (None, Some(chance)) => Value::Chance(f64::from(chance).clamp(0.0, 1.0)),
        (None, None) => Value::Unknown,
    };
    let rated = found.moves.iter().map(|of| Rated {
        mv: of.mv,
        value: value(of.proof, of.value),
        visits: Some(of.visits.into()),
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
        self.prepare(position)?;
        macro_rules! search {
            ($width:ident, $board:expr) => {{
                let kept = match std::mem::replace(&mut self.trees, Trees::None) {
                    Trees::$width(search) => Some(search),
                    _ => None,
                };
                let (search, decision) = self.search($board, kept, limits, thinking);
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
        let is_there = match &self.given {
            Some(weights) => weights.rules == rules,
            None => shipped_boards().any(|board| board == rules.to_string()),
        };
        if is_there { Ok(()) } else { Err(self.refusal(rules)) }
    }

    fn new_game(&mut self) {
        self.trees = Trees::None;
    }
}
