//! `kinrow lab` as a user meets it.

use std::path::Path;
use std::process::Stdio;

use crate::support::{Ran, json, kinrow, run};

fn run_in(folder: &Path, arguments: &[&str]) -> Ran {
    kinrow().args(arguments).current_dir(folder).stdin(Stdio::null()).output().unwrap().into()
}

/// A file that takes a second.
const SMALL: &str = r#"
format = 1
name = "small"
title = { en = "A small one", zh = "一个小实验" }
question = { en = "How many?", zh = "多少？" }
[[measure]]
table = "size"
kind = "count"
boards = ["2x2x2", "3x3x3"]
[[measure]]
table = "nodes"
kind = "search"
boards = ["3x3x3"]
agents = ["alphabeta:depth={depth},table=off"]
vary = { depth = [1, 2, 3] }
[[chart]]
table = "nodes"
x = "depth"
y = "nodes"
title = { en = "Nodes", zh = "节点" }
[[finding]]
kind = "each"
table = "size"
text = { en = "{board} has {nodes} nodes.", zh = "{board} 有 {nodes} 个节点。" }
answer = true
"#;

#[test]
fn experiments_are_listed_and_shown() {
    let ran = run(&["lab", "list"]);
    for words in ["tree-growth", "gomoku-depth", "How many playouts", "quick ", "kinrow lab show NAME"] {
        assert!(ran.out.contains(words), "{words}: {}", ran.out);
    }
    let listed = json(&["lab", "list"]);
    assert_eq!(listed.as_array().unwrap().len(), 15);
    assert!(listed[0]["seconds_full"].as_f64().unwrap() > 0.0 && listed[0]["question"]["zh"].is_string());
    let ran = run(&["lab", "list", "--lang", "zh"]);
    assert!(ran.out.contains("博弈树有多大") && ran.out.contains("快速"), "{}", ran.out);
    // What is shown can be read back.
    let shown = run(&["lab", "show", "td-curve"]).out;
    assert!(shown.starts_with("format = 1\nname = \"td-curve\"\n"));
    assert_eq!(json(&["lab", "show", "td-curve"])["toml"], shown);
}

