//! Charts: facts about ticks, smoothing and decimation, and what the SVG and the PNG must be like.

#![allow(clippy::unwrap_used)]

use std::collections::BTreeSet;

use kinrow_chart::{
    Axis, ChartError, ChartWarning, Fonts, LineChart, Panel, Scale, Series, decimate, moving_average, ticks,
};
use kinrow_text::Language;
use kinrow_text::Text;
use proptest::prelude::*;
use resvg::tiny_skia::Pixmap;
use resvg::usvg::roxmltree::{Document, Node};

/// All that a chart is drawn with: no script, no style, no identifier, no reference.
const ELEMENTS: &str = "svg g rect path circle text title";
const ATTRIBUTES: &str = "width height viewBox role aria-label class font-family font-size font-weight fill \
    fill-opacity stroke stroke-width stroke-opacity stroke-dasharray stroke-linejoin d x y cx cy r text-anchor transform";

type Line = Vec<(f64, f64)>;

/// Reads an SVG as XML, and sees to it that it holds what a picture needs and nothing else.
fn parse(svg: &str) -> Document<'_> {
    let document = Document::parse(svg).unwrap_or_else(|error| panic!("{error}\n{svg}"));
    let is_in = |list: &str, name: &str| list.split_whitespace().any(|known| known == name);
    for node in document.descendants().filter(Node::is_element) {
        let tag = node.tag_name().name();
        assert!(is_in(ELEMENTS, tag), "<{tag}>");
        for attribute in node.attributes() {
            assert!(is_in(ATTRIBUTES, attribute.name()), "<{tag} {}>", attribute.name());
        }
        for number in
            ["x", "y", "cx", "cy", "r", "width", "height"].iter().filter_map(|name| node.attribute(*name))
        {
            assert!(number.parse::<f64>().is_ok_and(f64::is_finite), "{number}");
        }
    }
    let paths = document.descendants().filter_map(|node| node.attribute("d"));
    assert!(paths.flat_map(lines).flatten().all(|(x, y)| x.is_finite() && y.is_finite()), "{svg}");
    document
}

/// The lines of a path.
fn lines(path: &str) -> Vec<Line> {
    let place = |text: &str| {
        let (x, y) = text.trim_end_matches('Z').split_once(' ').unwrap();
        (x.parse().unwrap(), y.parse().unwrap())
    };
    path.split('M').skip(1).map(|line| line.split('L').map(place).collect()).collect()
}

fn texts(document: &Document<'_>) -> Vec<String> {
    let texts = document.descendants().filter(|node| node.has_tag_name("text"));
    texts.map(|node| node.text().unwrap_or("").to_string()).collect()
}

/// What the series of a name are drawn with.
fn elements_of<'a>(document: &'a Document<'a>, name: &str) -> Vec<Node<'a, 'a>> {
    let is_named = |node: &Node<'_, '_>| {
        let title = node.first_element_child().and_then(|title| title.text());
        node.attribute("class") == Some("series") && title == Some(name)
    };
    let groups = document.descendants().filter(is_named);
    groups.flat_map(|group| group.children().filter(Node::is_element).skip(1)).collect()
}

/// The lines of the series of a name.
fn lines_of(svg: &str, name: &str) -> Vec<Line> {
    let document = parse(svg);
    let elements = elements_of(&document, name);
    let strokes = elements.iter().filter(|node| node.attribute("stroke-width") == Some("2"));
    strokes.filter_map(|node| node.attribute("d")).flat_map(lines).collect()
}

/// The two axes within an element: down the left side, and along the bottom.
fn axes(within: Node<'_, '_>) -> Line {
    let axes = within.descendants().find(|node| node.attribute("stroke") == Some("#555"));
    lines(axes.unwrap().attribute("d").unwrap()).swap_remove(0)
}

fn svg(chart: Panel) -> String {
    let svg = LineChart::from(chart).to_svg();
    parse(&svg);
    svg
}

