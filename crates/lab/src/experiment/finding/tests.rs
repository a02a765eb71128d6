//! Every way that a finding can turn out, with data that make it so.

use super::{Bound, Finding, FindingKind, Said, say, verdict};
use crate::Namer;
use crate::experiment::{Cell, Experiment, Filter, Mode, Row, Table, Words};
use kinrow_text::{Language, Text};

const EXPERIMENT: &str = r#"
format = 1
name = "test"
title = "t"
question = "q"
names = { slow = { en = "slow one", zh = "慢的" }, fast = { en = "fast one", zh = "快的" } }
[[measure]]
table = "t"
kind = "count"
boards = ["2x2x2"]
"#;

fn rows(cells: &[&[(&str, f64)]], names: &[&str]) -> Table {
    let row = |(at, cells): (usize, &&[(&str, f64)])| -> Row {
        let mut row = vec![("name".to_string(), Cell::word(names[at % names.len()]))];
        row.extend(cells.iter().map(|(column, value)| {
            let cell = if value.fract() == 0.0 { Cell::Whole(*value as u128) } else { Cell::real(*value) };
            ((*column).to_string(), cell)
        }));
        row
    };
    Table::new("t", cells.iter().enumerate().map(row).collect())
}

fn words(english: &str, chinese: &str) -> Words {
    Words::new(&[(Language::English, english.into()), (Language::Chinese, chinese.into())])
}

fn finding(filter: Filter, kind: FindingKind, about: Words) -> Finding {
    let asks = Words::default();
    Finding { table: "t".into(), filter, kind, about, is_answer: false, asks, is_timed: false }
}

/// What a conclusion has for it; both languages have something.
fn verdict_of(kind: FindingKind, filter: &[(&str, &str)], table: &Table) -> String {
    told(kind, filter, table, verdict).concat()
}

/// Both languages have something to say; what English says is returned.
fn sentences(kind: FindingKind, filter: &[(&str, &str)], table: &Table) -> Vec<String> {
    told(kind, filter, table, say)
}

