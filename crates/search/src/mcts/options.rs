//! What can be set, with the textbook's values as defaults.

use std::time::Duration;

use kinrow_agent::{Limits, OptionKind, OptionSpec, Options, SWITCH, switch};

/// The options of [`super::Mcts`].
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct MctsOptions {
    /// Playouts of one decision; 1,000 when neither this nor a time nor a limit of the decision bounds it.
    pub playouts: Option<u64>,
    /// Time of one decision.
    pub time: Option<Duration>,
    /// How much to explore: the constant before the square root in UCB1.
    pub c: f64,
    /// Which move to play in the end.
    pub final_choice: FinalChoice,
    /// Whether a position reached by two orders of moves is one node. Off, the tree is a tree.
    pub table: bool,
    /// How games are played to the end.
    pub rollout: Rollout,
    /// Whether what a game taught serves the games after it. A position reached by two orders of moves is then one node too.
    pub keep: bool,
    /// Whether to prove wins, draws and losses where the tree reaches the end of the game.
    pub solver: bool,
    /// Nodes to keep in memory, at about 100 bytes each (up to three times that in a wide, shallow tree), and at most
    /// [`MctsOptions::MOST_NODES`]. A search that reaches it goes on without adding any.
    pub nodes: usize,
}

kinrow_agent::named! {
    /// Which move to play in the end. A proven win comes before everything, a proven loss after.
    pub enum FinalChoice {
        /// The one visited most; among equals the one with the better mean.
        Visits = "visits",
        /// The one with the best mean; among equals the one visited more.
        Value = "value",
    }
}

kinrow_agent::named! {
    /// How games are played to the end.
    pub enum Rollout {
        /// Every legal move is as likely as another.
        Random = "random",
        /// A side that can win at once does, else it keeps the opponent from doing so, else it moves at random.
        Tactical = "tactical",
    }
}

impl Default for MctsOptions {
    fn default() -> Self {
        Self::DEFAULT
    }
}

impl From<&Options> for MctsOptions {
    /// From options by name.
    fn from(given: &Options) -> Self {
        MctsOptions {
            playouts: given.whole("playouts"),
            time: given.time("time"),
            c: given.real("c").unwrap_or(Self::DEFAULT.c),
            final_choice: given.choice("final"),
            table: given.is_on("table"),
            keep: given.is_on("keep"),
            rollout: given.choice("rollout"),
            solver: given.is_on("solver"),
            nodes: Self::DEFAULT.nodes,
        }
    }
}

/// What a node of the tree takes in a wide, shallow tree.
const NODE_BYTES: u64 = 300;

impl MctsOptions {
    const DEFAULT: MctsOptions = MctsOptions {
        playouts: None,
        time: None,
        c: 1.414,
        final_choice: FinalChoice::Visits,
        table: false,
        keep: false,
        rollout: Rollout::Random,
        solver: false,
        nodes: 2_000_000,
    };

    /// The options by name.
    pub const DECLARED: &'static [OptionSpec] = &[
        OptionSpec::new("playouts", OptionKind::Whole { least: 1, most: 1_000_000_000 }, None),
        OptionSpec::new("time", OptionKind::Time, None),
        OptionSpec::new("c", OptionKind::Real { least: 0.0, most: 100.0 }, Some("1.414")),
        OptionSpec::new(
            "final",
            OptionKind::Choice(FinalChoice::NAMES),
            Some(Self::DEFAULT.final_choice.name()),
        ),
        OptionSpec::new("table", SWITCH, Some(switch(Self::DEFAULT.table))),
        OptionSpec::new("rollout", OptionKind::Choice(Rollout::NAMES), Some(Self::DEFAULT.rollout.name())),
        OptionSpec::new("solver", SWITCH, Some(switch(Self::DEFAULT.solver))),
        OptionSpec::new("keep", SWITCH, Some(switch(Self::DEFAULT.keep))),
    ];

    /// The same, with a tree of at most so many megabytes.
    #[must_use]
    pub fn in_megabytes(self, most: u64) -> MctsOptions {
        let nodes = usize::try_from(most.saturating_mul(1_000_000) / NODE_BYTES).unwrap_or(usize::MAX);
        MctsOptions { nodes: nodes.clamp(1, self.nodes), ..self }
    }

    /// More nodes than this are not kept, whatever the option says: their moves are counted in 32 bits.
    pub const MOST_NODES: usize = 10_000_000;

    const DEFAULT_PLAYOUTS: u64 = 1000;

    /// The stricter of these options and the limits of a decision. A playout adds at most one node, so a limit of nodes
    /// is one of playouts.
    pub(super) fn within(&self, limits: &Limits) -> Limits {
        let stricter = |a: Option<u64>, b: Option<u64>| a.into_iter().chain(b).min();
        let mut playouts = stricter(self.playouts, stricter(limits.playouts, limits.nodes));
        let time = self.time.into_iter().chain(limits.time).min();
        if time.is_none() {
            playouts = playouts.or(Some(Self::DEFAULT_PLAYOUTS));
        }
        Limits { depth: limits.depth, nodes: None, playouts, time }
    }
}
