//! Line charts as plain data, drawn as SVG text and, on request, as PNG.
//!
//! The same data give the same SVG, byte for byte: it has no scripts, no style sheet, no identifiers and no references, so
//! that it can stand in a file or inside a page beside others. Lines are told apart by colour (Okabe and Ito's, seen by
//! the colour-blind), by dashes and by markers, so that they still are when printed in grey.
//!
//! What a chart is made of stands here; where things go is in `layout`, what they look like in `panel`, `curve` and
//! `legend`.
//!
//! ```
//! use kinrow_chart::{Axis, Panel, LineChart, Series};
//!
//! let won = (1..=1000).map(|episode| (f64::from(episode), 1.0 - 1.0 / f64::from(episode))).collect();
//! let panel = Panel::new("Q-learning against a random player")
//!     .x(Axis::log10("episodes"))
//!     .y(Axis::linear("share of games").within(0.0, 1.0))
//!     .with(Series::new("won", won).smoothed(51));
//! let svg = LineChart::new("Learning tic-tac-toe").with_panel(panel).to_svg();
//! assert!(svg.starts_with("<svg "));
//! ```

mod board;
mod clip;
mod curve;
mod decimate;
mod dots;
mod explain;
mod layout;
mod legend;
mod look;
mod panel;
#[cfg(feature = "png")]
mod png;
mod range;
mod smooth;
mod svg;
mod text;
pub mod ticks;

pub use board::{BoardChart, targets};
pub use decimate::decimate;
pub use dots::{Dot, DotChart, DotRow};
pub use explain::{ChartError, ChartWarning};
#[cfg(feature = "png")]
pub use png::{Fonts, Png};
pub use smooth::moving_average;

/// Any chart that can be drawn.
#[derive(Clone, PartialEq, Debug)]
pub enum Chart {
    /// Lines over numbers.
    Lines(LineChart),
    /// Dots beside names.
    Dots(DotChart),
}

impl Chart {
    /// As SVG.
    #[must_use]
    pub fn to_svg(&self) -> String {
        match self {
            Chart::Lines(chart) => chart.to_svg(),
            Chart::Dots(chart) => chart.to_svg(),
        }
    }

    /// As PNG, `scale` pixels a unit.
    ///
    /// # Errors
    /// When it would have no pixels, or unreasonably many.
    #[cfg(feature = "png")]
    pub fn to_png(&self, scale: f32, fonts: &Fonts) -> Result<Png, ChartError> {
        png::render(&self.to_svg(), scale, fonts)
    }
}

/// Panels under each other. Panels whose x axes are equal share it: one range, and the labels under the lowest.
#[derive(Clone, PartialEq, Debug)]
pub struct LineChart {
    /// Above everything; may be empty.
    pub title: String,
    /// From top to bottom.
    pub panels: Vec<Panel>,
    /// How wide the whole chart is; at least 360. How high it is follows from what is in it.
    pub width: u32,
    /// How high the plot of each panel is; at least 80.
    pub plot_height: u32,
}

impl LineChart {
    /// A chart without panels, 860 wide, each plot 300 high.
    #[must_use]
    pub fn new(title: impl Into<String>) -> LineChart {
        LineChart { title: title.into(), panels: Vec::new(), width: 860, plot_height: 300 }
    }

    /// With one more panel below.
    #[must_use]
    pub fn with_panel(mut self, panel: Panel) -> LineChart {
        self.panels.push(panel);
        self
    }

    /// The chart as SVG.
    #[must_use]
    pub fn to_svg(&self) -> String {
        panel::draw_chart(self)
    }

    /// The chart as PNG, `scale` pixels a unit (2 is sharp on most screens and in print).
    ///
    /// # Errors
    /// When it would have no pixels, or unreasonably many.
    #[cfg(feature = "png")]
    pub fn to_png(&self, scale: f32, fonts: &Fonts) -> Result<Png, ChartError> {
        png::render(&self.to_svg(), scale, fonts)
    }

    /// Points that have no place and ranges that are none, for a note in the reader's language. What lies outside a given
    /// range is not counted: the line is seen to leave the plot.
    #[must_use]
    pub fn warnings(&self) -> Vec<ChartWarning> {
        self.panels.iter().flat_map(explain::left_out).collect()
    }
}

impl From<Panel> for LineChart {
    fn from(panel: Panel) -> LineChart {
        LineChart::new("").with_panel(panel)
    }
}

