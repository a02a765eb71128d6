//! Wins by continuous threats (VCT): every move of the attacker threatens to win, or to threaten twice, so that the defender has only few answers.
//!
//! Depth-first proof-number search (df-pn; Nagai 2002, with the thresholds of Pawlewicz and Lew 2007). The attacker's moves are those that make
//! a four or an open three, for five in a row; the defender's are all that [`crate::stage`] leaves it, its own fours among
//! them, so that a win that is found is a proof. That none is found says only that there is none of this kind.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use kinrow_agent::{Budget, Stopped};
use kinrow_game::Side;

use crate::cells::{Cell, Cells};
use crate::field::Field;
use crate::fours::{Failed, Fours, win_by_fours};
use crate::judgement::sorted_ranks;
use crate::sight::Sight;
use crate::stage::{Stage, allowed, stage};
use crate::weights::urgency;

/// Proof and disproof numbers: how many positions at least must be shown to be won, or not, before this one is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Numbers {
    proof: u32,
    disproof: u32,
}

const INFINITE: u32 = u32::MAX / 4;
const PROVEN: Numbers = Numbers { proof: 0, disproof: INFINITE };
const DISPROVEN: Numbers = Numbers { proof: INFINITE, disproof: 0 };

kinrow_agent::named! {
    /// What the attacker may do.
    pub enum Threats {
        /// Threaten to win at once, with every move: a win by continuous fours.
        Vcf = "vcf",
        /// Threaten to win, or to threaten twice: a win by continuous fours and open threes.
        Vct = "vct",
    }
}

/// What a search for threats found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Verdict {
    /// The attacker wins, by this line against the longest defence.
    Win(Vec<Cell>),
    /// There is no win by such threats.
    None,
    /// The limit came first.
    Unknown,
}

/// Keys are random already.
#[derive(Clone, Copy, Default, Debug)]
struct AsIs(u64);

impl Hasher for AsIs {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, _: &[u8]) {}

    fn write_u64(&mut self, key: u64) {
        self.0 = key;
    }
}

/// A search for threats of one side.
pub(crate) struct Proof<'a> {
    sight: &'a mut Sight,
    budget: &'a mut Budget,
    attacker: Side,
    threats: Threats,
    known: HashMap<u64, Numbers, BuildHasherDefault<AsIs>>,
    /// Positions that may be kept: with more, the search ends.
    most: usize,
    /// Whether idle fours are tried too, so that no win by threats is missed.
    is_thorough: bool,
    /// The stones on the board by which the win must be complete. (A position tells how many there are, so that what is known of one does not depend on the way there.)
    last: usize,
    failed: Failed,
    /// Who hears now and then how many positions were looked at.
    listener: Option<&'a mut dyn FnMut(u64)>,
}

/// Bytes of a place in the table: the standard library's has one for each entry besides.
const PLACE_BYTES: u64 = size_of::<(u64, Numbers)>() as u64 + 1;

/// That table doubles when so many of so many places are taken.
const FULL: (usize, usize) = (7, 8);

/// Entries that a search may still add on its way back to the root: one for each ply.
const WAY_BACK: usize = 400;

/// How many positions a search may keep in so many megabytes. While a table doubles, half as much again is in use.
pub(crate) fn kept_within(megabytes: u64) -> usize {
    let places = megabytes.max(1).saturating_mul(1 << 20) / PLACE_BYTES * 2 / 3;
    let places = usize::try_from(places).map_or(usize::MAX / 2, |places| 1 << places.ilog2());
    places / FULL.1 * FULL.0 - WAY_BACK
}

/// Positions between two times that the listener hears of it.
const TELL_EVERY: u64 = 4096;

/// Fours in a row at the most, where threes are tried too.
const FOURS: usize = 12;

