//! Turns experience into players: temporal-difference learning, self-play with two tables, Q-learning and Sarsa, the genetic
//! algorithm; and the audit that tells what was really learned.

mod graph;

pub use graph::{Graph, GraphError, Id};
