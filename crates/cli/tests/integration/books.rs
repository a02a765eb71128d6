//! `kinrow solve --book` as people use it: a book is made, stopped, continued and used.

use kinrow_search::solve::book::Draft;

use crate::support::{json, run};

fn folder() -> (tempfile::TempDir, impl Fn(&str) -> String) {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path().to_path_buf();
    (folder, move |name: &str| root.join(name).to_str().unwrap().to_string())
}

#[test]
fn a_book_is_made_and_used() {
    let (_folder, at) = folder();
    let file = at("small.book");
    let make = ["solve", "--board", "5x4x4:drop", "--book", &file, "--plies", "3"];
    let told = run(&[&make[..], &["--threads", "2"]].concat());
    assert!(
        told.out.starts_with("5x4x4:drop, 3 plies: 49 positions to solve, 0 known so far\nabout "),
        "{}",
        told.out
    );
    assert!(told.out.ends_with(": the exact values of 66 positions, by the 49 of 3 plies\n"), "{}", told.out);
    let bytes = std::fs::read(&file).unwrap();
    for (moves, is_in) in [("", true), ("a b e", true), ("a b e c", false)] {
        let call = ["solve", "--board", "5x4x4:drop", "--moves", moves, "--distance"];
        let plain = json(&[&call[..], &["--book", "none"]].concat());
        let looked_up = json(&[&call[..], &["--book", &file]].concat());
        for field in ["value", "plies", "move", "position"] {
            assert_eq!(plain[field], looked_up[field], "{moves}: {field}");
        }
        // The line ends with the book.
        let line = |told: &serde_json::Value| told["line"].as_array().unwrap().clone();
        let (whole, begun) = (line(&plain), line(&looked_up));
        assert!(!begun.is_empty() && whole.starts_with(&begun), "{moves}: {begun:?}");
        assert_eq!(begun.len() < whole.len(), is_in, "{moves}");
        assert_eq!(plain["book"], serde_json::Value::Null);
        let book = serde_json::json!({ "file": file, "plies": 3 });
        assert_eq!(looked_up["book"], if is_in { book } else { serde_json::Value::Null }, "{moves}");
    }
    let shown = run(&["solve", "--board", "5x4x4:drop", "--book", &file]);
    assert!(shown.out.contains("looked up in an opening book of 3 plies"), "{}", shown.out);

    // The same command again has nothing left to do; and what is missing is found again.
    assert_eq!(json(&make)["known"], 49);
    let mut half = Draft::new("5x4x4:drop".parse().unwrap(), 3).unwrap().to_bytes();
    std::fs::write(&file, &half).unwrap();
    let refused = run(&["solve", "--board", "5x4x4:drop", "--book", &file]);
    assert!(refused.err.contains("this book is not finished: it has 0 of 49 scores"), "{}", refused.err);
    json(&make);
    assert_eq!(std::fs::read(&file).unwrap(), bytes);
    half.pop();
    std::fs::write(&file, &half).unwrap();
    assert!(run(&make).err.contains("this book is damaged"));
}

#[test]
fn wrong_calls_are_answered_in_a_sentence() {
    let (_folder, at) = folder();
    let file = at("some.book");
    for (call, sentence) in [
        (&["--board", "5x5x4", "--book", &file, "--plies", "2"][..], "there is no book for 5x5x4"),
        (&["--board", "3x3x3:drop", "--book", &file, "--plies", "9"], "so choose up to"),
        (&["--board", "4x4x3:drop", "--book", "none", "--plies", "2"], "name the file to keep it in"),
        (&["--board", "4x4x3:drop", "--plies", "2"], "--book"),
        (&["--board", "4x4x3:drop", "--book", &file], "some.book"),
        (
            &["--board", "4x4x3:drop", "--book", &file, "--plies", "2", "--distance"],
            "cannot be given together",
        ),
    ] {
        let ran = run(&[&["solve"], call].concat());
        assert_eq!(ran.code, 2, "{call:?}");
        assert!(ran.err.contains(sentence) && ran.err.lines().count() == 1, "{call:?}: {}", ran.err);
    }
    json(&["solve", "--board", "4x4x3:drop", "--book", &file, "--plies", "1"]);
    for call in [
        &["--board", "4x4x4:drop", "--book", &file][..],
        &["--board", "4x4x3:drop", "--book", &file, "--plies", "2"],
    ] {
        let ran = run(&[&["solve"], call].concat());
        assert!(ran.code == 2 && ran.err.contains("is a book of 4x4x3:drop"), "{}", ran.err);
    }
    let other = at("notes.txt");
    std::fs::write(&other, "my notes\n").unwrap();
    let ran = run(&["solve", "--board", "4x4x3:drop", "--book", &other, "--plies", "1"]);
    assert_eq!((ran.code, std::fs::read_to_string(&other).unwrap().as_str()), (2, "my notes\n"));
}

/// Connect Four from the empty board, and the values of all its moves, without a search.
#[test]
fn the_book_that_comes_with_the_program_answers_at_once() {
    let solved = json(&["solve", "--board", "7x6x4:drop", "--limit", "nodes=1"]);
    assert_eq!((&solved["value"], &solved["solved"]), (&"win".into(), &true.into()));
    assert!(solved["book"]["plies"].as_u64().unwrap() >= 3 && solved["nodes"].as_u64().unwrap() <= 1);
    let call =
        ["analyze", "--board", "7x6x4:drop", "--agent", "solve:distance=on,book=on", "--limit", "nodes=2"];
    let analysed = json(&call);
    let moves: Vec<(&str, &str, u64)> = analysed["moves"]
        .as_array()
        .unwrap()
        .iter()
        .map(|mv| {
            (mv["move"].as_str().unwrap(), mv["value"].as_str().unwrap(), mv["plies"].as_u64().unwrap_or(0))
        })
        .collect();
    let value = |column: &str| {
        moves
            .iter()
            .find(|(name, ..)| name.starts_with(column))
            .map(|&(_, value, plies)| (value, plies))
            .unwrap()
    };
    // As Allis and Allen found in 1988: the centre wins, the columns beside it draw, the others lose.
    assert_eq!((value("d").0, value("c").0, value("b").0, value("a").0), ("win", "draw", "loss", "loss"));
    for (one, other) in [("a", "g"), ("b", "f"), ("c", "e")] {
        assert_eq!(value(one), value(other));
    }
    let searched =
        run(&["solve", "--board", "7x6x4:drop", "--book", "none", "--limit", "nodes=1000", "--json"]);
    assert_eq!(searched.code, 1, "{}", searched.err);
    let told: serde_json::Value = serde_json::from_str(&searched.out).unwrap();
    assert_eq!(told["proven"], false);
}
