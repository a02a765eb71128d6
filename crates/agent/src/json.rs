//! Records, values, trees and limits as JSON: what files hold and what machines read. Absent without the feature `serde`.

use serde::Deserialize;
use serde_json::{Map, json};

use crate::value::outcome_name;
use crate::{Candidate, GameRecord, Guide, Limits, RecordError, TREE_FORMAT, TreeLog, TreeNode, Value};

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
    /// As machine-readable output has it: `"win"`, `"draw"`, `"loss"`, a number of points, a chance, or null. It is null for
    /// a bound too: whoever knows of no bounds must not take one for the value.
    #[must_use]
    pub fn to_json(self) -> serde_json::Value {
        match self {
            Value::Proven(proven) | Value::Likely(proven) => outcome_name(proven.outcome).into(),
            Value::Points(points) => points.into(),
            Value::Chance(chance) => chance.into(),
            Value::AtMost(_) | Value::AtLeast(_) | Value::Unknown => serde_json::Value::Null,
        }
    }

    /// Its fields in machine-readable output: `value`, `at_most` or `at_least` for a bound, `certainty`, `plies`.
    #[must_use]
    pub fn fields(self) -> Map<String, serde_json::Value> {
        let mut fields = Map::new();
        fields.insert("value".into(), self.to_json());
        let told = self.bound().map_or(self, Value::from);
        match self {
            Value::AtMost(_) => drop(fields.insert("at_most".into(), told.to_json())),
            Value::AtLeast(_) => drop(fields.insert("at_least".into(), told.to_json())),
            _ => {}
        }
        fields.insert("certainty".into(), self.certainty().into());
        if let Some(plies) = told.result().and_then(|proven| proven.plies) {
            fields.insert("plies".into(), plies.into());
        }
        fields
    }
}

impl Guide {
    /// Its fields in machine-readable output: `prior`, `mean`, and `explore` or `wanted` where the search has such a term.
    #[must_use]
    pub fn fields(self) -> Map<String, serde_json::Value> {
        let terms = [
            ("prior", Some(self.prior)),
            ("mean", Some(self.mean)),
            ("explore", self.explore),
            ("wanted", self.wanted),
        ];
        let known = terms.into_iter().filter_map(|(name, term)| Some((name.to_string(), term?.into())));
        known.collect()
    }
}

impl<M> Candidate<M> {
    /// Its fields in machine-readable output: `move`, those of its value, `depth` and `line`. `value_fields` is for those
    /// who tell more of a value.
    pub fn fields(
        &self,
        value_fields: impl Fn(Value) -> Map<String, serde_json::Value>,
        name: impl Fn(&M) -> String,
    ) -> Map<String, serde_json::Value> {
        let mut fields = Map::new();
        fields.insert("move".into(), name(&self.mv).into());
        fields.extend(value_fields(self.value));
        fields.insert("depth".into(), self.depth.into());
        fields.insert("line".into(), self.line.iter().map(name).collect::<Vec<_>>().into());
        fields
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
    object.extend(node.value.unwrap_or(Value::Unknown).fields());
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
    object.extend(node.guide.into_iter().flat_map(Guide::fields));
    let children: Vec<_> = node.children.iter().map(|child| node_json(child, name)).collect();
    object.insert("children".into(), children.into());
    object.into()
}
