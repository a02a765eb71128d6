//! Renju: the forbidden points of the International Rules of Renju (RIF, section 9), drawn case by case in every
//! direction, symmetry and corner, then compared with a literal judge on random crowded boards.

use std::collections::BTreeSet;

use kinrow_game::Forbidden::{DoubleFour, DoubleThree, Overline};
use kinrow_game::{Ending, Forbidden, Game, Geometry, MoveError, Point, Position, Side};
use proptest::prelude::*;

use crate::chances::{self, Chances};
use judge::{Cell, Stones};
use shape::{CROSSINGS, EAST, SOUTH, SOUTHEAST, SOUTHWEST, Shape};

mod judge;
mod random;
mod shape;

/// The board of the rules, a small one, the largest, and a strip on which a row of five has both ends at an edge.
const BOARDS: [(i32, i32); 4] = [(15, 15), (9, 9), (20, 20), (5, 15)];

/// Lines that are threes by their last stone.
const THREES: [&str; 12] = [
    "..XX*.", ".XX*..", "..X*X.", ".X*X..", "..*XX.", ".*XX..", ".XX.*.", ".X*.X.", ".*X.X.", ".X.X*.",
    ".X.*X.", ".*.XX.",
];

/// Lines of three that cannot become a straight four: stopped by White, by the edge, or by an overline.
const NO_THREES: [&str; 16] = [
    "O.XX*.O",
    "O.XX*.#",
    "#.XX*.#",
    "OXX*..",
    "#XX*..",
    "..X*XO",
    "..X*X#",
    "OX.X*.",
    "#X.X*.",
    ".X.X*O",
    ".*.XX#",
    "X..XX*.O",
    "X..XX*.#",
    "X..XX*..X",
    "X.X.X*.",
    "X.X*.X.X",
];

/// Lines that are one four by their last stone: the last three are two straight fours, and one that an overline stops at
/// one end.
const FOURS: [&str; 9] =
    ["OXXX*.", "#XXX*.", ".X*XX#", "X.XX*", "XX.*X", "*XX.X", ".XXX*.", ".X*XX.", "X.XXX*."];

/// Lines of four that cannot become five.
const NO_FOURS: [&str; 6] = ["OXXX*O", "#XXX*O", "#XX*X#", "X.X*XX.X", "X.XX*X#", "OX*X.XXO"];

/// Two fours in one line.
const LINES_OF_TWO_FOURS: [&str; 6] = ["X.XX*.X", "X.X*X.X", "X.*XX.X", "XX.X*.XX", "XX.*X.XX", "XXX.*.XXX"];

const OVERLINES: [&str; 5] = ["XXX*XX", "XXXX*X", "XXX*XXX", "XXXX*XXX", "XXXX*XXXX"];

const FIVES: [&str; 3] = ["XXXX*", "XXX*X", "XX*XX"];

fn point(position: &Position, (column, row): Cell) -> Point {
    Geometry::of(position.rules()).point(column as u8, row as u8)
}

/// Judges the point in question wherever the shape fits on a board, by the crate and by the judge, and tells how often it
/// did.
fn judged_on(boards: &[(i32, i32)], shape: &Shape, expected: Option<Forbidden>) -> usize {
    let mut placements = 0;
    for &(width, height) in boards {
        for (stones, cell) in shape.placements(width, height) {
            let position = stones.position();
            let why = || format!("column {} and row {} of {}", cell.0, cell.1, stones.text());
            assert_eq!(position.forbidden(point(&position, cell)), expected, "{}", why());
            assert_eq!(stones.forbidden(cell), expected, "the judge on {}", why());
            assert_eq!(position.is_legal(point(&position, cell)), expected.is_none(), "{}", why());
            placements += 1;
        }
    }
    placements
}

fn assert_judged_on(boards: &[(i32, i32)], shape: &Shape, expected: Option<Forbidden>) {
    assert!(judged_on(boards, shape, expected) > 0, "{shape:?} fits nowhere");
}

fn assert_judged(shape: &Shape, expected: Option<Forbidden>) {
    assert_judged_on(&BOARDS[..1], shape, expected);
}

