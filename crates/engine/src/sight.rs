//! A board as the engine sees it: for every empty cell, in four directions and for both colours, what a stone there would make of its line. It is
//! kept up to date as stones come and go; only cells within reach of the stone, and on its side of whatever blocks the line, are looked at again.

use std::sync::Arc;

use kinrow_game::{Bits, Game, Position, Rules, Side, renju_forbids, scramble};

use crate::cells::{Cell, Cells, Layout, MOST_CELLS};
use crate::codes::{Codes, Mark};
use crate::judgement::{Code, Judgement, classes, threat};
use crate::tables::Tables;
use crate::weights::{MOST_COUNTED, THREATS};
use crate::{Class, Half, Patterns};

/// The four directions: along a row, along a column, and the two diagonals.
pub const DIRECTIONS: usize = 4;

/// Moves of Black that a few stones cannot forbid all at once.
const ROOM: usize = 12;

/// A row, column or diagonal in bits, as one colour sees it. It is kept in both reading directions, so that either half of a cell is the
/// low end of a word.
#[derive(Clone, Copy, Debug)]
struct Lane {
    length: u32,
    /// For each side its stones, and the same backwards.
    stones: [[u32; 2]; 2],
}

impl Lane {
    #[inline]
    fn toggle(&mut self, bit: u32, side: usize) {
        self.stones[side][0] ^= 1 << bit;
        self.stones[side][1] ^= 1 << (self.length - 1 - bit);
    }

    /// What blocks a side, in both reading directions.
    #[inline]
    fn blockers(&self, side: usize) -> [u32; 2] {
        let beyond = u32::MAX << self.length;
        self.stones[1 - side].map(|stones| stones | beyond)
    }

    /// The halves at both sides of a cell, the one with lower bits first.
    #[inline]
    fn halves(&self, bit: u32, side: usize, blockers: [u32; 2], reach: u32) -> (Half, Half) {
        let half = |way: usize, from: u32| {
            Half::in_words(self.stones[side][way] >> from, blockers[way] >> from, reach)
        };
        (half(1, self.length - bit), half(0, bit + 1))
    }
}

/// Where a cell lies in one of its lines.
#[derive(Clone, Copy, Default, Debug)]
struct Place {
    lane: u8,
    bit: u8,
}

/// What was before a stone came.
#[derive(Clone, Copy, Debug)]
struct Before {
    cell: Cell,
    /// Whether this stone completed a row.
    is_win: bool,
    codes: Mark,
}

/// What the engine sees of a board on which stones are placed freely and a row wins.
#[derive(Clone, Debug)]
pub struct Sight {
    pub(crate) layout: Arc<Layout>,
    tables: Arc<Tables>,
    lanes: Vec<Lane>,
    /// For each cell its place in each direction.
    places: Arc<Vec<[Place; DIRECTIONS]>>,
    pub(crate) empty: Cells,
    codes: Codes,
    to_move: Side,
    key: u64,
    played: Vec<Before>,
    /// For Renju, Black's and White's stones as the referee sees them.
    referee: Option<[Bits<7>; 2]>,
}

impl Sight {
    /// An empty board of these rules.
    ///
    /// # Panics
    /// Where stones fall, where a row loses, and where rows are longer than [`Patterns`] sees.
    #[must_use]
    pub fn new(rules: Rules) -> Sight {
        Sight::with_tables(rules, Tables::of(rules))
    }

    /// Whether a board is of this kind.
    pub(crate) fn is_for(rules: Rules) -> bool {
        !rules.is_drop() && !rules.is_misere() && Patterns::K.contains(&rules.k().into())
    }

