//! A 3x3 convolution: the neighbourhood of every point is gathered into one row ("im2col", Chellapilla and others 2006), and the rows
//! go through a linear layer. Beyond the edge of the board there are zeros.

use super::linear::Linear;
use super::parameters::Parameters;

/// Points of a neighbourhood.
const TAPS: usize = 9;

/// For each point of a board its nine neighbours, itself among them, by number; [`OUTSIDE`] beyond the edge.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Neighbours(Vec<[u16; TAPS]>);

const OUTSIDE: u16 = u16::MAX;

impl Neighbours {
    pub(super) fn new(width: usize, height: usize) -> Neighbours {
        let number = |column: usize, row: usize| match (column.checked_sub(1), row.checked_sub(1)) {
            (Some(column), Some(row)) if column < width && row < height => (row * width + column) as u16,
            _ => OUTSIDE,
        };
        let cells = (0..height).flat_map(|row| (0..width).map(move |column| (column, row)));
        Neighbours(
            cells
                .map(|(column, row)| std::array::from_fn(|tap| number(column + tap % 3, row + tap / 3)))
                .collect(),
        )
    }

    /// Points of the board.
    pub(super) fn cells(&self) -> usize {
        self.0.len()
    }

    /// One row of neighbourhoods for each point of each position.
    fn gather(&self, x: &[f32], channels: usize, columns: &mut Vec<f32>) {
        columns.clear();
        let nothing = [0.0; 256];
        for position in x.chunks_exact(self.cells() * channels) {
            for &cell in self.0.as_flattened() {
                columns.extend_from_slice(match cell {
                    OUTSIDE => &nothing[..channels],
                    cell => &position[usize::from(cell) * channels..][..channels],
                });
            }
        }
    }

    /// The way back: adds every row of neighbourhoods to the points it was gathered from.
    fn scatter(&self, columns: &[f32], channels: usize, dx: &mut Vec<f32>) {
        dx.clear();
        dx.resize(columns.len() / TAPS, 0.0);
        let gathered = columns.chunks_exact(self.cells() * TAPS * channels);
        for (position, columns) in dx.chunks_exact_mut(self.cells() * channels).zip(gathered) {
            for (&cell, taken) in self.0.as_flattened().iter().zip(columns.chunks_exact(channels)) {
                if cell != OUTSIDE {
                    let point = &mut position[usize::from(cell) * channels..][..channels];
                    point.iter_mut().zip(taken).for_each(|(sum, d)| *sum += d);
                }
            }
        }
    }
}

/// The layer. `columns` is room for the neighbourhoods, which are worked out anew in the backward pass.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Convolution {
    channels: usize,
    linear: Linear,
}

impl Convolution {
    /// The most channels that can go in.
    pub(super) const MOST_CHANNELS: usize = 256;

    pub(super) fn new(
        name: &str,
        [inputs, outputs]: [usize; 2],
        gain: f32,
        parameters: &mut Parameters,
    ) -> Convolution {
        let linear = Linear::new(name, [TAPS * inputs, outputs], gain, parameters);
        Convolution { channels: inputs, linear }
    }

    pub(super) fn forward(
        &self,
        all: &[f32],
        board: &Neighbours,
        x: &[f32],
        columns: &mut Vec<f32>,
        y: &mut Vec<f32>,
    ) {
        board.gather(x, self.channels, columns);
        self.linear.forward(all, columns, y);
    }

    /// Adds to `gradient` what `dy` asks of the weights.
    pub(super) fn teach(
        &self,
        board: &Neighbours,
        x: &[f32],
        columns: &mut Vec<f32>,
        dy: &[f32],
        gradient: &mut [f32],
    ) {
        board.gather(x, self.channels, columns);
        self.linear.teach(columns, dy, gradient);
    }

    pub(super) fn backward(
        &self,
        all: &[f32],
        board: &Neighbours,
        dy: &[f32],
        columns: &mut Vec<f32>,
        dx: &mut Vec<f32>,
    ) {
        self.linear.backward(all, dy, columns, false);
        board.scatter(columns, self.channels, dx);
    }
}

#[cfg(test)]
mod tests {
    use kinrow_agent::Seed;

    use super::*;

    /// Against the definition, written out: a sum over offsets and channels, in double precision.
    #[test]
    fn it_is_the_sum_over_neighbours() {
        let (width, height, inputs, outputs) = (4, 3, 2, 5);
        let mut parameters = Parameters::default();
        let layer = Convolution::new("test", [inputs, outputs], 1.0, &mut parameters);
        let board = Neighbours::new(width, height);
        let mut rng = Seed(3).rng();
        let all = parameters.draw(&mut rng);
        let x: Vec<f32> = (0..2 * width * height * inputs).map(|_| rng.unit() as f32).collect();
        let (mut columns, mut y) = (Vec::new(), Vec::new());
        layer.forward(&all, &board, &x, &mut columns, &mut y);
        let at = |p: usize, row: i32, column: i32, channel: usize| {
            let is_on = (0..height as i32).contains(&row) && (0..width as i32).contains(&column);
            let cell = || (p * height + row as usize) * width + column as usize;
            if is_on { f64::from(x[cell() * inputs + channel]) } else { 0.0 }
        };
        for p in 0..2 {
            for cell in 0..width * height {
                let (row, column) = ((cell / width) as i32, (cell % width) as i32);
                for out in 0..outputs {
                    let mut sum = 0.0;
                    for tap in 0..9 {
                        for channel in 0..inputs {
                            let (r, c) = (row + tap / 3 - 1, column + tap % 3 - 1);
                            let weight = all[(tap as usize * inputs + channel) * outputs + out];
                            sum += at(p, r, c, channel) * f64::from(weight);
                        }
                    }
                    let found = f64::from(y[(p * width * height + cell) * outputs + out]);
                    assert!((found - sum).abs() < 1e-5, "{p} {cell} {out}: {found} {sum}");
                }
            }
        }
    }
}
