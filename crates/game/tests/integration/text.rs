//! Text in and out: every way to write a point, a list of moves and a position, the sentences for those that are wrong,
//! boards as they are drawn, and no text at all that makes a reader panic.

use kinrow_game::notation::{self, parse_point, split_moves};
use kinrow_game::{Ending, Explain, Game, Geometry, Position, Rules, Side, Tree, diagram, with_board};
use proptest::prelude::*;

fn rules(text: &str) -> Rules {
    text.parse().expect("rules")
}

fn after(rules_text: &str, moves: &str) -> Position {
    Position::new(rules(rules_text)).play_moves(moves).expect("moves").0
}

#[test]
fn a_point_is_written_in_many_ways() {
    let h8 = Geometry::of(rules("15x15x5")).point(7, 7);
    for text in [
        "h8",
        "H8",
        " h8 ",
        "h 8",
        "(h8)",
        "8,8",
        "(8, 8)",
        "( 8 ,8 )",
        "（８，８）",
        "ｈ８",
        "８、８",
        "\u{3000}h8",
    ] {
        assert_eq!(parse_point(rules("15x15x5"), text), Ok(h8), "{text}");
    }
}

/// Letters are columns from the left and numbers rows from below; in a pair of numbers the row comes first.
#[test]
fn rows_and_columns_are_told_apart() {
    for (text, name, column, row) in [
        ("e2", "e2", 4, 4),
        ("2,5", "e2", 4, 4),
        ("（2，5）", "e2", 4, 4),
        ("A6", "a6", 0, 0),
        ("1,7", "g1", 6, 5),
    ] {
        let point = parse_point(rules("7x6x4"), text).unwrap();
        assert_eq!(Geometry::of(rules("7x6x4")).column_row(point), (column, row), "{text}");
        assert_eq!(notation::point_name(rules("7x6x4"), point), name);
    }
}

#[test]
fn a_text_that_is_no_point_is_told_what_would_be() {
    for text in ["", "h", "8", "h8h", "hh8", "8,8,8", "8;8", "a-1", "(h8", "é8", "a１２３４５６７８９０"]
    {
        assert_eq!(
            parse_point(rules("15x15x5"), text).unwrap_err().to_string(),
            format!(
                "'{text}' is not a point: write a column letter and a row number, such as h8, or row,column"
            )
        );
    }
    for text in ["p1", "a0", "a16", "0,1", "1,16", "(99, 1)", "z999999999"] {
        assert_eq!(
            parse_point(rules("15x15x5"), text).unwrap_err().to_string(),
            format!("'{text}' is outside the board 15x15x5: points go from a1 to o15")
        );
    }
}

#[test]
fn where_stones_fall_a_column_is_a_move() {
    let start = Position::new(rules("7x6x4:drop"));
    for text in ["d", "D", " d ", "4", "ｄ", "４", "d1", "1,4", "(1, 4)"] {
        assert_eq!(start.parse_move(text).map(|point| start.name(point)), Ok("d1".into()), "{text}");
    }
    let next = after("7x6x4:drop", "d");
    assert_eq!(next.parse_move("d").map(|point| next.name(point)), Ok("d2".into()));
    // On other boards it is half a point.
    for text in ["b", "2"] {
        let error = Position::new(rules("3x3x3")).parse_move(text).unwrap_err().to_string();
        assert!(error.starts_with(&format!("'{text}' is not a point")), "{error}");
    }
}

#[test]
fn a_move_that_cannot_be_played_is_told_why() {
    let won = "a a2 b b2 c c2 d";
    for (rules, moves, text, sentence) in [
        ("3x3x3", "b2", "b2", "b2 is taken: choose an empty point"),
        ("3x3x3", "", "d4", "'d4' is outside the board 3x3x3: points go from a1 to c3"),
        ("3x3x3", "a1 a2 b1 b2 c1", "c2", "c2 cannot be played: the game is over"),
        ("7x6x4:drop", "d", "d1", "d1 is taken: choose an empty point"),
        ("7x6x4:drop", "d", "d3", "a stone cannot stay on d3: it falls to d2"),
        ("7x6x4:drop", "", "h", "'h' is not a column: columns go from a to g"),
        ("7x6x4:drop", "", "8", "'8' is not a column: columns go from a to g"),
        ("7x6x4:drop", "", "0", "'0' is not a column: columns go from a to g"),
        ("7x6x4:drop", "", "h1", "'h1' is outside the board 7x6x4:drop: points go from a1 to g6"),
        ("7x6x4:drop", "d d d d d d", "d", "column d is full: choose another column"),
        ("7x6x4:drop", "d d d d d d", "4", "column d is full: choose another column"),
        ("7x6x4:drop", "d d d d d d", "d6", "d6 is taken: choose an empty point"),
        ("7x6x4:drop", won, "e", "e1 cannot be played: the game is over"),
    ] {
        let error = after(rules, moves).parse_move(text).unwrap_err();
        assert_eq!(error.to_string(), sentence);
    }
}

