//! What a network is taught by: cross entropy of the policy over the legal moves, and of the outcome, each with its gradient.

/// Turns logits into probabilities.
pub(crate) fn softmax(logits: &mut [f32]) {
    let largest = logits.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    logits.iter_mut().for_each(|logit| *logit = (*logit - largest).exp());
    let sum: f32 = logits.iter().sum();
    logits.iter_mut().for_each(|share| *share /= sum);
}

/// The cross entropy of `softmax(logits)` towards `target`, above what it cannot fall below (the target's own entropy); `gradient` is
/// what it asks of the logits, times `weight`.
pub(crate) fn cross_entropy(logits: &[f32], target: &[f32], weight: f32, gradient: &mut [f32]) -> f32 {
    gradient.copy_from_slice(logits);
    softmax(gradient);
    let mut loss = 0.0;
    for (share, &wanted) in gradient.iter_mut().zip(target) {
        if wanted > 0.0 {
            loss += wanted * (wanted.ln() - share.max(f32::MIN_POSITIVE).ln());
        }
        *share = weight * (*share - wanted);
    }
    loss
}
