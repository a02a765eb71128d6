//! Every command but play: what it prints for people and machines, and how it fails.

use std::io::Read;
use std::process::Stdio;

use crate::support::{json, kinrow, run};

#[test]
fn count_knows_tic_tac_toe() {
    let count = json(&["count", "--board", "3x3x3"]);
    for (name, number) in [
        ("states", 5478),
        ("classes", 765),
        ("games", 255_168),
        ("x_wins", 131_184),
        ("o_wins", 77_904),
        ("draws", 46_080),
        ("nodes", 549_946),
    ] {
        assert_eq!(count[name], number, "{name}");
    }
    assert_eq!(count["perft"].as_array().unwrap().len(), 10);
    assert_eq!(count["terminal_states"]["o_wins"], 316);
    let cut = json(&["count", "--board", "15x15x5", "--depth", "2"]);
    assert_eq!((cut["nodes"].as_u64(), cut["complete"].as_bool()), (Some(1 + 225 + 225 * 224), Some(false)));
    let ran = run(&["count", "--board", "15x15x5", "--memory", "20"]);
    assert_eq!((ran.code, ran.out.as_str()), (1, ""));
    assert!(
        ran.err.contains("at ply 3, more than the 20 MB it may use: stop earlier (--depth 2 fits)"),
        "{}",
        ran.err
    );
}

#[test]
fn count_is_a_table_for_people() {
    let ran = run(&["count", "--board", "2x2x2"]);
    insta::assert_snapshot!(ran.out);
}

#[test]
fn analyze_tells_the_textbooks_node_counts() {
    for (moves, agent, nodes) in [
        ("", "alphabeta:order=natural,table=off,distance=off", 18_297),
        ("a3", "alphabeta:order=natural,table=off,distance=off", 2_338),
        ("b2", "alphabeta:order=natural,table=off,distance=off", 2_316),
        ("b3", "alphabeta:order=natural,table=off,distance=off", 2_869),
        ("b2", "minimax", 55_505),
        ("", "averaging", 549_946),
    ] {
        let analysis = json(&["analyze", "--moves", moves, "--agent", agent]);
        assert_eq!(analysis["nodes"], nodes, "{agent} after {moves}");
        assert!(analysis["time_ms"].is_number() && analysis["line"].is_array());
    }
}

#[test]
fn analyze_tells_every_moves_value() {
    let analysis = json(&["analyze", "--moves", "b2 b3", "--agent", "alphabeta"]);
    assert_eq!(
        (&analysis["value"], &analysis["certainty"], &analysis["plies"]),
        (&"win".into(), &"proven".into(), &5.into())
    );
    let moves = analysis["moves"].as_array().unwrap();
    assert_eq!(moves.len(), 7);
    let value = |name: &str| moves.iter().find(|mv| mv["move"] == name).unwrap()["value"].clone();
    // Against an edge reply X wins with every move but the opposite edge.
    assert_eq!((value("a3"), value("b1")), ("win".into(), "draw".into()));
    let estimates =
        json(&["analyze", "--board", "5x5x5", "--moves", "c3 a1", "--agent", "alphabeta:depth=4,eval=runs"]);
    assert_eq!(estimates["certainty"], "estimate");
    assert!(estimates["value"].is_number());
    assert_eq!(estimates["moves"].as_array().unwrap().len(), 23);
    let visited = json(&["analyze", "--agent", "mcts:playouts=1000"]);
    let visits: u64 =
        visited["moves"].as_array().unwrap().iter().map(|mv| mv["visits"].as_u64().unwrap()).sum();
    assert!((998..=1000).contains(&visits), "{visits}");
    let ran = run(&["analyze", "--moves", "b2 b3", "--agent", "alphabeta"]);
    assert!(ran.out.contains("X to move: a3, wins in 5 ply"), "{}", ran.out);
}

