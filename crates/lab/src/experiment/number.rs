//! Numbers of tasks, which a short file can make larger than any integer.

use std::fmt;
use std::iter::Product;
use std::ops::{Add, Mul};

use kinrow_text::numbers::grouped;

/// A number of things: exact where it fits 128 bits, and always by its logarithm.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Number {
    exact: Option<u128>,
    log10: f64,
}

impl Number {
    /// The exact number, unless it is beyond all bounds.
    pub fn exact(self) -> Option<u128> {
        self.exact
    }

    /// How many pairs of different ones there are.
    pub fn pairs(self) -> Number {
        match self.exact.and_then(|n| n.checked_mul(n.saturating_sub(1))) {
            Some(twice) => Number::whole(twice / 2),
            None => Number { exact: None, log10: 2.0 * self.log10 - 2f64.log10() },
        }
    }

    fn whole(number: u128) -> Number {
        Number { exact: Some(number), log10: (number as f64).log10() }
    }
}

impl From<u64> for Number {
    fn from(number: u64) -> Number {
        Number::whole(number.into())
    }
}

impl Mul for Number {
    type Output = Number;

    fn mul(self, other: Number) -> Number {
        match self.exact.zip(other.exact).map(|(one, other)| one.checked_mul(other)) {
            Some(Some(product)) => Number::whole(product),
            // Nothing of something endless is still nothing.
            None if self.exact == Some(0) || other.exact == Some(0) => Number::whole(0),
            _ => Number { exact: None, log10: self.log10 + other.log10 },
        }
    }
}

impl Add for Number {
    type Output = Number;

    fn add(self, other: Number) -> Number {
        match self.exact.zip(other.exact).and_then(|(one, other)| one.checked_add(other)) {
            Some(sum) => Number::whole(sum),
            None => Number { exact: None, log10: self.log10.max(other.log10) },
        }
    }
}

impl Product for Number {
    fn product<I: Iterator<Item = Number>>(numbers: I) -> Number {
        numbers.fold(Number::whole(1), Mul::mul)
    }
}

/// As a sentence has it.
impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.exact {
            Some(number) => f.write_str(&grouped(number)),
            None => write!(f, "10^{:.0}", self.log10),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_exact_until_they_are_only_large() {
        let ten = Number::from(10);
        let power = |n: usize| std::iter::repeat_n(ten, n).product::<Number>();
        assert_eq!(power(0).to_string(), "1");
        assert_eq!(power(6).to_string(), "1,000,000");
        assert_eq!(power(38).exact(), Some(10u128.pow(38)));
        assert_eq!(power(39).exact(), None);
        assert_eq!(power(2000).to_string(), "10^2000");
        assert_eq!((power(2000) * Number::from(0)).exact(), Some(0));
        assert_eq!((power(2000) + ten).to_string(), "10^2000");
        assert_eq!((Number::from(5).pairs().exact(), Number::from(0).pairs().exact()), (Some(10), Some(0)));
        assert_eq!(power(30).pairs().to_string(), "10^60");
    }
}
