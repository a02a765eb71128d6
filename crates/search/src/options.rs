//! The options that minimax and alpha-beta share, by name.

use kinrow_agent::{OptionKind, OptionSpec, Options, SWITCH, switch};

use crate::evaluate::Evaluation;
use crate::score::Distance;

/// Moves to look ahead; no board has more than 400 points.
pub(crate) const DEPTH: OptionSpec =
    OptionSpec::new("depth", OptionKind::Whole { least: 1, most: 400 }, None);

pub(crate) const fn evaluation(default: Evaluation) -> OptionSpec {
    OptionSpec::new("eval", OptionKind::Choice(Evaluation::NAMES), Some(default.name()))
}

pub(crate) const fn distance(default: Distance) -> OptionSpec {
    OptionSpec::new("distance", SWITCH, Some(switch(matches!(default, Distance::Counted))))
}

pub(crate) fn given_distance(options: &Options) -> Distance {
    if options.is_on("distance") { Distance::Counted } else { Distance::Ignored }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mcts::MctsOptions;
    use crate::solve::SolveOptions;
    use crate::{AlphaBetaOptions, MinimaxOptions};

    /// What an option is when not given is told once more as text, for people: it must be the same.
    #[test]
    fn declared_defaults_are_the_defaults() {
        assert_eq!(MinimaxOptions::from(&Options::new(MinimaxOptions::DECLARED)), MinimaxOptions::default());
        assert_eq!(
            AlphaBetaOptions::from(&Options::new(AlphaBetaOptions::DECLARED)),
            AlphaBetaOptions::default()
        );
        assert_eq!(MctsOptions::from(&Options::new(MctsOptions::DECLARED)), MctsOptions::default());
        assert_eq!(SolveOptions::from(&Options::new(SolveOptions::DECLARED)), SolveOptions::default());
    }
}
