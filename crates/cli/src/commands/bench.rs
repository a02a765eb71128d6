//! `kinrow bench`: fixed work, its signature and its rates.

use kinrow_players::bench::{self, Line};

use crate::Context;
use crate::args::BenchOptions;
use crate::commands::print_json;
use crate::failure::Failure;
use crate::out::say;
use crate::words;

pub(crate) fn run(options: &BenchOptions, context: &Context) -> Result<(), Failure> {
    let show = |line: &Line| {
        if !options.json {
            let rate = words::number(line.rate() as u64);
            say!("{}", context.style.strong(&line.name));
            say!(
                "  {} {}, {}, {rate}/s, {}",
                words::number(line.count),
                context.text.unit(line.unit),
                words::time(line.time),
                line.answer
            );
        }
    };
    let lines = bench::run(&context.stop, show).map_err(Failure::job)?;
    if options.json {
        print_json(&bench::to_json(&lines));
    } else {
        say!("");
        for ratio in bench::ratios(&lines) {
            let value = format!("{:.2}", ratio.value);
            say!("{}", context.text.fill(&format!("bench.{}", ratio.name), &[("ratio", &value)]));
        }
        say!("\n{}", context.text.fill("bench.signature", &[("signature", &bench::signature(&lines))]));
    }
    Ok(())
}
