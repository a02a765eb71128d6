//! `--shard` and `kinrow merge`: shares that were computed apart are what a single run would have been.

use std::path::{Path, PathBuf};

use kinrow_testing::experiment::{ALL_KINDS, data};

use crate::support::{json, run};

const MATCH: &[&str] = &["match", "mcts:playouts=20", "averaging", "--games", "14", "--seed", "3"];
const FIELD: &[&str] = &["tournament", "--agents", "random;few = mcts:playouts=10;averaging", "--games", "4"];

/// Everything in a record but what a clock said.
fn rows(db: &Path) -> Vec<String> {
    let file = rusqlite::Connection::open(db).unwrap();
    let queries = [
        "SELECT id, kind, key, settings FROM runs",
        "SELECT id, spec, name FROM agents",
        "SELECT id, run, number, rules, start, seed, x, x_limits, o, o_limits, result, reason, detail, plies, \
         first_moves, fingerprint FROM games",
        "SELECT game, ply, move, nodes, playouts, value FROM moves",
    ];
    let mut rows = Vec::new();
    for query in queries {
        let mut statement = file.prepare(query).unwrap();
        let columns = statement.column_count();
        let mut found = statement.query([]).unwrap();
        while let Some(row) = found.next().unwrap() {
            let cells = (0..columns).map(|at| format!("{:?}", row.get_ref(at).unwrap()));
            rows.push(cells.collect::<Vec<_>>().join("|"));
        }
    }
    rows
}

fn text(path: &Path) -> &str {
    path.to_str().unwrap()
}

/// Plays the shares of a contest.
fn shares(call: &[&str], of: u64, folder: &Path, name: &str) -> Vec<PathBuf> {
    (1..=of)
        .map(|part| {
            let db = folder.join(format!("{name}-{part}.db"));
            let ran = run(&[call, &["--shard", &format!("{part}/{of}"), "--db", text(&db)]].concat());
            assert_eq!(ran.code, 0, "{}", ran.err);
            db
        })
        .collect()
}

fn merge(out: &Path, shares: &[&Path]) -> Vec<String> {
    let shares = shares.iter().map(|share| text(share).to_string());
    ["merge", "--out", text(out)].map(String::from).into_iter().chain(shares).collect()
}

fn words(call: &[String]) -> Vec<&str> {
    call.iter().map(String::as_str).collect()
}

#[test]
fn merged_contests_are_those_of_a_single_run() {
    let folder = tempfile::tempdir().unwrap();
    for (name, call, of) in [("match", MATCH, 3), ("tournament", FIELD, 4)] {
        let [single, joined, again] =
            ["single", "joined", "again"].map(|end| folder.path().join(format!("{name}-{end}.db")));
        let whole = run(&[call, &["--workers", "1", "--db", text(&single)]].concat());
        let mut parts = shares(call, of, folder.path(), name);
        // The order in which they are given does not matter.
        parts.reverse();
        let paths: Vec<&Path> = parts.iter().map(PathBuf::as_path).collect();
        let merged = run(&words(&merge(&joined, &paths)));
        assert_eq!((merged.code, &merged.out), (0, &whole.out), "{}", merged.err);
        assert!(rows(&joined) == rows(&single), "{name}");
        // The same for machines, but for what is never twice the same.
        let lasting = |mut value: serde_json::Value| {
            let fields = value.as_object_mut().unwrap();
            assert!(fields.remove("timing").is_some() && fields.remove("record").is_some());
            value
        };
        let resumed = json(&[call, &["--resume", "--db", text(&single)]].concat());
        let merged = json(&words(&merge(&again, &paths)));
        assert_eq!(lasting(merged), lasting(resumed));
        // What was merged is a run like any other: there is nothing left to play.
        let resumed = json(&[call, &["--resume", "--db", text(&joined)]].concat());
        assert_eq!(resumed["timing"]["games_played"], 0);
        let left: Vec<String> = std::fs::read_dir(folder.path())
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .filter(|name| name.starts_with('.'))
            .collect();
        assert!(left.is_empty(), "{left:?}");
    }
}

