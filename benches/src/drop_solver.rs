//! Our solver on random positions of Connect Four against a program named with `--peer`.
//!
//! The peer is a command that reads positions from its input, one per line, each as the columns played from 1 to 7, and
//! writes a line with the position and its score: 0 for a draw, otherwise the winner's stones left in hand counting
//! from the last possible one (a win with the last own stone is 1), negative if the side to move loses. Both sides solve the same
//! positions one after the other, keep what they have proven of the ones before, and must agree on every score, and
//! so on every distance. Its time is that of its whole process, to a hundredth of a second; ours is that of this thread.

use std::io::Write as _;
use std::process::{Command, Stdio};

use anyhow::{Context as _, Result, ensure};
use kinrow_agent::{Ignore, Limits, Stop, Thinking};
use kinrow_game::{Board, Game, Outcome, Position, Rules, scramble};
use kinrow_search::solve::{SolveOptions, Solver};

use crate::claim::{Claim, Measure};
use crate::clock::{Measured, measure};
use crate::report::Report;
use crate::rounds::Rounds;

const BOARD: &str = "7x6x4:drop";

/// What is compared.
#[derive(Clone, Copy, Debug)]
pub struct Task {
    /// Stones on the board of each position.
    pub plies: u32,
    /// How many positions there are.
    pub positions: u32,
}

/// A position that is solved, and how it was reached.
struct Start {
    columns: String,
    board: Board<1>,
}

/// Makes the comparison with the program that `peer` starts.
pub fn compare(rounds: &Rounds, peer: &str, task: Task, report: &mut Report) -> Result<()> {
    let starts = starts(task)?;
    let count = starts.len() as u64;
    let claim = Claim {
        name: format!("solving {} positions of {} plies", task.positions, task.plies),
        peer: peer.into(),
        measure: Measure::TimeOf { work: "a position" },
        target: None,
    };
    let expected = ours(&starts)?;
    let comparison = rounds.compare(
        claim,
        || {
            let measured = measure(std::time::Duration::ZERO, || {
                ensure!(ours(&starts)? == expected, "the solver contradicts itself");
                Ok(count)
            })?;
            Ok(measured)
        },
        || {
            let (scores, seconds) = theirs(peer, &starts)?;
            for ((start, ours), theirs) in starts.iter().zip(&expected).zip(&scores) {
                ensure!(ours == theirs, "{} is worth {ours}, but {theirs} to the peer", start.columns);
            }
            ensure!(scores.len() == starts.len(), "the peer answered {} of {count} positions", scores.len());
            Ok(Measured { count, seconds })
        },
    )?;
    report.add(comparison)
}

/// Positions reached by random moves, in which the game goes on.
fn starts(task: Task) -> Result<Vec<Start>> {
    let rules: Rules = BOARD.parse()?;
    let width = u64::from(rules.width());
    let mut draws = (0..).map(|i| scramble(u64::from(task.plies) << 32 | i));
    let mut starts = Vec::new();
    while starts.len() < task.positions as usize {
        let mut start = Start { columns: String::new(), board: Board::new(rules) };
        while start.board.outcome().is_none() && start.columns.len() < task.plies as usize {
            let column = (draws.next().context("draws never end")? % width) as u8;
            if let Some(point) = start.board.landing(column) {
                start.board = start.board.play(point);
                start.columns.push((b'1' + column) as char);
            }
        }
        if start.board.outcome().is_none() {
            starts.push(start);
        }
    }
    Ok(starts)
}

fn ours(starts: &[Start]) -> Result<Vec<i64>> {
    let options = SolveOptions { distance: true, ..SolveOptions::default() };
    let mut solver = Solver::new(options);
    let mut ignore = Ignore;
    let mut scores = Vec::new();
    for start in starts {
        let mut thinking = Thinking::new(Stop::new(), &mut ignore);
        let solution = solver.value(&Position::One(start.board), &Limits::NONE, &mut thinking)?;
        let left = start.board.moves_left() - solution.plies.unwrap_or_default();
        let score = i64::from(left / 2 + 1);
        scores.push(match solution.outcome {
            Outcome::Win => score,
            Outcome::Draw => 0,
            Outcome::Loss => -score,
        });
    }
    Ok(scores)
}

/// The peer's scores, and its processor time, which the shell that started it knows.
fn theirs(peer: &str, starts: &[Start]) -> Result<(Vec<i64>, f64)> {
    let mut shell = Command::new("sh")
        .args(["-c", "eval \"$0\"; times", peer])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .context("no shell to start the peer")?;
    let mut input = shell.stdin.take().context("the peer has no input")?;
    let lines: String = starts.iter().map(|start| format!("{}\n", start.columns)).collect();
    // It may answer before it has read everything, so somebody must read and write at the same time.
    let writer = std::thread::spawn(move || input.write_all(lines.as_bytes()));
    let output = shell.wait_with_output().context("the peer did not end well")?;
    ensure!(matches!(writer.join(), Ok(Ok(()))), "the peer did not read all positions: does '{peer}' start?");
    let text = String::from_utf8_lossy(&output.stdout);
    let lines: Vec<&str> = text.lines().collect();
    // The last two lines are the shell's: its own time, and that of its children.
    let (answers, times) = lines.split_at(lines.len().saturating_sub(2));
    let seconds = times.last().and_then(|line| line.split(' ').map(shell_seconds).sum::<Option<f64>>());
    let seconds = seconds.with_context(|| format!("the shell told no times after '{peer}'"))?;
    let scores = answers.iter().map(|line| {
        let score = line.split_whitespace().nth(1).and_then(|word| word.parse().ok());
        score.with_context(|| format!("the peer answered '{line}', not a position and its score"))
    });
    Ok((scores.collect::<Result<_>>()?, seconds))
}

/// The time that a shell writes as 0m1.23s.
fn shell_seconds(word: &str) -> Option<f64> {
    let (minutes, seconds) = word.strip_suffix('s')?.split_once('m')?;
    Some(60.0 * minutes.parse::<f64>().ok()? + seconds.parse::<f64>().ok()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_shells_times_are_read() {
        assert_eq!(shell_seconds("2m3.25s"), Some(123.25));
        assert_eq!(shell_seconds("3.25s"), None);
    }

    #[test]
    fn positions_are_as_long_as_asked_and_open() {
        let starts = starts(Task { plies: 20, positions: 5 }).unwrap();
        assert_eq!(starts.len(), 5);
        assert!(starts.iter().all(|start| start.columns.len() == 20 && start.board.outcome().is_none()));
        assert_ne!(starts[0].columns, starts[1].columns);
    }

    #[test]
    fn a_peer_that_disagrees_or_does_not_answer_is_reported() {
        let rounds = Rounds { number: 1, is_quick: true };
        for peer in ["while read x; do echo $x 99; done", "cat", "true", "no-such-program"] {
            let task = Task { plies: 30, positions: 3 };
            assert!(compare(&rounds, peer, task, &mut Report::new(true)).is_err(), "{peer}");
        }
    }
}
