//! Reports as people read them: snapshots in both languages and both formats, and a real browser that opens one.

#![allow(clippy::unwrap_used)]

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use kinrow_agent::{GameRecord, Stop};
use kinrow_arena::Threads;
use kinrow_lab::experiment::columns::{Role, role};
use kinrow_lab::experiment::{Author, Cell, Environment, Mode, Plan, Run, Settings, open, run};
use kinrow_record::store::Store;
use kinrow_report as report;
use kinrow_report::{Block, GamesOf, Wishes, build, html, markdown};
use kinrow_testing::experiment::ALL_KINDS;
use kinrow_text::Language;
use kinrow_text::Text;

fn finished(folder: &Path) -> Run {
    let prepared = Plan::new("all-kinds.toml", ALL_KINDS, Mode::Quick).prepare().unwrap();
    let settings = Settings {
        folder: folder.into(),
        share: None,
        command: "kinrow lab run all-kinds.toml --quick".into(),
    };
    run(&prepared, &settings, &Threads(2), &Stop::new(), &mut |_| {}).unwrap();
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
        let (mut document, drawn) = build(&run, &Text::new(language), &Wishes::default());
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
    let page = html(&build(&run, &Text::new(Language::English), &Wishes::default()).0);
    let addresses: Vec<&str> =
        page.match_indices("://").map(|(at, _)| &page[at - 4..(at + 30).min(page.len())]).collect();
    assert!(addresses.iter().all(|address| address.starts_with("http://www.w3.org/")), "{addresses:?}");
    for outside in ["<script", "@import", "url(", "src=", "<iframe", "<img"] {
        assert!(!page.contains(outside), "{outside}");
    }
    assert_eq!(page.matches("<h2>").count(), 9, "seven parts, the references and the times");
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
    report::write(&run, &Text::new(Language::Chinese), &Wishes::default()).unwrap();
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
    let page = html(&build(&run, &Text::new(Language::English), &Wishes::default()).0);
    let links: Vec<&str> =
        page.split("<a href=\"").skip(1).filter_map(|rest| rest.split('"').next()).collect();
    let kept = ["https://example.org/?a=b&amp;c=d", "mailto:me@example.org", "data/size.csv"];
    assert_eq!(links, kept);
    assert!(page.contains("a b c\nd e javascript:alert(1) f r\n"), "the words of a link stay");
}

/// A title page has what was given, and lines for a pen; formulas are MathML; works are cited by their numbers.
#[test]
fn a_report_can_be_handed_in() {
    let home = tempfile::tempdir().unwrap();
    let folder = home.path().join("run");
    let mut run = finished(&folder);
    assert!(
        !html(&build(&run, &Text::new(Language::English), &Wishes::default()).0)
            .contains("class=\"title-page\"")
    );
    let author =
        Author { name: Some("Li <Ming>".into()), date: Some("2026-11-20".into()), ..Author::default() };
    author.keep(&folder).unwrap();
    Author { class: Some("AI 1".into()), ..Author::default() }.keep(&folder).unwrap();
    run.author = open(&folder).unwrap().author;
    run.discussion = "As $\\frac{1}{2}$ shows [@book], and [@nothing]; $\\nonsense$.".into();
    let (document, _) = build(&run, &Text::new(Language::Chinese), &Wishes::default());
    let page = html(&document);
    for piece in [
        "<header class=\"title-page\">",
        "<dt>姓名</dt><dd>Li &lt;Ming&gt;</dd>",
        "<dt>学号</dt><dd class=\"blank\"></dd>",
        "<dt>班级</dt><dd>AI 1</dd>",
        "<dt>日期</dt><dd>2026-11-20</dd>",
        "<math display=\"block\"><mrow><mi>v</mi>",
        "<li id=\"ref-1\">A. Author, A Book, 1999 &lt;with &amp; signs&gt;</li>",
        "As <math><mrow><mfrac>",
        "shows <a href=\"#ref-1\">[1]</a>, and [@nothing]; <code>\\nonsense</code>.",
    ] {
        assert!(page.contains(piece), "{piece}");
    }
    let page = markdown(&document);
    assert!(
        page.contains("- 学号: \\_\\_") && page.contains("$$\nv(s) = ") && page.contains("\n1. A. Author"),
        "{page}"
    );
    let error =
        Author { name: Some("a\nb".into()), ..Author::default() }.keep(&folder).unwrap_err().to_string();
    assert!(error.contains("is one line of at most 200 bytes"), "{error}");
}

/// Games of people come from the record, on request.
#[test]
fn recorded_games_are_shown_on_request() {
    let home = tempfile::tempdir().unwrap();
    let run = finished(&home.path().join("run"));
    let json = r#"{"format":"kinrow-game","version":1,"rules":"3x3x3","seed":1,"x":{"spec":"human","limits":""},
        "o":{"spec":"alphabeta","limits":""},"opening":[],"moves":[
        {"move":"b2","time_ms":1,"nodes":0,"value":"?"},{"move":"a1","time_ms":1,"nodes":9,"value":"?"},
        {"move":"b3","time_ms":1,"nodes":0,"value":"?"},{"move":"a2","time_ms":1,"nodes":9,"value":"?"},
        {"move":"b1","time_ms":1,"nodes":0,"value":"?"}],"result":"x","reason":{"kind":"rules"}}"#;
    let mut store = Store::open(&home.path().join("games.db")).unwrap();
    store.add_game(None, &GameRecord::from_json(json).unwrap()).unwrap();
    let games = GamesOf::find(&store, "human").unwrap();
    assert_eq!((games.all, GamesOf::find(&store, "nobody").unwrap().all), (1, 0));
    let wishes = Wishes { games: Some(games), ..Wishes::default() };
    let page = markdown(&build(&run, &Text::new(Language::English), &wishes).0);
    assert!(
        page.contains("### Recorded games of human") && page.contains("| human | alphabeta | won by X | 5 |"),
        "{page}"
    );
    assert!(page.contains("1. b2 2. a1 3. b3 4. a2 5. b1\n\n   1 2 3\n3  . X ."), "{page}");
}
