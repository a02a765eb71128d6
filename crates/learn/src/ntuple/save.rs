//! What a network has learned, as bytes: for each side the codes that it has met, in order, each with its weight and its errors.
//!
//! Most codes are never met (a stone in the air), so only those that were are written. The tuples themselves are not: they are a function
//! of the board, the options and the seed, which a model names.

use crate::model::{ModelError, Reader, Writer};

use super::network::Network;

/// Beyond this a weight was not learned: the value saturates long before.
const MOST: f32 = 1e6;

pub(super) fn save(network: &Network) -> Vec<u8> {
    let mut writer = Writer::default();
    for side in 0..2 {
        let (weights, errors) = (&network.weights[side], &network.errors[side]);
        let errors = |code: usize| errors.get(code).copied();
        let is_met = |code: usize| weights[code] != 0.0 || errors(code).is_some_and(|[_, size]| size != 0.0);
        let met: Vec<usize> = (0..weights.len()).filter(|&code| is_met(code)).collect();
        writer.number(met.len() as u64);
        for code in met {
            writer.code(code as u32);
            writer.float(weights[code]);
            for part in errors(code).into_iter().flatten() {
                writer.float(part);
            }
        }
    }
    writer.into_bytes()
}

/// Reads what [`save`] wrote into a network of the same shape.
pub(super) fn load(network: &mut Network, bytes: &[u8]) -> Result<(), ModelError> {
    network.forget();
    let mut reader = Reader::new(bytes);
    for side in 0..2 {
        let (weights, errors) = (&mut network.weights[side], &mut network.errors[side]);
        let mut least = 0;
        let bytes_each = if errors.is_empty() { 8 } else { 16 };
        for _ in 0..reader.count_of(bytes_each, "it claims more weights than it holds")? {
            let code = reader.code()? as usize;
            if code < least || code >= weights.len() {
                return Err(ModelError::damaged("it holds a weight that its tuples do not have"));
            }
            least = code + 1;
            weights[code] = reader.float(MOST)?;
            if let Some([sum, size]) = errors.get_mut(code) {
                *sum = reader.float(f32::MAX)?;
                *size = reader.float(f32::MAX)?;
                // Rounding may leave the sum a little larger.
                if *size < 0.0 || sum.abs() > *size * 1.01 {
                    return Err(ModelError::damaged("it holds errors that cannot add up"));
                }
            }
        }
    }
    reader.end()
}
