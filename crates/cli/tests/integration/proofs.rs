//! `kinrow solve --proof` and `--save`, `kinrow check` and `kinrow solve --threats` as people use them, in both languages.

use crate::support::{json, run};

fn folder() -> (tempfile::TempDir, impl Fn(&str) -> String) {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path().to_path_buf();
    (folder, move |name: &str| root.join(name).to_str().unwrap().to_string())
}

/// X wins by fours and threes in 7 plies at the most; O would win too, were it to move.
const THREATS: &str = "15x15x5 15/15/15/15/10XO3/10OXOO1/9X2X1X/7XX4O1/15/5O9/15/15/15/15/15 o";

#[test]
fn a_proof_is_written_and_checked() {
    let (_folder, at) = folder();
    for (call, value, name) in [
        (&["--board", "3x3x3"][..], "draw", "draw"),
        (&["--board", "4x3x3", "--distance"], "win", "win"),
        (&["--board", "4x3x3", "--moves", "b2"], "loss", "loss"),
        (&["--position", THREATS], "win", "threats"),
    ] {
        let file = at(name);
        let told = json(&[&["solve"], call, &["--proof", &file]].concat());
        assert_eq!(told["value"], value, "{call:?}");
        assert!(told["nodes"].as_u64().unwrap() > 0, "{call:?}");
        let bytes = std::fs::metadata(&file).unwrap().len();
        assert_eq!((&told["proof"]["file"], &told["proof"]["bytes"]), (&file.as_str().into(), &bytes.into()));
        let checked = json(&["check", &file]);
        assert_eq!((&checked["value"], &checked["position"]), (&value.into(), &told["position"]));
        assert_eq!((&checked["nodes"], &checked["bytes"]), (&told["proof"]["nodes"], &bytes.into()));
        // Where the solver is not asked, its empty tables do not count.
        let is_small = told["memory_bytes"].as_u64().unwrap() < 100_000;
        assert_eq!(is_small, name == "threats", "{told}");
    }
    assert_eq!(json(&["check", &at("win")])["within"], 7);
    // The file's name differs from run to run.
    let ran = run(&["check", &at("win")]);
    insta::assert_snapshot!("check_win", ran.out);
    insta::assert_snapshot!("check_draw_chinese", run(&["check", &at("draw"), "--lang", "zh"]).out);
    let told = run(&["solve", "--board", "3x3x3", "--proof", &at("again")]);
    assert!(
        told.out.contains("proven: a draw with best play; neither side can force a row\n"),
        "{}",
        told.out
    );
    assert!(told.out.ends_with(&format!(" and is in {}\n", at("again"))), "{}", told.out);
}

