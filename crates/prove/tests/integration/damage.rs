//! Damaged proofs: whatever is changed in one, it is refused, or what it then says is true.

use kinrow_agent::Stop;
use kinrow_game::{Game, Position};
use kinrow_proof::{Certificate, Claim, Node, Nodes, check};
use kinrow_prove::from_threats;
use kinrow_testing::naive::Naive;
use proptest::prelude::*;

use crate::{agrees, prove, solved, thrown};

/// The bytes with the sum that belongs to them, as somebody would write it who wants to deceive.
fn with_sum(content: &[u8]) -> Vec<u8> {
    let mix = |sum: u64, &byte: &u8| (sum ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
    let sum = content.iter().fold(0xcbf2_9ce4_8422_2325, mix);
    [content, &sum.to_le_bytes()].concat()
}

/// Changes every byte to every other value and puts the sum right again. Tells how many of these were accepted.
fn each_change(certificate: &Certificate) -> usize {
    let bytes = certificate.to_bytes();
    let content = &bytes[..bytes.len() - 8];
    assert_eq!(with_sum(content), bytes);
    let mut accepted = 0;
    for at in 0..content.len() {
        for change in 1..=255u8 {
            let mut changed = content.to_vec();
            changed[at] ^= change;
            let Ok(read) = Certificate::from_bytes(&with_sum(&changed)) else { continue };
            if check(&read).is_ok() {
                accepted += 1;
                let (outcome, plies) = match &read.position {
                    Position::One(board) if board.moves_left() <= 9 => Naive::default().value(board),
                    position => {
                        let solution = solved(position);
                        (solution.outcome, solution.plies.unwrap_or(0))
                    }
                };
                assert!(agrees(&read, outcome, plies), "byte {at} by {change}: {}", read.position);
            }
        }
    }
    accepted
}

#[test]
fn no_changed_byte_proves_anything_false() {
    let draw = prove(&Position::new("3x3x3".parse().unwrap()), false).unwrap();
    // Some moves can be replaced by others that are as good, and a claim by a weaker one.
    assert!(each_change(&draw) > 0);
    let position: Position = "6x6x4 6/1XOX2/2XO2/1O4/6/6 x".parse().unwrap();
    let (fours, _) = from_threats(&position, 10_000, &Stop::new()).unwrap().unwrap();
    assert!(each_change(&fours) > 0);
}

/// The same nodes about another position, with stones added where the proof did not expect them.
fn moved(certificate: &Certificate, seed: u64, stones: usize) -> Option<Certificate> {
    let rules = certificate.position.rules();
    let other = thrown(rules, seed, stones)?;
    Some(Certificate { position: Position::One(other), ..certificate.clone() })
}

/// Nodes without one of the answers that are looked at one by one.
fn thinned(claim: &Claim, which: usize) -> Claim {
    let mut nodes = Nodes::default();
    let answers: Vec<u32> = (0..claim.nodes.len() as u32)
        .filter(|&node| matches!(claim.nodes.get(node), Node::Answers { each, .. } if !each.is_empty()))
        .collect();
    let chosen = answers.get(which % answers.len().max(1));
    for number in 0..claim.nodes.len() as u32 {
        let mut node = claim.nodes.get(number);
        if let Node::Answers { each, .. } = &mut node
            && chosen == Some(&number)
        {
            each.remove(which % each.len());
        }
        nodes.push(&node);
    }
    Claim { nodes, ..claim.clone() }
}

const BOARDS: [(&str, usize); 6] =
    [("5x5x4", 13), ("6x5x4", 16), ("5x5x3", 14), ("6x5x4:exact", 16), ("4x4x3", 6), ("6x6x5", 22)];

proptest! {
    #![proptest_config(kinrow_testing::cases!(300))]

    /// A proof of one position is no proof of another, unless it is.
    #[test]
    fn proofs_do_not_carry_over(board in prop::sample::select(&BOARDS[..]), seed in 0u64..10_000, which in 0usize..1000) {
        let (rules, stones) = board;
        let Some(start) = thrown(rules.parse().unwrap(), seed, stones) else { return Ok(()) };
        let start = Position::One(start);
        let by_threats = from_threats(&start, 10_000, &Stop::new()).unwrap().map(|(certificate, _)| certificate);
        for certificate in [Some(prove(&start, false).unwrap()), by_threats].into_iter().flatten() {
            // More stones thrown in the same order: some of the enemy's stand where the proof left it to chance.
            for more in [2, 4] {
                if let Some(other) = moved(&certificate, seed, stones + more) && check(&other).is_ok() {
                    let solution = solved(&other.position);
                    prop_assert!(agrees(&other, solution.outcome, solution.plies.unwrap_or(0)), "{}", other.position);
                }
            }
            let claims = certificate.claims.iter().map(|claim| thinned(claim, which)).collect();
            let thinned = Certificate { claims, ..certificate };
            if check(&thinned).is_ok() {
                let solution = solved(&thinned.position);
                prop_assert!(agrees(&thinned, solution.outcome, solution.plies.unwrap_or(0)));
            }
        }
    }
}
