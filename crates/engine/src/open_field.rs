//! The board on which stones are placed freely and a row wins, as the search sees it.

use kinrow_agent::{Budget, Stopped};
use kinrow_game::Side;

use crate::Class;
use crate::cells::{Cell, Cells};
use crate::field::Field;
use crate::judgement::{sorted_ranks, threat};
use crate::proof::{Proof, Threats, Verdict};
use crate::score::{MOST_POINTS, Score};
use crate::sight::Sight;
use crate::stage::{Stage, allowed, stage, winning_threat};

/// What makes a move more than a quiet one.
const NOISE: u8 = threat::WIN | threat::TWICE | threat::ONCE | threat::SOON;

impl Field for Sight {
    #[inline]
    fn to_move(&self) -> Side {
        self.to_move()
    }

    #[inline]
    fn key(&self) -> u64 {
        self.key()
    }

    #[inline]
    fn last(&self) -> Option<Cell> {
        self.last()
    }

    #[inline]
    fn is_drawn(&self) -> bool {
        !self.is_over() && !self.can_move(self.to_move())
    }

    #[inline]
    fn stage(&self) -> Stage {
        stage(self)
    }

    #[inline]
    fn completes(&self, cell: Cell) -> bool {
        self.wins(self.to_move()).contains(cell)
    }

    /// Near a stone, or in the middle of an empty board.
    fn candidates(&self) -> (Cells, bool) {
        let occupied = self.layout.board.without(&self.empty);
        if occupied.is_empty() {
            return ([self.layout.middle()].into_iter().collect(), false);
        }
        let near = self.layout.near(&occupied).and(&self.empty);
        let is_complete = near == self.empty;
        let near = allowed(self, self.to_move(), near);
        if near.is_empty() && !is_complete {
            // Everything near is taken or forbidden: then wherever there is room.
            return (allowed(self, self.to_move(), self.empty), true);
        }
        (near, is_complete)
    }

    #[inline]
    fn urgency(&self, cell: Cell) -> i32 {
        4 * self.urgency(cell)
    }

    #[inline]
    fn is_quiet(&self, cell: Cell) -> bool {
        Side::BOTH.iter().all(|side| self.judgement(*side, cell).threats() & NOISE == 0)
    }

    #[inline]
    fn evaluate(&self) -> Score {
        self.balance().clamp(-MOST_POINTS, MOST_POINTS)
    }

    #[inline]
    fn is_threatened(&self) -> bool {
        self.count(self.to_move().opponent(), threat::TWICE) > 0
    }

    fn forcing(&self) -> Cells {
        allowed(self, self.to_move(), *self.once(self.to_move()))
    }

    #[inline]
    fn is_idle(&self, cell: Cell) -> bool {
        const FOUR: u8 = Class::Blocked(1).rank();
        const TWO: u8 = Class::Blocked(3).rank();
        let own = self.to_move();
        if self.judgement(own, cell).threats() & threat::ONCE == 0 {
            return false;
        }
        let [best, second, ..] = sorted_ranks(self.code(own, cell));
        best == FOUR
            && second < TWO
            && self.judgement(own.opponent(), cell).threats() & NOISE == 0
            && !self.leads_on(own, cell)
    }

    fn win_by_threats(&mut self, budget: &mut Budget, most: usize) -> Result<Option<Vec<Cell>>, Stopped> {
        let attacker = self.to_move();
        match Proof::new(self, budget, attacker, Threats::Vct, most).without_idle().search()? {
            Verdict::Win(line) => Ok(Some(line)),
            Verdict::None | Verdict::Unknown => Ok(None),
        }
    }

    #[inline]
    fn around(&self, cell: Cell) -> Option<&Cells> {
        self.layout.around.get(usize::from(cell))
    }

    fn finish(&mut self, line: &mut Vec<Cell>) {
        let own = self.to_move();
        if let Some(win) = self.wins(own).first() {
            line.push(win);
        } else if let Some(threat) = winning_threat(self) {
            self.play(threat);
            let (other, wins) = (self.to_move(), *self.wins(own));
            // Any answer will do: another win is still there.
            let answer = allowed(self, other, wins).first();
            let answer = answer.or_else(|| allowed(self, other, self.empty).first());
            line.extend(wins.iter().find(|win| Some(*win) != answer));
            line.extend(answer);
            self.undo();
            line.push(threat);
        }
    }

    #[inline]
    fn play(&mut self, cell: Cell) {
        self.play(cell);
    }

    #[inline]
    fn undo(&mut self) {
        self.undo();
    }
}