fn assert_line_judged(line: &str, expected: Option<Forbidden>) {
    for direction in [EAST, SOUTHEAST] {
        let shape = Shape::lines([direction], [line]);
        let placements = BOARDS.map(|board| judged_on(&[board], &shape, expected));
        // The longest diagonals leave no room for White on the small board, nor any on the strip.
        assert!(placements[0] > 0 && placements[2] > 0, "{line}: {placements:?}");
    }
}

fn assert_crossing_judged(lines: [&str; 2], expected: Option<Forbidden>) {
    // Only the strip has room for a row of five between two edges.
    let boards = if lines.concat().matches('#').count() > 1 { &BOARDS[..] } else { &BOARDS[..1] };
    let placements =
        CROSSINGS.map(|directions| judged_on(boards, &Shape::lines(directions, lines), expected));
    // An edge that ends one line leaves no room for the other in some crossings.
    let needed = if lines.concat().contains('#') { 1 } else { CROSSINGS.len() };
    assert!(placements.iter().filter(|&&count| count > 0).count() >= needed, "{lines:?}: {placements:?}");
}

fn assert_star_judged(lines: [&str; 3], expected: Option<Forbidden>) {
    for directions in [
        [EAST, SOUTH, SOUTHEAST],
        [EAST, SOUTHEAST, SOUTH],
        [SOUTHEAST, EAST, SOUTH],
        [EAST, SOUTHEAST, SOUTHWEST],
    ] {
        assert_judged(&Shape::lines(directions, lines), expected);
    }
}

#[test]
fn an_overline_is_forbidden() {
    for line in OVERLINES {
        assert_line_judged(line, Some(Overline));
    }
    assert_line_judged("XXX*X.", None);
    assert_line_judged("XXX*OXX", None);
}

#[test]
fn two_fours_in_two_lines_are_forbidden() {
    for (i, one) in FOURS.into_iter().enumerate() {
        for other in FOURS.into_iter().take(i + 1) {
            assert_crossing_judged([one, other], Some(DoubleFour));
        }
    }
}

#[test]
fn two_fours_in_one_line_are_forbidden() {
    for line in LINES_OF_TWO_FOURS {
        assert_line_judged(line, Some(DoubleFour));
    }
}

/// A stone at the far end of such a line belongs to one of its fours only.
#[test]
fn a_four_beside_a_four_is_allowed() {
    for line in ["*.XXX.X", "*X.XX.XX", "X*.XX.XX", "*XX.X.XXX", "XX*.X.XXX"] {
        assert_line_judged(line, None);
    }
}

#[test]
fn one_four_is_allowed() {
    for line in FOURS {
        assert_line_judged(line, None);
        for other in NO_FOURS {
            assert_crossing_judged([line, other], None);
        }
    }
}

#[test]
fn two_threes_are_forbidden() {
    for (i, one) in THREES.into_iter().enumerate() {
        for other in THREES.into_iter().take(i + 1) {
            assert_crossing_judged([one, other], Some(DoubleThree));
        }
    }
    for lines in [["..XX*.", "..XX*."], [".X.X*.", ".XX*.."]] {
        for directions in CROSSINGS {
            assert_judged_on(&[(20, 20)], &Shape::lines(directions, lines), Some(DoubleThree));
        }
    }
}

#[test]
fn one_three_is_allowed() {
    for line in THREES {
        assert_line_judged(line, None);
    }
    for line in THREES.into_iter().step_by(3) {
        for other in NO_THREES.into_iter().chain(NO_FOURS) {
            assert_crossing_judged([line, other], None);
        }
    }
}

#[test]
fn a_four_and_a_three_are_allowed() {
    for four in FOURS {
        for three in THREES.into_iter().step_by(3) {
            assert_crossing_judged([four, three], None);
        }
    }
}

#[test]
fn three_lines_at_once() {
    assert_star_judged([".XX*..", ".X.X*.", "..X*X."], Some(DoubleThree));
    assert_star_judged(["OXXX*.", ".XX*..", ".X*X.."], Some(DoubleThree));
    assert_star_judged(["OXXX*.", "X.XX*", ".X*X.."], Some(DoubleFour));
    assert_star_judged(["XXX*XX", "X.XX*", "OXXX*."], Some(Overline));
    assert_star_judged(["OXXX*.", "OXX*..", ".X*X.."], None);
}

