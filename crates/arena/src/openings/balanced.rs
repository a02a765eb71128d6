//! Openings that are even in an agent's opinion, for contests in which the opening should decide nothing.
//!
//! Openings are drawn at random, weighed one after the other, and kept if they are even enough. What that means depends on the
//! agent. A chance must be within the given distance of a half. Points have no scale, so there the distance is a share: within 0.1 keeps
//! a fifth of the openings weighed, those closest to zero, since that is the part of all chances that lies within 0.1 of a half. A
//! draw that was found is even; a win or a loss that was found never is, so that no opening is decided by tactics that
//! the agent sees.

use std::collections::HashSet;

use kinrow_agent::{AgentError, Balance, Limits, Seed, Stop, Weighed, weigh};
use kinrow_game::{Game, Outcome, Point, Position, Rules};
use kinrow_players::catalogue::{BuildError, build};
use kinrow_players::{AgentSpec, suits};
use kinrow_search::wander;

use super::random::{Stones, class};

/// How far from another stone a stone is placed at the most.
const REACH: u8 = 2;
/// Draws without anything new after which there is nothing new.
const VAIN: u32 = 5_000;
/// Openings weighed for each that is wanted, beyond which the search is given up.
const PATIENCE: usize = 50;
/// And so many more, for those who want few.
const MORE_PATIENCE: usize = 500;

/// What is wanted.
#[derive(Clone, Debug)]
pub struct Wanted {
    /// The board.
    pub rules: Rules,
    /// How many openings.
    pub count: u32,
    /// Moves of each; what suits the board where none is given.
    pub plies: Option<u16>,
    /// Who says whether they are even; who suits the board where nobody is named.
    pub agent: Option<AgentSpec>,
    /// What it may spend on each.
    pub limits: Limits,
    /// How far from even an opening may be: more than 0, and at most 0.5.
    pub within: f64,
    /// Where randomness comes from.
    pub seed: Seed,
}

impl Wanted {
    /// What the agent may spend when nobody said: a count, so that the same seed gives the same openings.
    pub const LIMITS: Limits = Limits { nodes: Some(20_000), ..Limits::NONE };

    /// How far from even an opening may be when nobody said.
    pub const WITHIN: f64 = 0.1;
}

/// How far the search has come, each time an opening was weighed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Sifted {
    /// Openings weighed so far.
    pub weighed: usize,
    /// Of these, even enough.
    pub found: usize,
}

/// An opening and how even it is.
#[derive(Clone, PartialEq, Debug)]
pub struct EvenOpening {
    /// Its moves.
    pub moves: Vec<Point>,
    /// How the sides stand after them, for the side to move.
    pub balance: Balance,
}

/// Openings that were found, with everything that led to them.
#[derive(Clone, Debug)]
pub struct Balanced {
    /// What was wanted; the moves and the agent stand below, chosen where none were given.
    wanted: Wanted,
    plies: u16,
    agent: AgentSpec,
    /// The openings, in the order in which they were drawn.
    pub openings: Vec<EvenOpening>,
    /// How many were weighed to find them.
    pub weighed: usize,
}

kinrow_game::sentences! {
    /// Why there are no such openings.
    pub enum SiftError {
        /// Not a distance from even.
        Within { given: String } = "balanced-within" =>
            "'{given}' is not a distance from even: write a number above 0 and up to 0.5, such as --within 0.1",
        /// The board is over by then.
        Plies { plies: u16, rules: String } = "balanced-plies" =>
            "{rules} has no opening of that many moves ({plies}) after which the game goes on: ask for fewer (--plies)",
        /// Not enough.
        TooFew { found: usize, wanted: u32, weighed: usize, rules: String } = "balanced-too-few" =>
            "only {found} of {wanted} even openings of {rules} were found among {weighed}: ask for fewer, for more moves (--plies), or allow more (--within)",
        /// Nobody knows.
        NoOpinion { agent: String } = "balanced-no-opinion" =>
            "{agent} does not say how good a position is within its limit: choose another agent, such as mcts, or a larger --limit",
        /// It was told to stop.
        Stopped { found: usize, wanted: u32 } = "balanced-stopped" =>
            "stopped after {found} of {wanted} openings; nothing was written",
    }
}

