//! Learning from games: positions drawn from the last of them, each in one of its symmetries, in batches that are cut into pieces of a
//! fixed size. Pieces are summed in order, so that the number of workers changes nothing.

use kinrow_agent::{Rng, Seed};
use kinrow_game::{Board, Game, Geometry, Outcome, Symmetry};
use rayon::prelude::*;

use crate::evaluator::Weights;
use crate::features;
use crate::net::{Adam, Pass, cross_entropy};
use crate::options::Plan;
use crate::played::{Lesson, Played};

/// Positions whose gradient is computed by one worker at a time.
const PIECE: usize = 16;

/// Multiplications of a batch, about, from which on several workers are faster than one.
const WORTH_SHARING: usize = 20_000_000;

/// Mean losses of policy and value.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
pub(crate) struct Losses {
    pub(crate) policy: f64,
    pub(crate) value: f64,
}

/// The symmetries of a board as images of its points, the identity first.
fn images(geometry: &Geometry) -> Vec<Vec<u16>> {
    let image = |symmetry: Symmetry| {
        geometry.points().map(move |point| features::cell(geometry, symmetry.image(geometry, point)) as u16)
    };
    Symmetry::all(geometry).into_iter().map(|symmetry| image(symmetry).collect()).collect()
}

/// A position to learn from: a game, its lesson, and the symmetry it is seen in.
type Drawn<'a> = (&'a Played, &'a Lesson, usize);

/// Steps through as many batches as the new lessons are worth.
pub(crate) fn learn<'a, const W: usize>(
    plan: &Plan,
    empty: &Board<W>,
    (weights, adam): (&mut Weights, &mut Adam),
    games: impl Iterator<Item = &'a Played>,
    (seed, round, steps): (Seed, u64, u64),
) -> Losses {
    let lessons: Vec<(&Played, &Lesson)> =
        games.flat_map(|game| game.lessons.iter().map(move |lesson| (game, lesson))).collect();
    let mut images = images(empty.geometry());
    if !plan.symmetry {
        images.truncate(1);
    }
    let mut sum = Losses::default();
    if lessons.is_empty() {
        return sum;
    }
    for step in 0..steps {
        let mut rng = seed.derive("learn", round).derive("step", step).rng();
        let draw = |rng: &mut Rng| {
            let (game, lesson) = *rng.pick(&lessons);
            (game, lesson, rng.below(images.len() as u32) as usize)
        };
        let batch: Vec<Drawn<'_>> = (0..plan.batch).map(|_| draw(&mut rng)).collect();
        // A small network's batch is done before a second worker has woken up.
        let work = plan.batch * images[0].len() * weights.parameters();
        let least = if work < WORTH_SHARING { usize::MAX } else { 1 };
        let pieces: Vec<(Vec<f32>, Losses)> = batch
            .par_chunks(PIECE)
            .with_min_len(least)
            .map(|piece| gradient(plan, weights, empty, piece, &images))
            .collect();
        let mut total = vec![0.0; weights.parameters()];
        for (gradient, losses) in pieces {
            total.iter_mut().zip(gradient).for_each(|(sum, d)| *sum += d / plan.batch as f32);
            sum.policy += losses.policy;
            sum.value += losses.value;
        }
        adam.step(&mut weights.numbers, &total, plan.rate(round), plan.weight_decay);
    }
    let positions = (steps * plan.batch as u64) as f64;
    Losses { policy: sum.policy / positions, value: sum.value / positions }
}

/// The sum of the gradients of some positions, and of their losses.
fn gradient<const W: usize>(
    plan: &Plan,
    weights: &Weights,
    empty: &Board<W>,
    piece: &[Drawn<'_>],
    images: &[Vec<u16>],
) -> (Vec<f32>, Losses) {
    let (cells, geometry) = (usize::from(empty.rules().cells()), empty.geometry());
    let mut pass = Pass::default();
    for &(game, lesson, symmetry) in piece {
        let seen = game.board(empty, lesson.ply, |cell| images[symmetry][usize::from(cell)]);
        features::append(&seen, &mut pass.input);
    }
    weights.network.forward(&weights.numbers, &mut pass);
    let mut losses = Losses::default();
    let [mut d_logits, mut d_replies, mut d_outcomes] =
        [cells, cells, 3].map(|of| vec![0.0; of * piece.len()]);
    for (i, &(game, lesson, symmetry)) in piece.iter().enumerate() {
        let board = game.board(empty, lesson.ply, |cell| cell);
        let places: Vec<usize> = board
            .moves()
            .map(|point| i * cells + usize::from(images[symmetry][features::cell(geometry, point)]))
            .collect();
        let sum: f32 = lesson.shares.iter().map(|&share| f32::from(share)).sum();
        let target: Vec<f32> = lesson.shares.iter().map(|&share| f32::from(share) / sum).collect();
        let logits: Vec<f32> = places.iter().map(|&place| pass.logits[place]).collect();
        let mut d = vec![0.0; logits.len()];
        losses.policy += f64::from(cross_entropy(&logits, &target, 1.0, &mut d));
        places.iter().zip(d).for_each(|(&place, d)| d_logits[place] = d);
        if let Some(&reply) = game.moves.get(usize::from(lesson.ply) + 1) {
            let at = i * cells..(i + 1) * cells;
            let mut target = vec![0.0; cells];
            target[usize::from(images[symmetry][usize::from(reply)])] = 1.0;
            cross_entropy(&pass.replies[at.clone()], &target, plan.reply, &mut d_replies[at]);
        }
        let outcome = outcome(game.ending.seen_by(board.to_move()), lesson, plan.blend);
        let at = 3 * i..3 * i + 3;
        let d = &mut d_outcomes[at.clone()];
        losses.value += f64::from(cross_entropy(&pass.outcomes[at], &outcome, 1.0, d));
    }
    let mut sum = vec![0.0; weights.parameters()];
    weights.network.backward(&weights.numbers, &mut pass, [&d_logits, &d_replies, &d_outcomes], &mut sum);
    (sum, losses)
}

/// What the value should have been: loss, draw and win. What the search thought is a number of points, which says nothing of draws: it
/// counts as that chance of a win.
fn outcome(ended: Outcome, lesson: &Lesson, blend: f32) -> [f32; 3] {
    let thought = f32::from(lesson.value) / 65535.0;
    let mut shares = [blend * (1.0 - thought), 0.0, blend * thought];
    shares[ended as usize] += 1.0 - blend;
    shares
}