impl<'a> Proof<'a> {
    /// A search for a win of `attacker`, over at most so many positions.
    pub(crate) fn new(
        sight: &'a mut Sight,
        budget: &'a mut Budget,
        attacker: Side,
        threats: Threats,
        most: usize,
    ) -> Proof<'a> {
        Proof {
            sight,
            budget,
            attacker,
            threats,
            known: HashMap::default(),
            most,
            is_thorough: true,
            last: usize::MAX,
            failed: Failed::default(),
            listener: None,
        }
    }

    /// The same for wins of at most so many plies.
    pub(crate) fn within(self, plies: usize) -> Proof<'a> {
        Proof { last: self.sight.plies() + plies, ..self }
    }

    /// The same without fours that nothing seems to follow from, which is quicker; that no win was found then says nothing.
    pub(crate) fn without_idle(self) -> Proof<'a> {
        Proof { is_thorough: false, ..self }
    }

    /// The same, and `listener` hears how many positions have been looked at.
    pub(crate) fn heard_by(self, listener: &'a mut dyn FnMut(u64)) -> Proof<'a> {
        Proof { listener: Some(listener), ..self }
    }

    /// Bytes of the table.
    pub(crate) fn bytes(&self) -> u64 {
        (self.known.capacity() / FULL.0 * FULL.1) as u64 * PLACE_BYTES
    }

    /// Whether the attacker wins by continuous threats.
    ///
    /// # Errors
    /// When the budget ends it; the board is as it was.
    pub(crate) fn search(&mut self) -> Result<Verdict, Stopped> {
        let numbers = self.expand(INFINITE, INFINITE)?;
        Ok(match numbers {
            Numbers { proof: 0, .. } => Verdict::Win(self.line()),
            Numbers { disproof: 0, .. } if self.is_thorough => Verdict::None,
            _ => Verdict::Unknown,
        })
    }

    /// The moves of a position, or what is known of it without a look at them.
    fn moves(&self) -> Result<Cells, Numbers> {
        let own = self.sight.to_move();
        let is_attacker = own == self.attacker;
        let threats = || {
            let threats = match self.threats {
                Threats::Vcf => *self.sight.once(own),
                Threats::Vct => self.sight.once(own).or(self.sight.soon(own)),
            };
            allowed(self.sight, own, threats)
        };
        let is_by_fours = self.threats == Threats::Vcf;
        let moves = match stage(self.sight) {
            // Only fours count: a block that lets a three stand is none, although it may win.
            Stage::Lost(4) | Stage::Defend(_) if is_by_fours && !is_attacker => return Err(DISPROVEN),
            Stage::Won(plies) => return Err(if is_attacker { self.won_in(plies) } else { DISPROVEN }),
            Stage::Lost(plies) => return Err(if is_attacker { DISPROVEN } else { self.won_in(plies) }),
            _ if self.sight.plies() >= self.last => return Err(DISPROVEN),
            Stage::Only(cell) => [cell].into_iter().collect(),
            Stage::Defend(cells) if is_attacker => threats().and(&cells),
            Stage::Defend(cells) => cells,
            Stage::Free if is_attacker && self.is_thorough => threats(),
            Stage::Free if is_attacker => {
                threats().iter().filter(|cell| !self.sight.is_idle(*cell)).collect()
            }
            Stage::Free => return Err(DISPROVEN),
        };
        if moves.is_empty() { Err(DISPROVEN) } else { Ok(moves) }
    }

    /// What a win of the attacker is worth that takes so many plies from here.
    fn won_in(&self, plies: usize) -> Numbers {
        if self.sight.plies() + plies <= self.last { PROVEN } else { DISPROVEN }
    }

    /// What is known of a position that was just reached; a first guess where nothing is.
    fn numbers(&self) -> Numbers {
        if let Some(known) = self.known.get(&self.sight.key()) {
            return *known;
        }
        match self.moves() {
            Err(known) => known,
            // The more answers there are, the more has to be shown.
            Ok(moves) if self.sight.to_move() != self.attacker => {
                Numbers { proof: moves.len_up_to(8) as u32, disproof: 1 }
            }
            Ok(_) => Numbers { proof: 1, disproof: 1 },
        }
    }

    /// What is known of a position that was just reached. Where not everything is tried, the attacker is first asked whether fours alone win: most wins end
    /// that way.
    fn first_look(&mut self) -> Result<Numbers, Stopped> {
        let numbers = self.numbers();
        let is_open = numbers.proof > 0 && numbers.disproof > 0;
        if !is_open || self.is_thorough || self.sight.to_move() != self.attacker {
            return Ok(numbers);
        }
        let Proof { sight, budget, failed, .. } = self;
        let mut line = Vec::new();
        if win_by_fours(&mut **sight, budget, failed, FOURS, Fours::Joined, None, &mut line)?.is_none() {
            return Ok(numbers);
        }
        // Every answer was forced, so that each position on the way is won.
        for &cell in line.iter().rev() {
            self.known.insert(self.sight.key(), PROVEN);
            self.sight.play(cell);
        }
        for _ in &line {
            self.sight.undo();
        }
        Ok(PROVEN)
    }

    /// Searches below a position until one of its numbers reaches a threshold.
    fn expand(&mut self, most_proof: u32, most_disproof: u32) -> Result<Numbers, Stopped> {
        self.budget.spend()?;
        if let Some(listener) = &mut self.listener
            && self.budget.spent().is_multiple_of(TELL_EVERY)
        {
            listener(self.budget.spent());
        }
        let key = self.sight.key();
        let moves = match self.moves() {
            Ok(moves) => moves,
            Err(known) => {
                self.known.insert(key, known);
                return Ok(known);
            }
        };
        let is_attacker = self.sight.to_move() == self.attacker;
        let own = self.sight.to_move();
        let mut children: Vec<(Cell, Numbers)> = Vec::new();
        for cell in moves.iter() {
            self.sight.play(cell);
            let numbers = self.first_look();
            self.sight.undo();
            children.push((cell, numbers?));
        }
        // Of moves that look alike to the numbers the more urgent comes first.
        children
            .sort_by_key(|(cell, _)| std::cmp::Reverse(urgency(sorted_ranks(self.sight.code(own, *cell)))));
        loop {
            let numbers = combine(is_attacker, &children);
            let is_full = self.known.len() >= self.most;
            if numbers.proof >= most_proof || numbers.disproof >= most_disproof || is_full {
                self.known.insert(key, numbers);
                return Ok(numbers);
            }
            // The attacker follows the move nearest to a proof, the defender the one nearest to a disproof.
            let measure = |numbers: &Numbers| if is_attacker { numbers.proof } else { numbers.disproof };
            let Some(best) = (0..children.len()).min_by_key(|&index| measure(&children[index].1)) else {
                return Ok(numbers);
            };
            let second = (0..children.len())
                .filter(|&index| index != best)
                .map(|index| measure(&children[index].1))
                .min()
                .unwrap_or(INFINITE);
            let chosen = children[best].1;
            // A little more than the second best, so that the search does not jump to and fro.
            let enough = second.saturating_add(second / 4).saturating_add(1).min(INFINITE);
            let (proof, disproof) = if is_attacker {
                (most_proof.min(enough), most_disproof - numbers.disproof + chosen.disproof)
            } else {
                (most_proof - numbers.proof + chosen.proof, most_disproof.min(enough))
            };
            self.sight.play(children[best].0);
            let searched = self.expand(proof.min(INFINITE), disproof.min(INFINITE));
            self.sight.undo();
            children[best].1 = searched?;
        }
    }

    /// The line of the win that was found against the defence that lasts longest.
    fn line(&mut self) -> Vec<Cell> {
        let mut distances = HashMap::default();
        let mut line = Vec::new();
        while let Ok(moves) = self.moves() {
            let is_attacker = self.sight.to_move() == self.attacker;
            let mut found: Vec<(usize, Cell)> = Vec::new();
            for cell in moves.iter() {
                self.sight.play(cell);
                if self.numbers().proof == 0 {
                    found.push((self.distance(&mut distances), cell));
                }
                self.sight.undo();
            }
            let next = if is_attacker { found.into_iter().min() } else { found.into_iter().max() };
            let Some((_, cell)) = next else { break };
            self.sight.play(cell);
            line.push(cell);
        }
        let mut end = Vec::new();
        if self.sight.to_move() != self.attacker {
            // Nothing helps any more: one of the wins is blocked.
            let own = self.sight.to_move();
            let block = self.sight.wins(self.attacker).or(self.sight.twice(self.attacker)).first();
            let block = block.filter(|cell| !self.sight.is_forbidden(own, *cell));
            let block = block.or_else(|| allowed(self.sight, own, self.sight.empty).first());
            if let Some(block) = block {
                self.sight.play(block);
                line.push(block);
            }
        }
        self.sight.finish(&mut end);
        for _ in &line {
            self.sight.undo();
        }
        line.extend(end.into_iter().rev());
        line
    }

    /// How many plies the win takes that was found, from a position that is won.
    fn distance(&mut self, known: &mut HashMap<u64, usize, BuildHasherDefault<AsIs>>) -> usize {
        let is_attacker = self.sight.to_move() == self.attacker;
        let moves = match (stage(self.sight), self.moves()) {
            (Stage::Won(plies) | Stage::Lost(plies), _) => return plies,
            (_, Err(_)) => return 0,
            (_, Ok(moves)) => moves,
        };
        let key = self.sight.key();
        if let Some(distance) = known.get(&key) {
            return *distance;
        }
        let mut best: Option<usize> = None;
        for cell in moves.iter() {
            self.sight.play(cell);
            if self.numbers().proof == 0 {
                let distance = 1 + self.distance(known);
                let is_better =
                    best.is_none_or(|best| if is_attacker { distance < best } else { distance > best });
                best = if is_better { Some(distance) } else { best };
            }
            self.sight.undo();
        }
        let distance = best.unwrap_or(0);
        known.insert(key, distance);
        distance
    }
}

/// The numbers of a position by those of its children.
fn combine(is_attacker: bool, children: &[(Cell, Numbers)]) -> Numbers {
    let sum = |of: fn(&Numbers) -> u32| {
        let parts = children.iter().map(|(_, numbers)| of(numbers));
        parts.fold(0u32, |sum, part| if part >= INFINITE { INFINITE } else { (sum + part).min(INFINITE) })
    };
    let least =
        |of: fn(&Numbers) -> u32| children.iter().map(|(_, numbers)| of(numbers)).min().unwrap_or(INFINITE);
    if is_attacker {
        let proof = least(|numbers| numbers.proof);
        let disproof = if proof == 0 { INFINITE } else { sum(|numbers| numbers.disproof) };
        Numbers { proof, disproof }
    } else {
        let disproof = least(|numbers| numbers.disproof);
        let proof = if disproof == 0 { INFINITE } else { sum(|numbers| numbers.proof) };
        Numbers { proof, disproof }
    }
}