/// One plot: lines over two axes.
///
/// Points are drawn in order of x. A point that is not a number, infinite (or beyond 1e300), or not positive on a
/// logarithmic axis is left out and the line has a gap there; an error band that reaches down to 0 on a logarithmic axis
/// is drawn to the axis' lower end.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct Panel {
    /// Above the plot; may be empty.
    pub title: String,
    /// Below the title.
    pub subtitle: Option<String>,
    /// The axis below.
    pub x: Axis,
    /// The axis on the left.
    pub y: Axis,
    /// The lines.
    pub series: Vec<Series>,
    /// What stands at places along the axis below, written above the plot: the board that has so many points.
    pub landmarks: Vec<(f64, String)>,
    /// Small print, a paragraph each, under the chart.
    pub notes: Vec<String>,
}

impl Panel {
    /// A panel without lines, its axes linear and unnamed.
    #[must_use]
    pub fn new(title: impl Into<String>) -> Panel {
        Panel { title: title.into(), ..Panel::default() }
    }

    /// With a line of text below the title.
    #[must_use]
    pub fn subtitle(mut self, subtitle: impl Into<String>) -> Panel {
        self.subtitle = Some(subtitle.into());
        self
    }

    /// With this axis below.
    #[must_use]
    pub fn x(mut self, axis: Axis) -> Panel {
        self.x = axis;
        self
    }

    /// With this axis on the left.
    #[must_use]
    pub fn y(mut self, axis: Axis) -> Panel {
        self.y = axis;
        self
    }

    /// With one more line.
    #[must_use]
    pub fn with(mut self, series: Series) -> Panel {
        self.series.push(series);
        self
    }

    /// With one more paragraph of small print.
    #[must_use]
    pub fn note(mut self, note: impl Into<String>) -> Panel {
        self.notes.push(note.into());
        self
    }
}

/// How values lie along an axis.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Scale {
    /// Equal differences are equally long.
    #[default]
    Linear,
    /// Equal ratios are equally long; only positive values have a place.
    Log10,
    /// The same, and 0 has a place of its own at the lower end, set apart from the rest: what falls to nothing, or is counted from
    /// before the first.
    Log10AndZero,
}

impl Scale {
    /// Whether equal ratios are equally long.
    #[must_use]
    pub fn is_logarithmic(self) -> bool {
        self != Scale::Linear
    }

    /// Whether a number has a place on it.
    #[must_use]
    pub fn has(self, value: f64) -> bool {
        match self {
            Scale::Linear => true,
            Scale::Log10 => value > 0.0,
            Scale::Log10AndZero => value >= 0.0,
        }
    }
}

/// One axis.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct Axis {
    /// What is measured, with its unit.
    pub label: String,
    /// How values lie along it.
    pub scale: Scale,
    /// Lowest and highest value (in either order); what lies outside is cut off. `None`, or what is no range, stands for
    /// the range of the data.
    pub range: Option<(f64, f64)>,
}

impl Axis {
    /// A linear axis over the range of the data.
    #[must_use]
    pub fn linear(label: impl Into<String>) -> Axis {
        Axis { label: label.into(), scale: Scale::Linear, range: None }
    }

    /// A logarithmic axis over the range of the data.
    #[must_use]
    pub fn log10(label: impl Into<String>) -> Axis {
        Axis { label: label.into(), scale: Scale::Log10, range: None }
    }

    /// A logarithmic axis over the range of the data, with a place for 0 when some of them are 0.
    #[must_use]
    pub fn log10_of(label: impl Into<String>, values: impl IntoIterator<Item = f64>) -> Axis {
        let has_zero = values.into_iter().any(|value| value == 0.0);
        let scale = if has_zero { Scale::Log10AndZero } else { Scale::Log10 };
        Axis { label: label.into(), scale, range: None }
    }

    /// Cut to a range.
    #[must_use]
    pub fn within(mut self, low: f64, high: f64) -> Axis {
        self.range = Some((low, high));
        self
    }
}

/// One line. Series of the same name in a chart look alike and have one entry in a legend: runs with different seeds, or
/// the same learner in two panels.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct Series {
    /// What the legend calls it; with an empty name it is not in the legend.
    pub name: String,
    /// The points (x, y).
    pub points: Vec<(f64, f64)>,
    /// An error band (x, low, high), drawn behind.
    pub band: Option<Vec<(f64, f64, f64)>>,
    /// When set, the points are drawn thin and light, and their moving average over this many points strong.
    pub smoothed: Option<usize>,
}

impl Series {
    /// A line through points (x, y).
    #[must_use]
    pub fn new(name: impl Into<String>, points: Vec<(f64, f64)>) -> Series {
        Series { name: name.into(), points, band: None, smoothed: None }
    }

    /// With an error band (x, low, high).
    #[must_use]
    pub fn band(mut self, band: Vec<(f64, f64, f64)>) -> Series {
        self.band = Some(band);
        self
    }

    /// Raw and smoothed: see [`moving_average`] for the window.
    #[must_use]
    pub fn smoothed(mut self, window: usize) -> Series {
        self.smoothed = Some(window);
        self
    }
}
