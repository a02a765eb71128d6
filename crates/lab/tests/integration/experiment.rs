//! Experiments as a user meets them: runs that are stopped, killed and resumed, and folders that are tampered with.

use std::path::Path;

use kinrow_agent::Stop;
use kinrow_arena::{Threads, Units};
use kinrow_lab::experiment::{
    BUILTIN, Cell, Experiment, ExperimentError, Mode, Plan, Prepared, RunEvent, Settings, checksum, columns,
    open, run,
};
use kinrow_report as report;
use kinrow_testing::experiment::{ALL_KINDS, data};
use kinrow_text::Language;
use kinrow_text::Text;

fn settings(folder: &Path) -> Settings {
    Settings { folder: folder.into(), share: None, command: "kinrow lab run all-kinds.toml".into() }
}

/// Runs, and says stop after so many tasks.
fn run_until(folder: &Path, workers: usize, tasks: Option<usize>) -> Result<usize, ExperimentError> {
    let prepared = Plan::new("all-kinds.toml", ALL_KINDS, Mode::Quick).prepare().unwrap();
    let stop = Stop::new();
    let mut new = 0;
    let mut listen = |heard: RunEvent<'_>| {
        if let RunEvent::Done { .. } = heard {
            new += 1;
            if tasks == Some(new) {
                stop.stop();
            }
        }
    };
    run(&prepared, &settings(folder), &Threads(workers), &stop, &mut listen)?;
    Ok(new)
}

#[test]
fn data_are_the_same_whatever_the_workers_and_interruptions() {
    let home = tempfile::tempdir().unwrap();
    let folder = |name: &str| home.path().join(name);
    let tasks = run_until(&folder("one"), 1, None).unwrap();
    let expected = data(&folder("one"));
    assert!(
        expected.contains_key("cross.csv") && expected.contains_key("learned.json"),
        "{:?}",
        expected.keys()
    );
    assert!(!expected.contains_key("left-out.csv"), "a quick run leaves it out");
    for workers in [2, 3] {
        let name = format!("workers-{workers}");
        run_until(&folder(&name), workers, None).unwrap();
        assert_eq!(data(&folder(&name)), expected, "{workers} workers");
    }

    // Stopped, then killed in the middle of a line, then stopped again.
    let broken = folder("broken");
    let stopped = run_until(&broken, 2, Some(7)).unwrap_err().to_string();
    assert!(
        stopped.starts_with("stopped after ") && stopped.contains("the same command goes on"),
        "{stopped}"
    );
    assert!(!broken.join("data").exists());
    let unfinished = open(&broken).unwrap_err().to_string();
    assert!(unfinished.contains("is not finished"), "{unfinished}");
    let journal = broken.join("tasks.jsonl");
    let text = std::fs::read_to_string(&journal).unwrap();
    std::fs::write(&journal, &text[..text.len() - 20]).unwrap();
    run_until(&broken, 3, Some(9)).unwrap_err();
    let again = run_until(&broken, 1, None).unwrap();
    assert!(0 < again && again < tasks, "{again} of {tasks}: what was done is not done again");
    assert_eq!(data(&broken), expected);
    // A run that is complete has nothing to do, and changes nothing.
    assert_eq!(run_until(&broken, 2, None).unwrap(), 0);
    assert_eq!(data(&broken), expected);
}

/// The shares of training games are of whole numbers of games; there are none before the first game, nor in a population.
#[test]
fn a_learning_curve_has_the_shares_of_its_training_games() {
    let home = tempfile::tempdir().unwrap();
    run_until(home.path(), 2, None).unwrap();
    let table = &data(home.path())["curve.csv"];
    let rows: Vec<Vec<&str>> = table.lines().map(|line| line.split(',').collect()).collect();
    let at = |name: &str| rows[0].iter().position(|column| *column == name).unwrap();
    let shares = ["training_x_share", "training_draw_share", "training_o_share"].map(at);
    let mut with_shares = 0;
    for row in &rows[1..] {
        let episodes: f64 = row[at("episode")].parse().unwrap();
        if row[at("method")] == "genetic" || episodes == 0.0 {
            assert!(shares.iter().all(|&share| row[share].is_empty()), "{row:?}");
            continue;
        }
        let games = shares.map(|share| row[share].parse::<f64>().unwrap() * episodes);
        assert!(games.iter().all(|games| (games - games.round()).abs() < 1e-3), "{row:?}");
        assert!((games.iter().sum::<f64>() - episodes).abs() < 1e-3, "{row:?}");
        with_shares += 1;
    }
    assert!(with_shares > 8, "{table}");
}

