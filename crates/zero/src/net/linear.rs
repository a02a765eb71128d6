//! A linear layer: every row of numbers times a matrix, plus a bias. Dense layers, 1x1 convolutions and, over gathered
//! neighbourhoods, 3x3 convolutions are all this.

use std::ops::Range;

use super::matrix::{Matrix, multiply};
use super::parameters::Parameters;

/// Where a layer's weights stand among all parameters of a network.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Linear {
    inputs: usize,
    outputs: usize,
    weight: Range<usize>,
    bias: Range<usize>,
}

impl Linear {
    /// A layer whose weights are drawn when the network is: `gain` 1 keeps the size of what goes through (He and others 2015), 0
    /// makes a layer that begins by saying nothing.
    pub(super) fn new(
        name: &str,
        [inputs, outputs]: [usize; 2],
        gain: f32,
        parameters: &mut Parameters,
    ) -> Linear {
        let deviation = gain * (2.0 / inputs as f32).sqrt();
        let weight = parameters.add(format!("{name}.weight"), vec![inputs, outputs], deviation);
        let bias = parameters.add(format!("{name}.bias"), vec![outputs], 0.0);
        Linear { inputs, outputs, weight, bias }
    }

    /// `y = x W + b`.
    pub(super) fn forward(&self, all: &[f32], x: &[f32], y: &mut Vec<f32>) {
        let bias = &all[self.bias.clone()];
        y.clear();
        for _ in 0..x.len() / self.inputs {
            y.extend_from_slice(bias);
        }
        let weight = Matrix::new(&all[self.weight.clone()], self.outputs);
        multiply(Matrix::new(x, self.inputs), weight, y, true);
    }

    /// Adds to `gradient` what `dy` asks of the weights.
    pub(super) fn teach(&self, x: &[f32], dy: &[f32], gradient: &mut [f32]) {
        let (x, dy_rows) = (Matrix::new(x, self.inputs), Matrix::new(dy, self.outputs));
        multiply(x.transposed(), dy_rows, &mut gradient[self.weight.clone()], true);
        let bias = &mut gradient[self.bias.clone()];
        for row in dy.chunks_exact(self.outputs) {
            bias.iter_mut().zip(row).for_each(|(sum, d)| *sum += d);
        }
    }

    /// `dx = dy W^T`, or added to what `dx` holds.
    pub(super) fn backward(&self, all: &[f32], dy: &[f32], dx: &mut Vec<f32>, adds: bool) {
        dx.resize(dy.len() / self.outputs * self.inputs, 0.0);
        let weight = Matrix::new(&all[self.weight.clone()], self.outputs);
        multiply(Matrix::new(dy, self.outputs), weight.transposed(), dx, adds);
    }
}
