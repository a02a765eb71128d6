//! All that people read, in one catalogue per language (`sentences/en.toml`, `sentences/zh.toml`) with the same keys.
//!
//! A sentence has places for details in braces: `"{side} to move"`; `"{count:node|nodes}"` is the first word when that
//! detail is 1, +1 or -1, else the second. The English of an error stands beside the error
//! itself (see [`kinrow_game::Explain`]); other languages have it here under the error's key.

mod inline;
mod math;
pub mod numbers;

pub use inline::{Piece, cited, pieces, replace_citations};
pub use math::mathml;

use std::collections::BTreeMap;

use kinrow_game::Explain;

/// Declares the languages: each has its sentences in `sentences/CODE.toml`.
macro_rules! languages {
    ($( $(#[$meta:meta])* $language:ident = $code:literal, )*) => {
        /// A language Kinrow speaks.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub enum Language {
            $( $(#[$meta])* $language, )*
        }

        impl Language {
            /// Every language, English first.
            pub const ALL: &'static [Language] = &[$( Language::$language ),*];

            /// The codes of all languages, in the same order.
            pub const CODES: &'static [&'static str] = &[$( $code ),*];

            /// Its code, which `--lang` takes.
            #[must_use]
            pub const fn code(self) -> &'static str {
                match self {
                    $( Language::$language => $code, )*
                }
            }

            const fn catalogue(self) -> &'static str {
                match self {
                    $( Language::$language => include_str!(concat!("../sentences/", $code, ".toml")), )*
                }
            }
        }
    };
}

languages! {
    /// English.
    English = "en",
    /// Chinese, in simplified characters.
    Chinese = "zh",
}

impl Language {
    /// The language of a code or a locale (`zh`, `zh_CN.UTF-8`, `en`); `None` when it is not spoken here.
    #[must_use]
    pub fn from_locale(locale: &str) -> Option<Language> {
        let code = locale.get(..2)?;
        Language::ALL.iter().copied().find(|language| language.code() == code)
    }
}

/// One language's sentences.
#[derive(Clone, Debug)]
pub struct Text {
    language: Language,
    sentences: BTreeMap<String, String>,
}

impl Text {
    /// The catalogue of a language.
    ///
    /// # Panics
    /// When the catalogue in the program is not well formed, which a test excludes.
    #[must_use]
    pub fn new(language: Language) -> Text {
        let tables: BTreeMap<String, BTreeMap<String, String>> = toml::from_str(language.catalogue())
            .expect("the catalogues are tested to be tables of sentences");
        let sentences = tables
            .into_iter()
            .flat_map(|(table, entries)| {
                entries.into_iter().map(move |(key, text)| (format!("{table}.{key}"), text))
            })
            .collect();
        Text { language, sentences }
    }

    /// Which language it is.
    #[must_use]
    pub fn language(&self) -> Language {
        self.language
    }

    /// The sentence under a key; the key itself when there is none, so that a gap is seen and not fatal.
    #[must_use]
    pub fn get<'a>(&'a self, key: &'a str) -> &'a str {
        self.sentences.get(key).map_or(key, String::as_str)
    }

    /// Whether there is a sentence under a key.
    #[must_use]
    pub fn has(&self, key: &str) -> bool {
        self.sentences.contains_key(key)
    }

    /// The sentence under a key, its places filled.
    #[must_use]
    pub fn fill(&self, key: &str, details: &[(&str, &str)]) -> String {
        fill(self.get(key), details)
    }

    /// A word or phrase that stands inside sentences (`double-four`), in this language; English has its own.
    #[must_use]
    pub fn term<'a>(&'a self, term: &'a str) -> &'a str {
        self.sentences.get(&format!("term.{term}")).map_or(term, String::as_str)
    }

    /// What is counted (`nodes`), after its number, in this language; English has its own. Apart from terms, because an option may
    /// have the same name, and what is typed is not translated.
    #[must_use]
    pub fn unit<'a>(&'a self, unit: &'a str) -> &'a str {
        self.sentences.get(&format!("unit.{unit}")).map_or(unit, String::as_str)
    }

