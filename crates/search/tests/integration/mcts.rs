//! Monte Carlo tree search, tested against minimax written as the definition reads, and by counting.

use std::collections::HashMap;
use std::time::Duration;

use kinrow_agent::{
    Agent, Decision, Event, Ignore, Limits, Observer, Proven, Seed, Stop, Thinking, TreeLimits, TreeLog,
    TreeNode, Value,
};
use kinrow_game::{Board, Game, Outcome, Point, Position, Tree};
use kinrow_search::mcts::{FinalChoice, Mcts, MctsOptions, Rollout, Tactics};

use crate::stopping::is_heard;

const PLAIN: MctsOptions = MctsOptions {
    playouts: None,
    time: None,
    c: 1.414,
    final_choice: FinalChoice::Visits,
    table: false,
    keep: false,
    rollout: Rollout::Random,
    solver: false,
    nodes: 2_000_000,
};
const SOLVER: MctsOptions = MctsOptions { solver: true, ..PLAIN };
const TABLE: MctsOptions = MctsOptions { table: true, ..PLAIN };
const TACTICAL: MctsOptions = MctsOptions { rollout: Rollout::Tactical, ..PLAIN };

fn playouts(n: u64) -> Limits {
    Limits { playouts: Some(n), ..Limits::NONE }
}

fn ask<G: Tactics<Move: Send>>(agent: &mut Mcts<G::Move>, position: &G, n: u64) -> Decision<G::Move> {
    agent.choose(position, &playouts(n), &mut Thinking::new(Stop::new(), &mut Ignore)).unwrap()
}

fn ask_new<G: Tactics<Move: Send>>(
    options: MctsOptions,
    seed: u64,
    position: &G,
    n: u64,
) -> Decision<G::Move> {
    ask(&mut Mcts::new(options, Seed(seed)), position, n)
}

/// The decision, and the whole tree behind it.
fn ask_for_tree<G: Tactics<Move: Send>>(
    agent: &mut Mcts<G::Move>,
    position: &G,
    n: u64,
) -> (Decision<G::Move>, TreeNode<G::Move>) {
    let mut log = TreeLog::new(TreeLimits { depth: 1000, nodes: u32::MAX });
    let decision = agent.choose(position, &playouts(n), &mut Thinking::new(Stop::new(), &mut log)).unwrap();
    (decision, log.root().unwrap().clone())
}

fn board<const W: usize>(rules: &str, moves: &str) -> Board<W> {
    let start = Board::new(rules.parse().unwrap());
    kinrow_game::notation::play_moves(&start, moves).unwrap().0
}

fn named(board: &impl Game<Move = Point>, decision: &Decision<Point>) -> String {
    board.name(decision.mv().unwrap())
}

fn without_time<M: Copy>(mut decision: Decision<M>) -> Decision<M> {
    decision.statistics.time = Duration::ZERO;
    decision
}

/// Outcome and distance under best play: the faster win, the slower loss. The distance of a draw is 0.
fn minimax<G: Game>(position: &G, known: &mut HashMap<u64, (Outcome, u32)>) -> (Outcome, u32) {
    if let Some(outcome) = position.outcome() {
        return (outcome, 0);
    }
    if let Some(&value) = known.get(&position.key()) {
        return value;
    }
    let merit = |&(outcome, plies): &(Outcome, u32)| match outcome {
        Outcome::Win => (2, -i64::from(plies)),
        Outcome::Draw => (1, 0),
        Outcome::Loss => (0, i64::from(plies)),
    };
    let values = position.moves().map(|mv| {
        let (outcome, plies) = minimax(&position.play(mv), known);
        (outcome.for_opponent(), if outcome == Outcome::Draw { 0 } else { plies + 1 })
    });
    let value = values.collect::<Vec<_>>().into_iter().max_by_key(merit).unwrap();
    known.insert(position.key(), value);
    value
}

