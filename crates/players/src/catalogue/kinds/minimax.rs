//! Minimax.

use kinrow_search::{Minimax, MinimaxOptions};

use crate::catalogue::{AgentKind, Algorithm, Cost, Memory, Shows, Suits, Values};

pub(in crate::catalogue) const KIND: AgentKind = AgentKind {
    name: "minimax",
    options: MinimaxOptions::DECLARED,
    method: None,
    memory: Memory::None,
    cost: Cost::WholeTree,
    shows: Shows { tree: true, steps: Some(Algorithm::Minimax), values: Some(Values::Points) },
    suits: Suits::AnyBoard,
    formula: Some("minimax"),
    build: |given, making| Ok(Minimax::new(given.into(), making.spec).into()),
};
