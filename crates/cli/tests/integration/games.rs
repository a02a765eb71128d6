//! `kinrow games` as people use it: bring games in, look for them, look at them, take them out.

use std::io::Write;
use std::path::Path;

use crate::support::{Ran, json, run};

const MEIJIN: &str = "(;FF[4]GM[4]SZ[15]PB[Meijin]PW[Kudan]RE[B+R]RU[Renju];B[hh];W[hg];B[ig];W[ih])\n";
const TABLE: &str = "rules,x,o,result,reason,detail,seed,x_limits,opening,moves\n\
    3x3x3,random,\"mcts:playouts=10,rollout=random\",x,rules,,1,,,b2 a1 c3 a2 a3 b3 c1\n\
    3x3x3,mcts:playouts=10,random,o,time,1203 ms of 1000 ms,2,time=1000ms,b2,a1\n\
    7x6x4:drop,random,human,unfinished,left,,3,,,d1 d2\n";

/// A folder with a record of four games, newest last.
fn filled() -> (tempfile::TempDir, String) {
    let folder = tempfile::tempdir().unwrap();
    let db = folder.path().join("games.db").to_str().unwrap().to_string();
    let at = |name: &str| folder.path().join(name).to_str().unwrap().to_string();
    std::fs::write(at("cup.sgf"), MEIJIN).unwrap();
    std::fs::write(at("table.csv"), TABLE).unwrap();
    let ran = run(&["games", "import", &at("cup.sgf"), &at("table.csv"), "--db", &db]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert!(ran.out.contains("cup.sgf: 1 game brought in, 0 already there"), "{}", ran.out);
    assert!(ran.out.contains("table.csv: 3 games brought in, 0 already there"), "{}", ran.out);
    (folder, db)
}

fn ids(arguments: &[&str], db: &str) -> Vec<i64> {
    let listed = json(&[&["games", "list", "--db", db], arguments].concat());
    listed["games"].as_array().unwrap().iter().map(|game| game["id"].as_i64().unwrap()).collect()
}

#[test]
fn nothing_yet_is_no_error_and_makes_no_file() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("sub/games.db");
    let games = |arguments: &[&str]| -> Ran {
        crate::support::kinrow().env("KINROW_DB", &file).arg("games").args(arguments).output().unwrap().into()
    };
    let ran = games(&["list"]);
    assert_eq!((ran.code, ran.out), (0, format!("no games yet: {} does not exist\n", file.display())));
    assert!(games(&["list", "--json"]).out.contains("\"total\": 0"));
    assert_eq!(games(&["runs"]).out, "no runs yet: 'kinrow match' and 'kinrow tournament' make them\n");
    let ran = games(&["show", "1"]);
    assert_eq!((ran.code, ran.err.contains("there is no game 1")), (2, true), "{}", ran.err);
    assert_eq!(games(&["export"]).code, 1);
    assert!(!file.parent().unwrap().exists());
}

/// A file that was named is one that should be there, unless games are to be put into it.
#[test]
fn a_named_record_that_is_missing_is_a_wrong_call() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("nope.db");
    let db = file.to_str().unwrap();
    for arguments in
        [&["list"][..], &["list", "--json"], &["runs"], &["runs", "--json"], &["show", "1"], &["export"]]
    {
        let ran = run(&[&["games"], arguments, &["--db", db]].concat());
        assert_eq!((ran.code, ran.out.as_str()), (2, ""), "{arguments:?}");
        let is_told =
            ran.err.starts_with(&format!("kinrow: {db} could not be read (")) && ran.err.lines().count() == 1;
        assert!(is_told, "{arguments:?}: {}", ran.err);
        assert!(!file.exists());
    }
    let games = folder.path().join("games.sgf");
    std::fs::write(&games, MEIJIN).unwrap();
    assert_eq!(run(&["games", "import", games.to_str().unwrap(), "--db", db]).code, 0);
    assert_eq!(run(&["games", "list", "--db", db]).code, 0);
}

