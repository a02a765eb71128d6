//! Which language to speak: `--lang`, else the locale, else English.

use std::ffi::OsString;

use kinrow_text::Language;

/// Looks for `--lang` before anything is parsed, because help and errors are told in it too.
pub(crate) fn choose(words: &[OsString]) -> Language {
    let words: Vec<&str> = words.iter().filter_map(|word| word.to_str()).collect();
    let asked = words.iter().enumerate().find_map(|(i, word)| match word.strip_prefix("--lang") {
        Some("") => words.get(i + 1).copied(),
        Some(value) => value.strip_prefix('='),
        None => None,
    });
    // POSIX: the first of these that is set and not empty counts.
    let locale = ["LC_ALL", "LC_MESSAGES", "LANG"]
        .iter()
        .filter_map(|name| std::env::var(name).ok())
        .find(|value| !value.is_empty());
    asked
        .and_then(Language::from_locale)
        .or_else(|| locale.as_deref().and_then(Language::from_locale))
        .unwrap_or(Language::English)
}
