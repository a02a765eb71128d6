//! Programs of every bad habit under `external`: whatever they do, the game ends with the right reason, nothing of them
//! is left, and a match goes on.

use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use serde_json::Value;
use tempfile::TempDir;

use crate::support::{json, run};

/// A program in shell that says OK to START, and does `habit` when it is to move. `move` there is a legal move of a game
/// against `random` as long as nobody stands on the lowest row.
pub fn program(folder: &TempDir, name: &str, habit: &str) -> PathBuf {
    let path = folder.path().join(name);
    let script = format!(
        "#!/bin/sh\nx=0\nmove() {{ echo $x,14; x=$((x+1)); }}\nwhile read -r line; do\n  case $line in\n    START*) echo OK;;\n    BEGIN*|TURN*|DONE*) {habit};;\n    END*) exit 0;;\n  esac\ndone\n"
    );
    std::fs::write(&path, script).unwrap();
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).unwrap();
    path
}

pub fn external(path: &Path, options: &str) -> String {
    format!("external:cmd=\"{}\",timeout=2s{options}", path.display())
}

/// The record of a game of `spec` as X, which begins after some stones of the upper half.
fn game(spec: &str) -> Value {
    json(&[
        "play",
        "--board",
        "15x15x5",
        "--moves",
        "a15 c15 e15 g15",
        "--x",
        spec,
        "--o",
        "random",
        "--seed",
        "3",
    ])
}

fn reason(record: &Value) -> (String, String) {
    let reason = &record["reason"];
    (reason["kind"].as_str().unwrap().into(), reason["detail"].as_str().unwrap_or("").into())
}

/// The habit on the first move, and the kind of reason and words in it that follow.
#[test]
fn bad_habits_lose_the_game_with_a_reason() {
    let folder = tempfile::tempdir().unwrap();
    for (name, habit, kind, words) in [
        ("silent", "sleep 100", "time", "no answer within 2000 ms"),
        (
            "crash",
            "echo 'out of ideas' >&2; exit 3",
            "error",
            "it ended with exit code 3; its last words: out of ideas",
        ),
        ("killed", "kill -9 $$", "error", "it was ended by signal 9"),
        ("deaf", "exec sleep 100 >&-", "error", "it closed its output"),
        ("outside", "echo 15,0", "illegal-move", "15,0 (outside the board 15x15x5)"),
        ("taken", "echo 0,0", "illegal-move", "0,0 (a15 is taken: choose an empty point)"),
        ("words", "echo 'I play h8'", "error", "it said 'I play h8', not a move such as 7,7"),
        ("binary", "printf '\\377\\000\\001\\n'", "error", "not a move such as 7,7"),
        ("minus", "echo -1,5", "error", "it said '-1,5'"),
        ("ok", "echo OK", "error", "it said OK, not a move"),
        ("error", "echo ERROR no memory", "error", "it said ERROR no memory"),
        ("unknown", "echo UNKNOWN", "error", "it said UNKNOWN"),
        ("long", "head -c 3000000 /dev/zero | tr '\\0' x; echo", "error", "it said 'xxxx"),
        ("flood", "while :; do echo MESSAGE again; done", "error", "more than 10000 lines without an answer"),
        ("lines", "yes MESSAGE | tr -d '\\n'", "time", "no answer within"),
    ] {
        let record = game(&external(&program(&folder, name, habit), ""));
        let (found, detail) = reason(&record);
        assert_eq!(found, kind, "{name}: {detail}");
        assert!(detail.contains(words), "{name}: {detail}");
        assert_eq!(record["result"], "o", "{name}");
    }
}

#[test]
fn remarks_and_suggestions_are_no_bad_habits() {
    let folder = tempfile::tempdir().unwrap();
    // Remarks before and after the move, in every kind of line, and a move that is suggested first.
    let habit = "printf 'MESSAGE thinking\\r\\ndebug 1\\r\\n\\r\\n'; echo SUGGEST $x,14";
    let path = program(&folder, "polite", habit);
    let script = std::fs::read_to_string(&path).unwrap();
    let with_play = script.replace("    END*", "    PLAY*) move; echo MESSAGE done;;\n    END*");
    std::fs::write(&path, with_play).unwrap();
    let record = game(&external(&path, ""));
    assert_eq!((record["result"].as_str(), reason(&record).0.as_str()), (Some("x"), "rules"));
}

