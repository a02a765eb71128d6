//! Every agent by name, with its options: from text to something that plays.

pub mod bench;
pub mod brain;
pub mod catalogue;
mod levels;
mod spec;
pub mod suits;

pub use spec::{AgentSpec, MODEL_PREFIX, NameError, SpecError};
