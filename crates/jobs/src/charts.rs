//! Charts of trainings: one alone as `kinrow train` draws it, several beside each other by what can be compared.

use kinrow_chart::{Axis, LineChart, Panel, Series};
use kinrow_text::Text;

use crate::learning::Curve;
use crate::playing::Standing;
use crate::saved::Saved;
use crate::wanted::Wanted;

/// A chart fits a phone and a projector.
const NARROWEST: u32 = 360;
const WIDEST: u32 = 1600;

/// The chart of these trainings; nothing while none of them has been looked at.
pub(crate) fn svg(curves: &[(Saved, Curve)], width: Option<u32>, text: &Text) -> Option<String> {
    let seen: Vec<&(Saved, Curve)> = curves.iter().filter(|(_, curve)| curve.looks() > 0).collect();
    let mut chart = match seen.as_slice() {
        [] => return None,
        [(_, curve)] => curve.chart(text),
        several => compared(several, text),
    };
    if let Some(width) = width {
        chart.width = width.clamp(NARROWEST, WIDEST);
    }
    Some(chart.to_svg())
}

/// The chart of a contest: share of the points after each game and, with a sequential test, where that stands.
pub(crate) fn contest(standing: &Standing, width: Option<u32>, text: &Text) -> String {
    let x = || Axis::linear(text.get("curve.games"));
    let panel = Panel::new(text.get("curve.contest-points"))
        .x(x())
        .y(Axis::linear(text.get("curve.share")).within(0.0, 1.0));
    let series = standing.shares.iter().map(|(name, points)| Series::new(name.clone(), points.clone()));
    let mut chart = LineChart::new(text.get("curve.contest")).with_panel(series.fold(panel, Panel::with));
    if let Some((ratios, (low, high))) = &standing.ratios {
        let last = ratios.last().map_or(1.0, |(game, _)| *game);
        let bound = |value: f64| vec![(1.0, value), (last.max(2.0), value)];
        let panel = Panel::new(text.get("curve.sprt"))
            .x(x())
            .y(Axis::linear(text.get("curve.sprt-ratio")))
            .with(Series::new(text.get("curve.sprt-ratio"), ratios.clone()))
            .with(Series::new(text.get("curve.sprt-low"), bound(*low)))
            .with(Series::new(text.get("curve.sprt-high"), bound(*high)));
        chart = chart.with_panel(panel);
    }
    if let Some(width) = width {
        chart.width = width.clamp(NARROWEST, WIDEST);
    }
    chart.to_svg()
}

fn compared(curves: &[&(Saved, Curve)], text: &Text) -> LineChart {
    let panel = |title: &str, label: &str, points: &dyn Fn(&Curve) -> Vec<(f64, f64)>, is_share: bool| {
        let all: Vec<Vec<(f64, f64)>> = curves.iter().map(|(_, curve)| points(curve)).collect();
        let x = Axis::log10_of(text.get("curve.episodes"), all.iter().flatten().map(|(x, _)| *x));
        let y = match is_share {
            true => Axis::linear(text.get(label)).within(0.0, 1.0),
            false => Axis::log10_of(text.get(label), all.iter().flatten().map(|(_, y)| *y)),
        };
        let panel = Panel::new(text.get(title)).x(x).y(y);
        curves
            .iter()
            .zip(all)
            .filter(|(_, points)| !points.is_empty())
            .fold(panel, |panel, (run, points)| panel.with(Series::new(name(&run.0), points)))
    };
    let chart = LineChart::new(text.get("curve.compared")).with_panel(panel(
        "curve.random",
        "curve.share",
        &Curve::strength,
        true,
    ));
    match curves.iter().any(|(_, curve)| !curve.lost().is_empty()) {
        true => chart.with_panel(panel("curve.audit-title", "curve.audit", &Curve::lost, false)),
        false => chart,
    }
}

/// What a run is called in a legend.
fn name(job: &Saved) -> String {
    let called = match (&job.label, &job.wanted) {
        (Some(label), _) => label.to_string(),
        (None, Wanted::Train(learning)) => format!("{} {}", learning.method, learning.rules),
        (None, Wanted::Contest(playing)) => playing.agents.join(" - "),
        (None, Wanted::Experiment(measuring)) => measuring.name.clone(),
    };
    format!("{}: {called}", job.number)
}
