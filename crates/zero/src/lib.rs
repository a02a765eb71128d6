//! A small AlphaZero (Silver and others 2018) that trains on two cores in minutes.

mod evaluator;
mod features;
mod net;
mod search;

pub use evaluator::{Evaluation, Evaluator, NetworkEvaluator, Playouts, Weights};
pub use search::{Algorithm, Found, FoundMove, Search, Settings};
