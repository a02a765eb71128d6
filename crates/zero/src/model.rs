//! A training as one file: what it is in words, its numbers as safetensors, the games it learns from, and a checksum over all.
//!
//! ```text
//! KINROW ZERO 2\n | length of the words, 4 bytes | the words, JSON | length, 8 bytes | safetensors | length, 8 bytes | games | CRC-32, 4 bytes
//! ```
//!
//! All numbers are little-endian. The tensors have the network's own names, and beside them the optimiser's (`first.` and `second.`) and those of the
//! network it is measured against (`rival.`); other programs can read that part as it is. A file that is only for playing has the network alone, and
//! no games. A file is trusted in nothing: its mark is looked at first, no claim of it asks for more memory
//! than it is long, the tensors must be exactly those of the network that the words describe, and none may hold a number that a
//! training cannot have left.

use std::io::{self, Read};
use std::sync::Arc;

use kinrow_agent::Options;
use kinrow_game::{Position, Rules, with_board};
use serde::{Deserialize, Serialize};

use crate::evaluator::Weights;
use crate::look::Look;
use crate::net::{Adam, Network, Shape};
use crate::options::{DECLARED, NAME, Plan};
use crate::played::Played;
use crate::safetensors;

kinrow_game::sentences! {
    /// Why a file is not a trained network.
    pub enum ModelError {
        /// Another kind of file.
        Foreign {} = "zero-foreign" =>
            "this is not a network trained by Kinrow (train zero)",
        /// Of a later version.
        Newer { given: String } = "zero-newer" =>
            "this network has format {given}, written by a newer Kinrow; this one reads formats 1 and 2",
        /// Without what a training needs.
        Playing {} = "zero-playing" =>
            "this network is only for playing: its file holds neither the games nor the memory that its training would need to go on",
        /// Cut off or changed.
        Damaged { why: String } = "zero-damaged" =>
            "this network is damaged: {why}",
    }
}

impl ModelError {
    pub(crate) fn damaged(why: &str) -> ModelError {
        ModelError::Damaged { why: why.into() }
    }
}

/// What a model says of itself.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Header {
    /// The game, such as `6x6x4`.
    pub rules: String,
    /// Every option.
    pub options: String,
    /// Where its randomness came from.
    pub seed: u64,
    /// What multiplied its matrices: another kernel may round differently, and is not promised the same bytes.
    pub kernel: String,
    /// Rounds it has learned from.
    pub rounds: u64,
    /// Games it has played.
    pub games: u64,
    /// Positions it has learned from.
    pub positions: u64,
    /// Steps of the optimiser.
    pub steps: u64,
    /// Mean loss of the policy in the last round.
    pub policy_loss: f64,
    /// Mean loss of the value in the last round.
    pub value_loss: f64,
    /// Elo of the network it is measured against, above one that has learned nothing.
    #[serde(default)]
    pub rival_elo: f64,
    /// How it fared on the way.
    pub curve: Vec<Look>,
}

impl Header {
    pub(crate) fn options(&self) -> Result<Options, ModelError> {
        Options::parse(DECLARED, NAME, &self.options)
            .map_err(|error| ModelError::Damaged { why: kinrow_game::excerpt(&error) })
    }
}

/// A model.
#[derive(Clone, PartialEq, Debug)]
pub struct ZeroModel {
    /// What it says of itself.
    pub header: Header,
    pub(crate) weights: Arc<Weights>,
    pub(crate) memory: Option<Memory>,
}

/// What a training needs to go on, beside its network.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Memory {
    pub(crate) adam: Adam,
    pub(crate) rival: Arc<Weights>,
    /// The games of the window, as they are written.
    pub(crate) games: Vec<u8>,
}

/// What is written. Version 1 had no replies, no rival, and games without the values of their positions.
pub(crate) const VERSION: u32 = 2;

/// More than any model takes.
const MOST_BYTES: u64 = 2_000_000_000;

/// No number of a network in use comes near this.
const LARGEST: f32 = 1e6;

impl ZeroModel {
    /// How every such file begins.
    pub const MAGIC: &[u8] = b"KINROW ZERO ";