#[test]
fn analyze_writes_the_tree() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("tree.json");
    let path = file.to_str().unwrap();
    let tree = |agent: &str, depth: &str, nodes: &str| -> serde_json::Value {
        let arguments = [
            "analyze",
            "--moves",
            "b2 a1 c3",
            "--agent",
            agent,
            "--tree",
            path,
            "--tree-depth",
            depth,
            "--tree-nodes",
            nodes,
            "--force",
        ];
        json(&arguments);
        serde_json::from_str(&std::fs::read_to_string(&file).unwrap()).unwrap()
    };
    fn count(node: &serde_json::Value) -> (u64, bool) {
        node["children"].as_array().unwrap().iter().fold((1, node["cut"] == true), |(nodes, cut), child| {
            let (more, also) = count(child);
            (nodes + more, cut || also)
        })
    }
    let full = tree("minimax", "9", "1000000");
    let analysis = json(&["analyze", "--moves", "b2 a1 c3", "--agent", "minimax"]);
    assert_eq!(
        (count(&full["tree"]).0, full["left_out"].as_u64()),
        (analysis["nodes"].as_u64().unwrap(), Some(0))
    );
    let shallow = tree("minimax", "1", "10000");
    assert_eq!(count(&shallow["tree"]).0, 7);
    let few = tree("minimax", "9", "50");
    assert_eq!(count(&few["tree"]).0, 50);
    let cut = tree("alphabeta:table=off", "4", "10000");
    assert!(count(&cut["tree"]).1, "alpha-beta cuts somewhere");
    assert!(cut["tree"]["children"][0]["window"].is_array());
    let visited = tree("mcts:playouts=200", "2", "10000");
    assert!(visited["tree"]["visits"].as_u64().unwrap() >= 199);
    let ran = run(&["analyze", "--tree", "/no/such/folder/tree.json"]);
    assert_eq!(ran.code, 1);
    assert!(ran.err.contains("could not be written"), "{}", ran.err);
}

#[test]
fn solve_tells_value_move_and_line() {
    let solved = json(&["solve", "--board", "4x3x3", "--distance"]);
    assert_eq!((&solved["value"], &solved["plies"]), (&"win".into(), &7.into()));
    assert_eq!(solved["line"].as_array().unwrap().len(), 7);
    assert_eq!(solved["line"][0], solved["move"]);
    assert!(solved["nodes"].is_u64() && solved["time_ms"].is_number());
    for (board, moves, value) in [("3x3x3", "", "draw"), ("4x4x4", "", "draw"), ("3x3x3", "a1 b1 a3", "loss")]
    {
        assert_eq!(json(&["solve", "--board", board, "--moves", moves])["value"], value, "{board} {moves}");
    }
    assert_eq!(json(&["solve", "--position", "3x3x3 X1O/1X1/3 o"])["value"], "draw");
    let ran = run(&["solve", "--board", "9x9x5", "--limit", "nodes=1000"]);
    assert_eq!((ran.code, ran.out.as_str()), (1, ""));
    assert!(!ran.err.is_empty() && ran.err.lines().count() == 1, "{}", ran.err);
}

#[test]
fn agents_are_listed_with_their_options() {
    let ran = run(&["agents"]);
    for words in [
        "averaging",
        "depth=1..400",
        "eval=none|open-ends|runs",
        "rollout=random|tactical",
        "(default: 1.414)",
    ] {
        assert!(ran.out.contains(words), "{words}");
    }
    let ran = run(&["agents", "alphabeta"]);
    assert!(ran.out.contains("near=off|1|2") && !ran.out.contains("playouts"), "{}", ran.out);
    let listed = json(&["agents"]);
    let names: Vec<&str> =
        listed.as_array().unwrap().iter().map(|agent| agent["name"].as_str().unwrap()).collect();
    assert_eq!(names, kinrow_players::catalogue::names());
    let ran = run(&["agents", "alfabeta"]);
    assert_eq!(ran.code, 2);
    assert!(
        ran.err.contains("'alfabeta' is not an agent; did you mean alphabeta? There are random"),
        "{}",
        ran.err
    );
}

