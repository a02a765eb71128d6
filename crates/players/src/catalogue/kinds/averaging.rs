//! The averaged game tree.

use kinrow_search::Averaging;

use crate::catalogue::{AgentKind, Algorithm, Cost, Memory, Shows, Suits, Values};

pub(in crate::catalogue) const KIND: AgentKind = AgentKind {
    name: "averaging",
    options: &[],
    method: None,
    memory: Memory::None,
    cost: Cost::WholeTree,
    shows: Shows { tree: true, steps: Some(Algorithm::Averaging), values: Some(Values::Chances) },
    suits: Suits::FewPoints,
    formula: Some("averaging"),
    build: |_, _| Ok(Averaging.into()),
};
