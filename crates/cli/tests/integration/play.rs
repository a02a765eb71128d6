//! `kinrow play` as people use it: lines typed, mistakes made, games saved and left.

use std::io::{BufRead, BufReader, Read};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use crate::support::{json, kinrow, run, run_with};

#[test]
fn no_options_is_tic_tac_toe_against_a_perfect_opponent() {
    // A game that X plays well enough: centre, then corners and edges as they are forced.
    let ran = run_with(&["play"], b"b2\nquit\n");
    assert_eq!(ran.code, 0);
    assert!(ran.out.starts_with("3x3x3. Type a point"), "{}", ran.out);
    assert!(ran.out.contains("O plays a3 · draw"), "{}", ran.out);
    assert!(ran.out.ends_with("The game was left unfinished.\n"), "{}", ran.out);
}

/// Whatever X does, the perfect opponent does not lose: every line of first choices is played out.
#[test]
fn the_default_opponent_is_not_beaten() {
    for first in ["a1", "b1", "b2", "c3", "a2"] {
        let points = "b2 a1 a2 a3 b1 b3 c1 c2 c3";
        // Typing every point again and again: taken ones are refused, free ones are played.
        let input = format!("{first}\n{}", points.replace(' ', "\n").repeat(5));
        let ran = run_with(&["play"], input.as_bytes());
        assert!(ran.out.contains("A draw.") || ran.out.contains("O wins"), "{first}: {}", ran.out);
    }
}

#[test]
fn every_way_to_write_a_point_is_understood() {
    for point in ["b2", "B2", " b2 ", "2,2", "(2, 2)", "（２，２）"] {
        let ran = run_with(&["play", "--o", "human"], format!("{point}\n").as_bytes());
        assert!(ran.out.contains("2  .(X).\n"), "{point}: {}", ran.out);
    }
}

#[test]
fn a_wrong_entry_says_what_is_wrong_and_asks_again() {
    let entries = [
        ("z9", "'z9' is outside the board 3x3x3: points go from a1 to c3"),
        ("4,4", "outside the board"),
        ("hello world", "'hello world' is not a point"),
        ("b2\nb2", "b2 is taken: choose an empty point"),
        ("save", "save needs a file name"),
        ("save /no/such/folder/game.json", "could not be written"),
        ("\u{0}\u{7}", "is not a point"),
    ];
    for (entry, words) in entries {
        let ran = run_with(&["play", "--o", "human"], format!("{entry}\nc1\n").as_bytes());
        assert!(ran.out.contains(words), "{entry}: {}", ran.out);
        assert!(ran.out.contains("(X)") || ran.out.contains("(O)"), "{entry}: asked again");
        assert_eq!((ran.code, ran.err.as_str()), (0, ""), "{entry}");
    }
    let megabyte = vec![b'x'; 1_000_000];
    let ran = run_with(&["play", "--o", "human"], &[&megabyte[..], b"\na1\n"].concat());
    assert!(ran.out.contains("1 (X). .") && ran.code == 0, "a line of a megabyte is one wrong entry");
    assert!(ran.out.len() < 5_000);
}

#[test]
fn commands_at_the_prompt() {
    let ran = run_with(&["play"], b"b2\nmoves\nhint\nundo\nmoves\nundo\nhelp\nbye\n");
    for words in [
        "played: b2 a3",
        "legal (7): b3",
        "hint: ",
        "2 moves taken back",
        "played: -",
        "nothing to take back",
        "resign ",
    ] {
        assert!(ran.out.contains(words), "{words} in {}", ran.out);
    }
    let ran = run_with(&["play"], b"resign\n");
    assert!(ran.out.contains("O wins: X resigned"), "{}", ran.out);
}

#[test]
fn a_saved_game_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("game.json");
    let file = file.to_str().unwrap();
    let ran = run_with(
        &["play", "--board", "4x4x3", "--o", "human"],
        format!("b2\nc3\nsave {file}\nquit\n").as_bytes(),
    );
    assert!(ran.out.contains("saved to"), "{}", ran.out);
    let ran = run_with(&["play", "--from", file], b"moves\nb3\na4\nb1\n");
    assert!(ran.out.contains("played: b2 c3"), "{}", ran.out);
    assert!(ran.out.contains("X wins: b3 b2 b1"), "{}", ran.out);
    std::fs::write(file, "{\"format\":\"kinrow-game\",").unwrap();
    let ran = run(&["play", "--from", file]);
    assert_eq!(ran.code, 2);
    assert!(ran.err.contains("cannot be continued: this is not a game saved by Kinrow"), "{}", ran.err);
}

