//! The root of a search: deeper and deeper, the best moves first, until the limits end it.

use kinrow_agent::Stopped;

use crate::cells::{Cell, Cells};
use crate::field::Field;
use crate::moves::Moves;
use crate::root_move::RootMove;
use crate::score::{INFINITE, Score, is_loss, is_proven, is_win, loss_at, win_at, without_proof};
use crate::search::Search;
use crate::stage::Stage;
use crate::table::Bound;

/// The search goes no deeper.
const DEEPEST: u32 = 120;

/// From this iteration on the best move is checked for a refutation by threats.
const CHECKED_FROM: u32 = 4;

/// The share of the positions so far that such a check may look at.
const CHECK_SHARE: u64 = 8;

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
    /// The moves of a position that is not over.
    pub(crate) fn new(search: &Search<'_, impl Field>, lines: usize) -> Root {
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
            // Lines that are compared are of one iteration: those of one that is cut short are not.
            let before = (self.lines > 1 && depth > first).then(|| self.moves.clone());
            if self.search_to(search, depth).is_err() {
                match before {
                    Some(before) => self.moves = before,
                    None => {
                        self.give_way();
                    }
                }
                return;
            }
            let is_same = best == self.best().map(|best| best.cell);
            self.stable = if is_same { self.stable + 1 } else { 0 };
            if report(search, self, depth) || self.is_settled() {
                return;
            }
        }
    }

    /// An iteration. When the best move turns out to lose, hardly anything is known of the others: only that they were not better. So they are
    /// looked at less deeply first, and whichever takes its place has a value of its own, should the limits end the search. (Where several
    /// lines are wanted, the next best has one anyway.)
    fn search_to(&mut self, search: &mut Search<'_, impl Field>, depth: u32) -> Result<(), Stopped> {
        let mut reached = depth;
        while reached <= depth {
            self.iterate(search, reached)?;
            let is_refuted = reached >= CHECKED_FROM && self.is_refuted(search)?;
            let has_changed = self.give_way() || is_refuted;
            reached = match has_changed {
                true if self.lines == 1 => (reached / 2).max(1),
                true => reached,
                false => reached + 1,
            };
        }
        Ok(())
    }

    /// Whether the opponent wins by threats after the best move, which the search did not see. Such a move is the last to be considered.
    fn is_refuted(&mut self, search: &mut Search<'_, impl Field>) -> Result<bool, Stopped> {
        let Some(best) = self.moves.first_mut().filter(|_| search.parts.vct) else { return Ok(false) };
        // The longer the search, the longer the check, of a move that stays the best too.
        let most = (search.budget.spent() / CHECK_SHARE) as usize;
        if most < (2 * best.checked).max(1) || is_win(best.score) || is_loss(best.score) {
            return Ok(false);
        }
        best.checked = most;
        search.field.play(best.cell);
        let refutation = search.field.win_by_threats(&mut search.budget, most);
        search.field.undo();
        let Some(line) = refutation? else { return Ok(false) };
        best.is_refuted = true;
        best.bound = Bound::AtMost;
        best.score = loss_at(line.len() + 1);
        best.line.truncate(1);
        best.line.extend(line);
        self.moves.rotate_left(1);
        Ok(true)
    }

    /// Whether looking deeper cannot change anything.
    fn is_settled(&self) -> bool {
        let is_known = |mv: &RootMove| is_proven(mv.score) && is_win(mv.score);
        self.moves[..self.lines].iter().all(is_known)
            || self.moves.iter().all(|mv| is_proven(mv.score) && is_loss(mv.score))
    }

    /// Whether there is no choice.
    pub(crate) fn is_only(&self) -> bool {
        self.moves.len() == 1
    }

    /// For how many iterations the best move has been the same.
    pub(crate) fn stable(&self) -> u32 {
        self.stable
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
                if self.has_fallen() {
                    return Ok(());
                }
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
            if self.is_given_up(number, depth) {
                if self.moves[number].score > best {
                    (best, found) = (self.moves[number].score, number);
                }
                continue;
            }
            let cell = self.moves[number].cell;
            let is_won = search.field.completes(cell);
            search.field.play(cell);
            let is_first = best == -INFINITE;
            let searched: Result<Score, Stopped> = (|| {
                if is_won {
                    return Ok(win_at(1));
                }
                if !is_first {
                    let reduction = if search.parts.reductions && number > index + 3 && depth > 3 {
                        late_reduction(depth, number - index)
                    } else {
                        0
                    };
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
            if mv.bound == Bound::Exact {
                mv.exact = Some(score);
            }
            if score > alpha || is_first {
                mv.line.clear();
                mv.line.push(cell);
                mv.line.extend_from_slice(if is_won { &[] } else { search.line(1) });
            }
            if score > best {
                (best, found) = (score, number);
                alpha = alpha.max(score);
                if score >= beta {
                    break;
                }
            }
            if number == 0 && self.has_fallen() {
                break;
            }
        }
        // The best comes first; the others keep their order. A first move that failed keeps its place until another is better.
        if best > low || !is_stopped {
            self.moves[index..=found].rotate_right(1);
        }
        if is_stopped { Err(Stopped) } else { Ok(best) }
    }

    /// Whether a search as deep as this would say no more of a move than that it loses.
    fn is_given_up(&self, number: usize, depth: u32) -> bool {
        let mv = &self.moves[number];
        mv.is_refuted || self.lines == 1 && mv.is_lost() && mv.depth >= depth
    }

    /// Whether the one move that is wanted was seen to lose, and another was not.
    fn has_fallen(&self) -> bool {
        self.lines == 1
            && self.moves.first().is_some_and(RootMove::is_lost)
            && !self.moves.iter().all(RootMove::is_lost)
    }

    /// A first move that loses gives way to one of which that is not known, if there is any.
    fn give_way(&mut self) -> bool {
        let has_fallen = self.has_fallen();
        if has_fallen && let Some(other) = self.moves.iter().position(|mv| !mv.is_lost()) {
            self.moves[..=other].rotate_right(1);
        }
        has_fallen
    }

    /// Only these moves are wanted, those that the field would not have thought of too if need be.
    pub(crate) fn keep(&mut self, cells: &Cells) {
        self.moves.retain(|mv| cells.contains(mv.cell));
        if self.moves.is_empty() {
            self.moves.extend(cells.iter().map(RootMove::new));
        }
        self.lines = self.lines.min(self.moves.len());
    }

    /// The score of the position, and whether it is more than a bound.
    pub(crate) fn score(&self) -> (Score, Bound) {
        let Some(best) = self.best() else { return (0, Bound::Exact) };
        match (best.bound, best.exact) {
            // That one move loses proves nothing before all others do.
            _ if is_loss(best.score) => {
                let is_proof =
                    self.is_complete && self.moves.iter().all(|mv| mv.is_lost() && is_proven(mv.score));
                (if is_proof { best.score } else { without_proof(best.score) }, Bound::Exact)
            }
            // The last iteration was cut short: an estimate, but for a move that was never more than not better than another.
            (Bound::AtMost, None) => (best.score, Bound::AtMost),
            (Bound::AtMost, Some(exact)) => (best.score.min(exact), Bound::Exact),
            (Bound::AtLeast | Bound::Exact, _) => (best.score, Bound::Exact),
        }
    }

    /// A loss that nothing stops: whatever was first is as good as any.
    pub(crate) fn lose(&mut self, plies: usize) {
        for mv in &mut self.moves {
            (mv.score, mv.bound, mv.depth) = (loss_at(plies), Bound::Exact, 1);
        }
        self.is_complete = true;
    }

    /// A win that was found without the iterations.
    pub(crate) fn won(line: Vec<Cell>, plies: usize) -> Root {
        let score = RootMove {
            score: win_at(plies),
            bound: Bound::Exact,
            depth: plies as u32,
            ..RootMove::new(line[0])
        };
        Root { moves: vec![RootMove { line, ..score }], lines: 1, is_complete: true, stable: 0 }
    }
}

/// How much less deeply a late move is looked at first.
fn late_reduction(depth: u32, number: usize) -> i32 {
    (f64::from(depth).ln() * (number as f64).ln() / 2.0) as i32
}

#[cfg(test)]
mod tests {
    use super::*;

    fn root(moves: Vec<RootMove>) -> Root {
        Root { moves, lines: 1, is_complete: true, stable: 0 }
    }

    fn mv(cell: Cell, score: Score, bound: Bound, exact: Option<Score>) -> RootMove {
        RootMove { score, bound, exact, depth: 9, ..RootMove::new(cell) }
    }

    #[test]
    fn a_move_that_was_only_not_better_than_a_lost_one_has_no_value_of_its_own() {
        let lost = mv(1, loss_at(8), Bound::AtMost, Some(900));
        let mut root = root(vec![lost, mv(2, 890, Bound::AtMost, None), mv(3, 880, Bound::AtMost, Some(40))]);
        assert!(root.give_way());
        assert_eq!((root.moves[0].cell, root.score()), (2, (890, Bound::AtMost)));
        root.moves.remove(0);
        assert!(root.give_way());
        assert_eq!(
            (root.moves[0].cell, root.score()),
            (3, (40, Bound::Exact)),
            "what an earlier iteration found"
        );
        root.moves.remove(0);
        assert!(!root.give_way(), "nothing else is left");
        assert_eq!(root.score(), (loss_at(8), Bound::Exact));
    }
}
