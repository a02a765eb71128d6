//! Looks for puzzles in games.
//!
//! A position is one when exactly one first move begins a win by threats and the same search proves of every other threat that it does not. A move of
//! which it could not be found out within the limit spoils the position: a puzzle has one solution, not one that is known.

use std::collections::HashSet;

use kinrow_agent::Stop;
use kinrow_engine::{ThreatVerdict, Threats, find_win, try_move};
use kinrow_game::{Game, Point, Position, Rules};

use super::puzzle::{Flaw, Puzzle, has_puzzles, threatens};

/// What is wanted.
#[derive(Clone, Debug)]
pub struct Wanted {
    /// The board.
    pub rules: Rules,
    /// How many puzzles.
    pub count: usize,
    /// Of which kinds.
    pub kinds: Vec<Threats>,
    /// Positions that may be looked at to find out about one first move.
    pub nodes: u64,
}

impl Wanted {
    /// Positions of one search when nobody said.
    pub const NODES: u64 = 10_000;

    /// The command that finds the same puzzles again, in games from a source such as `--seed 1`.
    #[must_use]
    pub fn command(&self, source: &str) -> String {
        let Wanted { rules, count, nodes, .. } = self;
        let kinds: Vec<&str> = self.kinds.iter().map(|kind| kind.name()).collect();
        let kinds = if let [kind] = kinds[..] { kind } else { "all" };
        format!(
            "kinrow puzzles make --board {rules} --count {count} --threats {kinds} --limit nodes={nodes} {source}"
        )
    }
}

/// This part of the positions has to be enough to find that there is a win.
const GLANCE: u64 = 10;

/// Plies of the shortest puzzle of a kind: whatever is shorter can be seen at a glance.
const fn least_plies(kind: Threats) -> usize {
    match kind {
        Threats::Vcf => 5,
        Threats::Vct => 7,
    }
}

kinrow_game::sentences! {
    /// Why there are no puzzles.
    pub enum FindError {
        /// None in these games.
        Nothing { games: usize, rules: String } = "puzzles-nothing" =>
            "no puzzle of {rules} was found in {games} games: give more games (--from), another --seed, or a larger --limit",
        /// It was told to stop.
        Stopped { found: usize, wanted: usize } = "puzzles-stopped" =>
            "stopped after {found} of {wanted} puzzles; nothing was written",
    }
}

/// Finds puzzles in games that it is given, all different up to the board's symmetries.
#[derive(Debug)]
pub struct Finder {
    wanted: Wanted,
    /// What was found, in the order of the games.
    pub puzzles: Vec<Puzzle>,
    /// Games looked at.
    pub games: usize,
    /// The classes of positions that were judged.
    seen: HashSet<Vec<u64>>,
}

impl Finder {
    /// A finder that has found nothing yet.
    ///
    /// # Errors
    /// When the board has no such wins.
    pub fn new(wanted: Wanted) -> Result<Finder, Flaw> {
        if !has_puzzles(wanted.rules) {
            return Err(Flaw::Board { rules: wanted.rules.to_string() });
        }
        Ok(Finder { wanted, puzzles: Vec::new(), games: 0, seen: HashSet::new() })
    }

    /// What it looks for.
    #[must_use]
    pub fn wanted(&self) -> &Wanted {
        &self.wanted
    }

    /// Whether there are enough.
    #[must_use]
    pub fn is_done(&self) -> bool {
        self.puzzles.len() >= self.wanted.count
    }

    /// Looks through the positions of a game, in their order. Each side gets at most one puzzle of it, its first: what
    /// follows in the game is mostly the same win, a move later.
    pub fn look(&mut self, positions: &[Position], stop: &Stop) {
        let mut is_found = [false; 2];
        for position in positions {
            let side = position.to_move().index();
            if self.is_done() || stop.is_stopped() {
                break;
            }
            if is_found[side] || position.outcome().is_some() || !self.seen.insert(position.class()) {
                continue;
            }
            if let Some(puzzle) = self.judge(position, stop) {
                is_found[side] = true;
                self.puzzles.push(puzzle);
            }
        }
        self.games += 1;
    }

    /// The puzzle that a position is, if it is one of a kind that is wanted.
    #[must_use]
    pub fn judge(&self, position: &Position, stop: &Stop) -> Option<Puzzle> {
        // Whoever has to answer a threat has no choice to make.
        if position.rules() != self.wanted.rules || threatens(position, position.to_move().opponent()) {
            return None;
        }
        // Most positions have no win, and of these most searches would not end: that there is one has to be found quickly.
        let find = |kind| find_win(position, kind, self.wanted.nodes.div_ceil(GLANCE), stop);
        let kind = match find(Threats::Vcf) {
            ThreatVerdict::Win(line) if line.len() >= least_plies(Threats::Vcf) => Threats::Vcf,
            ThreatVerdict::None if self.wanted.kinds.contains(&Threats::Vct) => match find(Threats::Vct) {
                ThreatVerdict::Win(line) if line.len() >= least_plies(Threats::Vct) => Threats::Vct,
                _ => return None,
            },
            _ => return None,
        };
        if !self.wanted.kinds.contains(&kind) {
            return None;
        }
        let line = self.only_line(position, kind, stop)?;
        Some(Puzzle { position: *position, kind, line })
    }

    /// The win of the only first move that wins, if there is one. Moves without a threat are found out about at once.
    fn only_line(&self, position: &Position, kind: Threats, stop: &Stop) -> Option<Vec<Point>> {
        let mut only = None;
        for point in position.moves() {
            match try_move(position, point, kind, self.wanted.nodes, stop) {
                ThreatVerdict::Win(_) if only.is_some() => return None,
                ThreatVerdict::Win(line) => only = Some(line),
                ThreatVerdict::None => {}
                ThreatVerdict::Unknown => return None,
            }
        }
        only.filter(|line| line.len() >= least_plies(kind))
    }
}
