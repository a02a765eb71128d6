//! The moving average behind "raw and smoothed".

/// The centred moving average over `window` values: each value's neighbours on both sides and itself, so an even window
/// counts one less. At the ends the window is cut to the values there are, rather than shrunk on both sides: the last
/// value is what people read off a learning curve, and should not be a single noisy one. What is not a finite number
/// stays a gap (NaN) and counts for nothing.
#[must_use]
pub fn moving_average(values: &[f64], window: usize) -> Vec<f64> {
    let half = window.saturating_sub(1) / 2;
    // Sums of all that stands before: a window's sum is then a difference, whatever its length. Taking the mean off
    // first keeps the differences small when the values are large and alike.
    let finite = || values.iter().filter(|value| value.is_finite());
    let mean = finite().sum::<f64>() / finite().count().max(1) as f64;
    let mut before = vec![(0.0, 0_usize)];
    let (mut sum, mut count) = (0.0, 0);
    for value in values {
        if value.is_finite() {
            sum += value - mean;
            count += 1;
        }
        before.push((sum, count));
    }
    let average = |at: usize| {
        let (first, end) = (at.saturating_sub(half), at.saturating_add(half + 1).min(values.len()));
        let ((sum_before, count_before), (sum, count)) = (before[first], before[end]);
        mean + (sum - sum_before) / (count - count_before) as f64
    };
    let smooth = |(at, value): (usize, &f64)| {
        if !value.is_finite() {
            f64::NAN
        } else if half == 0 {
            *value
        } else {
            average(at)
        }
    };
    values.iter().enumerate().map(smooth).collect()
}
