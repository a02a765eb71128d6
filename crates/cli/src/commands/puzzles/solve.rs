//! `kinrow puzzles solve`: an agent solves puzzles, and a table tells how many of each grade it got.

use kinrow_agent::{Limits, Seed};
use kinrow_players::catalogue;
use kinrow_study::puzzles::{GRADES, Graded, Puzzle, PuzzleSet, Right, Solved, solve};

use super::unreadable;
use crate::args::PuzzlesSolveOptions;
use crate::commands::print_json;
use crate::failure::{CallError, Failure};
use crate::out::say;
use crate::progress::Progress;
use crate::{Context, columns, setup, words};

/// Who solves them when nobody is named.
const AGENT: &str = "engine";
/// What it may spend on each.
const LIMITS: Limits = Limits { nodes: Some(100_000), ..Limits::NONE };

pub(crate) fn run(options: &PuzzlesSolveOptions, context: &Context) -> Result<(), Failure> {
    let set = PuzzleSet::read(&options.file).map_err(unreadable)?;
    let spec = setup::agent(options.agent.as_deref().unwrap_or(AGENT))?;
    let limits = match &options.budget {
        // An agent that was named keeps to its own options.
        None if options.agent.is_none() => LIMITS,
        given => setup::limits(given.as_deref())?,
    };
    let mut agent = catalogue::build(&spec, Seed(options.seed).derive("agent", 0)).map_err(Failure::call)?;
    for puzzle in &set.puzzles {
        agent.accepts(&puzzle.position, &limits).map_err(Failure::call)?;
    }
    let progress = Progress::bar(set.puzzles.len() as u64);
    let solved = solve(&set.puzzles, &mut agent, &limits, &context.stop.child(), &mut |done| {
        progress.at(done as u64);
    });
    drop(progress);
    let solved = solved.map_err(Failure::job)?;
    if options.json {
        print_json(&solved.to_json(&set.puzzles, &spec.full(), &limits));
    } else {
        let (agent, limits) = (spec.to_string(), limits.to_string());
        let key = if limits.is_empty() { "puzzles.by" } else { "puzzles.by-within" };
        say!("{}\n", context.text.fill(key, &[("agent", &agent), ("limits", &limits)]));
        show(&solved, &set.puzzles, context);
    }
    if solved.is_stopped { Err(Failure::job(CallError::PuzzlesStopped {})) } else { Ok(()) }
}

fn show(solved: &Solved, puzzles: &[Puzzle], context: &Context) {
    let Context { text, style, .. } = context;
    let heads = ["grade", "puzzles", "right", "otherwise", "proven", "time"];
    let mut rows = vec![heads.map(|head| text.get(&format!("puzzles.column-{head}")).to_string()).to_vec()];
    let row = |name: String, graded: Graded| {
        let Graded { puzzles, right, otherwise, proven, time } = graded;
        let counts = [puzzles, right, otherwise, proven].map(|count| words::number(count as u64));
        [name].into_iter().chain(counts).chain([words::time(time)]).collect::<Vec<_>>()
    };
    for grade in 1..=GRADES {
        let graded = solved.of_grade(puzzles, Some(grade));
        if graded.puzzles > 0 {
            rows.push(row(grade.to_string(), graded));
        }
    }
    rows.push(row(text.get("puzzles.all").to_string(), solved.of_grade(puzzles, None)));
    let mut lines = columns::lay_out(&rows, &[]).into_iter();
    lines.by_ref().take(1).for_each(|line| say!("{}", style.faint(&line)));
    lines.for_each(|line| say!("{line}"));
    let missed: Vec<String> = solved
        .answers
        .iter()
        .enumerate()
        .filter(|(_, answer)| answer.right == Right::No)
        .map(|(index, _)| (index + 1).to_string())
        .collect();
    if !missed.is_empty() {
        say!("\n{}", text.fill("puzzles.missed", &[("numbers", &missed.join(" "))]));
    }
}
