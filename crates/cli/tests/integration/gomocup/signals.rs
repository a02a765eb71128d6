//! Two of our brains against each other through pipes, in processes of their own: to the end, and with one of them killed
//! or stopped in the middle.

use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;

use super::forfeits::is_running;
use super::manager::LONG;
use crate::support::{json, kinrow};

fn brain(options: &str) -> String {
    format!("external:cmd=\"{} engine\"{options}", env!("CARGO_BIN_EXE_kinrow"))
}

#[test]
fn two_brains_play_a_game() {
    for board in ["15x15x5", "15x15x5:renju", "12x9x5:exact"] {
        let record = json(&[
            "play",
            "--board",
            board,
            "--x",
            &brain(""),
            "--o",
            &brain(""),
            "--limit",
            "nodes=2000,time=20s",
        ]);
        assert_eq!(record["reason"]["kind"], "rules", "{board}: {record}");
        assert!(record["moves"].as_array().unwrap().len() >= 9, "{board}");
    }
    // Boards that the protocol does not have, by keys of our own.
    for board in ["3x3x3", "7x6x4:drop", "4x4x3:misere"] {
        let spec = brain(",extensions=on");
        let record =
            json(&["play", "--board", board, "--x", &spec, "--o", &spec, "--limit", "nodes=2000,time=20s"]);
        assert_eq!(record["reason"]["kind"], "rules", "{board}: {record}");
    }
    let perfect = json(&["play", "--x", &brain(",extensions=on"), "--o", "alphabeta", "--limit", "time=20s"]);
    assert_eq!(perfect["result"], "draw");
}

#[test]
fn a_game_may_begin_anywhere() {
    let brain = brain("");
    let position = "15x15x5 15/15/15/15/15/15/15/6XOX6/7O7/15/15/15/15/15/15 x";
    for arguments in [&["--position", position][..], &["--board", "15x15x5", "--moves", "h8 h9 i9 g7 j10"]] {
        let call =
            [&["play", "--x", &brain, "--o", &brain, "--limit", "nodes=500,time=20s"], arguments].concat();
        assert_eq!(json(&call)["reason"]["kind"], "rules");
    }
}

/// Plays two brains, does `deed` to the first of them in the middle of the game, and tells the record.
fn interrupted(deed: &dyn Fn(&str)) -> (Value, Vec<String>) {
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("x.log");
    let arguments = ["play", "--board", "20x20x5", "--json", "--limit", "time=400ms"];
    let game = kinrow()
        .args(arguments)
        .args(["--x", &brain(&format!(",log={}", log.display())), "--o", &brain("")])
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    // In the middle of its third thought.
    let deadline = Instant::now() + LONG;
    let kept = || std::fs::read_to_string(&log).unwrap_or_default();
    while kept().matches("< TURN").count() < 2 {
        assert!(Instant::now() < deadline, "{}", kept());
        std::thread::sleep(Duration::from_millis(5));
    }
    let number = kept().split(']').next().unwrap().trim_start_matches('[').to_string();
    deed(&number);
    let output = game.wait_with_output().unwrap();
    assert!(output.status.success());
    (serde_json::from_slice(&output.stdout).unwrap(), vec![number])
}

pub fn signal(name: &str, pid: &str) {
    assert!(Command::new("kill").args([name, pid]).status().unwrap().success());
}

#[test]
fn a_killed_brain_loses() {
    let (record, brains) = interrupted(&|pid| signal("-KILL", pid));
    assert_eq!((&record["result"], &record["reason"]["kind"]), (&"o".into(), &"error".into()));
    let detail = record["reason"]["detail"].as_str().unwrap();
    assert!(detail.ends_with("it was ended by signal 9"), "{detail}");
    assert!(brains.iter().all(|pid| !is_running(pid)));
}

#[test]
fn a_stalled_brain_loses_on_time_and_is_ended() {
    let (record, brains) = interrupted(&|pid| signal("-STOP", pid));
    assert_eq!((&record["result"], &record["reason"]["kind"]), (&"o".into(), &"time".into()));
    assert!(brains.iter().all(|pid| !is_running(pid)));
}

#[test]
fn an_interrupt_leaves_the_game_and_nothing_else() {
    for name in ["-INT", "-TERM", "-HUP"] {
        let folder = tempfile::tempdir().unwrap();
        let path = super::forfeits::program(&folder, "sleeper", "echo $$ > $0.number; sleep 1000");
        let game = kinrow()
            .args(["play", "--board", "15x15x5", "--json", "--o", "random"])
            .args(["--x", &format!("external:cmd={}", path.display())])
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let number = wait_for(&folder.path().join("sleeper.number"));
        signal(name, &game.id().to_string());
        let record: Value = serde_json::from_slice(&game.wait_with_output().unwrap().stdout).unwrap();
        assert_eq!((&record["result"], &record["reason"]["kind"]), (&"unfinished".into(), &"left".into()));
        assert!(!is_running(number.trim()), "{name}");
    }
}

/// A match finishes its running games after the first signal, drops them after the second, and ends after the third.
#[test]
fn the_last_signal_ends_programs_too() {
    let folder = tempfile::tempdir().unwrap();
    // A child in a session of its own, which has cleared its environment.
    let habit =
        "(env -i PATH=\"$PATH\" setsid sh -c 'echo $$ > \"$0\"; exec sleep 1000' $0.number &); sleep 1000";
    let path = super::forfeits::program(&folder, "sleeper", habit);
    let mut game = kinrow()
        .args(["match", "--board", "15x15x5", "--games", "2", "random"])
        .arg(format!("external:cmd={},timeout=600s", path.display()))
        .args(["--db", folder.path().join("games.db").to_str().unwrap()])
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let number = wait_for(&folder.path().join("sleeper.number"));
    for _ in 0..3 {
        signal("-TERM", &game.id().to_string());
    }
    let code = game.wait().unwrap().code();
    // The second may end it in good order before the third is heard.
    assert!(matches!(code, Some(1 | 143)), "{code:?}");
    assert!(!is_running(number.trim()));
}

pub fn wait_for(path: &Path) -> String {
    let deadline = Instant::now() + LONG;
    loop {
        match std::fs::read_to_string(path) {
            Ok(text) if text.ends_with('\n') => return text,
            _ => assert!(Instant::now() < deadline, "{} does not appear", path.display()),
        }
        std::thread::sleep(Duration::from_millis(5));
    }
}
