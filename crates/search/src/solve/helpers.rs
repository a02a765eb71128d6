//! Asks several searchers the same question at once: the caller's own, and helpers on threads of their own.

use std::panic::resume_unwind;

use kinrow_agent::Statistics;

/// What all of them find, the caller's first, and what the helpers spent.
pub(super) fn ask_all<R: Send, H: FnOnce() -> (R, Statistics) + Send>(
    helpers: Vec<H>,
    own: impl FnOnce() -> R,
) -> (Vec<R>, Vec<Statistics>) {
    std::thread::scope(|scope| {
        let helpers: Vec<_> = helpers.into_iter().map(|helper| scope.spawn(helper)).collect();
        let mut results = vec![own()];
        let mut spent = Vec::new();
        for helper in helpers {
            let (result, statistics) = helper.join().unwrap_or_else(|panic| resume_unwind(panic));
            results.push(result);
            spent.push(statistics);
        }
        (results, spent)
    })
}
