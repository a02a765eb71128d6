//! Wins by fours and threes as they are defined, found by trying every answer of the defender: slow, and nothing of the engine's is in it.

use std::collections::HashMap;

use kinrow_game::{Game, Geometry, LineRule, Position, Side};

/// The stones on a board, by the number of the point in the order of [`Geometry::points`].
pub struct Naive {
    cells: Vec<Option<Side>>,
    /// The places for a row, and the cells beyond the ends of each, where a row that is too long does not count.
    rows: Vec<(Vec<usize>, Vec<usize>)>,
    to_move: Side,
    known: HashMap<(Vec<Option<Side>>, usize), Option<usize>>,
}

impl Naive {
    /// A position without forbidden points.
    pub fn new(position: &Position) -> Naive {
        let rules = position.rules();
        let geometry = Geometry::of(rules);
        let points: Vec<_> = geometry.points().collect();
        let place = |column: i32, row: i32| {
            let is_inside = |value: i32, size: u8| (0..size.into()).contains(&value);
            if !is_inside(column, rules.width()) || !is_inside(row, rules.height()) {
                return None;
            }
            let point = geometry.point(column as u8, row as u8);
            points.iter().position(|&other| other == point)
        };
        let row = |line: Vec<kinrow_game::Point>| {
            let at: Vec<(i32, i32)> = line
                .iter()
                .map(|&point| geometry.column_row(point))
                .map(|(column, row)| (column.into(), row.into()))
                .collect();
            let (first, second, last) = (at[0], at[1], at[at.len() - 1]);
            let (right, down) = (second.0 - first.0, second.1 - first.1);
            let cells = at.iter().filter_map(|&(column, row)| place(column, row)).collect();
            let ends = [place(first.0 - right, first.1 - down), place(last.0 + right, last.1 + down)];
            let is_exact = rules.line() == LineRule::Exact;
            (cells, ends.into_iter().flatten().filter(|_| is_exact).collect())
        };
        Naive {
            cells: points.iter().map(|&point| position.stone(point)).collect(),
            rows: geometry.lines().map(row).collect(),
            to_move: position.to_move(),
            known: HashMap::new(),
        }
    }

    /// In how few plies, and at most so many, the side to move wins: it completes a row, or makes a four or an open three, and has won after every answer.
    /// Where it has to stop a row, a threat that stands already is as good as one of the stone.
    pub fn plies(&mut self, most: usize) -> Option<usize> {
        let side = self.to_move;
        if !self.targets(side).is_empty() {
            return Some(1).filter(|_| most > 0);
        }
        let key = (self.cells.clone(), most);
        if most < 3 {
            return None;
        }
        if let Some(known) = self.known.get(&key) {
            return *known;
        }
        let is_pressed = !self.targets(side.opponent()).is_empty();
        let mut best = None;
        for cell in self.empty() {
            self.cells[cell] = Some(side);
            if self.threatens(side, Some(cell).filter(|_| !is_pressed)) {
                let plies = self.after_all_answers(side, most - 2);
                best = best.into_iter().chain(plies.map(|plies| plies + 2)).min();
            }
            self.cells[cell] = None;
        }
        self.known.insert(key, best);
        best
    }

    /// The plies of a side's win after the answer that puts it off longest.
    fn after_all_answers(&mut self, side: Side, most: usize) -> Option<usize> {
        let other = side.opponent();
        if !self.targets(other).is_empty() {
            return None;
        }
        let mut longest = None;
        for answer in self.empty() {
            self.cells[answer] = Some(other);
            let plies = self.plies(most);
            self.cells[answer] = None;
            longest = longest.max(Some(plies?));
        }
        longest
    }

    fn empty(&self) -> Vec<usize> {
        (0..self.cells.len()).filter(|&cell| self.cells[cell].is_none()).collect()
    }

    /// Whether a row is complete, by the exact rule not longer than it may be.
    fn is_complete(&self, (row, ends): &(Vec<usize>, Vec<usize>), side: Side) -> bool {
        row.iter().all(|&cell| self.cells[cell] == Some(side))
            && !ends.iter().any(|&cell| self.cells[cell] == Some(side))
    }

    /// Where a side completes a row.
    fn targets(&mut self, side: Side) -> Vec<usize> {
        self.targets_on(side, &|_| true)
    }

    /// Where a side completes a row of some kind.
    fn targets_on(&mut self, side: Side, is_meant: &dyn Fn(&[usize]) -> bool) -> Vec<usize> {
        let mut targets = Vec::new();
        for cell in self.empty() {
            self.cells[cell] = Some(side);
            let is_target = |row: &(Vec<usize>, Vec<usize>)| {
                row.0.contains(&cell) && is_meant(&row.0) && self.is_complete(row, side)
            };
            if self.rows.iter().any(is_target) {
                targets.push(cell);
            }
            self.cells[cell] = None;
        }
        targets
    }

    /// Whether a side could win at once if it were its turn, or else make two threats to win with one stone. Where a stone is given, only
    /// two threats on one line with it count: an open three.
    fn threatens(&mut self, side: Side, stone: Option<usize>) -> bool {
        if !self.targets(side).is_empty() {
            return true;
        }
        let rows = self.rows.clone();
        self.empty().into_iter().any(|cell| {
            self.cells[cell] = Some(side);
            let is_twice = match stone {
                None => self.targets(side).len() > 1,
                // Rows with both stones lie on one line.
                Some(stone) => {
                    let on_line = |row: &[usize]| row.contains(&stone) && row.contains(&cell);
                    rows.iter().any(|row| on_line(&row.0)) && self.targets_on(side, &on_line).len() > 1
                }
            };
            self.cells[cell] = None;
            is_twice
        })
    }
}
