//! What is in a file is not lost: no command replaces one unless it is told to, and none replaces another thing.

use std::path::Path;
use std::process::Stdio;
use std::time::{Duration, Instant};

use crate::support::{kinrow, run, run_with};
use tempfile::TempDir;

/// A folder, and a way to name files in it.
fn folder() -> (TempDir, impl Fn(&str) -> String) {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path().to_path_buf();
    (folder, move |name: &str| root.join(name).to_str().unwrap().to_string())
}

fn names(folder: &TempDir) -> Vec<String> {
    let entries = std::fs::read_dir(folder.path()).unwrap();
    let mut names: Vec<_> = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

const TRAIN: [&str; 4] = ["train", "td0", "--episodes", "200"];

/// Every command that writes a file, with the file's place left out.
fn writers(db: &str) -> Vec<Vec<&str>> {
    let export = |format| vec!["games", "export", "--format", format, "--db", db, "--out"];
    vec![
        [&TRAIN[..], &["--out"]].concat(),
        vec!["analyze", "--agent", "minimax:depth=2", "--tree"],
        export("json"),
        export("sgf"),
        export("csv"),
    ]
}

#[test]
fn a_file_that_is_there_is_replaced_only_by_force() {
    let (folder, at) = folder();
    let db = at("games.db");
    assert_eq!(run(&["match", "random", "random", "--games", "2", "--db", &db]).code, 0);
    for (i, writer) in writers(&db).iter().enumerate() {
        let notes = at(&format!("notes-{i}.md"));
        std::fs::write(&notes, "my notes\n").unwrap();
        let before = names(&folder);
        let ran = run(&[writer, &[notes.as_str()][..]].concat());
        assert_eq!((ran.code, ran.out.as_str()), (2, ""), "{writer:?}: {}", ran.err);
        assert!(ran.err.contains("exists already") && ran.err.lines().count() == 1, "{}", ran.err);
        assert_eq!(std::fs::read_to_string(&notes).unwrap(), "my notes\n", "{writer:?}");
        assert_eq!(names(&folder), before, "{writer:?} touched nothing");
        let ran = run(&[writer, &[notes.as_str(), "--force"][..]].concat());
        assert_eq!(ran.code, 0, "{writer:?}: {}", ran.err);
        assert_ne!(std::fs::read(&notes).unwrap(), b"my notes\n", "{writer:?}");
        // Again: what is there now is of the same kind.
        assert_eq!(run(&[writer, &[notes.as_str()][..]].concat()).code, 2);
        assert_eq!(run(&[writer, &[notes.as_str(), "--force"][..]].concat()).code, 0, "{writer:?}");
    }
}

#[test]
fn force_does_not_replace_one_thing_by_another() {
    let (_folder, at) = folder();
    let (db, model, tree) = (at("games.db"), at("first.kin"), at("tree.json"));
    assert_eq!(run(&["match", "random", "random", "--games", "2", "--db", &db]).code, 0);
    assert_eq!(run(&[&TRAIN[..], &["--out", &model]].concat()).code, 0);
    assert_eq!(run(&["analyze", "--agent", "minimax:depth=2", "--tree", &tree]).code, 0);
    let cases = [
        (0, &tree, "a search tree"),
        (0, &db, "a record of games"),
        (1, &model, "a trained model"),
        (1, &db, "a record of games"),
        (2, &model, "a trained model"),
        (3, &tree, "a search tree"),
    ];
    for (writer, file, holds) in cases {
        let before = std::fs::read(file).unwrap();
        let ran = run(&[&writers(&db)[writer], &[file.as_str(), "--force"][..]].concat());
        assert_eq!((ran.code, ran.out.as_str()), (2, ""), "{file}: {}", ran.err);
        assert!(ran.err.contains(&format!("holds {holds} and was kept")), "{}", ran.err);
        assert!(std::fs::read(file).unwrap() == before, "{file}");
    }
    let ran = run(&["analyze", "--tree", &model, "--force", "--lang", "zh"]);
    assert!(ran.err.contains("是训练好的模型，未作改动：请为搜索树换一个名字"), "{}", ran.err);
}

/// The curve's files are the model's, and are looked at as early as the model is.
#[test]
fn a_training_is_refused_before_it_begins() {
    let (folder, at) = folder();
    std::fs::write(at("first.csv"), "my,own,table\n").unwrap();
    let long = ["train", "td0", "--episodes", "100000000", "--out", &at("first.kin")];
    let began = Instant::now();
    let ran = run(&long);
    assert_eq!(ran.code, 2);
    assert!(ran.err.contains("first.csv exists already"), "{}", ran.err);
    assert!(began.elapsed() < Duration::from_secs(60));
    assert_eq!(names(&folder), ["first.csv"]);
    let analysis = ["analyze", "--board", "4x4x4", "--agent", "minimax", "--limit", "time=100s"];
    let ran = run(&[&analysis[..], &["--tree", &at("first.csv")]].concat());
    assert_eq!(ran.code, 2, "{}", ran.err);
    assert!(began.elapsed() < Duration::from_secs(60));
}

#[test]
fn a_training_that_goes_on_writes_its_own_files() {
    let (folder, at) = folder();
    let (first, second) = (at("first.kin"), at("second.kin"));
    assert_eq!(run(&[&TRAIN[..], &["--out", &first]].concat()).code, 0);
    let ran = run(&["train", "--resume", &first, "--episodes", "400", "--checkpoint", "100"]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert_eq!(names(&folder), ["first.csv", "first.kin", "first.svg"]);
    // The same file by another name, too.
    let around = folder.path().join(".").join("first.kin").to_str().unwrap().to_string();
    let ran = run(&["train", "--resume", &first, "--out", &around, "--episodes", "500"]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    std::fs::write(&second, "something").unwrap();
    let ran = run(&["train", "--resume", &first, "--out", &second, "--episodes", "600"]);
    assert_eq!((ran.code, std::fs::read_to_string(&second).unwrap().as_str()), (2, "something"));
    // What somebody put in the place of its curve is not its own.
    std::fs::write(at("first.csv"), "my,own,table\n").unwrap();
    let ran = run(&["train", "--resume", &first, "--episodes", "600"]);
    assert_eq!(ran.code, 2);
    assert!(ran.err.contains("first.csv exists already"), "{}", ran.err);
    let ran = run(&["train", "--resume", &first, "--episodes", "600", "--force"]);
    assert_eq!(ran.code, 0, "{}", ran.err);
}

#[cfg(unix)]
#[test]
fn two_trainings_do_not_write_one_file() {
    let (folder, at) = folder();
    let out = at("first.kin");
    let mut first = kinrow()
        .args(["train", "td0", "--episodes", "1000000000", "--out", &out])
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let lock = folder.path().join(".first.kinrow-lock");
    let began = Instant::now();
    while !lock.exists() && began.elapsed() < Duration::from_secs(60) {
        std::thread::sleep(Duration::from_millis(10));
    }
    // The first may have made the file and not yet locked it.
    std::thread::sleep(Duration::from_millis(300));
    let second = run(&[&TRAIN[..], &["--out", &out]].concat());
    let other_name = run(&[&TRAIN[..], &["--out", &at("first.model")]].concat());
    // Killed without a chance to tidy up.
    first.kill().unwrap();
    first.wait().unwrap();
    assert_eq!(second.code, 2, "{}", second.err);
    assert!(second.err.contains("another training is writing"), "{}", second.err);
    assert_eq!(other_name.code, 2, "they would share a curve: {}", other_name.err);
    let third = run(&[&TRAIN[..], &["--out", &out]].concat());
    assert_eq!(third.code, 0, "{}", third.err);
    assert_eq!(names(&folder), ["first.csv", "first.kin", "first.svg"]);
}

#[test]
fn games_in_files_of_their_own_are_all_written_or_none() {
    let (folder, at) = folder();
    let db = at("games.db");
    let played = run(&["match", "random", "random", "--board", "5x5x5", "--games", "2", "--db", &db]);
    assert_eq!(played.code, 0, "{}", played.err);
    let out = at("games");
    std::fs::create_dir(&out).unwrap();
    std::fs::write(Path::new(&out).join("game-2.psq"), "mine").unwrap();
    let export = ["games", "export", "--format", "psq", "--db", &db, "--out", &out];
    let ran = run(&export);
    assert_eq!(ran.code, 2);
    assert!(ran.err.contains("game-2.psq exists already"), "{}", ran.err);
    assert!(!Path::new(&out).join("game-1.psq").exists());
    let ran = run(&[&export[..], &["--force"]].concat());
    assert_eq!((ran.code, std::fs::read_dir(&out).unwrap().count()), (0, 2), "{}", ran.err);
    drop(folder);
}

#[test]
fn save_asks_before_it_replaces() {
    let (_folder, at) = folder();
    let (file, model) = (at("game.json"), at("first.kin"));
    let save = |answer: &str, file: &str| {
        run_with(&["play", "--o", "human"], format!("b2\nsave {file}\n{answer}quit\n").as_bytes())
    };
    assert!(save("", &file).out.contains("saved to"));
    let first = std::fs::read(&file).unwrap();
    for answer in ["n\n", "\n", "no\n", "a1\n", ""] {
        let ran = save(answer, &file);
        assert!(ran.out.contains("game.json exists. Replace it?"), "{answer}: {}", ran.out);
        assert!(ran.out.contains("game.json was kept"), "{answer}: {}", ran.out);
        assert_eq!(ran.out.contains("(O)"), answer == "a1\n", "a move is not lost as an answer: {}", ran.out);
        assert!(std::fs::read(&file).unwrap() == first, "{answer}");
    }
    assert!(save("y\n", &file).out.contains("saved to"));
    assert!(std::fs::read(&file).unwrap() != first, "times differ");
    // The game that is being continued is its own file.
    let input = format!("c3\nsave {file}\nquit\n");
    let ran = run_with(&["play", "--from", &file], input.as_bytes());
    assert!(ran.out.contains("saved to") && !ran.out.contains("Replace"), "{}", ran.out);
    assert_eq!(run(&[&TRAIN[..], &["--out", &model]].concat()).code, 0);
    let ran = save("y\n", &model);
    assert!(ran.out.contains("holds a trained model and was kept"), "{}", ran.out);
    assert!(!ran.out.contains("Replace it"), "what cannot be is not asked: {}", ran.out);
}

/// A folder with somebody's own experiment.toml and other things in it is not a run that was cut short.
#[test]
fn a_run_does_not_replace_an_experiment_of_its_folders_owner() {
    let (folder, at) = folder();
    std::fs::write(at("experiment.toml"), "mine").unwrap();
    let out = folder.path().to_str().unwrap();
    let ran = run(&["lab", "run", "averaging-blunders", "--quick", "--out", out]);
    assert_eq!(ran.code, 1, "{}", ran.err);
    assert_eq!(std::fs::read_to_string(at("experiment.toml")).unwrap(), "mine");
    assert_eq!(names(&folder), ["experiment.toml"]);
}

#[cfg(unix)]
#[test]
fn a_log_is_not_added_to_something_else() {
    let (_folder, at) = folder();
    let (notes, fresh) = (at("notes.md"), at("fresh.log"));
    std::fs::write(&notes, "my notes\n").unwrap();
    let play = |log: &str| {
        run(&["play", "--board", "5x5x5", "--x", &format!("external:cmd=cat,log={log}"), "--o", "random"])
    };
    let ran = play(&notes);
    assert_eq!(ran.code, 2, "{}", ran.err);
    assert!(ran.err.contains("notes.md cannot be written (it holds something else)"), "{}", ran.err);
    assert_eq!(std::fs::read_to_string(&notes).unwrap(), "my notes\n");
    play(&fresh);
    let once = std::fs::read(&fresh).unwrap().len();
    play(&fresh);
    assert!(std::fs::read(&fresh).unwrap().len() > once && once > 0, "a log goes on");
}