fn ramp(count: u32) -> Line {
    (0..count).map(|x| (f64::from(x), f64::from(x) / 2.0)).collect()
}

/// Two panels with all there is.
fn full() -> LineChart {
    let noisy = |seed: f64| -> Line {
        (1..=400).map(|x| (f64::from(x), (f64::from(x) * seed).sin().abs())).collect()
    };
    let audit = (1..=40).map(|x| (f64::from(x) * 10.0, 6.0)).collect();
    let band = (1..=40).map(|x| (f64::from(x) * 10.0, 3.0, 9.0 + f64::from(x))).collect();
    let results = Panel::new("Results")
        .subtitle("bold: moving average")
        .x(Axis::log10("episodes"))
        .y(Axis::linear("share of games").within(0.0, 1.0))
        .with(Series::new("won", noisy(0.7)).smoothed(21))
        .with(Series::new("lost", noisy(1.3)).smoothed(21));
    let audit = Panel::new("Audit")
        .x(Axis::log10("episodes"))
        .y(Axis::linear("losses"))
        .with(Series::new("lost", audit).band(band))
        .note("Small print.");
    LineChart::new("学习 <learning> & \"play\"").with_panel(results).with_panel(audit)
}

fn labels(scale: Scale, low: f64, high: f64, most: usize) -> Vec<String> {
    ticks::ticks(scale, low, high, most).major.into_iter().map(|(_, label)| label).collect()
}

#[test]
fn ticks_are_round_numbers() {
    assert_eq!(ticks::linear(0.0, 1.0, 5), [0.0, 0.2, 0.4, 0.6, 0.8, 1.0]);
    assert_eq!(ticks::linear(0.0, 1.0, 10)[3], 0.3, "and not 0.30000000000000004");
    assert_eq!(ticks::linear(-7.0, 23.0, 6), [-5.0, 0.0, 5.0, 10.0, 15.0, 20.0]);
    assert_eq!(ticks::linear(0.0, 97.0, 5), [0.0, 20.0, 40.0, 60.0, 80.0]);
    assert_eq!(ticks::log10(1.0, 100.0, 8), [1.0, 2.0, 5.0, 10.0, 20.0, 50.0, 100.0]);
    assert_eq!(ticks::log10(0.01, 1e6, 8), [0.01, 0.1, 1.0, 10.0, 100.0, 1e3, 1e4, 1e5, 1e6]);
    assert_eq!(ticks::log10(1.0, 1e12, 4), [1.0, 1e3, 1e6, 1e9, 1e12]);
    let minor = ticks::ticks(Scale::Log10, 1.0, 1000.0, 4).minor;
    assert_eq!(minor[..9], [2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 20.0]);
    for (low, high) in [(1.0, 1.0), (2.0, 1.0), (f64::NAN, 1.0), (1.0, f64::INFINITY)] {
        for scale in [Scale::Linear, Scale::Log10] {
            assert!(labels(scale, low, high, 5).is_empty(), "{low} to {high} is no range");
        }
    }
}

