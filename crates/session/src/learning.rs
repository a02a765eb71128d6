//! A table that learns while somebody looks: a short training with its last game in numbers.

use kinrow_agent::{OptionError, Seed, Stop};
use kinrow_game::{Game, Position, Rules, RulesError};
use kinrow_learn::{FirstMoves, Lesson, Method, MethodError, TrainError, Update, lesson};
use serde_json::{Value as Json, json};

/// Boards of more points would fill the memory with positions.
const MOST_POINTS: u16 = 12;
/// More games than this is a training, which has a command of its own.
const MOST_GAMES: u64 = 100_000;

kinrow_game::sentences! {
    /// Why there is no such training to look at.
    pub enum LearningError {
        /// It has no values of positions.
        Table { given: String } = "learning-table" =>
            "{given} has no table of values to look at: choose td0 or selfplay",
        /// Too many points.
        Board { rules: String, most: u16 } = "learning-board" =>
            "{rules} has too many positions for a table that is looked at: choose a board of at most {most} points",
        /// None, or too many.
        Games { given: u64, most: u64 } = "learning-games" =>
            "{given} games cannot be looked at: give 1 to {most}",
    }
}

/// Why nothing is learned.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NoLearning {
    /// It is not offered.
    Offer(LearningError),
    /// No such method.
    Method(MethodError),
    /// Options that it does not have.
    Options(OptionError),
    /// No such board.
    Rules(RulesError),
    /// It cannot be trained.
    Train(TrainError),
}

kinrow_game::delegate_explain!(NoLearning {
    Offer(LearningError),
    Method(MethodError),
    Options(OptionError),
    Rules(RulesError),
    Train(TrainError),
});

/// A training that may begin.
#[derive(Clone, Debug)]
pub struct Learning {
    method: Method,
    options: kinrow_agent::Options,
    rules: Rules,
    games: u64,
}

impl Learning {
    /// Checks what is asked for.
    ///
    /// # Errors
    /// When there is no such method, option or board, or it would be too much to look at.
    pub fn new(method: &str, options: &str, rules: &str, games: u64) -> Result<Learning, NoLearning> {
        let method = Method::find(method).map_err(NoLearning::Method)?;
        let options = method.parse_options(options).map_err(NoLearning::Options)?;
        let rules: Rules = rules.parse().map_err(NoLearning::Rules)?;
        let refused = if rules.cells() > MOST_POINTS {
            Some(LearningError::Board { rules: rules.to_string(), most: MOST_POINTS })
        } else if games == 0 || games > MOST_GAMES {
            Some(LearningError::Games { given: games, most: MOST_GAMES })
        } else if !matches!(method, Method::Td0 | Method::SelfPlay) {
            Some(LearningError::Table { given: method.to_string() })
        } else {
            None
        };
        refused.map_or(Ok(Learning { method, options, rules, games }), |error| Err(NoLearning::Offer(error)))
    }

    /// What is learned, as a page reads it; `docs/protocol.md` describes it.
    ///
    /// # Errors
    /// When the method cannot learn on this board.
    pub fn run(&self, stop: &Stop) -> Result<Json, NoLearning> {
        let Learning { method, options, rules, games } = self;
        let learned = lesson(*method, options, *rules, Seed(1), *games, stop).map_err(NoLearning::Train)?;
        let Lesson { games, looks, updates } =
            learned.ok_or_else(|| NoLearning::Offer(LearningError::Table { given: method.to_string() }))?;
        let start = Position::new(*rules);
        let look = |FirstMoves { games, values }: &FirstMoves| {
            let values = values.iter().map(|&(mv, value)| json!({ "move": start.name(mv), "value": value }));
            json!({ "games": games, "values": values.collect::<Vec<_>>() })
        };
        let update = |update: &Update| {
            json!({
                "stones": update.position.stones(),
                "next": update.next.map(|next| next.stones()),
                "side": update.side.to_string().to_lowercase(),
                "alpha": update.alpha,
                "before": update.before,
                "target": update.target,
                "after": update.after,
            })
        };
        Ok(json!({
            "method": method.to_string(),
            "options": options.full(),
            "rules": rules.to_string(),
            "games": games,
            "looks": looks.iter().map(look).collect::<Vec<_>>(),
            "updates": updates.iter().map(update).collect::<Vec<_>>(),
        }))
    }
}
