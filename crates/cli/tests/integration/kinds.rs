//! Whether one crate recognises the files that the others write.

use kinrow_agent::Seed;
use kinrow_files::Kind;
use kinrow_record::exchange::Format;
use kinrow_text::{Language, Text};

/// Everything that Kinrow writes or reads is told by its beginning.
#[test]
fn every_kind_is_recognised() {
    let folder = tempfile::tempdir().unwrap();
    let db = folder.path().join("games.db");
    drop(kinrow_record::store::Store::open(&db).unwrap());
    assert_eq!(Kind::of_file(&db).unwrap(), Some(Kind::Record));
    let foreign = folder.path().join("other.db");
    rusqlite::Connection::open(&foreign).unwrap().execute_batch("CREATE TABLE t (x)").unwrap();
    assert_eq!(Kind::of_file(&foreign).unwrap(), Some(Kind::Database));

    let of = |content: &[u8]| {
        let path = folder.path().join("some");
        std::fs::write(&path, content).unwrap();
        Kind::of_file(&path).unwrap()
    };
    let start = kinrow_game::Position::new("15x15x5".parse().unwrap());
    let seats = ["random", "random"].map(kinrow_agent::Seat::new);
    let referee = kinrow_agent::Referee::new(start, seats, kinrow_agent::Seed(1));
    let [mut x, mut o] = [1, 2].map(|seed| {
        kinrow_players::catalogue::build(&"random".parse().unwrap(), kinrow_agent::Seed(seed)).unwrap()
    });
    let (mut nobody, stop) = (kinrow_agent::Nobody, kinrow_agent::Stop::new());
    let record = kinrow_agent::play(referee, [&mut *x, &mut *o], &mut nobody, &stop);
    assert_eq!(of(record.to_json().as_bytes()), Some(Kind::Json));
    let translated = Language::ALL.iter().filter(|language| **language != Language::English);
    let texts: Vec<Text> = translated.map(|&language| Text::new(language)).collect();
    for &format in Format::ALL {
        let term = format!("term.{}", format.kind().name());
        assert!(texts.iter().all(|text| text.has(&term)), "{term}");
        let text = format.head() + &format.write(&record).unwrap();
        assert_eq!(of(text.as_bytes()), Some(format.kind()), "{text}");
        assert_eq!(of(format!("\u{feff}{text}").as_bytes()), Some(format.kind()));
    }
    assert_eq!(of(kinrow_training::curves::csv(&[]).as_bytes()), Some(Kind::Curve));
    assert_eq!(of(kinrow_files::NETWORK_CURVE.as_bytes()), Some(Kind::Curve));
    assert_eq!(of(kinrow_zero::ZeroModel::MAGIC), Some(Kind::Network));
    let untrained = kinrow_zero::Weights::new("3x3x3".parse().unwrap(), 2, 0, Seed(1));
    assert_eq!(of(&untrained.to_onnx()), Some(Kind::Onnx));
    assert!(texts.iter().all(|text| text.has(&format!("term.{}", Kind::Onnx.name()))));
    assert_eq!(of(kinrow_files::STATES.as_bytes()), Some(Kind::States));
    let tree = kinrow_agent::TreeLog::<()>::new(kinrow_agent::TreeLimits { depth: 1, nodes: 1 });
    assert_eq!(of(format!("{:#}", tree.to_json(&|()| String::new())).as_bytes()), Some(Kind::Tree));
    let chart = kinrow_chart::LineChart::new("title");
    assert_eq!(of(chart.to_svg().as_bytes()), Some(Kind::Svg));
    let png = chart.to_png(1.0, &kinrow_chart::Fonts::none()).unwrap();
    assert_eq!(of(&png.bytes), Some(Kind::Png));
    for (name, text) in kinrow_lab::experiment::BUILTIN {
        assert_eq!(of(text.as_bytes()), Some(Kind::Experiment), "{name}");
    }
    let draft = kinrow_search::solve::book::Draft::new("4x4x3:drop".parse().unwrap(), 1).unwrap();
    assert_eq!(of(&draft.to_bytes()), Some(Kind::Book));
    assert!(texts.iter().all(|text| text.has(&format!("term.{}", Kind::Book.name()))));
    let solver = kinrow_search::solve::Solver::new(kinrow_search::solve::SolveOptions::default());
    let saved = solver.save(&kinrow_game::Position::new("3x3x3".parse().unwrap())).unwrap();
    assert_eq!(of(&saved), Some(Kind::Solve));
    assert_eq!(of(b"[3] < START 15\n"), Some(Kind::Dialogue));
    for other in ["", "my notes\n", "{}", "[1] item\n", "# [question]\n", "a,b\n1,2\n", "\u{0}\u{1}"] {
        assert_eq!(of(other.as_bytes()), None, "{other}");
    }
}