/// Written down, read elsewhere and done in another order, the tasks of a plan find the same.
#[test]
fn a_plan_that_was_written_down_gives_the_same_results() {
    let plan = Plan { seed: Some(7), ..Plan::new("all-kinds.toml", ALL_KINDS, Mode::Quick) };
    let read: Plan = serde_json::from_str(&serde_json::to_string(&plan).unwrap()).unwrap();
    assert_eq!(read, plan);
    let (here, there) = (plan.prepare().unwrap(), read.prepare().unwrap());
    let found = |prepared: &Prepared, number: usize| {
        let done = prepared.compute(&number, &Stop::new()).unwrap().unwrap();
        let mut found = serde_json::to_value(&done).unwrap();
        leave_out_times(&mut found);
        found
    };
    let first: Vec<_> = (0..here.len()).map(|number| found(&here, number)).collect();
    let mut again: Vec<_> = (0..there.len()).rev().map(|number| found(&there, number)).collect();
    again.reverse();
    assert!(first.len() > 20, "{}", first.len());
    for (first, again) in first.iter().zip(&again) {
        assert_eq!(first, again);
    }
}

/// What a clock was read for may differ. A row is a list of names and values, a game an object.
fn leave_out_times(found: &mut serde_json::Value) {
    let is_time = |name: &str| columns::role(name) == columns::Role::Clock || name.ends_with("ms");
    match found {
        serde_json::Value::Object(fields) => {
            fields.retain(|name, _| !is_time(name));
            fields.values_mut().for_each(leave_out_times);
        }
        serde_json::Value::Array(values) => {
            values.retain(|value| !value[0].as_str().is_some_and(is_time));
            values.iter_mut().for_each(leave_out_times);
        }
        _ => {}
    }
}

#[test]
fn another_run_is_not_mixed_into_a_folder() {
    let home = tempfile::tempdir().unwrap();
    let folder = home.path().join("run");
    run_until(&folder, 2, Some(2)).unwrap_err();
    let other = |text: &str, mode: Mode, seed: Option<u64>| {
        let prepared = Plan { seed, ..Plan::new("all-kinds.toml", text, mode) }.prepare().unwrap();
        run(&prepared, &settings(&folder), &Threads(2), &Stop::new(), &mut |_| {}).unwrap_err().to_string()
    };
    assert!(other(ALL_KINDS, Mode::Full, None).contains("with --quick, or without it"));
    assert!(other(ALL_KINDS, Mode::Quick, Some(4)).contains("another seed"));
    let edited = ALL_KINDS.replace("games = 12", "games = 13");
    assert!(other(&edited, Mode::Quick, None).contains("another experiment file"));
    // While one program runs there, another keeps out.
    let held = std::fs::File::open(folder.join("tasks.jsonl")).unwrap();
    held.lock().unwrap();
    assert!(other(ALL_KINDS, Mode::Quick, None).contains("another program is running"));
    drop(held);
    let foreign = home.path().join("foreign");
    std::fs::create_dir(&foreign).unwrap();
    std::fs::write(foreign.join("thesis.txt"), "years of work").unwrap();
    let refused = run_until(&foreign, 1, None).unwrap_err().to_string();
    assert!(refused.contains("not a run of an experiment: name another folder"), "{refused}");
    assert_eq!(std::fs::read_dir(&foreign).unwrap().count(), 1, "nothing was written there");
    assert!(open(&foreign).unwrap_err().to_string().contains("is not a run"));
}

