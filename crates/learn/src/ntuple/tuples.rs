//! Which points a network looks at together: the lines of the board, and tuples found by random walks.

use std::collections::HashSet;

use kinrow_agent::{Rng, Seed};
use kinrow_game::{Geometry, Point, Symmetry};

/// Points in order; the first counts most in a code.
pub(crate) type Tuple = Vec<Point>;

/// Every stretch of a row, column or diagonal that is `longest` long, and every such line of at least k points that is
/// shorter, as a whole: nowhere else can a row be made.
fn lines(geometry: &Geometry, longest: usize) -> Vec<Tuple> {
    const STEPS: [(i16, i16); 4] = [(1, 0), (0, 1), (1, 1), (-1, 1)];
    let rules = geometry.rules();
    let (width, height) = (i16::from(rules.width()), i16::from(rules.height()));
    let is_on = |column: i16, row: i16| (0..width).contains(&column) && (0..height).contains(&row);
    let mut found = Vec::new();
    for start in geometry.points() {
        let (column, row) = geometry.column_row(start);
        let (column, row) = (i16::from(column), i16::from(row));
        for (right, down) in STEPS {
            let ahead: Tuple = (0..longest as i16)
                .map(|i| (column + i * right, row + i * down))
                .take_while(|&(column, row)| is_on(column, row))
                .map(|(column, row)| geometry.point(column as u8, row as u8))
                .collect();
            let is_whole = ahead.len() == longest || !is_on(column - right, row - down);
            if is_whole && ahead.len() >= longest.min(rules.k().into()) {
                found.push(ahead);
            }
        }
    }
    found
}

/// `length` points met on a walk from point to neighbouring point (Lucas 2008; Thill, Koch and Konen 2012).
fn walk(geometry: &Geometry, length: usize, rng: &mut Rng) -> Tuple {
    let points: Vec<Point> = geometry.points().collect();
    let mut at = *rng.pick(&points);
    let mut met = vec![at];
    while met.len() < length.min(points.len()) {
        let (column, row) = geometry.column_row(at);
        let near = |&point: &Point| {
            let (other_column, other_row) = geometry.column_row(point);
            point != at && column.abs_diff(other_column) <= 1 && row.abs_diff(other_row) <= 1
        };
        let neighbours: Vec<Point> = points.iter().copied().filter(near).collect();
        at = *rng.pick(&neighbours);
        if !met.contains(&at) {
            met.push(at);
        }
    }
    met
}

/// Tuples that share a table of weights: the images of one under the symmetries of the board, each once.
pub(crate) type Class = Vec<Tuple>;

/// The lines of at most `longest` points (none when that is 0), and so many tuples of random walks, their images counted.
pub(crate) fn classes(
    geometry: &Geometry,
    longest: usize,
    walks: usize,
    length: usize,
    seed: Seed,
) -> Vec<Class> {
    let symmetries = Symmetry::all(geometry);
    let class = |tuple: &Tuple| {
        let mut images: Class = Vec::new();
        for symmetry in &symmetries {
            let image = tuple.iter().map(|&point| symmetry.image(geometry, point)).collect();
            if !images.contains(&image) {
                images.push(image);
            }
        }
        images
    };
    let mut found: Vec<Class> = Vec::new();
    let mut is_known: HashSet<Vec<usize>> = HashSet::new();
    // A line's image may be another line, forwards or backwards: the set of points is what counts.
    let mut take = |tuple: &Tuple| {
        let images = class(tuple);
        let sets: Vec<Vec<usize>> = images.iter().map(points_of).collect();
        if sets.iter().any(|set| is_known.contains(set)) {
            return 0;
        }
        is_known.extend(sets);
        let count = images.len();
        found.push(images);
        count
    };
    if longest > 0 {
        for line in lines(geometry, longest) {
            take(&line);
        }
    }
    let mut taken = 0;
    // On a small board there may not be as many different ones.
    for number in 0..2 * walks as u64 {
        if taken >= walks {
            break;
        }
        taken += take(&walk(geometry, length, &mut seed.derive("tuples", number).rng()));
    }
    found
}

fn points_of(tuple: &Tuple) -> Vec<usize> {
    let mut points: Vec<usize> = tuple.iter().map(|point| point.index()).collect();
    points.sort_unstable();
    points
}
