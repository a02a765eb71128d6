//! Where everything goes: margins as wide as the labels need, the same for all panels, so that their x axes agree.

use super::clip::Frame;
use super::legend::{self, Placed};
use super::range::{self, Mapping};
use super::ticks::{Ticks, ticks};
use super::{LineChart, Panel, Scale, text};

/// Font size, and from one line to the next.
#[derive(Clone, Copy)]
pub(super) struct Font {
    pub size: f64,
    pub line: f64,
}

pub(super) const TITLE: Font = Font { size: 18.0, line: 25.0 };
pub(super) const PANEL_TITLE: Font = Font { size: 14.0, line: 20.0 };
pub(super) const SUBTITLE: Font = Font { size: 12.0, line: 17.0 };
pub(super) const LABEL: Font = Font { size: 13.0, line: 17.0 };
pub(super) const TICK: Font = Font { size: 12.0, line: 18.0 };
pub(super) const NOTE: Font = Font { size: 11.0, line: 15.0 };

const MARGIN: f64 = 14.0;
/// How much wider bold letters are.
const BOLD: f64 = 1.1;

/// A line of text and its place.
pub(super) type Line = ((f64, f64), String);

/// A chart laid out.
pub(super) struct Layout<'a> {
    pub width: f64,
    pub height: f64,
    pub title: Vec<Line>,
    pub placed: Vec<PlacedPanel<'a>>,
    pub notes: Vec<Line>,
}

/// A panel laid out.
pub(super) struct PlacedPanel<'a> {
    pub panel: &'a Panel,
    pub frame: Frame,
    pub x: Mapping,
    pub y: Mapping,
    pub x_ticks: Ticks,
    pub y_ticks: Ticks,
    /// Whether the x axis has its numbers here, rather than under a panel below.
    pub has_numbers: bool,
    pub title: Vec<Line>,
    pub subtitle: Vec<Line>,
    /// Centred over their places.
    pub landmarks: Vec<Line>,
    pub x_label: Vec<Line>,
    /// Read upwards.
    pub y_label: Vec<Line>,
    pub legend: Vec<Placed>,
}

/// Lays a chart out; `number` is that of a name's look.
pub(super) fn layout<'a>(chart: &'a LineChart, number: impl Fn(&str) -> usize) -> Layout<'a> {
    let width = f64::from(chart.width.max(360));
    let height = f64::from(chart.plot_height.max(80));
    let panels = &chart.panels;
    let is_shared = panels.iter().all(|panel| panel.x == panels[0].x);
    let all_x = x_range(panels);
    let x_ranges: Vec<_> = panels
        .iter()
        .map(|panel| if is_shared { all_x } else { x_range(std::slice::from_ref(panel)) })
        .collect();
    let most = (height / 44.0) as usize;
    let y_ranges: Vec<_> = panels.iter().zip(&x_ranges).map(|(panel, x)| y_range(panel, *x, most)).collect();
    let y_ticks: Vec<_> = panels
        .iter()
        .zip(&y_ranges)
        .map(|(panel, (low, high))| ticks(panel.y.scale, *low, *high, most))
        .collect();

    let y_labels: Vec<Vec<String>> = panels.iter().map(|panel| y_label(panel, height)).collect();
    let mut legends: Vec<_> = panels.iter().map(|panel| legend::entries(panel, &number)).collect();
    let left = left_of_plots(&y_labels, &y_ticks);
    let widest = legends.iter().flatten().map(legend::Entry::width).fold(0.0, f64::max);
    let is_low = legends.iter().all(|legend| legend.len() as f64 * legend::ROW <= height);
    let is_beside = is_low && widest <= width * 0.28;
    keep_one_legend(&mut legends, is_beside);
    let right_margin = if is_beside && widest > 0.0 { 18.0 + widest + MARGIN } else { MARGIN + 12.0 };
    let right = (width - right_margin).round() - 0.5;

    let lines = |text: &str, font: Font, boldness: f64, top: &mut f64| -> Vec<Line> {
        let place = |line: String| {
            *top += font.line;
            ((left, *top - font.line * 0.3), line)
        };
        text::wrap(text, font.size * boldness, width - left - MARGIN).into_iter().map(place).collect()
    };
    let mut top = MARGIN;
    let title = lines(&chart.title, TITLE, BOLD, &mut top);
    let mut placed = Vec::new();
    for (index, (panel, mut y_ticks)) in panels.iter().zip(y_ticks).enumerate() {
        top += if index == 0 { 2.0 } else { 14.0 };
        let title = lines(&panel.title, PANEL_TITLE, BOLD, &mut top);
        let subtitle = lines(panel.subtitle.as_deref().unwrap_or(""), SUBTITLE, 1.0, &mut top);
        let (low, high) = x_ranges[index];
        let x = Mapping { scale: panel.x.scale, low, high, from: left, to: right };
        let landmarks = landmarks(panel, &x, &mut top);
        top = (top + 9.0).round() + 0.5;
        let frame = Frame { left, top, right, bottom: top + height };
        top += height;
        let (low, high) = y_ranges[index];
        let y = Mapping { scale: panel.y.scale, low, high, from: frame.bottom, to: frame.top };
        drop_crowded(&mut y_ticks, &y);
        let x_ticks = x_ticks(&x, has_whole_x(panel));
        let has_numbers = !is_shared || index + 1 == panels.len();
        let mut x_label = Vec::new();
        if has_numbers {
            top += 6.0 + TICK.line;
            for line in text::wrap(&panel.x.label, LABEL.size, frame.width()) {
                top += LABEL.line;
                x_label.push((((left + right) / 2.0, top - 2.0), line));
            }
        }
        let y_label = upward(&y_labels[index], &frame);
        let entries = std::mem::take(&mut legends[index]);
        let legend = if is_beside {
            legend::beside(entries, (right + 18.0, frame.top))
        } else {
            let (legend, high) = legend::below(entries, (left, top + 8.0), right - left);
            top += 8.0 + high;
            legend
        };
        placed.push(PlacedPanel {
            panel,
            frame,
            x,
            y,
            x_ticks,
            y_ticks,
            has_numbers,
            title,
            subtitle,
            landmarks,
            x_label,
            y_label,
            legend,
        });
    }
    top += 8.0;
    let notes = panels
        .iter()
        .flat_map(|panel| &panel.notes)
        .flat_map(|note| lines(note, NOTE, 1.0, &mut top))
        .collect();
    Layout { width, height: (top + MARGIN).ceil(), title, placed, notes }
}

