//! Models by their labels: what they say of themselves, and the agents that play by them.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::sync::{Mutex, PoisonError};

use kinrow_files::Kind;
use kinrow_players::catalogue::{BuildError, read_model, read_network};
use kinrow_players::{AgentSpec, MODEL_PREFIX};
use kinrow_zero as zero;

use crate::error::JobError;
use crate::label::Label;
use crate::store::{Store, StoreError};
use crate::view::{AuditView, ModelView};
use crate::wanted::{Refusal, refuse};

/// What models say of themselves, each read once.
#[derive(Default, Debug)]
pub(crate) struct Models {
    known: Mutex<BTreeMap<Label, ModelView>>,
}

impl Models {
    /// All of them, in the order of the alphabet. A file that cannot be read is left out.
    pub(crate) fn list(&self, store: &Store) -> Vec<ModelView> {
        let labels = store.labels();
        labels.iter().filter_map(|label| self.of(store, label).ok()).collect()
    }

    /// One of them.
    pub(crate) fn of(&self, store: &Store, label: &Label) -> Result<ModelView, Refusal> {
        let path = store.model(label);
        if !path.exists() {
            self.forget(label);
            return Err(refuse(JobError::LabelNone { given: label.to_string() }));
        }
        if let Some(known) = self.known.lock().unwrap_or_else(PoisonError::into_inner).get(label) {
            return Ok(known.clone());
        }
        let view = read(label, &path).map_err(refuse)?;
        self.known.lock().unwrap_or_else(PoisonError::into_inner).insert(label.clone(), view.clone());
        Ok(view)
    }

    /// Keeps the model of a file under a label.
    pub(crate) fn keep(
        &self,
        store: &Store,
        label: &Label,
        file: &Path,
        most: usize,
    ) -> Result<(), StoreError> {
        if store.labels().len() >= most {
            return Err(JobError::TooManyModels { most }.into());
        }
        store.keep_model(label, file)
    }

    /// Removes one.
    pub(crate) fn remove(&self, store: &Store, label: &Label) -> Result<(), StoreError> {
        self.forget(label);
        store.remove_model(label)
    }

    fn forget(&self, label: &Label) {
        self.known.lock().unwrap_or_else(PoisonError::into_inner).remove(label);
    }

    /// The agent that plays by it. It is told by its label; nobody sees the path.
    pub(crate) fn spec(&self, store: &Store, label: &Label) -> Result<AgentSpec, Refusal> {
        let method = self.of(store, label)?.method;
        let path = store.model(label).display().to_string().replace('"', "\\\"");
        let spec: AgentSpec = format!("{method}:file=\"{path}\"").parse().map_err(refuse)?;
        Ok(spec.called(format!("{MODEL_PREFIX}{label}")))
    }
}

fn read(label: &Label, path: &Path) -> Result<ModelView, BuildError> {
    let bytes = fs::metadata(path).map_or(0, |file| file.len());
    let is_network = matches!(Kind::of_file(path), Ok(Some(Kind::Network)));
    let label = label.clone();
    if is_network {
        let header = read_network(path)?.header;
        let (method, rules, learned) = (zero::NAME.into(), header.rules, header.rounds);
        return Ok(ModelView { label, method, rules, learned, bytes, audit: None });
    }
    let header = read_model(path)?.header;
    let audit = header.audit.as_ref().map(AuditView::of);
    let (method, rules, learned) = (header.method.to_string(), header.rules, header.episodes);
    Ok(ModelView { label, method, rules, learned, bytes, audit })
}
