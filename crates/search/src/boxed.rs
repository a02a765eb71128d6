//! The searches on boards of any size, compiled here, once, for everybody who uses them by name.

use kinrow_agent::{AnyAgent, Boards};
use kinrow_game::Point;

use crate::mcts::Mcts;
use crate::solve::SolverAgent;
use crate::{AlphaBeta, Averaging, Minimax, Random};

macro_rules! on_any_board {
    ($($search:ty),*) => {
        $(impl From<$search> for AnyAgent {
            fn from(search: $search) -> AnyAgent {
                Box::new(Boards(search))
            }
        })*
    };
}

on_any_board!(Random, Averaging, Minimax, AlphaBeta<Point>, Mcts<Point>, SolverAgent);
