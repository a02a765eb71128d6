//! Charts of trainings: one alone as `kinrow train` draws it, several beside each other by what can be compared.

use kinrow_chart::{Axis, LineChart, Panel, Series};
use kinrow_text::Text;

use crate::learning::Curve;
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
    let Wanted::Train(learning) = &job.wanted;
    let called = match &job.label {
        Some(label) => label.to_string(),
        None => format!("{} {}", learning.method, learning.rules),
    };
    format!("{}: {called}", job.number)
}