#[test]
fn tampering_is_noticed_and_the_authors_words_are_kept() {
    let home = tempfile::tempdir().unwrap();
    let folder = home.path().join("run");
    run_until(&folder, 2, None).unwrap();
    let (english, chinese) = (Text::new(Language::English), Text::new(Language::Chinese));
    let read = |name: &str| std::fs::read_to_string(folder.join(name)).unwrap();
    report::write(&open(&folder).unwrap(), &english, &report::Wishes::default()).unwrap();
    let first = read("report.html");
    assert!(first.contains("<html lang=\"en\">") && first.contains("For the author"));
    // The manifest lists every file with its checksum.
    let manifest: serde_json::Value = serde_json::from_str(&read("manifest.json")).unwrap();
    let listed = manifest["files"].as_array().unwrap();
    for file in listed {
        let bytes = std::fs::read(folder.join(file["file"].as_str().unwrap())).unwrap();
        assert_eq!(
            (file["sha256"].as_str(), file["bytes"].as_u64()),
            (Some(&*checksum(&bytes)), Some(bytes.len() as u64))
        );
    }
    let names: Vec<&str> = listed.iter().map(|file| file["file"].as_str().unwrap()).collect();
    for name in [
        "charts/nodes.png",
        "charts/nodes.svg",
        "charts/chart-2.svg",
        "data/nodes.csv",
        "data/nodes.json",
        "data/nodes.times.csv",
        "environment.json",
        "experiment.toml",
        "report.html",
        "report.md",
        "tasks.jsonl",
    ] {
        assert!(names.contains(&name), "{name} is not in {names:?}");
    }
    // In another language, with the author's discussion, from the same data.
    let discussion = "# Mine\n\nIt <works>, *really*.\n\n- a\n- b\n\n![x](http://elsewhere/x.png)";
    std::fs::write(folder.join("discussion.md"), discussion).unwrap();
    report::write(&open(&folder).unwrap(), &chinese, &report::Wishes::default()).unwrap();
    let second = read("report.html");
    assert!(second.contains("<html lang=\"zh-Hans\">") && second.contains("实验结论"));
    for html in [
        "<h4>Mine</h4>",
        "<p>It &lt;works&gt;, <em>really</em>.</p>",
        "<ul>\n<li>a</li>\n<li>b</li>\n</ul>",
        "<p><em>x</em></p>",
    ] {
        assert!(second.contains(html), "{html}");
    }
    assert!(!second.contains("http://elsewhere"), "nothing is fetched");
    assert!(read("report.md").contains(discussion), "Markdown stays as it was written");
    report::write(&open(&folder).unwrap(), &english, &report::Wishes::default()).unwrap();

    let refuses = |name: &str, change: &str, words: &str| {
        let before = read(name);
        std::fs::write(folder.join(name), before.clone() + change).unwrap();
        let error = open(&folder).unwrap_err().to_string();
        assert!(error.contains(name) && error.contains(words), "{name}: {error}");
        std::fs::write(folder.join(name), before).unwrap();
        open(&folder).unwrap();
    };
    refuses("data/nodes.csv", "1,2,3\n", "is not as it was written");
    refuses("experiment.toml", "# edited\n", "is not as it was written");
    refuses("report.md", "my discussion", "was changed by hand");
    let moved = |name: &str, words: &str| {
        let aside = folder.join("aside");
        std::fs::rename(folder.join(name), &aside).unwrap();
        let error = open(&folder).unwrap_err().to_string();
        assert!(error.contains(words), "{name}: {error}");
        std::fs::rename(aside, folder.join(name)).unwrap();
        open(&folder).unwrap();
    };
    moved("data/size.json", "size.json is missing: put it back");
    moved("manifest.json", "are not written to the end");
    // Without its manifest the same run writes data and manifest anew.
    std::fs::remove_file(folder.join("manifest.json")).unwrap();
    assert_eq!(run_until(&folder, 1, None).unwrap(), 0);
    open(&folder).unwrap();
}

