//! The textbook searches against the textbook's numbers, against each other and against the naive full tree.

use kinrow_agent::{Agent, Decision, Ignore, Limits, Proven, Stop, Thinking, Value};
use kinrow_game::notation::{parse_position, play_moves};
use kinrow_game::{Board, Game, Outcome, Point, Rules, Tree};
use kinrow_search::{
    AlphaBeta, AlphaBetaOptions, Averaging, Distance, Evaluation, Knowledge, Minimax, MinimaxOptions, Order,
};
use proptest::prelude::*;

use crate::stopping::is_heard;

fn choose<G: Game>(agent: &mut dyn Agent<G>, position: &G, limits: &Limits) -> Decision<G::Move> {
    agent.choose(position, limits, &mut Thinking::new(Stop::new(), &mut Ignore)).unwrap()
}

fn minimax(options: MinimaxOptions) -> Minimax {
    Minimax::new(options, "minimax".into())
}

fn alphabeta<M: Copy + PartialEq>(options: AlphaBetaOptions) -> AlphaBeta<M> {
    AlphaBeta::new(options, "alphabeta".into())
}

fn board(rules: &str, moves: &str) -> Board<4> {
    play_moves(&Board::new(rules.parse().unwrap()), moves).unwrap().0
}

const BARE: AlphaBetaOptions = AlphaBetaOptions {
    depth: None,
    evaluation: Evaluation::None,
    distance: Distance::Ignored,
    near: None,
    order: Order::Natural,
    table: false,
};

#[test]
fn the_textbooks_node_counts() {
    let full = [("", 549_946, 18_297), ("a3", 59_705, 2_338), ("b2", 55_505, 2_316), ("b3", 63_905, 2_869)];
    for (moves, by_minimax, by_alphabeta) in full {
        let position = board("3x3x3", moves);
        for distance in [Distance::Counted, Distance::Ignored] {
            let mut agent = minimax(MinimaxOptions { distance, ..MinimaxOptions::default() });
            assert_eq!(choose(&mut agent, &position, &Limits::NONE).statistics.nodes, by_minimax, "{moves}");
        }
        let decision = choose(&mut alphabeta(BARE), &position, &Limits::NONE);
        assert_eq!(decision.statistics.nodes, by_alphabeta, "{moves}");
    }
    let mut averaging = Averaging;
    assert_eq!(choose(&mut averaging, &board("2x2x2", ""), &Limits::NONE).statistics.nodes, 41);
    assert_eq!(choose(&mut averaging, &board("3x3x3", ""), &Limits::NONE).statistics.nodes, 549_946);
}

#[test]
fn known_values() {
    let draw = Value::Proven(Proven { outcome: Outcome::Draw, plies: None });
    assert_eq!(
        choose(&mut minimax(MinimaxOptions::default()), &board("3x3x3", ""), &Limits::NONE).value,
        draw
    );
    let mut agent = alphabeta(AlphaBetaOptions::default());
    assert_eq!(choose(&mut agent, &board("3x3x3", ""), &Limits::NONE).value, draw);
    let won = choose(&mut agent, &board("4x3x3", ""), &Limits::NONE);
    assert_eq!(won.value, Value::Proven(Proven { outcome: Outcome::Win, plies: Some(7) }));
    let played = won.line.iter().try_fold(board("4x3x3", ""), |at, &mv| at.try_play(mv)).unwrap();
    assert!(won.line.len() <= 7 && (won.line.len() < 7 || played.outcome() == Some(Outcome::Loss)));
}

