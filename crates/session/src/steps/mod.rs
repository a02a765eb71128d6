//! A search, step by step: what the textbook's figure shows, recorded from the search itself.
//!
//! The searches tell their observers of nodes entered and left, Monte Carlo of each playout, and a search that is guided by a policy
//! of each choice, with what it compared; everything else a reader
//! wants to see (the best so far, the window after it, the mean as it forms, the visits and the bound of each child) follows
//! from that and is worked out here, so that the searches stay as the textbook has them.

mod depth_first;
mod guided;
mod json;
mod monte_carlo;
mod typed;

use kinrow_agent::{
    Agent, AgentError, Decision, Event, Guide, Limits, Observer, Seed, Stop, Thinking, TreeLimits, Value,
};
use kinrow_game::{Game, Point, Position, Side};

use self::depth_first::DepthFirst;
use self::guided::Simulations;
pub use self::json::Subject;
use self::monte_carlo::MonteCarlo;
pub use self::typed::record_tree;
use kinrow_players::AgentSpec;
pub use kinrow_players::catalogue::Algorithm;
use kinrow_players::catalogue::{self, BuildError, Shows, Values};

/// A node of the recorded tree; it is known by its place in [`Recording::nodes`].
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Node<M = Point> {
    /// Where it hangs; `None` at the root.
    pub parent: Option<usize>,
    /// The move that leads there.
    pub mv: Option<M>,
    /// Who is to move there.
    pub side: Side,
    /// Moves from the root.
    pub ply: u32,
}

/// Bounds within which a value matters; `None` is open.
pub type Bounds = [Option<Value>; 2];

/// A child as it stands when one is selected.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Choice {
    /// Its node.
    pub child: usize,
    /// How often it was visited.
    pub visits: u64,
    /// Mean score of the side that chooses.
    pub mean: f64,
    /// The other term of its upper confidence bound.
    pub explore: f64,
}

/// A move as it stands when a search that is guided by a policy chooses one.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Weighed<M = Point> {
    /// Its node, once it was visited.
    pub child: Option<usize>,
    /// The move.
    pub mv: M,
    /// How often it was visited.
    pub visits: u64,
    /// Prior, mean, and what else the search has.
    pub guide: Guide,
    /// What is compared; `None` where the move is not considered.
    pub score: Option<f64>,
}

/// What happened in a node.
#[derive(Clone, PartialEq, Debug)]
pub enum Happening<M = Point> {
    /// The search came there.
    Enter {
        /// With this window.
        window: Option<Bounds>,
    },
    /// There is nothing below: the game is over, or the depth is reached.
    Leaf(Value),
    /// A child was better than all before.
    Update {
        /// The best so far.
        value: Value,
        /// The window after it.
        window: Option<Bounds>,
        /// Which child.
        child: usize,
    },
    /// The mean, one more child counted.
    Mean {
        /// The mean so far.
        value: Value,
        /// Of so many children.
        of: u32,
        /// The last of them.
        child: usize,
    },
    /// The opponent will not come here.
    Cut {
        /// Alpha is not below beta any more.
        window: Option<Bounds>,
        /// Moves that need no look.
        skipped: Vec<M>,
    },
    /// The search left, with this value.
    Leave {
        /// For the side to move there.
        value: Value,
        /// Whether the table knew it.
        from_table: bool,
    },
    /// Down the tree by the upper confidence bound.
    Select {
        /// All children.
        choices: Vec<Choice>,
        /// The one with the highest bound.
        chosen: usize,
    },
    /// Down the tree by mean and policy.
    Weigh {
        /// The moves, the chosen one first, then by what is compared.
        choices: Vec<Weighed<M>>,
        /// How many more there are.
        left_out: usize,
        /// The move that is visited.
        chosen: M,
    },
    /// The position was judged: by the evaluator, or by what is certain.
    Judge {
        /// For the side that moved there.
        score: f64,
    },
    /// A move is tried for the first time.
    Expand {
        /// The new node.
        child: usize,
    },
    /// A game was played out from there.
    Simulate {
        /// The random moves, to its end.
        moves: Vec<M>,
        /// For the side that moved there.
        score: f64,
    },
    /// The result is counted.
    Backup {
        /// Visits with it.
        visits: u64,
        /// Score with it, for the side that moved there.
        wins: f64,
    },
}

