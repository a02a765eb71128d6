//! `kinrow review`: a game gone over move by move.

mod source;
mod table;

use kinrow_agent::Seed;
use kinrow_players::suits;
use kinrow_study::Reviewer;

use crate::args::ReviewOptions;
use crate::commands::print_json;
use crate::failure::{CallError, Failure};
use crate::progress::Progress;
use crate::{Context, setup};

pub(crate) fn run(options: &ReviewOptions, context: &Context) -> Result<(), Failure> {
    let source = source::find(options)?;
    let passage = &source.passage;
    let spec = match &options.agent {
        Some(text) => setup::agent(text)?,
        None => suits::reviewer(passage.start()),
    };
    let limits = match &options.budget {
        // An agent that was named keeps to its own options: a clock would make another search of it.
        None if options.agent.is_none() => suits::REVIEW,
        given => setup::limits(given.as_deref())?,
    };
    let seed = Seed(options.seed).derive("agent", 0);
    let mut reviewer = Reviewer::new(&spec, seed, limits, passage).map_err(Failure::call)?;
    let progress = Progress::bar(passage.positions().len() as u64);
    let mut told = |looked: kinrow_study::Looked| {
        progress.at(looked.done as u64);
        let (done, of) = (looked.done.to_string(), looked.of.to_string());
        progress.say(context.text.fill("review.progress", &[("done", &done), ("of", &of)]));
    };
    let review = reviewer.review(passage, &context.stop.child(), &mut told).map_err(Failure::job)?;
    drop(progress);
    if options.json {
        print_json(&review.to_json(passage, &spec.full(), &limits, options.side));
    } else {
        source.tell(&spec, &limits, context);
        table::show(&review, passage, options.side, context);
    }
    if review.is_stopped { Err(Failure::job(CallError::ReviewStopped {})) } else { Ok(()) }
}
