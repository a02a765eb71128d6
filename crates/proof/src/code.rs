//! Nodes and numbers as bytes; docs/proof.md has the format.

use crate::certificate::{Link, Node, Nodes};

const COMPLETE: u8 = 0;
const PLAY: u8 = 1;
const ANSWERS: u8 = 2;
const ANSWERS_AND_REST: u8 = 3;
const PAIRS: u8 = 4;

/// Symmetries of a square.
const SYMMETRIES: u64 = 8;

/// Writes a number, seven bits at a time from the lowest; all bytes but the last have the highest bit set.
pub(crate) fn put(number: u64, bytes: &mut Vec<u8>) {
    let mut rest = number;
    while rest >= 0x80 {
        bytes.push(rest as u8 | 0x80);
        rest >>= 7;
    }
    bytes.push(rest as u8);
}

/// What is left to read.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bytes<'a>(pub(crate) &'a [u8]);

impl Bytes<'_> {
    pub(crate) fn byte(&mut self) -> Option<u8> {
        let (&byte, rest) = self.0.split_first()?;
        self.0 = rest;
        Some(byte)
    }

    /// A number below 2^32 that is written as [`put`] writes it.
    pub(crate) fn number(&mut self) -> Option<u64> {
        let mut number = 0;
        for shift in (0..35).step_by(7) {
            let byte = self.byte()?;
            number |= u64::from(byte & 0x7f) << shift;
            if byte < 0x80 {
                let is_shortest = byte > 0 || shift == 0;
                return (is_shortest && number <= u64::from(u32::MAX)).then_some(number);
            }
        }
        None
    }

    fn cell(&mut self) -> Option<u16> {
        u16::try_from(self.number()?).ok()
    }

    /// A reference from node `number`.
    fn link(&mut self, number: u32) -> Option<Link> {
        let code = self.number()?;
        let back = u32::try_from(code / SYMMETRIES + 1).ok()?;
        Some(Link { node: number.checked_sub(back)?, symmetry: (code % SYMMETRIES) as u8 })
    }

    /// Node `number`.
    pub(crate) fn node(&mut self, number: u32) -> Option<Node> {
        let kind = self.byte()?;
        Some(match kind {
            COMPLETE => Node::Complete(self.cell()?),
            PLAY => Node::Play(self.cell()?, self.link(number)?),
            ANSWERS | ANSWERS_AND_REST => {
                let mut each: Vec<(u16, Link)> = Vec::new();
                for _ in 0..self.number()? {
                    let cell = self.cell()?;
                    if each.last().is_some_and(|&(last, _)| last >= cell) {
                        return None;
                    }
                    each.push((cell, self.link(number)?));
                }
                let rest = if kind == ANSWERS { None } else { Some(self.link(number)?) };
                Node::Answers { each, rest }
            }
            PAIRS => {
                let mut pairs = Vec::new();
                for _ in 0..self.number()? {
                    pairs.push((self.cell()?, self.cell()?));
                }
                Node::Pairs(pairs)
            }
            _ => return None,
        })
    }
}

impl Nodes {
    /// Puts a node behind the others and gives its number.
    ///
    /// # Panics
    /// When it refers to a node that is not there yet, by a symmetry that no board has, or there are more than 2^32 bytes.
    pub fn push(&mut self, node: &Node) -> u32 {
        let number = self.starts.len() as u32;
        self.starts.push(u32::try_from(self.bytes.len()).expect("a proof of less than 4 GB"));
        let bytes = &mut self.bytes;
        let put_link = |link: &Link, bytes: &mut Vec<u8>| {
            assert!(link.node < number, "node {number} refers to node {}", link.node);
            assert!(u64::from(link.symmetry) < SYMMETRIES, "a square has no symmetry {}", link.symmetry);
            put(u64::from(number - link.node - 1) * SYMMETRIES + u64::from(link.symmetry), bytes);
        };
        match node {
            Node::Complete(cell) => {
                bytes.push(COMPLETE);
                put((*cell).into(), bytes);
            }
            Node::Play(cell, next) => {
                bytes.push(PLAY);
                put((*cell).into(), bytes);
                put_link(next, bytes);
            }
            Node::Answers { each, rest } => {
                bytes.push(if rest.is_some() { ANSWERS_AND_REST } else { ANSWERS });
                put(each.len() as u64, bytes);
                for (cell, next) in each {
                    put((*cell).into(), bytes);
                    put_link(next, bytes);
                }
                if let Some(rest) = rest {
                    put_link(rest, bytes);
                }
            }
            Node::Pairs(pairs) => {
                bytes.push(PAIRS);
                put(pairs.len() as u64, bytes);
                for (one, other) in pairs {
                    put((*one).into(), bytes);
                    put((*other).into(), bytes);
                }
            }
        }
        number
    }

    /// A node by its number.
    ///
    /// # Panics
    /// When there is no such node.
    #[must_use]
    pub fn get(&self, number: u32) -> Node {
        let start = self.starts[number as usize] as usize;
        Bytes(&self.bytes[start..]).node(number).expect("nodes are decoded once before they are kept")
    }
}
