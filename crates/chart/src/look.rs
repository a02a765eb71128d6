//! How lines are told apart: colour, dashes and marker, each going round at its own length, so that the first 280 differ.

/// The palette of Okabe and Ito ("Color Universal Design", 2008), darkest contrasts first; without its yellow, which is
/// not seen as a thin line on white.
const COLOURS: [&str; 7] = ["#0072B2", "#D55E00", "#009E73", "#CC79A7", "#000000", "#E69F00", "#56B4E9"];

/// SVG dash patterns; the first line is solid.
const DASHES: [&str; 5] = ["", "9 4", "2 2.5", "11 3 2 3", "6 2 2 2 2 2"];

/// How a series looks.
#[derive(Clone, Copy, Debug)]
pub(super) struct Look {
    pub colour: &'static str,
    pub dash: &'static str,
    pub marker: Marker,
}

/// The sign on a line.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Marker {
    Circle,
    Square,
    Triangle,
    Diamond,
    Cross,
    HollowCircle,
    DownTriangle,
    Plus,
}

const MARKERS: [Marker; 8] = {
    use Marker::{Circle, Cross, Diamond, DownTriangle, HollowCircle, Plus, Square, Triangle};
    [Circle, Square, Triangle, Diamond, Cross, HollowCircle, DownTriangle, Plus]
};

impl Look {
    /// The look of the series with this number.
    pub fn of(number: usize) -> Look {
        Look {
            colour: COLOURS[number % COLOURS.len()],
            dash: DASHES[number % DASHES.len()],
            marker: MARKERS[number % MARKERS.len()],
        }
    }
}

impl Marker {
    /// The corners of its outline around the origin; of crosses, the ends of the two strokes. Circles have none.
    pub fn corners(self) -> &'static [(f64, f64)] {
        match self {
            Marker::Circle | Marker::HollowCircle => &[],
            Marker::Square => &[(-3.3, -3.3), (3.3, -3.3), (3.3, 3.3), (-3.3, 3.3)],
            Marker::Triangle => &[(0.0, -4.4), (4.2, 3.2), (-4.2, 3.2)],
            Marker::Diamond => &[(0.0, -4.8), (4.4, 0.0), (0.0, 4.8), (-4.4, 0.0)],
            Marker::DownTriangle => &[(0.0, 4.4), (4.2, -3.2), (-4.2, -3.2)],
            Marker::Cross => &[(-3.6, -3.6), (3.6, 3.6), (-3.6, 3.6), (3.6, -3.6)],
            Marker::Plus => &[(-4.6, 0.0), (4.6, 0.0), (0.0, -4.6), (0.0, 4.6)],
        }
    }
}
