//! Whose report it is: what a title page says.

use std::path::Path;

use serde::{Deserialize, Serialize};

use super::mistake::{ExperimentError, LineError, Mistake, RunError};
use super::reader::{Entry, Fields, Source, parse};
use kinrow_files::{read_text, write_own};

/// The file of a run's folder that says whose report it is; kept like the discussion.
pub const AUTHOR: &str = "author.toml";

/// What a title page says; nothing where nothing was given.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub struct Author {
    /// The author's name, or several.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The student number.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub number: Option<String>,
    /// The class.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub class: Option<String>,
    /// The date, as the author writes it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub date: Option<String>,
}

const KEYS: &[&str] = &["name", "number", "class", "date"];
/// More does not fit a line of a title page.
const LONGEST: usize = 200;

impl Author {
    pub(super) fn read(entry: Entry<'_>) -> Result<Author, LineError> {
        Author::of(&entry.fields("the author", KEYS)?)
    }

    fn of(fields: &Fields<'_>) -> Result<Author, LineError> {
        let text = |key| {
            let Some(entry) = fields.get(key) else { return Ok(None) };
            let text = entry.text_or_date()?;
            check(&text).map_err(|mistake| entry.wrong(mistake))?;
            Ok(Some(text))
        };
        Ok(Author {
            name: text("name")?,
            number: text("number")?,
            class: text("class")?,
            date: text("date")?,
        })
    }

    /// Whether anything was given.
    #[must_use]
    pub fn is_named(&self) -> bool {
        *self != Author::default()
    }

    /// The same, but where `other` says something that counts.
    #[must_use]
    pub fn overridden(self, other: Author) -> Author {
        Author {
            name: other.name.or(self.name),
            number: other.number.or(self.number),
            class: other.class.or(self.class),
            date: other.date.or(self.date),
        }
    }

    /// What a run's folder says; nothing when it says nothing.
    pub(super) fn of_folder(folder: &Path) -> Result<Author, ExperimentError> {
        let path = folder.join(AUTHOR);
        if !path.is_file() {
            return Ok(Author::default());
        }
        let (file, text) = (path.display().to_string(), read_text(&path, 1)?);
        let source = Source { file: &file, text: &text };
        let table = parse(&source)?;
        Ok(Author::of(&Fields::new(&source, table.get_ref(), 0, "the author", KEYS)?)?)
    }

    /// Refuses what does not fit a title page.
    ///
    /// # Errors
    /// When a line of it is none.
    pub fn check(&self) -> Result<(), ExperimentError> {
        let lines = [&self.name, &self.number, &self.class, &self.date];
        let is_fine = lines.into_iter().flatten().all(|line| check(line).is_ok());
        if is_fine { Ok(()) } else { Err(RunError::TitleLine { most: LONGEST }.into()) }
    }

    /// Keeps it in a run's folder, over what that said before.
    ///
    /// # Errors
    /// When a line of it cannot be printed, or the file not be read or written.
    pub fn keep(self, folder: &Path) -> Result<(), ExperimentError> {
        self.check()?;
        let author = Author::of_folder(folder)?.overridden(self);
        let text = toml::to_string(&author).expect("four texts are TOML");
        write_own(&folder.join(AUTHOR), text.as_bytes())?;
        Ok(())
    }
}

fn check(text: &str) -> Result<(), Mistake> {
    match text.len() <= LONGEST && !text.trim().is_empty() && !text.contains(char::is_control) {
        true => Ok(()),
        false => Err(Mistake::TitleLine { most: LONGEST }),
    }
}
