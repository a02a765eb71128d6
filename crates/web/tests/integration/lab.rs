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
    ] {
        assert_eq!(student.refused(asked.clone()), "web-lecturer", "{asked}");
    }
    lecturer.ask(json!({ "type": "jobs" }));
    let job = begin(&mut lecturer, training("selfplay", 100));
    until(&mut lecturer, job, |job| job["state"] == "done");
    lecturer.ask(json!({ "type": "keep", "job": job, "label": "ours" }));
    let game = student.game(new_game("3x3x3", "b2", person(), agent("model:ours")));
    assert_eq!(student.settled(game)["ply"], 2, "what the lecturer keeps can be played against");
}
