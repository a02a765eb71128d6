//! `kinrow openings`: openings that an agent considers even, as a file for `--openings`.

use kinrow_agent::Seed;
use kinrow_arena::{BalancedError, SiftError, Wanted, find_balanced};
use kinrow_files::{Kind, Output};

use crate::Context;
use crate::args::OpeningsOptions;
use crate::failure::Failure;
use crate::out::say;
use crate::progress::Progress;
use crate::{out, setup, words};

pub(crate) fn run(options: &OpeningsOptions, context: &Context) -> Result<(), Failure> {
    let limits = options.search_limit.as_deref();
    let wanted = Wanted {
        rules: setup::rules(&options.board)?,
        count: options.balanced,
        plies: options.plies,
        agent: options.agent.as_deref().map(setup::agent).transpose()?,
        limits: if limits.is_some() { setup::limits(limits)? } else { Wanted::LIMITS },
        within: within(options.within.as_deref())?,
        seed: Seed(options.seed),
    };
    let mut output =
        options.out.as_deref().map(|path| Output::new(path, Kind::Openings, options.force)).transpose()?;
    let progress = Progress::bar(wanted.count.into());
    let found = find_balanced(&wanted, &context.stop, &mut |sifted| {
        progress.at(sifted.found as u64);
        progress.say(
            context.text.fill("openings.progress", &[("weighed", &words::number(sifted.weighed as u64))]),
        );
    });
    drop(progress);
    let found = found.map_err(failure)?;
    let Some(output) = &mut output else {
        out::write(&found.to_text());
        return Ok(());
    };
    output.write(found.to_text().as_bytes())?;
    let told = [
        ("count", words::number(found.openings.len() as u64)),
        ("plies", found.plies().to_string()),
        ("weighed", words::number(found.weighed as u64)),
        ("file", output.path().display().to_string()),
    ];
    let told = told.each_ref().map(|(name, value)| (*name, value.as_str()));
    say!("{}", context.text.fill("openings.written", &told));
    Ok(())
}

/// Reads `--within`; whether it is possible is known elsewhere.
fn within(given: Option<&str>) -> Result<f64, Failure> {
    let Some(text) = given else { return Ok(Wanted::WITHIN) };
    text.trim().parse().map_err(|_| Failure::call(SiftError::Within { given: text.into() }))
}

/// A search that found too little, or was stopped, has failed; all else could have been known before.
fn failure(error: BalancedError) -> Failure {
    match error {
        BalancedError::Sift(SiftError::TooFew { .. } | SiftError::Stopped { .. }) => Failure::job(error),
        _ => Failure::call(error),
    }
}
