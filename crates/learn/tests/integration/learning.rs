//! The learners judged by audit, not by their own score; and the audit judged by known numbers.

use std::io::Read;

use kinrow_agent::{Agent, Boards, Seed, Stop};
use kinrow_game::{Position, Rules, Side};
use kinrow_learn::{
    Audit, AuditError, AuditLimits, Learned, Method, Model, ModelError, Preset, ReadError, audit, begin,
    resume,
};
use kinrow_search::{AlphaBeta, AlphaBetaOptions, Averaging, Random};

fn rules(text: &str) -> Rules {
    text.parse().unwrap()
}

fn audited(agent: &mut dyn Agent<Position>, board: &str, side: Side) -> Audit {
    audit(agent, rules(board), side, &AuditLimits::default(), &Stop::new(), &mut |_| {}).unwrap()
}

fn trained(method: &str, preset: Preset, board: &str, episodes: u64, seed: u64) -> Model {
    let method = Method::find(method).unwrap();
    let mut training = begin(method, preset, &method.preset(preset), rules(board), Seed(seed)).unwrap();
    training.run(episodes, None, &Stop::new(), &mut |_, _| {});
    training.model(true, &Stop::new())
}

/// Auditing the random player walks every game there is.
#[test]
fn the_audit_of_the_random_player_counts_every_game() {
    let x = audited(&mut Boards(Random::new(Seed(1))), "3x3x3", Side::X);
    assert_eq!((x.games, x.wins, x.draws, x.losses), (255_168, 131_184, 46_080, 77_904));
    let o = audited(&mut Boards(Random::new(Seed(1))), "3x3x3", Side::O);
    assert_eq!((o.games, o.wins, o.draws, o.losses), (255_168, 77_904, 46_080, 131_184));
    assert!(o.value_losing_moves > Some(0) && o.won_given_away > Some(0));
}

#[test]
fn the_audit_knows_perfect_from_weak() {
    for side in Side::BOTH {
        let mut perfect = Boards(AlphaBeta::new(AlphaBetaOptions::default(), "alphabeta".into()));
        let found = audited(&mut perfect, "3x3x3", side);
        assert_eq!((found.losses, found.value_losing_moves, found.won_given_away), (0, Some(0), Some(0)));
        assert_eq!(found.first_loss, None);
    }
    let weak = audited(&mut Boards(Averaging), "3x3x3", Side::O);
    assert!(weak.losses > 0 && weak.value_losing_moves > Some(0), "{weak:?}");
    // The lost line is a real game that O loses.
    let line = weak.first_loss.unwrap().join(" ");
    let (end, _) = Position::new(rules("3x3x3")).play_moves(&line).unwrap();
    assert_eq!(kinrow_game::Game::ending(&end), Some(kinrow_game::Ending::Won(Side::X)));
}

#[test]
fn a_win_given_away_is_seen() {
    // On 3x2x2 X wins with its second move whatever happens; moving at random gives that away in some lines.
    let found = audited(&mut Boards(Random::new(Seed(1))), "3x2x2", Side::X);
    assert!(found.won_given_away > Some(0), "{found:?}");
}

#[test]
fn an_audit_that_is_too_large_is_refused() {
    let limits = AuditLimits { positions: 50, ..AuditLimits::default() };
    let result = audit(
        &mut Boards(Random::new(Seed(1))),
        rules("15x15x5"),
        Side::X,
        &limits,
        &Stop::new(),
        &mut |_| {},
    );
    assert!(matches!(result, Err(AuditError::TooLarge { positions: 50, .. })), "{result:?}");
    let stop = Stop::new();
    stop.stop();
    let result =
        audit(&mut Boards(Averaging), rules("3x3x3"), Side::X, &AuditLimits::default(), &stop, &mut |_| {});
    assert!(matches!(result, Err(AuditError::Stopped { .. })));
}

/// Made right, every table learner becomes unbeatable: here with fewer episodes than the preset's default.
#[test]
fn the_best_presets_lose_no_line() {
    for (method, episodes) in
        [("td0", 60_000), ("selfplay", 100_000), ("qlearning", 100_000), ("sarsa", 200_000)]
    {
        for seed in 1..=2 {
            let model = trained(method, Preset::Best, "3x3x3", episodes, seed);
            let [x, o] = model.header.audit.unwrap();
            assert_eq!((x.losses, o.losses), (0, 0), "{method} seed {seed}");
            assert!(x.games > 50 && o.games > 50);
        }
    }
}

