//! A small AlphaZero (Silver and others 2018) that trains on two cores in minutes: a residual network of its own layers, a search that it
//! guides (PUCT, or Gumbel with sequential halving) and that proves what it can, self-play in rounds, and the file that keeps it all.

mod agent;
mod evaluator;
mod features;
mod learner;
mod look;
mod model;
mod net;
mod options;
mod played;
mod round;
mod safetensors;
mod search;
mod selfplay;
mod shipped;
mod training;

pub use agent::{Zero, ZeroOptions};
pub use evaluator::{Evaluation, Evaluator, NetworkEvaluator, Playouts, Weights};
pub use look::{Look, PLAYOUTS};
pub use model::{Header, ModelError, ReadError, ZeroModel};
pub use options::{DECLARED, NAME, preset};
pub use round::Round;
pub use search::{Algorithm, Found, FoundMove, Search, Settings};
pub use shipped::{shipped, shipped_boards};
pub use training::{RoundEnd, Training};
