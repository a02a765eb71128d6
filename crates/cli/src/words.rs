//! Values, numbers and results in words.

use std::time::Duration;

use kinrow_agent::{Bound, GameRecord, Proven, Statistics, Value};
use kinrow_game::{Coordinates, Outcome, Point, Position};
use kinrow_text::Text;

/// What a value means for the side it belongs to.
pub(crate) fn value(text: &Text, value: Value) -> String {
    let result = |proven: Proven| {
        let name = match proven.outcome {
            Outcome::Win => "win",
            Outcome::Draw => "draw",
            Outcome::Loss => "loss",
        };
        match proven.plies {
            Some(plies) => text.fill(&format!("value.{name}-in"), &[("plies", &plies.to_string())]),
            None => text.get(&format!("value.{name}")).to_string(),
        }
    };
    match value {
        Value::Proven(proven) => result(proven),
        Value::Likely(proven) => text.fill("value.likely", &[("result", &result(proven))]),
        Value::Points(points) => text.fill("value.points", &[("points", &format!("{points:+}"))]),
        Value::Chance(chance) => text.fill("value.chance", &[("percent", &percent(chance))]),
        Value::AtMost(bound) => bounded(text, "at-most", bound),
        Value::AtLeast(bound) => bounded(text, "at-least", bound),
        Value::Unknown => text.get("value.unknown").to_string(),
    }
}

/// What is known of a value that is `at-most` or `at-least` this.
fn bounded(text: &Text, side: &str, bound: Bound) -> String {
    match bound {
        Bound::Chance(chance) => text.fill(&format!("value.chance-{side}"), &[("percent", &percent(chance))]),
        Bound::Proven(_) | Bound::Likely(_) => {
            text.fill(&format!("value.{side}"), &[("result", &value(text, bound.into()))])
        }
    }
}

/// A share in hundredths.
fn percent(share: f64) -> String {
    format!("{:.1}", 100.0 * share)
}

/// Digits in groups of three.
pub(crate) fn number(number: impl Into<u128>) -> String {
    kinrow_game::grouped(number.into())
}

/// How wide a text is in a terminal, where Chinese characters are two wide.
pub(crate) fn width(text: &str) -> usize {
    text.chars().map(|c| if c >= '\u{2e80}' { 2 } else { 1 }).sum()
}

/// Text that ends with `…` where it would be wider than this.
pub(crate) fn cut(text: &str, width: usize) -> String {
    if self::width(text) <= width {
        return text.to_string();
    }
    let mut kept = String::new();
    for c in text.chars() {
        if self::width(&kept) + self::width(c.encode_utf8(&mut [0; 4])) + 1 > width {
            break;
        }
        kept.push(c);
    }
    kept.trim_end().to_string() + "…"
}

/// Text moved to the right of a column.
pub(crate) fn right(text: &str, width: usize) -> String {
    " ".repeat(width.saturating_sub(self::width(text))) + text
}

/// Text at the left of a column, which is filled up.
pub(crate) fn left(text: &str, width: usize) -> String {
    text.to_string() + &" ".repeat(width.saturating_sub(self::width(text)))
}

/// A number with its sign and one decimal: `+40.7`; `+∞` where there is no end.
pub(crate) fn signed(number: f64) -> String {
    if number.is_infinite() {
        return if number > 0.0 { "+∞".into() } else { "-∞".into() };
    }
    // Minus nothing is nothing.
    format!("{:+.1}", if number.abs() < 0.05 { 0.0 } else { number })
}

/// A time as short as it is exact enough.
pub(crate) fn time(time: Duration) -> String {
    let seconds = time.as_secs_f64();
    if seconds < 0.001 {
        format!("{:.0} µs", seconds * 1e6)
    } else if seconds < 1.0 {
        format!("{:.1} ms", seconds * 1e3)
    } else {
        format!("{seconds:.2} s")
    }
}

/// What a decision cost, the parts that are not zero.
pub(crate) fn cost(text: &Text, statistics: &Statistics) -> String {
    let parts = [
        ("cost.playouts", statistics.playouts),
        ("cost.nodes", statistics.nodes),
        ("cost.leaves", statistics.leaves),
        ("cost.cutoffs", statistics.cutoffs),
        ("cost.table-hits", statistics.table_hits),
        ("cost.depth", statistics.depth.into()),
    ];
    spent(text, &parts, statistics.time)
}

/// How far a search has come, the parts that are not zero.
pub(crate) fn reached(text: &Text, statistics: &Statistics) -> String {
    let parts = [
        ("cost.depth", statistics.depth.into()),
        ("cost.playouts", statistics.playouts),
        ("cost.nodes", statistics.nodes),
    ];
    spent(text, &parts, statistics.time)
}

fn spent(text: &Text, parts: &[(&str, u64)], time: Duration) -> String {
    let mut words: Vec<String> = parts
        .iter()
        .filter(|(_, count)| *count > 0)
        .map(|(key, count)| text.fill(key, &[("count", &number(*count))]))
        .collect();
    words.push(self::time(time));
    words.join(text.get("cost.separator"))
}

/// Points as people write them.
pub(crate) fn line(position: &Position, points: &[Point]) -> String {
    line_in(Coordinates::Letters, position, points)
}

/// Points in these coordinates.
pub(crate) fn line_in(coordinates: Coordinates, position: &Position, points: &[Point]) -> String {
    let names = points.iter().map(|&point| coordinates.name(position.rules(), point));
    names.collect::<Vec<_>>().join(" ")
}

/// How a game ended and why.
pub(crate) fn ending(
    text: &Text,
    coordinates: Coordinates,
    position: &Position,
    record: &GameRecord,
) -> String {
    kinrow_session::ending(text, coordinates, position, record.result, &record.reason)
}