/// As published, self-play draws against itself and is beaten all the same.
#[test]
fn the_published_presets_draw_with_themselves_and_lose_lines() {
    let model = trained("selfplay", Preset::Published, "3x3x3", 100_000, 1);
    let look = model.header.curve.last().unwrap();
    assert!(look.itself.draws >= 95, "{look:?}");
    let [x, o] = model.header.audit.unwrap();
    assert!(x.losses + o.losses > 0);
    let first = &model.header.curve[0];
    assert!(look.random.wins > first.random.wins, "it did learn");
    // The course's TD(0): X, who was taught against random moves, does well; O does not.
    let model = trained("td0", Preset::Published, "3x3x3", 400_000, 1);
    let [x, o] = model.header.audit.unwrap();
    assert!(o.losses > 0 && x.losses < o.losses, "{} {}", x.losses, o.losses);
}

#[test]
fn other_boards_are_learned_too() {
    for (method, board) in
        [("td0", "4x3x3"), ("selfplay", "4x4x3"), ("qlearning", "4x4x4:drop"), ("sarsa", "4x4x4")]
    {
        let model = trained(method, Preset::Best, board, 2_000, 1);
        assert!(model.header.positions > 500, "{method} on {board}: {}", model.header.positions);
        let mut agent = Learned::from_model(&model, method.into(), 0, Seed(1)).unwrap();
        let mut ignore = kinrow_agent::Ignore;
        let mut thinking = kinrow_agent::Thinking::new(Stop::new(), &mut ignore);
        let start = Position::new(rules(board));
        let decision = agent.choose(&start, &kinrow_agent::Limits::NONE, &mut thinking).unwrap();
        assert!(kinrow_game::Game::is_legal(&start, decision.mv().unwrap()));
        let other = Position::new(rules("5x5x4"));
        assert!(agent.accepts(&other, &kinrow_agent::Limits::NONE).is_err());
    }
}

/// A table that is full goes on learning about the positions in it, the same whether it is resumed or not.
#[test]
fn a_full_table_goes_on_with_what_it_holds() {
    for name in ["td0", "selfplay", "qlearning", "sarsa"] {
        for preset in [Preset::Published, Preset::Best] {
            let method = Method::find(name).unwrap();
            let mut options = method.preset(preset);
            options.set(name, "positions", "300").unwrap();
            let begin = || begin(method, preset, &options, rules("4x4x4"), Seed(1)).unwrap();
            let mut whole = begin();
            whole.run(3_000, None, &Stop::new(), &mut |_, _| {});
            let model = whole.model(false, &Stop::new());
            assert_eq!(model.header.positions, 300, "{name}");
            let full_at = model.header.full_at.expect("4x4x4 has more than 300 positions");
            assert!((1..1_000).contains(&full_at), "{name}: {full_at}");
            let mut part = begin();
            let mut then = Vec::new();
            for stage in [full_at - 1, 1_000, 3_000] {
                part.run(stage, None, &Stop::new(), &mut |_, _| {});
                then = part.model(false, &Stop::new()).to_bytes();
                part = resume(&Model::from_bytes(&then).unwrap()).unwrap();
            }
            assert!(then == model.to_bytes(), "{name} {}", preset.name());
            // It did learn after it was full.
            let mut short = begin();
            short.run(full_at, None, &Stop::new(), &mut |_, _| {});
            assert!(short.model(false, &Stop::new()).body != model.body, "{name}");
        }
    }
}

/// Only what an episode visits is kept, and of that only what something was learned of, or little more.
#[test]
fn a_position_takes_a_few_hundred_bytes() {
    for (name, most) in [("td0", 400), ("selfplay", 400), ("qlearning", 75), ("sarsa", 75)] {
        let method = Method::find(name).unwrap();
        let options = method.preset(Preset::Best);
        let mut training = begin(method, Preset::Best, &options, rules("5x5x4"), Seed(1)).unwrap();
        training.run(2_000, None, &Stop::new(), &mut |_, _| {});
        let model = training.model(false, &Stop::new());
        let positions = model.header.positions as usize;
        for (how, training) in [("trained", training), ("read", resume(&model).unwrap())] {
            let each = training.bytes() / positions;
            assert!(each < most, "{name}, {how}: {each} bytes for each of {positions}");
        }
    }
}

