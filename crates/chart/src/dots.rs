//! Dots with intervals, a row each: ratings of players, shares of boards. Where a line chart has numbers below, this one has
//! names on the left, because names are long and have no order of their own.

use super::layout::{LABEL, NOTE, SUBTITLE, TICK, TITLE};
use super::legend;
use super::look::Look;
use super::range::{self, Mapping};
use super::svg::{Anchor, Svg, number};
use super::ticks::ticks;
use super::{Axis, Scale, text};

/// Rows of dots over one axis.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct DotChart {
    /// Above everything; may be empty.
    pub title: String,
    /// Below the title.
    pub subtitle: Option<String>,
    /// The axis below.
    pub axis: Axis,
    /// From top to bottom.
    pub rows: Vec<DotRow>,
    /// Small print, a paragraph each.
    pub notes: Vec<String>,
    /// How wide it is; at least 360. How high it is follows from the rows.
    pub width: u32,
}

/// A row.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct DotRow {
    /// On the left.
    pub name: String,
    /// In the row.
    pub dots: Vec<Dot>,
}

/// A value with its interval.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct Dot {
    /// What the legend calls it; dots of one name look alike.
    pub name: String,
    /// Where it is.
    pub value: f64,
    /// The ends of its interval; beyond the axis it is cut off.
    pub interval: Option<(f64, f64)>,
}

const MARGIN: f64 = 14.0;
/// From one dot of a row to the next.
const DOT: f64 = 15.0;
/// Between rows.
const GAP: f64 = 11.0;

impl DotChart {
    /// Without rows, 860 wide.
    #[must_use]
    pub fn new(title: impl Into<String>, axis: Axis) -> DotChart {
        DotChart { title: title.into(), axis, width: 860, ..DotChart::default() }
    }

    /// The names of dots, each once.
    fn names(&self) -> Vec<&str> {
        let mut names: Vec<&str> = Vec::new();
        for dot in self.rows.iter().flat_map(|row| &row.dots) {
            if !names.contains(&dot.name.as_str()) {
                names.push(&dot.name);
            }
        }
        names
    }

    fn mapping(&self, left: f64, right: f64) -> Mapping {
        let scale = self.axis.scale;
        let (low, high) = range::given(&self.axis).unwrap_or_else(|| {
            let dots = self.rows.iter().flat_map(|row| &row.dots);
            // An interval without an end is drawn to the edge, and does not move it.
            let ends = dots.flat_map(|dot| {
                let (low, high) = dot.interval.unwrap_or((dot.value, dot.value));
                [low, dot.value, high].into_iter().filter(|end| end.is_finite())
            });
            range::rounded(scale, range::of_values(scale, ends), 8)
        });
        Mapping { scale, low, high, from: left, to: right }
    }