#[test]
fn lists_of_moves_are_cut_apart() {
    let cuts: [(&str, &[&str]); 13] = [
        ("c3 a1", &["c3", "a1"]),
        ("h8i9h7", &["h8", "i9", "h7"]),
        ("h10i9 h7", &["h10", "i9", "h7"]),
        ("(2, 2) (1,1)", &["(2, 2)", "(1,1)"]),
        ("(2, 2)(1,1)", &["(2, 2)", "(1,1)"]),
        ("（2，2）（1、1）", &["(2,2)", "(1,1)"]),
        ("2,2;1,1", &["2,2", "1,1"]),
        ("2,2；1,1\n3,3", &["2,2", "1,1", "3,3"]),
        ("  c3\t\ta1 ; ", &["c3", "a1"]),
        ("d d c", &["d", "d", "c"]),
        ("4 4 3", &["4", "4", "3"]),
        ("", &[]),
        (" ;\u{3000}", &[]),
    ];
    for (text, expected) in cuts {
        assert_eq!(split_moves(text), expected, "{text}");
    }
}

#[test]
fn moves_are_played_however_they_are_written() {
    let expected = after("15x15x5", "h8 i9 h7").to_string();
    for moves in
        ["h8i9h7", "8,8;9,9;7,8", "(8, 8) (9, 9) (7, 8)", "H8 9,9 (h7)", "（８，８）（９，９）（７，８）"]
    {
        assert_eq!(after("15x15x5", moves).to_string(), expected, "{moves}");
    }
}

#[test]
fn the_first_wrong_move_is_named_by_its_number() {
    for (moves, number, sentence) in [
        ("z9", 1, "move 1: 'z9' is outside the board 3x3x3: points go from a1 to c3"),
        ("b2 b2", 2, "move 2: b2 is taken: choose an empty point"),
        ("b2a1 b2 a1", 3, "move 3: b2 is taken: choose an empty point"),
        ("a1 a2 b1 b2 c1 c2", 6, "move 6: c2 cannot be played: the game is over"),
        (
            "a1, a2",
            1,
            "move 1: 'a1,' is not a point: write a column letter and a row number, such as b2, or row,column",
        ),
    ] {
        let error = Position::new(rules("3x3x3")).play_moves(moves).unwrap_err();
        assert_eq!(error.to_string(), sentence);
        assert_eq!(error.number, number);
        assert_eq!(error.details(), [("number", number.to_string())]);
        assert_eq!(
            error.reason().map(|(name, why)| (name, why.to_string())),
            Some(("why", error.why.to_string()))
        );
    }
}

#[test]
fn a_position_is_one_line() {
    let empty_rows = |length: &str, count: usize| vec![length; count].join("/");
    for (rules, moves, text) in [
        ("1x1x1", "", "1x1x1 1 x".into()),
        ("1x1x1", "a1", "1x1x1 X o".into()),
        ("3x3x3", "", "3x3x3 3/3/3 x".into()),
        ("3x3x3", "a3 c3 b2", "3x3x3 X1O/1X1/3 o".into()),
        ("2x3x3", "b3", "2x3x3 1X/2/2 o".into()),
        ("7x6x4:drop", "d d c", "7x6x4:drop 7/7/7/7/3O3/2XX3 o".into()),
        ("15x15x5:renju", "h8", format!("15x15x5:renju {0}/7X7/{0} o", empty_rows("15", 7))),
        ("20x20x5:exact,misere", "a1t20", format!("20x20x5:exact,misere 19O/{}/X19 x", empty_rows("20", 18))),
        ("20x2x5", "k2 l2", "20x2x5 10XO8/20 x".into()),
    ] {
        let position = after(rules, moves);
        assert_eq!(position.to_string(), text);
        assert_eq!(text.parse::<Position>(), Ok(position));
    }
}

#[test]
fn a_position_may_be_written_more_loosely() {
    let position = after("3x3x3", "a3 c3 b2");
    for text in [
        "3x3x3 X1O/1X1/3",
        "3x3x3 x.o/.x./... O",
        " 3X3X3  X1O/1X1/1.1   o ",
        "3x3x3:freestyle X1O/1X1/0.2 o",
    ] {
        assert_eq!(text.parse::<Position>(), Ok(position), "{text}");
    }
}

