//! The tables of a game, made from its rules when somebody first asks for them and kept for ever.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use kinrow_game::{LineRule, Rules, Side};

use crate::Patterns;
use crate::judgement::{Judgements, Urgencies};
use crate::network::Network;
use crate::runs::Runs;
use crate::weights::{STANDING, Weights};

/// What lines are to a side.
#[derive(Debug)]
struct Lines {
    patterns: Patterns,
    runs: Runs,
    judgements: Judgements,
}

/// What lines and cells are worth to each side.
#[derive(Debug)]
pub(crate) struct Tables {
    /// For X and for O; in Renju they differ.
    lines: [Arc<Lines>; 2],
    /// Which moves to try first.
    pub(crate) urgencies: Urgencies,
    /// What the right to move and standing threats are worth.
    pub(crate) standing: [i32; STANDING],
    /// What adds to that, where it was trained.
    pub(crate) network: Option<Network>,
}

impl Tables {
    /// The tables of a game.
    pub(crate) fn of(rules: Rules) -> Arc<Tables> {
        type Made = Mutex<HashMap<(u8, LineRule), Arc<Tables>>>;
        static MADE: OnceLock<Made> = OnceLock::new();
        let mut made = MADE.get_or_init(Made::default).lock().unwrap_or_else(PoisonError::into_inner);
        let make = || Arc::new(Tables::new(rules, &Weights::of(rules)));
        made.entry((rules.k(), rules.line())).or_insert_with(make).clone()
    }

    /// The tables with other weights.
    pub(crate) fn new(rules: Rules, weights: &Weights) -> Tables {
        let lines = |side, is_restricted| {
            let patterns = Patterns::new(rules.k().into(), rules.line().is_exact(side));
            let (runs, judgements) = (Runs::new(&patterns), Judgements::new(weights, is_restricted));
            Arc::new(Lines { patterns, runs, judgements })
        };
        let is_renju = rules.line().has_forbidden_points();
        let x = lines(Side::X, is_renju);
        Tables {
            lines: [x.clone(), if is_renju { lines(Side::O, false) } else { x }],
            urgencies: Urgencies::new(weights),
            standing: weights.standing(),
            network: weights.network(),
        }
    }

    #[inline]
    pub(crate) fn patterns(&self, side: usize) -> &Patterns {
        &self.lines[side].patterns
    }

    #[inline]
    pub(crate) fn runs(&self, side: usize) -> &Runs {
        &self.lines[side].runs
    }

    #[inline]
    pub(crate) fn judgements(&self, side: usize) -> &Judgements {
        &self.lines[side].judgements
    }
}
