//! What the steps say must be what the search did: values, windows, cuts, means, visits.

use std::collections::BTreeMap;

use kinrow_agent::{Limits, Stop, Value};
use kinrow_game::{Game, Position, Side, Tree};
use kinrow_players::AgentSpec;
use kinrow_session::steps::StepsError;
use kinrow_session::steps::{Happening, Recording, record, record_tree};

fn steps(spec: &str, board: &str, moves: &str) -> Recording {
    let spec: AgentSpec = spec.parse().unwrap();
    let position = Position::new(board.parse().unwrap()).play_moves(moves).unwrap().0;
    record(&spec, &position, &Limits::NONE, 2_000_000, &Stop::new()).unwrap()
}

fn count(recording: &Recording, is: impl Fn(&Happening) -> bool) -> u64 {
    recording.steps.iter().filter(|step| is(&step.happening)).count() as u64
}

/// A node's value when it was left.
fn left(recording: &Recording) -> BTreeMap<usize, Value> {
    let value = |step: &kinrow_session::steps::Step| match step.happening {
        Happening::Leave { value, .. } => Some((step.node, value)),
        _ => None,
    };
    recording.steps.iter().filter_map(value).collect()
}

#[test]
fn every_node_is_entered_and_left_once() {
    for spec in ["minimax", "alphabeta:table=off", "alphabeta", "averaging", "minimax:depth=3,eval=runs"] {
        let recording = steps(spec, "3x3x3", "b2 a1 c1");
        assert!(recording.is_complete, "{spec}");
        let entered = count(&recording, |step| matches!(step, Happening::Enter { .. }));
        let gone = count(&recording, |step| matches!(step, Happening::Leave { .. }));
        let nodes = recording.decision.statistics.nodes;
        assert_eq!((entered, gone, recording.nodes.len() as u64), (nodes, nodes, nodes), "{spec}");
        let leaves = count(&recording, |step| matches!(step, Happening::Leaf(_)));
        assert_eq!(leaves, recording.decision.statistics.leaves, "{spec}");
        let hits = count(&recording, |step| matches!(step, Happening::Leave { from_table: true, .. }));
        assert_eq!(hits, recording.decision.statistics.table_hits, "{spec}");
        let cuts = count(&recording, |step| matches!(step, Happening::Cut { .. }));
        assert_eq!(cuts, recording.decision.statistics.cutoffs, "{spec}");
    }
}

/// The last update of a node of minimax is its value, and the best child's turned round.
#[test]
fn updates_lead_to_the_value() {
    for board in ["3x3x3", "3x3x3:misere", "4x2x2"] {
        let recording = steps("minimax", board, if board == "4x2x2" { "" } else { "b2 a1" });
        let left = left(&recording);
        let mut best: BTreeMap<usize, Value> = BTreeMap::new();
        for step in &recording.steps {
            match &step.happening {
                Happening::Update { value, child, window } => {
                    assert!(window.is_none());
                    assert_eq!(
                        left[child].for_opponent().result().unwrap().outcome,
                        value.result().unwrap().outcome
                    );
                    best.insert(step.node, *value);
                }
                Happening::Leave { value, .. } if best.contains_key(&step.node) => {
                    assert_eq!(best[&step.node], *value, "{board} node {}", step.node);
                }
                _ => {}
            }
        }
        assert!(best.len() > 100 || board == "4x2x2");
    }
}

/// Where alpha-beta cuts, alpha has reached beta, and somebody was spared.
#[test]
fn a_cut_has_its_reason() {
    let recording = steps("alphabeta:table=off,distance=off", "3x3x3", "b2 a1");
    let mut cuts = 0;
    for step in &recording.steps {
        if let Happening::Cut { window, .. } = &step.happening {
            let [alpha, beta] = window.unwrap().map(|bound| bound.unwrap().to_string());
            let rank = |text: &str| match text {
                "loss" => -1_000_000,
                "draw" => 0,
                "win" => 1_000_000,
                // The root asks earlier moves whether they are as good: a bound a hair lower.
                points => points.parse::<i32>().unwrap(),
            };
            assert!(rank(&alpha) >= rank(&beta), "{alpha} {beta}");
            cuts += 1;
        }
    }
    assert!(cuts > 10);
    let minimax = steps("minimax:distance=off", "3x3x3", "b2 a1");
    assert_eq!(minimax.decision.value, recording.decision.value);
    assert!(minimax.nodes.len() > 5 * recording.nodes.len());
}