    /// The network, to play with.
    #[must_use]
    pub fn weights(&self) -> Arc<Weights> {
        Arc::clone(&self.weights)
    }

    /// The same network without its curve and the memory of its training: a small file, for playing.
    #[must_use]
    pub fn for_playing(&self) -> ZeroModel {
        let header = Header { curve: Vec::new(), ..self.header.clone() };
        ZeroModel { header, weights: self.weights(), memory: None }
    }

    /// The file's bytes.
    ///
    /// # Panics
    /// Never: the words are plain data, and every tensor has its size.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let words = serde_json::to_vec(&self.header).expect("a header is plain data with text keys");
        let mut bytes = [Self::MAGIC, format!("{VERSION}\n").as_bytes()].concat();
        bytes.extend((words.len() as u32).to_le_bytes());
        bytes.extend(words);
        let mut sets = vec![self.weights.numbers.as_slice()];
        let mut games: &[u8] = &[];
        if let Some(memory) = &self.memory {
            sets.extend([&memory.adam.first, &memory.adam.second, &memory.rival.numbers].map(Vec::as_slice));
            games = &memory.games;
        }
        for part in [&safetensors::write(&self.weights.network, &sets), games] {
            bytes.extend((part.len() as u64).to_le_bytes());
            bytes.extend(part);
        }
        ZeroModel::sealed(bytes)
    }

    /// Bytes with the checksum that fits them: what a fuzzer needs to get past it.
    #[must_use]
    pub fn sealed(mut bytes: Vec<u8>) -> Vec<u8> {
        let checksum = crc32fast::hash(&bytes);
        bytes.extend(checksum.to_le_bytes());
        bytes
    }

    /// Reads a model from its beginning: of another kind of file no more than a few bytes.
    ///
    /// # Errors
    /// When it is no model, or the source cannot be read.
    pub fn read(mut source: impl Read) -> Result<ZeroModel, ReadError> {
        let mut bytes = Vec::new();
        source.by_ref().take(Self::MAGIC.len() as u64).read_to_end(&mut bytes).map_err(ReadError::Source)?;
        if bytes != Self::MAGIC {
            return Err(ModelError::Foreign {}.into());
        }
        source.take(MOST_BYTES).read_to_end(&mut bytes).map_err(ReadError::Source)?;
        Ok(ZeroModel::from_bytes(&bytes)?)
    }

    /// Reads what [`ZeroModel::to_bytes`] gives. The games are looked at when a training goes on with them.
    ///
    /// # Errors
    /// When the bytes are something else, newer, cut off, changed or cannot have come of a training.
    pub fn from_bytes(bytes: &[u8]) -> Result<ZeroModel, ModelError> {
        let rest = bytes.strip_prefix(Self::MAGIC).ok_or(ModelError::Foreign {})?;
        let line = rest.split(|&byte| byte == b'\n').next().unwrap_or_default();
        let given = String::from_utf8_lossy(&line[..line.len().min(20)]).into_owned();
        let version = match given.parse::<u32>() {
            Ok(version @ 1..=VERSION) => version,
            Ok(version) if version > VERSION => return Err(ModelError::Newer { given }),
            _ => return Err(ModelError::damaged("its version cannot be read")),
        };
        let rest = rest.get(line.len() + 1..).unwrap_or_default();
        let cut_off = || ModelError::damaged("it is cut off");
        let (words, rest) = {
            let (length, rest) = rest.split_first_chunk().ok_or_else(cut_off)?;
            rest.split_at_checked(u32::from_le_bytes(*length) as usize).ok_or_else(cut_off)?
        };
        let part = |rest: &[u8]| -> Option<(usize, usize)> {
            let (length, _) = rest.split_first_chunk()?;
            let length = usize::try_from(u64::from_le_bytes(*length)).ok()?;
            let end = length.checked_add(8)?;
            (end <= rest.len()).then_some((8, end))
        };
        let (from, to) = part(rest).ok_or_else(cut_off)?;
        let (tensors, rest) = (&rest[from..to], &rest[to..]);
        let (from, to) = part(rest).ok_or_else(cut_off)?;
        let (games, end) = (&rest[from..to], &rest[to..]);
        let checksum = crc32fast::hash(&bytes[..bytes.len() - end.len()]);
        if end != checksum.to_le_bytes() {
            return Err(ModelError::damaged("its checksum does not fit: it was cut off or changed"));
        }
        let header: Header = serde_json::from_slice(words)
            .map_err(|error| ModelError::Damaged { why: kinrow_game::excerpt(&error) })?;
        let rules: Rules =
            header.rules.parse().map_err(|error| ModelError::Damaged { why: format!("{error}") })?;
        let plan = Plan::of(&header.options()?);
        let (width, height) = (rules.width().into(), rules.height().into());
        let (planes, channels, blocks) = (crate::features::PLANES, plan.channels, plan.blocks);
        let network = Network::new(Shape { width, height, planes, channels, blocks });
        let sets = safetensors::read(&network, tensors, version)
            .ok_or_else(|| ModelError::damaged("its numbers are not those of the network it describes"))?;
        if header.rival_elo.is_nan() || header.rival_elo.abs() > 1e6 {
            return Err(ModelError::damaged("it holds a number that no training leaves"));
        }
        if !sets.iter().all(|set| are_possible(set)) {
            return Err(ModelError::damaged("it holds a number that no training leaves"));
        }
        let weights = |numbers| Arc::new(Weights { rules, network: network.clone(), numbers });
        let mut sets = sets.into_iter();
        let numbers = sets.next().unwrap_or_default();
        let memory = match (sets.next(), sets.next(), sets.next()) {
            (Some(first), Some(second), rival) => {
                if second.iter().any(|&square| square < 0.0) {
                    return Err(ModelError::damaged("it holds a number that no training leaves"));
                }
                let rival = weights(rival.unwrap_or_else(|| numbers.clone()));
                let games = if version == VERSION { games.to_vec() } else { renewed(games, rules)? };
                Some(Memory { adam: Adam { first, second, steps: header.steps }, rival, games })
            }
            _ if games.is_empty() => None,
            _ => return Err(ModelError::damaged("it holds games without a training")),
        };
        Ok(ZeroModel { weights: weights(numbers), header, memory })
    }
}