/// A step of a search.
#[derive(Clone, PartialEq, Debug)]
pub struct Step<M = Point> {
    /// Where.
    pub node: usize,
    /// What.
    pub happening: Happening<M>,
}

/// A search, step by step.
#[derive(Clone, Debug)]
pub struct Recording<G: Game = Position> {
    /// Who searched.
    pub spec: String,
    /// By which algorithm.
    pub algorithm: Algorithm,
    /// What its numbers are.
    pub numbers: Values,
    /// Where.
    pub position: G,
    /// Monte Carlo's constant of exploration.
    pub c: Option<f64>,
    /// The nodes, in the order they were met.
    pub nodes: Vec<Node<G::Move>>,
    /// The steps.
    pub steps: Vec<Step<G::Move>>,
    /// Whether every step of the search is there.
    pub is_complete: bool,
    /// What the search decided.
    pub decision: Decision<G::Move>,
}

kinrow_game::sentences! {
    /// Why a search cannot be shown step by step.
    pub enum ShowError {
        /// It does not tell of its steps.
        Agent { given: String, known: String } = "steps-agent" =>
            "{given} cannot be shown step by step: choose from {known}",
        /// Options that make Monte Carlo something else than its textbook form.
        Options { given: String } = "steps-options" =>
            "{given} cannot be shown step by step with table, solver or time: leave these options out and give playouts",
        /// Nothing to search.
        Over {} = "steps-over" =>
            "the game is over in this position: there is nothing to search",
        /// Not every search reads a typed tree.
        Tree { given: String } = "steps-tree" =>
            "{given} does not search a tree that was typed in: choose from minimax, alphabeta, and averaging where every leaf is 1, 0 or -1",
    }
}

/// Why there is no recording.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum StepsError {
    /// Not with this agent, or not here.
    Show(ShowError),
    /// The agent cannot be built.
    Build(BuildError),
    /// The agent does not answer.
    Agent(AgentError),
}

kinrow_game::delegate_explain!(StepsError { Show(ShowError), Build(BuildError), Agent(AgentError) });

/// Playouts that are shown when nobody said how many.
const PLAYOUTS: u64 = 200;

/// Searches `position` as `spec` says, and keeps up to `most` steps. The search itself goes on to its end, within `limits`.
///
/// # Errors
/// When the agent has no steps to show, or does not answer.
pub fn record(
    spec: &AgentSpec,
    position: &Position,
    limits: &Limits,
    most: usize,
    stop: &Stop,
) -> Result<Recording, StepsError> {
    let show = |error| StepsError::Show(error);
    let Shows { steps: Some(algorithm), values: Some(numbers), .. } = spec.kind().shows else {
        let known = catalogue::names_of(|kind| kind.shows.steps.is_some());
        return Err(show(ShowError::Agent { given: spec.to_string(), known }));
    };
    if position.outcome().is_some() {
        return Err(show(ShowError::Over {}));
    }
    let options = spec.options();
    let mut limits = *limits;
    if algorithm == Algorithm::Mcts {
        if options.is_on("table") || options.is_on("solver") || options.get("time").is_some() {
            return Err(show(ShowError::Options { given: spec.to_string() }));
        }
        let playouts = limits.playouts.into_iter().chain(options.whole("playouts")).min();
        limits.playouts = Some(playouts.unwrap_or(PLAYOUTS));
    }
    let mut agent = catalogue::build(spec, Seed(1))?;
    if algorithm == Algorithm::Zero {
        limits.playouts = Some(limits.playouts.unwrap_or(PLAYOUTS));
    }
    let c = if algorithm == Algorithm::Mcts { options.real("c") } else { None };
    let reader = match (algorithm, c) {
        (Algorithm::Zero, _) => Reader::Guided(Simulations::new()),
        (_, Some(c)) => Reader::MonteCarlo(MonteCarlo::new(c)),
        (_, None) => Reader::DepthFirst(DepthFirst::new(algorithm, position, options.whole("depth"))),
    };
    let asked = Asked { spec, algorithm, numbers, c, most };
    watch(&mut *agent, position, &limits, asked, reader, stop)
}

