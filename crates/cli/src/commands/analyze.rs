//! `kinrow analyze`: what an agent thinks of a position.

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
use crate::out::say;
use crate::progress::Progress;
use crate::{setup, terminal, words};

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
    let mut listener = Listener { text: &context.text, progress: Progress::spinner(), tree };
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
        show(&analysis, &position, start.moves.last().copied(), wants_values, context);
    }
    if analysis.is_stopped { Err(Failure::job(CallError::AnalysisStopped {})) } else { Ok(()) }
}

fn show(
    analysis: &Analysis,
    position: &Position,
    last: Option<Point>,
    wants_values: bool,
    context: &Context,
) {
    let Context { text, style, .. } = context;
    say!("{}", terminal::draw(position, last, *style));
    let decision = &analysis.decision;
    let side = position.to_move().to_string();
    let best = decision.mv().map_or_else(String::new, |point| position.name(point));
    let value = words::value(text, decision.value);
    let told = [("side", side.as_str()), ("move", best.as_str()), ("value", value.as_str())];
    say!("{}", style.strong(&text.fill("analyze.best", &told)));
    say!("{}", text.fill("analyze.line", &[("line", &words::line(position, &decision.line))]));
    say!("{}", words::cost(text, &decision.statistics));
    if analysis.rated.is_empty() {
        if wants_values {
            say!("{}", text.get("analyze.no-opinion"));
        }
        return;
    }
    say!("\n{}", text.get("analyze.moves"));
    for rated in &analysis.rated {
        let visits =
            rated.visits.map(|visits| text.fill("analyze.visits", &[("count", &words::number(visits))]));
        let line = format!(
            "  {:<4} {}  {}",
            position.name(rated.mv),
            words::value(text, rated.value),
            visits.unwrap_or_default()
        );
        say!("{}", line.trim_end());
    }
    if let Some(values) = &analysis.values {
        say!("{}", text.fill("analyze.values-cost", &[("cost", &words::cost(text, values))]));
    }
}

/// Shows progress, and keeps the tree when one is wanted.
struct Listener<'a> {
    text: &'a Text,
    progress: Progress,
    tree: Option<TreeLog<Point>>,
}

impl Observer<Point> for Listener<'_> {
    fn event(&mut self, event: Event<'_, Point>) {
        if let Event::Report(report) = &event {
            let value = words::value(self.text, report.value);
            self.progress.say(format!("{value} {}", words::cost(self.text, &report.statistics)));
        }
        if let Some(tree) = &mut self.tree {
            tree.event(event);
        }
    }

    fn tree(&self) -> Option<TreeLimits> {
        self.tree.as_ref().and_then(Observer::tree)
    }
}