#[test]
fn finds_the_right_branch_of_a_toy_tree() {
    for (text, right) in [
        ("(0 1 -1)", 1),
        ("((1 -1) (0 0))", 1),
        // The mean of the first branch is better, but the opponent will not play at random.
        ("((1 1 1 1 1 -1) (0 0))", 1),
        ("((0 (-1 -1 -1 1)) (-1 1))", 0),
        ("(((1 1) (0 0)) (-1 (1 1)) -1)", 0),
    ] {
        let tree: Tree = text.parse().unwrap();
        for options in [PLAIN, SOLVER, TABLE, TACTICAL] {
            for seed in 0..5 {
                let decision = ask_new(options, seed, &tree, 2000);
                assert_eq!(decision.mv(), Some(right), "{text} {options:?}: {decision:?}");
            }
        }
    }
    let drawn: Tree = "((0 0) (0 0))".parse().unwrap();
    assert_eq!(ask_new(PLAIN, 1, &drawn, 10).value, Value::Chance(0.5), "a draw is half a win");
    let for_o = "((-1 0) 1)".parse::<Tree>().unwrap().play(0);
    assert_eq!(ask_new(PLAIN, 1, &for_o, 100).mv(), Some(0), "O plays for O");
}

#[test]
fn wins_and_blocks_at_once() {
    for (rules, moves, best) in [
        ("3x3x3", "a3 a1 b3 b1", "c3"),
        ("3x3x3", "a3 b2 b3", "c3"),
        ("3x3x3", "b2 a3 a2", "c2"),
        ("7x6x4:drop", "d1 a1 d2 a2 d3", "d4"),
        ("7x6x4:drop", "d1 a1 d2 a2 d3 b1", "d4"),
        ("5x5x4", "b2 a5 b3 a4 c4 a3", "a2"),
    ] {
        let position: Board<1> = board(rules, moves);
        for options in
            [PLAIN, SOLVER, TABLE, TACTICAL, MctsOptions { final_choice: FinalChoice::Value, ..PLAIN }]
        {
            for seed in 0..3 {
                let decision = ask_new(options, seed, &position, 4000);
                assert_eq!(named(&position, &decision), best, "{rules} {moves} {options:?} {decision:?}");
                assert_eq!(decision.line.first(), decision.mv().as_ref());
            }
        }
    }
}

/// Every line of play against it is followed; the agent must never get less than the value of the game.
#[test]
fn never_loses_at_tic_tac_toe() {
    fn play(board: Board<1>, own_turn: bool, policy: &mut impl FnMut(&Board<1>) -> Point, lines: &mut u32) {
        if let Some(outcome) = board.outcome() {
            *lines += 1;
            let lost = if own_turn { Outcome::Loss } else { Outcome::Win };
            assert_ne!(outcome, lost, "lost in {board:?}");
            return;
        }
        if own_turn {
            play(board.play(policy(&board)), false, policy, lines);
        } else {
            for mv in board.moves() {
                play(board.play(mv), true, policy, lines);
            }
        }
    }
    for seed in 1..=2 {
        let mut agent = Mcts::new(SOLVER, Seed(seed));
        let mut chosen: HashMap<u64, Point> = HashMap::new();
        let mut policy = |board: &Board<1>| {
            *chosen.entry(board.key()).or_insert_with(|| {
                Agent::<Board<1>>::new_game(&mut agent);
                ask(&mut agent, board, 5000).mv().unwrap()
            })
        };
        let mut lines = 0;
        play(board("3x3x3", ""), true, &mut policy, &mut lines);
        play(board("3x3x3", ""), false, &mut policy, &mut lines);
        assert!(lines > 200, "{lines} lines are not all");
    }
}

/// The counts of every node: its own playout, and those of its children.
fn check_visits<M>(node: &TreeNode<M>, own: u64) {
    let below: u64 = node.children.iter().map(|child| child.visits.unwrap()).sum();
    if !node.children.is_empty() {
        assert_eq!(node.visits, Some(own + below));
    }
    assert!(node.children.is_sorted_by(|a, b| a.visits >= b.visits), "the most visited come first");
    node.children.iter().for_each(|child| check_visits(child, 1));
}

fn count<M>(node: &TreeNode<M>) -> u64 {
    1 + node.children.iter().map(count).sum::<u64>()
}

#[test]
fn each_playout_counts_once_in_each_node() {
    for n in [1, 8, 9, 10, 500, 3000] {
        let position: Board<1> = board("3x3x3", "");
        let (decision, root) = ask_for_tree(&mut Mcts::new(PLAIN, Seed(n)), &position, n);
        assert_eq!(root.visits, Some(n));
        check_visits(&root, 0);
        assert_eq!(decision.statistics.playouts, n);
        assert_eq!(decision.statistics.nodes, count(&root), "the nodes are those of the tree");
        let visits: Vec<u64> = decision.rated.iter().map(|rated| rated.visits.unwrap()).collect();
        assert_eq!(visits.len(), 9);
        assert_eq!(visits.iter().sum::<u64>(), n, "the root has no playout of its own");
        let untried = decision.rated.iter().filter(|rated| rated.value == Value::Unknown).count() as u64;
        assert_eq!(untried, 9u64.saturating_sub(n), "untried moves come first");
    }
    fn leaves<M>(node: &TreeNode<M>) -> u64 {
        if node.children.is_empty() { 1 } else { node.children.iter().map(leaves).sum() }
    }
    fn depth<M>(node: &TreeNode<M>) -> u32 {
        node.children.iter().map(|child| 1 + depth(child)).max().unwrap_or(0)
    }
    let (decision, root) = ask_for_tree(&mut Mcts::new(PLAIN, Seed(1)), &board::<1>("7x6x4:drop", ""), 2000);
    assert_eq!((decision.statistics.leaves, decision.statistics.depth), (leaves(&root), depth(&root)));
}

