//! What an experiment's author wrote, in both languages.

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

/// The same in English and in Chinese.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Words {
    /// English.
    pub en: String,
    /// Chinese.
    pub zh: String,
}

impl Words {
    /// A text in quotes serves both languages; a table has one for each, or the other's where one is missing.
    pub(super) fn read(entry: Entry<'_>) -> Result<Words, LineError> {
        if !entry.is_table() {
            let both = checked(entry)?;
            return Ok(Words { en: both.clone(), zh: both });
        }
        let fields = entry.fields("a text in two languages", &["en", "zh"])?;
        let text = |key| fields.get(key).map(checked).transpose();
        let (en, zh) = (text("en")?, text("zh")?);
        let Some(either) = en.clone().or_else(|| zh.clone()) else {
            // Neither is there: say which is missing.
            return fields.need("en").map(|_| Words::default());
        };
        Ok(Words { en: en.unwrap_or_else(|| either.clone()), zh: zh.unwrap_or(either) })
    }

    pub(super) fn optional(fields: &Fields<'_>, key: &'static str) -> Result<Option<Words>, LineError> {
        fields.get(key).map(Words::read).transpose()
    }

    /// In a language.
    #[must_use]
    pub fn of(&self, language: Language) -> &str {
        match language {
            Language::English => &self.en,
            Language::Chinese => &self.zh,
        }
    }
}
