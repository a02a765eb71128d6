//! Monte Carlo tree search: UCT (Kocsis and Szepesvári 2006), in the four steps of Browne et al. (2012).
//!
//! Each playout walks down the tree by the upper confidence bound (`select`), adds one position
//! (`expand`), plays random moves from there to the end (`simulate`), and counts the result in every
//! position it came through, once each (`backpropagate`). A draw is half a win. The steps are here; what they
//! stand on, and what the options add to them, is in the other files of this folder.

mod agent;
mod answer;
mod by_key;
mod node;
mod options;
mod reuse;
mod show;
mod solver;
mod tactics;
mod tree;
mod ucb;

pub use options::{FinalChoice, MctsOptions, Rollout};
pub use tactics::Tactics;

use kinrow_agent::{Observer, Rng, Seed};
use kinrow_game::Game;

use self::node::HalfPoints;
use self::tree::Tree;
use self::ucb::Bound;

/// Monte Carlo tree search for every game whose moves are `M`.
///
/// Randomness comes from the seed alone, and starts anew with each game: the same seed and the same questions give the
/// same answers, however many games were played before. Between the moves of a game the part of the tree that can
/// still be reached is kept; with [`MctsOptions::keep`] all of it is, from game to game, and the numbers go on.
#[derive(Debug)]
pub struct Mcts<M> {
    options: MctsOptions,
    bound: Bound,
    seed: Seed,
    rng: Rng,
    tree: Tree<M>,
    /// Playouts since the tree was empty.
    played: u64,
    /// The way from the root to where the playout left the tree.
    path: Vec<u32>,
    /// The longest of these ways in this search.
    deepest: usize,
    /// How far down the tree may go.
    most_depth: usize,
}

impl<M: Copy> Mcts<M> {
    /// More playouts are not counted in one tree.
    const MOST_PLAYOUTS: u64 = u32::MAX as u64 / 2;

    /// A player with these options, whose randomness comes from `seed`.
    #[must_use]
    pub fn new(options: MctsOptions, seed: Seed) -> Mcts<M> {
        Mcts {
            bound: Bound::new(options.c),
            seed,
            rng: seed.rng(),
            tree: Tree::new(&options),
            played: 0,
            path: Vec::new(),
            deepest: 0,
            most_depth: usize::MAX,
            options: MctsOptions { nodes: options.nodes.min(MctsOptions::MOST_NODES), ..options },
        }
    }

    /// One playout from `root`, told to whoever watches.
    fn playout<G: Tactics<Move = M>>(&mut self, root: &G, watcher: Option<&mut dyn Observer<M>>) {
        self.select();
        let selected = self.depth();
        let mut simulated = Vec::new();
        let score = match self.tree.known_score(self.leaf()) {
            Some(known) => known,
            None => {
                let position = self.expand(root);
                if watcher.is_some() {
                    self.simulate(&position, &mut |mv| simulated.push(mv))
                } else {
                    self.simulate(&position, &mut |_| {})
                }
            }
        };
        if let Some(watcher) = watcher {
            self.show_playout(self.depth() > selected, &simulated, score, watcher);
        }
        self.backpropagate(score);
    }

    /// Selection: down the tree, by the best upper confidence bound, as long as every move has been tried. Children are
    /// in the order in which the seed drew them, so the first of equals is one at random.
    fn select(&mut self) {
        self.path.clear();
        let mut node = self.tree.root;
        self.path.push(node);
        while let Some(child) = self.tree.best_child(node, &self.bound)
            && self.depth() < self.most_depth
        {
            node = child;
            self.path.push(node);
        }
    }

    /// Expansion: where selection ended, one of the untried moves, drawn at random, becomes a child.
    fn expand<G: Game<Move = M>>(&mut self, root: &G) -> G {
        let node = self.leaf();
        let position = root.play_through(self.moves_taken());
        if !self.may_grow(node) {
            return position;
        }
        self.tree.list_moves(node, &position);
        let drawn = self.rng.below(self.tree.untried(node));
        let position = position.play(self.tree.take_untried(node, drawn));
        self.path.push(self.tree.add_child(node, &position));
        position
    }

    /// Simulation: from where the tree ends, random moves to the end of the game. The score is for the side that moved
    /// last in the tree.
    fn simulate<G: Tactics<Move = M>>(&mut self, position: &G, told: &mut impl FnMut(M)) -> HalfPoints {
        let rng = &mut self.rng;
        let ending = match self.options.rollout {
            Rollout::Random => position.playout_told(&mut |n| rng.below(n), told),
            Rollout::Tactical => position.tactical_playout(&mut |n| rng.below(n), told),
        };
        HalfPoints::of(ending.seen_by(position.to_move().opponent()))
    }

    /// Backpropagation: every position on the way counts the playout once, each with the score of the side that moved
    /// there.
    fn backpropagate(&mut self, mut score: HalfPoints) {
        self.deepest = self.deepest.max(self.depth());
        for way in self.path.array_windows().rev() {
            let &[parent, child] = way;
            self.tree.count(parent, child, score, &self.bound);
            score = self.tree.settle_parent(parent, child, score.for_opponent());
        }
        self.tree.count_root(score);
        self.tree.find_best(&self.path, &self.bound);
    }

    /// The position in the tree where the playout is now.
    #[inline]
    fn leaf(&self) -> u32 {
        self.path.last().copied().unwrap_or(self.tree.root)
    }

    /// How far below the root that is.
    #[inline]
    fn depth(&self) -> usize {
        self.path.len() - 1
    }

    /// The moves that lead there.
    #[inline]
    fn moves_taken(&self) -> impl Iterator<Item = M> {
        self.path[..self.depth()].iter().map(|&node| self.tree.move_taken(node))
    }

    /// Whether a child may be added: the memory is bounded, but the moves to choose from are always looked at.
    fn may_grow(&self, node: u32) -> bool {
        let has_room = self.tree.len() < self.options.nodes || node == self.tree.root;
        has_room && self.depth() < self.most_depth
    }
}
