//! A win by fours that one more stone of the enemy does not disturb, wherever it stands outside of a zone.

use kinrow_game::Side;
use kinrow_proof::{Link, Node, Nodes};

use crate::ground::{Ground, Stones};

/// A line of fours: moves of the prover, each with the answer it forces, and the end.
#[derive(Clone, Debug)]
pub(crate) struct Refutation {
    line: Vec<u16>,
    /// How it ends: with a row, or with two ways to complete one.
    is_completed: bool,
    /// The cells, rising, where a stone might matter: those that the line uses, and those from which the enemy could get a threat meanwhile.
    pub(crate) zone: Vec<u16>,
}

impl Refutation {
    /// Follows a line of the prover's fours; `None` when it is no win against a stone that is nowhere.
    pub(crate) fn new(ground: &Ground, stones: &Stones, side: Side, line: Vec<u16>) -> Option<Refutation> {
        let enemy = side.opponent();
        let mut board = stones.clone();
        let mut zone: Vec<u16> = Vec::new();
        let mut played = Vec::new();
        let mut line = line.into_iter();
        let is_completed = loop {
            let cell = line.next().filter(|&cell| board.is_empty(cell))?;
            let is_row = board.completing(ground, side).contains(&cell);
            zone.push(cell);
            played.push(cell);
            if is_row {
                break true;
            }
            board.put(cell, side);
            for row in &ground.rows {
                match board.in_row(row, enemy) {
                    Some(count) if count + 1 >= ground.k => return None,
                    Some(count) if count + 2 >= ground.k => {
                        zone.extend(row.cells.iter().filter(|&&cell| board.is_empty(cell)));
                    }
                    _ => {}
                }
            }
            let wins = board.completing(ground, side);
            zone.extend(&wins);
            match wins[..] {
                [] => return None,
                [only] => {
                    let answer = line.next().filter(|&answer| answer == only)?;
                    played.push(answer);
                    board.put(answer, enemy);
                }
                _ => break false,
            }
        };
        zone.sort_unstable();
        zone.dedup();
        zone.retain(|&cell| stones.is_empty(cell));
        Some(Refutation { line: played, is_completed, zone })
    }

    /// How many plies it takes at the most.
    pub(crate) fn plies(&self) -> u16 {
        self.line.len() as u16 + if self.is_completed { 0 } else { 2 }
    }

    /// Writes its nodes and gives the number of the first move's.
    pub(crate) fn write(&self, nodes: &mut Nodes) -> u32 {
        let link = |node| Link { node, symmetry: 0 };
        let last = self.line[self.line.len() - 1];
        let mut node = if self.is_completed {
            nodes.push(&Node::Complete(last))
        } else {
            let end = nodes.push(&Node::answered_at_once());
            nodes.push(&Node::Play(last, link(end)))
        };
        for pair in self.line[..self.line.len() - 1].rchunks_exact(2) {
            let answer = nodes.push(&Node::only_answer(pair[1], link(node)));
            node = nodes.push(&Node::Play(pair[0], link(answer)));
        }
        node
    }
}