#[test]
fn five_beats_every_prohibition() {
    let mut shapes = Vec::new();
    for five in FIVES {
        for other in OVERLINES.into_iter().chain(LINES_OF_TWO_FOURS) {
            shapes.extend(CROSSINGS.map(|directions| Shape::lines(directions, [five, other])));
        }
        for [one, other] in [["OXXX*.", "X.XX*"], [".XX*..", "..X*X."]] {
            shapes.push(Shape::lines([EAST, SOUTH, SOUTHEAST], [five, one, other]));
            shapes.push(Shape::lines([SOUTHEAST, SOUTHWEST, EAST], [five, one, other]));
        }
    }
    for shape in shapes {
        assert_judged(&shape, None);
        for (stones, cell) in shape.placements(15, 15) {
            let position = stones.position();
            let won = position.try_play(point(&position, cell)).expect("five is always allowed");
            assert_eq!(won.ending(), Some(Ending::Won(Side::X)), "{won}");
            assert_eq!(won.decisive_row().map(|row| row.len()), Some(5), "{won}");
        }
    }
}

/// The row's only straight four is at the gap, in whose column more and more black stones stand.
#[test]
fn a_three_counts_when_its_straight_four_is_allowed() {
    let column = |top: [char; 3], bottom: [char; 2]| {
        let [a, b, c] = top;
        let [d, e] = bottom;
        Shape::drawn(&format!(
            "
            . . . . . .
            . . {a} . . .
            . . {b} . X .
            . . {c} . X .
            . X . X * .
            . . {d} . . .
            . . {e} . . .
            "
        ))
    };
    // A three or nothing in the column: the straight four is allowed, and both threes are threes.
    assert_judged(&column(['.', '.', '.'], ['.', '.']), Some(DoubleThree));
    assert_judged(&column(['.', 'X', 'X'], ['.', '.']), Some(DoubleThree));
    // A double-four there.
    assert_judged(&column(['X', 'X', 'X'], ['.', '.']), None);
    assert_judged(&column(['.', 'X', 'X'], ['X', '.']), None);
    // A five there, which is not a straight four but the end.
    assert_judged(&column(['X', 'X', 'X'], ['X', '.']), None);
    // An overline there.
    assert_judged(&column(['X', 'X', 'X'], ['X', 'X']), None);
}

/// The same with a double-three at the gap: two lines through it become threes by the stone that fills it.
#[test]
fn a_three_whose_straight_four_is_a_double_three_does_not_count() {
    let threes_at_gap = |diagonal: char, column: char| {
        Shape::drawn(&format!(
            "
            . . . . . . .
            . {diagonal} . . . X .
            . . {diagonal} . . X .
            . . X . X * .
            . . . {column} . . .
            . . . {column} . . .
            . . . . . . .
            "
        ))
    };
    assert_judged(&threes_at_gap('X', 'X'), None);
    assert_judged(&threes_at_gap('X', '.'), Some(DoubleThree));
    assert_judged(&threes_at_gap('.', 'X'), Some(DoubleThree));
    assert_judged_on(&[(20, 20)], &threes_at_gap('X', 'X'), None);
}

/// One step deeper: of the two threes at the gap, the diagonal one has its own only straight four at a second gap, high in
/// the third column. While that is forbidden, the first gap is no double-three, so the row is a three after all.
#[test]
fn the_judgement_nests() {
    let with_column_at_second_gap = |[a, b, c, d, e]: [char; 5]| {
        Shape::drawn(&format!(
            "
            . . {a} . . . . .
            . . {b} . . . . .
            . . {c} . . . . .
            . X {d} . . . . .
            . . . . . . X .
            . . {e} X . . X .
            . . . X . X * .
            . . . . X . . .
            . . . . X . . .
            . . . . . . . .
            . . . . . . . .
            "
        ))
    };
    let boards = [(15, 15), (20, 20)];
    assert_judged_on(&boards, &with_column_at_second_gap(['.', '.', '.', '.', '.']), None);
    // An overline, a five and a double-four at the second gap.
    for column in [['X', 'X', 'X', 'X', 'X'], ['X', 'X', 'X', 'X', '.'], ['.', 'X', 'X', 'X', '.']] {
        assert_judged_on(&boards, &with_column_at_second_gap(column), Some(DoubleThree));
    }
}

