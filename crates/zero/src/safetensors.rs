//! The safetensors format (Hugging Face): the length of a JSON header, the header with name, type, shape and place of every tensor, and then
//! the numbers, so that other programs can read a network's weights without knowing Kinrow.
//!
//! Writing is all that is needed: which tensors a network has, in which order, is known before its file is read. The header of a file
//! must be the very bytes that would be written, so that nothing in it has to be understood, or believed.

use std::fmt::Write;

use crate::model::VERSION;
use crate::net::{Network, Part};

/// What the sets of numbers are called: the weights, and beside them the optimiser's two memories and the weights of the rival.
const SETS: [&str; 4] = ["", "first.", "second.", "rival."];

/// The parts of a network in a version's file: the first one had no replies.
fn parts(network: &Network, version: u32) -> impl Iterator<Item = &Part> {
    network.parameters().parts().iter().filter(move |part| version > 1 || !part.name.starts_with("reply."))
}

/// Everything before the numbers.
fn header(network: &Network, sets: usize, version: u32) -> Vec<u8> {
    let (mut json, mut end) = (String::from("{"), 0);
    for set in &SETS[..sets] {
        for part in parts(network, version) {
            let (start, name) = (end, &part.name);
            end += 4 * part.range.len();
            let separator = if start == 0 { "" } else { "," };
            let shape: Vec<String> = part.shape.iter().map(ToString::to_string).collect();
            let shape = shape.join(",");
            // Writing to a string cannot fail.
            let _ = write!(
                json,
                r#"{separator}"{set}{name}":{{"dtype":"F32","shape":[{shape}],"data_offsets":[{start},{end}]}}"#
            );
        }
    }
    json.push('}');
    // The numbers begin at a multiple of eight bytes.
    json.extend(std::iter::repeat_n(' ', json.len().next_multiple_of(8) - json.len()));
    [&(json.len() as u64).to_le_bytes(), json.as_bytes()].concat()
}

/// The first of a network's sets of numbers as safetensors.
pub(crate) fn write(network: &Network, sets: &[&[f32]]) -> Vec<u8> {
    let mut bytes = header(network, sets.len(), VERSION);
    bytes.extend(sets.iter().copied().flatten().flat_map(|number| number.to_le_bytes()));
    bytes
}

/// The sets of a network, as many as a file has; `None` when these are not exactly its tensors. What the first version did not have of a
/// set is zero.
pub(crate) fn read(network: &Network, bytes: &[u8], version: u32) -> Option<Vec<Vec<f32>>> {
    let known: &[usize] = if version > 1 { &[1, 4] } else { &[3] };
    let read = |&sets: &usize| Some((sets, bytes.strip_prefix(header(network, sets, version).as_slice())?));
    let (sets, numbers) = known.iter().find_map(read)?;
    let (numbers, rest) = numbers.as_chunks();
    // What is missing stands at the end of a set.
    let each: usize = parts(network, version).map(|part| part.range.len()).sum();
    if !rest.is_empty() || numbers.len() != sets * each {
        return None;
    }
    let set = |set: &[[u8; 4]]| {
        let mut set: Vec<f32> = set.iter().map(|four| f32::from_le_bytes(*four)).collect();
        set.resize(network.parameters().len(), 0.0);
        set
    };
    Some(numbers.chunks(each).map(set).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::net::Shape;

    /// Read as the format's description says, with a parser of JSON: every number is where its tensor is said to be.
    #[test]
    fn it_is_safetensors() {
        let network = Network::new(Shape { width: 3, height: 3, planes: 6, channels: 4, blocks: 1 });
        let sets: [Vec<f32>; 4] =
            [1.0, 2.0, 3.0, 4.0].map(|k| (0..network.parameters().len()).map(|i| k + i as f32).collect());
        let all = sets.each_ref().map(Vec::as_slice);
        assert_eq!(read(&network, &write(&network, &all[..1]), VERSION), Some(sets[..1].to_vec()));
        let bytes = write(&network, &all);
        assert_eq!(read(&network, &bytes, VERSION), Some(sets.to_vec()));
        let length = u64::from_le_bytes(bytes[..8].try_into().unwrap()) as usize;
        assert!(length.is_multiple_of(8));
        let header: serde_json::Value = serde_json::from_slice(&bytes[8..8 + length]).unwrap();
        let data = &bytes[8 + length..];
        let mut covered = 0;
        for (name, about) in header.as_object().unwrap() {
            assert_eq!(about["dtype"], "F32");
            let offsets: Vec<usize> = serde_json::from_value(about["data_offsets"].clone()).unwrap();
            let shape: Vec<usize> = serde_json::from_value(about["shape"].clone()).unwrap();
            assert_eq!(offsets[1] - offsets[0], 4 * shape.iter().product::<usize>(), "{name}");
            covered += offsets[1] - offsets[0];
            let (set, part) = match name.split_once('.') {
                Some(("first", part)) => (1, part),
                Some(("second", part)) => (2, part),
                Some(("rival", part)) => (3, part),
                _ => (0, name.as_str()),
            };
            let part = network.parameters().parts().iter().find(|known| known.name == part).unwrap();
            assert_eq!(shape, part.shape);
            let first = f32::from_le_bytes(data[offsets[0]..offsets[0] + 4].try_into().unwrap());
            assert_eq!(first, sets[set][part.range.start], "{name}");
        }
        assert_eq!(covered, data.len());
    }
}
