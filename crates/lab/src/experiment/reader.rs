//! Reads an experiment file key by key. Every value knows where it stands, so that a mistake is told with its line, in the
//! reader's language, and says what would be right.

use kinrow_agent::Named;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::cell::Cell;
use super::mistake::{LineError, Mistake, Reason, quoted};

/// A file's text and name.
pub(super) struct Source<'a> {
    pub file: &'a str,
    pub text: &'a str,
}

impl Source<'_> {
    /// A mistake at a byte of the text.
    pub fn at(&self, offset: usize, why: impl Reason + 'static) -> LineError {
        let before = &self.text.as_bytes()[..offset.min(self.text.len())];
        LineError::new(self.file, 1 + before.iter().filter(|byte| **byte == b'\n').count(), why)
    }
}

/// Reads a text as TOML.
pub(super) fn parse<'a>(source: &Source<'a>) -> Result<Spanned<DeTable<'a>>, LineError> {
    DeTable::parse(source.text).map_err(|error| {
        let offset = error.span().map_or(0, |span| span.start);
        source.at(offset, Mistake::Toml { why: kinrow_game::excerpt(&error.message().replace('\n', " ")) })
    })
}

/// A value and where it stands.
#[derive(Clone, Copy)]
pub(super) struct Entry<'a> {
    source: &'a Source<'a>,
    key: &'a str,
    value: &'a Spanned<DeValue<'a>>,
}

/// What a text may be as a file's name.
const LONGEST_NAME: usize = 60;

impl<'a> Entry<'a> {
    /// A mistake here.
    pub fn wrong(&self, why: impl Reason + 'static) -> LineError {
        self.source.at(self.value.span().start, why)
    }

    fn type_error(&self, right: &str) -> LineError {
        self.wrong(Mistake::Type { key: quoted(self.key), right: right.into() })
    }

    /// A text.
    pub fn text(&self) -> Result<&'a str, LineError> {
        self.value.get_ref().as_str().ok_or_else(|| self.type_error("a text in quotes"))
    }

    /// A text, a number or a date as it stands.
    pub fn text_or_date(&self) -> Result<String, LineError> {
        match self.value.get_ref() {
            DeValue::Datetime(date) => Ok(date.to_string()),
            DeValue::Integer(number) => Ok(number.as_str().to_string()),
            _ => self.text().map(String::from),
        }
    }

    /// Every text within, with where it stands.
    pub fn all_texts(&self) -> Vec<(Entry<'a>, &'a str)> {
        let within = |value: &'a Spanned<DeValue<'a>>| Entry { value, ..*self };
        match self.value.get_ref() {
            DeValue::String(text) => vec![(*self, text.as_ref())],
            DeValue::Array(array) => array.iter().flat_map(|value| within(value).all_texts()).collect(),
            DeValue::Table(table) => table.values().flat_map(|value| within(value).all_texts()).collect(),
            _ => Vec::new(),
        }
    }

    /// A text that is not too long.
    pub fn short_text(&self, most: usize) -> Result<&'a str, LineError> {
        let text = self.text()?;
        self.check_length(text, most)?;
        Ok(text)
    }

    /// Refuses a text that is too long.
    pub fn check_length(&self, text: &str, most: usize) -> Result<(), LineError> {
        match text.len() <= most {
            true => Ok(()),
            false => Err(self.wrong(Mistake::Long { key: quoted(self.key), most })),
        }
    }

    /// A text that can be a file's name.
    pub fn name(&self) -> Result<&'a str, LineError> {
        let name = self.text()?;
        let is_fine = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || b"-_".contains(&byte);
        if name.is_empty() || name.len() > LONGEST_NAME || !name.bytes().all(is_fine) {
            return Err(self.wrong(Mistake::Name { given: quoted(name) }));
        }
        Ok(name)
    }

    /// One of some words.
    pub fn choice<T: Copy>(&self, words: &[(&str, T)]) -> Result<T, LineError> {
        let given = self.text()?;
        let found = words.iter().find(|(word, _)| *word == given).map(|(_, meaning)| *meaning);
        found.ok_or_else(|| self.not_among(given, &words.iter().map(|(word, _)| *word).collect::<Vec<_>>()))
    }

    /// A variant by its name.
    pub fn named<T: Named>(&self) -> Result<T, LineError> {
        let given = self.text()?;
        T::of(given).ok_or_else(|| self.not_among(given, T::NAMES))
    }

    fn not_among(&self, given: &str, known: &[&str]) -> LineError {
        let (key, given, known) = (quoted(self.key), quoted(given), known.join(", "));
        self.wrong(Mistake::Choice { key, given, known })
    }

    /// A whole number in a range.
    pub fn whole(&self, least: u64, most: u64) -> Result<u64, LineError> {
        let integer = self.value.get_ref().as_integer().ok_or_else(|| self.type_error("a whole number"))?;
        let given = integer.as_str();
        let number = u64::from_str_radix(given, integer.radix()).ok().filter(|n| (least..=most).contains(n));
        let key = quoted(self.key);
        number.ok_or_else(|| self.wrong(Mistake::Range { key, given: given.into(), least, most }))
    }

    /// A number.
    pub fn real(&self) -> Result<f64, LineError> {
        let text = match self.value.get_ref() {
            DeValue::Integer(integer) => integer.as_str(),
            DeValue::Float(float) => float.as_str(),
            _ => return Err(self.type_error("a number")),
        };
        text.parse().map_err(|_| self.type_error("a number"))
    }

    /// Yes or no.
    pub fn truth(&self) -> Result<bool, LineError> {
        self.value.get_ref().as_bool().ok_or_else(|| self.type_error("true or false"))
    }

    /// Whether it is yes or no.
    pub fn is_truth(&self) -> bool {
        self.value.get_ref().as_bool().is_some()
    }

    /// What a variable can be: a number or a word, and how it is written.
    pub fn cell(&self) -> Result<Cell, LineError> {
        let not_a_cell = || self.type_error("a number or a text");
        Ok(match self.value.get_ref() {
            DeValue::Integer(integer) => {
                match u128::from_str_radix(integer.as_str(), integer.radix()) {
                    Ok(number) => Cell::Whole(number),
                    // Below zero a count is none, but still a number.
                    Err(_) => Cell::real(self.real()?),
                }
            }
            DeValue::Float(_) => Cell::real(self.real()?),
            DeValue::String(word) => Cell::word(word.as_ref()),
            _ => return Err(not_a_cell()),
        })
    }

    /// A list; a value alone is a list of one.
    pub fn list(&self) -> Result<Vec<Entry<'a>>, LineError> {
        match self.value.get_ref() {
            DeValue::Array(array) => {
                Ok(array.iter().map(|value| Entry { source: self.source, key: self.key, value }).collect())
            }
            DeValue::Table(_) => Err(self.type_error("a list")),
            _ => Ok(vec![*self]),
        }
    }

    /// Whether it is a table.
    pub fn is_table(&self) -> bool {
        self.value.get_ref().is_table()
    }

    /// A table with these keys and no others.
    pub fn fields(&self, place: &'static str, known: &[&str]) -> Result<Fields<'a>, LineError> {
        let table = self.value.get_ref().as_table().ok_or_else(|| self.type_error("a table"))?;
        Fields::new(self.source, table, self.value.span().start, place, known)
    }

    /// The entries of a table whose keys are free, in the order of the file.
    pub fn entries(&self) -> Result<Vec<(&'a str, Entry<'a>)>, LineError> {
        let table = self.value.get_ref().as_table().ok_or_else(|| self.type_error("a table"))?;
        let mut entries: Vec<_> = table.iter().collect();
        entries.sort_by_key(|(key, _)| key.span().start);
        let entry = |(key, value): (&'a Spanned<_>, &'a Spanned<_>)| {
            let key: &std::borrow::Cow<'a, str> = key.get_ref();
            (key.as_ref(), Entry { source: self.source, key: key.as_ref(), value })
        };
        Ok(entries.into_iter().map(entry).collect())
    }
}

