//! `kinrow merge`: shares that were computed apart become what a single run would have been.

use kinrow_arena::Schedule;
use kinrow_arena::merging::MergeError;
use kinrow_arena::recorded;
use kinrow_lab::experiment;

use super::contest::Played;
use super::{contest, lab, match_, tournament};
use crate::Context;
use crate::args::{MergeOptions, ReportWishes};
use crate::failure::{CallError, Failure};

pub(crate) fn run(options: &MergeOptions, context: &Context) -> Result<(), Failure> {
    let folders = options.shares.iter().filter(|share| share.is_dir()).count();
    if folders == options.shares.len() {
        let shares: Vec<String> = options.shares.iter().map(|share| share.display().to_string()).collect();
        let call = format!("kinrow merge --out {} {}", options.out.display(), shares.join(" "));
        experiment::merge(&options.shares, &options.out, &call).map_err(lab::failure)?;
        return lab::write_report(&options.out, &ReportWishes::default(), options.json, context);
    }
    if folders > 0 {
        return Err(Failure::call(CallError::MergeMixed {}));
    }
    let merged = recorded::merge(&options.shares, &options.out).map_err(contest::failure)?;
    let schedule = Schedule::new(merged.plan.agents.len(), merged.plan.format, merged.plan.rounds);
    let (kind, plan) = (merged.kind.clone(), merged.plan.clone());
    let played = Played::merged(merged, options.shares.len(), &options.out);
    match kind.as_str() {
        "match" => match_::tell(&plan, &played, None, options.json, context),
        "tournament" => tournament::tell(&plan, &schedule, &played, options.json, context),
        _ => {
            let file = options.out.display().to_string();
            return Err(Failure::job(MergeError::NoShare { file }));
        }
    }
    Ok(())
}
