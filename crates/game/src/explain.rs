//! Errors that say what was given and what would be right, once, for every language.
//!
//! A library's error is an English sentence beside its variant. A front end that speaks another language looks
//! the sentence up by [`Explain::key`] and fills in [`Explain::details`]; so every error is written by
//! [`sentences!`](crate::sentences), which derives all three from one line.

use std::fmt::Display;

/// An error that can be told in another language.
pub trait Explain: Display {
    /// The name of the sentence in a catalogue of translations.
    fn key(&self) -> &'static str;
    /// What the sentence mentions, by name; long input is cut ([`crate::excerpt`]).
    fn details(&self) -> Vec<(&'static str, String)>;
    /// A reason inside the sentence that is itself to be translated, with its name there.
    fn reason(&self) -> Option<(&'static str, &dyn Explain)> {
        None
    }
}

/// Declares an error enum: each variant with its catalogue key, its fields and its English sentence.
///
/// ```
/// kinrow_game::sentences! {
///     /// Why a cup is refused.
///     pub enum CupError {
///         /// More than it holds.
///         TooFull { given: u32 } = "cup-too-full" => "{given} ml do not fit: a cup holds up to 250 ml",
///     }
/// }
/// use kinrow_game::Explain;
/// let error = CupError::TooFull { given: 300 };
/// assert_eq!(error.to_string(), "300 ml do not fit: a cup holds up to 250 ml");
/// assert_eq!(error.details(), [("given", "300".to_string())]);
/// ```
#[macro_export]
macro_rules! sentences {
    (
        $(#[$meta:meta])*
        $vis:vis enum $name:ident {
            $(
                $(#[$variant_meta:meta])*
                $variant:ident { $($field:ident: $type:ty),* $(,)? } = $key:literal => $sentence:literal
            ),* $(,)?
        }
    ) => {
        $(#[$meta])*
        #[derive(Clone, PartialEq, Eq, Debug)]
        #[allow(missing_docs)]
        $vis enum $name {
            $( $(#[$variant_meta])* $variant { $($field: $type),* }, )*
        }

        impl $name {
            /// Every catalogue key of this error, for tests of the translations.
            #[allow(dead_code)]
            pub const KEYS: &'static [&'static str] = &[$($key),*];
        }

        impl ::std::fmt::Display for $name {
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                match self {
                    $( Self::$variant { $($field),* } => {
                        $( let $field = $crate::told(stringify!($field), $field); )*
                        write!(f, $sentence)
                    } )*
                }
            }
        }

        impl ::std::error::Error for $name {}

        impl $crate::Explain for $name {
            fn key(&self) -> &'static str {
                match self {
                    $( Self::$variant { .. } => $key, )*
                }
            }

            fn details(&self) -> Vec<(&'static str, String)> {
                match self {
                    $( Self::$variant { $($field),* } => {
                        vec![$((stringify!($field), $crate::told(stringify!($field), $field))),*]
                    } )*
                }
            }
        }
    };
}

/// Makes an enum of errors speak through the error it holds, and lets `?` put each of them into it.
#[macro_export]
macro_rules! delegate_explain {
    ($name:ident { $($variant:ident($error:ty)),* $(,)? }) => {
        $( impl ::std::convert::From<$error> for $name {
            fn from(error: $error) -> Self {
                Self::$variant(error)
            }
        } )*

        impl ::std::fmt::Display for $name {
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                match self { $( Self::$variant(error) => error.fmt(f), )* }
            }
        }

        impl ::std::error::Error for $name {}

        impl $crate::Explain for $name {
            fn key(&self) -> &'static str {
                match self { $( Self::$variant(error) => error.key(), )* }
            }

            fn details(&self) -> Vec<(&'static str, String)> {
                match self { $( Self::$variant(error) => error.details(), )* }
            }

            fn reason(&self) -> Option<(&'static str, &dyn $crate::Explain)> {
                match self { $( Self::$variant(error) => error.reason(), )* }
            }
        }
    };
}

#[cfg(test)]
mod tests {
    use crate::{Explain, MOST_ECHOED, Rules};

    /// In the English sentence and in what other languages are given.
    #[test]
    fn errors_repeat_a_part_of_long_input() {
        for letter in ["x", "棋"] {
            let error = letter.repeat(100_000).parse::<Rules>().unwrap_err();
            let echoed = |text: &str| text.matches(letter).count();
            // The sentence itself has some letters x.
            assert!(echoed(&error.to_string()) < MOST_ECHOED + 20, "{error}");
            for (name, detail) in error.details() {
                assert!(detail.chars().count() <= MOST_ECHOED && detail.ends_with('…'), "{name}: {detail}");
            }
        }
    }
}
