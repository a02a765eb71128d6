//! A series on paper: what of it is drawn, and how.

use super::Series;
use super::clip::Frame;
use super::decimate::{decimate, decimate_band};
use super::look::Look;
use super::range::{Mapping, is_drawable};
use super::smooth::moving_average;
use super::svg::Svg;

type Place = (f64, f64);

/// How far apart markers are on a line with many points.
const MARKER_DISTANCE: f64 = 96.0;
/// A line with at most so many points has a marker on each.
const FEW: usize = 30;
/// A gap narrower than this is not seen, and not made.
const NARROW: f64 = 1.5;

/// Lines, and points that have no neighbour to draw a line to.
#[derive(Default)]
struct Trace {
    lines: Vec<Vec<Place>>,
    dots: Vec<Place>,
}

/// A series on paper.
pub(super) struct Curve {
    look: Look,
    name: String,
    band: Vec<Vec<Place>>,
    raw: Trace,
    strong: Trace,
    markers: Vec<Place>,
}

impl Curve {
    /// Lays a series out; `number` is that of its look.
    pub fn new(series: &Series, number: usize, x: &Mapping, y: &Mapping, frame: &Frame) -> Curve {
        let points = in_order(&series.points);
        let on_paper =
            |points: &[Place]| -> Vec<Place> { points.iter().map(|p| (x.at(p.0), y.at(p.1))).collect() };
        let (raw, strong) = match series.smoothed {
            None => (Trace::default(), on_paper(&points)),
            Some(window) => {
                let values: Vec<f64> = points.iter().map(|point| point.1).collect();
                let smooth = moving_average(&values, window);
                let smooth: Vec<Place> = points.iter().zip(smooth).map(|(point, y)| (point.0, y)).collect();
                (trace(&on_paper(&points), frame), on_paper(&smooth))
            }
        };
        Curve {
            look: Look::of(number),
            name: series.name.clone(),
            band: band(series, x, y, frame),
            raw,
            markers: markers(&strong, number, frame),
            strong: trace(&strong, frame),
        }
    }

