//! Trainings as jobs of the program: watched, paused, resumed after a restart, kept and played; and what is refused.

use std::path::Path;
use std::time::{Duration, Instant};

use crate::support::{Page, Server, agent, new_game, options, person};
use kinrow_game::Explain;
use kinrow_jobs::JobBounds;
use kinrow_web::{JobsPlace, ServeOptions, serve};
use serde_json::{Value, json};

/// Options with a store of jobs.
pub fn with_jobs(folder: &Path) -> ServeOptions {
    let bounds = JobBounds { workers: 1, ..JobBounds::default() };
    let place = JobsPlace { folder: folder.to_path_buf(), bounds, is_asked_for: true };
    ServeOptions { jobs: Some(place), ..options() }
}

pub fn training(method: &str, goal: u64) -> Value {
    json!({ "type": "begin", "job": {
        "kind": "train", "method": method, "rules": "3x3x3", "preset": "best", "options": "", "goal": goal, "seed": 1,
    } })
}

/// Longer than any test lets it train.
const ENDLESS: u64 = 1_000_000_000;

/// Begins a training: the number of its job.
fn begin(page: &mut Page, wanted: Value) -> u64 {
    let answer = page.ask(wanted);
    assert_eq!(answer["type"], "job", "{answer}");
    answer["job"]["number"].as_u64().unwrap()
}

/// The job as it is told when it is as wanted.
fn until(page: &mut Page, job: u64, is_wanted: impl Fn(&Value) -> bool) -> Value {
    let told = page.until(|message| {
        message["type"] == "job" && message["job"]["number"] == job && is_wanted(&message["job"])
    });
    told["job"].clone()
}

fn job_of(answer: &Value, number: u64) -> Value {
    let jobs = answer["jobs"].as_array().unwrap();
    jobs.iter().find(|job| job["number"] == number).cloned().unwrap_or_default()
}

#[test]
fn a_training_is_watched_kept_and_played() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(&with_jobs(folder.path()));
    let mut page = server.page();
    assert_eq!(page.ask(json!({ "type": "jobs" }))["jobs"], json!([]));
    let job = begin(&mut page, training("selfplay", 300));
    let done = until(&mut page, job, |job| job["state"] == "done");
    assert_eq!((&done["done"], &done["of"], &done["failure"]), (&json!(300), &json!(300), &Value::Null));
    assert!(done["drawn"].as_u64().unwrap() > 3, "{done}");
    assert!(done["audit"][0]["games"].as_u64().unwrap() > 0, "{done}");
    let chart = page.ask(json!({ "type": "chart", "jobs": [job], "width": 400 }));
    let svg = chart["svg"].as_str().unwrap();
    assert!(svg.starts_with("<svg") && svg.contains("width=\"400\""), "{}", &svg[..200.min(svg.len())]);

    let kept = page.ask(json!({ "type": "keep", "job": job, "label": "first" }));
    assert_eq!(kept["models"][0]["label"], "first", "{kept}");
    assert_eq!(page.refused(json!({ "type": "keep", "job": job, "label": "first" })), "job-label-taken");
    let game = page.game(new_game("3x3x3", "b2", person(), agent("model:first")));
    assert_eq!(game["players"]["o"]["spec"], "model:first");
    let answered = page.settled(game);
    assert_eq!(answered["ply"], 2, "{answered}");
    let record = page.ask(json!({ "type": "record" }))["record"].as_str().unwrap().to_string();
    for told in [answered.to_string(), record] {
        assert!(!told.contains(&*folder.path().to_string_lossy()), "nobody sees where the file is: {told}");
    }

    page.ask(json!({ "type": "manage", "job": job, "to": "remove" }));
    assert_eq!(page.ask(json!({ "type": "jobs" }))["jobs"], json!([]));
    assert_eq!(page.refused(json!({ "type": "chart", "jobs": [job] })), "job-none");
    let forgotten = page.ask(json!({ "type": "forget", "label": "first" }));
    assert_eq!(forgotten["models"], json!([]));
    assert_eq!(page.refused(new_game("3x3x3", "", person(), agent("model:first"))), "job-label-none");
}