#[test]
fn labels_are_short() {
    assert_eq!(labels(Scale::Linear, 0.0, 1.0, 5), ["0.0", "0.2", "0.4", "0.6", "0.8", "1.0"]);
    assert_eq!(labels(Scale::Linear, -20.0, 20.0, 4), ["−20", "−10", "0", "10", "20"]);
    assert_eq!(labels(Scale::Linear, 0.0, 50_000.0, 5).last().unwrap(), "50,000");
    assert_eq!(labels(Scale::Linear, 0.0, 1.2e6, 6), ["0", "200k", "400k", "600k", "800k", "1M", "1.2M"]);
    assert_eq!(labels(Scale::Linear, 0.0, 4e9, 4).last().unwrap(), "4G");
    assert_eq!(labels(Scale::Linear, 1e6, 1e6 + 4.0, 2), ["1,000,000", "1,000,002", "1,000,004"]);
    assert_eq!(labels(Scale::Linear, 0.0, 3e-5, 3), ["0", "1e−5", "2e−5", "3e−5"]);
    assert_eq!(
        labels(Scale::Log10, 0.01, 1e6, 8),
        ["0.01", "0.1", "1", "10", "100", "1,000", "10⁴", "10⁵", "10⁶"]
    );
    assert_eq!(labels(Scale::Log10, 10.0, 1e4, 4), ["10", "100", "1,000", "10,000"]);
    assert_eq!(labels(Scale::Log10, 1e-5, 1e-2, 4), ["10⁻⁵", "10⁻⁴", "0.001", "0.01"]);
    assert_eq!(labels(Scale::Log10, 1e5, 1e6, 4), ["10⁵", "2·10⁵", "5·10⁵", "10⁶"]);
    assert_eq!(labels(Scale::Log10AndZero, 10.0, 1e4, 4), ["0", "10", "100", "1,000", "10,000"]);
    assert_eq!(labels(Scale::Log10, 110.0, 190.0, 4), ["120", "140", "160", "180"], "less than a decade");
}

proptest! {
    #![proptest_config(kinrow_testing::cases!(256))]

    #[test]
    fn ticks_lie_in_range_at_equal_distances(low in -1e6..1e6_f64, span in 1e-3..1e7_f64, most in 2..12_usize) {
        let high = low + span;
        let marks = ticks::linear(low, high, most);
        prop_assert!(marks.len() <= most + 1 && marks.len() >= most / 3, "{marks:?}");
        let step = marks.get(1).map_or(1.0, |second| second - marks[0]);
        for pair in marks.windows(2) {
            prop_assert!((pair[1] - pair[0] - step).abs() < 1e-6 * step, "{marks:?}");
        }
        prop_assert!(marks.iter().all(|mark| *mark >= low - 1e-6 * span && *mark <= high + 1e-6 * span));
        let texts = labels(Scale::Linear, low, high, most);
        prop_assert!(texts.windows(2).all(|pair| pair[0] != pair[1]), "different marks look different: {texts:?}");
    }

    #[test]
    fn decimation_keeps_what_is_seen(ys in prop::collection::vec(-100.0..100.0_f64, 1..800), width in 1..30_u32) {
        let step = f64::from(width) / ys.len() as f64;
        let points: Line = ys.iter().enumerate().map(|(at, y)| (at as f64 * step, *y)).collect();
        let kept = decimate(&points, 0.0, f64::from(width));
        prop_assert!(kept.len() <= 4 * (width as usize + 1));
        prop_assert!(kept.windows(2).all(|pair| pair[0].0 < pair[1].0), "in order, none twice");
        prop_assert!(kept.iter().all(|point| points.contains(point)), "none is made up");
        let in_column = |points: &[(f64, f64)], column: u32| -> (f64, f64) {
            let ys = points.iter().filter(|point| point.0.floor() == f64::from(column)).map(|point| point.1);
            ys.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), y| (low.min(y), high.max(y)))
        };
        for column in 0..width {
            prop_assert_eq!(in_column(&kept, column), in_column(&points, column));
        }
        prop_assert_eq!((kept[0], kept[kept.len() - 1]), (points[0], points[points.len() - 1]));
    }

    #[test]
    fn smoothing_is_the_mean_of_the_neighbours(
        ys in prop::collection::vec(-100.0..100.0_f64, 0..60),
        half in 0..10_usize,
        one_more in 1..=2_usize,
    ) {
        let smooth = moving_average(&ys, 2 * half + one_more);
        prop_assert_eq!(smooth.len(), ys.len());
        for (at, value) in smooth.iter().enumerate() {
            let near = &ys[at.saturating_sub(half)..ys.len().min(at + half + 1)];
            let mean = near.iter().sum::<f64>() / near.len() as f64;
            prop_assert!((value - mean).abs() < 1e-9, "{at}: {value}, {mean}");
        }
    }

    #[test]
    fn whatever_the_data_it_is_a_picture(
        points in prop::collection::vec((any::<f64>(), any::<f64>()), 0..40),
        range in prop::option::of((any::<f64>(), any::<f64>())),
        smoothed in prop::option::of(0..9_usize),
        name in any::<String>(),
        scales in prop::array::uniform2(prop::sample::select(vec![Scale::Linear, Scale::Log10, Scale::Log10AndZero])),
        landmarks in prop::collection::vec((any::<f64>(), any::<String>()), 0..4),
    ) {
        let axis = |scale| Axis { label: name.clone(), scale, range };
        let band = points.iter().map(|(x, y)| (*x, *y, x * y)).collect();
        let series = Series { name: name.clone(), points, band: Some(band), smoothed };
        let mut chart = Panel::new(name.clone()).subtitle(name.clone()).note(name.clone());
        chart.landmarks = landmarks;
        svg(chart.x(axis(scales[0])).y(axis(scales[1])).with(series));
    }
}

