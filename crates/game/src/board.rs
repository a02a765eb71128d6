//! A position on a board of at most `64 * W` bits: two sets of stones, and the rules to play on.

mod playout;

use crate::bits::Bits;
use crate::game::{Ending, Game, Outcome};
use crate::geometry::Geometry;
use crate::line::{has_run, makes_exact_run, makes_run, plain_run, run_through};
use crate::{Point, Rules, Side, renju, zobrist};

/// A position: a small value, copied rather than changed. `W` is [`Geometry::words`] of its rules, rounded up to one
/// of the widths of [`crate::Position`].
#[derive(Clone, Copy, Debug)]
pub struct Board<const W: usize> {
    /// Stones of the side to move, and of the side that moved last: a move adds to the first and swaps them, so that no
    /// index is worked out in a search's inner loop.
    own: Bits<W>,
    other: Bits<W>,
    geometry: &'static Geometry,
    key: u64,
    placed: u16,
    /// How the last move ended the game, for the side to move; `None` while it goes on.
    outcome: Option<Outcome>,
}

crate::sentences! {
    /// Why a move is refused.
    pub enum MoveError {
        /// The game has ended.
        Over { point: String } = "move-over" =>
            "{point} cannot be played: the game is over",
        /// A stone stands there.
        Taken { point: String } = "move-taken" =>
            "{point} is taken: choose an empty point",
        /// The point is not on this board.
        Outside { point: String, rules: String } = "move-outside" =>
            "{point} is outside the board {rules}",
        /// On a drop board the column is full.
        Full { column: String } = "move-full" =>
            "column {column} is full: choose another column",
        /// On a drop board the stone would fall further.
        Floating { point: String, lands: String } = "move-floating" =>
            "a stone cannot stay on {point}: it falls to {lands}",
        /// Forbidden to Black in Renju.
        Forbidden { point: String, why: String } = "move-forbidden" =>
            "{point} is forbidden to Black in Renju: it makes {why}",
    }
}

crate::sentences! {
    /// Why stones do not make a position.
    pub enum SetupError {
        /// The counts cannot arise when the sides take turns.
        Turns { x: u32, o: u32 } = "setup-turns" =>
            "{x} X against {o} O is not possible: the sides take turns and X begins",
        /// A stone without support.
        Floating { point: String } = "setup-floating" =>
            "the stone on {point} has nothing below it: on a drop board stones fall",
        /// Play went on after the end.
        AfterEnd { winner: String } = "setup-after-end" =>
            "the position cannot arise: the game ended before its last stone, with a row of {winner}",
    }
}

impl<const W: usize> Board<W> {
    /// The empty board.
    ///
    /// # Panics
    /// When `W` words are too few for the rules; [`crate::Position::new`] picks a width that fits.
    #[must_use]
    pub fn new(rules: Rules) -> Board<W> {
        let geometry = Geometry::of(rules);
        assert!(geometry.words() <= W, "{rules} needs {} words, not {W}", geometry.words());
        Board {
            own: Bits::EMPTY,
            other: Bits::EMPTY,
            geometry,
            key: geometry.start_key,
            placed: 0,
            outcome: None,
        }
    }

