//! A strong player of k in a row, for any k: patterns made from the rules, threats, and a deep, selective search.
//!
//! For one colour a line is its own stones up to whatever blocks them, on both sides of a cell ([`Half`]). Two halves are an index
//! into [`Patterns`], small tables made from the rules: what a stone there would make of the line ([`Class`]), where it
//! would win next, and where the other side would have to answer. Nothing in them knows k = 5, or any names of shapes: classes
//! are defined by how many stones are still needed. [`Sight`] keeps the classes of a whole board while stones come and go, `search` looks ahead over it, and
//! [`Engine`] is the agent. docs/engine.md tells the whole story.
//!
//! ```
//! use kinrow_engine::{Class, Half, Patterns};
//!
//! let patterns = Patterns::new(5, false);
//! // Two own stones directly at the left of the cell, then two empty cells; four empty cells at the right.
//! let left = Half::of([true, true, false, false], patterns.reach());
//! let right = Half::of([false; 4], patterns.reach());
//! // A stone here makes an open three: the next makes a four with two ends.
//! assert_eq!(patterns.class(left, right).narrow(), Class::Free(2));
//! ```

mod agent;
mod answer;
pub mod bench;
mod cells;
mod class;
mod codes;
mod drop_field;
mod field;
mod fours;
mod ground;
mod half;
mod history;
mod judgement;
mod lane;
mod misere_field;
mod moves;
mod network;
mod open_field;
mod options;
mod patterns;
mod plain_field;
mod proof;
mod quiet;
mod root;
mod root_move;
mod rows;
mod runs;
mod score;
mod search;
mod sight;
mod solving;
mod stage;
mod table;
mod tables;
mod think;
mod threats;
pub mod tune;
mod weaken;
mod weights;

pub use agent::Engine;
pub use class::Class;
pub use half::Half;
pub use options::{EngineOptions, Parts};
pub use patterns::Patterns;
pub use sight::{DIRECTIONS, Sight};
pub use threats::{
    ShortestWin, ThreatQuestion, ThreatSearch, ThreatVerdict, Threats, find_win, first_moves, knows_threats,
    try_move,
};
pub use weights::{Weights, WeightsError};