#[test]
fn smoothing_leaves_gaps_and_what_needs_none_alone() {
    assert_eq!(moving_average(&[3.0; 9], 5), [3.0; 9]);
    let large = moving_average(&[1e12, 1e12 + 2.0, 1e12 + 4.0], 3);
    assert_eq!(large, [1e12 + 1.0, 1e12 + 2.0, 1e12 + 3.0], "windows are cut at the ends");
    let raw = [5.0, 1.0, 7.0];
    assert!(
        [0, 1, 2].iter().all(|window| moving_average(&raw, *window) == raw),
        "an even window counts one less"
    );
    let gap = moving_average(&[1.0, f64::NAN, 3.0, f64::INFINITY], 3);
    assert_eq!((gap[0], gap[2]), (1.0, 3.0));
    assert!(gap[1].is_nan() && gap[3].is_nan());
}

#[test]
fn the_same_data_give_the_same_bytes() {
    let svg = full().to_svg();
    assert_eq!(svg, full().to_svg());
    let is_long = |word: &&str| {
        word.parse::<f64>().is_ok() && word.split_once('.').is_some_and(|(_, decimals)| decimals.len() > 2)
    };
    assert_eq!(svg.split(['"', ' ', 'L', 'M']).find(is_long), None, "two decimals");
}

#[test]
fn a_chart_has_its_parts_once() {
    let svg = full().to_svg();
    let document = parse(&svg);
    let texts = texts(&document);
    let count = |text: &str| texts.iter().filter(|known| *known == text).count();
    let title = "学习 <learning> & \"play\"";
    for once in [title, "Results", "Audit", "bold: moving average", "losses", "Small print.", "won"] {
        assert_eq!(count(once), 1, "{once} in {texts:?}");
    }
    assert_eq!((count("episodes"), count("200")), (1, 1), "the x axis is shared");
    assert_eq!(count("lost"), 2, "each panel has its legend");
    let elements = elements_of(&document, "lost");
    let dashes: Vec<_> = elements.iter().filter_map(|node| node.attribute("stroke-dasharray")).collect();
    assert_eq!(dashes, ["9 4", "9 4"], "a name has one look in both panels");
    let root = document.root_element();
    assert_eq!(root.attribute("aria-label"), Some(&*format!("{title} · Results · Audit")));
    let fonts = "'Noto Sans CJK SC', 'Microsoft YaHei', 'PingFang SC', sans-serif";
    assert_eq!(root.attribute("font-family"), Some(fonts));
}

#[test]
fn panels_with_different_axes_have_their_own() {
    let mut chart = full();
    chart.panels[1].x = Axis::linear("generations");
    let svg = chart.to_svg();
    let texts = texts(&parse(&svg));
    assert!(texts.contains(&"episodes".to_string()) && texts.contains(&"generations".to_string()));
    assert_eq!(texts.iter().filter(|text| *text == "200").count(), 2);
}

