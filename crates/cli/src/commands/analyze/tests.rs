//! What people see of several lines.

use kinrow_agent::{Event, Limits, Statistics, Stop, Thinking, Value};
use kinrow_game::Position;
use kinrow_session::analysis::analyze;
use kinrow_testing::several::Several;
use kinrow_text::Language;

use super::*;
use crate::args::When;
use crate::interrupt::Interrupt;
use crate::style::Style;

fn context(language: Language) -> Context {
    let interrupt = Interrupt::default();
    Context {
        text: Text::new(language),
        style: Style::detect(When::Never),
        stop: interrupt.first.clone(),
        interrupt,
    }
}

/// What a terminal of this width shows while `Several` thinks, and what is printed in the end.
fn seen(context: &Context, width: usize, stop: &Stop) -> (Vec<String>, String) {
    let position: Position = "3x3x3 X1O/1X1/3 o".parse().unwrap();
    let mut shown = Vec::new();
    let mut listen = |event: Event<'_, Point>| {
        if let Event::Report(report) = event {
            shown.push(table::live(&context.text, &position, &report, width));
        }
    };
    let mut thinking = Thinking::new(stop.clone(), &mut listen);
    let analysis = analyze(&mut Several, &position, &Limits::NONE, true, &mut thinking).unwrap();
    (shown, tell(&analysis, &position, None, true, context))
}

#[test]
fn several_lines_are_shown_live_and_in_the_end() {
    for (name, language) in [("english", Language::English), ("chinese", Language::Chinese)] {
        let (shown, told) = seen(&context(language), 80, &Stop::new());
        insta::assert_snapshot!(format!("live_{name}"), shown.join("\n\n"));
        insta::assert_snapshot!(format!("told_{name}"), told);
    }
}

#[test]
fn what_was_found_is_told_after_a_stop() {
    let stop = Stop::new();
    stop.stop();
    let (shown, told) = seen(&context(Language::English), 80, &stop);
    assert_eq!(shown.len(), 1);
    assert!(told.contains("b3    scores 60.0%       1  b3\n"), "{told}");
}

#[test]
fn a_long_line_is_cut_where_the_terminal_ends() {
    let (shown, _) = seen(&context(Language::English), 32, &Stop::new());
    let last = shown.last().unwrap();
    assert!(last.lines().all(|line| words::width(line) <= 32), "{last}");
    assert!(last.contains("b3    scores 64.0%       3  b3…"), "{last}");
}

#[test]
fn one_line_is_a_table_of_one_row() {
    let context = context(Language::English);
    let position = Position::new("3x3x3".parse().unwrap());
    let line: Vec<Point> = position.moves().take(2).collect();
    let statistics = Statistics { nodes: 20, depth: 2, ..Statistics::default() };
    let live = |value, line| {
        let report = kinrow_agent::Report { value, line, best: &[], statistics };
        table::live(&context.text, &position, &report, 80)
    };
    let row = "a3    +7 points      2  a3 b3";
    assert_eq!(
        live(Value::Points(7), &line),
        format!("depth 2, 20 nodes, 0 µs\nmove  value      depth  line\n{row}")
    );
    assert_eq!(live(Value::Unknown, &[]), "depth 2, 20 nodes, 0 µs");
}
