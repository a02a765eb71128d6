//! The network of kinrow-zero, written a second time in burn's own layers: convolutions over planes of channels, and gradients by automatic
//! differentiation. It shares nothing with the first but the order of the numbers.

use std::collections::HashMap;

use burn_tensor::activation::{log_softmax, relu};
use burn_tensor::module::conv2d;
use burn_tensor::ops::ConvOptions;
use burn_tensor::{Device, Gradients, Tensor, TensorData};

use crate::net::{Network, Part, Shape};

/// A network whose numbers are leaves of burn's graph.
pub struct Tower {
    shape: Shape,
    device: Device,
    weights: HashMap<String, Tensor<2>>,
    biases: HashMap<String, Tensor<1>>,
}

/// Logits of every point for the policy and for the reply, and those of loss, draw and win; one row for each position.
pub struct Outputs {
    pub policy: Tensor<2>,
    pub reply: Tensor<2>,
    pub outcome: Tensor<2>,
}

impl Tower {
    pub fn new(network: &Network, all: &[f32]) -> Tower {
        let device = Device::flex().autodiff();
        let (mut weights, mut biases) = (HashMap::new(), HashMap::new());
        for part in network.parameters().parts() {
            let data = TensorData::new(all[part.range.clone()].to_vec(), part.shape.clone());
            if part.shape.len() == 2 {
                weights.insert(part.name.clone(), Tensor::from_data(data, &device).require_grad());
            } else {
                biases.insert(part.name.clone(), Tensor::from_data(data, &device).require_grad());
            }
        }
        Tower { shape: network.shape(), device, weights, biases }
    }

    /// A tensor of so many columns that nothing is learned of.
    pub fn constant(&self, numbers: &[f32], columns: usize) -> Tensor<2> {
        let rows = numbers.len() / columns;
        Tensor::from_data(TensorData::new(numbers.to_vec(), [rows, columns]), &self.device)
    }

    /// What the gradients say of one part.
    pub fn gradient(&self, part: &Part, gradients: &Gradients) -> Vec<f32> {
        let found = match self.weights.get(&part.name) {
            Some(weight) => weight.grad(gradients).map(Tensor::into_data),
            None => self.biases[&part.name].grad(gradients).map(Tensor::into_data),
        };
        found.expect("every number has a say").try_to_vec().expect("numbers are f32")
    }

    fn linear(&self, name: &str, x: Tensor<2>) -> Tensor<2> {
        let bias = self.biases[&format!("{name}.bias")].clone();
        x.matmul(self.weights[&format!("{name}.weight")].clone()) + bias.unsqueeze()
    }

    /// A 3x3 convolution; the first layer has its weights by row and column of the neighbour and channel, and for each the outputs.
    fn convolution(&self, name: &str, x: Tensor<4>) -> Tensor<4> {
        let weight = self.weights[&format!("{name}.weight")].clone();
        let [inputs, outputs] = [x.dims()[1], weight.dims()[1]];
        let kernel = weight.reshape([3, 3, inputs, outputs]).permute([3, 2, 0, 1]);
        let bias = self.biases[&format!("{name}.bias")].clone();
        conv2d(x, kernel, Some(bias), ConvOptions::new([1, 1], [1, 1], [1, 1], 1))
    }

    /// A linear layer at every point.
    fn pointwise(&self, name: &str, x: Tensor<4>) -> Tensor<4> {
        let [positions, channels, height, width] = x.dims();
        let points = x.permute([0, 2, 3, 1]).reshape([positions * height * width, channels]);
        let y = self.linear(name, points);
        let outputs = y.dims()[1];
        y.reshape([positions, height, width, outputs]).permute([0, 3, 1, 2])
    }

    /// Adds to every point of a position a linear layer of its means and maxima.
    fn pooled(&self, name: &str, from: Tensor<4>, to: Tensor<4>) -> Tensor<4> {
        let added = self.linear(name, pool(from));
        let [positions, channels] = added.dims();
        to + added.reshape([positions, channels, 1, 1])
    }

    /// The outputs for positions that are given as the network takes them: every point's planes, point by point.
    pub fn forward(&self, input: &[f32]) -> Outputs {
        let Shape { width, height, planes, blocks, .. } = self.shape;
        let positions = input.len() / (width * height * planes);
        let x = self.constant(input, planes).reshape([positions, height, width, planes]);
        let mut trunk = self.convolution("stem", x.permute([0, 3, 1, 2]));
        for block in 0..blocks {
            let name = |part: &str| format!("block{block}.{part}");
            let h = self.convolution(&name("first"), relu(trunk.clone()));
            let h = relu(self.pooled(&name("pooled"), h.clone(), h));
            trunk = trunk + self.convolution(&name("second"), h);
        }
        let trunk = relu(trunk);
        let policy = self.pointwise("policy", trunk.clone());
        let policy = relu(self.pooled("policy.pooled", trunk.clone(), policy));
        let points = |name: &str| self.pointwise(name, policy.clone()).reshape([positions, height * width]);
        let value = relu(self.linear("value", pool(trunk)));
        Outputs {
            policy: points("policy.out"),
            reply: points("reply.out"),
            outcome: self.linear("value.out", value),
        }
    }
}

/// The mean of every channel over the board, then its maximum.
fn pool(x: Tensor<4>) -> Tensor<2> {
    let [positions, channels, height, width] = x.dims();
    let points = x.reshape([positions, channels, height * width]);
    let means = points.clone().mean_dim(2).reshape([positions, channels]);
    let largest = points.max_dim(2).reshape([positions, channels]);
    Tensor::cat(vec![means, largest], 1)
}

/// The cross entropy of each row's softmax towards its target, summed over the rows.
pub fn cross_entropy(logits: Tensor<2>, target: Tensor<2>) -> Tensor<1> {
    -(log_softmax(logits, 1) * target).sum()
}