    pub(crate) fn with_tables(rules: Rules, tables: Arc<Tables>) -> Sight {
        assert!(Sight::is_for(rules), "{rules} is not for Sight");
        let layout = Layout::of(rules);
        let (width, height) = (u32::from(rules.width()), u32::from(rules.height()));
        let mut places = vec![[Place::default(); DIRECTIONS]; MOST_CELLS];
        let mut lengths: Vec<u32> = Vec::new();
        // What all cells of a line have in common, for each direction.
        let lines: [fn(u32, u32, u32) -> u32; DIRECTIONS] = [
            |_, row, _| row,
            |column, _, _| column,
            |column, row, height| column + height - 1 - row,
            |column, row, _| column + row,
        ];
        for (direction, line) in lines.into_iter().enumerate() {
            let first = lengths.len();
            for row in 0..height {
                for column in 0..width {
                    let lane = first + line(column, row, height) as usize;
                    lengths.resize(lengths.len().max(lane + 1), 0);
                    let cell = layout.cell(column as u8, row as u8);
                    places[usize::from(cell)][direction] =
                        Place { lane: lane as u8, bit: lengths[lane] as u8 };
                    lengths[lane] += 1;
                }
            }
        }
        let codes = Codes::new([0, 1].map(|side| tables.judgements(side)), rules.cells());
        let mut sight = Sight {
            tables,
            lanes: lengths.into_iter().map(|length| Lane { length, stones: [[0; 2]; 2] }).collect(),
            places: Arc::new(places),
            empty: layout.board,
            codes,
            to_move: Side::X,
            key: 0,
            played: Vec::new(),
            referee: rules.line().has_forbidden_points().then_some([Bits::EMPTY; 2]),
            layout,
        };
        for side in 0..2 {
            for cell in sight.empty.iter() {
                let mut code = 0;
                for direction in 0..DIRECTIONS {
                    let Place { lane, bit } = sight.places[usize::from(cell)][direction];
                    let lane = &sight.lanes[usize::from(lane)];
                    let patterns = sight.tables.patterns(side);
                    let (left, right) = lane.halves(bit.into(), side, lane.blockers(side), patterns.reach());
                    code |= Code::from(patterns.rank(left, right)) << (4 * direction);
                }
                sight.codes.change(sight.tables.judgements(side), side, cell, code);
            }
        }
        sight.codes.forget_changes();
        sight
    }

    /// The board of a position.
    #[must_use]
    pub fn of(position: &Position) -> Sight {
        let mut sight = Sight::new(position.rules());
        sight.set_up(position);
        sight
    }

    /// Puts the stones of a position on an empty board.
    pub(crate) fn set_up(&mut self, position: &Position) {
        let geometry = self.layout.geometry;
        let stones = |side| geometry.points().filter(move |point| position.stone(*point) == Some(side));
        for side in Side::BOTH {
            for point in stones(side) {
                self.to_move = side;
                self.play(self.layout.cell_of(point));
            }
        }
        self.to_move = position.to_move();
        // What is set up is not taken back.
        self.played.clear();
        self.codes.forget_changes();
    }

    /// Leaves an empty cell out while the board is set up: to both sides it is as if the edge of the board were there.
    pub(crate) fn hide(&mut self, cell: Cell) {
        self.empty.toggle(cell);
        for side in 0..2 {
            self.codes.change(self.tables.judgements(side), side, cell, 0);
        }
        for (direction, Place { lane, bit }) in self.places[usize::from(cell)].into_iter().enumerate() {
            for side in 0..2 {
                self.lanes[usize::from(lane)].toggle(bit.into(), side);
            }
            for side in 0..2 {
                self.look(direction, usize::from(lane), bit.into(), cell, side);
            }
        }
        self.codes.forget_changes();
    }

    /// Whose turn it is.
    #[inline]
    #[must_use]
    pub fn to_move(&self) -> Side {
        self.to_move
    }

    /// A key of the position, for tables.
    #[inline]
    pub(crate) fn key(&self) -> u64 {
        self.key
    }

    /// How much better the side to move is off: by the cells that both could play on, and by the threats that stand.
    #[inline]
    pub(crate) fn balance(&self) -> i32 {
        let own = self.to_move.index();
        let cells = self.codes.value(own) - self.codes.value(1 - own);
        let standing = self.standing().into_iter().flatten().map(|index| self.tables.standing[index]);
        let network = self.tables.network.as_ref();
        cells
            + standing.sum::<i32>()
            + network.map_or(0, |network| network.points(self.quads(), self.threat_counts()))
    }

    /// The classes of the cells that matter to somebody, to the side to move and to the other.
    #[inline]
    pub(crate) fn quads(&self) -> impl Iterator<Item = [u16; 2]> {
        let sides = [self.to_move, self.to_move.opponent()];
        self.codes.lively().iter().map(move |cell| sides.map(|side| self.judgement(side, cell).quad()))
    }

    /// How many threats of each kind there are, those of the side to move first.
    #[inline]
    pub(crate) fn threat_counts(&self) -> [usize; THREATS] {
        const KINDS: [u8; THREATS / 2] = [threat::TWICE, threat::ONCE, threat::SOON, threat::ONCE_AND_SOON];
        let sides = [self.to_move, self.to_move.opponent()];
        std::array::from_fn(|index| self.count(sides[index / KINDS.len()], KINDS[index % KINDS.len()]))
    }

    /// Which of the weights that belong to no cell count: the right to move, and for each kind of threat how many there are.
    #[inline]
    pub(crate) fn standing(&self) -> [Option<usize>; 1 + THREATS] {
        let mut found = [Some(0); 1 + THREATS];
        for (number, count) in self.threat_counts().into_iter().enumerate() {
            found[1 + number] = (count > 0).then(|| MOST_COUNTED * number + count.min(MOST_COUNTED));
        }
        found
    }

