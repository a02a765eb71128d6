//! `kinrow match` and `kinrow tournament` as people use them.

use std::io::Read;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use crate::support::{Ran, json, kinrow, run};

/// Runs with a record of its own.
fn run_in(folder: &Path, arguments: &[&str]) -> Ran {
    let db = folder.join("games.db");
    run(&[arguments, &["--db", db.to_str().unwrap()]].concat())
}

fn json_in(folder: &Path, arguments: &[&str]) -> serde_json::Value {
    let db = folder.join("games.db");
    json(&[arguments, &["--db", db.to_str().unwrap()]].concat())
}

/// Waits until a program has begun its record.
fn wait_for(db: &Path, child: &mut Child) {
    while !db.exists() {
        assert!(child.try_wait().unwrap().is_none(), "it ended without a record");
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// What does not differ from run to run.
fn lasting(mut value: serde_json::Value) -> serde_json::Value {
    let fields = value.as_object_mut().unwrap();
    assert!(fields.remove("timing").is_some() && fields.remove("record").is_some());
    value
}

const MATCH: &[&str] = &["match", "mcts:playouts=60", "averaging", "--games", "24", "--seed", "3"];
const FIELD: &str = "random;averaging;few = mcts:playouts=30;deep = alphabeta";

#[test]
fn a_match_is_a_table_in_both_languages() {
    let folder = tempfile::tempdir().unwrap();
    let test = ["--sprt", "elo0=-50,elo1=50"];
    let ran = run_in(folder.path(), &[MATCH, &test].concat());
    assert_eq!(ran.code, 0, "{}", ran.err);
    insta::assert_snapshot!("match_english", ran.out);
    assert!(ran.err.contains("kept as run 1 in") && ran.err.lines().count() == 1, "{}", ran.err);
    let chinese = run_in(folder.path(), &[MATCH, &test, &["--lang", "zh"]].concat());
    insta::assert_snapshot!("match_chinese", chinese.out);
}

/// Everything in the record but what a clock said.
fn rows(db: &Path) -> Vec<String> {
    let file = rusqlite::Connection::open(db).unwrap();
    let games = "SELECT id, run, number, rules, start, seed, x, x_limits, o, o_limits, result, reason, detail, plies, first_moves FROM games";
    let moves = "SELECT game, ply, move, nodes, playouts, value FROM moves";
    let agents = "SELECT id, spec, name FROM agents";
    let runs = "SELECT id, kind, key, settings FROM runs";
    let read = |table: &str| {
        let mut statement = file.prepare(&format!("{table} ORDER BY 1, 2")).unwrap();
        let columns = statement.column_count();
        let row = |row: &rusqlite::Row<'_>| {
            (0..columns).map(|at| row.get::<_, rusqlite::types::Value>(at)).collect::<Result<Vec<_>, _>>()
        };
        statement.query_map([], row).unwrap().map(|row| format!("{:?}", row.unwrap())).collect::<Vec<_>>()
    };
    [games, moves, agents, runs].into_iter().flat_map(read).collect()
}

/// Workers beyond the first play games that the test turns out not to need; these leave no trace.
#[test]
fn a_sequential_test_stores_the_same_rows_with_any_number_of_workers() {
    let stored = |workers: &str| {
        let folder = tempfile::tempdir().unwrap();
        let call = ["match", "alphabeta", "random", "--sprt", "elo0=0,elo1=100", "--seed", "5"];
        let ran = run_in(folder.path(), &[&call[..], &["--workers", workers]].concat());
        assert_eq!(ran.code, 0, "{}", ran.err);
        (ran.out, rows(&folder.path().join("games.db")))
    };
    let alone = stored("1");
    assert!(alone.1.len() > 100);
    for workers in ["2", "3", "5", "7"] {
        assert!(stored(workers) == alone, "{workers} workers");
    }
}

#[test]
fn a_tournament_is_a_table_in_both_languages() {
    let folder = tempfile::tempdir().unwrap();
    let arguments = ["tournament", "--agents", FIELD, "--games", "6"];
    let ran = run_in(folder.path(), &arguments);
    assert_eq!(ran.code, 0, "{}", ran.err);
    insta::assert_snapshot!("tournament_english", ran.out);
    let chinese = run_in(
        folder.path(),
        &[&arguments[..], &["--format", "ladder", "--steps", "2", "--lang", "zh"]].concat(),
    );
    assert_eq!(chinese.code, 0, "{}", chinese.err);
    insta::assert_snapshot!("ladder_chinese", chinese.out);
    let gauntlet = run_in(folder.path(), &[&arguments[..], &["--format", "gauntlet"]].concat());
    insta::assert_snapshot!("gauntlet_english", gauntlet.out);
}

#[test]
fn any_number_of_workers_prints_the_same() {
    let folder = tempfile::tempdir().unwrap();
    let tournament = ["tournament", "--agents", FIELD, "--games", "4", "--format", "ladder"];
    let test = ["match", "alphabeta", "random", "--games", "2000", "--sprt", "elo0=0,elo1=60"];
    for arguments in [MATCH, &tournament[..], &test[..]] {
        let [one, two, five] = ["1", "2", "5"]
            .map(|workers| run_in(folder.path(), &[arguments, &["--workers", workers]].concat()));
        assert_eq!(one.code, 0, "{}", one.err);
        assert!(one.out == two.out && one.out == five.out, "{}\n{}\n{}", one.out, two.out, five.out);
    }
}

#[test]
fn machine_readable_output_has_it_all() {
    let folder = tempfile::tempdir().unwrap();
    let found =
        json_in(folder.path(), &["match", "alphabeta", "random", "--games", "20", "--sprt", "elo0=0,elo1=9"]);
    assert_eq!(
        (&found["kind"], &found["complete"], &found["games"]),
        (&"match".into(), &true.into(), &20.into())
    );
    let pairs: u64 =
        found["pentanomial"].as_array().unwrap().iter().map(|count| count.as_u64().unwrap()).sum();
    assert_eq!(pairs, 10);
    let first = &found["agents"][0];
    assert_eq!(first["all"]["games"], 20);
    assert_eq!(first["first"]["games"], 10);
    assert_eq!(first["forfeits"], serde_json::json!({ "time": 0, "illegal": 0, "error": 0 }));
    assert!(first["nodes_per_move"].is_number() && found["los"].is_number());
    assert!(found["sprt"]["llr"].is_number() && found["sprt"]["accepted"].is_null());
    assert!(found["timing"]["ms_per_move"][0].is_number() && found["record"]["run"].is_number());
    // All won: no number for infinity, and still a bound.
    let won = json_in(
        folder.path(),
        &["match", "alphabeta:depth=2,eval=runs", "random", "--board", "5x5x4", "--games", "20"],
    );
    assert!(won["elo"]["value"].is_null() && won["elo"]["high"].is_null() && won["elo"]["low"].is_number());

    let found = json_in(folder.path(), &["tournament", "--agents", FIELD, "--games", "4"]);
    assert_eq!((&found["format"], &found["games"]), (&"roundrobin".into(), &24.into()));
    let sum: f64 = found["agents"]
        .as_array()
        .unwrap()
        .iter()
        .map(|agent| agent["rating"]["elo"].as_f64().unwrap())
        .sum();
    assert!(sum.abs() < 1e-6);
    assert_eq!(found["standings"].as_array().unwrap().len(), 4);
    assert!(found["cross"][0][0].is_null() && found["cross"][0][1]["games"] == 4);
    assert!(found["ladder"].is_null());
    let ladder =
        json_in(folder.path(), &["tournament", "--agents", FIELD, "--games", "2", "--format", "ladder"]);
    assert_eq!((ladder["ladder"].as_array().unwrap().len(), &ladder["steps"]), (4, &4.into()));
}

/// Ctrl-C finishes the running games; what was resumed prints what an uninterrupted run prints, and so does a shorter run
/// that is made longer.
#[test]
fn an_interrupted_match_resumes_to_the_same_table() {
    let folder = tempfile::tempdir().unwrap();
    let db = folder.path().join("part.db");
    let arguments = [
        "match",
        "mcts:playouts=400",
        "mcts:playouts=200",
        "--board",
        "7x6x4:drop",
        "--games",
        "80",
        "--seed",
        "4",
    ];
    let part = [&arguments[..], &["--db", db.to_str().unwrap(), "--json"]].concat();
    let mut child = kinrow().args(&part).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    // Long enough for some games, and not for all.
    wait_for(&db, &mut child);
    std::thread::sleep(Duration::from_millis(100));
    Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    let (mut out, mut err) = (String::new(), String::new());
    child.stdout.take().unwrap().read_to_string(&mut out).unwrap();
    child.stderr.take().unwrap().read_to_string(&mut err).unwrap();
    let code = child.wait().unwrap().code();
    let stopped: serde_json::Value = serde_json::from_str(&out).unwrap();
    // On a very quick machine everything may be over; then there is nothing to resume, which is a case too.
    if stopped["complete"] == false {
        assert_eq!(code, Some(1), "{err}");
        assert!(err.contains("give the same command with --resume"), "{err}");
        assert!(stopped["games"].as_u64().unwrap() < 80);
    }
    let resumed = json(&[&part[..part.len() - 1], &["--resume"]].concat());
    assert_eq!(resumed["record"]["run"], stopped["record"]["run"]);
    let played = stopped["games"].as_u64().unwrap() + resumed["timing"]["games_played"].as_u64().unwrap();
    assert_eq!(played, 80, "no game is lost or played twice");
    let whole = json_in(folder.path(), &arguments);
    assert_eq!(lasting(resumed), lasting(whole.clone()));

    let short: Vec<&str> = arguments.iter().map(|word| if *word == "80" { "10" } else { *word }).collect();
    let other = tempfile::tempdir().unwrap();
    assert_eq!(json_in(other.path(), &short)["games"], 10);
    let longer = json_in(other.path(), &[&arguments[..], &["--resume"]].concat());
    assert_eq!(longer["timing"]["games_played"], 70);
    assert_eq!(lasting(longer), lasting(whole));
}

/// A second Ctrl-C does not wait for the running games.
#[test]
fn a_second_interrupt_stops_the_running_games() {
    let folder = tempfile::tempdir().unwrap();
    let db = folder.path().join("games.db");
    let agent = "mcts:playouts=1000000000";
    let mut child = kinrow()
        .args(["match", agent, agent, "--board", "9x9x5", "--db", db.to_str().unwrap()])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    wait_for(&db, &mut child);
    std::thread::sleep(Duration::from_millis(300));
    for _ in 0..2 {
        Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
        std::thread::sleep(Duration::from_millis(200));
    }
    let mut err = String::new();
    child.stderr.take().unwrap().read_to_string(&mut err).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(1), "{err}");
    assert!(err.contains("stopped after 0 of 100 games"), "{err}");
}