/// A point that makes an overline, a double-four and a double-three.
const FORBIDDEN: [(&str, &str, Forbidden); 3] = [
    ("9x9x5:renju 9/9/9/9/XXX1XX3/9/9/9/O1O1O1O1O", "d5", Overline),
    ("9x9x5:renju 9/9/9/9/X1X1X1X2/9/9/9/O1O1O1O2", "d5", DoubleFour),
    ("9x9x5:renju 9/9/4X4/3X1X3/4X4/9/9/9/O1O1O1O2", "e6", DoubleThree),
];

#[test]
fn a_forbidden_point_is_refused_with_the_reason() {
    for (text, name, why) in FORBIDDEN {
        let position = text.parse::<Position>().unwrap();
        let sentence = format!("{name} is forbidden to Black in Renju: it makes {why}");
        assert_eq!(position.parse_move(name).unwrap_err().to_string(), sentence);
        let empty = Geometry::of(position.rules()).points().filter(|&point| position.stone(point).is_none());
        let (forbidden, legal): (Vec<Point>, Vec<Point>) =
            empty.partition(|&point| position.name(point) == name);
        let error = MoveError::Forbidden { point: name.into(), why: why.to_string() };
        assert_eq!(position.try_play(forbidden[0]), Err(error));
        assert_eq!(position.forbidden(forbidden[0]), Some(why));
        assert_eq!(position.moves().collect::<Vec<_>>(), legal, "{text}");
    }
}

/// The same positions with the colours changed, and one more black stone to make it White's turn.
#[test]
fn white_has_no_forbidden_points() {
    for (text, name, _) in FORBIDDEN {
        let (rules, rows) = text.split_once(' ').unwrap();
        let changed: String = rows
            .chars()
            .map(|c| {
                if c == 'X' {
                    'O'
                } else if c == 'O' {
                    'X'
                } else {
                    c
                }
            })
            .collect();
        let position = format!("{rules} {} o", changed.replacen('9', "X8", 1)).parse::<Position>().unwrap();
        assert_eq!(position.moves_left() as usize, position.moves().count(), "{position}");
        assert!(
            position.moves().all(|point| position.forbidden(point).is_none()),
            "{}",
            position.to_string()
        );
        assert!(position.parse_move(name).is_ok(), "{}", position.to_string());
    }
}

#[test]
fn an_overline_wins_for_white_and_not_for_black() {
    let position = "9x9x5:renju X8/9/9/9/OOO1OO3/9/9/9/X1X1X1X1X o".parse::<Position>().unwrap();
    let (won, _) = position.play_moves("d5").unwrap();
    assert_eq!(won.ending(), Some(Ending::Won(Side::O)));
    assert_eq!(won.decisive_row().map(|row| row.len()), Some(6));
    // Black's overline cannot arise by play, but it can be set up.
    let position = "9x9x5:renju XXXXXX3/9/9/9/OO1OO1OO1/9/9/9/9 x".parse::<Position>().unwrap();
    assert_eq!((position.ending(), position.decisive_row()), (None, None));
}

/// Only rows can hold five on this strip, and the last empty point would give Black seven.
#[test]
fn with_forbidden_points_only_the_game_is_drawn() {
    let start = Position::new("7x3x5:renju".parse().unwrap());
    let opening = "a3 a2 b3 b2 f3 c2 g3 e2 d2 f2 c1 g2 d1 a1 e1 b1 c3 f1 e3";
    let (open, _) = start.play_moves(opening).unwrap();
    assert_eq!((open.ending(), open.to_move()), (None, Side::O));
    let (drawn, _) = open.play_moves("g1").unwrap();
    assert_eq!(drawn.to_string(), "7x3x5:renju XXX1XXX/OOOXOOO/OOXXXOO x");
    assert_eq!((drawn.ending(), drawn.moves().count()), (Some(Ending::Drawn), 0));
    let d3 = Geometry::of(drawn.rules()).point(3, 0);
    assert_eq!(drawn.forbidden(d3), Some(Overline));
    assert_eq!(drawn.try_play(d3), Err(MoveError::Over { point: "d3".into() }));
    assert_eq!(drawn.to_string().parse::<Position>().unwrap().ending(), Some(Ending::Drawn));
}