    /// The classes of an empty cell for a side.
    pub(crate) fn code(&self, side: Side, cell: Cell) -> Code {
        self.codes.of(side.index(), cell).code()
    }

    /// What a stone of `side` on a cell would make of its four lines; all dead where there is a stone.
    pub(crate) fn classes(&self, side: Side, cell: Cell) -> [Class; DIRECTIONS] {
        classes(self.code(side, cell))
    }

    #[inline]
    pub(crate) fn judgement(&self, side: Side, cell: Cell) -> Judgement {
        self.codes.of(side.index(), cell)
    }

    /// How urgent a stone of the side to move on an empty cell looks.
    #[inline]
    pub(crate) fn urgency(&self, cell: Cell) -> i32 {
        let (own, other) = (self.to_move, self.to_move.opponent());
        self.tables.urgencies.of(self.judgement(own, cell), self.judgement(other, cell))
    }

    /// How many cells there are where `side` could make a threat of this kind, a flag of [`threat`].
    #[inline]
    pub(crate) fn count(&self, side: Side, flag: u8) -> usize {
        self.codes.count(side.index(), flag)
    }

    #[inline]
    fn threats(&self, side: Side, flag: u8) -> &Cells {
        self.codes.threats(side.index(), flag)
    }

    /// Where a stone of `side` wins.
    #[inline]
    pub(crate) fn wins(&self, side: Side) -> &Cells {
        self.threats(side, threat::WIN)
    }

    /// Where a stone of `side` threatens to win in two ways. In Renju some may be forbidden.
    #[inline]
    pub(crate) fn twice(&self, side: Side) -> &Cells {
        self.threats(side, threat::TWICE)
    }

    /// Where a stone of `side` threatens to win. In Renju some may be forbidden.
    #[inline]
    pub(crate) fn once(&self, side: Side) -> &Cells {
        self.threats(side, threat::ONCE)
    }

    /// Where a stone of `side` would be followed by a double threat. In Renju some may be forbidden.
    #[inline]
    pub(crate) fn soon(&self, side: Side) -> &Cells {
        self.threats(side, threat::SOON)
    }

    /// Whether `side` may not play on an empty cell.
    #[inline]
    pub(crate) fn is_forbidden(&self, side: Side, cell: Cell) -> bool {
        match &self.referee {
            Some(stones) if side == Side::X && self.threats(side, threat::SUSPECT).contains(cell) => {
                let point = self.layout.point(cell);
                renju_forbids(&stones[0], &stones[1], point, self.layout.geometry).is_some()
            }
            _ => false,
        }
    }

    /// Whether a side can move at all: when only forbidden points are left to Black, the game is drawn.
    #[inline]
    pub(crate) fn can_move(&self, side: Side) -> bool {
        let sure = if side == Side::X { self.unsuspected() } else { self.empty };
        !sure.is_empty() || self.empty.iter().any(|cell| !self.is_forbidden(side, cell))
    }

    /// Whether Black has more moves left than a few stones could forbid, so that no threat ends in a draw for want of an answer.
    #[inline]
    pub(crate) fn has_room(&self) -> bool {
        self.referee.is_none() || self.unsuspected().len_up_to(ROOM) == ROOM
    }

    /// Where Black certainly may play.
    #[inline]
    fn unsuspected(&self) -> Cells {
        if self.referee.is_some() {
            self.empty.without(self.threats(Side::X, threat::SUSPECT))
        } else {
            self.empty
        }
    }

    /// Whether there are forbidden points.
    #[inline]
    pub(crate) fn is_renju(&self) -> bool {
        self.referee.is_some()
    }

    /// The empty cells where an answer keeps a stone of `side` on a cell from threatening twice, the cell itself among them.
    pub(crate) fn defences(&self, side: Side, cell: Cell) -> Cells {
        let mut cells = Cells::NONE;
        cells.insert(cell);
        let patterns = self.tables.patterns(side.index());
        for (direction, class) in self.classes(side, cell).into_iter().enumerate() {
            if matches!(class, Class::Free(1) | Class::Blocked(1)) {
                let (left, right) = self.halves(side, cell, direction);
                let step = self.layout.steps[direction] as i32;
                for offset in patterns.defences(left, right) {
                    cells.insert((i32::from(cell) + offset * step) as Cell);
                }
            }
        }
        cells
    }