#[test]
fn the_same_seed_gives_the_same_answers() {
    let start: Board<1> = board("7x6x4:drop", "");
    let game = |agent: &mut Mcts<Point>| {
        Agent::<Board<1>>::new_game(agent);
        let mut decisions = Vec::new();
        let mut position = start;
        while position.outcome().is_none() {
            let decision = without_time(ask(agent, &position, 200));
            position = position.play(decision.mv().unwrap());
            decisions.push(decision);
        }
        decisions
    };
    for options in [PLAIN, TABLE, MctsOptions { solver: true, rollout: Rollout::Tactical, ..PLAIN }] {
        let mut agent = Mcts::new(options, Seed(5));
        let first = game(&mut agent);
        assert_eq!(first, game(&mut agent), "a new game begins as the first did");
        assert_eq!(first, game(&mut Mcts::new(options, Seed(5))));
        assert_ne!(first, game(&mut Mcts::new(options, Seed(6))), "the seed matters");
    }
}

/// Which of equal moves is played depends on the seed, not on their order.
#[test]
fn ties_are_broken_by_the_seed() {
    let equal: Tree = "(0 0 0 0)".parse().unwrap();
    let mut chosen = [0; 4];
    for seed in 0..100 {
        chosen[ask_new(PLAIN, seed, &equal, 40).mv().unwrap()] += 1;
    }
    assert!(chosen.iter().all(|&times| times > 10), "{chosen:?}");
}

#[test]
fn the_tree_is_kept_between_moves() {
    for options in [PLAIN, TABLE, SOLVER] {
        let start: Board<1> = board("5x5x4", "");
        let mut agent = Mcts::new(options, Seed(3));
        let (decision, root) = ask_for_tree(&mut agent, &start, 5000);
        let own = root.children.iter().find(|child| child.mv == decision.mv()).unwrap();
        let reply = &own.children[0];
        let position = start.play(own.mv.unwrap()).play(reply.mv.unwrap());

        let (next, kept) = ask_for_tree(&mut agent, &position, 1);
        assert_eq!(next.statistics.playouts, 1, "only new playouts are counted");
        assert!(next.statistics.nodes <= 1, "only new nodes are counted");
        if !options.table {
            assert_eq!(kept.visits.unwrap(), reply.visits.unwrap() + 1, "but the old visits are known");
            let same = |node: &TreeNode<Point>| {
                let mut children: Vec<_> =
                    node.children.iter().map(|child| (child.mv, count(child))).collect();
                children.sort_unstable();
                children
            };
            let (old, new) = (same(reply), same(&kept));
            let changed = new.iter().filter(|child| !old.contains(child)).count();
            assert!(changed <= 1, "one playout changes one branch: {old:?} {new:?}");
        }
        let elsewhere: Board<1> = board("5x5x4", "a1 a2 a3 a4 a5");
        assert_eq!(ask_for_tree(&mut agent, &elsewhere, 1).1.visits, Some(1), "a far position is new");

        ask(&mut agent, &start, 1000);
        Agent::<Board<1>>::new_game(&mut agent);
        assert_eq!(ask_for_tree(&mut agent, &start, 1).1.visits, Some(1), "a new game is new");
    }
}