#[test]
fn the_record_is_where_the_user_says() {
    let (folder, db) = filled();
    let list = |name: &str, value: &Path| {
        let mut command = crate::support::kinrow();
        for other in ["KINROW_DB", "XDG_DATA_HOME"] {
            command.env_remove(other);
        }
        let output = command.env(name, value).args(["games", "list", "--json"]).output().unwrap();
        serde_json::from_slice::<serde_json::Value>(&output.stdout).unwrap()["total"].clone()
    };
    assert_eq!(list("KINROW_DB", Path::new(&db)), 4);
    assert_eq!(list("XDG_DATA_HOME", folder.path()), 0);
    std::fs::create_dir(folder.path().join("kinrow")).unwrap();
    std::fs::copy(&db, folder.path().join("kinrow/games.db")).unwrap();
    assert_eq!(list("XDG_DATA_HOME", folder.path()), 4);
}

#[test]
fn games_are_listed_by_what_they_are() {
    let (_folder, db) = filled();
    assert_eq!(ids(&[], &db), [4, 3, 2, 1]);
    assert_eq!(ids(&["--agent", "random"], &db), [4, 3, 2]);
    assert_eq!(ids(&["--agent", "random", "--side", "o"], &db), [3]);
    assert_eq!(ids(&["--agent", "mcts:playouts=10"], &db), [3]);
    assert_eq!(ids(&["--agent", "meij"], &db), [1]);
    assert_eq!(ids(&["--board", "3x3x3"], &db), [3, 2]);
    assert_eq!(ids(&["--board", "7X6x4:DROP", "--opening", "d d"], &db), [4]);
    assert_eq!(ids(&["--opening", "B2 (1,1)"], &db), [3, 2]);
    // Both 3x3x3 games begin with b2 a1; the corner is a corner, whichever it is.
    assert_eq!(ids(&["--position", "3x3x3 2O/1X1/3 x"], &db), [3, 2]);
    assert_eq!(ids(&["--position", "3x3x3 1O1/1X1/3 x"], &db), Vec::<i64>::new());
    assert_eq!(ids(&["--result", "o"], &db), [3]);
    assert_eq!(ids(&["--reason", "forfeit"], &db), [3]);
    assert_eq!(ids(&["--reason", "resigned"], &db), [1]);
    assert_eq!(ids(&["--limit", "2", "--offset", "1"], &db), [3, 2]);
    let ran = run(&["games", "list", "--db", &db, "--limit", "2"]);
    assert!(ran.out.contains("time") && ran.out.contains("1 to 2 of 4"), "{}", ran.out);
    assert!(ran.out.lines().all(|line| line.chars().count() < 140), "{}", ran.out);
    let ran = run(&["games", "list", "--db", &db, "--result", "draw"]);
    assert_eq!(ran.out, "no game matches\n");
    let ran = run(&["games", "list", "--db", &db, "--lang", "zh"]);
    assert!(ran.out.contains("未完") && ran.out.contains("超时"), "{}", ran.out);
}

#[test]
fn a_wrong_filter_is_a_wrong_call() {
    let (_folder, db) = filled();
    let wrong: [(&[&str], &str); 8] = [
        (&["--board", "3x3"], "'3x3' is not a board"),
        (&["--result", "won"], "choose from x, o, draw, unfinished"),
        (&["--opening", "z99"], "'z99' is outside the board"),
        (&["--opening", "b2 b2", "--board", "3x3x3"], "move 2: b2 is taken"),
        (&["--position", "3x3x3"], "3x3x3"),
        (&["--run", "7"], "there is no run 7"),
        (&["--side", "x"], "--agent"),
        (&["--limit", "-1"], "'-1' is not possible"),
    ];
    for (arguments, words) in wrong {
        let ran = run(&[&["games", "list", "--db", &db], arguments].concat());
        assert_eq!(ran.code, 2, "{arguments:?}: {}", ran.err);
        assert!(ran.err.contains(words), "{arguments:?}: {}", ran.err);
    }
}

