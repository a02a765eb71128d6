//! From the values of an axis to places on paper.

use super::ticks::{self, Step};
use super::{Axis, Scale};

/// Beyond this differences overflow.
const LARGEST: f64 = 1e300;
/// Below this quotients do.
const SMALLEST: f64 = 1e-300;

/// Whether a number is one that can be drawn.
pub(super) fn is_drawable(value: f64) -> bool {
    value.abs() <= LARGEST
}

/// Whether a value can be part of an axis' range; a 0 that is set apart lies beyond it.
fn has_place(scale: Scale, value: f64) -> bool {
    is_drawable(value) && (scale == Scale::Linear || value >= SMALLEST)
}

/// A range that was widened, back to what has a place.
fn within_bounds(scale: Scale, (low, high): (f64, f64)) -> (f64, f64) {
    let lowest = if scale == Scale::Linear { -LARGEST } else { SMALLEST };
    (low.max(lowest), high.min(LARGEST))
}

/// The range given for an axis, if it is one.
pub(super) fn given(axis: &Axis) -> Option<(f64, f64)> {
    let (a, b) = axis.range?;
    let both = has_place(axis.scale, a) && has_place(axis.scale, b);
    (both && ticks::is_range(a.min(b), a.max(b))).then(|| (a.min(b), a.max(b)))
}

/// The range of values on an axis; around a single value, and from nothing, a range that contains it.
pub(super) fn of_values(scale: Scale, values: impl Iterator<Item = f64>) -> (f64, f64) {
    let values = values.filter(|value| has_place(scale, *value));
    let (low, high) = values
        .fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), value| (low.min(value), high.max(value)));
    match scale {
        Scale::Linear if low > high => (0.0, 1.0),
        Scale::Log10 | Scale::Log10AndZero if low > high => (1.0, 10.0),
        _ if ticks::is_range(low, high) => (low, high),
        Scale::Linear => {
            let around = if low.abs() < 1e-290 { 0.5 } else { low.abs() / 10.0 };
            within_bounds(scale, (low - around, high + around))
        }
        Scale::Log10 | Scale::Log10AndZero => within_bounds(scale, (low / 2.0, high * 2.0)),
    }
}

/// A range widened to where ticks are, so that the data do not touch the edges by chance.
pub(super) fn rounded(scale: Scale, (low, high): (f64, f64), most: usize) -> (f64, f64) {
    let widened = match scale {
        Scale::Linear => {
            let step = Step::of(high - low, most);
            (step.times((low / step.size() + 1e-9).floor()), step.times((high / step.size() - 1e-9).ceil()))
        }
        Scale::Log10 | Scale::Log10AndZero => {
            let near =
                |value: f64, factor: f64| Step { factor, exponent: value.log10().floor() as i32 }.size();
            let below =
                [5.0, 2.0].into_iter().map(|factor| near(low, factor)).find(|at| *at <= low * (1.0 + 1e-9));
            let above = [1.0, 2.0, 5.0]
                .into_iter()
                .map(|factor| near(high, factor))
                .find(|at| *at >= high * (1.0 - 1e-9));
            (below.unwrap_or(near(low, 1.0)), above.unwrap_or(near(high, 10.0)))
        }
    };
    within_bounds(scale, widened)
}

/// Where values lie on paper.
#[derive(Clone, Copy, Debug)]
pub(super) struct Mapping {
    pub scale: Scale,
    pub low: f64,
    pub high: f64,
    /// The place of `low`, or of 0 when that is apart.
    pub from: f64,
    /// The place of `high`.
    pub to: f64,
}

/// How much of an axis lies between 0 and its logarithmic part.
const APART: f64 = 0.07;

impl Mapping {
    /// The place of a value; not finite when it has none.
    pub fn at(&self, value: f64) -> f64 {
        let begin = self.begin();
        let part = match self.scale {
            Scale::Linear => (value - self.low) / (self.high - self.low),
            Scale::Log10AndZero if value == 0.0 => return self.from,
            Scale::Log10 | Scale::Log10AndZero if value <= 0.0 => return f64::NAN,
            Scale::Log10 | Scale::Log10AndZero => {
                (value.log10() - self.low.log10()) / (self.high.log10() - self.low.log10())
            }
        };
        begin + part * (self.to - begin)
    }

    /// The place of `low`: after the one of 0, where that is apart.
    pub fn begin(&self) -> f64 {
        match self.scale {
            Scale::Linear | Scale::Log10 => self.from,
            Scale::Log10AndZero => self.from + APART * (self.to - self.from),
        }
    }
}