#[test]
fn openings_come_from_a_file() {
    let folder = tempfile::tempdir().unwrap();
    let book = folder.path().join("book.txt");
    let book = book.to_str().unwrap();
    std::fs::write(book, "# corners\na1 b2\n\nc3 b2 # again\n").unwrap();
    let ran = run_in(folder.path(), &["match", "alphabeta", "averaging", "--openings", book, "--games", "8"]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert!(ran.out.contains("8 games, 4 different"), "{}", ran.out);
    // Two who always answer the same, from the same position: two games, again and again.
    let ran =
        run_in(folder.path(), &["match", "alphabeta", "averaging", "--openings", "none", "--games", "20"]);
    assert!(
        ran.out.contains("20 games, 2 different") && ran.out.contains("Most games are copies"),
        "{}",
        ran.out
    );
    for (content, words) in [
        ("a1\nz9\n", "book.txt, line 2: move 1: 'z9' is outside the board"),
        ("a1 a1\n", "book.txt, line 1: move 2: a1 is taken"),
        ("a1 b1 a2 b2 a3\n", "book.txt, line 1: the game is over"),
        ("# nothing\n", "holds no opening"),
    ] {
        std::fs::write(book, content).unwrap();
        let ran = run_in(folder.path(), &["match", "random", "random", "--openings", book]);
        assert_eq!((ran.code, ran.out.as_str()), (2, ""));
        assert!(ran.err.contains(words) && ran.err.lines().count() == 1, "{}", ran.err);
        let ran = run_in(folder.path(), &["match", "random", "random", "--openings", book, "--lang", "zh"]);
        assert!(ran.err.contains('：') && ran.err.lines().count() == 1, "{}", ran.err);
    }
}

#[test]
fn an_odd_number_of_games_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let ran = run_in(folder.path(), &["match", "random", "random", "--games", "7"]);
    assert!(ran.err.contains("8 are played instead of 7") && ran.out.contains("8 games"), "{}", ran.err);
}

