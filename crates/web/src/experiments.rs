//! Experiments, for a page that chooses one, writes one, or reads a report.

use std::sync::LazyLock;

use kinrow_jobs::{builtin, examine};
use kinrow_lab::experiment::{BUILTIN, Mode, speed};
use kinrow_session::{Refusal, refuse};
use serde_json::{Value as Json, json};

use crate::desk::Desk;
use crate::message::Event;
use crate::room::Place;

/// How fast this machine is beside that of the experiments' authors.
static SPEED: LazyLock<f64> = LazyLock::new(speed);

impl Desk {
    /// The built-in experiments: what they ask, and about how long they take here.
    pub(crate) fn list_experiments(&mut self, id: Option<u64>) -> Result<(), Refusal> {
        let language = self.session.text().language();
        let view = |&(name, text): &(&str, &str)| -> Option<Json> {
            let full = examine(text, Mode::Full).ok()?;
            let quick = examine(text, Mode::Quick).ok()?;
            let [seconds, seconds_quick] =
                [&full, &quick].map(|found| found.seconds().map(|all| all / *SPEED));
            Some(json!({
                "name": name,
                "title": full.title.of(language),
                "question": full.question.of(language),
                "seconds": seconds,
                "seconds_quick": seconds_quick,
            }))
        };
        self.send(&Event::Experiments { experiments: BUILTIN.iter().filter_map(view).collect() }, id);
        Ok(())
    }

    pub(crate) fn tell_experiment(&mut self, id: Option<u64>, name: &str) -> Result<(), Refusal> {
        let text = builtin(name).map_err(refuse)?;
        self.send(&Event::Experiment { name: name.to_string(), text }, id);
        Ok(())
    }

    /// What is wrong with the text of an experiment, and in which line.
    pub(crate) fn examine_experiment(&mut self, id: Option<u64>, text: &str) -> Result<(), Refusal> {
        let mistaken = [Mode::Full, Mode::Quick].into_iter().find_map(|mode| examine(text, mode).err());
        let message = mistaken.as_ref().map(|mistaken| mistaken.told(self.session.text()));
        self.send(&Event::Examined { line: mistaken.map(|mistaken| mistaken.line), message }, id);
        Ok(())
    }

    /// The report of a finished experiment.
    pub(crate) fn tell_report(&mut self, place: &Place, id: Option<u64>, job: u64) -> Result<(), Refusal> {
        let html = self.jobs(place)?.report(job, self.session.text())?;
        self.send(&Event::Report { job, html }, id);
        Ok(())
    }
}