#[test]
fn a_file_of_ones_own_is_run_reported_and_refused_when_wrong() {
    let home = tempfile::tempdir().unwrap();
    let folder = home.path();
    std::fs::write(folder.join("small.toml"), SMALL).unwrap();
    let ran = run_in(folder, &["lab", "run", "small.toml", "--quick"]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert!(ran.err.starts_with("small: 5 tasks on "), "{}", ran.err);
    assert!(ran.out.contains("- 3x3x3 has 549,946 nodes."), "{}", ran.out);
    assert!(ran.out.contains("report: small-quick/report.html"), "{}", ran.out);
    for file in ["report.html", "report.md", "charts/chart-1.png", "data/nodes.csv", "manifest.json"] {
        assert!(folder.join("small-quick").join(file).is_file(), "{file}");
    }
    let again = run_in(folder, &["lab", "run", "small.toml", "--quick", "--json"]);
    let told: serde_json::Value = serde_json::from_str(&again.out).unwrap();
    assert_eq!(
        (&told["seed"], &told["mode"], &told["tables"][0]["rows"]),
        (&1.into(), &"quick".into(), &2.into())
    );
    let chinese = run_in(folder, &["lab", "report", "small-quick", "--lang", "zh"]);
    assert!(chinese.out.contains("3x3x3 有 549,946 个节点"), "{}{}", chinese.out, chinese.err);
    let page = std::fs::read_to_string(folder.join("small-quick/report.html")).unwrap();
    assert!(page.contains("实验原理") && page.contains("kinrow count --board 2x2x2"));
    // Who wrote it is kept for the next report; wall time comes on request.
    let titled = ["lab", "report", "small-quick", "--author", "Li Ming", "--class", "AI 1", "--wall-time"];
    assert_eq!(run_in(folder, &titled).code, 0);
    let page = std::fs::read_to_string(folder.join("small-quick/report.html")).unwrap();
    assert!(page.contains("<dd>Li Ming</dd>") && page.contains("wall time (ms)"));
    assert_eq!(run_in(folder, &["lab", "report", "small-quick", "--lang", "zh"]).code, 0);
    let page = std::fs::read_to_string(folder.join("small-quick/report.html")).unwrap();
    assert!(page.contains("<dt>班级</dt><dd>AI 1</dd>") && !page.contains("实际用时（毫秒）"));

    std::fs::write(folder.join("wrong.toml"), SMALL.replace("x = \"depth\"", "x = \"deep\"")).unwrap();
    std::fs::write(folder.join("damaged"), "x").unwrap();
    std::fs::write(folder.join("empty.db"), "").unwrap();
    for (arguments, code, words) in [
        (&["lab", "run", "wrong.toml"][..], 2, "wrong.toml, line 18: the table 'nodes' has no column 'deep'"),
        (&["lab", "run", "wrong.toml", "--lang", "zh"], 2, "wrong.toml 第 18 行：表 'nodes' 没有列 'deep'"),
        (&["lab", "run", "nothing"], 2, "'nothing' is neither a built-in experiment nor a file"),
        (&["lab", "show", "nothing"], 2, "the built-in ones are tree-growth"),
        (&["lab", "run", "missing.toml"], 2, "missing.toml could not be read"),
        (
            &["lab", "run", "small.toml", "--seed", "2", "--quick"],
            1,
            "small-quick holds another run (another seed)",
        ),
        (&["lab", "run", "small.toml", "--out", "damaged"], 1, "damaged could not be written"),
        (&["lab", "run", "small.toml", "--author", ""], 2, "a line of the title page (--author,"),
        (
            &["lab", "run", "small.toml", "--games-of", "nobody", "--db", "empty.db"],
            1,
            "empty.db holds no games of 'nobody'",
        ),
        (
            &["lab", "report", "small-quick", "--games-of", "x", "--db", "empty.db", "--lang", "zh"],
            1,
            "empty.db 中没有“x”的对局",
        ),
        (
            &["lab", "report", "small-quick", "--games-of", "x", "--db", "nope.db"],
            2,
            "nope.db could not be read",
        ),
        (&["lab", "run", "small.toml", "--workers", "0"], 2, "'0' is not possible for --workers"),
        (&["lab", "report", "."], 2, ". is not a run of an experiment"),
        (&["lab", "report", "nowhere"], 2, "nowhere is not a run of an experiment"),
        (&["lab", "rnu"], 2, "there is no command 'rnu'"),
    ] {
        let ran = run_in(folder, arguments);
        assert_eq!((ran.code, ran.out.as_str()), (code, ""), "{arguments:?}: {}", ran.err);
        assert!(ran.err.contains(words) && ran.err.lines().count() == 1, "{arguments:?}: {}", ran.err);
    }
    let csv = folder.join("small-quick/data/size.csv");
    std::fs::write(&csv, "board\n").unwrap();
    let ran = run_in(folder, &["lab", "report", "small-quick"]);
    assert_eq!(ran.code, 1);
    assert!(ran.err.contains("size.csv is not as it was written"), "{}", ran.err);
}

/// The file that docs/lab.md tells its reader to begin with.
#[test]
fn the_documented_experiment_runs() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let page = std::fs::read_to_string(root.join("docs/lab.md")).unwrap();
    let toml = page.split("```toml\n").nth(1).and_then(|rest| rest.split("```").next()).unwrap();
    let home = tempfile::tempdir().unwrap();
    std::fs::write(home.path().join("mine.toml"), toml).unwrap();
    let ran = run_in(home.path(), &["lab", "run", "mine.toml", "--quick"]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert!(
        ran.out.contains("between proving and plain")
            || ran.out.contains("proving exceeds")
            || ran.out.contains("proving stays below"),
        "{}",
        ran.out
    );
    assert!(home.path().join("proofs-quick/report.html").is_file());
    // The mistake that the page shows.
    std::fs::write(home.path().join("mine.toml"), toml.replace("x = \"playouts\"", "x = \"playout\""))
        .unwrap();
    let ran = run_in(home.path(), &["lab", "run", "mine.toml", "--quick"]);
    let shown = page.lines().find(|line| line.starts_with("kinrow: mine.toml")).unwrap();
    assert!(ran.err.starts_with(shown.trim_end_matches('…').trim_end()), "{}\n{shown}", ran.err);
}