#[test]
fn a_line_that_is_no_position_is_told_why() {
    let shape = |given: &str| {
        format!(
            "'{given}' is not a position: write rules, rows from the top and the side to move, such as '3x3x3 X1O/1X1/3 o'"
        )
    };
    let row = |row: &str| {
        format!(
            "the row '{row}' does not fill the width of 3x3x3: X, O, '.' and numbers of empty points must add up"
        )
    };
    let turns = |x, o| format!("{x} X against {o} O is not possible: the sides take turns and X begins");
    let after_end = |side| {
        format!("the position cannot arise: the game ended before its last stone, with a row of {side}")
    };
    let turn = |given, side| {
        format!("'{given}' cannot be to move here: by the number of stones it is {side}'s turn")
    };
    for (text, sentence) in [
        ("", shape("")),
        ("3x3x3", shape("3x3x3")),
        ("3x3x3 3/3/3 x x", shape("3x3x3 3/3/3 x x")),
        ("3x3x0 3/3/3 x", "0 in a row is not possible: k goes from 1 to 20".into()),
        (
            "3x3x3 3/3 x",
            "the board 3x3x3 needs each of its rows, from the top, separated by '/': the number given is 2"
                .into(),
        ),
        (
            "3x3x3 3/3/3/ x",
            "the board 3x3x3 needs each of its rows, from the top, separated by '/': the number given is 4"
                .into(),
        ),
        ("3x3x3 3/3/4 x", row("4")),
        ("3x3x3 3/3/X1 x", row("X1")),
        ("3x3x3 3/3/XYO x", row("XYO")),
        ("3x3x3 3/3/ x", row("")),
        ("3x3x3 3/3/99999999999999999999 x", row("99999999999999999999")),
        ("3x3x3 XX1/3/3 o", turns(2, 0)),
        ("3x3x3 O2/3/3 x", turns(0, 1)),
        (
            "7x6x4:drop 7/7/7/7/X6/1O5 x",
            "the stone on a2 has nothing below it: on a drop board stones fall".into(),
        ),
        // Both have a row, so one came after the end.
        ("3x3x3 XXX/OOO/3 x", after_end('X')),
        ("3x3x3 OOO/XXX/X2 o", after_end('O')),
        // White, then Black, moved on after the other's row.
        ("3x3x3 XXX/OO1/O2 x", after_end('X')),
        ("3x3x3:misere OOO/XX1/X1X o", after_end('O')),
        // Two rows that no one stone completes.
        ("4x4x3 XXX1/OO1O/XXX1/OO2 o", after_end('X')),
        // Stones lie on each stone of the row that ended the game.
        ("3x3x3:drop O2/OXO/XXX o", after_end('X')),
        ("3x3x3 X2/3/3 x", turn("x", 'O')),
        ("3x3x3 3/3/3 o", turn("o", 'X')),
        ("3x3x3 3/3/3 black", turn("black", 'X')),
    ] {
        assert_eq!(text.parse::<Position>().unwrap_err().to_string(), sentence, "{text}");
    }
}

#[test]
fn a_finished_position_is_read_as_finished() {
    for (text, ending) in [
        ("3x3x3 XXX/OO1/3 o", Some(Ending::Won(Side::X))),
        ("3x3x3:misere XXX/OO1/3 o", Some(Ending::Won(Side::O))),
        // Two rows, completed at once by the stone they share.
        ("3x3x3 XXX/XOO/XOO o", Some(Ending::Won(Side::X))),
        ("3x3x3 XOX/XOO/OXX o", Some(Ending::Drawn)),
        // Four can be made at once, and count where more than three do.
        ("4x2x3 XXXX/OO1O o", Some(Ending::Won(Side::X))),
        ("4x2x3:exact XXXX/OO1O o", None),
    ] {
        assert_eq!(text.parse::<Position>().unwrap().ending(), ending, "{text}");
    }
}

#[test]
fn a_tree_names_the_character_that_is_wrong() {
    for (text, at) in [
        ("", 1),
        ("(", 2),
        (")", 1),
        ("()", 2),
        ("(1", 3),
        ("1 1)", 4),
        ("(1))", 4),
        ("(1 x)", 4),
        ("(1 (0 é) 1)", 7),
        ("(\u{3000}1", 4),
    ] {
        assert_eq!(
            text.parse::<Tree>().unwrap_err().to_string(),
            format!(
                "'{text}' is not a tree: at character {at} a whole number from -1000000 to 1000000 or a bracketed list of trees was expected"
            )
        );
    }
}

fn drawn(position: &Position) -> String {
    with_board!(position, board => diagram::plain(board))
}

