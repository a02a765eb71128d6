//! Global pooling: of every channel its mean and its largest number over the board, so that a network knows what happens far away
//! (as KataGo does; Wu 2019).

/// For each position the means of all channels, then their maxima, and at which point each maximum is.
pub(super) fn pool(x: &[f32], cells: usize, channels: usize, y: &mut Vec<f32>, at: &mut Vec<u16>) {
    y.clear();
    at.clear();
    for position in x.chunks_exact(cells * channels) {
        let start = y.len();
        y.resize(start + 2 * channels, 0.0);
        let first = at.len();
        at.resize(first + channels, 0);
        let (means, largest) = y[start..].split_at_mut(channels);
        largest.copy_from_slice(&position[..channels]);
        for (cell, row) in position.chunks_exact(channels).enumerate() {
            for (channel, &value) in row.iter().enumerate() {
                means[channel] += value;
                if value > largest[channel] {
                    largest[channel] = value;
                    at[first + channel] = cell as u16;
                }
            }
        }
        means.iter_mut().for_each(|mean| *mean /= cells as f32);
    }
}

/// Adds to `dx` what `dy` asks of the numbers that were pooled.
pub(super) fn unpool(dy: &[f32], cells: usize, channels: usize, at: &[u16], dx: &mut [f32]) {
    let positions = dx.chunks_exact_mut(cells * channels).zip(dy.chunks_exact(2 * channels));
    for ((dx, dy), at) in positions.zip(at.chunks_exact(channels)) {
        let (means, largest) = dy.split_at(channels);
        for row in dx.chunks_exact_mut(channels) {
            row.iter_mut().zip(means).for_each(|(d, mean)| *d += mean / cells as f32);
        }
        for (channel, (&cell, d)) in at.iter().zip(largest).enumerate() {
            dx[usize::from(cell) * channels + channel] += d;
        }
    }
}

/// Adds one row for each position to all points of that position.
pub(super) fn spread(rows: &[f32], cells: usize, channels: usize, x: &mut [f32]) {
    for (position, row) in x.chunks_exact_mut(cells * channels).zip(rows.chunks_exact(channels)) {
        for point in position.chunks_exact_mut(channels) {
            point.iter_mut().zip(row).for_each(|(sum, add)| *sum += add);
        }
    }
}

/// The way back of [`spread`]: for each position the sum over its points.
pub(super) fn gather(dx: &[f32], cells: usize, channels: usize, rows: &mut Vec<f32>) {
    rows.clear();
    rows.resize(dx.len() / cells, 0.0);
    for (position, row) in dx.chunks_exact(cells * channels).zip(rows.chunks_exact_mut(channels)) {
        for point in position.chunks_exact(channels) {
            row.iter_mut().zip(point).for_each(|(sum, d)| *sum += d);
        }
    }
}
