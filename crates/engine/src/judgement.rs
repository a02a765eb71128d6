//! What a stone on a cell would be to one colour, by the classes of all four lines through it.

use crate::Class;
use crate::weights::Weights;

/// The ranks of four classes, four bits each.
pub(crate) type Code = u16;

/// Whether a stone would do something that has to be answered. One stone may do several of these.
pub(crate) mod threat {
    /// It wins.
    pub(crate) const WIN: u8 = 1;
    /// The next stone wins, and one answer does not stop it: an open four or two fours, for five in a row.
    pub(crate) const TWICE: u8 = 2;
    /// The next stone wins: a four.
    pub(crate) const ONCE: u8 = 4;
    /// The next stone would threaten twice: an open three.
    pub(crate) const SOON: u8 = 8;
    /// Both of the last two: a four-three.
    pub(crate) const ONCE_AND_SOON: u8 = 16;
    /// In Renju Black may have to be refused: the referee's rule tells.
    pub(crate) const SUSPECT: u8 = 32;
    /// How many there are.
    pub(crate) const KINDS: usize = 6;
    /// No threat yet, but three more stones would win, and of the last there is a choice: an open two, for five in a row. Such cells are many, so
    /// that they are kept apart from the others.
    pub(crate) const LATER: u8 = 64;
}

/// All that is known of a stone's four lines, packed into one word: a board keeps one for each cell and side, and every move replaces dozens
/// of them.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) struct Judgement(u64);

impl Judgement {
    fn new(code: Code, value: i16, quad: u16, threats: u8) -> Judgement {
        let value = u64::from(value.cast_unsigned());
        Judgement(u64::from(code) | value << 16 | u64::from(quad) << 32 | u64::from(threats) << 48)
    }

    /// The classes in each direction; 0 where there is a stone.
    #[inline]
    pub(crate) fn code(self) -> Code {
        self.0 as Code
    }

    /// What the chance of playing there is worth to a colour.
    #[inline]
    pub(crate) fn value(self) -> i32 {
        ((self.0 >> 16) as i16).into()
    }

    /// The classes, whatever their order; see [`quad`].
    #[inline]
    pub(crate) fn quad(self) -> u16 {
        (self.0 >> 32) as u16
    }

    /// Flags of [`threat`].
    #[inline]
    pub(crate) fn threats(self) -> u8 {
        (self.0 >> 48) as u8
    }
}

/// A judgement for each code.
#[derive(Debug)]
pub(crate) struct Judgements(Box<[Judgement; CODES]>);

/// How many codes there are.
const CODES: usize = 1 << Code::BITS;

impl Judgements {
    /// The table by weights; with `is_restricted`, for Renju's Black.
    pub(crate) fn new(weights: &Weights, is_restricted: bool) -> Judgements {
        let mut all = Judgements(Box::new([Judgement::default(); CODES]));
        for code in 0..=Code::MAX {
            all.0[usize::from(code)] = judge(code, weights, is_restricted);
        }
        all
    }

    #[inline]
    pub(crate) fn of(&self, code: Code) -> Judgement {
        self.0[usize::from(code)]
    }
}

/// How urgent a stone looks by the classes of its lines.
#[derive(Debug)]
pub(crate) struct Urgencies(Vec<[u8; 2]>);

impl Urgencies {
    pub(crate) fn new(weights: &Weights) -> Urgencies {
        let ranks = all_ranks().into_iter();
        Urgencies(ranks.map(|ranks| [weights.attack(ranks), weights.defence(ranks)]).collect())
    }

    /// By what it makes, and by what it keeps the opponent from making.
    #[inline]
    pub(crate) fn of(&self, own: Judgement, other: Judgement) -> i32 {
        let [attack, _] = self.0[usize::from(own.quad())];
        let [_, defence] = self.0[usize::from(other.quad())];
        i32::from(attack) + i32::from(defence)
    }
}

/// The classes of a code.
pub(crate) fn classes(code: Code) -> [Class; 4] {
    [0, 4, 8, 12].map(|shift| Class::of_rank((code >> shift & 15) as u8))
}

/// The ranks of a code, the best first.
pub(crate) fn sorted_ranks(code: Code) -> [u8; 4] {
    let mut ranks = classes(code).map(Class::rank);
    ranks.sort_unstable_by(|a, b| b.cmp(a));
    ranks
}

/// How many ways there are to choose four classes, whatever their order.
pub(crate) const QUADS: usize = 3876;

/// Four ranks, the best first, as one number: they are counted like combinations.
pub(crate) fn quad(ranks: [u8; 4]) -> u16 {
    let [a, b, c, d] = ranks.map(u16::from);
    a * (a + 1) * (a + 2) / 6 * (a + 3) / 4 + b * (b + 1) * (b + 2) / 6 + c * (c + 1) / 2 + d
}

/// The ranks of each number of [`quad`].
pub(crate) fn all_ranks() -> Vec<[u8; 4]> {
    let mut all = vec![[0; 4]; QUADS];
    for a in 0..Class::RANKS as u8 {
        for b in 0..=a {
            for c in 0..=b {
                for d in 0..=c {
                    all[usize::from(quad([a, b, c, d]))] = [a, b, c, d];
                }
            }
        }
    }
    all
}

fn judge(code: Code, weights: &Weights, is_restricted: bool) -> Judgement {
    let classes = classes(code);
    let count = |is: fn(Class) -> bool| classes.iter().filter(|class| is(**class)).count();
    let fours = count(|class| matches!(class, Class::Blocked(1) | Class::Free(1)));
    let open_fours = count(|class| class == Class::Free(1));
    let threes = count(|class| class.narrow() == Class::Free(2));
    let mut threats = 0;
    let mut flag = |is_set: bool, flag: u8| threats |= if is_set { flag } else { 0 };
    flag(count(|class| class == Class::Win) > 0, threat::WIN);
    flag(open_fours > 0 || fours > 1 && !is_restricted, threat::TWICE);
    flag(fours > 0, threat::ONCE);
    flag(threes > 0, threat::SOON);
    flag(fours > 0 && threes > 0, threat::ONCE_AND_SOON);
    let is_over = count(|class| class == Class::Over) > 0;
    flag(is_restricted && (is_over || open_fours > 0 || fours > 1 || threes > 1), threat::SUSPECT);
    let ranks = sorted_ranks(code);
    flag(ranks[0] >= Class::Free(3).rank(), threat::LATER);
    Judgement::new(code, weights.value(ranks), quad(ranks), threats)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn four_classes_are_one_number() {
        let ranks = all_ranks();
        assert_eq!((quad([0; 4]), usize::from(quad([15; 4]))), (0, QUADS - 1));
        for (number, ranks) in ranks.into_iter().enumerate() {
            assert_eq!(usize::from(quad(ranks)), number);
        }
    }
}