/// Why openings were not found: nothing fits, or the agent cannot judge them.
#[derive(Clone, PartialEq, Debug)]
pub enum BalancedError {
    /// Nothing fits.
    Sift(SiftError),
    /// The agent cannot be built.
    Build(BuildError),
    /// The agent does not answer.
    Agent(AgentError),
}

kinrow_game::delegate_explain!(BalancedError { Sift(SiftError), Build(BuildError), Agent(AgentError) });

/// Finds even openings, all different up to symmetry; `hear` is told of each that was weighed. The same wishes give the same
/// openings, unless the limits have a time.
///
/// # Errors
/// When a wish is impossible, too few are found, or `stop` came first.
pub fn find_balanced(
    wanted: &Wanted,
    stop: &Stop,
    hear: &mut dyn FnMut(Sifted),
) -> Result<Balanced, BalancedError> {
    let Wanted { rules, count, within, limits, seed, .. } = *wanted;
    if !(within > 0.0 && within <= 0.5) {
        return Err(SiftError::Within { given: within.to_string() }.into());
    }
    let plies = plies(wanted)?;
    let spec = wanted.agent.clone().unwrap_or_else(suits::fitting);
    let mut agent = build(&spec, seed.derive("agent", 0))?;
    let mut draws = Draws { rules, plies, seed, next: 0, seen: HashSet::new() };
    let mut sieve = Sieve::new(within);
    while sieve.found() < count as usize {
        let found = sieve.found();
        let too_few = || SiftError::TooFew {
            found,
            wanted: count,
            weighed: sieve.weighed.len(),
            rules: rules.to_string(),
        };
        if stop.is_stopped() {
            return Err(SiftError::Stopped { found, wanted: count }.into());
        }
        if sieve.weighed.len() >= PATIENCE * count as usize + MORE_PATIENCE {
            return Err(too_few().into());
        }
        let (position, moves) = draws.next().ok_or_else(too_few)?;
        agent.accepts(&position, &limits)?;
        // Each is judged for itself: what was searched before leaves no trace.
        agent.new_game();
        let Weighed { balance, .. } = weigh(&mut *agent, &position, &limits, stop)?;
        if stop.is_stopped() {
            continue;
        }
        if balance == Balance::Unknown {
            return Err(SiftError::NoOpinion { agent: spec.full() }.into());
        }
        sieve.add(EvenOpening { moves, balance });
        hear(Sifted { weighed: sieve.weighed.len(), found: sieve.found() });
    }
    let weighed = sieve.weighed.len();
    Ok(Balanced { wanted: wanted.clone(), plies, agent: spec, openings: sieve.even(count as usize), weighed })
}

/// Moves of an opening: those asked for; else three on up to 16 points, four on up to 49 and five on more, or fewer where the
/// game would be over.
fn plies(wanted: &Wanted) -> Result<u16, SiftError> {
    let rules = wanted.rules;
    let most = match rules.cells() {
        ..=16 => 3,
        17..=49 => 4,
        _ => 5,
    };
    let mut rng = wanted.seed.derive("plies", 0).rng();
    let mut is_possible =
        |plies: &u16| (0..VAIN).any(|_| wander(&Position::new(rules), *plies, REACH, &mut rng).is_some());
    let refuse = |plies| SiftError::Plies { plies, rules: rules.to_string() };
    match wanted.plies {
        Some(plies) if plies < rules.cells() && is_possible(&plies) => Ok(plies),
        Some(plies) => Err(refuse(plies)),
        None => (1..=most).rev().find(is_possible).ok_or_else(|| refuse(1)),
    }
}

/// Random openings, none of them twice.
struct Draws {
    rules: Rules,
    plies: u16,
    seed: Seed,
    next: u64,
    /// The classes of what was drawn.
    seen: HashSet<Stones>,
}

