//! AdamW (Kingma and Ba 2015; Loshchilov and Hutter 2019), after the gradient was cut to a largest length.

/// The optimiser's memory: running means of the gradient and of its square.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Adam {
    pub(crate) first: Vec<f32>,
    pub(crate) second: Vec<f32>,
    pub(crate) steps: u64,
}

const BETAS: [f32; 2] = [0.9, 0.999];
const EPSILON: f32 = 1e-8;
const LONGEST: f32 = 1.0;

impl Adam {
    pub(crate) fn new(parameters: usize) -> Adam {
        Adam { first: vec![0.0; parameters], second: vec![0.0; parameters], steps: 0 }
    }

    /// One step down the gradient; `decay` pulls every number towards zero, times the rate.
    pub(crate) fn step(&mut self, numbers: &mut [f32], gradient: &[f32], rate: f32, decay: f32) {
        self.steps += 1;
        let length = gradient.iter().map(|d| f64::from(*d).powi(2)).sum::<f64>().sqrt() as f32;
        let cut = if length > LONGEST { LONGEST / length } else { 1.0 };
        let steps = i32::try_from(self.steps).unwrap_or(i32::MAX);
        let [first_bias, second_bias] = BETAS.map(|beta| 1.0 - beta.powi(steps));
        let memory = self.first.iter_mut().zip(&mut self.second);
        for ((number, d), (first, second)) in numbers.iter_mut().zip(gradient).zip(memory) {
            let d = d * cut;
            *first += (1.0 - BETAS[0]) * (d - *first);
            *second += (1.0 - BETAS[1]) * (d * d - *second);
            let step = (*first / first_bias) / ((*second / second_bias).sqrt() + EPSILON);
            *number -= rate * (step + decay * *number);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The first step goes by the rate, whatever the gradient's size; and a bowl's bottom is found.
    #[test]
    fn it_goes_downhill() {
        let mut adam = Adam::new(2);
        let mut numbers = [1.0, -1.0];
        adam.step(&mut numbers, &[0.5, -0.001], 0.1, 0.0);
        assert!((numbers[0] - 0.9).abs() < 1e-4 && (numbers[1] + 0.9).abs() < 1e-4, "{numbers:?}");
        for step in 0..2000 {
            let gradient = [2.0 * (numbers[0] - 3.0), 20.0 * (numbers[1] + 2.0)];
            adam.step(&mut numbers, &gradient, 0.1 / (1.0 + step as f32 / 100.0), 0.0);
        }
        assert!((numbers[0] - 3.0).abs() < 0.01 && (numbers[1] + 2.0).abs() < 0.01, "{numbers:?}");
        let pulled = Adam::new(1);
        let mut one = [1.0];
        pulled.clone().step(&mut one, &[0.0], 0.1, 0.5);
        assert!((one[0] - 0.95).abs() < 1e-6, "{one:?}");
    }
}
