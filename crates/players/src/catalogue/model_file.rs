//! Reading a trained model, with the file's name in every error; and once, however many agents play by it.

use std::collections::HashMap;
use std::fs::File;
use std::io::{self, BufReader};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use kinrow_files::FileError;
use kinrow_game::{Explain, excerpt};
use kinrow_learn::{Model, ModelError, ReadError};
use kinrow_zero::{ModelError as NetworkError, ReadError as NetworkReadError, Weights, ZeroModel};

use super::BuildError;

/// Which file is no model, and why.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ModelFileError {
    file: String,
    why: NoModel,
}

/// Why a file is not what it should be.
#[derive(Clone, PartialEq, Eq, Debug)]
enum NoModel {
    /// A table.
    Table(ModelError),
    /// A network.
    Network(NetworkError),
}

kinrow_game::delegate_explain!(NoModel { Table(ModelError), Network(NetworkError) });

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
        ReadError::Model(why) => BuildError::Model(ModelFileError { file: name(), why: why.into() }),
        ReadError::Source(error) => unreadable(error),
    })
}

/// Reads a network with its training.
///
/// # Errors
/// When the file cannot be read, or is no network.
pub fn read_network(path: &Path) -> Result<ZeroModel, BuildError> {
    let name = || path.display().to_string();
    let unreadable =
        |error: io::Error| BuildError::File(FileError::Read { path: name(), why: error.to_string() });
    let file = File::open(path).map_err(unreadable)?;
    ZeroModel::read(BufReader::new(file)).map_err(|error| match error {
        NetworkReadError::Model(why) => BuildError::Model(ModelFileError { file: name(), why: why.into() }),
        NetworkReadError::Source(error) => unreadable(error),
    })
}

/// What was read, by its file.
type Shared<T> = Arc<Mutex<HashMap<PathBuf, Arc<T>>>>;

/// Models that were read, each once. Clones share them.
#[derive(Clone, Default)]
pub struct Models {
    tables: Shared<Model>,
    networks: Shared<Weights>,
}

impl std::fmt::Debug for Models {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Models").finish_non_exhaustive()
    }
}

impl Models {
    /// The model of a file, which is read the first time.
    pub(super) fn get(&self, path: &Path) -> Result<Arc<Model>, BuildError> {
        once(&self.tables, path, || Ok(Arc::new(read_model(path)?)))
    }

    /// The network of a file, which is read the first time.
    pub(super) fn network(&self, path: &Path) -> Result<Arc<Weights>, BuildError> {
        once(&self.networks, path, || Ok(read_network(path)?.weights()))
    }
}

fn once<T>(
    shared: &Shared<T>,
    path: &Path,
    read: impl FnOnce() -> Result<Arc<T>, BuildError>,
) -> Result<Arc<T>, BuildError> {
    // Whoever comes second waits here for the first.
    let mut known = shared.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(model) = known.get(path) {
        return Ok(Arc::clone(model));
    }
    let model = read()?;
    known.insert(path.into(), Arc::clone(&model));
    Ok(model)
}
