//! `kinrow solve`: the exact value of a position, with its proof; or its wins by threats.

mod book;
mod saved;
mod threats;

use std::path::Path;
use std::time::{Duration, Instant};

use kinrow_agent::{Event, Question, Statistics, Thinking};
use kinrow_files::{Kind, Output};
use kinrow_game::{Game, Outcome, Point, Position};
use kinrow_prove::{CertificateError, Proved, is_provable, prove};
use kinrow_search::solve::{Solution, SolveError, SolveOptions as SolverOptions, Solver};
use serde_json::json;

use crate::Context;
use crate::args::SolveOptions;
use crate::commands::{check, print_json};
use crate::failure::{CallError, Failure};
use crate::out::say;
use crate::progress::Progress;
use crate::{setup, terminal, words};

pub(crate) fn run(options: &SolveOptions, context: &Context) -> Result<(), Failure> {
    let start = setup::start(&options.start)?;
    let position = start.after;
    if position.outcome().is_some() {
        return Err(Failure::call(CallError::Over {}));
    }
    if let Some(kinds) = options.threats {
        return threats::run(&start, kinds, options, context);
    }
    if let Some(plies) = options.plies {
        return book::make(&position, plies, options, context);
    }
    let limits = setup::limits(options.limit.as_deref())?;
    let books = book::choose(options.book.as_deref(), position.rules())?;
    let mut output = match &options.proof {
        Some(path) => {
            is_provable(&position).map_err(Failure::call)?;
            Some(Output::new(path, Kind::Proof, options.force)?)
        }
        None => None,
    };
    let solver_options = SolverOptions {
        distance: options.distance,
        megabytes: options.memory,
        threads: options.threads.into(),
    };
    let progress = Progress::spinner();
    let mut asked = String::new();
    let mut observer = |event: Event<'_, Point>| match event {
        Event::Question(question) => asked = question_text(question, context),
        Event::Report(report) => {
            progress.say(format!("{asked} {}", words::cost(&context.text, &report.statistics)));
        }
        _ => {}
    };
    let mut thinking = Thinking::new(context.stop.child(), &mut observer);
    let mut solver = Solver::new(solver_options).with_books(books.clone());
    let save = options.save.as_deref().map(|path| saved::open(path, &position, &mut solver)).transpose()?;
    let started = Instant::now();
    let solved = if output.is_some() {
        let proved = prove(&position, &mut solver, &limits, &mut thinking);
        proved.map(|Proved { solution, certificate, bytes }| (solution, Some(certificate), bytes))
    } else {
        let solved = solver.solve(&position, &limits, &mut thinking);
        solved.map(|solution| (solution, None, solver.bytes())).map_err(CertificateError::Solve)
    };
    drop(progress);
    let saved = match save {
        Some(output) => Some(saved::write(output, &position, &solver)?),
        None => None,
    };
    let (solution, certificate, bytes) = match solved {
        Ok(solved) => solved,
        Err(unsolved) => {
            if let CertificateError::Solve(unsolved) = &unsolved
                && options.json
            {
                let mut json = bounds_json(&position, unsolved, started.elapsed(), solver.bytes());
                saved::tell(&mut json, saved.as_deref());
                print_json(&json);
            } else {
                saved::say(saved.as_deref(), context);
            }
            return Err(Failure::job(unsolved));
        }
    };
    let mut written = None;
    if let (Some(output), Some(certificate)) = (&mut output, &certificate) {
        let content = certificate.to_bytes();
        output.write(&content)?;
        written = Some(Written {
            file: output.path(),
            nodes: check::nodes(certificate),
            bytes: content.len() as u64,
        });
    }
    if options.json {
        let mut json = to_json(&position, &solution, bytes);
        if solution.is_from_book {
            json["book"] = book::to_json(&books, options.book.as_deref(), position.rules());
        }
        if let Some(Written { file, nodes, bytes }) = written {
            json["proof"] = json!({ "file": file.display().to_string(), "nodes": nodes, "bytes": bytes });
        }
        saved::tell(&mut json, saved.as_deref());
        print_json(&json);
    } else {
        say!("{}", terminal::draw(&position, start.moves.last().copied(), context.style));
        show(&position, &solution, context);
        if let Some(book) = books.get(position.rules()).filter(|_| solution.is_from_book) {
            say!("{}", context.text.fill("solve.from-book", &[("plies", &book.plies().to_string())]));
        }
        if let (Some(written), Some(certificate)) = (&written, &certificate) {
            say!("{}", check::claim(&context.text, certificate.statement()));
            let (nodes, bytes) = (words::number(written.nodes), words::number(written.bytes));
            let file = written.file.display().to_string();
            let details = [("nodes", nodes.as_str()), ("bytes", &bytes), ("file", &file)];
            say!("{}", context.text.fill("solve.proof", &details));
        }
        saved::say(saved.as_deref(), context);
    }
    Ok(())
}

/// A proof that is in its file.
struct Written<'a> {
    file: &'a Path,
    nodes: u64,
    bytes: u64,
}

fn outcome_word(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Win => "win",
        Outcome::Draw => "draw",
        Outcome::Loss => "loss",
    }
}

/// What is being asked, for whoever waits for the answer.
fn question_text(question: Question, context: &Context) -> String {
    let side = question.side.to_string();
    match question.within {
        None => context.text.fill("solve.question", &[("side", &side)]),
        Some(plies) => {
            context.text.fill("solve.question-within", &[("side", &side), ("plies", &plies.to_string())])
        }
    }
}

fn to_json(position: &Position, solution: &Solution, memory: u64) -> serde_json::Value {
    let name = |point: &Point| position.name(*point);
    let Statistics { nodes, time, table_hits, .. } = solution.statistics;
    let mut json = json!({
        "position": position.to_string(),
        "solved": true,
        "proven": true,
        "value": solution.value().to_json(),
        "move": solution.mv.as_ref().map(name),
        "line": solution.line.iter().map(name).collect::<Vec<_>>(),
        "nodes": nodes,
        "table_hits": table_hits,
        "time_ms": time.as_secs_f64() * 1000.0,
        "memory_bytes": memory,
        "book": null,
    });
    if let Some(plies) = solution.plies {
        json["plies"] = plies.into();
    }
    json
}

/// What is known of a position that was not solved.
fn bounds_json(position: &Position, unsolved: &SolveError, time: Duration, memory: u64) -> serde_json::Value {
    let SolveError::Stopped { nodes, win, loss } = *unsolved;
    // What cannot be forced within all the moves that are left cannot be forced at all.
    let is_out = |plies: u32| plies >= position.moves_left();
    json!({
        "position": position.to_string(),
        "solved": false,
        "proven": false,
        "value": null,
        "move": null,
        "line": [],
        "at_best": if is_out(win) { "draw" } else { "win" },
        "at_worst": if is_out(loss) { "draw" } else { "loss" },
        "no_win_within": win,
        "no_loss_within": loss,
        "nodes": nodes,
        "time_ms": time.as_secs_f64() * 1000.0,
        "memory_bytes": memory,
        "book": null,
    })
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