#[test]
fn wrong_calls_exit_with_2_and_one_sentence() {
    for (arguments, words) in [
        (&["paly"][..], "there is no command 'paly': see 'kinrow --help'; did you mean "),
        (&["play", "--bord", "3x3x3"], "there is no argument '--bord'"),
        (&["count", "--board", "0x3x3"], "width and height go from 1 to 20"),
        (&["count", "--depth", "many"], "'many' is not possible for --depth"),
        (&["count", "--memory", "0"], "write a whole number from 1 to 1,000,000"),
        (&["play", "--seed", "-1"], "'-1' is not possible for --seed"),
        (&["play", "--board"], "--board <RULES> needs a value"),
        (&["analyze", "--moves", "a1 a1"], "move 2: a1 is taken"),
        (&["analyze", "--moves", "a1 b1 a2 b2 a3"], "the game is over in this position"),
        (&["analyze", "--agent", "minimax:depth=0"], "depth takes 1..400"),
        (&["analyze", "--limit", "speed=3"], "is not a limit"),
        (&["solve", "--position", "3x3x3 XX1/3/3 x"], "2 X against 0 O is not possible"),
        (&["solve", "--position", "3x3x3", "--board", "3x3x3"], "cannot be given together"),
        (&["--lang", "fr", "count"], "'fr' is not possible for --lang"),
        (&["completions", "tcsh"], "'tcsh' is not possible"),
    ] {
        let ran = run(arguments);
        assert_eq!((ran.code, ran.out.as_str()), (2, ""), "{arguments:?}: {}", ran.err);
        assert!(ran.err.contains(words) && ran.err.lines().count() == 1, "{arguments:?}: {}", ran.err);
    }
}

#[test]
fn chinese_is_spoken_when_asked_or_by_the_locale() {
    let ran = run(&["--lang", "zh", "count", "--board", "2x2x2"]);
    assert!(ran.out.contains("博弈树节点"), "{}", ran.out);
    let ran = run(&["count", "--board", "0x0x0", "--lang=zh"]);
    assert!(ran.err.contains("宽和高从 1 到 20"), "{}", ran.err);
    let output = kinrow().args(["agents", "mcts"]).env("LANG", "zh_CN.UTF-8").output().unwrap();
    assert!(String::from_utf8(output.stdout).unwrap().contains("蒙特卡洛树搜索"));
    let output =
        kinrow().args(["agents", "mcts"]).env("LANG", "zh_CN.UTF-8").env("LC_ALL", "C").output().unwrap();
    assert!(String::from_utf8(output.stdout).unwrap().contains("Monte Carlo"));
    let ran = run(&["play", "--help", "--lang", "zh"]);
    assert!(ran.out.contains("用法") && ran.out.contains("例子"), "{}", ran.out);
    let ran = run(&["analyze", "--lang", "zh", "--moves", "a1 a1"]);
    assert!(ran.err.contains("第 2 着：a1 已有棋子"), "{}", ran.err);
}

#[test]
fn help_has_an_example_on_every_command() {
    for command in [
        "play",
        "analyze",
        "review",
        "puzzles",
        "solve",
        "check",
        "count",
        "audit",
        "train",
        "model",
        "openings",
        "agents",
        "tune",
        "bench",
        "completions",
    ] {
        let ran = run(&[command, "--help"]);
        assert_eq!(ran.code, 0);
        assert!(ran.out.contains(&format!("Examples:\n  kinrow {command}")), "{}", ran.out);
    }
}

#[test]
fn completions_are_printed() {
    for shell in ["bash", "zsh", "fish"] {
        assert!(run(&["completions", shell]).out.contains("analyze"), "{shell}");
    }
}