#[test]
fn drop_boards_take_columns() {
    let ran = run_with(&["play", "--board", "7x6x4:drop", "--o", "human"], b"d\n4\nd\nd9\n4\nd\nd\nd\n");
    assert!(ran.out.contains("column d is full"), "{}", ran.out);
    let ran = run_with(&["play", "--board", "7x6x4:drop", "--o", "human"], b"a2\n");
    assert!(ran.out.contains("a stone cannot stay on a2: it falls to a1"), "{}", ran.out);
}

#[test]
fn renju_marks_and_refuses_forbidden_points() {
    let moves = "h8 a1 i8 a3 j7 a5 j6 a7";
    let ran = run_with(&["play", "--board", "15x15x5:renju", "--o", "human", "--moves", moves], b"j8\n");
    assert!(ran.out.contains("j8 is forbidden to Black in Renju: it makes double-three"), "{}", ran.out);
    let row = ran.out.lines().find(|line| line.starts_with("8 ")).unwrap();
    assert!(row.contains("X  X  !"), "{row}");
}

#[test]
fn machines_play_the_same_game_from_the_same_seed() {
    let game = |seed: &str| json(&["play", "--x", "mcts:playouts=50", "--o", "random", "--seed", seed]);
    let moves = |game: &serde_json::Value| {
        game["moves"].as_array().unwrap().iter().map(|mv| mv["move"].clone()).collect::<Vec<_>>()
    };
    assert_eq!(moves(&game("5")), moves(&game("5")));
    let all: Vec<_> = (1..8).map(|seed| moves(&game(&seed.to_string()))).collect();
    assert!(all.iter().any(|other| *other != all[0]));
    let game = game("5");
    assert_eq!(
        game["x"]["spec"],
        "mcts:playouts=50,c=1.414,final=visits,table=off,rollout=random,solver=off,keep=off"
    );
    assert_eq!(game["reason"]["kind"], "rules");
}

#[test]
fn the_board_and_the_winning_row_are_drawn() {
    let ran = run_with(&["play", "--o", "human"], b"a1\na2\nb1\nb2\nc1\n");
    assert!(ran.out.contains("   1 2 3\n3  . . .\n2  O O .\n1 [X X X]\n   a b c\n"), "{}", ran.out);
    assert!(ran.out.contains("X wins: a1 b1 c1"));
    let ran = run_with(&["play", "--o", "human", "--color", "always"], b"a1\n");
    assert!(ran.out.contains("\u{1b}[1;94mX\u{1b}[0m"), "{}", ran.out);
}

#[test]
fn jobs_that_cannot_end_are_refused_before_they_start() {
    let ran = run(&["play", "--board", "15x15x5", "--x", "minimax", "--o", "random"]);
    assert_eq!(ran.code, 2);
    assert!(ran.err.contains("give it depth=3, or a limit (--limit time=2s)"), "{}", ran.err);
    let limited = ["play", "--board", "15x15x5", "--x", "minimax", "--o", "random", "--limit", "nodes=300"];
    assert_eq!(json(&limited)["reason"]["kind"], "rules");
}

#[test]
fn json_is_for_machines() {
    let ran = run(&["play", "--json"]);
    assert_eq!(ran.code, 2);
    assert!(ran.err.contains("--json is for games between machines"), "{}", ran.err);
}

/// Ctrl-C while a person is asked, and while a machine thinks, leaves cleanly and soon.
#[test]
fn an_interrupt_leaves_cleanly() {
    for arguments in [
        &["play", "--o", "human"][..],
        &["play", "--board", "15x15x5", "--x", "alphabeta:depth=30", "--o", "random", "--limit", "time=1h"][..],
        &["play", "--board", "15x15x5", "--x", "mcts:time=3000s", "--o", "random"][..],
    ] {
        let arguments: Vec<&str> =
            arguments.iter().map(|&word| if word == "time=1h" { "time=3600s" } else { word }).collect();
        let mut child =
            kinrow().args(&arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        let mut out = BufReader::new(child.stdout.take().unwrap());
        let mut line = String::new();
        while !line.contains(" a ") && out.read_line(&mut line).unwrap() > 0 {}
        std::thread::sleep(Duration::from_millis(200));
        let asked = Instant::now();
        Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
        let mut rest = String::new();
        out.read_to_string(&mut rest).unwrap();
        let status = child.wait().unwrap();
        assert!(status.success(), "{arguments:?}: {status}");
        assert!(rest.contains("left unfinished"), "{arguments:?}: {rest}");
        assert!(asked.elapsed() < Duration::from_secs(2), "{arguments:?}: {:?}", asked.elapsed());
    }
}
