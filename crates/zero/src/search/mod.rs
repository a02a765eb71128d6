//! The search that an evaluator guides. It asks about one position at a time and is told the answer, so that many searches can be asked
//! together: [`Search::wanted`] says which position is wanted, [`Search::tell`] takes the opinion of it.

mod forced;
mod gumbel;
mod puct;
mod tell;
#[cfg(test)]
mod tests;
mod tree;

use kinrow_agent::Rng;
use kinrow_game::{Board, Game, Point};
use kinrow_search::Proof;

pub(crate) use self::forced::Forced;
pub(crate) use self::tell::{Told, value};
use self::tree::{Edge, NOWHERE, Tree, points};
use crate::evaluator::{Evaluation, Evaluator};
use crate::net::softmax;

kinrow_agent::named! {
    /// How moves are chosen in the tree.
    pub enum Algorithm {
        /// As AlphaZero was published.
        Puct = "puct",
        /// Gumbel AlphaZero.
        Gumbel = "gumbel",
    }
}

/// How one position is searched.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Settings {
    /// How moves are chosen in the tree.
    pub algorithm: Algorithm,
    /// Visits of moves from the root.
    pub simulations: u32,
    /// Moves that Gumbel's root looks at.
    pub considered: u32,
    /// How much a mean counts against the policy, for Gumbel; 1 is published for Go.
    pub scale: f32,
    /// Whether what is certain is worked out and backed up; without, a search has nothing but opinions and finished games.
    pub proves: bool,
    /// Whether the root explores by chance, as it must to teach; without, the search is the same whenever it is asked.
    pub explores: bool,
}

/// How much a mean counts against the policy when nobody says.
pub(crate) const SCALE: f32 = 0.2;

/// What a search found.
#[derive(Clone, PartialEq, Debug)]
pub struct Found {
    /// The move to play.
    pub mv: Point,
    /// Expected points of the side to move.
    pub value: f32,
    /// What is certain of the position, for the side to move.
    pub proof: Option<Proof>,
    /// Every legal move in the game's order.
    pub moves: Vec<FoundMove>,
}

/// What a search found out about one move.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct FoundMove {
    /// The move.
    pub mv: Point,
    /// The share it should have: what a network learns.
    pub share: f32,
    /// Its share of the evaluator's policy.
    pub prior: f32,
    /// Expected points of the side that makes it; `None` where it was not visited.
    pub value: Option<f32>,
    /// What is certain of it.
    pub proof: Option<Proof>,
    /// How often it was visited.
    pub visits: u32,
}

/// A search of one game's positions, with its tree.
#[derive(Debug)]
pub struct Search<const W: usize> {
    root: Board<W>,
    tree: Tree,
    rng: Rng,
    settings: Settings,
    done: u32,
    /// Gumbel's root: noise of each move, its visits before this search, and how often the next one was visited.
    noise: Vec<f32>,
    before: Vec<u32>,
    halving: Vec<u32>,
    path: Vec<(u32, usize)>,
    /// The position that is asked about.
    asked: Option<(Board<W>, Forced)>,
    deepest: usize,
    /// What happened since somebody asked; `None` when nobody listens.
    told: Option<Vec<Told>>,
}

impl<const W: usize> Search<W> {
    /// A search from a position that is not over.
    #[must_use]
    pub fn new(root: Board<W>, rng: Rng) -> Search<W> {
        let settings = Settings {
            algorithm: Algorithm::Gumbel,
            simulations: 0,
            considered: 1,
            scale: SCALE,
            proves: true,
            explores: false,
        };
        Search {
            root,
            tree: Tree::default(),
            rng,
            settings,
            done: 0,
            noise: Vec::new(),
            before: Vec::new(),
            halving: Vec::new(),
            path: Vec::new(),
            asked: None,
            deepest: 0,
            told: None,
        }
    }

    /// The position that is searched.
    #[must_use]
    pub fn root(&self) -> &Board<W> {
        &self.root
    }

    /// Positions in the tree, and the longest way down.
    #[must_use]
    pub fn size(&self) -> (usize, usize) {
        (self.tree.len(), self.deepest)
    }

    /// Visits made since [`Search::begin`].
    #[must_use]
    pub fn simulations(&self) -> u32 {
        self.done
    }

    /// Begins to search the root; what is in the tree stays.
    pub fn begin(&mut self, settings: Settings) {
        self.settings = settings;
        self.done = 0;
        self.deepest = 0;
        self.asked = None;
        if !self.tree.is_empty() {
            self.prepare_root();
        }
    }

    /// Goes on from the root by a move, keeping what is known of the position there.
    pub fn advance(&mut self, mv: Point) {
        let child = match self.tree.is_empty() {
            true => None,
            false => self.tree.edges(Tree::ROOT).iter().find(|edge| edge.mv == mv).map(|edge| edge.child),
        };
        match child.filter(|&child| child != NOWHERE) {
            Some(child) => self.tree.keep(child),
            None => self.tree.clear(),
        }
        self.root = self.root.play(mv);
    }

