//! A position as SVG: stones in squares, the last move and the row that decided the game marked, and, where somebody has
//! an opinion of them, points shaded from lost to won.

use kinrow_game::{Game, Geometry, Point, Position, Side};

use crate::svg::{Anchor, Svg};

/// A position to be drawn.
#[derive(Clone, PartialEq, Debug)]
pub struct BoardChart {
    /// The stones.
    pub position: Position,
    /// The move that led here.
    pub last: Option<Point>,
    /// Points with what they are worth, from 0 to 1, and a word for it.
    pub values: Vec<(Point, f64, String)>,
}

/// The side of a square.
const CELL: f64 = 36.0;
/// Room for coordinates.
const EDGE: f64 = 24.0;
/// Room where there are no coordinates.
const MARGIN: f64 = 6.0;

impl BoardChart {
    /// Just the stones.
    #[must_use]
    pub fn new(position: Position, last: Option<Point>) -> BoardChart {
        BoardChart { position, last, values: Vec::new() }
    }

    /// As SVG.
    #[must_use]
    pub fn to_svg(&self) -> String {
        let rules = self.position.rules();
        let geometry = Geometry::of(rules);
        let (width, height) = squares(geometry);
        let (across, down) = size(geometry);
        let mut svg = Svg::new(across, down, &self.position.to_string());
        let middle = |point: Point| middle(geometry, point);
        for (point, value, _) in &self.values {
            square(&mut svg, middle(*point), &format!(r#" fill="{}""#, shade(*value)));
        }
        for point in self.position.decisive_row().unwrap_or_default() {
            square(&mut svg, middle(point), r##" fill="#ffe08a""##);
        }
        let across = (0..=rules.height()).map(|row| MARGIN + CELL * f64::from(row));
        let down = (0..=rules.width()).map(|column| EDGE + CELL * f64::from(column));
        let mut grid: Vec<_> = across.map(|y| vec![(EDGE, y), (EDGE + width, y)]).collect();
        grid.extend(down.map(|x| vec![(x, MARGIN), (x, MARGIN + height)]));
        svg.lines(&grid, r##" stroke="#999" stroke-width="1" fill="none""##);
        for point in geometry.points() {
            if let Some(side) = self.position.stone(point) {
                stone(&mut svg, middle(point), side);
            }
        }
        if let Some(last) = self.last {
            let (x, y) = middle(last);
            svg.circle((x + CELL * 0.36, y - CELL * 0.36), 3.0, r##" fill="#d55e00""##);
        }
        svg.open(r##"font-size="11" fill="#000""##);
        for (point, _, word) in &self.values {
            let (x, y) = middle(*point);
            svg.text((x, y + 4.0), Anchor::Middle, word);
        }
        svg.close();
        svg.open(r##"font-size="12" fill="#555""##);
        // Of the names of the points on the lower and the left edge, the letter and the number.
        for column in 0..rules.width() {
            let name = self.position.name(geometry.point(column, rules.height() - 1));
            let letters: String = name.chars().take_while(char::is_ascii_alphabetic).collect();
            let x = EDGE + CELL * (f64::from(column) + 0.5);
            svg.text((x, MARGIN + height + 16.0), Anchor::Middle, &letters);
        }
        for row in 0..rules.height() {
            let y = MARGIN + CELL * (f64::from(row) + 0.5) + 4.0;
            svg.text((EDGE - 6.0, y), Anchor::End, &(rules.height() - row).to_string());
        }
        svg.close();
        svg.finish()
    }
}

/// Where the picture of a position is to be clicked to make each legal move: left, top, width and height, as parts of the picture's. Where
/// stones fall that is a whole column.
#[must_use]
pub fn targets(position: &Position) -> Vec<(Point, [f64; 4])> {
    let rules = position.rules();
    let geometry = Geometry::of(rules);
    let (across, down) = size(geometry);
    let target = |point: Point| {
        let (x, y) = middle(geometry, point);
        let (top, height) = match rules.is_drop() {
            true => (MARGIN, squares(geometry).1),
            false => (y - CELL / 2.0, CELL),
        };
        (point, [(x - CELL / 2.0) / across, top / down, CELL / across, height / down])
    };
    position.moves().map(target).collect()
}

/// All squares together.
fn squares(geometry: &Geometry) -> (f64, f64) {
    let rules = geometry.rules();
    (CELL * f64::from(rules.width()), CELL * f64::from(rules.height()))
}

/// The whole picture.
fn size(geometry: &Geometry) -> (f64, f64) {
    let (width, height) = squares(geometry);
    (width + EDGE + MARGIN, height + EDGE + MARGIN)
}

fn middle(geometry: &Geometry, point: Point) -> (f64, f64) {
    let (column, row) = geometry.column_row(point);
    (EDGE + CELL * (f64::from(column) + 0.5), MARGIN + CELL * (f64::from(row) + 0.5))
}

fn square(svg: &mut Svg, (x, y): (f64, f64), attributes: &str) {
    let half = CELL / 2.0;
    svg.area(
        &[(x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half)],
        attributes,
    );
}

/// X is black, or a cross, and O white, or a ring: both at once, so that it reads as either.
fn stone(svg: &mut Svg, (x, y): (f64, f64), side: Side) {
    let reach = CELL * 0.17;
    match side {
        Side::X => {
            svg.circle((x, y), CELL * 0.38, r##" fill="#222""##);
            let strokes = [
                vec![(x - reach, y - reach), (x + reach, y + reach)],
                vec![(x - reach, y + reach), (x + reach, y - reach)],
            ];
            svg.lines(&strokes, r##" stroke="#fff" stroke-width="2.5" stroke-linecap="round""##);
        }
        Side::O => {
            svg.circle((x, y), CELL * 0.38, r##" fill="#fff" stroke="#222" stroke-width="1.5""##);
            svg.circle((x, y), reach, r##" fill="none" stroke="#222" stroke-width="2.5""##);
        }
    }
}

/// From orange (lost) over white (even) to blue (won), of Okabe and Ito's colours, which the colour-blind can tell apart.
fn shade(value: f64) -> String {
    let value = value.clamp(0.0, 1.0);
    let (end, part) =
        if value < 0.5 { ([230, 159, 0], 1.0 - 2.0 * value) } else { ([86, 180, 233], 2.0 * value - 1.0) };
    let mix = end.map(|channel: u8| (255.0 + part * (f64::from(channel) - 255.0)).round() as u8);
    format!("#{:02x}{:02x}{:02x}", mix[0], mix[1], mix[2])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stones_rows_and_values_are_drawn() {
        let position: Position = "3x3x3 XOO/1X1/2X o".parse().unwrap();
        let last = position.rules();
        let corner = Geometry::of(last).point(2, 2);
        let won = BoardChart::new(position, Some(corner)).to_svg();
        // Three black stones, two white ones of two circles each, and the mark of the last move.
        assert_eq!(won.matches("<circle").count(), 3 + 4 + 1);
        assert_eq!(won.matches("#ffe08a").count(), 3, "the row");
        let start = Position::new("7x6x4:drop".parse().unwrap());
        let point = Geometry::of(start.rules()).point(3, 5);
        let values = vec![(point, 1.0, "win".into())];
        let rated = BoardChart { values, ..BoardChart::new(start, None) }.to_svg();
        assert!(rated.contains(">win</text>") && rated.contains(r##"fill="#56b4e9""##), "{rated}");
        assert!(rated.contains(">g</text>") && rated.contains(">6</text>"));
    }

    #[test]
    fn targets_lie_on_their_squares() {
        let position: Position = "3x3x3 XOO/1X1/3 x".parse().unwrap();
        let board = BoardChart::new(position, None).to_svg();
        // Three squares of 36, the coordinates' 24 and a margin of 6.
        assert!(board.contains(r#"width="138" height="138""#), "{board}");
        let targets = targets(&position);
        let names: Vec<String> = targets.iter().map(|(point, _)| position.name(*point)).collect();
        assert_eq!(names.len(), 5);
        let at = names.iter().position(|name| name == "c1").unwrap();
        assert_eq!(targets[at].1.map(|part| (part * 138.0).round()), [96.0, 78.0, 36.0, 36.0]);
        let falling = Position::new("7x6x4:drop".parse().unwrap());
        let [_, top, _, height] = super::targets(&falling)[0].1;
        assert_eq!([top, height].map(|part| (part * 246.0).round()), [6.0, 216.0]);
    }

    #[test]
    fn shades_run_from_orange_over_white_to_blue() {
        assert_eq!([0.0, 0.5, 1.0, 7.0].map(shade), ["#e69f00", "#ffffff", "#56b4e9", "#56b4e9"]);
    }
}
