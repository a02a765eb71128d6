//! What comes after a game, and what is kept of it.

use std::path::Path;
use std::process::Stdio;

use crate::support::{Ran, json, kinrow, run, run_with};
use serde_json::Value;

/// X wins in three moves.
const WON: &str = "b2\na1\nb3\na2\nb1\n";

/// Plays with a record of its own.
fn play(db: &Path, arguments: &[&str], input: &str) -> Ran {
    run_with(&[&["play", "--db", db.to_str().unwrap()], arguments].concat(), input.as_bytes())
}

fn games(db: &Path) -> Vec<Value> {
    json(&["games", "list", "--limit", "100", "--db", db.to_str().unwrap()])["games"]
        .as_array()
        .unwrap()
        .clone()
}

#[test]
fn a_finished_game_between_people_can_be_saved() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("fin.json");
    let input = format!("{WON}save {}\n", file.display());
    let ran = play(&folder.path().join("games.db"), &["--x", "human", "--o", "human"], &input);
    assert_eq!((ran.code, ran.err.as_str()), (0, ""), "{}", ran.out);
    assert!(ran.out.contains("saved to") && !ran.out.contains("continue with"), "{}", ran.out);
    let saved: Value = serde_json::from_str(&std::fs::read_to_string(&file).unwrap()).unwrap();
    assert_eq!((&saved["result"], &saved["reason"]["kind"]), (&"x".into(), &"rules".into()));
    assert_eq!(saved["moves"].as_array().unwrap().len(), 5);
    let again = folder.path().join("again.db");
    let ran = run(&["games", "import", file.to_str().unwrap(), "--db", again.to_str().unwrap()]);
    assert_eq!((ran.code, games(&again).len()), (0, 1), "{}", ran.err);
}

#[test]
fn after_the_end_there_is_a_choice() {
    let folder = tempfile::tempdir().unwrap();
    let db = folder.path().join("games.db");
    let ran = play(&db, &["--o", "human"], &format!("{WON}b1\nhelp\nreplay\nquit\nb2\n"));
    assert!(ran.out.contains("save FILE, replay, new, swap or quit> "), "{}", ran.out);
    assert!(ran.out.contains("after the game: save FILE"), "a move is not understood: {}", ran.out);
    assert!(ran.out.contains("another game with the sides swapped"), "{}", ran.out);
    assert!(
        ran.out.contains("before the first of 5 moves") && ran.out.contains("move 5 of 5: X b1"),
        "{}",
        ran.out
    );
    assert_eq!(ran.code, 0);
    // Two games by the same people, and the end of the input in the middle of a third.
    let ran = play(&db, &["--o", "human"], &format!("{WON}new\n{WON}again\nc3\n"));
    assert_eq!(ran.out.matches("X wins: b3 b2 b1").count(), 2, "{}", ran.out);
    assert!(ran.out.ends_with("The game was left unfinished.\n"), "{}", ran.out);
    // A machine gets the other side, and begins.
    let ran = play(&db, &["--o", "random"], "resign\nswap\nresign\nquit\n");
    let (first, second) = ran.out.split_once("X resigned").unwrap();
    assert!(!first.contains("thinks") && second.contains("X thinks: random"), "{}", ran.out);
    assert!(second.contains("X wins: O resigned"), "{}", ran.out);
    // Machines among themselves are not asked.
    assert!(!run(&["play", "--x", "random", "--o", "random"]).out.contains("replay"));
}

/// What a machine did for its first move in each game, oldest first.
fn first_nodes(db: &Path, games: u64, machine: usize) -> Vec<u64> {
    let of = |id: u64| json(&["games", "show", &id.to_string(), "--db", db.to_str().unwrap()]);
    (1..=games).map(|id| of(id)["moves"][machine]["nodes"].as_u64().unwrap()).collect()
}

#[test]
fn a_tree_is_kept_for_the_games_of_a_sitting_and_no_longer() {
    let folder = tempfile::tempdir().unwrap();
    // The same position again: what the machine looks at there for the second time is in its tree already.
    let again = "b2\nresign\nnew\nb2\nresign\nquit\n";
    for (spec, is_kept) in [("mcts:playouts=20000,keep=on", true), ("mcts:playouts=20000,table=on", false)] {
        let db = folder.path().join(format!("{is_kept}.db"));
        for _ in 0..2 {
            let ran = play(&db, &["--o", spec, "--seed", "1"], again);
            assert_eq!((ran.code, ran.err.as_str()), (0, ""), "{}", ran.out);
        }
        let [first, second, later, last] = first_nodes(&db, 4, 1)[..] else { panic!("four games") };
        assert!(first > 500, "{first}");
        assert_eq!(second < first / 5, is_kept, "{spec}: {first}, then {second}");
        assert_eq!((later, last), (first, second), "another sitting begins with nothing, and is the same");
    }
    // Who changes sides takes the tree along: after the machine began, nothing is left to look at from the start.
    let db = folder.path().join("swapped.db");
    let swaps = "a1\nresign\nswap\na1\nresign\nswap\na1\nresign\nquit\n";
    play(&db, &["--o", "mcts:playouts=20000,keep=on", "--seed", "1"], swaps);
    let [as_o, again] = [1, 3].map(|id| {
        let game = json(&["games", "show", &id.to_string(), "--db", db.to_str().unwrap()]);
        game["moves"][1]["nodes"].as_u64().unwrap()
    });
    assert!(again < as_o / 5, "{as_o}, then {again}");
}