#[test]
fn the_mean_forms() {
    let recording = steps("averaging", "3x3x3", "b2 a1 c1");
    let left = left(&recording);
    let mut last: BTreeMap<usize, (Value, u32)> = BTreeMap::new();
    for step in &recording.steps {
        if let Happening::Mean { value, of, .. } = step.happening {
            assert_eq!(of, last.get(&step.node).map_or(0, |(_, of)| *of) + 1);
            last.insert(step.node, (value, of));
        }
    }
    assert!(last.len() > 100);
    for (node, (mean, _)) in last {
        let (Value::Chance(mean), Value::Chance(value)) = (mean, left[&node]) else {
            panic!("averaging gives chances")
        };
        assert!((value - mean).abs() < 1e-12);
    }
}

/// The visits that the phases count are those the search itself reports, and selection took the highest bound.
#[test]
fn the_four_phases_build_the_tree_of_the_search() {
    let recording = steps("mcts:playouts=500,c=0.7", "3x3x3", "b2");
    let mut visits: BTreeMap<usize, u64> = BTreeMap::new();
    let mut selections = 0;
    for step in &recording.steps {
        match &step.happening {
            Happening::Backup { visits: so_far, .. } => {
                visits.insert(step.node, *so_far);
            }
            Happening::Select { choices, chosen } => {
                selections += 1;
                let bound = |child: usize| {
                    let choice = choices.iter().find(|choice| choice.child == child).unwrap();
                    choice.mean + choice.explore
                };
                assert!(choices.iter().all(|choice| bound(choice.child) <= bound(*chosen) + 1e-4));
                assert!(choices.iter().all(|choice| choice.visits == visits[&choice.child]));
            }
            _ => {}
        }
    }
    assert!(selections > 500);
    assert_eq!(visits[&0], 500);
    for rated in &recording.decision.rated {
        let node =
            recording.nodes.iter().position(|node| node.parent == Some(0) && node.mv == Some(rated.mv));
        assert_eq!(rated.visits, Some(visits[&node.unwrap()]));
    }
    assert_eq!(count(&recording, |step| matches!(step, Happening::Simulate { .. })), 500);
}

#[test]
fn a_long_recording_is_cut_and_says_so() {
    let position = Position::new("3x3x3".parse().unwrap());
    for spec in ["minimax", "mcts:playouts=1000", "averaging"] {
        let spec: AgentSpec = spec.parse().unwrap();
        let recording = record(&spec, &position, &Limits::NONE, 100, &Stop::new()).unwrap();
        assert_eq!((recording.steps.len(), recording.is_complete), (100, false));
        assert!(recording.nodes.len() <= 101 && position.is_legal(recording.decision.mv().unwrap()));
        let json = recording.to_json();
        assert_eq!(json["steps"].as_array().unwrap().len(), 100);
        assert_eq!(json["tree"][0]["move"], serde_json::Value::Null);
    }
}

#[test]
fn what_has_no_steps_is_refused() {
    let position = Position::new("3x3x3".parse().unwrap());
    let over = position.play_moves("a1 a2 b1 b2 c1").unwrap().0;
    let refuse = |spec: &str, position: &Position| -> String {
        let spec: AgentSpec = spec.parse().unwrap();
        let error: StepsError = record(&spec, position, &Limits::NONE, 100, &Stop::new()).unwrap_err();
        error.to_string()
    };
    assert!(refuse("random", &position).contains("choose from averaging, minimax, alphabeta, mcts"));
    assert!(refuse("mcts:solver=on", &position).contains("leave these options out"));
    assert!(refuse("minimax", &over).contains("the game is over"));
    let large = Position::new("15x15x5".parse().unwrap());
    assert!(refuse("minimax", &large).contains("would never finish"));
}

