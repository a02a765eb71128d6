//! `kinrow train`, `model` and `audit` as people use them.

use std::io::Read;
use std::process::{Command, Stdio};
use std::time::Duration;

use crate::support::{json, kinrow, run};

#[test]
fn a_trained_file_is_an_agent() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("first.kin");
    let file = file.to_str().unwrap();
    let arguments = [
        "train",
        "selfplay",
        "--board",
        "3x3x3",
        "--episodes",
        "100000",
        "--seed",
        "1",
        "--out",
        file,
        "--png",
    ];
    let ran = run(&arguments);
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert!(ran.out.contains("as O:") && ran.out.contains(" 0 lost"), "{}", ran.out);
    for extension in ["kin", "csv", "svg", "png"] {
        assert!(folder.path().join("first").with_extension(extension).exists(), "{extension}");
    }
    let csv = std::fs::read_to_string(folder.path().join("first.csv")).unwrap();
    assert!(csv.starts_with("episode,random_wins,") && csv.lines().count() > 40, "{csv}");

    let spec = format!("selfplay:file={file}");
    let audit = json(&["audit", "--agent", &spec]);
    assert_eq!((&audit["x"]["losses"], &audit["o"]["losses"]), (&0.into(), &0.into()));
    let game = json(&["play", "--x", &spec, "--o", "alphabeta"]);
    assert_eq!(game["result"], "draw");
    let analysis = json(&["analyze", "--moves", "b2", "--agent", &spec]);
    assert_eq!(analysis["moves"].as_array().unwrap().len(), 8);
    assert!(analysis["moves"][0]["value"].is_number());
    let ran = run(&["analyze", "--board", "4x4x4", "--agent", &spec]);
    assert_eq!(ran.code, 2);
    assert!(ran.err.contains("learned 3x3x3 and cannot play 4x4x4"), "{}", ran.err);

    let ran = run(&["model", file]);
    assert!(ran.out.contains("method: selfplay") && ran.out.contains("episodes: 100,000"), "{}", ran.out);
    let model = json(&["model", file]);
    assert_eq!(model["seed"], 1);
    let games = |tally: &serde_json::Value| {
        ["x_wins", "draws", "o_wins"].map(|count| tally[count].as_u64().unwrap()).iter().sum::<u64>()
    };
    assert_eq!(games(&model["training"]), 100_000);
    assert_eq!(model["curve"].as_array().unwrap().last().unwrap()["training"], model["training"]);
    let columns: Vec<&str> = csv.lines().next().unwrap().split(',').collect();
    let last: Vec<&str> = csv.lines().last().unwrap().split(',').collect();
    let count = |name: &str| {
        let column = columns.iter().position(|column| *column == name).unwrap();
        last[column].parse::<u64>().unwrap()
    };
    let all = ["train_x_wins", "train_draws", "train_o_wins"].map(count);
    assert_eq!(all.iter().sum::<u64>(), 100_000, "{csv}");
    let ran = run(&["model", file, "--position", "b2 a1"]);
    assert!(ran.out.contains("scores") && ran.out.contains("* "), "{}", ran.out);
    let moves = json(&["model", file, "--position", "b2 b1"]);
    assert_eq!(moves["moves"].as_array().unwrap().len(), 7);

    let ran = run(&["audit", "--agent", &format!("td0:file={file}")]);
    assert_eq!(ran.code, 2);
    assert!(ran.err.contains("was trained by selfplay, not td0"), "{}", ran.err);
    // The same seed gives the same bytes.
    let again = folder.path().join("again.kin");
    run(&["train", "selfplay", "--episodes", "100000", "--seed", "1", "--out", again.to_str().unwrap()]);
    assert!(std::fs::read(&again).unwrap() == std::fs::read(file).unwrap());
}