/// Positions in which alpha-beta once called losses draws or wins: with a window at the very edge of the scores, nodes were
/// cut before they were searched.
#[test]
fn lost_positions_are_not_called_drawn_or_won() {
    let lost = [
        ("4x3x3 4/1O1X/X1O1 x", 6),
        ("3x3x3 O2/3/OXX x", 4),
        ("5x2x3:exact O2X1/O1X1X o", 4),
        ("4x4x4:drop 4/2X1/OOO1/XXXO x", 8),
        ("4x3x3 1XOX/1O2/4 x", 4),
        ("4x4x4 2OX/XXX1/O1O1/1X1O o", 4),
    ];
    for (text, plies) in lost {
        let position: Board<4> = parse_position(text).unwrap();
        for &order in Order::ALL {
            let options = AlphaBetaOptions { order, ..AlphaBetaOptions::default() };
            let decision = choose(&mut alphabeta(options), &position, &Limits::NONE);
            assert_eq!(decision.value, proven((Outcome::Loss, plies)), "{text} order={order}");
        }
    }
}

/// The plainest possible minimax: outcome and distance, by recursion over the whole tree.
fn naive<G: Game>(position: &G) -> (Outcome, i32) {
    if let Some(outcome) = position.outcome() {
        return (outcome, 0);
    }
    position
        .moves()
        .map(|mv| {
            let (outcome, plies) = naive(&position.play(mv));
            (outcome.for_opponent(), plies + 1)
        })
        .max_by_key(|&(outcome, plies)| (outcome, if outcome == Outcome::Win { -plies } else { plies }))
        .unwrap()
}

fn proven((outcome, plies): (Outcome, i32)) -> Value {
    let plies = (outcome != Outcome::Draw).then_some(plies as u32);
    Value::Proven(Proven { outcome, plies })
}

/// A random position, and how it came about.
fn position(rules: &str, choices: &[usize]) -> Board<4> {
    let mut board = Board::new(rules.parse::<Rules>().unwrap());
    for &choice in choices {
        let moves: Vec<Point> = board.moves().collect();
        let next = board.play(moves[choice % moves.len()]);
        if next.outcome().is_some() {
            break;
        }
        board = next;
    }
    board
}

fn small_boards() -> impl Strategy<Value = Board<4>> {
    let rules = prop::sample::select(vec![
        "3x3x3",
        "4x3x3",
        "4x2x3",
        "5x2x2",
        "3x3x2",
        "3x3x3:misere",
        "4x3x3:drop",
        "3x4x3:drop,misere",
        "5x2x3:exact",
        "3x3x3:exact,misere",
        "7x1x3",
    ]);
    (rules, prop::collection::vec(any::<usize>(), 4..9))
        .prop_map(|(rules, choices)| position(rules, &choices))
}

fn any_boards() -> impl Strategy<Value = Board<4>> {
    let rules = prop::sample::select(vec![
        "3x3x3",
        "4x4x3",
        "5x5x4",
        "6x4x4",
        "5x5x5",
        "4x4x4:misere",
        "7x6x4:drop",
        "5x5x4:exact",
        "6x6x4:exact,misere",
        "15x15x5:renju",
        "9x2x3",
    ]);
    (rules, prop::collection::vec(any::<usize>(), 0..14))
        .prop_map(|(rules, choices)| position(rules, &choices))
}

fn evaluations() -> impl Strategy<Value = Evaluation> {
    prop::sample::select(Evaluation::ALL)
}

fn distances() -> impl Strategy<Value = Distance> {
    prop::sample::select(vec![Distance::Counted, Distance::Ignored])
}