/// One that was paused stays so; one that ran goes on by itself, from where it was.
#[test]
fn trainings_survive_a_restart() {
    let folder = tempfile::tempdir().unwrap();
    let options = with_jobs(folder.path());
    let (paused, ran) = {
        let server = Server::start(&options);
        let mut page = server.page();
        page.ask(json!({ "type": "jobs" }));
        let paused = begin(&mut page, training("td0", ENDLESS));
        until(&mut page, paused, |job| job["drawn"].as_u64() > Some(2));
        page.ask(json!({ "type": "manage", "job": paused, "to": "pause" }));
        until(&mut page, paused, |job| job["state"] == "paused");
        let ran = begin(&mut page, training("selfplay", ENDLESS));
        until(&mut page, ran, |job| job["drawn"].as_u64() > Some(2));
        (paused, ran)
    };
    let server = Server::start(&options);
    let mut page = server.page();
    let all = page.ask(json!({ "type": "jobs" }));
    let (first, second) = (job_of(&all, paused), job_of(&all, ran));
    assert_eq!(first["state"], "paused");
    assert!(first["done"].as_u64() > Some(0) && first["has_model"] == true, "{first}");
    assert!(second["done"].as_u64() > Some(0) && second["drawn"].as_u64() > Some(2), "{second}");
    let before = second["done"].as_u64();
    until(&mut page, ran, |job| job["state"] == "running" && job["done"].as_u64() > before);
    page.ask(json!({ "type": "manage", "job": ran, "to": "stop" }));
    until(&mut page, ran, |job| job["state"] == "stopped");
    page.ask(json!({ "type": "manage", "job": paused, "to": "resume" }));
    until(&mut page, paused, |job| {
        job["state"] == "running" && job["done"].as_u64() > first["done"].as_u64()
    });
    assert_eq!(page.refused(json!({ "type": "manage", "job": paused, "to": "remove" })), "job-not-now");
    assert_eq!(page.refused(json!({ "type": "manage", "job": ran, "to": "pause" })), "job-not-now");
}

/// However much happens, a page is told of a job no more than ten times a second.
#[test]
fn news_of_jobs_do_not_flood_a_page() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(&with_jobs(folder.path()));
    let mut page = server.page();
    page.ask(json!({ "type": "jobs" }));
    let job = begin(&mut page, training("td0", ENDLESS));
    until(&mut page, job, |job| job["state"] == "running");
    let (began, mut told) = (Instant::now(), 0);
    while told < 15 {
        until(&mut page, job, |_| true);
        told += 1;
    }
    let time = began.elapsed();
    assert!(time >= Duration::from_millis(1300), "{told} in {time:?}");
}

#[test]
fn two_servers_cannot_share_a_store() {
    let folder = tempfile::tempdir().unwrap();
    let options = with_jobs(folder.path());
    let _server = Server::start(&options);
    let refused = serve(&options, &kinrow_agent::Stop::new(), |_| panic!("it does not start")).unwrap_err();
    assert_eq!(refused.key(), "job-store-busy");
    // Where nobody asked for this very folder, it starts, and says what is missing.
    let place = JobsPlace { is_asked_for: false, ..options.jobs.clone().unwrap() };
    let other = Server::start(&ServeOptions { jobs: Some(place), ..options });
    assert_eq!(other.address.without_jobs.as_ref().map(Explain::key), Some("job-store-busy"));
    assert_eq!(other.page().refused(json!({ "type": "jobs" })), "web-jobs");
}

