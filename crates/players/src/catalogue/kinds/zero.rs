//! A network that learned by self-play, with the search it guides.

use std::path::Path;

use kinrow_zero::{NAME, Zero, ZeroOptions};

use crate::catalogue::{AgentKind, Cost, Memory, Shows, Suits, Values};

pub(in crate::catalogue) const KIND: AgentKind = AgentKind {
    name: NAME,
    options: ZeroOptions::DECLARED,
    method: None,
    memory: Memory::Game,
    cost: Cost::Playouts,
    shows: Shows { values: Some(Values::Chances), ..Shows::NOTHING },
    suits: Suits::Shipped,
    formula: None,
    build: |given, making| {
        let options = ZeroOptions::from(given);
        Ok(Box::new(match given.get("file") {
            Some(file) => Zero::new(making.models.network(Path::new(file))?, options, making.spec),
            None => Zero::shipped(options, making.spec),
        }))
    },
};
