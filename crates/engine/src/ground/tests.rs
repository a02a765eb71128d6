//! The fields that count rows, against the referee and the naive oracle; and the engine on every board there is.

use kinrow_agent::{Action, Agent, Ignore, Limits, Options, Stop, Thinking, Value};
use kinrow_game::{Board, Outcome, Point, Rules};
use kinrow_testing::naive::{GAMES, Naive, position};
use proptest::prelude::*;

use super::*;
use crate::drop_field::Drop;
use crate::misere_field::Misere;
use crate::plain_field::Plain;
use crate::{Engine, EngineOptions};

/// Boards for the referee, on which nothing is solved.
const LARGER: [&str; 12] = [
    "7x6x4:drop",
    "9x7x4:drop,exact",
    "20x20x6:drop",
    "3x9x3:drop",
    "8x8x5:misere",
    "12x5x3:misere,exact",
    "7x7x4:drop,misere",
    "20x19x7:misere",
    "20x20x12",
    "19x13x11:exact",
    "4x4x1",
    "6x5x8:drop",
];

/// Evaluates an expression with the field of a position, if it is one that counts rows.
macro_rules! with_ground {
    ($position:expr, $ground:ident => $body:expr) => {{
        let position: &Position = $position;
        let layout = Layout::of(position.rules());
        let rules = position.rules();
        #[allow(unused_mut)]
        if rules.is_misere() {
            let mut $ground = Ground::<Misere>::new(layout, position);
            $body
        } else if rules.is_drop() {
            let mut $ground = Ground::<Drop>::new(layout, position);
            $body
        } else {
            let mut $ground = Ground::<Plain>::new(layout, position);
            $body
        }
    }};
}

/// All that the search can see of a field.
fn seen<F: Family>(ground: &Ground<F>) -> impl PartialEq + std::fmt::Debug + use<F> {
    let empty = ground.empty();
    let urgencies: Vec<i32> = empty.iter().map(|cell| ground.urgency(cell)).collect();
    let next: Vec<Cell> =
        empty.iter().flat_map(|cell| ground.rows.next_to_complete(ground.to_move, cell)).collect();
    let completing = Side::BOTH.map(|side| *ground.rows.completing(side));
    let sets = (ground.playable, empty, completing, ground.forcing(), ground.candidates());
    let state = (ground.to_move, ground.key, ground.is_over, ground.is_drawn(), ground.stage());
    (sets, state, ground.evaluate(), ground.rows.are_closed(), urgencies, next)
}

/// Plays random moves on a field and on the referee's board, compares them after each, and takes everything back.
fn follow<F: Family>(ground: &mut Ground<F>, start: &Position, picks: &[u16]) {
    let (mut position, mut before) = (*start, Vec::new());
    for pick in picks {
        if position.outcome().is_some() {
            break;
        }
        assert_eq!(seen(ground), seen(&Ground::<F>::new(ground.layout.clone(), &position)), "{position}");
        let points: Vec<Point> = position.moves().collect();
        let legal: Cells = points.iter().map(|point| ground.layout.cell_of(*point)).collect();
        assert_eq!(ground.playable, legal, "{position}");
        let decides =
            |point: &&Point| matches!(position.play(**point).outcome(), Some(Outcome::Win | Outcome::Loss));
        let deciding: Cells =
            points.iter().filter(decides).map(|point| ground.layout.cell_of(*point)).collect();
        assert_eq!(ground.completing_now(position.to_move()), deciding, "{position}");
        before.push(seen(ground));
        let point = points[usize::from(*pick) % points.len()];
        ground.play(ground.layout.cell_of(point));
        position = position.play(point);
        assert_eq!(
            ground.is_over,
            matches!(position.outcome(), Some(Outcome::Win | Outcome::Loss)),
            "{position}"
        );
        assert!(position.outcome().is_some() || !ground.playable.is_empty(), "{position}");
    }
    for before in before.into_iter().rev() {
        ground.undo();
        assert_eq!(seen(ground), before);
    }
}

/// What a field claims about a position, against what is true.
fn check_claims<F: Family>(ground: &Ground<F>, board: &Board<1>, naive: &mut Naive) {
    let (outcome, plies) = naive.value(board);
    let mut value = |cell: Cell| naive.move_value(board, ground.layout.point(cell)).0;
    assert!(!ground.is_drawn() || outcome == Outcome::Draw);
    let legal = ground.playable;
    let best = legal.iter().map(&mut value).max();
    match ground.stage() {
        Stage::Won(claimed) => assert_eq!((outcome, plies), (Outcome::Win, claimed as u32)),
        Stage::Lost(claimed) => assert_eq!((outcome, plies), (Outcome::Loss, claimed as u32)),
        Stage::Only(only) => {
            assert!(legal.contains(only));
            assert!(legal.iter().all(|cell| cell == only || value(cell) == Outcome::Loss));
        }
        Stage::Defend(_) => unreachable!("no such field knows double threats"),
        Stage::Free => {
            let (cells, is_complete) = ground.candidates();
            assert!(!cells.is_empty() && cells.without(&legal).is_empty());
            assert!(!is_complete || cells.iter().map(value).max() == best);
        }
    }
    assert!(ground.forcing().without(&legal).is_empty());
}