    /// As SVG.
    #[must_use]
    pub fn to_svg(&self) -> String {
        let width = f64::from(self.width.max(360));
        let widest = self.rows.iter().map(|row| text::width(&row.name, LABEL.size)).fold(0.0, f64::max);
        let names_width = widest.min(width * 0.42);
        let left = (MARGIN + names_width + 12.0).round() + 0.5;
        let right = (width - MARGIN - 12.0).round() - 0.5;
        let x = self.mapping(left, right);
        let names = self.names();

        let mut top = MARGIN;
        let mut lines =
            |words: &str, font: super::layout::Font, boldness: f64| -> Vec<((f64, f64), String)> {
                let wrapped = text::wrap(words, font.size * boldness, width - 2.0 * MARGIN);
                let place = |line| {
                    top += font.line;
                    ((MARGIN, top - font.line * 0.3), line)
                };
                wrapped.into_iter().map(place).collect()
            };
        let title = lines(&self.title, TITLE, 1.1);
        let subtitle = lines(self.subtitle.as_deref().unwrap_or(""), SUBTITLE, 1.0);
        let frame_top = (top + 10.0).round() + 0.5;
        let mut bottom = frame_top + GAP / 2.0;
        let mut places = Vec::new();
        for row in &self.rows {
            let wrapped = text::wrap(&row.name, LABEL.size, names_width.max(40.0));
            let height = (DOT * row.dots.len().max(1) as f64).max(LABEL.line * wrapped.len() as f64);
            places.push((bottom + height / 2.0, height, wrapped));
            bottom += height + GAP;
        }
        bottom = (bottom - GAP / 2.0).round() + 0.5;

        let mut after = bottom + 6.0 + TICK.line;
        let axis_label = text::wrap(&self.axis.label, LABEL.size, right - left);
        let axis_top = after;
        after += LABEL.line * axis_label.len() as f64;
        let has_legend = names.iter().any(|name| !name.is_empty());
        let entries = if has_legend { legend::of_dots(&names) } else { Vec::new() };
        let (placed, high) = legend::below(entries, (left, after + 8.0), right - left);
        after += if has_legend { 8.0 + high } else { 0.0 };
        let mut notes = Vec::new();
        after += 8.0;
        for note in self.notes.iter().flat_map(|note| text::wrap(note, NOTE.size, width - 2.0 * MARGIN)) {
            after += NOTE.line;
            notes.push(((MARGIN, after - NOTE.line * 0.3), note));
        }

        let mut svg = Svg::new(width, (after + MARGIN).ceil(), &self.title);
        paragraph(&mut svg, &title, TITLE.size, r##"font-weight="bold" fill="#111""##);
        paragraph(&mut svg, &subtitle, SUBTITLE.size, r##"fill="#555""##);
        self.draw_axis(&mut svg, &x, (frame_top, bottom));
        svg.open(&format!(r##"font-size="{}" fill="#222""##, number(LABEL.size)));
        for (middle, _, lines) in &places {
            for (at, line) in lines.iter().enumerate() {
                let shift = (at as f64 - (lines.len() as f64 - 1.0) / 2.0) * LABEL.line;
                svg.text((left - 10.0, middle + shift + LABEL.size * 0.35), Anchor::End, line);
            }
        }
        for (at, line) in axis_label.iter().enumerate() {
            let place = ((left + right) / 2.0, axis_top + LABEL.line * (at as f64 + 1.0) - 2.0);
            svg.text(place, Anchor::Middle, line);
        }
        svg.close();
        for (row, (middle, ..)) in self.rows.iter().zip(&places) {
            for (at, dot) in row.dots.iter().enumerate() {
                let y = middle + (at as f64 - (row.dots.len() as f64 - 1.0) / 2.0) * DOT;
                let look = names.iter().position(|name| *name == dot.name).unwrap_or(0);
                draw_dot(&mut svg, &x, y, dot, Look::of(look));
            }
        }
        if !placed.is_empty() {
            svg.open(&format!(r##"class="legend" font-size="{}" fill="#222""##, number(legend::SIZE)));
            legend::draw(&mut svg, &placed);
            svg.close();
        }
        paragraph(&mut svg, &notes, NOTE.size, r##"fill="#555""##);
        svg.finish()
    }

    fn draw_axis(&self, svg: &mut Svg, x: &Mapping, (top, bottom): (f64, f64)) {
        let most = ((x.to - x.from) / 70.0) as usize;
        let marks = ticks(x.scale, x.low, x.high, most.clamp(2, 10));
        let down = |value: f64| vec![(x.at(value), top), (x.at(value), bottom)];
        let lines: Vec<_> = marks.major.iter().map(|(value, _)| down(*value)).collect();
        svg.lines(&lines, r##" fill="none" stroke="#dedede""##);
        if x.scale == Scale::Linear && x.low < 0.0 && x.high > 0.0 {
            svg.lines(&[down(0.0)], r##" fill="none" stroke="#999" stroke-dasharray="3 3""##);
        }
        let mut axes = vec![vec![(x.from, top), (x.from, bottom), (x.to, bottom)]];
        axes.extend(
            marks.major.iter().map(|(value, _)| vec![(x.at(*value), bottom), (x.at(*value), bottom + 5.0)]),
        );
        svg.lines(&axes, r##" fill="none" stroke="#555""##);
        svg.open(&format!(r##"font-size="{}" fill="#333""##, number(TICK.size)));
        for (value, label) in &marks.major {
            svg.text((x.at(*value), bottom + 6.0 + TICK.size), Anchor::Middle, label);
        }
        svg.close();
    }
}

fn paragraph(svg: &mut Svg, lines: &[((f64, f64), String)], size: f64, attributes: &str) {
    if !lines.is_empty() {
        svg.open(&format!(r#"font-size="{}" {attributes}"#, number(size)));
        for (place, line) in lines {
            svg.text(*place, Anchor::Start, line);
        }
        svg.close();
    }
}

/// An interval with its ends, and the dot on it. An end that lies beyond the axis has no bar across.
fn draw_dot(svg: &mut Svg, x: &Mapping, y: f64, dot: &Dot, look: Look) {
    let inside = |place: f64| (x.from - 0.5..=x.to + 0.5).contains(&place);
    let place = |value: f64| {
        let at = x.at(value);
        if at.is_nan() { if value > 0.0 { x.to } else { x.from } } else { at }
    };
    if let Some((low, high)) = dot.interval {
        let ends = [place(low), place(high)];
        let cut = ends.map(|end| end.clamp(x.from, x.to));
        let mut lines = vec![vec![(cut[0], y), (cut[1], y)]];
        lines.extend(
            ends.into_iter().filter(|end| inside(*end)).map(|end| vec![(end, y - 4.0), (end, y + 4.0)]),
        );
        svg.lines(&lines, &format!(r#" fill="none" stroke="{}" stroke-width="1.6""#, look.colour));
    }
    let at = place(dot.value);
    if inside(at) {
        svg.marker((at, y), look);
    }
}