#[test]
fn a_table_shares_positions() {
    let position: Board<1> = board("3x3x3", "");
    let tree = ask_new(PLAIN, 1, &position, 20_000).statistics;
    let shared = ask_new(TABLE, 1, &position, 20_000);
    assert!(shared.statistics.nodes * 2 < tree.nodes, "{shared:?} against {tree:?}");
    assert!(shared.statistics.nodes <= 5478, "tic-tac-toe has no more positions");
    assert!(shared.statistics.table_hits > 1000);
    assert_eq!(tree.table_hits, 0);
    assert_eq!(shared.rated.iter().map(|rated| rated.visits.unwrap()).sum::<u64>(), 20_000);
    // Enough to know every position: the centre and the corners draw, and so do the edges.
    let all = ask_new(MctsOptions { solver: true, ..TABLE }, 1, &position, 100_000);
    assert_eq!(all.value, Value::Proven(Proven { outcome: Outcome::Draw, plies: None }));
    assert!(all.statistics.playouts < 20_000, "{:?}", all.statistics);
}

/// What is claimed to be proven, at the root and of each of its moves, is what minimax says.
#[test]
fn proofs_agree_with_minimax() {
    let (mut proofs, mut distances, mut far) = (0, 0, 0);
    for rules in ["3x3x3", "3x3x3:misere", "4x3x3:drop", "4x4x3:drop,misere"] {
        let mut known = HashMap::new();
        let mut compare = |value: Value, truth: (Outcome, u32), context: &dyn Fn() -> String| {
            let Value::Proven(proven) = value else { return };
            proofs += 1;
            assert_eq!(proven.outcome, truth.0, "{}", context());
            if let Some(plies) = proven.plies {
                distances += 1;
                far += u32::from(plies > 2);
                assert_ne!(proven.outcome, Outcome::Draw);
                assert_eq!(plies, truth.1, "{}", context());
            }
        };
        for seed in 0..120 {
            let mut rng = Seed(seed).rng();
            let mut position: Board<1> = board(rules, "");
            for _ in 0..rng.below(6) {
                let moves: Vec<Point> = position.moves().collect();
                let next = position.play(*rng.pick(&moves));
                if next.outcome().is_some() {
                    break;
                }
                position = next;
            }
            let options = MctsOptions { table: seed % 3 == 0, ..SOLVER };
            let n = u64::from(4u32.pow(rng.below(7)));
            let decision = ask_new(options, seed, &position, n);
            let context = || format!("{rules} {seed} {position:?} {decision:?}");
            compare(decision.value, minimax(&position, &mut known), &context);
            for rated in &decision.rated {
                let (outcome, plies) = minimax(&position.play(rated.mv), &mut known);
                compare(rated.value, (outcome.for_opponent(), plies + 1), &context);
            }
            if let Value::Proven(proven) = decision.value {
                let after = position.play(decision.mv().unwrap());
                assert_eq!(minimax(&after, &mut known).0, proven.outcome.for_opponent(), "{}", context());
            }
        }
    }
    assert!(proofs > 500 && distances > 200 && far > 50, "{proofs} proofs, {distances} distances, {far} far");
}

#[test]
fn the_solver_stops_when_all_is_known() {
    let position: Board<1> = board("3x3x3", "");
    let decision = ask_new(SOLVER, 1, &position, 1_000_000);
    assert_eq!(decision.value, Value::Proven(Proven { outcome: Outcome::Draw, plies: None }));
    assert!(decision.statistics.playouts < 200_000);
    let won: Board<1> = board("3x3x3", "a3 a1 b3 b1");
    let decision = ask_new(SOLVER, 1, &won, 1_000_000);
    assert_eq!(decision.value, Value::Proven(Proven { outcome: Outcome::Win, plies: Some(1) }));
    assert!(decision.statistics.playouts < 100, "{:?}", decision.statistics);
    // After two playouts either the win is proven, or both moves that were tried are lost.
    let tree: Tree = "(-1 -1 1)".parse().unwrap();
    for seed in 0..20 {
        assert_eq!(
            ask_new(SOLVER, seed, &tree, 2).mv(),
            Some(2),
            "an untried move is better than a lost one"
        );
    }
    let without = ask_new(PLAIN, 1, &won, 1000);
    assert!(matches!(without.value, Value::Chance(_)), "nothing is proven without it");
    assert_eq!(without.statistics.playouts, 1000);
}

/// A tree of full width and depth, too large to be proven, whose leaves are `usual` but for one in five.
fn large_tree(depth: u32, usual: &str, unusual: &str) -> String {
    fn write(text: &mut String, depth: u32, leaf: &mut impl FnMut() -> String) {
        if depth == 0 {
            text.push_str(&leaf());
            return;
        }
        text.push('(');
        for _ in 0..4 {
            write(text, depth - 1, leaf);
            text.push(' ');
        }
        text.push(')');
    }
    let mut rng = Seed(1).rng();
    let mut text = String::new();
    write(&mut text, depth, &mut || if rng.below(5) == 0 { unusual } else { usual }.to_string());
    text
}