fn told(
    kind: FindingKind,
    filter: &[(&str, &str)],
    table: &Table,
    voice: fn(&Finding, &Table, &Namer<'_>) -> Said,
) -> Vec<String> {
    let experiment = Experiment::parse("test.toml", EXPERIMENT, Mode::Full).unwrap();
    let filter =
        Filter(filter.iter().map(|(column, wanted)| ((*column).into(), vec![(*wanted).into()])).collect());
    let finding = finding(filter, kind, Words::default());
    let [english, chinese] = [Language::English, Language::Chinese].map(|language| {
        let text = Text::new(language);
        let said = voice(&finding, table, &Namer { text: &text, experiment: &experiment });
        said.about.into_iter().chain(said.points).collect::<Vec<String>>()
    });
    assert_eq!(english.len(), chinese.len());
    for sentence in english.iter().chain(&chinese) {
        assert!(
            !sentence.contains('{') && !sentence.contains("finding.") && !sentence.contains("verdict."),
            "{sentence}"
        );
    }
    english
}

fn names(words: &[&str]) -> Vec<String> {
    words.iter().map(|word| (*word).to_string()).collect()
}

#[test]
fn nothing_to_speak_of_is_said_to_be_nothing() {
    let table = rows(&[&[("nodes", 1.0)]], &["slow"]);
    let kind = FindingKind::Extremes { value: "nodes".into(), by: names(&["name"]) };
    assert_eq!(
        sentences(kind.clone(), &[("name", "nobody")], &table),
        ["Table t has no rows for this question in this run."]
    );
    let unmeasured = FindingKind::Extremes { value: "leaves".into(), by: Vec::new() };
    assert_eq!(sentences(unmeasured, &[], &table), ["No number for 'leaves' was measured."]);
    assert_eq!(sentences(kind, &[], &table), ["Nodes is 1 in all 1 row."]);
}

#[test]
fn extremes_name_the_ends() {
    let table = rows(&[&[("nodes", 1500.0)], &[("nodes", 20.0)]], &["slow", "fast"]);
    let kind = FindingKind::Extremes { value: "nodes".into(), by: names(&["name"]) };
    assert_eq!(
        sentences(kind, &[], &table),
        ["Nodes: the least is 20 (fast one), the largest 1,500 (slow one), of 2 rows."]
    );
}

#[test]
fn authors_have_their_own_words() {
    let table = rows(&[&[("nodes", 1500.0)], &[("nodes", 1500.0)], &[]], &["slow", "slow", "fast"]);
    let text = words("{name} looked at {nodes}", "{name}看了{nodes}");
    let kind = FindingKind::Each { text };
    assert_eq!(sentences(kind, &[], &table), ["slow one looked at 1,500", "fast one looked at –"]);
}

#[test]
fn known_values_are_confirmed_or_contradicted() {
    let table = rows(&[&[("nodes", 41.0)], &[("nodes", 42.0)], &[]], &["slow", "fast", "none"]);
    let kind = FindingKind::Known { value: "nodes".into(), is: Cell::from(41u64), source: words("s", "s") };
    let said = |name: &str| sentences(kind.clone(), &[("name", name)], &table);
    assert_eq!(said("slow"), ["Slow one: nodes is 41, as known (s)."]);
    assert_eq!(said("fast"), ["Fast one: nodes is 42, not 41 as known (s)."]);
    assert_eq!(said("none"), ["None: nodes was not measured; known is 41 (s)."]);
}

#[test]
fn groups_have_a_mean_and_a_range() {
    let table = rows(
        &[&[("nodes", 1.0)], &[("nodes", 2.0)], &[("nodes", 3.0)], &[("nodes", 2.0)], &[], &[]],
        &["slow", "fast", "slow", "fast", "slow", "none"],
    );
    let kind = FindingKind::Groups { value: "nodes".into(), by: names(&["name"]) };
    assert_eq!(
        sentences(kind, &[], &table),
        [
            "Nodes, mean of the runs (least to largest):",
            "slow one: 2 (1 to 3), not measured in 1 more",
            "fast one: 2",
            "none: not measured",
        ]
    );
    // One group without a name is a sentence.
    let kind = FindingKind::Groups { value: "nodes".into(), by: Vec::new() };
    let said = |name: &str| sentences(kind.clone(), &[("name", name)], &table);
    assert_eq!(
        said("slow"),
        ["Nodes is 2 on average, from 1 to 3 (2 runs). In 1 more it could not be measured."]
    );
    assert_eq!(said("fast"), ["Nodes is 2 (2 runs)."]);
    assert_eq!(said("none"), ["No number for 'nodes' was measured."]);
}

#[test]
fn ratios_compare_like_with_like() {
    let cells: &[&[(&str, f64)]] = &[
        &[("depth", 1.0), ("nodes", 10.0)],
        &[("depth", 1.0), ("nodes", 5.0)],
        &[("depth", 2.0), ("nodes", 80.0)],
        &[("depth", 2.0), ("nodes", 10.0)],
        &[("depth", 3.0), ("nodes", 900.0)],
    ];
    let table = rows(cells, &["slow", "fast"]);
    let kind = |of: &str, to: &str| FindingKind::Ratio {
        value: "nodes".into(),
        column: "name".into(),
        of: of.into(),
        to: to.into(),
        same: names(&["depth"]),
    };
    assert_eq!(
        sentences(kind("slow", "fast"), &[], &table),
        [
            "Nodes: slow one has 4 times as much as fast one (95%: 5.99·10⁻⁴ to 26,731), the geometric mean of 2 comparisons at \
             equal depth; least 2 times (depth 1), most 8 times (depth 2)."
        ]
    );
    assert_eq!(
        sentences(kind("slow", "fast"), &[("depth", "2")], &table),
        ["Nodes: slow one has exactly 8 times as much as fast one (one comparison of counts, depth 2)."]
    );
    let zero = rows(
        &[
            &[("depth", 1.0), ("nodes", 4.0)],
            &[("depth", 1.0), ("nodes", 2.0)],
            &[("depth", 2.0), ("nodes", 0.0)],
            &[("depth", 2.0), ("nodes", 3.0)],
            &[("depth", 3.0), ("nodes", 0.0)],
            &[("depth", 3.0), ("nodes", 0.0)],
        ],
        &["slow", "fast"],
    );
    assert_eq!(
        sentences(kind("slow", "fast"), &[], &zero),
        [
            "Nodes: slow one has exactly 2 times as much as fast one (one comparison of counts, depth 1). Left out, because one is 0: depth 2 \
             (0 and 3). In 1 more both are 0."
        ],
        "what cannot be divided is told"
    );
    assert_eq!(
        sentences(kind("slow", "nobody"), &[], &table),
        ["Nodes: slow one and nobody have nothing that could be compared at equal depth."]
    );
    // Two comparisons prove nothing, an exact count does.
    assert!(
        verdict_of(kind("slow", "fast"), &[], &table)
            .starts_with("No difference in nodes between slow one and fast one is shown at the 5% level")
    );
    assert_eq!(
        verdict_of(kind("slow", "fast"), &[("depth", "2")], &table),
        "Slow one has exactly 8 times the nodes of fast one."
    );
    let steady: Vec<Vec<(&str, f64)>> = (1..=5)
        .flat_map(|depth: u32| {
            let depth = f64::from(depth);
            [vec![("depth", depth), ("nodes", 40.0 + depth)], vec![("depth", depth), ("nodes", 10.0)]]
        })
        .collect();
    let steady: Vec<&[(&str, f64)]> = steady.iter().map(Vec::as_slice).collect();
    let steady = rows(&steady, &["slow", "fast"]);
    assert_eq!(
        verdict_of(kind("slow", "fast"), &[], &steady),
        "Slow one exceeds fast one in nodes: 4.298 times as much (95%: 4.106 to 4.499)."
    );
    assert!(
        verdict_of(kind("fast", "slow"), &[], &steady)
            .starts_with("Fast one stays below slow one in nodes: 0.233 times")
    );
}

/// One comparison is as uncertain as what it compares: seeds that differ, or a score with its interval.
#[test]
fn a_single_ratio_has_the_interval_of_its_sides() {
    let kind = |value: &str| FindingKind::Ratio {
        value: value.into(),
        column: "name".into(),
        of: "slow".into(),
        to: "fast".into(),
        same: Vec::new(),
    };
    let seeds = rows(
        &[&[("nodes", 9.0)], &[("nodes", 2.0)], &[("nodes", 11.0)], &[("nodes", 2.0)]],
        &["slow", "fast"],
    );
    let said = sentences(kind("nodes"), &[], &seeds).concat();
    assert!(
        said.starts_with(
            "Nodes: slow one has 5 times as much as fast one (95%: 0 to 11.35; one comparison)."
        ),
        "{said}"
    );
    let scores = rows(
        &[
            &[("score", 0.75), ("score_low", 0.65), ("score_high", 0.8)],
            &[("score", 0.5), ("score_low", 0.45), ("score_high", 0.55)],
        ],
        &["slow", "fast"],
    );
    let said = sentences(kind("score"), &[], &scores).concat();
    assert!(said.contains("1.5 times as much as fast one (95%: 1.263 to 1.697; one comparison)."), "{said}");
}

#[test]
fn growth_is_told_a_step() {
    let cells: &[&[(&str, f64)]] = &[
        &[("depth", 1.0), ("nodes", 3.0)],
        &[("depth", 1.0), ("nodes", 7.0)],
        &[("depth", 2.0), ("nodes", 12.0)],
        &[("depth", 3.0), ("nodes", 14.0)],
        &[("depth", 4.0), ("nodes", 48.0)],
    ];
    let table = rows(cells, &["slow", "fast"]);
    let kind = FindingKind::Growth { value: "nodes".into(), along: "depth".into(), by: names(&["name"]) };
    assert_eq!(
        sentences(kind, &[], &table),
        [
            "Nodes by depth, factor for each one more (single steps):",
            "slow one: 2.52 (2 to 4), from 3 at 1 to 48 at 4",
            "fast one: 1.414, from 7 at 1 to 14 at 3",
        ]
    );
    let grown = FindingKind::Growth { value: "nodes".into(), along: "depth".into(), by: names(&["name"]) };
    assert_eq!(
        verdict_of(grown.clone(), &[], &table),
        "Nodes, factor for each further depth: slow one: 2.52; fast one: 1.414."
    );
    // A count is told to its last digit.
    let counts = rows(
        &[&[("depth", 1.0), ("nodes", 41.0)], &[("depth", 2.0), ("nodes", 36_277_691_063_105.0)]],
        &["slow"],
    );
    assert!(sentences(grown, &[], &counts)[1].ends_with("to 36,277,691,063,105 at 2"));
    let alone = |name: &str| {
        let kind = FindingKind::Growth { value: "nodes".into(), along: "depth".into(), by: Vec::new() };
        sentences(kind, &[("name", name)], &table).concat()
    };
    assert_eq!(
        alone("slow"),
        "Nodes by depth: each one more multiplies it by 2.52 on average (single steps 2 to 4), from 3 at 1 to 48 at 4."
    );
    assert_eq!(alone("fast"), "Nodes by depth: from 7 at 1 to 14 at 3, a factor of 1.414 for each one more.");
    let one = rows(&[&[("depth", 1.0), ("nodes", 3.0)]], &["slow"]);
    let kind = FindingKind::Growth { value: "nodes".into(), along: "depth".into(), by: Vec::new() };
    assert_eq!(sentences(kind, &[], &one), ["Nodes by depth: too few numbers to speak of growth."]);
}

#[test]
fn thresholds_are_kept_from_somewhere_on_or_not() {
    let curve = |lost: &[f64]| {
        let cells: Vec<Vec<(&str, f64)>> = lost
            .iter()
            .enumerate()
            .map(|(at, lost)| vec![("playouts", 10f64.powi(at as i32 + 1)), ("lost", *lost)])
            .collect();
        let cells: Vec<&[(&str, f64)]> = cells.iter().map(Vec::as_slice).collect();
        rows(&cells, &["slow"])
    };
    let said = |lost: &[f64], bound| {
        let kind =
            FindingKind::Threshold { value: "lost".into(), along: "playouts".into(), by: Vec::new(), bound };
        sentences(kind, &[], &curve(lost)).concat()
    };
    let none = Bound::AtMost(0.0);
    assert_eq!(said(&[5.0, 2.0, 0.0, 0.0], none), "'lost' is 0 in every run from 1,000 on (playouts).");
    assert_eq!(
        said(&[0.0, 0.0], none),
        "'lost' is 0 in every run at all 2 values of playouts, from 10 to 100."
    );
    assert_eq!(
        said(&[5.0, 0.0, 1.0], none),
        "'lost' is 0 in every run at 100 (playouts), but not at the last, 1,000, where it is 1 in the worst run."
    );
    assert_eq!(
        said(&[5.0, 3.0, 4.0], none),
        "'lost' is not 0 in every run at any of 3 values of playouts; it comes nearest at 100, with 3 in the worst run."
    );
    assert_eq!(
        said(&[1.0, 6.0], Bound::AtLeast(5.0)),
        "'lost' is at least 5 in every run from 100 on (playouts)."
    );
    assert_eq!(
        said(&[1.0, 6.0], Bound::AtMost(7.0)),
        "'lost' is at most 7 in every run at all 2 values of playouts, from 10 to 100."
    );
    // Where less than 0 is possible, at most 0 is not 0.
    assert!(said(&[-1.5, 2.0], none).contains("is at most 0 in every run at 10"));
    // One bad seed is enough.
    let seeds =
        rows(&[&[("playouts", 10.0), ("lost", 0.0)], &[("playouts", 10.0), ("lost", 4.0)]], &["slow"]);
    let kind = FindingKind::Threshold {
        value: "lost".into(),
        along: "playouts".into(),
        by: Vec::new(),
        bound: none,
    };
    assert!(sentences(kind, &[], &seeds)[0].contains("with 4 in the worst run"));
    // Groups are told one by one, under what they have in common.
    let cells: Vec<Vec<(&str, f64)>> = [(1, 0.0), (1, 5.0), (1, 0.0), (2, 0.0), (2, 3.0), (2, 1.0), (1, 0.0)]
        .iter()
        .map(|(at, lost)| vec![("playouts", 10f64.powi(*at)), ("lost", *lost)])
        .collect();
    let cells: Vec<&[(&str, f64)]> = cells.iter().map(Vec::as_slice).collect();
    let table = rows(&cells, &["slow", "fast", "third", "slow", "fast", "third", "slow"]);
    let kind = FindingKind::Threshold {
        value: "lost".into(),
        along: "playouts".into(),
        by: names(&["name"]),
        bound: none,
    };
    assert_eq!(
        sentences(kind, &[], &table),
        [
            "From how many playouts on 'lost' is 0 in every run:",
            "slow one: from 10, the first there is",
            "fast one: nowhere; nearest at 100, with 3 in the worst run",
            "third: not for good; at 10 it is, but at the last, 100, it is 1 in the worst run",
        ]
    );
}

#[test]
fn ratings_are_told_apart_by_a_test() {
    let players = |ratings: &[(f64, f64)]| {
        let cells: Vec<Vec<(&str, f64)>> = ratings
            .iter()
            .map(|(elo, margin)| vec![("elo", *elo), ("elo_low", elo - margin), ("elo_high", elo + margin)])
            .collect();
        let cells: Vec<&[(&str, f64)]> = cells.iter().map(Vec::as_slice).collect();
        rows(&cells, &["slow", "fast", "third"])
    };
    let said = |ratings: &[(f64, f64)]| {
        let kind = FindingKind::Separated {
            value: ["elo", "elo_low", "elo_high"].map(String::from),
            is_centred: false,
            by: Vec::new(),
        };
        sentences(kind, &[], &players(ratings)).concat()
    };
    let verdict = |ratings: &[(f64, f64)], is_centred| {
        let value = ["elo", "elo_low", "elo_high"].map(String::from);
        let kind = FindingKind::Separated { value, is_centred, by: Vec::new() };
        verdict_of(kind, &[], &players(ratings))
    };
    assert_eq!(said(&[(100.0, 10.0)]), "Only slow one was measured: 100 Elo.");
    assert_eq!(
        said(&[(20.0, 10.0), (100.0, 10.0), (10.0, 10.0)]),
        "First with 100 Elo (95%: 90 to 110): fast one. At the 5% level (two-sided tests of the difference, Holm's correction) all others are weaker: slow one; third."
    );
    assert_eq!(
        said(&[(95.0, 10.0), (100.0, 10.0), (10.0, 10.0)]),
        "First with 100 Elo (95%: 90 to 110): fast one. Weaker at the 5% level (two-sided tests of the difference, Holm's correction): third. Not told apart from it at that level: \
         slow one."
    );
    assert_eq!(
        said(&[(100.0, 10.0), (100.0, 10.0), (10.0, 10.0)]),
        "First with 100 Elo (95%: 90 to 110): slow one; fast one. At the 5% level (two-sided tests of the difference, Holm's correction) all others are weaker: third."
    );
    assert_eq!(
        said(&[(95.0, 10.0), (100.0, 10.0)]),
        "Most Elo, 100 (95%: 90 to 110): fast one. At the 5% level (two-sided tests of the difference, Holm's correction) none of the others is told apart from it: \
         slow one."
    );
    // Intervals that overlap a little are no proof of equality, ...
    assert_eq!(
        verdict(&[(100.0, 10.0), (83.0, 10.0)], false),
        "Slow one is best, ahead of all others at the 5% level."
    );
    // ... but ratings of two players lean on each other, ...
    assert!(
        verdict(&[(100.0, 10.0), (83.0, 10.0)], true)
            .starts_with("No one is best at the 5% level: slow one is ahead of")
    );
    // ... and of several comparisons some would succeed by luck.
    assert!(verdict(&[(100.0, 10.0), (85.0, 10.0), (85.0, 10.0)], false).starts_with("No one is best"));
    assert_eq!(
        verdict(&[(95.0, 10.0), (100.0, 10.0), (10.0, 10.0)], false),
        "Fast one is best. At the 5% level it is ahead of third, but not of slow one."
    );
}

#[test]
fn agreement_is_counted() {
    let cells: &[&[(&str, f64)]] = &[
        &[("depth", 1.0), ("nodes", 10.0)],
        &[("depth", 1.0), ("nodes", 10.0)],
        &[("depth", 2.0), ("nodes", 80.0)],
        &[("depth", 2.0), ("nodes", 10.0)],
        &[("depth", 3.0), ("nodes", 900.0)],
    ];
    let table = rows(cells, &["slow", "fast"]);
    let kind = FindingKind::Agree { value: "nodes".into(), same: names(&["depth"]) };
    let said = |filter: &[(&str, &str)]| sentences(kind.clone(), filter, &table).concat();
    assert_eq!(
        said(&[]),
        "All have the same 'nodes' at equal depth in 1 of 2 comparisons; it differs for: depth 2."
    );
    assert_eq!(said(&[("depth", "1")]), "All have the same 'nodes' at equal depth, in all 1 comparison.");
    assert_eq!(said(&[("depth", "3")]), "There was nothing to compare 'nodes' of.");
    assert_eq!(verdict_of(kind, &[], &table), "'nodes' is different in 1 of 2 comparisons: depth 2.");
}

#[test]
fn a_tally_says_where_what_was_found() {
    let row = |board: &str, value: &str| -> Row {
        vec![("board".into(), Cell::word(board)), ("value".into(), Cell::word(value))]
    };
    let table = Table::new("t", vec![row("3x3x3", "draw"), row("4x3x3", "win"), row("5x3x3", "win")]);
    let kind = FindingKind::Tally { value: "value".into(), by: names(&["board"]) };
    assert_eq!(
        sentences(kind.clone(), &[], &table),
        ["Value, and where:", "win (2): 4x3x3; 5x3x3", "draw (1): 3x3x3"]
    );
    assert_eq!(verdict_of(kind, &[], &table), "Value: win (2): 4x3x3; 5x3x3; draw (1): 3x3x3.");
}

#[test]
fn a_conclusion_is_shorter_than_its_analysis() {
    let cells: &[&[(&str, f64)]] = &[
        &[("playouts", 10.0), ("lost", 3.0)],
        &[("playouts", 10.0), ("lost", 5.0)],
        &[("playouts", 100.0), ("lost", 0.0)],
        &[("playouts", 100.0), ("lost", 2.0)],
    ];
    let table = rows(cells, &["slow", "fast"]);
    let groups = FindingKind::Groups { value: "lost".into(), by: names(&["name"]) };
    assert_eq!(
        verdict_of(groups, &[], &table),
        "Lost is lowest for slow one (1.5) and highest for fast one (3.5)."
    );
    let extremes = FindingKind::Extremes { value: "lost".into(), by: names(&["name"]) };
    assert_eq!(verdict_of(extremes, &[], &table), "Lost lies between 0 (slow one) and 5 (fast one).");
    let bound = Bound::AtMost(0.0);
    let kept = |by: &[&str], bound| FindingKind::Threshold {
        value: "lost".into(),
        along: "playouts".into(),
        by: names(by),
        bound,
    };
    assert_eq!(
        verdict_of(kept(&["name"], bound), &[], &table),
        "'lost' stays 0 for: slow one (from 100). It does not for: fast one."
    );
    assert_eq!(verdict_of(kept(&[], bound), &[], &table), "'lost' does not stay 0.");
    assert_eq!(
        verdict_of(kept(&[], Bound::AtMost(9.0)), &[], &table),
        "'lost' stays at most 9: from 10 on (playouts)."
    );
}

#[test]
fn what_did_not_end_is_named() {
    let row = |board: &str, finished: bool| -> Row {
        vec![("board".into(), Cell::word(board)), ("finished".into(), Cell::from(finished))]
    };
    let kind = FindingKind::Unfinished { by: names(&["board"]) };
    let some = Table::new("t", vec![row("3x3x3", true), row("4x4x4", false), row("4x4x4", false)]);
    assert_eq!(sentences(kind.clone(), &[], &some), ["2 of 3 did not end within the limit: 4x4x4."]);
    let none = Table::new("t", vec![row("3x3x3", true)]);
    assert_eq!(sentences(kind, &[], &none), ["All 1 ended."]);
}

#[test]
fn long_lists_are_cut_short() {
    let row = |board: usize| -> Row {
        vec![("board".into(), Cell::word(format!("b{board}"))), ("finished".into(), Cell::from(false))]
    };
    let table = Table::new("t", (0..30).map(row).collect());
    let kind = FindingKind::Unfinished { by: names(&["board"]) };
    assert!(sentences(kind, &[], &table)[0].ends_with("b7 and 22 more."));
    let kind = FindingKind::Each { text: words("{board}", "{board}") };
    let said = sentences(kind, &[], &table);
    assert_eq!((said.len(), said[24].as_str()), (25, "And 6 more of this kind, which the data tell."));
}

#[test]
fn the_authors_words_come_first() {
    let table = rows(&[&[("nodes", 1.0)], &[("nodes", 2.0)]], &["slow", "fast"]);
    let said = |kind: FindingKind| {
        let experiment = Experiment::parse("test.toml", EXPERIMENT, Mode::Full).unwrap();
        let about = words("At equal cost", "代价相同");
        let finding = finding(Filter::default(), kind, about);
        let text = Text::new(Language::English);
        say(&finding, &table, &Namer { text: &text, experiment: &experiment })
    };
    let each = said(FindingKind::Each { text: words("{name}: {nodes}", "") });
    assert_eq!(each.about.as_deref(), Some("At equal cost:"));
    assert_eq!(each.points, ["slow one: 1", "fast one: 2"]);
    let groups = said(FindingKind::Groups { value: "nodes".into(), by: names(&["name"]) });
    assert_eq!(groups.about.as_deref(), Some("At equal cost: nodes, mean of the runs (least to largest):"));
    let extremes = said(FindingKind::Extremes { value: "nodes".into(), by: names(&["name"]) });
    assert_eq!(
        (extremes.about, extremes.points.concat().as_str()),
        (None, "At equal cost: nodes: the least is 1 (slow one), the largest 2 (fast one), of 2 rows.")
    );
}
