//! What can go wrong with a chart, and what its reader should be told of.

use super::Panel;
use super::range::{self, is_drawable};

kinrow_game::sentences! {
    /// Why there is no picture.
    pub enum ChartError {
        /// The picture would have too many pixels, or none.
        Size { width: u64, height: u64, most: u64 } = "chart-size" =>
            "a picture cannot have {width} x {height} pixels: each side can have 1 to {most}; take another scale or size",
        /// The SVG could not be turned into pixels.
        NotDrawn { why: String } = "chart-not-drawn" =>
            "the chart could not be drawn as PNG ({why}); as SVG it can",
    }
}

kinrow_game::sentences! {
    /// What is missing from a chart that was drawn all the same.
    pub enum ChartWarning {
        /// This machine has no font at all.
        NoFont {} = "chart-no-font" =>
            "the picture has no text: no font was found on this machine; install one (such as fonts-noto-cjk), or use SVG",
        /// No font has these characters.
        NoGlyphs { missing: String } = "chart-no-glyphs" =>
            "the picture lacks the characters {missing}: no font on this machine has them; install one (such as fonts-noto-cjk), or use SVG",
        /// Points that are not numbers, or infinite.
        NotNumbers { series: String, count: usize } = "chart-not-numbers" =>
            "'{series}': not shown: {count} that are not finite numbers",
        /// Points at 0 or below on a logarithmic axis.
        NotPositive { series: String, count: usize } = "chart-not-positive" =>
            "'{series}': not shown: {count} at 0 or below, which a logarithmic axis has no place for",
        /// A range that is none was given; the data's own is used.
        NotARange { axis: String, low: String, high: String } = "chart-not-a-range" =>
            "axis '{axis}' cannot go from {low} to {high}: two different finite numbers are needed, both above 0 on a logarithmic axis; it shows all the data",
    }
}

/// What of a panel's data cannot be drawn.
pub(super) fn left_out(panel: &Panel) -> Vec<ChartWarning> {
    let mut warnings = Vec::new();
    for axis in [&panel.x, &panel.y] {
        if let Some((low, high)) = axis.range
            && range::given(axis).is_none()
        {
            let (low, high) = (low.to_string(), high.to_string());
            warnings.push(ChartWarning::NotARange { axis: axis.label.clone(), low, high });
        }
    }
    for series in &panel.series {
        let finite = |point: &&(f64, f64)| is_drawable(point.0) && is_drawable(point.1);
        let (numbers, not_numbers): (Vec<_>, Vec<_>) = series.points.iter().partition(finite);
        let not_positive = numbers.iter().filter(|(x, y)| !panel.x.scale.has(*x) || !panel.y.scale.has(*y));
        let (name, count) = (&series.name, not_positive.count());
        if !not_numbers.is_empty() {
            warnings.push(ChartWarning::NotNumbers { series: name.clone(), count: not_numbers.len() });
        }
        if count > 0 {
            warnings.push(ChartWarning::NotPositive { series: name.clone(), count });
        }
    }
    warnings
}
