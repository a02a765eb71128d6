//! Levels of strength: one scale for everybody who does not want options, on the page, in the terminal and wherever an agent is named.
//!
//! The eight levels are the engine itself, with ever less that it overlooks, ever less that it leaves to chance, and ever more positions to look
//! at. On 15x15x5 each beats the one below in about three games of four (some 200 Elo; docs/ratings.md has the tables). The numbers are the same on every
//! board: what makes a player weak on a large one makes it weak on a small one, where there is only less to tell the best apart by.

use kinrow_game::{Position, Rules};

use crate::AgentSpec;

kinrow_agent::named! {
    /// Opponents by strength, for those who do not want options.
    pub enum Level {
        /// Overlooks two points in five.
        One = "level1",
        /// Overlooks three points in ten.
        Two = "level2",
        /// Overlooks one point in five.
        Three = "level3",
        /// Overlooks one point in eight.
        Four = "level4",
        /// Overlooks something now and then.
        Five = "level5",
        /// Hardly overlooks anything.
        Six = "level6",
        /// Overlooks next to nothing, and looks some moves ahead.
        Seven = "level7",
        /// Looks far ahead.
        Eight = "level8",
        /// Does not make mistakes; only where the board can be solved.
        Perfect = "perfect",
    }
}

/// Who makes no mistakes.
pub(crate) const PERFECT: &str = "solve:distance=on";

impl Level {
    /// The levels there are on a board.
    pub fn on(rules: Rules) -> impl Iterator<Item = Level> {
        Level::ALL.iter().copied().filter(move |level| level.spec(rules).is_some())
    }

    /// The agent that plays at this level; `None` where nobody can.
    #[must_use]
    pub fn spec(self, rules: Rules) -> Option<AgentSpec> {
        let spec: AgentSpec = self.text().parse().expect("a spec of the catalogue");
        let is_suited = |spec: &AgentSpec| spec.kind().is_suited(&Position::new(rules));
        Some(spec).filter(|spec| self != Level::Perfect || is_suited(spec))
    }

    /// The agent that plays at this level, as text.
    #[must_use]
    pub const fn text(self) -> &'static str {
        match self {
            Level::One => "engine:nodes=300,memory=1,temperature=0.25,overlook=0.41",
            Level::Two => "engine:nodes=400,memory=1,temperature=0.18,overlook=0.3",
            Level::Three => "engine:nodes=500,memory=1,temperature=0.12,overlook=0.19",
            Level::Four => "engine:nodes=800,memory=1,temperature=0.08,overlook=0.12",
            Level::Five => "engine:nodes=1000,memory=1,temperature=0.05,overlook=0.077",
            Level::Six => "engine:nodes=1800,memory=1,temperature=0.03,overlook=0.032",
            Level::Seven => "engine:nodes=5000,memory=1,temperature=0.02,overlook=0.011",
            Level::Eight => "engine:nodes=60000,memory=8,temperature=0.01",
            Level::Perfect => PERFECT,
        }
    }

    /// The level that somebody means: by its name, or by a word of the scale of five that links may still have.
    #[must_use]
    pub fn meant(word: &str) -> Option<Level> {
        Level::of(word).or(match word {
            "beginner" => Some(Level::One),
            "easy" => Some(Level::Three),
            "medium" => Some(Level::Five),
            "strong" => Some(Level::Seven),
            _ => None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_are_agents_by_name() {
        for &level in Level::ALL {
            let named: AgentSpec = level.name().parse().unwrap();
            assert_eq!(named.to_string(), level.text());
            assert_eq!(Level::meant(level.name()), Some(level));
        }
        assert!("level9".parse::<AgentSpec>().is_err() && "level1:nodes=5".parse::<AgentSpec>().is_err());
    }

    #[test]
    fn the_words_of_old_links_are_levels() {
        let meant = |word| Level::meant(word).map(Level::name);
        let old = ["beginner", "easy", "medium", "strong", "perfect"].map(meant);
        assert_eq!(old, [Some("level1"), Some("level3"), Some("level5"), Some("level7"), Some("perfect")]);
        assert_eq!(meant("expert"), None);
    }

    #[test]
    fn only_perfection_needs_a_small_board() {
        let on = |rules: &str| Level::on(rules.parse().unwrap()).count();
        assert_eq!((on("3x3x3"), on("15x15x5")), (9, 8));
    }
}