    /// The position with these stones, whoever placed them in what order.
    ///
    /// # Errors
    /// When no game in which the sides take turns and stop at the end arrives there. (Whether each of Black's stones was
    /// allowed in Renju depends on the order, and is not asked.)
    pub fn from_stones(rules: Rules, x: Bits<W>, o: Bits<W>) -> Result<Board<W>, SetupError> {
        let mut board = Board::new(rules);
        let (x_count, o_count) = (x.len(), o.len());
        if x_count != o_count && x_count != o_count + 1 {
            return Err(SetupError::Turns { x: x_count, o: o_count });
        }
        board.placed = (x_count + o_count) as u16;
        (board.own, board.other) = if board.to_move() == Side::X { (x, o) } else { (o, x) };
        board.key = Side::BOTH.iter().fold(board.key, |key, &side| {
            board.stones(side).iter().fold(key, |key, index| key ^ zobrist::stone(side, index))
        });
        if rules.is_drop() {
            let supported = board.occupied().shifted_down(board.geometry.directions[1])
                | Bits::from_words(&board.geometry.bottom);
            if let Some(index) = (board.occupied() & !supported).iter().next() {
                let point = board.point_name(Point::from_index(index as u16));
                return Err(SetupError::Floating { point });
            }
        }
        let last_mover = board.to_move().opponent();
        if board.has_counting_run(last_mover.opponent()) {
            return Err(SetupError::AfterEnd { winner: last_mover.opponent().to_string() });
        }
        board.outcome = None;
        if board.has_counting_run(last_mover) {
            // One move must have completed every row: without some stone there is none.
            let has_last_stone = board.other.iter().any(|index| {
                let mut before = board;
                before.other.remove(index);
                !before.has_counting_run(last_mover) && before.is_last_drop(index)
            });
            if !has_last_stone {
                return Err(SetupError::AfterEnd { winner: last_mover.to_string() });
            }
            board.outcome = Some(board.decided());
        } else if !board.has_legal_move() {
            board.outcome = Some(Outcome::Draw);
        }
        Ok(board)
    }

    /// Whether, on a drop board, the stone that stood on `index` can have been the last.
    fn is_last_drop(&self, index: usize) -> bool {
        let above = index.checked_sub(self.geometry.directions[1] as usize);
        !self.rules().is_drop() || above.is_none_or(|above| !self.occupied().contains(above))
    }

    /// Whether a row of `side` stands that decides the game.
    fn has_counting_run(&self, side: Side) -> bool {
        let stones = self.stones(side);
        if self.rules().line().is_exact(side) {
            let k = self.rules().k().into();
            stones.iter().any(|index| makes_exact_run(&stones, index, k, self.geometry))
        } else {
            has_run(&stones, self.geometry)
        }
    }

    /// What a row that counts means to the side that did not make it.
    #[inline]
    fn decided(&self) -> Outcome {
        if self.rules().is_misere() { Outcome::Win } else { Outcome::Loss }
    }

    /// The rules it is played by.
    #[inline]
    #[must_use]
    pub fn rules(&self) -> Rules {
        self.geometry.rules()
    }

