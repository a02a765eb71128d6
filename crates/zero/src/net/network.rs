//! The network: a residual tower (He and others 2016) with global pooling, and two heads.
//!
//! ```text
//! planes -> conv3x3 -> [ block ] x blocks -> relu -+-> 1x1, + pooled -> relu -+-> 1x1        -> policy: a logit for each point
//!                                                  |                           +-> 1x1        -> reply: a logit for each point
//!                                                  +-> pool -> dense -> relu -> dense         -> loss, draw, win
//! block: x + conv3x3(relu(h + dense(pool(h)))), h = conv3x3(relu(x))
//! ```
//!
//! The reply (what the opponent will play next) is an auxiliary target (Wu 2019): nobody asks for it, but whoever can foresee the
//! opponent's move has learned something about the position.
//!
//! There is no batch normalisation: the last layer of each block begins at zero, so that the tower begins as the identity and
//! learns without (Fixup; Zhang, Dauphin and Ma 2019). A position's numbers therefore depend on that position alone.

use kinrow_agent::Rng;

use super::convolution::{Convolution, Neighbours};
use super::linear::Linear;
use super::parameters::Parameters;
use super::pooling::{gather, pool, spread, unpool};

/// The size of a network.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Shape {
    pub(crate) width: usize,
    pub(crate) height: usize,
    pub(crate) planes: usize,
    pub(crate) channels: usize,
    pub(crate) blocks: usize,
}

#[derive(Clone, PartialEq, Debug)]
struct Block {
    first: Convolution,
    pooled: Linear,
    second: Convolution,
}

/// The layers; their numbers are kept apart, so that they can be averaged, saved and stepped as one array.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Network {
    shape: Shape,
    board: Neighbours,
    parameters: Parameters,
    stem: Convolution,
    tower: Vec<Block>,
    policy: Linear,
    policy_pooled: Linear,
    policy_out: Linear,
    reply_out: Linear,
    value: Linear,
    value_out: Linear,
}

impl Network {
    pub(crate) fn new(shape: Shape) -> Network {
        let Shape { width, height, planes, channels: c, blocks } = shape;
        assert!(c.max(planes) <= Convolution::MOST_CHANNELS, "checked where options are read");
        let mut all = Parameters::default();
        let stem = Convolution::new("stem", [planes, c], 1.0, &mut all);
        let block = |i: usize| Block {
            first: Convolution::new(&format!("block{i}.first"), [c, c], 1.0, &mut all),
            pooled: Linear::new(&format!("block{i}.pooled"), [2 * c, c], 0.0, &mut all),
            second: Convolution::new(&format!("block{i}.second"), [c, c], 0.0, &mut all),
        };
        let tower = (0..blocks).map(block).collect();
        Network {
            shape,
            board: Neighbours::new(width, height),
            stem,
            tower,
            policy: Linear::new("policy", [c, c], 1.0, &mut all),
            policy_pooled: Linear::new("policy.pooled", [2 * c, c], 0.0, &mut all),
            policy_out: Linear::new("policy.out", [c, 1], 0.0, &mut all),
            value: Linear::new("value", [2 * c, c], 1.0, &mut all),
            value_out: Linear::new("value.out", [c, 3], 0.0, &mut all),
            // The last, so that files without it differ only by its absence.
            reply_out: Linear::new("reply.out", [c, 1], 0.0, &mut all),
            parameters: all,
        }
    }

    pub(crate) fn shape(&self) -> Shape {
        self.shape
    }

    pub(crate) fn parameters(&self) -> &Parameters {
        &self.parameters
    }

    /// Numbers to begin with.
    pub(crate) fn draw(&self, rng: &mut Rng) -> Vec<f32> {
        self.parameters.draw(rng)
    }

    /// From `pass.input` to `pass.logits`, `pass.replies` and `pass.outcomes`, for as many positions as there are.
    pub(crate) fn forward(&self, all: &[f32], pass: &mut Pass) {
        let (cells, c) = (self.board.cells(), self.shape.channels);
        let Pass { columns, blocks, .. } = pass;
        blocks.resize_with(self.tower.len(), BlockPass::default);
        self.stem.forward(all, &self.board, &pass.input, columns, &mut pass.trunk);
        for (block, kept) in self.tower.iter().zip(blocks) {
            relu(&pass.trunk, &mut kept.x);
            block.first.forward(all, &self.board, &kept.x, columns, &mut kept.h);
            pool(&kept.h, cells, c, &mut kept.pooled, &mut kept.at);
            block.pooled.forward(all, &kept.pooled, &mut pass.rows);
            spread(&pass.rows, cells, c, &mut kept.h);
            relu_in_place(&mut kept.h);
            block.second.forward(all, &self.board, &kept.h, columns, &mut pass.points);
            add(&pass.points, &mut pass.trunk);
        }
        relu_in_place(&mut pass.trunk);
        pool(&pass.trunk, cells, c, &mut pass.pooled, &mut pass.at);
        self.policy.forward(all, &pass.trunk, &mut pass.policy);
        self.policy_pooled.forward(all, &pass.pooled, &mut pass.rows);
        spread(&pass.rows, cells, c, &mut pass.policy);
        relu_in_place(&mut pass.policy);
        self.policy_out.forward(all, &pass.policy, &mut pass.logits);
        self.reply_out.forward(all, &pass.policy, &mut pass.replies);
        self.value.forward(all, &pass.pooled, &mut pass.value);
        relu_in_place(&mut pass.value);
        self.value_out.forward(all, &pass.value, &mut pass.outcomes);
    }

