//! Words that people typed, as an error tells of them: not too much of what was given, and the word that was meant.

use std::any::Any;
use std::fmt::Display;

/// The most characters of somebody's input that an error repeats.
pub const MOST_ECHOED: usize = 200;

/// The beginning of a text, at most [`MOST_ECHOED`] characters of it; one that was cut ends in `…`.
#[must_use]
pub fn excerpt(text: &impl Display) -> String {
    let text = text.to_string();
    match text.char_indices().nth(MOST_ECHOED) {
        None => text,
        Some(_) => text.chars().take(MOST_ECHOED - 1).chain(['…']).collect(),
    }
}

/// Digits in groups of three: `1,234,567`.
#[must_use]
pub fn grouped(number: u128) -> String {
    let digits = number.to_string();
    let mut grouped = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped
}

/// Details of an error that the program words itself: whole sentences, and what would be right. All others may be input.
const OWN_WORDS: [&str; 3] = ["why", "known", "right"];

/// A detail of an error as it is told: counts are grouped, and input is cut, however much was given.
#[doc(hidden)]
pub fn told<T: Display + 'static>(name: &str, detail: &T) -> String {
    let any: &dyn Any = detail;
    let count = [
        any.downcast_ref::<u32>().map(|&count| u128::from(count)),
        any.downcast_ref::<u64>().map(|&count| u128::from(count)),
        any.downcast_ref::<usize>().map(|&count| count as u128),
        any.downcast_ref::<u128>().copied(),
    ];
    match count.into_iter().flatten().next() {
        Some(count) => grouped(count),
        None if OWN_WORDS.contains(&name) => detail.to_string(),
        None => excerpt(detail),
    }
}

/// The one of `known` that somebody who wrote `given` probably meant: capitals aside, few letters of it are wrong, or of its
/// beginning; or `given` is its beginning and that of no other. `None` when nothing is near.
#[must_use]
pub fn closest<'a>(given: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    // Whatever is longer than this is no slip of the pen, and comparing it would take its time.
    const LONGEST: usize = 60;
    let given: Vec<char> = given.trim().to_lowercase().chars().take(LONGEST + 1).collect();
    if given.is_empty() || given.len() > LONGEST {
        return None;
    }
    let known: Vec<(&str, Vec<char>)> =
        known.into_iter().map(|word| (word, word.to_lowercase().chars().collect())).collect();
    // Among equals a whole word is nearer than the beginning of one.
    let whole = known.iter().map(|(word, letters)| (slips(&given, letters), *word));
    let beginnings = known.iter().map(|(word, letters)| (slips_in_beginning(&given, letters), *word));
    let near = whole
        .chain(beginnings)
        // A third of the letters wrong is still a slip; of two letters one.
        .filter(|(slips, _)| *slips <= (given.len() / 3).max(1) && *slips < given.len())
        .min_by_key(|(slips, _)| *slips);
    let mut continued = known.iter().filter(|(_, letters)| given.len() > 1 && letters.starts_with(&given));
    match (continued.next(), continued.next()) {
        (Some((word, _)), None) => Some(word),
        _ => near.map(|(_, word)| word),
    }
}

/// The same for the beginning of a word; a few letters are the beginning of too much.
fn slips_in_beginning(given: &[char], meant: &[char]) -> usize {
    const FEWEST: usize = 5;
    let lengths = given.len().saturating_sub(1)..=(given.len() + 1).min(meant.len());
    let slips = lengths.map(|length| slips(given, &meant[..length]));
    slips.min().filter(|_| given.len() >= FEWEST).unwrap_or(usize::MAX)
}

/// Letters to put in, leave out, change, or swap with a neighbour (Damerau 1964; each place is touched once).
fn slips(given: &[char], meant: &[char]) -> usize {
    let mut rows = vec![vec![0; meant.len() + 1]; given.len() + 1];
    for i in 0..=given.len() {
        for j in 0..=meant.len() {
            rows[i][j] = if i == 0 || j == 0 {
                i + j
            } else {
                let changed = rows[i - 1][j - 1] + usize::from(given[i - 1] != meant[j - 1]);
                let is_swapped =
                    i > 1 && j > 1 && given[i - 1] == meant[j - 2] && given[i - 2] == meant[j - 1];
                let swapped = if is_swapped { rows[i - 2][j - 2] + 1 } else { usize::MAX };
                changed.min(rows[i - 1][j] + 1).min(rows[i][j - 1] + 1).min(swapped)
            };
        }
    }
    rows[given.len()][meant.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_too_long_is_cut_between_characters() {
        assert_eq!(excerpt(&"短"), "短");
        for letter in ["a", "é", "棋", "🎲"] {
            let exact = letter.repeat(MOST_ECHOED);
            assert_eq!(excerpt(&exact), exact);
            assert_eq!(excerpt(&(exact + letter)), letter.repeat(MOST_ECHOED - 1) + "…");
        }
    }

    #[test]
    fn counts_are_grouped_and_numbers_that_were_typed_are_not() {
        for (given, words) in
            [(0, "0"), (999, "999"), (1000, "1,000"), (36_277_691_063_105, "36,277,691,063,105")]
        {
            assert_eq!(grouped(given), words);
        }
        assert_eq!(told("most", &12_345u64), "12,345");
        assert_eq!(told("given", &"12345".to_string()), "12345");
        // A sentence is told to its end.
        let why = "because ".repeat(100);
        assert_eq!(told("why", &why), why);
    }

    #[test]
    fn slips_are_counted() {
        let count = |given: &str, meant: &str| {
            slips(&given.chars().collect::<Vec<_>>(), &meant.chars().collect::<Vec<_>>())
        };
        for (given, meant, expected) in [
            ("", "", 0),
            ("", "ab", 2),
            ("depht", "depth", 1),
            ("alfabeta", "alphabeta", 2),
            ("abc", "xyz", 3),
        ] {
            assert_eq!(count(given, meant), expected, "{given} {meant}");
            assert_eq!(count(meant, given), expected, "{meant} {given}");
        }
    }

    #[test]
    fn the_word_that_was_meant() {
        let known = ["random", "minimax", "alphabeta", "mcts", "td0", "solve"];
        for (given, meant) in [
            ("alfabeta", Some("alphabeta")),
            ("MINMAX", Some("minimax")),
            ("alpha", Some("alphabeta")),
            ("alpah", Some("alphabeta")),
            ("mtcs", Some("mcts")),
            ("td", Some("td0")),
            ("td1", Some("td0")),
            ("", None),
            ("x", None),
            ("best", None),
            ("棋", None),
        ] {
            assert_eq!(closest(given, known), meant, "{given}");
        }
        assert_eq!(closest(&"a".repeat(1_000_000), known), None);
        assert_eq!(closest("mi", ["minimax", "misere"]), None, "the beginning of two words is neither");
    }
}