#[test]
fn a_bad_beginning_is_a_loss_and_not_the_end_of_everything() {
    let folder = tempfile::tempdir().unwrap();
    for (name, start, kind, words) in [
        ("refuses", "echo ERROR too large", "error", "it said ERROR too large"),
        ("sleeps", "sleep 100", "time", "no answer within 2000 ms"),
        ("leaves", "exit 0", "error", "it ended with exit code 0"),
    ] {
        let path = program(&folder, name, "move");
        let script = std::fs::read_to_string(&path).unwrap().replace("echo OK", start);
        std::fs::write(&path, script).unwrap();
        for (x, o, result) in
            [(external(&path, ""), "random".to_string(), "o"), ("random".into(), external(&path, ""), "x")]
        {
            let record = json(&["play", "--board", "15x15x5", "--x", &x, "--o", &o]);
            let (found, detail) = reason(&record);
            assert_eq!((found.as_str(), record["result"].as_str()), (kind, Some(result)), "{name}: {detail}");
            assert!(detail.contains(words), "{name}: {detail}");
            assert_eq!(record["moves"].as_array().unwrap().len(), 0);
        }
    }
}

#[test]
fn a_tournament_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let habits = [("crash", "exit 3"), ("taken", "echo 0,0; echo 0,0"), ("silent", "sleep 100")];
    let mut agents = vec!["dice = random".to_string()];
    for (name, habit) in habits {
        let path = program(&folder, name, habit);
        agents.push(format!("{name} = external:cmd=\"{}\",timeout=1s", path.display()));
    }
    let file = folder.path().join("agents.txt");
    std::fs::write(&file, agents.join("\n")).unwrap();
    let database = folder.path().join("games.db");
    let openings = folder.path().join("openings.txt");
    std::fs::write(&openings, "a15 c15 e15 g15\n").unwrap();
    let call = ["tournament", "--format", "gauntlet", "--board", "15x15x5", "--games", "2"];
    let files = [("--agents", &file), ("--db", &database), ("--openings", &openings)];
    let files = files.map(|(name, path)| [name, path.to_str().unwrap()]).concat();
    let table = json(&[&call[..], &files[..]].concat());
    for agent in table["agents"].as_array().unwrap() {
        let forfeits = |kind: &str| agent["forfeits"][kind].as_u64().unwrap();
        let found = (forfeits("error"), forfeits("illegal"), forfeits("time"));
        let expected = match agent["name"].as_str().unwrap() {
            "crash" => (2, 0, 0),
            "taken" => (0, 2, 0),
            "silent" => (0, 0, 2),
            _ => (0, 0, 0),
        };
        assert_eq!(found, expected, "{agent}");
    }
}

#[test]
fn nothing_of_a_program_is_left() {
    let folder = tempfile::tempdir().unwrap();
    let numbers = folder.path().join("numbers");
    // A child that ignores every polite request, and a program that ignores END, and the end of its input.
    let habit =
        format!("(trap '' TERM HUP INT; exec sleep 1000) & echo $! $$ >> '{}'; move", numbers.display());
    let path = program(&folder, "parent", &habit);
    let script = std::fs::read_to_string(&path).unwrap().replace("exit 0", ":");
    std::fs::write(&path, format!("{script}\nwhile :; do sleep 1; done\n")).unwrap();
    let record = game(&external(&path, ""));
    assert_eq!(reason(&record).0, "rules");
    let written = std::fs::read_to_string(&numbers).unwrap();
    let numbers: Vec<&str> = written.split_whitespace().collect();
    assert!(numbers.len() >= 10, "{written}");
    for number in numbers {
        assert!(!is_running(number), "{number} is still there");
    }
}