/// Nothing that a page says reaches a file or a program.
#[test]
fn files_and_programs_cannot_be_named() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(&with_jobs(folder.path()));
    let mut page = server.page();
    let wanted = |field: &str, value: Value| {
        let mut wanted = training("td0", 100);
        wanted["job"][field] = value;
        wanted
    };
    for (wrong, key) in [
        (wanted("options", json!("file=/etc/passwd")), "option-unknown"),
        (wanted("options", json!("log=/tmp/log")), "option-unknown"),
        (wanted("out", json!("/tmp/model.kin")), "web-message"),
        (wanted("method", json!("external")), "job-method"),
        (wanted("method", json!("../td0")), "job-method"),
        (wanted("kind", json!("shell")), "web-message"),
        (json!({ "type": "keep", "job": 1, "label": "../first" }), "job-label-form"),
        (json!({ "type": "forget", "label": "/etc/passwd" }), "job-label-form"),
        (new_game("3x3x3", "", person(), agent("model:../../secret")), "job-label-form"),
        (new_game("3x3x3", "", person(), agent("td0:file=model.kin")), "session-file"),
        (wanted("goal", json!(0)), "job-goal"),
        (json!({ "type": "manage", "job": 7, "to": "stop" }), "job-none"),
    ] {
        let refused = page.refused(wrong.clone());
        assert!(refused.starts_with(key), "{refused} for {wrong}");
    }
    assert_eq!(page.ask(json!({ "type": "jobs" }))["jobs"], json!([]));
}

#[test]
fn in_a_classroom_only_the_lecturer_has_jobs() {
    let folder = tempfile::tempdir().unwrap();
    let options = ServeOptions { host: std::net::Ipv4Addr::UNSPECIFIED.into(), ..with_jobs(folder.path()) };
    let server = Server::start(&options);
    let codes = server.address.codes.clone().unwrap();
    let host = format!("127.0.0.1:{}", server.port());
    let page_with = |code: &str| {
        let path = format!("/socket?code={code}");
        let mut page = server.connect_as(&host, Some(&format!("http://{host}")), &path).unwrap();
        page.send(&json!({ "type": "hello", "protocol": 1, "session": null, "lang": "en" }));
        page.expect("state");
        page
    };
    let (mut student, mut lecturer) = (page_with(&codes.join), page_with(&codes.lecturer));
    for asked in [
        json!({ "type": "jobs" }),
        training("td0", 100),
        json!({ "type": "manage", "job": 1, "to": "stop" }),
        json!({ "type": "chart", "jobs": [1] }),
        json!({ "type": "keep", "job": 1, "label": "first" }),
        json!({ "type": "forget", "label": "first" }),
        json!({ "type": "table", "job": 1 }),
        json!({ "type": "games", "job": 1 }),
        json!({ "type": "game", "job": 1, "game": 1 }),
        json!({ "type": "report", "job": 1 }),
        contest(&["random", "alphabeta"], 10, None),
        experiment(TINY),
    ] {
        assert_eq!(student.refused(asked.clone()), "web-lecturer", "{asked}");
    }
    lecturer.ask(json!({ "type": "jobs" }));
    let job = begin(&mut lecturer, training("selfplay", 100));
    until(&mut lecturer, job, |job| job["state"] == "done");
    lecturer.ask(json!({ "type": "keep", "job": job, "label": "ours" }));
    // One that has not been listened to for as long as a training takes may have been taken for gone.
    let mut student = page_with(&codes.join);
    let game = student.game(new_game("3x3x3", "b2", person(), agent("model:ours")));
    assert_eq!(student.settled(game)["ply"], 2, "what the lecturer keeps can be played against");
}

fn contest(agents: &[&str], games: u64, sprt: Option<&str>) -> Value {
    json!({ "type": "begin", "job": {
        "kind": "contest", "rules": "3x3x3", "agents": agents, "limits": "", "games": games, "openings": null, "seed": 1, "sprt": sprt,
    } })
}