    /// The lay-out of the board.
    #[inline]
    #[must_use]
    pub fn geometry(&self) -> &'static Geometry {
        self.geometry
    }

    /// The stones of one side.
    #[inline]
    #[must_use]
    pub fn stones(&self, side: Side) -> Bits<W> {
        if side == self.to_move() { self.own } else { self.other }
    }

    /// Every stone.
    #[inline]
    #[must_use]
    pub fn occupied(&self) -> Bits<W> {
        self.own | self.other
    }

    /// Every point without a stone.
    #[inline]
    #[must_use]
    pub fn empty(&self) -> Bits<W> {
        Bits::from_words(&self.geometry.cells) & !self.occupied()
    }

    /// How many stones have been placed.
    #[inline]
    #[must_use]
    pub fn placed(&self) -> u16 {
        self.placed
    }

    /// Whose stone stands on a point.
    #[must_use]
    pub fn stone(&self, point: Point) -> Option<Side> {
        Side::BOTH.into_iter().find(|&side| self.stones(side).contains(point.index()))
    }

    /// Points where a stone can be placed, were the game to go on: what the rules of placement allow, Renju's
    /// forbidden points left aside.
    #[inline]
    fn placeable(&self) -> Bits<W> {
        let empty = self.empty();
        if self.rules().is_drop() {
            let below = self.geometry.directions[1];
            empty & (self.occupied().shifted_down(below) | Bits::from_words(&self.geometry.bottom))
        } else {
            empty
        }
    }

    /// Legal moves as a set.
    #[inline]
    #[must_use]
    pub fn legal(&self) -> Bits<W> {
        if self.outcome.is_some() {
            return Bits::EMPTY;
        }
        if self.geometry.is_plain { self.empty() } else { self.legal_by_variant() }
    }

    /// The same by rules that are not the plain ones.
    #[inline(never)]
    fn legal_by_variant(&self) -> Bits<W> {
        let placeable = self.placeable();
        if self.has_forbidden_points() {
            return placeable.iter().filter(|&index| self.forbidden_at(index).is_none()).collect();
        }
        placeable
    }

    #[inline]
    fn has_forbidden_points(&self) -> bool {
        self.rules().line().has_forbidden_points() && self.to_move() == Side::X
    }

    fn forbidden_at(&self, index: usize) -> Option<renju::Forbidden> {
        renju::forbidden(&self.stones(Side::X), &self.stones(Side::O), index, self.geometry)
    }

    /// Why an empty point is forbidden to Black, if it is and Black is to move in Renju.
    #[must_use]
    pub fn forbidden(&self, point: Point) -> Option<renju::Forbidden> {
        (self.has_forbidden_points() && self.empty().contains(point.index()))
            .then(|| self.forbidden_at(point.index()))
            .flatten()
    }

    fn has_legal_move(&self) -> bool {
        if self.has_forbidden_points() {
            return self.placeable().iter().any(|index| self.forbidden_at(index).is_none());
        }
        self.placed < self.geometry.cell_count
    }

    /// The position after `point`, or why it is refused.
    ///
    /// # Errors
    /// When the point is outside, taken, floating or forbidden, or the game is over.
    pub fn try_play(&self, point: Point) -> Result<Board<W>, MoveError> {
        let name = || self.point_name(point);
        if !Bits::<W>::from_words(&self.geometry.cells).contains(point.index()) {
            return Err(MoveError::Outside {
                point: format!("point {}", point.index()),
                rules: self.rules().to_string(),
            });
        }
        if self.outcome.is_some() {
            return Err(MoveError::Over { point: name() });
        }
        if self.occupied().contains(point.index()) {
            return Err(MoveError::Taken { point: name() });
        }
        if !self.placeable().contains(point.index()) {
            let (column, _) = self.geometry.column_row(point);
            let lands = match self.landing(column) {
                Some(lands) => self.point_name(lands),
                None => return Err(MoveError::Full { column: crate::notation::column_name(column) }),
            };
            return Err(MoveError::Floating { point: name(), lands });
        }
        if let Some(why) = self.forbidden(point) {
            return Err(MoveError::Forbidden { point: name(), why: why.to_string() });
        }
        Ok(self.play_unchecked(point))
    }

    /// Where a stone dropped into a column comes to rest; `None` when the column is full.
    #[must_use]
    pub fn landing(&self, column: u8) -> Option<Point> {
        let empty = self.empty();
        (0..self.rules().height())
            .rev()
            .map(|row| self.geometry.point(column, row))
            .find(|point| empty.contains(point.index()))
    }

    /// The position after `point`, which must be legal: nothing is checked, and an illegal point gives a position that
    /// cannot arise.
    #[inline(always)]
    #[must_use]
    pub fn play_unchecked(&self, point: Point) -> Board<W> {
        // Every field is worked out before the board is put together: one that is built in memory and then copied makes
        // the processor wait for its own writes, which took half the time of a full minimax.
        let index = point.index();
        let mut other = self.own;
        other.insert(index);
        let key = self.key ^ zobrist::stone(self.to_move(), index);
        let placed = self.placed + 1;
        let wins = match plain_run(&other, self.geometry) {
            Some(is_run) => Ok(is_run),
            None if self.geometry.is_plain => Ok(makes_run(&other, index, self.geometry)),
            None => Err(self.judge(index)),
        };
        let outcome = match wins {
            Ok(true) => Some(Outcome::Loss),
            Ok(false) if placed == self.geometry.cell_count => Some(Outcome::Draw),
            Ok(false) => None,
            Err(judged) => judged,
        };
        Board { own: self.other, other, geometry: self.geometry, key, placed, outcome }
    }

    /// What a stone on `index` does to the game, whatever the rules.
    #[inline(never)]
    fn judge(&self, index: usize) -> Option<Outcome> {
        let next = self.with_stone(index);
        if next.counts(self.to_move(), &next.other, index) {
            Some(next.decided())
        } else if !next.has_legal_move() {
            // The board is full; or Black has nothing but forbidden points left in Renju, where passing is all that remains.
            Some(Outcome::Draw)
        } else {
            None
        }
    }

    /// The stones after a move on `index`: the other side's turn. Key and outcome are left as they were.
    #[inline]
    fn with_stone(&self, index: usize) -> Board<W> {
        let mut placed = self.own;
        placed.insert(index);
        Board { own: self.other, other: placed, placed: self.placed + 1, ..*self }
    }

    /// Whether among the `stones` of `side` the one just placed on `index` completes a row that counts.
    #[inline]
    fn counts(&self, side: Side, stones: &Bits<W>, index: usize) -> bool {
        if self.rules().line().is_exact(side) {
            makes_exact_run(stones, index, self.rules().k().into(), self.geometry)
        } else {
            makes_run(stones, index, self.geometry)
        }
    }

    /// Whether `side` completes a row that counts by placing a stone on `point`, were it its turn. To be asked while the
    /// game goes on: a row that stands already may be taken for a new one.
    #[inline]
    #[must_use]
    pub fn completes(&self, side: Side, point: Point) -> bool {
        let mut stones = self.stones(side);
        stones.insert(point.index());
        self.counts(side, &stones, point.index())
    }

    /// The row that decided the game, from one end to the other; `None` when none did.
    #[must_use]
    pub fn decisive_row(&self) -> Option<Vec<Point>> {
        if !matches!(self.outcome, Some(Outcome::Loss | Outcome::Win)) {
            return None;
        }
        let mover = self.to_move().opponent();
        let stones = self.other;
        let k = u32::from(self.rules().k());
        let is_exact = self.rules().line().is_exact(mover);
        stones.iter().find_map(|index| {
            self.geometry.directions.iter().find_map(|&direction| {
                let step = direction as usize;
                let is_first = index.checked_sub(step).is_none_or(|before| !stones.contains(before));
                let length = run_through(&stones, index, direction);
                let counts = if is_exact { length == k } else { length >= k };
                (is_first && counts).then(|| {
                    (0..length as usize).map(|i| Point::from_index((index + i * step) as u16)).collect()
                })
            })
        })
    }

    fn point_name(&self, point: Point) -> String {
        crate::notation::point_name(self.rules(), point)
    }
}