    /// The next position that an opinion is wanted of; `None` when the search is done.
    pub fn wanted(&mut self) -> Option<Board<W>> {
        if self.tree.is_empty() {
            self.asked = Some((self.root, self.forced(&self.root)));
            return Some(self.root);
        }
        while self.done < self.settings.simulations && self.tree.node(Tree::ROOT).proof.is_none() {
            if let Some(board) = self.descend() {
                return Some(board);
            }
        }
        None
    }

    /// The opinion that [`Search::wanted`] asked for.
    ///
    /// # Panics
    /// When it asked for none.
    pub fn tell(&mut self, opinion: &Evaluation) {
        let (board, forced) = self.asked.take().expect("an opinion is told when it was asked for");
        let node = self.tree.add(&board, &forced, opinion);
        match self.path.last() {
            Some(&(parent, edge)) if node != Tree::ROOT => {
                self.tree.edges_mut(parent)[edge].child = node;
                self.finish(1.0 - opinion.value);
            }
            _ => {
                self.note_result(1.0 - opinion.value);
                self.prepare_root();
            }
        }
    }

    /// Searches with an evaluator of its own, until it is done or `goes_on` says no.
    pub fn run(&mut self, evaluator: &mut impl Evaluator<W>, mut goes_on: impl FnMut() -> bool) {
        while let Some(board) = self.wanted() {
            let opinions = evaluator.evaluate(&[board]);
            self.tell(&opinions[0]);
            if !goes_on() {
                return;
            }
        }
    }

    fn prepare_root(&mut self) {
        let (edges, rng) = (self.tree.edges_mut(Tree::ROOT), &mut self.rng);
        let Settings { algorithm, simulations, considered, explores, .. } = self.settings;
        self.before = edges.iter().map(|edge| edge.visits).collect();
        self.noise = vec![0.0; edges.len()];
        match algorithm {
            Algorithm::Puct if explores => puct::add_noise(edges, rng),
            Algorithm::Gumbel if explores => self.noise.fill_with(|| gumbel::noise(rng)),
            _ => {}
        }
        let open = edges.iter().filter(|edge| !edge.is_lost()).count();
        self.halving = gumbel::halving(open.min(considered as usize), simulations as usize);
    }

    /// One simulation: down the tree to a move that was not visited. Where the rules or an earlier proof say how it ends the visit is
    /// counted at once; otherwise its position is asked about.
    fn descend(&mut self) -> Option<Board<W>> {
        self.path.clear();
        let (mut node, mut board) = (Tree::ROOT, self.root);
        loop {
            let chosen = self.select(node);
            self.note_choice(node, chosen);
            let edge = self.tree.edges(node)[chosen];
            self.path.push((node, chosen));
            board = board.play(edge.mv);
            if let Some(proof) = edge.proof {
                self.finish(points(proof.outcome));
                return None;
            }
            if edge.child != NOWHERE {
                node = edge.child;
                continue;
            }
            let forced = self.forced(&board);
            let end = board.outcome().map(|outcome| Proof::exact(outcome, 0));
            let Some(proof) = end.or_else(|| forced.proof()).map(Proof::for_parent) else {
                self.asked = Some((board, forced));
                return Some(board);
            };
            if self.settings.proves {
                // Where the rules are asked a win in one move is no news: the next comes after one's own move and an answer. In misère play
                // it is the opponent's answer that wins.
                let soonest = if board.rules().is_misere() { 2 } else { 3 };
                self.tree.prove(&self.path, proof, soonest);
            }
            self.finish(points(proof.outcome));
            return None;
        }
    }

    /// What the rules say of a position's moves.
    fn forced(&self, board: &Board<W>) -> Forced {
        if self.settings.proves && board.outcome().is_none() { Forced::of(board) } else { Forced::Free }
    }

    fn finish(&mut self, score: f32) {
        self.note_result(score);
        self.deepest = self.deepest.max(self.path.len());
        self.tree.count(&self.path, score);
        self.done += 1;
    }

    fn select(&self, node: u32) -> usize {
        let edges = self.tree.edges(node);
        match self.settings.algorithm {
            Algorithm::Puct => puct::select(edges),
            Algorithm::Gumbel if node == Tree::ROOT => self.select_root(edges),
            Algorithm::Gumbel => gumbel::select(edges, self.tree.node(node).value, self.settings.scale),
        }
    }

    /// Gumbel's root: of the moves that were visited as often as is due, the one that looks best.
    fn select_root(&self, edges: &[Edge]) -> usize {
        let (merits, is_due) = (self.merits(edges), self.due(edges));
        best_open(edges, |i| if is_due(i) { merits[i] } else { f32::NEG_INFINITY })
    }

