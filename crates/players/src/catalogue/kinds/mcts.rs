//! Monte Carlo tree search.

use kinrow_game::Point;
use kinrow_search::mcts::{Mcts, MctsOptions};

use crate::catalogue::{AgentKind, Algorithm, Cost, Memory, Shows, Suits, Values};

pub(in crate::catalogue) const KIND: AgentKind = AgentKind {
    name: "mcts",
    options: MctsOptions::DECLARED,
    method: None,
    memory: Memory::Games { option: "keep" },
    cost: Cost::Playouts,
    shows: Shows { tree: true, steps: Some(Algorithm::Mcts), values: Some(Values::Chances) },
    suits: Suits::AnyBoard,
    formula: Some("mcts"),
    build: |given, making| {
        let options = MctsOptions::from(given);
        let options = making.megabytes.map_or(options, |most| options.in_megabytes(most));
        Ok(Mcts::<Point>::new(options, making.seed).into())
    },
};
