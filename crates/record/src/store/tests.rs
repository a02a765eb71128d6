//! What the file promises: games come back as they went in, and whatever is wrong with a file is told and harms nothing.

use std::path::Path;
use std::time::Duration;

use kinrow_agent::{AgentRecord, GameRecord, MoveRecord, Reason, RecordedResult};
use kinrow_game::Side;
use proptest::prelude::*;
use rusqlite::Connection;

use super::schema::{APPLICATION_ID, STEPS, migrate, version};
use super::*;

fn plain(seed: u64, moves: &str) -> GameRecord {
    let agent = |spec: &str| AgentRecord { spec: spec.into(), limits: "nodes=10".into() };
    let mv =
        |mv: &str| MoveRecord { mv: mv.into(), time_ms: 0.25, nodes: 7, playouts: 0, value: "draw".into() };
    GameRecord {
        format: GameRecord::FORMAT.into(),
        version: GameRecord::VERSION,
        rules: "3x3x3".into(),
        start: None,
        seed,
        x: agent("random"),
        o: agent("mcts:playouts=10,rollout=random"),
        opening: Vec::new(),
        moves: moves.split_whitespace().map(mv).collect(),
        result: RecordedResult::Unfinished,
        reason: Reason::Left,
    }
}

fn store(folder: &Path) -> Store {
    Store::open(&folder.join("games.db")).unwrap()
}

fn add(store: &mut Store, games: &[GameRecord]) -> Added {
    store.add_games(games.iter().cloned().map(Ok::<_, StoreError>)).unwrap()
}

fn any_reason() -> impl Strategy<Value = Reason> {
    prop_oneof![
        Just(Reason::Rules),
        Just(Reason::Resigned),
        ".*".prop_map(Reason::IllegalMove),
        ".*".prop_map(Reason::Time),
        ".*".prop_map(Reason::Error),
        Just(Reason::Left),
        Just(Reason::Ongoing),
    ]
}

prop_compose! {
    /// Any record at all, legal or not: the store is no referee.
    fn any_record()(
        rules in ".*", start in proptest::option::of(".*"), seed in any::<u64>(), specs in (".*", ".*"),
        limits in (".*", ".*"), opening in prop::collection::vec(".{0,3}", 0..4),
        moves in prop::collection::vec((".{0,3}", any::<f64>(), any::<u64>(), any::<u64>(), ".*"), 0..8),
        result in 0..4usize, reason in any_reason(),
    ) -> GameRecord {
        GameRecord {
            format: GameRecord::FORMAT.into(),
            version: GameRecord::VERSION,
            rules,
            start,
            seed,
            x: AgentRecord { spec: specs.0, limits: limits.0 },
            o: AgentRecord { spec: specs.1, limits: limits.1 },
            opening,
            moves: moves
                .into_iter()
                .map(|(mv, time_ms, nodes, playouts, value)| MoveRecord { mv, time_ms, nodes, playouts, value })
                .collect(),
            result: [RecordedResult::X, RecordedResult::O, RecordedResult::Draw, RecordedResult::Unfinished][result],
            reason,
        }
    }
}

proptest! {
    #![proptest_config(kinrow_testing::cases!(64))]

    #[test]
    fn a_game_comes_back_as_it_went_in(records in prop::collection::vec(any_record(), 1..5)) {
        let folder = tempfile::tempdir().unwrap();
        let mut store = store(folder.path());
        let ids: Vec<GameId> = records.iter().map(|record| store.add_game(None, record).unwrap()).collect();
        for (id, record) in ids.into_iter().zip(&records) {
            prop_assert_eq!(&store.game(id).unwrap(), record);
        }
        let added = add(&mut store, &records);
        prop_assert_eq!(added, Added { new: 0, known: records.len() as u64 });
    }
}

