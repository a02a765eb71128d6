//! Experiments as a user meets them: mistakes in a file, runs that are stopped, killed and resumed, and folders that are tampered with.

#![allow(clippy::unwrap_used)]

use std::collections::BTreeMap;
use std::path::Path;

use kinrow_agent::Stop;
use kinrow_lab::experiment::{
    BUILTIN, Experiment, ExperimentError, Mode, Progress, Settings, checksum, columns, find, open, run,
};
use kinrow_lab::{Language, Text, report};

const ALL_KINDS: &str = include_str!("experiment/all-kinds.toml");

fn settings(folder: &Path, workers: usize) -> Settings {
    Settings { folder: folder.into(), seed: None, workers, command: "kinrow lab run all-kinds.toml".into() }
}

/// Runs, and says stop after so many tasks.
fn run_until(folder: &Path, workers: usize, tasks: Option<usize>) -> Result<usize, ExperimentError> {
    let experiment = Experiment::parse("all-kinds.toml", ALL_KINDS, Mode::Quick).unwrap();
    let stop = Stop::new();
    let mut new = 0;
    let mut listen = |heard: Progress<'_>| {
        if let Progress::Done { .. } = heard {
            new += 1;
            if tasks == Some(new) {
                stop.stop();
            }
        }
    };
    run(&experiment, ALL_KINDS, &settings(folder, workers), &stop, &mut listen)?;
    Ok(new)
}