#[test]
fn what_is_not_one_whole_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    let parts = shares(MATCH, 2, folder.path(), "part");
    let longer =
        shares(&[&MATCH[..3], &["--games", "16", "--seed", "3"]].concat(), 2, folder.path(), "longer");
    let seeded = shares(&[&MATCH[..5], &["--seed", "4"]].concat(), 2, folder.path(), "seeded");
    let thirds = shares(MATCH, 3, folder.path(), "third");
    let plain = at("plain.db");
    run(&[MATCH, &["--db", text(&plain)]].concat());
    std::fs::write(at("letter.txt"), "a letter to my aunt").unwrap();
    // A share that was not played to its end.
    let short = at("short.db");
    std::fs::copy(&parts[1], &short).unwrap();
    rusqlite::Connection::open(&short)
        .unwrap()
        .execute_batch("DELETE FROM moves WHERE game = 1; DELETE FROM games WHERE id = 1")
        .unwrap();
    let new = at("new.db");
    for (given, sentence) in [
        (vec![&parts[0]], "share 2/2 is missing"),
        (vec![&parts[1]], "share 1/2 is missing"),
        (vec![&parts[0], &parts[0]], "both hold share 1/2"),
        (vec![&parts[0], &parts[1], &parts[1]], "both hold share 2/2"),
        (vec![&parts[0], &longer[1]], "are not shares of one run"),
        (vec![&parts[0], &seeded[1]], "are not shares of one run"),
        (vec![&parts[0], &thirds[1]], "are not shares of one run"),
        (vec![&parts[0], &plain], "holds no share of a match"),
        (vec![&parts[0], &short], "is not finished (5 of 6 are done)"),
        (vec![&parts[0], &at("none.db")], "could not be read"),
        (vec![&parts[0], &at("letter.txt")], "is not a record of games"),
    ] {
        let given: Vec<&Path> = given.into_iter().map(PathBuf::as_path).collect();
        let ran = run(&words(&merge(&new, &given)));
        assert!(ran.code != 0 && ran.err.contains(sentence) && ran.out.is_empty(), "{sentence}: {}", ran.err);
        assert_eq!(ran.err.lines().count(), 1, "{}", ran.err);
        assert!(!new.exists(), "{sentence}");
    }
    // Nothing that is there is replaced.
    let before = std::fs::read(&plain).unwrap();
    let ran = run(&words(&merge(&plain, &[&parts[0], &parts[1]])));
    assert!(ran.code == 2 && ran.err.contains("exists already and was kept"), "{}", ran.err);
    assert_eq!(std::fs::read(&plain).unwrap(), before);
    let ran = run(&words(&merge(&new, &[&parts[0], folder.path()])));
    assert!(ran.code == 2 && ran.err.contains("give one kind only"), "{}", ran.err);
}

