//! What game is played: the board's size, k, and the variant. Anything that got past [`Rules::new`] can be played.
//!
//! As text: `3x3x3`, `15x15x5:exact`, `7x6x4:drop,misere`. Width comes first, then height, then k.

use std::fmt;
use std::str::FromStr;

use crate::{Side, closest};

/// The longest side of a board, and the longest row that can be asked for.
pub const MAX_SIZE: u8 = 20;

/// Which rows of one's own stones count.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum LineRule {
    /// k or more in a row.
    Freestyle,
    /// Exactly k in a row; a longer row counts nothing.
    Exact,
    /// Renju: X needs exactly five and may not make an overline, a double-four or a double-three; O wins with
    /// five or more.
    Renju,
}

impl LineRule {
    const ALL: [LineRule; 3] = [LineRule::Freestyle, LineRule::Exact, LineRule::Renju];

    /// Its name among the variants.
    fn name(self) -> &'static str {
        match self {
            LineRule::Freestyle => "freestyle",
            LineRule::Exact => "exact",
            LineRule::Renju => "renju",
        }
    }

    /// Whether a row longer than k counts nothing for a side.
    #[inline]
    #[must_use]
    pub fn is_exact(self, side: Side) -> bool {
        match self {
            LineRule::Freestyle => false,
            LineRule::Exact => true,
            LineRule::Renju => side == Side::X,
        }
    }

    /// Whether there are points where X may not play.
    #[inline]
    #[must_use]
    pub fn has_forbidden_points(self) -> bool {
        match self {
            LineRule::Renju => true,
            LineRule::Freestyle | LineRule::Exact => false,
        }
    }
}

/// A game that can be played: a size, a k and a variant that make sense together.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Rules {
    width: u8,
    height: u8,
    k: u8,
    line: LineRule,
    drop: bool,
    misere: bool,
}

crate::sentences! {
    /// Why a game is refused.
    pub enum RulesError {
        /// The text is not WIDTHxHEIGHTxK.
        Shape { given: String } = "rules-shape" =>
            "'{given}' is not a board: write WIDTHxHEIGHTxK with an optional variant, such as 3x3x3, 15x15x5:renju or 7x6x4:drop",
        /// Nor that, but near a board.
        ShapeNear { given: String, meant: String } = "rules-shape-near" =>
            "'{given}' is not a board, which is written WIDTHxHEIGHTxK, with an optional variant after a colon; did you mean {meant}?",
        /// Width or height is out of range.
        Size { given: String } = "rules-size" =>
            "a board of {given} is not possible: width and height go from 1 to 20",
        /// k is out of range.
        K { given: String } = "rules-k" =>
            "{given} in a row is not possible: k goes from 1 to 20",
        /// The variant is not known.
        Variant { given: String } = "rules-variant" =>
            "'{given}' is not a variant: choose from freestyle, exact, renju, drop and misere",
        /// The variant is not known, but near one.
        VariantNear { given: String, meant: String } = "rules-variant-near" =>
            "'{given}' is not a variant; did you mean {meant}?",
        /// The same variant is named twice.
        Twice { given: String } = "rules-twice" =>
            "the variant '{given}' is named twice: name it once",
        /// Two variants contradict each other.
        Together { first: String, second: String } = "rules-together" =>
            "the variants {first} and {second} contradict each other: choose one of them",
        /// Renju's forbidden points are defined for five in a row.
        RenjuK { given: u8 } = "rules-renju-k" =>
            "renju is played for five in a row, not {given}: write k as 5, as in 15x15x5:renju",
    }
}

impl Rules {
    /// Freestyle on a board of `width` columns and `height` rows: `k` or more in a row win.
    ///
    /// # Errors
    /// When a size or k is not between 1 and 20.
    pub fn new(width: u8, height: u8, k: u8) -> Result<Rules, RulesError> {
        let possible = 1..=MAX_SIZE;
        if !possible.contains(&width) || !possible.contains(&height) {
            return Err(RulesError::Size { given: format!("{width}x{height}") });
        }
        if !possible.contains(&k) {
            return Err(RulesError::K { given: k.to_string() });
        }
        Ok(Rules { width, height, k, line: LineRule::Freestyle, drop: false, misere: false })
    }

    /// The same board where stones fall to the lowest empty point of their column, as in Connect Four.
    ///
    /// # Errors
    /// In Renju, where stones do not fall.
    pub fn with_drop(self) -> Result<Rules, RulesError> {
        self.not_renju("drop")?;
        Ok(Rules { drop: true, ..self })
    }