/// The data without clocks: name and bytes.
fn data(folder: &Path) -> BTreeMap<String, String> {
    let entries = std::fs::read_dir(folder.join("data")).unwrap().map(|entry| entry.unwrap());
    entries
        .map(|entry| {
            (entry.file_name().into_string().unwrap(), std::fs::read_to_string(entry.path()).unwrap())
        })
        .filter(|(name, _)| !name.ends_with(".times.csv"))
        .collect()
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

#[test]
fn another_run_is_not_mixed_into_a_folder() {
    let home = tempfile::tempdir().unwrap();
    let folder = home.path().join("run");
    run_until(&folder, 2, Some(2)).unwrap_err();
    let other = |text: &str, mode: Mode, seed: Option<u64>| {
        let experiment = Experiment::parse("all-kinds.toml", text, mode).unwrap();
        let settings = Settings { seed, ..settings(&folder, 1) };
        run(&experiment, text, &settings, &Stop::new(), &mut |_| {}).unwrap_err().to_string()
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
    report::write(&open(&folder).unwrap(), &english).unwrap();
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
    report::write(&open(&folder).unwrap(), &chinese).unwrap();
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
    report::write(&open(&folder).unwrap(), &english).unwrap();

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

/// Repetitions of an audit are other learners, not one learner asked again.
#[test]
fn a_learner_is_trained_anew_in_each_repetition() {
    let text = "format = 1\nname = \"n\"\ntitle = \"t\"\nquestion = \"q\"\n[[measure]]\ntable = \"t\"\nkind = \"audit\"\n\
                boards = \"3x3x3\"\nrepetitions = 3\nagents = [{ name = \"self\", method = \"selfplay\", episodes = 300 }]\n";
    let home = tempfile::tempdir().unwrap();
    let folder = home.path().join("run");
    let experiment = Experiment::parse("t", text, Mode::Full).unwrap();
    run(&experiment, text, &settings(&folder, 2), &Stop::new(), &mut |_| {}).unwrap();
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

/// A mistake, the line it stands in, and what the sentence must say.
#[test]
fn mistakes_are_told_with_their_line_and_what_would_be_right() {
    let cases: &[(&str, &str, &str)] = &[
        ("seed = 3", "sead = 3", "an experiment has no key 'sead': it has format, name, seed"),
        ("format = 1", "format = 2", "format 2 is not known: this Kinrow reads format 1"),
        ("seed = 3", "seed = \"three\"", "'seed' must be a whole number"),
        ("seed = 3", "seed = -3", "'seed' cannot be -3: it goes from 0"),
        ("seed = 3", "seed = 3 4", "this is not TOML"),
        ("name = \"all-kinds\"", "name = \"../all\"", "'../all' cannot be a name here"),
        (
            "kind = \"count\"",
            "kind = \"cuont\"",
            "'cuont' is not possible for 'kind': choose from count, levels, solve",
        ),
        (
            "boards = [\"2x2x2\", \"3x2x2\", \"3x3x3\"]",
            "boards = [\"2x2x2\", \"3x3\"]",
            "'3x3' is not a board",
        ),
        (
            "boards = [\"2x2x2\", \"3x2x2\", \"3x3x3\"]",
            "bords = [\"2x2x2\"]",
            "a measure has no key 'bords': it has table, kind, boards",
        ),
        (
            "boards = [\"3x3x3\", \"2x2x2\"]",
            "games = 3",
            "a measure of kind levels has no 'games': it has boards, plies",
        ),
        ("moves = [\"\", \"a1 b1\"]", "moves = [\"\", \"a1 a1\"]", "move 2: a1 is taken"),
        (
            "moves = [\"\", \"a1 b1\"]",
            "moves = [\"a1 b1 a2 b2 a3\"]",
            "the game is over after 'a1 b1 a2 b2 a3'",
        ),
        ("limit = \"nodes=100000\"", "limit = \"nodes=many\"", "is not a limit"),
        ("eval=runs,table=off\" },", "eval=best\" },", "eval takes none|open-ends|runs"),
        (
            "eval=runs,table=off\" },",
            "eval={eval}\" },",
            "the variable 'eval' has no values: give them under vary",
        ),
        (
            "vary = { depth = [1, 2, 3] }",
            "vary = { depth = [1], width = [2] }",
            "no agent uses the variable 'width'",
        ),
        ("vary = { depth = [1, 2, 3] }", "vary = { depth = [] }", "the variable 'depth' has no values"),
        (
            "vary = { alpha = [0.1, 0.5] }",
            "vary = { alpha = [0.1], nodes = [1] }",
            "'nodes' is the name of a column already",
        ),
        (
            "vary = { alpha = [0.1, 0.5] }",
            "vary = { alpha = [7] }",
            "alpha=7 is not possible: alpha takes 0..1",
        ),
        (
            "{ name = \"self\", method = \"selfplay\"",
            "{ name = \"self\", method = \"selfpaly\"",
            "'selfpaly' is not a method",
        ),
        (
            "{ name = \"genes\", method = \"genetic\", set = \"population=6\", episodes = 3 },",
            "\"random\",",
            "'random' is not a training",
        ),
        (
            "agents = [\"random\", { name = \"prune\"",
            "agents = [\"random\", { name = \"random\"",
            "two agents are called 'random'",
        ),
        (
            "agents = [\"mcts:playouts={playouts}\"]\nopponents",
            "agents = [\"minimax\", \"mcts:playouts={playouts}\"]\nboard = 1\nopponents",
            "has no key 'board'",
        ),
        ("opening = 1", "opening = 9", "has no opening of 9 random moves"),
        ("boards = [\"3x3x3\", \"2x2x2\"]", "boards = [\"3x3x3\", \"3x3x3\"]", "'boards' has '3x3x3' twice"),
        ("boards = [\"3x3x3\", \"2x2x2\"]", "boards = []", "'boards' is empty: name one at least"),
        ("moves = [\"\", \"a1 b1\"]", "moves = [\"a1 b1\", \"a1 b1\"]", "'moves' has 'a1 b1' twice"),
        ("vary = { alpha = [0.1, 0.5] }", "vary = { alpha = [0.5, 0.5] }", "'alpha' has '0.5' twice"),
        ("vary = { alpha = [0.1, 0.5] }", "vary = { alpha = [-1] }", "alpha=-1 is not possible"),
        (
            "vary = { playouts = [1, 20] }",
            "vary = { playouts = [] }",
            "the variable 'playouts' has no values",
        ),
        ("agents = [\"averaging\", \"mcts:playouts={playouts}\"]", "agents = []", "'agents' is empty"),
        (
            "agents = [\"random\", { name = \"prune\", spec = \"alphabeta:eval=runs\" }, { name = \"learner\", method = \"qlearning\", episodes = 50 }]",
            "agents = [\"random\"]",
            "a tournament needs two agents",
        ),
        ("repetitions = 2\nquick", "seconds = -3\nquick", "seconds cannot be -3"),
        ("repetitions = 2\nquick", "seconds = inf\nquick", "seconds cannot be inf"),
        ("name = \"ratings\"\ntable", "name = \"nodes\"\ntable", "two charts are called 'nodes'"),
        ("x = \"depth\"\ny", "x = \"name\"\ny", "the column 'name' holds words"),
        ("at_most = 0", "at_most = 0\nat_least = 1", "at_most or at_least, not both"),
        ("{board} has {nodes} nodes.", "{bord} has {nodes} nodes.", "'bord' is not a column"),
        ("{board} 有 {nodes} 个节点。", "{board 有 {nodes} 个节点。", "is not a column"),
        ("games = 4\n", "games = 0\n", "'games' cannot be 0: it goes from 1"),
        (
            "x = \"depth\"\ny = \"nodes\"",
            "x = \"deep\"\ny = \"nodes\"",
            "the table 'nodes' has no column 'deep': it has board, moves",
        ),
        (
            "[[chart]]\ntable = \"curve\"",
            "[[chart]]\ntable = \"curves\"",
            "no measure fills the table 'curves': there are size, plies",
        ),
        ("log = \"y\"", "log = \"z\"", "'z' is not possible for 'log': choose from none, x, y, xy"),
        (
            "band = [\"elo_low\", \"elo_high\"]",
            "band = [\"elo_low\"]",
            "'band' must be a list of two columns",
        ),
        (
            "where = { board = \"3x3x3\" }\nvalue",
            "where = { bord = \"3x3x3\" }\nvalue",
            "has no column 'bord'",
        ),
        ("at_most = 0", "at_mots = 0", "a finding has no key 'at_mots'"),
        ("at_most = 0", "", "a finding lacks the key 'at_most'"),
        (
            "same = [\"board\", \"depth\"]\nanswer = true",
            "same = [\"board\", \"deepness\"]",
            "has no column 'deepness'",
        ),
        (
            "title = { en = \"Ratings\", zh = \"等级分\" }",
            "title = { english = \"Ratings\" }",
            "a text in two languages has no key 'english': it has en, zh",
        ),
    ];
    let chinese = Text::new(Language::Chinese);
    for (right, wrong, words) in cases {
        assert!(ALL_KINDS.contains(right), "{right}");
        let text = ALL_KINDS.replacen(right, wrong, 1);
        let error = match Experiment::parse("mine.toml", &text, Mode::Full) {
            Err(error) => error,
            Ok(_) => panic!("{wrong} was taken"),
        };
        let sentence = error.to_string();
        assert!(sentence.contains(words), "{wrong}: {sentence}");
        assert!(sentence.starts_with(&format!("mine.toml, line {}: ", error.line())), "{sentence}");
        // The line that was edited, or the beginning of the table in which something is missing.
        let at = 1 + ALL_KINDS[..ALL_KINDS.find(right).unwrap()].matches('\n').count();
        let distance = error.line().abs_diff(at);
        assert!(
            distance <= if wrong.is_empty() { 8 } else { 3 },
            "{wrong}: line {} instead of {at}",
            error.line()
        );
        let translated = chinese.explain(&error);
        assert!(translated.starts_with(&format!("mine.toml 第 {} 行：", error.line())), "{translated}");
        assert!(!translated.contains('{'), "{translated}");
    }
}

#[test]
fn too_much_and_nothing_are_refused() {
    let many = ALL_KINDS.replace("games = 4\n", "games = 1000000\n");
    let error = Experiment::parse("t", &many, Mode::Full).unwrap_err().to_string();
    assert!(error.contains("tasks, and 100000 is the most"), "{error}");
    let nothing = "format = 1\nname = \"n\"\ntitle = \"t\"\nquestion = \"q\"\n[[measure]]\ntable = \"t\"\nkind = \"count\"\n\
                   boards = \"2x2x2\"\nquick.skip = true\n";
    assert!(Experiment::parse("t", nothing, Mode::Full).is_ok());
    let error = Experiment::parse("t", nothing, Mode::Quick).unwrap_err().to_string();
    assert!(error.contains("nothing is measured in the quick run"), "{error}");
    assert!(find("no-such").unwrap_err().to_string().contains("the built-in ones are tree-growth"));
    assert!(find("no-such.toml").unwrap_err().to_string().contains("could not be read"));
}

#[test]
fn the_built_in_experiments_are_complete_in_both_languages() {
    let is_chinese = |text: &str| text.chars().any(|c| ('\u{4e00}'..='\u{9fff}').contains(&c));
    assert_eq!(BUILTIN.len(), 12);
    for (name, text) in BUILTIN {
        let full = Experiment::parse(name, text, Mode::Full).unwrap_or_else(|error| panic!("{error}"));
        let quick = Experiment::parse(name, text, Mode::Quick).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(full.name, *name);
        let (all, few) = (full.seconds().unwrap(), quick.seconds().unwrap());
        assert!(few <= all && few <= 60.0, "{name}: {few} of {all} s");
        assert!(
            !full.references.is_empty()
                && !full.charts.is_empty()
                && full.findings.iter().any(|f| f.is_answer)
        );
        let mut words = vec![&full.title, &full.question, &full.principle];
        words.extend(full.charts.iter().flat_map(|chart| [&chart.title, &chart.caption]));
        words.extend(full.shown.iter().map(|shown| &shown.title));
        for words in words {
            assert!(!words.en.is_empty() && !is_chinese(&words.en), "{name}: {}", words.en);
            let is_name = words.zh.is_ascii();
            assert!(is_chinese(&words.zh) && !is_name, "{name}: {}", words.zh);
        }
        // Everybody who plays has a name in both languages, or is called by its spec.
        for player in
            full.measures.iter().flat_map(|measure| measure.players.iter().chain(&measure.opponents))
        {
            let is_named = full.names.iter().any(|(known, _)| *known == player.name);
            assert!(is_named, "{name}: {} has no name", player.name);
        }
        let tables: Vec<&str> = full.shown.iter().map(|shown| shown.table.as_str()).collect();
        for chart in &full.charts {
            assert!(
                tables.contains(&chart.table.as_str()),
                "{name}: the data of {} are not shown",
                chart.name
            );
        }
    }
}

/// What every quick run does within a minute, in release; here only that each comes to its end. Minutes: see `./test --full`.
#[test]
#[ignore = "takes minutes"]
fn every_quick_run_ends_and_reports() {
    let home = tempfile::tempdir().unwrap();
    for (name, text) in BUILTIN {
        let experiment = Experiment::parse(name, text, Mode::Quick).unwrap();
        let folder = home.path().join(name);
        let settings = Settings { command: format!("kinrow lab run {name} --quick"), ..settings(&folder, 2) };
        run(&experiment, text, &settings, &Stop::new(), &mut |_| {}).unwrap();
        for language in [Language::English, Language::Chinese] {
            let written = report::write(&open(&folder).unwrap(), &Text::new(language)).unwrap();
            assert_eq!(written.files.len(), 2 + 2 * experiment.charts.len(), "{name}: {:?}", written.files);
            let page = std::fs::read_to_string(folder.join("report.html")).unwrap();
            for place in ["{", "finding.", "report.", "column.", "steps."] {
                let body = page.split("</style>").nth(1).unwrap();
                let is_name =
                    place == "report." && body.matches(place).count() == body.matches("report.md").count();
                assert!(!body.contains(place) || is_name, "{name}: '{place}' is left in the report");
            }
        }
    }
}