#[test]
fn what_cannot_be_shared_out_says_so() {
    let folder = tempfile::tempdir().unwrap();
    let db = folder.path().join("share.db");
    let test: &[&str] = &["--sprt", "elo0=0,elo1=20"];
    let ladder: &[&str] = &["--format", "ladder"];
    for (call, extra, share, sentence) in [
        (MATCH, test, "1/2", "a sequential test cannot be shared out"),
        (FIELD, ladder, "1/2", "a ladder cannot be shared out"),
        (MATCH, &[], "1/8", "8 shares are too many: give at most 7"),
        (MATCH, &[], "3/2", "'3/2' is not a share: write 2/8"),
        (MATCH, &[], "half", "'half' is not a share: write 2/8"),
        (&["match", "mcts:playouts=9,keep=on", "random"], &[], "1/2", "leave out keep=on"),
    ] {
        let ran = run(&[call, extra, &["--shard", share, "--db", text(&db)]].concat());
        assert!(ran.code == 2 && ran.err.contains(sentence), "{}", ran.err);
        assert!(!db.exists());
    }
    let ran = run(&[MATCH, &["--shard", "1/2"]].concat());
    assert!(ran.code == 2 && ran.err.contains("--db"), "{}", ran.err);
    // A share has a file of its own, and goes on in it.
    run(&[MATCH, &["--shard", "1/2", "--db", text(&db)]].concat());
    for extra in [["--shard", "2/2"].as_slice(), &["--shard", "2/2", "--resume"], &["--shard", "1/2"]] {
        let ran = run(&[MATCH, extra, &["--db", text(&db)]].concat());
        assert!(ran.code == 2 && ran.err.contains("holds other games"), "{}", ran.err);
    }
    let again = json(&[MATCH, &["--shard", "1/2", "--resume", "--db", text(&db)]].concat());
    assert_eq!((&again["timing"]["games_played"], &again["games"]), (&0.into(), &8.into()));
}

#[test]
fn merged_experiments_are_those_of_a_single_run() {
    let home = tempfile::tempdir().unwrap();
    let at = |name: &str| home.path().join(name);
    let file = at("all-kinds.toml");
    std::fs::write(&file, ALL_KINDS).unwrap();
    let lab = |out: &Path, extra: &[&str]| {
        run(&[&["lab", "run", text(&file), "--quick", "--out", text(out)], extra].concat())
    };
    let whole = lab(&at("single"), &[]);
    let parts: Vec<PathBuf> = (1..=3).map(|part| at(&format!("part-{part}"))).collect();
    for (number, part) in parts.iter().enumerate() {
        let ran = lab(part, &["--shard", &format!("{}/3", number + 1)]);
        assert!(ran.code == 0 && ran.out.contains("kinrow merge"), "{}", ran.err);
        assert!(!part.join("data").exists());
    }
    let paths: Vec<&Path> = parts.iter().map(PathBuf::as_path).collect();
    let merged = run(&words(&merge(&at("joined"), &paths)));
    assert_eq!(merged.code, 0, "{}", merged.err);
    assert_eq!(data(&at("joined")), data(&at("single")));
    let answers =
        |out: &str| out.lines().filter(|line| line.starts_with('-')).map(String::from).collect::<Vec<_>>();
    assert_eq!(answers(&merged.out), answers(&whole.out));
    assert!(at("joined").join("report.html").exists());
    // The run is whole: the command that would have made it has nothing left to do.
    assert_eq!(lab(&at("joined"), &[]).code, 0);

    let other = at("other");
    lab(&other, &["--shard", "3/3", "--seed", "99"]);
    for (given, sentence) in [
        (vec![&parts[0], &parts[1]], "share 3/3 is missing"),
        (vec![&parts[0], &parts[1], &parts[1]], "both hold share 2/3"),
        (vec![&parts[0], &parts[1], &other], "are not shares of one run"),
        (vec![&parts[0], &parts[1], &at("single")], "holds no share"),
    ] {
        let given: Vec<&Path> = given.into_iter().map(PathBuf::as_path).collect();
        let ran = run(&words(&merge(&at("new"), &given)));
        assert!(ran.code == 2 && ran.err.contains(sentence), "{sentence}: {}", ran.err);
        assert!(!at("new").exists());
    }
    let ran = run(&words(&merge(&at("single"), &paths)));
    assert!(ran.code == 2 && ran.err.contains("exists already and was kept"), "{}", ran.err);
    let ran = run(&["lab", "report", text(&parts[0])]);
    assert!(ran.code == 2 && ran.err.contains("holds share 1/3 of a run"), "{}", ran.err);
    let ran = lab(&parts[0], &[]);
    assert!(ran.code != 0 && ran.err.contains("another share"), "{}", ran.err);
}
