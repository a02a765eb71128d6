//! A board as the engine sees it: for every empty cell, in four directions and for both colours, what a stone there would make of its line. It is
//! kept up to date as stones come and go; only cells within reach of the stone, and on its side of whatever blocks the line, are looked at again.

use std::sync::Arc;

use kinrow_game::{Bits, Game, Position, Rules, Side, renju_forbids, scramble};

use crate::cells::{Cell, Cells, Layout, MOST_CELLS};
use crate::codes::{Codes, Mark};
use crate::judgement::{Code, Judgement, classes, threat};
use crate::lane::Lane;
use crate::tables::Tables;
use crate::weights::{MOST_COUNTED, THREATS};
use crate::{Class, Half, Patterns};

/// The four directions: along a row, along a column, and the two diagonals.
pub const DIRECTIONS: usize = 4;

/// Moves of Black that a few stones cannot forbid all at once.
const ROOM: usize = 12;

/// Where a cell lies in one of its lines.
#[derive(Clone, Copy, Default, Debug)]
struct Place {
    lane: u8,
    /// How many cells of the line come before it.
    at: u8,
}

/// What was before a stone came.
#[derive(Clone, Copy, Debug)]
struct Before {
    cell: Cell,
    /// Whether this stone completed a row.
    is_win: bool,
    codes: [Mark; 2],
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
    /// For each side.
    codes: [Codes; 2],
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
                        Place { lane: lane as u8, at: lengths[lane] as u8 };
                    lengths[lane] += 1;
                }
            }
        }
        let codes = [0, 1].map(|side| Codes::new(tables.judgements(side), rules.cells()));
        let mut sight = Sight {
            tables,
            lanes: lengths.into_iter().map(Lane::new).collect(),
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
                    let (left, right) = sight.halves(side, cell, direction);
                    let rank = sight.tables.patterns(side).rank(left, right);
                    code |= Code::from(rank) << (4 * direction);
                }
                // Until here it was dead, which is code 0.
                sight.codes[side].change(sight.tables.judgements(side), cell, code);
            }
        }
        sight.codes.iter_mut().for_each(Codes::forget_changes);
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
        self.codes.iter_mut().for_each(Codes::forget_changes);
    }

    /// Leaves an empty cell out while the board is set up: to both sides it is as if the edge of the board were there.
    pub(crate) fn hide(&mut self, cell: Cell) {
        self.empty.toggle(cell);
        for side in 0..2 {
            self.look(side, cell, false);
        }
        for Place { lane, at } in self.places[usize::from(cell)] {
            self.lanes[usize::from(lane)].close(at.into());
        }
        self.codes.iter_mut().for_each(Codes::forget_changes);
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
        let cells = self.codes[own].value() - self.codes[1 - own].value();
        let standing = self.standing().into_iter().flatten().map(|index| self.tables.standing[index]);
        let network = self.tables.network.as_ref();
        cells
            + standing.sum::<i32>()
            + network.map_or(0, |network| network.points(self.quads(), self.threat_counts()))
    }

    /// The classes of the cells that matter to somebody, to the side to move and to the other.
    #[inline]
    pub(crate) fn quads(&self) -> impl Iterator<Item = [u16; 2]> {
        let [own, other] = [self.to_move, self.to_move.opponent()].map(|side| &self.codes[side.index()]);
        own.lively().or(other.lively()).iter().map(|cell| [own.of(cell).quad(), other.of(cell).quad()])
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
        self.codes[side.index()].of(cell).code()
    }

    /// What a stone of `side` on a cell would make of its four lines; all dead where there is a stone.
    pub(crate) fn classes(&self, side: Side, cell: Cell) -> [Class; DIRECTIONS] {
        classes(self.code(side, cell))
    }

    #[inline]
    pub(crate) fn judgement(&self, side: Side, cell: Cell) -> Judgement {
        self.codes[side.index()].of(cell)
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
        self.codes[side.index()].count(flag)
    }

    #[inline]
    fn threats(&self, side: Side, flag: u8) -> &Cells {
        self.codes[side.index()].threats(flag)
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
                let (left, right) = self.halves(side.index(), cell, direction);
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
            let (left, right) = self.halves(side.index(), cell, direction);
            patterns.leads_on(left, right)
        })
    }

    /// The halves of a line through a cell.
    fn halves(&self, side: usize, cell: Cell, direction: usize) -> (Half, Half) {
        let Place { lane, at } = self.places[usize::from(cell)][direction];
        self.lanes[usize::from(lane)].seen_by(side).halves(at.into(), self.tables.patterns(side).reach())
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
        let is_win = self.wins(self.to_move).contains(cell);
        self.played.push(Before { cell, is_win, codes: [0, 1].map(|side| self.codes[side].mark()) });
        self.look(self.to_move.index(), cell, true);
        self.look(self.to_move.opponent().index(), cell, false);
        self.toggle(cell, self.to_move);
        self.to_move = self.to_move.opponent();
    }

    /// Takes the last stone away again.
    pub(crate) fn undo(&mut self) {
        let Some(before) = self.played.pop() else { return };
        self.to_move = self.to_move.opponent();
        self.toggle(before.cell, self.to_move);
        self.codes.iter_mut().zip(before.codes).for_each(|(codes, mark)| codes.back_to(mark));
    }

    /// Brings a stone onto its lines, or takes it off them.
    #[inline]
    fn toggle(&mut self, cell: Cell, side: Side) {
        self.key ^= stone_key(side, cell) ^ TURN;
        self.empty.toggle(cell);
        if let Some(stones) = &mut self.referee {
            let index = self.layout.point(cell).index();
            let stones = &mut stones[side.index()];
            if stones.contains(index) { stones.remove(index) } else { stones.insert(index) }
        }
        for Place { lane, at } in self.places[usize::from(cell)] {
            self.lanes[usize::from(lane)].toggle(side.index(), at.into());
        }
    }

    /// Looks up anew what will change for a side when a stone comes onto an empty cell: its own, or one in its way. What changes in a run of cells is
    /// the difference between two entries of a table, so that nothing is done for cells that stay as they are.
    #[inline]
    fn look(&mut self, side: usize, cell: Cell, is_own: bool) {
        let Sight { tables, lanes, codes, layout, places, .. } = self;
        let (runs, judgements, codes) = (tables.runs(side), tables.judgements(side), &mut codes[side]);
        codes.clear(judgements, cell);
        let places = &places[usize::from(cell)];
        // How many cells there are between the stone and the runs on either side of it.
        let mut between = 0;
        while between < runs.reach() {
            // Two directions at a time: every loop that ends one time sooner, another time later is dear, and so there are few.
            for two in 0..DIRECTIONS / 2 {
                let mut changes = 0;
                for Place { lane, at } in [places[2 * two + 1], places[2 * two]] {
                    let view = lanes[usize::from(lane)].seen_by(side);
                    let up = runs.changes(view, at.into(), 0, between, is_own);
                    let down = runs.changes(view, at.into(), 1, between, is_own);
                    changes = changes << 32 | u64::from(down) << 16 | u64::from(up);
                }
                while changes != 0 {
                    let shift = changes.trailing_zeros() & !3;
                    let difference = (changes >> shift & 15) as Code;
                    changes &= !(15 << shift);
                    let way = 4 * two + shift as usize / 16;
                    let distance = (between + 1 + shift / 4 % 4) as Cell;
                    let other = cell.wrapping_add(layout.ways[way % 8].wrapping_mul(distance));
                    codes.change(judgements, other, difference << (way / 2 * 4));
                }
            }
            between += runs.cells();
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
