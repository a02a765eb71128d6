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
/// Points of a part that a set of them has room for.
const MOST_POINTS: usize = 64;

/// How far an attack on a part is from hopeless.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Excess {
    /// With the attacker to move: 0 when it is hopeless, else the more the further.
    pub(super) attacking: u64,
    /// Whether it is hopeless with the defender to move.
    pub(super) is_held: bool,
}

/// Chooses the pairs. Kept from part to part for its memory alone. Points go by their numbers among those of the part.
#[derive(Debug)]
pub(super) struct Mixed {
    /// By point, the weight of the rows through it.
    through: [u32; MOST_POINTS],
    /// By two points, the lesser number first, the weight of the rows through both: `size` numbers for each.
    both: Vec<u32>,
    size: usize,
    /// By point of the board, its number.
    numbers: Vec<u8>,
    rows: Vec<Row>,
    /// The places in `both` of two points that can become a pair.
    pairs: Vec<Pair>,
    potential: u32,
    /// The points that no pair has.
    unpaired: Bits<1>,
}

/// A row that is left: its points, but for those in pairs, and its weight.
#[derive(Clone, Copy, Debug)]
struct Row {
    points: Bits<1>,
    weight: u32,
}

/// Two points, the lesser number first.
#[derive(Clone, Copy, Debug)]
struct Pair {
    one: u8,
    other: u8,
}

impl Mixed {
    /// For boards of up to `points` bits.
    pub(super) fn new(points: usize) -> Mixed {
        Mixed {
            through: [0; MOST_POINTS],
            both: Vec::new(),
            size: 0,
            numbers: vec![0; points],
            rows: Vec::new(),
            pairs: Vec::new(),
            potential: 0,
            unpaired: Bits::EMPTY,
        }
    }

    /// How far the attack on `part` is from hopeless, where a row completed weighs `whole`.
    pub(super) fn excess<const W: usize>(&mut self, part: &Part<W>, whole: u64) -> Excess {
        if is_large(part) {
            let potential = part.potential();
            return Excess {
                attacking: (2 * potential + 1).saturating_sub(whole),
                is_held: potential < whole,
            };
        }
        self.set_up(part);
        let whole = whole as u32;
        let mut attacking = self.attacking_excess(whole);
        while attacking > 0
            && let Some(pair) = self.best_pair()
        {
            self.pair(pair);
            attacking = self.attacking_excess(whole);
        }
        Excess { attacking, is_held: self.potential < whole }
    }

    /// The potential of a part as far as pairs lower it.
    pub(super) fn least_potential<const W: usize>(&mut self, part: &Part<W>) -> u64 {
        if is_large(part) {
            return part.potential();
        }
        self.set_up(part);
        while let Some(pair) = self.best_pair() {
            self.pair(pair);
        }
        self.potential.into()
    }

    /// What was left of the potential of `part`, which was the last to be looked at.
    pub(super) fn potential_left<const W: usize>(&self, part: &Part<W>) -> u64 {
        if is_large(part) { part.potential() } else { self.potential.into() }
    }

    /// What the rows through a point of it weighed then, as far as that is known.
    pub(super) fn weight_left<const W: usize>(&self, part: &Part<W>, number: usize) -> u64 {
        if is_large(part) { 0 } else { self.through[number].into() }
    }

    /// How much the attacker's moves outside of pairs take the potential above 1, all in all.
    #[inline]
    fn attacking_excess(&self, whole: u32) -> u64 {
        let excess = |number: usize| (self.potential + self.through[number] + 1).saturating_sub(whole);
        self.unpaired.iter().map(|number| u64::from(excess(number))).sum()
    }

    fn set_up<const W: usize>(&mut self, part: &Part<W>) {
        self.size = part.points.len() as usize;
        for (number, point) in part.points.iter().enumerate() {
            self.numbers[point] = number as u8;
        }
        self.through[..self.size].fill(0);
        self.both.clear();
        self.both.resize(self.size * self.size, 0);
        self.rows.clear();
        self.pairs.clear();
        self.unpaired = (!Bits::EMPTY).shifted_down((MOST_POINTS - self.size) as u32);
        self.potential = 0;
        for row in &part.rows {
            let weight = row.weight as u32;
            let points = row.points.iter().map(|point| self.numbers[point].into()).collect();
            self.rows.push(Row { points, weight });
            self.potential += weight;
            let mut rest = points;
            for one in points {
                self.through[one] += weight;
                rest.remove(one);
                let both = &mut self.both[one * self.size..(one + 1) * self.size];
                for other in rest {
                    if both[other] == 0 {
                        self.pairs.push(Pair { one: one as u8, other: other as u8 });
                    }
                    both[other] += weight;
                }
            }
        }
    }

    /// The pair that lowers the potential most; of equal ones that with the least numbers.
    fn best_pair(&self) -> Option<Pair> {
        let mut best = 0;
        for &Pair { one, other } in &self.pairs {
            let (i, j) = (usize::from(one), usize::from(other));
            let gain = 3 * self.both[i * self.size + j] as i32 - (self.through[i] + self.through[j]) as i32;
            let place = u16::from_be_bytes([!one, !other]);
            best = best.max(i64::from(gain) << 16 | i64::from(place));
        }
        let [.., one, other] = best.to_be_bytes();
        (best >> 16 > 0).then_some(Pair { one: !one, other: !other })
    }

    /// Makes a pair of two points. What the rows through them weigh is not kept up for these points.
    fn pair(&mut self, pair: Pair) {
        self.pairs.retain(|other| {
            let is_in = |point: u8| point == pair.one || point == pair.other;
            !is_in(other.one) && !is_in(other.other)
        });
        let both = Bits::single(pair.one.into()) | Bits::single(pair.other.into());
        self.unpaired &= !both;
        let mut i = 0;
        while let Some(&Row { points, weight }) = self.rows.get(i) {
            let rest = points & !both;
            if points & both == both {
                self.rows.swap_remove(i);
                self.weigh(rest, weight.wrapping_neg());
            } else {
                if points != rest {
                    self.rows[i] = Row { points: rest, weight: 2 * weight };
                    self.weigh(rest, weight);
                }
                i += 1;
            }
        }
    }

    /// Adds to the weight of a row through these points.
    #[inline]
    fn weigh(&mut self, points: Bits<1>, weight: u32) {
        self.potential = self.potential.wrapping_add(weight);
        let mut rest = points;
        for one in points {
            self.through[one] = self.through[one].wrapping_add(weight);
            rest.remove(one);
            let both = &mut self.both[one * self.size..(one + 1) * self.size];
            for other in rest {
                both[other] = both[other].wrapping_add(weight);
            }
        }
    }
}

fn is_large<const W: usize>(part: &Part<W>) -> bool {
    part.rows.len() > MOST_ROWS || part.points.len() as usize > MOST_POINTS
}
