//! A program with every process that came of it, whatever group or session they moved to: found, measured, and ended.
//!
//! On Linux a process belongs to a program when a chain of parents leads to it, or when it carries the program's mark in its
//! environment, as everything that the program starts does unless the environment is cleared. With [`adopt_orphans`] even
//! that does not help: whoever loses its parent becomes Kinrow's own child, and has to be some program's. Elsewhere nobody
//! can be asked, and only the process group is ended.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{SystemTime, UNIX_EPOCH};

/// The variable in the environment that carries the mark.
pub(super) const MARK: &str = "KINROW_PROGRAM";

/// A program that runs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Family {
    /// Its first process, which nobody else waits for.
    pub(super) root: u32,
    /// Nobody else's.
    pub(super) mark: String,
}

/// All that run. Locked while one is started, so that none is taken for an orphan before it is known.
static RUNNING: Mutex<Vec<Family>> = Mutex::new(Vec::new());

static ADOPTS: AtomicBool = AtomicBool::new(false);

fn running() -> MutexGuard<'static, Vec<Family>> {
    RUNNING.lock().unwrap_or_else(PoisonError::into_inner)
}

/// For a process that starts nothing but programs: from the first program on, orphans of every program become children of
/// this process (Linux), are ended with the last program, and nothing that a program started can outlive it.
pub fn adopt_orphans() {
    ADOPTS.store(true, Ordering::Relaxed);
}

/// A mark that no other program has.
pub(super) fn new_mark() -> String {
    static NUMBER: AtomicU64 = AtomicU64::new(0);
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_nanos();
    format!("{}-{now}-{}", std::process::id(), NUMBER.fetch_add(1, Ordering::Relaxed))
}

/// Starts a program; `spawn` gives its first process.
pub(super) fn enter<T>(
    mark: String,
    spawn: impl FnOnce() -> std::io::Result<(u32, T)>,
) -> std::io::Result<(Family, T)> {
    let mut running = running();
    if ADOPTS.load(Ordering::Relaxed) {
        system::adopt();
    }
    let (root, started) = spawn()?;
    let family = Family { root, mark };
    running.push(family.clone());
    Ok((family, started))
}

impl Family {
    /// Ends everything that came of it. Its first process is not reaped yet, so that nobody else has its number.
    pub(super) fn end(&self) {
        system::end(|all| system::family(self, all));
        kill_group(self.root);
    }

    /// Forgets it. What has lost its parent and is not known to be of another program ends with the last one.
    pub(super) fn leave(&self) {
        let mut running = running();
        running.retain(|other| other != self);
        if !ADOPTS.load(Ordering::Relaxed) {
            return;
        }
        if running.is_empty() {
            system::end(system::descendants);
        }
        let roots: Vec<u32> = running.iter().map(|family| family.root).collect();
        system::reap_orphans(&roots);
    }

    /// Bytes of memory that it holds; `None` where that cannot be known. Only whether it is more than `most` is exact.
    pub(super) fn resident(&self, most: u64) -> Option<u64> {
        system::resident(self, most)
    }
}

/// Ends all that run.
pub(super) fn kill_all() {
    let running = running();
    for family in &*running {
        family.end();
    }
    if ADOPTS.load(Ordering::Relaxed) && !running.is_empty() {
        system::end(system::descendants);
    }
}

/// All that can be done where processes cannot be listed. It comes last elsewhere: who loses its parent is harder to find.
fn kill_group(root: u32) {
    #[cfg(unix)]
    if let Some(pid) = i32::try_from(root).ok().and_then(rustix::process::Pid::from_raw) {
        // A group that is gone needs no end.
        let _ = rustix::process::kill_process_group(pid, rustix::process::Signal::KILL);
    }
    #[cfg(not(unix))]
    let _ = root;
}

#[cfg(target_os = "linux")]
mod system {
    use std::collections::HashSet;
    use std::fs;
    use std::time::{Duration, Instant};

    use rustix::process::{
        Pid, PidfdFlags, Signal, WaitId, WaitIdOptions, pidfd_open, pidfd_send_signal, set_child_subreaper,
        waitid,
    };

    use super::{Family, MARK};

    /// Long enough for processes to go once they are killed.
    const LONGEST: Duration = Duration::from_secs(2);

    const LOOK_EVERY: Duration = Duration::from_millis(2);

    /// A process as the system tells of it. A number is used again, but not with the same time of birth.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
    pub(super) struct Process {
        number: u32,
        born: u64,
    }

    pub(super) struct Entry {
        process: Process,
        parent: u32,
        is_zombie: bool,
    }

    pub(super) fn adopt() {
        // Where it is refused, marks are all there is.
        let _ = set_child_subreaper(Some(rustix::process::getpid()));
    }

    fn list() -> Vec<Entry> {
        let Ok(entries) = fs::read_dir("/proc") else { return Vec::new() };
        entries.flatten().filter_map(|entry| look(entry.file_name().to_str()?.parse().ok()?)).collect()
    }

    /// Field 3 is the state, 4 the parent and 22 the time of birth; the name before them may hold anything.
    fn look(number: u32) -> Option<Entry> {
        let stat = fs::read(format!("/proc/{number}/stat")).ok()?;
        let stat = String::from_utf8_lossy(&stat);
        let mut fields = stat.rsplit_once(')')?.1.split_whitespace();
        let is_zombie = matches!(fields.next()?, "Z" | "X");
        let parent = fields.next()?.parse().ok()?;
        let born = fields.nth(17)?.parse().ok()?;
        Some(Entry { process: Process { number, born }, parent, is_zombie })
    }

