//! The root of a search: deeper and deeper, the best moves first, until the limits end it.

use std::time::Duration;

use kinrow_agent::Stopped;

use crate::cells::{Cell, Cells};
use crate::field::Field;
use crate::moves::Moves;
use crate::score::{INFINITE, Score, is_loss, is_proven, is_win, win_at, without_proof};
use crate::search::Search;
use crate::stage::Stage;
use crate::table::Bound;

/// The search goes no deeper.
const DEEPEST: u32 = 120;

/// A move at the root, and what is known of it.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct RootMove {
    pub(crate) cell: Cell,
    pub(crate) score: Score,
    /// Whether the score is exact or a bound.
    pub(crate) bound: Bound,
    /// The iteration it is of.
    pub(crate) depth: u32,
    pub(crate) line: Vec<Cell>,
}

impl RootMove {
    /// A move of which nothing is known yet.
    fn new(cell: Cell) -> RootMove {
        RootMove { cell, score: -INFINITE, bound: Bound::AtMost, depth: 0, line: vec![cell] }
    }
}

/// Moves at the root, the best first, and how many of them have an exact score of the same iteration.
#[derive(Clone, Debug)]
pub(crate) struct Root {
    pub(crate) moves: Vec<RootMove>,
    pub(crate) lines: usize,
    /// Whether every move of the position is among them, or those that are not lose.
    is_complete: bool,
    /// For how many iterations the best move has been the same.
    stable: u32,
}

impl Root {
    /// The moves of a position that is not over, in which nobody has won yet.
    pub(crate) fn new(search: &mut Search<'_, impl Field>, lines: usize) -> Root {
        let field = &search.field;
        let (cells, is_complete) = match field.stage() {
            Stage::Only(cell) => ([cell].into_iter().collect(), true),
            Stage::Defend(cells) => (cells, true),
            _ => field.candidates(),
        };
        let mut sorted = Moves::new(field, &cells, None, None, Vec::new());
        let moves: Vec<RootMove> = std::iter::from_fn(|| sorted.next()).map(RootMove::new).collect();
        let lines = lines.clamp(1, moves.len().max(1));
        Root { moves, lines, is_complete, stable: 0 }
    }

    /// The best move.
    pub(crate) fn best(&self) -> Option<&RootMove> {
        self.moves.first()
    }

