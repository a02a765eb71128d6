//! A population as bytes: everything that is needed to go on as if nothing had happened.
//!
//! Numbers are little-endian. In order: the mark, the rules (a byte of length, then text), individuals and genes (4 bytes
//! each), generation (8), the peak of progress (8, a float), generations without progress (4), the genes, a byte each,
//! individual after individual; and the CRC-32 of all that. Fitness is not kept: it follows from the genes.

use kinrow_agent::{Budget, Seed};
use kinrow_game::Rules;

use super::stagnation::Stagnation;
use super::{Genetic, GeneticError, GeneticOptions};

/// What such bytes begin with; the last byte is the version.
const MARK: &[u8; 8] = b"KROWGEN\x01";

kinrow_game::sentences! {
    /// Why bytes are not a population.
    pub enum SaveError {
        /// Something else, or of a newer version.
        Kind {} = "genetic-save-kind" =>
            "this is not a saved population: save one with this version of the program",
        /// Cut off or changed.
        Damaged {} = "genetic-save-damaged" =>
            "the saved population is damaged: use another copy, or train anew",
        /// Of another board.
        Board { saved: String, wanted: String } = "genetic-save-board" =>
            "the saved population plays {saved}, not {wanted}: load it for the board it was trained on",
        /// Of another size.
        Population { saved: u64, wanted: u64 } = "genetic-save-population" =>
            "the saved population has {saved} strategies, not {wanted}: load it with population={saved}",
    }
}

impl<const W: usize> Genetic<W> {
    /// The whole state but for options and seed, which [`Genetic::load`] is given again.
    #[must_use]
    pub fn save(&self) -> Vec<u8> {
        let rules = self.graph.rules().to_string();
        let genomes = self.population.genomes();
        let mut bytes = Vec::with_capacity(genomes.len() + rules.len() + 64);
        bytes.extend(MARK);
        bytes.push(rules.len() as u8);
        bytes.extend(rules.as_bytes());
        bytes.extend((self.population.fitness().len() as u32).to_le_bytes());
        bytes.extend((self.classes.len() as u32).to_le_bytes());
        bytes.extend(self.generation.to_le_bytes());
        bytes.extend(self.stagnation.peak.to_le_bytes());
        bytes.extend(self.stagnation.stagnant.to_le_bytes());
        bytes.extend(genomes);
        bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
        bytes
    }

    /// A population that was saved. With the options and the seed it had, it goes on as if it had never been.
    ///
    /// # Errors
    /// When the bytes are not a population of these rules and this size, or as [`Genetic::new`].
    ///
    /// # Panics
    /// When `W` words are too few for the rules, as [`Genetic::new`].
    pub fn load(
        rules: Rules,
        options: GeneticOptions,
        seed: Seed,
        bytes: &[u8],
    ) -> Result<Genetic<W>, GeneticError> {
        let damaged = || GeneticError::Save(SaveError::Damaged {});
        let body = bytes.strip_prefix(MARK).ok_or(GeneticError::Save(SaveError::Kind {}))?;
        let (body, _) = body.split_last_chunk::<4>().ok_or_else(damaged)?;
        let (content, checksum) = bytes.split_last_chunk::<4>().ok_or_else(damaged)?;
        if crc32fast::hash(content).to_le_bytes() != *checksum {
            return Err(damaged());
        }
        let mut reader = Reader(body);
        let header = Header::read(&mut reader).ok_or_else(damaged)?;
        header.check(rules, options)?;

        // Only now is anything of size made, and its size follows from rules and options, not from the bytes.
        let budget = &mut Budget::unlimited();
        let mut genetic = Genetic::barren(rules, options, seed, budget)?;
        let Genetic { classes, population, .. } = &mut genetic;
        if header.genes as usize != classes.len() || !population.fits(classes, reader.0) {
            return Err(damaged());
        }
        population.revive(classes, reader.0);
        genetic.generation = header.generation;
        genetic.stagnation = header.stagnation;
        Ok(genetic)
    }
}

struct Header {
    rules: String,
    population: u32,
    genes: u32,
    generation: u64,
    stagnation: Stagnation,
}

impl Header {
    fn read(reader: &mut Reader<'_>) -> Option<Header> {
        let [length] = reader.take()?;
        let rules = reader.slice(length.into())?;
        let header = Header {
            rules: std::str::from_utf8(rules).ok()?.into(),
            population: u32::from_le_bytes(reader.take()?),
            genes: u32::from_le_bytes(reader.take()?),
            generation: u64::from_le_bytes(reader.take()?),
            stagnation: Stagnation {
                peak: f64::from_le_bytes(reader.take()?),
                stagnant: u32::from_le_bytes(reader.take()?),
            },
        };
        let is_possible =
            (0.0..=1.0).contains(&header.stagnation.peak) && header.stagnation.stagnant <= Stagnation::MOST;
        is_possible.then_some(header)
    }

    fn check(&self, rules: Rules, options: GeneticOptions) -> Result<(), SaveError> {
        let (saved, wanted) = (u64::from(self.population), options.population.max(1) as u64);
        if self.rules != rules.to_string() {
            return Err(SaveError::Board { saved: self.rules.clone(), wanted: rules.to_string() });
        }
        if saved != wanted {
            return Err(SaveError::Population { saved, wanted });
        }
        Ok(())
    }
}

/// Bytes, taken from the front.
struct Reader<'a>(&'a [u8]);

impl<'a> Reader<'a> {
    fn take<const N: usize>(&mut self) -> Option<[u8; N]> {
        let (taken, rest) = self.0.split_first_chunk()?;
        self.0 = rest;
        Some(*taken)
    }

    fn slice(&mut self, length: usize) -> Option<&'a [u8]> {
        let (taken, rest) = self.0.split_at_checked(length)?;
        self.0 = rest;
        Some(taken)
    }
}
