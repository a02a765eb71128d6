//! A review as people read it: a row for each move, a row for each side, and the move that decided the game.

use kinrow_agent::Value;
use kinrow_game::{Game, Side};
use kinrow_study::{Mark, Passage, Review, ReviewedMove, chance};
use kinrow_text::Text;

use crate::out::say;
use crate::{Context, columns, words};

/// So many moves of a line fit beside the rest; `--json` has all of them.
const LINE: usize = 8;

pub(super) fn show(review: &Review, passage: &Passage, only: Option<Side>, context: &Context) {
    let Context { text, style, .. } = context;
    let is_asked = |side: Side| only.is_none_or(|only| only == side);
    let moves: Vec<&ReviewedMove> = review.moves.iter().filter(|mv| is_asked(mv.side)).collect();
    let heads = ["", "side", "move", "before", "after", "loss", "mark", "better", "line"];
    let mut rows = vec![head(&heads, text)];
    rows.extend(moves.iter().map(|mv| row(mv, passage, text)));
    let mut lines = columns::lay_out(&rows, &[1, 2, 6, 7, 8]).into_iter();
    lines.by_ref().take(1).for_each(|line| say!("{}", style.faint(&line)));
    for (line, mv) in lines.zip(&moves) {
        let is_bad = matches!(mv.mark, Some(Mark::Blunder | Mark::MissedWin));
        say!("{}", if is_bad { style.warning(&line) } else { line });
    }
    say!("\n{}\n", style.faint(text.get("review.legend")));
    for line in columns::lay_out(&sides(review, only, text), &[]) {
        say!("{line}");
    }
    if let Some(mv) = review.turning_point.map(|at| &review.moves[at]) {
        let (number, side, name) = (mv.number.to_string(), mv.side.to_string(), passage.start().name(mv.mv));
        let told = [("number", &*number), ("side", &*side), ("move", &*name)];
        say!("{}", style.strong(&text.fill("review.turning-point", &told)));
    }
    let unknown = moves.iter().filter(|mv| mv.loss.is_none()).count();
    if unknown > 0 {
        let (count, all) = (unknown.to_string(), moves.len().to_string());
        say!("{}", text.fill("review.unknown", &[("count", &count), ("all", &all)]));
    }
}

/// The heads of a table, of which the empty one stays so.
fn head(names: &[&str], text: &Text) -> Vec<String> {
    let head = |name: &&str| match *name {
        "" => String::new(),
        name => text.get(&format!("review.column-{name}")).to_string(),
    };
    names.iter().map(head).collect()
}

fn row(mv: &ReviewedMove, passage: &Passage, text: &Text) -> Vec<String> {
    let mark = mv.mark.map_or_else(String::new, |mark| {
        let mark = text.get(&format!("review.mark-{}", mark.name())).to_string();
        text.fill(if mv.is_proven { "review.proven" } else { "review.estimate" }, &[("mark", &mark)])
    });
    let better = mv.better.as_ref();
    let line = better.map_or_else(String::new, |better| {
        let shown = words::line(passage.start(), &better.line[..better.line.len().min(LINE)]);
        if better.line.len() > LINE { shown + " …" } else { shown }
    });
    vec![
        format!("{:>3}", mv.number),
        mv.side.to_string(),
        passage.start().name(mv.mv),
        value(mv.before, text),
        value(mv.after, text),
        mv.loss.map_or_else(String::new, percent),
        mark,
        better.map_or_else(String::new, |better| passage.start().name(better.mv)),
        line,
    ]
}

/// Words where it is proven, a percentage where it is not.
fn value(value: Value, text: &Text) -> String {
    match chance(value) {
        Some(_) if value.is_proven() => words::value(text, value),
        Some(chance) => percent(chance),
        None => "?".into(),
    }
}

fn percent(share: f64) -> String {
    format!("{:.1}%", 100.0 * share)
}

fn sides(review: &Review, only: Option<Side>, text: &Text) -> Vec<Vec<String>> {
    let heads = ["", "moves", "average", "inaccuracies", "mistakes", "blunders", "missed-wins"];
    let mut rows = vec![head(&heads, text)];
    for (side, summary) in Side::BOTH.into_iter().zip(&review.sides) {
        if only.is_some_and(|only| only != side) {
            continue;
        }
        let mut row = vec![side.to_string(), summary.moves.to_string()];
        row.push(summary.average_loss.map_or_else(|| "?".into(), percent));
        row.extend(Mark::ALL.iter().map(|&mark| summary.count(mark).to_string()));
        rows.push(row);
    }
    rows
}
