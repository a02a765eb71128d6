//! Which line is which: beside the plot when the names are short and few, otherwise below it; never on the data.

use super::curve::strong_paint;
use super::look::Look;
use super::svg::{Anchor, Svg};
use super::{Panel, text};

/// The size of names.
pub(super) const SIZE: f64 = 12.5;
/// From one row to the next.
pub(super) const ROW: f64 = 20.0;
const LINE: f64 = 15.0;
const SAMPLE: f64 = 44.0;
const GAP: f64 = 8.0;
/// From one column to the next.
const BETWEEN: f64 = 22.0;

/// A line's entry, not placed yet.
pub(super) struct Entry {
    pub name: String,
    number: usize,
    is_smoothed: bool,
    has_band: bool,
}

/// An entry with its place: the left end of the sample, at the height of the first line's middle.
pub(super) struct Placed {
    entry: Entry,
    lines: Vec<String>,
    at: (f64, f64),
}

/// The entries of a panel: one a name.
pub(super) fn entries(panel: &Panel, number: impl Fn(&str) -> usize) -> Vec<Entry> {
    let mut entries: Vec<Entry> = Vec::new();
    for series in panel.series.iter().filter(|series| !series.name.trim().is_empty()) {
        let (is_smoothed, has_band) = (series.smoothed.is_some(), series.band.is_some());
        match entries.iter_mut().find(|entry| entry.name == series.name) {
            Some(entry) => {
                entry.is_smoothed |= is_smoothed;
                entry.has_band |= has_band;
            }
            None => {
                let number = number(&series.name);
                entries.push(Entry { name: series.name.clone(), number, is_smoothed, has_band });
            }
        }
    }
    entries
}

/// The entries of dots: one a name.
pub(super) fn of_dots(names: &[&str]) -> Vec<Entry> {
    let named = names.iter().enumerate().filter(|(_, name)| !name.trim().is_empty());
    named
        .map(|(number, name)| Entry {
            name: (*name).to_string(),
            number,
            is_smoothed: false,
            has_band: false,
        })
        .collect()
}

impl Entry {
    /// How wide it is on one line.
    pub fn width(&self) -> f64 {
        SAMPLE + GAP + text::width(&self.name, SIZE)
    }
}

/// One under the other, from a place downwards.
pub(super) fn beside(entries: Vec<Entry>, (x, y): (f64, f64)) -> Vec<Placed> {
    let row = |(row, entry): (usize, Entry)| Placed {
        lines: vec![entry.name.clone()],
        entry,
        at: (x, y + ROW * (row as f64 + 0.5)),
    };
    entries.into_iter().enumerate().map(row).collect()
}

/// In as many columns as `width` has room for, row by row from a place downwards; and how high that is.
pub(super) fn below(entries: Vec<Entry>, (left, top): (f64, f64), width: f64) -> (Vec<Placed>, f64) {
    let widest = entries.iter().map(Entry::width).fold(1.0, f64::max).min(width);
    let columns = ((width + BETWEEN) / (widest + BETWEEN)) as usize;
    let mut placed = Vec::new();
    let (mut y, mut row_height) = (top, 0.0_f64);
    for (at, entry) in entries.into_iter().enumerate() {
        let column = at % columns.max(1);
        if column == 0 {
            (y, row_height) = (y + row_height, 0.0);
        }
        let lines = text::wrap(&entry.name, SIZE, width - SAMPLE - GAP);
        row_height = row_height.max(ROW + (lines.len() as f64 - 1.0) * LINE);
        placed.push(Placed { entry, lines, at: (left + column as f64 * (widest + BETWEEN), y + ROW / 2.0) });
    }
    (placed, y + row_height - top)
}

/// Draws entries: the line as it is in the plot, with its band, its marker and the raw points behind, and the name.
pub(super) fn draw(svg: &mut Svg, legend: &[Placed]) {
    for Placed { entry, lines, at: (x, y) } in legend {
        let look = Look::of(entry.number);
        let colour = look.colour;
        if entry.has_band {
            let corners = [(*x, y - 6.0), (x + SAMPLE, y - 6.0), (x + SAMPLE, y + 6.0), (*x, y + 6.0)];
            svg.area(&corners, &format!(r#" fill="{colour}" fill-opacity="0.18""#));
        }
        if entry.is_smoothed {
            let heights = [1.0, -5.0, 4.0, -3.0, 6.0, -6.0, 3.0, -4.0, 5.0, -2.0, 4.0, 0.0];
            let step = SAMPLE / (heights.len() as f64 - 1.0);
            let zigzag = heights.iter().enumerate().map(|(at, height)| (x + step * at as f64, y + height));
            let paint = format!(r#" fill="none" stroke="{colour}" stroke-width="0.8" stroke-opacity="0.35""#);
            svg.lines(&[zigzag.collect()], &paint);
        }
        svg.lines(&[vec![(*x, *y), (x + SAMPLE, *y)]], &format!(r#" fill="none"{}"#, strong_paint(look)));
        svg.marker((x + SAMPLE / 2.0, *y), look);
        for (row, line) in lines.iter().enumerate() {
            let base = y + SIZE * 0.35 + LINE * row as f64;
            svg.text((x + SAMPLE + GAP, base), Anchor::Start, line);
        }
    }
}
