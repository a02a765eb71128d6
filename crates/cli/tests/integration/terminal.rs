//! The prompt at a real terminal: a pseudo-terminal, driven by Python's `pty`.

use std::process::{Command, Stdio};

use crate::support::kinrow;

/// Types, waits for words on the screen, and prints what the terminal showed, its width and its modes at the end.
const DRIVER: &str = r#"
import fcntl, json, os, pty, select, struct, sys, termios, time
command, columns, steps = json.loads(sys.argv[1])
pid, fd = pty.fork()
if pid == 0:
    time.sleep(0.2)
    os.execvp(command[0], command)
fcntl.ioctl(fd, termios.TIOCSWINSZ, struct.pack("HHHH", 40, columns, 0, 0))
screen, seen, deadline = b"", 0, time.time() + 60
def read():
    global screen
    ready, _, _ = select.select([fd], [], [], 0.1)
    if ready:
        try:
            part = os.read(fd, 65536)
        except OSError:
            part = b""
        screen += part
        return bool(part)
    return True
for expected, typed in steps:
    while expected.encode() not in screen[seen:]:
        if not read() or time.time() > deadline:
            sys.exit("waited for %r in %r" % (expected, screen[seen:]))
    seen = screen.index(expected.encode(), seen) + len(expected.encode())
    if typed.startswith("kill"):
        os.kill(pid, int(typed.split()[1]))
    else:
        os.write(fd, typed.encode())
modes = None
while time.time() < deadline:
    try:
        modes = termios.tcgetattr(fd)[3]
    except termios.error:
        pass
    if not read():
        break
    if os.waitid(os.P_PID, pid, os.WEXITED | os.WNOHANG | os.WNOWAIT):
        modes = termios.tcgetattr(fd)[3]
        while select.select([fd], [], [], 0.2)[0] and read():
            pass
        break
else:
    os.kill(pid, 9)
    sys.exit("does not end: %r" % screen[seen:])
_, status = os.waitpid(pid, 0)
print(json.dumps({"screen": screen.decode("utf-8", "replace"), "code": os.waitstatus_to_exitcode(status),
                  "cooked": bool(modes & termios.ICANON and modes & termios.ECHO)}))
"#;

/// Runs `kinrow` at a terminal of this width: for each step, words to wait for and what is typed then.
fn at_terminal(arguments: &[&str], columns: u32, steps: &[(&str, &str)]) -> serde_json::Value {
    let program = kinrow();
    let mut command = vec![program.get_program().to_str().unwrap()];
    command.extend(arguments);
    let script = serde_json::json!([command, columns, steps]).to_string();
    let mut python = Command::new("python3");
    python.args(["-c", DRIVER, &script]).env("TERM", "xterm").stdin(Stdio::null());
    for (name, value) in program.get_envs() {
        match value {
            Some(value) => python.env(name, value),
            None => python.env_remove(name),
        };
    }
    let output = python.output().unwrap();
    let err = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{err}");
    serde_json::from_slice(&output.stdout).unwrap()
}

#[test]
fn lines_can_be_edited_and_called_back() {
    // c2, corrected by arrow keys and backspace to b2; then the line before, changed.
    let steps = [
        ("X> ", "c2\u{1b}[D\u{7f}b\r"),
        ("O> ", "\u{1b}[A\u{1b}[D\u{1b}[D\u{1b}[3~a\r"),
        ("X> ", "moves\r"),
        ("played: b2 a2", "quit\r"),
    ];
    let ran = at_terminal(&["play", "--o", "human"], 80, &steps);
    assert_eq!((&ran["code"], &ran["cooked"]), (&0.into(), &true.into()), "{ran}");
}

#[test]
fn ctrl_c_and_the_end_of_input_leave_a_usable_terminal() {
    for key in ["\u{3}", "\u{4}", "b\u{3}"] {
        let ran = at_terminal(&["play", "--o", "human"], 80, &[("X> ", key), ("unfinished", "")]);
        assert_eq!((&ran["code"], &ran["cooked"]), (&0.into(), &true.into()), "{key:?}: {ran}");
    }
    // A signal from elsewhere, while the prompt waits.
    let ran = at_terminal(&["play", "--o", "human"], 80, &[("X> ", "kill 2"), ("unfinished", "")]);
    assert_eq!((&ran["code"], &ran["cooked"]), (&0.into(), &true.into()), "{ran}");
    // While a machine thinks, Ctrl-C is a signal.
    let slow = ["play", "--board", "15x15x5", "--x", "mcts:playouts=100000000", "--o", "human"];
    let ran = at_terminal(&slow, 80, &[("thinks", "\u{3}")]);
    assert_eq!((&ran["code"], &ran["cooked"]), (&0.into(), &true.into()), "{ran}");
}

#[test]
fn an_analysis_shows_its_best_line_until_ctrl_c() {
    let analyze = ["analyze", "--board", "15x15x5", "--moves", "h8 i9", "--limit", "time=60s"];
    let agent = ["--agent", "alphabeta:eval=runs,near=1", "--values", "off"];
    let steps = [("nodes", ""), ("move  value", "\u{3}"), ("X to move", ""), ("line: ", "")];
    let ran = at_terminal(&[&analyze[..], &agent].concat(), 60, &steps);
    assert_eq!((&ran["code"], &ran["cooked"]), (&1.into(), &true.into()), "{ran}");
    // The table is cleared before the board is drawn.
    let screen = ran["screen"].as_str().unwrap();
    let (live, told) = screen.split_at(screen.find("\r\n").unwrap());
    assert!(live.contains("move  value") && live.contains("\u{1b}[2K"), "{ran}");
    assert!(!told.contains("move  value"), "{ran}");
}

#[test]
fn a_narrow_terminal_is_told_of() {
    let play = ["play", "--board", "15x15x5", "--o", "human"];
    let ran = at_terminal(&play, 40, &[("X> ", "quit\r")]);
    let sentence = "this terminal is 40 columns wide and the board needs 48";
    assert!(ran["screen"].as_str().unwrap().contains(sentence), "{ran}");
    let ran = at_terminal(&play, 48, &[("X> ", "quit\r")]);
    assert!(!ran["screen"].as_str().unwrap().contains("columns wide"), "{ran}");
}

#[test]
fn a_replay_at_a_terminal_goes_step_by_step() {
    let steps = [
        ("X> ", "b2\r"),
        ("O> ", "resign\r"),
        ("quit> ", "replay\r"),
        ("> ", "\r"),
        ("> ", "q\r"),
        ("quit> ", "quit\r"),
    ];
    let ran = at_terminal(&["play", "--o", "human"], 80, &steps);
    assert_eq!(ran["code"], 0, "{ran}");
}
