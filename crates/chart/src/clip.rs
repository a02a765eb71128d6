//! Cuts lines and areas to the plot.
//!
//! Done in numbers rather than by an SVG clip path: that needs an identifier, which would clash when two charts stand in
//! one page; and far away points would make huge numbers.

/// A rectangle; y grows downwards, as in SVG.
#[derive(Clone, Copy, Debug)]
pub(super) struct Frame {
    pub left: f64,
    pub top: f64,
    pub right: f64,
    pub bottom: f64,
}

type Place = (f64, f64);

impl Frame {
    pub fn width(&self) -> f64 {
        self.right - self.left
    }

    pub fn has(&self, (x, y): Place) -> bool {
        (self.left..=self.right).contains(&x) && (self.top..=self.bottom).contains(&y)
    }

    /// The four edges: how far inside of each a place is, negative when outside.
    fn edges(&self) -> [impl Fn(Place) -> f64; 4] {
        let Frame { left, top, right, bottom } = *self;
        let side = |index: usize| {
            move |(x, y): Place| match index {
                0 => x - left,
                1 => right - x,
                2 => y - top,
                _ => bottom - y,
            }
        };
        [side(0), side(1), side(2), side(3)]
    }

    /// The parts of a line inside.
    pub fn cut_line(&self, line: &[Place]) -> Vec<Vec<Place>> {
        let mut parts: Vec<Vec<Place>> = Vec::new();
        for pair in line.windows(2) {
            let Some((from, to)) = self.cut_segment(pair[0], pair[1]) else { continue };
            match parts.last_mut() {
                // It goes on where the last segment ended, unless that was cut short.
                Some(part) if from == pair[0] && part.last() == Some(&from) => part.push(to),
                _ => parts.push(vec![from, to]),
            }
        }
        parts
    }

    /// The part of a segment inside (Liang and Barsky, "A New Concept and Method for Line Clipping", 1984).
    fn cut_segment(&self, from: Place, to: Place) -> Option<(Place, Place)> {
        let (mut enters, mut leaves) = (0.0_f64, 1.0_f64);
        for inside in self.edges() {
            let (a, b) = (inside(from), inside(to));
            match (a < 0.0, b < 0.0) {
                (true, true) => return None,
                (true, false) => enters = enters.max(a / (a - b)),
                (false, true) => leaves = leaves.min(a / (a - b)),
                (false, false) => {}
            }
        }
        let start = if enters > 0.0 { between(from, to, enters) } else { from };
        let end = if leaves < 1.0 { between(from, to, leaves) } else { to };
        (enters <= leaves).then_some((start, end))
    }

    /// The part of an area inside (Sutherland and Hodgman, "Reentrant Polygon Clipping", 1974).
    pub fn cut_area(&self, area: &[Place]) -> Vec<Place> {
        let mut area = area.to_vec();
        for inside in self.edges() {
            let mut kept = Vec::with_capacity(area.len());
            for (at, &corner) in area.iter().enumerate() {
                let last = area[(at + area.len() - 1) % area.len()];
                let (a, b) = (inside(last), inside(corner));
                if (a < 0.0) != (b < 0.0) {
                    kept.push(between(last, corner, a / (a - b)));
                }
                if b >= 0.0 {
                    kept.push(corner);
                }
            }
            area = kept;
        }
        area
    }
}

fn between(from: Place, to: Place, part: f64) -> Place {
    (from.0 + (to.0 - from.0) * part, from.1 + (to.1 - from.1) * part)
}

#[cfg(test)]
mod tests {
    use super::*;

    const FRAME: Frame = Frame { left: 0.0, top: 0.0, right: 10.0, bottom: 10.0 };

    #[test]
    fn a_line_is_cut_where_it_crosses_the_edge() {
        let inside = [(1.0, 1.0), (5.0, 9.0), (9.0, 1.0)];
        assert_eq!(FRAME.cut_line(&inside), [inside.to_vec()]);
        let leaves_and_returns = [(0.0, 5.0), (5.0, 15.0), (10.0, 5.0)];
        let parts = FRAME.cut_line(&leaves_and_returns);
        assert_eq!(parts, [vec![(0.0, 5.0), (2.5, 10.0)], vec![(7.5, 10.0), (10.0, 5.0)]]);
        assert_eq!(FRAME.cut_line(&[(-5.0, 5.0), (15.0, 5.0)]), [vec![(0.0, 5.0), (10.0, 5.0)]]);
        assert!(FRAME.cut_line(&[(-5.0, 1.0), (1.0, -5.0)]).is_empty(), "past the corner");
        assert!(FRAME.cut_line(&[(3.0, 3.0)]).is_empty(), "one point is no line");
        // On the edge is inside: a rate of exactly 1 is drawn.
        assert_eq!(FRAME.cut_line(&[(0.0, 0.0), (10.0, 0.0)]).len(), 1);
    }

    #[test]
    fn an_area_is_cut_to_what_is_inside() {
        let cut = FRAME.cut_area(&[(-5.0, 5.0), (5.0, 5.0), (5.0, 25.0), (-5.0, 25.0)]);
        let size =
            cut.iter().zip(cut.iter().cycle().skip(1)).map(|(a, b)| a.0 * b.1 - b.0 * a.1).sum::<f64>().abs();
        assert!((size / 2.0 - 25.0).abs() < 1e-9, "{cut:?}");
        assert!(FRAME.cut_area(&[(20.0, 20.0), (30.0, 20.0), (30.0, 30.0)]).is_empty());
        assert!(FRAME.cut_area(&[]).is_empty());
    }
}