/// What is asked for.
struct Asked<'a> {
    spec: &'a AgentSpec,
    algorithm: Algorithm,
    numbers: Values,
    c: Option<f64>,
    most: usize,
}

/// Lets an agent search, and reads what it tells.
fn watch<G: Game<Move: Ord>>(
    agent: &mut dyn Agent<G>,
    position: &G,
    limits: &Limits,
    Asked { spec, algorithm, numbers, c, most }: Asked<'_>,
    reader: Reader<G>,
    stop: &Stop,
) -> Result<Recording<G>, StepsError> {
    let mut recorder = Recorder { notes: Notes::new(position, most), reader };
    let mut thinking = Thinking::new(stop.clone(), &mut recorder);
    let decision = agent.choose(position, limits, &mut thinking)?;
    let Notes { nodes, steps, is_full, .. } = recorder.notes;
    let is_complete = !is_full && !stop.is_stopped();
    Ok(Recording {
        spec: spec.to_string(),
        algorithm,
        numbers,
        position: position.clone(),
        c,
        nodes,
        steps,
        is_complete,
        decision,
    })
}

/// What has been written down so far.
struct Notes<M> {
    nodes: Vec<Node<M>>,
    steps: Vec<Step<M>>,
    most: usize,
    /// The rest of the search is not recorded.
    is_full: bool,
}

impl<M> Notes<M> {
    fn new<G: Game<Move = M>>(position: &G, most: usize) -> Notes<M> {
        let root = Node { parent: None, mv: None, side: position.to_move(), ply: 0 };
        Notes { nodes: vec![root], steps: Vec::new(), most, is_full: false }
    }

    /// Begins anew: of an iterated search the last iteration is shown.
    fn restart(&mut self) {
        self.nodes.truncate(1);
        self.steps.clear();
        self.is_full = false;
    }

    fn step(&mut self, node: usize, happening: Happening<M>) {
        if self.steps.len() >= self.most {
            self.is_full = true;
        }
        if !self.is_full {
            self.steps.push(Step { node, happening });
        }
    }

    /// A new node below `parent`.
    fn node(&mut self, parent: usize, mv: M) -> usize {
        let above = &self.nodes[parent];
        let (side, ply) = (above.side.opponent(), above.ply + 1);
        self.nodes.push(Node { parent: Some(parent), mv: Some(mv), side, ply });
        self.nodes.len() - 1
    }
}

struct Recorder<G: Game> {
    notes: Notes<G::Move>,
    reader: Reader<G>,
}

/// How a search's events are read.
enum Reader<G: Game> {
    DepthFirst(DepthFirst<G>),
    MonteCarlo(MonteCarlo<G::Move>),
    Guided(Simulations<G::Move>),
}

impl<G: Game<Move: Ord>> Observer<G::Move> for Recorder<G> {
    fn event(&mut self, event: Event<'_, G::Move>) {
        let Recorder { notes, reader } = self;
        if let (Event::Enter { mv: None, window }, Reader::DepthFirst(search)) = (&event, &mut *reader) {
            notes.restart();
            return search.enter_root(notes, *window);
        }
        if notes.is_full {
            return;
        }
        match (event, reader) {
            (Event::Playout { path, is_expanded, simulated, score }, Reader::MonteCarlo(tree)) => {
                tree.playout(notes, path, is_expanded, (simulated, score));
            }
            (Event::Choice { path, moves, chosen }, Reader::Guided(tree)) => {
                tree.choice(notes, path, moves, chosen);
            }
            (Event::Playout { path, is_expanded, score, .. }, Reader::Guided(tree)) => {
                tree.result(notes, path, is_expanded, score);
            }
            (Event::Enter { mv: Some(mv), window }, Reader::DepthFirst(search)) => {
                search.enter(notes, mv, window);
            }
            (Event::Leave { value, is_cut, skipped, .. }, Reader::DepthFirst(search)) => {
                search.leave(notes, value, is_cut.then_some(skipped));
            }
            // The tree that a counting search tells of at its end is the one that was built on the way.
            _ => {}
        }
    }

    /// Every node: what is not written down must still be heard of, or a parent would seem to have fewer children.
    fn tree(&self) -> Option<TreeLimits> {
        Some(TreeLimits { depth: u32::MAX, nodes: u32::MAX })
    }
}
