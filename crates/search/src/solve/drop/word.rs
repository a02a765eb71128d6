//! One machine word that holds a whole board: 64 bits where that is enough, 128 otherwise.

use std::fmt::Debug;
use std::ops::{BitAnd, BitOr, BitOrAssign, Not};

/// A set of bits. Shifts may go any distance; what leaves the word is gone.
pub(super) trait Word:
    Copy
    + Eq
    + Ord
    + Debug
    + Send
    + Sync
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitOrAssign
    + Not<Output = Self>
{
    /// How many bits there are.
    const BITS: u32;
    /// The empty set.
    const EMPTY: Self;

    /// The set of one bit.
    fn single(bit: u32) -> Self;
    /// Every bit moved up.
    fn up(self, by: u32) -> Self;
    /// Every bit moved down.
    fn down(self, by: u32) -> Self;
    /// The sum of two numbers, which carries.
    fn plus(self, other: Self) -> Self;
    /// The difference of two numbers, which borrows.
    fn minus(self, other: Self) -> Self;
    /// The lowest bit alone.
    fn lowest(self) -> Self;
    /// How many bits are in the set.
    fn count(self) -> u32;
    /// The index of the lowest bit.
    fn index(self) -> u32;
    /// As a number.
    fn number(self) -> u128;

    /// Whether no bit is in the set.
    #[inline]
    fn is_empty(self) -> bool {
        self == Self::EMPTY
    }

    /// Whether more than one bit is in the set.
    #[inline]
    fn is_many(self) -> bool {
        self != self.lowest()
    }

    /// The bits one by one, the lowest first.
    #[inline]
    fn bits(self) -> impl Iterator<Item = Self> {
        let mut rest = self;
        std::iter::from_fn(move || {
            let bit = rest.lowest();
            rest = rest & !bit;
            (!bit.is_empty()).then_some(bit)
        })
    }
}

macro_rules! word {
    ($type:ty) => {
        impl Word for $type {
            const BITS: u32 = <$type>::BITS;
            const EMPTY: $type = 0;

            #[inline]
            fn single(bit: u32) -> $type {
                1 << bit
            }

            #[inline]
            fn up(self, by: u32) -> $type {
                self.checked_shl(by).unwrap_or(0)
            }

            #[inline]
            fn down(self, by: u32) -> $type {
                self.checked_shr(by).unwrap_or(0)
            }

            #[inline]
            fn plus(self, other: $type) -> $type {
                self.wrapping_add(other)
            }

            #[inline]
            fn minus(self, other: $type) -> $type {
                self.wrapping_sub(other)
            }

            #[inline]
            fn lowest(self) -> $type {
                self & self.wrapping_neg()
            }

            #[inline]
            fn count(self) -> u32 {
                self.count_ones()
            }

            #[inline]
            fn index(self) -> u32 {
                self.trailing_zeros()
            }

            #[inline]
            fn number(self) -> u128 {
                self.into()
            }
        }
    };
}

word!(u64);
word!(u128);
