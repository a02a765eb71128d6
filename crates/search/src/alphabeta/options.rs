//! What can be set of alpha-beta.

use kinrow_agent::{OptionKind, OptionSpec, Options, SWITCH, switch};

use crate::evaluate::Evaluation;
use crate::options::{DEPTH, distance, evaluation, given_distance};
use crate::order::Order;
use crate::score::Distance;

/// How alpha-beta searches.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct AlphaBetaOptions {
    /// Moves to look ahead; `None` is to the end of the game.
    pub depth: Option<u32>,
    /// What positions at that depth are worth.
    pub evaluation: Evaluation,
    /// Whether a faster win is better.
    pub distance: Distance,
    /// Consider only points this near to a stone.
    pub near: Option<u8>,
    /// Which moves to try first.
    pub order: Order,
    /// Whether to remember positions that several orders of moves lead to.
    pub table: bool,
}

kinrow_agent::named! {
    /// [`AlphaBetaOptions::near`] by name.
    enum Near {
        /// Every point.
        Off = "off",
        /// Points next to a stone.
        One = "1",
        /// Points at most two away.
        Two = "2",
    }
}

impl AlphaBetaOptions {
    const DEFAULT: AlphaBetaOptions = AlphaBetaOptions {
        depth: None,
        evaluation: Evaluation::None,
        distance: Distance::Counted,
        near: None,
        order: Order::Center,
        table: true,
    };

    /// The options by name.
    pub const DECLARED: &'static [OptionSpec] = &[
        DEPTH,
        evaluation(Self::DEFAULT.evaluation),
        OptionSpec::new("near", OptionKind::Choice(Near::NAMES), Some(Near::Off.name())),
        OptionSpec::new("order", OptionKind::Choice(Order::NAMES), Some(Self::DEFAULT.order.name())),
        OptionSpec::new("table", SWITCH, Some(switch(Self::DEFAULT.table))),
        distance(Self::DEFAULT.distance),
    ];
}

impl Default for AlphaBetaOptions {
    fn default() -> Self {
        Self::DEFAULT
    }
}

impl From<&Options> for AlphaBetaOptions {
    /// From options by name.
    fn from(given: &Options) -> Self {
        AlphaBetaOptions {
            depth: given.whole("depth"),
            evaluation: given.choice("eval"),
            distance: given_distance(given),
            near: match given.choice("near") {
                Near::Off => None,
                Near::One => Some(1),
                Near::Two => Some(2),
            },
            order: given.choice("order"),
            table: given.is_on("table"),
        }
    }
}
