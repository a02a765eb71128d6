//! The players of examples/ in real games.

use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

use crate::support::json;

fn examples() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples")
}

fn game(x: &str, o: &str, board: &str) -> Value {
    let record = json(&["play", "--board", board, "--x", x, "--o", o]);
    assert_eq!(record["reason"]["kind"], "rules", "{record}");
    record
}

/// The player in Python, as a spec; `None` on a machine without Python.
fn python() -> Option<String> {
    let has_python =
        Command::new("python3").arg("--version").output().is_ok_and(|output| output.status.success());
    if !has_python {
        eprintln!("there is no python3 here: examples/player.py is not tried");
    }
    has_python.then(|| format!("external:cmd=\"python3 '{}'\"", examples().join("player.py").display()))
}

/// The player in Rust, compiled.
fn rust(folder: &Path) -> String {
    let program = folder.join("pbrain-example");
    let compiler = std::env::var("RUSTC").unwrap_or_else(|_| "rustc".into());
    let compiled = Command::new(compiler)
        .args(["--edition", "2024", "-O", "-D", "warnings", "-o"])
        .arg(&program)
        .arg(examples().join("rust-player/main.rs"))
        .output()
        .unwrap();
    assert!(compiled.status.success(), "{}", String::from_utf8_lossy(&compiled.stderr));
    format!("external:cmd='{}'", program.display())
}

#[test]
fn the_example_players_play() {
    let folder = tempfile::tempdir().unwrap();
    let rust = rust(folder.path());
    assert_eq!(game(&rust, "random", "15x15x5")["result"], "x");
    assert_eq!(game("random", &rust, "9x13x5")["result"], "o");
    let Some(python) = python() else { return };
    assert_eq!(game(&python, "random", "15x15x5")["result"], "x");
    assert_eq!(game("random", &python, "9x13x5")["result"], "o");
    game(&rust, &python, "15x15x5");
    // From an opening, which is told by BOARD.
    let record = json(&["play", "--board", "15x15x5", "--moves", "h8 i9 h9", "--x", &rust, "--o", &python]);
    assert_eq!(record["reason"]["kind"], "rules", "{record}");
}

/// Every command that docs/your-own-player.md shows with a `$`, in a folder that has the examples.
#[test]
fn the_way_to_a_player_of_ones_own_can_be_walked() {
    if python().is_none() {
        return;
    }
    let page = std::fs::read_to_string(examples().join("../docs/your-own-player.md")).unwrap();
    let folder = tempfile::tempdir().unwrap();
    std::os::unix::fs::symlink(examples().canonicalize().unwrap(), folder.path().join("examples")).unwrap();
    let program = Path::new(env!("CARGO_BIN_EXE_kinrow")).parent().unwrap();
    let path = format!("{}:{}", program.display(), std::env::var("PATH").unwrap());
    let mut ran = 0;
    for block in page.split("```console\n").skip(1) {
        let block = block.split("```").next().unwrap();
        for command in block.lines().filter_map(|line| line.strip_prefix("$ ")) {
            let output = Command::new("sh")
                .args(["-c", command])
                .current_dir(folder.path())
                .env("PATH", &path)
                .env("KINROW_DB", folder.path().join("games.db"))
                .output()
                .unwrap();
            let (out, err) =
                (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
            assert!(output.status.success(), "{command}: {err}");
            assert!(!out.contains("failed") && !out.contains("illegal"), "{command}: {out}");
            ran += 1;
        }
    }
    assert!(ran >= 6, "only {ran} commands were found");
}

#[test]
fn the_player_in_python_is_as_short_as_promised() {
    let text = std::fs::read_to_string(examples().join("player.py")).unwrap();
    assert!(text.lines().count() <= 60);
    assert!(text.lines().all(|line| line.len() <= 115));
}