#[test]
fn a_game_is_shown_whole_at_a_move_and_step_by_step() {
    let (_folder, db) = filled();
    let ran = run(&["games", "show", "3", "--db", &db]);
    let words = [
        "game 3 · 3x3x3 · stored 20",
        "X  mcts:playouts=10  (time=1000ms)",
        "O  random",
        "seed 2",
        "X  b2  given",
        "O  a1  no opinion",
        "O wins: X took too long (1203 ms of 1000 ms)",
        "2  . X .",
        "1 (O). .",
    ];
    for words in words {
        assert!(ran.out.contains(words), "{words} in\n{}", ran.out);
    }
    let ran = run(&["games", "show", "2", "--at", "1", "--db", &db]);
    assert!(ran.out.contains("2  .(X).\n") && !ran.out.contains('O'), "{}", ran.out);
    let ran = run(&["games", "show", "2", "--at", "8", "--db", &db]);
    assert_eq!((ran.code, ran.err.contains("this game ends with move 7")), (2, true), "{}", ran.err);
    // In a pipe every board is printed: before the first move and after each.
    let ran = run(&["games", "show", "2", "--replay", "--db", &db]);
    assert_eq!(ran.out.matches("   a b c\n").count(), 8, "{}", ran.out);
    assert!(
        ran.out.contains("before the first of 7 moves") && ran.out.contains("move 7 of 7: X c1"),
        "{}",
        ran.out
    );
    assert!(ran.out.ends_with("X wins: a3 b2 c1\n"), "{}", ran.out);
    // What is shown as JSON is the record itself, which play can go on from.
    let game = json(&["games", "show", "4", "--db", &db]);
    assert_eq!((&game["format"], &game["moves"][1]["move"]), (&"kinrow-game".into(), &"d2".into()));
}

#[test]
fn what_goes_out_comes_in_again() {
    let (folder, db) = filled();
    let at = |name: &str| folder.path().join(name).to_str().unwrap().to_string();
    for name in ["all.jsonl", "all.sgf", "all.csv"] {
        let ran = run(&["games", "export", "--out", &at(name), "--db", &db]);
        assert_eq!((ran.code, ran.out), (0, format!("4 games written to {}\n", at(name))), "{}", ran.err);
        let other = at(&format!("{name}.db"));
        let told = json(&["games", "import", &at(name), "--db", &other]);
        assert_eq!((&told["files"][0]["new"], &told["files"][0]["known"]), (&4.into(), &0.into()), "{name}");
        // The same file again, into either record, brings nothing new.
        for db in [&db, &other] {
            let told = json(&["games", "import", &at(name), "--db", db]);
            assert_eq!(
                (&told["files"][0]["new"], &told["files"][0]["known"]),
                (&0.into(), &4.into()),
                "{name}"
            );
        }
        let order = run(&["games", "export", "--db", &other, "--format", "csv"]).out;
        assert_eq!(order, run(&["games", "export", "--db", &db, "--format", "csv"]).out, "{name}");
    }
    let one = run(&["games", "export", "1", "--format", "psq", "--db", &db]);
    assert!(one.out.starts_with("Piskvorky 15x15, 11:11, 0\n8,8,0\n8,7,0\n"), "{}", one.out);
    let lines = run(&["games", "export", "4", "2", "--db", &db]).out;
    assert_eq!(lines.lines().count(), 2);
    assert!(
        lines.starts_with("{\"format\":\"kinrow-game\"")
            && lines.lines().next().unwrap().contains("7x6x4:drop")
    );
    let newest = run(&["games", "export", "--limit", "2", "--format", "csv", "--db", &db]).out;
    assert!(newest.lines().nth(1).unwrap().contains("1203 ms"), "{newest}");
}