    /// Whether a stone of `side` on a cell threatens to win, and so does another stone of the same line when that is answered.
    pub(crate) fn leads_on(&self, side: Side, cell: Cell) -> bool {
        let patterns = self.tables.patterns(side.index());
        (0..DIRECTIONS).any(|direction| {
            let (left, right) = self.halves(side, cell, direction);
            patterns.leads_on(left, right)
        })
    }

    /// The halves of a line through a cell.
    fn halves(&self, side: Side, cell: Cell, direction: usize) -> (Half, Half) {
        let Place { lane, bit } = self.places[usize::from(cell)][direction];
        let lane = &self.lanes[usize::from(lane)];
        let reach = self.tables.patterns(side.index()).reach();
        lane.halves(bit.into(), side.index(), lane.blockers(side.index()), reach)
    }

    /// Lets a side move, whoever's turn it is.
    pub(crate) fn give_turn(&mut self, side: Side) {
        self.to_move = side;
    }

    /// How many stones were played here and not taken back.
    pub(crate) fn plies(&self) -> usize {
        self.played.len()
    }

    /// The last stone that was played here.
    #[inline]
    pub(crate) fn last(&self) -> Option<Cell> {
        self.played.last().map(|before| before.cell)
    }

    /// Whether that stone completed a row, so that the game is over.
    #[inline]
    pub(crate) fn is_over(&self) -> bool {
        self.played.last().is_some_and(|before| before.is_win)
    }

    /// Puts a stone of the side to move on an empty cell.
    pub(crate) fn play(&mut self, cell: Cell) {
        debug_assert!(self.empty.contains(cell), "cell {cell} is taken");
        let before =
            Before { cell, is_win: self.wins(self.to_move).contains(cell), codes: self.codes.mark() };
        self.played.push(before);
        for side in 0..2 {
            self.codes.change(self.tables.judgements(side), side, cell, 0);
        }
        let places = self.toggle(cell, self.to_move);
        for (direction, Place { lane, bit }) in places.into_iter().enumerate() {
            for side in 0..2 {
                self.look(direction, usize::from(lane), bit.into(), cell, side);
            }
        }
        self.to_move = self.to_move.opponent();
    }

    /// Takes the last stone away again.
    pub(crate) fn undo(&mut self) {
        let Some(before) = self.played.pop() else { return };
        self.to_move = self.to_move.opponent();
        self.toggle(before.cell, self.to_move);
        self.codes.back_to(before.codes);
    }

    /// Brings a stone onto its lines, or takes it off them.
    #[inline]
    fn toggle(&mut self, cell: Cell, side: Side) -> [Place; DIRECTIONS] {
        self.key ^= stone_key(side, cell) ^ TURN;
        self.empty.toggle(cell);
        if let Some(stones) = &mut self.referee {
            let index = self.layout.point(cell).index();
            let stones = &mut stones[side.index()];
            if stones.contains(index) { stones.remove(index) } else { stones.insert(index) }
        }
        let places = self.places[usize::from(cell)];
        for Place { lane, bit } in places {
            self.lanes[usize::from(lane)].toggle(bit.into(), side.index());
        }
        places
    }

    /// Looks the cells of a line up anew that a stone changes for a side.
    #[inline]
    fn look(&mut self, direction: usize, lane: usize, bit: u32, cell: Cell, side: usize) {
        let Sight { tables, lanes, codes, layout, .. } = self;
        let (patterns, judgements) = (tables.patterns(side), tables.judgements(side));
        let (lane, step, shift) = (&lanes[lane], layout.steps[direction], 4 * direction);
        let (reach, blockers) = (patterns.reach(), lane.blockers(side));
        let up = (blockers[0] >> bit >> 1).trailing_zeros().min(reach);
        let down = (blockers[1] >> (lane.length - bit)).trailing_zeros().min(reach);
        let range = ((2 << (up + down)) - 1) << (bit - down);
        let mut empty = range & !(lane.stones[0][0] | lane.stones[1][0] | 1 << bit);
        while empty != 0 {
            let other = empty.trailing_zeros();
            empty &= empty - 1;
            let (left, right) = lane.halves(other, side, blockers, reach);
            let rank = Code::from(patterns.rank(left, right)) << shift;
            let at = (usize::from(cell) + other as usize * step - bit as usize * step) % MOST_CELLS;
            let code = codes.of(side, at as Cell).code() & !(15 << shift) | rank;
            codes.change(judgements, side, at as Cell, code);
        }
    }
}

const TURN: u64 = 0x9E37_79B9_7F4A_7C15;

#[inline]
fn stone_key(side: Side, cell: Cell) -> u64 {
    scramble(u64::from(cell) << 1 | side.index() as u64)
}

#[cfg(test)]
mod tests;
