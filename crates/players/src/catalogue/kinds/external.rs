//! Another program.

use kinrow_gomocup::external::{External, ExternalOptions};

use crate::catalogue::{AgentKind, Cost, Memory, Shows, Suits};

pub(in crate::catalogue) const KIND: AgentKind = AgentKind {
    name: "external",
    options: ExternalOptions::DECLARED,
    method: None,
    memory: Memory::None,
    cost: Cost::Unknown,
    shows: Shows::NOTHING,
    suits: Suits::AnyBoard,
    formula: None,
    build: |given, making| {
        let command = ExternalOptions::command(given);
        let program = External::new(command, given.into(), making.spec)?;
        Ok(Box::new(program))
    },
};
