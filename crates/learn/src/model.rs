//! A learned player as one file: what it is in words, what it learned in bytes, and a checksum over both.
//!
//! ```text
//! KINROW MODEL 1\n | length of the words, 4 bytes | the words, JSON | length of the rest, 8 bytes | what was learned | CRC-32, 4 bytes
//! ```
//!
//! Networks of tuples have format 2, which differs in nothing but the number: a Kinrow that does not know them can say so.
//! All numbers are little-endian. A file is trusted in nothing: the mark is looked at before anything else is read, and no
//! claim of a file can ask for more memory than the file itself is long.

use std::borrow::Cow;
use std::io::{self, Read};

use kinrow_agent::{Options, Seed};
use kinrow_game::{Bits, Board, ByEnding, Rules};
use serde::{Deserialize, Serialize};

use crate::audit::Audit;
use crate::graph::{Graph, Id};
use crate::methods::{Method, Preset};
use crate::train::Checkpoint;
use crate::values::Values;

kinrow_game::sentences! {
    /// Why a file is not a model.
    pub enum ModelError {
        /// Another kind of file.
        Foreign {} = "model-foreign" =>
            "this is not a model trained by Kinrow",
        /// Of a later version.
        Newer { given: String } = "model-newer" =>
            "this model has format {given}, written by a newer Kinrow; this one reads formats 1 and 2",
        /// Cut off or changed.
        Damaged { why: String } = "model-damaged" =>
            "this model is damaged: {why}",
    }
}

impl ModelError {
    pub(crate) fn damaged(why: &str) -> ModelError {
        ModelError::Damaged { why: why.into() }
    }
}

/// What a model says of itself.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct ModelHeader {
    /// The method.
    pub method: Method,
    /// The game, such as `3x3x3`.
    pub rules: String,
    /// `published` or `best`.
    pub preset: String,
    /// Every option.
    pub options: String,
    /// Where its randomness came from.
    pub seed: u64,
    /// Episodes (or generations) it has learned from.
    pub episodes: u64,
    /// How its training games ended, all of them (docs/reproduction.md, 001, charts the shares); `None` before the first, for a method whose episodes are not games, and in
    /// files from before they were counted.
    #[serde(default)]
    pub training: Option<ByEnding>,
    /// Positions it holds; of a network, weights that it has learned.
    pub positions: u64,
    /// After how many episodes no place was left in its table: since then it has learned only about the positions that it
    /// holds. `None` while there is room.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub full_at: Option<u64>,
    /// How it fares against every possible opponent, where that can be told.
    pub audit: Option<[Audit; 2]>,
    /// How it fared on the way.
    pub curve: Vec<Checkpoint>,
}

/// A model: the words and the bytes.
#[derive(Clone, PartialEq, Debug)]
pub struct Model {
    /// What it says of itself.
    pub header: ModelHeader,
    /// What it learned, as its learner writes it.
    pub body: Vec<u8>,
}

/// The formats there are, as they are written.
const FORMATS: [(u8, &[u8]); 2] = [(1, b"1\n"), (2, b"2\n")];

fn written(format: u8) -> &'static [u8] {
    FORMATS.iter().find(|(known, _)| *known == format).map_or(FORMATS[0].1, |(_, text)| text)
}

impl Model {
    /// How every such file begins.
    pub const MAGIC: &[u8] = b"KINROW MODEL ";

    /// A learner that has learned nothing: its body is empty.
    #[must_use]
    pub fn untrained(method: Method, preset: Preset, options: &Options, rules: Rules, seed: Seed) -> Model {
        let header = ModelHeader {
            method,
            rules: rules.to_string(),
            preset: preset.name().into(),
            options: options.full(),
            seed: seed.0,
            episodes: 0,
            training: None,
            positions: 0,
            full_at: None,
            audit: None,
            curve: Vec::new(),
        };
        Model { header, body: Vec::new() }
    }