    /// Which moves were visited as often as the next one to be visited must have been.
    fn due(&self, edges: &[Edge]) -> impl Fn(usize) -> bool {
        let visits = |i: usize| edges[i].visits - self.before[i];
        let due = self.halving.get(self.done as usize).copied().unwrap_or(u32::MAX);
        let open = || (0..edges.len()).filter(|&i| edges[i].proof.is_none());
        // What was due may be certain by now: then whoever was visited least.
        let due = if open().any(|i| visits(i) == due) { due } else { open().map(visits).min().unwrap_or(0) };
        move |i| visits(i) == due
    }

    fn merits(&self, edges: &[Edge]) -> Vec<f32> {
        let mut merits = gumbel::improved(edges, self.tree.node(Tree::ROOT).value, self.settings.scale);
        merits.iter_mut().zip(&self.noise).for_each(|(merit, noise)| *merit += noise);
        merits
    }

    /// What is known now.
    ///
    /// # Panics
    /// Before the first opinion was told.
    #[must_use]
    pub fn found(&self) -> Found {
        let (node, edges) = (self.tree.node(Tree::ROOT), self.tree.edges(Tree::ROOT));
        let chosen = self.chosen(edges);
        let shares = self.shares(edges, node.value);
        let value = node
            .proof
            .map(|proof| points(proof.outcome))
            .or_else(|| edges[chosen].mean())
            .unwrap_or(node.value);
        let moves = edges.iter().zip(shares).map(|(edge, share)| FoundMove {
            mv: edge.mv,
            share,
            prior: edge.prior,
            value: edge.mean(),
            proof: edge.proof,
            visits: edge.visits,
        });
        Found { mv: edges[chosen].mv, value, proof: node.proof, moves: moves.collect() }
    }

    /// The move to play: one that certainly wins; else the most visited, for Gumbel the one that looks best among these; or a certain
    /// draw, where that is better.
    fn chosen(&self, edges: &[Edge]) -> usize {
        let merits = match self.settings.algorithm {
            Algorithm::Puct => edges.iter().map(|edge| edge.visits as f32 + edge.prior).collect(),
            Algorithm::Gumbel => self.merits(edges),
        };
        let visits = |i: usize| match self.settings.algorithm {
            Algorithm::Puct => edges[i].visits,
            Algorithm::Gumbel => edges[i].visits - self.before[i],
        };
        let open = || (0..edges.len()).filter(|&i| edges[i].proof.is_none());
        let most = open().map(visits).max().unwrap_or(0);
        let candidate = first_best(open().filter(|&i| visits(i) == most), |i| merits[i]);
        let certain = (0..edges.len()).filter(|&i| edges[i].proof.is_some());
        let certain = first_best(certain, |i| edges[i].mean().unwrap_or(0.0));
        match (candidate, certain) {
            (Some(open), Some(sure)) => {
                let value = |i: usize| edges[i].mean().unwrap_or(0.5);
                if edges[sure].is_lost() || value(sure) < value(open) { open } else { sure }
            }
            (open, sure) => open.or(sure).unwrap_or(0),
        }
    }

    /// What a network should learn of the moves. A move that certainly wins has everything; one that certainly loses, nothing.
    fn shares(&self, edges: &[Edge], value: f32) -> Vec<f32> {
        let wins = edges.iter().filter(|edge| edge.is_won()).count();
        if wins > 0 {
            let share = 1.0 / wins as f32;
            return edges.iter().map(|edge| if edge.is_won() { share } else { 0.0 }).collect();
        }
        let is_lost = edges.iter().all(Edge::is_lost);
        let mut shares = match self.settings.algorithm {
            Algorithm::Gumbel => gumbel::improved(edges, value, self.settings.scale),
            // The logarithm of visits, so that the softmax gives them back.
            Algorithm::Puct => edges.iter().map(|edge| (edge.visits as f32).max(1e-6).ln()).collect(),
        };
        for (share, edge) in shares.iter_mut().zip(edges) {
            if edge.is_lost() && !is_lost {
                *share = f32::NEG_INFINITY;
            }
        }
        softmax(&mut shares);
        shares
    }
}

/// The move to visit with the highest score: of those that are open, for a visit of a certain one teaches nothing.
fn best_open(edges: &[Edge], score: impl Fn(usize) -> f32) -> usize {
    first_best((0..edges.len()).filter(|&i| edges[i].proof.is_none()), score).unwrap_or(0)
}

/// The first of those with the highest score.
fn first_best(mut among: impl Iterator<Item = usize>, score: impl Fn(usize) -> f32) -> Option<usize> {
    let first = among.next()?;
    let better = |best: (usize, f32), i: usize| {
        let next = score(i);
        if next > best.1 { (i, next) } else { best }
    };
    Some(among.fold((first, score(first)), better).0)
}
