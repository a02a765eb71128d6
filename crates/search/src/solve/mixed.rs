//! Pairs and potential together: a proof that an attack on a part of the board is hopeless.
//!
//! The pairing strategy (see [`super::pairing`]) asks for two points of every row; the potential (see [`super::bounds`]) asks
//! for none, but for few rows. Between them: choose some pairs of points. If the attacker takes a point of a pair, the
//! defender takes the other. So a row with both points of a pair is never completed, and drops out. A row with one point of
//! a pair is weighed as if the attacker had that point already: he may take it whenever he likes, which changes no weight
//! then, while the defender's answer can only close rows. All other points are answered as Erdős and Selfridge do, by
//! the greatest weight, and with these weights their argument goes through unchanged.
//!
//! With w(p) the weight of all rows through p and b that of the rows through both p and q, the pair (p, q) takes b from
//! the potential and adds w(p) - b and w(q) - b: it is worth 3b - w(p) - w(q). Pairs are chosen greedily, the best
//! first, while they are worth something. Near an edge, where many rows share two points and few pass through one of them, they lower it much:
//! a board of 7×6 points takes a thousand positions instead of millions.

use kinrow_game::Bits;

use super::pairing::Part;

/// Of larger parts, which no pairs make hopeless, only the potential is looked at.
const MOST_ROWS: usize = 128;

/// How far an attack on a part is from hopeless.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Excess {
    /// With the attacker to move: 0 when it is hopeless, else the more the further.
    pub(super) attacking: u64,
    /// Whether it is hopeless with the defender to move.
    pub(super) is_held: bool,
}

/// Chooses the pairs. Kept from part to part for its memory alone.
#[derive(Debug)]
pub(super) struct Mixed {
    /// By point, the weight of the rows through it.
    through: Vec<u64>,
    /// By two points, the weight of the rows through both: `size` numbers for each.
    both: Vec<u64>,
    /// By point of the board, its number among those of the part.
    numbers: Vec<u16>,
    size: usize,
    rows: Vec<Row>,
    /// The points of the rows by their numbers, one row behind the other.
    points: Vec<u16>,
    /// Two points of a row each, the lesser number first.
    pairs: Vec<(u16, u16)>,
}

/// A row that is left: where its points are, and its weight.
#[derive(Clone, Copy, Debug)]
struct Row {
    start: usize,
    length: usize,
    weight: u64,
}

impl Mixed {
    /// For boards of up to `points` bits.
    pub(super) fn new(points: usize) -> Mixed {
        Mixed {
            through: Vec::new(),
            both: Vec::new(),
            numbers: vec![0; points],
            size: 0,
            rows: Vec::new(),
            points: Vec::new(),
            pairs: Vec::new(),
        }
    }

    /// How far the attack on `part` is from hopeless, where a row completed weighs `whole`.
    pub(super) fn excess<const W: usize>(&mut self, part: &Part<W>, whole: u64) -> Excess {
        let potential: u64 = part.rows.iter().map(|row| row.weight).sum();
        if part.rows.len() > MOST_ROWS {
            return Excess {
                attacking: (2 * potential + 1).saturating_sub(whole),
                is_held: potential < whole,
            };
        }
        self.set_up(part);
        if self.through.iter().all(|through| potential + through < whole) {
            return Excess { attacking: 0, is_held: true };
        }
        let mut paired = Bits::<W>::EMPTY;
        while let Some((one, other)) = self.best_pair() {
            paired.insert(one.into());
            paired.insert(other.into());
            self.pair(one, other);
        }
        let potential = self.potential();
        let excess = |number: usize| (potential + self.through[number] + 1).saturating_sub(whole);
        let attacking = (0..self.size).filter(|&number| !paired.contains(number)).map(excess).sum();
        Excess { attacking, is_held: potential < whole }
    }

    /// The potential of a part as far as pairs lower it.
    pub(super) fn least_potential<const W: usize>(&mut self, part: &Part<W>) -> u64 {
        if part.rows.len() > MOST_ROWS {
            return part.rows.iter().map(|row| row.weight).sum();
        }
        self.set_up(part);
        while let Some((one, other)) = self.best_pair() {
            self.pair(one, other);
        }
        self.potential()
    }

    fn potential(&self) -> u64 {
        self.rows.iter().map(|row| row.weight).sum()
    }

    fn set_up<const W: usize>(&mut self, part: &Part<W>) {
        self.size = part.points.len() as usize;
        for (number, point) in part.points.iter().enumerate() {
            self.numbers[point] = number as u16;
        }
        self.through.clear();
        self.through.resize(self.size, 0);
        self.both.clear();
        self.both.resize(self.size * self.size, 0);
        self.rows.clear();
        self.points.clear();
        self.pairs.clear();
        for row in &part.rows {
            let start = self.points.len();
            self.points.extend(row.points.iter().map(|point| self.numbers[point]));
            let row = Row { start, length: self.points.len() - start, weight: row.weight };
            self.rows.push(row);
            for (i, &one) in self.points[start..].iter().enumerate() {
                self.through[usize::from(one)] += row.weight;
                for &other in &self.points[start + i + 1..] {
                    let both = &mut self.both[usize::from(one) * self.size + usize::from(other)];
                    if *both == 0 {
                        self.pairs.push((one, other));
                    }
                    *both += row.weight;
                }
            }
        }
    }

    /// Counts a row in, or out.
    fn count(&mut self, row: Row, is_in: bool) {
        let weight = if is_in { row.weight } else { row.weight.wrapping_neg() };
        let points = &self.points[row.start..row.start + row.length];
        for (i, &one) in points.iter().enumerate() {
            let one = usize::from(one);
            self.through[one] = self.through[one].wrapping_add(weight);
            for &other in &points[i + 1..] {
                let both = &mut self.both[one * self.size + usize::from(other)];
                *both = both.wrapping_add(weight);
            }
        }
    }

    /// The pair that lowers the potential most; of equal ones that with the least numbers.
    fn best_pair(&self) -> Option<(u16, u16)> {
        let (mut best, mut pair) = (0, None);
        for &(one, other) in &self.pairs {
            let (i, j) = (usize::from(one), usize::from(other));
            let gain = (3 * self.both[i * self.size + j]).saturating_sub(self.through[i] + self.through[j]);
            if gain > best || gain == best && pair.is_some_and(|pair| (one, other) < pair) {
                (best, pair) = (gain, Some((one, other)));
            }
        }
        pair
    }

    /// Makes a pair of two points.
    fn pair(&mut self, one: u16, other: u16) {
        let is_apart = |point: u16| point != one && point != other;
        self.pairs.retain(|&(i, j)| is_apart(i) && is_apart(j));
        let mut i = 0;
        while let Some(&row) = self.rows.get(i) {
            let points = &self.points[row.start..row.start + row.length];
            let has = |point: u16| points.contains(&point);
            match (has(one), has(other)) {
                (false, false) => i += 1,
                (true, true) => {
                    self.count(row, false);
                    self.rows.swap_remove(i);
                }
                _ => {
                    let taken = points.iter().position(|&point| !is_apart(point)).unwrap_or(0);
                    self.count(row, false);
                    // The points of a row stay in the order of their numbers.
                    self.points.copy_within(row.start + taken + 1..row.start + row.length, row.start + taken);
                    let row = Row { length: row.length - 1, weight: 2 * row.weight, ..row };
                    self.count(row, true);
                    self.rows[i] = row;
                    i += 1;
                }
            }
        }
    }
}