proptest! {
    #![proptest_config(kinrow_testing::cases!(300))]

    #[test]
    fn a_field_is_the_referees_board(
        game in 0..GAMES.len() + LARGER.len(),
        picks in prop::collection::vec(any::<u16>(), 0..60),
    ) {
        let name = GAMES.iter().chain(&LARGER).nth(game).expect("within both");
        let rules: Rules = name.parse().expect("rules");
        if !rules.line().has_forbidden_points() {
            let start = Position::new(rules);
            with_ground!(&start, ground => follow(&mut ground, &start, &picks));
        }
    }

    #[test]
    fn stages_and_candidates_are_true(
        game in 0..GAMES.len(),
        picks in prop::collection::vec(any::<u16>(), 30),
        empties in 1u32..9,
    ) {
        let board = position(game, &picks, empties);
        if board.outcome().is_none() && !board.rules().line().has_forbidden_points() {
            let mut naive = Naive::default();
            with_ground!(&Position::One(board), ground => check_claims(&ground, &board, &mut naive));
        }
    }

    /// Few nodes and many, with everything that leaves moves out and without.
    #[test]
    fn what_the_engine_proves_is_true(
        game in 0..GAMES.len(),
        picks in prop::collection::vec(any::<u16>(), 30),
        empties in 1u32..10,
        nodes in prop_oneof![1u64..50, 50u64..2000],
        depth in prop::option::weighted(0.8, 1u32..12),
        options in prop_oneof![
            Just("memory=1"),
            Just("memory=1,lines=3"),
            Just("memory=1,vcf=off,vct=off"),
            Just("memory=1,table=off,reductions=off,counts=off,futility=off,razoring=off"),
        ],
    ) {
        let board = position(game, &picks, empties);
        if board.outcome().is_none() {
            let options = Options::parse(EngineOptions::DECLARED, "engine", options).expect("options");
            let mut engine = Engine::new(EngineOptions::from(&options));
            // With a limit of depth the solver is not asked, and the search has to prove things itself.
            let limits = Limits { nodes: Some(nodes), depth, ..Limits::NONE };
            let mut ignore = Ignore;
            let mut thinking = Thinking::new(Stop::new(), &mut ignore);
            let decision = engine.choose(&Position::One(board), &limits, &mut thinking).expect("a decision");
            let Action::Play(mv) = decision.action else { panic!("{:?}", decision.action) };
            prop_assert!(board.is_legal(mv));
            let mut naive = Naive::default();
            if let Value::Proven(proven) = decision.value {
                prop_assert_eq!(proven.outcome, naive.value(&board).0, "{}", Position::One(board));
                prop_assert_eq!(proven.outcome, naive.move_value(&board, mv).0, "{}", Position::One(board));
            }
            for rated in decision.rated {
                if let Value::Proven(proven) = rated.value {
                    prop_assert_eq!(proven.outcome, naive.move_value(&board, rated.mv).0, "{}", Position::One(board));
                }
            }
        }
    }
}

#[test]
fn the_engine_plays_every_board() {
    let sizes = [1, 2, 5, 20];
    let mut engine = Engine::new(EngineOptions {
        memory: 1,
        ..EngineOptions::from(&Options::parse(EngineOptions::DECLARED, "engine", "").expect("no options"))
    });
    let limits = Limits { nodes: Some(20), ..Limits::NONE };
    for (width, height, k) in sizes.iter().flat_map(|width| {
        sizes.iter().flat_map(move |height| [1, 2, 4, 11, 20].map(|k| (*width, *height, k)))
    }) {
        for variant in ["", ":exact", ":drop", ":misere", ":drop,exact", ":drop,misere", ":exact,misere"] {
            let rules: Rules = format!("{width}x{height}x{k}{variant}").parse().expect("rules");
            let mut position = Position::new(rules);
            for _ in 0..3 {
                if position.outcome().is_some() {
                    break;
                }
                let mut ignore = Ignore;
                let mut thinking = Thinking::new(Stop::new(), &mut ignore);
                engine.accepts(&position, &limits).expect("any board");
                let decision = engine.choose(&position, &limits, &mut thinking).expect("a decision");
                let Action::Play(mv) = decision.action else { panic!("{rules}: {:?}", decision.action) };
                assert!(position.is_legal(mv), "{position}");
                position = position.play(mv);
            }
        }
    }
}
