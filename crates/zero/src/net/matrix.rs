//! The one place that multiplies matrices: `ndarray` over the kernels of `matrixmultiply`, which use what the processor has.
//!
//! A row of the product is the same bits whatever rows stand beside it: the kernel sums over the inner dimension in blocks that depend
//! on nothing else, and a tile at the edge is computed like any other. So positions that are evaluated together do not disturb each
//! other; a test evaluates them alone and in batches of every size. Another kernel may round differently, so a model names its own.

use ndarray::linalg::general_mat_mul;
use ndarray::{ArrayView2, ArrayViewMut2};

/// The kernel's name, as models keep it.
pub(crate) const KERNEL: &str = "matrixmultiply-0.3";

/// A matrix over somebody else's numbers, row by row.
#[derive(Clone, Copy)]
pub(super) struct Matrix<'a>(ArrayView2<'a, f32>);

impl<'a> Matrix<'a> {
    /// As many rows of `columns` numbers as there are.
    pub(super) fn new(numbers: &'a [f32], columns: usize) -> Matrix<'a> {
        let rows = numbers.len() / columns;
        Matrix(ArrayView2::from_shape((rows, columns), numbers).expect("a whole number of rows"))
    }

    pub(super) fn transposed(self) -> Matrix<'a> {
        Matrix(self.0.reversed_axes())
    }
}

/// `into = a b`, or `into += a b` where `adds`.
pub(super) fn multiply(a: Matrix<'_>, b: Matrix<'_>, into: &mut [f32], adds: bool) {
    let shape = (a.0.nrows(), b.0.ncols());
    let mut into = ArrayViewMut2::from_shape(shape, into).expect("room for the product");
    general_mat_mul(1.0, &a.0, &b.0, f32::from(u8::from(adds)), &mut into);
}