#[test]
fn a_tournament_is_played_to_its_end_and_looked_at() {
    let folder = tempfile::tempdir().unwrap();
    let options = with_jobs(folder.path());
    let (job, table) = {
        let server = Server::start(&options);
        let mut page = server.page();
        page.ask(json!({ "type": "jobs" }));
        let job = begin(&mut page, contest(&["random", "alphabeta", "mcts:playouts=50"], 10, None));
        let done = until(&mut page, job, |job| job["state"] == "done");
        assert_eq!((&done["done"], &done["of"]), (&json!(30), &json!(30)), "{done}");
        let table = page.ask(json!({ "type": "table", "job": job }))["table"].clone();
        (job, table)
    };
    assert_eq!(table["agents"].as_array().unwrap().len(), 3);
    assert_ne!(table["standings"][0], 0, "random is not the best: {table}");
    assert_eq!(table["cross"][0][1]["games"], 10);
    assert!(table["agents"][1]["rating"]["low"].as_f64() < table["agents"][1]["rating"]["high"].as_f64());
    // After a restart all of it is still there.
    let server = Server::start(&options);
    let mut page = server.page();
    assert_eq!(page.ask(json!({ "type": "table", "job": job }))["table"], table);
    let games = page.ask(json!({ "type": "games", "job": job }));
    assert_eq!((&games["total"], games["games"].as_array().unwrap().len()), (&json!(30), 30));
    let first = games["games"][0].clone();
    let game = page.ask(json!({ "type": "game", "job": job, "game": first["id"] }))["game"].clone();
    assert_eq!(
        (&game["rules"], game["moves"].as_array().unwrap().len() as u64),
        (&json!("3x3x3"), first["plies"].as_u64().unwrap())
    );
    assert!(
        page.ask(json!({ "type": "chart", "jobs": [job] }))["svg"]
            .as_str()
            .unwrap()
            .contains("mcts:playouts=50")
    );
}

/// One that was interrupted is played on, and comes to what it would have come to.
#[test]
fn a_contest_goes_on_after_a_restart() {
    let folder = tempfile::tempdir().unwrap();
    let options = with_jobs(folder.path());
    let wanted = || contest(&["random", "mcts:playouts=20000"], 60, None);
    let (job, played) = {
        let server = Server::start(&options);
        let mut page = server.page();
        page.ask(json!({ "type": "jobs" }));
        let job = begin(&mut page, wanted());
        let told = until(&mut page, job, |job| job["done"].as_u64() > Some(3) && job["state"] == "running");
        (job, told["done"].as_u64())
    };
    let server = Server::start(&options);
    let mut page = server.page();
    // It goes on while this page is being opened.
    let mut now = job_of(&page.ask(json!({ "type": "jobs" })), job);
    assert!(now["done"].as_u64() >= played, "{now} after {played:?}");
    if now["state"] != "done" {
        now = until(&mut page, job, |job| job["state"] == "done");
    }
    assert_eq!(now["done"], 60);
    let again = begin(&mut page, wanted());
    until(&mut page, again, |job| job["state"] == "done");
    let mut tables =
        [job, again].map(|job| page.ask(json!({ "type": "table", "job": job }))["table"].clone());
    assert_eq!(tables[0]["games"], 60);
    assert_eq!(tables[0].take(), tables[1].take());
}

#[test]
fn a_sequential_test_ends_a_match() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(&with_jobs(folder.path()));
    let mut page = server.page();
    page.ask(json!({ "type": "jobs" }));
    let job = begin(&mut page, contest(&["alphabeta", "random"], 2000, Some("elo0=0,elo1=100")));
    let done = until(&mut page, job, |job| job["state"] == "done");
    assert!(done["done"].as_u64() < Some(2000) && done["done"] == done["of"], "{done}");
    let table = page.ask(json!({ "type": "table", "job": job }))["table"].clone();
    assert_eq!(table["sprt"]["accepted"], "elo1", "{table}");
    let svg = page.ask(json!({ "type": "chart", "jobs": [job] }))["svg"].as_str().unwrap().to_string();
    assert!(svg.contains("Sequential test"));
}

