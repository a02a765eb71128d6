//! The checker: walks over a proof once, from its last node to its first, and searches nothing.
//!
//! Every node is about one situation. The last is about the position of the certificate, and each hands on to the nodes it refers to what
//! they are about; all that refer to a node must agree. References lead backwards only, so that a node is looked at when all of them are
//! known, there are no circles, and a proof takes time in proportion to its length.
//!
//! A situation is a board on which some stones of the enemy, the *strays*, stand nobody knows where: of each only a set of cells is known. Everything
//! is judged as if a stray stood on all cells of its set at once. So the prover may only play where certainly no stone is; and whenever
//! the enemy is to move, no row without a stone of the prover may have so many stones and strays in it that one more could complete it. That is what keeps a stray
//! from giving the enemy a threat that nobody has looked at.

use std::rc::Rc;

use kinrow_game::{Game, Geometry, LineRule, Position, Rules, Side};

use crate::cells::{Cells, cell_of, images, point_of};
use crate::certificate::{Certificate, Claim, Goal, Link, Node};
use crate::rows::{Row, rows};

/// Strays in one situation at the most.
pub const MOST_STRAYS: usize = 8;

/// Situations that wait for their node at the same time, at the most: it bounds the memory.
const MOST_WAITING: usize = 2_000_000;

kinrow_game::sentences! {
    /// Why a certificate proves nothing.
    pub enum CheckError {
        /// Other rules than those of this checker.
        Rules { rules: String } = "check-rules" =>
            "proofs for {rules} are not known yet: they are for boards where stones are placed freely, a completed row wins and no point is forbidden",
        /// Nothing to prove.
        Over {} = "check-over" =>
            "the game is over in this position: there is nothing to prove",
        /// A node that no other refers to.
        Unused { node: u32 } = "check-unused" =>
            "not proven: nothing refers to node {node}",
        /// The other side is to move.
        Turn { node: u32 } = "check-turn" =>
            "not proven: node {node} is about the other side's move",
        /// A cell that is outside, taken or perhaps taken.
        Taken { node: u32, point: String } = "check-taken" =>
            "not proven: at node {node} a stone stands on {point}, or may stand there",
        /// A move that should have won.
        NoRow { node: u32, point: String } = "check-no-row" =>
            "not proven: at node {node} a stone on {point} completes no row",
        /// The enemy may win first.
        EnemyRow { node: u32, side: Side } = "check-enemy-row" =>
            "not proven: at node {node} {side} may complete a row",
        /// An answer that nobody has looked at.
        Unanswered { node: u32, point: String } = "check-unanswered" =>
            "not proven: node {node} says nothing about the answer {point}",
        /// A rest where nothing is left.
        NoRest { node: u32 } = "check-no-rest" =>
            "not proven: node {node} speaks of other answers, and there are none",
        /// A full board.
        Full { node: u32 } = "check-full" =>
            "not proven: at node {node} the board is full, and nobody has won",
        /// More plies than claimed.
        Plies { node: u32 } = "check-plies" =>
            "not proven: at node {node} the plies have run out within which the win was claimed",
        /// Pairs prove no win.
        PairsWin { node: u32 } = "check-pairs-win" =>
            "not proven: node {node} shows that a side does not lose, and it was claimed that it wins",
        /// Pairs that are no pairs, or leave too much.
        Pairs { node: u32 } = "check-pairs" =>
            "not proven: the pairs of node {node} do not keep the enemy from every row",
        /// A node about two situations.
        Shared { node: u32 } = "check-shared" =>
            "not proven: those that refer to node {node} do not agree what it is about",
        /// A symmetry that this board does not have.
        Symmetry { node: u32 } = "check-symmetry" =>
            "not proven: node {node} names a symmetry that this board does not have",
        /// Too many strays, or situations.
        Limits { node: u32 } = "check-limits" =>
            "not proven: node {node} asks for more than this checker keeps in mind",
    }
}

/// What a node is about.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Situation {
    /// Stones of the prover, and of the enemy as far as they are known.
    own: Cells,
    enemy: Cells,
    /// Where other stones of the enemy stand, one for each set.
    strays: Rc<[Cells]>,
    is_own_turn: bool,
    /// Plies within which the win was claimed.
    plies: u16,
}

impl Situation {
    /// The enemy's stones in a row, as many as there may be.
    fn enemies_in(&self, row: &Row) -> u32 {
        let strays = self.strays.iter().filter(|stray| stray.meets(&row.cells)).count();
        row.cells.and(&self.enemy).len() + strays as u32
    }

    /// Whether the enemy may still fill a row.
    fn is_open(&self, row: &Row) -> bool {
        !row.cells.meets(&self.own) && row.is_unspoiled(&self.enemy)
    }
}

/// A proof that is being checked.
struct Check<'a> {
    claim: &'a Claim,
    geometry: &'static Geometry,
    board: Cells,
    rows: Vec<Row>,
    images: Vec<Vec<u16>>,
    /// What is known of the nodes ahead.
    waiting: Vec<Option<Box<Situation>>>,
    count: usize,
}