#[test]
fn text_is_escaped() {
    let odd = "</text><script>alert('1')</script> & \"quoted\" \u{0}\u{1b}";
    let chart =
        Panel::new(odd).x(Axis::linear(odd)).y(Axis::linear(odd)).with(Series::new(odd, ramp(3))).note(odd);
    let svg = svg(chart);
    assert!(!svg.contains("<script") && svg.contains("&lt;script&gt;"));
    let texts = texts(&parse(&svg));
    assert!(texts.contains(&odd.replace(['\0', '\u{1b}'], "\u{fffd}")), "{texts:?}");
}

#[test]
fn the_legend_never_covers_the_plot() {
    let short = full();
    let mut long = full();
    let name = "a name so long that there is no room for it beside the plot, nor on one line below it; ";
    long.panels[0].series[0].name = name.repeat(2);
    let mut many = full();
    many.panels[1].series = (0..25).map(|number| Series::new(number.to_string(), ramp(5))).collect();
    for (chart, is_beside) in [(short, true), (long, false), (many, false)] {
        let svg = chart.to_svg();
        let document = parse(&svg);
        let number = |node: Node<'_, '_>, name: &str| node.attribute(name).unwrap().parse::<f64>().unwrap();
        let height = number(document.root_element(), "height");
        let of = |class: &'static str| {
            document.descendants().filter(move |node| node.attribute("class") == Some(class))
        };
        assert_eq!(of("legend").count(), 2);
        for (panel, legend) in of("panel").zip(of("legend")) {
            let (right, bottom) = axes(panel)[2];
            for text in legend.children().filter(|node| node.has_tag_name("text")) {
                let (x, y) = (number(text, "x"), number(text, "y"));
                assert_eq!(x > right, is_beside, "{:?}", text.text());
                assert!(is_beside || y > bottom + 12.0, "{:?}", text.text());
                assert!(x < f64::from(chart.width) && y < height);
            }
        }
    }
}

#[test]
fn lines_differ_without_colour() {
    let name = |number: usize| format!("line {number}");
    let svg =
        svg((0..40).fold(Panel::new(""), |chart, number| chart.with(Series::new(name(number), ramp(3)))));
    let document = parse(&svg);
    let look = |number: usize| {
        let elements = elements_of(&document, &name(number));
        let dash = elements[0].attribute("stroke-dasharray").unwrap_or("solid");
        // Of the marker: how its first edge goes, and whether it is hollow.
        let marker = elements[1];
        let edge = marker.attribute("d").map(|path| {
            let line = &lines(path)[0];
            (line.len(), (line[1].0 - line[0].0).round() as i32, (line[1].1 - line[0].1).round() as i32)
        });
        format!("{dash} {edge:?} {}", marker.attribute("fill") == Some("#fff"))
    };
    let looks: BTreeSet<String> = (0..40).map(look).collect();
    assert_eq!(looks.len(), 40, "{looks:?}");
    let colour =
        |number: usize| elements_of(&document, &name(number))[0].attribute("stroke").unwrap().to_string();
    assert_eq!((0..7).map(colour).collect::<BTreeSet<_>>().len(), 7, "with colour, seven differ by it alone");
}

#[test]
fn what_has_no_place_is_a_gap_and_is_told() {
    let lengths = |chart: &LineChart, name: &str| -> Vec<usize> {
        lines_of(&chart.to_svg(), name).iter().map(Vec::len).collect()
    };
    let (nan, infinite) = (f64::NAN, f64::INFINITY);
    let points =
        vec![(0.0, 1.0), (1.0, 2.0), (2.0, nan), (3.0, 2.0), (4.0, 1.0), (nan, 1.0), (infinite, 1.0)];
    let chart = LineChart::from(Panel::new("").with(Series::new("gap", points)));
    assert_eq!(lengths(&chart, "gap"), [2, 2]);
    assert_eq!(chart.warnings(), [ChartWarning::NotNumbers { series: "gap".into(), count: 3 }]);

    let zeros = Series::new(
        "zeros",
        vec![(0.0, 5.0), (1.0, 5.0), (2.0, 0.0), (4.0, 50.0), (8.0, 500.0), (9.0, -1.0)],
    );
    let chart = LineChart::from(Panel::new("").x(Axis::log10("")).y(Axis::log10("")).with(zeros));
    assert_eq!(lengths(&chart, "zeros"), [2]);
    assert_eq!(chart.warnings(), [ChartWarning::NotPositive { series: "zeros".into(), count: 3 }]);

    let chart = Panel::new("").x(Axis::linear("time").within(1.0, 1.0)).y(Axis::log10("").within(0.0, 9.0));
    let warnings = LineChart::from(chart.with(Series::new("fine", ramp(3)))).warnings();
    assert!(warnings[0].to_string().starts_with("axis 'time' cannot go from 1 to 1:"));
    assert_eq!(warnings.len(), 3, "two ranges, and the 0 that a logarithmic axis has no place for");
}

