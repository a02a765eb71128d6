//! Players that look ahead, each generic over [`kinrow_game::Game`]: the searches of the textbook, and an exact solver.

pub mod mcts;
pub mod solve;