/// A table whose keys are known.
#[derive(Clone, Copy)]
pub(super) struct Fields<'a> {
    source: &'a Source<'a>,
    table: &'a DeTable<'a>,
    /// What stands here instead, when the run is a quick one.
    instead: Option<&'a DeTable<'a>>,
    start: usize,
    place: &'static str,
}

impl<'a> Fields<'a> {
    /// Refuses keys that are not known.
    pub fn new(
        source: &'a Source<'a>,
        table: &'a DeTable<'a>,
        start: usize,
        place: &'static str,
        known: &[&str],
    ) -> Result<Fields<'a>, LineError> {
        let unknown = table.keys().find(|key| !known.contains(&key.get_ref().as_ref()));
        if let Some(key) = unknown {
            let given = quoted(key.get_ref());
            let mistake = Mistake::Key { place: place.into(), given, known: known.join(", ") };
            return Err(source.at(key.span().start, mistake));
        }
        Ok(Fields { source, table, instead: None, start, place })
    }

    /// The same, but where `instead` has a key it counts.
    pub fn overridden(self, instead: Fields<'a>) -> Fields<'a> {
        Fields { instead: Some(instead.table), ..self }
    }

    /// A mistake of the table as a whole.
    pub fn wrong(&self, why: impl Reason + 'static) -> LineError {
        self.source.at(self.start, why)
    }

    /// What stands under a key, if anything.
    pub fn get(&self, key: &'a str) -> Option<Entry<'a>> {
        let value = self.instead.and_then(|table| table.get(key)).or_else(|| self.table.get(key))?;
        Some(Entry { source: self.source, key, value })
    }

    /// What stands under a key, whatever a quick run has.
    pub fn get_main(&self, key: &'a str) -> Option<Entry<'a>> {
        Some(Entry { source: self.source, key, value: self.table.get(key)? })
    }

    /// What stands under a key that must be there.
    pub fn need(&self, key: &'a str) -> Result<Entry<'a>, LineError> {
        let missing = || Mistake::Missing { place: self.place.into(), key: quoted(key) };
        self.get(key).ok_or_else(|| self.wrong(missing()))
    }

    /// The keys that are there.
    pub fn keys(&self) -> impl Iterator<Item = (&'a str, Entry<'a>)> + use<'a> {
        let source = self.source;
        self.table.iter().map(move |(key, value)| {
            let key = key.get_ref().as_ref();
            (key, Entry { source, key, value })
        })
    }
}
