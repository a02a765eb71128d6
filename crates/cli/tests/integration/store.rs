//! The file of the record under what can happen to it: killed writers, several programs at once, a disk that cannot be
//! written. Each file that `kinrow games import` names is stored when its line is printed, which these tests rely on.

use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Stdio};
use std::time::Duration;

use crate::support::{kinrow, run};
use kinrow_agent::Seed;
use kinrow_record::store::{Filter, Store};

/// Files with one game each, told apart by their seeds.
fn files(folder: &Path, seeds: std::ops::Range<u64>) -> Vec<PathBuf> {
    seeds
        .map(|seed| {
            let file = folder.join(format!("{seed}.csv"));
            let game = format!("rules,seed,x,o,moves\n3x3x3,{seed},a{seed},b,b2 a1 c3 a2 a3 b3\n");
            std::fs::write(&file, game).unwrap();
            file
        })
        .collect()
}

fn import(db: &Path, files: &[PathBuf]) -> Child {
    let mut command = kinrow();
    command.args(["games", "import", "--db"]).arg(db).args(files);
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
}

/// The seeds of the games that are stored.
fn stored(db: &Path) -> Vec<u64> {
    let store = Store::open(db).unwrap();
    let mut seeds: Vec<u64> =
        store.ids(&Filter::default()).unwrap().into_iter().map(|id| store.game(id).unwrap().seed).collect();
    seeds.sort_unstable();
    seeds
}

fn assert_whole(db: &Path) {
    let file = rusqlite::Connection::open(db).unwrap();
    let check: String = file.query_row("PRAGMA integrity_check", [], |row| row.get(0)).unwrap();
    assert_eq!(check, "ok");
    let cut = "SELECT count(*) FROM games WHERE plies <> (SELECT count(*) FROM moves WHERE game = games.id)";
    assert_eq!(file.query_row(cut, [], |row| row.get(0)), Ok(0), "a game lacks moves");
}

/// Killed without warning, again and again, at any moment: the file opens, and every game that was said to be stored is
/// there with all its moves. What was being written is there whole or not at all.
#[test]
fn a_killed_writer_loses_nothing_it_has_told_of() {
    let folder = tempfile::tempdir().unwrap();
    let db = folder.path().join("games.db");
    let mut rng = Seed(1).derive("kill", 0).rng();
    let mut told: Vec<u64> = Vec::new();
    for round in 0..24 {
        let files = files(folder.path(), 1000 * round..1000 * round + 60);
        let mut child = import(&db, &files);
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
        // Some are killed before they have said a word, and thus perhaps while the file is made.
        let wait = rng.below(40);
        for _ in 0..wait {
            let line = lines.next().unwrap().unwrap();
            told.push(seed_of(&line));
        }
        std::thread::sleep(std::time::Duration::from_micros(rng.below(3000).into()));
        child.kill().unwrap();
        // What it had printed before the blow counts as told.
        told.extend(lines.map_while(Result::ok).map(|line| seed_of(&line)));
        child.wait().unwrap();
        if db.exists() {
            let stored = stored(&db);
            let lost: Vec<&u64> = told.iter().filter(|seed| stored.binary_search(seed).is_err()).collect();
            assert!(lost.is_empty(), "round {round}: {lost:?} are lost");
            // At most one game a round was stored and not yet told of.
            assert!(stored.len() <= told.len() + round as usize + 1, "{} of {}", told.len(), stored.len());
            assert_whole(&db);
        }
    }
    assert!(told.len() > 200, "only {} games were stored before the blows", told.len());
}

fn seed_of(line: &str) -> u64 {
    let file = line.split(".csv").next().unwrap();
    file.rsplit('/').next().unwrap().parse().unwrap()
}

/// Programs that find no file make one together, and then write side by side.
#[test]
fn several_programs_make_and_fill_one_file() {
    let folder = tempfile::tempdir().unwrap();
    let db = folder.path().join("new/games.db");
    let files = files(folder.path(), 0..160);
    let children: Vec<Child> = files.chunks(20).map(|files| import(&db, files)).collect();
    for child in children {
        let output = child.wait_with_output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    }
    assert_eq!(stored(&db), (0..160).collect::<Vec<_>>());
    assert_whole(&db);
}

