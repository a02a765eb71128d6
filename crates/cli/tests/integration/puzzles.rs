//! `kinrow puzzles` as people use it: puzzles made from games, solved at the terminal and by agents; in both languages.

use crate::support::{json, run, run_with};

/// Four and three at k8, five plies.
const FILE: &str = "kinrow puzzles 1  # by hand\n\
    15x15x5 15/15/2O12/3O9O1/15/15/15/6OXXX5/10X4/10X4/15/15/12O2/15/15 x | vcf | 5 | 1 | k8 l8 k9 k5 k10\n";

fn folder() -> (tempfile::TempDir, impl Fn(&str) -> String) {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path().to_path_buf();
    (folder, move |name: &str| root.join(name).to_str().unwrap().to_string())
}

#[test]
fn a_person_solves_a_puzzle() {
    let (_folder, at) = folder();
    let file = at("mine.txt");
    std::fs::write(&file, FILE).unwrap();
    let call = ["puzzles", "play", &file];
    let solving = b"l8\na1\nz99\nhint\nhint\nk8\nk9\nk5\n";
    let ran = run_with(&call, solving);
    assert_eq!((ran.code, ran.err.as_str()), (0, ""));
    insta::assert_snapshot!("puzzles_play", ran.out);
    let chinese = run_with(&[&call[..], &["--lang", "zh"]].concat(), "提示\n答案\n".as_bytes());
    assert_eq!(chinese.code, 0);
    insta::assert_snapshot!("puzzles_play_chinese", chinese.out);
    let left = run_with(&call, b"help\nk8\nagain\nk8\nquit\n");
    assert_eq!(left.out.matches("k8 is right").count(), 2, "{}", left.out);
    assert!(left.out.ends_with("Solved 0 of 0, 0 without a mistake or a hint.\n"), "{}", left.out);
    // The end of the input is a way to leave.
    assert_eq!(run(&["puzzles"]).code, 0);
    let skipped = run_with(&["puzzles", "play", "starter", "--number", "199"], b"next\ngive up\n");
    assert!(skipped.out.contains("Puzzle 200 of 200"), "{}", skipped.out);
    assert!(skipped.out.ends_with("Solved 0 of 2, 0 without a mistake or a hint.\n"), "{}", skipped.out);
}

#[test]
fn agents_solve_puzzles() {
    let (_folder, at) = folder();
    let file = at("mine.txt");
    std::fs::write(&file, FILE).unwrap();
    let told = json(&["puzzles", "solve", &file, "--limit", "nodes=5000"]);
    let first = &told["puzzles"][0];
    assert_eq!(
        (&first["move"], &first["right"], &first["proven"]),
        (&"k8".into(), &true.into(), &true.into())
    );
    assert_eq!((&told["all"]["right"], &told["grades"][0]["puzzles"]), (&1.into(), &1.into()));
    assert_eq!(told["stopped"], false);
    for (language, words) in [("en", ["right", "missed: 1"]), ("zh", ["正确", "没有解出：1"])] {
        let ran = run(&["--lang", language, "puzzles", "solve", &file, "--agent", "random"]);
        assert_eq!(ran.code, 0, "{}", ran.err);
        assert!(words.iter().all(|word| ran.out.contains(word)), "{}", ran.out);
    }
}

