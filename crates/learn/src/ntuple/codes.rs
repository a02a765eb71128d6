//! What every tuple holds, as a number, and how a stone changes these numbers.
//!
//! A point is empty, X's or O's; where stones fall, an empty point that the next stone can reach is a fourth thing. The digits of
//! a tuple's points make its code, which is also the index of its weight. A stone changes a digit, and where stones fall that
//! of the point above it; what it adds to the codes of the tuples through them does not depend on anything else, so
//! it is worked out once, and a walk through a game adds a few numbers for each stone.

use kinrow_game::{Board, Geometry, Point, Side};

use super::tuples::Class;

const X: i64 = 1;
const O: i64 = 2;
const REACHABLE: i64 = 3;

/// What a stone adds to a tuple's code, by whose it is.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Change {
    pub(crate) tuple: u32,
    pub(crate) add: [i32; 2],
}

/// The codes of a board's tuples.
#[derive(Clone, Debug)]
pub(crate) struct Codes {
    /// On the empty board.
    empty: Vec<u32>,
    /// By the point's index, where its changes are.
    ranges: Vec<(u32, u32)>,
    changes: Vec<Change>,
    /// How many there are in all.
    count: usize,
}

/// How many codes the tables of these classes have.
pub(crate) fn count(geometry: &Geometry, classes: &[Class]) -> u64 {
    classes
        .iter()
        .map(|images| states(geometry).saturating_pow(images[0].len() as u32))
        .fold(0, u64::saturating_add)
}

fn states(geometry: &Geometry) -> u64 {
    if geometry.rules().is_drop() { 4 } else { 3 }
}

impl Codes {
    /// Of tuples, the images of one sharing a table. Their [`count`] must fit into 31 bits.
    pub(crate) fn new(geometry: &Geometry, classes: &[Class]) -> Codes {
        let base = states(geometry) as i64;
        let (is_drop, bottom) = (geometry.rules().is_drop(), geometry.rules().height() - 1);
        let size = geometry.points().map(|point| point.index() + 1).max().unwrap_or(0);
        let mut by_point: Vec<Vec<Change>> = vec![Vec::new(); size];
        let (mut empty, mut first) = (Vec::new(), 0i64);
        for images in classes {
            for tuple in images {
                let number = empty.len() as u32;
                let mut code = first;
                let mut weight = base.pow(tuple.len() as u32);
                for &point in tuple {
                    weight /= base;
                    let (column, row) = geometry.column_row(point);
                    let is_reachable = is_drop && row == bottom;
                    code += if is_reachable { REACHABLE * weight } else { 0 };
                    let before = if is_drop { REACHABLE } else { 0 };
                    add(&mut by_point[point.index()], number, [X - before, O - before].map(|by| by * weight));
                    if is_drop && row < bottom {
                        let below = geometry.point(column, row + 1);
                        add(&mut by_point[below.index()], number, [REACHABLE * weight; 2]);
                    }
                }
                empty.push(code as u32);
            }
            first += base.pow(images[0].len() as u32);
        }
        let (mut ranges, mut changes) = (Vec::new(), Vec::new());
        for of_point in by_point {
            let start = changes.len() as u32;
            changes.extend(of_point);
            ranges.push((start, changes.len() as u32));
        }
        Codes { empty, ranges, changes, count: first as usize }
    }

    /// How many different codes there are.
    pub(crate) fn count(&self) -> usize {
        self.count
    }

    /// How many tuples there are.
    pub(crate) fn tuples(&self) -> usize {
        self.empty.len()
    }

    /// Those of a position.
    pub(crate) fn of<const W: usize>(&self, board: &Board<W>) -> Vec<u32> {
        let mut codes = self.empty.clone();
        for side in Side::BOTH {
            for index in board.stones(side) {
                self.place(&mut codes, side, Point::from_index(index as u16));
            }
        }
        codes
    }

    /// What a stone on a point changes.
    #[inline]
    pub(crate) fn changes(&self, point: Point) -> &[Change] {
        let (start, end) = self.ranges[point.index()];
        &self.changes[start as usize..end as usize]
    }

    /// The codes after a stone.
    #[inline]
    pub(crate) fn place(&self, codes: &mut [u32], side: Side, point: Point) {
        for change in self.changes(point) {
            let code = &mut codes[change.tuple as usize];
            *code = code.wrapping_add_signed(change.add[side as usize]);
        }
    }

    pub(crate) fn bytes(&self) -> usize {
        size_of_val(&*self.empty) + size_of_val(&*self.ranges) + size_of_val(&*self.changes)
    }
}

fn add(changes: &mut Vec<Change>, tuple: u32, by: [i64; 2]) {
    let by = by.map(|by| by as i32);
    match changes.iter_mut().find(|change| change.tuple == tuple) {
        Some(change) => change.add = [0, 1].map(|side| change.add[side] + by[side]),
        None => changes.push(Change { tuple, add: by }),
    }
}
