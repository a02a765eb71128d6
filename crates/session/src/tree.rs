//! The tree of a search, kept so that a reader can unfold it branch by branch.

use std::cmp::Reverse;

use kinrow_agent::{Decision, TreeLog, TreeNode, Value};
use kinrow_game::{Game, Outcome, Point, Position, Side, notation};
use serde::Serialize;
use serde_json::{Map, Value as Json};

use super::view::side_name;
use super::{Refusal, SessionError, refuse, value_view};
use crate::analysis::rank;
use kinrow_players::{AgentSpec, catalogue};

/// The tree of a search.
#[derive(Debug)]
pub struct SearchTree {
    spec: AgentSpec,
    position: Position,
    log: TreeLog<Point>,
    decision: Decision<Point>,
    kept: usize,
}

/// A node as it is shown.
#[derive(Clone, Debug, Serialize)]
#[allow(missing_docs, reason = "docs/protocol.md tells what each field means")]
pub struct NodeView {
    #[serde(rename = "move")]
    pub mv: Option<String>,
    pub side: &'static str,
    #[serde(flatten)]
    pub value: Map<String, Json>,
    pub window: Option<[Option<String>; 2]>,
    pub cut: bool,
    pub skipped: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub visits: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub wins: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mean: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub explore: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub prior: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub wanted: Option<f64>,
    pub best: bool,
    pub total: usize,
    pub children: Vec<NodeView>,
}

/// A whole tree's head, with its first children.
#[derive(Clone, Debug, Serialize)]
#[allow(missing_docs, reason = "docs/protocol.md tells what each field means")]
pub struct TreeView {
    pub tree: u64,
    pub spec: String,
    pub rules: String,
    pub stones: String,
    #[serde(flatten)]
    pub value: Map<String, Json>,
    pub nodes: u64,
    pub playouts: u64,
    pub kept: usize,
    pub left_out: u64,
    pub c: Option<f64>,
    pub root: NodeView,
}

/// Some children of a node.
#[derive(Clone, Debug, Serialize)]
#[allow(missing_docs, reason = "docs/protocol.md tells what each field means")]
pub struct Branch {
    pub tree: u64,
    pub path: Vec<String>,
    pub from: usize,
    pub total: usize,
    pub children: Vec<NodeView>,
}

/// A node that was looked for.
#[derive(Clone, Debug, Serialize)]
#[allow(missing_docs, reason = "docs/protocol.md tells what each field means")]
pub struct Sought {
    pub tree: u64,
    pub path: Option<Vec<String>>,
    pub place: usize,
    pub of: usize,
}

/// Children that come with the root, and with a node at the most.
const FIRST_CHILDREN: usize = 12;
const MOST_CHILDREN: usize = 50;

impl SearchTree {
    /// The tree that `log` heard of when `spec` searched `position` and decided.
    ///
    /// # Errors
    /// When the search told of none.
    pub fn new(
        spec: AgentSpec,
        position: Position,
        mut log: TreeLog<Point>,
        decision: Decision<Point>,
    ) -> Result<SearchTree, Refusal> {
        // A search that was stopped leaves nodes open.
        log.finish();
        let Some(root) = log.root() else {
            return Err(refuse(SessionError::NoTree {
                agent: spec.to_string(),
                known: catalogue::names_of(|kind| kind.shows.tree),
            }));
        };
        let kept = count(root);
        Ok(SearchTree { spec, position, log, decision, kept })
    }

    /// Its head, under this number.
    #[must_use]
    pub fn view(&self, number: u64) -> TreeView {
        TreeView {
            tree: number,
            spec: self.spec.to_string(),
            rules: self.position.rules().to_string(),
            stones: self.position.stones(),
            value: value_view(self.decision.value),
            nodes: self.decision.statistics.nodes,
            playouts: self.decision.statistics.playouts,
            kept: self.kept,
            // A search does not tell of more nodes than are wanted, so that the log alone would not know.
            left_out: self
                .log
                .left_out()
                .max(self.decision.statistics.nodes.saturating_sub(self.kept as u64)),
            c: self.exploration(),
            root: self.root_view(),
        }
    }

    /// Children of the node at `path`, from number `start` on, at most 50.
    ///
    /// # Errors
    /// When there is no such node.
    pub fn branch(&self, number: u64, path: &[String], start: usize, most: usize) -> Result<Branch, Refusal> {
        let nowhere = || refuse(SessionError::Path { given: path.join(" ") });
        let mut node = self.log.root().ok_or_else(nowhere)?;
        let mut side = self.position.to_move();
        let mut is_best = true;
        for (ply, name) in path.iter().enumerate() {
            let point = notation::parse_point(self.position.rules(), name).map_err(refuse)?;
            node = node.children.iter().find(|child| child.mv == Some(point)).ok_or_else(nowhere)?;
            side = side.opponent();
            is_best &= self.decision.line.get(ply) == Some(&point);
        }
        let next = self.decision.line.get(path.len()).copied().filter(|_| is_best);
        let children = self.children(node, side, next, start, most.min(MOST_CHILDREN));
        Ok(Branch { tree: number, path: path.to_vec(), from: start, total: node.children.len(), children })
    }

    /// Monte Carlo's constant of exploration.
    fn exploration(&self) -> Option<f64> {
        self.spec.options().real("c")
    }