/// Games of the first version as they are written today.
fn renewed(games: &[u8], rules: Rules) -> Result<Vec<u8>, ModelError> {
    let games = with_board!(Position::new(rules), empty => Played::read_all_of(games, &empty, 1));
    let mut bytes = Vec::new();
    games.ok_or_else(|| ModelError::damaged(IMPOSSIBLE))?.iter().for_each(|game| game.write(&mut bytes));
    Ok(bytes)
}

/// What is said of games that break the rules.
pub(crate) const IMPOSSIBLE: &str = "it holds a game that cannot have been played";

/// Whether a training can have left these numbers.
pub(crate) fn are_possible(numbers: &[f32]) -> bool {
    numbers.iter().all(|number| number.is_finite() && number.abs() <= LARGEST)
}

/// Why nothing was read.
#[derive(Debug)]
pub enum ReadError {
    /// It is no model, or none that can be used.
    Model(ModelError),
    /// It could not be read at all.
    Source(io::Error),
}

impl From<ModelError> for ReadError {
    fn from(error: ModelError) -> Self {
        ReadError::Model(error)
    }
}

#[cfg(test)]
mod tests {
    use kinrow_agent::{Seed, Stop};

    use super::*;
    use crate::{RoundEnd, Training};

    fn model() -> ZeroModel {
        let text = "channels=4,blocks=1,games=4,simulations=4,fast=2,full=1";
        let options = Options::parse(DECLARED, NAME, text).unwrap();
        let mut training = Training::new("3x3x3".parse().unwrap(), &options, Seed(2));
        assert_eq!(training.round(&Stop::new()), RoundEnd::Done);
        training.model()
    }

    fn memory(model: &mut ZeroModel) -> &mut Memory {
        model.memory.as_mut().unwrap()
    }

