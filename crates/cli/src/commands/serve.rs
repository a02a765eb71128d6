//! `kinrow serve`: the page.

use std::path::{Path, PathBuf};

use kinrow_agent::parse_time;
use kinrow_jobs::JobBounds;
use kinrow_session::Bounds;
use kinrow_web::{Address, JobsPlace, OWN_PORT, ServeOptions as WebOptions, serve};

use crate::args::ServeOptions;
use crate::failure::Failure;
use crate::out::say;
use crate::{Context, database, words};

pub(crate) fn run(options: &ServeOptions, context: &Context) -> Result<(), Failure> {
    let usual = WebOptions::default();
    let bounds = Bounds {
        time: parse_time(&options.max_time).map_err(Failure::call)?,
        depth: options.max_depth,
        playouts: options.max_playouts,
        tree_nodes: options.max_tree,
        steps: options.max_steps as usize,
        megabytes: options.memory,
        ..usual.bounds
    };
    let record = if options.no_record { None } else { record(options.db.as_deref(), context) };
    let web = WebOptions {
        record,
        host: options.host,
        port: options.port,
        allowed_hosts: options.allow_host.clone(),
        sessions: options.max_sessions as usize,
        connections: options.max_connections as usize,
        connections_per_address: options.max_per_address as usize,
        searches: options.searches.map_or(usual.searches, |searches| searches as usize),
        jobs: jobs(options, &bounds)?,
        bounds,
        ..usual
    };
    let kept = web.record.clone();
    let on_ready = |address: &Address| ready(address, kept.as_deref(), options, context);
    serve(&web, &context.stop, on_ready).map_err(Failure::job)?;
    say!("{}", context.text.get("serve.stopped"));
    Ok(())
}

/// Where jobs are kept, and what they may use up; without a home, and without a word about it, there are none.
fn jobs(options: &ServeOptions, search: &Bounds) -> Result<Option<JobsPlace>, Failure> {
    let usual = JobBounds::default();
    let bounds = JobBounds {
        jobs: options.max_jobs as usize,
        at_once: options.jobs_at_once as usize,
        time: parse_time(&options.job_time).map_err(Failure::call)?,
        megabytes: options.job_memory,
        disk_megabytes: options.job_disk,
        search: search.clone(),
        ..usual
    };
    let is_asked_for = options.jobs.is_some();
    let folder = options.jobs.clone().or_else(database::usual_jobs);
    Ok(folder.map(|folder| JobsPlace { folder, bounds, is_asked_for }))
}

/// Where finished games go. The page is of use without a record too: that there can be none is only told.
fn record(given: Option<&Path>, context: &Context) -> Option<PathBuf> {
    let told = |failure: Failure| {
        let why = failure.sentence(&context.text);
        eprintln!("kinrow: {}", context.text.fill("play.not-recorded", &[("why", &why)]));
    };
    database::path(given).map_err(told).ok()
}

/// Tells where the page is, and opens it.
fn ready(address: &Address, kept: Option<&Path>, options: &ServeOptions, context: &Context) {
    let text = &context.text;
    say!("{}", context.style.strong(&text.fill("serve.ready", &[("url", &address.url)])));
    if address.is_other_port {
        say!("{}", text.fill("serve.other-port", &[("own", &OWN_PORT.to_string())]));
    }
    if let Some(url) = &address.shared {
        say!("{}", text.fill("serve.shared", &[("url", url)]));
    }
    if let Some(url) = &address.lecturer {
        say!("{}", text.fill("serve.lecturer", &[("url", url)]));
    }
    if address.connections < options.max_connections as usize {
        let number = words::number(address.connections as u64);
        say!("{}", text.fill("serve.few-connections", &[("number", &number)]));
    }
    if let Some(error) = &address.without_jobs {
        say!("{}", text.fill("serve.without-jobs", &[("why", &text.explain(error))]));
    }
    if let Some(file) = kept {
        say!("{}", text.fill("serve.record", &[("file", &file.display().to_string())]));
    }
    say!("{}", text.get("serve.stop"));
    // A machine without a browser has no need of one: the address stands above.
    let own = address.lecturer.as_ref().unwrap_or(&address.url);
    if !options.no_open && open::that_detached(own).is_err() {
        say!("{}", text.get("serve.no-browser"));
    }
}
