//! The brain keeps to its time, also on a busy machine.

use std::process::{Child, Command};
use std::time::{Duration, Instant};

use super::manager::{LONG, Manager, point};

/// A game in which the opponent's stones are strewn near the brain's own; tells how long each answer took.
fn play(manager: &mut Manager, size: u32, moves: usize, seed: &mut u32) -> Vec<Duration> {
    let mut below = |most: u32| {
        *seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (*seed >> 16) % most
    };
    let mut taken = vec![(size / 2, size / 2)];
    let mut times = Vec::new();
    let mut next = taken[0];
    while times.len() < moves {
        let asked = Instant::now();
        manager.say(&format!("TURN {},{}", next.0, next.1));
        let (answer, came) = manager.timed_answer();
        if answer.starts_with("ERROR") {
            break;
        }
        times.push(came - asked);
        taken.push(point(&answer, size));
        let free = (0..1000).find_map(|_| {
            let near = taken[below(taken.len() as u32) as usize];
            let x = (near.0 + below(5)).checked_sub(2)?;
            let y = (near.1 + below(5)).checked_sub(2)?;
            (x < size && y < size && !taken.contains(&(x, y))).then_some((x, y))
        });
        let Some(free) = free else { break };
        taken.push(free);
        next = free;
    }
    times
}

/// A machine on which nothing is sure: only that the limit is known at all.
#[test]
fn a_limit_is_kept() {
    let mut manager = Manager::start(&[]);
    for (size, rule, limit) in
        [(20, 0, "timeout_turn 200"), (15, 4, "timeout_turn 200"), (15, 1, "time_left 2000")]
    {
        manager.say(&format!("INFO rule {rule}\nINFO timeout_turn 600000\nINFO {limit}"));
        assert_eq!(manager.ask(&format!("START {size}")), "OK");
        for time in play(&mut manager, size, 6, &mut 1) {
            assert!(time < LONG / 4, "{time:?} of 200 ms");
        }
    }
}

/// Processes that do nothing but take the processor away. They end by themselves soon after their test, whatever ends it.
struct Load(Vec<Child>);

impl Load {
    /// Two busy processes per core.
    fn start() -> Load {
        let busy =
            "while kill -0 $PPID; do i=0; while [ $i -lt 50000 ]; do i=$((i+1)); done; done 2>/dev/null";
        let cores = std::thread::available_parallelism().map_or(2, usize::from);
        Load((0..2 * cores).map(|_| Command::new("sh").args(["-c", busy]).spawn().unwrap()).collect())
    }
}

impl Drop for Load {
    fn drop(&mut self) {
        for process in &mut self.0 {
            let _ = process.kill();
            let _ = process.wait();
        }
    }
}

/// A thousand moves each at 100, 300 and 1,000 ms, by three brains at the same time, with two busy processes per core; none may
/// arrive after its turn. For a machine that has nothing else to do: `./test --full`. A move takes its turn at the most, so
/// that everything takes less than 17 minutes; `KINROW_MOVES=20` plays that many moves of each instead.
#[test]
#[ignore = "takes up to 17 minutes, and a machine of its own"]
fn a_thousand_moves_under_load_are_all_in_time() {
    let wanted = std::env::var("KINROW_MOVES").map_or(1000, |moves| moves.parse().unwrap());
    let load = Load::start();
    let late: Vec<(u64, Duration)> = std::thread::scope(|scope| {
        let brains = [(100, [(20, 0), (15, 4)]), (300, [(15, 0), (20, 1)]), (1000, [(20, 0), (15, 0)])]
            .map(|(limit, boards)| scope.spawn(move || late(limit, &boards, wanted)));
        brains.into_iter().flat_map(|brain| brain.join().unwrap()).collect()
    });
    drop(load);
    assert!(late.is_empty(), "{} of {} moves were late: {late:?}", late.len(), 3 * wanted);
}

/// Which of so many moves came after their turn, with the limit in milliseconds, on boards of these sizes and rules.
fn late(limit: u64, boards: &[(u32, u32)], wanted: usize) -> Vec<(u64, Duration)> {
    let mut manager = Manager::start(&[]);
    let (mut times, mut seed) = (Vec::new(), 1);
    for (size, rule) in boards.iter().cycle() {
        manager.say(&format!("INFO rule {rule}\nINFO timeout_turn {limit}"));
        assert_eq!(manager.ask(&format!("START {size}")), "OK");
        times.extend(play(&mut manager, *size, wanted - times.len(), &mut seed));
        if times.len() >= wanted {
            break;
        }
    }
    let turn = Duration::from_millis(limit);
    times.into_iter().filter(|time| *time > turn).map(|time| (limit, time)).collect()
}