#[test]
fn an_audit_shows_a_lost_line_on_the_board() {
    let ran = run(&["audit", "--agent", "averaging", "--side", "o"]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    for words in ["as O: ", "a lost line: ", "cost something", "a b c"] {
        assert!(ran.out.contains(words), "{words} in {}", ran.out);
    }
    assert!(!ran.out.contains("as X"));
    let audit = json(&["audit", "--agent", "random", "--board", "2x2x2"]);
    assert_eq!((&audit["x"]["games"], &audit["x"]["wins"]), (&24.into(), &24.into()));
    assert!(audit["x"]["first_loss"].is_null() && audit["o"]["first_loss"].is_array());
    let ran = run(&["audit", "--agent", "random", "--board", "15x15x5", "--positions", "100"]);
    assert_eq!((ran.code, ran.out.as_str()), (1, ""));
    assert!(ran.err.contains("more than 100 positions"), "{}", ran.err);
}

/// Ctrl-C saves a file that resumes, to the very bytes of a run that was not interrupted.
#[test]
fn an_interrupted_training_resumes() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_string();
    let (part, whole) = (path("part.kin"), path("whole.kin"));
    let mut child = kinrow()
        .args(["train", "td0", "--board", "3x3x3", "--episodes", "3000000", "--seed", "5", "--out", &part])
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    std::thread::sleep(Duration::from_millis(300));
    Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    let mut out = String::new();
    child.stdout.take().unwrap().read_to_string(&mut out).unwrap();
    assert!(child.wait().unwrap().success(), "{out}");
    let done = json(&["model", &part])["episodes"].as_u64().unwrap();
    if out.contains("stopped; saved") {
        assert!(done < 3_000_000, "{done}");
    }
    let ran = run(&["train", "--resume", &part, "--episodes", "3000000"]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    run(&["train", "td0", "--episodes", "3000000", "--seed", "5", "--out", &whole]);
    assert!(std::fs::read(&part).unwrap() == std::fs::read(&whole).unwrap());
}

/// A container that is stopped and a terminal that is closed lose nothing either.
#[test]
#[cfg(unix)]
fn every_signal_that_ends_a_training_saves_it() {
    let folder = tempfile::tempdir().unwrap();
    for signal in ["-TERM", "-HUP"] {
        let file = folder.path().join(format!("trained{signal}.kin"));
        let mut child = kinrow()
            .args(["train", "td0", "--episodes", "1000000000", "--out", file.to_str().unwrap()])
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        std::thread::sleep(Duration::from_millis(500));
        Command::new("kill").args([signal, &child.id().to_string()]).status().unwrap();
        let mut out = String::new();
        child.stdout.take().unwrap().read_to_string(&mut out).unwrap();
        assert!(child.wait().unwrap().success(), "{signal}: {out}");
        assert!(out.contains("stopped; saved"), "{signal}: {out}");
        assert!(json(&["model", file.to_str().unwrap()])["episodes"].as_u64().unwrap() > 0);
    }
}

/// What nohup starts does not hear that its terminal is closed.
#[test]
#[cfg(unix)]
fn a_hangup_that_was_ignored_stays_ignored() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("trained.kin");
    let mut child = Command::new("sh")
        .args(["-c", "trap '' HUP; exec \"$0\" train td0 --episodes 1000000000 --out \"$1\""])
        .args([env!("CARGO_BIN_EXE_kinrow"), file.to_str().unwrap()])
        .stdout(Stdio::null())
        .spawn()
        .unwrap();
    std::thread::sleep(Duration::from_millis(500));
    let signal = |name: &str| Command::new("kill").args([name, &child.id().to_string()]).status().unwrap();
    signal("-HUP");
    std::thread::sleep(Duration::from_millis(700));
    assert!(!file.exists(), "it goes on");
    signal("-TERM");
    assert!(child.wait().unwrap().success());
    assert!(file.exists());
}