/// A reader is not kept waiting by a writer, nor the writer by readers.
#[test]
fn lists_are_read_while_games_are_stored() {
    let folder = tempfile::tempdir().unwrap();
    let db = folder.path().join("games.db");
    let files = files(folder.path(), 0..80);
    let child = import(&db, &files);
    let db_text = db.to_str().unwrap();
    let mut last = 0;
    // A record that is not there yet cannot be read.
    while !db.exists() {
        std::thread::sleep(Duration::from_millis(5));
    }
    for _ in 0..10 {
        let ran = run(&["games", "list", "--json", "--limit", "1", "--db", db_text]);
        assert_eq!(ran.code, 0, "{}", ran.err);
        let total = serde_json::from_str::<serde_json::Value>(&ran.out).unwrap()["total"].as_u64().unwrap();
        assert!(total >= last);
        last = total;
    }
    assert!(child.wait_with_output().unwrap().status.success());
    assert_eq!(stored(&db).len(), 80);
}

#[test]
fn a_file_that_is_not_ours_is_refused_by_every_command() {
    let folder = tempfile::tempdir().unwrap();
    let db = folder.path().join("letter.txt");
    std::fs::write(&db, "Dear aunt,\n").unwrap();
    let games = files(folder.path(), 0..1);
    let (db_text, game) = (db.to_str().unwrap(), games[0].to_str().unwrap());
    for arguments in [&["list"][..], &["show", "1"], &["export"], &["import", game], &["runs"]] {
        let ran = run(&[&["games"], arguments, &["--db", db_text]].concat());
        assert_eq!(ran.code, 1, "{arguments:?}");
        assert!(
            ran.err.contains("is not a record of games made by Kinrow, and was left as it is"),
            "{}",
            ran.err
        );
    }
    assert_eq!(std::fs::read_to_string(&db).unwrap(), "Dear aunt,\n");
    let ran = run(&["games", "import", game, "--db", "/dev/null"]);
    assert_eq!(ran.code, 1, "{}", ran.err);
    let ran = run(&["games", "import", game, "--db", "/proc/no/such/games.db"]);
    assert!(ran.code == 1 && ran.err.contains("could not be opened"), "{}", ran.err);
}

/// A record that may not be written can be read, and writing to it is refused in words.
#[cfg(unix)]
#[test]
fn a_read_only_record_can_be_read() {
    use std::os::unix::fs::PermissionsExt;
    use std::os::unix::process::CommandExt;

    let folder = tempfile::tempdir().unwrap();
    // Everybody may read and pass, and nobody but root may write.
    let set =
        |path: &Path, mode| std::fs::set_permissions(path, std::fs::Permissions::from_mode(mode)).unwrap();
    let inside = folder.path().join("archive");
    std::fs::create_dir(&inside).unwrap();
    let db = inside.join("games.db");
    let games = files(folder.path(), 0..2);
    assert!(import(&db, &games[..1]).wait_with_output().unwrap().status.success());
    // Root may write everywhere: for it, the program runs as nobody, from a place that nobody can reach. Another program
    // makes the copy: one that this process writes cannot be run while a test beside this one starts a child.
    let program = folder.path().join("kinrow");
    let copied = std::process::Command::new("cp").arg(env!("CARGO_BIN_EXE_kinrow")).arg(&program).status();
    assert!(copied.unwrap().success());
    let is_root = std::process::Command::new("id").arg("-u").output().unwrap().stdout == b"0\n";
    set(&program, 0o755);
    set(folder.path(), 0o755);
    set(&games[1], 0o644);
    let run = |arguments: &[&str]| -> crate::support::Ran {
        let mut command = std::process::Command::new(&program);
        if is_root {
            command.uid(65534).gid(65534);
        }
        command.args(arguments).arg("--db").arg(&db).env("LC_ALL", "C").output().unwrap().into()
    };
    let game = games[1].to_str().unwrap();
    for (file_mode, folder_mode) in [(0o444, 0o555), (0o444, 0o755), (0o644, 0o555)] {
        set(&db, file_mode);
        set(&inside, folder_mode);
        let before = std::fs::read(&db).unwrap();
        let ran = run(&["games", "list", "--json"]);
        assert_eq!(ran.code, 0, "{file_mode:o} {folder_mode:o}: {}", ran.err);
        assert!(ran.out.contains("\"total\": 1"), "{}", ran.out);
        let ran = run(&["games", "import", game]);
        // With a writable file in its own folder a user who is not root could write.
        if is_root || file_mode == 0o444 {
            assert_eq!(ran.code, 1, "{file_mode:o} {folder_mode:o}: {}", ran.out);
            assert!(
                ran.err.contains("cannot be written: the file or its folder is read-only"),
                "{}",
                ran.err
            );
            assert_eq!(std::fs::read(&db).unwrap(), before);
        }
    }
    set(&inside, 0o755);
}