#[test]
fn a_run_has_one_game_of_a_number() {
    let folder = tempfile::tempdir().unwrap();
    let mut store = store(folder.path());
    assert_eq!(store.latest_run("match", "a against b").unwrap(), None);
    let run = store.begin_run("match", "a against b", "{}").unwrap();
    let other = store.begin_run("match", "a against c", "{}").unwrap();
    let second = store.add_game(Some((run, 1)), &plain(2, "a1")).unwrap();
    let first = store.add_game(Some((run, 0)), &plain(1, "b2")).unwrap();
    store.add_game(Some((other, 0)), &plain(3, "c3")).unwrap();
    store.add_game(None, &plain(4, "")).unwrap();
    // Stored again, it is the one that is there.
    assert_eq!(store.add_game(Some((run, 1)), &plain(9, "c1")).unwrap(), second);
    assert_ne!(first, second);
    assert_eq!(store.run_games(run).unwrap(), [(0, plain(1, "b2")), (1, plain(2, "a1"))]);
    assert_eq!(store.latest_run("match", "a against b").unwrap(), Some(run));
    assert_eq!(store.latest_run("tournament", "a against b").unwrap(), None);
    let again = store.begin_run("match", "a against b", "{}").unwrap();
    assert_eq!(store.latest_run("match", "a against b").unwrap(), Some(again));
    let runs = store.runs().unwrap();
    assert_eq!(
        runs.iter().map(|run| (run.id, run.games)).collect::<Vec<_>>(),
        [(again, 0), (other, 1), (run, 2)]
    );
    assert!(runs[0].started.starts_with("20") && runs[0].started.ends_with('Z'), "{}", runs[0].started);
}

#[test]
fn as_many_equal_games_as_are_given_are_there() {
    let folder = tempfile::tempdir().unwrap();
    let mut store = store(folder.path());
    let run = store.begin_run("match", "", "{}").unwrap();
    store.add_game(Some((run, 0)), &plain(1, "a1 b2")).unwrap();
    let mut other_value = plain(1, "a1 b2");
    other_value.moves[1].value = "?".into();
    let games = [plain(1, "a1 b2"), plain(1, "a1 b2"), other_value, plain(1, "a1 b2 c3")];
    assert_eq!(add(&mut store, &games), Added { new: 3, known: 1 });
    assert_eq!(add(&mut store, &games), Added { new: 0, known: 4 });
    assert_eq!(store.count(&Filter::default()).unwrap(), 4);
    // A table does not tell what moves cost: the game is known. A game of which more is told than is known is another one.
    let mut bare = plain(1, "a1 b2 c3");
    for mv in &mut bare.moves {
        *mv = MoveRecord { mv: mv.mv.clone(), time_ms: 0.0, nodes: 0, playouts: 0, value: "?".into() };
    }
    assert_eq!(add(&mut store, std::slice::from_ref(&bare)), Added { new: 0, known: 1 });
    let other = GameRecord { seed: 2, ..bare };
    assert_eq!(add(&mut store, &[other]), Added { new: 1, known: 0 });
    assert_eq!(add(&mut store, &[plain(2, "a1 b2 c3")]), Added { new: 1, known: 0 });
}

