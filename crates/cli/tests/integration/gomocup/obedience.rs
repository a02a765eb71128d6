//! The brain keeps to its time, also on a busy machine.

use std::sync::atomic::{AtomicBool, Ordering};
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
        let answer = manager.answer();
        let time = asked.elapsed();
        if answer.starts_with("ERROR") {
            break;
        }
        times.push(time);
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

/// A thousand moves, with two threads a core that do nothing but take the processor away. For a machine that has nothing
/// else to do: `./test --full`.
#[test]
#[ignore = "takes minutes, and a machine of its own"]
fn a_thousand_moves_under_load_are_all_in_time() {
    let is_over = AtomicBool::new(false);
    let cores = std::thread::available_parallelism().map_or(2, usize::from);
    std::thread::scope(|scope| {
        for _ in 0..2 * cores {
            scope.spawn(|| {
                while !is_over.load(Ordering::Relaxed) {
                    std::hint::spin_loop();
                }
            });
        }
        let mut manager = Manager::start(&[]);
        let mut seed = 1;
        let mut late = Vec::new();
        let mut all = 0;
        for (size, rule, limit) in [(20, 0, 100), (15, 4, 200), (20, 1, 150), (15, 0, 300)] {
            manager.say(&format!("INFO rule {rule}\nINFO timeout_turn {limit}"));
            let mut played = 0;
            while played < 250 {
                assert_eq!(manager.ask(&format!("START {size}")), "OK");
                let times = play(&mut manager, size, 250 - played, &mut seed);
                played += times.len();
                late.extend(
                    times
                        .into_iter()
                        .filter(|time| *time > Duration::from_millis(limit))
                        .map(|time| (limit, time)),
                );
            }
            all += played;
        }
        is_over.store(true, Ordering::Relaxed);
        assert!(late.is_empty(), "{} of {all} moves were late: {late:?}", late.len());
    });
}
