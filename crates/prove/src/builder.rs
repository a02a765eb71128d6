//! Builds the nodes of a claim: one move for the prover, every answer of the enemy, and each situation once.

use std::collections::HashMap;

use kinrow_game::{Bits, Board, Game, Point, Position, Side, Symmetry};
use kinrow_proof::{Link, Node, Nodes, cell_of, point_of};

use crate::MOST_BYTES;
use crate::ground::{Ground, Stones};
use crate::oracle::{Oracle, Silent};
use crate::pairs;
use crate::stray::Refutation;

/// Why no proof came of it.
pub(crate) enum Failed {
    /// A limit came first.
    Stopped,
    /// The claim is wrong, or not to be shown in this way.
    Unproven,
}

impl From<Silent> for Failed {
    fn from(Silent::Stopped: Silent) -> Failed {
        Failed::Stopped
    }
}

/// A node, how many plies a win takes from there at the most, and the symmetry that leads there.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Shown {
    link: Link,
    pub(crate) plies: u16,
}

/// The stones of a position that stands for all its mirror images.
type Key = [[u64; 7]; 2];

/// A claim under construction.
pub(crate) struct Builder<'a, 'b, 'o> {
    pub(crate) ground: &'a Ground,
    pub(crate) oracle: &'a mut Oracle<'b, 'o>,
    /// The prover.
    pub(crate) side: Side,
    /// Whether it has to win; otherwise it must not lose.
    pub(crate) must_win: bool,
    pub(crate) nodes: Nodes,
    pub(crate) known: HashMap<Key, (u32, u16)>,
}

impl Builder<'_, '_, '_> {
    /// The proof for a position. It is made for its representative among its mirror images.
    pub(crate) fn show(&mut self, position: &Position) -> Result<Shown, Failed> {
        let (position, symmetry, key) = representative(self.ground, position);
        if let Some(&(node, plies)) = self.known.get(&key) {
            return Ok(Shown { link: Link { node, symmetry }, plies });
        }
        if self.oracle.is_stopped() || self.nodes.size() > MOST_BYTES {
            return Err(Failed::Stopped);
        }
        let (node, plies) = if position.to_move() == self.side {
            self.own_turn(&position)?
        } else {
            self.enemys_turn(&position)?
        };
        let node = self.nodes.push(&node);
        self.known.insert(key, (node, plies));
        Ok(Shown { link: Link { node, symmetry }, plies })
    }

    /// The proof for the position itself, as the last node.
    pub(crate) fn show_root(&mut self, position: &Position) -> Result<u16, Failed> {
        let (node, plies) = if position.to_move() == self.side {
            self.own_turn(position)?
        } else {
            self.enemys_turn(position)?
        };
        self.nodes.push(&node);
        Ok(plies)
    }

    fn point(&self, cell: u16) -> Point {
        point_of(self.ground.geometry, cell)
    }

    fn after(&self, position: &Position, cell: u16) -> Position {
        position.play(self.point(cell))
    }

    fn own_turn(&mut self, position: &Position) -> Result<(Node, u16), Failed> {
        let stones = Stones::of(self.ground, position);
        let enemy = self.side.opponent();
        if let Some(&cell) = stones.completing(self.ground, self.side).first() {
            return Ok((Node::Complete(cell), 1));
        }
        if !self.must_win
            && let Some(pairs) = pairs::find(self.ground, &stones, enemy, false)
        {
            return Ok((Node::Pairs(pairs), 0));
        }
        let cell = match stones.completing(self.ground, enemy)[..] {
            [] if self.must_win => {
                let point = self.oracle.winning_move(position)?.ok_or(Failed::Unproven)?;
                cell_of(self.ground.geometry, point)
            }
            [] => self.holding_move(position, &stones)?,
            [only] => only,
            _ => return Err(Failed::Unproven),
        };
        let next = self.show(&self.after(position, cell))?;
        Ok((Node::Play(cell, next.link), next.plies + 1))
    }

    /// A move after which the enemy cannot force a win.
    fn holding_move(&mut self, position: &Position, stones: &Stones) -> Result<u16, Failed> {
        let cells = by_weight(self.ground, stones, self.side);
        for &cell in &cells {
            let mut after = stones.clone();
            after.put(cell, self.side);
            if pairs::find(self.ground, &after, self.side.opponent(), true).is_some() {
                return Ok(cell);
            }
        }
        for &cell in &cells {
            if self.oracle.is_held(&self.after(position, cell))? {
                return Ok(cell);
            }
        }
        Err(Failed::Unproven)
    }

    fn enemys_turn(&mut self, position: &Position) -> Result<(Node, u16), Failed> {
        let stones = Stones::of(self.ground, position);
        let enemy = self.side.opponent();
        if !stones.completing(self.ground, enemy).is_empty() {
            return Err(Failed::Unproven);
        }
        if !self.must_win
            && let Some(pairs) = pairs::find(self.ground, &stones, enemy, true)
        {
            return Ok((Node::Pairs(pairs), 0));
        }
        let (each, mut plies) = match stones.completing(self.ground, self.side)[..] {
            [] => (None, 0),
            [only] => (Some(vec![only]), 2),
            _ => return Ok((Node::answered_at_once(), 2)),
        };
        let refutation =
            if each.is_none() && self.must_win { self.refutation(position, &stones) } else { None };
        let each = each.or_else(|| refutation.as_ref().map(|refutation| refutation.zone.clone()));
        let each = each.unwrap_or_else(|| stones.empties().collect());
        let mut answers = Vec::new();
        for cell in each {
            let shown = self.show(&self.after(position, cell))?;
            plies = plies.max(shown.plies + 1);
            answers.push((cell, shown.link));
        }
        let is_rest = stones.empties().count() > answers.len();
        let rest = refutation.filter(|_| is_rest).map(|refutation| {
            plies = plies.max(refutation.plies() + 1);
            Link { node: refutation.write(&mut self.nodes), symmetry: 0 }
        });
        Ok((Node::Answers { each: answers, rest }, plies))
    }

    /// What refutes nearly all answers: a win by fours against a stone that is in nobody's way.
    fn refutation(&self, position: &Position, stones: &Stones) -> Option<Refutation> {
        let mut cells = by_weight(self.ground, stones, self.side);
        cells.reverse();
        cells.into_iter().take(3).find_map(|stray| {
            let line = self.oracle.fours(&self.after(position, stray))?;
            let line = line.into_iter().map(|point| cell_of(self.ground.geometry, point)).collect();
            Refutation::new(self.ground, stones, self.side, line)
        })
    }
}