fn chances_of_moves(position: &Position, weight: f64, chances: &mut Chances) {
    if let Some(ending) = position.ending() {
        return chances::add(chances, ending, weight);
    }
    let moves: Vec<Point> = position.moves().collect();
    for &mv in &moves {
        chances_of_moves(&position.play(mv), weight / moves.len() as f64, chances);
    }
}

/// Playouts set forbidden points aside one by one, which must not favour any of the others.
#[test]
fn playouts_end_as_random_games_do() {
    let mut positions_with_forbidden_points = 0;
    for seed in 0..300 {
        let stones = random::nearly_full(seed);
        let Ok(position) = stones.text().parse::<Position>() else { continue };
        let has_forbidden =
            stones.cells().any(|cell| stones.is_empty(cell) && stones.forbidden(cell).is_some());
        positions_with_forbidden_points += u32::from(has_forbidden);
        let mut expected = [0.0; 3];
        chances_of_moves(&position, 1.0, &mut expected);
        for (chance, expected) in chances::of_playouts(&position).into_iter().zip(expected) {
            assert!((chance - expected).abs() < 1e-9, "{chance} is not {expected} in {position}");
        }
    }
    assert!(positions_with_forbidden_points >= 30, "{positions_with_forbidden_points}");
}

fn assert_judges_agree(stones: &Stones) {
    let position = stones.position();
    assert_eq!(position.to_move(), Side::X);
    let mut legal = BTreeSet::new();
    for cell in stones.cells().filter(|&cell| stones.is_empty(cell)) {
        let forbidden = stones.forbidden(cell);
        let point = point(&position, cell);
        assert_eq!(position.forbidden(point), forbidden, "{} in {}", position.name(point), position);
        if forbidden.is_none() {
            legal.insert(point);
        }
    }
    assert_eq!(position.moves().collect::<BTreeSet<_>>(), legal, "{position}");
}

proptest! {
    #![proptest_config(kinrow_testing::cases!(500))]

    #[test]
    fn the_crate_and_the_judge_agree(seed in any::<u64>()) {
        assert_judges_agree(&random::crowded(seed));
    }
}

/// The comparison proves something because every kind of point arises, and every reason for a seeming one to be allowed.
#[test]
fn crowded_boards_have_points_of_every_kind() {
    let [mut overlines, mut fours_in_line, mut crossing_fours, mut threes] = [0; 4];
    let [mut saved_by_five, mut false_threes, mut nested] = [0; 3];
    for stones in (0..400).map(random::crowded) {
        for cell in stones.cells().filter(|&cell| stones.is_empty(cell)) {
            let forbidden = stones.forbidden(cell);
            let after = stones.with(cell, Side::X);
            match forbidden {
                Some(Overline) => overlines += 1,
                Some(DoubleFour) if after.lines_of_fours(cell) == 1 => fours_in_line += 1,
                Some(DoubleFour) => crossing_fours += 1,
                Some(DoubleThree) => threes += 1,
                None if after.is_five(cell) => {
                    saved_by_five += u32::from(after.is_overline(cell) || after.fours(cell).len() > 1);
                }
                None => {}
            }
            false_threes += u32::from(stones.forbidden_to_depth(cell, 0) != forbidden);
            nested += u32::from(stones.forbidden_to_depth(cell, 1) != forbidden);
        }
    }
    let counts = [overlines, fours_in_line, crossing_fours, threes, saved_by_five, false_threes, nested];
    let healthy = [100, 50, 300, 300, 15, 150, 15];
    assert!(
        counts.iter().zip(healthy).all(|(&count, least)| count >= least),
        "{counts:?} against {healthy:?}"
    );
}
