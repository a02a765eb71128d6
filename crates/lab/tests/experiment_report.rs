//! Reports as people read them: snapshots in both languages and both formats, and a real browser that opens one.

#![allow(clippy::unwrap_used)]

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use kinrow_agent::Stop;
use kinrow_lab::experiment::columns::{Role, role};
use kinrow_lab::experiment::{Cell, Environment, Experiment, Mode, Run, Settings, open, run};
use kinrow_lab::report::{Block, build, html, markdown};
use kinrow_lab::{Language, Text, report};

const ALL_KINDS: &str = include_str!("experiment/all-kinds.toml");

fn finished(folder: &Path) -> Run {
    let experiment = Experiment::parse("all-kinds.toml", ALL_KINDS, Mode::Quick).unwrap();
    let settings = Settings {
        folder: folder.into(),
        seed: None,
        workers: 2,
        command: "kinrow lab run all-kinds.toml --quick".into(),
    };
    run(&experiment, ALL_KINDS, &settings, &Stop::new(), &mut |_| {}).unwrap();
    open(folder).unwrap()
}

/// On a machine that is always the same, at a time that never passes.
fn masked(mut run: Run) -> Run {
    run.environment = Environment {
        kinrow: "0.0.0".into(),
        build: "release".into(),
        system: "Some System".into(),
        architecture: "some64".into(),
        processor: Some("Some Processor".into()),
        cores: 2,
        memory_mb: Some(4000),
        workers: 2,
        command: "kinrow lab run all-kinds.toml --quick".into(),
        started: "2026-01-01T00:00:00Z".into(),
        ended: "2026-01-01T00:00:01Z".into(),
        work_seconds: 1.5,
        measures: Vec::new(),
        ..run.environment
    };
    for table in &mut run.tables {
        for (at, _) in table.columns.iter().enumerate().filter(|(_, name)| role(name) == Role::Clock) {
            for row in &mut table.rows {
                row[at] = Cell::real(1.25);
            }
        }
    }
    run
}

#[test]
fn reports_read_as_they_did() {
    let home = tempfile::tempdir().unwrap();
    let run = masked(finished(&home.path().join("run")));
    for (name, language) in [("en", Language::English), ("zh", Language::Chinese)] {
        let (mut document, drawn) = build(&run, &Text::new(language));
        assert_eq!(drawn.len(), 3);
        insta::assert_snapshot!(format!("report-{name}-md"), markdown(&document));
        // Charts have their own tests; here it counts where they stand.
        for block in &mut document.blocks {
            if let Block::Chart { svg, .. } = block {
                assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>\n"));
                *svg = "<svg></svg>\n".into();
            }
        }
        let page = html(&document);
        let body = page.split("</style>").nth(1).unwrap();
        insta::assert_snapshot!(format!("report-{name}-html"), body);
    }
}

#[test]
fn the_page_needs_nothing_from_outside() {
    let home = tempfile::tempdir().unwrap();
    let run = finished(&home.path().join("run"));
    let page = html(&build(&run, &Text::new(Language::English)).0);
    let addresses: Vec<&str> =
        page.match_indices("://").map(|(at, _)| &page[at - 4..(at + 30).min(page.len())]).collect();
    assert!(
        addresses.iter().all(|address| address.starts_with("http://www.w3.org/")),
        "{addresses:?}"
    );
    for outside in ["<script", "@import", "url(", "src=", "<iframe", "<img"] {
        assert!(!page.contains(outside), "{outside}");
    }
    assert_eq!(page.matches("<h2>").count(), 8, "seven parts and the references");
    let policy = "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; ";
    assert!(page.find(policy) < page.find("<style>"), "the policy comes before what it governs");
}

/// The browser of this machine, if it has one.
fn browser() -> Option<PathBuf> {
    let names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
    let path = std::env::var_os("PATH")?;
    std::env::split_paths(&path)
        .flat_map(|folder| names.map(|name| folder.join(name)))
        .find(|file| file.is_file())
}

#[test]
fn a_real_browser_opens_it() {
    let Some(browser) = browser() else {
        eprintln!("skipped: no chromium on the PATH (./test installs one)");
        return;
    };
    let home = tempfile::tempdir().unwrap();
    let folder = home.path().join("run");
    let run = finished(&folder);
    report::write(&run, &Text::new(Language::Chinese)).unwrap();
    let picture = home.path().join("page.png");
    let output = Command::new(browser)
        .args(["--headless", "--no-sandbox", "--disable-gpu", "--disable-background-networking"])
        .args(["--disable-component-update", "--disable-sync", "--no-first-run", "--disable-dev-shm-usage"])
        .args(["--enable-logging=stderr", "--v=0", "--window-size=1000,1400", "--virtual-time-budget=2000"])
        // Whatever is fetched from outside fails loudly: no name is resolved.
        .arg("--host-resolver-rules=MAP * ~NOTFOUND")
        .arg(format!("--user-data-dir={}", home.path().join("profile").display()))
        .arg(format!("--screenshot={}", picture.display()))
        .arg("--dump-dom")
        .arg(format!("file://{}", folder.join("report.html").display()))
        .stdin(Stdio::null())
        .output()
        .unwrap();
    let (dom, log) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success(), "{log}");
    assert!(dom.contains("<html lang=\"zh-Hans\">") && dom.contains("实验结论"), "{}", dom.len());
    assert_eq!(dom.matches("<figure>").count(), 3);
    assert_eq!(dom.matches("<svg ").count(), 3);
    assert!(dom.matches("<path ").count() > 30, "charts have lines");
    assert_eq!(dom.matches("<table>").count(), dom.matches("<caption>").count());
    let complaints: Vec<&str> = log
        .lines()
        .filter(|line| {
            line.contains("CONSOLE") || line.contains("ERR_NAME_NOT_RESOLVED") || line.contains("net::ERR")
        })
        .collect();
    assert!(complaints.is_empty(), "{complaints:?}");
    assert!(std::fs::metadata(&picture).is_ok_and(|file| file.len() > 20_000), "the page was drawn");
}

/// What an author writes, or pastes, does not run when the report is opened.
#[test]
fn links_of_the_author_lead_to_the_web_to_mail_or_beside_the_report() {
    let home = tempfile::tempdir().unwrap();
    let mut run = finished(&home.path().join("run"));
    run.discussion =
        "[a](javascript:alert(1)) [b](JAVASCRIPT&colon;alert(1)) [c](&#106;avascript:alert(1))\n\
        [d](<java&Tab;script:alert(1)>) [e](//example.org) <javascript:alert(1)> [f](data:text/html,x) [r]\n\
        ![p](javascript:alert(1)) <a href=\"javascript:alert(1)\">h</a>\n\n[r]: vbscript:x\n\n\
        [web](https://example.org/?a=b&c=d) <mailto:me@example.org> [beside](data/size.csv)\n"
            .into();
    let page = html(&build(&run, &Text::new(Language::English)).0);
    let links: Vec<&str> =
        page.split("<a href=\"").skip(1).filter_map(|rest| rest.split('"').next()).collect();
    let kept = ["https://example.org/?a=b&amp;c=d", "mailto:me@example.org", "data/size.csv"];
    assert_eq!(links, kept);
    assert!(page.contains("a b c\nd e javascript:alert(1) f r\n"), "the words of a link stay");
}
