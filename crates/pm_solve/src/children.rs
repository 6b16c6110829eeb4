//! What processes that a thread has started use: it counts as the thread's own, so that limits hold for both together.
//!
//! The system is asked while one waits for such a process; what it has started itself is added, as of scripts around a solver.

use std::cell::Cell;
use std::fs::read_to_string;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

const PAGE: u64 = 4096;
/// Processes below a process that are looked at.
const MOST: usize = 64;

thread_local! {
    static TIME: Cell<Duration> = const { Cell::new(Duration::ZERO) };
}
static ALL_TIME: AtomicU64 = AtomicU64::new(0);
static RESIDENT: AtomicU64 = AtomicU64::new(0);

/// Processor time of all processes that this thread has started.
pub(crate) fn time_of_thread() -> Duration {
    TIME.get()
}

/// Processor time of all processes that were started.
pub(crate) fn time() -> Duration {
    Duration::from_nanos(ALL_TIME.load(Ordering::Relaxed))
}

/// Bytes of resident memory of all processes that run.
pub(crate) fn resident() -> u64 {
    RESIDENT.load(Ordering::Relaxed)
}

/// What one process has used, as far as it was looked at.
pub(crate) struct Account {
    process: u32,
    time: Duration,
    resident: u64,
}

impl Account {
    pub(crate) fn open(process: u32) -> Account {
        Account { process, time: Duration::ZERO, resident: 0 }
    }

    /// Asks the system. Until a process is waited for it has a record, also after its end.
    pub(crate) fn update(&mut self) {
        let (time, resident) = used(self.process);
        let more = time.saturating_sub(self.time);
        self.time += more;
        TIME.set(TIME.get() + more);
        ALL_TIME.fetch_add(more.as_nanos() as u64, Ordering::Relaxed);
        self.set_resident(resident);
    }

    fn set_resident(&mut self, resident: u64) {
        RESIDENT.fetch_add(resident, Ordering::Relaxed);
        RESIDENT.fetch_sub(self.resident, Ordering::Relaxed);
        self.resident = resident;
    }
}

impl Drop for Account {
    fn drop(&mut self) {
        self.set_resident(0);
    }
}

/// Time and memory of a process and of those below it.
fn used(process: u32) -> (Duration, u64) {
    let (mut time, mut resident) = (Duration::ZERO, 0);
    let mut open = vec![process];
    for _ in 0..MOST {
        let Some(pid) = open.pop() else { break };
        time += time_of(pid).unwrap_or_default();
        resident += resident_of(pid).unwrap_or(0);
        let below = read_to_string(format!("/proc/{pid}/task/{pid}/children")).unwrap_or_default();
        open.extend(below.split_ascii_whitespace().filter_map(|word| word.parse::<u32>().ok()));
    }
    (time, resident)
}

/// Its own, and that of processes that it has waited for.
fn time_of(pid: u32) -> Option<Duration> {
    let text = read_to_string(format!("/proc/{pid}/stat")).ok()?;
    // The name is in parentheses and may have any characters.
    let numbers = text.rsplit_once(')')?.1.split_ascii_whitespace().skip(11).take(4);
    let ticks: u64 = numbers.filter_map(|word| word.parse::<u64>().ok()).sum();
    Some(Duration::from_secs(ticks) / rustix::param::clock_ticks_per_second().max(1) as u32)
}

fn resident_of(pid: u32) -> Option<u64> {
    let text = read_to_string(format!("/proc/{pid}/statm")).ok()?;
    text.split_ascii_whitespace().nth(1)?.parse::<u64>().ok().map(|pages| pages * PAGE)
}
