//! `kinrow train zero`, and the network that comes of it, as people use them.

use std::path::Path;

use crate::support::{json, run};

const SET: [&str; 6] = ["train", "zero", "--set", "games=64", "--seed", "1"];

fn train(rounds: &str, out: &Path) {
    let ran = run(&[&SET[..], &["--rounds", rounds, "--out", out.to_str().unwrap()]].concat());
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert!(ran.out.contains("zero on 3x3x3") && ran.out.contains("mcts:playouts=1000"), "{}", ran.out);
}

#[test]
fn a_trained_network_is_an_agent() {
    let folder = tempfile::tempdir().unwrap();
    let [file, parts] = ["net.kin", "parts.kin"].map(|name| folder.path().join(name));
    train("4", &file);
    let csv = std::fs::read_to_string(file.with_extension("csv")).unwrap();
    assert!(csv.starts_with("round,games,") && csv.lines().count() == 5, "{csv}");
    assert!(file.with_extension("svg").exists());

    train("2", &parts);
    let ran = run(&["train", "--resume", parts.to_str().unwrap(), "--rounds", "4"]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert!(std::fs::read(&file).unwrap() == std::fs::read(&parts).unwrap());

    let file = file.to_str().unwrap();
    for search in ["gumbel", "puct"] {
        let spec = format!("zero:file={file},simulations=30,search={search}");
        let game = json(&["play", "--x", &spec, "--o", "random"]);
        assert_ne!(game["result"], "o");
        let analysis = json(&["analyze", "--moves", "b2", "--agent", &spec]);
        assert_eq!(analysis["moves"].as_array().unwrap().len(), 8);
        let ran = run(&["analyze", "--board", "4x4x4", "--agent", &spec]);
        assert_eq!(ran.code, 2);
        assert!(ran.err.contains("learned 3x3x3 and cannot play 4x4x4"), "{}", ran.err);
    }
    let ran = run(&["model", file]);
    assert!(ran.out.contains("method: zero") && ran.out.contains("rounds: 4"), "{}", ran.out);
    assert_eq!(json(&["model", file])["games"], 256);
    assert!(run(&["model", file, "--position", "b2 a1"]).out.contains('*'));

    let small = folder.path().join("small.kin");
    let small = small.to_str().unwrap();
    let ran = run(&["model", file, "--weights", small]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    let size = |file: &str| std::fs::metadata(file).unwrap().len();
    assert!(size(small) < size(file) / 3);
    let game = |file: &str| {
        let played = json(&["play", "--x", &format!("zero:file={file}"), "--o", "alphabeta"]);
        let moves = played["moves"].as_array().unwrap().iter();
        moves.map(|told| (told["move"].clone(), told["value"].clone())).collect::<Vec<_>>()
    };
    assert_eq!(game(small), game(file));
    assert_eq!(run(&["model", file, "--weights", small]).code, 2);
    let ran = run(&["train", "--resume", small, "--rounds", "9"]);
    assert!(ran.code == 2 && ran.err.contains("only for playing"), "{}", ran.err);
}

#[test]
fn a_network_comes_with_the_program() {
    for board in ["3x3x3", "7x6x4:drop"] {
        let game = json(&["play", "--board", board, "--x", "zero", "--o", "random"]);
        assert_eq!(game["result"], "x", "{board}");
    }
    let published =
        json(&["train", "zero", "--preset", "published", "--rounds", "1", "--set", "games=4,simulations=8"]);
    assert!(published["options"].as_str().unwrap().contains("search=puct"), "{published}");
}

#[test]
fn wrong_calls_say_what_would_be_right() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("net.kin");
    std::fs::write(&file, "KINROW ZERO 1\n....").unwrap();
    let file = file.to_str().unwrap();
    for (call, said) in [
        (&["train", "zero", "--episodes", "5"][..], "--rounds or --minutes"),
        (&["train", "td0", "--rounds", "5"], "kinrow train zero"),
        (&["train", "zero", "--rounds", "5", "--minutes", "1"], "cannot be given together"),
        (&["train", "zero", "--set", "chanels=5"], "did you mean channels?"),
        (&["train", "zero", "--resume", file, "--seed", "2"], "keeps its board, preset, options and seed"),
        (&["train", "--resume", file], "damaged"),
        (&["model", file], "damaged"),
        (&["play", "--x", "zero", "--o", "random", "--board", "4x4x4"], "kinrow train zero --board 4x4x4"),
        (&["train", "--resume", file, "--preset", "best"], "keeps its board, preset"),
        (&["play", "--x", &format!("zero:file={file}"), "--o", "random"], "damaged"),
    ] {
        let ran = run(call);
        assert_eq!(ran.code, 2, "{call:?}: {}", ran.err);
        assert!(ran.err.contains(said), "{call:?}: {}", ran.err);
    }
}
