//! A network that learned by self-play, with the search it guides.

use std::path::Path;

use kinrow_files::Kind;
use kinrow_learn::Learned;
use kinrow_zero::{Guide, LearnedEvaluator, NAME, NetworkEvaluator, Playouts, Zero, ZeroOptions};

use crate::catalogue::{AgentKind, Algorithm, BuildError, Cost, Memory, Shows, Suits, Values};

kinrow_game::sentences! {
    /// Why it cannot be built.
    pub enum ZeroError {
        /// Both.
        Both {} = "zero-both" =>
            "zero is guided by a file or by random games: give it file or games, not both",
    }
}

pub(in crate::catalogue) const KIND: AgentKind = AgentKind {
    name: NAME,
    options: ZeroOptions::DECLARED,
    method: None,
    memory: Memory::Game,
    cost: Cost::Playouts,
    shows: Shows { tree: true, steps: Some(Algorithm::Zero), values: Some(Values::Chances) },
    suits: Suits::Shipped,
    formula: None,
    build: |given, making| {
        let guide = match (given.get("file").map(Path::new), given.whole("games")) {
            (None, None) => Guide::Shipped(None),
            (Some(_), Some(_)) => return Err(BuildError::Zero(ZeroError::Both {})),
            (None, Some(games)) => Guide::Playouts(Playouts { games, seed: making.seed }),
            (Some(file), None) if matches!(Kind::of_file(file), Ok(Some(Kind::Model))) => {
                let model = making.models.get(file)?;
                let learned = Learned::from_model(&model, making.spec.clone(), 0, making.seed)?;
                Guide::Learned(LearnedEvaluator(learned))
            }
            (Some(file), None) => Guide::Network(NetworkEvaluator::new(making.models.network(file)?)),
        };
        Ok(Box::new(Zero::guided(guide, ZeroOptions::from(given), making.spec)))
    },
};
