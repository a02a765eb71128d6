//! `kinrow serve` as it is started and ended in a terminal. What pages can do is tested with the server itself.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::process::{Child, ChildStdout, Command, Stdio};

use crate::support::{kinrow, run};

/// A server that was started, and the lines it has not been asked for yet.
fn start(arguments: &[&str]) -> (Child, BufReader<ChildStdout>, String) {
    // Without a PATH there is no browser to be opened.
    let mut child = kinrow().args(arguments).env("PATH", "").stdout(Stdio::piped()).spawn().unwrap();
    let mut out = BufReader::new(child.stdout.take().unwrap());
    let mut line = String::new();
    out.read_line(&mut line).unwrap();
    (child, out, line)
}

/// Ends it as Ctrl-C does; what it said meanwhile.
fn end(mut child: Child, mut out: BufReader<ChildStdout>) -> String {
    Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    let mut rest = String::new();
    out.read_to_string(&mut rest).unwrap();
    assert!(child.wait().unwrap().success(), "{rest}");
    rest
}

fn host(line: &str) -> String {
    line.split("http://").nth(1).unwrap().split('/').next().unwrap().to_string()
}

fn get(host: &str) -> String {
    let mut stream = TcpStream::connect(host).unwrap();
    write!(stream, "GET / HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n").unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    answer
}

#[test]
fn it_says_where_the_page_is_and_ends_with_ctrl_c() {
    let (child, out, line) = start(&["serve", "--port", "0", "--no-open"]);
    assert!(line.starts_with("Kinrow is at http://127.0.0.1:"), "{line}");
    assert!(get(&host(&line)).starts_with("HTTP/1.1 200"));
    let rest = end(child, out);
    assert!(rest.contains("Ctrl-C ends it.") && rest.ends_with("Ended.\n"), "{rest}");
}

/// Neither a browser that cannot be opened nor a port that is taken keeps it from serving.
#[test]
fn no_arguments_opens_the_page() {
    let (child, out, line) = start(&[]);
    assert!(line.starts_with("Kinrow is at http://127.0.0.1:"), "{line}");
    let (other, other_out, other_line) = start(&["--lang", "en"]);
    assert_ne!(line, other_line);
    assert!(
        get(&host(&line)).starts_with("HTTP/1.1 200") && get(&host(&other_line)).starts_with("HTTP/1.1 200")
    );
    assert!(end(child, out).contains("No browser could be opened"));
    assert!(end(other, other_out).contains("(port 4567 is taken, so it is another one)"));
}

/// A container that is stopped and a terminal that is closed tell the pages.
#[test]
fn every_signal_closes_the_pages() {
    for signal in ["-INT", "-TERM", "-HUP"] {
        let (mut child, _out, line) = start(&["serve", "--port", "0", "--no-open"]);
        let host = host(&line);
        let mut pages: Vec<TcpStream> = (0..3).map(|_| open_socket(&host)).collect();
        Command::new("kill").args([signal, &child.id().to_string()]).status().unwrap();
        for page in &mut pages {
            let mut rest = Vec::new();
            page.read_to_end(&mut rest).unwrap();
            // A close frame with two bytes: the code 1001.
            assert!(rest.windows(4).any(|frame| frame == [0x88, 2, 3, 0xe9]), "{signal}: {rest:?}");
        }
        assert_eq!(child.wait().unwrap().code(), Some(0), "{signal}");
    }
}

/// A page's socket, opened by hand.
fn open_socket(host: &str) -> TcpStream {
    let mut stream = TcpStream::connect(host).unwrap();
    let upgrade = "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n";
    write!(stream, "GET /socket HTTP/1.1\r\nHost: {host}\r\nOrigin: http://{host}\r\n{upgrade}\r\n").unwrap();
    let mut answer = [0; 12];
    stream.read_exact(&mut answer).unwrap();
    assert_eq!(&answer, b"HTTP/1.1 101");
    stream
}

#[test]
fn a_classroom_is_told_the_code() {
    let (child, out, line) =
        start(&["serve", "--host", "0.0.0.0", "--port", "0", "--no-open", "--lang", "zh"]);
    assert!(line.starts_with("Kinrow 在 http://127.0.0.1:") && line.contains("/?code="), "{line}");
    let said = end(child, out);
    assert!(said.contains("已结束"));
    let lecturer = said.lines().find(|line| line.starts_with("教师请打开 http://127.0.0.1:")).unwrap();
    let code = |line: &str| line.split("?code=").nth(1).unwrap()[..9].to_string();
    assert_ne!(code(lecturer), code(&line), "{lecturer}");
}

/// A folder of jobs that was asked for and cannot be had is a reason not to start; the usual one is not.
#[test]
fn jobs_have_a_folder_of_their_own() {
    let folder = tempfile::tempdir().unwrap();
    let place = folder.path().join("jobs");
    let jobs = place.to_str().unwrap();
    let call = ["serve", "--port", "0", "--no-open", "--jobs", jobs];
    let (child, out, _) = start(&call);
    let busy = run(&call);
    assert_eq!((busy.code, busy.out.as_str()), (1, ""), "{}", busy.err);
    assert!(busy.err.contains("another program uses the jobs"), "{}", busy.err);
    let usual =
        kinrow().args(&call[..4]).env("PATH", "").env("KINROW_JOBS", jobs).stdout(Stdio::piped()).spawn();
    let mut usual = usual.unwrap();
    let mut usual_out = BufReader::new(usual.stdout.take().unwrap());
    let mut line = String::new();
    while !line.contains("There is no laboratory: another program uses") {
        assert!(usual_out.read_line(&mut line).unwrap() > 0, "{line}");
    }
    end(usual, usual_out);
    end(child, out);
    assert!(place.join("kinrow-jobs.json").is_file());
    std::fs::write(folder.path().join("notes.txt"), "mine").unwrap();
    let foreign = run(&["serve", "--port", "0", "--no-open", "--jobs", folder.path().to_str().unwrap()]);
    assert_eq!(foreign.code, 1);
    assert!(foreign.err.contains("something other than jobs"), "{}", foreign.err);
}

#[test]
fn a_wrong_call_is_refused() {
    let taken = TcpListener::bind(("127.0.0.1", 0)).unwrap();
    let port = taken.local_addr().unwrap().port().to_string();
    let ran = run(&["serve", "--no-open", "--port", &port]);
    assert_eq!(ran.code, 1);
    assert!(ran.err.contains("choose another --port"), "{}", ran.err);
    for arguments in [
        &["serve", "--port", "70000"][..],
        &["serve", "--host", "somewhere"],
        &["serve", "--max-sessions", "0"],
        &["serve", "--max-time", "soon"],
        &["serve", "--memory", "1"],
        &["serve", "--job-time", "soon"],
        &["serve", "--jobs-at-once", "0"],
        &["serve", "--db", "games.db", "--no-record"],
    ] {
        let ran = run(arguments);
        assert_eq!((ran.code, ran.out.as_str()), (2, ""), "{arguments:?}: {}", ran.err);
        assert_eq!(ran.err.lines().count(), 1, "{arguments:?}: {}", ran.err);
    }
}
