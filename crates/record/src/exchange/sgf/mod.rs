//! SGF (FF[4], GM[4]: Gomoku and Renju), as red-bean.com/sgf defines it. X is Black.
//!
//! Whatever SGF has no property for is kept in properties of our own, which other programs pass over: `KNSEED`,
//! `KNXLIMITS`, `KNOLIMITS`, `KNEND`, and for a move `KNGIVEN`, `KNTIME`, `KNNODES`, `KNPLAYOUTS`, `KNVALUE`. So a game that we
//! wrote comes back whole.

mod read;
mod tree;
mod variations;
mod write;

use kinrow_files::Kind;

use super::Facts;
pub(super) use variations::{read_tree, write_tree};

pub(super) const FACTS: Facts = Facts {
    kind: Kind::Sgf,
    extensions: &["sgf"],
    holds_many: true,
    head: String::new,
    write: write::write,
    games: |input, assumed| Box::new(read::read(input, assumed)),
};