    /// The file's bytes.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        self.to_pieces().concat()
    }

    /// The same in pieces, one after the other: a body can be large, and this makes no copy of it.
    ///
    /// # Panics
    /// Never: the words are plain data.
    #[must_use]
    pub fn to_pieces(&self) -> [Cow<'_, [u8]>; 3] {
        let header = serde_json::to_vec(&self.header).expect("a header is plain data with text keys");
        let mut head = [Self::MAGIC, written(self.header.method.format())].concat();
        head.extend((header.len() as u32).to_le_bytes());
        head.extend(header);
        head.extend((self.body.len() as u64).to_le_bytes());
        let mut checksum = crc32fast::Hasher::new();
        checksum.update(&head);
        checksum.update(&self.body);
        let end = checksum.finalize().to_le_bytes().to_vec();
        [head.into(), self.body.as_slice().into(), end.into()]
    }

    /// Reads what [`Model::to_bytes`] gives.
    ///
    /// # Errors
    /// When the bytes are something else, newer, cut off or changed.
    pub fn from_bytes(bytes: &[u8]) -> Result<Model, ModelError> {
        Model::read(bytes).map_err(|error| match error {
            ReadError::Model(error) => error,
            ReadError::Source(error) => ModelError::Damaged { why: error.to_string() },
        })
    }

    /// Reads a model from its beginning: of another kind of file no more than a few bytes.
    ///
    /// # Errors
    /// As [`Model::from_bytes`], or when the source cannot be read.
    pub fn read(source: impl Read) -> Result<Model, ReadError> {
        let mut source = Checked { source, checksum: crc32fast::Hasher::new() };
        if source.some(Self::MAGIC.len() as u64)? != Self::MAGIC {
            return Err(ModelError::Foreign {}.into());
        }
        let mut version = source.some(2)?;
        let format = FORMATS.iter().find(|(_, text)| *text == version).map(|(format, _)| *format);
        let Some(format) = format else {
            version.extend(source.some(20)?);
            let line = version.split(|&byte| byte == b'\n').next().unwrap_or_default();
            let given = String::from_utf8_lossy(line).into_owned();
            return Err(match given.parse::<u32>() {
                Ok(_) => ModelError::Newer { given },
                Err(_) => ModelError::damaged("its version cannot be read"),
            }
            .into());
        };
        let length = u32::from_le_bytes(source.array()?);
        let words = source.all(length.into(), MOST_WORDS)?;
        let length = u64::from_le_bytes(source.array()?);
        let body = source.all(length, MOST_BODY)?;
        let checksum = source.checksum.clone().finalize();
        if checksum != u32::from_le_bytes(source.array()?) {
            return Err(ModelError::damaged("its checksum does not fit: it was cut off or changed").into());
        }
        if !source.some(1)?.is_empty() {
            return Err(ModelError::damaged("it goes on after its end").into());
        }
        let header: ModelHeader = serde_json::from_slice(&words)
            .map_err(|error| ModelError::Damaged { why: kinrow_game::excerpt(&error) })?;
        if header.method.format() != format {
            return Err(ModelError::damaged("its method has another format").into());
        }
        Ok(Model { header, body })
    }
}

/// More than any model says of itself, and than any table takes that fits in memory.
const MOST_WORDS: u64 = 250_000_000;
const MOST_BODY: u64 = 4_000_000_000;

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

/// Bytes that are counted into a checksum as they are read.
struct Checked<R> {
    source: R,
    checksum: crc32fast::Hasher,
}

impl<R: Read> Checked<R> {
    /// At most so many bytes; fewer where the source ends. Memory is taken for what there is, not for what was asked.
    fn some(&mut self, most: u64) -> Result<Vec<u8>, ReadError> {
        let mut bytes = Vec::new();
        self.source.by_ref().take(most).read_to_end(&mut bytes).map_err(ReadError::Source)?;
        self.checksum.update(&bytes);
        Ok(bytes)
    }

    fn all(&mut self, length: u64, most: u64) -> Result<Vec<u8>, ReadError> {
        if length > most {
            return Err(ModelError::damaged("it claims to be longer than any model").into());
        }
        let bytes = self.some(length)?;
        let is_whole = bytes.len() as u64 == length;
        is_whole.then_some(bytes).ok_or_else(|| ModelError::damaged("it is cut off").into())
    }

    fn array<const N: usize>(&mut self) -> Result<[u8; N], ReadError> {
        let bytes = self.all(N as u64, N as u64)?;
        Ok(bytes.try_into().expect("as many as were asked for"))
    }
}

/// Writes what was learned, positions in the order of their stones.
#[derive(Default)]
pub(crate) struct Writer {
    bytes: Vec<u8>,
}

impl Writer {
    pub(crate) fn into_bytes(self) -> Vec<u8> {
        self.bytes
    }

    pub(crate) fn number(&mut self, number: u64) {
        self.bytes.extend(number.to_le_bytes());
    }

    pub(crate) fn code(&mut self, code: u32) {
        self.bytes.extend(code.to_le_bytes());
    }

    pub(crate) fn float(&mut self, number: f32) {
        self.bytes.extend(number.to_le_bytes());
    }

    pub(crate) fn board<const W: usize>(&mut self, stones: &[Bits<W>; 2]) {
        for word in stones.iter().flat_map(Bits::words) {
            self.bytes.extend(word.to_le_bytes());
        }
    }

    /// Every position that has a place, each with its values.
    pub(crate) fn positions<const W: usize, V: IntoIterator<Item = f32>>(
        &mut self,
        graph: &Graph<W>,
        values: impl Fn(Id) -> V,
    ) {
        let mut ids: Vec<Id> = graph.ids().filter(|&id| graph.has_place(id)).collect();
        ids.sort_by_key(|&id| graph.stones(id));
        self.bytes.extend((ids.len() as u64).to_le_bytes());
        for id in ids {
            self.board(&graph.stones(id));
            for value in values(id) {
                self.bytes.extend(value.to_le_bytes());
            }
        }
    }

