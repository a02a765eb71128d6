//! What the package says: Kinrow's sentences, in the language that was chosen.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};

use kinrow_game::Explain;
use kinrow_text::{Language, Text};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::keywords::with_keywords;

/// Which of [`Language::ALL`].
static CHOSEN: AtomicUsize = AtomicUsize::new(0);

/// The catalogue of the language that was chosen.
pub(crate) fn text() -> &'static Text {
    static TEXTS: OnceLock<Vec<Text>> = OnceLock::new();
    let texts = TEXTS.get_or_init(|| Language::ALL.iter().map(|&language| Text::new(language)).collect());
    &texts[CHOSEN.load(Ordering::Relaxed)]
}

/// An error of the libraries as Python's.
pub(crate) fn refuse(error: &dyn Explain) -> PyErr {
    PyValueError::new_err(with_keywords(error.key(), &text().explain(error)))
}

/// A refusal of this package's own: the sentence `python.KEY`, filled.
pub(crate) fn refuse_by(key: &str, details: &[(&str, &str)]) -> PyErr {
    PyValueError::new_err(text().fill(&format!("python.{key}"), details))
}

/// The language of all sentences, as a code; a new one is chosen when one is given.
#[pyfunction]
#[pyo3(signature = (code=None))]
pub(crate) fn lang(code: Option<&str>) -> PyResult<&'static str> {
    if let Some(code) = code {
        let known = Language::ALL.iter().position(|language| Language::from_locale(code) == Some(*language));
        let Some(chosen) = known else {
            return Err(refuse_by("lang", &[("given", code), ("known", &Language::CODES.join(", "))]));
        };
        CHOSEN.store(chosen, Ordering::Relaxed);
    }
    Ok(Language::CODES[CHOSEN.load(Ordering::Relaxed)])
}

/// A sentence of the catalogue with its places filled.
#[pyfunction]
pub(crate) fn sentence(key: &str, details: Vec<(String, String)>) -> String {
    let details: Vec<(&str, &str)> =
        details.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
    text().fill(key, &details)
}

/// The version of Kinrow.
#[pyfunction]
pub(crate) fn version() -> &'static str {
    env!("CARGO_PKG_VERSION")
}
