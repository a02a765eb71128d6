//! Alpha-beta.

use kinrow_game::Point;
use kinrow_search::{AlphaBeta, AlphaBetaOptions};

use crate::catalogue::{AgentKind, Algorithm, Cost, Memory, Shows, Suits, Values};

pub(in crate::catalogue) const KIND: AgentKind = AgentKind {
    name: "alphabeta",
    options: AlphaBetaOptions::DECLARED,
    method: None,
    memory: Memory::None,
    cost: Cost::CutTree,
    shows: Shows { tree: true, steps: Some(Algorithm::AlphaBeta), values: Some(Values::Points) },
    suits: Suits::AnyBoard,
    formula: Some("alphabeta"),
    build: |given, making| Ok(AlphaBeta::<Point>::new(given.into(), making.spec).into()),
};
