//! Where an axis has marks, and what is written beside them.

use super::Scale;

/// The marks of an axis.
#[derive(Clone, PartialEq, Debug)]
pub struct Ticks {
    /// Marks with what is written there.
    pub major: Vec<(f64, String)>,
    /// Marks with nothing written, which show that an axis is logarithmic.
    pub minor: Vec<f64>,
}

/// At most `most` intervals between marks from `low` to `high`; none when that is no range.
#[must_use]
pub fn ticks(scale: Scale, low: f64, high: f64, most: usize) -> Ticks {
    let most = most.max(2);
    if !is_range(low, high) {
        return Ticks { major: Vec::new(), minor: Vec::new() };
    }
    let zero = (scale == Scale::Log10AndZero).then(|| (0.0, "0".to_string()));
    if scale.is_logarithmic() {
        let major = log10(low, high, most);
        // Within a small part of a decade the axis is as good as linear.
        if major.len() >= 3 {
            let minor = minor(low, high, &major);
            let labels = log10_labels(&major);
            return Ticks { major: zero.into_iter().chain(major.into_iter().zip(labels)).collect(), minor };
        }
    }
    let major = linear(low, high, most);
    let labels = linear_labels(&major, high - low, most);
    Ticks { major: zero.into_iter().chain(major.into_iter().zip(labels)).collect(), minor: Vec::new() }
}

/// The distance of marks: 1, 2 or 5 times a power of ten.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Step {
    pub factor: f64,
    pub exponent: i32,
}

impl Step {
    /// The smallest step that makes at most `most` intervals of a span.
    pub fn of(span: f64, most: usize) -> Step {
        let least = span / most.max(1) as f64;
        let exponent = least.log10().floor() as i32;
        let steps = [1.0, 2.0, 5.0].map(|factor| Step { factor, exponent });
        let wide_enough = |step: &Step| step.size() >= least * (1.0 - 1e-9);
        steps.into_iter().find(wide_enough).unwrap_or(Step { factor: 1.0, exponent: exponent + 1 })
    }

    pub fn size(self) -> f64 {
        self.times(1.0)
    }

    /// So many steps. Tenths are divided by ten, as they are read: 3 / 10 is 0.3, 3 × 0.1 is not.
    pub fn times(self, count: f64) -> f64 {
        let value = if self.exponent < 0 {
            count * self.factor / 10_f64.powi(-self.exponent)
        } else {
            count * self.factor * 10_f64.powi(self.exponent)
        };
        // Not -0.
        value + 0.0
    }
}

/// Multiples of a step from `low` to `high`, at most `most` intervals.
#[must_use]
pub fn linear(low: f64, high: f64, most: usize) -> Vec<f64> {
    if !is_range(low, high) {
        return Vec::new();
    }
    let step = Step::of(high - low, most);
    let first = (low / step.size() - 1e-9).ceil() as i64;
    let last = (high / step.size() + 1e-9).floor() as i64;
    (first..=last).map(|count| step.times(count as f64)).collect()
}

/// 1, 2 and 5 of each power of ten when that makes at most `most` intervals; otherwise powers of ten, or every second,
/// third, … of them.
#[must_use]
pub fn log10(low: f64, high: f64, most: usize) -> Vec<f64> {
    if low < 1e-300 || !is_range(low, high) {
        return Vec::new();
    }
    let (first, last) = (low.log10().floor() as i32, high.log10().ceil() as i32);
    let choose = |factors: &[f64], every: i32| -> Vec<f64> {
        (first..=last)
            .filter(|exponent| exponent.rem_euclid(every) == 0)
            .flat_map(|exponent| factors.iter().map(move |factor| Step { factor: *factor, exponent }.size()))
            .filter(|value| is_within(*value, low, high))
            .collect()
    };
    let fine = choose(&[1.0, 2.0, 5.0], 1);
    if fine.len() <= most + 1 {
        return fine;
    }
    let powers = |every: i32| choose(&[1.0], every);
    (1..).map(powers).find(|powers| powers.len() <= most + 1).expect("far enough apart there is one")
}

/// Whether there is anything between two numbers, as far as arithmetic can tell.
pub(super) fn is_range(low: f64, high: f64) -> bool {
    let largest = low.abs().max(high.abs());
    high - low > 1e-9 * largest && high - low >= 1e-300 && largest <= 1e300
}

