//! What an experiment's author wrote, in every language.

use super::mistake::{LineError, Mistake, quoted};
use super::reader::{Entry, Fields};
use kinrow_text::Language;

/// A text whose formulas can be typeset.
fn checked(entry: Entry<'_>) -> Result<String, LineError> {
    let text = entry.text()?.trim();
    match kinrow_text::formula_mistake(text) {
        None => Ok(text.to_string()),
        Some((formula, what)) => {
            let (given, what) = (quoted(formula), quoted(&what));
            Err(entry.wrong(Mistake::Formula { given, what }))
        }
    }
}

/// The same in every language, in the order of [`Language::ALL`]; nothing at all where nothing was written.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Words(Vec<String>);

impl Words {
    /// From what is written in some languages; a language without a text takes the first that there is.
    pub(super) fn new(written: &[(Language, String)]) -> Words {
        let text = |&language| written.iter().find(|(known, _)| *known == language).or(written.first());
        Words(Language::ALL.iter().filter_map(text).map(|(_, text)| text.clone()).collect())
    }

    /// A text in quotes serves all languages; a table has one for each.
    pub(super) fn read(entry: Entry<'_>) -> Result<Words, LineError> {
        if !entry.is_table() {
            return Ok(Words::new(&[(Language::English, checked(entry)?)]));
        }
        let fields = entry.fields("a text in several languages", Language::CODES)?;
        let mut written = Vec::new();
        for &language in Language::ALL {
            if let Some(entry) = fields.get(language.code()) {
                written.push((language, checked(entry)?));
            }
        }
        if written.is_empty() {
            fields.need(Language::English.code())?;
        }
        Ok(Words::new(&written))
    }

    pub(super) fn optional(fields: &Fields<'_>, key: &'static str) -> Result<Option<Words>, LineError> {
        fields.get(key).map(Words::read).transpose()
    }

    /// In a language.
    #[must_use]
    pub fn of(&self, language: Language) -> &str {
        self.0.get(language as usize).map_or("", String::as_str)
    }

    /// In every language.
    pub fn all(&self) -> impl Iterator<Item = (Language, &str)> {
        Language::ALL.iter().map(|&language| (language, self.of(language)))
    }
}
