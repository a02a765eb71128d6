//! Which agent suits a board: the one place that answers, for the opponent nobody chose, the levels of strength, the Gomocup
//! brain, the analysts of the page, the reviewer of games, and the searches worth looking at.

use std::time::Duration;

use kinrow_agent::{Agent, Limits, Seed};
use kinrow_game::{Game, Position, Rules, with_board};
use kinrow_learn::Method;
use kinrow_search::solve::SolverAgent;
use kinrow_search::solve::book::Book;

use crate::AgentSpec;
use crate::catalogue::{ALL, AgentKind, Cost, Suits, build};
use crate::levels::PERFECT;

pub use crate::levels::Level;

/// On boards of up to this many points a game can be searched to its end while somebody waits.
const TO_THE_END: u16 = 12;

/// On larger boards not every point is worth a look.
const LARGE: u16 = 36;

/// With so few points left every line can be followed to its end.
const FEW_LEFT: u32 = 9;

/// A solve of more positions than two to this is not a matter of seconds.
const QUICK_BITS: f64 = 20.0;

/// The strongest on any board that is not solved at a glance.
const ENGINE: &str = "engine";

/// The solver with the book that comes with the program: most of its answers in the opening are there at once.
const WITH_BOOK: &str = "solve:distance=on,book=on";

fn spec(text: &str) -> AgentSpec {
    text.parse().expect("a spec of the catalogue")
}

/// Whether the solver answers within seconds.
#[must_use]
pub fn is_quickly_solved(position: &Position) -> bool {
    with_board!(position, board => SolverAgent::expected_bits(board)) <= QUICK_BITS
}

impl AgentKind {
    /// Whether it is of use in a position without options that make it do less.
    #[must_use]
    pub fn is_suited(&self, position: &Position) -> bool {
        match self.suits {
            Suits::AnyBoard => true,
            Suits::FewPoints => position.moves_left() <= FEW_LEFT,
            Suits::QuicklySolved => is_quickly_solved(position),
            Suits::Shipped => kinrow_zero::is_shipped(position.rules()),
        }
    }
}

/// A sensible opponent for a board when nobody said which: the textbook's perfect player where that is quick, the engine elsewhere.
#[must_use]
pub fn default_spec(rules: Rules) -> AgentSpec {
    let perfect = spec("alphabeta");
    let accepts = |agent: &dyn Agent<Position>| agent.accepts(&Position::new(rules), &Limits::NONE).is_ok();
    if rules.cells() <= TO_THE_END && build(&perfect, Seed(0)).is_ok_and(|agent| accepts(&*agent)) {
        return perfect;
    }
    spec(ENGINE)
}

/// Who thinks for a brain, with a clock. The memory it may use is for whoever builds it.
#[must_use]
pub fn fitting() -> AgentSpec {
    spec(ENGINE)
}

/// Who says what each move is worth, by the kind of answer that is wanted.
#[derive(Clone, Debug)]
pub struct Analysts {
    /// What is proven.
    pub exact: AgentSpec,
    /// What a search finds within some time.
    pub search: AgentSpec,
    /// What playouts tell.
    pub playouts: AgentSpec,
    /// What can be learned at once, by each learner that has an opinion of every move; the one to begin with first.
    pub learners: Vec<AgentSpec>,
    /// Who is asked when it is to be somebody else, until that is changed.
    pub other: AgentSpec,
}

/// The analysts of a board.
#[must_use]
pub fn analysts(rules: Rules) -> Analysts {
    let is_large = rules.cells() > LARGE;
    let search = if rules.cells() <= TO_THE_END { "alphabeta" } else { "engine:lines=5" };
    let mut learners: Vec<&AgentKind> =
        ALL.iter().filter(|kind| kind.method.is_some() && kind.shows.values.is_some()).collect();
    // Self-play learns for both sides at once, and knows most after few games.
    learners.sort_by_key(|kind| kind.method != Some(Method::SelfPlay));
    let budget = episodes(rules);
    Analysts {
        exact: spec(if Book::is_shipped(rules) { WITH_BOOK } else { PERFECT }),
        search: spec(search),
        playouts: spec(if is_large { "mcts:rollout=tactical" } else { "mcts" }),
        learners: learners
            .iter()
            .map(|kind| spec(&format!("{}:learn=on,budget={budget}", kind.name)))
            .collect(),
        other: spec("alphabeta:depth=4,eval=runs"),
    }
}

/// Who is worth asking side by side: what is proven, the strongest, playouts, a network where one ships, and a textbook's search.
#[must_use]
pub fn compared(rules: Rules) -> Vec<AgentSpec> {
    let Analysts { exact, playouts, other, .. } = analysts(rules);
    let network = kinrow_zero::is_shipped(rules).then(|| spec("zero"));
    [exact, spec(ENGINE), playouts].into_iter().chain(network).chain([other]).collect()
}

