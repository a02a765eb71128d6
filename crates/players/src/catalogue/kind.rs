//! What is known of a kind of agent. Whoever wants to know something about an agent asks these facts, never its name.

use kinrow_agent::{AnyAgent, OptionSpec, Options, Seed};
use kinrow_learn::Method;

use super::{BuildError, Models};

/// A kind of agent.
#[derive(Debug)]
pub struct AgentKind {
    /// Its name in a spec, and in the keys of the text catalogues.
    pub name: &'static str,
    /// Its options.
    pub options: &'static [OptionSpec],
    /// How it learns, if it does.
    pub method: Option<Method>,
    /// What it remembers.
    pub memory: Memory,
    /// What a move costs.
    pub cost: Cost,
    /// What it can show.
    pub shows: Shows,
    /// Which boards it suits.
    pub suits: Suits,
    /// The formula that explains it in reports.
    pub formula: Option<&'static str>,
    /// Makes one from its options.
    pub(crate) build: fn(&Options, Making) -> Result<AnyAgent, BuildError>,
}

/// The circumstances in which an agent is made.
#[derive(Debug)]
pub(crate) struct Making {
    /// How it learns, if it does.
    pub(crate) method: Option<Method>,
    /// The spec that names its options.
    pub(crate) spec: String,
    /// Where its randomness comes from.
    pub(crate) seed: Seed,
    /// What its tables may take; its own choice when nobody says.
    pub(crate) megabytes: Option<u64>,
    /// Trained models that were read before.
    pub(crate) models: Models,
}

/// What an agent remembers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Memory {
    /// Nothing: each move is the first.
    None,
    /// What it found out earlier in the game: a tree, proofs, something learned.
    Game,
    /// That, and with this option on, what it found out in earlier games.
    Games {
        /// The option.
        option: &'static str,
    },
}

/// What a move costs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cost {
    /// A glance at the legal moves.
    Glance,
    /// Every position down to a depth.
    WholeTree,
    /// Positions down to a depth, but for those that cannot matter.
    CutTree,
    /// Games played to the end, along the branches that do well.
    Playouts,
    /// What nobody can tell beforehand.
    Unknown,
}

/// What an agent can show of its thinking.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shows {
    /// The tree it searched.
    pub tree: bool,
    /// Its steps, as those of a textbook algorithm.
    pub steps: Option<Algorithm>,
    /// A value for each move.
    pub values: Option<Values>,
}

impl Shows {
    /// Nothing but its move.
    pub const NOTHING: Shows = Shows { tree: false, steps: None, values: None };
}

kinrow_agent::named! {
    /// A search whose steps can be shown.
    pub enum Algorithm {
        /// [`kinrow_search::Minimax`].
        Minimax = "minimax",
        /// [`kinrow_search::AlphaBeta`].
        AlphaBeta = "alphabeta",
        /// [`kinrow_search::Averaging`].
        Averaging = "averaging",
        /// [`kinrow_search::mcts::Mcts`].
        Mcts = "mcts",
        /// [`kinrow_zero::Search`].
        Zero = "zero",
    }
}

kinrow_agent::named! {
    /// What the value of a move is, where it is not proven.
    pub enum Values {
        /// Nothing: values are proven or not known.
        Results = "result",
        /// Points of an evaluation, at best play.
        Points = "points",
        /// A share of the points of a game.
        Chances = "chance",
    }
}

/// Which boards an agent suits; [`crate::suits`] tells what that means.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Suits {
    /// All of them.
    AnyBoard,
    /// Those with so few points left that every line can be followed to its end.
    FewPoints,
    /// Those that are solved within seconds.
    QuicklySolved,
    /// Those that a network comes with the program for.
    Shipped,
}

impl AgentKind {
    /// Whether the values it finds are those of best play for both sides, at least down to its depth.
    #[must_use]
    pub fn finds_best_play(&self) -> bool {
        self.shows.values == Some(Values::Points)
    }
}
