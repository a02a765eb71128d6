//! What a search tells those who show it: every choice with the numbers that were compared, every result, and the tree.

use kinrow_agent::{Guide, Guided, Observer, TreeLimits, Value, Visited, tell_most_visited};
use kinrow_game::Point;
use kinrow_search::Proof;

use super::tree::{Edge, NOWHERE, Tree};
use super::{Algorithm, Search, gumbel, puct};

/// Something that happened in a search.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Told {
    /// Where this way ends, a move was chosen.
    Choice { path: Vec<Point>, moves: Vec<Guided<Point>>, chosen: usize },
    /// The end of this way is about to be counted with a score of the side that made the last move.
    Result { path: Vec<Point>, is_expanded: bool, score: f32 },
}

impl<const W: usize> Search<W> {
    /// From now on keeps what happens until it is taken.
    pub(crate) fn listen(&mut self) {
        self.told = Some(Vec::new());
    }

    /// What happened since this was last asked.
    pub(crate) fn take_told(&mut self) -> Vec<Told> {
        self.told.as_mut().map(std::mem::take).unwrap_or_default()
    }

    pub(super) fn note_choice(&mut self, node: u32, chosen: usize) {
        if self.told.is_some() {
            let (path, moves) = (self.moves_taken(), self.guided(node));
            self.told.iter_mut().for_each(|told| {
                told.push(Told::Choice { path: path.clone(), moves: moves.clone(), chosen });
            });
        }
    }

    pub(super) fn note_result(&mut self, score: f32) {
        if self.told.is_some() {
            let last = self.path.last().map(|&(node, edge)| self.tree.edges(node)[edge]);
            let is_expanded = last.is_some_and(|edge| edge.visits == 0);
            let path = self.moves_taken();
            self.told.iter_mut().for_each(|told| {
                told.push(Told::Result { path: path.clone(), is_expanded, score });
            });
        }
    }

    fn moves_taken(&self) -> Vec<Point> {
        self.path.iter().map(|&(node, edge)| self.tree.edges(node)[edge].mv).collect()
    }

    /// The moves of a node with the terms that [`Search::select`] compares.
    fn guided(&self, node: u32) -> Vec<Guided<Point>> {
        let edges = self.tree.edges(node);
        let guides = self.guides(node);
        let scores: Vec<Option<f32>> = match self.settings.algorithm {
            Algorithm::Puct => {
                let terms = puct::terms(edges);
                edges.iter().map(|edge| Some(terms(edge).iter().sum())).collect()
            }
            Algorithm::Gumbel if node == Tree::ROOT => {
                let (merits, is_due) = (self.merits(edges), self.due(edges));
                (0..edges.len()).map(|i| is_due(i).then_some(merits[i])).collect()
            }
            Algorithm::Gumbel => {
                let wanted = gumbel::wanted(edges, self.tree.node(node).value, self.settings.scale);
                let lag = gumbel::lag(edges, &wanted);
                (0..edges.len()).map(|i| Some(lag(i))).collect()
            }
        };
        let is_open = |edge: &Edge| edge.proof.is_none();
        let moves = edges.iter().zip(guides).zip(scores);
        moves
            .map(|((edge, guide), score)| Guided {
                mv: edge.mv,
                visits: edge.visits.into(),
                guide,
                score: score.filter(|_| is_open(edge)).map(f64::from),
            })
            .collect()
    }

    /// What is known of the moves of a node.
    fn guides(&self, node: u32) -> Vec<Guide> {
        let edges = self.tree.edges(node);
        let prior = |edge: &Edge| f64::from(edge.prior);
        if self.settings.algorithm == Algorithm::Puct {
            let terms = puct::terms(edges);
            let guide = |edge: &Edge| {
                let [mean, explore] = terms(edge).map(f64::from);
                Guide { prior: prior(edge), mean, explore: Some(explore), wanted: None }
            };
            return edges.iter().map(guide).collect();
        }
        let value = self.tree.node(node).value;
        let means = gumbel::completed(edges, value);
        let wanted = gumbel::wanted(edges, value, self.settings.scale);
        let guide = |((edge, mean), wanted): ((&Edge, f32), f32)| Guide {
            prior: prior(edge),
            mean: mean.into(),
            explore: None,
            wanted: Some(wanted.into()),
        };
        edges.iter().zip(means).zip(wanted).map(guide).collect()
    }

    /// What is known of each move of the root, in the game's order.
    pub(crate) fn root_guides(&self) -> Vec<Guide> {
        self.guides(Tree::ROOT)
    }

    /// Tells of the most visited nodes within the limits.
    pub(crate) fn tell_tree(&self, limits: TreeLimits, observer: &mut dyn Observer<Point>) {
        let edges = self.tree.edges(Tree::ROOT);
        let found = self.found();
        let root = Visited {
            mv: None,
            node: Tree::ROOT,
            value: value(found.proof, Some(found.value)),
            // The root was seen once before any of its moves.
            visits: 1 + edges.iter().map(|edge| u64::from(edge.visits)).sum::<u64>(),
            guide: None,
        };
        let below = |above: &Visited<Point, u32>| {
            if above.node == NOWHERE {
                return Vec::new();
            }
            let moves = self.tree.edges(above.node).iter().zip(self.guides(above.node));
            let visited = moves.filter(|(edge, _)| edge.visits > 0);
            visited
                .map(|(edge, guide)| Visited {
                    mv: Some(edge.mv),
                    node: edge.child,
                    value: after_move(edge),
                    visits: edge.visits.into(),
                    guide: Some(guide),
                })
                .collect()
        };
        tell_most_visited(root, below, limits, observer);
    }
}

/// The value of the position after a move.
fn after_move(edge: &Edge) -> Value {
    match edge.proof {
        Some(Proof { outcome, least, most }) => {
            Proof { outcome: outcome.for_opponent(), least: least - 1, most: most - 1 }.value()
        }
        None => value(None, edge.mean()).for_opponent(),
    }
}

/// What is certain, or else a mean.
pub(crate) fn value(proof: Option<Proof>, mean: Option<f32>) -> Value {
    match (proof, mean) {
        (Some(proof), _) => proof.value(),
        (None, Some(mean)) => Value::Chance(f64::from(mean).clamp(0.0, 1.0)),
        (None, None) => Value::Unknown,
    }
}