/// Who goes over a game from this position: the solver where it is quick, so that every verdict is proven, and elsewhere
/// the engine, which gives a chance, with proofs where it finds them.
#[must_use]
pub fn reviewer(position: &Position) -> AgentSpec {
    spec(if is_quickly_solved(position) { PERFECT } else { ENGINE })
}

/// What a reviewer may spend on a position when nobody says.
pub const REVIEW: Limits = Limits { time: Some(Duration::from_secs(1)), ..Limits::NONE };

/// How many games a learner plays before it answers: enough for tic-tac-toe to be learned well, and done in about a
/// second on any board, since a game of a larger one costs more.
fn episodes(rules: Rules) -> u64 {
    let share = (9.0 / f64::from(rules.cells())).powi(2).min(1.0);
    ((20_000.0 * share).round() as u64).max(50)
}

/// Searches whose tree is worth looking at, small boards to their end and larger ones to a few plies; the one to begin
/// with first.
#[must_use]
pub fn trees(position: &Position) -> Vec<AgentSpec> {
    if position.moves_left() <= FEW_LEFT {
        return [
            "alphabeta:order=natural,table=off",
            "alphabeta",
            "minimax",
            "mcts:playouts=1000",
            "averaging",
            "alphabeta:depth=3,eval=runs",
        ]
        .map(spec)
        .into();
    }
    let is_begun = position.moves_left() < u32::from(position.rules().cells());
    let near = if is_begun { ",near=1" } else { "" };
    [
        &format!("alphabeta:depth=3,eval=runs{near}"),
        &format!("alphabeta:depth=2,eval=runs,table=off{near}"),
        "mcts:playouts=2000",
        "mcts:playouts=2000,rollout=tactical,solver=on",
        "minimax:depth=2,eval=runs",
    ]
    .map(spec)
    .into()
}

/// With so few points left a whole search has a few thousand steps, not millions.
const FEW_STEPS: u32 = 7;

/// Searches whose steps can be followed; the one to begin with first.
#[must_use]
pub fn steps(position: &Position) -> Vec<AgentSpec> {
    if position.moves_left() <= FEW_STEPS {
        return [
            "alphabeta:order=natural,table=off",
            "minimax",
            "averaging",
            "mcts:playouts=100",
            "alphabeta",
        ]
        .map(spec)
        .into();
    }
    let depth = if position.moves_left() <= u32::from(TO_THE_END) { 3 } else { 2 };
    [
        &format!("alphabeta:depth={depth},order=natural,table=off"),
        &format!("minimax:depth={depth}"),
        "mcts:playouts=100",
        &format!("alphabeta:depth={depth},eval=runs"),
    ]
    .map(spec)
    .into()
}

/// More plies than any game that is searched to its end.
const MOST_PLIES: u32 = 30;