impl<const W: usize> PartialEq for Board<W> {
    fn eq(&self, other: &Self) -> bool {
        self.own == other.own && self.other == other.other && self.rules() == other.rules()
    }
}

impl<const W: usize> Eq for Board<W> {}

impl<const W: usize> Game for Board<W> {
    type Move = Point;

    fn start(&self) -> Self {
        Board::new(self.rules())
    }

    #[inline]
    fn moves(&self) -> impl Iterator<Item = Point> {
        self.legal().iter().map(|index| Point::from_index(index as u16))
    }

    #[inline(always)]
    fn play(&self, point: Point) -> Self {
        self.play_unchecked(point)
    }

    #[inline]
    fn play_through(&self, moves: impl Iterator<Item = Point>) -> Self {
        let (mut own, mut other, mut key, mut side) = (self.own, self.other, self.key, self.to_move());
        let mut placed = self.placed;
        for point in moves {
            own.insert(point.index());
            key ^= zobrist::stone(side, point.index());
            (own, other, side) = (other, own, side.opponent());
            placed += 1;
        }
        Board { own, other, key, placed, ..*self }
    }

    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        self.outcome
    }

    #[inline]
    fn to_move(&self) -> Side {
        Side::after(self.placed)
    }

    #[inline]
    fn key(&self) -> u64 {
        self.key
    }

    fn is_legal(&self, point: Point) -> bool {
        self.try_play(point).is_ok()
    }

    fn name(&self, point: Point) -> String {
        self.point_name(point)
    }

    fn moves_left(&self) -> u32 {
        u32::from(self.rules().cells() - self.placed)
    }

    fn playout(&self, below: &mut impl FnMut(u32) -> u32) -> Ending {
        self.play_out(below, &mut |_| {})
    }

    fn playout_told(&self, below: &mut impl FnMut(u32) -> u32, told: &mut impl FnMut(Point)) -> Ending {
        self.play_out(below, told)
    }
}
