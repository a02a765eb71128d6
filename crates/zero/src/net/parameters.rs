//! Every number of a network in one array, each layer's under a name of its own: what the optimiser walks over and a file keeps.

use std::ops::Range;

use kinrow_agent::Rng;

/// One weight matrix or bias.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Part {
    pub(crate) name: String,
    pub(crate) shape: Vec<usize>,
    pub(crate) range: Range<usize>,
    /// How far from zero it begins.
    deviation: f32,
}

/// What parts there are.
#[derive(Clone, PartialEq, Default, Debug)]
pub(crate) struct Parameters {
    parts: Vec<Part>,
    len: usize,
}

impl Parameters {
    pub(super) fn add(&mut self, name: String, shape: Vec<usize>, deviation: f32) -> Range<usize> {
        let range = self.len..self.len + shape.iter().product::<usize>();
        self.len = range.end;
        self.parts.push(Part { name, shape, range: range.clone(), deviation });
        range
    }

    /// How many numbers they are together.
    pub(crate) fn len(&self) -> usize {
        self.len
    }

    pub(crate) fn parts(&self) -> &[Part] {
        &self.parts
    }

    /// Numbers to begin with.
    pub(super) fn draw(&self, rng: &mut Rng) -> Vec<f32> {
        let mut all = vec![0.0; self.len];
        for part in self.parts.iter().filter(|part| part.deviation > 0.0) {
            all[part.range.clone()].fill_with(|| part.deviation * normal(rng));
        }
        all
    }
}

/// A standard normal number (Box and Muller 1958).
fn normal(rng: &mut Rng) -> f32 {
    let (radius, angle) = (1.0 - rng.unit(), rng.unit());
    ((-2.0 * radius.ln()).sqrt() * (std::f64::consts::TAU * angle).cos()) as f32
}
