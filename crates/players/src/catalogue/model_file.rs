//! Reading a trained model, with the file's name in every error; and once, however many agents play by it.

use std::collections::HashMap;
use std::fs::File;
use std::io::{self, BufReader};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use kinrow_files::FileError;
use kinrow_game::{Explain, excerpt};
use kinrow_learn::{Model, ModelError, ReadError};

use super::BuildError;

/// Which file is no model, and why.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ModelFileError {
    file: String,
    why: ModelError,
}

impl std::fmt::Display for ModelFileError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}: {}", excerpt(&self.file), self.why)
    }
}

impl std::error::Error for ModelFileError {}

impl Explain for ModelFileError {
    fn key(&self) -> &'static str {
        "model-file"
    }

    fn details(&self) -> Vec<(&'static str, String)> {
        vec![("file", excerpt(&self.file))]
    }

    fn reason(&self) -> Option<(&'static str, &dyn Explain)> {
        Some(("why", &self.why))
    }
}

/// Reads a model.
///
/// # Errors
/// When the file cannot be read, or is no model.
pub fn read_model(path: &Path) -> Result<Model, BuildError> {
    let name = || path.display().to_string();
    let unreadable =
        |error: io::Error| BuildError::File(FileError::Read { path: name(), why: error.to_string() });
    let file = File::open(path).map_err(unreadable)?;
    Model::read(BufReader::new(file)).map_err(|error| match error {
        ReadError::Model(why) => BuildError::Model(ModelFileError { file: name(), why }),
        ReadError::Source(error) => unreadable(error),
    })
}

/// Models that were read, each once. Clones share them.
#[derive(Clone, Default)]
pub struct Models(Arc<Mutex<HashMap<PathBuf, Arc<Model>>>>);

impl std::fmt::Debug for Models {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Models").finish_non_exhaustive()
    }
}

impl Models {
    /// The model of a file, which is read the first time.
    pub(super) fn get(&self, path: &Path) -> Result<Arc<Model>, BuildError> {
        // Whoever comes second waits here for the first.
        let mut models = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(model) = models.get(path) {
            return Ok(Arc::clone(model));
        }
        let model = Arc::new(read_model(path)?);
        models.insert(path.into(), Arc::clone(&model));
        Ok(model)
    }
}