    /// Every position of which something was learned, with its value in each table; not a number where that table did not.
    pub(crate) fn values<const W: usize>(&mut self, graph: &Graph<W>, tables: &[&Values]) {
        self.positions(graph, |id| {
            tables.iter().map(move |table| if table.is_seen(id) { table.get(id) } else { f32::NAN })
        });
    }
}

/// Reads what [`Writer`] writes, and takes nothing on trust.
pub(crate) struct Reader<'a> {
    bytes: &'a [u8],
}

impl<'a> Reader<'a> {
    pub(crate) fn new(bytes: &'a [u8]) -> Reader<'a> {
        Reader { bytes }
    }

    fn take(&mut self, length: usize) -> Result<&'a [u8], ModelError> {
        let (taken, rest) =
            self.bytes.split_at_checked(length).ok_or_else(|| ModelError::damaged("it ends too soon"))?;
        self.bytes = rest;
        Ok(taken)
    }

    fn array<const N: usize>(&mut self) -> Result<[u8; N], ModelError> {
        let mut array = [0; N];
        array.copy_from_slice(self.take(N)?);
        Ok(array)
    }

    pub(crate) fn board<const W: usize>(&mut self, rules: Rules) -> Result<Board<W>, ModelError> {
        let mut sides = [Bits::<W>::EMPTY; 2];
        for side in &mut sides {
            let mut words = [0; kinrow_game::MAX_WORDS];
            for word in &mut words[..W] {
                *word = u64::from_le_bytes(self.array()?);
            }
            *side = Bits::from_words(&words);
        }
        let [x, o] = sides;
        let empty = Board::<W>::new(rules).empty();
        let is_on_board = ((x | o) & !empty).is_empty() && (x & o).is_empty();
        let board = is_on_board.then(|| Board::from_stones(rules, x, o).ok()).flatten();
        board.ok_or_else(|| ModelError::damaged("it holds a position that cannot arise"))
    }

    pub(crate) fn code(&mut self) -> Result<u32, ModelError> {
        Ok(u32::from_le_bytes(self.array()?))
    }

    /// A finite number of at most this size.
    pub(crate) fn float(&mut self, most: f32) -> Result<f32, ModelError> {
        let number = f32::from_le_bytes(self.array()?);
        let is_sound = number.is_finite() && number.abs() <= most;
        is_sound
            .then_some(number)
            .ok_or_else(|| ModelError::damaged("it holds a number that was not learned"))
    }

    pub(crate) fn value(&mut self) -> Result<f32, ModelError> {
        let value = f32::from_le_bytes(self.array()?);
        let is_value = value.is_nan() || (-0.01..=1.01).contains(&value);
        is_value.then_some(value).ok_or_else(|| ModelError::damaged("it holds a value that is none"))
    }

    /// How many positions follow.
    pub(crate) fn count(&mut self, bytes_each: usize) -> Result<u64, ModelError> {
        self.count_of(bytes_each, "it claims more positions than it holds")
    }

    /// How many of something follow, or what is wrong when there is no room for them.
    pub(crate) fn count_of(&mut self, bytes_each: usize, wrong: &str) -> Result<u64, ModelError> {
        let count = u64::from_le_bytes(self.array()?);
        if count > (self.bytes.len() / bytes_each) as u64 {
            return Err(ModelError::damaged(wrong));
        }
        Ok(count)
    }

    /// A position of the file, which gets a place.
    pub(crate) fn position<const W: usize>(&mut self, graph: &mut Graph<W>) -> Result<Id, ModelError> {
        let board = self.board(graph.rules())?;
        if graph.find(&board).is_some_and(|id| graph.has_place(id)) {
            return Err(ModelError::damaged("it holds a position twice"));
        }
        let held = graph.intern(&board).filter(|&id| graph.hold(id));
        held.ok_or_else(|| ModelError::damaged("it holds more positions than its option positions allows"))
    }

    pub(crate) fn values<const W: usize>(
        &mut self,
        graph: &mut Graph<W>,
        tables: &mut [&mut Values],
    ) -> Result<(), ModelError> {
        for _ in 0..self.count(16 * W + 4 * tables.len())? {
            let id = self.position(graph)?;
            for table in tables.iter_mut() {
                table.grow(graph);
                let value = self.value()?;
                if !value.is_nan() {
                    table.set(id, value);
                }
            }
        }
        Ok(())
    }

    /// Nothing must be left.
    pub(crate) fn end(&self) -> Result<(), ModelError> {
        if self.bytes.is_empty() { Ok(()) } else { Err(ModelError::damaged("it goes on after its end")) }
    }
}