/// Landmarks over their places, in as many lines as they need not to run into each other.
fn landmarks(panel: &Panel, x: &Mapping, top: &mut f64) -> Vec<Line> {
    let mut ends: Vec<f64> = Vec::new();
    let mut placed: Vec<(f64, usize, &String)> = Vec::new();
    for (at, name) in &panel.landmarks {
        let (middle, half) = (x.at(*at), text::width(name, NOTE.size) / 2.0 + 4.0);
        if !(x.from..=x.to).contains(&middle) {
            continue;
        }
        let line = ends.iter().position(|end| *end <= middle - half).unwrap_or(ends.len());
        if line == ends.len() {
            ends.push(middle + half);
        } else {
            ends[line] = middle + half;
        }
        placed.push((middle, line, name));
    }
    let first = *top + 4.0;
    *top = if ends.is_empty() { *top } else { first + ends.len() as f64 * NOTE.line - 3.0 };
    // The first line is the lowest, next to the plot.
    let height = |line: usize| first + (ends.len() - line) as f64 * NOTE.line - 4.0;
    placed.into_iter().map(|(middle, line, name)| ((middle, height(line)), name.clone())).collect()
}

/// The lines of a y label; beyond three there would be no room for the plot.
fn y_label(panel: &Panel, height: f64) -> Vec<String> {
    let mut lines = text::wrap(&panel.y.label, LABEL.size, height);
    if lines.len() > 3 {
        lines.truncate(3);
        lines[2].push('…');
    }
    lines
}

/// Where all plots begin: right of the widest label.
fn left_of_plots(y_labels: &[Vec<String>], y_ticks: &[Ticks]) -> f64 {
    let lines = y_labels.iter().map(Vec::len).max().unwrap_or(0) as f64;
    let numbers =
        y_ticks.iter().flat_map(|ticks| &ticks.major).map(|(_, label)| text::width(label, TICK.size));
    (MARGIN + lines * LABEL.line + numbers.fold(0.0, f64::max) + 12.0).round() + 0.5
}