#[test]
fn wrong_calls_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let foreign = folder.path().join("foreign.kin");
    std::fs::write(&foreign, "not a model").unwrap();
    let foreign = foreign.to_str().unwrap();
    for (arguments, words) in [
        (&["train", "--episodes", "5"][..], "name a method to train"),
        (&["train", "tdd"], "'tdd' is not a method; did you mean td0? There are td0, selfplay"),
        (&["train", "td0", "--set", "alpha=2"], "alpha takes 0..1"),
        (&["train", "td0", "--set", "beta=2"], "td0 has no option 'beta': it has alpha"),
        (&["train", "genetic", "--board", "15x15x5"], "15x15x5"),
        (&["train", "ntuple", "--set", "tuples=0,lines=off"], "nothing for the network to look at"),
        (&["train", "ntuple", "--board", "20x20x5", "--set", "length=16"], "choose fewer or shorter ones"),
        (&["audit", "--agent", "random", "--mistakes", "5", "--plies", "9"], "write --plies 8..20"),
        (&["audit", "--agent", "random", "--mistakes", "5", "--plies", "5..4"], "from 0 to 8 on this board"),
        (&["audit", "--agent", "random", "--mistakes", "5", "--plies", "2..9"], "from 0 to 8 on this board"),
        (&["audit", "--agent", "mcts:keep=on", "--mistakes", "5"], "leave out keep=on"),
        (&["train", "td0", "--out", "first.csv"], "first.csv cannot be the model"),
        (&["train", "td0", "--png"], "--png needs --out FILE"),
        (&["train", "--resume", foreign, "--set", "alpha=0.2"], "keeps its board"),
        (&["audit", "--agent", "td0:file=x.kin,alpha=0.2"], "add learn=on"),
        (&["audit", "--agent", "genetic:learn=on,alpha=0.2"], "genetic has no option 'alpha'"),
        (&["train", "--resume", foreign], "foreign.kin: this is not a model trained by Kinrow"),
        (&["train", "--resume", foreign, "--seed", "3"], "keeps its board"),
        (&["model", foreign], "not a model trained by Kinrow"),
        (&["model", "/no/such/file.kin"], "could not be read"),
        (&["audit", "--agent", "td0"], "td0 has learned nothing yet"),
        (&["audit", "--agent", &format!("td0:file={foreign}")], "not a model trained by Kinrow"),
    ] {
        let ran = run(arguments);
        assert_eq!((ran.code, ran.out.as_str()), (2, ""), "{arguments:?}: {}", ran.err);
        assert!(ran.err.contains(words) && ran.err.lines().count() == 1, "{arguments:?}: {}", ran.err);
    }
    let ran = run(&["model", foreign, "--lang", "zh"]);
    assert!(ran.err.contains("foreign.kin：这不是 Kinrow 训练的模型"), "{}", ran.err);
    let ran = run(&["train", "td0", "--episodes", "10", "--out", "/no/such/folder/x.kin"]);
    assert_eq!(ran.code, 1);
    assert!(ran.err.contains("could not be written"), "{}", ran.err);
}

/// A network is trained, played, resumed and judged like a table.
#[test]
fn a_network_is_a_learner_like_others() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("net.kin");
    let file = file.to_str().unwrap();
    let arguments = ["train", "ntuple", "--board", "5x4x4:drop", "--out", file, "--episodes"];
    let ran = run(&[&arguments[..], &["200"]].concat());
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert!(ran.out.contains("weights learned") && ran.out.contains("against alphabeta"), "{}", ran.out);
    let trained = json(&["train", "--resume", file, "--episodes", "400"]);
    let last = trained["curve"].as_array().unwrap().last().unwrap();
    assert_eq!((&last["episode"], trained["method"].as_str()), (&400.into(), Some("ntuple")));
    assert!(last["rivals"]["mcts"]["wins"].is_u64() && last["rivals"]["mistakes"][1].is_u64());
    let csv = std::fs::read_to_string(folder.path().join("net.csv")).unwrap();
    let row = |line: &str| line.split(',').map(String::from).collect::<Vec<_>>();
    let (names, values) = (row(csv.lines().next().unwrap()), row(csv.lines().last().unwrap()));
    assert_eq!(names.len(), values.len());
    assert_eq!(names.last().unwrap(), "judged");
    assert_eq!(values.last().unwrap(), &last["rivals"]["mistakes"][1].to_string());
    let agent = format!("ntuple:file={file}");
    let call = ["audit", "--board", "5x4x4:drop", "--agent", &agent, "--mistakes", "30", "--plies", "4..9"];
    let judged = json(&call);
    assert_eq!((&judged["found"]["asked"], &judged["plies"]), (&30.into(), &serde_json::json!([4, 9])));
    let share = judged["found"]["mistakes"].as_f64().unwrap() / 30.0;
    assert!((judged["share"].as_f64().unwrap() - share).abs() < 1e-9);
    assert_eq!(judged, json(&call));
    let ran = run(&[&call[..], &["--lang", "zh"]].concat());
    assert!(ran.out.contains("30 着中有"), "{}", ran.out);
}

/// The last line of the curve and the audit speak of the same player: the one at the end.
#[test]
fn what_is_shown_ends_where_the_training_ended() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("end.kin");
    let file = file.to_str().unwrap();
    let trained = json(&["train", "td0", "--preset", "published", "--episodes", "5000", "--out", file]);
    let last = trained["curve"].as_array().unwrap().last().unwrap();
    assert_eq!(last["episode"], 5000);
    assert_eq!(last["training"], trained["training"]);
    assert!(trained["training"]["x_wins"].as_u64().unwrap() > 2500, "X learned to beat random moves");
    let lost = [&trained["audit"][0]["losses"], &trained["audit"][1]["losses"]];
    assert_eq!([&last["audit_losses"][0], &last["audit_losses"][1]], lost);
    let csv = std::fs::read_to_string(folder.path().join("end.csv")).unwrap();
    assert!(csv.lines().last().unwrap().starts_with("5000,"));
    let ran = run(&["train", "--resume", file, "--episodes", "5000"]);
    assert_eq!(ran.code, 2);
    assert!(ran.err.contains("has reached episode 5,000 already"), "{}", ran.err);
    // A curve that cannot be written is told before the training, not after it.
    std::fs::create_dir(folder.path().join("kept.svg")).unwrap();
    let kept = folder.path().join("kept.kin");
    let ran = run(&["train", "td0", "--episodes", "10", "--out", kept.to_str().unwrap()]);
    assert_eq!((ran.code, ran.out.as_str()), (1, ""));
    assert!(ran.err.contains("kept.svg could not be written"), "{}", ran.err);
    assert!(!kept.exists());
}