/// Stopped, saved, read and resumed gives the very bytes of an uninterrupted run.
#[test]
fn a_resumed_training_gives_the_same_bytes() {
    for name in ["td0", "selfplay", "qlearning", "sarsa", "genetic", "ntuple"] {
        for preset in [Preset::Published, Preset::Best] {
            let method = Method::find(name).unwrap();
            let total = match name {
                "genetic" => 6,
                "ntuple" => 300,
                _ => 5_000,
            };
            let whole = trained(name, preset, "3x3x3", total, 3);
            let games = whole.header.training.and_then(|tally| tally.games());
            assert_eq!(games, (name != "genetic").then_some(total), "the tally is among the bytes");
            let whole = whole.to_bytes();
            let mut part = begin(method, preset, &method.preset(preset), rules("3x3x3"), Seed(3)).unwrap();
            for stage in [0, total / 3, total / 2, total] {
                part.run(stage, None, &Stop::new(), &mut |_, _| {});
                let bytes = part.model(stage == total, &Stop::new()).to_bytes();
                part = resume(&Model::from_bytes(&bytes).unwrap()).unwrap();
                if stage == total {
                    assert!(bytes == whole, "{name} {}", preset.name());
                }
            }
        }
    }
}

#[test]
fn files_that_are_not_whole_models_are_refused() {
    let bytes = trained("selfplay", Preset::Best, "3x3x3", 500, 1).to_bytes();
    assert!(Model::from_bytes(&bytes).is_ok());
    assert_eq!(Model::from_bytes(b"hello"), Err(ModelError::Foreign {}));
    assert_eq!(Model::from_bytes(b""), Err(ModelError::Foreign {}));
    assert!(matches!(Model::from_bytes(b"KINROW MODEL 3\nxx"), Err(ModelError::Newer { .. })));
    for cut in (13..bytes.len()).step_by(97) {
        assert!(matches!(Model::from_bytes(&bytes[..cut]), Err(ModelError::Damaged { .. })), "cut at {cut}");
    }
    for at in (20..bytes.len()).step_by(101) {
        let mut changed = bytes.clone();
        changed[at] ^= 0x20;
        assert!(Model::from_bytes(&changed).is_err(), "changed at {at}");
    }
    // Of a foreign file only the mark is read, and no claim is believed: these sources never end.
    let endless = |start: &[u8]| Model::read(Read::chain(start, std::io::repeat(1)));
    assert!(matches!(endless(b""), Err(ReadError::Model(ModelError::Foreign {}))));
    assert!(matches!(
        endless(b"KINROW MODEL 1\n\xff\xff\xff\xff"),
        Err(ReadError::Model(ModelError::Damaged { .. }))
    ));
    assert!(matches!(endless(&bytes), Err(ReadError::Model(ModelError::Damaged { .. }))));
    // A file with a right checksum that claims what it does not hold.
    let mut model = Model::from_bytes(&bytes).unwrap();
    model.body[..8].copy_from_slice(&u64::MAX.to_le_bytes());
    let lying = Model::from_bytes(&model.to_bytes()).unwrap();
    let error = resume(&lying).err().unwrap().to_string();
    assert!(error.contains("claims more positions than it holds"), "{error}");
    model.header.rules = "99x99x9".into();
    assert!(resume(&model).is_err());
}

/// A game that is over has no moves to value, and nothing is learned of a position twice.
#[test]
fn odd_positions_in_a_file_do_no_harm() {
    let why = |model: &Model| resume(model).err().unwrap().to_string();
    let (end, _) = Position::new(rules("3x3x3")).play_moves("a1 a2 b1 b2 c1").unwrap();
    let Position::One(end) = end else { unreachable!("9 points fit into a word") };
    let words = Side::BOTH.into_iter().flat_map(|side| end.stones(side).words().to_vec());
    let mut model = trained("qlearning", Preset::Best, "3x3x3", 0, 1);
    model.body = [1].into_iter().chain(words).flat_map(u64::to_le_bytes).chain([0; 4]).collect();
    assert!(why(&model).contains("goes on after its end"), "{}", why(&model));

    let mut model = trained("selfplay", Preset::Best, "3x3x3", 10, 1);
    let count = u64::from_le_bytes(model.body[..8].try_into().unwrap());
    model.body = [&(2 * count).to_le_bytes()[..], &model.body[8..].repeat(2)].concat();
    assert!(why(&model).contains("holds a position twice"), "{}", why(&model));
}

/// The course's player learns while it plays, from nothing.
#[test]
fn an_untrained_player_learns_while_it_plays() {
    let method = Method::find("td0").unwrap();
    let mut agent = Learned::untrained(method, "td0:learn=on".into(), 2_000, Seed(1));
    // X wins at once on b1 or not at all; two thousand episodes from here teach it that.
    let (position, _) = Position::new(rules("3x3x3")).play_moves("b3 a3 b2 a2").unwrap();
    let mut ignore = kinrow_agent::Ignore;
    let mut thinking = kinrow_agent::Thinking::new(Stop::new(), &mut ignore);
    let decision = agent.choose(&position, &kinrow_agent::Limits::NONE, &mut thinking).unwrap();
    assert_eq!(kinrow_game::Game::name(&position, decision.mv().unwrap()), "b1");
}
