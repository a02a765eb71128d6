//! Draws a chart that is laid out: text, grid, axes, lines.

use super::LineChart;
use super::curve::Curve;
use super::layout::{self, Font, Layout, Line, PlacedPanel};
use super::legend;
use super::range::Mapping;
use super::svg::{Anchor, Svg, number};

/// A chart as SVG.
pub(super) fn draw_chart(chart: &LineChart) -> String {
    // A name has one look in the whole chart.
    let mut names: Vec<&str> = Vec::new();
    for series in chart.panels.iter().flat_map(|panel| &panel.series) {
        if !names.contains(&series.name.as_str()) {
            names.push(&series.name);
        }
    }
    let number_of = |name: &str| names.iter().position(|known| *known == name).unwrap_or(0);
    let Layout { width, height, title, placed, notes } = layout::layout(chart, number_of);
    let titles = placed.iter().map(|placed| placed.panel.title.as_str());
    let spoken: Vec<&str> =
        std::iter::once(chart.title.as_str()).chain(titles).filter(|title| !title.is_empty()).collect();
    let mut svg = Svg::new(width, height, &spoken.join(" · "));
    text(&mut svg, &title, layout::TITLE, r##"font-weight="bold" fill="#111""##);
    for placed in &placed {
        draw(&mut svg, placed, &number_of);
    }
    text(&mut svg, &notes, layout::NOTE, r##"fill="#555""##);
    svg.finish()
}

fn text(svg: &mut Svg, lines: &[Line], font: Font, attributes: &str) {
    if lines.is_empty() {
        return;
    }
    svg.open(&format!(r#"font-size="{}" {attributes}"#, number(font.size)));
    for (place, line) in lines {
        svg.text(*place, Anchor::Start, line);
    }
    svg.close();
}

fn draw(svg: &mut Svg, placed: &PlacedPanel<'_>, number_of: &impl Fn(&str) -> usize) {
    svg.open(r#"class="panel""#);
    text(svg, &placed.title, layout::PANEL_TITLE, r##"font-weight="bold" fill="#222""##);
    text(svg, &placed.subtitle, layout::SUBTITLE, r##"fill="#555""##);
    if !placed.landmarks.is_empty() {
        svg.open(&format!(r##"font-size="{}" fill="#555""##, number(layout::NOTE.size)));
        for (place, name) in &placed.landmarks {
            svg.text(*place, Anchor::Middle, name);
        }
        svg.close();
    }
    grid(svg, placed);
    let PlacedPanel { panel, frame, x, y, .. } = placed;
    let curves: Vec<Curve> =
        panel.series.iter().map(|series| Curve::new(series, number_of(&series.name), x, y, frame)).collect();
    svg.open(r#"fill="none" stroke-linejoin="round""#);
    curves.iter().for_each(|curve| curve.draw_band(svg));
    curves.iter().for_each(|curve| curve.draw_raw(svg));
    curves.iter().for_each(|curve| curve.draw_border(svg));
    curves.iter().for_each(|curve| curve.draw(svg));
    svg.close();
    axes(svg, placed);
    if !placed.legend.is_empty() {
        svg.open(&format!(r##"class="legend" font-size="{}" fill="#222""##, number(legend::SIZE)));
        legend::draw(svg, &placed.legend);
        svg.close();
    }
    svg.close();
}

/// Where marks lie.
fn places(mapping: &Mapping, values: impl Iterator<Item = f64>) -> Vec<f64> {
    values.map(|value| mapping.at(value)).collect()
}

fn grid(svg: &mut Svg, placed: &PlacedPanel<'_>) {
    let PlacedPanel { frame, .. } = placed;
    let down = |x: f64| vec![(x, frame.top), (x, frame.bottom)];
    let across = |y: f64| vec![(frame.left, y), (frame.right, y)];
    let lines = |xs: Vec<f64>, ys: Vec<f64>| -> Vec<Vec<(f64, f64)>> {
        xs.into_iter().map(down).chain(ys.into_iter().map(across)).collect()
    };
    let minor = lines(
        places(&placed.x, placed.x_ticks.minor.iter().copied()),
        places(&placed.y, placed.y_ticks.minor.iter().copied()),
    );
    let major = lines(
        places(&placed.x, placed.x_ticks.major.iter().map(|(value, _)| *value)),
        places(&placed.y, placed.y_ticks.major.iter().map(|(value, _)| *value)),
    );
    svg.lines(&minor, r##" fill="none" stroke="#f3f3f3""##);
    svg.lines(&major, r##" fill="none" stroke="#dedede""##);
}

fn axes(svg: &mut Svg, placed: &PlacedPanel<'_>) {
    let PlacedPanel { frame, x, y, .. } = placed;
    let mut marks =
        vec![vec![(frame.left, frame.top), (frame.left, frame.bottom), (frame.right, frame.bottom)]];
    // Where 0 is set apart, two strokes across the axis say that something is left out between.
    let middle = |mapping: &Mapping| f64::midpoint(mapping.from, mapping.begin());
    if x.begin() != x.from {
        let at = middle(x);
        marks.extend(
            [at - 2.0, at + 2.0]
                .map(|at| vec![(at - 2.0, frame.bottom + 4.0), (at + 2.0, frame.bottom - 4.0)]),
        );
    }
    if y.begin() != y.from {
        let at = middle(y);
        marks.extend(
            [at - 2.0, at + 2.0].map(|at| vec![(frame.left - 4.0, at + 2.0), (frame.left + 4.0, at - 2.0)]),
        );
    }
    let ticks = placed.x_ticks.major.iter().map(|(value, _)| x.at(*value));
    marks.extend(ticks.map(|x| vec![(x, frame.bottom), (x, frame.bottom + 5.0)]));
    let ticks = placed.y_ticks.major.iter().map(|(value, _)| y.at(*value));
    marks.extend(ticks.map(|y| vec![(frame.left - 5.0, y), (frame.left, y)]));
    svg.lines(&marks, r##" fill="none" stroke="#555""##);

    svg.open(&format!(r##"font-size="{}" fill="#333""##, number(layout::TICK.size)));
    if placed.has_numbers {
        for (value, label) in &placed.x_ticks.major {
            svg.text((x.at(*value), frame.bottom + 6.0 + layout::TICK.size), Anchor::Middle, label);
        }
    }
    for (value, label) in &placed.y_ticks.major {
        svg.text((frame.left - 8.0, y.at(*value) + layout::TICK.size * 0.35), Anchor::End, label);
    }
    svg.close();
    svg.open(&format!(r##"font-size="{}" fill="#222""##, number(layout::LABEL.size)));
    for (place, line) in &placed.x_label {
        svg.text(*place, Anchor::Middle, line);
    }
    for (place, line) in &placed.y_label {
        svg.upward_text(*place, line);
    }
    svg.close();
}
