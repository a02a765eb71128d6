//! What to do while the best no longer improves: mutate more, and at last begin anew.
//!
//! A strategy with a wrong move near the start of the game may have learned to lose a single line of six hundred by it. The
//! right move would lead to classes where its genes were never tested, so that at first it would lose more; and once all
//! others have died out no rate of mutation finds the way back. A fresh population does, nine times in ten. (Starting
//! anew when a population has converged is Eshelman's cataclysm: The CHC Adaptive Search Algorithm, 1991.)

/// Generations without progress until mutation is twice as frequent.
const DOUBLING: u32 = 16;

/// Generations without progress until the population begins anew.
const PATIENCE: u32 = 64;

/// How the children of the generations have fared.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Stagnation {
    /// The fittest child so far.
    pub(super) peak: f64,
    /// Generations since then, at most [`Stagnation::MOST`].
    pub(super) stagnant: u32,
}

impl Stagnation {
    /// After more generations without progress nothing changes any more.
    pub(super) const MOST: u32 = PATIENCE;

    pub(super) fn new(peak: f64) -> Stagnation {
        Stagnation { peak, stagnant: 0 }
    }

    /// Takes in the fittest child of a generation.
    pub(super) fn note(&mut self, best: f64) {
        if best > self.peak {
            *self = Stagnation::new(best);
        } else {
            self.stagnant = (self.stagnant + 1).min(Self::MOST);
        }
    }

    /// The chance of a gene to mutate, where it is `base` while there is progress.
    pub(super) fn mutation(&self, base: f64) -> f64 {
        base * f64::from(1u32 << (self.stagnant / DOUBLING))
    }

    /// Whether it is time to begin anew; never once no line is lost.
    pub(super) fn is_stuck(&self) -> bool {
        self.stagnant >= PATIENCE && self.peak < 1.0
    }
}
