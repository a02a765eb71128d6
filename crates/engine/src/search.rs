//! The search: principal variation search over moves that matter.
//!
//! PVS (Marsland and Campbell 1982) is alpha-beta that trusts its first move: all others are only asked whether they are better. What
//! makes it strong here is what it does not look at. Threats leave few answers ([`crate::stage`]); late moves are looked at less deeply, or not at
//! all, where the evaluation is far from mattering; and a leaf is quiet only when nobody wins by fours ([`crate::quiet`]).
//!
//! A loss counts as proven only where every answer was looked at. Where moves were left out it is a likely one, so that whatever
//! reaches the root as proven is true.

use kinrow_agent::{Budget, Stopped};

use crate::cells::Cell;
use crate::field::Field;
use crate::fours::Failed;
use crate::history::History;
use crate::moves::Moves;
use crate::options::Parts;
use crate::score::{
    DRAW, INFINITE, Score, from_here, from_root, is_loss, is_proven, is_result, loss_at, win_at,
    without_proof,
};
use crate::stage::Stage;
use crate::table::{Bound, Table};

/// Plies from the root at the most.
pub(crate) const MOST_PLIES: usize = 256;

/// A search by one thread.
pub(crate) struct Search<'a, F> {
    pub(crate) field: F,
    pub(crate) table: &'a Table,
    pub(crate) budget: Budget,
    pub(crate) parts: Parts,
    pub(crate) history: Box<History>,
    pub(crate) failed: Failed,
    /// The evaluation of each position on the way from the root.
    evaluations: [Score; MOST_PLIES],
    /// The best line from each ply on.
    lines: Vec<Vec<Cell>>,
    /// Lists of moves that are not in use.
    rooms: Vec<Vec<i32>>,
    pub(crate) deepest: usize,
    pub(crate) leaves: u64,
    pub(crate) cutoffs: u64,
    pub(crate) table_hits: u64,
}

