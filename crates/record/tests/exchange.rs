//! Games in the files of other programs: what comes out goes in again, what others write is read, and what is wrong is
//! told with its place.

#![allow(clippy::unwrap_used)]

use std::path::Path;

use kinrow_agent::{AgentRecord, GameRecord, MoveRecord, Reason, RecordedResult, Rng, Seed};
use kinrow_game::{Game, Position, Rules};
use kinrow_record::exchange::{Format, FormatError, GameError, Wrong};
use proptest::prelude::*;

/// A random game of these rules, from a random start, with everything a record can hold; some end before their end.
fn random_game(rules: Rules, seed: Seed, may_start_elsewhere: bool) -> GameRecord {
    let mut rng = seed.rng();
    let mut position = Position::new(rules);
    let mut start = None;
    if may_start_elsewhere && rng.below(3) == 0 {
        let before = rng.below(4);
        position = walk(position, before, &mut rng).0;
        start = Some(position.to_string());
    }
    let given = rng.below(4);
    let (position, opening) = walk(position, given, &mut rng);
    let length = if rng.below(2) == 0 { 1000 } else { rng.below(12) };
    let (position, names) = walk(position, length, &mut rng);
    let values = ["?", "win in 5", "likely loss in 4", "+12", "0.571"];
    let moves = names
        .into_iter()
        .map(|mv| MoveRecord {
            mv,
            time_ms: rng.below(9_000_000) as f64 / 1000.0,
            nodes: rng.bits() >> rng.below(64),
            playouts: u64::from(rng.below(3)),
            value: (*rng.pick(&values)).into(),
        })
        .collect();
    let unended = [
        (RecordedResult::X, Reason::Resigned),
        (RecordedResult::O, Reason::Time("1203 ms of 1000 ms".into())),
        (RecordedResult::X, Reason::IllegalMove("z9".into())),
        (RecordedResult::O, Reason::Error("it said: \"no\", \\ and ] and\nmore".into())),
        (RecordedResult::Draw, Reason::Left),
        (RecordedResult::Unfinished, Reason::Left),
        (RecordedResult::Unfinished, Reason::Ongoing),
    ];
    let (result, reason) = match position.ending() {
        Some(ending) => (ending.into(), Reason::Rules),
        None => rng.pick(&unended).clone(),
    };
    let specs =
        ["random", "human", "mcts:playouts=50,c=1.414", "external:cmd=\"./brain [x] \\\"y\\\"\",timeout=5s"];
    let mut agent = || AgentRecord {
        spec: (*rng.pick(&specs)).into(),
        limits: (*rng.pick(&["", "nodes=100,time=5ms"])).into(),
    };
    let (x, o) = (agent(), agent());
    GameRecord {
        format: GameRecord::FORMAT.into(),
        version: GameRecord::VERSION,
        rules: rules.to_string(),
        start,
        seed: rng.bits(),
        x,
        o,
        opening,
        moves,
        result,
        reason,
    }
}

fn walk(mut position: Position, plies: u32, rng: &mut Rng) -> (Position, Vec<String>) {
    let mut names = Vec::new();
    for _ in 0..plies {
        if position.outcome().is_some() {
            break;
        }
        let moves: Vec<_> = position.moves().collect();
        let point = *rng.pick(&moves);
        names.push(position.name(point));
        position = position.play(point);
    }
    (position, names)
}

fn any_rules() -> impl Strategy<Value = Rules> {
    let variants = ["", ":exact", ":drop", ":misere", ":drop,misere", ":drop,exact", ":exact,misere"];
    prop_oneof![
        4 => (1..=20u8, 1..=20u8, 1..=6u8, 0..variants.len())
            .prop_map(move |(w, h, k, v)| format!("{w}x{h}x{k}{}", variants[v]).parse().unwrap()),
        1 => (5..=20u8, 5..=20u8).prop_map(|(w, h)| format!("{w}x{h}x5:renju").parse().unwrap()),
    ]
}

/// What of a record a table of results holds.
fn as_table(record: &GameRecord) -> GameRecord {
    let mut record = record.clone();
    for mv in &mut record.moves {
        *mv = MoveRecord { mv: mv.mv.clone(), time_ms: 0.0, nodes: 0, playouts: 0, value: "?".into() };
    }
    record
}

