//! Rules and positions for serde: as their text, which reads back to the same value. Absent without the feature `serde`.

use crate::{Position, Rules};

/// Lets serde write types as their text ([`std::fmt::Display`]) and read them back from it ([`std::str::FromStr`]).
#[macro_export]
macro_rules! serde_as_text {
    ($($kind:ty),*) => {
        $(impl ::serde::Serialize for $kind {
            fn serialize<S: ::serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }

        impl<'de> ::serde::Deserialize<'de> for $kind {
            fn deserialize<D: ::serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let text = <String as ::serde::Deserialize>::deserialize(deserializer)?;
                text.parse().map_err(::serde::de::Error::custom)
            }
        })*
    };
}

serde_as_text!(Rules, Position);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_reads_back() {
        let position: Position =
            "15x15x5:renju 15/15/15/15/15/15/15/7X7/15/15/15/15/15/15/15 o".parse().unwrap();
        let json = serde_json::to_string(&(position.rules(), position)).unwrap();
        assert!(json.starts_with("[\"15x15x5:renju\",\"15x15x5:renju 15/"), "{json}");
        assert_eq!(serde_json::from_str::<(Rules, Position)>(&json).unwrap(), (position.rules(), position));
        let wrong = serde_json::from_str::<Position>("\"3x3x3 9/3/3 x\"").unwrap_err().to_string();
        assert!(wrong.contains("3x3x3"), "{wrong}");
    }
}