    /// Searches deeper and deeper. `report` hears of each iteration and may end the search.
    pub(crate) fn deepen<F: Field>(
        &mut self,
        search: &mut Search<'_, F>,
        first: u32,
        most: u32,
        mut report: impl FnMut(&Search<'_, F>, &Root, u32) -> bool,
    ) {
        for depth in first..=most.min(DEEPEST) {
            let best = self.best().map(|best| best.cell);
            if self.iterate(search, depth).is_err() {
                self.give_way();
                return;
            }
            let is_same = best == self.best().map(|best| best.cell);
            self.stable = if is_same { self.stable + 1 } else { 0 };
            if report(search, self, depth) || self.is_settled() {
                return;
            }
        }
    }

    /// Whether looking deeper cannot change anything.
    fn is_settled(&self) -> bool {
        let is_known = |mv: &RootMove| is_proven(mv.score) && is_win(mv.score);
        self.moves[..self.lines].iter().all(is_known)
            || self.moves.iter().all(|mv| is_proven(mv.score) && is_loss(mv.score))
    }

    /// Whether the best move is so clear that the rest of the time is not needed.
    pub(crate) fn is_clear(&self, spent: Duration, time: Duration) -> bool {
        let is_only = self.moves.len() == 1;
        is_only || self.stable >= 8 && spent * 10 >= time * 7 || self.stable >= 4 && spent * 20 >= time * 17
    }

    /// One iteration: the best move, then the best of the others, and so on for as many lines as are wanted.
    fn iterate(&mut self, search: &mut Search<'_, impl Field>, depth: u32) -> Result<(), Stopped> {
        for index in 0..self.lines {
            let before = self.moves[index].score;
            let (mut low, mut high, mut width) = (-INFINITE, INFINITE, 30);
            if search.parts.aspiration
                && depth >= 4
                && before.abs() < INFINITE
                && !is_win(before)
                && !is_loss(before)
            {
                (low, high) = (before - width, before + width);
            }
            loop {
                let score = self.search(search, depth, index, low, high)?;
                if score <= low && low > -INFINITE {
                    low = score - width;
                } else if score >= high && high < INFINITE {
                    high = score + width;
                } else {
                    break;
                }
                width *= 4;
                if width > 1500 || is_win(score) || is_loss(score) {
                    (low, high) = (-INFINITE, INFINITE);
                }
            }
        }
        Ok(())
    }

    /// Searches the moves from `index` on with a window, and sorts them.
    fn search(
        &mut self,
        search: &mut Search<'_, impl Field>,
        depth: u32,
        index: usize,
        mut alpha: Score,
        beta: Score,
    ) -> Result<Score, Stopped> {
        let (mut best, depth_left) = (-INFINITE, depth as i32 - 1);
        let mut found = index;
        let (low, mut is_stopped) = (alpha, false);
        for number in index..self.moves.len() {
            let cell = self.moves[number].cell;
            search.field.play(cell);
            let is_first = number == index;
            let searched: Result<Score, Stopped> = (|| {
                if !is_first {
                    let reduction =
                        if search.parts.reductions && number > index + 3 && depth > 3 { 1 } else { 0 };
                    let score = -search.search(depth_left - reduction, -alpha - 1, -alpha, 1, None)?;
                    if score <= alpha {
                        return Ok(score);
                    }
                }
                Ok(-search.search(depth_left, -beta, -alpha, 1, None)?)
            })();
            search.field.undo();
            let Ok(score) = searched else {
                is_stopped = true;
                break;
            };
            let mv = &mut self.moves[number];
            mv.depth = depth;
            mv.score = score;
            mv.bound = match score {
                score if score <= alpha => Bound::AtMost,
                score if score >= beta => Bound::AtLeast,
                _ => Bound::Exact,
            };
            if score > alpha || is_first {
                mv.line.clear();
                mv.line.push(cell);
                mv.line.extend_from_slice(search.line(1));
            }
            if score > best {
                (best, found) = (score, number);
                alpha = alpha.max(score);
                if score >= beta {
                    break;
                }
            }
        }
        // The best comes first; the others keep their order. A first move that failed keeps its place until another is better.
        if best > low || !is_stopped {
            self.moves[index..=found].rotate_right(1);
        }
        if is_stopped { Err(Stopped) } else { Ok(best) }
    }

    /// An iteration was cut short: a first move that it found to lose gives way to one of which that is not known.
    fn give_way(&mut self) {
        if self.lines == 1
            && self.moves.first().is_some_and(is_lost)
            && let Some(other) = self.moves.iter().position(|mv| !is_lost(mv))
        {
            self.moves[..=other].rotate_right(1);
        }
    }

    /// Only these moves are wanted, those that the field would not have thought of too if need be.
    pub(crate) fn keep(&mut self, cells: &Cells) {
        self.moves.retain(|mv| cells.contains(mv.cell));
        if self.moves.is_empty() {
            self.moves.extend(cells.iter().map(RootMove::new));
        }
        self.lines = self.lines.min(self.moves.len());
    }

    /// The score of the position. That one move loses proves nothing before all others do.
    pub(crate) fn score(&self) -> Score {
        let Some(best) = self.best() else { return 0 };
        let is_proof = self.is_complete && self.moves.iter().all(is_lost);
        if is_loss(best.score) && !is_proof { without_proof(best.score) } else { best.score }
    }

    /// A win that was found without the iterations.
    pub(crate) fn won(line: Vec<Cell>, plies: usize) -> Root {
        let mv =
            RootMove { cell: line[0], score: win_at(plies), bound: Bound::Exact, depth: plies as u32, line };
        Root { moves: vec![mv], lines: 1, is_complete: true, stable: 0 }
    }
}

/// Whether a move was seen to lose.
fn is_lost(mv: &RootMove) -> bool {
    mv.depth > 0 && mv.bound != Bound::AtLeast && is_loss(mv.score) && is_proven(mv.score)
}