/// What of a record Piskvork's file holds.
fn as_piskvork(record: &GameRecord) -> GameRecord {
    let mut record = record.clone();
    let bare = |mv: String, time_ms| MoveRecord { mv, time_ms, nodes: 0, playouts: 0, value: "?".into() };
    let given = std::mem::take(&mut record.opening).into_iter().map(|mv| bare(mv, 0.0));
    let chosen = record.moves.iter().map(|mv| bare(mv.mv.clone(), mv.time_ms.round_ties_even()));
    record.moves = given.chain(chosen).collect();
    (record.seed, record.x.limits, record.o.limits) = (0, String::new(), String::new());
    record.reason = match record.reason {
        Reason::Time(_) => Reason::Time("Piskvork: 15".into()),
        Reason::Error(_) | Reason::IllegalMove(_) => Reason::Error("Piskvork: -2".into()),
        Reason::Ongoing => Reason::Left,
        other => other,
    };
    record
}

proptest! {
    #![proptest_config(kinrow_testing::cases!(300))]

    #[test]
    fn json_and_sgf_hold_everything(rules in any_rules(), seed in any::<u64>(), count in 1..4u64) {
        let games: Vec<GameRecord> =
            (0..count).map(|game| random_game(rules, Seed(seed).derive("game", game), true)).collect();
        for format in [Format::Json, Format::Sgf] {
            let text: String = games.iter().map(|game| format.write(game).unwrap()).collect();
            prop_assert_eq!(&format.read(text.as_bytes(), None).unwrap(), &games, "{}", text);
            prop_assert_eq!(&format.read(text.replace('\n', "\r\n").as_bytes(), None).unwrap().len(), &games.len());
        }
        let saved = games[0].to_json();
        prop_assert_eq!(&Format::Json.read(saved.as_bytes(), None).unwrap(), &games[..1]);
    }

    #[test]
    fn csv_holds_all_but_what_moves_cost(rules in any_rules(), seed in any::<u64>(), count in 1..4u64) {
        let games: Vec<GameRecord> =
            (0..count).map(|game| random_game(rules, Seed(seed).derive("game", game), true)).collect();
        let lines: String = games.iter().map(|game| Format::Csv.write(game).unwrap()).collect();
        let text = Format::Csv.head() + &lines;
        let read = Format::Csv.read(text.as_bytes(), None).unwrap();
        prop_assert_eq!(read, games.iter().map(as_table).collect::<Vec<_>>(), "{}", text);
    }

    #[test]
    fn psq_holds_five_in_a_row(w in 5..=20u8, h in 5..=20u8, v in 0..3usize, seed in any::<u64>()) {
        let rules: Rules = format!("{w}x{h}x5{}", ["", ":exact", ":renju"][v]).parse().unwrap();
        let game = random_game(rules, Seed(seed), false);
        let text = Format::Psq.write(&game).unwrap();
        prop_assert_eq!(Format::Psq.read(text.as_bytes(), None).unwrap(), [as_piskvork(&game)], "{}", text);
        let with_returns = text.replace('\n', "\r\n");
        prop_assert_eq!(Format::Psq.read(with_returns.as_bytes(), None).unwrap(), [as_piskvork(&game)]);
    }

    #[test]
    fn psq_refuses_what_piskvork_would_play_otherwise(rules in any_rules(), seed in any::<u64>()) {
        let game = random_game(rules, Seed(seed), true);
        let is_plain = rules.k() == 5 && !rules.is_drop() && !rules.is_misere() && game.start.is_none();
        let is_held = is_plain && rules.width() >= 5 && rules.height() >= 5;
        prop_assert_eq!(Format::Psq.write(&game).is_ok(), is_held);
    }

    /// No reader panics, whatever it is given: bytes, or a good file with some of its bytes changed.
    #[test]
    fn whatever_the_bytes_are(bytes in prop::collection::vec(any::<u8>(), 0..300), seed in any::<u64>()) {
        let mut rng = Seed(seed).rng();
        let game = random_game("6x7x5".parse().unwrap(), Seed(seed), false);
        for &format in Format::ALL {
            let _ = format.read(&bytes, None);
            let mut file = (format.head() + &format.write(&game).unwrap()).into_bytes();
            for _ in 0..rng.below(6) {
                let at = rng.below(file.len() as u32) as usize;
                file[at] = *rng.pick(b"\"'\\[](),;:0129aBW\n\r\t-+.*{}\xff");
            }
            let _ = format.read(&file, None);
        }
    }
}

fn read_one(format: Format, text: &str) -> GameRecord {
    format.read(text.as_bytes(), None).unwrap().remove(0)
}

fn line(record: &GameRecord) -> String {
    record.all_moves().collect::<Vec<_>>().join(" ")
}

