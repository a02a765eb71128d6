//! Small symmetric positive definite matrices: enough to fit a handful of ratings.

/// A square matrix, row by row.
#[derive(Clone, Debug)]
pub(super) struct Matrix {
    size: usize,
    cells: Vec<f64>,
}

impl Matrix {
    /// All zero.
    pub(super) fn zero(size: usize) -> Matrix {
        Matrix { size, cells: vec![0.0; size * size] }
    }

    pub(super) fn get(&self, row: usize, column: usize) -> f64 {
        self.cells[row * self.size + column]
    }

    pub(super) fn add(&mut self, row: usize, column: usize, value: f64) {
        self.cells[row * self.size + column] += value;
    }

    /// The lower triangle L of L·Lᵀ (Cholesky); `None` when the matrix is not positive definite.
    fn cholesky(&self) -> Option<Matrix> {
        let mut lower = Matrix::zero(self.size);
        for row in 0..self.size {
            for column in 0..=row {
                let products: f64 = (0..column).map(|k| lower.get(row, k) * lower.get(column, k)).sum();
                let rest = self.get(row, column) - products;
                let value = if row == column {
                    if rest <= 0.0 || !rest.is_finite() {
                        return None;
                    }
                    rest.sqrt()
                } else {
                    rest / lower.get(column, column)
                };
                lower.add(row, column, value);
            }
        }
        Some(lower)
    }

    /// The vector that this matrix takes to `right`; `None` when the matrix is not positive definite.
    pub(super) fn solve(&self, right: &[f64]) -> Option<Vec<f64>> {
        let lower = self.cholesky()?;
        let mut solution = right.to_vec();
        for row in 0..self.size {
            let known: f64 = (0..row).map(|k| lower.get(row, k) * solution[k]).sum();
            solution[row] = (solution[row] - known) / lower.get(row, row);
        }
        for row in (0..self.size).rev() {
            let known: f64 = (row + 1..self.size).map(|k| lower.get(k, row) * solution[k]).sum();
            solution[row] = (solution[row] - known) / lower.get(row, row);
        }
        Some(solution)
    }

    /// The inverse; `None` when the matrix is not positive definite.
    pub(super) fn inverse(&self) -> Option<Matrix> {
        let mut inverse = Matrix::zero(self.size);
        for column in 0..self.size {
            let unit: Vec<f64> = (0..self.size).map(|row| f64::from(u8::from(row == column))).collect();
            for (row, value) in self.solve(&unit)?.into_iter().enumerate() {
                inverse.add(row, column, value);
            }
        }
        Some(inverse)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_inverse_undoes() {
        let mut matrix = Matrix::zero(3);
        for (i, value) in [4.0, 1.0, 0.5, 1.0, 3.0, -1.0, 0.5, -1.0, 2.0].into_iter().enumerate() {
            matrix.add(i / 3, i % 3, value);
        }
        let inverse = matrix.inverse().unwrap();
        for row in 0..3 {
            for column in 0..3 {
                let product: f64 = (0..3).map(|k| matrix.get(row, k) * inverse.get(k, column)).sum();
                assert!((product - f64::from(u8::from(row == column))).abs() < 1e-12);
            }
        }
        assert!(Matrix::zero(2).inverse().is_none());
    }
}
