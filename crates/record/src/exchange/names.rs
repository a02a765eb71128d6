//! How results and reasons are called in files and tables. The words are those of the JSON record.

use kinrow_agent::{Reason, RecordedResult};

/// A result's name: `x`, `o`, `draw` or `unfinished`.
#[must_use]
pub fn result_name(result: RecordedResult) -> &'static str {
    match result {
        RecordedResult::X => "x",
        RecordedResult::O => "o",
        RecordedResult::Draw => "draw",
        RecordedResult::Unfinished => "unfinished",
    }
}

/// The result of a name.
#[must_use]
pub fn result_of(name: &str) -> Option<RecordedResult> {
    let all = [RecordedResult::X, RecordedResult::O, RecordedResult::Draw, RecordedResult::Unfinished];
    all.into_iter().find(|&result| result_name(result) == name)
}

/// A reason's name, and what it tells besides.
#[must_use]
pub fn reason_parts(reason: &Reason) -> (&'static str, Option<&str>) {
    match reason {
        Reason::Rules => ("rules", None),
        Reason::Resigned => ("resigned", None),
        Reason::IllegalMove(detail) => ("illegal-move", Some(detail)),
        Reason::Time(detail) => ("time", Some(detail)),
        Reason::Memory(detail) => ("memory", Some(detail)),
        Reason::Error(detail) => ("error", Some(detail)),
        Reason::Left => ("left", None),
        Reason::Ongoing => ("ongoing", None),
    }
}

/// The reason of a name, with what it tells besides.
#[must_use]
pub fn reason_of(name: &str, detail: String) -> Option<Reason> {
    Some(match name {
        "rules" => Reason::Rules,
        "resigned" => Reason::Resigned,
        "illegal-move" => Reason::IllegalMove(detail),
        "time" => Reason::Time(detail),
        "memory" => Reason::Memory(detail),
        "error" => Reason::Error(detail),
        "left" => Reason::Left,
        "ongoing" => Reason::Ongoing,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Somebody who reads the JSON record and somebody who reads the table read the same words.
    #[test]
    fn names_are_those_of_the_json_record() {
        let detail = String::from("a1");
        let names = ["rules", "resigned", "illegal-move", "time", "memory", "error", "left", "ongoing"];
        for name in names {
            let reason = reason_of(name, detail.clone()).unwrap();
            assert_eq!(reason_parts(&reason).0, name);
            assert_eq!(serde_json::to_value(&reason).unwrap()["kind"], name);
        }
        for name in ["x", "o", "draw", "unfinished"] {
            let result = result_of(name).unwrap();
            assert_eq!(
                (result_name(result), serde_json::to_value(result).unwrap().as_str()),
                (name, Some(name))
            );
        }
        assert_eq!((reason_of("", detail), result_of("X")), (None, None));
    }
}