#[test]
fn a_changed_line_of_the_journal_is_named_and_its_task_done_again() {
    let home = tempfile::tempdir().unwrap();
    let (whole, broken) = (home.path().join("whole"), home.path().join("broken"));
    run_until(&whole, 2, None).unwrap();
    run_until(&broken, 1, Some(9)).unwrap_err();
    let journal = broken.join("tasks.jsonl");
    let text = std::fs::read_to_string(&journal).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    let with = |line: String| {
        let mut lines: Vec<String> = lines.iter().map(ToString::to_string).collect();
        lines[3] = line;
        std::fs::write(&journal, lines.join("\n") + "\n").unwrap();
        run_until(&broken, 1, None).unwrap_err().to_string()
    };
    for line in [lines[3].replacen(char::is_numeric, "7", 9), "garbage".to_string(), String::new()] {
        assert!(line != lines[3]);
        let error = with(line);
        assert!(
            error.contains("line 4 of") && error.contains("tasks.jsonl is not as it was written"),
            "{error}"
        );
    }
    // Without the line its task is done again.
    let others: Vec<&str> =
        lines.iter().enumerate().filter(|(at, _)| *at != 3).map(|(_, line)| *line).collect();
    std::fs::write(&journal, others.join("\n") + "\n").unwrap();
    run_until(&broken, 2, None).unwrap();
    assert_eq!(data(&broken), data(&whole));
}

/// Whatever lies in a run's folder takes little memory: it is refused by its first bytes, its length or its first wrong line.
#[test]
fn files_of_a_run_that_are_too_large_are_refused() {
    let home = tempfile::tempdir().unwrap();
    let folder = home.path().join("run");
    run_until(&folder, 2, None).unwrap();
    // Zeros that take no room on the disk.
    let lengthen = |name: &str, bytes: u64| {
        let file = std::fs::OpenOptions::new().write(true).open(folder.join(name)).unwrap();
        file.set_len(bytes).unwrap();
    };
    let refused = |name: &str, bytes: u64, words: &str| {
        let before = std::fs::read(folder.join(name)).unwrap();
        lengthen(name, bytes);
        let error = open(&folder).unwrap_err().to_string();
        assert!(error.contains(words), "{name}: {error}");
        std::fs::write(folder.join(name), before).unwrap();
        open(&folder).unwrap();
    };
    const GIGABYTE: u64 = 1_000_000_000;
    let lines = std::fs::read_to_string(folder.join("tasks.jsonl")).unwrap().lines().count();
    refused("tasks.jsonl", 5 * GIGABYTE, &format!("line {} of", lines + 1));
    refused("data/nodes.csv", 5 * GIGABYTE, "nodes.csv is not as it was written");
    refused("manifest.json", 5 * GIGABYTE, "manifest.json is larger than 10 MB");

    // The same where the manifest knows the file.
    let path = folder.join("experiment.toml");
    let text = std::fs::read_to_string(&path).unwrap() + &"# long\n".repeat(600_000);
    let manifest = std::fs::read_to_string(folder.join("manifest.json")).unwrap();
    let mut listed: serde_json::Value = serde_json::from_str(&manifest).unwrap();
    let files = listed["files"].as_array_mut().unwrap();
    let entry = files.iter_mut().find(|file| file["file"] == "experiment.toml").unwrap();
    entry["bytes"] = text.len().into();
    entry["sha256"] = checksum(text.as_bytes()).into();
    std::fs::write(&path, text).unwrap();
    std::fs::write(folder.join("manifest.json"), listed.to_string()).unwrap();
    let error = open(&folder).unwrap_err().to_string();
    assert!(error.contains("experiment.toml is larger than 4 MB"), "{error}");

    std::fs::write(folder.join("tasks.jsonl"), "").unwrap();
    lengthen("tasks.jsonl", 5 * GIGABYTE);
    let error = open(&folder).unwrap_err().to_string();
    assert!(error.contains("is not a run of an experiment"), "{error}");
}

