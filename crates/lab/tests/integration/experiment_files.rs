//! Experiment files: mistakes are told with their line, and the built-in ones are complete.

use kinrow_lab::experiment::{BUILTIN, Experiment, Mode, find};
use kinrow_testing::experiment::ALL_KINDS;
use kinrow_text::Language;
use kinrow_text::Text;

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
        (
            "agents = [\"random\"]\nopponents = [\"random\", ",
            "agents = [\"mcts:keep=on\"]\nopponents = [\"random\", ",
            "mcts:keep=on remembers earlier games, which only kind = 'sitting' allows",
        ),
        ("opponents = [\"random\"]\nvary", "opponents = [\"mcts:keep=on\"]\nvary", "leave out keep=on"),
        ("  \"mcts:playouts=20\",", "  \"mcts:playouts=20,keep=on\",", "or measure sittings"),
        ("\"mcts:playouts={playouts}\"]", "\"mcts:playouts={playouts},keep=on\"]", "leave out keep=on"),
        (
            "games = 12\nrepetitions = 2",
            "games = 12\ncap = \"nodes=3\"",
            "a measure of kind sitting has no 'cap'",
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
        ("opening = 1", "opening = 9", "has no opening of that many random moves (9)"),
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
        (
            "of = \"mini\"",
            "of = \"minni\"",
            "nothing in the column 'name' is called 'minni': there are mini, prune, minimax",
        ),
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
        ("where = { board = \"3x3x3\" }\nvalue", "where = { board = \"3x3x4\" }\nvalue", "is called '3x3x4'"),
        ("where = { name = [\"mini\", \"prune\"] }", "where = { name = [] }", "'name' is empty"),
        ("at_most = 0", "at_mots = 0", "a finding has no key 'at_mots'"),
        ("at_most = 0", "", "a finding lacks the key 'at_most'"),
        (
            "same = [\"board\", \"depth\"]\nanswer = {",
            "same = [\"board\", \"deepness\"]\nanswer = {",
            "has no column 'deepness'",
        ),
        (
            "title = { en = \"Ratings\", zh = \"等级分\" }",
            "title = { english = \"Ratings\" }",
            "a text in several languages has no key 'english': it has en, zh",
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
    assert!(error.contains("this makes 1,500,000 tasks, and 100,000 is the most"), "{error}");
    // Several measures count together.
    let sum = ALL_KINDS.replace("games = 4\n", "games = 60000\n").replace("games = 12\n", "games = 100000\n");
    let error = Experiment::parse("t", &sum, Mode::Full).unwrap_err().to_string();
    assert!(error.contains("this makes 130,0"), "{error}");
    let nothing = "format = 1\nname = \"n\"\ntitle = \"t\"\nquestion = \"q\"\n[[measure]]\ntable = \"t\"\nkind = \"count\"\n\
                   boards = \"2x2x2\"\nquick.skip = true\n";
    assert!(Experiment::parse("t", nothing, Mode::Full).is_ok());
    let error = Experiment::parse("t", nothing, Mode::Quick).unwrap_err().to_string();
    assert!(error.contains("nothing is measured in the quick run"), "{error}");
    assert!(find("no-such").unwrap_err().to_string().contains("the built-in ones are tree-growth"));
    assert!(find("no-such.toml").unwrap_err().to_string().contains("could not be read"));
}

/// A file of a few kilobytes can ask for more than any memory holds: it is refused by arithmetic, before anything is made of it.
#[test]
fn endless_products_are_refused_with_their_number() {
    let file = |agents: &str, vary: &str| {
        format!(
            "format = 1\nname = \"n\"\ntitle = \"t\"\nquestion = \"q\"\n[[measure]]\ntable = \"t\"\nkind = \"search\"\n\
             boards = \"3x3x3\"\nagents = [{agents}]\n[measure.vary]\n{vary}"
        )
    };
    let refused = |text: &str| {
        let started = std::time::Instant::now();
        let error = Experiment::parse("t", text, Mode::Full).unwrap_err().to_string();
        assert!(started.elapsed().as_secs() < 5, "{error}");
        error
    };
    let names: Vec<String> = (0..300).map(|at| format!("v{at}")).collect();
    let values = (1..=10).map(|value| value.to_string()).collect::<Vec<_>>().join(", ");
    let vary =
        |names: &[String]| names.iter().map(|name| format!("{name} = [{values}]\n")).collect::<String>();
    let agent = |names: &[String]| {
        let places: String = names.iter().map(|name| format!("{{{name}}}")).collect();
        format!("{{ name = \"a{places}\", spec = \"random\" }}")
    };
    let text = file(&agent(&names[..12]), &vary(&names[..12]));
    assert!(refused(&text).contains("this makes 1,000,000,000,000 tasks"), "{}", refused(&text));
    let text = file(&agent(&names[..100]), &vary(&names[..100]));
    assert!(text.len() < 22_000 && refused(&text).contains("this makes 10^100 tasks"), "{}", refused(&text));
    // So many that the text itself is too long.
    assert!(refused(&file(&agent(&names), &vary(&names))).contains("bytes: make it shorter"));
    // Values are not looked into for further variables, which could double and double again.
    let nested: String =
        (0..30).map(|at| format!("v{at} = [\"{{v{}}}{{v{}}}\"]\n", at + 1, at + 1)).collect();
    let text = file(&agent(&names[..31]), &format!("{nested}v30 = [\"x\"]\n"));
    let experiment = Experiment::parse("t", &text, Mode::Full).unwrap();
    assert!(experiment.measures[0].participants[0].name.len() < 400);
    let long = format!("v0 = [\"{}\"]\n", "x".repeat(300));
    assert!(refused(&file(&agent(&names[..1]), &long)).contains("longer than 200 bytes"));
}

/// What cannot stand in one table is refused where the second of the two is written.
#[test]
fn measures_that_cannot_share_a_table_are_refused() {
    let file = |one: &str, other: &str| {
        let measure = |rest: &str| format!("[[measure]]\ntable = \"t\"\nboards = \"3x3x3\"\n{rest}\n");
        let text = format!(
            "format = 1\nname = \"n\"\ntitle = \"t\"\nquestion = \"q\"\n{}{}",
            measure(one),
            measure(other)
        );
        Experiment::parse("t", &text, Mode::Full).map(|_| ()).map_err(|error| error.to_string())
    };
    let search = |name: &str, rest: &str| {
        format!("kind = \"search\"\nagents = [{{ name = \"{name}\", spec = \"minimax\" }}]\n{rest}")
    };
    let tournament = "kind = \"tournament\"\nagents = [\"random\", \"minimax\"]";
    for (one, other, words) in [
        (
            "kind = \"count\"".to_string(),
            search("a", ""),
            "cannot be filled by count and by search, whose columns differ",
        ),
        (search("a", ""), search("a", "limit = \"nodes=5\""), "rows of '3x3x3, a' that nothing tells apart"),
        (search("a", ""), search("b", "limit = \"time=5ms\""), "both with limits of time and without"),
        (tournament.into(), tournament.into(), "two tournaments on 3x3x3 cannot share 't'"),
        (format!("{tournament}\ncross = \"t\""), "kind = \"count\"\nplies = 1".into(), "columns differ"),
    ] {
        let error = file(&one, &other).unwrap_err();
        assert!(error.contains(words), "{error}");
    }
    file(&search("a", ""), &search("b", "")).unwrap();
    file(&search("a", ""), &search("a", "moves = \"a1\"")).unwrap();
}

/// What depends on a clock is no answer, and formulas and citations are looked at before anything runs.
#[test]
fn answers_rest_on_counts_and_texts_are_checked() {
    let cases = [
        (
            "value = \"cpu_ms\"\nof = \"mini\"",
            "answer = true\nvalue = \"cpu_ms\"\nof = \"mini\"",
            "but 'cpu_ms' depends on a clock",
        ),
        ("limit = \"nodes=50\"", "limit = \"time=5ms\"", "but 'ratings' depends on a clock"),
        ("$x^2$", "$x^$", "the formula 'x^' cannot be typeset"),
        ("$x^2$", "$\\\\unknown$", "'\\unknown' is not understood"),
        ("[@book].", "[@bok].", "nothing is cited by '[@bok]': the references have the keys book"),
        (
            "references = [",
            "references = [{ key = \"book\", text = \"x\" }, ",
            "two references have the key 'book'",
        ),
        (
            "seed = 3",
            "seed = 3\nauthor = { nmae = \"x\" }",
            "the author has no key 'nmae': it has name, number, class, date",
        ),
        ("seed = 3", "seed = 3\nauthor = { name = \"\" }", "a line of the title page is one line"),
    ];
    for (right, wrong, words) in cases {
        assert!(ALL_KINDS.contains(right), "{right}");
        let error =
            Experiment::parse("t", &ALL_KINDS.replacen(right, wrong, 1), Mode::Full).unwrap_err().to_string();
        assert!(error.contains(words), "{wrong}: {error}");
    }
    let named = ALL_KINDS.replacen(
        "seed = 3",
        "seed = 3\nauthor = { name = \"Li\", number = 2023, date = 2026-11-20 }",
        1,
    );
    let author = Experiment::parse("t", &named, Mode::Full).unwrap().author;
    assert_eq!((author.number.as_deref(), author.date.as_deref()), (Some("2023"), Some("2026-11-20")));
}

#[test]
fn the_built_in_experiments_are_complete_in_both_languages() {
    let is_chinese = |text: &str| text.chars().any(|c| ('\u{4e00}'..='\u{9fff}').contains(&c));
    assert_eq!(BUILTIN.len(), 15);
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
        for finding in full.findings.iter().filter(|finding| finding.is_answer) {
            assert!(!finding.asks.of(Language::English).is_empty(), "{name}: an answer says what it answers");
            words.push(&finding.asks);
        }
        // Every work that is listed is cited, in both languages.
        for reference in &full.references {
            let citation = format!("[@{}]", reference.key);
            assert!(
                full.principle.of(Language::English).contains(&citation)
                    && full.principle.of(Language::Chinese).contains(&citation),
                "{name}: {citation}"
            );
        }
        assert!(
            !text.contains("end of training") && !text.contains("训练结束"),
            "{name}: a quick run may stop early"
        );
        for words in words {
            assert!(
                !words.of(Language::English).is_empty() && !is_chinese(words.of(Language::English)),
                "{name}: {}",
                words.of(Language::English)
            );
            let is_name = words.of(Language::Chinese).is_ascii();
            assert!(
                is_chinese(words.of(Language::Chinese)) && !is_name,
                "{name}: {}",
                words.of(Language::Chinese)
            );
        }
        // Everybody who plays has a name in both languages, or is called by its spec.
        for player in
            full.measures.iter().flat_map(|measure| measure.participants.iter().chain(&measure.opponents))
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