    /// These processes, and whatever descends from them.
    fn with_children(mut found: HashSet<u32>, all: &[Entry]) -> HashSet<u32> {
        loop {
            let before = found.len();
            found.extend(
                all.iter()
                    .filter(|entry| found.contains(&entry.parent))
                    .map(|entry| entry.process.number)
                    .collect::<Vec<_>>(),
            );
            if found.len() == before {
                return found;
            }
        }
    }

    pub(super) fn family(family: &Family, all: &[Entry]) -> HashSet<u32> {
        let mark = format!("{MARK}={}\0", family.mark).into_bytes();
        // Nobody who was born before it came of it.
        let birth =
            all.iter().find(|entry| entry.process.number == family.root).map(|entry| entry.process.born);
        let is_marked = |entry: &&Entry| {
            if birth.is_some_and(|birth| entry.process.born < birth) {
                return false;
            }
            let environment = fs::read(format!("/proc/{}/environ", entry.process.number));
            environment.is_ok_and(|text| text.windows(mark.len()).any(|part| part == mark))
        };
        let marked = all.iter().filter(is_marked).map(|entry| entry.process.number);
        with_children(marked.chain([family.root]).collect(), all)
    }

    /// Everything that descends from this process, without itself.
    pub(super) fn descendants(all: &[Entry]) -> HashSet<u32> {
        let own = std::process::id();
        let mut found = with_children(HashSet::from([own]), all);
        found.remove(&own);
        found
    }

    /// Ends the processes that `find` tells of. They are stopped first, until no new ones appear: what is stopped can
    /// neither start another nor lose its place in the chain.
    pub(super) fn end(find: impl Fn(&[Entry]) -> HashSet<u32>) {
        let deadline = Instant::now() + LONGEST;
        let mut stopped: HashSet<Process> = HashSet::new();
        loop {
            let all = list();
            let found = find(&all);
            let is_new = |entry: &&Entry| {
                found.contains(&entry.process.number) && !entry.is_zombie && !stopped.contains(&entry.process)
            };
            let new: Vec<Process> = all.iter().filter(is_new).map(|entry| entry.process).collect();
            if new.is_empty() || Instant::now() >= deadline {
                break;
            }
            for process in new {
                signal(process, Signal::STOP);
                stopped.insert(process);
            }
        }
        for &process in &stopped {
            signal(process, Signal::KILL);
        }
        let is_alive = |process: &Process| {
            look(process.number).is_some_and(|entry| entry.process == *process && !entry.is_zombie)
        };
        while stopped.iter().any(is_alive) && Instant::now() < deadline {
            std::thread::sleep(LOOK_EVERY);
        }
    }

    /// Sends a signal to this process and to no other that may have got its number.
    fn signal(process: Process, signal: Signal) {
        let Some(pid) = pid(process.number) else { return };
        let Ok(handle) = pidfd_open(pid, PidfdFlags::empty()) else { return };
        if look(process.number).is_some_and(|entry| entry.process == process) {
            // One that has ended meanwhile needs no signal.
            let _ = pidfd_send_signal(handle, signal);
        }
    }

    fn pid(number: u32) -> Option<Pid> {
        i32::try_from(number).ok().and_then(Pid::from_raw)
    }

    /// Reaps children of this process that have ended, but for the programs themselves.
    pub(super) fn reap_orphans(roots: &[u32]) {
        let own = std::process::id();
        let is_orphan =
            |entry: &&Entry| entry.parent == own && entry.is_zombie && !roots.contains(&entry.process.number);
        for pid in list().iter().filter(is_orphan).filter_map(|entry| pid(entry.process.number)) {
            let _ = waitid(WaitId::Pid(pid), WaitIdOptions::EXITED | WaitIdOptions::NOHANG);
        }
    }

    /// Resident memory counts shared pages once for each process; only when that is too much are they divided.
    pub(super) fn resident(family: &Family, most: u64) -> Option<u64> {
        let numbers = self::family(family, &list());
        let sum = |file: &str, key: &str| -> u64 {
            numbers.iter().filter_map(|number| kilobytes(&format!("/proc/{number}/{file}"), key)).sum()
        };
        let simple = sum("status", "VmRSS:") * 1024;
        if simple <= most {
            return Some(simple);
        }
        let divided = |number: &u32| {
            kilobytes(&format!("/proc/{number}/smaps_rollup"), "Pss:")
                .or_else(|| kilobytes(&format!("/proc/{number}/status"), "VmRSS:"))
        };
        Some(numbers.iter().filter_map(divided).sum::<u64>() * 1024)
    }

    fn kilobytes(path: &str, key: &str) -> Option<u64> {
        let text = fs::read_to_string(path).ok()?;
        let line = text.lines().find_map(|line| line.strip_prefix(key))?;
        line.split_whitespace().next()?.parse().ok()
    }
}

#[cfg(not(target_os = "linux"))]
mod system {
    use super::Family;

    pub(super) fn adopt() {}

    pub(super) fn family(_: &Family, _: &()) {}

    pub(super) fn descendants(_: &()) {}

    pub(super) fn end(_: impl Fn(&())) {}

    pub(super) fn reap_orphans(_: &[u32]) {}

    pub(super) fn resident(_: &Family, _: u64) -> Option<u64> {
        None
    }
}