/// The empty cells, those first that matter most to either side.
fn by_weight(ground: &Ground, stones: &Stones, side: Side) -> Vec<u16> {
    let mut weights = vec![0u64; ground.cells.into()];
    for row in &ground.rows {
        for (who, factor) in [(side.opponent(), 2), (side, 1)] {
            if let Some(count) = stones.in_row(row, who) {
                for &cell in &row.cells {
                    weights[usize::from(cell)] += factor << (2 * count);
                }
            }
        }
    }
    let mut cells: Vec<u16> = stones.empties().collect();
    cells.sort_by_key(|&cell| (std::cmp::Reverse(weights[usize::from(cell)]), cell));
    cells
}

/// The representative of a position among its mirror images, and the symmetry that leads there.
fn representative(ground: &Ground, position: &Position) -> (Position, u8, Key) {
    match position {
        Position::One(board) => image(ground, board, Position::One),
        Position::Two(board) => image(ground, board, Position::Two),
        Position::Four(board) => image(ground, board, Position::Four),
        Position::Seven(board) => image(ground, board, Position::Seven),
    }
}

fn image<const W: usize>(
    ground: &Ground,
    board: &Board<W>,
    wrap: fn(Board<W>) -> Position,
) -> (Position, u8, Key) {
    let canonical = ground.geometry.symmetries().canonical(board);
    let all = Symmetry::all(ground.geometry);
    let number = all.iter().position(|&symmetry| symmetry == canonical.symmetry);
    let key = canonical.stones.map(words);
    let [x, o] = canonical.stones;
    match (number, Board::from_stones(board.rules(), x, o)) {
        (Some(number), Ok(image)) => (wrap(image), number as u8, key),
        // A mirror image of a position is a position, so that this is never needed.
        _ => (wrap(*board), 0, Side::BOTH.map(|side| words(board.stones(side)))),
    }
}

fn words<const W: usize>(bits: Bits<W>) -> [u64; 7] {
    std::array::from_fn(|i| bits.words().get(i).copied().unwrap_or(0))
}
