//! Players that look ahead, each generic over [`kinrow_game::Game`]: the searches of the textbook, and an exact solver.

mod alphabeta;
mod averaging;
mod boxed;
mod evaluate;
mod feasible;
mod knowledge;
pub mod mcts;
mod minimax;
mod opening;
mod options;
mod order;
mod probe;
mod proof;
mod random;
mod root;
mod score;
pub mod solve;
mod teller;
mod threats;
mod transposition;

pub use alphabeta::{AlphaBeta, AlphaBetaOptions};
pub use averaging::Averaging;
pub use evaluate::Evaluation;
pub use knowledge::Knowledge;
pub use minimax::{Minimax, MinimaxOptions};
pub use opening::wander;
pub use order::Order;
pub use proof::Proof;
pub use random::Random;
pub use score::{Distance, Score};
pub use threats::Threats;

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
