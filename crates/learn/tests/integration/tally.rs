//! Who won the training games: judged by boards whose end is certain, by the known chances of random play, and by replay.

use kinrow_agent::{Seed, Stop};
use kinrow_game::ByEnding;
use kinrow_learn::{Method, Model, Preset, Training, begin, resume};

const GAMES: [&str; 4] = ["td0", "selfplay", "qlearning", "sarsa"];

fn training(method: &str, preset: Preset, settings: &[(&str, &str)], board: &str) -> Box<dyn Training> {
    let method = Method::find(method).unwrap();
    let mut options = method.preset(preset);
    for (name, value) in settings {
        options.set(method.name(), name, value).unwrap();
    }
    begin(method, preset, &options, board.parse().unwrap(), Seed(1)).unwrap()
}

fn run(training: &mut dyn Training, episodes: u64, checkpoint: Option<u64>) -> Model {
    training.run(episodes, checkpoint, &Stop::new(), &mut |_, _| {});
    training.model(false, &Stop::new())
}

/// Every look has as many games as episodes, each count only grows, and the last look is what the model says.
#[test]
fn every_episode_is_counted_once() {
    for method in GAMES {
        for preset in [Preset::Published, Preset::Best] {
            let model = run(&mut *training(method, preset, &[], "3x3x3"), 6_000, Some(1_500));
            let (first, rest) = model.header.curve.split_first().unwrap();
            assert_eq!((first.episode, first.training), (0, None), "{method}");
            let mut before = ByEnding::default();
            for look in rest {
                let tally = look.training.unwrap();
                assert_eq!(tally.games(), Some(look.episode), "{method} {}", preset.name());
                assert!(tally.x_wins >= before.x_wins && tally.draws >= before.draws);
                assert!(tally.o_wins >= before.o_wins);
                before = tally;
            }
            assert_eq!(rest.last().unwrap().episode, 6_000);
            assert_eq!(model.header.training, Some(before));
            assert!(before.x_wins > 0 && before.draws > 0 && before.o_wins > 0, "{method}: {before:?}");
        }
    }
}

/// On 2x2x2 X always wins, by misere O always does, and on 2x1x2 nobody can: whoever plays how, wherever it starts.
#[test]
fn on_some_boards_the_end_is_certain() {
    for method in GAMES {
        for preset in [Preset::Published, Preset::Best] {
            let tally = |board| run(&mut *training(method, preset, &[], board), 50, None).header.training;
            assert_eq!(tally("2x2x2"), Some(ByEnding { x_wins: 50, draws: 0, o_wins: 0 }), "{method}");
            assert_eq!(tally("2x2x2:misere"), Some(ByEnding { x_wins: 0, draws: 0, o_wins: 50 }), "{method}");
            assert_eq!(tally("2x1x2"), Some(ByEnding { x_wins: 0, draws: 50, o_wins: 0 }), "{method}");
        }
    }
}

/// Two random players: X wins 737 of 1,260 games, 8 of 63 are drawn, O wins 121 of 420.
#[test]
fn who_only_explores_wins_as_often_as_chance() {
    let known = [737.0 / 1260.0, 8.0 / 63.0, 121.0 / 420.0];
    for method in GAMES {
        let mut settings = vec![("epsilon", "1")];
        if method == "td0" {
            // Its own game stays at the empty board.
            settings.push(("per-move", "1000000"));
        }
        let model = run(&mut *training(method, Preset::Published, &settings, "3x3x3"), 40_000, None);
        let shares = model.header.training.unwrap().shares().unwrap();
        // Four standard deviations of 40,000 games.
        let is_near = shares.iter().zip(known).all(|(share, known)| (share - known).abs() < 0.01);
        assert!(is_near, "{method}: {shares:?} instead of {known:?}");
    }
}

/// The same seed plays the same training games, in one go or resumed from a file.
#[test]
fn a_seeded_training_replays_its_tally() {
    let at = |model: &Model, episode| {
        model.header.curve.iter().find(|look| look.episode == episode).unwrap().training.unwrap()
    };
    let whole = run(&mut *training("selfplay", Preset::Published, &[], "3x3x3"), 1_000, Some(100));
    let again = run(&mut *training("selfplay", Preset::Published, &[], "3x3x3"), 1_000, Some(100));
    assert_eq!(whole.header, again.header);
    assert_eq!(at(&whole, 200), ByEnding { x_wins: 62, draws: 120, o_wins: 18 });
    assert_eq!(at(&whole, 1_000), ByEnding { x_wins: 193, draws: 763, o_wins: 44 });
    let part = run(&mut *training("selfplay", Preset::Published, &[], "3x3x3"), 333, Some(100));
    assert_eq!(part.header.training.unwrap().games(), Some(333));
    let read = Model::from_bytes(&part.to_bytes()).unwrap();
    assert_eq!(read.header.training, part.header.training);
    let resumed = run(&mut *resume(&read).unwrap(), 1_000, Some(100));
    assert_eq!(resumed.header, whole.header);
    assert!(resumed.to_bytes() == whole.to_bytes());
}

#[test]
fn a_generation_is_not_a_game() {
    let model = run(&mut *training("genetic", Preset::Published, &[], "3x3x3"), 3, None);
    assert_eq!((model.header.episodes, model.header.training), (3, None));
    assert!(model.header.curve.iter().all(|look| look.training.is_none()));
}

/// Files from before the games were counted: they load and go on, and never tell the shares of only some of their games.
#[test]
fn older_files_load_and_have_no_tally() {
    let files: [(&str, &[u8]); 3] = [
        ("td0", include_bytes!("../../../../fuzz/corpus-seeds/model/td0.model")),
        ("selfplay", include_bytes!("../../../../fuzz/corpus-seeds/model/selfplay.model")),
        ("genetic", include_bytes!("../../../../fuzz/corpus-seeds/model/genetic.model")),
    ];
    for (method, bytes) in files {
        let words = String::from_utf8_lossy(bytes);
        assert!(!words.contains("\"training\""), "{method}: the seed is not an older file any more");
        let model = Model::from_bytes(bytes).unwrap();
        assert_eq!((model.header.method.name(), model.header.training), (method, None));
        assert!(model.header.episodes > 0);
        let more = model.header.episodes + 20;
        let longer = run(&mut *resume(&model).unwrap(), more, None);
        assert_eq!((longer.header.episodes, longer.header.training), (more, None), "{method}");
        assert!(longer.header.curve.iter().all(|look| look.training.is_none()));
        assert!(resume(&Model::from_bytes(&longer.to_bytes()).unwrap()).is_ok());
    }
}

#[test]
fn a_tally_that_is_not_of_its_episodes_is_refused() {
    let mut model = run(&mut *training("selfplay", Preset::Published, &[], "3x3x3"), 10, None);
    for tally in [
        ByEnding { x_wins: 11, draws: 0, o_wins: 0 },
        ByEnding { x_wins: u64::MAX, draws: 11, o_wins: 0 },
        ByEnding::default(),
    ] {
        model.header.training = Some(tally);
        let error = resume(&Model::from_bytes(&model.to_bytes()).unwrap()).err().unwrap().to_string();
        assert!(error.contains("its training games are not as many as its episodes"), "{error}");
    }
}
