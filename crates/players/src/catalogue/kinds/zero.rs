//! A network that learned by self-play, with the search it guides.

use std::path::Path;

use kinrow_zero::{NAME, Zero, ZeroOptions};

use crate::catalogue::{AgentKind, BuildError, Cost, Memory, Shows, Suits, Values};

kinrow_game::sentences! {
    /// Why it cannot be built.
    pub enum ZeroError {
        /// No file.
        NoFile {} = "zero-no-file" =>
            "zero has learned nothing yet: give it a trained network (zero:file=NAME.kin, made by 'kinrow train zero')",
    }
}

pub(in crate::catalogue) const KIND: AgentKind = AgentKind {
    name: NAME,
    options: ZeroOptions::DECLARED,
    method: None,
    memory: Memory::Game,
    cost: Cost::Playouts,
    shows: Shows { values: Some(Values::Chances), ..Shows::NOTHING },
    suits: Suits::AnyBoard,
    formula: None,
    build: |given, making| {
        let file = given.get("file").ok_or(BuildError::Zero(ZeroError::NoFile {}))?;
        let weights = making.models.network(Path::new(file))?;
        Ok(Box::new(Zero::new(weights, ZeroOptions::from(given), making.spec)))
    },
};