#[test]
fn a_band_to_zero_reaches_the_end_of_a_logarithmic_axis() {
    let series =
        Series::new("", vec![(0.0, 10.0), (1.0, 20.0)]).band(vec![(0.0, 0.0, 30.0), (1.0, 2.0, 40.0)]);
    let svg = svg(Panel::new("").y(Axis::log10("").within(1.0, 100.0)).with(series));
    let document = parse(&svg);
    let band = document.descendants().find(|node| node.attribute("fill-opacity") == Some("0.18")).unwrap();
    let corners = lines(band.attribute("d").unwrap()).swap_remove(0);
    let axes = axes(document.root_element());
    assert_eq!(corners.len(), 4);
    assert!(corners.contains(&axes[1]), "{corners:?} down to {:?}", axes[1]);
}

#[test]
fn zero_has_a_place_of_its_own_below_a_logarithm() {
    let axis = |values: &[f64]| Axis::log10_of("", values.iter().copied());
    assert_eq!((axis(&[1.0, 2.0]).scale, axis(&[1.0, 0.0]).scale), (Scale::Log10, Scale::Log10AndZero));
    let points = vec![(0.0, 1000.0), (1.0, 100.0), (10.0, 1.0), (100.0, 0.0)];
    let chart = Panel::new("").x(axis(&[0.0, 1.0])).y(axis(&[0.0, 1.0])).with(Series::new("lost", points));
    let chart = LineChart::from(chart);
    assert_eq!(chart.warnings(), [], "nothing is left out");
    let svg = chart.to_svg();
    let line = lines_of(&svg, "lost").concat();
    let document = parse(&svg);
    let axes = axes(document.root_element());
    assert_eq!(line.len(), 4);
    assert_eq!(line[0].0, axes[0].0, "0 stands at the left end");
    assert_eq!(line[3].1, axes[2].1, "and at the bottom");
    assert!(line[1].0 > axes[0].0 + 10.0 && line[2].1 < axes[2].1 - 10.0, "set apart from 1: {line:?}");
    // From 1 to 10 is as far as from 10 to 100.
    assert!((2.0 * line[2].0 - line[1].0 - line[3].0).abs() < 0.05, "{line:?}");
    assert_eq!(texts(&document).iter().filter(|text| *text == "0").count(), 2);
}

#[test]
fn landmarks_stand_over_their_places_and_not_on_each_other() {
    let mut chart = Panel::new("t").with(Series::new("", vec![(0.0, 1.0), (10.0, 2.0)]));
    chart.landmarks =
        vec![(2.0, "3x3x3".into()), (2.2, "4x3x3".into()), (8.0, "4x4x4".into()), (99.0, "far".into())];
    let svg = svg(chart);
    let document = parse(&svg);
    let place = |name: &str| {
        let node =
            document.descendants().find(|node| node.has_tag_name("text") && node.text() == Some(name))?;
        let number = |name: &str| node.attribute(name).unwrap().parse::<f64>().unwrap();
        Some((number("x"), number("y")))
    };
    let (one, two, three) = (place("3x3x3").unwrap(), place("4x3x3").unwrap(), place("4x4x4").unwrap());
    assert!(one.0 < two.0 && two.0 < three.0);
    assert!(one.1 == three.1 && two.1 < one.1 - 8.0, "{one:?} {two:?} {three:?}");
    assert!(one.1 < axes(document.root_element())[0].1, "above the plot");
    assert_eq!(place("far"), None, "what lies beyond the axis is left out");
}