#[test]
fn games_of_people_are_recorded() {
    let folder = tempfile::tempdir().unwrap();
    let db = folder.path().join("new/games.db");
    let first = play(&db, &["--o", "human"], WON);
    assert!(first.out.contains("Games that you play are kept in"), "{}", first.out);
    let second = play(&db, &[], "b2\nquit\n");
    assert!(!second.out.contains("are kept in"), "told once: {}", second.out);
    // Nothing was played, nothing is kept; and nothing is kept of what nobody wants kept.
    play(&db, &[], "quit\n");
    let unseen = folder.path().join("unseen.db");
    let output = kinrow()
        .args(["play", "--x", "random", "--o", "human", "--no-record"])
        .env("KINROW_DB", &unseen)
        .stdin(Stdio::null())
        .output()
        .unwrap();
    assert!(output.status.success() && !String::from_utf8_lossy(&output.stdout).contains("are kept in"));
    assert!(!unseen.exists());
    assert!(run(&["play", "--x", "random", "--o", "random", "--db", unseen.to_str().unwrap()]).code == 0);
    assert!(!unseen.exists(), "games of machines belong to matches");
    let games = games(&db);
    let told: Vec<(&str, &str)> =
        games.iter().map(|game| (game["x"].as_str().unwrap(), game["result"].as_str().unwrap())).collect();
    assert_eq!(told, [("human", "unfinished"), ("human", "x")], "the newest first");
    let listed = run(&["games", "--lang", "en"]);
    assert_eq!(listed.code, 0, "{}", listed.err);
}