    /// An error in this language.
    #[must_use]
    pub fn explain(&self, error: &dyn Explain) -> String {
        let key = format!("error.{}", error.key());
        if self.language == Language::English || !self.has(&key) {
            return error.to_string();
        }
        // A detail that is a term of its own (such as double-four) has a name here too.
        let mut details: Vec<(&str, String)> =
            error.details().into_iter().map(|(name, value)| (name, self.term(&value).to_string())).collect();
        if let Some((name, reason)) = error.reason() {
            details.push((name, self.explain(reason)));
        }
        let details: Vec<(&str, &str)> =
            details.iter().map(|(name, value)| (*name, value.as_str())).collect();
        self.fill(&key, &details)
    }

    /// Every key, for tests.
    pub fn keys(&self) -> impl Iterator<Item = &str> {
        self.sentences.keys().map(String::as_str)
    }
}

/// A text as HTML and MathML want it.
#[must_use]
pub fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// The first formula of a text that cannot be typeset, and what in it is not understood.
#[must_use]
pub fn formula_mistake(text: &str) -> Option<(&str, String)> {
    pieces(text).into_iter().find_map(|piece| match piece {
        Piece::Formula(latex) => mathml(latex, false).err().map(|what| (latex, what)),
        _ => None,
    })
}

/// Puts details into their places; in one pass, so that a detail with braces in it stays as it is.
fn fill(sentence: &str, details: &[(&str, &str)]) -> String {
    let mut filled = String::new();
    let mut rest = sentence;
    while let Some(open) = rest.find('{') {
        let Some(close) = rest[open..].find('}').map(|close| open + close) else { break };
        let name = &rest[open + 1..close];
        filled += &rest[..open];
        let (name, words) = name.split_once(':').unwrap_or((name, ""));
        match (details.iter().find(|(known, _)| *known == name), words.split_once('|')) {
            (Some((_, value)), Some((one, many))) => {
                filled += if value.trim_start_matches(['+', '-', '−']) == "1" { one } else { many };
            }
            (Some((_, value)), None) => filled += value,
            (None, _) => filled += &rest[open..=close],
        }
        rest = &rest[close + 1..];
    }
    filled + rest
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    fn places(sentence: &str) -> BTreeSet<&str> {
        let names = sentence.split('{').skip(1).filter_map(|part| part.split_once('}').map(|(name, _)| name));
        // A word that depends on a number is a matter of the language.
        names.filter(|name| !name.contains(':')).collect()
    }

    #[test]
    fn all_languages_have_the_same_sentences_with_the_same_places() {
        let english = Text::new(Language::English);
        let of = |text: &Text| text.keys().map(String::from).collect::<BTreeSet<_>>();
        let only_translations =
            |key: &String| !["error.", "term.", "unit."].iter().any(|own| key.starts_with(own));
        for &language in Language::ALL {
            let other = Text::new(language);
            let missing: Vec<_> = of(&english)
                .symmetric_difference(&of(&other))
                .filter(|key| only_translations(key))
                .cloned()
                .collect();
            assert!(missing.is_empty(), "in English or {language:?} only: {missing:?}");
            for key in english.keys() {
                assert_eq!(places(english.get(key)), places(other.get(key)), "{language:?}: {key}");
            }
        }
    }

    #[test]
    fn every_catalogue_is_a_language() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/sentences");
        let names = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name());
        let names: BTreeSet<String> = names.map(|name| name.into_string().unwrap()).collect();
        assert_eq!(names, Language::CODES.iter().map(|code| format!("{code}.toml")).collect());
    }

    #[test]
    fn details_fill_their_places() {
        assert_eq!(fill("{a} and {b}, {a}", &[("a", "{b}"), ("b", "2")]), "{b} and 2, {b}");
        assert_eq!(fill("{unknown} {", &[]), "{unknown} {");
        let nodes = |count| fill("{count} {count:node|nodes}", &[("count", count)]);
        assert_eq!([nodes("1"), nodes("0"), nodes("21")], ["1 node", "0 nodes", "21 nodes"]);
        assert_eq!(nodes("-1"), "-1 node");
        let error = "3x3".parse::<kinrow_game::Rules>().unwrap_err();
        assert!(Text::new(Language::Chinese).explain(&error).contains("'3x3'"));
        assert_eq!(Text::new(Language::English).explain(&error), error.to_string());
    }
}