    /// What lies behind all lines.
    pub fn draw_band(&self, svg: &mut Svg) {
        for area in &self.band {
            svg.area(area, &format!(r#" fill="{}" fill-opacity="0.18""#, self.look.colour));
        }
    }

    /// The points themselves, thin and light behind their average.
    pub fn draw_raw(&self, svg: &mut Svg) {
        let colour = self.look.colour;
        let paint = format!(r#" stroke="{colour}" stroke-width="0.8" stroke-opacity="0.35""#);
        svg.lines(&self.raw.lines, &paint);
        for dot in &self.raw.dots {
            svg.circle(*dot, 1.0, &format!(r#" fill="{colour}" fill-opacity="0.5""#));
        }
    }

    /// A light border that sets an average off from the points of all series behind it.
    pub fn draw_border(&self, svg: &mut Svg) {
        if !self.raw.lines.is_empty() {
            svg.lines(&self.strong.lines, r##" stroke="#fff" stroke-width="4" stroke-opacity="0.7""##);
        }
    }

    /// The line.
    pub fn draw(&self, svg: &mut Svg) {
        svg.open(r#"class="series""#);
        svg.name(&self.name);
        svg.lines(&self.strong.lines, &strong_paint(self.look));
        for dot in &self.strong.dots {
            svg.circle(*dot, 1.6, &format!(r#" fill="{}""#, self.look.colour));
        }
        for marker in &self.markers {
            svg.marker(*marker, self.look);
        }
        svg.close();
    }
}

/// The stroke of a line, in the plot and in the legend.
pub(super) fn strong_paint(look: Look) -> String {
    let dash =
        if look.dash.is_empty() { String::new() } else { format!(r#" stroke-dasharray="{}""#, look.dash) };
    format!(r#" stroke="{}" stroke-width="2"{dash}"#, look.colour)
}

/// Points in order of x; what cannot be drawn is a gap, NaN.
fn in_order(points: &[Place]) -> Vec<Place> {
    let gap = |y: f64| if is_drawable(y) { y } else { f64::NAN };
    let mut points: Vec<Place> =
        points.iter().filter(|point| is_drawable(point.0)).map(|point| (point.0, gap(point.1))).collect();
    points.sort_by(|a, b| a.0.total_cmp(&b.0));
    points
}

/// Pieces between gaps.
fn runs<P: Copy>(points: &[P], x: impl Fn(&P) -> f64, is_there: impl Fn(&P) -> bool) -> Vec<Vec<P>> {
    let mut runs: Vec<Vec<P>> = Vec::new();
    let mut is_gap = true;
    for point in points {
        if !is_there(point) {
            is_gap = true;
            continue;
        }
        match runs.last_mut() {
            Some(run) if !is_gap || run.last().is_some_and(|last| x(point) - x(last) < NARROW) => {
                run.push(*point);
            }
            _ => runs.push(vec![*point]),
        }
        is_gap = false;
    }
    runs
}

fn is_place(place: &Place) -> bool {
    place.0.is_finite() && place.1.is_finite()
}

fn trace(places: &[Place], frame: &Frame) -> Trace {
    let mut trace = Trace::default();
    for run in runs(places, |place| place.0, is_place) {
        match run[..] {
            [alone] if frame.has(alone) => trace.dots.push(alone),
            _ => trace.lines.extend(frame.cut_line(&decimate(&run, frame.left, frame.right))),
        }
    }
    trace
}

/// On every point when there are few; otherwise at a distance, each series beginning elsewhere so that markers of lines
/// that run together do not hide each other.
fn markers(places: &[Place], number: usize, frame: &Frame) -> Vec<Place> {
    let seen: Vec<Place> =
        places.iter().copied().filter(|place| is_place(place) && frame.has(*place)).collect();
    if seen.len() <= FEW {
        return seen;
    }
    let start = frame.left + 12.0 + (number as f64 * 0.382).fract() * MARKER_DISTANCE;
    let mut markers: Vec<Place> = Vec::new();
    for step in 0..(frame.width() / MARKER_DISTANCE).ceil() as u32 {
        let target = start + f64::from(step) * MARKER_DISTANCE;
        let after = seen.partition_point(|place| place.0 < target);
        let distance = |place: &&Place| (place.0 - target).abs();
        let near = seen[after.saturating_sub(1)..seen.len().min(after + 1)]
            .iter()
            .min_by(|a, b| distance(a).total_cmp(&distance(b)));
        if let Some(place) = near
            && distance(&place) < MARKER_DISTANCE / 2.0
            && markers.last() != Some(place)
        {
            markers.push(*place);
        }
    }
    markers
}

/// The areas of an error band.
fn band(series: &Series, x: &Mapping, y: &Mapping, frame: &Frame) -> Vec<Vec<Place>> {
    let mut band: Vec<(f64, f64, f64)> = series.band.clone().unwrap_or_default();
    band.retain(|(x, ..)| is_drawable(*x));
    band.sort_by(|a, b| a.0.total_cmp(&b.0));
    let on_paper = |(at, low, high): &(f64, f64, f64)| {
        // An error that reaches to 0 or below reaches past the lower end of a logarithmic axis.
        let is_past = |value: f64| y.scale.is_logarithmic() && value <= 0.0;
        let place = |value: f64| if is_past(value) { y.from } else { y.at(value) };
        if low.is_nan() || high.is_nan() {
            return (f64::NAN, f64::NAN, f64::NAN);
        }
        (x.at(*at), place(low.min(*high)), y.at(low.max(*high)))
    };
    let band: Vec<(f64, f64, f64)> = band.iter().map(on_paper).collect();
    let is_there = |(x, low, high): &(f64, f64, f64)| x.is_finite() && low.is_finite() && high.is_finite();
    runs(&band, |place| place.0, is_there)
        .iter()
        .map(|run| {
            let mut run = decimate_band(run, frame.left, frame.right);
            if let [(x, low, high)] = run[..] {
                // One point: a bar wide enough to be seen.
                run = vec![(x - 2.0, low, high), (x + 2.0, low, high)];
            }
            let above = run.iter().map(|(x, _, high)| (*x, *high));
            let below = run.iter().rev().map(|(x, low, _)| (*x, *low));
            frame.cut_area(&above.chain(below).collect::<Vec<_>>())
        })
        .collect()
}