#[test]
fn a_record_that_cannot_be_written_does_not_stop_a_game() {
    let folder = tempfile::tempdir().unwrap();
    let foreign = folder.path().join("notes.db");
    std::fs::write(&foreign, "Dear aunt,\n").unwrap();
    let ran = play(&foreign, &["--o", "human"], &format!("{WON}new\n{WON}quit\n"));
    assert_eq!(ran.code, 0);
    assert_eq!(ran.out.matches("X wins").count(), 2, "{}", ran.out);
    assert_eq!(ran.err.lines().count(), 1, "one warning: {}", ran.err);
    assert!(ran.err.contains("this game was not recorded: ") && ran.err.contains("notes.db"), "{}", ran.err);
    assert_eq!(std::fs::read_to_string(&foreign).unwrap(), "Dear aunt,\n");
    // Without a folder of the user's there is no place for it.
    let mut child = kinrow()
        .args(["play", "--o", "human", "--moves", "b2"])
        .env_remove("KINROW_DB")
        .env("XDG_DATA_HOME", folder.path().join("notes.db"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    std::io::Write::write_all(&mut child.stdin.take().unwrap(), b"a1\nquit\n").unwrap();
    let ran: Ran = child.wait_with_output().unwrap().into();
    assert!(ran.code == 0 && ran.out.contains("(O)"), "{} {}", ran.out, ran.err);
    assert!(ran.err.contains("this game was not recorded: "), "{}", ran.err);
}

#[test]
fn people_get_a_new_seed_every_time() {
    let folder = tempfile::tempdir().unwrap();
    let db = folder.path().join("games.db");
    for _ in 0..3 {
        play(&db, &["--o", "random"], "b2\nresign\nnew\nb2\nresign\nquit\n");
    }
    let seeds = |db: &Path| -> Vec<u64> {
        let ids = games(db).iter().map(|game| game["id"].to_string()).collect::<Vec<_>>();
        let shown = ids.iter().map(|id| json(&["games", "show", id, "--db", db.to_str().unwrap()]));
        shown.map(|game| game["seed"].as_u64().unwrap()).collect()
    };
    let mut fresh = seeds(&db);
    fresh.sort_unstable();
    fresh.dedup();
    assert_eq!(fresh.len(), 6, "{fresh:?}");
    let fixed = folder.path().join("fixed.db");
    let sitting = "b2\nresign\nnew\nb2\nresign\nquit\n";
    let one = play(&fixed, &["--o", "random", "--seed", "7"], sitting);
    let other = play(&fixed, &["--o", "random", "--seed", "7"], sitting);
    assert_eq!(seeds(&fixed), [8, 7, 8, 7], "counted on from the given one");
    let moves = |ran: &Ran| {
        let played = ran
            .out
            .lines()
            .filter_map(|line| line.strip_prefix("O plays "))
            .map(|line| line[..2].to_string());
        played.collect::<Vec<_>>()
    };
    assert_eq!((moves(&one), moves(&one).len()), (moves(&other), 2));
}

/// A new game begins where a saved one had begun, not where it was continued; and is not its file any more.
#[test]
fn a_new_game_after_a_continued_one() {
    let folder = tempfile::tempdir().unwrap();
    let (db, file) = (folder.path().join("games.db"), folder.path().join("game.json"));
    play(&db, &["--o", "human"], &format!("b2\na1\nb3\na2\nsave {}\nquit\n", file.display()));
    let from = ["--from", file.to_str().unwrap()];
    let ran = play(&db, &from, &format!("b1\nnew\nmoves\nc3\nsave {}\nn\nquit\n", file.display()));
    assert!(ran.out.contains("X wins: b3 b2 b1") && ran.out.contains("played: -"), "{}", ran.out);
    assert!(ran.out.contains("game.json exists. Replace it?"), "{}", ran.out);
    let ran = play(&db, &["--o", "human", "--moves", "b2 a1"], "b3\na2\nb1\nnew\nmoves\nquit\n");
    assert!(ran.out.contains("played: b2 a1"), "given moves are given again: {}", ran.out);
}

#[test]
fn rows_and_columns_from_the_top_left() {
    let folder = tempfile::tempdir().unwrap();
    let db = folder.path().join("games.db");
    let two =
        |coordinates: &str, input: &str| play(&db, &["--o", "human", "--coordinates", coordinates], input);
    let ran = two("rows0", "0,0\n1,1\n0 1\n(2, 2)\n0，2\nquit\n");
    assert!(ran.out.contains("Type a point such as 1,1"), "{}", ran.out);
    assert!(
        ran.out.contains("   0 1 2\n0 [X X X]\n1  . O .\n2  . . O\n\nX wins: 0,0 0,1 0,2"),
        "{}",
        ran.out
    );
    let ran = two("rows1", "1,1\nmoves\n1,1\n0,0\nhelp\nquit\n");
    assert!(ran.out.contains("   1 2 3\n1 (X). .\n"), "{}", ran.out);
    assert!(ran.out.contains("played: 1,1\nlegal (8): 1,2 1,3 2,1"), "{}", ran.out);
    assert!(ran.out.contains("1,1 is taken"), "{}", ran.out);
    assert!(ran.out.contains("rows and columns go from 1 to 3,3"), "{}", ran.out);
    assert!(ran.out.contains("counted from 1 at the top left"), "{}", ran.out);
    // The record is written as ever.
    let id = games(&db)[0]["id"].to_string();
    let game = json(&["games", "show", &id, "--db", db.to_str().unwrap()]);
    assert_eq!(game["moves"][0]["move"], "a3");
    let options = ["--o", "random", "--coordinates", "rows0", "--moves", "(1, 1)", "--show-moves"];
    let ran = play(&db, &options, "hint\nquit\n");
    assert!(ran.out.contains("O plays ") && ran.out.contains("legal (7): "), "{}", ran.out);
    assert!(ran.out.contains("1  .(X).\n") || ran.out.contains("1  . X"), "{}", ran.out);
    let ran = two("top", "");
    assert!(ran.code == 2 && ran.err.contains("choose from letters, rows0, rows1"), "{}", ran.err);
}

#[test]
fn legal_moves_every_turn() {
    let folder = tempfile::tempdir().unwrap();
    let ran = play(&folder.path().join("games.db"), &["--o", "human", "--show-moves"], "b2\na1\nquit\n");
    for words in ["legal (9): a3 b3 c3", "legal (8): a3 b3 c3 a2 c2", "legal (7): a3"] {
        assert!(ran.out.contains(words), "{words} in {}", ran.out);
    }
}

#[test]
fn an_audit_asks_about_each_position_by_itself() {
    let ran = run(&["audit", "--agent", "mcts:playouts=10,keep=on"]);
    assert_eq!(ran.code, 2);
    assert!(
        ran.err.contains("an audit asks about each position by itself: leave out keep=on"),
        "{}",
        ran.err
    );
}