#[test]
fn games_are_found_by_what_they_are() {
    let folder = tempfile::tempdir().unwrap();
    let mut store = store(folder.path());
    let long = "c1 c2 a1 a2 b1 b2 c3 a3 b3 d1 d2 d3";
    let games = [
        plain(1, "c1 c2"),
        GameRecord {
            result: RecordedResult::X,
            reason: Reason::Time("9 ms of 5 ms".into()),
            ..plain(2, "c10 c2")
        },
        GameRecord { rules: "5x5x4".into(), ..plain(3, long) },
        GameRecord { x: plain(0, "").o, o: plain(0, "").x, ..plain(4, "c1") },
        GameRecord { opening: vec!["c1".into(), "c2".into()], ..plain(5, "a1") },
    ];
    for game in &games {
        store.add_game(None, game).unwrap();
    }
    let seeds = |filter: &Filter| {
        let ids = store.ids(filter).unwrap();
        let listed = store.list(filter).unwrap();
        assert_eq!(ids, listed.iter().map(|game| game.id).collect::<Vec<_>>());
        ids.into_iter().map(|id| store.game(id).unwrap().seed).collect::<Vec<_>>()
    };
    let agent = |text: &str, side| Filter { agent: Some(text.into()), side, ..Filter::default() };
    let opening = |text: &str| Filter {
        opening: text.split_whitespace().map(String::from).collect(),
        ..Filter::default()
    };
    assert_eq!(seeds(&Filter::default()), [5, 4, 3, 2, 1]);
    // The name is meant, not the option of that name.
    assert_eq!(seeds(&agent("random", Some(Side::X))), [5, 3, 2, 1]);
    assert_eq!(seeds(&agent("random", Some(Side::O))), [4]);
    assert_eq!(seeds(&agent("mcts", Some(Side::X))), [4]);
    assert_eq!(seeds(&agent("mcts:playouts=10,rollout=random", None)), [5, 4, 3, 2, 1]);
    assert_eq!(seeds(&agent("Playouts=1", Some(Side::O))), [5, 3, 2, 1]);
    assert_eq!(seeds(&agent("nobody", None)), [0u64; 0]);
    assert_eq!(seeds(&agent("", None)).len(), 5);
    assert_eq!(seeds(&opening("c1")), [5, 4, 3, 1]);
    assert_eq!(seeds(&opening("c1 c2")), [5, 3, 1]);
    assert_eq!(seeds(&opening("c10")), [2]);
    assert_eq!(seeds(&opening(long)), [3]);
    assert_eq!(seeds(&opening(&long.replace("d3", "d4"))), [0u64; 0]);
    assert_eq!(seeds(&opening(&format!("{long} a9"))), [0u64; 0]);
    assert_eq!(seeds(&Filter { rules: Some("5x5x4".into()), ..Filter::default() }), [3]);
    assert_eq!(seeds(&Filter { result: Some(RecordedResult::X), ..Filter::default() }), [2]);
    assert_eq!(seeds(&Filter { reasons: vec!["time".into(), "error".into()], ..Filter::default() }), [2]);
    assert_eq!(seeds(&Filter { limit: Some(2), offset: 1, ..Filter::default() }), [4, 3]);
    assert_eq!(seeds(&Filter { limit: Some(u64::MAX), offset: u64::MAX, ..Filter::default() }), [0u64; 0]);
    assert_eq!(store.count(&Filter { limit: Some(1), ..opening("c1") }).unwrap(), 4);
    assert_eq!(store.game(GameId(77)), Err(StoreError::NoGame { given: 77 }));
    let run = Filter { run: Some(RunId(7)), ..Filter::default() };
    assert_eq!(store.list(&run), Err(StoreError::NoRun { given: 7 }));
}

/// A list of few games among very many does not look at all of them.
#[test]
fn lists_use_indexes() {
    let folder = tempfile::tempdir().unwrap();
    let mut store = store(folder.path());
    store.add_game(None, &plain(1, "a1")).unwrap();
    let filters = [
        Filter { agent: Some("random".into()), side: Some(Side::X), ..Filter::default() },
        Filter { agent: Some("random".into()), ..Filter::default() },
        Filter { rules: Some("3x3x3".into()), ..Filter::default() },
        Filter { opening: vec!["a1".into()], ..Filter::default() },
        Filter { reasons: vec!["time".into(), "error".into()], ..Filter::default() },
        Filter { run: Some(RunId(1)), ..Filter::default() },
    ];
    for filter in filters {
        let condition = filter.condition(&store.connection).unwrap();
        let sql = format!("EXPLAIN QUERY PLAN SELECT id FROM games WHERE {}", condition.sql);
        let mut statement = store.connection.prepare(&sql).unwrap();
        let plan: Vec<String> = statement
            .query_map(rusqlite::params_from_iter(condition.values), |row| row.get(3))
            .unwrap()
            .collect::<rusqlite::Result<_>>()
            .unwrap();
        assert!(plan.iter().all(|line| !line.starts_with("SCAN")), "{filter:?}: {plan:?}");
    }
}