/// Files as Piskvork, Gomocup and other programs write them.
#[test]
fn games_of_piskvork_and_its_kin() {
    // A column of five for the first player; the second name begins because the head ends in 1.
    let moves = "8,8,0\n1,1,0\n8,9,1500\n2,1,20\n8,10,3\n3,1,4\n8,11,5\n4,1,6\n8,12,7\n";
    let game = read_one(
        Format::Psq,
        &format!("Piskvorky 15x15, 11:11, 1\n{moves}pbrain-one.exe\npbrain-two.exe\n0\n"),
    );
    assert_eq!(line(&game), "h8 a15 h7 b15 h6 c15 h5 d15 h4");
    assert_eq!(
        (game.rules.as_str(), game.result, &game.reason),
        ("15x15x5", RecordedResult::X, &Reason::Rules)
    );
    assert_eq!((game.x.spec.as_str(), game.o.spec.as_str()), ("pbrain-two.exe", "pbrain-one.exe"));
    assert_eq!(game.moves[2].time_ms, 1500.0);
    // Saved by a person: no names, no end.
    let game = read_one(Format::Psq, "Piskvorky 20x15, 0:3, 0\r\n10,8,0\r\n11,8,20\r\n-1\r\n");
    assert_eq!((game.rules.as_str(), line(&game).as_str()), ("20x15x5", "j8 k8"));
    assert_eq!((game.result, game.x.spec.as_str()), (RecordedResult::Unfinished, "unknown"));
    // Out of time, and another mistake: whoever is to move has lost.
    let game = read_one(Format::Psq, "Piskvorky 20x20, 11:11, 0\n10,8,0\na.zip\nb.zip\n15\n");
    assert_eq!((game.result, game.reason), (RecordedResult::X, Reason::Time("Piskvork: 15".into())));
    let game = read_one(Format::Psq, "Piskvorky 20x20, 11:11, 0\n10,8,0\n1,1,0\na.zip\nb.zip\n-2\n");
    assert_eq!((game.result, game.reason), (RecordedResult::O, Reason::Error("Piskvork: -2".into())));
    // Gomocup's last line, two numbers a move, spaces, another program's head, an ending that others add.
    let game = read_one(Format::Psq, "Piskvorky 15x15, 11:11, 0\n8,8,0\na\nb\n-1\n2,Renju_1\n");
    assert_eq!((game.rules.as_str(), game.result), ("15x15x5:renju", RecordedResult::O));
    let game = read_one(Format::Psq, "Piskvorky 15x15, 11:11, 0\n8,8,0\na\nb\n-1\n0,Standard2\n");
    assert_eq!((game.rules.as_str(), game.result), ("15x15x5:exact", RecordedResult::Draw));
    let game = read_one(Format::Psq, "Piskvorky 15x15 , 0 - 0\n8, 8\n9, 9\n-1\nsome trailing junk\n");
    assert_eq!(line(&game), "h8 i7");
    // A row of six: won when nothing is said, and nothing when exactly five are asked for.
    let six = "1,1\n1,3\n2,1\n2,3\n3,1\n4,3\n5,1\n5,3\n6,1\n9,9\n4,1\n1,9\n";
    let file = format!("Piskvorky 15x15, 11:11, 0\n{six}-1\n");
    let error = Format::Psq.read(file.as_bytes(), None).unwrap_err().to_string();
    assert!(error.starts_with("game 1: move 12: a7 cannot be played"), "{error}");
    let exact = Format::Psq.read(file.as_bytes(), Some("15x15x5:exact".parse().unwrap())).unwrap();
    assert_eq!((exact[0].result, exact[0].moves.len()), (RecordedResult::Unfinished, 12));
}

