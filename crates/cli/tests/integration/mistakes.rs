//! What a person is told after a slip: the word that was meant, a limit that works, and never too much of the input.

use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use crate::support::{Ran, json, kinrow, run};

#[test]
fn help_is_a_command_too() {
    for language in ["en", "zh"] {
        for path in [&[][..], &["solve"], &["games", "list"], &["help"]] {
            let asked = run(&[&["--lang", language, "help"], path].concat());
            let flag = run(&[&["--lang", language], path, &["--help"]].concat());
            assert_eq!((asked.code, &asked.out), (0, &flag.out), "{path:?}");
            assert!(asked.out.contains("kinrow"), "{path:?}");
        }
    }
    for (path, meant) in [(&["analyse"][..], "analyze"), (&["games", "lsit"], "list")] {
        let ran = run(&[&["help"], path].concat());
        assert_eq!(ran.code, 2);
        assert!(ran.err.contains("there is no command") && ran.err.contains(meant), "{}", ran.err);
    }
}

#[test]
fn slips_are_answered_with_what_was_meant() {
    for (arguments, english, chinese) in [
        (&["analyze", "--agent", "alfabeta"][..], "did you mean alphabeta?", "是不是 alphabeta？"),
        (&["analyze", "--agent", "minimax:depht=3"], "did you mean depth?", "是不是 depth？"),
        (&["analyze", "--agent", "alphabeta:eval=rusn"], "did you mean eval=runs?", "是不是 eval=runs？"),
        (&["analyze", "--board", "15x15x5:renjuu"], "did you mean renju?", "是不是 renju？"),
        (&["analyze", "--board", "7x6x4 drop"], "did you mean 7x6x4:drop?", "是不是 7x6x4:drop？"),
        (&["analyse"], "did you mean analyze?", "是不是 analyze？"),
        (&["analyze", "--agnet", "random"], "did you mean --agent?", "是不是 --agent？"),
        (&["analyze", "--values", "no"], "choose from on, off", "on, off"),
        (&["lab", "run", "averging"], "did you mean averaging-blunders?", "是不是 averaging-blunders？"),
        (&["lab", "show", "td-curv"], "did you mean td-curve?", "是不是 td-curve？"),
        (&["train", "selfpaly"], "did you mean selfplay?", "是不是 selfplay？"),
        (&["agents", "mtcs"], "did you mean mcts?", "是不是 mcts？"),
        (&["tournament", "--agents", "nope.txt"], "there is no file 'nope.txt'", "没有文件 'nope.txt'"),
        (&["tournament", "--agents", "random,minimax"], "\"random;minimax\"", "\"random;minimax\""),
        (&["count", "--depth", "x"], "write a whole number", "请写整数"),
        (&["count", "--depth", "-1"], "not negative", "不小于 0"),
        (&["count", "--memory", "0"], "from 1 to 1,000,000", "1 到 1,000,000"),
        (&["games", "show", "99999999999999999999"], "too large", "数太大"),
        (&["serve", "--host", "here"], "such as 127.0.0.1", "如 127.0.0.1"),
    ] {
        for (language, words) in [("en", english), ("zh", chinese)] {
            let ran = run(&[&["--lang", language], arguments].concat());
            assert_eq!(ran.code, 2, "{arguments:?}: {}", ran.err);
            assert!(ran.err.contains(words), "{arguments:?}: {}", ran.err);
            assert!(!ran.err.contains("invalid digit"), "{}", ran.err);
        }
    }
}

#[test]
fn errors_repeat_little_of_long_input() {
    for letter in ["q", "棋"] {
        let long = letter.repeat(5000);
        for before in [
            &["analyze", "--agent"][..],
            &["analyze", "--board"],
            &["analyze", "--moves"],
            &["analyze", "--position"],
            &["analyze", "--limit"],
            &["analyze", "--color"],
            &["count", "--depth"],
            &["tournament", "--agents"],
            &["model"],
            &["lab", "run"],
            &["train"],
            &[],
            &["help"],
        ] {
            for language in ["en", "zh"] {
                let ran = run(&[&["--lang", language], before, &[&long]].concat());
                let echoed = ran.err.matches(letter).count();
                assert!(ran.code == 2 && echoed <= 210, "{before:?} {language}: {echoed} of {}", ran.err);
            }
        }
    }
}

