//! Jobs, for a page that may have them: in a classroom the lecturer's.

use kinrow_agent::{OptionKind, OptionSpec, Options};
use kinrow_game::{Rules, RulesError};
use kinrow_jobs::{JobView, Jobs, Label, Wanted};
use kinrow_learn::{Experience, Method, Preset};
use kinrow_session::{Refusal, refuse};
use kinrow_text::Text;
use kinrow_zero as zero;
use serde_json::{Map, Value as Json, json};

use crate::desk::Desk;
use crate::error::WebError;
use crate::hub::Hub;
use crate::message::{Event, Manage, ToldJob};
use crate::room::Place;

/// Rounds of a network's training when nobody says how many.
const ROUNDS: u64 = 32;

impl Desk {
    /// The jobs, for a page that may look at them.
    pub(crate) fn jobs<'a>(&self, place: &'a Place) -> Result<&'a Jobs, Refusal> {
        if !self.role().is_leading() {
            return Err(refuse(WebError::Lecturer {}));
        }
        place.hub.jobs.as_deref().ok_or_else(|| refuse(WebError::Jobs {}))
    }

    fn told(&self, job: JobView) -> ToldJob {
        let language = self.session.text().language().code();
        let failure = job.failure.as_ref().and_then(|told| told.get(language).cloned());
        ToldJob { job, failure }
    }

    /// Tells all jobs and models, and from now on what becomes of them.
    pub(crate) fn show_jobs(&mut self, place: &Place, id: Option<u64>) -> Result<(), Refusal> {
        let jobs = self.jobs(place)?;
        self.watches_jobs = true;
        self.send(&self.all_jobs(jobs), id);
        Ok(())
    }

    fn all_jobs(&self, jobs: &Jobs) -> Event {
        let bounds = jobs.bounds();
        let bounds = json!({
            "jobs": bounds.jobs,
            "models": bounds.models,
            "at_once": bounds.at_once,
            "time_ms": bounds.time.as_millis() as u64,
            "megabytes": bounds.megabytes,
            "disk_megabytes": bounds.disk_megabytes,
        });
        let told = jobs.list().into_iter().map(|job| self.told(job)).collect();
        Event::Jobs { jobs: told, models: jobs.models(), bounds }
    }

    /// A job has changed.
    pub(crate) fn tell_of_job(&mut self, hub: &Hub, job: u64) {
        let Some(jobs) = hub.jobs.as_deref().filter(|_| self.watches_jobs) else { return };
        match jobs.view(job) {
            Some(job) => self.send(&Event::Job { job: Box::new(self.told(job)) }, None),
            // It was removed.
            None => self.send(&self.all_jobs(jobs), None),
        }
    }

    pub(crate) fn begin_job(
        &mut self,
        place: &Place,
        id: Option<u64>,
        wanted: Wanted,
    ) -> Result<(), Refusal> {
        let jobs = self.jobs(place)?;
        let number = jobs.begin(wanted)?;
        if let Some(job) = jobs.view(number) {
            self.send(&Event::Job { job: Box::new(self.told(job)) }, id);
        }
        Ok(())
    }

    pub(crate) fn manage_job(
        &mut self,
        place: &Place,
        id: Option<u64>,
        job: u64,
        to: Manage,
    ) -> Result<(), Refusal> {
        let jobs = self.jobs(place)?;
        match to {
            Manage::Pause => jobs.pause(job)?,
            Manage::Resume => jobs.resume(job)?,
            Manage::Stop => jobs.stop(job)?,
            Manage::Remove => jobs.remove(job)?,
        }
        self.show_jobs(place, id)
    }

    pub(crate) fn chart_jobs(
        &mut self,
        place: &Place,
        id: Option<u64>,
        jobs: Vec<u64>,
        width: Option<u32>,
    ) -> Result<(), Refusal> {
        let svg = self.jobs(place)?.chart(&jobs, width, self.session.text())?;
        self.send(&Event::Chart { jobs, svg }, id);
        Ok(())
    }

    pub(crate) fn tell_table(&mut self, place: &Place, id: Option<u64>, job: u64) -> Result<(), Refusal> {
        let table = self.jobs(place)?.table(job)?;
        self.send(&Event::Table { job, table }, id);
        Ok(())
    }

    pub(crate) fn list_games(
        &mut self,
        place: &Place,
        id: Option<u64>,
        job: u64,
        from: u64,
    ) -> Result<(), Refusal> {
        let (total, games) = self.jobs(place)?.games(job, from)?;
        self.send(&Event::Games { job, from, total, games }, id);
        Ok(())
    }

    pub(crate) fn show_game(
        &mut self,
        place: &Place,
        id: Option<u64>,
        job: u64,
        game: i64,
    ) -> Result<(), Refusal> {
        let game = self.jobs(place)?.game(job, game)?;
        self.send(&Event::Game { job, game }, id);
        Ok(())
    }

    pub(crate) fn save_model(
        &mut self,
        place: &Place,
        id: Option<u64>,
        job: u64,
        label: &str,
    ) -> Result<(), Refusal> {
        let label: Label = label.trim().parse().map_err(refuse)?;
        self.jobs(place)?.save_model(job, &label)?;
        self.show_jobs(place, id)
    }

    pub(crate) fn remove_model(
        &mut self,
        place: &Place,
        id: Option<u64>,
        label: &str,
    ) -> Result<(), Refusal> {
        let label: Label = label.parse().map_err(refuse)?;
        self.jobs(place)?.remove_model(&label)?;
        self.show_jobs(place, id)
    }

    /// The methods that learn, with their options for a board as controls are made of them.
    pub(crate) fn tell_methods(&mut self, id: Option<u64>, rules: &str) -> Result<(), Refusal> {
        let rules: Rules = rules.parse().map_err(|error: RulesError| refuse(error))?;
        let text = self.session.text();
        let methods = Method::ALL.iter().map(|&method| {
            let goal = |preset| method.default_episodes(preset);
            let unit = match method.experience() {
                Experience::Games => "games",
                Experience::Generations => "generations",
            };
            let presets = |preset| preset_view(&method.preset(preset), method.options(), goal(preset));
            method_view(text, method.name(), unit, method.options(), &presets)
        });
        let network = || {
            let presets = |preset| preset_view(&zero::preset(rules, preset), zero::DECLARED, ROUNDS);
            method_view(text, zero::NAME, "rounds", zero::DECLARED, &presets)
        };
        let methods = methods.chain(std::iter::once_with(network)).collect();
        self.send(&Event::Methods { rules: rules.to_string(), methods }, id);
        Ok(())
    }
}