/// A proven draw is not visited again, but it is known.
#[test]
fn a_proven_draw_is_taken_before_worse() {
    // X sees a draw, and something that goes badly.
    let tree: Tree = format!("(0 {})", large_tree(8, "-1", "1")).parse().unwrap();
    let decision = ask_new(SOLVER, 1, &tree, 500);
    assert_eq!((decision.mv(), decision.value), (Some(0), Value::Chance(0.5)));
    assert!(decision.rated[0].visits < decision.rated[1].visits, "{:?}", decision.rated);
    assert!(decision.rated[0].value.is_proven() && !decision.rated[1].value.is_proven());
    // X sees something that goes well, and draws only because O has a draw beside it.
    let tree: Tree = format!("((0 {}))", large_tree(8, "1", "-1")).parse().unwrap();
    let decision = ask_new(SOLVER, 1, &tree, 500);
    assert!(matches!(decision.value, Value::Chance(chance) if chance < 0.51), "{decision:?}");
    let decision = ask_new(PLAIN, 1, &tree, 500);
    assert!(matches!(decision.value, Value::Chance(chance) if chance > 0.51), "{decision:?}");
}

#[test]
fn the_final_choice_is_by_visits_or_by_value() {
    let mut differs = 0;
    for seed in 0..40 {
        let position: Board<1> = board("5x5x4", "c3");
        let by_visits = ask_new(PLAIN, seed, &position, 60);
        let by_value =
            ask_new(MctsOptions { final_choice: FinalChoice::Value, ..PLAIN }, seed, &position, 60);
        assert_eq!(by_visits.rated, by_value.rated, "the search is the same");
        let chance = |value: Value| match value {
            Value::Chance(chance) => chance,
            Value::Unknown => -1.0,
            other => panic!("{other:?}"),
        };
        let of = |mv: Option<Point>| *by_visits.rated.iter().find(|rated| Some(rated.mv) == mv).unwrap();
        let most = by_visits.rated.iter().map(|rated| rated.visits).max().unwrap();
        let best = by_visits.rated.iter().map(|rated| chance(rated.value)).fold(0.0, f64::max);
        assert_eq!(of(by_visits.mv()).visits, most);
        assert_eq!(chance(of(by_value.mv()).value), best);
        assert_eq!(by_value.value, Value::Chance(best), "the value is that of the move");
        differs += u32::from(by_visits.mv() != by_value.mv());
    }
    assert!(differs > 0, "the two choices are never different");
}

/// What `tactical_move` promises, asked of every point by the rules.
fn check_tactical_move<const W: usize>(board: &Board<W>, chosen: Point) {
    let completing = |side| board.moves().filter(|&mv| board.completes(side, mv)).collect::<Vec<_>>();
    let (own, theirs) = (completing(board.to_move()), completing(board.to_move().opponent()));
    assert!(board.try_play(chosen).is_ok(), "{board:?} {chosen:?}");
    if board.rules().is_misere() {
        let all = own.len() == board.moves().count();
        assert!(all || !own.contains(&chosen), "{board:?}: {chosen:?} loses at once");
    } else if !own.is_empty() {
        assert!(own.contains(&chosen), "{board:?}: {chosen:?} does not win");
    } else if !theirs.is_empty() {
        assert!(theirs.contains(&chosen), "{board:?}: {chosen:?} does not block");
    }
}

fn check_tactics<const W: usize>(rules: &str, games: u64) {
    for seed in 0..games {
        let mut position: Board<W> = board(rules, "");
        let (mut one, mut two) = (Seed(seed).rng(), Seed(seed).rng());
        // The threats that a playout keeps up to date are those that a look at the whole board finds.
        let ending = position.tactical_playout(&mut |n| one.below(n), &mut |_| {});
        while position.outcome().is_none() {
            let chosen = position.tactical_move(&mut |n| two.below(n));
            check_tactical_move(&position, chosen);
            position = position.play(chosen);
        }
        assert_eq!((Some(ending), one), (position.ending(), two), "{rules} {seed}");
    }
}