#[test]
fn panels_with_the_same_lines_have_one_legend() {
    let panel =
        |title: &str| Panel::new(title).with(Series::new("won", ramp(3))).with(Series::new("lost", ramp(4)));
    let chart = LineChart::new("").with_panel(panel("a")).with_panel(panel("b"));
    let svg = chart.to_svg();
    let legends = parse(&svg).descendants().filter(|node| node.attribute("class") == Some("legend")).count();
    assert_eq!(legends, 1);
    let other = chart.with_panel(Panel::new("c").with(Series::new("drawn", ramp(3)))).to_svg();
    let legends =
        parse(&other).descendants().filter(|node| node.attribute("class") == Some("legend")).count();
    assert_eq!(legends, 3, "another line needs its own");
}

#[test]
fn nothing_and_one_point_are_charts_too() {
    let count = |svg: &str, tag: &str| svg.matches(tag).count();
    assert!(count(&svg(Panel::new("")), "<text") > 4, "axes have numbers without data");
    let empty = Panel::new("").x(Axis::log10("")).y(Axis::log10("")).with(Series::new("", vec![]));
    assert!(count(&svg(empty), "<text") > 4);
    parse(&LineChart::new("nothing").to_svg());
    let endless = "endless ".repeat(1000);
    let mut chart =
        LineChart::from(Panel::new("").y(Axis::linear(endless.clone())).with(Series::new(endless, ramp(3))));
    (chart.width, chart.plot_height) = (0, 0);
    let axes = axes(parse(&chart.to_svg()).root_element());
    assert!(axes[2].0 - axes[0].0 > 100.0, "however long the labels, the plot has room: {axes:?}");
    for axis in [Axis::linear(""), Axis::log10("")] {
        for y in [0.0, 7.0, -3.0, 1e-12, 1e12] {
            let chart = Panel::new("").x(axis.clone()).with(Series::new("", vec![(7.0, y)]).smoothed(5));
            assert!(count(&svg(chart), "<circle") >= 1, "{y} is seen");
        }
    }
}

#[test]
fn lines_are_cut_to_the_range() {
    let wave = (0..200).map(|x| (f64::from(x), f64::from(x).sin() * 3.0)).chain([(200.0, 1e200)]).collect();
    let chart = Panel::new("").x(Axis::linear("").within(150.0, 50.0)).y(Axis::linear("").within(-1.0, 1.0));
    let svg = svg(chart.with(Series::new("wave", wave)));
    let [(left, top), _, (right, bottom)] = axes(parse(&svg).root_element())[..] else { panic!("two axes") };
    let lines = lines_of(&svg, "wave");
    assert!(lines.len() > 20, "it leaves and returns: {}", lines.len());
    for (x, y) in lines.concat() {
        assert!((left..=right).contains(&x) && (top..=bottom).contains(&y), "{x} {y}");
    }
}

#[test]
fn a_million_points_make_a_small_file() {
    let peak = 777_777;
    let value = |at: u32| if at == peak { 9.0 } else { f64::from(at % 1000) / 1000.0 };
    let mut points: Line = (0..1_000_000).map(|at| (f64::from(at), value(at))).collect();
    let chart = Panel::new("").y(Axis::linear("").within(0.0, 10.0));
    let large = svg(chart.clone().with(Series::new("raw", points.clone())));
    assert!(large.len() < 100_000, "{}", large.len());
    let highest =
        |svg: &str| lines_of(svg, "raw").concat().iter().map(|(_, y)| *y).fold(f64::INFINITY, f64::min);
    let small = svg(chart.clone().with(Series::new("raw", vec![(0.0, 0.0), (1.0, 9.0)])));
    assert_eq!(highest(&large), highest(&small), "the one high point is seen");
    let smoothed = svg(chart.with(Series::new("", points.clone()).smoothed(1001)));
    assert!(smoothed.len() < 200_000, "{}", smoothed.len());
    // A gap at every second point is narrower than can be seen.
    points.iter_mut().step_by(2).for_each(|point| point.1 = f64::NAN);
    assert!(svg(Panel::new("").with(Series::new("", points))).len() < 100_000);
}