/// Files as Renju and Gomoku programs write them.
#[test]
fn games_in_sgf() {
    let game = read_one(
        Format::Sgf,
        "(;FF[4]GM[4]SZ[15]PB[Meijin \\[9d\\]]PW[五段]RE[B+R]RU[Renju]KM[6.5]C[a comment; (with) brackets \\]]\n\
         ;B[hh]C[centre];W[hg];B[ig](;W[ih])(;W[gg];B[aa]))",
    );
    assert_eq!((game.rules.as_str(), line(&game).as_str()), ("15x15x5:renju", "h8 h9 i9 i8"));
    assert_eq!((game.x.spec.as_str(), game.o.spec.as_str()), ("Meijin [9d]", "五段"));
    assert_eq!((game.result, game.reason), (RecordedResult::X, Reason::Resigned));
    // A collection; moves in one node; no size, no kind; other ways to end.
    let games = Format::Sgf
        .read(b"(;GM[4]RE[0]B[hh]W[ig]B[gj])(;SZ[10:7]RE[W+Time];B[ag])\n(;SZ[15]RE[Void];B[hh];W[hi])", None)
        .unwrap();
    let told: Vec<_> = games.iter().map(|game| (game.rules.as_str(), line(game), game.result)).collect();
    assert_eq!(
        told,
        [
            ("15x15x5", "h8 i9 g6".to_string(), RecordedResult::Draw),
            ("10x7x5", "a1".to_string(), RecordedResult::O),
            ("15x15x5", "h8 h7".to_string(), RecordedResult::Unfinished),
        ]
    );
    assert_eq!(games[1].reason, Reason::Time("SGF: T".into()));
    // Stones that are set up, one by one and as a rectangle.
    let game = read_one(Format::Sgf, "(;GM[4]SZ[5]AB[aa][bb][cc]AW[ea:eb]AW[ee]AE[cc]AB[dc]PL[B];B[cc])");
    assert_eq!(game.start.as_deref(), Some("5x5x5 X3O/1X2O/3X1/5/4O x"));
    assert_eq!(line(&game), "c3");
}

#[test]
fn a_table_written_by_hand() {
    let text = "moves,rules,result,remark\r\nb2 a1 c3,3x3x3,,mine\r\n\"b2 A1\",3x3x3,o,\"his, I think\"\r\n";
    let games = Format::Csv.read(text.as_bytes(), None).unwrap();
    assert_eq!((games[0].result, games[1].result), (RecordedResult::Unfinished, RecordedResult::O));
    assert_eq!((games[1].reason.clone(), line(&games[1])), (Reason::Resigned, "b2 a1".into()));
    let games = Format::Csv.read(b"moves\nb2 a1\n", Some("3x3x3".parse().unwrap())).unwrap();
    assert_eq!(games[0].rules, "3x3x3");
}