#[test]
fn small_boards_are_drawn() {
    let tic_tac_toe = "   1 2 3
3  X . O
2  . X .
1  . . .
   a b c
";
    assert_eq!(drawn(&after("3x3x3", "a3 c3 b2")), tic_tac_toe);
    let connect_four = "   1 2 3 4 5 6 7
6  . . . . . . .
5  . . . . . . .
4  . . . . . . .
3  . . . . . . .
2  . . . O . . .
1  . . X X . . .
   a b c d e f g
";
    assert_eq!(drawn(&after("7x6x4:drop", "d d c")), connect_four);
}

/// From ten columns on, the numbers need two digits, and every column gets three places.
#[test]
fn wide_boards_are_drawn() {
    let ten = "    1  2  3  4  5  6  7  8  9 10
10  X  .  .  .  .  .  .  .  .  O
9   .  .  .  .  .  .  .  .  X  .
8   .  .  .  .  .  .  .  .  .  .
7   .  .  .  .  .  .  .  .  .  .
6   .  .  .  .  .  .  .  .  .  .
5   .  .  .  .  .  .  .  .  .  .
4   .  .  .  .  .  .  .  .  .  .
3   .  .  .  .  .  .  .  .  .  .
2   .  .  .  .  .  .  .  .  .  .
1   X  .  .  .  .  .  .  .  .  O
    a  b  c  d  e  f  g  h  i  j
";
    assert_eq!(drawn(&after("10x10x5", "a10 j10 a1 j1 i9")), ten);
    let twenty = "    1  2  3  4  5  6  7  8  9 10 11 12 13 14 15 16 17 18 19 20
20  X  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  O
19  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .
18  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .
17  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .
16  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .
15  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .
14  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .
13  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .
12  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .
11  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .
10  .  .  .  .  .  .  .  .  .  X  .  .  .  .  .  .  .  .  .  .
9   .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  O  .
8   .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .
7   .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .
6   .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .
5   .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .
4   .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .
3   .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .
2   .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .
1   X  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  O
    a  b  c  d  e  f  g  h  i  j  k  l  m  n  o  p  q  r  s  t
";
    assert_eq!(drawn(&after("20x20x5", "a20 t20 a1 t1 j10 s9")), twenty);
}

/// Any text, and texts made of what the readers look for.
fn any_text() -> impl Strategy<Value = String> {
    prop_oneof![
        any::<String>(),
        "[0-9x:]{0,8}(:[a-z,]{0,20})?",
        "([1-9]|1[0-9]|20)x([1-9]|1[0-9]|20)x([1-9]|1[0-9]|20)(:(drop|misere|exact|renju|freestyle),?){0,2}",
        "[a-tA-T0-9 ,;()（）８，、]{0,30}",
        "([a-t]1?[0-9] ?){0,30}",
        "[1-4]x[1-4]x[1-4](:drop)? [XO.1-4/]{0,20}( [xo])?",
        "[1-3]x3x[1-3](:(drop|exact|misere))? ([XO.]{1,3}|[123])(/([XO.]{1,3}|[123])){2}( [xo])?",
        "[()01 -]{0,30}",
        r"\(((0|1|-1|\((0|1|-1)( (0|1|-1)){0,3}\)) ?){0,5}\)",
    ]
}

proptest! {
    #![proptest_config(kinrow_testing::cases!(4000))]

    /// No reader panics, and what one accepts reads back to the same.
    #[test]
    fn any_text_is_read_or_refused(text in any_text()) {
        if let Ok(rules) = text.parse::<Rules>() {
            prop_assert_eq!(rules.to_string().parse(), Ok(rules));
        }
        if let Ok(position) = text.parse::<Position>() {
            prop_assert_eq!(position.to_string().parse::<Position>(), Ok(position));
        }
        if let Ok(tree) = text.parse::<Tree>() {
            prop_assert_eq!(tree.to_string().parse::<Tree>().map(|tree| tree.to_string()), Ok(tree.to_string()));
        }
        let moves = split_moves(&text);
        prop_assert!(moves.iter().all(|text| !text.trim().is_empty()), "{moves:?}");
        for board in ["1x1x1", "3x3x3", "7x6x4:drop", "15x15x5:renju", "20x20x5"] {
            let start = Position::new(rules(board));
            if let Ok(point) = parse_point(start.rules(), &text) {
                prop_assert_eq!(parse_point(start.rules(), &start.name(point)), Ok(point));
            }
            match start.play_moves(&text) {
                Ok((position, played)) => {
                    prop_assert_eq!(played.len(), moves.len());
                    let names: String = played.iter().map(|&point| start.name(point)).collect();
                    prop_assert_eq!(start.play_moves(&names), Ok((position, played)));
                }
                Err(error) => prop_assert!((1..=moves.len()).contains(&error.number), "{error}"),
            }
        }
    }
}
