//! Jobs from their beginning to their end, without a server: their bounds, their order, and what is left of them by a program that was killed.

#![allow(clippy::unwrap_used)]

use std::path::Path;
use std::time::{Duration, Instant};

use kinrow_jobs::{JobBounds, JobView, Jobs, Learning, State, Wanted};

fn bounds() -> JobBounds {
    JobBounds { workers: 1, ..JobBounds::default() }
}

fn training(goal: u64) -> Wanted {
    Wanted::Train(Learning {
        method: "selfplay".into(),
        rules: "3x3x3".into(),
        preset: "best".into(),
        options: String::new(),
        goal,
        seed: 1,
    })
}

/// Longer than any test lets it train.
const ENDLESS: u64 = 1_000_000_000;

fn wait(jobs: &Jobs, job: u64, is_wanted: impl Fn(&JobView) -> bool) -> JobView {
    let begun = Instant::now();
    loop {
        let view = jobs.view(job).unwrap();
        if is_wanted(&view) {
            return view;
        }
        assert!(begun.elapsed() < Duration::from_secs(300), "{view:?}");
        std::thread::sleep(Duration::from_millis(10));
    }
}

/// What was not refused.
fn done<T>(asked: Result<T, kinrow_jobs::Refusal>) -> T {
    asked.unwrap_or_else(|refusal| panic!("{refusal}"))
}

fn key(refused: Result<impl Sized, kinrow_jobs::Refusal>) -> &'static str {
    match refused {
        Ok(_) => "",
        Err(refusal) => refusal.key(),
    }
}

fn copy(from: &Path, to: &Path) {
    std::fs::create_dir_all(to).unwrap();
    for entry in std::fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        match entry.path().is_dir() {
            true => copy(&entry.path(), &to.join(entry.file_name())),
            // A file that was being written has its own name by now.
            false => drop(std::fs::copy(entry.path(), to.join(entry.file_name()))),
        }
    }
}

#[test]
fn a_job_ends_when_its_time_is_over() {
    let folder = tempfile::tempdir().unwrap();
    let jobs = Jobs::open(folder.path(), JobBounds { time: Duration::from_millis(300), ..bounds() }).unwrap();
    let job = done(jobs.begin(training(ENDLESS)));
    let ended = wait(&jobs, job, |view| view.state == State::Stopped);
    let told = ended.failure.unwrap();
    assert!(told["en"].contains("as long as a job may") && told["zh"].contains("最多"), "{told:?}");
    assert!(ended.has_model, "what was learned is kept");
}

#[test]
fn jobs_are_bounded_in_number_and_disk() {
    let folder = tempfile::tempdir().unwrap();
    let jobs = Jobs::open(folder.path(), JobBounds { jobs: 2, ..bounds() }).unwrap();
    let (first, second) = (done(jobs.begin(training(ENDLESS))), done(jobs.begin(training(100))));
    assert_eq!(key(jobs.begin(training(100))), "job-too-many");
    wait(&jobs, first, |view| view.state == State::Running);
    assert_eq!(jobs.view(second).unwrap().state, State::Queued, "one at a time, in their order");
    done(jobs.stop(first));
    wait(&jobs, first, |view| view.state == State::Stopped);
    wait(&jobs, second, |view| view.state == State::Done);
    done(jobs.remove(first));
    assert!(!folder.path().join(first.to_string()).exists());
    let third = done(jobs.begin(training(100)));
    assert!(third > second, "a number is not used twice");
    wait(&jobs, third, |view| view.state == State::Done);
    drop(jobs);
    let full = Jobs::open(folder.path(), JobBounds { disk_megabytes: 0, ..bounds() }).unwrap();
    assert_eq!(key(full.begin(training(100))), "job-disk");
}

/// What a program that is killed leaves behind is as if the machine had lost its power: whatever is on disk at some moment.
#[test]
fn a_killed_program_loses_little_and_comes_to_the_same_model() {
    let home = tempfile::tempdir().unwrap();
    let [alive, killed] = ["alive", "killed"].map(|name| home.path().join(name));
    let wanted = || training(40_000);
    let jobs = Jobs::open(&alive, bounds()).unwrap();
    let job = done(jobs.begin(wanted()));
    wait(&jobs, job, |view| view.has_model && view.progress.done > 4_000 && view.state == State::Running);
    copy(&alive, &killed);
    wait(&jobs, job, |view| view.state == State::Done);
    let again = Jobs::open(&killed, bounds()).unwrap();
    wait(&again, job, |view| view.state == State::Done);
    let model = |folder: &Path| std::fs::read(folder.join(job.to_string()).join("model.kin")).unwrap();
    assert!(model(&alive) == model(&killed));
}

/// A running job is told of often enough to be watched, and not more often than ten times a second.
#[test]
fn changes_are_told() {
    let folder = tempfile::tempdir().unwrap();
    let jobs = Jobs::open(folder.path(), bounds()).unwrap();
    let (sender, receiver) = std::sync::mpsc::channel();
    jobs.listen(move |job| {
        // After the test nobody listens any more.
        let _ = sender.send(job);
    });
    let job = done(jobs.begin(training(ENDLESS)));
    let begun = Instant::now();
    for _ in 0..8 {
        assert_eq!(receiver.recv_timeout(Duration::from_secs(60)), Ok(job));
    }
    assert!(begun.elapsed() >= Duration::from_millis(650), "{:?}", begun.elapsed());
}