/// A dozen agents with long specs fit into a terminal, and have their key below.
#[test]
fn a_dozen_agents_fit_into_a_hundred_columns() {
    let folder = tempfile::tempdir().unwrap();
    let agents: Vec<String> = (1..=12)
        .map(|playouts| format!("mcts:playouts={playouts},c=1.41421356,table=on,rollout=tactical,solver=on"))
        .collect();
    let ran = run_in(folder.path(), &["tournament", "--agents", &agents.join(";"), "--games", "2"]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert!(ran.out.lines().all(|line| line.chars().count() <= 100), "{}", ran.out);
    let key = format!("\nL  {}", agents[11]);
    assert!(ran.out.contains(&key), "{}", ran.out);
}

#[test]
fn even_openings_are_written_for_a_match() {
    let folder = tempfile::tempdir().unwrap();
    let call = ["openings", "--board", "7x6x4:drop", "--balanced", "3", "--agent", "mcts:playouts=50"];
    let called = |more: &[&str]| run(&[&call[..], more].concat());
    let at = |name: &str| folder.path().join(name).to_str().unwrap().to_string();
    let (even, game) = (at("even.txt"), at("game.sgf"));
    let printed = called(&[]);
    assert_eq!((printed.code, printed.err.as_str()), (0, ""));
    assert!(
        printed.out.starts_with("# kinrow openings --board 7x6x4:drop --balanced 3 --agent"),
        "{}",
        printed.out
    );
    assert_eq!(printed.out.lines().count(), 4, "{}", printed.out);
    let written = called(&["--out", &even]);
    assert!(
        written.out.starts_with("3 openings of 4 moves, the most even of "),
        "{}{}",
        written.out,
        written.err
    );
    assert_eq!(std::fs::read_to_string(&even).unwrap(), printed.out);
    let other = called(&["--seed", "2"]);
    assert_ne!(other.out, printed.out);
    let board = ["--board", "7x6x4:drop", "--games", "6"];
    let ran =
        run_in(folder.path(), &[&["match", "random", "random", "--openings", &even], &board[..]].concat());
    assert_eq!(ran.code, 0, "{}", ran.err);
    // What is there stays, and what is something else stays in any case.
    let again = called(&["--out", &even]);
    assert_eq!(again.code, 2, "{}", again.out);
    assert_eq!(called(&["--out", &even, "--force"]).code, 0);
    std::fs::write(&game, "(;GM[4])").unwrap();
    let other = called(&["--out", &game, "--force"]);
    assert!(other.code == 2 && other.err.contains("openings"), "{}", other.err);
}

#[test]
fn even_openings_that_cannot_be_found_are_refused() {
    let openings = |more: &[&str]| run(&[&["openings"], more].concat());
    for (arguments, words) in [
        (&[][..], "--balanced <NUMBER> is missing"),
        (&["--balanced", "0"], "'0' is not possible for --balanced"),
        (&["--balanced", "2", "--within", "wide"], "'wide' is not a distance from even"),
        (&["--balanced", "2", "--within", "0.6"], "'0.6' is not a distance from even"),
        (&["--balanced", "2", "--plies", "9"], "3x3x3 has no opening of that many moves (9)"),
        (&["--balanced", "2", "--agent", "random"], "random does not say how good a position is"),
        (&["--balanced", "2", "--agent", "nobody"], "'nobody' is not an agent"),
        (&["--balanced", "2", "--limit", "nodes=0"], "out of range"),
        (&["--balanced", "2", "--force"], "--out"),
    ] {
        let ran = openings(arguments);
        assert_eq!((ran.code, ran.out.as_str()), (2, ""), "{arguments:?}");
        assert!(ran.err.contains(words) && ran.err.lines().count() == 1, "{}", ran.err);
    }
    let ran = openings(&["--balanced", "1000"]);
    assert_eq!((ran.code, ran.out.as_str()), (1, ""));
    assert!(ran.err.contains("of 1,000 even openings of 3x3x3 were found"), "{}", ran.err);
    let ran = openings(&["--balanced", "1000", "--lang", "zh"]);
    assert!(ran.err.contains("要求 1,000 个"), "{}", ran.err);
}

#[test]
fn wrong_calls_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    for (arguments, words) in [
        (&["match", "random"][..], "<B> is missing"),
        (&["match", "random", "nobody"], "'nobody' is not an agent"),
        (&["match", "random", "human"], "'human' is not an agent"),
        (&["match", "random", "td0"], "td0 has learned nothing yet"),
        (&["match", "random", "mcts:keep=on"], "mcts:keep=on remembers earlier games"),
        (&["tournament", "--agents", "random;mcts:keep=on"], "leave out keep=on"),
        (&["match", "random", "minimax", "--board", "15x15x5"], "would never finish"),
        (&["match", "random", "random", "--games", "0"], "'0' is not possible for --games"),
        (&["match", "random", "random", "--workers", "0"], "'0' is not possible for --workers"),
        (&["match", "random", "random", "--openings", "random:x"], "is not a number of random moves"),
        (
            &["match", "random", "random", "--openings", "random:9"],
            "no opening of that many random moves (9)",
        ),
        (&["match", "random", "random", "--openings", "/no/such/book"], "could not be read"),
        (&["match", "random", "random", "--sprt", "elo0=5"], "needs elo0 below elo1"),
        (&["match", "random", "random", "--tolerance", "soon"], "'soon' is not a tolerance"),
        (&["match", "random", "random", "--limit", "nodes=0"], "out of range"),
        (&["tournament", "--agents", "random"], "at least two agents; 1 was given"),
        (&["tournament", "--agents", ""], "names no agent"),
        (&["tournament", "--agents", "random;minimax:deep=1"], "minimax has no option 'deep'"),
        (&["tournament", "--agents", "random;random", "--steps", "2"], "--steps belongs to --format ladder"),
        (&["tournament", "--agents", "random;random", "--challengers", "1"], "belongs to --format gauntlet"),
        (
            &["tournament", "--agents", "random;random", "--format", "gauntlet", "--challengers", "2"],
            "leave nobody to play against",
        ),
        (
            &["tournament", "--agents", "random;random", "--format", "swiss"],
            "choose from roundrobin, gauntlet, ladder",
        ),
    ] {
        let ran = run_in(folder.path(), arguments);
        assert_eq!((ran.code, ran.out.as_str()), (2, ""), "{arguments:?}: {}", ran.err);
        assert!(ran.err.contains(words) && ran.err.lines().count() == 1, "{arguments:?}: {}", ran.err);
    }
    assert!(!folder.path().join("games.db").exists(), "nothing was begun");
}
