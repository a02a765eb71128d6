//! Leaves out points that would not be seen, so that a file of a million points is as small as one of a thousand.
//!
//! After M4 (Jugel, Jerzak, Hackenbroich, Markl: "M4: A Visualization-Oriented Time Series Data Aggregation", VLDB 2014):
//! of all points in a column one unit wide the first, the lowest, the highest and the last are kept; lines between them
//! colour the same pixels.

/// Keeps at most four points in each column of width 1 from `left` to `right`, and four beyond either end.
///
/// `points` lie in order of x, and are numbers.
#[must_use]
pub fn decimate(points: &[(f64, f64)], left: f64, right: f64) -> Vec<(f64, f64)> {
    let mut kept = Vec::new();
    for column in columns(points, left, right, |point| point.0) {
        let by_y = |a: &usize, b: &usize| column[*a].1.total_cmp(&column[*b].1);
        let lowest = (0..column.len()).min_by(by_y).expect("a column has points");
        let highest = (0..column.len()).max_by(by_y).expect("a column has points");
        let mut indices = [0, lowest, highest, column.len() - 1];
        indices.sort_unstable();
        for (at, index) in indices.iter().enumerate() {
            if at == 0 || indices[at - 1] != *index {
                kept.push(column[*index]);
            }
        }
    }
    kept
}

/// The same for a band (x, low, high): a column is as high as the highest in it and as low as the lowest, at the middle
/// of its points.
pub(super) fn decimate_band(band: &[(f64, f64, f64)], left: f64, right: f64) -> Vec<(f64, f64, f64)> {
    let one = |column: &[(f64, f64, f64)]| {
        let low = column.iter().map(|(_, low, _)| *low).fold(f64::INFINITY, f64::min);
        let high = column.iter().map(|(_, _, high)| *high).fold(f64::NEG_INFINITY, f64::max);
        (f64::midpoint(column[0].0, column[column.len() - 1].0), low, high)
    };
    columns(band, left, right, |point| point.0).map(one).collect()
}

fn columns<P>(points: &[P], left: f64, right: f64, x: impl Fn(&P) -> f64) -> impl Iterator<Item = &[P]> {
    let column = move |point: &P| x(point).max(left - 1.0).min(right + 1.0).floor();
    points.chunk_by(move |a, b| column(a) == column(b))
}