#[test]
fn puzzles_come_from_games() {
    let (_folder, at) = folder();
    let (own, again) = (at("own.txt"), at("again.txt"));
    let make = [
        "puzzles",
        "make",
        "--board",
        "10x10x4",
        "--count",
        "2",
        "--threats",
        "vcf",
        "--limit",
        "nodes=2000",
    ];
    let ran = run(&[&make[..], &["--out", &own]].concat());
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert!(ran.out.starts_with("2 puzzles from "), "{}", ran.out);
    let text = std::fs::read_to_string(&own).unwrap();
    let head = "kinrow puzzles 1  # kinrow puzzles make --board 10x10x4 --count 2 --threats vcf --limit nodes=2000 --seed 1\n";
    assert!(text.starts_with(head), "{text}");
    // The first line is the command that makes the same file, byte for byte.
    let command: Vec<&str> = head.trim().split_once("# kinrow ").unwrap().1.split(' ').collect();
    assert_eq!(run(&command).out, text);
    assert_eq!(run(&[&make[..], &["--out", &own]].concat()).code, 2, "the file exists");
    assert_eq!(run(&["puzzles", "solve", &own]).code, 0);
    // A game with the puzzle of this test in it, from a file and from the record.
    let moves = "h8 g8 i8 c13 j8 n12 k6 d12 k7 m3 k8 l8 k9 k5 k10";
    std::fs::write(
        at("game.csv"),
        format!("rules,x,o,result,reason,opening,moves\n15x15x5,a,b,x,rules,,{moves}\n"),
    )
    .unwrap();
    assert_eq!(run(&["games", "import", &at("game.csv"), "--db", &at("games.db")]).code, 0);
    for source in ["game.csv", "games.db"] {
        let from = ["puzzles", "make", "--from", &at(source), "--threats", "vcf", "--out", &again, "--force"];
        let ran = run(&from);
        assert_eq!(ran.code, 0, "{source}: {}", ran.err);
        assert_eq!(ran.out, format!("1 puzzle from 1 game is in {again}\n"));
        assert!(std::fs::read_to_string(&again).unwrap().contains(" | vcf | 5 | 1 | k8 l8 "), "{source}");
    }
    let other = run(&["puzzles", "make", "--board", "15x15x6", "--from", &at("games.db")]);
    assert_eq!((other.code, other.out.as_str()), (1, ""));
    assert!(other.err.contains("no puzzle of 15x15x6 was found in 0 games"), "{}", other.err);
}

#[test]
fn wrong_calls_are_one_sentence() {
    let (_folder, at) = folder();
    std::fs::write(at("later.txt"), FILE.replacen('1', "2", 1)).unwrap();
    std::fs::write(at("wrong.txt"), FILE.replacen("| 5 |", "| 9 |", 1)).unwrap();
    std::fs::write(at("other.txt"), "# kinrow openings\n").unwrap();
    std::fs::write(at("empty.txt"), "kinrow puzzles 1\n").unwrap();
    std::fs::write(at("mine.txt"), FILE).unwrap();
    for (arguments, words) in [
        (&["make", "--board", "7x6x4:drop"][..], "there are no puzzles on 7x6x4:drop"),
        (&["make", "--board", "15x15x5:misere"], "there are no puzzles on 15x15x5:misere"),
        (&["make", "--board", "5x5x2"], "a row of 3 to 10 wins"),
        (&["make", "--limit", "time=1s"], "write a number of positions"),
        (&["make", "--threats", "fours"], "choose from vcf, vct, all"),
        (&["make", "--count", "0"], "from 1 to 100,000"),
        (&["make", "--from", "nope.sgf"], "nope.sgf"),
        (&["make", "--from", &at("mine.txt")], "cannot be told from its name"),
        (&["play", "nope.txt"], "nope.txt"),
        (&["play", &at("other.txt")], "is no file of puzzles"),
        (&["play", &at("later.txt")], "of version '2', and this program reads version 1"),
        (&["play", &at("empty.txt")], "holds no puzzle"),
        (&["play", &at("wrong.txt")], "line 2: '9' plies are given, and its line has 5"),
        (&["play", &at("mine.txt"), "--number", "2"], "there is no puzzle 2 in "),
        (&["play", "--number", "0"], "is not possible for --number"),
        (&["solve", &at("later.txt")], "of version '2'"),
        (&["solve", &at("mine.txt"), "--agent", "engin"], "did you mean engine?"),
        (&["solve", &at("mine.txt"), "--agent", "solve"], "would never finish"),
        (&["paly"], "did you mean play?"),
    ] {
        let ran = run(&[&["puzzles"], arguments].concat());
        assert_eq!((ran.code, ran.out.as_str()), (2, ""), "{arguments:?}: {}", ran.err);
        assert!(ran.err.contains(words) && ran.err.lines().count() == 1, "{arguments:?}: {}", ran.err);
        let chinese = run(&[&["puzzles", "--lang", "zh"], arguments].concat());
        assert_eq!((chinese.code, chinese.err.lines().count()), (2, 1), "{arguments:?}: {}", chinese.err);
        assert_ne!(chinese.err, ran.err, "{arguments:?}");
    }
}

/// A file of puzzles is known for what it is, and not written over.
#[test]
fn other_files_are_not_replaced_by_puzzles() {
    let (_folder, at) = folder();
    std::fs::write(at("mine.txt"), FILE).unwrap();
    let ran = run(&["openings", "--board", "3x3x3", "--balanced", "1", "--out", &at("mine.txt"), "--force"]);
    assert_eq!(ran.code, 2);
    assert!(ran.err.contains("holds puzzles and was kept"), "{}", ran.err);
}