    /// Adds to `gradient` what the gradients of the three outputs ask of every number, after [`Network::forward`].
    pub(crate) fn backward(
        &self,
        all: &[f32],
        pass: &mut Pass,
        [d_logits, d_replies, d_outcomes]: [&[f32]; 3],
        gradient: &mut [f32],
    ) {
        let (cells, c, board) = (self.board.cells(), self.shape.channels, &self.board);
        let [mut d_trunk, mut d_points, mut d_rows, mut d_pooled] = [const { Vec::new() }; 4];
        // The heads.
        self.policy_out.teach(&pass.policy, d_logits, gradient);
        self.policy_out.backward(all, d_logits, &mut d_points, false);
        self.reply_out.teach(&pass.policy, d_replies, gradient);
        self.reply_out.backward(all, d_replies, &mut d_points, true);
        silence(&pass.policy, &mut d_points);
        self.policy.teach(&pass.trunk, &d_points, gradient);
        self.policy.backward(all, &d_points, &mut d_trunk, false);
        gather(&d_points, cells, c, &mut d_rows);
        self.policy_pooled.teach(&pass.pooled, &d_rows, gradient);
        self.policy_pooled.backward(all, &d_rows, &mut d_pooled, false);
        self.value_out.teach(&pass.value, d_outcomes, gradient);
        self.value_out.backward(all, d_outcomes, &mut d_rows, false);
        silence(&pass.value, &mut d_rows);
        self.value.teach(&pass.pooled, &d_rows, gradient);
        self.value.backward(all, &d_rows, &mut d_pooled, true);
        unpool(&d_pooled, cells, c, &pass.at, &mut d_trunk);
        silence(&pass.trunk, &mut d_trunk);
        // The tower, from its top.
        let columns = &mut pass.columns;
        for (block, kept) in self.tower.iter().zip(&pass.blocks).rev() {
            block.second.teach(board, &kept.h, columns, &d_trunk, gradient);
            block.second.backward(all, board, &d_trunk, columns, &mut d_points);
            silence(&kept.h, &mut d_points);
            gather(&d_points, cells, c, &mut d_rows);
            block.pooled.teach(&kept.pooled, &d_rows, gradient);
            block.pooled.backward(all, &d_rows, &mut d_pooled, false);
            unpool(&d_pooled, cells, c, &kept.at, &mut d_points);
            block.first.teach(board, &kept.x, columns, &d_points, gradient);
            let d_x = &mut pass.points;
            block.first.backward(all, board, &d_points, columns, d_x);
            silence(&kept.x, d_x);
            add(d_x, &mut d_trunk);
        }
        self.stem.teach(board, &pass.input, columns, &d_trunk, gradient);
    }
}

/// What one pass through a network leaves behind: its input, its outputs, and what the way back needs. Kept, it is room for the next.
#[derive(Clone, Default, Debug)]
pub(crate) struct Pass {
    /// Planes of every point of every position.
    pub(crate) input: Vec<f32>,
    /// The policy: a number for every point.
    pub(crate) logits: Vec<f32>,
    /// What the opponent will play next: a number for every point.
    pub(crate) replies: Vec<f32>,
    /// Loss, draw and win of every position, before the softmax.
    pub(crate) outcomes: Vec<f32>,
    trunk: Vec<f32>,
    blocks: Vec<BlockPass>,
    pooled: Vec<f32>,
    at: Vec<u16>,
    policy: Vec<f32>,
    value: Vec<f32>,
    columns: Vec<f32>,
    points: Vec<f32>,
    rows: Vec<f32>,
}

#[cfg(test)]
impl Pass {
    pub(super) fn of(input: Vec<f32>) -> Pass {
        Pass { input, ..Pass::default() }
    }
}

#[derive(Clone, Default, Debug)]
struct BlockPass {
    x: Vec<f32>,
    h: Vec<f32>,
    pooled: Vec<f32>,
    at: Vec<u16>,
}

fn relu(x: &[f32], y: &mut Vec<f32>) {
    y.clear();
    y.extend(x.iter().map(|x| x.max(0.0)));
}

fn relu_in_place(x: &mut [f32]) {
    x.iter_mut().for_each(|x| *x = x.max(0.0));
}

/// The way back through a relu that gave `y`.
fn silence(y: &[f32], dy: &mut [f32]) {
    for (d, &y) in dy.iter_mut().zip(y) {
        if y <= 0.0 {
            *d = 0.0;
        }
    }
}

fn add(x: &[f32], sum: &mut [f32]) {
    sum.iter_mut().zip(x).for_each(|(sum, x)| *sum += x);
}
