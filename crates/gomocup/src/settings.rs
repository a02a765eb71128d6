//! What the manager has told by INFO: the rules beyond the size of the board, and what a move may cost.
//!
//! After INFO nobody listens, so what cannot be done is kept and told when an answer is next expected.

use std::collections::BTreeMap;
use std::time::Duration;

use kinrow_game::{LineRule, MAX_SIZE, Rules};

use super::command::{Info, OpeningRule};

/// Everything INFO can set.
#[derive(Clone, Default, Debug)]
pub(crate) struct Settings {
    /// Time for a move.
    pub(crate) timeout_turn: Option<Duration>,
    /// Time for a whole game.
    pub(crate) timeout_match: Option<Duration>,
    /// Time left of a game, when the manager counts it. `Some(None)` is no limit.
    pub(crate) time_left: Option<Option<Duration>>,
    /// Bytes of memory.
    pub(crate) max_memory: Option<u64>,
    /// Moves to look ahead.
    pub(crate) max_depth: Option<u32>,
    /// Positions to look at.
    pub(crate) max_node: Option<u64>,
    /// How colours are chosen in the opening.
    pub(crate) opening: OpeningRule,
    rule: u32,
    k: Option<u8>,
    variant: Option<String>,
    /// Values that could not be read, by key.
    unread: BTreeMap<String, String>,
}

const EXACT: u32 = 1;
const CONTINUOUS: u32 = 2;
const RENJU: u32 = 4;
const CARO: u32 = 8;

/// The least size of a board that the plain protocol is used for.
const LEAST_SIZE: u8 = 5;

impl Settings {
    /// Takes what an INFO line tells.
    pub(crate) fn set(&mut self, info: Info) {
        let key = match info {
            Info::TimeoutTurn(time) => {
                self.timeout_turn = Some(time);
                "timeout_turn"
            }
            Info::TimeoutMatch(time) => {
                self.timeout_match = time;
                "timeout_match"
            }
            Info::TimeLeft(time) => {
                self.time_left = Some(time);
                "time_left"
            }
            Info::MaxMemory(bytes) => {
                self.max_memory = bytes;
                "max_memory"
            }
            Info::Rule(rule) => {
                self.rule = rule;
                "rule"
            }
            Info::MaxDepth(depth) => {
                self.max_depth = depth;
                "max_depth"
            }
            Info::MaxNode(nodes) => {
                self.max_node = nodes;
                "max_node"
            }
            Info::K(k) => {
                self.k = Some(k);
                "kinrow_k"
            }
            Info::Variant(variant) => {
                self.variant = Some(variant);
                "kinrow_variant"
            }
            Info::Opening(rule) => {
                self.opening = rule;
                "kinrow_opening"
            }
            Info::Ignored => return,
        };
        self.unread.remove(key);
    }

    /// Keeps what is wrong with a value until the key is told again. Only keys that are known get here, so there are few.
    pub(crate) fn set_unread(&mut self, key: String, why: String) {
        self.unread.insert(key, why);
    }

    /// What could not be read, in a sentence.
    pub(crate) fn unread(&self) -> Option<&str> {
        self.unread.values().next().map(String::as_str)
    }

    /// Whether a key of Kinrow's own was given.
    fn is_extended(&self) -> bool {
        self.k.is_some() || self.variant.is_some()
    }

    /// The size, if boards of it can be played.
    pub(crate) fn size(&self, width: u32, height: u32) -> Result<(u8, u8), String> {
        let least = if self.is_extended() { 1 } else { LEAST_SIZE };
        let side =
            |length: u32| u8::try_from(length).ok().filter(|length| (least..=MAX_SIZE).contains(length));
        side(width).zip(side(height)).ok_or_else(|| {
            format!("a board of {width}x{height} is not possible: sides go from {least} to {MAX_SIZE}")
        })
    }

    /// The rules on a board of a size.
    pub(crate) fn rules(&self, (width, height): (u8, u8)) -> Result<Rules, String> {
        if self.rule & CONTINUOUS != 0 {
            return Err("continuous games (rule 2) are not played here: choose rule 0, 1 or 4".into());
        }
        if self.rule & CARO != 0 {
            return Err("Caro (rule 8) is not played here: choose rule 0, 1 or 4".into());
        }
        let refuse = |error: kinrow_game::RulesError| error.to_string();
        let k = self.k.unwrap_or(5);
        let mut rules = match self.variant.as_deref() {
            None | Some("") => Rules::new(width, height, k),
            Some(variant) => format!("{width}x{height}x{k}:{variant}").parse(),
        }
        .map_err(refuse)?;
        // Exactly five is a part of Renju, so that their sum is Renju.
        if self.rule & RENJU != 0 {
            rules = rules.with_line(LineRule::Renju).map_err(refuse)?;
        } else if self.rule & EXACT != 0 {
            rules = rules.with_line(LineRule::Exact).map_err(refuse)?;
        }
        Ok(rules)
    }
}

