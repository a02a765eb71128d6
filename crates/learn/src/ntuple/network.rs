//! The weights: what a position is worth is the sum of one weight from each tuple's table, squeezed between -1 and 1.
//!
//! Each side has tables of its own, for the positions it leaves behind: where the number of points left decides who must give way
//! (Connect Four), the same stones mean something else after the other side's move.

use kinrow_game::Side;

/// The weights of a network.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Network {
    /// By side and code.
    pub(crate) weights: [Vec<f32>; 2],
    /// For each weight the sum of its errors and the sum of their sizes (Beal and Smith 1999); empty without.
    pub(crate) errors: [Vec<[f32; 2]>; 2],
}

impl Network {
    pub(crate) fn new(codes: usize, is_coherent: bool) -> Network {
        let errors = if is_coherent { codes } else { 0 };
        Network {
            weights: [vec![0.0; codes], vec![0.0; codes]],
            errors: [vec![[0.0; 2]; errors], vec![[0.0; 2]; errors]],
        }
    }

    /// What the position with these codes is worth to X once `mover` has left it, before it is squeezed.
    #[inline]
    pub(crate) fn sum(&self, mover: Side, codes: &[u32]) -> f32 {
        let weights = &self.weights[mover as usize][..];
        codes.iter().map(|&code| weights[code as usize]).sum()
    }

    /// The same, and each tuple's weight.
    #[inline]
    pub(crate) fn hold(&self, mover: Side, codes: &[u32], held: &mut Vec<f32>) -> f32 {
        let weights = &self.weights[mover as usize][..];
        held.clear();
        held.extend(codes.iter().map(|&code| weights[code as usize]));
        held.iter().sum()
    }

    /// Moves the value of a position by a gradient step. With temporal coherence every weight has its own step size: that of its errors
    /// over all that cancelled out, so that weights that only jitter come to rest and others keep moving.
    #[inline]
    pub(crate) fn learn(&mut self, mover: Side, codes: &[u32], error: f32, alpha: f32) {
        let weights = &mut self.weights[mover as usize][..];
        let errors = &mut self.errors[mover as usize][..];
        if errors.is_empty() {
            for &code in codes {
                weights[code as usize] += alpha * error;
            }
            return;
        }
        for &code in codes {
            let [sum, size] = &mut errors[code as usize];
            let coherence = if *size > 0.0 { sum.abs() / *size } else { 1.0 };
            weights[code as usize] += alpha * coherence * error;
            *sum += error;
            *size += error.abs();
        }
    }

    /// Back to nothing.
    pub(crate) fn forget(&mut self) {
        *self = Network::new(self.weights[0].len(), !self.errors[0].is_empty());
    }

    pub(crate) fn bytes(&self) -> usize {
        self.weights.iter().map(|weights| size_of_val(&**weights)).sum::<usize>()
            + self.errors.iter().map(|errors| size_of_val(&**errors)).sum::<usize>()
    }
}

/// The hyperbolic tangent, by Lambert's continued fraction: nothing but the four operations, so that every machine gets the same
/// bits. It is off by less than 0.001.
#[inline]
pub(crate) fn tanh(x: f32) -> f32 {
    let x = x.clamp(-4.97, 4.97);
    let square = x * x;
    let top = x * (135_135.0 + square * (17_325.0 + square * (378.0 + square)));
    let bottom = 135_135.0 + square * (62_370.0 + square * (3_150.0 + square * 28.0));
    (top / bottom).clamp(-1.0, 1.0)
}