fn method_view(
    text: &Text,
    name: &str,
    unit: &str,
    options: &[OptionSpec],
    preset: &dyn Fn(Preset) -> Json,
) -> Json {
    let controls: Vec<Json> = options.iter().filter_map(option_view).collect();
    json!({
        "name": name,
        "meaning": text.get(&format!("agent.{name}")),
        "unit": unit,
        "options": controls,
        "presets": { "best": preset(Preset::Best), "published": preset(Preset::Published) },
    })
}

/// An option as a control is made of it; nothing for one that would name a file.
fn option_view(option: &OptionSpec) -> Option<Json> {
    let (kind, least, most, words) = match option.kind {
        OptionKind::Whole { least, most } => ("whole", json!(least), json!(most), Json::Null),
        OptionKind::Real { least, most } => ("real", json!(least), json!(most), Json::Null),
        OptionKind::Choice(words) => ("choice", Json::Null, Json::Null, json!(words)),
        OptionKind::Time => ("time", Json::Null, Json::Null, Json::Null),
        OptionKind::File | OptionKind::Text => return None,
    };
    Some(json!({ "name": option.name, "kind": kind, "least": least, "most": most, "words": words }))
}

/// What a preset sets, and how long it trains.
fn preset_view(options: &Options, specs: &[OptionSpec], goal: u64) -> Json {
    let values: Map<String, Json> =
        specs.iter().map(|spec| (spec.name.to_string(), json!(options.get(spec.name)))).collect();
    json!({ "goal": goal, "options": values })
}
