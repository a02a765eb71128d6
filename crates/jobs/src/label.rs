//! What somebody calls a model. It becomes the name of a file, so that it is a word and nothing else: no path can be written with it.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::error::JobError;

/// The most characters of a label.
pub const LONGEST: usize = 40;

/// What somebody calls a model: letters of any language, digits, `-` and `_`, the first of them a letter or a digit.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Label(String);

impl Label {
    /// As it is written.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl FromStr for Label {
    type Err = JobError;

    fn from_str(text: &str) -> Result<Label, JobError> {
        let is_word = |c: char| c.is_alphanumeric() || c == '-' || c == '_';
        let is_right = text.starts_with(char::is_alphanumeric)
            && text.chars().all(is_word)
            && text.chars().count() <= LONGEST;
        match is_right {
            true => Ok(Label(text.to_string())),
            false => Err(JobError::LabelForm { given: text.to_string() }),
        }
    }
}

impl TryFrom<String> for Label {
    type Error = JobError;

    fn try_from(text: String) -> Result<Label, JobError> {
        text.parse()
    }
}

impl From<Label> for String {
    fn from(label: Label) -> String {
        label.0
    }
}

impl fmt::Display for Label {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_label_is_a_word_and_never_a_path() {
        for right in ["first", "Vier-gewinnt_2", "四子棋", "7"] {
            assert_eq!(right.parse::<Label>().unwrap().as_str(), right);
        }
        let long = "x".repeat(LONGEST + 1);
        for wrong in
            ["", ".", "..", "../up", "a/b", "a\\b", "C:a", "a b", ".hidden", "-x", "a.kin", "a\0", &long]
        {
            assert!(matches!(wrong.parse::<Label>(), Err(JobError::LabelForm { .. })), "{wrong:?}");
        }
    }
}