#[test]
fn piskvork_gets_a_file_for_each_game() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name).to_str().unwrap().to_string();
    let db = at("games.db");
    std::fs::write(at("cup.sgf"), MEIJIN.repeat(2).replace("B+R", "W+T")).unwrap();
    run(&["games", "import", &at("cup.sgf"), "--db", &db]);
    assert_eq!(ids(&[], &db).len(), 2, "equal games in one file are two games");
    for arguments in [&["--format", "psq"][..], &["--out", &at("both.psq")]] {
        let ran = run(&[&["games", "export", "--db", &db], arguments].concat());
        assert_eq!((ran.code, ran.err.contains("holds one game, and these are 2")), (2, true), "{}", ran.err);
    }
    let ran = run(&["games", "export", "--db", &db, "--format", "psq", "--out", &at("new/folder")]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    let files = [at("new/folder/game-1.psq"), at("new/folder/game-2.psq")];
    let told = json(&["games", "import", &files[0], &files[1], "--db", &at("other.db")]);
    // The second is equal to the first, which came from a file of its own.
    assert_eq!((&told["files"][0]["new"], &told["files"][1]["known"]), (&1.into(), &1.into()));
    let game = json(&["games", "show", "1", "--db", &at("other.db")]);
    assert_eq!((&game["rules"], &game["result"]), (&"15x15x5:renju".into(), &"o".into()));
    let (_kept, mixed) = filled();
    let ran = run(&["games", "export", "--db", &mixed, "--format", "psq", "--out", &at("mixed")]);
    assert_eq!(ran.code, 2);
    assert!(ran.err.contains("game 2: Piskvork plays five in a row"), "{}", ran.err);
    assert!(!Path::new(&at("mixed")).exists());
}

/// A file comes in whole or not at all, and those before it stay; the error names file, game and move.
#[test]
fn a_wrong_file_brings_nothing_in() {
    let (folder, db) = filled();
    let at = |name: &str| folder.path().join(name).to_str().unwrap().to_string();
    std::fs::write(at("good.csv"), "rules,moves\n5x5x4,c3\n").unwrap();
    std::fs::write(at("bad.csv"), "rules,moves\n5x5x4,c3 c4\n5x5x4,c3 c3\n").unwrap();
    let ran = run(&["games", "import", &at("good.csv"), &at("bad.csv"), &at("table.csv"), "--db", &db]);
    assert_eq!(ran.code, 2);
    assert_eq!(
        ran.err,
        format!("kinrow: {}: game 2: move 2: c3 is taken: choose an empty point\n", at("bad.csv"))
    );
    assert!(ran.out.contains("good.csv: 1 game brought in"), "{}", ran.out);
    assert_eq!(ids(&[], &db).len(), 5);
    let ran = run(&["games", "import", &at("bad.csv"), "--db", &db, "--lang", "zh"]);
    assert!(ran.err.contains("第 2 局：第 2 着：c3 已有棋子"), "{}", ran.err);
    let ran = run(&["games", "import", &at("good.txt"), "--db", &db]);
    assert!(ran.err.contains("cannot be told from its name"), "{}", ran.err);
    let ran = run(&["games", "import", &at("missing.sgf"), "--db", &db]);
    assert_eq!((ran.code, ran.err.contains("could not be read")), (2, true), "{}", ran.err);
    // A mistake leaves no empty record behind.
    run(&["games", "import", &at("bad.csv"), "--db", &at("new.db")]);
    assert!(!Path::new(&at("new.db")).exists());
    let ran = run(&["games", "import", &at("cup.sgf"), "--board", "15x15x5:exact", "--db", &at("new.db")]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert_eq!(json(&["games", "show", "1", "--db", &at("new.db")])["rules"], "15x15x5:exact");
    let ran = run(&["games", "import", &at("cup.sgf"), "--board", "9x9x5", "--db", &at("new.db")]);
    assert!(ran.err.contains("played on 15x15, which is not the board 9x9x5"), "{}", ran.err);
}

/// A game that was played and saved goes into the record, and back to the table.
#[test]
fn a_played_game_goes_in_and_on() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name).to_str().unwrap().to_string();
    let played = run(&["play", "--x", "mcts:playouts=50", "--o", "averaging", "--seed", "3", "--json"]);
    std::fs::write(at("game.json"), &played.out).unwrap();
    assert_eq!(run(&["games", "import", &at("game.json"), "--db", &at("g.db")]).code, 0);
    assert_eq!(run(&["games", "show", "1", "--json", "--db", &at("g.db")]).out, played.out);
    let ran = run(&["games", "show", "1", "--db", &at("g.db")]);
    assert!(ran.out.contains("50 playouts"), "{}", ran.out);
    // A table tells less of it, and is not taken for another game.
    run(&["games", "export", "--out", &at("table.csv"), "--db", &at("g.db")]);
    let told = json(&["games", "import", &at("table.csv"), "--db", &at("g.db")]);
    assert_eq!((&told["files"][0]["new"], &told["files"][0]["known"]), (&0.into(), &1.into()));
}