proptest! {
    #![proptest_config(kinrow_testing::cases!(200))]

    #[test]
    fn full_minimax_is_the_naive_tree(position in small_boards()) {
        let decision = choose(&mut minimax(MinimaxOptions::default()), &position, &Limits::NONE);
        prop_assert_eq!(decision.value, proven(naive(&position)));
        // Every move's value too, and the line leads where the value says.
        for rated in &decision.rated {
            let (outcome, plies) = naive(&position.play(rated.mv));
            prop_assert_eq!(rated.value, proven((outcome.for_opponent(), plies + 1)));
        }
        let end = decision.line.iter().try_fold(position, |at, &mv| at.try_play(mv)).unwrap();
        prop_assert!(end.outcome().is_some());
    }

    /// The same value, the same move and, where nothing is taken from the table, the same length of line.
    #[test]
    fn alphabeta_is_minimax(
        position in any_boards(),
        depth in 1u32..4,
        evaluation in evaluations(),
        distance in distances(),
        order in prop::sample::select(Order::ALL),
        table in any::<bool>(),
    ) {
        // Some two hundred points to the power of three are for another day.
        let depth = if position.moves().count() > 30 { depth.min(2) } else { depth };
        let options = MinimaxOptions { depth: Some(depth), evaluation, distance };
        let plain = choose(&mut minimax(options), &position, &Limits::NONE);
        let options = AlphaBetaOptions { depth: Some(depth), evaluation, distance, near: None, order, table };
        let mut agent = alphabeta(options);
        let cut = choose(&mut agent, &position, &Limits::NONE);
        prop_assert_eq!(cut.mv(), plain.mv());
        prop_assert_eq!(comparable(cut.value), comparable(plain.value));
        prop_assert!(cut.statistics.nodes <= plain.statistics.nodes);
        // The same search again costs and says the same.
        let again = choose(&mut agent, &position, &Limits::NONE);
        prop_assert_eq!((again.mv(), again.value, again.statistics.nodes), (cut.mv(), cut.value, cut.statistics.nodes));
        // Rating every move gives minimax's values.
        let mut rated = agent.rate(&position, &Limits::NONE, &mut Thinking::new(Stop::new(), &mut Ignore)).unwrap().rated;
        rated.sort_by_key(|rated| rated.mv);
        for (one, other) in rated.iter().zip(&plain.rated) {
            prop_assert_eq!((one.mv, comparable(one.value)), (other.mv, comparable(other.value)));
        }
        prop_assert_eq!(rated.len(), plain.rated.len());
    }

    #[test]
    fn full_alphabeta_is_the_naive_tree(position in small_boards(), order in prop::sample::select(Order::ALL)) {
        for table in [false, true] {
            let options = AlphaBetaOptions { order, table, ..AlphaBetaOptions::default() };
            let decision = choose(&mut alphabeta(options), &position, &Limits::NONE);
            prop_assert_eq!(decision.value, proven(naive(&position)));
        }
    }

    /// Deepening step by step under a limit that is never reached ends where one deep search ends.
    #[test]
    fn deepening_ends_at_the_same_answer(position in small_boards()) {
        let whole = choose(&mut alphabeta(AlphaBetaOptions::default()), &position, &Limits::NONE);
        let limits = Limits { nodes: Some(100_000_000), ..Limits::NONE };
        let stepwise = choose(&mut alphabeta(AlphaBetaOptions::default()), &position, &limits);
        prop_assert_eq!((stepwise.mv(), stepwise.value), (whole.mv(), whole.value));
    }

    #[test]
    fn evaluations_are_fair(position in any_boards(), evaluation in evaluations()) {
        // The same stones with the colours swapped. Turns would not come out, so swap sides by a symmetric pair: the
        // evaluation of (own, other) is the negative of (other, own).
        let [x, o] = kinrow_game::Side::BOTH.map(|side| position.stones(side));
        if x.len() == o.len() {
            let swapped = Board::from_stones(position.rules(), o, x).unwrap();
            prop_assert_eq!(swapped.evaluate(evaluation), -position.evaluate(evaluation));
        }
    }
}

/// A draw that minimax cannot prove because a branch hit the horizon may be proven by alpha-beta, which need not look there.
fn comparable(value: Value) -> Value {
    match value {
        Value::Points(0) => Value::Proven(Proven { outcome: Outcome::Draw, plies: None }),
        value => value,
    }
}

