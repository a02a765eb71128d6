//! A small AlphaZero (Silver and others 2018) that trains on two cores in minutes: a residual network of its own layers, a search that it
//! guides (PUCT, or Gumbel with sequential halving) and that proves what it can, self-play in rounds, and the file that keeps it all.

mod agent;
mod evaluator;
mod features;
mod guides;
mod learner;
mod look;
mod model;
mod net;
mod onnx;
mod opinion;
mod options;
mod pace;
mod played;
mod round;
mod safetensors;
mod search;
mod selfplay;
mod shipped;
mod training;

pub use agent::{Zero, ZeroOptions};
pub use evaluator::{Evaluation, Evaluator, NetworkEvaluator, Weights};
pub use features::PLANES;
pub use guides::{Guide, LearnedEvaluator, Playouts};
pub use look::{Look, PLAYOUTS};
pub use model::{Header, ModelError, ReadError, ZeroModel};
pub use opinion::Opinion;
pub use options::{DECLARED, NAME, preset};
pub use pace::{Pace, pace};
pub use round::Round;
pub use search::{Algorithm, Found, FoundMove, Search, Settings};
pub use shipped::{is_shipped, shipped, shipped_models};
pub use training::{RoundEnd, Training};
