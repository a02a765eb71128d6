//! Playouts with a little sense: win at once, else keep the opponent from winning at once, else move at random.

use kinrow_game::{Bits, Board, Ending, Game, Outcome, Point, Position, Tree, with_board};

use crate::threats::Threats;

/// A game that can be played out with a little sense.
pub trait Tactics: Game {
    /// A move that wins at once; else one that keeps the opponent from winning at once; else a random one, but none that
    /// loses at once if there is another. The game must not be over, and `below(n)` return a uniform number below `n`.
    ///
    /// A game that cannot tell what the opponent threatens looks at its own moves only.
    fn tactical_move(&self, below: &mut impl FnMut(u32) -> u32) -> Self::Move {
        let after = |wanted: Outcome| move |mv: &Self::Move| self.play(*mv).outcome() == Some(wanted);
        if let Some(winning) = self.moves().find(after(Outcome::Loss)) {
            return winning;
        }
        let loses = after(Outcome::Win);
        let mut moves: Vec<Self::Move> = self.moves().filter(|mv| !loses(mv)).collect();
        if moves.is_empty() {
            moves.extend(self.moves());
        }
        moves[below(moves.len() as u32) as usize]
    }

    /// Plays such moves to the end, and tells each of them.
    fn tactical_playout(
        &self,
        below: &mut impl FnMut(u32) -> u32,
        told: &mut impl FnMut(Self::Move),
    ) -> Ending {
        let mut position = self.clone();
        loop {
            if let Some(ending) = position.ending() {
                return ending;
            }
            let mv = position.tactical_move(below);
            told(mv);
            position = position.play(mv);
        }
    }
}

impl Tactics for Tree {}

impl<const W: usize> Tactics for Board<W> {
    fn tactical_move(&self, below: &mut impl FnMut(u32) -> u32) -> Point {
        Threats::of(self).choose(self, below)
    }

    fn tactical_playout(&self, below: &mut impl FnMut(u32) -> u32, told: &mut impl FnMut(Point)) -> Ending {
        let mut board = *self;
        let mut threats = Threats::of(&board);
        loop {
            if let Some(ending) = board.ending() {
                return ending;
            }
            let (side, point) = (board.to_move(), threats.choose(&board, below));
            told(point);
            board = board.play(point);
            threats.note(&board, side, point.index());
        }
    }
}

impl Tactics for Position {
    fn tactical_move(&self, below: &mut impl FnMut(u32) -> u32) -> Point {
        with_board!(self, board => board.tactical_move(below))
    }

    fn tactical_playout(&self, below: &mut impl FnMut(u32) -> u32, told: &mut impl FnMut(Point)) -> Ending {
        with_board!(self, board => board.tactical_playout(below, told))
    }
}

impl<const W: usize> Threats<W> {
    fn choose(&self, board: &Board<W>, below: &mut impl FnMut(u32) -> u32) -> Point {
        let is_renju = board.rules().line().has_forbidden_points();
        // Judging every point by Renju's rules takes long; here only those drawn are judged.
        let mut choice = if is_renju { board.empty() } else { board.legal() };
        let [own, theirs] =
            [board.to_move(), board.to_move().opponent()].map(|side| self.of_side(side) & choice);
        if board.rules().is_misere() {
            let safe = choice & !own;
            return draw(if safe.is_empty() { choice } else { safe }, below);
        }
        if !own.is_empty() {
            return draw(own, below);
        }
        let mut blocks = theirs;
        loop {
            let set = if blocks.is_empty() { choice } else { blocks };
            let point = draw(set, below);
            if board.forbidden(point).is_none() {
                return point;
            }
            blocks.remove(point.index());
            choice.remove(point.index());
        }
    }
}

fn draw<const W: usize>(set: Bits<W>, below: &mut impl FnMut(u32) -> u32) -> Point {
    let drawn = set.nth(below(set.len())).expect("the game is not over, so a point is left");
    Point::from_index(drawn as u16)
}
