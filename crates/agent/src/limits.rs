//! What a search may spend on one decision. Whatever is `None` is not limited.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

/// Limits of one decision, as plain data.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Limits {
    /// Moves to look ahead.
    pub depth: Option<u32>,
    /// Positions to look at.
    pub nodes: Option<u64>,
    /// Games to play out.
    pub playouts: Option<u64>,
    /// Wall-clock time.
    pub time: Option<Duration>,
}

kinrow_game::sentences! {
    /// Why a text is not a limit.
    pub enum LimitsError {
        /// Not NAME=NUMBER of a known name.
        Shape { given: String } = "limits-shape" =>
            "'{given}' is not a limit: write depth=4, nodes=100000, playouts=1000, time=500ms or time=2s, separated by commas",
        /// Zero or too large.
        Range { given: String } = "limits-range" =>
            "the limit '{given}' is out of range: it must be at least 1, and a time at most a day",
    }
}

impl Limits {
    /// No limit at all.
    pub const NONE: Limits = Limits { depth: None, nodes: None, playouts: None, time: None };

    /// The smaller of both, limit by limit.
    #[must_use]
    pub fn stricter(self, other: Limits) -> Limits {
        fn least<T: Ord>(a: Option<T>, b: Option<T>) -> Option<T> {
            a.into_iter().chain(b).min()
        }
        Limits {
            depth: least(self.depth, other.depth),
            nodes: least(self.nodes, other.nodes),
            playouts: least(self.playouts, other.playouts),
            time: least(self.time, other.time),
        }
    }

    /// Whether a count or a clock ends a search of nodes, however large the game is. Playouts do not: only searches that
    /// play out count them.
    #[must_use]
    pub fn bounds_effort(&self) -> bool {
        self.nodes.is_some() || self.time.is_some()
    }

    /// Half of every count and of the time, at least one of each; the depth stays.
    #[must_use]
    pub fn half(self) -> Limits {
        let half = |count: u64| (count / 2).max(1);
        Limits {
            depth: self.depth,
            nodes: self.nodes.map(half),
            playouts: self.playouts.map(half),
            time: self.time.map(|time| time / 2),
        }
    }

    /// What is left when so much was spent; `None` when nothing is.
    #[must_use]
    pub fn after(self, nodes: u64, playouts: u64, time: Duration) -> Option<Limits> {
        let left = Limits {
            depth: self.depth,
            nodes: self.nodes.map(|most| most.saturating_sub(nodes)),
            playouts: self.playouts.map(|most| most.saturating_sub(playouts)),
            time: self.time.map(|most| most.saturating_sub(time)),
        };
        let is_spent = left.nodes == Some(0) || left.playouts == Some(0) || left.time == Some(Duration::ZERO);
        (!is_spent).then_some(left)
    }
}

/// A duration as people write it: `500ms`, `2s`, `1.5s`, or plain seconds.
///
/// # Errors
/// When it is no time, or not between a millisecond and a day.
pub fn parse_time(text: &str) -> Result<Duration, LimitsError> {
    let given = || text.to_string();
    let (number, unit) = match text.strip_suffix("ms") {
        Some(number) => (number, 0.001),
        None => (text.strip_suffix('s').unwrap_or(text), 1.0),
    };
    let seconds = number.trim().parse::<f64>().map_err(|_| LimitsError::Shape { given: given() })? * unit;
    if !(0.001..=86_400.0).contains(&seconds) {
        return Err(LimitsError::Range { given: given() });
    }
    Ok(Duration::from_secs_f64(seconds))
}

/// A duration as [`parse_time`] reads it.
#[must_use]
pub fn write_time(time: Duration) -> String {
    format!("{}ms", time.as_nanos() as f64 / 1e6)
}

/// `depth=4,time=500ms`.
impl FromStr for Limits {
    type Err = LimitsError;

    fn from_str(text: &str) -> Result<Limits, LimitsError> {
        let mut limits = Limits::NONE;
        for part in text.split(',').map(str::trim).filter(|part| !part.is_empty()) {
            let shape = || LimitsError::Shape { given: part.into() };
            let (name, value) = part.split_once('=').ok_or_else(shape)?;
            let number = || match value.trim().parse::<u64>() {
                Ok(0) => Err(LimitsError::Range { given: part.into() }),
                Ok(number) => Ok(number),
                Err(_) => Err(shape()),
            };
            match name.trim() {
                "depth" => {
                    let depth = number()?.try_into();
                    limits.depth = Some(depth.map_err(|_| LimitsError::Range { given: part.into() })?);
                }
                "nodes" => limits.nodes = Some(number()?),
                "playouts" => limits.playouts = Some(number()?),
                "time" => limits.time = Some(parse_time(value.trim())?),
                _ => return Err(shape()),
            }
        }
        Ok(limits)
    }
}

impl fmt::Display for Limits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let parts = [
            self.depth.map(|depth| format!("depth={depth}")),
            self.nodes.map(|nodes| format!("nodes={nodes}")),
            self.playouts.map(|playouts| format!("playouts={playouts}")),
            self.time.map(|time| format!("time={}", write_time(time))),
        ];
        f.write_str(&parts.into_iter().flatten().collect::<Vec<_>>().join(","))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_reads_back() {
        for text in ["", "depth=4", "nodes=1000,time=1500ms", "depth=1,nodes=2,playouts=3,time=4ms"] {
            assert_eq!(text.parse::<Limits>().unwrap().to_string(), text);
        }
        assert_eq!("time=1.5s".parse::<Limits>().unwrap().time, Some(Duration::from_millis(1500)));
        assert_eq!("time=1.5ms".parse::<Limits>().unwrap().to_string(), "time=1.5ms");
        assert_eq!("time=2".parse::<Limits>().unwrap().time, Some(Duration::from_secs(2)));
    }

    #[test]
    fn two_searches_share_a_budget() {
        let limits: Limits = "depth=4,nodes=1000,time=1s".parse().unwrap();
        assert_eq!(limits.half().to_string(), "depth=4,nodes=500,time=500ms");
        assert_eq!("nodes=1".parse::<Limits>().unwrap().half().nodes, Some(1));
        let left = limits.after(300, 7, Duration::from_millis(100)).unwrap();
        assert_eq!(left.to_string(), "depth=4,nodes=700,time=900ms");
        assert_eq!(limits.after(1000, 0, Duration::ZERO), None);
        assert_eq!(limits.after(0, 0, Duration::from_secs(2)), None);
        assert_eq!(Limits::NONE.after(u64::MAX, u64::MAX, Duration::MAX), Some(Limits::NONE));
    }

    #[test]
    fn nonsense_is_refused() {
        for text in ["depth", "depth=x", "depth=-1", "speed=3", "time=fast", "time=nan", "nodes=1e9"] {
            assert!(
                matches!(text.parse::<Limits>(), Err(LimitsError::Shape { .. } | LimitsError::Range { .. })),
                "{text}"
            );
        }
        for text in ["depth=0", "time=0", "time=-1s", "time=100000s", "depth=99999999999"] {
            assert!(matches!(text.parse::<Limits>(), Err(LimitsError::Range { .. })), "{text}");
        }
    }
}