#[cfg(feature = "programs")]
/// How rules are told to a brain.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct ToldRules {
    /// The number after `INFO rule`.
    pub(crate) rule: u32,
    /// Whether keys of Kinrow's own are needed: k, the variant or the size is not of the plain protocol.
    pub(crate) needs_extensions: bool,
    /// These keys with their values.
    pub(crate) extensions: Vec<(&'static str, String)>,
}

#[cfg(feature = "programs")]
impl ToldRules {
    /// How these rules are told.
    pub(crate) fn of(rules: Rules) -> ToldRules {
        let rule = match rules.line() {
            LineRule::Freestyle => 0,
            LineRule::Exact => EXACT,
            LineRule::Renju => RENJU,
        };
        let variants = [(rules.is_drop(), "drop"), (rules.is_misere(), "misere")];
        let variants: Vec<&str> =
            variants.iter().filter(|(is_on, _)| *is_on).map(|(_, name)| *name).collect();
        let is_small = rules.width() < LEAST_SIZE || rules.height() < LEAST_SIZE;
        let needs_extensions = rules.k() != 5 || !variants.is_empty() || is_small;
        let mut extensions = Vec::new();
        if needs_extensions {
            extensions.push(("kinrow_k", rules.k().to_string()));
        }
        if !variants.is_empty() {
            extensions.push(("kinrow_variant", variants.join(",")));
        }
        ToldRules { rule, needs_extensions, extensions }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::command::{Command, parse};

    fn told(lines: &[String]) -> Settings {
        let mut settings = Settings::default();
        for line in lines {
            let Ok(Command::Info(info)) = parse(line.as_bytes()) else { panic!("{line}") };
            settings.set(info);
        }
        settings
    }

    #[test]
    fn rules_are_told_and_understood() {
        for text in [
            "15x15x5",
            "20x20x5:exact",
            "15x15x5:renju",
            "3x3x3",
            "7x6x4:drop",
            "5x5x4:exact,misere",
            "7x6x4:drop,misere",
            "1x1x1",
        ] {
            let rules: Rules = text.parse().unwrap();
            let say = ToldRules::of(rules);
            let mut lines: Vec<String> =
                say.extensions.iter().map(|(key, value)| format!("INFO {key} {value}")).collect();
            lines.push(format!("INFO rule {}", say.rule));
            let settings = told(&lines);
            let size = settings.size(rules.width().into(), rules.height().into()).unwrap();
            assert_eq!(settings.rules(size).unwrap(), rules, "{text}");
            assert_eq!(say.needs_extensions, !["15x15x5", "20x20x5:exact", "15x15x5:renju"].contains(&text));
        }
    }

    #[test]
    fn rules_that_cannot_be_played() {
        let rules = |lines: &[&str]| {
            let lines: Vec<String> = lines.iter().map(|line| (*line).to_string()).collect();
            told(&lines).rules((15, 15))
        };
        assert_eq!(rules(&["INFO rule 5"]).unwrap().to_string(), "15x15x5:renju");
        assert_eq!(rules(&["INFO rule 4", "INFO rule 0"]).unwrap().to_string(), "15x15x5");
        for lines in [
            &["INFO rule 2"][..],
            &["INFO rule 3"],
            &["INFO rule 8"],
            &["INFO rule 4", "INFO kinrow_k 4"],
            &["INFO rule 4", "INFO kinrow_variant drop"],
            &["INFO kinrow_variant gravity"],
        ] {
            assert!(rules(lines).is_err(), "{lines:?}");
        }
    }

    #[test]
    fn sizes() {
        let plain = Settings::default();
        assert_eq!(plain.size(5, 20), Ok((5, 20)));
        for (width, height) in [(4, 15), (15, 21), (0, 0), (u32::MAX, 15)] {
            assert!(plain.size(width, height).unwrap_err().contains("from 5 to 20"));
        }
        let extended = told(&["INFO kinrow_k 3".into()]);
        assert_eq!(extended.size(3, 1), Ok((3, 1)));
        assert!(extended.size(0, 3).is_err());
    }
}