#[test]
fn toy_trees() {
    let toys = [
        ("(1 (0 -1) 1)", Outcome::Win, 0),
        ("((0 -1) (1 0))", Outcome::Draw, 1),
        ("((1 -1) (-1 -1))", Outcome::Loss, 0),
    ];
    for (text, outcome, branch) in toys {
        let tree: Tree = text.parse().unwrap();
        let bare = MinimaxOptions { distance: Distance::Ignored, ..MinimaxOptions::default() };
        let decisions = [
            choose(&mut minimax(bare), &tree, &Limits::NONE),
            choose(&mut alphabeta(BARE), &tree, &Limits::NONE),
        ];
        for decision in decisions {
            assert_eq!(decision.value.result().map(|proven| proven.outcome), Some(outcome), "{text}");
            assert_eq!(decision.mv(), Some(branch), "{text}");
        }
    }
    // After the first branch gives 0, the second is refuted by its first leaf: six leaves and two inner nodes become five.
    let tree: Tree = "((0 1) (-1 1 1))".parse().unwrap();
    let decision = choose(&mut alphabeta(BARE), &tree, &Limits::NONE);
    assert_eq!((decision.statistics.nodes, decision.statistics.cutoffs), (6, 1));
    // The mean of the second branch is higher, but its worst is a loss.
    let decision = choose(&mut Averaging, &"((0 0) (1 1 1 -1))".parse::<Tree>().unwrap(), &Limits::NONE);
    assert_eq!((decision.mv(), decision.value), (Some(1), Value::Chance(0.75)));
}

/// A single line of play, so many plies long, that X wins.
fn long_tree(plies: usize) -> Tree {
    format!("{}1{}", "(".repeat(plies), ")".repeat(plies)).parse().unwrap()
}

/// No board has games of more than 400 plies, but other games do: a search sees their end or its own horizon, and always has a move.
#[test]
fn games_longer_than_any_board_are_searched() {
    for plies in [399, 400, 401, 402, 403, 1500] {
        let tree = long_tree(plies);
        for depth in [None, Some(0), Some(1), Some(399), Some(400), Some(401), Some(5000)] {
            for nodes in [None, Some(100_000)] {
                let limits = Limits { depth, nodes, ..Limits::NONE };
                let ahead = depth.unwrap_or(u32::MAX).clamp(1, 400);
                let plies = plies as u32;
                let win = Value::Proven(Proven { outcome: Outcome::Win, plies: Some(plies) });
                for decision in [
                    choose(&mut minimax(MinimaxOptions::default()), &tree, &limits),
                    choose(&mut alphabeta(AlphaBetaOptions::default()), &tree, &limits),
                ] {
                    assert_eq!(decision.mv(), Some(0), "{plies} {limits}");
                    assert_eq!(
                        decision.value == win,
                        plies <= ahead,
                        "{plies} {limits}: {:?}",
                        decision.value
                    );
                    assert_eq!(decision.statistics.depth, plies.min(ahead), "{plies} {limits}");
                }
            }
        }
    }
}

/// The averaged tree gives won and drawn games away: in 152 of the 4,520 positions of 3x3x3 in which the game goes on.
#[test]
fn averaging_is_not_minimax() {
    fn visit(position: &Board<4>, seen: &mut std::collections::HashSet<u64>, given_away: &mut u32) {
        if position.outcome().is_some() || !seen.insert(position.key()) {
            return;
        }
        let mv = choose(&mut Averaging, position, &Limits::NONE).mv().unwrap();
        let (best, _) = naive(position);
        let (reply, _) = naive(&position.play(mv));
        *given_away += u32::from(reply.for_opponent() < best);
        for mv in position.moves() {
            visit(&position.play(mv), seen, given_away);
        }
    }
    let mut seen = std::collections::HashSet::new();
    let mut given_away = 0;
    visit(&board("3x3x3", ""), &mut seen, &mut given_away);
    assert_eq!((seen.len(), given_away), (4520, 152));
    // X threatens c2; the mean prefers c1, because most of X's replies to it do not win.
    let decision = choose(&mut Averaging, &board("3x3x3", "a2 a1 b2"), &Limits::NONE);
    assert_eq!(board("3x3x3", "").name(decision.mv().unwrap()), "c1");
}

