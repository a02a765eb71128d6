//! What an experiment's author wrote, in both languages.

use super::mistake::LineError;
use super::reader::{Entry, Fields};
use crate::Language;

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
            let both = entry.text()?.trim().to_string();
            return Ok(Words { en: both.clone(), zh: both });
        }
        let fields = entry.fields("a text in two languages", &["en", "zh"])?;
        let text =
            |key| fields.get(key).map(|entry| entry.text().map(|text| text.trim().to_string())).transpose();
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
