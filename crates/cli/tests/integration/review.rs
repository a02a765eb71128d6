//! `kinrow review` as people use it: games from the record, from files and from the call; in both languages and as JSON.

use crate::support::{json, run};

/// Move 2 throws a draw away, and X takes the win.
const EDGE: &str = "b2 b3 a3 c1 a1 a2 c3";

fn review(arguments: &[&str]) -> String {
    let ran = run(&[&["review"], arguments].concat());
    assert_eq!(ran.code, 0, "{arguments:?}: {}", ran.err);
    assert_eq!(ran.err, "");
    ran.out
}

#[test]
fn a_review_is_a_table_in_both_languages() {
    let call = ["--moves", EDGE, "--limit", "nodes=100000"];
    insta::assert_snapshot!("review_english", review(&call));
    insta::assert_snapshot!("review_chinese", review(&[&call[..], &["--lang", "zh"]].concat()));
    // Estimates, a win that is missed, and a line that is cut.
    let four = ["--board", "7x6x4:drop", "--moves", "a a b b c c g d g d", "--limit", "nodes=500"];
    insta::assert_snapshot!("review_estimates", review(&four));
    insta::assert_snapshot!("review_one_side", review(&[&four[..], &["--side", "o"]].concat()));
}

#[test]
fn a_review_is_json() {
    let call = ["review", "--moves", "b2 b3 a3", "--limit", "nodes=100000"];
    let told = json(&call);
    insta::assert_snapshot!("review_json", format!("{told:#}"));
    let only = json(&[&call[..], &["--side", "o"]].concat());
    assert_eq!(only["moves"].as_array().unwrap().len(), 1);
    assert_eq!((&only["moves"][0], only.get("x")), (&told["moves"][1], None));
    assert_eq!((&only["o"], &only["turning_point"]), (&told["o"], &2.into()));
}

#[test]
fn games_come_from_the_record_and_from_files() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name).to_str().unwrap().to_string();
    let table = "rules,x,o,result,reason,opening,moves\n\
        3x3x3,random,human,x,rules,,b2 b3 a3 c1 a1 a2 c3\n\
        3x3x3,human,random,unfinished,left,b2 b3,a3 c1\n\
        3x3x3,human,random,unfinished,left,b2 b3,\n";
    std::fs::write(at("table.csv"), table).unwrap();
    let db = at("games.db");
    assert_eq!(run(&["games", "import", &at("table.csv"), "--db", &db]).code, 0);
    let marks = |arguments: &[&str]| {
        let told = json(&[&["review"], arguments].concat());
        let moves = told["moves"].as_array().unwrap().clone();
        let marked = moves.iter().filter(|mv| !mv["mark"].is_null());
        (moves.len(), marked.map(|mv| mv["number"].as_u64().unwrap()).collect::<Vec<_>>())
    };
    assert_eq!(marks(&["1", "--db", &db]), (7, vec![2]));
    // What was given is not reviewed.
    assert_eq!(marks(&["2", "--db", &db]), (2, vec![]));
    assert_eq!(marks(&[&at("table.csv"), "--game", "1"]), (7, vec![2]));
    assert_eq!(marks(&[&at("table.csv"), "--game", "2"]), (2, vec![]));
    for name in ["game.json", "game.sgf"] {
        assert_eq!(run(&["games", "export", "1", "--out", &at(name), "--db", &db]).code, 0);
        assert_eq!(marks(&[&at(name)]), (7, vec![2]), "{name}");
    }
    std::fs::write(at("five.sgf"), "(;GM[4]SZ[5];B[cc];W[bb];B[cb];W[cd])").unwrap();
    assert_eq!(marks(&[&at("five.sgf"), "--board", "5x5x4"]).0, 4);
    let head = review(&["1", "--db", &db]);
    assert!(head.starts_with("3x3x3\nX  random\nO  human\nX wins: c3 b2 a1\n"), "{head}");
    for (arguments, words) in [
        (&["3", "--db", &db][..], "nobody has chosen a move in this game"),
        (&["9", "--db", &db], "there is no game 9"),
        (&["1", "--db", &at("nope.db")], "nope.db"),
        (&["1", "--db", &db, "--board", "3x3x3"], "--board belongs to a file, and 1 is the number of a game"),
        (&["1", "--db", &db, "--game", "2"], "--game belongs to a file"),
        (&[&at("table.csv")], "holds more than one game: choose one with --game NUMBER"),
        (&[&at("table.csv"), "--game", "4"], "there is no game 4 in "),
        (&[&at("table.csv"), "--game", "1", "--db", &db], "--db belongs to games of the record"),
        (&[&at("five.sgf"), "--board", "6x6x4"], "which is not the board 6x6x4"),
    ] {
        refused(arguments, words);
    }
}

fn refused(arguments: &[&str], words: &str) {
    let ran = run(&[&["review"], arguments].concat());
    assert_eq!((ran.code, ran.out.as_str()), (2, ""), "{arguments:?}: {}", ran.err);
    assert!(ran.err.contains(words) && ran.err.lines().count() == 1, "{arguments:?}: {}", ran.err);
    let chinese = run(&[&["review", "--lang", "zh"], arguments].concat());
    assert_eq!((chinese.code, chinese.err.lines().count()), (2, 1), "{arguments:?}: {}", chinese.err);
    assert_ne!(chinese.err, ran.err, "{arguments:?}");
}

#[test]
fn wrong_calls_are_one_sentence() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name).to_str().unwrap().to_string();
    std::fs::write(at("broken.psq"), "not a game").unwrap();
    std::fs::write(at("empty.sgf"), "(;GM[4]SZ[15])").unwrap();
    std::fs::write(at("taken.sgf"), "(;GM[4]SZ[15];B[aa];W[aa])").unwrap();
    for (arguments, words) in [
        (&[][..], "name a game to review"),
        (&["--board", "3x3x3"], "name a game to review"),
        (&["--moves", ""], "nobody has chosen a move"),
        (&["--moves", "b2 b2"], "move 2: b2 is taken"),
        (&["--moves", "b2 k9"], "move 2: "),
        (&["--moves", "b2", "--board", "0x3x3"], "width and height go from 1 to 20"),
        (&["--moves", "b2", "--agent", "random"], "does not tell what a position is worth"),
        (&["--moves", "b2", "--agent", "sovle"], "did you mean solve?"),
        (&["--moves", "b2", "--limit", "speed=3"], "is not a limit"),
        (&["--moves", "h8", "--board", "15x15x5", "--agent", "solve"], "would never finish"),
        (&["7", "--moves", "b2"], "cannot be given together"),
        (&["nope.sgf"], "nope.sgf"),
        (&["game.txt"], "cannot be told from its name"),
        (&[&at("broken.psq")], "it does not begin as Piskvork's games do"),
        (&[&at("empty.sgf")], "nobody has chosen a move"),
        (&[&at("taken.sgf")], "game 1: move 2: "),
    ] {
        refused(arguments, words);
    }
}

#[test]
fn points_are_not_shown_as_chances() {
    let told = review(&["--board", "9x9x5", "--moves", "e5 d4", "--agent", "alphabeta:depth=2,eval=runs"]);
    assert!(told.contains("for 2 of 2 moves"), "{told}");
    assert!(!told.contains('%'), "{told}");
}