#[test]
fn wins_fast_and_loses_slowly() {
    // X has two ways to win; the immediate one must be taken though another also wins.
    let position = board("4x4x3", "b2 a4 c2 d4");
    let decision = choose(&mut alphabeta(AlphaBetaOptions::default()), &position, &Limits::NONE);
    assert_eq!(decision.value, Value::Proven(Proven { outcome: Outcome::Win, plies: Some(1) }));
    // O is lost against the double threat; it makes X play the longest win.
    let position = board("3x3x3", "a1 b1 a3");
    let naive_value = naive(&position);
    let decision = choose(&mut minimax(MinimaxOptions::default()), &position, &Limits::NONE);
    assert_eq!((decision.value, naive_value), (proven(naive_value), (Outcome::Loss, 4)));
}

#[test]
fn what_cannot_end_is_refused() {
    let large = board("15x15x5", "");
    let mut ignore = Ignore;
    let mut thinking = Thinking::new(Stop::new(), &mut ignore);
    for agent in [
        &mut minimax(MinimaxOptions::default()) as &mut dyn Agent<Board<4>>,
        &mut alphabeta(AlphaBetaOptions::default()),
        &mut Averaging,
    ] {
        let error = agent.choose(&large, &Limits::NONE, &mut thinking).unwrap_err().to_string();
        assert!(error.contains("would never finish") && error.contains("time=2s"), "{error}");
        assert!(agent.accepts(&large, &Limits { nodes: Some(1000), ..Limits::NONE }).is_ok());
        assert!(agent.accepts(&board("3x3x3", ""), &Limits::NONE).is_ok());
    }
}

#[test]
fn limits_are_kept_and_a_move_comes_back() {
    let position = board("15x15x5", "h8 i9 g7");
    for nodes in [1, 2, 10, 1000, 20_000] {
        let limits = Limits { nodes: Some(nodes), ..Limits::NONE };
        let options =
            AlphaBetaOptions { evaluation: Evaluation::Runs, near: Some(1), ..AlphaBetaOptions::default() };
        for agent in [
            &mut alphabeta(options) as &mut dyn Agent<Board<4>>,
            &mut minimax(MinimaxOptions::default()),
            &mut Averaging,
        ] {
            let decision = choose(agent, &position, &limits);
            assert!(decision.statistics.nodes <= nodes);
            assert!(position.is_legal(decision.mv().unwrap()));
        }
    }
}

#[test]
fn a_stop_is_answered_within_50_ms() {
    let position = board("15x15x5", "h8 i9 g7");
    let options =
        AlphaBetaOptions { depth: Some(8), evaluation: Evaluation::Runs, ..AlphaBetaOptions::default() };
    let limits = Limits { time: Some(std::time::Duration::from_secs(3600)), ..Limits::NONE };
    assert!(is_heard(|stop| {
        let decision =
            alphabeta(options).choose(&position, &limits, &mut Thinking::new(stop, &mut Ignore)).unwrap();
        assert!(position.is_legal(decision.mv().unwrap()));
    }));
}

#[test]
fn pruned_searches_do_not_claim_proofs() {
    // X wins by force near the stones, but moves far away were not looked at.
    let position = board("15x15x5", "h8 a1 h9 c1 h10 e1");
    let options = AlphaBetaOptions { depth: Some(3), near: Some(1), ..AlphaBetaOptions::default() };
    let decision = choose(&mut alphabeta(options), &position, &Limits::NONE);
    assert_eq!(decision.value, Value::Likely(Proven { outcome: Outcome::Win, plies: Some(3) }));
    let all = AlphaBetaOptions { near: None, ..options };
    let decision = choose(&mut alphabeta(all), &position, &Limits::NONE);
    assert_eq!(decision.value, Value::Proven(Proven { outcome: Outcome::Win, plies: Some(3) }));
    // A win at once overlooks nothing.
    let position = board("15x15x5", "h8 a1 h9 c1 h10 e1 h11 g1");
    let decision = choose(&mut alphabeta(options), &position, &Limits::NONE);
    assert_eq!(decision.value, Value::Proven(Proven { outcome: Outcome::Win, plies: Some(1) }));
}