/// Whether there are proofs for these rules.
#[must_use]
pub fn knows_proofs(rules: Rules) -> bool {
    let is_plain = match rules.line() {
        LineRule::Freestyle | LineRule::Exact => true,
        LineRule::Renju => false,
    };
    is_plain && !rules.is_drop() && !rules.is_misere()
}

/// Whether a certificate proves what it claims: [`Certificate::statement`].
///
/// # Errors
/// The first reason why it does not.
pub fn check(certificate: &Certificate) -> Result<(), CheckError> {
    let position = &certificate.position;
    if !knows_proofs(position.rules()) {
        return Err(CheckError::Rules { rules: position.rules().to_string() });
    }
    if position.outcome().is_some() {
        return Err(CheckError::Over {});
    }
    certificate.claims.iter().try_for_each(|claim| Check::new(position, claim).run())
}

impl<'a> Check<'a> {
    fn new(position: &Position, claim: &'a Claim) -> Check<'a> {
        let geometry = Geometry::of(position.rules());
        let stones = |side| {
            let points = geometry.points().filter(move |&point| position.stone(point) == Some(side));
            points.map(|point| cell_of(geometry, point)).collect()
        };
        let plies = match claim.goal {
            Goal::Wins { within } => within,
            Goal::Holds => u16::MAX,
        };
        let root = Situation {
            own: stones(claim.side),
            enemy: stones(claim.side.opponent()),
            strays: Rc::default(),
            is_own_turn: position.to_move() == claim.side,
            plies,
        };
        let mut waiting = vec![None; claim.nodes.len()];
        if let Some(last) = waiting.last_mut() {
            *last = Some(Box::new(root));
        }
        let board = (0..position.rules().cells()).collect();
        Check { claim, geometry, board, rows: rows(geometry), images: images(geometry), waiting, count: 1 }
    }

    fn run(&mut self) -> Result<(), CheckError> {
        for node in (0..self.waiting.len() as u32).rev() {
            let here = self.waiting[node as usize].take().ok_or(CheckError::Unused { node })?;
            self.count -= 1;
            let what = self.claim.nodes.get(node);
            let is_own_move = matches!(what, Node::Complete(_) | Node::Play(..));
            if is_own_move != here.is_own_turn && !matches!(what, Node::Pairs(_)) {
                return Err(CheckError::Turn { node });
            }
            match what {
                Node::Complete(cell) => self.complete(node, &here, cell)?,
                Node::Play(cell, next) => self.play(node, &here, cell, next)?,
                Node::Answers { each, rest } => self.answers(node, &here, &each, rest)?,
                Node::Pairs(pairs) => self.pairs(node, &here, &pairs)?,
            }
        }
        Ok(())
    }

    fn name(&self, cell: u16) -> String {
        if !self.board.contains(cell) {
            return cell.to_string();
        }
        Position::new(self.geometry.rules()).name(point_of(self.geometry, cell))
    }

    /// The cells where certainly no stone is.
    fn empty(&self, here: &Situation) -> Cells {
        here.strays
            .iter()
            .fold(self.board.without(&here.own).without(&here.enemy), |rest, stray| rest.without(stray))
    }

    /// Whether the prover completes a row on a cell.
    fn completes(&self, here: &Situation, cell: u16) -> bool {
        let own = here.own.with(cell);
        let is_full = |row: &&Row| row.cells.contains(cell) && row.cells.without(&own).is_empty();
        self.rows.iter().filter(is_full).any(|row| row.is_unspoiled(&own))
    }

    /// Checks that the prover can move to a cell.
    fn is_free(&self, node: u32, here: &Situation, cell: u16) -> Result<(), CheckError> {
        if !self.empty(here).contains(cell) {
            return Err(CheckError::Taken { node, point: self.name(cell) });
        }
        if here.plies == 0 { Err(CheckError::Plies { node }) } else { Ok(()) }
    }

    fn complete(&self, node: u32, here: &Situation, cell: u16) -> Result<(), CheckError> {
        self.is_free(node, here, cell)?;
        if self.completes(here, cell) {
            return Ok(());
        }
        Err(CheckError::NoRow { node, point: self.name(cell) })
    }

    /// A move. (If it completes a row the prover has won already, and what follows does not matter.)
    fn play(&mut self, node: u32, here: &Situation, cell: u16, next: Link) -> Result<(), CheckError> {
        self.is_free(node, here, cell)?;
        let own = here.own.with(cell);
        let after = Situation { own, is_own_turn: false, plies: here.plies - 1, ..here.clone() };
        self.hand_on(node, next, after)
    }

    fn answers(
        &mut self,
        node: u32,
        here: &Situation,
        each: &[(u16, Link)],
        rest: Option<Link>,
    ) -> Result<(), CheckError> {
        let enough = u32::from(self.geometry.rules().k()) - 1;
        if self.rows.iter().any(|row| here.is_open(row) && here.enemies_in(row) >= enough) {
            return Err(CheckError::EnemyRow { node, side: self.claim.side.opponent() });
        }
        // A stray may stand on some of these, but not on all: there is one stray for each set.
        let mut left = self.board.without(&here.own).without(&here.enemy);
        let is_full = left.len() <= here.strays.len() as u32;
        if is_full && self.claim.goal != Goal::Holds {
            return Err(CheckError::Full { node });
        }
        let plies = here.plies.checked_sub(1).ok_or(CheckError::Plies { node })?;
        let without = |cell: u16| {
            let strays = here.strays.iter().map(|stray| stray.without(&Cells::default().with(cell)));
            strays.collect::<Rc<[Cells]>>()
        };
        for &(cell, next) in each {
            if !left.contains(cell) {
                return Err(CheckError::Taken { node, point: self.name(cell) });
            }
            let enemy = here.enemy.with(cell);
            let after = Situation { enemy, strays: without(cell), is_own_turn: true, plies, ..here.clone() };
            self.hand_on(node, next, after)?;
        }
        each.iter().for_each(|(cell, _)| left.remove(*cell));
        // After any other answer the prover completes a row where this leaves it a place for that.
        if plies > 0 {
            let wins = self.completing(here);
            left = match (wins.len(), wins.first()) {
                (0, _) => left,
                (1, Some(only)) => left.and(&Cells::default().with(only)),
                _ => Cells::default(),
            };
        }
        match (left.first(), rest) {
            (None, None) => Ok(()),
            (None, Some(_)) => Err(CheckError::NoRest { node }),
            (Some(cell), None) => Err(CheckError::Unanswered { node, point: self.name(cell) }),
            (Some(_), Some(_)) if here.strays.len() == MOST_STRAYS => Err(CheckError::Limits { node }),
            (Some(_), Some(next)) => {
                let strays = here.strays.iter().copied().chain([left]).collect();
                self.hand_on(node, next, Situation { strays, is_own_turn: true, plies, ..here.clone() })
            }
        }
    }

    /// The empty cells where the prover completes a row.
    fn completing(&self, here: &Situation) -> Cells {
        let empty = self.empty(here);
        let gaps = self.rows.iter().filter_map(|row| {
            let gap = row.cells.without(&here.own);
            gap.first().filter(|_| gap.len() == 1)
        });
        gaps.filter(|&gap| empty.contains(gap) && self.completes(here, gap)).collect()
    }

    fn pairs(&self, node: u32, here: &Situation, pairs: &[(u16, u16)]) -> Result<(), CheckError> {
        if self.claim.goal != Goal::Holds {
            return Err(CheckError::PairsWin { node });
        }
        let mut free = self.empty(here);
        let mut paired = Cells::default();
        let both: Vec<Cells> = pairs.iter().map(|&(one, other)| [one, other].into_iter().collect()).collect();
        for pair in &both {
            if pair.len() != 2 || pair.and(&free) != *pair {
                return Err(CheckError::Pairs { node });
            }
            free = free.without(pair);
            paired = paired.or(pair);
        }
        // Erdős and Selfridge: the rows without a pair weigh 2^stones. The prover, to move, always takes the cell of the greatest weight; what the
        // enemy takes next weighs no more. So the sum stays below 2^k, the weight of a completed row.
        let k = u32::from(self.geometry.rules().k());
        let mut weight = 0u64;
        for row in self.rows.iter().filter(|row| here.is_open(row)) {
            if both.iter().any(|pair| pair.and(&row.cells) == *pair) {
                continue;
            }
            let stones = here.enemies_in(row);
            if stones >= k || row.cells.meets(&paired) {
                return Err(CheckError::Pairs { node });
            }
            weight += 1 << stones;
        }
        // A move of the enemy at most doubles the weight.
        let weight = if here.is_own_turn { weight } else { 2 * weight };
        if weight < 1 << k { Ok(()) } else { Err(CheckError::Pairs { node }) }
    }

    /// Tells a node what it is about, or checks that it agrees with what it was told before.
    fn hand_on(&mut self, node: u32, next: Link, after: Situation) -> Result<(), CheckError> {
        let images = self.images.get(usize::from(next.symmetry)).ok_or(CheckError::Symmetry { node })?;
        let image = |cells: &Cells| cells.iter().map(|cell| images[usize::from(cell)]).collect();
        let mut after = after;
        if next.symmetry > 0 {
            (after.own, after.enemy) = (image(&after.own), image(&after.enemy));
            after.strays = after.strays.iter().map(image).collect();
        }
        let place = &mut self.waiting[next.node as usize];
        if let Some(known) = place {
            let plies = known.plies.min(after.plies);
            (known.plies, after.plies) = (plies, plies);
            return if **known == after { Ok(()) } else { Err(CheckError::Shared { node: next.node }) };
        }
        if self.count >= MOST_WAITING {
            return Err(CheckError::Limits { node });
        }
        self.count += 1;
        *place = Some(Box::new(after));
        Ok(())
    }
}
