//! Rules and positions for serde: as their text, which reads back to the same value. Absent without the feature `serde`.

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use crate::{Position, Rules};

macro_rules! as_text {
    ($($kind:ty),*) => {
        $(impl Serialize for $kind {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }

        impl<'de> Deserialize<'de> for $kind {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                String::deserialize(deserializer)?.parse().map_err(de::Error::custom)
            }
        })*
    };
}

as_text!(Rules, Position);

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