/// Processes that left their group, their session and their parent, one with the environment cleared.
#[test]
#[cfg(target_os = "linux")]
fn a_session_of_its_own_does_not_save_a_child() {
    let folder = tempfile::tempdir().unwrap();
    let numbers = folder.path().join("numbers");
    let leave = "setsid sh -c 'echo $$ >> \"$0\"; trap \"\" TERM HUP INT; sleep 1000; :'";
    let habit = format!(
        "({leave} '{0}' &); (env -i PATH=\"$PATH\" {leave} '{0}' &); {leave} '{0}' & sleep 0.1; move",
        numbers.display()
    );
    let path = program(&folder, "daemons", &habit);
    // Two programs at once: neither takes the other's children for its own.
    let (other, spec) = (program(&folder, "calm", "sleep 0.1; move"), external(&path, ""));
    let openings = folder.path().join("openings.txt");
    std::fs::write(&openings, "a15 c15 e15 g15\n").unwrap();
    let (openings, database) = (openings.to_str().unwrap(), folder.path().join("games.db"));
    let files = ["--openings", openings, "--db", database.to_str().unwrap()];
    let call =
        ["match", &spec, &external(&other, ""), "--board", "15x15x5", "--games", "4", "--workers", "2"];
    let table = json(&[&call[..], &files[..]].concat());
    assert_eq!(table["games"], 4, "{table}");
    let written = std::fs::read_to_string(&numbers).unwrap();
    let numbers: Vec<&str> = written.split_whitespace().collect();
    assert!(numbers.len() >= 12, "{written}");
    for number in numbers {
        assert!(!is_running(number), "{number} is still there");
    }
}

#[test]
#[cfg(target_os = "linux")]
fn too_much_memory_loses() {
    let folder = tempfile::tempdir().unwrap();
    // A child holds it: tail keeps everything until somebody takes it.
    let habit = "head -c 300000000 /dev/zero | tail -c 300000000 | sleep 1000";
    let path = program(&folder, "greedy", habit);
    let spec = |megabytes: u32| format!("external:cmd=\"{}\",memory={megabytes}", path.display());
    let record = game(&spec(100));
    let (kind, detail) = reason(&record);
    assert_eq!((kind.as_str(), record["result"].as_str()), ("memory", Some("o")), "{detail}");
    let used: u32 = detail.strip_suffix(" MB > 100 MB").unwrap().parse().unwrap();
    assert!(used > 100, "{detail}");
    for (language, words) in [("en", "O wins: X used too much memory ("), ("zh", "O 胜：X 占用内存过多（")]
    {
        let call = ["play", "--board", "15x15x5", "--x", &spec(100), "--o", "random", "--lang", language];
        let ran = run(&call);
        assert!(ran.out.contains(words), "{}", ran.out);
    }
    // Who keeps to it is left in peace.
    let modest = program(&folder, "modest", "move");
    assert_eq!(reason(&game(&external(&modest, ",memory=100"))).0, "rules");
}

/// Whether a process exists and is not on its way out.
pub fn is_running(pid: &str) -> bool {
    let stat = std::fs::read_to_string(format!("/proc/{pid}/stat"));
    stat.is_ok_and(|stat| !stat.rsplit(')').next().unwrap().trim_start().starts_with('Z'))
}

#[test]
fn the_dialogue_is_kept_on_request() {
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("talk.log");
    let path = program(&folder, "talker", "echo 'hm, hm' >&2; sleep 0.1; move");
    game(&external(&path, &format!(",log={}", log.display())));
    let kept = std::fs::read_to_string(&log).unwrap();
    for line in [
        "- started: ",
        "< START 15",
        "> OK",
        "< INFO rule 0",
        "< BOARD",
        "< 0,0,1",
        "! hm, hm",
        "> 0,14",
        "< TURN ",
        "< END",
        "- it ended with exit code 0",
    ] {
        assert!(kept.contains(&format!("] {line}")), "{line} is not in\n{kept}");
    }
}

#[test]
fn what_cannot_be_played_is_refused_before_the_game() {
    let folder = tempfile::tempdir().unwrap();
    let path = program(&folder, "plain", "move");
    let log = format!(",log={}", folder.path().join("no/such/folder").display());
    for (board, spec, why) in [
        ("3x3x3", external(&path, ""), "add extensions=on"),
        ("7x6x4:drop", external(&path, ""), "not for 7x6x4:drop"),
        ("15x15x5", "external".into(), "external needs a program"),
        ("15x15x5", "external:cmd=no-such-program".into(), "there is no program 'no-such-program'"),
        ("15x15x5", format!("external:cmd={}", folder.path().display()), "there is no program"),
        ("15x15x5", "external:cmd='x".into(), "do not match"),
        ("15x15x5", "external:cmd=\"x".into(), "do not match"),
        ("15x15x5", external(&path, &log), "cannot be written"),
        ("15x15x5", external(&path, ",memory=0"), "memory takes"),
    ] {
        let ran = run(&["play", "--board", board, "--x", &spec, "--o", "random"]);
        assert_eq!(ran.code, 2, "{spec}: {}", ran.err);
        assert!(ran.err.contains(why), "{spec}: {}", ran.err);
    }
}