impl<'a, F: Field> Search<'a, F> {
    pub(crate) fn new(
        field: F,
        table: &'a Table,
        budget: Budget,
        parts: Parts,
        history: Box<History>,
    ) -> Search<'a, F> {
        Search {
            field,
            table,
            budget,
            parts,
            history,
            failed: Failed::default(),
            evaluations: [0; MOST_PLIES],
            lines: vec![Vec::new(); MOST_PLIES + 2],
            rooms: Vec::new(),
            deepest: 0,
            leaves: 0,
            cutoffs: 0,
            table_hits: 0,
        }
    }

    /// The best line found from the root's child on.
    pub(crate) fn line(&self, ply: usize) -> &[Cell] {
        &self.lines[ply]
    }

    /// The score of the position for the side to move, at least within the window: at most alpha or at least beta it is a bound.
    pub(crate) fn search(
        &mut self,
        mut depth: i32,
        mut alpha: Score,
        mut beta: Score,
        ply: usize,
        excluded: Option<Cell>,
    ) -> Result<Score, Stopped> {
        if depth <= 0 {
            return self.quiet(alpha, beta, ply);
        }
        self.budget.spend()?;
        self.lines[ply].clear();
        self.deepest = self.deepest.max(ply);
        if self.field.is_drawn() {
            return Ok(DRAW);
        }
        let is_pv = beta - alpha > 1;
        let stage = self.field.stage();
        match stage {
            Stage::Won(plies) => return Ok(win_at(ply + plies)),
            Stage::Lost(plies) => return Ok(loss_at(ply + plies)),
            _ if ply + 1 >= MOST_PLIES => return Ok(self.field.evaluate()),
            _ => {}
        }
        // Nothing better than a win with the next move can come, and nothing worse than to have lost.
        alpha = alpha.max(loss_at(ply));
        beta = beta.min(win_at(ply + 1));
        if alpha >= beta {
            return Ok(alpha);
        }

        let key = self.field.key()
            ^ excluded.map_or(0, |cell| u64::from(cell + 1).wrapping_mul(0xD6E8_FEB8_6659_FD93));
        let known = if self.parts.table { self.table.find(key) } else { None };
        if let Some(known) = known {
            let score = from_root(known.score, ply);
            let is_deep = known.depth >= depth || is_proven(score);
            let is_useful = match known.bound {
                Bound::Exact => true,
                Bound::AtLeast => score >= beta,
                Bound::AtMost => score <= alpha,
            };
            if !is_pv && is_deep && is_useful {
                self.table_hits += 1;
                return Ok(score);
            }
        }
        let best_before = known.and_then(|known| known.best);

        let evaluation = match known {
            Some(known) if !is_result(known.score) && known.bound == Bound::Exact => known.score,
            // Nothing to decide here: what counts is whether things were better before the threat.
            _ if matches!(stage, Stage::Only(_)) && ply >= 2 => self.evaluations[ply - 2],
            _ => self.field.evaluate(),
        };
        self.evaluations[ply] = evaluation;
        let is_improving = ply >= 2 && evaluation > self.evaluations[ply - 2];
        let is_free = stage == Stage::Free;
        if is_free
            && !is_pv
            && excluded.is_none()
            && let Some(score) = self.give_up_early(depth, alpha, beta, ply, evaluation, is_improving)?
        {
            return Ok(score);
        }
        // A position that no search has met is not worth as much yet: the next iteration will know a first move.
        if self.parts.reductions && best_before.is_none() && depth >= 5 && is_free {
            depth -= 1;
        }

        let (cells, is_complete) = match stage {
            Stage::Only(cell) => ([cell].into_iter().collect(), true),
            Stage::Defend(cells) => (cells, true),
            _ => self.field.candidates(),
        };
        let room = self.rooms.pop().unwrap_or_default();
        let history = self.parts.history.then_some(&*self.history);
        let mut moves = Moves::new(&self.field, &cells, best_before, history, room);
        let singular = self.singular_margin(depth, ply, &known, best_before, excluded)?;

        let side = self.field.to_move();
        let last = self.field.last();
        let (mut best, mut best_move, mut bound) = (-INFINITE, None, Bound::AtMost);
        let mut tried: Vec<Cell> = Vec::new();
        let mut is_left_out = !is_complete || excluded.is_some();
        let mut number = 0;
        while let Some(cell) = moves.next() {
            if Some(cell) == excluded {
                continue;
            }
            number += 1;
            let is_idle = self.parts.idle && self.field.is_idle(cell);
            let is_quiet = self.is_quiet(cell);
            if is_free && !is_loss(best) && number > 1 && is_quiet {
                let is_late = self.parts.counts && number > most_moves(depth, is_improving);
                let margin = 40 + 50 * depth;
                let is_hopeless = self.parts.futility && depth <= 6 && evaluation + margin <= alpha && !is_pv;
                if (is_late || is_hopeless) && !is_result(alpha) {
                    is_left_out = true;
                    // No quiet move will be looked at from here on.
                    moves.keep(|cell| !self.is_quiet(cell));
                    continue;
                }
            }
            // An idle threat only puts off what has to be done.
            if is_idle && !is_free && number > 1 && !is_loss(best) {
                is_left_out = true;
                continue;
            }
            let extension = match stage {
                Stage::Only(_) if self.parts.extensions => 1,
                _ if Some(cell) == best_before => singular,
                _ => 0,
            };
            let reduction = if self.parts.reductions && number > 1 && depth >= 2 && (is_free || number > 2) {
                self.reduction(depth, number, is_quiet, is_pv, is_improving, cell)
            } else {
                0
            };
            let next = depth - 1 + extension;
            self.field.play(cell);
            let searched = self.search_child(next, reduction, alpha, beta, ply, number == 1, is_pv);
            self.field.undo();
            let score = match searched {
                Ok(score) => score,
                Err(stopped) => {
                    self.rooms.push(moves.into_room());
                    return Err(stopped);
                }
            };
            if score > best {
                best = score;
                if score > alpha {
                    best_move = Some(cell);
                    alpha = score;
                    bound = Bound::Exact;
                    self.remember_line(cell, ply);
                    if score >= beta {
                        bound = Bound::AtLeast;
                        self.cutoffs += 1;
                        if self.parts.history && is_free {
                            self.history.reward(side, last, cell, &tried, depth);
                        }
                        break;
                    }
                    // The rest has to be better than something good: it is looked at less deeply.
                    if self.parts.reductions && is_pv && depth > 2 && depth < 12 && !is_result(score) {
                        depth -= 1;
                    }
                }
            }
            if is_quiet && tried.len() < 32 {
                tried.push(cell);
            }
        }
        self.rooms.push(moves.into_room());
        if number == 0 {
            // Everything but the excluded move was left out, or nothing is allowed at all.
            return Ok(if excluded.is_some() { alpha } else { DRAW });
        }
        if is_left_out {
            best = without_proof(best);
        }
        if self.parts.table && excluded.is_none() {
            self.table.store(key, from_here(best, ply), bound, depth, best_move);
        }
        Ok(best)
    }

    /// A child by PVS: the first with the whole window, the others by asking whether they are better.
    #[allow(clippy::too_many_arguments)]
    fn search_child(
        &mut self,
        depth: i32,
        reduction: i32,
        alpha: Score,
        beta: Score,
        ply: usize,
        is_first: bool,
        is_pv: bool,
    ) -> Result<Score, Stopped> {
        if is_first {
            return Ok(-self.search(depth, -beta, -alpha, ply + 1, None)?);
        }
        let mut score = -self.search(depth - reduction, -alpha - 1, -alpha, ply + 1, None)?;
        if score > alpha && reduction > 0 {
            score = -self.search(depth, -alpha - 1, -alpha, ply + 1, None)?;
        }
        if score > alpha && score < beta && is_pv {
            score = -self.search(depth, -beta, -alpha, ply + 1, None)?;
        }
        Ok(score)
    }

    /// Ends a node without looking at its moves where it is so good, or so bad, that they cannot matter.
    fn give_up_early(
        &mut self,
        depth: i32,
        alpha: Score,
        beta: Score,
        ply: usize,
        evaluation: Score,
        is_improving: bool,
    ) -> Result<Option<Score>, Stopped> {
        // Too good: the opponent will avoid it.
        let margin = 50 * (depth - i32::from(is_improving));
        if self.parts.futility && depth <= 7 && evaluation - margin >= beta && !is_result(beta) {
            return Ok(Some(evaluation));
        }
        // Too bad: only a win by fours could help. (That the opponent has no double threat is known here.)
        if self.parts.razoring && depth <= 3 && evaluation + 120 + 80 * depth * depth <= alpha {
            let score = self.quiet(alpha, alpha + 1, ply)?;
            if score <= alpha {
                return Ok(Some(score));
            }
        }
        Ok(None)
    }

    /// How much deeper to look at the best move of the table: one ply where all others are clearly worse (singular extension, Anantharaman,
    /// Campbell and Hsu 1988).
    fn singular_margin(
        &mut self,
        depth: i32,
        ply: usize,
        known: &Option<crate::table::Known>,
        best: Option<Cell>,
        excluded: Option<Cell>,
    ) -> Result<i32, Stopped> {
        let Some(known) = known else { return Ok(0) };
        let is_candidate = self.parts.singular
            && depth >= 7
            && ply > 0
            && excluded.is_none()
            && best.is_some()
            && known.bound != Bound::AtMost
            && known.depth >= depth - 3
            && !is_result(known.score);
        if !is_candidate {
            return Ok(0);
        }
        let threshold = known.score - 2 * depth;
        let score = self.search((depth - 1) / 2, threshold - 1, threshold, ply, best)?;
        Ok(i32::from(score < threshold))
    }

    /// How much less deeply to look at a late move.
    fn reduction(
        &self,
        depth: i32,
        number: i32,
        is_quiet: bool,
        is_pv: bool,
        is_improving: bool,
        cell: Cell,
    ) -> i32 {
        let mut reduction = f64::from(depth).ln() * f64::from(number).ln() * 0.8 + 0.4;
        if !is_quiet {
            reduction -= 1.0;
        }
        if is_pv {
            reduction -= 1.0;
        }
        if !is_improving {
            reduction += 0.5;
        }
        if self.parts.history {
            reduction -= f64::from(self.history.score(self.field.to_move(), cell)) / 6000.0;
        }
        (reduction as i32).clamp(0, depth - 1)
    }

    /// Whether a move threatens nothing, or only what does not matter.
    fn is_quiet(&self, cell: Cell) -> bool {
        self.field.is_quiet(cell) || self.parts.idle && self.field.is_idle(cell)
    }

    pub(crate) fn clear_line(&mut self, ply: usize) {
        self.lines[ply].clear();
    }

    fn remember_line(&mut self, cell: Cell, ply: usize) {
        let (before, after) = self.lines.split_at_mut(ply + 1);
        let (line, rest) = (&mut before[ply], &after[0]);
        line.clear();
        line.push(cell);
        line.extend_from_slice(rest);
    }
}

/// How many moves are looked at where nothing is forced.
fn most_moves(depth: i32, is_improving: bool) -> i32 {
    let most = 4 + 3 * depth / 2 + depth * depth / 10;
    if is_improving { most } else { most * 2 / 3 }
}
