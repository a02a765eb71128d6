//! Games with their variations, in and out: what somebody pastes is read, and what an analysis holds is written as SGF. The page
//! keeps its tree itself; here its moves are checked.

use kinrow_game::{Game, Position, Rules, RulesError};
use kinrow_record::exchange::{GameTree, Symbol, read_anything};
use kinrow_session::{Refusal, refuse};
use serde::{Deserialize, Serialize};

use crate::error::WebError;
use crate::message::Event;

/// A place in a tree of variations. Only the first has no parent; it has no move either.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct TreeItem {
    parent: Option<usize>,
    #[serde(rename = "move")]
    mv: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    symbol: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    comment: String,
}

/// Reads whatever was pasted; moves are played by `rules`.
pub(crate) fn read(text: &str, rules: &str) -> Result<Event, Refusal> {
    let rules: Rules = rules.parse().map_err(|error: RulesError| refuse(error))?;
    let tree = read_anything(text, rules).map_err(refuse)?;
    let start = tree.start();
    let item = |node: &kinrow_record::exchange::TreeNode| TreeItem {
        parent: node.parent,
        mv: node.mv.map(|mv| start.name(mv)).unwrap_or_default(),
        symbol: node.symbol.map_or("", Symbol::name).into(),
        comment: node.comment.clone(),
    };
    let nodes = tree.nodes().iter().map(item).collect();
    Ok(Event::Read { rules: start.rules().to_string(), start: start.to_string(), nodes })
}

/// Writes a tree as SGF.
pub(crate) fn write(start: &str, nodes: &[TreeItem]) -> Result<Event, Refusal> {
    let start: Position = start.parse().map_err(refuse)?;
    let mut tree = GameTree::new(start);
    // Two items can be one place: a move that is said twice.
    let mut places: Vec<usize> = Vec::new();
    for item in nodes {
        let place = match item.parent {
            None if places.is_empty() => 0,
            None => {
                return Err(refuse(WebError::Message {
                    why: "only the first of nodes has no parent".into(),
                }));
            }
            // A parent that does not come before it is refused there.
            Some(parent) => tree.add(*places.get(parent).unwrap_or(&usize::MAX), &item.mv).map_err(refuse)?,
        };
        places.push(place);
        if let Some(node) = tree.node_mut(place) {
            node.symbol = Symbol::of(&item.symbol);
            node.comment.clone_from(&item.comment);
        }
    }
    Ok(Event::Written { sgf: tree.to_sgf() })
}