#[test]
fn a_missing_file_is_a_wrong_call_everywhere() {
    for arguments in [
        &["lab", "run", "nope.toml"][..],
        &["lab", "report", "nope"],
        &["games", "import", "nope.psq"],
        &["games", "show", "1", "--db", "nope.db"],
        &["model", "nope.kin"],
        &["analyze", "--agent", "td0:file=nope.kin"],
        &["audit", "--agent", "td0:file=nope.kin"],
        &["match", "random", "td0:file=nope.kin"],
        &["match", "random", "random", "--openings", "nope.txt"],
        &["tournament", "--agents", "nope.txt"],
        &["play", "--from", "nope.json"],
        &["train", "--resume", "nope.kin"],
    ] {
        let ran = run(arguments);
        assert_eq!(ran.code, 2, "{arguments:?}: {}", ran.err);
    }
}

#[test]
fn a_limit_holds_for_the_whole_analysis() {
    let board =
        ["analyze", "--board", "15x15x5", "--moves", "h8 h9", "--agent", "alphabeta:eval=runs,near=1"];
    let both = json(&[&board[..], &["--limit", "nodes=20000"]].concat());
    let (first, second) = (both["nodes"].as_u64().unwrap(), both["values"]["nodes"].as_u64().unwrap());
    assert!(first > 0 && second > 0 && first + second <= 20_000, "{both}");
    assert!(both["moves"].as_array().is_some_and(|moves| !moves.is_empty()));
    let alone = json(&[&board[..], &["--limit", "nodes=20000", "--values", "off"]].concat());
    assert!(alone["values"].is_null() && alone["moves"].as_array().unwrap().is_empty(), "{alone}");
    assert!(alone["nodes"].as_u64().unwrap() > 10_000, "the choice has the whole limit: {alone}");
    // Half a second for both, not for each.
    let timed = json(&[&board[..], &["--limit", "time=500ms"]].concat());
    let told = timed["time_ms"].as_f64().unwrap() + timed["values"]["time_ms"].as_f64().unwrap();
    assert!((400.0..950.0).contains(&told), "{told}");
}

/// Ctrl-C in the middle of an analysis: what is known is printed, it is said, and the exit code tells.
#[test]
#[cfg(unix)]
fn an_analysis_that_is_stopped_says_so() {
    for is_json in [false, true] {
        let mut arguments = vec!["analyze", "--board", "15x15x5", "--agent", "alphabeta:eval=runs"];
        arguments.extend(["--limit", "time=100s"]);
        arguments.extend(is_json.then_some("--json"));
        let child = kinrow().args(&arguments).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        std::thread::sleep(Duration::from_secs(1));
        let pressed = Instant::now();
        Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
        let ran: Ran = child.wait_with_output().unwrap().into();
        assert!(pressed.elapsed() < Duration::from_secs(20));
        assert_eq!(ran.code, 1, "{}", ran.err);
        assert!(ran.err.contains("stopped before the analysis was finished"), "{}", ran.err);
        if is_json {
            let told: serde_json::Value = serde_json::from_str(&ran.out).unwrap();
            assert_eq!(told["stopped"], true);
        } else {
            assert!(ran.out.contains("X to move"), "{}", ran.out);
        }
    }
}

#[test]
fn what_was_proven_of_an_unsolved_board_is_printed() {
    let ran = run(&["solve", "--board", "15x15x5", "--limit", "nodes=1000", "--json"]);
    assert_eq!(ran.code, 1);
    assert!(ran.err.contains("not solved"), "{}", ran.err);
    let told: serde_json::Value = serde_json::from_str(&ran.out).unwrap();
    assert_eq!((&told["solved"], &told["value"], &told["nodes"]), (&false.into(), &().into(), &1000.into()));
    // That the second player does not win is known without a search.
    assert_eq!((&told["at_best"], &told["at_worst"]), (&"win".into(), &"draw".into()));
    assert!(told["no_win_within"].as_u64().unwrap() > 0 && told["time_ms"].as_f64().unwrap() > 0.0, "{told}");
    assert_eq!(json(&["solve", "--board", "3x3x3"])["solved"], true);
}

#[test]
fn a_count_that_cannot_end_is_refused_at_once() {
    let ran = run(&["count", "--board", "15x15x5"]);
    assert_eq!(ran.code, 1);
    let depth = ran.err.split("--depth ").nth(1).and_then(|rest| rest.split(' ').next()).unwrap();
    let counted = json(&["count", "--board", "15x15x5", "--depth", depth, "--memory", "2000"]);
    assert_eq!(counted["complete"], false, "{}", ran.err);
}