impl Iterator for Draws {
    type Item = (Position, Vec<Point>);

    fn next(&mut self) -> Option<Self::Item> {
        (0..VAIN).find_map(|_| {
            let mut rng = self.seed.derive("balanced", self.next).rng();
            self.next += 1;
            let drawn = wander(&Position::new(self.rules), self.plies, REACH, &mut rng)?;
            self.seen.insert(class(&drawn.0)).then_some(drawn)
        })
    }
}

/// Keeps what is even enough.
struct Sieve {
    within: f64,
    /// All that were weighed, in order.
    weighed: Vec<EvenOpening>,
    /// How many of them are even by themselves.
    even: usize,
    /// How many of them have points, and are ranked.
    ranked: usize,
}

impl Sieve {
    fn new(within: f64) -> Sieve {
        Sieve { within, weighed: Vec::new(), even: 0, ranked: 0 }
    }

    fn add(&mut self, opening: EvenOpening) {
        match self.is_even(opening.balance) {
            Some(is_even) => self.even += usize::from(is_even),
            None => self.ranked += 1,
        }
        self.weighed.push(opening);
    }

    /// Whether an opening is even by itself; `None` where it takes the others to tell.
    fn is_even(&self, balance: Balance) -> Option<bool> {
        match balance {
            Balance::Decided(outcome) => Some(outcome == Outcome::Draw),
            Balance::Chance(chance) => Some((chance - 0.5).abs() <= self.within),
            Balance::Points(_) => None,
            Balance::Unknown => Some(false),
        }
    }

    /// How many openings that have points are kept.
    fn share(&self) -> usize {
        // Rounded to what a person would call exact: a fifth of 15 is 3, whatever the last bit says.
        (self.ranked as f64 * 2.0 * self.within + 1e-9) as usize
    }

    fn found(&self) -> usize {
        self.even + self.share()
    }

    /// At most so many that are kept, in the order in which they were drawn.
    fn even(self, count: usize) -> Vec<EvenOpening> {
        let share = self.share();
        let is_even = |index: &usize| self.is_even(self.weighed[*index].balance);
        let mut kept: Vec<usize> =
            (0..self.weighed.len()).filter(|index| is_even(index) == Some(true)).collect();
        let mut ranked: Vec<usize> =
            (0..self.weighed.len()).filter(|index| is_even(index).is_none()).collect();
        // A stable sort: of two that are equally far from zero, the one that was drawn first is kept.
        let lean = |index: usize| self.weighed[index].balance.lean().abs();
        ranked.sort_by(|&one, &other| lean(one).total_cmp(&lean(other)));
        kept.extend(ranked.into_iter().take(share));
        kept.sort_unstable();
        kept.into_iter().take(count).map(|index| self.weighed[index].clone()).collect()
    }
}

impl Balanced {
    /// The file that `--openings` reads: the command that makes it again, and a line of moves each, with how the side to move
    /// stands after them.
    #[must_use]
    pub fn to_text(&self) -> String {
        let Wanted { rules, count, limits, within, seed, .. } = &self.wanted;
        let limit = if *limits == Limits::NONE { String::new() } else { format!(" --limit {limits}") };
        let agent: String = self.agent.to_string().chars().filter(|c| !c.is_control()).collect();
        let mut text = format!(
            "{}--board {rules} --balanced {count} --agent '{agent}'{limit} --plies {} --within {within} --seed {}\n",
            kinrow_files::OPENINGS,
            self.plies,
            seed.0,
        );
        let start = Position::new(*rules);
        for EvenOpening { moves, balance } in &self.openings {
            let names: Vec<String> = moves.iter().map(|&mv| start.name(mv)).collect();
            text += &format!("{}  # {balance}\n", names.join(" "));
        }
        text
    }

    /// Moves of each opening.
    #[must_use]
    pub fn plies(&self) -> u16 {
        self.plies
    }
}

#[cfg(test)]
mod tests;
