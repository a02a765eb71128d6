//! Reading a trained model, with the file's name in every error.

use std::fs::File;
use std::io::{self, BufReader};
use std::path::Path;

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