#[test]
fn tactical_playouts_win_block_and_avoid() {
    for rules in [
        "3x3x3",
        "7x6x4:drop",
        "4x4x3:misere",
        "5x5x3:drop,misere",
        "6x6x4:exact",
        "6x6x3:exact,misere",
        "3x2x1",
        "4x4x20",
    ] {
        check_tactics::<1>(rules, 100);
    }
    check_tactics::<2>("9x9x5", 30);
    check_tactics::<2>("9x9x4:exact", 30);
    check_tactics::<2>("9x9x5:renju", 10);
    check_tactics::<4>("15x15x5", 5);
    check_tactics::<7>("20x20x5:exact", 3);
    // An overline does not win where exactly four are asked for, and so needs no block.
    let position: Board<1> = board("7x4x4:exact", "a4 a1 b4 b1 c4 c1 e4 e1 g1 g4");
    let mut rng = Seed(1).rng();
    let chosen: Vec<String> =
        (0..40).map(|_| position.name(position.tactical_move(&mut |n| rng.below(n)))).collect();
    assert!(chosen.iter().any(|mv| mv != "d4" && mv != "d1"), "{chosen:?}");
}

/// A random playout misses the winning move more often than not.
#[test]
fn tactical_playouts_are_better_judges() {
    let position: Board<1> = board("3x3x3", "a3 a1 b3 b1");
    let mut rng = Seed(1).rng();
    let ending = |position: &Board<1>, rng: &mut kinrow_agent::Rng| {
        position.tactical_playout(&mut |n| rng.below(n), &mut |_| {})
    };
    let won = (0..100)
        .filter(|_| ending(&position, &mut rng) == kinrow_game::Ending::Won(position.to_move()))
        .count();
    assert_eq!(won, 100);
}

#[test]
fn plays_every_kind_of_board_by_the_rules() {
    for rules in [
        "3x3x3:misere",
        "4x4x3:drop,misere",
        "6x5x4:drop",
        "6x6x4:exact",
        "9x9x5:renju",
        "15x15x5",
        "20x20x5",
        "1x1x1",
    ] {
        for options in [PLAIN, SOLVER, TABLE, TACTICAL] {
            let mut agent = Mcts::new(options, Seed(9));
            let mut position = Position::new(rules.parse().unwrap());
            let mut plies = 0;
            while position.outcome().is_none() && plies < 40 {
                let decision = ask(&mut agent, &position, 30);
                position = position.try_play(decision.mv().unwrap()).unwrap();
                plies += 1;
            }
        }
    }
    // One agent serves boards of different widths: what it kept of one is not mistaken for the other.
    let mut agent = Mcts::new(PLAIN, Seed(1));
    ask(&mut agent, &board::<1>("3x3x3", ""), 100);
    let decision = ask(&mut agent, &board::<4>("15x15x5", ""), 100);
    assert_eq!(decision.rated.len(), 225);
    // X loses by completing a row: with one point left that does not, it is taken.
    let misere: Board<1> = board("3x3x3:misere", "a3 b2 c3 a2 a1 c1");
    for options in [PLAIN, SOLVER, TACTICAL] {
        let decision = ask_new(options, 4, &misere, 1000);
        assert!(!misere.completes(misere.to_move(), decision.mv().unwrap()), "{decision:?}");
    }
}

#[test]
fn limits_and_options_the_stricter_counts() {
    let position: Board<1> = board("5x5x4", "");
    let spent = |options: MctsOptions, limits: &str| {
        let limits: Limits = limits.parse().unwrap();
        let mut agent = Mcts::new(options, Seed(1));
        agent.choose(&position, &limits, &mut Thinking::new(Stop::new(), &mut Ignore)).unwrap().statistics
    };
    let own = MctsOptions { playouts: Some(100), ..PLAIN };
    assert_eq!(spent(own, "").playouts, 100);
    assert_eq!(spent(own, "playouts=50").playouts, 50);
    assert_eq!(spent(own, "playouts=500").playouts, 100);
    assert_eq!(spent(own, "time=10s").playouts, 100);
    assert_eq!(spent(PLAIN, "").playouts, 1000);
    assert_eq!(spent(PLAIN, "nodes=30").playouts, 30);
    assert_eq!(spent(PLAIN, "depth=2,playouts=3000").depth, 2);
    let mut agent = Mcts::new(PLAIN, Seed(1));
    ask(&mut agent, &position, 3000);
    let shallow: Limits = "depth=1,playouts=100".parse().unwrap();
    let kept =
        agent.choose(&position, &shallow, &mut Thinking::new(Stop::new(), &mut Ignore)).unwrap().statistics;
    assert_eq!((kept.depth, kept.nodes), (1, 0), "a deep tree that was kept is not used either");
    let timed = spent(MctsOptions { time: Some(Duration::from_millis(20)), ..PLAIN }, "time=10s");
    assert!(timed.time < Duration::from_secs(5) && timed.playouts > 1000, "{timed:?}");
}