/// Opens with a failure, and the folder is afterwards as it was: the same files, byte for byte.
fn refused(folder: &Path, name: &str) -> StoreError {
    let files = || {
        let mut files: Vec<_> = std::fs::read_dir(folder)
            .unwrap()
            .map(|entry| entry.unwrap().path())
            .map(|path| (std::fs::read(&path).unwrap_or_default(), path))
            .collect();
        files.sort();
        files
    };
    let before = files();
    let error = Store::open(&folder.join(name)).unwrap_err();
    assert_eq!(before, files(), "{error}");
    error
}

#[test]
fn what_is_not_ours_is_refused_and_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    std::fs::write(at("text"), "a letter to my aunt, rather longer than the first page of a small file\n")
        .unwrap();
    std::fs::write(at("zeros"), vec![0; 10_000]).unwrap();
    std::fs::write(at("head"), b"SQLite format 3\0").unwrap();
    std::fs::create_dir(at("folder")).unwrap();
    for name in ["other", "log"] {
        let other = Connection::open(at(name)).unwrap();
        other.execute_batch("CREATE TABLE games (id INTEGER); INSERT INTO games VALUES (1)").unwrap();
        if name == "log" {
            other.query_row("PRAGMA journal_mode = WAL", [], |_| Ok(())).unwrap();
        }
    }
    for name in ["text", "zeros", "head", "folder", "other", "log"] {
        let error = refused(folder.path(), name);
        assert!(matches!(error, StoreError::Foreign { .. }), "{name}: {error}");
    }
}

#[test]
fn a_newer_file_is_refused_and_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("new?er #1%.db");
    let connection = Connection::open(&file).unwrap();
    connection.pragma_update(None, "application_id", APPLICATION_ID).unwrap();
    connection.pragma_update(None, "user_version", 99).unwrap();
    drop(connection);
    let error = refused(folder.path(), "new?er #1%.db");
    assert!(error.to_string().contains("has version 99 and was written by a newer Kinrow"), "{error}");
}

#[test]
fn an_empty_file_and_a_folder_that_is_not_there_are_new_records() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("games.db"), "").unwrap();
    store(folder.path()).add_game(None, &plain(1, "a1")).unwrap();
    assert_eq!(store(folder.path()).count(&Filter::default()).unwrap(), 1);
    let deep = folder.path().join("a/b c/games.db");
    Store::open(&deep).unwrap().add_game(None, &plain(1, "a1")).unwrap();
    assert_eq!(Store::open(&deep).unwrap().count(&Filter::default()).unwrap(), 1);
    assert!(Store::open_to_read(&folder.path().join("none.db")).unwrap().is_none());
    assert!(!folder.path().join("none.db").exists());
}

/// A file as version 1 has it, written by hand: what was in it is there after opening, and in the newest version.
#[test]
fn a_file_of_version_1_is_brought_up_to_date() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("games.db");
    let mut connection = Connection::open(&file).unwrap();
    migrate(&mut connection, &STEPS[..1]).unwrap();
    connection
        .execute_batch(
            "INSERT INTO agents VALUES (1, 'random', 'random'), (2, 'mcts:c=1', 'mcts');
             INSERT INTO games (id, rules, seed, x, x_limits, o, o_limits, result, reason, detail, plies, first_moves,
                                fingerprint)
             VALUES (5, '3x3x3', '18446744073709551615', 1, '', 2, 'time=5ms', 'x', 'time', '9 ms of 5 ms', 2,
                     'b2 a1', 0);
             INSERT INTO moves VALUES (5, 1, 'b2', NULL, NULL, NULL, NULL), (5, 2, 'a1', 0.1, 3, 4, '+1');",
        )
        .unwrap();
    drop(connection);
    let store = store(folder.path());
    assert_eq!(version(&store.connection).unwrap() as usize, STEPS.len());
    let game = store.game(GameId(5)).unwrap();
    assert_eq!((game.seed, game.reason), (u64::MAX, Reason::Time("9 ms of 5 ms".into())));
    assert_eq!((game.opening, game.moves.len(), game.moves[0].time_ms), (vec!["b2".to_string()], 1, 0.1));
    assert_eq!(store.owner(GameId(5)).unwrap(), None);
}