/// Plies of a tree to keep so that all its branches have room among so many nodes: a search that goes depth first would fill
/// the room with its first branch. Monte Carlo keeps what it visited most, however deep.
#[must_use]
pub fn tree_depth(spec: &AgentSpec, position: &Position, most: u32) -> u32 {
    let cuts = match spec.kind().cost {
        Cost::Playouts => return MOST_PLIES,
        Cost::CutTree => true,
        Cost::Glance | Cost::WholeTree | Cost::Unknown => false,
    };
    let left = position.moves_left();
    let widest = if position.rules().is_drop() {
        u32::from(position.rules().width())
    } else {
        // Points near a stone, in the middle of a game.
        spec.options().whole::<u32>("near").map_or(left, |near| 24 * near)
    };
    let mut nodes = 1u64;
    for ply in 1..=MOST_PLIES.min(left) {
        // Where alpha-beta cuts, every second level has few nodes for each above (Knuth and Moore 1975).
        let is_cut = cuts && ply % 2 == 0;
        nodes *= u64::from(if is_cut { 3 } else { widest.min(left + 1 - ply).max(1) });
        if nodes > u64::from(most) {
            return (ply - 1).max(1);
        }
    }
    MOST_PLIES
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalogue::Values;

    const BOARDS: [&str; 9] = [
        "1x1x1",
        "3x3x3",
        "4x3x3",
        "5x5x4",
        "7x6x4:drop",
        "8x8x5",
        "15x15x5:renju",
        "20x20x5",
        "4x4x4:misere",
    ];

    fn position(text: &str) -> Position {
        Position::new(text.parse().unwrap())
    }

    fn after(rules: &str, moves: &str) -> Position {
        position(rules).play_moves(moves).unwrap().0
    }

    fn accepts(spec: &AgentSpec, position: &Position, limits: &str) -> bool {
        build(spec, Seed(0)).unwrap().accepts(position, &limits.parse().unwrap()).is_ok()
    }

    #[test]
    fn default_opponents_and_levels_accept_their_boards() {
        for rules in BOARDS {
            let empty = position(rules);
            assert!(accepts(&default_spec(empty.rules()), &empty, ""), "{rules}");
            for &level in Level::ALL {
                let spec = level.spec(empty.rules());
                assert!(spec.is_some() || level == Level::Perfect, "{level} on {rules}");
                assert!(spec.is_none_or(|spec| accepts(&spec, &empty, "")), "{level} on {rules}");
            }
        }
    }

    #[test]
    fn the_fitting_agent_suits_its_board() {
        for rules in BOARDS {
            let empty = position(rules);
            assert!(accepts(&fitting(), &empty, "time=1s"), "{rules}");
        }
    }

    #[test]
    fn analysts_have_an_opinion_and_accept_their_boards() {
        for rules in BOARDS {
            let empty = position(rules);
            let Analysts { exact, search, playouts, learners, other } = analysts(empty.rules());
            let all = [exact, search, playouts, other].into_iter().chain(learners);
            for spec in all {
                assert!(spec.kind().shows.values.is_some(), "{spec}");
                assert!(accepts(&spec, &empty, "time=1s"), "{spec} on {rules}");
            }
        }
        let of = |rules: &str| analysts(rules.parse().unwrap());
        assert_eq!(of("3x3x3").search.to_string(), "alphabeta");
        assert_eq!(of("15x15x5").search.to_string(), "engine:lines=5");
        assert_eq!(of("3x3x3").exact.to_string(), "solve:distance=on");
        assert_eq!(of("7x6x4:drop").exact.to_string(), "solve:distance=on,book=on");
        let learners: Vec<String> = of("3x3x3").learners.iter().map(ToString::to_string).collect();
        assert_eq!(learners[..2], ["selfplay:learn=on,budget=20000", "td0:learn=on,budget=20000"]);
    }

    #[test]
    fn reviewers_tell_results_or_chances() {
        for rules in BOARDS {
            let empty = position(rules);
            let spec = reviewer(&empty);
            assert!(matches!(spec.kind().shows.values, Some(Values::Results | Values::Chances)), "{spec}");
            assert!(build(&spec, Seed(0)).unwrap().accepts(&empty, &REVIEW).is_ok(), "{spec} on {rules}");
        }
        assert_eq!(reviewer(&position("5x5x4")).to_string(), "solve:distance=on");
        assert_eq!(reviewer(&position("15x15x5")).to_string(), "engine");
    }

    #[test]
    fn what_is_offered_shows_what_it_is_offered_for() {
        for rules in BOARDS {
            let empty = position(rules);
            let is_offered = |spec: &AgentSpec| spec.kind().is_suited(&empty) && accepts(spec, &empty, "");
            assert!(trees(&empty).iter().all(|spec| spec.kind().shows.tree && is_offered(spec)), "{rules}");
            assert!(
                steps(&empty).iter().all(|spec| spec.kind().shows.steps.is_some() && is_offered(spec)),
                "{rules}"
            );
        }
        let first = |specs: Vec<AgentSpec>| specs[0].to_string();
        assert!(!first(trees(&position("3x3x3"))).contains("depth"));
        assert_eq!(first(trees(&after("15x15x5", "h8"))), "alphabeta:depth=3,eval=runs,near=1");
        assert!(first(steps(&after("15x15x5", "h8"))).contains("depth=2"));
        assert!(!first(steps(&after("3x3x3", "a3 b3"))).contains("depth"));
    }

    #[test]
    fn as_many_plies_are_kept_as_leave_room_for_every_branch() {
        let depth = |text: &str, position: Position| tree_depth(&spec(text), &position, 20_000);
        // 9 * 8 * 7 * 6 * 5 = 15,120 lines of five plies, 60,480 of six.
        assert_eq!(depth("minimax", position("3x3x3")), 5);
        assert!(depth("alphabeta", position("3x3x3")) > 5);
        assert_eq!(depth("minimax", after("3x3x3", "a3 b3 c3 a2")), 30, "to the end");
        assert_eq!(depth("mcts:playouts=10", position("15x15x5")), 30);
        assert_eq!(depth("minimax:depth=2", position("15x15x5")), 1);
        assert_eq!(depth("minimax", position("7x6x4:drop")), 5);
        assert!(
            depth("alphabeta:near=1", position("15x15x5")) > depth("alphabeta:near=2", position("15x15x5"))
        );
    }
}