/// A sitting is one task: what its agent learned in a game serves the next, and another sitting begins with nothing.
#[test]
fn an_agent_of_a_sitting_remembers_its_games() {
    const SITTINGS: &str = r#"
format = 1
name = "sittings"
title = "Sittings"
question = "Does a kept tree play better?"
principle = "None."

[[measure]]
table = "lost"
kind = "sitting"
boards = ["3x3x3"]
agents = [{ name = "learner", method = "td0" }]
opponents = [{ name = "kept", spec = "mcts:playouts=100,keep=on" }, { name = "fresh", spec = "mcts:playouts=100" }]
games = 100
repetitions = 2

[[measure]]
table = "first"
kind = "sitting"
boards = ["3x3x3"]
agents = [{ name = "learner", method = "td0" }]
opponents = [{ name = "kept", spec = "mcts:playouts=100,keep=on" }]
games = 100
"#;
    let home = tempfile::tempdir().unwrap();
    let of = |workers: usize| {
        let prepared = Plan::new("sittings.toml", SITTINGS, Mode::Full).prepare().unwrap();
        let folder = home.path().join(format!("{workers}"));
        run(&prepared, &settings(&folder), &Threads(workers), &Stop::new(), &mut |_| {}).unwrap();
        (open(&folder).unwrap(), data(&folder))
    };
    let ((one, bytes), (_, others)) = (of(1), of(3));
    assert_eq!(bytes, others);
    let table = |name: &str| one.tables.iter().find(|table| table.name == name).unwrap();
    let lost = |name: &str, row: usize| {
        let wins = table(name).columns.iter().position(|column| column == "x_wins").unwrap();
        match table(name).rows[row][wins] {
            Cell::Whole(wins) => wins,
            ref other => panic!("{other:?}"),
        }
    };
    let [kept, fresh] = [[0, 1], [2, 3]].map(|rows| rows.map(|row| lost("lost", row)));
    assert!(kept[0] + kept[1] < (fresh[0] + fresh[1]) / 2, "kept {kept:?}, fresh {fresh:?}");
    assert_eq!(lost("first", 0), kept[0], "the same sitting whoever sat before");
    assert_ne!(
        bytes["lost.csv"].lines().nth(1),
        bytes["lost.csv"].lines().nth(2),
        "each sitting has its seed"
    );
}

/// Repetitions of an audit are other learners, not one learner asked again.
#[test]
fn a_learner_is_trained_anew_in_each_repetition() {
    let text = "format = 1\nname = \"n\"\ntitle = \"t\"\nquestion = \"q\"\n[[measure]]\ntable = \"t\"\nkind = \"audit\"\n\
                boards = \"3x3x3\"\nrepetitions = 3\nagents = [{ name = \"self\", method = \"selfplay\", episodes = 300 }]\n";
    let home = tempfile::tempdir().unwrap();
    let folder = home.path().join("run");
    let prepared = Plan::new("t", text, Mode::Full).prepare().unwrap();
    run(&prepared, &settings(&folder), &Threads(2), &Stop::new(), &mut |_| {}).unwrap();
    let read = open(&folder).unwrap();
    let lines: std::collections::BTreeSet<String> = read.tables[0]
        .rows
        .iter()
        .map(|row| format!("{} {}", read.tables[0].cell(row, "side"), read.tables[0].cell(row, "lines")))
        .collect();
    assert!(lines.len() > 4, "two sides, three learners: {lines:?}");
}

