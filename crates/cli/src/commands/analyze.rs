//! `kinrow analyze`: what an agent thinks of a position, while it thinks and in the end.

mod table;
#[cfg(test)]
mod tests;

use kinrow_agent::{Event, Observer, Seed, Thinking, TreeLimits, TreeLog};
use kinrow_files::{Kind, Output};
use kinrow_game::{Game, Point, Position};
use kinrow_players::{catalogue, suits};
use kinrow_session::analysis::{Analysis, analyze};
use kinrow_text::Text;

use crate::Context;
use crate::args::AnalyzeOptions;
use crate::commands::print_json;
use crate::failure::{CallError, Failure};
use crate::progress::Progress;
use crate::{out, setup, terminal, words};

pub(crate) fn run(options: &AnalyzeOptions, context: &Context) -> Result<(), Failure> {
    let start = setup::start(&options.start)?;
    let position = start.after;
    let limits = setup::limits(options.limit.as_deref())?;
    let spec = match &options.agent {
        Some(text) => setup::agent(text)?,
        None => suits::default_spec(position.rules()),
    };
    if position.outcome().is_some() {
        return Err(Failure::call(CallError::Over {}));
    }
    let mut agent = catalogue::build(&spec, Seed(options.seed).derive("agent", 0)).map_err(Failure::call)?;
    agent.accepts(&position, &limits).map_err(Failure::call)?;
    let output =
        options.tree.as_deref().map(|path| Output::new(path, Kind::Tree, options.force)).transpose()?;
    let tree = output
        .as_ref()
        .map(|_| TreeLog::new(TreeLimits { depth: options.tree_depth, nodes: options.tree_nodes }));
    let mut listener = Listener { text: &context.text, position, progress: Progress::table(), tree };
    let mut thinking = Thinking::new(context.stop.child(), &mut listener);
    let wants_values = options.values;
    let analysis =
        analyze(&mut *agent, &position, &limits, wants_values, &mut thinking).map_err(Failure::job)?;
    let Listener { tree, progress, .. } = listener;
    drop(progress);
    if let (Some(mut output), Some(mut tree)) = (output, tree) {
        tree.finish();
        let json = format!("{:#}\n", tree.to_json(&|point| position.name(point)));
        output.write(json.as_bytes())?;
    }
    if options.json {
        print_json(&analysis.to_json(&position, &spec.full()));
    } else {
        let told = tell(&analysis, &position, start.moves.last().copied(), wants_values, context);
        out::write(&told);
    }
    if analysis.is_stopped { Err(Failure::job(CallError::AnalysisStopped {})) } else { Ok(()) }
}

/// The board, the choice and what it rests on, the best lines where several were followed, and the value of every move.
fn tell(
    analysis: &Analysis,
    position: &Position,
    last: Option<Point>,
    wants_values: bool,
    context: &Context,
) -> String {
    let Context { text, style, .. } = context;
    let decision = &analysis.decision;
    let side = position.to_move().to_string();
    let best = decision.mv().map_or_else(String::new, |point| position.name(point));
    let value = words::value(text, decision.value);
    let told = [("side", side.as_str()), ("move", best.as_str()), ("value", value.as_str())];
    let mut lines = vec![
        terminal::draw(position, last, *style),
        style.strong(&text.fill("analyze.best", &told)),
        text.fill("analyze.line", &[("line", &words::line(position, &decision.line))]),
        words::cost(text, &decision.statistics),
    ];
    if !decision.best.is_empty() {
        lines.push(format!("\n{}", text.get("analyze.lines")));
        lines.extend(indented(&table::lay_out(text, position, &decision.best)));
    }
    if !analysis.rated.is_empty() {
        lines.extend(moves(analysis, position, text));
    } else if wants_values {
        lines.push(text.get("analyze.no-opinion").to_string());
    }
    lines.push(String::new());
    lines.join("\n")
}

/// Every move with its value, apart from those that stand in the table of lines.
fn moves(analysis: &Analysis, position: &Position, text: &Text) -> Vec<String> {
    let best = &analysis.decision.best;
    let others: Vec<_> =
        analysis.rated.iter().filter(|rated| best.iter().all(|best| best.mv != rated.mv)).collect();
    let is_guided = others.iter().any(|rated| rated.guide.is_some());
    let plain = others.iter().filter(|_| !is_guided);
    let mut lines: Vec<String> = plain
        .map(|rated| {
            let visits =
                rated.visits.map(|visits| text.fill("analyze.visits", &[("count", &words::number(visits))]));
            let line = format!(
                "  {:<4} {}  {}",
                position.name(rated.mv),
                words::value(text, rated.value),
                visits.unwrap_or_default()
            );
            line.trim_end().to_string()
        })
        .collect();
    if is_guided {
        lines.extend(indented(&table::guided(text, position, &others)));
    }
    if !lines.is_empty() {
        let head = if best.is_empty() { "analyze.moves" } else { "analyze.others" };
        lines.insert(0, format!("\n{}", text.get(head)));
    }
    if let Some(values) = &analysis.values {
        lines.push(text.fill("analyze.values-cost", &[("cost", &words::cost(text, values))]));
    }
    lines
}

fn indented(lines: &[String]) -> impl Iterator<Item = String> {
    lines.iter().map(|line| format!("  {line}"))
}

/// Shows what was found so far, and keeps the tree when one is wanted.
struct Listener<'a> {
    text: &'a Text,
    position: Position,
    progress: Progress,
    tree: Option<TreeLog<Point>>,
}

impl Observer<Point> for Listener<'_> {
    fn event(&mut self, event: Event<'_, Point>) {
        if let Event::Report(report) = &event {
            let terminal = terminal_size::terminal_size_of(std::io::stderr());
            let width = terminal.map_or(usize::MAX, |(terminal_size::Width(columns), _)| columns.into());
            self.progress.say(table::live(self.text, &self.position, report, width));
        }
        if let Some(tree) = &mut self.tree {
            tree.event(event);
        }
    }

    fn tree(&self) -> Option<TreeLimits> {
        self.tree.as_ref().and_then(Observer::tree)
    }
}