/// A folder of its own that can be made read-only even for root: a file system in memory, taken away with the test.
#[cfg(target_os = "linux")]
struct Mount(tempfile::TempDir);

#[cfg(target_os = "linux")]
impl Mount {
    /// `None` where mounting is not allowed.
    fn new() -> Option<Mount> {
        let folder = tempfile::tempdir().unwrap();
        let mut mount = std::process::Command::new("mount");
        let made = mount.args(["-t", "tmpfs", "kinrow-test"]).arg(folder.path()).output();
        made.is_ok_and(|made| made.status.success()).then(|| Mount(folder))
    }

    fn make_read_only(&self) {
        let mut mount = std::process::Command::new("mount");
        assert!(mount.args(["-o", "remount,ro"]).arg(self.0.path()).status().unwrap().success());
    }
}

#[cfg(target_os = "linux")]
impl Drop for Mount {
    fn drop(&mut self) {
        let _ = std::process::Command::new("umount").arg(self.0.path()).status();
    }
}

/// A read-only mount is read like any other place. A log that was left beside the record is read as well where SQLite can,
/// and else told of: nothing is passed over in silence.
#[cfg(target_os = "linux")]
#[test]
fn a_record_on_a_read_only_mount_can_be_read() {
    let folder = tempfile::tempdir().unwrap();
    let games = files(folder.path(), 0..3);
    let db = folder.path().join("games.db");
    assert!(import(&db, &games[..1]).wait_with_output().unwrap().status.success());
    // As a killed writer leaves it: the second game is in the log alone.
    let mut writer = Store::open(&db).unwrap();
    let second = kinrow_record::exchange::Format::Csv.read(&std::fs::read(&games[1]).unwrap(), None).unwrap();
    writer.add_games(second.into_iter().map(Ok::<_, kinrow_record::store::StoreError>)).unwrap();
    let beside = |end: &str| folder.path().join(format!("games.db{end}"));
    // (left behind, games to be found)
    for (left, expected) in [(&[][..], Ok(1)), (&["-wal"], Err(())), (&["-wal", "-shm"], Ok(2))] {
        let Some(mount) = Mount::new() else {
            eprintln!("not tested: mounting is not allowed here");
            return;
        };
        let here = mount.0.path().join("games.db");
        std::fs::copy(&db, &here).unwrap();
        for end in left {
            std::fs::copy(beside(end), mount.0.path().join(format!("games.db{end}"))).unwrap();
        }
        mount.make_read_only();
        let here = here.to_str().unwrap();
        let ran = run(&["games", "list", "--json", "--db", here]);
        match expected {
            Ok(total) => {
                assert_eq!(ran.code, 0, "{left:?}: {}", ran.err);
                assert!(ran.out.contains(&format!("\"total\": {total}")), "{left:?}: {}", ran.out);
            }
            Err(()) => {
                assert_eq!(ran.code, 1, "{left:?}: {}", ran.out);
                assert!(ran.err.contains("games.db-wal beside it may hold games"), "{}", ran.err);
            }
        }
        let ran = run(&["games", "import", games[2].to_str().unwrap(), "--db", here]);
        assert_eq!(ran.code, 1, "{left:?}: {}", ran.out);
        assert!(ran.err.contains("cannot be written: the file or its folder is read-only"), "{}", ran.err);
    }
}