/// What anybody would call being the same position is found, whatever the order of its moves; nothing else is.
#[test]
fn games_are_found_by_a_position_in_them() {
    let folder = tempfile::tempdir().unwrap();
    let mut store = store(folder.path());
    let large = |seed, moves: &str| GameRecord { rules: "15x15x5".into(), ..plain(seed, moves) };
    let late = "h8 h9 i8 i9 j8 j9 g7 g6 f6 f5 e4 e3";
    add(
        &mut store,
        &[
            plain(1, "b2 a1 c1 a3"),
            plain(2, "c1 a1 b2 c3"), // the same three stones in another order
            plain(3, "b2 c3 a3"),    // turned about
            plain(4, "b2 a1"),       // ends before
            plain(5, "a1 b2 c1"),    // the colours changed
            GameRecord { start: Some("3x3x3 3/1X1/O2 x".into()), ..plain(6, "c1") },
            GameRecord { start: Some("3x3x3 3/3/3 nonsense".into()), ..plain(7, "c1") },
            large(8, late),
            large(9, "i8 i9 h8 h9 j8 j9 g7 g6 f6 f5 e4 e3 a1"),
            large(10, "h8 h9 i8 i9 j8 j9 g7 g6 f6 f5 e4 e2"),
        ],
    );
    let found = |store: &Store, filter: Filter| {
        let mut ids: Vec<i64> = store.ids(&filter).unwrap().into_iter().map(|id| id.0).collect();
        ids.sort_unstable();
        assert_eq!(store.count(&filter).unwrap() as usize, ids.len());
        ids
    };
    let filter = |text: &str| Filter { position: Some(text.parse().unwrap()), ..Filter::default() };
    assert_eq!(found(&store, filter("3x3x3 3/1X1/O1X o")), [1, 2, 3, 6]);
    assert_eq!(found(&store, filter("3x3x3 3/3/3 x")), [1, 2, 3, 4, 5]);
    // Deeper than the index of first moves.
    let (deep, _) = kinrow_game::Position::new("15x15x5".parse().unwrap()).play_moves(late).unwrap();
    assert_eq!(found(&store, Filter { position: Some(deep), ..Filter::default() }), [8, 9]);
    let won = Filter { result: Some(RecordedResult::X), ..filter("3x3x3 3/1X1/O1X o") };
    assert_eq!(found(&store, won), Vec::<i64>::new());
    let few = Filter { most_searched: Some(6), ..filter("3x3x3 3/1X1/O1X o") };
    assert!(matches!(store.list(&few), Err(StoreError::TooMany { games: 7, most: 6 })));
    assert_eq!(store.list(&Filter { most_searched: Some(7), ..few }).unwrap().len(), 4);
}

