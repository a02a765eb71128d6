//! The steps of a search that a network guides: what they say of a choice is what the steps before it counted.

use std::collections::HashMap;

use kinrow_agent::{Limits, Options, Seed, Stop};
use kinrow_game::Position;
use kinrow_session::steps::{Happening, Recording, record};
use kinrow_zero::{DECLARED, NAME, RoundEnd, Training};

/// A recording with a network that has learned a little.
fn recorded(rules: &str, moves: &str, search: &str) -> Recording {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("net.kin");
    let text = "channels=4,blocks=1,games=8,simulations=4,fast=2,full=1";
    let options = Options::parse(DECLARED, NAME, text).unwrap();
    let mut training = Training::new(rules.parse().unwrap(), &options, Seed(1));
    assert_eq!(training.round(&Stop::new()), RoundEnd::Done);
    std::fs::write(&file, training.model().to_bytes()).unwrap();
    let spec = format!("zero:file={},search={search}", file.display()).parse().unwrap();
    let position = Position::new(rules.parse().unwrap()).play_moves(moves).unwrap().0;
    let limits: Limits = "playouts=60".parse().unwrap();
    record(&spec, &position, &limits, 100_000, &Stop::new()).unwrap()
}

#[test]
fn every_choice_agrees_with_what_was_counted_before() {
    for search in ["puct", "gumbel"] {
        for (rules, moves) in [("4x4x4", ""), ("7x6x4:drop", "d d"), ("3x3x3", "b2")] {
            let recording = recorded(rules, moves, search);
            assert!(recording.is_complete);
            let mut counted: HashMap<usize, (u64, f64)> = HashMap::new();
            let mut choices = 0;
            for step in &recording.steps {
                match &step.happening {
                    Happening::Weigh { choices: weighed, chosen, .. } => {
                        choices += 1;
                        assert_eq!(weighed[0].mv, *chosen);
                        for of in weighed {
                            let (visits, wins) =
                                of.child.map_or((0, 0.0), |child| counted.get(&child).copied().unwrap());
                            assert_eq!(of.visits, visits, "{search} {rules}");
                            // A proof takes the place of a mean, and what is proven is not considered.
                            if visits > 0 && of.score.is_some() {
                                let mean = wins / visits as f64;
                                assert!((of.guide.mean - mean).abs() < 1e-3, "{search} {rules}: {of:?}");
                            }
                            assert!(of.score <= weighed[0].score, "{search} {rules}: {of:?}");
                        }
                    }
                    Happening::Backup { visits, wins } => {
                        counted.insert(step.node, (*visits, *wins));
                    }
                    Happening::Expand { child } => {
                        assert_eq!(recording.nodes[*child].parent, Some(step.node));
                    }
                    Happening::Judge { score } => assert!((0.0..=1.0).contains(score)),
                    other => panic!("{other:?} is no step of such a search"),
                }
            }
            assert!(choices > 20, "{search} {rules}: {choices}");
            assert_eq!(counted[&0].0, recording.decision.statistics.playouts, "{search} {rules}");
            let json = recording.to_json();
            assert_eq!(json["search"], "guided");
            let weigh =
                json["steps"].as_array().unwrap().iter().find(|step| step["kind"] == "weigh").unwrap();
            let term = if search == "puct" { "explore" } else { "wanted" };
            assert!(weigh["choices"][0][term].is_number() && weigh["choices"][0]["prior"].is_number());
        }
    }
}