    fn root_view(&self) -> NodeView {
        let empty = TreeNode {
            mv: None,
            value: None,
            window: None,
            is_cut: false,
            skipped: Vec::new(),
            visits: None,
            guide: None,
            children: Vec::new(),
        };
        let root = self.log.root().unwrap_or(&empty);
        let side = self.position.to_move();
        let next = self.decision.line.first().copied();
        let mut view = self.node_view(root, None, side, true);
        view.children = self.children(root, side, next, 0, FIRST_CHILDREN);
        view
    }

    /// The next node that is wanted, after the one at `path` in the order in which the whole tree is shown; from the beginning
    /// again where none comes after.
    ///
    /// # Errors
    /// When the move that is wanted is no point.
    pub fn seek(&self, number: u64, path: &[String], mv: Option<&str>) -> Result<Sought, Refusal> {
        let rules = self.position.rules();
        let wanted = mv.map(|mv| notation::parse_point(rules, mv).map_err(refuse)).transpose()?;
        let line = &self.decision.line;
        let mut found: Vec<Vec<String>> = Vec::new();
        let mut before = 0;
        let root = self.log.root().map(|root| (root, Vec::new(), true));
        let mut waiting: Vec<(&TreeNode<Point>, Vec<String>, bool)> = root.into_iter().collect();
        let mut is_before = true;
        while let Some((node, here, is_best)) = waiting.pop() {
            let is_wanted = wanted.map_or(node.is_cut, |wanted| node.mv == Some(wanted));
            if is_wanted {
                found.push(here.clone());
            }
            if is_before {
                before = found.len();
                is_before = here != path;
            }
            let next = line.get(here.len()).copied().filter(|_| is_best);
            for child in sorted(node, next).into_iter().rev() {
                let name = child.mv.map(|mv| self.position.name(mv)).unwrap_or_default();
                let path = here.iter().cloned().chain([name]).collect();
                waiting.push((child, path, is_best && child.mv == next && next.is_some()));
            }
        }
        let of = found.len();
        // A path that leads nowhere is before everything.
        let place = if is_before || before >= of { 0 } else { before };
        Ok(Sought { tree: number, path: found.into_iter().nth(place), place, of })
    }

    /// Children of a node whose side to move is `side`, in the order of [`sorted`].
    fn children(
        &self,
        node: &TreeNode<Point>,
        side: Side,
        next: Option<Point>,
        start: usize,
        most: usize,
    ) -> Vec<NodeView> {
        let is_next = |child: &TreeNode<Point>| next.is_some() && child.mv == next;
        let shown = sorted(node, next).into_iter().skip(start).take(most);
        shown.map(|child| self.node_view(child, node.visits, side.opponent(), is_next(child))).collect()
    }

    fn node_view(
        &self,
        node: &TreeNode<Point>,
        parent_visits: Option<u64>,
        side: Side,
        is_best: bool,
    ) -> NodeView {
        let name = |point: Point| self.position.name(point);
        let value = node.value.unwrap_or(Value::Unknown);
        // The two terms of UCB1 as they stand after the search, for the side that chose this move.
        let mean = node.mv.and(node.visits).and_then(|_| score(value.for_opponent()));
        let explore = match (self.exploration(), parent_visits, node.visits) {
            (Some(c), Some(above), Some(here)) if above > 0 && here > 0 => {
                Some(c * ((above as f64).ln() / here as f64).sqrt())
            }
            _ => None,
        };
        NodeView {
            mv: node.mv.map(name),
            side: side_name(side),
            value: value_view(value),
            window: node
                .window
                .map(|window| [window.alpha, window.beta].map(|end| end.map(|end| end.to_string()))),
            cut: node.is_cut,
            skipped: node.skipped.iter().map(|&point| name(point)).collect(),
            visits: node.visits,
            wins: mean.zip(node.visits).map(|(mean, visits)| mean * visits as f64),
            mean,
            explore: node.guide.map_or(explore, |guide| guide.explore),
            prior: node.guide.map(|guide| guide.prior),
            wanted: node.guide.and_then(|guide| guide.wanted),
            best: is_best,
            total: node.children.len(),
            children: Vec::new(),
        }
    }
}

/// Children as they are shown: the one on the best line (`next`) first, then by visits or value, cut ones last.
fn sorted(node: &TreeNode<Point>, next: Option<Point>) -> Vec<&TreeNode<Point>> {
    let mut sorted: Vec<&TreeNode<Point>> = node.children.iter().collect();
    let worth = |child: &TreeNode<Point>| rank(child.value.unwrap_or(Value::Unknown).for_opponent());
    let is_next = |child: &TreeNode<Point>| next.is_some() && child.mv == next;
    sorted.sort_by(|a, b| {
        let groups =
            (!is_next(a), a.is_cut, Reverse(a.visits)).cmp(&(!is_next(b), b.is_cut, Reverse(b.visits)));
        groups.then(worth(b).total_cmp(&worth(a)))
    });
    sorted
}

fn count(node: &TreeNode<Point>) -> usize {
    1 + node.children.iter().map(count).sum::<usize>()
}

/// Points from 0 to 1.
fn score(value: Value) -> Option<f64> {
    match value {
        Value::Chance(chance) => Some(chance),
        Value::Proven(proven) | Value::Likely(proven) => Some(match proven.outcome {
            Outcome::Win => 1.0,
            Outcome::Draw => 0.5,
            Outcome::Loss => 0.0,
        }),
        Value::Points(_) | Value::AtMost(_) | Value::AtLeast(_) | Value::Unknown => None,
    }
}
