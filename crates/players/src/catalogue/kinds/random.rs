//! Random moves.

use kinrow_search::Random;

use crate::catalogue::{AgentKind, Cost, Memory, Shows, Suits};

pub(in crate::catalogue) const KIND: AgentKind = AgentKind {
    name: "random",
    options: &[],
    method: None,
    memory: Memory::None,
    cost: Cost::Glance,
    shows: Shows::NOTHING,
    suits: Suits::AnyBoard,
    formula: None,
    build: |_, making| Ok(Random::new(making.seed).into()),
};