/// What belongs to somebody is that person's alone, and equal games of two people are two.
#[test]
fn games_have_owners() {
    let folder = tempfile::tempdir().unwrap();
    let mut store = store(folder.path());
    let mut bring =
        |owner, moves: &str| store.add_games_of(owner, [Ok::<_, StoreError>(plain(1, moves))]).unwrap();
    assert_eq!(bring(Some("ada"), "b2"), Added { new: 1, known: 0 });
    assert_eq!(bring(Some("bo"), "b2"), Added { new: 1, known: 0 });
    assert_eq!(bring(None, "b2"), Added { new: 1, known: 0 });
    assert_eq!(bring(Some("ada"), "b2"), Added { new: 0, known: 1 });
    let own = store.add_game_of(Some("ada"), &plain(2, "c3")).unwrap();
    let of = |owner: &str| Filter { owner: Some(owner.into()), ..Filter::default() };
    assert_eq!((store.count(&of("ada")).unwrap(), store.count(&of("bo")).unwrap()), (2, 1));
    assert_eq!(store.count(&Filter::default()).unwrap(), 4);
    assert_eq!(store.owner(own).unwrap().as_deref(), Some("ada"));
    assert_eq!(store.owner(GameId(3)).unwrap(), None);
    assert!(matches!(store.owner(GameId(9)), Err(StoreError::NoGame { given: 9 })));
    assert!(store.bytes().unwrap() > 10_000);
}

/// A step that fails changes nothing; those before it stand, and are not taken again.
#[test]
fn steps_are_taken_once_and_whole() {
    let mut connection = Connection::open_in_memory().unwrap();
    let steps =
        ["CREATE TABLE a (x)", "ALTER TABLE a ADD COLUMN y", "CREATE TABLE b (x); CREATE TABLE a (x)"];
    migrate(&mut connection, &steps[..1]).unwrap();
    connection.execute_batch("INSERT INTO a VALUES (1)").unwrap();
    migrate(&mut connection, &steps[..2]).unwrap();
    migrate(&mut connection, &steps[..2]).unwrap();
    let row: (i64, Option<i64>) =
        connection.query_row("SELECT x, y FROM a", [], |row| Ok((row.get(0)?, row.get(1)?))).unwrap();
    assert_eq!((row, version(&connection).unwrap()), ((1, None), 2));
    migrate(&mut connection, &steps).unwrap_err();
    assert_eq!(version(&connection).unwrap(), 2);
    connection.execute_batch("CREATE TABLE b (x)").unwrap();
}

/// SQLite refuses to grow as it does on a full disk.
#[test]
fn a_full_disk_is_told_and_loses_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let mut store = store(folder.path());
    let run = store.begin_run("match", "", "{}").unwrap();
    let pages: i64 = store.connection.query_row("PRAGMA page_count", [], |row| row.get(0)).unwrap();
    store.connection.query_row(&format!("PRAGMA max_page_count = {}", pages + 3), [], |_| Ok(())).unwrap();
    let game = plain(1, &"a1 ".repeat(100));
    let mut stored = 0;
    let error = loop {
        match store.add_game(Some((run, stored)), &game) {
            Ok(_) => stored += 1,
            Err(error) => break error,
        }
    };
    assert!(matches!(error, StoreError::Full { .. }), "{error}");
    assert!(stored > 0);
    assert_eq!(store.run_games(run).unwrap().len() as u64, stored);
    // With room again, the same connection goes on.
    store.connection.query_row("PRAGMA max_page_count = 1000000", [], |_| Ok(())).unwrap();
    store.add_game(Some((run, stored)), &game).unwrap();
    drop(store);
    let store = self::store(folder.path());
    assert_eq!(store.run_games(run).unwrap().len() as u64, stored + 1);
    assert!(store.run_games(run).unwrap().iter().all(|(_, stored)| *stored == game));
}

