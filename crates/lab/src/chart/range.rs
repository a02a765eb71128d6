//! From the values of an axis to places on paper.

use super::{Axis, Scale, ticks};

/// Whether a number is one that can be drawn. Beyond 1e300 differences overflow.
pub(super) fn is_drawable(value: f64) -> bool {
    value.abs() <= 1e300
}

/// Whether a value has a place on an axis.
fn has_place(scale: Scale, value: f64) -> bool {
    is_drawable(value) && (scale == Scale::Linear || value >= 1e-300)
}

/// The range given for an axis, if it is one.
pub(super) fn given(axis: &Axis) -> Option<(f64, f64)> {
    let (a, b) = axis.range?;
    let both = has_place(axis.scale, a) && has_place(axis.scale, b);
    (both && !is_narrow(a.min(b), a.max(b))).then(|| (a.min(b), a.max(b)))
}

/// Whether two numbers are so close that no ticks fit between them.
fn is_narrow(low: f64, high: f64) -> bool {
    high - low <= 1e-9 * low.abs().max(high.abs()) || high - low < 1e-300
}

/// The range of values on an axis; around a single value, and from nothing, a range that contains it.
pub(super) fn of_values(scale: Scale, values: impl Iterator<Item = f64>) -> (f64, f64) {
    let values = values.filter(|value| has_place(scale, *value));
    let (low, high) =
        values.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), value| (low.min(value), high.max(value)));
    match scale {
        Scale::Linear if low > high => (0.0, 1.0),
        Scale::Log10 if low > high => (1.0, 10.0),
        _ if !is_narrow(low, high) => (low, high),
        Scale::Linear => {
            let around = if low == 0.0 { 0.5 } else { low.abs() / 10.0 };
            (low - around, high + around)
        }
        Scale::Log10 => (low / 2.0, high * 2.0),
    }
}

/// A range widened to where ticks are, so that the data do not touch the edges by chance.
pub(super) fn rounded(scale: Scale, (low, high): (f64, f64), most: usize) -> (f64, f64) {
    let step = match scale {
        Scale::Linear => ticks::Step::of(high - low, most),
        // 1, 2, 5, 10: the next of these down and up.
        Scale::Log10 => {
            let decade = |value: f64| 10_f64.powf(value.log10().floor());
            let down = [5.0, 2.0, 1.0].map(|part| part * decade(low)).into_iter().find(|at| *at <= low * (1.0 + 1e-9));
            let up = [1.0, 2.0, 5.0, 10.0].map(|part| part * decade(high)).into_iter().find(|at| *at >= high * (1.0 - 1e-9));
            return (down.unwrap_or(low), up.unwrap_or(high));
        }
    };
    (step.times((low / step.size() + 1e-9).floor()), step.times((high / step.size() - 1e-9).ceil()))
}

/// Where values lie on paper.
#[derive(Clone, Copy, Debug)]
pub(super) struct Mapping {
    pub scale: Scale,
    pub low: f64,
    pub high: f64,
    /// The place of `low`.
    pub from: f64,
    /// The place of `high`.
    pub to: f64,
}

impl Mapping {
    /// The place of a value; NaN when it has none.
    pub fn at(&self, value: f64) -> f64 {
        if !has_place(self.scale, value) {
            return f64::NAN;
        }
        let part = match self.scale {
            Scale::Linear => (value - self.low) / (self.high - self.low),
            Scale::Log10 => (value / self.low).log10() / (self.high / self.low).log10(),
        };
        self.from + part * (self.to - self.from)
    }
}