/// A match is a run, and its games are found by it.
#[test]
fn the_games_of_a_match_are_a_run() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("games.db");
    let db = file.to_str().unwrap();
    let ran = run(&["match", "random", "averaging", "--games", "4", "--limit", "nodes=50", "--db", db]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    let ran = run(&["games", "runs", "--db", db]);
    assert!(ran.out.contains("match") && ran.out.contains("3x3x3  random, averaging"), "{}", ran.out);
    assert_eq!(json(&["games", "runs", "--db", db])["runs"][0]["settings"]["board"], "3x3x3");
    assert_eq!(ids(&["--run", "1"], db).len(), 4);
    let ran = run(&["games", "show", "2", "--db", db]);
    assert!(ran.out.contains(" of run 1\n") && ran.out.contains("(nodes=50)"), "{}", ran.out);
}

/// Files that hold far more than a game where one should be are refused as they are read: a program that may have 400 MB
/// reads none of them into memory.
#[cfg(target_os = "linux")]
#[test]
fn a_huge_file_takes_little_memory() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name).to_str().unwrap().to_string();
    let long = "no game does";
    for (name, head, text, words) in [
        ("moves.psq", "Piskvorky 15x15, 11:11, 0\n", "1,1\n", long),
        ("line.csv", "rules,moves\n3x3x3,", "a1 ", long),
        ("fields.csv", "rules,moves\n", "a,", long),
        ("quote.csv", "rules,moves\n\"", "b2\n", "in line 2 a quotation mark is not closed"),
        ("game.jsonl", "[", "0,", long),
        ("main-line.sgf", "(", ";B[aa]", long),
    ] {
        let mut file = std::io::BufWriter::new(std::fs::File::create(at(name)).unwrap());
        file.write_all(head.as_bytes()).unwrap();
        let piece = text.repeat(100_000);
        for _ in 0..60_000_000 / piece.len() {
            file.write_all(piece.as_bytes()).unwrap();
        }
        file.into_inner().unwrap();
        let call = format!(
            "ulimit -v 400000; exec \"{}\" games import --db \"$1\" \"$2\"",
            env!("CARGO_BIN_EXE_kinrow")
        );
        let mut shell = std::process::Command::new("sh");
        let ran: crate::support::Ran = shell
            .args(["-c", &call, "sh", &at("new.db"), &at(name)])
            .env("LC_ALL", "C")
            .output()
            .unwrap()
            .into();
        assert_eq!(ran.code, 2, "{name}: {}", ran.err);
        assert!(ran.err.contains(words) && ran.err.lines().count() == 1, "{name}: {}", ran.err);
        std::fs::remove_file(at(name)).unwrap();
    }
}