#[test]
fn a_reader_that_goes_away_is_no_failure() {
    let mut child = kinrow()
        .args(["analyze", "--board", "15x15x5", "--agent", "random", "--json"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let mut err = String::new();
    child.stderr.take().unwrap().read_to_string(&mut err).unwrap();
    assert_eq!(err, "");
    assert!(child.wait().unwrap().success());
}

#[test]
fn every_position_of_a_small_game_is_listed() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("states.csv");
    let file = file.to_str().unwrap();
    let ran = run(&["count", "--list", file]);
    assert_eq!((ran.code, ran.out.as_str()), (0, format!("5,478 positions written to {file}\n").as_str()));
    let list = std::fs::read_to_string(file).unwrap();
    assert!(list.starts_with("board,number,to_move,value,plies\n.........,0,X,draw,\n"), "{list}");
    assert_eq!(list.lines().count(), 5_479);
    assert_eq!(run(&["count", "--list", "-"]).out, list);
    let ran = run(&["count", "--board", "2x2x2", "--list", file]);
    assert!(ran.code == 2 && ran.err.contains("exists already"), "{}", ran.err);
    assert_eq!(run(&["count", "--board", "2x2x2", "--list", file, "--force"]).code, 0);
    let ran = run(&["count", "--board", "4x4x4", "--list", "-"]);
    assert_eq!((ran.code, ran.out.as_str()), (1, ""));
    assert!(ran.err.contains("4x4x4 has more than 1,000,000 positions"), "{}", ran.err);
    assert_eq!(run(&["count", "--list", "-", "--json"]).code, 2);
}

#[test]
fn tuning_writes_the_same_weights_with_any_number_of_workers() {
    let folder = tempfile::tempdir().unwrap();
    let tune = |name: &str, more: &[&str]| {
        let file = folder.path().join(name);
        let path = file.to_str().unwrap();
        let call =
            ["tune", "--board", "9x9x5", "--games", "3", "--nodes", "40", "--rounds", "5", "--out", path];
        (run(&[&call[..], more].concat()), file)
    };
    let (ran, first) = tune("one.txt", &["--workers", "1"]);
    assert_eq!((ran.code, ran.err.as_str()), (0, ""));
    assert!(ran.out.starts_with("3 games of the engine against itself on 9x9x5\n"), "{}", ran.out);
    assert!(ran.out.contains("\n0.9–1.0 ") && ran.out.contains("\nloss 0."), "{}", ran.out);
    let text = std::fs::read_to_string(&first).unwrap();
    let command =
        "# kinrow tune --board 9x9x5 --games 3 --nodes 40 --seed 1 --rounds 5\n# games 3, examples ";
    assert!(text.starts_with(&format!("kinrow weights 3\n{command}")), "{text}");
    let (_, second) = tune("two.txt", &["--workers", "2"]);
    assert_eq!(std::fs::read_to_string(second).unwrap(), text);

    // What was written can be gone on from, and is not replaced by accident.
    let (ran, third) = tune("three.txt", &["--from", first.to_str().unwrap(), "--json"]);
    let told: serde_json::Value = serde_json::from_str(&ran.out).unwrap();
    assert_eq!((&told["games"], &told["file"]), (&3.into(), &third.to_str().unwrap().into()));
    assert_eq!(told["reliability"].as_array().unwrap().len(), 10);
    let (ran, _) = tune("one.txt", &[]);
    assert!(ran.code == 2 && ran.err.contains("exists already"), "{}", ran.err);

    for (arguments, words) in [
        (&["--board", "7x6x4:drop"][..], "a row of 2 to 10 stones wins: 7x6x4:drop is not one of them"),
        (&["--from", "/no/such/file"], "could not be read"),
        (&["--from", "Cargo.toml"], "weights begin with the line 'kinrow weights 3'"),
        (&["--games", "0"], "write a whole number from 1"),
    ] {
        let ran = run(&[&["tune"], arguments].concat());
        assert_eq!((ran.code, ran.out.as_str()), (2, ""), "{arguments:?}: {}", ran.err);
        assert!(ran.err.contains(words) && ran.err.lines().count() == 1, "{arguments:?}: {}", ran.err);
    }
}

#[test]
#[cfg(unix)]
fn a_tuning_that_is_stopped_writes_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("weights.txt");
    let child = kinrow()
        .args(["tune", "--nodes", "100000", "--out", file.to_str().unwrap()])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    std::thread::sleep(std::time::Duration::from_millis(500));
    std::process::Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8(output.stderr).unwrap().contains("nothing was written"));
    assert!(std::fs::read_dir(folder.path()).unwrap().next().is_none());
}
