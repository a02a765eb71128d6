//! Records, values, trees and limits as JSON: what files hold and what machines read. Absent without the feature `serde`.

use serde::Deserialize;
use serde_json::{Map, json};

use crate::value::outcome_name;
use crate::{GameRecord, Limits, RecordError, TREE_FORMAT, TreeLog, TreeNode, Value};

kinrow_game::serde_as_text!(Limits);

impl GameRecord {
    /// As text, for a file.
    #[must_use]
    pub fn to_json(&self) -> String {
        let json = serde_json::to_string_pretty(self).expect("a record is plain data with text keys");
        json + "\n"
    }

    /// Reads what [`GameRecord::to_json`] writes.
    ///
    /// # Errors
    /// When it is something else, or newer.
    pub fn from_json(text: &str) -> Result<GameRecord, RecordError> {
        #[derive(Deserialize)]
        struct Head {
            format: String,
            version: u32,
        }
        let shape = |error: serde_json::Error| RecordError::Shape { why: kinrow_game::excerpt(&error) };
        let head: Head = serde_json::from_str(text).map_err(shape)?;
        if head.format != Self::FORMAT {
            return Err(RecordError::Shape {
                why: format!("its format is '{}'", kinrow_game::excerpt(&head.format)),
            });
        }
        if head.version > Self::VERSION {
            return Err(RecordError::Version { given: head.version });
        }
        serde_json::from_str(text).map_err(shape)
    }
}

impl Value {
    /// As machine-readable output has it: `"win"`, `"draw"`, `"loss"`, a number of points, a chance, or null.
    #[must_use]
    pub fn to_json(self) -> serde_json::Value {
        match self {
            Value::Proven(proven) | Value::Likely(proven) => outcome_name(proven.outcome).into(),
            Value::Points(points) => points.into(),
            Value::Chance(chance) => chance.into(),
            Value::Unknown => serde_json::Value::Null,
        }
    }
}

impl<M: Copy> TreeLog<M> {
    /// The tree as JSON: `{"move": …, "value": …, "certainty": …, "window": […], "cut": …, "children": […]}`. Values and
    /// windows are for the side to move in that node.
    pub fn to_json(&self, name: &impl Fn(M) -> String) -> serde_json::Value {
        let tree = self.root.as_ref().map(|root| node_json(root, name));
        json!({ "format": TREE_FORMAT, "version": 1, "nodes": self.kept, "left_out": self.left_out, "tree": tree })
    }
}

fn node_json<M: Copy>(node: &TreeNode<M>, name: &impl Fn(M) -> String) -> serde_json::Value {
    let mut object = Map::new();
    object.insert("move".into(), node.mv.map(name).into());
    let value = node.value.unwrap_or(Value::Unknown);
    object.insert("value".into(), value.to_json());
    object.insert("certainty".into(), value.certainty().into());
    if let Some(plies) = value.result().and_then(|proven| proven.plies) {
        object.insert("plies".into(), plies.into());
    }
    if let Some(window) = node.window {
        let bound = |bound: Option<Value>| bound.map(|bound| bound.to_string());
        object.insert("window".into(), json!([bound(window.alpha), bound(window.beta)]));
        object.insert("cut".into(), node.is_cut.into());
        if node.is_cut {
            let skipped: Vec<String> = node.skipped.iter().map(|&mv| name(mv)).collect();
            object.insert("skipped".into(), skipped.into());
        }
    }
    if let Some(visits) = node.visits {
        object.insert("visits".into(), visits.into());
    }
    let children: Vec<_> = node.children.iter().map(|child| node_json(child, name)).collect();
    object.insert("children".into(), children.into());
    object.into()
}