#[test]
fn what_is_wrong_is_told_with_its_place() {
    let record = |change: &str, to: &str| {
        let game = "{\"format\":\"kinrow-game\",\"version\":1,\"rules\":\"3x3x3\",\"seed\":1,\
                    \"x\":{\"spec\":\"a\",\"limits\":\"\"},\"o\":{\"spec\":\"b\",\"limits\":\"\"},\"opening\":[\"b2\"],\
                    \"moves\":[{\"move\":\"a1\",\"time_ms\":1,\"nodes\":1,\"value\":\"?\"}],\
                    \"result\":\"unfinished\",\"reason\":{\"kind\":\"left\"}}";
        assert!(game.contains(change));
        format!("{game}\n{}", game.replace(change, to))
    };
    let psq = |moves: &str| format!("Piskvorky 15x15, 11:11, 0\n{moves}");
    let wrong = [
        (Format::Json, record("a1", "b2"), "game 2: move 2: b2 is taken"),
        (Format::Json, record("a1", "d4"), "game 2: move 2: 'd4' is outside the board 3x3x3"),
        (
            Format::Json,
            record("\"unfinished\"", "\"x\""),
            "game 2: the result 'x' cannot have the reason 'left'",
        ),
        (
            Format::Json,
            record("\"left\"", "\"rules\""),
            "the result is given as 'unfinished', but by the rules",
        ),
        (Format::Json, record("3x3x3", "3x3"), "game 2: '3x3' is not a board"),
        (Format::Json, record("\"version\":1", "\"version\":2"), "game 2: this game was saved in format 2"),
        (Format::Json, record("\"time_ms\":1", "\"time_ms\":-1"), "game 2: '-1' is not a time"),
        (
            Format::Json,
            record("\"seed\":1", "\"start\":\"4x4x3 4/4/4/4 x\",\"seed\":1"),
            "a position of 4x4x3",
        ),
        (Format::Json, "[1".into(), "game 1: this is not a game saved by Kinrow"),
        (Format::Json, " \n".into(), "there is no game in it"),
        (Format::Psq, String::new(), "there is no game in it"),
        (Format::Psq, "Renlib".into(), "does not begin as Piskvork's games do"),
        (Format::Psq, "Piskvorky 99x99, 0:0, 0".into(), "a board of 99x99 is not possible"),
        (Format::Psq, psq("8,8,0\n8,8,0\n"), "game 1: move 2: h8 is taken"),
        (Format::Psq, psq("8,8,0\n16,1,0\n"), "game 1: move 2: '16,1' is outside the board 15x15x5"),
        (Format::Psq, psq("8,8,0\n7,x,0\n6,6,0\n-1\n"), "line 3, '7,x,0', is not understood"),
        (Format::Psq, psq("8,8,0\na\nb\n0\n1,4x4x3\n"), "played on 15x15, which is not the board 4x4x3"),
        (
            Format::Psq,
            psq("1,1\n1,2\n2,1\n2,2\n3,1\n3,2\n4,1\n4,2\n5,1\na\nb\n-1\n2,Freestyle\n"),
            "given as 'o', but by the rules and the moves it is 'x'",
        ),
        (Format::Sgf, "hello".into(), "there is no game in it"),
        (Format::Sgf, "(;GM[1]SZ[19])".into(), "a game of kind GM[1]"),
        (Format::Sgf, "(;SZ[many])".into(), "SZ[many] is not a size"),
        (Format::Sgf, "(;SZ[300])".into(), "a board of 300 is not possible"),
        (
            Format::Sgf,
            "(;SZ[15];B[hh])(;SZ[15];B[hh];B[ii])".into(),
            "game 2: move 2 is made by X, but it is the turn of O",
        ),
        (Format::Sgf, "(;SZ[15];B[hh];W[])".into(), "move 2 is a pass"),
        (Format::Sgf, "(;SZ[15];B[hh];W[tt])".into(), "'tt' is not a point of a board of 15x15"),
        (Format::Sgf, "(;SZ[15];B[hh];AW[aa])".into(), "stones are set up after move 1"),
        (Format::Sgf, "(;SZ[15]AB[aa][bb];W[cc])".into(), "2 X against 0 O is not possible"),
        (Format::Sgf, "(;SZ[15];B[hh];W[hh])".into(), "move 2: h8 is taken"),
        (Format::Csv, "a,b\n1,2\n".into(), "'rules' is not among them"),
        (
            Format::Csv,
            "rules,moves\n3x3x3,b2\n3x3x3\n".into(),
            "game 2: line 3 does not have as many fields as the first line: 1 instead of 2",
        ),
        (Format::Csv, "rules,moves,seed\n3x3x3,b2,x\n".into(), "'x' is not understood in the column 'seed'"),
        (Format::Csv, "rules,moves,result\n3x3x3,b2 b2,\n".into(), "game 1: move 2: b2 is taken"),
        (Format::Csv, "rules,moves\n3x3x3,\"b2\n".into(), "a quotation mark is not closed"),
        (Format::Csv, "\u{fffd}\n".into(), "'rules' is not among them"),
    ];
    for (format, text, words) in wrong {
        let error = format.read(text.as_bytes(), None).unwrap_err().to_string();
        assert!(error.contains(words), "{format:?} {text}\n{error}\n{words}");
    }
    for format in [Format::Json, Format::Csv] {
        let error = format.read(b"\xff\xfe", None);
        assert_eq!(error, Err(GameError { number: 1, why: Wrong::Format(FormatError::NotText {}) }));
    }
}

/// 300 kB of brackets, of commas, of digits, of one line: an error, and soon.
#[test]
fn absurd_files_are_refused() {
    for unit in ["(;", "(;B[aa]", "[", "{", "\"", ",", "1", "1,1\n", "\\", "a,b\n", ";B[aa]W[bb]"] {
        let text = unit.repeat(300_000 / unit.len());
        for &format in Format::ALL {
            for head in ["", "(;SZ[15]", "Piskvorky 15x15, 0:0, 0\n", "rules,moves\n3x3x3,"] {
                assert!(
                    format.read(format!("{head}{text}").as_bytes(), None).is_err(),
                    "{format:?} {head} {unit}"
                );
            }
        }
    }
}

#[test]
fn the_format_is_told_by_the_name() {
    let of = |name: &str| Format::of_path(Path::new(name));
    assert_eq!(of("a.json"), Ok(Format::Json));
    assert_eq!(of("dir.x/a.JSONL"), Ok(Format::Json));
    assert_eq!((of("a.psq"), of("a.sgf"), of("a.csv")), (Ok(Format::Psq), Ok(Format::Sgf), Ok(Format::Csv)));
    let unknown = of("a.pgn").unwrap_err().to_string();
    assert!(unknown.contains("a.pgn") && unknown.contains(".jsonl, .json, .psq, .sgf, .csv"), "{unknown}");
    assert!(of("").is_err());
}
