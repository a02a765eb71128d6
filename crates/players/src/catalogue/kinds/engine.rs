//! The engine.

use kinrow_engine::{Engine, EngineOptions};

use crate::catalogue::{AgentKind, Cost, Memory, Shows, Suits, Values};

pub(in crate::catalogue) const KIND: AgentKind = AgentKind {
    name: "engine",
    options: EngineOptions::DECLARED,
    method: None,
    memory: Memory::Game,
    cost: Cost::Unknown,
    shows: Shows { values: Some(Values::Chances), ..Shows::NOTHING },
    suits: Suits::AnyBoard,
    formula: None,
    build: |given, making| {
        let options = EngineOptions::from(given);
        let options = making.megabytes.map_or(options, |most| options.in_megabytes(most));
        Ok(Box::new(Engine::new(options).with_seed(making.seed)))
    },
};