#[test]
fn what_proves_nothing_is_refused() {
    let (_folder, at) = folder();
    let file = at("a.proof");
    assert_eq!(run(&["solve", "--board", "4x3x3", "--proof", &file]).code, 0);
    let whole = std::fs::read(&file).unwrap();
    std::fs::write(at("cut"), &whole[..whole.len() / 2]).unwrap();
    std::fs::write(at("other"), "something else").unwrap();
    let newer = String::from_utf8_lossy(&whole).replacen("proof 1", "proof 2", 1);
    std::fs::write(at("newer"), newer).unwrap();
    // The first move is another one, and the sum is right again: only the checker can tell.
    let content = &whole[..whole.len() - 8];
    let other_board = String::from_utf8_lossy(content).contains("4x3x3 4/4/4 x");
    assert!(other_board);
    let mut wrong = content.to_vec();
    let place = wrong.windows(5).position(|window| window == b"4/4/4").unwrap();
    wrong.splice(place..place + 5, *b"X2O/4/4");
    let mix = |sum: u64, &byte: &u8| (sum ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
    let sum = wrong.iter().fold(0xcbf2_9ce4_8422_2325, mix);
    wrong.extend(sum.to_le_bytes());
    std::fs::write(at("wrong"), wrong).unwrap();
    for (name, code, english, chinese) in [
        ("cut", 1, "its checksum is wrong", "校验和不对"),
        ("other", 1, "this is no proof", "这不是证明"),
        ("newer", 1, "of version '2'", "版本 '2'"),
        ("wrong", 1, "not proven: ", "没有证明："),
        ("missing", 2, "could not be read", "无法读取"),
    ] {
        for (language, words) in [("en", english), ("zh", chinese)] {
            let ran = run(&["check", &at(name), "--lang", language]);
            assert_eq!((ran.code, ran.out.as_str()), (code, ""), "{name}: {}", ran.err);
            assert!(ran.err.contains(words), "{name}: {}", ran.err);
            assert_eq!(ran.err.lines().count(), 1);
        }
    }
    let ran = run(&["solve", "--board", "4x3x3", "--proof", &file]);
    assert!(ran.code == 2 && ran.err.contains("--force"), "{}", ran.err);
    assert_eq!(run(&["solve", "--board", "4x3x3", "--proof", &file, "--force"]).code, 0);
    for rules in ["7x6x4:drop", "3x3x3:misere", "15x15x5:renju"] {
        let ran = run(&["solve", "--board", rules, "--proof", &at("none")]);
        assert!(
            ran.code == 2 && ran.err.contains(&format!("proofs for {rules} are not known yet")),
            "{}",
            ran.err
        );
    }
    // A limit that comes first leaves no file.
    for (board, limit) in [("9x9x5", "nodes=100"), ("20x20x5", "time=5ms")] {
        let ran = run(&["solve", "--board", board, "--limit", limit, "--proof", &at("none")]);
        let is_told = ["not solved", "not finished"].iter().any(|words| ran.err.contains(words));
        assert!(ran.code == 1 && is_told, "{}", ran.err);
    }
    assert!(std::fs::metadata(at("none")).is_err());
}

/// What was told, without the last line: what it cost.
fn without_time(out: &str) -> String {
    let (told, cost) = out.trim_end().rsplit_once('\n').unwrap();
    assert!(cost.ends_with('s') || cost.contains("毫秒") || cost.contains("秒"), "{cost}");
    format!("{told}\n")
}

#[test]
fn threats_are_told() {
    let fours = "10x10x4 10/10/10/X9/1O2X5/2O7/3O6/2XOX5/10/10 x";
    let ran = run(&["solve", "--position", fours, "--threats", "all", "--shortest"]);
    assert_eq!((ran.code, ran.err.as_str()), (0, ""));
    insta::assert_snapshot!("threats_all", without_time(&ran.out));
    let chinese = run(&["solve", "--position", THREATS, "--threats", "vcf", "--lang", "zh"]);
    insta::assert_snapshot!("threats_chinese", without_time(&chinese.out));
    let told = json(&["solve", "--position", THREATS, "--threats", "all"]);
    let verdicts: Vec<_> = told["threats"]
        .as_array()
        .unwrap()
        .iter()
        .map(|asked| {
            (
                asked["side"].as_str().unwrap(),
                asked["kind"].as_str().unwrap(),
                asked["verdict"].as_str().unwrap(),
            )
        })
        .collect();
    assert_eq!(verdicts[..2], [("O", "vcf", "none"), ("O", "vct", "win")]);
    assert_eq!(told["threats"][1]["first_moves"].as_array().unwrap().len(), 1);
    // What it cost, of each answer and of all.
    let nodes = |told: &serde_json::Value| told["nodes"].as_u64().unwrap();
    assert_eq!(nodes(&told), told["threats"].as_array().unwrap().iter().map(nodes).sum::<u64>());
    assert!(nodes(&told) > 100 && told["memory_bytes"].as_u64().unwrap() > 1000);
    assert!(told["time_ms"].as_f64().unwrap() > 0.0 && told["threats"][1]["memory_bytes"].is_u64());
    assert_eq!((&told["value"], &told["proven"]), (&"win".into(), &true.into()));
    // Renju: a four and a three win for Black.
    let renju = "15x15x5:renju 15/15/2O12/3O9O1/15/15/15/6OXXX5/10X4/10X4/15/15/12O2/15/15 x";
    let told = json(&["solve", "--position", renju, "--threats", "vcf", "--shortest"]);
    assert_eq!((&told["threats"][0]["plies"], &told["threats"][0]["shortest"]), (&5.into(), &true.into()));
    assert_eq!(told["threats"][0]["first_moves"], serde_json::json!(["k8"]));
    let none = run(&["solve", "--board", "20x20x3", "--threats", "vcf"]);
    assert!(none.out.contains("no win by fours (VCF); that is proven"), "{}", none.out);
    let limited = json(&["solve", "--position", THREATS, "--threats", "vct", "--limit", "nodes=2"]);
    assert_eq!(limited["threats"][0]["verdict"], "unknown");
    assert_eq!((&limited["value"], &limited["proven"]), (&serde_json::Value::Null, &false.into()));
    // So is whatever there is no time for: two stones threaten much, and nobody sees the end of it.
    let call = ["solve", "--board", "20x20x5", "--moves", "k10 a1 k12 a20 m10 t1", "--threats", "all"];
    let hurried = json(&[&call[..], &["--limit", "time=1ms"]].concat());
    let asked = hurried["threats"].as_array().unwrap();
    assert!(asked.iter().any(|asked| asked["verdict"] == "unknown"), "{hurried}");
    assert!(hurried["time_ms"].as_f64().unwrap() < 2000.0, "{hurried}");
    // Whoever wins in so many plies at the shortest does not win sooner.
    let call = ["solve", "--position", THREATS, "--threats", "vct", "--shortest"];
    let shortest = json(&call);
    let plies = shortest["threats"][0]["plies"].as_u64().unwrap();
    assert_eq!(shortest["threats"][0]["none_within"], plies - 2);
    for (call, words) in [
        (&["--board", "7x6x4:drop", "--threats", "vcf"][..], "threats on 7x6x4:drop are not known"),
        (&["--board", "3x3x3:misere", "--threats", "vct"], "threats on 3x3x3:misere are not known"),
        (
            &["--board", "15x15x5", "--threats", "vct", "--limit", "depth=1"],
            "write a number of positions or a time",
        ),
        (&["--board", "15x15x5", "--shortest"], "--threats"),
        (&["--board", "15x15x5", "--threats", "vcf", "--distance"], "cannot be given together"),
    ] {
        let ran = run(&[&["solve"], call].concat());
        assert!(ran.code == 2 && ran.err.contains(words), "{call:?}: {}", ran.err);
    }
}

#[test]
fn a_solve_goes_on_from_its_file() {
    let (_folder, at) = folder();
    let file = at("solve");
    let call = ["solve", "--board", "5x5x4", "--save", &file];
    let ran = run(&[&call[..], &["--limit", "nodes=1000"][..]].concat());
    assert!(ran.code == 1 && ran.err.contains("not solved"), "{}", ran.err);
    assert!(ran.out.contains("the same command goes on from there"), "{}", ran.out);
    let told = json(&call);
    assert_eq!((&told["value"], &told["saved"]), (&"draw".into(), &file.as_str().into()));
    let ran = run(&["solve", "--board", "5x4x4", "--save", &file]);
    assert!(ran.code == 1 && ran.err.contains("a solve of another position"), "{}", ran.err);
    let ran = run(&["solve", "--board", "5x4x4:drop", "--save", &at("none")]);
    assert!(ran.code == 2 && ran.err.contains("leave --save out"), "{}", ran.err);
    std::fs::write(at("notes"), "mine").unwrap();
    let ran = run(&["solve", "--board", "3x3x3", "--save", &at("notes")]);
    assert!(ran.code == 1 && ran.err.contains("this is no solve to go on with"), "{}", ran.err);
}