#[test]
fn a_learner_may_learn_while_it_plays() {
    let game = json(&["play", "--x", "td0:learn=on,budget=500", "--o", "random", "--seed", "2"]);
    assert_eq!(game["reason"]["kind"], "rules");
}

#[test]
fn nothing_is_trained_for_no_episodes() {
    let ran = run(&["train", "td0", "--episodes", "0"]);
    assert_eq!((ran.code, ran.out.as_str()), (2, ""), "{}", ran.err);
    assert!(ran.err.contains("--episodes"), "{}", ran.err);
}

/// One number for the size of a full table, in the words, in the JSON and in the file; and room can be made.
#[test]
fn a_full_table_is_reported_and_can_be_enlarged() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("full.kin");
    let file = file.to_str().unwrap();
    let train = ["train", "selfplay", "--board", "4x4x4", "--episodes", "500", "--set", "positions=300"];
    let ran = run(&[&train[..], &["--out", file]].concat());
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert!(ran.out.contains("the table was full after episode"), "{}", ran.out);
    assert!(
        ran.out.contains("it holds 300 positions") && ran.out.contains("bytes each on 4x4x4"),
        "{}",
        ran.out
    );
    let model = json(&["model", file]);
    assert_eq!(model["positions"], 300);
    assert!(model["full_at"].as_u64().unwrap() < 500);
    assert!(run(&["model", file]).out.contains("table full: after episode"));
    let trained = json(&train);
    assert_eq!((&trained["positions"], &trained["full_at"]), (&model["positions"], &model["full_at"]));
    assert!(trained["memory_bytes"].as_u64().unwrap() > 300 * 40);

    let go_on = ["train", "--resume", file, "--episodes", "600", "--set"];
    let ran = run(&[&go_on[..], &["positions=200"]].concat());
    assert_eq!(ran.code, 2);
    assert!(ran.err.contains("the file holds 300 positions"), "{}", ran.err);
    let ran = run(&[&go_on[..], &["positions=100000"]].concat());
    assert_eq!(ran.code, 0, "{}", ran.err);
    let model = json(&["model", file]);
    assert!(model["positions"].as_u64().unwrap() > 300 && model["full_at"].is_null(), "{model}");
}

/// `audit`, `train` and `model` tell an audit in one shape.
#[test]
fn audits_have_one_shape() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("one.kin");
    let file = file.to_str().unwrap();
    let trained = json(&["train", "selfplay", "--episodes", "2000", "--out", file]);
    let told =
        [trained, json(&["model", file]), json(&["audit", "--agent", &format!("selfplay:file={file}")])];
    for fields in ["audit", "x", "o"] {
        assert!(told.iter().all(|told| told[fields] == told["audit"] || told[fields].is_object()));
        assert!(told.iter().all(|audits| audits[fields] == told[0][fields]), "{fields}");
    }
    assert_eq!(told[0]["audit"][0], told[0]["x"]);
    let x_only = json(&["audit", "--agent", &format!("selfplay:file={file}"), "--side", "x"]);
    assert_eq!((&x_only["x"], &x_only["audit"][1]), (&told[0]["x"], &serde_json::Value::Null));
    assert!(x_only.get("o").is_none());
}

/// A learner that could learn for hours answers within its time.
#[test]
fn a_learner_does_not_lose_on_time() {
    let db = tempfile::tempdir().unwrap();
    let db = db.path().join("record.db");
    let contest = json(&[
        "match",
        "td0:learn=on,budget=2000000,alpha=0.2",
        "random",
        "--board",
        "4x4x4",
        "--limit",
        "time=100ms",
        "--games",
        "4",
        "--db",
        db.to_str().unwrap(),
    ]);
    assert!(!contest.to_string().contains("on time"), "{contest}");
    let played: u64 = contest.to_string().matches("time\":").count() as u64;
    assert!(played > 0, "{contest}");
}
