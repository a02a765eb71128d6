//! Networks of tuples judged from outside; and the count of mistakes judged by exact values.

use kinrow_agent::{Agent, Boards, Ignore, Limits, Seed, Stop, Thinking};
use kinrow_game::{Game, Outcome, Position, Rules, with_board};
use kinrow_learn::{
    Exact, Learned, Method, MistakesError, Model, Preset, Question, Questions, Sample, begin, mistakes,
    resume,
};
use kinrow_search::{AlphaBeta, AlphaBetaOptions, Random};

fn trained(preset: Preset, board: &str, episodes: u64, seed: u64) -> Model {
    let method = Method::NTuple;
    let mut training =
        begin(method, preset, &method.preset(preset), board.parse().unwrap(), Seed(seed)).unwrap();
    training.run(episodes, None, &Stop::new(), &mut |_, _| {});
    training.model(true, &Stop::new())
}

#[test]
fn the_best_preset_loses_no_line() {
    for seed in 1..=2 {
        let model = trained(Preset::Best, "3x3x3", 10_000, seed);
        let [x, o] = model.header.audit.unwrap();
        assert_eq!((x.losses, o.losses), (0, 0), "seed {seed}");
        let look = model.header.curve.last().unwrap();
        let rivals = look.rivals.as_ref().unwrap();
        assert_eq!((rivals.mcts.games(), rivals.alphabeta.games(), rivals.alphabeta.losses), (10, 10, 0));
        assert!(rivals.mistakes.is_some_and(|[_, judged]| judged >= 20));
    }
}

#[test]
fn every_kind_of_board_is_learned_and_played() {
    for board in ["6x5x4:drop", "4x4x3:misere", "7x7x5:exact", "8x8x5:renju", "10x10x5", "1x1x1"] {
        let rules: Rules = board.parse().unwrap();
        let method = Method::NTuple;
        for preset in [Preset::Published, Preset::Best] {
            let mut training = begin(method, preset, &method.preset(preset), rules, Seed(1)).unwrap();
            // On larger boards the opponents of a look take longer than the games.
            if rules.cells() <= 30 {
                training.run(30, None, &Stop::new(), &mut |_, _| {});
            }
            let model = training.model(false, &Stop::new());
            let mut agent = Learned::from_model(&model, "ntuple".into(), 1, Seed(1)).unwrap();
            let mut position = Position::new(rules);
            while position.outcome().is_none() {
                let mut ignore = Ignore;
                let mut thinking = Thinking::new(Stop::new(), &mut ignore);
                let decision = agent.choose(&position, &Limits::NONE, &mut thinking).unwrap();
                let mv = decision.mv().unwrap();
                assert!(position.is_legal(mv), "{board}");
                assert_eq!(decision.rated.len(), position.moves().count());
                position = position.play(mv);
            }
        }
    }
}

#[test]
fn a_model_of_another_format_is_refused() {
    let model = trained(Preset::Best, "3x3x3", 20, 1);
    let bytes = model.to_bytes();
    assert!(bytes.starts_with(b"KINROW MODEL 2\n"));
    assert!(Model::from_bytes(&bytes).is_ok());
    let mut older = bytes.clone();
    older[13] = b'1';
    let checksum = crc(&older[..older.len() - 4]);
    let end = older.len() - 4;
    older[end..].copy_from_slice(&checksum.to_le_bytes());
    assert!(Model::from_bytes(&older).unwrap_err().to_string().contains("another format"));
    // A file that claims more tuples than there may be takes no memory for them.
    let mut greedy = model.clone();
    greedy.header.options = greedy.header.options.replace("length=8", "length=16");
    greedy.header.rules = "20x20x5".into();
    assert!(resume(&greedy).err().unwrap().to_string().contains("weights for each side"));
}

/// CRC-32 by its definition.
fn crc(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(u32::MAX, |sum, &byte| {
        (0..8).fold(sum ^ u32::from(byte), |sum, _| (sum >> 1) ^ (0xEDB8_8320 & (sum & 1).wrapping_neg()))
    })
}

fn sample(count: u64, plies: std::ops::RangeInclusive<u32>) -> Sample {
    Sample { count, plies, seed: Seed(1), nodes: Sample::NODES, most_unjudged: count }
}

fn exact(position: &Position) -> Outcome {
    with_board!(position, board => Exact::new(Stop::new()).value(board).unwrap())
}

#[test]
fn questions_are_judged_as_by_the_full_tree() {
    for board in ["3x3x3", "4x3x3:misere", "4x3x3:drop"] {
        let rules: Rules = board.parse().unwrap();
        let questions: Vec<Question> = Questions::new(rules, sample(20, 1..=6), Stop::new()).collect();
        assert_eq!(questions.len(), 20);
        assert_eq!(questions, Questions::new(rules, sample(20, 1..=6), Stop::new()).collect::<Vec<_>>());
        for question in questions {
            assert!((1..=6).contains(&u32::from(question.position.placed())));
            assert_eq!(question.value(), exact(&question.position), "{board}");
            assert_eq!(question.values.len(), question.position.moves().count());
            for &(mv, value) in &question.values {
                let next = question.position.play(mv);
                let right = next.outcome().unwrap_or_else(|| exact(&next)).for_opponent();
                assert_eq!((value, question.after(mv)), (right, Some(right)), "{board}");
            }
            assert!(question.values.iter().any(|(_, value)| *value < question.value()));
        }
    }
}

#[test]
fn mistakes_know_perfect_from_random() {
    let rules: Rules = "3x3x3".parse().unwrap();
    let count = |agent: &mut dyn Agent<Position>| {
        mistakes(agent, rules, &sample(200, 2..=6), &Limits::NONE, &Stop::new(), &mut |_| {}).unwrap()
    };
    let perfect = count(&mut Boards(AlphaBeta::new(AlphaBetaOptions::default(), "alphabeta".into())));
    assert_eq!((perfect.asked, perfect.mistakes, perfect.unjudged), (200, 0, 0));
    let random = count(&mut Boards(Random::new(Seed(1))));
    assert!(random.share() > 0.3 && random.share() < 0.8, "{random:?}");
    assert_eq!(random.mistakes, random.won_to_drawn + random.won_to_lost + random.drawn_to_lost);
    assert_eq!(random.games, perfect.games);
}

#[test]
fn too_few_questions_are_an_error() {
    let mut agent = Boards(Random::new(Seed(1)));
    // Every first move of 2x2x2 wins.
    let rules: Rules = "2x2x2".parse().unwrap();
    let found = mistakes(&mut agent, rules, &sample(5, 0..=1), &Limits::NONE, &Stop::new(), &mut |_| {});
    assert!(matches!(found, Err(MistakesError::TooFew { found: 0, count: 5, games: 500, .. })), "{found:?}");
    let stop = Stop::new();
    stop.stop();
    let found = mistakes(&mut agent, rules, &sample(5, 0..=1), &Limits::NONE, &stop, &mut |_| {});
    assert!(matches!(found, Err(MistakesError::Stopped { asked: 0 })), "{found:?}");
}
