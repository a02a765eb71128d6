//! `kinrow solve`: the exact value of a position.

use kinrow_agent::{Event, Statistics, Thinking};
use kinrow_game::{Game, Outcome, Point, Position, with_board};
use kinrow_search::solve::{Solution, SolveOptions as SolverOptions, Solver};
use serde_json::json;

use crate::Context;
use crate::args::SolveOptions;
use crate::commands::print_json;
use crate::failure::{CallError, Failure};
use crate::out::say;
use crate::progress::Progress;
use crate::{setup, table, words};

pub(crate) fn run(options: &SolveOptions, context: &Context) -> Result<(), Failure> {
    let start = setup::start(&options.start)?;
    let position = start.after;
    let limits = setup::limits(options.limit.as_deref())?;
    if position.outcome().is_some() {
        return Err(Failure::call(CallError::Over {}));
    }
    let solver_options = SolverOptions { distance: options.distance, megabytes: options.memory };
    let progress = Progress::spinner();
    let mut observer = |event: Event<'_, Point>| {
        if let Event::Report(report) = event {
            progress.say(words::cost(&context.text, &report.statistics));
        }
    };
    let mut thinking = Thinking::new(context.stop.child(), &mut observer);
    let mut solver = Solver::new(solver_options);
    let solution =
        with_board!(&position, board => solver.solve(board, &limits, &mut thinking)).map_err(Failure::job)?;
    drop(progress);
    if options.json {
        print_json(&to_json(&position, &solution));
    } else {
        say!("{}", table::draw(&position, start.moves.last().copied(), context.style));
        show(&position, &solution, context);
    }
    Ok(())
}

fn outcome_word(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Win => "win",
        Outcome::Draw => "draw",
        Outcome::Loss => "loss",
    }
}

fn to_json(position: &Position, solution: &Solution) -> serde_json::Value {
    let name = |point: &Point| position.name(*point);
    let Statistics { nodes, time, table_hits, .. } = solution.statistics;
    let mut json = json!({
        "position": position.text(),
        "value": solution.value().to_json(),
        "move": solution.mv.as_ref().map(name),
        "line": solution.line.iter().map(name).collect::<Vec<_>>(),
        "nodes": nodes,
        "table_hits": table_hits,
        "time_ms": time.as_secs_f64() * 1000.0,
    });
    if let Some(plies) = solution.plies {
        json["plies"] = plies.into();
    }
    json
}

fn show(position: &Position, solution: &Solution, context: &Context) {
    let text = &context.text;
    let side = position.to_move().to_string();
    let key = format!("solve.{}", outcome_word(solution.outcome));
    say!("{}", context.style.strong(&text.fill(&key, &[("side", &side)])));
    if let Some(plies) = solution.plies {
        say!("{}", text.fill("solve.plies", &[("plies", &plies.to_string())]));
    }
    if !solution.line.is_empty() {
        say!("{}", text.fill("analyze.line", &[("line", &words::line(position, &solution.line))]));
    }
    say!("{}", words::cost(text, &solution.statistics));
}