fn is_within(value: f64, low: f64, high: f64) -> bool {
    (low * (1.0 - 1e-9)..=high * (1.0 + 1e-9)).contains(&value)
}

/// 2 to 9 of each power of ten, or the powers left out when there are many.
fn minor(low: f64, high: f64, major: &[f64]) -> Vec<f64> {
    let (first, last) = (low.log10().floor() as i32, high.log10().ceil() as i32);
    let factors: &[u8] = if last - first <= 9 { &[1, 2, 3, 4, 5, 6, 7, 8, 9] } else { &[1] };
    (first..=last)
        .flat_map(|exponent| {
            factors.iter().map(move |factor| Step { factor: f64::from(*factor), exponent }.size())
        })
        .filter(|value| is_within(*value, low, high) && !major.contains(value))
        .take(200)
        .collect()
}

/// Labels of a linear axis, all with as many decimals as the step has.
fn linear_labels(values: &[f64], span: f64, most: usize) -> Vec<String> {
    let step = Step::of(span, most);
    let largest = values.iter().fold(0.0_f64, |largest, value| largest.max(value.abs()));
    // 1,000,002 is better than 1.000002M.
    let is_coarse = 10_f64.powi(step.exponent) >= largest / 1e4;
    let label = |value: &f64| {
        if step.exponent < -4 || largest >= 1e15 {
            scientific(*value)
        } else if largest >= 1e5 && is_coarse {
            short(*value)
        } else {
            plain(*value, usize::try_from(-step.exponent).unwrap_or(0))
        }
    };
    values.iter().map(label).collect()
}

/// Labels of a logarithmic axis, each with the decimals it needs.
fn log10_labels(values: &[f64]) -> Vec<String> {
    let is_long = values.iter().any(|value| *value >= 1e5);
    let label = |value: &f64| match *value {
        value if value < 0.999e-3 => power(value),
        value if is_long && value >= 9999.0 => power(value),
        value => plain(
            value,
            (0..3).find(|decimals| is_whole(value * 10_f64.powi(*decimals))).unwrap_or(3) as usize,
        ),
    };
    values.iter().map(label).collect()
}

fn is_whole(value: f64) -> bool {
    (value - value.round()).abs() < 1e-6
}

/// 1200000 as 1.2M.
fn short(value: f64) -> String {
    let units = [(1e12, "T"), (1e9, "G"), (1e6, "M"), (1e3, "k"), (1.0, "")];
    let (size, unit) = *units.iter().find(|(size, _)| value.abs() >= *size).unwrap_or(&units[4]);
    let number = plain(value / size, 4);
    let number =
        if number.contains('.') { number.trim_end_matches('0').trim_end_matches('.') } else { &number };
    format!("{number}{unit}")
}

/// 200000 as 2·10⁵, and 100000 as 10⁵.
fn power(value: f64) -> String {
    let exponent = (value.log10() + 1e-9).floor() as i32;
    let power = kinrow_text::numbers::power_of_ten(exponent);
    match plain(value / 10_f64.powi(exponent), 0).as_str() {
        "1" => power,
        factor => format!("{factor}·{power}"),
    }
}
/// 0.00002 as 2e−5.
fn scientific(value: f64) -> String {
    if value == 0.0 {
        return "0".into();
    }
    // Multiples of a large power of ten are not exact; their last digits are noise.
    let text = format!("{value:.9e}");
    let (digits, exponent) = text.split_once('e').unwrap_or((&text, "0"));
    format!("{}e{exponent}", digits.trim_end_matches('0').trim_end_matches('.')).replace('-', MINUS)
}

const MINUS: &str = "\u{2212}";

/// With a separator at each thousand.
fn plain(value: f64, decimals: usize) -> String {
    let text = format!("{:.decimals$}", value.abs());
    let (whole, rest) = text.split_at(text.find('.').unwrap_or(text.len()));
    let mut grouped = String::new();
    for (at, digit) in whole.chars().enumerate() {
        if at > 0 && (whole.len() - at) % 3 == 0 {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    let sign = if value < 0.0 { MINUS } else { "" };
    format!("{sign}{grouped}{rest}")
}