#[test]
fn the_textbook_is_the_default() {
    assert_eq!(MctsOptions::default(), PLAIN);
}

#[test]
fn the_tree_stays_within_its_bound() {
    for options in [PLAIN, TABLE, SOLVER] {
        let mut agent = Mcts::new(MctsOptions { nodes: 300, ..options }, Seed(2));
        let mut position: Board<1> = board("7x6x4:drop", "");
        for _ in 0..4 {
            let (decision, root) = ask_for_tree(&mut agent, &position, 3000);
            assert_eq!(decision.statistics.playouts, 3000, "playouts go on");
            assert!(decision.statistics.nodes <= 300, "{:?}", decision.statistics);
            // Told as a tree, a shared node comes again under each of its parents.
            assert!(options.table || count(&root) <= 300);
            assert!(decision.rated.iter().all(|rated| rated.visits.unwrap() > 0));
            position = position.play(decision.mv().unwrap());
        }
    }
    let tiny = ask_new(MctsOptions { nodes: 0, ..PLAIN }, 1, &board::<1>("3x3x3", "a3 a1 b3 b1"), 100);
    assert_eq!(tiny.statistics.nodes, 6, "the root and its moves are always looked at");
}

#[test]
fn a_stop_is_heard_within_fifty_milliseconds() {
    for rules in ["20x20x5", "20x20x5:renju"] {
        let position: Board<7> = board(rules, "k10 l10 k11 l11 a1 b2 m12");
        let limits = Limits { time: Some(Duration::from_secs(60)), ..Limits::NONE };
        let is_heard = is_heard(|stop| {
            let mut agent = Mcts::new(MctsOptions { table: true, solver: true, ..TACTICAL }, Seed(1));
            let decision = agent.choose(&position, &limits, &mut Thinking::new(stop, &mut Ignore)).unwrap();
            assert!(position.is_legal(decision.mv().unwrap()));
        });
        assert!(is_heard, "{rules}");
    }
}

#[test]
fn stopped_before_it_begins_it_still_plays() {
    let stop = Stop::new();
    stop.stop();
    for options in [PLAIN, SOLVER, TABLE] {
        let mut agent = Mcts::new(options, Seed(1));
        let position: Board<4> = board("15x15x5:renju", "h8");
        let decision =
            agent.choose(&position, &Limits::NONE, &mut Thinking::new(stop.clone(), &mut Ignore)).unwrap();
        assert!(position.is_legal(decision.mv().unwrap()));
        assert_eq!((decision.value, decision.statistics.playouts), (Value::Unknown, 0));
        assert!(decision.rated.iter().all(|rated| rated.value == Value::Unknown && rated.visits == Some(0)));
        assert_eq!(decision.rated.len(), 224);
    }
    let over: Board<1> = board("3x3x3", "a3 a1 b3 b1 c3");
    let mut agent = Mcts::new(PLAIN, Seed(1));
    assert!(agent.choose(&over, &Limits::NONE, &mut Thinking::new(Stop::new(), &mut Ignore)).is_err());
}

/// Counts events and checks their order.
#[derive(Default)]
struct Listener {
    tree: Option<TreeLimits>,
    reports: u32,
    last_playouts: u64,
    entered: u32,
    open: Vec<Option<Point>>,
    deepest: usize,
    playouts: u64,
}

impl Observer<Point> for Listener {
    fn event(&mut self, event: Event<'_, Point>) {
        match event {
            Event::Report(report) => {
                self.reports += 1;
                assert!(report.statistics.playouts >= self.last_playouts);
                self.last_playouts = report.statistics.playouts;
                assert!(!report.line.is_empty());
            }
            Event::Question(_) => panic!("only solvers ask questions"),
            Event::Guide(_) | Event::Choice { .. } => panic!("nothing guides it"),
            Event::Enter { mv, window } => {
                assert!(window.is_none());
                assert_eq!(mv.is_none(), self.open.is_empty(), "only the root has no move");
                self.open.push(mv);
                self.entered += 1;
                self.deepest = self.deepest.max(self.open.len() - 1);
            }
            Event::Leave { value, is_cut, visits, .. } => {
                assert!(self.open.pop().is_some());
                assert!(!is_cut && visits.is_some_and(|visits| visits > 0) && value != Value::Unknown);
            }
            Event::Playout { path, is_expanded, simulated, score } => {
                self.playouts += 1;
                // To the end of the board, at the most.
                assert!(path.len() + simulated.len() <= 42);
                assert!([0.0, 0.5, 1.0].contains(&score) && (!is_expanded || !path.is_empty()));
            }
        }
    }

