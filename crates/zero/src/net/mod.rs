//! A small neural network: its layers, what it is taught by, and the optimiser.

mod adam;
mod convolution;
mod linear;
mod loss;
pub(crate) mod matrix;
mod network;
mod parameters;
mod pooling;
#[cfg(test)]
mod tests;

pub(crate) use adam::Adam;
pub(crate) use loss::{cross_entropy, softmax};
pub(crate) use network::{Network, Pass, Shape};
pub(crate) use parameters::Part;