/// Where all panels have the same lines, the legend beside the first or under the last one serves them all.
fn keep_one_legend(legends: &mut [Vec<legend::Entry>], is_beside: bool) {
    let names =
        |legend: &[legend::Entry]| -> Vec<String> { legend.iter().map(|entry| entry.name.clone()).collect() };
    let parted = if is_beside { legends.split_first_mut() } else { legends.split_last_mut() };
    let Some((kept, others)) = parted else { return };
    if others.iter().all(|legend| names(legend) == names(kept)) {
        others.iter_mut().for_each(Vec::clear);
    }
}

/// Whether nothing lies between the whole numbers below, as with depths and plies.
fn has_whole_x(panel: &Panel) -> bool {
    panel.x.scale == Scale::Linear
        && panel.series.iter().flat_map(|series| &series.points).all(|(x, _)| x.fract() == 0.0)
}

/// As many marks as have room for their labels beside each other; only at whole numbers where that is asked for.
fn x_ticks(x: &Mapping, is_whole: bool) -> Ticks {
    let is_allowed = |ticks: &Ticks| !is_whole || ticks.major.iter().all(|(value, _)| value.fract() == 0.0);
    let fits = |ticks: &Ticks| {
        is_allowed(ticks)
            && ticks.major.windows(2).all(|pair| {
                let labels = text::width(&pair[0].1, TICK.size) + text::width(&pair[1].1, TICK.size);
                x.at(pair[1].0) - x.at(pair[0].0) >= labels / 2.0 + 16.0
            })
    };
    let most = ((x.to - x.from) / 44.0) as usize;
    let choices = (2..=most).rev().map(|most| ticks(x.scale, x.low, x.high, most));
    let mut ticks = choices.into_iter().find(fits).unwrap_or_else(|| ticks(x.scale, x.low, x.high, 2));
    drop_crowded(&mut ticks, x);
    ticks
}

/// Leaves out small marks that would run together.
fn drop_crowded(ticks: &mut Ticks, mapping: &Mapping) {
    let places: Vec<f64> = ticks.minor.iter().map(|value| mapping.at(*value)).collect();
    if places.windows(2).any(|pair| (pair[1] - pair[0]).abs() < 2.5) {
        ticks.minor.clear();
    }
}

/// Beside the plot, reading upwards, centred.
fn upward(lines: &[String], frame: &Frame) -> Vec<Line> {
    let middle = (frame.top + frame.bottom) / 2.0;
    let place =
        |(at, line): (usize, &String)| ((MARGIN + 10.0 + at as f64 * LABEL.line, middle), line.clone());
    lines.iter().enumerate().map(place).collect()
}

/// The x range of panels with equal axes: that of the data, since a curve begins and ends where it does; from 0 when it
/// begins close to it.
fn x_range(panels: &[Panel]) -> (f64, f64) {
    let Some(axis) = panels.first().map(|panel| &panel.x) else { return (0.0, 1.0) };
    let of_panel = |panel: &Panel| -> Vec<f64> {
        let is_seen = |y: f64| range::is_drawable(y) && panel.y.scale.has(y);
        let points = panel.series.iter().flat_map(|series| &series.points);
        let bands = panel.series.iter().filter_map(|series| series.band.as_ref()).flatten();
        let points = points.filter(|(_, y)| is_seen(*y)).map(|(x, _)| *x);
        points.chain(bands.filter(|(_, _, high)| is_seen(*high)).map(|(x, ..)| *x)).collect()
    };
    range::given(axis).unwrap_or_else(|| {
        let (low, high) = range::of_values(axis.scale, panels.iter().flat_map(of_panel));
        let is_close = axis.scale == Scale::Linear && low > 0.0 && low < high / 20.0;
        (if is_close { 0.0 } else { low }, high)
    })
}

/// The y range of what is seen between two values of x, rounded to ticks.
fn y_range(panel: &Panel, (low, high): (f64, f64), most: usize) -> (f64, f64) {
    let is_seen = |x: f64| (low..=high).contains(&x) || (panel.x.scale == Scale::Log10AndZero && x == 0.0);
    let points = panel.series.iter().flat_map(|series| &series.points);
    let bands = panel.series.iter().filter_map(|series| series.band.as_ref()).flatten();
    let points = points.filter(|(x, _)| is_seen(*x)).map(|(_, y)| *y);
    let values = points.chain(bands.filter(|(x, ..)| is_seen(*x)).flat_map(|(_, low, high)| [*low, *high]));
    let scale = panel.y.scale;
    range::given(&panel.y).unwrap_or_else(|| range::rounded(scale, range::of_values(scale, values), most))
}
