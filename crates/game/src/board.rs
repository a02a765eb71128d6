//! A position on a board of at most `64 * W` bits: two sets of stones, and the rules to play on.

mod playout;

use crate::bits::Bits;
use crate::game::{Ending, Game, Outcome};
use crate::geometry::Geometry;
use crate::line::{has_run, makes_exact_run, makes_run, run_through};
use crate::{LineRule, Point, Rules, Side, renju, zobrist};

/// A position: a small value, copied rather than changed. `W` is [`Geometry::words`] of its rules, rounded up to one
/// of the widths of [`crate::Position`].
#[derive(Clone, Copy, Debug)]
pub struct Board<const W: usize> {
    stones: [Bits<W>; 2],
    geometry: &'static Geometry,
    key: u64,
    placed: u16,
    state: State,
}

/// What the last move did to the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum State {
    Open,
    LastMoverWon,
    LastMoverLost,
    Drawn,
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
        Board { stones: [Bits::EMPTY; 2], geometry, key: geometry.start_key, placed: 0, state: State::Open }
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
        board.stones = [x, o];
        board.placed = (x_count + o_count) as u16;
        board.key = Side::BOTH.iter().fold(board.key, |key, &side| {
            board.stones[side.index()].iter().fold(key, |key, index| key ^ zobrist::stone(side, index))
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
        board.state = State::Open;
        if board.has_counting_run(last_mover) {
            // One move must have completed every row: without some stone there is none.
            let stones = board.stones[last_mover.index()];
            let has_last_stone = stones.iter().any(|index| {
                let mut before = board;
                before.stones[last_mover.index()].remove(index);
                !before.has_counting_run(last_mover) && before.is_last_drop(index)
            });
            if !has_last_stone {
                return Err(SetupError::AfterEnd { winner: last_mover.to_string() });
            }
            board.state = board.decided();
        } else if !board.has_legal_move() {
            board.state = State::Drawn;
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
        let stones = &self.stones[side.index()];
        match self.line_rule(side) {
            LineRule::Freestyle => has_run(stones, self.geometry),
            _ => stones
                .iter()
                .any(|index| makes_exact_run(stones, index, self.rules().k().into(), self.geometry)),
        }
    }

    /// Renju is freestyle for White and exact (with forbidden points) for Black.
    #[inline]
    fn line_rule(&self, side: Side) -> LineRule {
        match (self.rules().line(), side) {
            (LineRule::Renju, Side::X) => LineRule::Exact,
            (LineRule::Renju, Side::O) => LineRule::Freestyle,
            (rule, _) => rule,
        }
    }

    #[inline]
    fn decided(&self) -> State {
        if self.rules().is_misere() { State::LastMoverLost } else { State::LastMoverWon }
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
        self.stones[side.index()]
    }

    /// Every stone.
    #[inline]
    #[must_use]
    pub fn occupied(&self) -> Bits<W> {
        self.stones[0] | self.stones[1]
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
        Side::BOTH.into_iter().find(|side| self.stones[side.index()].contains(point.index()))
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
        if self.state != State::Open {
            return Bits::EMPTY;
        }
        let placeable = self.placeable();
        if self.has_forbidden_points() {
            return placeable.iter().filter(|&index| self.forbidden_at(index).is_none()).collect();
        }
        placeable
    }

    #[inline]
    fn has_forbidden_points(&self) -> bool {
        self.rules().line() == LineRule::Renju && self.to_move() == Side::X
    }

    fn forbidden_at(&self, index: usize) -> Option<renju::Forbidden> {
        renju::forbidden(&self.stones[0], &self.stones[1], index, self.geometry)
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
        self.placed < self.rules().cells()
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
        if self.state != State::Open {
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
    #[inline]
    #[must_use]
    pub fn play_unchecked(&self, point: Point) -> Board<W> {
        let index = point.index();
        let side = self.to_move();
        let mut next = *self;
        next.stones[side.index()].insert(index);
        next.key ^= zobrist::stone(side, index);
        next.placed += 1;
        if next.completes_row(side, index) {
            next.state = next.decided();
        } else if next.placed == self.rules().cells() {
            next.state = State::Drawn;
        } else if next.has_forbidden_points() && !next.has_legal_move() {
            // Black may pass in Renju; with nothing but forbidden points left, passing is all that remains.
            next.state = State::Drawn;
        }
        next
    }

    /// Whether the stone just placed on `index` completed a row that counts.
    #[inline]
    fn completes_row(&self, side: Side, index: usize) -> bool {
        let stones = &self.stones[side.index()];
        match self.line_rule(side) {
            LineRule::Freestyle => makes_run(stones, index, self.geometry),
            _ => makes_exact_run(stones, index, self.rules().k().into(), self.geometry),
        }
    }

    /// Whether `side` completes a row that counts by placing a stone on `point`, were it its turn. To be asked while the
    /// game goes on: a row that stands already may be taken for a new one.
    #[inline]
    #[must_use]
    pub fn completes(&self, side: Side, point: Point) -> bool {
        let mut stones = self.stones[side.index()];
        stones.insert(point.index());
        match self.line_rule(side) {
            LineRule::Freestyle => makes_run(&stones, point.index(), self.geometry),
            _ => makes_exact_run(&stones, point.index(), self.rules().k().into(), self.geometry),
        }
    }

    /// The row that decided the game, from one end to the other; `None` when none did.
    #[must_use]
    pub fn decisive_row(&self) -> Option<Vec<Point>> {
        if !matches!(self.state, State::LastMoverWon | State::LastMoverLost) {
            return None;
        }
        let mover = self.to_move().opponent();
        let stones = self.stones[mover.index()];
        let k = u32::from(self.rules().k());
        stones.iter().find_map(|index| {
            self.geometry.directions.iter().find_map(|&direction| {
                let step = direction as usize;
                let is_first = index.checked_sub(step).is_none_or(|before| !stones.contains(before));
                let length = run_through(&stones, index, direction);
                let counts = match self.line_rule(mover) {
                    LineRule::Freestyle => length >= k,
                    _ => length == k,
                };
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
        self.stones == other.stones && self.rules() == other.rules()
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

    #[inline]
    fn play(&self, point: Point) -> Self {
        self.play_unchecked(point)
    }

    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        match self.state {
            State::Open => None,
            State::LastMoverWon => Some(Outcome::Loss),
            State::LastMoverLost => Some(Outcome::Win),
            State::Drawn => Some(Outcome::Draw),
        }
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
        self.play_out(below)
    }
}
