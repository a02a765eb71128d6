//! The charts of a report, drawn from its tables.

use kinrow_chart::{Axis, Chart, Dot, DotChart, DotRow, LineChart, Panel, Series};
use kinrow_lab::Namer;
use kinrow_lab::experiment::finding::{Key, groups, key_of, numbers, spread};
use kinrow_lab::experiment::{Cell, ChartSpec, Filter, Style, Table};

/// Draws a chart of a table; `None` when there is nothing to draw.
#[must_use]
pub fn draw(spec: &ChartSpec, table: &Table, namer: &Namer<'_>) -> Option<Chart> {
    let artist = Artist { spec, table, namer };
    match &spec.style {
        Style::Lines { x, log_x, reference, .. } => {
            artist.lines(x, *log_x, reference.as_deref()).map(Chart::Lines)
        }
        Style::Dots { rows } => artist.dots(rows).map(Chart::Dots),
    }
}

struct Artist<'a> {
    spec: &'a ChartSpec,
    table: &'a Table,
    namer: &'a Namer<'a>,
}

/// A place on a chart: the middle, and what lies around it.
struct Place {
    x: f64,
    y: f64,
    band: Option<(f64, f64)>,
    /// Rows that it stands for.
    rows: usize,
}

impl Artist<'_> {
    fn title(&self) -> String {
        self.spec.title.of(self.namer.text.language()).to_string()
    }

    /// An axis of a column. A logarithmic one has a place for 0 where there is one: a learner before its first episode, an
    /// audit without a loss.
    fn axis(&self, column: &str, is_log: bool) -> Axis {
        let label = self.namer.column(column);
        if !is_log {
            return Axis::linear(label);
        }
        let rows = self.table.rows_where(&self.spec.filter);
        Axis::log10_of(label, rows.filter_map(|row| self.table.cell(row, column).number()))
    }

    /// The axis of what is drawn.
    fn value_axis(&self) -> Axis {
        let axis = self.axis(&self.spec.y, self.spec.log_y);
        if is_share(&self.spec.y) && !self.spec.log_y { axis.within(0.0, 1.0) } else { axis }
    }

    /// The middle of some rows: their mean, with the band that was asked for or, when rows differ, their range.
    fn place(&self, x: f64, rows: &[&[Cell]]) -> Option<Place> {
        let [y, least, most] = spread(&numbers(self.table, rows, &self.spec.y))?;
        let ends = self.spec.band.as_ref().map(|ends| {
            let end = |column: &String, open: f64| {
                let values: Vec<f64> =
                    rows.iter().filter_map(|row| self.table.cell(row, column).number()).collect();
                if values.is_empty() { open } else { values.iter().sum::<f64>() / values.len() as f64 }
            };
            (end(&ends[0], f64::NEG_INFINITY), end(&ends[1], f64::INFINITY))
        });
        Some(Place {
            x,
            y,
            band: ends.or((rows.len() > 1).then_some((least, most))),
            rows: if least < most { rows.len() } else { 1 },
        })
    }

    fn series(&self, rows: &[&[Cell]], x: &str) -> Vec<Place> {
        let mut at: Vec<(f64, Vec<&[Cell]>)> = Vec::new();
        for row in rows {
            let Some(x) = self.table.cell(row, x).number() else { continue };
            match at.iter_mut().find(|(known, _)| *known == x) {
                Some((_, rows)) => rows.push(row),
                None => at.push((x, vec![row])),
            }
        }
        at.sort_by(|a, b| a.0.total_cmp(&b.0));
        at.iter().filter_map(|(x, rows)| self.place(*x, rows)).collect()
    }

    fn lines(&self, x: &str, log_x: bool, reference: Option<&str>) -> Option<LineChart> {
        let panels: Vec<String> = self.spec.panels.iter().cloned().collect();
        let mut chart = LineChart::new(self.title());
        let mut most_rows = 1;
        for (key, rows) in groups(self.table, &self.spec.filter, &panels) {
            let mut panel = Panel::new(self.namer.label(&key)).x(self.axis(x, log_x)).y(self.value_axis());
            for (name, rows) in self.by_series(&rows) {
                let places = self.series(&rows, x);
                // Beside a reference the only line needs a name too.
                let is_nameless = name.is_empty() && reference.is_some();
                let name = if is_nameless { self.namer.column(&self.spec.y) } else { name };
                most_rows = places.iter().map(|place| place.rows).fold(most_rows, usize::max);
                let points = places.iter().map(|place| (place.x, place.y)).collect();
                let mut series = Series::new(name, points);
                let band: Option<Vec<_>> =
                    places.iter().map(|place| place.band.map(|(low, high)| (place.x, low, high))).collect();
                // Repetitions of a search without chance do not differ, and need no band.
                series.band = band.filter(|band| band.iter().any(|(_, low, high)| low < high));
                if places.iter().any(|place| place.y.is_finite()) {
                    panel = panel.with(series);
                }
            }
            if let Some(reference) = reference {
                let mut points: Vec<(f64, f64)> = Vec::new();
                for row in &rows {
                    let number = |column: &str| self.table.cell(row, column).number();
                    let place = number(x).zip(number(reference));
                    points.extend(place.filter(|(x, _)| !points.iter().any(|(known, _)| known == x)));
                }
                if !points.is_empty() {
                    panel = panel.with(Series::new(self.namer.column(reference), points));
                }
            }
            panel.landmarks = self.landmarks(&rows, x);
            if !panel.series.is_empty() {
                chart = chart.with_panel(panel);
            }
        }
        chart.plot_height = if chart.panels.len() > 2 { 200 } else { 280 };
        let notes = self.notes(most_rows, &chart);
        let last = chart.panels.last_mut()?;
        last.notes = notes;
        Some(chart)
    }

    /// What stands at places along x, each once, from left to right.
    fn landmarks(&self, rows: &[&[Cell]], x: &str) -> Vec<(f64, String)> {
        let Style::Lines { landmarks: Some(column), .. } = &self.spec.style else { return Vec::new() };
        let mut landmarks: Vec<(f64, String)> = Vec::new();
        for row in rows {
            let Some(at) = self.table.cell(row, x).number() else { continue };
            let landmark = (at, self.namer.cell(self.table.cell(row, column)));
            if !landmarks.contains(&landmark) {
                landmarks.push(landmark);
            }
        }
        landmarks.sort_by(|a, b| a.0.total_cmp(&b.0));
        landmarks
    }

    /// Rows by series, with the names that the legend has.
    fn by_series<'a>(&self, rows: &[&'a [Cell]]) -> Vec<(String, Vec<&'a [Cell]>)> {
        let mut series: Vec<(Key, Vec<&[Cell]>)> = Vec::new();
        for row in rows {
            let key = key_of(self.table, row, &self.spec.series);
            match series.iter_mut().find(|(known, _)| *known == key) {
                Some((_, rows)) => rows.push(row),
                None => series.push((key, vec![row])),
            }
        }
        series.into_iter().map(|(key, rows)| (self.namer.label(&key), rows)).collect()
    }

    /// What bands mean, and what could not be drawn.
    fn notes(&self, rows: usize, chart: &LineChart) -> Vec<String> {
        let mut notes = self.band_note(rows);
        notes.extend(chart.warnings().iter().map(|warning| self.namer.text.explain(warning)));
        notes
    }

    fn band_note(&self, rows: usize) -> Vec<String> {
        let text = self.namer.text;
        match (&self.spec.band, rows) {
            (Some(_), _) => vec![text.get("report.band-interval").to_string()],
            (None, 1) => Vec::new(),
            (None, rows) => vec![text.fill("report.band-range", &[("count", &rows.to_string())])],
        }
    }

    fn dots(&self, by: &[String]) -> Option<DotChart> {
        let mut chart = DotChart::new(self.title(), self.value_axis());
        let mut most_rows = 1;
        let panel: Vec<String> = by.iter().chain(&self.spec.panels).cloned().collect();
        for (key, rows) in groups(self.table, &self.spec.filter, &panel) {
            let mut row = DotRow { name: self.namer.label(&key), dots: Vec::new() };
            for (name, rows) in self.by_series(&rows) {
                let Some(place) = self.place(0.0, &rows) else { continue };
                most_rows = most_rows.max(place.rows);
                row.dots.push(Dot { name, value: place.y, interval: place.band });
            }
            if !row.dots.is_empty() {
                chart.rows.push(row);
            }
        }
        chart.notes = self.band_note(most_rows);
        (!chart.rows.is_empty()).then_some(chart)
    }
}

/// Whether a column lies between 0 and 1 by its nature, so that charts of it can be compared.
fn is_share(column: &str) -> bool {
    column.ends_with("_share") || ["score", "points_random", "draws_itself"].contains(&column)
}

/// The rows of a table that a filter means, for those who only want to know whether there are any.
pub(super) fn has_rows(table: &Table, filter: &Filter) -> bool {
    table.rows_where(filter).next().is_some()
}