#[test]
fn rows_have_the_columns_that_were_announced_and_facts_are_facts() {
    let home = tempfile::tempdir().unwrap();
    let folder = home.path().join("run");
    run_until(&folder, 2, None).unwrap();
    let read = open(&folder).unwrap();
    let table = |name: &str| read.tables.iter().find(|table| table.name == name).unwrap();
    for table in &read.tables {
        let variables = ["depth", "playouts", "alpha"];
        let unknown: Vec<_> = table
            .columns
            .iter()
            .filter(|name| !columns::is_known(name) && !variables.contains(&name.as_str()))
            .collect();
        assert!(unknown.is_empty(), "{}: {unknown:?}", table.name);
        // What a report may speak of is what is there.
        for column in &table.columns {
            let data = format!(
                "{ALL_KINDS}\n[[data]]\ntable = \"{}\"\ncolumns = \"{column}\"\ntitle = \"t\"\n",
                table.name
            );
            Experiment::parse("t", &data, Mode::Quick).unwrap();
        }
    }
    let csv = |name: &str| table(name).csv();
    assert!(csv("size").contains("3x3x3,9,549946,255168,5478,765,362880,"), "{}", csv("size"));
    assert!(csv("plies").contains("3x3x3,9,78,15,127872,5.2,yes"), "{}", csv("plies"));
    assert!(csv("values").contains("3x3x3,,9,"), "{}", csv("values"));
    // Minimax on 4x4x4 would never end: it got the cap, and is put down as not finished.
    let cut = table("nodes").csv();
    let cut: Vec<&str> = cut.lines().filter(|line| line.starts_with("4x4x4,,minimax,")).collect();
    assert_eq!(cut.len(), 2);
    assert!(cut.iter().all(|line| line.contains(",3000,") && line.ends_with(",no")), "{cut:?}");
    // How much it would have had to do is counted, not guessed.
    assert!(cut.iter().all(|line| line.contains(",36277691063105,")), "{cut:?}");
    let of_mcts = table("nodes")
        .rows
        .iter()
        .find(|row| table("nodes").cell(row, "name") == &Cell::word("mcts:playouts=20"));
    assert!(table("nodes").cell(of_mcts.unwrap(), "cpu_ms").number().is_some() || !cfg!(unix));
    let rated = table("ratings");
    assert!(rated.rows.iter().all(|row| rated.cell(row, "cpu_ms_a_move").number().is_some()) || !cfg!(unix));
    let lost = table("audits").csv();
    assert!(
        lost.lines().any(|line| line.starts_with("3x3x3,averaging,averaging,") && line.contains(",3,O,")),
        "{lost}"
    );
    // Everybody met everybody on both sides.
    assert_eq!(table("cross").rows.len(), 6);
    assert_eq!(table("ratings").rows.len(), 3);
    let games: Vec<_> =
        table("sides").rows.iter().map(|row| table("sides").cell(row, "games").to_string()).collect();
    assert_eq!(games, ["12"; 4]);
}

/// Everything but the appendix of times is the same in two runs, whatever the machine did meanwhile and whoever did the work.
#[test]
fn two_reports_agree_to_the_byte_but_for_the_times() {
    let home = tempfile::tempdir().unwrap();
    let text = Text::new(Language::English);
    let [one, other] = [("one", 1), ("other", 3)].map(|(name, workers)| {
        let folder = home.path().join(name);
        run_until(&folder, workers, None).unwrap();
        let page =
            report::markdown(&report::build(&open(&folder).unwrap(), &text, &report::Wishes::default()).0);
        page.split("## Appendix: times").next().unwrap().to_string()
    });
    assert_eq!(one, other);
    assert!(one.contains("## 7. Conclusion") && !one.contains("time (ms)"), "{one}");
}

/// What every quick run does within a minute, in release; here only that each comes to its end. Minutes: see `./test --full`.
#[test]
#[ignore = "takes minutes"]
fn every_quick_run_ends_and_reports() {
    let home = tempfile::tempdir().unwrap();
    for (name, text) in BUILTIN {
        let prepared = Plan::new(name, text, Mode::Quick).prepare().unwrap();
        let folder = home.path().join(name);
        let settings = Settings { command: format!("kinrow lab run {name} --quick"), ..settings(&folder) };
        run(&prepared, &settings, &Threads(2), &Stop::new(), &mut |_| {}).unwrap();
        for language in [Language::English, Language::Chinese] {
            let written =
                report::write(&open(&folder).unwrap(), &Text::new(language), &report::Wishes::default())
                    .unwrap();
            assert_eq!(
                written.files.len(),
                2 + 2 * prepared.experiment.charts.len(),
                "{name}: {:?}",
                written.files
            );
            let page = std::fs::read_to_string(folder.join("report.html")).unwrap();
            let body = page.split("</style>").nth(1).unwrap();
            // What can be typed may have braces and names of files.
            let words: String =
                body.split("<code>").map(|part| part.rsplit("</code>").next().unwrap()).collect();
            for place in ["{", "finding.", "report.", "column.", "steps."] {
                assert!(!words.contains(place), "{name}: '{place}' is left in the report");
            }
        }
    }
}