#[test]
fn contests_name_no_files_and_stay_within_bounds() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(&with_jobs(folder.path()));
    let mut page = server.page();
    let with = |field: &str, value: Value| {
        let mut wanted = contest(&["random", "alphabeta"], 10, None);
        wanted["job"][field] = value;
        wanted
    };
    for (wrong, key) in [
        (with("agents", json!(["random", "external:cmd=sh"])), "session-file"),
        (with("agents", json!(["random", "td0:file=/etc/passwd"])), "session-file"),
        (with("agents", json!(["random", "model:../x"])), "job-label-form"),
        (with("agents", json!(["random", "model:none"])), "job-label-none"),
        (with("agents", json!(["random"])), "job-agents"),
        (with("openings", json!("/etc/passwd")), "job-openings"),
        (with("games", json!(0)), "job-games"),
        (with("games", json!(1_000_000)), "job-games"),
        (with("limits", json!("time=600s")), "session-too-much"),
        (with("sprt", json!("yes")), "sprt-shape"),
        (with("log", json!("/tmp/log")), "web-message"),
        (contest(&["random", "alphabeta", "mcts"], 10, Some("elo0=0,elo1=20")), "job-sprt-two"),
    ] {
        assert_eq!(page.refused(wrong.clone()), key, "{wrong}");
    }
    assert_eq!(page.refused(json!({ "type": "table", "job": 9 })), "job-none");
}

/// The smallest experiment there is.
pub const TINY: &str = r#"
format = 1
name = "tiny"
seed = 1
title = "Tiny"
question = "Who wins against random?"

[[measure]]
table = "games"
kind = "games"
boards = ["3x3x3"]
agents = ["alphabeta"]
opponents = ["random"]
games = 20
"#;

fn experiment(text: &str) -> Value {
    json!({ "type": "begin", "job": { "kind": "experiment", "name": "tiny", "text": text, "quick": true } })
}

#[test]
fn an_experiment_is_measured_to_its_report() {
    let folder = tempfile::tempdir().unwrap();
    let options = with_jobs(folder.path());
    let server = Server::start(&options);
    let mut page = server.page();
    let cards = page.ask(json!({ "type": "experiments" }));
    assert!(cards["experiments"].as_array().unwrap().len() >= 15, "{cards}");
    page.ask(json!({ "type": "jobs" }));
    let job = begin(&mut page, experiment(TINY));
    let done = until(&mut page, job, |job| job["state"] == "done" || job["state"] == "failed");
    assert_eq!((&done["state"], &done["failure"]), (&json!("done"), &Value::Null), "{done}");
    let report = page.ask(json!({ "type": "report", "job": job }))["html"].as_str().unwrap().to_string();
    assert!(
        report.contains("Who wins against random?") && !report.contains(&*folder.path().to_string_lossy())
    );
    page.ask(json!({ "type": "language", "lang": "zh" }));
    let chinese = page.ask(json!({ "type": "report", "job": job }))["html"].as_str().unwrap().to_string();
    assert_ne!(report, chinese, "a report is in the language of whoever reads it");
    assert_eq!(page.refused(json!({ "type": "report", "job": 9 })), "job-none");
}

#[test]
fn an_edited_experiment_names_nothing_outside_the_program() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(&with_jobs(folder.path()));
    let mut page = server.page();
    let examined = |page: &mut Page, text: &str| page.ask(json!({ "type": "examine", "text": text }));
    assert_eq!(examined(&mut page, TINY)["line"], Value::Null);
    for outside in ["external:cmd=sh", "td0:file=/etc/passwd", "external:cmd=sh,log=/tmp/log"] {
        let edited = TINY.replace("\"alphabeta\"", &format!("\"{outside}\""));
        let found = examined(&mut page, &edited);
        assert!(found["line"].as_u64() > Some(0) && found["message"].is_string(), "{outside}: {found}");
        let refused = page.refused(experiment(&edited));
        assert!(["job-outside", "experiment-line"].contains(&&*refused), "{outside}: {refused}");
    }
    let found = examined(&mut page, &TINY.replace("games = 20", "games = \"many\""));
    assert_eq!(found["line"], 14, "{found}");
    for name in ["../symmetry", "/etc/passwd", "nothing"] {
        assert_eq!(page.refused(json!({ "type": "experiment", "name": name })), "job-experiment");
        let wanted = json!({ "type": "begin", "job": { "kind": "experiment", "name": name, "text": null, "quick": true } });
        assert_eq!(page.refused(wanted), "job-experiment");
    }
    let text =
        page.ask(json!({ "type": "experiment", "name": "symmetry" }))["text"].as_str().unwrap().to_string();
    assert_eq!(examined(&mut page, &text)["line"], Value::Null);
}