    /// The same board where completing a row loses.
    ///
    /// # Errors
    /// In Renju, whose forbidden points assume that five wins.
    pub fn with_misere(self) -> Result<Rules, RulesError> {
        self.not_renju("misere")?;
        Ok(Rules { misere: true, ..self })
    }

    /// The same board with another rule for which rows count.
    ///
    /// # Errors
    /// For Renju with a k other than 5, or together with drop or misere.
    pub fn with_line(self, line: LineRule) -> Result<Rules, RulesError> {
        if line.has_forbidden_points() {
            for (is_on, name) in [(self.drop, "drop"), (self.misere, "misere")] {
                if is_on {
                    return Err(RulesError::Together { first: line.name().into(), second: name.into() });
                }
            }
            if self.k != 5 {
                return Err(RulesError::RenjuK { given: self.k });
            }
        }
        Ok(Rules { line, ..self })
    }

    fn not_renju(self, other: &str) -> Result<(), RulesError> {
        if self.line.has_forbidden_points() {
            return Err(RulesError::Together { first: self.line.name().into(), second: other.into() });
        }
        Ok(())
    }

    /// Number of columns.
    #[must_use]
    pub fn width(self) -> u8 {
        self.width
    }

    /// Number of rows.
    #[must_use]
    pub fn height(self) -> u8 {
        self.height
    }

    /// How many in a row decide the game.
    #[must_use]
    pub fn k(self) -> u8 {
        self.k
    }

    /// Which rows count.
    #[must_use]
    pub fn line(self) -> LineRule {
        self.line
    }

    /// Whether stones fall, as in Connect Four.
    #[must_use]
    pub fn is_drop(self) -> bool {
        self.drop
    }

    /// Whether completing a row loses.
    #[must_use]
    pub fn is_misere(self) -> bool {
        self.misere
    }

    /// Number of points of the board.
    #[must_use]
    pub fn cells(self) -> u16 {
        u16::from(self.width) * u16::from(self.height)
    }
}

const VARIANTS: [&str; 5] = ["freestyle", "exact", "renju", "drop", "misere"];

/// Games that have names of their own.
const NAMED: [(&str, &str); 6] = [
    ("tictactoe", "3x3x3"),
    ("connectfour", "7x6x4:drop"),
    ("connect4", "7x6x4:drop"),
    ("gomoku", "15x15x5"),
    ("gobang", "15x15x5"),
    ("renju", "15x15x5:renju"),
];

/// The board that was probably meant by a text that is none: its numbers and words, whatever stands between them. Without a k
/// it is the shorter side, five at the most.
fn meant(text: &str) -> Option<Rules> {
    // Longer than any board, with all its variants.
    const LONGEST: usize = 100;
    if text.len() > LONGEST {
        return None;
    }
    let letters: String = text.chars().filter(char::is_ascii_alphanumeric).collect();
    if let Some(name) = closest(&letters, NAMED.map(|(name, _)| name)) {
        return NAMED.iter().find(|(known, _)| *known == name)?.1.parse().ok();
    }
    let numbers: Vec<&str> = text.split(|c: char| !c.is_ascii_digit()).filter(|n| !n.is_empty()).collect();
    let sizes: Vec<u8> = numbers.iter().take(4).map_while(|n| n.parse().ok()).collect();
    let (width, height, k) = match sizes[..] {
        [width, height] if numbers.len() == 2 => (width, height, width.min(height).min(5)),
        [width, height, k] if numbers.len() == 3 => (width, height, k),
        _ => return None,
    };
    let words = text.split(|c: char| !c.is_ascii_alphabetic()).filter(|word| !["", "x", "by"].contains(word));
    let variants: Vec<&str> = words.map(|word| closest(word, VARIANTS)).collect::<Option<_>>()?;
    let separator = if variants.is_empty() { "" } else { ":" };
    format!("{width}x{height}x{k}{separator}{}", variants.join(",")).parse().ok()
}

impl FromStr for Rules {
    type Err = RulesError;