fn tree_steps(spec: &str, text: &str) -> Recording<Tree> {
    let tree: Tree = text.parse().unwrap();
    record_tree(&spec.parse().unwrap(), &tree, &Limits::NONE, 100_000, &Stop::new()).unwrap()
}

/// The example of Russell and Norvig, figure 6.2: the root is worth 3, and two leaves of the second branch are cut.
#[test]
fn the_textbooks_tree() {
    let text = "(3 12 8) (2 4 6) (14 5 2)";
    let minimax = tree_steps("minimax", text);
    assert_eq!(minimax.decision.value, Value::Points(3));
    assert_eq!((minimax.nodes.len(), minimax.decision.mv()), (13, Some(0)));
    let alphabeta = tree_steps("alphabeta:order=natural,table=off", text);
    assert_eq!((alphabeta.decision.value, alphabeta.decision.mv()), (Value::Points(3), Some(0)));
    let cuts: Vec<_> = alphabeta
        .steps
        .iter()
        .filter_map(|step| match &step.happening {
            Happening::Cut { skipped, .. } => Some((alphabeta.nodes[step.node].mv, skipped.clone())),
            _ => None,
        })
        .collect();
    assert_eq!(cuts, [(Some(1), vec![1, 2]), (Some(2), vec![])]);
    assert_eq!(alphabeta.nodes.len(), 11);
    // Wide at the root and deep elsewhere: moves alone would promise far more positions than there are.
    let lopsided = format!("{} {}1 2{}", "1 ".repeat(20), "(".repeat(15), ")".repeat(15));
    assert_eq!(tree_steps("minimax", &lopsided).decision.statistics.nodes, 38);
}

/// The plainest minimax of a tree, for X.
fn plain_value(tree: &Tree) -> i64 {
    if tree.outcome().is_some() {
        let own: i64 = tree.to_string().parse().unwrap();
        return own;
    }
    let values = tree.moves().map(|mv| plain_value(&tree.play(mv)));
    let values: Vec<i64> = values.collect();
    let best = if tree.to_move() == Side::X { values.iter().max() } else { values.iter().min() };
    *best.unwrap()
}

#[test]
fn typed_trees_have_the_value_of_the_plainest_minimax() {
    let mut state = 7u64;
    let mut draw = move |n: u64| {
        state = kinrow_game::scramble(state);
        state % n
    };
    fn grow(depth: u64, draw: &mut impl FnMut(u64) -> u64) -> String {
        if depth == 0 || draw(5) == 0 {
            return (draw(41) as i64 - 20).to_string();
        }
        let branches = 1 + draw(3);
        let below: Vec<String> = (0..branches).map(|_| grow(depth - 1, draw)).collect();
        format!("({})", below.join(" "))
    }
    let mut searched = 0;
    for _ in 0..300 {
        let text = grow(4, &mut draw);
        let tree: Tree = text.parse().unwrap();
        if tree.outcome().is_some() || !tree.has_points() {
            continue;
        }
        searched += 1;
        for spec in ["minimax", "alphabeta:order=natural,table=off", "alphabeta"] {
            let value = match tree_steps(spec, &text).decision.value {
                Value::Points(points) => i64::from(points),
                // Nobody has points.
                Value::Proven(_) => 0,
                other => panic!("{text}: {other:?}"),
            };
            assert_eq!(value, plain_value(&tree), "{spec} {text}");
        }
    }
    assert!(searched > 100);
}

/// A playout that is drawn is the one that was counted.
#[test]
fn random_moves_lead_to_the_score() {
    let recording = steps("mcts:playouts=60", "3x3x3", "b2 a1");
    let mut played_out = 0;
    for step in &recording.steps {
        let Happening::Simulate { moves, score } = &step.happening else { continue };
        let mut path = Vec::new();
        let mut at = step.node;
        while let Some(parent) = recording.nodes[at].parent {
            path.push(recording.nodes[at].mv.unwrap());
            at = parent;
        }
        path.reverse();
        let position = path.iter().chain(moves).fold(recording.position, |at, &mv| at.play(mv));
        let mover = recording.nodes[step.node].side.opponent();
        assert_eq!(position.ending().unwrap().points(mover), *score);
        played_out += usize::from(!moves.is_empty());
    }
    assert!(played_out > 20);
}