#[test]
fn a_png_has_its_size_and_is_not_blank() {
    let mut chart = full();
    (chart.width, chart.plot_height) = (400, 80);
    let svg = chart.to_svg();
    let height: f32 = parse(&svg).root_element().attribute("height").unwrap().parse().unwrap();
    let png = chart.to_png(1.5, &Fonts::none()).unwrap();
    assert_eq!((png.width, png.height), (600, (height * 1.5).round() as u32));
    assert_eq!(png.warnings, [ChartWarning::NoFont {}], "without fonts there is a picture and a warning");
    let count = |bytes: &[u8], is_such: fn(u8, u8, u8) -> bool| {
        let map = Pixmap::decode_png(bytes).unwrap();
        assert_eq!((map.width(), map.height()), (png.width, png.height));
        map.pixels().iter().filter(|pixel| is_such(pixel.red(), pixel.green(), pixel.blue())).count()
    };
    let blue = count(&png.bytes, |red, green, blue| (red, green, blue) == (0, 0x72, 0xb2));
    assert!(blue > 20, "the first line is seen: {blue}");

    let fonts = Fonts::system();
    let with_text = chart.to_png(1.5, &fonts).unwrap();
    let dark = |bytes: &[u8]| count(bytes, |red, green, blue| red.max(green).max(blue) < 60);
    // Machines without fonts, or without Chinese ones, say so; all others draw text.
    match &with_text.warnings[..] {
        [ChartWarning::NoFont {}] => assert!(fonts.is_empty()),
        [] | [ChartWarning::NoGlyphs { .. }] => assert!(dark(&with_text.bytes) > dark(&png.bytes) + 100),
        other => panic!("{other:?}"),
    }
    for scale in [0.0, -1.0, f32::NAN, 1000.0] {
        assert!(matches!(chart.to_png(scale, &fonts), Err(ChartError::Size { .. })), "{scale}");
    }
}

#[test]
fn a_character_no_font_has_is_told() {
    let mut chart = LineChart::new("unassigned: \u{378}");
    chart.width = 360;
    let png = chart.to_png(1.0, &Fonts::system()).unwrap();
    let told = [ChartWarning::NoGlyphs { missing: "\u{378}".into() }];
    assert!(png.warnings == told || png.warnings == [ChartWarning::NoFont {}], "{:?}", png.warnings);
}

#[test]
fn warnings_are_sentences_in_both_languages() {
    let chinese = Text::new(Language::Chinese);
    let warnings = [
        ChartWarning::NoFont {},
        ChartWarning::NoGlyphs { missing: "棋".into() },
        ChartWarning::NotNumbers { series: "won".into(), count: 3 },
        ChartWarning::NotPositive { series: "won".into(), count: 3 },
        ChartWarning::NotARange { axis: "time".into(), low: "1".into(), high: "0.5".into() },
    ];
    for warning in &warnings {
        for sentence in [warning.to_string(), chinese.explain(warning)] {
            assert!(!sentence.contains(['{', '}']), "{sentence}");
        }
        assert!(!chinese.explain(warning).is_ascii());
    }
    let error = ChartError::Size { width: 0, height: 7, most: 9 };
    assert!(chinese.explain(&error).contains("0 x 7") && error.to_string().contains("1 to 9"));
    assert!(chinese.explain(&ChartError::NotDrawn { why: "because".into() }).contains("because"));
}
