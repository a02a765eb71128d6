//! Rows that pairs of points answer, and the core of rows that no pairs answer.
//!
//! Give every row still open to the attacker two empty points of its own: if he takes one, the defender takes the other, and
//! no row is ever completed (the pairing strategy of Hales and Jewett 1963). A largest such assignment is a matching
//! between rows and points, found by augmenting paths (Kuhn 1955).
//!
//! Where it does not reach every row, follow the paths that start from the rows left short: from a row to all of its empty
//! points, from a point to the row that holds it. What they reach is the *core*; all other rows have their pairs outside of
//! it (Dulmage and Mendelsohn 1958). So the defender answers each move outside the core by its pair, and only the core
//! remains to be held. It falls into *parts* that share no point, and each of them is held by itself.
//!
//! This holds wherever the potential of Erdős and Selfridge does, except in misère.

use kinrow_game::{Bits, Rules, Side};

use super::bounds;
use super::state::State;

/// Whether pairs prove anything in this game.
#[inline]
pub(super) fn is_sound(rules: Rules, attacker: Side) -> bool {
    bounds::is_potential_sound(rules, attacker) && !(rules.is_misere() && rules.line().has_forbidden_points())
}

/// A row that is still open to the attacker.
#[derive(Clone, Copy, Debug)]
pub(super) struct OpenRow<const W: usize> {
    /// Its empty points.
    pub(super) points: Bits<W>,
    /// 2^stones in it.
    pub(super) weight: u64,
}

/// Rows of the core that share points with each other and with no other.
#[derive(Clone, Debug)]
pub(super) struct Part<const W: usize> {
    pub(super) points: Bits<W>,
    pub(super) rows: Vec<OpenRow<W>>,
}

impl<const W: usize> Part<W> {
    /// The weight of its rows.
    pub(super) fn potential(&self) -> u64 {
        self.rows.iter().map(|row| row.weight).sum()
    }
}

/// A pairing under construction. Kept from position to position for its memory alone.
#[derive(Debug)]
pub(super) struct Pairing<const W: usize> {
    rows: Vec<OpenRow<W>>,
    /// The points that no row holds.
    free: Bits<W>,
    /// By point that is not free, the row that holds it.
    holders: Vec<u16>,
    /// Rows that hold fewer than two points, once for each that they lack.
    short: Vec<u16>,
    /// By row, whether it is in the core.
    is_reached: Vec<bool>,
}

impl<const W: usize> Pairing<W> {
    pub(super) fn new() -> Pairing<W> {
        Pairing {
            rows: Vec::new(),
            free: Bits::EMPTY,
            holders: vec![0; 64 * W],
            short: Vec::new(),
            is_reached: Vec::new(),
        }
    }

    /// The parts of what cannot be paired, of the attacker's rows whose empty points lie in `region`.
    pub(super) fn parts(&mut self, state: &State<W>, attacker: Side, region: Bits<W>) -> Vec<Part<W>> {
        let empty = state.placeable();
        self.rows.clear();
        self.rows.extend(state.rows().open_to(attacker).filter_map(|(line, stones)| {
            let points = state.rows().set(line) & empty;
            (points & !region).is_empty().then_some(OpenRow { points, weight: 1 << stones })
        }));
        self.pair_up();
        self.core()
    }

    /// Gives as many rows as possible two points.
    fn pair_up(&mut self) {
        self.short.clear();
        self.free = !Bits::EMPTY;
        // Whatever is free can be taken at once; only then do rows have to be moved about.
        for row in 0..self.rows.len() {
            for _ in 0..2 {
                if !self.take_free(row as u16) {
                    self.short.push(row as u16);
                }
            }
        }
        let mut short = std::mem::take(&mut self.short);
        // What a search in vain has tried stays in vain: it is not tried again.
        let mut vain = Bits::EMPTY;
        short.retain(|&row| {
            let mut tried = vain;
            let is_found = self.augment(row, &mut tried);
            if !is_found {
                vain = tried;
            }
            !is_found
        });
        self.short = short;
    }

    /// Gives `row` a point that no row holds, if it has one.
    #[inline]
    fn take_free(&mut self, row: u16) -> bool {
        let point = (self.rows[usize::from(row)].points & self.free).iter().next();
        if let Some(point) = point {
            self.free.remove(point);
            self.holders[point] = row;
        }
        point.is_some()
    }

    /// Finds `row` one more point, moving other rows to other points; `tried` are the points already tried.
    fn augment(&mut self, row: u16, tried: &mut Bits<W>) -> bool {
        if self.take_free(row) {
            return true;
        }
        for point in self.rows[usize::from(row)].points & !*tried {
            let holder = self.holders[point];
            if tried.contains(point) || holder == row {
                continue;
            }
            tried.insert(point);
            if self.augment(holder, tried) {
                self.holders[point] = row;
                return true;
            }
        }
        false
    }

    /// Everything that is reached from the rows left short, by its connected parts.
    fn core(&mut self) -> Vec<Part<W>> {
        let mut reached = std::mem::take(&mut self.short);
        reached.dedup();
        self.is_reached.clear();
        self.is_reached.resize(self.rows.len(), false);
        for &row in &reached {
            self.is_reached[usize::from(row)] = true;
        }
        let mut seen = Bits::EMPTY;
        let mut next = 0;
        while let Some(&number) = reached.get(next) {
            next += 1;
            let points = self.rows[usize::from(number)].points;
            for point in points & !seen & !self.free {
                let holder = usize::from(self.holders[point]);
                if !self.is_reached[holder] {
                    self.is_reached[holder] = true;
                    reached.push(holder as u16);
                }
            }
            seen = seen | points;
        }
        let parts = self.split(&mut reached);
        self.short = reached;
        parts
    }

    /// Splits rows into parts that share no point.
    fn split(&self, left: &mut Vec<u16>) -> Vec<Part<W>> {
        let mut parts = Vec::new();
        while let Some(first) = left.pop() {
            let first = self.rows[usize::from(first)];
            let mut part = Part { points: first.points, rows: Vec::with_capacity(left.len() + 1) };
            part.rows.push(first);
            // Until none of the others touches it.
            let mut before = 0;
            while before < part.rows.len() {
                before = part.rows.len();
                left.retain(|&number| {
                    let row = self.rows[usize::from(number)];
                    let is_apart = (row.points & part.points).is_empty();
                    if !is_apart {
                        part.points = part.points | row.points;
                        part.rows.push(row);
                    }
                    is_apart
                });
            }
            parts.push(part);
        }
        parts
    }
}