    fn from_str(text: &str) -> Result<Rules, RulesError> {
        let lower = text.trim().to_ascii_lowercase();
        let (shape, variants) = lower.split_once(':').unwrap_or((&lower, ""));
        let numbers: Vec<&str> = shape.split('x').map(str::trim).collect();
        let not_a_board = || match meant(&lower) {
            Some(rules) => RulesError::ShapeNear { given: text.into(), meant: rules.to_string() },
            None => RulesError::Shape { given: text.into() },
        };
        let [width, height, k] = numbers[..] else { return Err(not_a_board()) };
        if numbers.iter().any(|n| n.is_empty() || !n.bytes().all(|b| b.is_ascii_digit())) {
            return Err(not_a_board());
        }
        // Digits that do not fit a byte are numbers, only too large ones.
        let size =
            |n: &str| n.parse::<u8>().map_err(|_| RulesError::Size { given: format!("{width}x{height}") });
        let (columns, rows) = (size(width)?, size(height)?);
        let k = k.parse().map_err(|_| RulesError::K { given: k.into() })?;
        let mut rules = Rules::new(columns, rows, k)?;
        if lower.contains(':') {
            let names: Vec<&str> = variants.split(',').map(str::trim).collect();
            for (i, name) in names.iter().enumerate() {
                if names[..i].contains(name) {
                    return Err(RulesError::Twice { given: (*name).into() });
                }
            }
            let line_rules: Vec<&&str> =
                names.iter().filter(|name| LineRule::ALL.iter().any(|line| line.name() == **name)).collect();
            if let [first, second, ..] = line_rules[..] {
                return Err(RulesError::Together { first: (*first).into(), second: (*second).into() });
            }
            for name in names {
                rules = match name {
                    "drop" => rules.with_drop()?,
                    "misere" => rules.with_misere()?,
                    _ => match LineRule::ALL.into_iter().find(|line| line.name() == name) {
                        Some(line) => rules.with_line(line)?,
                        None => return Err(unknown_variant(name)),
                    },
                };
            }
        }
        Ok(rules)
    }
}

fn unknown_variant(name: &str) -> RulesError {
    let given = name.into();
    match closest(name, VARIANTS) {
        Some(meant) => RulesError::VariantNear { given, meant: meant.into() },
        None => RulesError::Variant { given },
    }
}

impl fmt::Display for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}x{}", self.width, self.height, self.k)?;
        let variants = [
            (self.drop, "drop"),
            (self.line != LineRule::Freestyle, self.line.name()),
            (self.misere, "misere"),
        ];
        let mut separator = ':';
        for (_, name) in variants.iter().filter(|(is_on, _)| *is_on) {
            write!(f, "{separator}{name}")?;
            separator = ',';
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_reads_back() {
        for text in ["1x1x1", "3x3x3", "20x20x20", "15x15x5:renju", "7x6x4:drop,misere", "9x9x5:exact,misere"]
        {
            let rules: Rules = text.parse().unwrap();
            assert_eq!(rules.to_string(), text);
        }
        assert_eq!("7X6x4:misere,DROP".parse::<Rules>().unwrap().to_string(), "7x6x4:drop,misere");
        assert_eq!("3x3x3:freestyle".parse::<Rules>().unwrap().to_string(), "3x3x3");
    }

    #[test]
    fn impossible_games_are_refused_with_a_reason() {
        let refusals = [
            ("", "is not a board"),
            (
                "3x3",
                "'3x3' is not a board, which is written WIDTHxHEIGHTxK, with an optional variant after a colon; did you mean 3x3x3?",
            ),
            ("7x6", "did you mean 7x6x5?"),
            ("15*15*5", "did you mean 15x15x5?"),
            ("3×3×3", "did you mean 3x3x3?"),
            ("7x6x4 drop", "did you mean 7x6x4:drop?"),
            ("7x6x4drpo,misere", "did you mean 7x6x4:drop,misere?"),
            ("Tic-Tac-Toe", "did you mean 3x3x3?"),
            ("conect 4", "did you mean 7x6x4:drop?"),
            ("99x99", "is not a board: write"),
            ("15x15x5:renjuu", "'renjuu' is not a variant; did you mean renju?"),
            ("3x3x3x3", "is not a board"),
            ("-3x3x3", "is not a board"),
            ("axbxc", "is not a board"),
            ("0x3x3", "1 to 20"),
            ("3x21x3", "1 to 20"),
            ("3x999999x3", "1 to 20"),
            ("3x3x0", "k goes from 1 to 20"),
            ("3x3x256", "k goes from 1 to 20"),
            ("3x3x3:", "is not a variant"),
            ("3x3x3:gravity", "'gravity' is not a variant"),
            ("3x3x3:drop,drop", "named twice"),
            ("3x3x3:exact,freestyle", "contradict"),
            ("15x15x5:renju,drop", "contradict"),
            ("15x15x5:misere,renju", "contradict"),
            ("15x15x4:renju", "five in a row"),
        ];
        for (text, reason) in refusals {
            let error = text.parse::<Rules>().unwrap_err().to_string();
            assert!(error.contains(reason), "{text}: {error}");
        }
    }
}