    fn tree(&self) -> Option<TreeLimits> {
        self.tree
    }
}

#[test]
fn listeners_are_told() {
    let position: Board<1> = board("7x6x4:drop", "");
    for (depth, nodes) in [(0, 100), (1, 100), (3, 50), (20, 1), (20, 200), (2, 0)] {
        for options in [PLAIN, TABLE, SOLVER] {
            let mut listener = Listener { tree: Some(TreeLimits { depth, nodes }), ..Listener::default() };
            let mut agent = Mcts::new(options, Seed(1));
            agent.choose(&position, &playouts(2000), &mut Thinking::new(Stop::new(), &mut listener)).unwrap();
            assert!(listener.open.is_empty(), "every node entered is left");
            assert!(listener.entered <= nodes && listener.deepest <= depth as usize);
            let expected = nodes.min([1, 8][depth.min(1) as usize].max(if depth > 1 { u32::MAX } else { 0 }));
            assert_eq!(listener.entered, expected, "as many as are wanted");
            assert_eq!((listener.reports > 0, listener.last_playouts), (true, 2000), "the end is reported");
            assert_eq!(listener.playouts, 2000, "every playout is told of");
        }
    }
    let mut listener = Listener::default();
    let limits = Limits { time: Some(Duration::from_millis(450)), ..Limits::NONE };
    let mut agent = Mcts::new(PLAIN, Seed(1));
    agent.choose(&position, &limits, &mut Thinking::new(Stop::new(), &mut listener)).unwrap();
    assert!((2..=6).contains(&listener.reports), "{} reports in 450 ms", listener.reports);
    assert_eq!((listener.entered, listener.playouts), (0, 0), "no tree was asked for");
}

const KEEP: MctsOptions = MctsOptions { keep: true, ..PLAIN };

fn visits_of(decision: &Decision<Point>) -> u64 {
    decision.rated.iter().filter_map(|rated| rated.visits).sum()
}

#[test]
fn a_kept_tree_serves_the_next_game() {
    let (start, later) = (board::<1>("3x3x3", ""), board::<1>("3x3x3", "b2 a1"));
    let two_games = |options: MctsOptions| {
        let mut agent = Mcts::new(options, Seed(1));
        let mut visits = Vec::new();
        for _ in 0..2 {
            Agent::<Board<1>>::new_game(&mut agent);
            visits.push(visits_of(&ask(&mut agent, &start, 300)));
            visits.push(visits_of(&ask(&mut agent, &later, 300)));
        }
        visits
    };
    let (kept, forgotten) = (two_games(KEEP), two_games(PLAIN));
    assert_eq!(forgotten[..2], forgotten[2..], "without keep every game is the first");
    assert!(kept[2] >= 599, "the second game begins with the visits of the first: {kept:?}");
    assert!(kept[3] >= kept[1] + 300, "and finds them again on its way: {kept:?}");
    assert_eq!(two_games(KEEP), kept, "the same games, the same answers");
}

#[test]
fn a_kept_tree_finds_positions_that_no_game_before_began_with() {
    let mut agent = Mcts::new(KEEP, Seed(1));
    let (centre, corner) = (board::<1>("3x3x3", "b2"), board::<1>("3x3x3", "a1"));
    for expected in [200, 400] {
        for position in [&centre, &corner] {
            Agent::<Board<1>>::new_game(&mut agent);
            let decision = ask(&mut agent, position, 200);
            assert!(visits_of(&decision) >= expected - 1, "{decision:?}");
            assert!(position.is_legal(decision.mv().unwrap()));
        }
    }
}

#[test]
fn a_kept_tree_that_is_full_begins_anew() {
    let mut agent = Mcts::new(MctsOptions { nodes: 1000, ..KEEP }, Seed(1));
    let start = board::<1>("5x5x4", "");
    let mut totals = Vec::new();
    for _ in 0..6 {
        Agent::<Board<1>>::new_game(&mut agent);
        totals.push(visits_of(&ask(&mut agent, &start, 600)));
    }
    // The bound is reached in the second game, so that the third finds nothing.
    assert!(totals.iter().all(|&visits| visits <= 1200), "{totals:?}");
    assert!(totals[1] > 1000 && totals[2] <= 600, "{totals:?}");
}