#[test]
fn a_file_in_use_is_told_and_can_be_read() {
    let folder = tempfile::tempdir().unwrap();
    store(folder.path()).add_game(None, &plain(1, "a1")).unwrap();
    let other = Connection::open(folder.path().join("games.db")).unwrap();
    other.execute_batch("BEGIN IMMEDIATE").unwrap();
    let mut store =
        Store::open_patiently(&folder.path().join("games.db"), Duration::from_millis(20)).unwrap();
    let error = store.add_game(None, &plain(2, "a1")).unwrap_err();
    assert!(matches!(error, StoreError::Busy { .. }), "{error}");
    assert_eq!(store.count(&Filter::default()).unwrap(), 1);
    other.execute_batch("ROLLBACK").unwrap();
    store.add_game(None, &plain(2, "a1")).unwrap();
    assert_eq!(store.count(&Filter::default()).unwrap(), 2);
}

/// Bytes in the middle of the file are overwritten: an error in words, now or when the game is read, and no panic.
#[test]
fn a_damaged_file_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("games.db");
    let mut store = store(folder.path());
    for seed in 0..200 {
        store.add_game(None, &plain(seed, "a1 b2 c3 a2 b3")).unwrap();
    }
    drop(store);
    let whole = std::fs::read(&file).unwrap();
    let mut told = 0;
    for page in 1..whole.len() / 4096 {
        let mut bytes = whole.clone();
        bytes[page * 4096..(page + 1) * 4096].fill(0xA5);
        std::fs::write(&file, &bytes).unwrap();
        let read = Store::open(&file).and_then(|store| {
            let ids = store.ids(&Filter::default())?;
            store.list(&Filter { rules: Some("3x3x3".into()), ..Filter::default() })?;
            ids.into_iter().map(|id| store.game(id)).collect::<Result<Vec<_>, _>>()
        });
        if let Err(error) = read {
            assert!(matches!(error, StoreError::Damaged { .. } | StoreError::NoGame { .. }), "{error}");
            told += 1;
        }
    }
    assert!(told > 10, "{told}");
    std::fs::write(&file, &whole[..whole.len() / 2]).unwrap();
    let cut = Store::open(&file).and_then(|store| store.list(&Filter::default()).map(|_| ()));
    assert!(matches!(cut, Err(StoreError::Damaged { .. })), "{cut:?}");
}

/// A log is written back page by page, and a full disk or a lost plug can end that anywhere: the file alone is then no
/// sound one, and with its log it is.
#[test]
fn a_log_that_was_half_written_back_loses_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("games.db");
    let log = folder.path().join("games.db-wal");
    let mut store = store(folder.path());
    store.connection.query_row("PRAGMA wal_autocheckpoint = 0", [], |_| Ok(())).unwrap();
    for seed in 0..100 {
        store.add_game(None, &plain(seed, "a1 b2 c3 a2 b3")).unwrap();
    }
    let kept = std::fs::read(&log).unwrap();
    drop(store);
    let whole = std::fs::read(&file).unwrap();
    for pages in [1, 2, 5, whole.len() / 4096 / 2] {
        std::fs::write(&file, &whole[..4096 * pages]).unwrap();
        std::fs::write(&log, &kept).unwrap();
        let store = Store::open(&file).unwrap();
        assert_eq!(store.count(&Filter::default()).unwrap(), 100, "{pages} pages were written back");
        assert_eq!(store.game(GameId(100)).unwrap(), plain(99, "a1 b2 c3 a2 b3"));
    }
}

/// Two connections of one process: the look at the file before it is opened leaves the locks of the first alone.
#[test]
fn connections_of_one_process_share_the_file() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("games.db");
    let writers: Vec<_> = (0..4)
        .map(|writer| {
            let file = file.clone();
            std::thread::spawn(move || {
                for game in 0..25 {
                    let mut store = Store::open(&file).unwrap();
                    store.add_game(None, &plain(100 * writer + game, "a1 b2")).unwrap();
                }
            })
        })
        .collect();
    for writer in writers {
        writer.join().unwrap();
    }
    let store = store(folder.path());
    assert_eq!(store.count(&Filter::default()).unwrap(), 100);
    let check: String = store.connection.query_row("PRAGMA integrity_check", [], |row| row.get(0)).unwrap();
    assert_eq!(check, "ok");
}
