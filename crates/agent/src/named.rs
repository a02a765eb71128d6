//! Enums whose variants have names: the words that an option takes, the methods that can be trained.

/// What [`named!`](crate::named) declares.
pub trait Named: Sized {
    /// The names of all variants, in the order people meet them.
    const NAMES: &'static [&'static str];

    /// The variant with this name.
    fn of(name: &str) -> Option<Self>;
}

/// Declares an enum together with the names of its variants, so that none can be left out of the list.
///
/// ```
/// kinrow_agent::named! {
///     /// Which way to go round.
///     pub enum Turn {
///         /// As clocks do.
///         Right = "right",
///         /// Against them.
///         Left = "left",
///     }
/// }
/// assert_eq!(Turn::NAMES, ["right", "left"]);
/// assert_eq!(Turn::of("left"), Some(Turn::Left));
/// assert_eq!(Turn::Left.name(), "left");
/// ```
#[macro_export]
macro_rules! named {
    (
        $(#[$meta:meta])*
        $vis:vis enum $name:ident {
            $( $(#[$variant_meta:meta])* $variant:ident = $word:literal ),* $(,)?
        }
    ) => {
        $(#[$meta])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        $vis enum $name {
            $( $(#[$variant_meta])* $variant, )*
        }

        impl $name {
            /// Every variant, in the order people meet them.
            #[allow(dead_code)]
            pub const ALL: &'static [Self] = &[$(Self::$variant),*];

            /// The names of all variants, in the same order.
            #[allow(dead_code)]
            pub const NAMES: &'static [&'static str] = &[$($word),*];

            /// The variant's name.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self {
                    $( Self::$variant => $word, )*
                }
            }

            /// The variant with this name.
            #[must_use]
            pub fn of(name: &str) -> Option<Self> {
                Self::ALL.iter().copied().find(|variant| variant.name() == name)
            }
        }

        impl $crate::Named for $name {
            const NAMES: &'static [&'static str] = &[$($word),*];

            fn of(name: &str) -> Option<Self> {
                $name::of(name)
            }
        }

        impl ::std::fmt::Display for $name {
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                f.write_str(self.name())
            }
        }
    };
}