    fn refused(bytes: &[u8]) -> String {
        ZeroModel::from_bytes(bytes).unwrap_err().to_string()
    }

    #[test]
    fn what_is_written_is_read_and_nothing_else() {
        let model = model();
        let bytes = model.to_bytes();
        assert_eq!(ZeroModel::from_bytes(&bytes).unwrap(), model);
        assert_eq!(ZeroModel::read(bytes.as_slice()).unwrap(), model);
        for length in 0..bytes.len() {
            assert!(ZeroModel::from_bytes(&bytes[..length]).is_err(), "{length}");
        }
        for at in (0..bytes.len()).step_by(7) {
            let mut changed = bytes.clone();
            changed[at] ^= 0x10;
            assert!(ZeroModel::from_bytes(&changed).is_err(), "{at}");
        }
        let played = model.for_playing();
        assert!(played.to_bytes().len() < bytes.len() / 3);
        assert_eq!(ZeroModel::from_bytes(&played.to_bytes()).unwrap(), played);
        assert_eq!(played.weights(), model.weights());
        assert!(Training::resume(&played).unwrap_err().to_string().contains("only for playing"));
        assert!(refused(&[bytes.as_slice(), &[0]].concat()).contains("checksum"));
        assert!(refused(b"KINROW MODEL 1\n").contains("not a network"));
        assert!(refused(b"KINROW ZERO 3\n").contains("newer"));
        assert!(refused(b"KINROW ZERO 0\n").contains("version"));
        assert!(refused(b"KINROW ZERO x\n").contains("version"));
    }

    /// What files of the first version did not have is zero, and a training goes on from them.
    #[test]
    fn the_first_version_is_read() {
        let files: [&[u8]; 2] = [
            include_bytes!("../../../fuzz/corpus-seeds/zero/drop.zero"),
            include_bytes!("../../../fuzz/corpus-seeds/zero/tiny.zero"),
        ];
        for bytes in files {
            assert!(bytes.starts_with(b"KINROW ZERO 1\n"));
            let model = ZeroModel::from_bytes(bytes).unwrap();
            let replies = model.weights.network.parameters().parts().last().unwrap();
            assert_eq!(replies.name, "reply.out.bias");
            assert!(model.weights.numbers[replies.range.clone()].iter().all(|&number| number == 0.0));
            assert_eq!(ZeroModel::from_bytes(&model.to_bytes()).unwrap(), model);
            let mut training = Training::resume(&model).unwrap();
            let [rounds, ..] = training.counts();
            assert_eq!(training.round(&Stop::new()), RoundEnd::Done);
            assert_eq!(training.counts()[0], rounds + 1);
        }
    }

    /// With a checksum that fits, what it says still has to be possible.
    #[test]
    fn poisoned_models_are_refused() {
        for number in [f32::NAN, f32::INFINITY, 1e30] {
            let mut poisoned = model();
            Arc::make_mut(&mut poisoned.weights).numbers[3] = number;
            assert!(refused(&poisoned.to_bytes()).contains("no training leaves"), "{number}");
        }
        let mut poisoned = model();
        memory(&mut poisoned).adam.second[0] = -1.0;
        assert!(refused(&poisoned.to_bytes()).contains("no training leaves"));
        let mut poisoned = model();
        poisoned.header.rival_elo = 1e300;
        assert!(refused(&poisoned.to_bytes()).contains("no training leaves"));
        let mut other = model();
        other.header.options = other.header.options.replace("channels=4", "channels=5");
        assert!(refused(&other.to_bytes()).contains("not those of the network"));
        let mut other = model();
        other.header.options = "channels=999".into();
        assert!(refused(&other.to_bytes()).contains("channels"));
        let mut other = model();
        other.header.rules = "99x99x9".into();
        assert!(ZeroModel::from_bytes(&other.to_bytes()).is_err());
        let mut games = model();
        memory(&mut games).games[2] = 200;
        let games = ZeroModel::from_bytes(&games.to_bytes()).unwrap();
        assert!(Training::resume(&games).unwrap_err().to_string().contains("cannot have been played"));
    }
}
